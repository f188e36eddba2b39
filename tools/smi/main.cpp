// SPDX-License-Identifier: Apache-2.0
// acc-smi, also installed as npu-smi: tells of the emulated devices what scripts ask npu-smi of real ones. What an
// emulated device does not have (power, temperature, a bus) is NA.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "acc/soc.h"
#include "acl/acl.h"

namespace {

constexpr uint64_t kMi = 1024 * 1024;

int fail(const std::string& message) {
    std::cerr << "acc-smi: error: " << message << "\n";
    return 1;
}

// "Ascend910B1" is called 910B1.
std::string shortName(const AccSoc& soc) {
    const std::string name = soc.name;
    return name.starts_with("Ascend") ? name.substr(6) : name;
}

struct Device {
    uint32_t id;
    uint64_t usedMi, totalMi;
};

std::vector<Device> devices() {
    uint32_t count = 0;
    aclrtGetDeviceCount(&count);
    std::vector<Device> result;
    for (uint32_t id = 0; id < count; ++id) {
        size_t free = 0, total = 0;
        if (aclrtSetDevice(static_cast<int32_t>(id)) == ACL_SUCCESS &&
            aclrtGetMemInfo(ACL_HBM_MEM, &free, &total) == ACL_SUCCESS)
            result.push_back({id, (total - free) / kMi, total / kMi});
    }
    return result;
}

void printTable(const AccSoc& soc) {
    const std::string line =
        "+" + std::string(27, '-') + "+" + std::string(17, '-') + "+" + std::string(54, '-') + "+\n";
    std::string text = "+" + std::string(100, '-') + "+\n";
    text += fmt::format("| {:<98} |\n", fmt::format("acc-smi {}: emulated devices, {} cube and {} vector cores each",
                                                    ACC_VERSION, soc.cubeCores, soc.vectorCores));
    text += line;
    text += fmt::format("| {:<25} | {:<15} | {:<52} |\n", "NPU   Name", "Health",
                        "Power(W)    Temp(C)           Hugepages-Usage(page)");
    text +=
        fmt::format("| {:<25} | {:<15} | {:<52} |\n", "Chip", "Bus-Id", "AICore(%)   Memory-Usage(MB)  HBM-Usage(MB)");
    text += "+" + std::string(27, '=') + "+" + std::string(17, '=') + "+" + std::string(54, '=') + "+\n";
    for (const Device& device : devices()) {
        text += fmt::format("| {:<5} {:<19} | {:<15} | {:<11} {:<17} {:<22} |\n", device.id, shortName(soc), "OK", "NA",
                            "NA", "0 / 0");
        text += fmt::format("| {:<25} | {:<15} | {:<11} {:<17} {:<22} |\n", 0, "NA", 0, "0 / 0",
                            fmt::format("{} / {}", device.usedMi, device.totalMi));
        text += line;
    }
    std::cout << text;
}

void printList() {
    const std::vector<Device> list = devices();
    std::cout << fmt::format("\tTotal Count                    : {}\n", list.size());
    for (const Device& device : list)
        std::cout << fmt::format("\n\tNPU ID                         : {}\n\tChip Count                     : 1\n",
                                 device.id);
}

void printMapping(const AccSoc& soc) {
    std::cout << fmt::format("\t{:<15}{:<15}{:<15}{}\n", "NPU ID", "Chip ID", "Chip Logic ID", "Chip Name");
    for (const Device& device : devices())
        std::cout << fmt::format("\t{:<15}{:<15}{:<15}{}\n", device.id, 0, device.id, soc.name);
}

int printBoard(const AccSoc& soc, uint32_t id) {
    const std::vector<Device> list = devices();
    if (id >= list.size())
        return fail(fmt::format("-i is {}, expected less than {}: the number of devices", id, list.size()));
    // Names of newer chips have two parts.
    const std::string name = soc.name;
    const size_t split = name.find('_');
    std::cout << fmt::format(
        "\tNPU ID                         : {}\n\tChip ID                        : 0\n"
        "\tChip Type                      : Ascend\n\tChip Name                      : {}\n"
        "\tNPU Name                       : {}\n",
        id, name.substr(0, split), split == std::string::npos ? "NA" : name.substr(split + 1));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("acc-smi shows the emulated devices: which chip (ACC_SOC), how many (ACC_DEVICES)", "acc-smi");
    app.require_subcommand(1);
    CLI::App& info = *app.add_subcommand("info", "Devices");
    bool list = false, mapping = false;
    std::string type;
    uint32_t id = 0, chip = 0;
    info.add_flag("-l", list, "List the devices");
    info.add_flag("-m", mapping, "Map device ids to chips");
    info.add_option("-t", type, "Details: board")->check(CLI::IsMember({"board"}));
    info.add_option("-i", id, "Device");
    info.add_option("-c", chip, "Chip of the device: 0")->check(CLI::IsMember({0}));
    CLI11_PARSE(app, argc, argv);

    AccSoc soc{};
    accDescribeSoc(nullptr, &soc);
    if (list)
        printList();
    else if (mapping)
        printMapping(soc);
    else if (type == "board")
        return printBoard(soc, id);
    else
        printTable(soc);
    return 0;
}
