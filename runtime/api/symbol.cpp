// SPDX-License-Identifier: Apache-2.0
// __gm__ variables of the program.
#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

Status resolveSymbol(const void* symbol, size_t* sizeBytes) {
    ACC_TRY(notNull(symbol, "symbol"));
    *sizeBytes = core::ProgramKernels::instance().variableBytes(symbol);
    if (*sizeBytes == 0) {
        return Status::error(ACL_ERROR_RT_INVALID_SYMBOL, "symbol is {}, expected a __gm__ variable of this program",
                             symbol);
    }
    return {};
}

// The part of a variable that a copy concerns.
Status part(const void* symbol, size_t count, size_t offset, void** address) {
    size_t sizeBytes = 0;
    ACC_TRY(resolveSymbol(symbol, &sizeBytes));
    if (offset > sizeBytes || count > sizeBytes - offset) {
        return Status::error(ACL_ERROR_INVALID_PARAM,
                             "offset is {} and count is {}, expected at most {} bytes together", offset, count,
                             sizeBytes);
    }
    *address = static_cast<std::byte*>(const_cast<void*>(symbol)) + offset;
    return {};
}

Status checkKind(aclrtMemcpyKind kind, aclrtMemcpyKind wanted, const char* name) {
    if (kind != wanted && kind != ACL_MEMCPY_DEFAULT) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "kind is {}, expected {} or ACL_MEMCPY_DEFAULT",
                             static_cast<int>(kind), name);
    }
    return {};
}

// The status of a call made for this one, which has recorded its own message.
Status outcome(aclError code) {
    return code == ACL_SUCCESS ? Status() : Status::error(code, "the copy was refused, see the message before");
}

Status toSymbol(const void* symbol, const void* src, size_t count, size_t offset, aclrtMemcpyKind kind, void** to) {
    ACC_TRY(notNull(src, "src"));
    ACC_TRY(checkKind(kind, ACL_MEMCPY_HOST_TO_DEVICE, "ACL_MEMCPY_HOST_TO_DEVICE"));
    return part(symbol, count, offset, to);
}

Status fromSymbol(const void* dst, size_t dstMax, const void* symbol, size_t count, size_t offset, aclrtMemcpyKind kind,
                  void** from) {
    ACC_TRY(notNull(dst, "dst"));
    if (count > dstMax) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "count is {}, expected at most dstMax, which is {}", count,
                             dstMax);
    }
    ACC_TRY(checkKind(kind, ACL_MEMCPY_DEVICE_TO_HOST, "ACL_MEMCPY_DEVICE_TO_HOST"));
    return part(symbol, count, offset, from);
}

}  // namespace

extern "C" {

aclError aclrtGetSymbolAddress(const void* symbol, void** devPtr) {
    return apiCall(__func__, [&]() -> Status {
        size_t sizeBytes = 0;
        ACC_TRY(resolveSymbol(symbol, &sizeBytes));
        ACC_TRY(notNull(devPtr, "devPtr"));
        *devPtr = const_cast<void*>(symbol);
        return {};
    });
}

aclError aclrtGetSymbolSize(const void* symbol, size_t* size) {
    return apiCall(__func__, [&]() -> Status {
        size_t sizeBytes = 0;
        ACC_TRY(resolveSymbol(symbol, &sizeBytes));
        ACC_TRY(notNull(size, "size"));
        *size = sizeBytes;
        return {};
    });
}

aclError aclrtMemcpyToSymbol(const void* symbol, const void* src, size_t count, size_t offset, aclrtMemcpyKind kind) {
    return apiCall(__func__, [&]() -> Status {
        void* to = nullptr;
        ACC_TRY(toSymbol(symbol, src, count, offset, kind, &to));
        return outcome(aclrtMemcpy(to, count, src, count, ACL_MEMCPY_HOST_TO_DEVICE));
    });
}

aclError aclrtMemcpyToSymbolAsync(const void* symbol, const void* src, size_t count, size_t offset,
                                  aclrtMemcpyKind kind, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        void* to = nullptr;
        ACC_TRY(toSymbol(symbol, src, count, offset, kind, &to));
        return outcome(aclrtMemcpyAsync(to, count, src, count, ACL_MEMCPY_HOST_TO_DEVICE, stream));
    });
}

aclError aclrtMemcpyFromSymbol(void* dst, size_t dstMax, const void* symbol, size_t count, size_t offset,
                               aclrtMemcpyKind kind) {
    return apiCall(__func__, [&]() -> Status {
        void* from = nullptr;
        ACC_TRY(fromSymbol(dst, dstMax, symbol, count, offset, kind, &from));
        return outcome(aclrtMemcpy(dst, dstMax, from, count, ACL_MEMCPY_DEVICE_TO_HOST));
    });
}

aclError aclrtMemcpyFromSymbolAsync(void* dst, size_t dstMax, const void* symbol, size_t count, size_t offset,
                                    aclrtMemcpyKind kind, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        void* from = nullptr;
        ACC_TRY(fromSymbol(dst, dstMax, symbol, count, offset, kind, &from));
        return outcome(aclrtMemcpyAsync(dst, dstMax, from, count, ACL_MEMCPY_DEVICE_TO_HOST, stream));
    });
}

}  // extern "C"
