// SPDX-License-Identifier: Apache-2.0
#include "tools/objdump/launch_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

namespace acc::objdump {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return file ? text.str() : "";
}

void writeWhenDifferent(const fs::path& path, const std::string& text) {
    if (read(path) == text)
        return;
    // In one step: other processes may be reading it.
    const fs::path temporary = path.string() + ".tmp";
    std::ofstream file(temporary, std::ios::binary);
    file << text;
    file.close();
    if (!file)
        throw std::runtime_error(fmt::format("cannot write '{}'", path.string()));
    fs::rename(temporary, path);
}

std::string declaration(const nlohmann::json& kernel) {
    std::string text =
        fmt::format("uint32_t {}(uint32_t numBlocks, aclrtStream stream", kernel.at("launch").get<std::string>());
    const nlohmann::json& types = kernel.at("launchParams");
    for (size_t i = 0; i < types.size(); ++i) {
        std::string name = kernel.at("params").at(i).at("name");
        if (name == "numBlocks" || name == "stream")
            name += "Argument";
        text += fmt::format(", {}{}{}", types[i].get<std::string>(), name.empty() ? "" : " ", name);
    }
    return text + ");\n";
}

std::string allLaunches(const std::vector<const nlohmann::json*>& kernels, const std::string& stem) {
    std::string guard = "ACLRTLAUNCH_";
    for (const char c : stem)
        guard += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    std::set<std::string> forwards;
    std::string functions;
    for (const nlohmann::json* kernel : kernels) {
        for (const nlohmann::json& forward : (*kernel).at("launchForwards"))
            forwards.insert(forward.get<std::string>());
        functions += declaration(*kernel);
    }
    std::string text = fmt::format(
        "// Made by acc-objdump: the launch functions of {}.\n"
        "#ifndef {}_H\n#define {}_H\n\n#include <stdint.h>\n\n#include \"acl/acl_base.h\"\n\n"
        "#ifndef ACLRT_LAUNCH_KERNEL\n#define ACLRT_LAUNCH_KERNEL(kernel_func) aclrtlaunch_##kernel_func\n#endif\n\n",
        stem, guard, guard);
    text += "#ifdef __cplusplus\n";
    for (const std::string& forward : forwards)
        text += forward + "\n";
    return text + "extern \"C\" {\n#endif\n" + functions + "#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

}  // namespace

void writeLaunchHeaders(const std::vector<FoundKernel>& kernels, const std::string& path) {
    const fs::path all = path;
    const fs::path folder = all.has_parent_path() ? all.parent_path() : ".";
    std::vector<const nlohmann::json*> launched;
    for (const FoundKernel& kernel : kernels)
        if (kernel.description.contains("launch"))
            launched.push_back(&kernel.description);
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw std::runtime_error(fmt::format("cannot make folder '{}': {}", folder.string(), error.message()));
    writeWhenDifferent(all, allLaunches(launched, all.stem().string()));

    const std::string include = fmt::format("#include \"{}\"\n", all.filename().string());
    std::set<std::string> names;
    for (const nlohmann::json* kernel : launched) {
        const std::string name = (*kernel).at("launch").get<std::string>() + ".h";
        names.insert(name);
        writeWhenDifferent(folder / name, include);
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("aclrtlaunch_") && !names.contains(name) && read(entry.path()) == include)
            fs::remove(entry.path());
    }
}

}  // namespace acc::objdump
