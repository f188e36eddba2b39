// SPDX-License-Identifier: Apache-2.0
// Dumps: argument blocks of kernels, and memory of a program that failed.
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "acl/acl_dump.h"
#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/base/env.h"
#include "runtime/base/mutex.h"
#include "runtime/core/args_dump.h"
#include "runtime/mem/gm.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

struct ModelDump {
    static ModelDump& instance() {
        [[clang::no_destroy]] static ModelDump dump;
        return dump;
    }
    Mutex mutex;
    bool open ACC_GUARDED_BY(mutex) = false;
};

Status modelDumpOpen(ModelDump& dump) ACC_REQUIRES(dump.mutex) {
    if (!dump.open) {
        return Status::error(ACL_ERROR_DUMP_NOT_RUN, "there is no dump, expected aclmdlInitDump before");
    }
    return {};
}

// The directory for dumps of a type; null when none is set. Lives as long as the process.
const char* directoryFor(acldumpType type) {
    [[clang::no_destroy]] static const std::optional<std::string> general = environment("ASCEND_DUMP_PATH");
    [[clang::no_destroy]] static const std::optional<std::string> exceptions = environment("NPU_COLLECT_PATH");
    const std::optional<std::string>& chosen = type <= AIC_ERR_DETAIL_DUMP && exceptions ? exceptions : general;
    return chosen ? chosen->c_str() : nullptr;
}

std::string exceptionDirectory() {
    const char* directory = directoryFor(AIC_ERR_BRIEF_DUMP);
    return directory == nullptr ? "." : directory;
}

// Where the bytes of a tensor are.
Status bytesOf(const acldumpTensorInfo& tensor, size_t index, const void** bytes) {
    *bytes = tensor.tensorAddr;
    if (*bytes == nullptr) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "tensors[{}].tensorAddr is null, expected an address", index);
    }
    if (tensor.addrType == ACL_DUMP_ADDR_PTR_PTR) {
        *bytes = *reinterpret_cast<void* const*>(tensor.tensorAddr);
    }
    if (tensor.placement != ACL_DUMP_PLACEMENT_DEVICE) {
        return {};
    }
    mem::Allocation block;
    const auto start = reinterpret_cast<uintptr_t>(*bytes);
    if (!mem::find(start, &block) || tensor.tensorSize > block.end() - start) {
        return Status::error(ACL_ERROR_INVALID_PARAM,
                             "tensors[{}] is {} bytes at {}, expected memory that the runtime allocated", index,
                             tensor.tensorSize, *bytes);
    }
    return {};
}

Status checkTensor(const acldumpTensorInfo& tensor, size_t index) {
    if (tensor.shapeNum > ACL_DUMP_MAX_SHAPE_NUM || tensor.originShapeNum > ACL_DUMP_MAX_SHAPE_NUM) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "tensors[{}] has {} and {} dimensions, expected at most {}",
                             index, tensor.shapeNum, tensor.originShapeNum, ACL_DUMP_MAX_SHAPE_NUM);
    }
    if (tensor.placement < ACL_DUMP_PLACEMENT_DEVICE || tensor.placement >= ACL_DUMP_PLACEMENT_END) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "tensors[{}].placement is {}, expected an acldumpTensorPlacement",
                             index, static_cast<int>(tensor.placement));
    }
    return {};
}

nlohmann::json describe(const acldumpTensorInfo& tensor, size_t offset) {
    static constexpr const char* kTypes[] = {"input", "output", "workspace"};
    nlohmann::json out;
    out["type"] = tensor.type <= ACL_DUMP_TENSOR_WORKSPACE ? kTypes[tensor.type] : "unknown";
    out["format"] = tensor.format;
    out["dataType"] = tensor.dataType;
    out["offset"] = offset;
    out["size"] = tensor.tensorSize;
    out["shape"] = std::vector<uint64_t>(tensor.shape, tensor.shape + tensor.shapeNum);
    out["originShape"] = std::vector<uint64_t>(tensor.originShape, tensor.originShape + tensor.originShapeNum);
    return out;
}

}  // namespace

extern "C" {

aclError acldumpRegCallback(int32_t (*const messageCallback)(const acldumpChunk*, int32_t), int32_t /*flag*/) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(reinterpret_cast<const void*>(messageCallback), "messageCallback"));
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                             "the dumps that a callback would get are those of operators in models, and the runtime "
                             "executes no models");
    });
}

void acldumpUnregCallback(void) {}

aclError aclopStartDumpArgs(uint32_t dumpType, const char* path) {
    return apiCall(__func__, [&]() -> Status {
        if (dumpType != ACL_OP_DUMP_OP_AICORE_ARGS) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "dumpType is {}, expected ACL_OP_DUMP_OP_AICORE_ARGS",
                                 dumpType);
        }
        ACC_TRY(notNull(path, "path"));
        return core::args_dump::start(path);
    });
}

aclError aclopStopDumpArgs(uint32_t dumpType) {
    return apiCall(__func__, [&]() -> Status {
        if (dumpType != ACL_OP_DUMP_OP_AICORE_ARGS) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "dumpType is {}, expected ACL_OP_DUMP_OP_AICORE_ARGS",
                                 dumpType);
        }
        return core::args_dump::stop();
    });
}

const char* acldumpGetPath(acldumpType dumpType) {
    return dumpType >= AIC_ERR_BRIEF_DUMP && dumpType <= OVERFLOW_DUMP ? directoryFor(dumpType) : nullptr;
}

aclError acldumpSaveExceptionInfo(const char* fileName, const char* userTag, const acldumpTensorInfo* tensors,
                                  size_t tensorCount) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(fileName, "fileName"));
        ACC_TRY(notNull(tensors, "tensors"));
        ACC_TRY(mustNotBeZero(tensorCount, "tensorCount"));
        if (*fileName == '\0' || std::strchr(fileName, '/') != nullptr) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "fileName is '{}', expected a name without '/'", fileName);
        }
        nlohmann::json list = nlohmann::json::array();
        size_t offset = 0;
        for (size_t index = 0; index < tensorCount; ++index) {
            ACC_TRY(checkTensor(tensors[index], index));
            const void* bytes = nullptr;
            ACC_TRY(bytesOf(tensors[index], index, &bytes));
            list.push_back(describe(tensors[index], offset));
            offset += tensors[index].tensorSize;
        }
        const std::string path = exceptionDirectory() + '/' + fileName;
        std::ofstream data(path, std::ios::binary);
        for (size_t index = 0; index < tensorCount; ++index) {
            const void* bytes = nullptr;
            ACC_TRY(bytesOf(tensors[index], index, &bytes));
            data.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(tensors[index].tensorSize));
        }
        std::ofstream description(path + ".json");
        description << nlohmann::json{{"tag", userTag == nullptr ? "" : userTag}, {"tensors", list}}.dump(1) << '\n';
        data.close();
        description.close();
        if (!data || !description) {
            return Status::error(ACL_ERROR_WRITE_FILE, "'{}' and '{}.json' cannot be written", path, path);
        }
        return {};
    });
}

aclError acldumpGetExceptionInfoPath(char* path, size_t maxLen) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(path, "path"));
        const std::string directory = exceptionDirectory();
        if (maxLen <= directory.size()) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "maxLen is {}, expected at least {}", maxLen,
                                 directory.size() + 1);
        }
        std::memcpy(path, directory.c_str(), directory.size() + 1);
        return {};
    });
}

aclError aclmdlInitDump(void) {
    return apiCall(__func__, [&]() -> Status {
        if (!runtime().initialised()) {
            return Status::error(ACL_ERROR_UNINITIALIZE, "the runtime is not initialised, expected aclInit before");
        }
        ModelDump& dump = ModelDump::instance();
        MutexLock lock(dump.mutex);
        if (dump.open) {
            return Status::error(ACL_ERROR_DUMP_ALREADY_RUN,
                                 "there is a dump already, expected aclmdlFinalizeDump before");
        }
        dump.open = true;
        return {};
    });
}

aclError aclmdlSetDump(const char* dumpCfgPath) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(dumpCfgPath, "dumpCfgPath"));
        ModelDump& dump = ModelDump::instance();
        MutexLock lock(dump.mutex);
        ACC_TRY(modelDumpOpen(dump));
        if (access(dumpCfgPath, R_OK) != 0) {
            return Status::error(ACL_ERROR_INVALID_FILE, "dumpCfgPath is '{}', which cannot be read", dumpCfgPath);
        }
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                             "operators of models are what a dump writes, and the runtime executes no models");
    });
}

aclError aclmdlFinalizeDump(void) {
    return apiCall(__func__, [&]() -> Status {
        ModelDump& dump = ModelDump::instance();
        MutexLock lock(dump.mutex);
        ACC_TRY(modelDumpOpen(dump));
        dump.open = false;
        return {};
    });
}

}  // extern "C"
