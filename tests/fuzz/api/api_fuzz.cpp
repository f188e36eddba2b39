// SPDX-License-Identifier: Apache-2.0
// Sequences of calls to every public function, each with valid, stale, foreign, null and made-up handles and any
// scalars (input.h). The calls are generated from the headers (make_calls.py). What libFuzzer learns from is which
// function returned which code after which; libascendcl itself is not instrumented for it. With API_FUZZ_TRACE in the
// environment every call is printed: api_fuzz crash-... shows what led to a finding.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "acl/acl_dump.h"
#include "acl/acl_platform.h"
#include "acl/acl_prof.h"
#include "acl/acl_rt_allocator.h"
#include "acl/acl_rt_compile.h"
#include "acl/acl_rt_memory_soma.h"
#include "acl/acl_tdt.h"
#include "acl/acl_tdt_queue.h"
#include "input.h"
#include "tests/conformance/api/kernels.h"

namespace {

using acc::fuzz::Input;

struct Call {
    const char* name;
    int (*call)(Input&);
};

constexpr Call kCalls[] = {
#include "api_calls.inc"
};

constexpr size_t kMostCalls = 64;

// Outcomes seen: libFuzzer keeps inputs that bring new ones.
[[gnu::section("__libfuzzer_extra_counters")]] uint8_t outcomes[1 << 16];

// Calls that wait, without a limit, for what streams do. A stream may wait for ever for an event, so they are made only
// when nothing is left to do; so are those that free memory, which tasks may use.
bool waits(std::string_view name) {
    static constexpr std::array kWords = {"Synchronize", "Destroy", "Reset", "Finalize", "Free",
                                          "UnLoad",      "Release", "Trim",  "Unmap",    "Unregister"};
    return name != "aclrtDestroyStreamForce" && name.find("WithTimeout") == std::string_view::npos &&
           std::any_of(kWords.begin(), kWords.end(),
                       [&](const char* word) { return name.find(word) != std::string_view::npos; });
}

bool quiet() {
    const aclError code = aclrtSynchronizeDeviceWithTimeout(1);
    return code != ACL_ERROR_RT_STREAM_SYNC_TIMEOUT && code != ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT &&
           code != ACL_ERROR_RT_STREAM_CAPTURED;
}

void prepare(Input& in) {
    aclInit(nullptr);
    if (aclrtSetDevice(0) != ACL_SUCCESS) {
        std::abort();
    }
    for (aclrtFuncHandle kernel : {acc::test::addKernel(), acc::test::emptyKernel(), acc::test::faultKernel(),
                                   acc::test::cubeFaultKernel(), acc::test::mixKernel()}) {
        in.add("aclrtFuncHandle", kernel);
    }
    aclrtContext context = nullptr;
    aclrtGetCurrentContext(&context);
    in.add("aclrtContext", context);
    for (int i = 0; i < 2; ++i) {
        aclrtStream stream = nullptr;
        aclrtEvent event = nullptr;
        void* memory = nullptr;
        if (aclrtCreateStream(&stream) != ACL_SUCCESS || aclrtCreateEvent(&event) != ACL_SUCCESS ||
            aclrtMalloc(&memory, Input::kScratchBytes, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
            std::abort();
        }
        in.add("aclrtStream", stream);
        in.add("aclrtEvent", event);
        in.addMemory(memory);
    }
}

void cleanUp(const Input& in) {
    for (int32_t device = 0; device < 2; ++device) {
        aclrtDeviceTaskAbort(device, 0);  // a reset would wait for what waits for ever
        while (aclrtResetDeviceForce(device) == ACL_SUCCESS) {
        }
    }
    for (void* block : in.blocks()) {
        aclrtFreeHost(block);
    }
    aclGetRecentErrMsg();
}

}  // namespace

// No memory is an answer, not a finding.
extern "C" const char* __asan_default_options() {
    return "allocator_may_return_null=1";
}

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    setenv("ACC_DEVICES", "2", 0);
    setenv("ACC_WORKERS", "2", 0);
    setenv("ACC_DEVICE_MEMORY", "64M", 0);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const bool trace = std::getenv("API_FUZZ_TRACE") != nullptr;
    Input in(data, size);
    prepare(in);
    size_t before = 0;
    for (size_t count = 0; count < kMostCalls && !in.empty(); ++count) {
        const size_t chosen = in.choose(std::size(kCalls));
        const Call& call = kCalls[chosen];
        if (waits(call.name) && !quiet()) {
            continue;
        }
        if (trace) {
            std::fprintf(stderr, "%s", call.name);
        }
        const int code = call.call(in);
        if (trace) {
            std::fprintf(stderr, " = %d\n", code);
        }
        in.end(code == 0);
        const size_t outcome = chosen * 31 + static_cast<size_t>(static_cast<unsigned>(code));
        outcomes[(outcome * 2654435761U + before) % std::size(outcomes)] = 1;
        before = code == 0 ? chosen : 0;
    }
    cleanUp(in);
    return 0;
}
