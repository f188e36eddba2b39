// SPDX-License-Identifier: Apache-2.0
// Device memory that processes share by keys.
#include "runtime/core/ipc_memory.h"

#include "acl/acl_rt.h"
#include "runtime/api/entry.h"
#include "runtime/api/share_arguments.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

// What an NPU can share: whole pages. Blocks start on one there.
constexpr size_t kPageBytes = 4096;

Status checkRange(const void* devPtr, size_t size, mem::Allocation* block) {
    ACC_TRY(notNull(devPtr, "devPtr"));
    ACC_TRY(mustNotBeZero(size, "size"));
    const auto start = reinterpret_cast<uintptr_t>(devPtr);
    if (!mem::find(start, block) || block->kind != mem::Kind::device || size > block->end() - start) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "devPtr is {} and size is {}, expected a block of aclrtMalloc",
                             devPtr, size);
    }
    if ((start - block->base) % kPageBytes != 0) {
        return Status::error(ACL_ERROR_INVALID_PARAM,
                             "devPtr is {}, {} bytes into its block, expected its start or a multiple of {} bytes",
                             devPtr, start - block->base, kPageBytes);
    }
    return {};
}

}  // namespace

extern "C" {

aclError aclrtIpcMemGetExportKey(void* devPtr, size_t size, char* key, size_t len, uint64_t flags) {
    return apiCall(__func__, [&]() -> Status {
        mem::Allocation block;
        ACC_TRY(checkRange(devPtr, size, &block));
        ACC_TRY(notNull(key, "key"));
        ACC_TRY(inRange<size_t>(len, kKeyBytes, kKeyBytes, "len"));
        ACC_TRY(checkFlags(flags, ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION));
        ACC_TRY(runtime().usable());
        ACC_ASSIGN_OR_RETURN(
            const core::ShareKey made,
            core::IpcMemory::instance().exportRange(block, reinterpret_cast<uintptr_t>(devPtr), size,
                                                    flags == ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION));
        writeKey(made, key);
        return {};
    });
}

aclError aclrtIpcMemSetImportPid(const char* key, int32_t* pid, size_t num) {
    return apiCall(__func__, [&]() -> Status {
        core::ShareKey parsed;
        ACC_TRY(parseKey(key, &parsed));
        ACC_TRY(checkPids(pid, num, "num"));
        return core::IpcMemory::instance().allow(parsed, {pid, num});
    });
}

aclError aclrtIpcMemImportByKey(void** devPtr, const char* key, uint64_t flags) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(devPtr, "devPtr"));
        core::ShareKey parsed;
        ACC_TRY(parseKey(key, &parsed));
        ACC_TRY(checkFlags(flags, ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        ACC_ASSIGN_OR_RETURN(
            *devPtr, core::IpcMemory::instance().import(parsed, context->device(),
                                                        flags == ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS));
        return {};
    });
}

aclError aclrtIpcMemClose(const char* key) {
    return apiCall(__func__, [&]() -> Status {
        core::ShareKey parsed;
        ACC_TRY(parseKey(key, &parsed));
        return core::IpcMemory::instance().close(parsed);
    });
}

}  // extern "C"
