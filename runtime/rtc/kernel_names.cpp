// SPDX-License-Identifier: Apache-2.0
#include "runtime/rtc/kernel_names.h"

#include <elf.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

namespace acc::rt::rtc {
namespace {

// `count` bytes from `offset`; empty when the file has none.
std::string part(const std::string& binary, uint64_t offset, uint64_t count) {
    return offset <= binary.size() && count <= binary.size() - offset ? binary.substr(offset, count) : std::string();
}

template <class T>
T headerAt(const std::string& binary, uint64_t offset) {
    T header{};
    const std::string bytes = part(binary, offset, sizeof(T));
    std::memcpy(&header, bytes.data(), bytes.size());
    return header;
}

std::string section(const std::string& binary, const std::string& name) {
    const auto file = headerAt<Elf64_Ehdr>(binary, 0);
    const auto headerOf = [&](uint64_t index) {
        return headerAt<Elf64_Shdr>(binary, file.e_shoff + index * sizeof(Elf64_Shdr));
    };
    const Elf64_Shdr names = headerOf(file.e_shstrndx);
    for (uint64_t index = 0; index < file.e_shnum; ++index) {
        const Elf64_Shdr header = headerOf(index);
        if (part(binary, names.sh_offset + header.sh_name, name.size() + 1) == name + '\0') {
            return part(binary, header.sh_offset, header.sh_size);
        }
    }
    return {};
}

}  // namespace

std::map<std::string, std::string> namedKernels(const std::string& binary) {
    std::map<std::string, std::string> result;
    std::istringstream lines(section(binary, ".acc.kernels"));
    for (std::string line; std::getline(lines, line);) {
        const nlohmann::json kernel = nlohmann::json::parse(line, nullptr, /*allow_exceptions=*/false);
        if (!kernel.is_object() || !kernel.contains("expressions")) {
            continue;
        }
        for (const nlohmann::json& variable : kernel.at("expressions")) {
            result[variable.get<std::string>()] = kernel.at("symbol").get<std::string>();
        }
    }
    return result;
}

}  // namespace acc::rt::rtc
