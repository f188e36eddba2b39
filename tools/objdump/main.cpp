// SPDX-License-Identifier: Apache-2.0
// acc-objdump: lists the kernels of objects, archives, libraries, programs and kernel binaries.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <stdexcept>

#include "tools/objdump/kernel_list.h"
#include "tools/objdump/launch_header.h"

namespace acc::objdump {
namespace {

std::string coresOf(const nlohmann::json& kernel) {
    const int cube = kernel.at("cubeCores"), vector = kernel.at("vectorCores");
    if (cube == 0)
        return "vector";
    return vector == 0 ? "cube" : fmt::format("mix {}:{}", cube, vector);
}

std::string textOf(const FoundKernel& found) {
    const nlohmann::json& kernel = found.description;
    std::string text = fmt::format("  {}  [{}, dav-{}]  {}:{}\n", kernel.at("name").get<std::string>(), coresOf(kernel),
                                   kernel.at("npuArch").get<int>(), kernel.at("file").get<std::string>(),
                                   kernel.at("line").get<int>());
    text += fmt::format("    symbol {}\n", kernel.at("symbol").get<std::string>());
    text += fmt::format(
        "    code {}, arguments {} bytes, static UB {} bytes{}\n",
        kernel.at("codeBytes").is_null() ? "stripped" : fmt::format("{} bytes", kernel.at("codeBytes").get<uint64_t>()),
        kernel.at("argsSize").get<uint64_t>(), kernel.at("staticUbBytes").get<uint64_t>(),
        kernel.at("schedMode").get<int>() == 0 ? "" : ", batch scheduling");
    for (const nlohmann::json& param : kernel.at("params"))
        text += fmt::format("    {:>5} {:>4}  {:<8} {}\n", param.at("offset").get<uint64_t>(),
                            param.at("size").get<uint64_t>(), param.at("kind").get<std::string>(),
                            param.at("name").get<std::string>());
    return text;
}

void print(const std::string& path, const std::vector<FoundKernel>& kernels) {
    if (kernels.empty())
        std::cout << path << ": no kernels\n";
    for (size_t i = 0; i < kernels.size(); ++i) {
        if (i == 0 || kernels[i].member != kernels[i - 1].member)
            std::cout << (kernels[i].member.empty() ? path : fmt::format("{}({})", path, kernels[i].member)) << ":\n";
        std::cout << textOf(kernels[i]);
    }
}

int run(const std::vector<std::string>& paths, bool json, const std::string& launchHeader) {
    std::vector<FoundKernel> all;
    nlohmann::json list = nlohmann::json::array();
    for (const std::string& path : paths) {
        std::vector<FoundKernel> kernels = kernelsIn(path);
        if (!json && launchHeader.empty())
            print(path, kernels);
        for (FoundKernel& kernel : kernels) {
            list.push_back(kernel.description);
            list.back()["object"] = path;
            if (!kernel.member.empty())
                list.back()["member"] = kernel.member;
            all.push_back(std::move(kernel));
        }
    }
    if (json)
        std::cout << list.dump(2) << "\n";
    if (!launchHeader.empty())
        writeLaunchHeaders(all, launchHeader);
    return 0;
}

}  // namespace
}  // namespace acc::objdump

int main(int argc, char** argv) {
    CLI::App app(
        "acc-objdump lists the kernels of objects, archives, libraries, programs and kernel binaries made by acc",
        "acc-objdump");
    std::vector<std::string> paths;
    bool json = false;
    std::string launchHeader;
    app.add_option("file", paths, "Files to look into")->required();
    app.add_flag("--json", json, "Print a JSON array, one object for each kernel");
    app.add_option(
        "--launch-header", launchHeader,
        "Write this header with the launch functions (acc --launch-functions), and beside it aclrtlaunch_<kernel>.h "
        "for each kernel");
    CLI11_PARSE(app, argc, argv);
    try {
        return acc::objdump::run(paths, json, launchHeader);
    } catch (const std::exception& error) {
        std::cerr << "acc-objdump: error: " << error.what() << "\n";
        return 1;
    }
}
