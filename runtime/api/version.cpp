// SPDX-License-Identifier: Apache-2.0
// Versions, features, architecture compatibility, the application log.
#include <unistd.h>

#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/base/env.h"
#include "runtime/base/log.h"
#include "runtime/base/soc.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

// The release whose interface this is.
constexpr int kMajor = 9;
constexpr int kMinor = 0;
constexpr int kPatch = 0;

constexpr size_t kMaxLogBytes = 1024;

constexpr aclCannAttr kAttributes[] = {ACL_CANN_ATTR_INF_NAN, ACL_CANN_ATTR_BF16, ACL_CANN_ATTR_JIT_COMPILE};

Status checkPackage(const char* pkgName) {
    constexpr std::string_view kPackages[] = {"runtime", "compiler", "toolkit", "cann", "driver", "firmware"};
    ACC_TRY(notNull(pkgName, "pkgName"));
    for (const std::string_view package : kPackages) {
        if (package == pkgName) {
            return {};
        }
    }
    return Status::error(ACL_ERROR_INVALID_FILE,
                         "pkgName is '{}', expected runtime, compiler, toolkit, cann, driver or firmware", pkgName);
}

std::string versionText() {
    return fmt::format("{}.{}.{}", kMajor, kMinor, kPatch);
}

void copyText(const std::string& text, char* to) {
    std::memcpy(to, text.c_str(), text.size() + 1);
}

uint64_t logLevel() {
    static const uint64_t level = environmentNumber("ASCEND_GLOBAL_LOG_LEVEL", 0, 4).value_or(ACL_ERROR);
    return level;
}

}  // namespace

extern "C" {

aclError aclsysGetCANNVersion(aclCANNPackageName name, aclCANNPackageVersion* version) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(inRange<int>(name, ACL_PKG_NAME_CANN, ACL_PKG_NAME_DRIVER, "name"));
        ACC_TRY(notNull(version, "version"));
        if (name != ACL_PKG_NAME_CANN && name != ACL_PKG_NAME_RUNTIME && name != ACL_PKG_NAME_COMPILER &&
            name != ACL_PKG_NAME_TOOLKIT) {
            return Status::error(ACL_ERROR_INVALID_FILE, "name is {}, a package that is not here",
                                 static_cast<int>(name));
        }
        *version = {};
        copyText(versionText(), version->version);
        copyText(std::to_string(kMajor), version->majorVersion);
        copyText(std::to_string(kMinor), version->minorVersion);
        copyText(std::to_string(kPatch), version->releaseVersion);
        return {};
    });
}

aclError aclsysGetVersionStr(char* pkgName, char* versionStr) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkPackage(pkgName));
        ACC_TRY(notNull(versionStr, "versionStr"));
        copyText(versionText(), versionStr);
        return {};
    });
}

aclError aclsysGetVersionNum(char* pkgName, int32_t* versionNum) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkPackage(pkgName));
        ACC_TRY(notNull(versionNum, "versionNum"));
        *versionNum = kMajor * 10000000 + kMinor * 100000 + kPatch * 1000;
        return {};
    });
}

aclError aclGetCannAttributeList(const aclCannAttr** cannAttrList, size_t* num) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(cannAttrList, "cannAttrList"));
        ACC_TRY(notNull(num, "num"));
        *cannAttrList = kAttributes;
        *num = 2;  // run-time compilation of operators is none of them
        return {};
    });
}

aclError aclGetCannAttribute(aclCannAttr cannAttr, int32_t* value) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(inRange<int>(cannAttr, ACL_CANN_ATTR_INF_NAN, ACL_CANN_ATTR_JIT_COMPILE, "cannAttr"));
        ACC_TRY(notNull(value, "value"));
        const bool modern = soc().npuArch == 2201 || soc().npuArch == 3510;
        *value = modern && cannAttr != ACL_CANN_ATTR_JIT_COMPILE ? 1 : 0;
        return {};
    });
}

aclError aclrtCheckArchCompatibility(const char* socVersion, int32_t* canCompatible) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(socVersion, "socVersion"));
        ACC_TRY(notNull(canCompatible, "canCompatible"));
        const SocInfo* info = findSoc(socVersion);
        *canCompatible = info != nullptr && info->npuArch == soc().npuArch ? 1 : 0;
        return {};
    });
}

void aclAppLog(aclLogLevel logLevelOfLine, const char* func, const char* file, uint32_t line, const char* fmt, ...) {
    constexpr const char* kNames[] = {"DEBUG", "INFO", "WARNING", "ERROR"};
    if (logLevelOfLine < ACL_DEBUG || logLevelOfLine > ACL_ERROR ||
        static_cast<uint64_t>(logLevelOfLine) < logLevel() || fmt == nullptr) {
        return;
    }
    std::array<char, kMaxLogBytes + 1> text{};
    va_list arguments;
    va_start(arguments, fmt);
    const int length = std::vsnprintf(text.data(), text.size(), fmt, arguments);
    va_end(arguments);
    apiCall(__func__, [&]() -> Status {
        report(fmt::format("[{}] APP({}) {}:{} {}: {}{}", kNames[logLevelOfLine], getpid(),
                           file == nullptr ? "?" : file, line, func == nullptr ? "?" : func, text.data(),
                           length > static_cast<int>(kMaxLogBytes) ? " [cut]" : ""));
        return {};
    });
}

}  // extern "C"
