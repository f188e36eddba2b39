// SPDX-License-Identifier: Apache-2.0
// Queues of buffers, and routes between them.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl_tdt_queue.h"
#include "runtime/api/entry.h"
#include "runtime/api/queue_arguments.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::LiveObjects;

namespace {

constexpr size_t kPrivateBytes = 96;
constexpr uint32_t kDefaultDepth = 2;
constexpr size_t kMaxName = 127;

// A buffer. Copies of a reference share the memory.
struct Buffer {
    std::shared_ptr<std::vector<std::byte>> memory;
    size_t dataBytes = 0;
    std::array<std::byte, kPrivateBytes> userData{};
    std::vector<Buffer*> chain;  // what was appended; they belong to this one
};

using Buffers = LiveObjects<Buffer>;
using Queue = core::BoundedQueue<Buffer*>;

struct Route {
    uint32_t source;
    uint32_t destination;

    bool operator==(const Route&) const = default;
};

struct Queues {
    static Queues& instance() {
        [[clang::no_destroy]] static Queues queues;
        return queues;
    }
    Mutex mutex;
    std::map<uint32_t, std::shared_ptr<Queue>> byId ACC_GUARDED_BY(mutex);
    std::map<std::string, uint32_t> byName ACC_GUARDED_BY(mutex);
    std::vector<Route> routes ACC_GUARDED_BY(mutex);
    uint32_t lastId ACC_GUARDED_BY(mutex) = 0;
};

}  // namespace

// The opaque types of the interface.
struct tagMemQueueAttr {
    std::string name;
    uint32_t depth = kDefaultDepth;
};
struct acltdtQueueRoute {
    Route route{};
    int32_t status = ACL_TDT_QUEUE_ROUTE_UNBIND;
};
struct acltdtQueueRouteList {
    std::vector<acltdtQueueRoute> routes;
};
struct acltdtQueueRouteQueryInfo {
    acltdtQueueRouteQueryMode mode = ACL_TDT_QUEUE_ROUTE_QUERY_SRC;
    uint32_t source = 0;
    uint32_t destination = 0;
};

namespace {

template <class T>
aclError destroy(const char* function, const T* pointer, const char* parameter, const char* expected) {
    return apiCall(function, [&]() -> Status {
        std::shared_ptr<T> object;
        ACC_TRY(resolveObject(pointer, parameter, expected, &object));
        LiveObjects<T>::instance().remove(pointer);
        return {};
    });
}

template <class T>
T* create(const char* function, T&& value) {
    T* created = nullptr;
    apiCall(function, [&]() -> Status {
        created = LiveObjects<T>::instance().make(std::forward<T>(value));
        return {};
    });
    return created;
}

Status resolveBuffer(const void* buf, const char* parameter, std::shared_ptr<Buffer>* buffer) {
    return resolveObject(static_cast<const Buffer*>(buf), parameter, "a buffer of acltdtAllocBuf", buffer);
}

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

Status checkPrivate(size_t size, size_t offset) {
    if (size == 0 || offset > kPrivateBytes || size > kPrivateBytes - offset) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "size is {} and offset is {}, expected at least 1 byte of {}",
                             size, offset, kPrivateBytes);
    }
    return {};
}

Status checkSize(size_t len, size_t expected) {
    if (len != expected) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "len is {}, expected {}", len, expected);
    }
    return {};
}

// Copies a value out, if it is as long as the caller says.
template <class T>
Status give(const T& value, size_t len, size_t* paramRetSize, void* param) {
    ACC_TRY(checkSize(len, sizeof(T)));
    ACC_TRY(notNull(paramRetSize, "paramRetSize"));
    ACC_TRY(notNull(param, "param"));
    std::memcpy(param, &value, sizeof(T));
    *paramRetSize = sizeof(T);
    return {};
}

Status resolveList(const acltdtQueueRouteList* routeList, std::shared_ptr<acltdtQueueRouteList>* list) {
    return resolveObject(routeList, "routeList", "a list of acltdtCreateQueueRouteList", list);
}

// Binds or unbinds all routes of a list.
Status changeRoutes(acltdtQueueRouteList* routeList, bool bind) {
    std::shared_ptr<acltdtQueueRouteList> list;
    ACC_TRY(resolveList(routeList, &list));
    Queues& queues = Queues::instance();
    MutexLock lock(queues.mutex);
    for (const acltdtQueueRoute& entry : list->routes) {
        for (const uint32_t id : {entry.route.source, entry.route.destination}) {
            if (queues.byId.find(id) == queues.byId.end()) {
                return Status::error(ACL_ERROR_INVALID_QUEUE_ID,
                                     "a route of the list names queue {}, which does not exist", id);
            }
        }
    }
    for (acltdtQueueRoute& entry : list->routes) {
        std::erase(queues.routes, entry.route);
        if (bind) {
            queues.routes.push_back(entry.route);
        }
        entry.status = bind ? ACL_TDT_QUEUE_ROUTE_BIND : ACL_TDT_QUEUE_ROUTE_UNBIND;
    }
    return {};
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

aclError acltdtBindQueueRoutes(acltdtQueueRouteList* qRouteList) {
    return apiCall(__func__, [&]() -> Status { return changeRoutes(qRouteList, true); });
}

aclError acltdtUnbindQueueRoutes(acltdtQueueRouteList* qRouteList) {
    return apiCall(__func__, [&]() -> Status { return changeRoutes(qRouteList, false); });
}

aclError acltdtQueryQueueRoutes(const acltdtQueueRouteQueryInfo* queryInfo, acltdtQueueRouteList* qRouteList) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtQueueRouteQueryInfo> query;
        ACC_TRY(resolveObject(queryInfo, "queryInfo", "a query of acltdtCreateQueueRouteQueryInfo", &query));
        std::shared_ptr<acltdtQueueRouteList> list;
        ACC_TRY(resolveList(qRouteList, &list));
        Queues& queues = Queues::instance();
        MutexLock lock(queues.mutex);
        for (const Route& route : queues.routes) {
            const bool source = route.source == query->source;
            const bool destination = route.destination == query->destination;
            const bool wanted = query->mode == ACL_TDT_QUEUE_ROUTE_QUERY_SRC           ? source
                                : query->mode == ACL_TDT_QUEUE_ROUTE_QUERY_DST         ? destination
                                : query->mode == ACL_TDT_QUEUE_ROUTE_QUERY_SRC_AND_DST ? source && destination
                                                                                       : false;  // none is abnormal
            if (wanted) {
                list->routes.push_back({route, ACL_TDT_QUEUE_ROUTE_BIND});
            }
        }
        return {};
    });
}

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

acltdtQueueRoute* acltdtCreateQueueRoute(uint32_t srcId, uint32_t dstId) {
    return create(__func__, acltdtQueueRoute{{srcId, dstId}, ACL_TDT_QUEUE_ROUTE_UNBIND});
}

aclError acltdtDestroyQueueRoute(const acltdtQueueRoute* route) {
    return destroy(__func__, route, "route", "a route of acltdtCreateQueueRoute");
}

aclError acltdtGetQueueRouteParam(const acltdtQueueRoute* route, acltdtQueueRouteParamType type, size_t len,
                                  size_t* paramRetSize, void* param) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtQueueRoute> object;
        ACC_TRY(resolveObject(route, "route", "a route of acltdtCreateQueueRoute", &object));
        switch (type) {
            case ACL_TDT_QUEUE_ROUTE_SRC_UINT32:
                return give(object->route.source, len, paramRetSize, param);
            case ACL_TDT_QUEUE_ROUTE_DST_UINT32:
                return give(object->route.destination, len, paramRetSize, param);
            case ACL_TDT_QUEUE_ROUTE_STATUS_INT32:
                return give(object->status, len, paramRetSize, param);
        }
        return Status::error(ACL_ERROR_INVALID_PARAM, "type is {}, expected an acltdtQueueRouteParamType",
                             static_cast<int>(type));
    });
}

acltdtQueueRouteList* acltdtCreateQueueRouteList(void) {
    return create(__func__, acltdtQueueRouteList());
}

aclError acltdtDestroyQueueRouteList(const acltdtQueueRouteList* routeList) {
    return destroy(__func__, routeList, "routeList", "a list of acltdtCreateQueueRouteList");
}

aclError acltdtAddQueueRoute(acltdtQueueRouteList* routeList, const acltdtQueueRoute* route) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtQueueRouteList> list;
        ACC_TRY(resolveList(routeList, &list));
        std::shared_ptr<acltdtQueueRoute> object;
        ACC_TRY(resolveObject(route, "route", "a route of acltdtCreateQueueRoute", &object));
        list->routes.push_back(*object);
        return {};
    });
}

aclError acltdtGetQueueRoute(const acltdtQueueRouteList* routeList, size_t index, acltdtQueueRoute* route) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtQueueRouteList> list;
        ACC_TRY(resolveList(routeList, &list));
        std::shared_ptr<acltdtQueueRoute> object;
        ACC_TRY(resolveObject(route, "route", "a route of acltdtCreateQueueRoute", &object));
        if (index >= list->routes.size()) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "index is {}, expected less than {}", index,
                                 list->routes.size());
        }
        *object = list->routes[index];
        return {};
    });
}

size_t acltdtGetQueueRouteNum(const acltdtQueueRouteList* routeList) {
    const std::shared_ptr<acltdtQueueRouteList> list = LiveObjects<acltdtQueueRouteList>::instance().find(routeList);
    return list == nullptr ? 0 : list->routes.size();
}

acltdtQueueRouteQueryInfo* acltdtCreateQueueRouteQueryInfo(void) {
    return create(__func__, acltdtQueueRouteQueryInfo());
}

aclError acltdtDestroyQueueRouteQueryInfo(const acltdtQueueRouteQueryInfo* info) {
    return destroy(__func__, info, "info", "a query of acltdtCreateQueueRouteQueryInfo");
}

aclError acltdtSetQueueRouteQueryInfo(acltdtQueueRouteQueryInfo* param, acltdtQueueRouteQueryInfoParamType type,
                                      size_t len, const void* value) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtQueueRouteQueryInfo> query;
        ACC_TRY(resolveObject(param, "param", "a query of acltdtCreateQueueRouteQueryInfo", &query));
        ACC_TRY(
            inRange<int>(type, ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM, ACL_TDT_QUEUE_ROUTE_QUERY_DST_ID_UINT32, "type"));
        ACC_TRY(checkSize(len, sizeof(uint32_t)));
        ACC_TRY(notNull(value, "value"));
        uint32_t number = 0;
        std::memcpy(&number, value, sizeof(number));
        if (type == ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM) {
            if (number > ACL_TDT_QUEUE_ROUTE_QUERY_SRC_AND_DST && number != ACL_TDT_QUEUE_ROUTE_QUERY_ABNORMAL) {
                return Status::error(ACL_ERROR_INVALID_PARAM, "*value is {}, expected an acltdtQueueRouteQueryMode",
                                     number);
            }
            query->mode = static_cast<acltdtQueueRouteQueryMode>(number);
        } else {
            (type == ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32 ? query->source : query->destination) = number;
        }
        return {};
    });
}

}  // extern "C"
