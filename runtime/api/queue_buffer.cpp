// SPDX-License-Identifier: Apache-2.0
// Buffers that queues carry.
#include <algorithm>

#include "acl/acl_tdt_queue.h"
#include "runtime/api/shared_queue.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

Status checkPrivate(size_t size, size_t offset) {
    if (size == 0 || offset > kPrivateBytes || size > kPrivateBytes - offset) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "size is {} and offset is {}, expected at least 1 byte of {}",
                             size, offset, kPrivateBytes);
    }
    return {};
}

}  // namespace

namespace acc::rt::api {

void freeBuffer(Buffer* pointer) {
    if (const std::shared_ptr<Buffer> buffer = Buffers::instance().remove(pointer)) {
        for (Buffer* part : buffer->chain) {
            freeBuffer(part);
        }
    }
}

Buffer* copyReference(const Buffer& buffer) {
    Buffer copy = buffer;
    copy.chain.clear();
    for (const Buffer* part : buffer.chain) {
        if (const std::shared_ptr<Buffer> live = Buffers::instance().find(part)) {
            copy.chain.push_back(copyReference(*live));
        }
    }
    return Buffers::instance().make(std::move(copy));
}

}  // namespace acc::rt::api

extern "C" {

aclError acltdtAllocBuf(size_t size, uint32_t type, acltdtBuf* buf) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(mustNotBeZero(size, "size"));
        ACC_TRY(inRange<uint32_t>(type, ACL_TDT_NORMAL_MEM, ACL_TDT_DVPP_MEM, "type"));
        ACC_TRY(notNull(buf, "buf"));
        if (type == ACL_TDT_DVPP_MEM) {
            return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                                 "type is ACL_TDT_DVPP_MEM, expected ACL_TDT_NORMAL_MEM");
        }
        *buf = Buffers::instance().make(Buffer{std::make_shared<std::vector<std::byte>>(size), 0, {}, {}});
        return {};
    });
}

aclError acltdtFreeBuf(acltdtBuf buf) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Buffer> buffer;
        ACC_TRY(resolveBuffer(buf, "buf", &buffer));
        freeBuffer(buffer.get());
        return {};
    });
}

aclError acltdtGetBufData(const acltdtBuf buf, void** dataPtr, size_t* size) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Buffer> buffer;
        ACC_TRY(resolveBuffer(buf, "buf", &buffer));
        ACC_TRY(notNull(dataPtr, "dataPtr"));
        ACC_TRY(notNull(size, "size"));
        *dataPtr = buffer->memory->data();
        *size = buffer->memory->size();
        return {};
    });
}

aclError acltdtSetBufDataLen(acltdtBuf buf, size_t len) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Buffer> buffer;
        ACC_TRY(resolveBuffer(buf, "buf", &buffer));
        ACC_TRY(inRange<size_t>(len, 0, buffer->memory->size(), "len"));
        buffer->dataBytes = len;
        return {};
    });
}

aclError acltdtGetBufDataLen(acltdtBuf buf, size_t* len) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Buffer> buffer;
        ACC_TRY(resolveBuffer(buf, "buf", &buffer));
        ACC_TRY(notNull(len, "len"));
        *len = buffer->dataBytes;
        return {};
    });
}

aclError acltdtAppendBufChain(acltdtBuf headBuf, acltdtBuf buf) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Buffer> head;
        std::shared_ptr<Buffer> buffer;
        ACC_TRY(resolveBuffer(headBuf, "headBuf", &head));
        ACC_TRY(resolveBuffer(buf, "buf", &buffer));
        const bool twice = std::find(head->chain.begin(), head->chain.end(), buffer.get()) != head->chain.end();
        if (head == buffer || twice || !buffer->chain.empty()) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "buf is {}, expected a buffer that is in no chain", buf);
        }
        head->chain.push_back(buffer.get());
        return {};
    });
}

aclError acltdtGetBufChainNum(acltdtBuf headBuf, uint32_t* num) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Buffer> head;
        ACC_TRY(resolveBuffer(headBuf, "headBuf", &head));
        ACC_TRY(notNull(num, "num"));
        *num = static_cast<uint32_t>(head->chain.size() + 1);
        return {};
    });
}

aclError acltdtGetBufFromChain(acltdtBuf headBuf, uint32_t index, acltdtBuf* buf) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Buffer> head;
        ACC_TRY(resolveBuffer(headBuf, "headBuf", &head));
        ACC_TRY(notNull(buf, "buf"));
        if (index > head->chain.size()) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "index is {}, expected at most {}", index,
                                 head->chain.size());
        }
        *buf = index == 0 ? head.get() : head->chain[index - 1];
        return {};
    });
}

aclError acltdtGetBufUserData(const acltdtBuf buf, void* dataPtr, size_t size, size_t offset) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Buffer> buffer;
        ACC_TRY(resolveBuffer(buf, "buf", &buffer));
        ACC_TRY(notNull(dataPtr, "dataPtr"));
        ACC_TRY(checkPrivate(size, offset));
        std::memcpy(dataPtr, buffer->userData.data() + offset, size);
        return {};
    });
}

aclError acltdtSetBufUserData(acltdtBuf buf, const void* dataPtr, size_t size, size_t offset) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Buffer> buffer;
        ACC_TRY(resolveBuffer(buf, "buf", &buffer));
        ACC_TRY(notNull(dataPtr, "dataPtr"));
        ACC_TRY(checkPrivate(size, offset));
        std::memcpy(buffer->userData.data() + offset, dataPtr, size);
        return {};
    });
}

aclError acltdtCopyBufRef(const acltdtBuf buf, acltdtBuf* newBuf) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Buffer> buffer;
        ACC_TRY(resolveBuffer(buf, "buf", &buffer));
        ACC_TRY(notNull(newBuf, "newBuf"));
        *newBuf = copyReference(*buffer);
        return {};
    });
}

}  // extern "C"
