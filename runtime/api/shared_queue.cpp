// SPDX-License-Identifier: Apache-2.0
// Queues of buffers.
#include <unistd.h>

#include "acl/acl_tdt_queue.h"
#include "runtime/api/shared_queue.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

constexpr uint32_t kDefaultDepth = 2;
constexpr size_t kMaxName = 127;

}  // namespace

// An opaque type of the interface.
struct tagMemQueueAttr {
    std::string name;
    uint32_t depth = kDefaultDepth;
};

namespace {

Status resolveQueue(uint32_t qid, std::shared_ptr<Queue>* queue) {
    Queues& queues = Queues::instance();
    MutexLock lock(queues.mutex);
    const auto it = queues.byId.find(qid);
    if (it == queues.byId.end()) {
        return Status::error(ACL_ERROR_INVALID_QUEUE_ID, "qid is {}, expected a queue of acltdtCreateQueue", qid);
    }
    *queue = it->second;
    return {};
}

Status outcome(Queue::Outcome outcome, aclError timeoutCode) {
    return queueOutcome(outcome, "queue", timeoutCode,
                        Status::error(ACL_ERROR_INVALID_QUEUE_ID, "the queue was destroyed meanwhile"));
}

// The queues that what is put into `qid` goes to: those at the ends of its routes, else the queue itself.
std::vector<std::shared_ptr<Queue>> targets(uint32_t qid, const std::shared_ptr<Queue>& own) {
    Queues& queues = Queues::instance();
    MutexLock lock(queues.mutex);
    std::vector<std::shared_ptr<Queue>> found;
    for (const Route& route : queues.routes) {
        const auto it = queues.byId.find(route.destination);
        if (route.source == qid && it != queues.byId.end()) {
            found.push_back(it->second);
        }
    }
    if (found.empty()) {
        found.push_back(own);
    }
    return found;
}

Status enqueue(uint32_t qid, Buffer* buffer, int32_t timeout) {
    std::shared_ptr<Queue> queue;
    ACC_TRY(resolveQueue(qid, &queue));
    ACC_TRY(checkQueueTimeout(timeout));
    const std::vector<std::shared_ptr<Queue>> to = targets(qid, queue);
    for (size_t index = 1; index < to.size(); ++index) {
        const std::shared_ptr<Buffer> live = Buffers::instance().find(buffer);
        Buffer* copy = copyReference(*live);
        if (Status status = outcome(to[index]->push(copy, timeout), ACL_ERROR_RT_QUEUE_FULL); !status.ok()) {
            freeBuffer(copy);
            return status;
        }
    }
    return outcome(to[0]->push(buffer, timeout), ACL_ERROR_RT_QUEUE_FULL);
}

}  // namespace

extern "C" {

aclError acltdtCreateQueue(const acltdtQueueAttr* attr, uint32_t* qid) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtQueueAttr> attributes;
        ACC_TRY(resolveObject(attr, "attr", "attributes of acltdtCreateQueueAttr", &attributes));
        ACC_TRY(notNull(qid, "qid"));
        Queues& queues = Queues::instance();
        MutexLock lock(queues.mutex);
        if (!attributes->name.empty() && queues.byName.find(attributes->name) != queues.byName.end()) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "attr has the name '{}', which another queue has",
                                 attributes->name);
        }
        const uint32_t id = ++queues.lastId;
        queues.byId[id] = std::make_shared<Queue>(attributes->depth);
        if (!attributes->name.empty()) {
            queues.byName[attributes->name] = id;
        }
        *qid = id;
        return {};
    });
}

aclError acltdtDestroyQueue(uint32_t qid) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Queue> queue;
        ACC_TRY(resolveQueue(qid, &queue));
        {
            Queues& queues = Queues::instance();
            MutexLock lock(queues.mutex);
            queues.byId.erase(qid);
            std::erase_if(queues.byName, [&](const auto& entry) { return entry.second == qid; });
            std::erase_if(queues.routes,
                          [&](const Route& route) { return route.source == qid || route.destination == qid; });
        }
        Buffer* left = nullptr;
        while (queue->pop(&left, 0) == Queue::Outcome::done) {
            freeBuffer(left);
        }
        queue->stop();
        return {};
    });
}

aclError acltdtEnqueue(uint32_t qid, acltdtBuf buf, int32_t timeout) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Buffer> buffer;
        ACC_TRY(resolveBuffer(buf, "buf", &buffer));
        return enqueue(qid, buffer.get(), timeout);
    });
}

aclError acltdtDequeue(uint32_t qid, acltdtBuf* buf, int32_t timeout) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Queue> queue;
        ACC_TRY(resolveQueue(qid, &queue));
        ACC_TRY(notNull(buf, "buf"));
        ACC_TRY(checkQueueTimeout(timeout));
        Buffer* buffer = nullptr;
        ACC_TRY(outcome(queue->pop(&buffer, timeout), ACL_ERROR_RT_QUEUE_EMPTY));
        *buf = buffer;
        return {};
    });
}

aclError acltdtEnqueueData(uint32_t qid, const void* data, size_t dataSize, const void* userData, size_t userDataSize,
                           int32_t timeout, uint32_t rsv) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(data, "data"));
        ACC_TRY(mustNotBeZero(dataSize, "dataSize"));
        if (userDataSize != 0) {
            ACC_TRY(notNull(userData, "userData"));
        }
        ACC_TRY(inRange<size_t>(userDataSize, 0, kPrivateBytes, "userDataSize"));
        ACC_TRY(mustBeZero(rsv, "rsv"));
        const auto* bytes = static_cast<const std::byte*>(data);
        Buffer buffer{std::make_shared<std::vector<std::byte>>(bytes, bytes + dataSize), dataSize, {}, {}};
        if (userDataSize != 0) {
            std::memcpy(buffer.userData.data(), userData, userDataSize);
        }
        Buffer* live = Buffers::instance().make(std::move(buffer));
        Status status = enqueue(qid, live, timeout);
        if (!status.ok()) {
            freeBuffer(live);
        }
        return status;
    });
}

aclError acltdtDequeueData(uint32_t qid, void* data, size_t dataSize, size_t* retDataSize, void* userData,
                           size_t userDataSize, int32_t timeout) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Queue> queue;
        ACC_TRY(resolveQueue(qid, &queue));
        ACC_TRY(notNull(data, "data"));
        ACC_TRY(mustNotBeZero(dataSize, "dataSize"));
        ACC_TRY(notNull(retDataSize, "retDataSize"));
        if (userDataSize != 0) {
            ACC_TRY(notNull(userData, "userData"));
        }
        ACC_TRY(inRange<size_t>(userDataSize, 0, kPrivateBytes, "userDataSize"));
        ACC_TRY(checkQueueTimeout(timeout));
        Buffer* taken = nullptr;
        ACC_TRY(outcome(queue->pop(&taken, timeout), ACL_ERROR_RT_QUEUE_EMPTY));
        const std::shared_ptr<Buffer> buffer = Buffers::instance().find(taken);
        freeBuffer(taken);
        if (buffer->dataBytes > dataSize) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "dataSize is {}, expected at least {}; the data is lost",
                                 dataSize, buffer->dataBytes);
        }
        std::memcpy(data, buffer->memory->data(), buffer->dataBytes);
        *retDataSize = buffer->dataBytes;
        if (userDataSize != 0) {
            std::memcpy(userData, buffer->userData.data(), userDataSize);
        }
        return {};
    });
}

aclError acltdtGrantQueue(uint32_t qid, int32_t pid, uint32_t permission, int32_t timeout) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Queue> queue;
        ACC_TRY(resolveQueue(qid, &queue));
        ACC_TRY(inRange<uint32_t>(permission, ACL_TDT_QUEUE_PERMISSION_MANAGE, 7, "permission"));
        ACC_TRY(checkQueueTimeout(timeout));
        if (pid != getpid()) {
            return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "pid is {}, expected this process, {}", pid,
                                 getpid());
        }
        return {};
    });
}

aclError acltdtAttachQueue(uint32_t qid, int32_t timeout, uint32_t* permission) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Queue> queue;
        ACC_TRY(resolveQueue(qid, &queue));
        ACC_TRY(checkQueueTimeout(timeout));
        ACC_TRY(notNull(permission, "permission"));
        *permission =
            ACL_TDT_QUEUE_PERMISSION_MANAGE | ACL_TDT_QUEUE_PERMISSION_DEQUEUE | ACL_TDT_QUEUE_PERMISSION_ENQUEUE;
        return {};
    });
}

acltdtQueueAttr* acltdtCreateQueueAttr(void) {
    return create(__func__, acltdtQueueAttr());
}

aclError acltdtDestroyQueueAttr(const acltdtQueueAttr* attr) {
    return destroy(__func__, attr, "attr", "attributes of acltdtCreateQueueAttr");
}

aclError acltdtSetQueueAttr(acltdtQueueAttr* attr, acltdtQueueAttrType type, size_t len, const void* param) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtQueueAttr> attributes;
        ACC_TRY(resolveObject(attr, "attr", "attributes of acltdtCreateQueueAttr", &attributes));
        ACC_TRY(notNull(param, "param"));
        if (type == ACL_TDT_QUEUE_NAME_PTR) {
            ACC_TRY(checkSize(len, sizeof(const char*)));
            const char* name = nullptr;
            std::memcpy(&name, param, sizeof(name));
            ACC_TRY(notNull(name, "*param"));
            if (strnlen(name, kMaxName + 1) > kMaxName) {
                return Status::error(ACL_ERROR_INVALID_PARAM, "*param has more than {} characters", kMaxName);
            }
            attributes->name = name;
            return {};
        }
        ACC_TRY(inRange<int>(type, ACL_TDT_QUEUE_NAME_PTR, ACL_TDT_QUEUE_DEPTH_UINT32, "type"));
        ACC_TRY(checkSize(len, sizeof(uint32_t)));
        uint32_t depth = 0;
        std::memcpy(&depth, param, sizeof(depth));
        ACC_TRY(inRange<uint32_t>(depth, kDefaultDepth, UINT32_MAX, "*param"));
        attributes->depth = depth;
        return {};
    });
}

aclError acltdtGetQueueAttr(const acltdtQueueAttr* attr, acltdtQueueAttrType type, size_t len, size_t* paramRetSize,
                            void* param) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtQueueAttr> attributes;
        ACC_TRY(resolveObject(attr, "attr", "attributes of acltdtCreateQueueAttr", &attributes));
        ACC_TRY(inRange<int>(type, ACL_TDT_QUEUE_NAME_PTR, ACL_TDT_QUEUE_DEPTH_UINT32, "type"));
        return type == ACL_TDT_QUEUE_NAME_PTR ? give(attributes->name.c_str(), len, paramRetSize, param)
                                              : give(attributes->depth, len, paramRetSize, param);
    });
}

}  // extern "C"
