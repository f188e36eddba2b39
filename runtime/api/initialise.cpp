// SPDX-License-Identifier: Apache-2.0
// aclInit, aclFinalize and versions.
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

constexpr int kMaxNesting = 10;

Status readConfig(const char* path, std::string* text) {
    std::ifstream file(path);
    std::ostringstream content;
    if (file && content << file.rdbuf()) {
        *text = content.str();
        return {};
    }
    if (file.is_open() && file.peek() == std::ifstream::traits_type::eof()) {
        return {};  // an empty file
    }
    return Status::error(ACL_ERROR_INVALID_FILE, "configPath is '{}', which cannot be read", path);
}

// The documented limit: at most 10 nested braces and 10 nested brackets.
bool nestedTooDeep(const std::string& text) {
    int braces = 0;
    int brackets = 0;
    for (const char c : text) {
        braces += c == '{' ? 1 : c == '}' ? -1 : 0;
        brackets += c == '[' ? 1 : c == ']' ? -1 : 0;
        if (braces > kMaxNesting || brackets > kMaxNesting) {
            return true;
        }
    }
    return false;
}

Status parseConfig(const char* path, nlohmann::json* config) {
    std::string text;
    ACC_TRY(readConfig(path, &text));
    if (nestedTooDeep(text)) {
        return Status::error(ACL_ERROR_PARSE_FILE, "configPath is '{}', which nests deeper than {} levels", path,
                             kMaxNesting);
    }
    *config = nlohmann::json::parse(text.empty() ? "{}" : text, nullptr, false);
    if (!config->is_object()) {
        return Status::error(ACL_ERROR_PARSE_FILE, "configPath is '{}', which holds no JSON object", path);
    }
    return {};
}

std::string textOf(const nlohmann::json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

// The keys that mean something here; everything else configures hardware or tools and is accepted.
Status applyConfig(const nlohmann::json& config) {
    if (const auto mode = config.find("err_msg_mode"); mode != config.end()) {
        core::setMessageScope(textOf(*mode) == "1");
    }
    const auto section = config.find("defaultDevice");
    if (section != config.end() && section->is_object() && section->contains("default_device")) {
        const std::string id = textOf((*section)["default_device"]);
        const bool number = !id.empty() && id.size() <= 4 && id.find_first_not_of("0123456789") == std::string::npos;
        ACC_TRY(validDevice(number ? std::stoi(id) : -1, "default_device"));
        runtime().defaultDevice.store(std::stoi(id));
    }
    return {};
}

}  // namespace

extern "C" {

aclError aclInit(const char* configPath) {
    return apiCall(__func__, [&]() -> Status {
        nlohmann::json config = nlohmann::json::object();
        if (configPath != nullptr) {
            ACC_TRY(parseConfig(configPath, &config));
        }
        if (!runtime().initialise()) {
            return Status::error(ACL_ERROR_REPEAT_INITIALIZE, "called again; the first configuration stays in force");
        }
        return applyConfig(config);
    });
}

aclError aclFinalize(void) {
    return apiCall(__func__, [&]() -> Status {
        uint64_t left = 0;
        return runtime().finalise(true, &left);
    });
}

aclError aclFinalizeReference(uint64_t* refCount) {
    return apiCall(__func__, [&]() -> Status {
        uint64_t left = 0;
        ACC_TRY(runtime().finalise(false, &left));
        if (refCount != nullptr) {
            *refCount = left;
        }
        return {};
    });
}

aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion, int32_t* patchVersion) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(majorVersion, "majorVersion"));
        ACC_TRY(notNull(minorVersion, "minorVersion"));
        ACC_TRY(notNull(patchVersion, "patchVersion"));
        *majorVersion = ACL_MAJOR_VERSION;
        *minorVersion = ACL_MINOR_VERSION;
        *patchVersion = ACL_PATCH_VERSION;
        return {};
    });
}

}  // extern "C"
