// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/device.h"

#include <algorithm>
#include <cstring>

#include "runtime/base/soc.h"
#include "runtime/core/context.h"
#include "runtime/core/graph.h"
#include "runtime/core/managed_memory.h"
#include "runtime/core/memory_pool.h"
#include "runtime/core/notify.h"
#include "runtime/core/runtime.h"
#include "runtime/core/user_event.h"
#include "runtime/mem/gm.h"

namespace acc::rt::core {
namespace {

constexpr size_t kSyncBlockBytes = 4096;

}  // namespace

int32_t Device::id() const {
    return static_cast<int32_t>(this - &runtime().device(0));
}

bool Device::claimStreamSlot() {
    uint32_t used = streamSlots_.load();
    do {
        if (used >= soc().maxStreams) {
            return false;
        }
    } while (!streamSlots_.compare_exchange_weak(used, used + 1));
    return true;
}

Status Device::newContext(bool isDefault, std::shared_ptr<Context>* context) {
    if (!claimStreamSlot()) {
        return Status::error(ACL_ERROR_RT_NO_STREAM_RESOURCE,
                             "device {} has {} streams, no more for a context's default stream", id(),
                             soc().maxStreams);
    }
    *context = Context::create(*this, isDefault);
    if (*context == nullptr) {
        return Status::error(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no handle left for a context");
    }
    contexts_.push_back(*context);
    return {};
}

Status Device::activate() {
    ACC_TRY(runtime().onUse());
    if (primary_ != nullptr) {
        return {};
    }
    return newContext(true, &primary_);
}

Result<std::shared_ptr<Context>> Device::set() {
    Runtime::deviceCallbacks().call(id(), ACL_RT_DEVICE_STATE_SET_PRE);
    std::shared_ptr<Context> context;
    {
        const std::scoped_lock lifecycle(lifecycle_);
        MutexLock lock(mutex_);
        ACC_TRY(activate());
        ++count_;
        context = primary_;
    }
    Runtime::deviceCallbacks().call(id(), ACL_RT_DEVICE_STATE_SET_POST);
    return context;
}

Result<std::shared_ptr<Context>> Device::createContext() {
    const std::scoped_lock lifecycle(lifecycle_);
    MutexLock lock(mutex_);
    ACC_TRY(activate());
    std::shared_ptr<Context> context;
    ACC_TRY(newContext(false, &context));
    return context;
}

void Device::removeContext(const Context& context) {
    MutexLock lock(mutex_);
    std::erase_if(contexts_, [&](const std::shared_ptr<Context>& entry) { return entry.get() == &context; });
}

std::vector<std::shared_ptr<Context>> Device::contexts() {
    MutexLock lock(mutex_);
    return contexts_;
}

bool Device::active() {
    MutexLock lock(mutex_);
    return primary_ != nullptr;
}

Status Device::reset(bool force) {
    const std::scoped_lock lifecycle(lifecycle_);
    std::vector<std::shared_ptr<Context>> closing;
    {
        MutexLock lock(mutex_);
        if (primary_ == nullptr) {
            return Status::error(ACL_ERROR_RT_CONTEXT_NULL,
                                 "device {} is not in use (never set, or released by an earlier reset)", id());
        }
        count_ = force || count_ == 0 ? 0 : count_ - 1;
        if (count_ != 0) {
            return {};
        }
        closing.swap(contexts_);
        primary_ = nullptr;
        syncBlock_ = nullptr;
        peers.store(0);
    }
    Runtime::deviceCallbacks().call(id(), ACL_RT_DEVICE_STATE_RESET_PRE);
    lastFault.store(ACL_SUCCESS);
    coreLimits.clear();
    for (const std::shared_ptr<Context>& context : closing) {
        context->close(true);
    }
    runtime().graphs.removeIf([&](const Graph& graph) { return graph.device() == id(); });
    runtime().events.removeIf([&](const UserEvent& event) { return event.device() == id(); });
    runtime().notifies.removeIf([&](const Notify& notify) { return notify.device() == id(); });
    runtime().countNotifies.removeIf([&](const CountNotify& notify) { return notify.device() == id(); });
    runtime().memoryPools.removeIf([&](const MemoryPool& pool) { return pool.device() == id(); });
    mem::releaseDevice(id());
    forgetReleasedManaged();
    Runtime::deviceCallbacks().call(id(), ACL_RT_DEVICE_STATE_RESET_POST);
    return {};
}

bool Device::busy() {
    for (const std::shared_ptr<Context>& context : contexts()) {
        for (const std::shared_ptr<UserStream>& stream : context->streams()) {
            if (!stream->stream()->drained()) {
                return true;
            }
        }
    }
    return false;
}

Status Device::synchronize(Deadline deadline) {
    Status first;
    for (const std::shared_ptr<Context>& context : contexts()) {
        for (const std::shared_ptr<UserStream>& stream : context->streams()) {
            Status status = stream->stream()->synchronize(deadline);
            if (first.ok()) {
                first = std::move(status);
            }
            if (first.ok() && context->stopped()) {
                first = context->stopStatus();
            }
        }
    }
    MemoryPool::trimIdle();
    return first;
}

Status Device::abortTasks(Deadline deadline) {
    if (aborting_.exchange(true)) {
        return Status::error(ACL_ERROR_RT_DEVICE_TASK_ABORT, "another thread aborts the tasks of device {} now", id());
    }
    Status result;
    std::vector<std::pair<std::shared_ptr<Stream>, uint64_t>> waits;
    for (const std::shared_ptr<Context>& context : contexts()) {
        for (const std::shared_ptr<UserStream>& user : context->streams()) {
            waits.emplace_back(user->stream(), user->stream()->submitted());
            user->stream()->beginAbort();
        }
    }
    for (const auto& [stream, all] : waits) {
        if (!stream->endAbort(all, deadline) && result.ok()) {
            result = Status::error(ACL_ERROR_RT_TIMEOUT,
                                   "stream {} of device {} has tasks that did not end before the timeout expired",
                                   stream->userId(), id());
        }
    }
    aborting_.store(false);
    return result;
}

void* Device::hardwareSyncBlock() {
    MutexLock lock(mutex_);
    if (syncBlock_ == nullptr) {
        syncBlock_ = mem::allocateDevice(id(), kSyncBlockBytes);
        if (syncBlock_ != nullptr) {
            std::memset(syncBlock_, 0, kSyncBlockBytes);
        }
    }
    return syncBlock_;
}

}  // namespace acc::rt::core
