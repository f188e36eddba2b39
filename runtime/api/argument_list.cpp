// SPDX-License-Identifier: Apache-2.0
// Argument lists for kernels.
#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/api/lists.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::ArgsList;

namespace {

constexpr size_t kUserHandleBytes = 64;
constexpr size_t kArgumentBytes = 8;

Status resolveArgument(const ArgsList& list, const void* paramHandle, size_t* index) {
    if (!list.argumentIndex(paramHandle, index)) {
        return Status::error(ACL_ERROR_RT_INVALID_HANDLE, "paramHandle is {}, expected an argument of this list",
                             paramHandle);
    }
    return {};
}

}  // namespace

namespace acc::rt::api {

Status resolveList(const void* argsHandle, std::shared_ptr<ArgsList>* list) {
    ACC_TRY(notNull(argsHandle, "argsHandle"));
    if (core::handleKind(argsHandle) == HandleKind::none) {
        *list = ArgsList::findAt(argsHandle);
    } else if (const auto pin = runtime().argsLists.find(argsHandle)) {
        *list = pin.shared();
    }
    return *list != nullptr ? Status() : detail::badHandle("argsHandle", argsHandle, HandleKind::argsList);
}

}  // namespace acc::rt::api

extern "C" {

aclError aclrtKernelArgsInit(aclrtFuncHandle funcHandle, aclrtArgsHandle* argsHandle) {
    return apiCall(__func__, [&]() -> Status {
        const core::Function* function = nullptr;
        ACC_TRY(resolveFunction(funcHandle, "funcHandle", &function));
        ACC_TRY(notNull(argsHandle, "argsHandle"));
        void* handle = runtime().argsLists.insert(std::make_shared<ArgsList>(*function));
        if (handle == nullptr) {
            return Status::error(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no handle left for an argument list");
        }
        *argsHandle = handle;
        return {};
    });
}

aclError aclrtKernelArgsInitByUserMem(aclrtFuncHandle funcHandle, aclrtArgsHandle argsHandle, void* userHostMem,
                                      size_t actualArgsSize) {
    return apiCall(__func__, [&]() -> Status {
        const core::Function* function = nullptr;
        ACC_TRY(resolveFunction(funcHandle, "funcHandle", &function));
        ACC_TRY(notNull(argsHandle, "argsHandle"));
        ACC_TRY(notNull(userHostMem, "userHostMem"));
        if (actualArgsSize < function->kernel.argsSize) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "actualArgsSize is {}, expected at least {} for {}",
                                 actualArgsSize, function->kernel.argsSize, function->name);
        }
        ArgsList::enterAt(argsHandle, std::make_shared<ArgsList>(*function));
        return {};
    });
}

aclError aclrtKernelArgsGetMemSize(aclrtFuncHandle funcHandle, size_t userArgsSize, size_t* actualArgsSize) {
    return apiCall(__func__, [&]() -> Status {
        const core::Function* function = nullptr;
        ACC_TRY(resolveFunction(funcHandle, "funcHandle", &function));
        ACC_TRY(notNull(actualArgsSize, "actualArgsSize"));
        const size_t rounded = (userArgsSize + kArgumentBytes - 1) / kArgumentBytes * kArgumentBytes;
        *actualArgsSize = std::max<size_t>(rounded, function->kernel.argsSize);
        return {};
    });
}

aclError aclrtKernelArgsGetHandleMemSize(aclrtFuncHandle funcHandle, size_t* memSize) {
    return apiCall(__func__, [&]() -> Status {
        const core::Function* function = nullptr;
        ACC_TRY(resolveFunction(funcHandle, "funcHandle", &function));
        ACC_TRY(notNull(memSize, "memSize"));
        *memSize = kUserHandleBytes;
        return {};
    });
}

aclError aclrtKernelArgsAppend(aclrtArgsHandle argsHandle, void* param, size_t paramSize,
                               aclrtParamHandle* paramHandle) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<ArgsList> list;
        ACC_TRY(resolveList(argsHandle, &list));
        ACC_TRY(notNull(param, "param"));
        ACC_TRY(mustNotBeZero(paramSize, "paramSize"));
        ACC_TRY(notNull(paramHandle, "paramHandle"));
        ACC_ASSIGN_OR_RETURN(const size_t index, list->append(param, paramSize));
        *paramHandle = list->argumentHandle(index);
        return {};
    });
}

aclError aclrtKernelArgsAppendPlaceHolder(aclrtArgsHandle argsHandle, aclrtParamHandle* paramHandle) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<ArgsList> list;
        ACC_TRY(resolveList(argsHandle, &list));
        ACC_TRY(notNull(paramHandle, "paramHandle"));
        ACC_ASSIGN_OR_RETURN(const size_t index, list->appendPlaceHolder());
        *paramHandle = list->argumentHandle(index);
        return {};
    });
}

aclError aclrtKernelArgsGetPlaceHolderBuffer(aclrtArgsHandle argsHandle, aclrtParamHandle paramHandle, size_t dataSize,
                                             void** bufferAddr) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<ArgsList> list;
        ACC_TRY(resolveList(argsHandle, &list));
        size_t index = 0;
        ACC_TRY(resolveArgument(*list, paramHandle, &index));
        ACC_TRY(mustNotBeZero(dataSize, "dataSize"));
        ACC_TRY(notNull(bufferAddr, "bufferAddr"));
        ACC_ASSIGN_OR_RETURN(*bufferAddr, list->placeHolderBuffer(index, dataSize));
        return {};
    });
}

aclError aclrtKernelArgsParaUpdate(aclrtArgsHandle argsHandle, aclrtParamHandle paramHandle, void* param,
                                   size_t paramSize) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<ArgsList> list;
        ACC_TRY(resolveList(argsHandle, &list));
        size_t index = 0;
        ACC_TRY(resolveArgument(*list, paramHandle, &index));
        ACC_TRY(notNull(param, "param"));
        ACC_TRY(mustNotBeZero(paramSize, "paramSize"));
        return list->update(index, param, paramSize);
    });
}

aclError aclrtKernelArgsFinalize(aclrtArgsHandle argsHandle) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<ArgsList> list;
        ACC_TRY(resolveList(argsHandle, &list));
        return list->finalize();
    });
}

}  // extern "C"
