// SPDX-License-Identifier: Apache-2.0
// aclInit, aclFinalize and versions.
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/base/mutex.h"

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

// Callbacks of one sort, in the order of their registration; a function counts once per type.
template <class Function>
class Callbacks {
public:
    struct Entry {
        aclRegisterCallbackType type;
        Function function;
        void* userData;
    };

    Status add(aclRegisterCallbackType type, Function function, void* userData) ACC_EXCLUDES(mutex_) {
        ACC_TRY(check(type, function));
        MutexLock lock(mutex_);
        for (Entry& entry : entries_) {
            if (entry.type == type && entry.function == function) {
                entry.userData = userData;
                return {};
            }
        }
        entries_.push_back({type, function, userData});
        return {};
    }

    Status remove(aclRegisterCallbackType type, Function function) ACC_EXCLUDES(mutex_) {
        ACC_TRY(check(type, function));
        MutexLock lock(mutex_);
        const auto same = [&](const Entry& entry) { return entry.type == type && entry.function == function; };
        if (std::erase_if(entries_, same) == 0) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "cbFunc is not registered for type {}",
                                 static_cast<int>(type));
        }
        return {};
    }

    // Calls them without the lock; returns the first error.
    template <class... Args>
    Status call(Args... args) ACC_EXCLUDES(mutex_) {
        std::vector<Entry> entries;
        {
            MutexLock lock(mutex_);
            entries = entries_;
        }
        Status first;
        for (const Entry& entry : entries) {
            if (const aclError code = entry.function(args..., entry.userData); code != ACL_SUCCESS && first.ok()) {
                first = Status::error(code, "a callback for type {} returned {}", static_cast<int>(entry.type), code);
            }
        }
        return first;
    }

private:
    static Status check(aclRegisterCallbackType type, Function function) {
        if ((type < ACL_REG_TYPE_ACL_MODEL || type > ACL_REG_TYPE_ACL_RETR) && type != ACL_REG_TYPE_OTHER) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "type is {}, expected an aclRegisterCallbackType",
                                 static_cast<int>(type));
        }
        return notNull(reinterpret_cast<const void*>(function), "cbFunc");
    }

    Mutex mutex_;
    std::vector<Entry> entries_ ACC_GUARDED_BY(mutex_);
};

Callbacks<aclInitCallbackFunc>& initCallbacks() {
    [[clang::no_destroy]] static Callbacks<aclInitCallbackFunc> callbacks;
    return callbacks;
}

Callbacks<aclFinalizeCallbackFunc>& finalizeCallbacks() {
    [[clang::no_destroy]] static Callbacks<aclFinalizeCallbackFunc> callbacks;
    return callbacks;
}

// The text of the configuration in force; null before aclInit.
struct ConfigText {
    Mutex mutex;
    std::unique_ptr<const std::string> text ACC_GUARDED_BY(mutex);
};
ConfigText& configText() {
    [[clang::no_destroy]] static ConfigText text;
    return text;
}

Status finalise(bool all, uint64_t* left) {
    ACC_TRY(runtime().finalise(all, left));
    if (*left != 0) {
        return {};
    }
    {
        ConfigText& config = configText();
        MutexLock lock(config.mutex);
        config.text = nullptr;
    }
    return finalizeCallbacks().call();
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
        ACC_TRY(applyConfig(config));
        const std::string text = config.dump();
        {
            ConfigText& current = configText();
            MutexLock lock(current.mutex);
            current.text = std::make_unique<const std::string>(text);
        }
        return initCallbacks().call(text.c_str(), text.size());
    });
}

aclError aclFinalize(void) {
    return apiCall(__func__, [&]() -> Status {
        uint64_t left = 0;
        return finalise(true, &left);
    });
}

aclError aclFinalizeReference(uint64_t* refCount) {
    return apiCall(__func__, [&]() -> Status {
        uint64_t left = 0;
        ACC_TRY(finalise(false, &left));
        if (refCount != nullptr) {
            *refCount = left;
        }
        return {};
    });
}

aclError aclInitCallbackRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc, void* userData) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(initCallbacks().add(type, cbFunc, userData));
        std::string text;
        {
            ConfigText& current = configText();
            MutexLock lock(current.mutex);
            if (current.text == nullptr) {
                return {};
            }
            text = *current.text;
        }
        const aclError code = cbFunc(text.c_str(), text.size(), userData);
        return code == ACL_SUCCESS ? Status() : Status::error(code, "cbFunc returned {}", code);
    });
}

aclError aclInitCallbackUnRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc) {
    return apiCall(__func__, [&]() -> Status { return initCallbacks().remove(type, cbFunc); });
}

aclError aclFinalizeCallbackRegister(aclRegisterCallbackType type, aclFinalizeCallbackFunc cbFunc, void* userData) {
    return apiCall(__func__, [&]() -> Status { return finalizeCallbacks().add(type, cbFunc, userData); });
}

aclError aclFinalizeCallbackUnRegister(aclRegisterCallbackType type, aclFinalizeCallbackFunc cbFunc) {
    return apiCall(__func__, [&]() -> Status { return finalizeCallbacks().remove(type, cbFunc); });
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
