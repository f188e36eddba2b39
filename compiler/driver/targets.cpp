// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace acc {
namespace {

// The longest prefix counts.
struct Chip {
    const char* prefix;
    unsigned arch;
};
constexpr Chip kChips[] = {
    {"ascend910b", 2201}, {"ascend910_93", 2201}, {"ascend910", 1001},
    {"ascend310p", 2002}, {"ascend310b", 3002},   {"ascend950", 3510},
};

struct AicoreArch {
    const char* name;
    unsigned arch;
    std::optional<Cores> cores;
};
constexpr AicoreArch kAicoreArchs[] = {
    {"dav-c220", 2201, std::nullopt}, {"dav-c220-vec", 2201, Cores{0, 1}}, {"dav-c220-cube", 2201, Cores{1, 0}},
    {"dav-c310", 3510, std::nullopt}, {"dav-c310-vec", 3510, Cores{0, 1}}, {"dav-c310-cube", 3510, Cores{1, 0}},
    {"dav-m200", 2002, std::nullopt}, {"dav-m200-vec", 2002, Cores{0, 1}}, {"dav-c100", 1001, std::nullopt},
};

TargetChoice checked(std::string_view option, std::string_view name, unsigned number, std::optional<Cores> cores) {
    const auto& all = allTargets();
    const auto known =
        std::find_if(all.begin(), all.end(), [&](const Target& target) { return target.number == number; });
    if (known != all.end() && known->isEmulated)
        return {number, cores, ""};
    return {0, std::nullopt,
            fmt::format("'{}={}' asks for dav-{}, which is not emulated; expected dav-2201", option, name, number)};
}

TargetChoice unknown(std::string_view option, std::string_view name, std::string_view expected) {
    return {0, std::nullopt, fmt::format("'{}={}' is not known, expected {}", option, name, expected)};
}

}  // namespace

const std::vector<Target>& allTargets() {
    static const std::vector<Target> all = {
        {2201, "Ascend910B*, Ascend910_93* (Atlas A2, Atlas A3)", true},
        {3510, "Ascend950PR, Ascend950DT", false},
        {2002, "Ascend310P (Atlas inference)", false},
        {3002, "Ascend310B (Atlas 200I/500 A2)", false},
        {1001, "Ascend910 (Atlas training)", false},
    };
    return all;
}

TargetChoice targetOfArch(std::string_view name) {
    unsigned number = 0;
    const bool isNumbered = name.size() == 8 && name.starts_with("dav-") &&
                            std::all_of(name.begin() + 4, name.end(), [](unsigned char c) { return std::isdigit(c); });
    if (!isNumbered)
        return unknown("--npu-arch", name, "dav-2201");
    for (const char digit : name.substr(4))
        number = number * 10 + static_cast<unsigned>(digit - '0');
    return checked("--npu-arch", name, number, std::nullopt);
}

TargetChoice targetOfChip(std::string_view name) {
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    const Chip* best = nullptr;
    for (const Chip& chip : kChips)
        if (lower.starts_with(chip.prefix) &&
            (!best || std::string_view(chip.prefix).size() > std::string_view(best->prefix).size()))
            best = &chip;
    return best ? checked("--npu-soc", name, best->arch, std::nullopt)
                : unknown("--npu-soc", name, "the name of a chip such as Ascend910B1");
}

TargetChoice targetOfAicoreArch(std::string_view name) {
    for (const AicoreArch& arch : kAicoreArchs)
        if (name == arch.name)
            return checked("--cce-aicore-arch", name, arch.arch, arch.cores);
    return unknown("--cce-aicore-arch", name, "dav-c220, dav-c220-vec or dav-c220-cube");
}

TargetChoice coresOfType(std::string_view name) {
    if (name == "VecCore")
        return {0, Cores{0, 1}, ""};
    if (name == "CubeCore")
        return {0, Cores{1, 0}, ""};
    if (name == "AICore" || name == "AiCore")
        return {0, std::nullopt, ""};
    return unknown("--cce-soc-core-type", name, "VecCore, CubeCore or AICore");
}

}  // namespace acc
