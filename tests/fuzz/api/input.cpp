// SPDX-License-Identifier: Apache-2.0
#include "input.h"

#include <pthread.h>

#include <algorithm>
#include <cctype>

namespace acc::fuzz {
namespace {

constexpr size_t kKeptHandles = 8;

bool contains(std::string_view text, std::string_view word) {
    return std::search(text.begin(), text.end(), word.begin(), word.end(), [](char a, char b) {
               return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
           }) != text.end();
}

bool containsAny(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return contains(text, word); });
}

// Counts that go with memory of the program.
bool countsMemory(std::string_view function, std::string_view name) {
    return !containsAny(function, {"aclrtMalloc", "aclrtReserve", "aclrtMemPoolMalloc"}) &&
           (name == "N" || containsAny(name, {"size", "len", "count", "num", "max", "width", "height", "pitch", "bytes",
                                              "capacity", "offset", "idx", "index"}));
}

bool frees(std::string_view function) {
    return containsAny(function, {"Free", "Unregister", "Unmap", "Release", "Close"});
}

}  // namespace

void Input::add(const std::string& kind, void* handle) {
    std::vector<void*>& known = handles_[kind];
    if (handle != nullptr) {
        known.push_back(handle);
        if (known.size() > kKeptHandles) {
            known.erase(known.begin());
        }
    }
}

void Input::end(bool succeeded) {
    for (const Written& entry : std::exchange(written_, {})) {
        if (!succeeded || *entry.place == nullptr || *entry.place == entry.before) {
            continue;
        }
        if (entry.kind == kMemory) {
            memory_.push_back(*entry.place);
        } else {
            add(entry.kind, *entry.place);
        }
    }
    if (succeeded && frees(function_)) {
        std::erase(memory_, lastMemory_);
    }
    if (containsAny(function_, {"Reset", "Finalize", "DestroyContext", "PoolDestroy", "PoolTrim", "SnapShot"})) {
        memory_.clear();  // some or all of it may be gone
    }
    lastMemory_ = nullptr;
}

void* Input::handle(const std::string& kind) {
    static int local = 0;
    if (oneIn(8)) {
        const auto made = static_cast<uintptr_t>(choose(5));
        void* const garbage[] = {nullptr, &local, reinterpret_cast<void*>(made), reinterpret_cast<void*>(~made),
                                 reinterpret_cast<void*>(0xAC00000000000000 | made)};
        return garbage[made];
    }
    auto known = handles_.find(kind);
    if (!handles_.empty() && oneIn(16)) {
        known = std::next(handles_.begin(), static_cast<ptrdiff_t>(choose(handles_.size())));
    }
    if (known == handles_.end() || known->second.empty()) {
        return nullptr;
    }
    return known->second[choose(known->second.size())];
}

void** Input::handles(const std::string& kind) {
    if (oneIn(16)) {
        return nullptr;
    }
    void** list = arena<void*>(kMostBytes);
    for (size_t i = 0; i < 4; ++i) {
        list[i] = handle(kind);
    }
    written_.push_back({kind, list, *list});
    return list;
}

uint64_t Input::number(std::string_view name, size_t sizeBytes) {
    if (countsMemory(function_, name)) {
        return choose(kMostBytes + 1);
    }
    if (contains(name, "timeout")) {
        return choose(3);  // a negative one waits for ever, as it should
    }
    if (name == "threadId" && !oneIn(4)) {
        return static_cast<uint64_t>(pthread_self());
    }
    switch (choose(8)) {
        case 0:
            return bytes_.ConsumeIntegral<uint64_t>();
        case 1:
            return ~uint64_t{0} >> choose(sizeBytes * 8);
        case 2:
            return uint64_t{1} << choose(sizeBytes * 8);
        default:
            return choose(5);
    }
}

void* Input::scratch() {
    static std::array<std::byte, 4 * kScratchBytes> bytes;
    return bytes.data() + choose(4) * kScratchBytes;
}

void* Input::memory() {
    if (frees(function_) && oneIn(4)) {
        return handle(kMemory);
    }
    switch (choose(8)) {
        case 0:
            return nullptr;
        case 1:
        case 2:
            return scratch();
        default:
            lastMemory_ = memory_.empty() ? nullptr : memory_[choose(memory_.size())];
            return lastMemory_;
    }
}

const char* Input::text() {
    static const std::array<std::string, 8> texts = {
        "", "0", "Ascend910B1", "add", "/nonexistent/file", std::string(600, 'x'), "%s%n", "{\"dump\":{}}"};
    return texts[choose(texts.size())].c_str();
}

void Input::fill(aclrtPhysicalMemProp& value) {
    value.memAttr = take<aclrtMemAttr>("");
    value.location.id = 0;
    value.location.type = take<aclrtMemLocationType>("");
}

void Input::fill(aclrtLaunchKernelCfg& value) {
    value.numAttrs = choose(4);
    value.attrs = oneIn(8) ? nullptr : arena<aclrtLaunchKernelAttr>(4);
    for (size_t i = 0; value.attrs != nullptr && i < value.numAttrs; ++i) {
        value.attrs[i].id = take<aclrtLaunchKernelAttrId>("");
        value.attrs[i].value.dynUBufSize = take<uint32_t>("");
    }
}

void Input::fill(aclrtMallocConfig& value) {
    value.numAttrs = choose(4);
    value.attrs = oneIn(8) ? nullptr : arena<aclrtMallocAttribute>(4);
    for (size_t i = 0; value.attrs != nullptr && i < value.numAttrs; ++i) {
        value.attrs[i].attr = take<aclrtMallocAttrType>("");
        value.attrs[i].value.deviceId = small();
    }
}

void Input::fill(aclrtBinaryLoadOptions& value) {
    value.numOpt = choose(4);
    value.options = oneIn(8) ? nullptr : arena<aclrtBinaryLoadOption>(4);
    for (size_t i = 0; value.options != nullptr && i < value.numOpt; ++i) {
        value.options[i].type = take<aclrtBinaryLoadOptionType>("");
        value.options[i].value.magic = small();
    }
}

void Input::fill(aclmdlRICondTaskParams& value) {
    value.handle = handle("aclmdlRICondHandle");
    value.type = take<aclmdlRICondTaskType>("");
    value.size = small();
    value.modelRIArray = handles("aclmdlRI");
}

void Input::fill(aclmdlRITaskParams& value) {
    value.type = take<aclmdlRITaskType>("");
    value.kernelTaskParams.funcHandle = handle("aclrtFuncHandle");
    value.kernelTaskParams.args = scratch();
    value.kernelTaskParams.argsSize = choose(kMostBytes);
    value.kernelTaskParams.numBlocks = small();
}

}  // namespace acc::fuzz
