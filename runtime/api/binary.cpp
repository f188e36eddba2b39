// SPDX-License-Identifier: Apache-2.0
// Kernel binaries and functions.
#include <cstring>
#include <string>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/core/args_list.h"
#include "runtime/core/exception.h"
#include "runtime/core/kernel_registry.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::Binary;
using core::Function;

namespace {

using BinaryPin = core::HandleTable<Binary>::Pin;

Status checkOptions(const aclrtBinaryLoadOptions* options, bool fromData) {
    if (options == nullptr || options->numOpt == 0) {
        return {};
    }
    ACC_TRY(notNull(options->options, "options->options"));
    for (size_t index = 0; index < options->numOpt; ++index) {
        const aclrtBinaryLoadOption& option = options->options[index];
        bool legal = false;
        switch (option.type) {
            case ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD:
                legal = option.value.isLazyLoad <= 1;
                break;
            case ACL_RT_BINARY_LOAD_OPT_MAGIC:
                legal = option.value.magic == ACL_RT_BINARY_MAGIC_ELF_AICORE ||
                        option.value.magic == ACL_RT_BINARY_MAGIC_ELF_VECTOR_CORE ||
                        option.value.magic == ACL_RT_BINARY_MAGIC_ELF_CUBE_CORE;
                break;
            case ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE:
                legal = option.value.cpuKernelMode >= 0 && option.value.cpuKernelMode <= 2 &&
                        !(fromData && option.value.cpuKernelMode == 1);
                break;
        }
        if (!legal) {
            return Status::error(ACL_ERROR_INVALID_PARAM,
                                 "options->options[{}] is {{type {}, value {:#x}}}, expected a documented load option",
                                 index, static_cast<int>(option.type), option.value.magic);
        }
    }
    return {};
}

bool lazyOption(const aclrtBinaryLoadOptions* options) {
    bool lazy = false;
    for (size_t index = 0; options != nullptr && index < options->numOpt; ++index) {
        if (options->options[index].type == ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD) {
            lazy = options->options[index].value.isLazyLoad == 1;
        }
    }
    return lazy;
}

Status enter(Result<std::shared_ptr<Binary>> loaded, bool lazy, aclrtBinHandle* binHandle) {
    ACC_ASSIGN_OR_RETURN(std::shared_ptr<Binary> binary, std::move(loaded));
    if (lazy) {
        binary->setLazy();
    }
    void* handle = runtime().binaries.insert(binary);
    if (handle == nullptr) {
        binary->retire();
        return Status::error(ACL_ERROR_RT_PROGRAM_USE_OUT, "no handle left for a kernel binary");
    }
    binary->setHandle(handle);
    *binHandle = handle;
    return {};
}

Status resolveBinary(const void* handle, BinaryPin* pin) {
    return resolve(runtime().binaries, handle, HandleKind::binary, "binHandle", pin);
}

aclrtKernelType kernelType(const AccKernel& kernel) {
    if (kernel.cubeCores != 0 && kernel.vectorCores != 0) {
        return ACL_KERNEL_TYPE_MIX;
    }
    return kernel.cubeCores != 0 ? ACL_KERNEL_TYPE_CUBE : ACL_KERNEL_TYPE_VECTOR;
}

}  // namespace

extern "C" {

aclError aclrtBinaryLoadFromFile(const char* binPath, aclrtBinaryLoadOptions* options, aclrtBinHandle* binHandle) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(binPath, "binPath"));
        ACC_TRY(checkOptions(options, false));
        ACC_TRY(notNull(binHandle, "binHandle"));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        return enter(Binary::open(binPath), lazyOption(options), binHandle);
    });
}

aclError aclrtBinaryLoadFromData(const void* data, size_t length, const aclrtBinaryLoadOptions* options,
                                 aclrtBinHandle* binHandle) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(data, "data"));
        ACC_TRY(mustNotBeZero(length, "length"));
        ACC_TRY(checkOptions(options, true));
        ACC_TRY(notNull(binHandle, "binHandle"));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        return enter(Binary::load(data, length), lazyOption(options), binHandle);
    });
}

aclError aclrtBinaryUnLoad(aclrtBinHandle binHandle) {
    return apiCall(__func__, [&]() -> Status {
        const BinaryPin removed = runtime().binaries.remove(binHandle);
        if (!removed) {
            return runtime().finalised() ? Status() : detail::badHandle("binHandle", binHandle, HandleKind::binary);
        }
        removed->retire();
        core::ArgsList::forgetBinary(binHandle);
        core::setBinaryExceptionCallback(binHandle, nullptr, nullptr);
        return {};
    });
}

aclError aclrtBinaryGetFunction(const aclrtBinHandle binHandle, const char* kernelName, aclrtFuncHandle* funcHandle) {
    return apiCall(__func__, [&]() -> Status {
        BinaryPin binary;
        ACC_TRY(resolveBinary(binHandle, &binary));
        ACC_TRY(notNull(kernelName, "kernelName"));
        ACC_TRY(notNull(funcHandle, "funcHandle"));
        const Function* function = binary->find(kernelName);
        if (function == nullptr) {
            std::string known;
            for (const Function* candidate : binary->functions()) {
                known += ' ' + candidate->symbol;
            }
            return Status::error(ACL_ERROR_RT_KERNEL_LOOKUP, "kernelName is '{}', expected one of:{}", kernelName,
                                 known);
        }
        *funcHandle = function->handle;
        return {};
    });
}

aclError aclrtBinaryGetFunctionByEntry(aclrtBinHandle binHandle, uint64_t funcEntry, aclrtFuncHandle* funcHandle) {
    return apiCall(__func__, [&]() -> Status {
        BinaryPin binary;
        ACC_TRY(resolveBinary(binHandle, &binary));
        ACC_TRY(notNull(funcHandle, "funcHandle"));
        if (funcEntry >= binary->functions().size()) {
            return Status::error(ACL_ERROR_RT_KERNEL_LOOKUP, "funcEntry is {}, expected less than {}", funcEntry,
                                 binary->functions().size());
        }
        *funcHandle = binary->functions()[funcEntry]->handle;
        return {};
    });
}

aclError aclrtGetFuncBySymbol(const void* symbol, aclrtFuncHandle* funcHandle) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(symbol, "symbol"));
        ACC_TRY(notNull(funcHandle, "funcHandle"));
        const Function* function = core::ProgramKernels::instance().find(symbol);
        if (function == nullptr) {
            return Status::error(ACL_ERROR_RT_INVALID_DEVICE_FUNCTION,
                                 "symbol is {}, expected a __global__ function of this program", symbol);
        }
        *funcHandle = function->handle;
        return {};
    });
}

aclError aclrtFunctionGetBinary(const aclrtFuncHandle funcHandle, aclrtBinHandle* binHandle) {
    return apiCall(__func__, [&]() -> Status {
        const Function* function = nullptr;
        ACC_TRY(resolveFunction(funcHandle, "funcHandle", &function));
        ACC_TRY(notNull(binHandle, "binHandle"));
        if (function->binaryHandle == nullptr) {
            return Status::error(ACL_ERROR_RT_PARAM_INVALID, "funcHandle is {}, which is compiled into the program",
                                 function->name);
        }
        *binHandle = function->binaryHandle;
        return {};
    });
}

aclError aclrtGetFunctionName(aclrtFuncHandle funcHandle, uint32_t maxLen, char* name) {
    return apiCall(__func__, [&]() -> Status {
        const Function* function = nullptr;
        ACC_TRY(resolveFunction(funcHandle, "funcHandle", &function));
        ACC_TRY(notNull(name, "name"));
        const size_t bytes = function->symbol.size() + 1;
        if (maxLen < bytes) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "maxLen is {}, expected at least {} for '{}'", maxLen, bytes,
                                 function->symbol);
        }
        std::memcpy(name, function->symbol.c_str(), bytes);
        return {};
    });
}

aclError aclrtGetFunctionAddr(aclrtFuncHandle funcHandle, void** aicAddr, void** aivAddr) {
    return apiCall(__func__, [&]() -> Status {
        const Function* function = nullptr;
        ACC_TRY(resolveFunction(funcHandle, "funcHandle", &function));
        ACC_TRY(notNull(aicAddr, "aicAddr"));
        ACC_TRY(notNull(aivAddr, "aivAddr"));
        *aicAddr = reinterpret_cast<void*>(function->kernel.cubeEntry);
        *aivAddr = reinterpret_cast<void*>(function->kernel.vectorEntry);
        return {};
    });
}

aclError aclrtGetFunctionAttribute(aclrtFuncHandle funcHandle, aclrtFuncAttribute attrType, int64_t* attrValue) {
    return apiCall(__func__, [&]() -> Status {
        const Function* function = nullptr;
        ACC_TRY(resolveFunction(funcHandle, "funcHandle", &function));
        ACC_TRY(inRange<int>(attrType, ACL_FUNC_ATTR_KERNEL_TYPE, ACL_FUNC_ATTR_KERNEL_SCHED_MODE, "attrType"));
        ACC_TRY(notNull(attrValue, "attrValue"));
        const AccKernel& kernel = function->kernel;
        *attrValue = attrType == ACL_FUNC_ATTR_KERNEL_TYPE    ? kernelType(kernel)
                     : attrType == ACL_FUNC_ATTR_KERNEL_RATIO ? kernel.vectorCores | kernel.cubeCores << 16
                                                              : kernel.schedMode;
        return {};
    });
}

aclError aclrtFunctionGetParamCount(const void* func, size_t* paramCount) {
    return apiCall(__func__, [&]() -> Status {
        const Function* function = nullptr;
        ACC_TRY(resolveFunctionOrSymbol(func, "func", &function));
        ACC_TRY(notNull(paramCount, "paramCount"));
        *paramCount = function->parameters.size();
        return {};
    });
}

aclError aclrtFunctionGetParamInfo(const void* func, size_t paramIndex, size_t* paramOffset, size_t* paramSize) {
    return apiCall(__func__, [&]() -> Status {
        const Function* function = nullptr;
        ACC_TRY(resolveFunctionOrSymbol(func, "func", &function));
        if (paramIndex >= function->parameters.size()) {
            return Status::error(ACL_ERROR_INVALID_PARAM,
                                 "paramIndex is {}, expected less than {}: the parameters of {}", paramIndex,
                                 function->parameters.size(), function->name);
        }
        if (paramOffset == nullptr && paramSize == nullptr) {
            return Status::error(ACL_ERROR_INVALID_PARAM,
                                 "paramOffset and paramSize are both null, expected one of them");
        }
        if (paramOffset != nullptr) {
            *paramOffset = function->parameters[paramIndex].offset;
        }
        if (paramSize != nullptr) {
            *paramSize = function->parameters[paramIndex].size;
        }
        return {};
    });
}

aclError aclrtBinaryGetDevAddress(const aclrtBinHandle binHandle, void** binAddr, size_t* binSize) {
    return apiCall(__func__, [&]() -> Status {
        BinaryPin binary;
        ACC_TRY(resolveBinary(binHandle, &binary));
        ACC_TRY(notNull(binAddr, "binAddr"));
        ACC_TRY(notNull(binSize, "binSize"));
        *binAddr = binary->lazy() ? nullptr : binary->address();
        *binSize = binary->sizeBytes();
        return {};
    });
}

aclError aclrtBinaryGetGlobal(aclrtBinHandle binHandle, const char* name, void** dptr, size_t* size) {
    return apiCall(__func__, [&]() -> Status {
        BinaryPin binary;
        ACC_TRY(resolveBinary(binHandle, &binary));
        ACC_TRY(notNull(name, "name"));
        if (dptr == nullptr && size == nullptr) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "dptr and size are both null, expected one of them");
        }
        size_t sizeBytes = 0;
        void* variable = binary->findVariable(name, &sizeBytes);
        if (variable == nullptr) {
            return Status::error(ACL_ERROR_RT_SYMBOL_NOT_FOUND, "name is '{}', which the binary does not have", name);
        }
        if (dptr != nullptr) {
            *dptr = variable;
        }
        if (size != nullptr) {
            *size = sizeBytes;
        }
        return {};
    });
}

aclrtBinary aclrtCreateBinary(const void* data, size_t dataLen) {
    void* handle = nullptr;
    apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(data, "data"));
        ACC_TRY(mustNotBeZero(dataLen, "dataLen"));
        handle = runtime().binaryData.insert(std::make_shared<core::BinaryData>(core::BinaryData{data, dataLen}));
        return handle == nullptr ? Status::error(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no handle left for a binary")
                                 : Status();
    });
    return handle;
}

aclError aclrtDestroyBinary(aclrtBinary binary) {
    return apiCall(__func__, [&]() -> Status {
        const auto removed = runtime().binaryData.remove(binary);
        return removed ? Status() : detail::badHandle("binary", binary, HandleKind::binaryData);
    });
}

aclError aclrtBinaryLoad(const aclrtBinary binary, aclrtBinHandle* binHandle) {
    return apiCall(__func__, [&]() -> Status {
        core::HandleTable<core::BinaryData>::Pin data;
        ACC_TRY(resolve(runtime().binaryData, binary, HandleKind::binaryData, "binary", &data));
        ACC_TRY(notNull(binHandle, "binHandle"));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        return enter(Binary::load(data->bytes, data->sizeBytes), false, binHandle);
    });
}

aclError aclrtGetFunctionSize(aclrtFuncHandle funcHandle, size_t* aicSize, size_t* aivSize) {
    return apiCall(__func__, [&]() -> Status {
        const Function* function = nullptr;
        ACC_TRY(resolveFunction(funcHandle, "funcHandle", &function));
        ACC_TRY(notNull(aicSize, "aicSize"));
        ACC_TRY(notNull(aivSize, "aivSize"));
        *aicSize = core::codeBytes(reinterpret_cast<const void*>(function->kernel.cubeEntry));
        *aivSize = core::codeBytes(reinterpret_cast<const void*>(function->kernel.vectorEntry));
        return {};
    });
}

aclError aclrtFunctionGetAvailDynUbufPerBlock(void* func, uint32_t flags, size_t* dynamicUbufSize) {
    return apiCall(__func__, [&]() -> Status {
        const Function* function = nullptr;
        ACC_TRY(resolveFunctionOrSymbol(func, "func", &function));
        ACC_TRY(mustBeZero(flags, "flags"));
        ACC_TRY(notNull(dynamicUbufSize, "dynamicUbufSize"));
        *dynamicUbufSize = 0;  // none of the kernels is a SIMT one
        return {};
    });
}

aclError aclrtRegisterCpuFunc(const aclrtBinHandle handle, const char* funcName, const char* kernelName,
                              aclrtFuncHandle* funcHandle) {
    return apiCall(__func__, [&]() -> Status {
        BinaryPin binary;
        ACC_TRY(resolveBinary(handle, &binary));
        ACC_TRY(notNull(funcName, "funcName"));
        ACC_TRY(notNull(kernelName, "kernelName"));
        ACC_TRY(notNull(funcHandle, "funcHandle"));
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "handle is a binary of AI Core kernels, expected one of AI CPU kernels");
    });
}

}  // extern "C"
