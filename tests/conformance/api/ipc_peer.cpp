// SPDX-License-Identifier: Apache-2.0
// The other process of ipc_test: carries out one command per line of its input, and answers each with a line
// "<code> <value>|<message>".
#include <fmt/format.h>

#include <iostream>
#include <latch>
#include <map>
#include <memory>
#include <sstream>
#include <string>

#include "acl/acl.h"
#include "kernels.h"

namespace {

using acc::test::AddArgs;

struct Answer {
    aclError code = ACL_SUCCESS;
    std::string value = "-";
};

// Everything the commands act on.
struct Peer {
    aclrtStream stream = nullptr;
    void* memory = nullptr;  // what the mem commands use
    aclrtDrvMemHandle physical = nullptr;
    void* reserved = nullptr;
    aclrtEvent event = nullptr;
    aclrtNotify notify = nullptr;
    std::shared_ptr<std::latch> gate;
};
Peer peer;

constexpr size_t kPhysicalBytes = 2 << 20;

Answer setDevice(std::istream& in) {
    int32_t device = 0;
    in >> device;
    const aclError code = aclrtSetDevice(device);
    return {code == ACL_SUCCESS ? aclrtCreateStream(&peer.stream) : code};
}

Answer synchronize(std::istream&) {
    return {aclrtSynchronizeStream(peer.stream)};
}

Answer query(std::istream&) {
    aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
    const aclError code = aclrtStreamQuery(peer.stream, &status);
    return {code, status == ACL_STREAM_STATUS_COMPLETE ? "complete" : "waiting"};
}

// Holds the stream until "release". The waiting function keeps the gate: the process may end right after the release.
Answer hold(std::istream&) {
    peer.gate = std::make_shared<std::latch>(1);
    const auto wait = [](void* argument) {
        const std::unique_ptr<std::shared_ptr<std::latch>> gate(static_cast<std::shared_ptr<std::latch>*>(argument));
        (*gate)->wait();
    };
    return {aclrtLaunchHostFunc(peer.stream, wait, new std::shared_ptr<std::latch>(peer.gate))};
}

Answer release(std::istream&) {
    peer.gate->count_down();
    return {};
}

// --- memory ---

Answer memExport(std::istream& in) {
    size_t bytes = 0;
    uint32_t value = 0;
    uint64_t flags = 0;
    in >> bytes >> value >> flags;
    char key[65] = {};
    aclError code = aclrtMalloc(&peer.memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
    if (code == ACL_SUCCESS) {
        code = aclrtMemcpy(peer.memory, bytes, &value, sizeof(value), ACL_MEMCPY_HOST_TO_DEVICE);
    }
    if (code == ACL_SUCCESS) {
        code = aclrtIpcMemGetExportKey(peer.memory, bytes, key, sizeof(key), flags);
    }
    return {code, code == ACL_SUCCESS ? key : "-"};
}

Answer memImport(std::istream& in) {
    std::string key;
    uint64_t flags = 0;
    in >> key >> flags;
    return {aclrtIpcMemImportByKey(&peer.memory, key.c_str(), flags)};
}

Answer memAllow(std::istream& in) {
    std::string key;
    int32_t pid = 0;
    in >> key >> pid;
    return {aclrtIpcMemSetImportPid(key.c_str(), &pid, 1)};
}

Answer memClose(std::istream& in) {
    std::string key;
    in >> key;
    return {aclrtIpcMemClose(key.c_str())};
}

Answer memFree(std::istream&) {
    return {aclrtFree(peer.memory)};
}

Answer memRead(std::istream& in) {
    size_t index = 0;
    in >> index;
    uint32_t value = 0;
    const aclError code = aclrtMemcpy(&value, sizeof(value), static_cast<uint32_t*>(peer.memory) + index, sizeof(value),
                                      ACL_MEMCPY_DEVICE_TO_HOST);
    return {code, std::to_string(value)};
}

// A kernel in the stream.
Answer memAdd(std::istream& in) {
    uint32_t value = 0;
    in >> value;
    AddArgs args{static_cast<uint32_t*>(peer.memory), value};
    return {aclrtLaunchKernelWithHostArgs(acc::test::addKernel(), 1, peer.stream, nullptr, &args, sizeof(args), nullptr,
                                          0)};
}

// Copies a word to the next one, in the stream.
Answer memCopy(std::istream&) {
    auto* words = static_cast<uint32_t*>(peer.memory);
    return {
        aclrtMemcpyAsync(words + 1, sizeof(*words), words, sizeof(*words), ACL_MEMCPY_DEVICE_TO_DEVICE, peer.stream)};
}

// --- physical memory ---

Answer mapPhysical() {
    aclError code = aclrtReserveMemAddress(&peer.reserved, kPhysicalBytes, 0, nullptr, 0);
    if (code == ACL_SUCCESS) {
        code = aclrtMapMem(peer.reserved, kPhysicalBytes, 0, peer.physical, 0);
    }
    peer.memory = peer.reserved;
    return {code};
}

Answer physicalImport(std::istream& in) {
    uint64_t handle = 0;
    int32_t device = 0;
    in >> handle >> device;
    const aclError code = aclrtMemImportFromShareableHandle(handle, device, &peer.physical);
    return code == ACL_SUCCESS ? mapPhysical() : Answer{code};
}

Answer physicalImportV2(std::istream& in) {
    uint64_t handle = 0;
    in >> handle;
    const aclError code =
        aclrtMemImportFromShareableHandleV2(&handle, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, 0, &peer.physical);
    return code == ACL_SUCCESS ? mapPhysical() : Answer{code};
}

Answer fabricExport(std::istream&) {
    aclrtPhysicalMemProp prop{};
    prop.handleType = ACL_MEM_HANDLE_TYPE_NONE;
    prop.allocationType = ACL_MEM_ALLOCATION_TYPE_PINNED;
    prop.memAttr = ACL_HBM_MEM_HUGE;
    prop.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    aclError code = aclrtMallocPhysical(&peer.physical, kPhysicalBytes, &prop, 0);
    aclrtMemFabricHandle handle{};
    if (code == ACL_SUCCESS) {
        code = aclrtMemExportToShareableHandleV2(peer.physical, ACL_RT_VMM_EXPORT_FLAG_DEFAULT,
                                                 ACL_MEM_SHARE_HANDLE_TYPE_FABRIC, &handle);
    }
    if (code != ACL_SUCCESS) {
        return {code};
    }
    std::string hex;
    for (const uint8_t byte : handle.data) {
        hex += fmt::format("{:02x}", byte);
    }
    return {mapPhysical().code, hex};
}

aclrtMemFabricHandle readFabric(std::istream& in) {
    std::string hex;
    in >> hex;
    aclrtMemFabricHandle handle{};
    for (size_t i = 0; i < sizeof(handle.data) && 2 * i + 1 < hex.size(); ++i) {
        handle.data[i] = static_cast<uint8_t>(std::stoul(hex.substr(2 * i, 2), nullptr, 16));
    }
    return handle;
}

Answer fabricAllow(std::istream& in) {
    aclrtMemFabricHandle handle = readFabric(in);
    int32_t pid = 0;
    in >> pid;
    return {aclrtMemSetPidToShareableHandleV2(&handle, ACL_MEM_SHARE_HANDLE_TYPE_FABRIC, &pid, 1)};
}

Answer fabricImport(std::istream& in) {
    aclrtMemFabricHandle handle = readFabric(in);
    const aclError code =
        aclrtMemImportFromShareableHandleV2(&handle, ACL_MEM_SHARE_HANDLE_TYPE_FABRIC, 0, &peer.physical);
    return code == ACL_SUCCESS ? mapPhysical() : Answer{code};
}

Answer physicalFree(std::istream&) {
    aclError code = aclrtUnmapMem(peer.reserved);
    if (code == ACL_SUCCESS) {
        code = aclrtReleaseMemAddress(peer.reserved);
    }
    return {code == ACL_SUCCESS ? aclrtFreePhysical(peer.physical) : code};
}

// --- events and notifies ---

Answer eventCreate(std::istream&) {
    aclrtIpcEventHandle handle{};
    aclError code = aclrtCreateEventExWithFlag(&peer.event, ACL_EVENT_IPC);
    if (code == ACL_SUCCESS) {
        code = aclrtIpcGetEventHandle(peer.event, &handle);
    }
    return {code, code == ACL_SUCCESS ? handle.reserved : "-"};
}

Answer eventOpen(std::istream& in) {
    std::string text;
    in >> text;
    aclrtIpcEventHandle handle{};
    text.copy(handle.reserved, sizeof(handle.reserved) - 1);
    return {aclrtIpcOpenEventHandle(handle, &peer.event)};
}

Answer eventRecord(std::istream&) {
    return {aclrtRecordEvent(peer.event, peer.stream)};
}

Answer eventWait(std::istream&) {
    return {aclrtStreamWaitEvent(peer.stream, peer.event)};
}

Answer eventSynchronize(std::istream& in) {
    int32_t timeout = 0;
    in >> timeout;
    return {aclrtSynchronizeEventWithTimeout(peer.event, timeout)};
}

Answer eventDestroy(std::istream&) {
    return {aclrtDestroyEvent(peer.event)};
}

Answer notifyCreate(std::istream&) {
    char key[65] = {};
    aclError code = aclrtCreateNotify(&peer.notify, ACL_NOTIFY_DEFAULT);
    if (code == ACL_SUCCESS) {
        code = aclrtNotifyGetExportKey(peer.notify, key, sizeof(key), ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION);
    }
    return {code, code == ACL_SUCCESS ? key : "-"};
}

Answer notifyImport(std::istream& in) {
    std::string key;
    uint64_t flags = 0;
    in >> key >> flags;
    return {aclrtNotifyImportByKey(&peer.notify, key.c_str(), flags)};
}

Answer notifyRecord(std::istream&) {
    return {aclrtRecordNotify(peer.notify, peer.stream)};
}

Answer notifyWait(std::istream& in) {
    uint32_t seconds = 0;
    in >> seconds;
    return {aclrtWaitAndResetNotify(peer.notify, peer.stream, seconds)};
}

Answer notifyDestroy(std::istream&) {
    return {aclrtDestroyNotify(peer.notify)};
}

const std::map<std::string, Answer (*)(std::istream&)> commands = {
    {"device", setDevice},
    {"synchronize", synchronize},
    {"query", query},
    {"hold", hold},
    {"release", release},
    {"mem-export", memExport},
    {"mem-import", memImport},
    {"mem-allow", memAllow},
    {"mem-close", memClose},
    {"mem-free", memFree},
    {"mem-read", memRead},
    {"mem-add", memAdd},
    {"mem-copy", memCopy},
    {"physical-import", physicalImport},
    {"physical-import-v2", physicalImportV2},
    {"physical-free", physicalFree},
    {"fabric-export", fabricExport},
    {"fabric-allow", fabricAllow},
    {"fabric-import", fabricImport},
    {"event-create", eventCreate},
    {"event-open", eventOpen},
    {"event-record", eventRecord},
    {"event-wait", eventWait},
    {"event-synchronize", eventSynchronize},
    {"event-destroy", eventDestroy},
    {"notify-create", notifyCreate},
    {"notify-import", notifyImport},
    {"notify-record", notifyRecord},
    {"notify-wait", notifyWait},
    {"notify-destroy", notifyDestroy},
};

}  // namespace

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream in(line);
        std::string name;
        in >> name;
        const auto command = commands.find(name);
        const Answer answer = command == commands.end() ? Answer{-1, name} : command->second(in);
        const char* message = aclGetRecentErrMsg();
        std::string text = message == nullptr ? "" : message;
        text.resize(text.find('\n') == std::string::npos ? text.size() : text.find('\n'));
        std::cout << answer.code << ' ' << answer.value << '|' << text << std::endl;
    }
    return 0;
}
