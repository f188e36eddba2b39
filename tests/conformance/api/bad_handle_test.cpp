// SPDX-License-Identifier: Apache-2.0
// Null, garbage, stale handles and handles of other kinds at every handle parameter of every public function: an error
// each time, and nothing is harmed. The calls are generated from the headers (make_handle_calls.py); handle_test.cpp
// checks codes and messages.
#include <string>

#include "acl/acl_prof.h"
#include "acl/acl_rt_allocator.h"
#include "acl/acl_rt_compile.h"
#include "acl/acl_rt_memory_soma.h"
#include "acl/acl_tdt_queue.h"
#include "any_argument.h"
#include "fixture.h"

namespace {

using acc::test::any;
using acc::test::ApiTest;
using acc::test::garbageHandles;
using acc::test::messages;

aclrtStream stream = nullptr;
aclrtEvent event = nullptr;

struct Call {
    const char* name;
    const char* kind;
    aclError (*call)(void*);
};

constexpr Call kCalls[] = {
#include "handle_calls.inc"
};

// Documented to succeed for streams that do not exist.
bool takesAnything(const Call& call) {
    return std::string(call.name).starts_with("aclrtAllocatorUnregister ");
}

// The default stream.
bool nullHasMeaning(const Call& call) {
    return std::string(call.kind) == "aclrtStream";
}

class BadHandle : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        stream = newStream();
        event = newEvent();
        ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
        staleStream = newStream();
        ASSERT_EQ(aclrtDestroyStream(staleStream), ACL_SUCCESS);
        staleEvent = newEvent();
        ASSERT_EQ(aclrtDestroyEvent(staleEvent), ACL_SUCCESS);
        ASSERT_EQ(aclrtCreateNotify(&staleNotify, ACL_NOTIFY_DEFAULT), ACL_SUCCESS);
        ASSERT_EQ(aclrtDestroyNotify(staleNotify), ACL_SUCCESS);
        ASSERT_EQ(aclrtCreateContext(&staleContext, 0), ACL_SUCCESS);
        ASSERT_EQ(aclrtDestroyContext(staleContext), ACL_SUCCESS);
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        ASSERT_EQ(aclmdlRIBuildBegin(&staleGraph, 0), ACL_SUCCESS);
        ASSERT_EQ(aclmdlRIDestroy(staleGraph), ACL_SUCCESS) << messages();
    }

    std::vector<void*> badFor(const Call& call) const {
        const std::string kind = call.kind;
        std::vector<void*> bad = garbageHandles();
        if (!nullHasMeaning(call)) {
            bad.push_back(nullptr);
        }
        bad.push_back(kind == "aclrtContext" ? event : context);
        bad.push_back(kind == "aclrtEvent" ? stream : event);
        bad.insert(bad.end(), {staleStream, staleEvent, staleNotify, staleContext, staleGraph});
        return bad;
    }

    aclrtContext context = nullptr;
    aclrtContext staleContext = nullptr;
    aclrtStream staleStream = nullptr;
    aclrtEvent staleEvent = nullptr;
    aclrtNotify staleNotify = nullptr;
    aclmdlRI staleGraph = nullptr;
};

TEST_F(BadHandle, IsAnErrorEverywhere) {
    EXPECT_GT(std::size(kCalls), 150U);
    for (const Call& call : kCalls) {
        for (void* bad : badFor(call)) {
            EXPECT_EQ(call.call(bad) == ACL_SUCCESS, takesAnything(call))
                << call.name << " (" << call.kind << ") took " << bad;
        }
    }
    messages();
    EXPECT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS) << "nothing was harmed: " << messages();
    EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

}  // namespace
