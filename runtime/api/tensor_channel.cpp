// SPDX-License-Identifier: Apache-2.0
// Tensor channels.
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl_tdt.h"
#include "runtime/api/entry.h"
#include "runtime/api/queue_arguments.h"

using namespace acc::rt;
using namespace acc::rt::api;

// The opaque types of the interface. An item's members are fixed when it is made.
struct acltdtDataItem {
    acltdtTensorType type;
    std::vector<int64_t> dims;
    aclDataType dataType;
    void* data;
    size_t size;
    std::vector<std::byte> bytes;  // of received items; `data` points there
    bool received = false;         // goes with its dataset
};

struct acltdtDataset {
    Mutex mutex;
    std::vector<std::shared_ptr<acltdtDataItem>> items ACC_GUARDED_BY(mutex);
    std::string name ACC_GUARDED_BY(mutex);
};

namespace {

using Items = std::vector<std::shared_ptr<acltdtDataItem>>;
using Queue = core::BoundedQueue<Items>;
using LiveItems = core::LiveObjects<acltdtDataItem>;
using LiveDatasets = core::LiveObjects<acltdtDataset>;

constexpr size_t kDefaultCapacity = 128;

struct Channels {
    static Channels& instance() {
        [[clang::no_destroy]] static Channels channels;
        return channels;
    }
    Mutex mutex;
    std::map<std::pair<uint32_t, std::string>, std::weak_ptr<Queue>> byName ACC_GUARDED_BY(mutex);
};

}  // namespace

struct acltdtChannelHandle {
    std::string name;
    std::shared_ptr<Queue> queue;
};

namespace {

using LiveChannels = core::LiveObjects<acltdtChannelHandle>;

Status resolveChannel(const acltdtChannelHandle* handle, std::shared_ptr<acltdtChannelHandle>* channel) {
    return resolveObject(handle, "handle", "a channel of acltdtCreateChannel", channel);
}

Status resolveDataset(const acltdtDataset* dataset, std::shared_ptr<acltdtDataset>* object) {
    return resolveObject(dataset, "dataset", "a dataset of acltdtCreateDataset", object);
}

Status outcome(Queue::Outcome outcome, aclError timeoutCode) {
    return queueOutcome(outcome, "channel", timeoutCode, Status::error(ACL_ERROR_FAILURE, "the channel was stopped"));
}

acltdtChannelHandle* createChannel(const char* function, uint32_t deviceId, const char* name, size_t capacity) {
    acltdtChannelHandle* handle = nullptr;
    apiCall(function, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(notNull(name, "name"));
        if (*name == '\0') {
            return Status::error(ACL_ERROR_INVALID_PARAM, "name is empty");
        }
        ACC_TRY(mustNotBeZero(capacity, "capacity"));
        std::shared_ptr<Queue> queue;
        {
            Channels& channels = Channels::instance();
            MutexLock lock(channels.mutex);
            std::weak_ptr<Queue>& known = channels.byName[{deviceId, name}];
            queue = known.lock();
            if (queue == nullptr) {
                queue = std::make_shared<Queue>(capacity);
                known = queue;
            }
        }
        handle = LiveChannels::instance().make(acltdtChannelHandle{name, std::move(queue)});
        return {};
    });
    return handle;
}

// A value of an item; `none` for what is no item.
template <class T>
T ofItem(const acltdtDataItem* pointer, T none, T (*get)(const acltdtDataItem&)) {
    const std::shared_ptr<acltdtDataItem> item = LiveItems::instance().find(pointer);
    return item == nullptr ? none : get(*item);
}

}  // namespace

extern "C" {

acltdtTensorType acltdtGetTensorTypeFromItem(const acltdtDataItem* dataItem) {
    return ofItem<acltdtTensorType>(dataItem, ACL_TENSOR_DATA_UNDEFINED, [](const auto& item) { return item.type; });
}

aclDataType acltdtGetDataTypeFromItem(const acltdtDataItem* dataItem) {
    return ofItem<aclDataType>(dataItem, ACL_DT_UNDEFINED, [](const auto& item) { return item.dataType; });
}

void* acltdtGetDataAddrFromItem(const acltdtDataItem* dataItem) {
    return ofItem<void*>(dataItem, nullptr, [](const auto& item) { return item.data; });
}

size_t acltdtGetDataSizeFromItem(const acltdtDataItem* dataItem) {
    return ofItem<size_t>(dataItem, 0, [](const auto& item) { return item.size; });
}

size_t acltdtGetDimNumFromItem(const acltdtDataItem* dataItem) {
    return ofItem<size_t>(dataItem, 0, [](const auto& item) { return item.dims.size(); });
}

aclError acltdtGetSliceInfoFromItem(const acltdtDataItem* dataItem, size_t* sliceNum, size_t* sliceId) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtDataItem> item;
        ACC_TRY(resolveObject(dataItem, "dataItem", "an item of acltdtCreateDataItem", &item));
        ACC_TRY(notNull(sliceNum, "sliceNum"));
        ACC_TRY(notNull(sliceId, "sliceId"));
        *sliceNum = 1;
        *sliceId = 0;
        return {};
    });
}

aclError acltdtGetDimsFromItem(const acltdtDataItem* dataItem, int64_t* dims, size_t dimNum) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtDataItem> item;
        ACC_TRY(resolveObject(dataItem, "dataItem", "an item of acltdtCreateDataItem", &item));
        if (!item->dims.empty()) {
            ACC_TRY(notNull(dims, "dims"));
        }
        if (dimNum < item->dims.size()) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "dimNum is {}, expected at least {}", dimNum,
                                 item->dims.size());
        }
        std::copy(item->dims.begin(), item->dims.end(), dims);
        return {};
    });
}

acltdtDataItem* acltdtCreateDataItem(acltdtTensorType tdtType, const int64_t* dims, size_t dimNum, aclDataType dataType,
                                     void* data, size_t size) {
    acltdtDataItem* created = nullptr;
    apiCall(__func__, [&]() -> Status {
        ACC_TRY(inRange<int>(tdtType, ACL_TENSOR_DATA_UNDEFINED, ACL_TENSOR_DATA_END_TENSOR, "tdtType"));
        if (dimNum != 0) {
            ACC_TRY(notNull(dims, "dims"));
        }
        if (size != 0) {
            ACC_TRY(notNull(data, "data"));
        }
        created = LiveItems::instance().make(
            acltdtDataItem{tdtType, std::vector<int64_t>(dims, dims + dimNum), dataType, data, size, {}, false});
        return {};
    });
    return created;
}

aclError acltdtDestroyDataItem(acltdtDataItem* dataItem) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtDataItem> item;
        ACC_TRY(resolveObject(dataItem, "dataItem", "an item of acltdtCreateDataItem", &item));
        LiveItems::instance().remove(dataItem);
        return {};
    });
}

acltdtDataset* acltdtCreateDataset(void) {
    acltdtDataset* created = nullptr;
    apiCall(__func__, [&]() -> Status {
        created = LiveDatasets::instance().make();
        return {};
    });
    return created;
}

aclError acltdtDestroyDataset(acltdtDataset* dataset) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtDataset> object;
        ACC_TRY(resolveDataset(dataset, &object));
        LiveDatasets::instance().remove(dataset);
        MutexLock lock(object->mutex);
        for (const std::shared_ptr<acltdtDataItem>& item : object->items) {
            if (item->received) {
                LiveItems::instance().remove(item.get());
            }
        }
        return {};
    });
}

acltdtDataItem* acltdtGetDataItem(const acltdtDataset* dataset, size_t index) {
    const std::shared_ptr<acltdtDataset> object = LiveDatasets::instance().find(dataset);
    if (object == nullptr) {
        return nullptr;
    }
    MutexLock lock(object->mutex);
    return index < object->items.size() ? object->items[index].get() : nullptr;
}

aclError acltdtAddDataItem(acltdtDataset* dataset, acltdtDataItem* dataItem) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtDataset> object;
        ACC_TRY(resolveDataset(dataset, &object));
        std::shared_ptr<acltdtDataItem> item;
        ACC_TRY(resolveObject(dataItem, "dataItem", "an item of acltdtCreateDataItem", &item));
        MutexLock lock(object->mutex);
        object->items.push_back(std::move(item));
        return {};
    });
}

size_t acltdtGetDatasetSize(const acltdtDataset* dataset) {
    const std::shared_ptr<acltdtDataset> object = LiveDatasets::instance().find(dataset);
    if (object == nullptr) {
        return 0;
    }
    MutexLock lock(object->mutex);
    return object->items.size();
}

const char* acltdtGetDatasetName(const acltdtDataset* dataset) {
    const std::shared_ptr<acltdtDataset> object = LiveDatasets::instance().find(dataset);
    if (object == nullptr) {
        return nullptr;
    }
    MutexLock lock(object->mutex);
    return object->name.c_str();
}

acltdtChannelHandle* acltdtCreateChannel(uint32_t deviceId, const char* name) {
    return createChannel(__func__, deviceId, name, kDefaultCapacity);
}

acltdtChannelHandle* acltdtCreateChannelWithCapacity(uint32_t deviceId, const char* name, size_t capacity) {
    return createChannel(__func__, deviceId, name, capacity);
}

aclError acltdtStopChannel(acltdtChannelHandle* handle) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtChannelHandle> channel;
        ACC_TRY(resolveChannel(handle, &channel));
        channel->queue->stop();
        return {};
    });
}

aclError acltdtDestroyChannel(acltdtChannelHandle* handle) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtChannelHandle> channel;
        ACC_TRY(resolveChannel(handle, &channel));
        LiveChannels::instance().remove(handle);
        return {};
    });
}

aclError acltdtCleanChannel(acltdtChannelHandle* handle) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtChannelHandle> channel;
        ACC_TRY(resolveChannel(handle, &channel));
        channel->queue->clear();
        return {};
    });
}

aclError acltdtSendTensor(const acltdtChannelHandle* handle, const acltdtDataset* dataset, int32_t timeout) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtChannelHandle> channel;
        ACC_TRY(resolveChannel(handle, &channel));
        std::shared_ptr<acltdtDataset> object;
        ACC_TRY(resolveDataset(dataset, &object));
        ACC_TRY(checkQueueTimeout(timeout));
        Items copies;
        {
            MutexLock lock(object->mutex);
            for (const std::shared_ptr<acltdtDataItem>& item : object->items) {
                auto copy = std::make_shared<acltdtDataItem>(*item);
                const auto* bytes = static_cast<const std::byte*>(item->data);
                copy->bytes.assign(bytes, bytes + item->size);
                copy->bytes.reserve(std::max<size_t>(item->size, 1));
                copy->data = copy->bytes.data();
                copies.push_back(std::move(copy));
            }
        }
        return outcome(channel->queue->push(std::move(copies), timeout), ACL_ERROR_RT_QUEUE_FULL);
    });
}

aclError acltdtReceiveTensor(const acltdtChannelHandle* handle, acltdtDataset* dataset, int32_t timeout) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtChannelHandle> channel;
        ACC_TRY(resolveChannel(handle, &channel));
        std::shared_ptr<acltdtDataset> object;
        ACC_TRY(resolveDataset(dataset, &object));
        ACC_TRY(checkQueueTimeout(timeout));
        if (acltdtGetDatasetSize(dataset) != 0) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "dataset has {} items, expected an empty one",
                                 acltdtGetDatasetSize(dataset));
        }
        Items received;
        ACC_TRY(outcome(channel->queue->pop(&received, timeout), ACL_ERROR_RT_QUEUE_EMPTY));
        for (std::shared_ptr<acltdtDataItem>& item : received) {
            acltdtDataItem* live = LiveItems::instance().make(std::move(*item));
            std::shared_ptr<acltdtDataItem> shared = LiveItems::instance().find(live);
            shared->data = shared->bytes.data();
            shared->received = true;
            MutexLock lock(object->mutex);
            object->items.push_back(std::move(shared));
            object->name = channel->name;
        }
        return {};
    });
}

aclError acltdtQueryChannelSize(const acltdtChannelHandle* handle, size_t* size) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtChannelHandle> channel;
        ACC_TRY(resolveChannel(handle, &channel));
        ACC_TRY(notNull(size, "size"));
        *size = channel->queue->size();
        return {};
    });
}

}  // extern "C"
