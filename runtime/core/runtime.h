// SPDX-License-Identifier: Apache-2.0
// The root of the runtime: handle tables, devices, initialise and finalise. The only mutable global besides registries
// that must work before it; never destroyed, so calls during static destruction find it intact.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "acl/acl_rt_types.h"
#include "runtime/base/mutex.h"
#include "runtime/base/status.h"
#include "runtime/core/device.h"
#include "runtime/core/handle_table.h"
#include "runtime/core/named_callbacks.h"

namespace acc::rt::core {

struct AllocatorDescription;
class ArgsList;
class Binary;
struct BinaryData;
class Condition;
class Context;
class CountNotify;
struct Function;
class Graph;
struct GraphLaneRef;
struct GraphStepRef;
struct Label;
struct LabelList;
class MemoryPool;
class Notify;
class PhysicalMemory;
struct TaskGroup;
class UserEvent;
class UserStream;

class Runtime {
public:
    constexpr Runtime() = default;

    HandleTable<Context> contexts{HandleKind::context};
    HandleTable<UserStream> streams{HandleKind::stream};
    HandleTable<UserEvent> events{HandleKind::event};
    HandleTable<Binary> binaries{HandleKind::binary};
    HandleTable<Function> functions{HandleKind::function};  // retired, never removed
    HandleTable<ArgsList> argsLists{HandleKind::argsList};
    HandleTable<Graph> graphs{HandleKind::graph};
    HandleTable<PhysicalMemory> physicalMemory{HandleKind::physicalMemory};
    HandleTable<Notify> notifies{HandleKind::notify};
    HandleTable<CountNotify> countNotifies{HandleKind::countNotify};
    HandleTable<BinaryData> binaryData{HandleKind::binaryData};
    HandleTable<AllocatorDescription> allocators{HandleKind::allocator};
    HandleTable<MemoryPool> memoryPools{HandleKind::memoryPool};
    HandleTable<TaskGroup> taskGroups{HandleKind::taskGroup};
    HandleTable<GraphLaneRef> graphLanes{HandleKind::graphLane};
    HandleTable<GraphStepRef> graphSteps{HandleKind::graphTask};
    HandleTable<Condition> conditions{HandleKind::condition};
    HandleTable<Label> labels{HandleKind::label};
    HandleTable<LabelList> labelLists{HandleKind::labelList};

    // The device with a visible id, which must be valid.
    Device& device(int32_t visibleId) { return devices_[static_cast<size_t>(visibleId)]; }

    // aclInit: false when it was initialised already (the call counts all the same).
    bool initialise() ACC_EXCLUDES(mutex_);
    bool initialised() ACC_EXCLUDES(mutex_);

    // aclFinalize (`all`) and aclFinalizeReference: `left` references remain. 100037 when not initialised.
    Status finalise(bool all, uint64_t* left) ACC_EXCLUDES(mutex_);

    // 100001 after finalise and in a forked child.
    Status usable() const;

    // True in a child process of one that used the runtime: there are no workers. Every call fails there.
    bool forked() const { return forked_.load(std::memory_order_acquire); }
    // 100001 in such a process.
    Status notForked() const;

    // True between a finalise and the next use.
    bool finalised() const { return finalised_.load(std::memory_order_acquire); }

    // Called when a device is to be activated; 100001 in a forked child.
    Status onUse();

    // Waits a bounded time for queued work, then prints errors that no call has returned. At process exit.
    void reportAtExit();

    SystemOptions options;

    // Callbacks about devices and streams. Not constant-initialised, so behind functions.
    static NamedCallbacks<aclrtDeviceStateCallback>& deviceCallbacks();
    static NamedCallbacks<aclrtStreamStateCallback>& streamCallbacks();
    static NamedCallbacks<aclrtDeviceTaskAbortCallback>& abortCallbacks();

    // Seconds that event waits may take by default; 0 = for ever.
    std::atomic<uint32_t> waitLimitSeconds{0};

    // Microseconds that kernels may take by default, as set by the program; 0 = not set, for ever.
    std::atomic<uint64_t> kernelLimitUs{0};

    // The device that threads without a context use ("defaultDevice" of aclInit's file); -1 = none.
    std::atomic<int32_t> defaultDevice{-1};

private:
    std::array<Device, 64> devices_{};
    Mutex mutex_;
    uint64_t references_ ACC_GUARDED_BY(mutex_) = 0;
    std::atomic<bool> finalised_{false};
    std::atomic<bool> forked_{false};
    std::atomic<bool> used_{false};
};

namespace detail {
extern Runtime theRuntime;
}  // namespace detail

inline Runtime& runtime() {
    return detail::theRuntime;
}

// The devices programs see: ACC_DEVICES, limited by ASCEND_RT_VISIBLE_DEVICES. The position is the id programs use, the
// number the one among all devices.
const std::vector<int32_t>& visibleDevices();
uint32_t visibleDeviceCount();

}  // namespace acc::rt::core
