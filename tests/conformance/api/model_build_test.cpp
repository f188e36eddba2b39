// SPDX-License-Identifier: Apache-2.0
// Graphs beyond plain capture: models built from PERSISTENT streams, conditional tasks, task groups, inspection.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

#include "fixture.h"

namespace acc::test {
namespace {

class Model : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        out = static_cast<uint32_t*>(newMemory(4096));
        std::memset(out, 0, 4096);
        stream = newStream();
    }
    static aclrtStream newPersistent() {
        aclrtStream made = nullptr;
        EXPECT_EQ(aclrtCreateStreamWithConfig(&made, 0, ACL_STREAM_PERSISTENT), ACL_SUCCESS) << messages();
        return made;
    }
    static aclmdlRI newModel() {
        aclmdlRI model = nullptr;
        EXPECT_EQ(aclmdlRIBuildBegin(&model, 0), ACL_SUCCESS) << messages();
        return model;
    }
    static void bind(aclmdlRI model, aclrtStream on, uint32_t flag = ACL_MODEL_STREAM_FLAG_HEAD) {
        EXPECT_EQ(aclmdlRIBindStream(model, on, flag), ACL_SUCCESS) << messages();
    }
    static void complete(aclmdlRI model, std::initializer_list<aclrtStream> streams) {
        for (aclrtStream on : streams) {
            EXPECT_EQ(aclmdlRIEndTask(model, on), ACL_SUCCESS) << messages();
        }
        EXPECT_EQ(aclmdlRIBuildEnd(model, nullptr), ACL_SUCCESS) << messages();
    }
    void begin() { ASSERT_EQ(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_RELAXED), ACL_SUCCESS); }
    aclmdlRI end() {
        aclmdlRI graph = nullptr;
        EXPECT_EQ(aclmdlRICaptureEnd(stream, &graph), ACL_SUCCESS) << messages();
        return graph;
    }
    aclmdlRI capturing() {
        aclmdlRI graph = nullptr;
        aclmdlRICaptureStatus status{};
        EXPECT_EQ(aclmdlRICaptureGetInfo(stream, &status, &graph), ACL_SUCCESS);
        return graph;
    }
    void run(aclmdlRI graph) {
        EXPECT_EQ(aclmdlRIExecuteAsync(graph, stream), ACL_SUCCESS) << messages();
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << messages();
    }
    // Fills a part of a graph with one launch that adds to *target.
    void fill(aclmdlRI part, uint32_t* target, uint32_t value) {
        aclrtStream inner = newStream();
        ASSERT_EQ(aclmdlRICaptureToModelRIBegin(inner, part, ACL_MODEL_RI_CAPTURE_MODE_RELAXED), ACL_SUCCESS)
            << messages();
        ASSERT_EQ(launchAdd(target, value, inner), ACL_SUCCESS);
        aclmdlRI same = nullptr;
        ASSERT_EQ(aclmdlRICaptureEnd(inner, &same), ACL_SUCCESS) << messages();
        EXPECT_EQ(same, part);
    }
    // The tasks of the first stream of a graph.
    static std::vector<aclmdlRITask> tasksOf(aclmdlRI graph) {
        uint32_t count = 0;
        EXPECT_EQ(aclmdlRIGetStreams(graph, nullptr, &count), ACL_SUCCESS) << messages();
        std::vector<aclrtStream> streams(count);
        EXPECT_EQ(aclmdlRIGetStreams(graph, streams.data(), &count), ACL_SUCCESS);
        EXPECT_EQ(aclmdlRIGetTasksByStream(streams.at(0), nullptr, &count), ACL_SUCCESS);
        std::vector<aclmdlRITask> tasks(count);
        EXPECT_EQ(aclmdlRIGetTasksByStream(streams[0], tasks.data(), &count), ACL_SUCCESS);
        return tasks;
    }
    uint32_t* out = nullptr;
    aclrtStream stream = nullptr;
};

TEST_F(Model, BuildStoresAndExecutes) {
    aclrtStream stored = newPersistent();
    aclmdlRI model = newModel();
    bind(model, stored);
    ASSERT_EQ(launchAdd(out, 3, stored, 2), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemsetAsync(out + 8, 4, 1, 4, stored), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stored), ACL_SUCCESS) << "nothing to wait for";
    EXPECT_EQ(out[0], 0U) << "nothing has run";
    complete(model, {stored});
    expectError(launchAdd(out, 3, stored), ACL_ERROR_RT_PARAM_INVALID, {"aclmdlRIEndTask"});
    for (uint32_t round = 1; round <= 3; ++round) {
        run(model);
        EXPECT_EQ(out[0], 3 * round);
        EXPECT_EQ(out[1], 3 * round);
        EXPECT_EQ(out[8], 0x01010101U);
    }
    EXPECT_EQ(aclmdlRIExecute(model, -1), ACL_SUCCESS) << messages();
    EXPECT_EQ(out[0], 12U);
    EXPECT_EQ(aclmdlRIUnbindStream(model, stored), ACL_SUCCESS);
    EXPECT_EQ(aclmdlRIDestroy(model), ACL_SUCCESS);
    EXPECT_EQ(aclrtPersistentTaskClean(stored), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(stored), ACL_SUCCESS);
}

TEST_F(Model, StreamsMeetThroughEvents) {
    aclrtStream first = newPersistent();
    aclrtStream second = newPersistent();
    aclmdlRI model = newModel();
    bind(model, first);
    bind(model, second);
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(second, event), ACL_SUCCESS);
    ASSERT_EQ(aclrtResetEvent(event, second), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemcpyAsync(out + 1, 4, out, 4, ACL_MEMCPY_DEVICE_TO_DEVICE, second), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out, 5, first), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(event, first), ACL_SUCCESS);
    aclrtEvent ex = nullptr;
    ASSERT_EQ(aclrtCreateEventExWithFlag(&ex, ACL_EVENT_SYNC), ACL_SUCCESS);
    expectError(aclrtStreamWaitEvent(second, ex), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"aclrtCreateEventWithFlag"});
    complete(model, {first, second});
    for (uint32_t round = 1; round <= 20; ++round) {
        run(model);
        EXPECT_EQ(out[1], 5 * round) << "the copy ran after the kernel";
    }
}

TEST_F(Model, ActiveStreamStartsAnotherInParallel) {
    aclrtStream head = newPersistent();
    aclrtStream other = newPersistent();
    aclmdlRI model = newModel();
    bind(model, head);
    bind(model, other, ACL_MODEL_STREAM_FLAG_DEFAULT);
    ASSERT_EQ(launchAdd(out, 1, head), ACL_SUCCESS);
    EXPECT_EQ(aclrtActiveStream(other, head), ACL_SUCCESS) << messages();
    ASSERT_EQ(launchAdd(out + 1, 1, head), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out + 2, 1, other), ACL_SUCCESS);
    complete(model, {head, other});
    run(model);
    run(model);
    EXPECT_EQ(out[0], 2U);
    EXPECT_EQ(out[1], 2U);
    EXPECT_EQ(out[2], 2U) << "the end of the model is the end of all its streams";
}

TEST_F(Model, SwitchStreamComparesWhenItRuns) {
    struct Case {
        aclrtCondition condition;
        int64_t left;
        int64_t right;
        bool holds;
    };
    auto* values = reinterpret_cast<int64_t*>(out + 64);
    for (const Case& c : {Case{ACL_RT_EQUAL, 2, 2, true},
                          {ACL_RT_EQUAL, 2, 3, false},
                          {ACL_RT_NOT_EQUAL, 2, 3, true},
                          {ACL_RT_GREATER, 3, 3, false},
                          {ACL_RT_GREATER, 4, 3, true},
                          {ACL_RT_GREATER_OR_EQUAL, 3, 3, true},
                          {ACL_RT_LESS, -5, 3, true},
                          {ACL_RT_LESS, 3, 3, false},
                          {ACL_RT_LESS_OR_EQUAL, 4, 3, false}}) {
        for (const aclrtCompareDataType type : {ACL_RT_SWITCH_INT32, ACL_RT_SWITCH_INT64}) {
            std::memset(out, 0, 64);
            aclrtStream head = newPersistent();
            aclrtStream target = newPersistent();
            aclmdlRI model = newModel();
            bind(model, head);
            bind(model, target, ACL_MODEL_STREAM_FLAG_DEFAULT);
            ASSERT_EQ(aclrtSwitchStream(values, c.condition, values + 1, type, target, nullptr, head), ACL_SUCCESS)
                << messages();
            ASSERT_EQ(launchAdd(out, 1, head), ACL_SUCCESS);
            ASSERT_EQ(launchAdd(out + 1, 1, target), ACL_SUCCESS);
            complete(model, {head, target});
            values[0] = c.left;
            values[1] = c.right;
            run(model);
            EXPECT_EQ(out[0], c.holds ? 0U : 1U);
            EXPECT_EQ(out[1], c.holds ? 1U : 0U);
            EXPECT_EQ(aclmdlRIDestroy(model), ACL_SUCCESS);
        }
    }
}

TEST_F(Model, LabelsMakeLoops) {
    // label 0: add 1; write the index from a list of two to *index; switch: again or out.
    auto* index = out + 100;
    auto* counter = reinterpret_cast<uint64_t*>(out + 64);
    aclrtStream head = newPersistent();
    aclmdlRI model = newModel();
    bind(model, head);
    aclrtLabel labels[2] = {};
    ASSERT_EQ(aclrtCreateLabel(&labels[0]), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateLabel(&labels[1]), ACL_SUCCESS);
    aclrtLabelList list = nullptr;
    ASSERT_EQ(aclrtCreateLabelList(labels, 2, &list), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetLabel(labels[0], head), ACL_SUCCESS) << messages();
    ASSERT_EQ(launchAdd(out, 1, head), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(index, 1, head), ACL_SUCCESS);
    ASSERT_EQ(aclrtSwitchLabelByIndex(index, 2, list, head), ACL_SUCCESS) << messages();
    ASSERT_EQ(launchAdd(out + 1, 1, head), ACL_SUCCESS) << "never reached";
    ASSERT_EQ(aclrtSetLabel(labels[1], head), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out + 2, 1, head), ACL_SUCCESS);
    expectError(aclrtSetLabel(labels[1], head), ACL_ERROR_RT_PARAM_INVALID, {"set already"});
    complete(model, {head});
    EXPECT_EQ(aclrtDestroyLabelList(list), ACL_SUCCESS) << "the model keeps what it needs";
    EXPECT_EQ(aclrtDestroyLabel(labels[0]), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyLabel(labels[1]), ACL_SUCCESS);
    *counter = 0;
    *index = 0xFFFFFFFF;  // becomes 0: once more; then 1: out
    run(model);
    EXPECT_EQ(out[0], 2U);
    EXPECT_EQ(out[1], 0U);
    EXPECT_EQ(out[2], 1U);
    *index = 77;  // too large: the last label
    run(model);
    EXPECT_EQ(out[0], 3U);
    EXPECT_EQ(out[2], 2U);
}

TEST_F(Model, AbortEndsTheExecution) {
    aclrtStream head = newPersistent();
    aclmdlRI model = newModel();
    bind(model, head);
    auto* word = reinterpret_cast<uint64_t*>(out + 64);
    ASSERT_EQ(aclrtValueWait(word, 1, ACL_STREAM_WAIT_VALUE_EQ, head), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out, 1, head), ACL_SUCCESS);
    complete(model, {head});
    ASSERT_EQ(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    expectError(aclrtSynchronizeStreamWithTimeout(stream, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    expectError(aclmdlRIDestroy(model), ACL_ERROR_RT_MODEL_RUNNING);
    expectError(aclmdlRIUnbindStream(model, head), ACL_ERROR_RT_MODEL_RUNNING);
    EXPECT_EQ(aclmdlRIAbort(model), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_MODEL_ABORT_NORMAL);
    EXPECT_EQ(out[0], 0U);
    *word = 1;
    run(model);
    EXPECT_EQ(out[0], 1U) << "it can be executed again";
    begin();
    aclmdlRI captured = end();
    expectError(aclmdlRIAbort(captured), ACL_ERROR_RT_PARAM_INVALID, {"captured"});
}

TEST_F(Model, BuildErrors) {
    aclmdlRI model = nullptr;
    expectError(aclmdlRIBuildBegin(nullptr, 0), ACL_ERROR_INVALID_PARAM, {"modelRI is null"});
    expectError(aclmdlRIBuildBegin(&model, 1), ACL_ERROR_INVALID_PARAM, {"flag is 1"});
    model = newModel();
    expectError(aclmdlRIExecuteAsync(model, stream), ACL_ERROR_RT_MODEL_CAPTURED, {"aclmdlRIBuildEnd"});
    expectError(aclmdlRIBindStream(model, stream, 0), ACL_ERROR_RT_PARAM_INVALID, {"ACL_STREAM_PERSISTENT"});
    expectError(aclmdlRIBindStream(model, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"stream is null"});
    aclrtStream stored = newPersistent();
    expectError(aclmdlRIBindStream(model, stored, 5), ACL_ERROR_INVALID_PARAM, {"flag is 0x5"});
    expectError(aclmdlRIEndTask(model, stored), ACL_ERROR_RT_STREAM_MODEL);
    expectError(aclmdlRIUnbindStream(model, stored), ACL_ERROR_RT_STREAM_MODEL);
    aclrtLabel label = nullptr;
    ASSERT_EQ(aclrtCreateLabel(&label), ACL_SUCCESS);
    expectError(aclrtSetLabel(label, stored), ACL_ERROR_RT_STREAM_MODEL);
    expectError(aclrtSetLabel(label, stream), ACL_ERROR_RT_PARAM_INVALID, {"ACL_STREAM_PERSISTENT"});
    bind(model, stored);
    expectError(aclmdlRIBindStream(model, stored, 0), ACL_ERROR_RT_PARAM_INVALID, {"bound to a model already"});
    expectError(aclmdlRIBuildEnd(model, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"aclmdlRIEndTask"});
    expectError(aclmdlRIBuildEnd(model, &model), ACL_ERROR_INVALID_PARAM, {"reserve"});
    expectError(aclrtPersistentTaskClean(stored), ACL_ERROR_RT_PARAM_INVALID, {"bound"});
    expectError(aclrtPersistentTaskClean(stream), ACL_ERROR_RT_PARAM_INVALID, {"ACL_STREAM_PERSISTENT"});
    expectError(aclmdlRICaptureBegin(stored, ACL_MODEL_RI_CAPTURE_MODE_RELAXED), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclmdlRIEndTask(model, stored), ACL_SUCCESS);
    expectError(aclmdlRIEndTask(model, stored), ACL_ERROR_RT_PARAM_INVALID, {"already"});
    EXPECT_EQ(aclmdlRIBuildEnd(model, nullptr), ACL_SUCCESS);
    expectError(aclmdlRIBuildEnd(model, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"complete"});
    expectError(aclmdlRIBindStream(model, newPersistent(), 0), ACL_ERROR_RT_PARAM_INVALID, {"complete"});
    expectError(aclmdlRIExecuteAsync(model, stream), ACL_ERROR_RT_MODEL_EXECUTE, {"no task"});
}

TEST_F(Model, BranchErrors) {
    aclrtStream first = newPersistent();
    aclrtStream second = newPersistent();
    aclrtStream foreign = newPersistent();
    aclmdlRI model = newModel();
    bind(model, first);
    bind(model, second);
    bind(newModel(), foreign);
    expectError(aclrtActiveStream(foreign, first), ACL_ERROR_RT_STREAM_MODEL, {"different models"});
    expectError(aclrtActiveStream(nullptr, first), ACL_ERROR_INVALID_PARAM, {"activeStream is null"});
    expectError(aclrtActiveStream(first, stream), ACL_ERROR_RT_PARAM_INVALID, {"stream is stream"});
    auto* values = reinterpret_cast<int64_t*>(out);
    const auto change = [&](void* left, int condition, void* right, int type, aclrtStream yes, aclrtStream no) {
        return aclrtSwitchStream(left, static_cast<aclrtCondition>(condition), right,
                                 static_cast<aclrtCompareDataType>(type), yes, no, first);
    };
    expectError(change(nullptr, 0, values, 0, second, nullptr), ACL_ERROR_INVALID_PARAM, {"leftValue is null"});
    expectError(change(values, 0, nullptr, 0, second, nullptr), ACL_ERROR_INVALID_PARAM, {"rightValue is null"});
    expectError(change(reinterpret_cast<char*>(values) + 4, 0, values, 1, second, nullptr),
                ACL_ERROR_RT_ADDR_UNALIGNED);
    int64_t host = 0;
    expectError(change(&host, 0, values, 1, second, nullptr), ACL_ERROR_INVALID_PARAM, {"device memory"});
    expectError(change(values, 6, values, 0, second, nullptr), ACL_ERROR_INVALID_PARAM, {"cond is 6"});
    expectError(change(values, 0, values, 2, second, nullptr), ACL_ERROR_INVALID_PARAM, {"dataType is 2"});
    expectError(change(values, 0, values, 0, second, second), ACL_ERROR_INVALID_PARAM, {"falseStream"});
    expectError(change(values, 0, values, 0, foreign, nullptr), ACL_ERROR_RT_STREAM_MODEL, {"different models"});
    aclrtLabel label = nullptr;
    aclrtLabelList list = nullptr;
    expectError(aclrtCreateLabel(nullptr), ACL_ERROR_INVALID_PARAM, {"label is null"});
    ASSERT_EQ(aclrtCreateLabel(&label), ACL_SUCCESS);
    expectError(aclrtCreateLabelList(nullptr, 1, &list), ACL_ERROR_INVALID_PARAM, {"labels is null"});
    expectError(aclrtCreateLabelList(&label, 0, &list), ACL_ERROR_INVALID_PARAM, {"num is 0"});
    expectError(aclrtCreateLabelList(&label, 65536, &list), ACL_ERROR_INVALID_PARAM, {"num is 65536"});
    expectError(aclrtCreateLabelList(&label, 1, nullptr), ACL_ERROR_INVALID_PARAM, {"labelList is null"});
    aclrtLabel bad = stream;
    expectError(aclrtCreateLabelList(&bad, 1, &list), ACL_ERROR_RT_INVALID_HANDLE, {"labels[0]"});
    ASSERT_EQ(aclrtCreateLabelList(&label, 1, &list), ACL_SUCCESS);
    expectError(aclrtSwitchLabelByIndex(nullptr, 1, list, first), ACL_ERROR_INVALID_PARAM, {"ptr is null"});
    expectError(aclrtSwitchLabelByIndex(out, 0, list, first), ACL_ERROR_INVALID_PARAM, {"maxValue is 0"});
    expectError(aclrtSwitchLabelByIndex(out, 2, list, first), ACL_ERROR_INVALID_PARAM, {"maxValue is 2"});
    expectError(aclrtSwitchLabelByIndex(out, 1, list, newPersistent()), ACL_ERROR_RT_STREAM_MODEL);
}

TEST_F(Model, IfChoosesAPart) {
    begin();
    aclmdlRICondHandle condition = nullptr;
    ASSERT_EQ(aclmdlRICondHandleCreate(capturing(), 1, ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT, &condition),
              ACL_SUCCESS)
        << messages();
    uint64_t* cell = nullptr;
    ASSERT_EQ(aclmdlRICondHandleGetCondPtr(condition, &cell), ACL_SUCCESS);
    aclmdlRI parts[2] = {};
    ASSERT_EQ(aclmdlRIAddCondTask({condition, ACL_MODEL_RI_COND_TYPE_IF, 2, parts}, stream, 0), ACL_SUCCESS)
        << messages();
    ASSERT_EQ(aclrtValueWrite(cell, 0, 0, stream), ACL_SUCCESS);
    aclmdlRI more[2] = {};
    ASSERT_EQ(aclmdlRIAddCondTask({condition, ACL_MODEL_RI_COND_TYPE_IF, 2, more}, stream, 0), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out + 4, 1, stream), ACL_SUCCESS);
    aclmdlRI graph = end();
    expectError(aclmdlRIExecuteAsync(graph, stream), ACL_ERROR_RT_SUB_ACLGRAPH_IS_CAPTURING);
    fill(parts[0], out, 1);
    fill(parts[1], out + 1, 1);
    fill(more[0], out + 2, 1);
    fill(more[1], out + 3, 1);
    run(graph);
    run(graph);
    EXPECT_EQ(out[0], 2U) << "the default is 1";
    EXPECT_EQ(out[1], 0U);
    EXPECT_EQ(out[2], 0U);
    EXPECT_EQ(out[3], 2U) << "the graph wrote 0";
    EXPECT_EQ(out[4], 2U) << "what follows runs";
    expectError(aclmdlRIExecuteAsync(parts[0], stream), ACL_ERROR_RT_PARAM_INVALID, {"part of another graph"});
    expectError(aclmdlRIDestroy(parts[0]), ACL_ERROR_RT_PARAM_INVALID, {"part of another graph"});
    EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
    expectError(aclmdlRICondHandleGetCondPtr(condition, &cell), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed"});
    uint32_t id = 0;
    expectError(aclmdlRIGetId(parts[0], &id), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed"});
}

TEST_F(Model, WhileRepeatsAndSwitchPicks) {
    begin();
    aclmdlRICondHandle condition = nullptr;
    ASSERT_EQ(aclmdlRICondHandleCreate(capturing(), 5, ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT, &condition),
              ACL_SUCCESS);
    aclmdlRICondHandle chosen = nullptr;
    ASSERT_EQ(aclmdlRICondHandleCreate(capturing(), 2, static_cast<aclmdlRICondHandleFlag>(0), &chosen), ACL_SUCCESS);
    uint64_t* cell = nullptr;
    ASSERT_EQ(aclmdlRICondHandleGetCondPtr(condition, &cell), ACL_SUCCESS);
    uint64_t* number = nullptr;
    ASSERT_EQ(aclmdlRICondHandleGetCondPtr(chosen, &number), ACL_SUCCESS);
    aclmdlRI body = nullptr;
    ASSERT_EQ(aclmdlRIAddCondTask({condition, ACL_MODEL_RI_COND_TYPE_WHILE, 1, &body}, stream, 0), ACL_SUCCESS);
    aclmdlRI parts[3] = {};
    ASSERT_EQ(aclmdlRIAddCondTask({chosen, ACL_MODEL_RI_COND_TYPE_SWITCH, 3, parts}, stream, 0), ACL_SUCCESS);
    aclmdlRI graph = end();
    aclrtStream inner = newStream();
    ASSERT_EQ(aclmdlRICaptureToModelRIBegin(inner, body, ACL_MODEL_RI_CAPTURE_MODE_RELAXED), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out, 1, inner), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(reinterpret_cast<uint32_t*>(cell), 0xFFFFFFFF, inner), ACL_SUCCESS) << "counts down";
    aclmdlRI same = nullptr;
    ASSERT_EQ(aclmdlRICaptureEnd(inner, &same), ACL_SUCCESS);
    for (uint32_t i = 0; i < 3; ++i) {
        fill(parts[i], out + 1 + i, 1);
    }
    run(graph);
    EXPECT_EQ(out[0], 5U);
    EXPECT_EQ(out[3], 1U);
    *number = 0;
    run(graph);
    EXPECT_EQ(out[0], 10U) << "the condition starts anew";
    EXPECT_EQ(out[1], 1U) << "this one is the program's";
    *number = 9;
    run(graph);
    EXPECT_EQ(out[1] + out[2] + out[3], 2U) << "no such part";
}

TEST_F(Model, ConditionErrors) {
    begin();
    aclmdlRI graph = capturing();
    aclmdlRICondHandle condition = nullptr;
    expectError(aclmdlRICondHandleCreate(graph, 0, static_cast<aclmdlRICondHandleFlag>(2), &condition),
                ACL_ERROR_INVALID_PARAM, {"flag is 2"});
    expectError(aclmdlRICondHandleCreate(graph, 0, ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT, nullptr),
                ACL_ERROR_INVALID_PARAM, {"handle is null"});
    ASSERT_EQ(aclmdlRICondHandleCreate(graph, 0, ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT, &condition), ACL_SUCCESS);
    expectError(aclmdlRICondHandleGetCondPtr(condition, nullptr), ACL_ERROR_INVALID_PARAM, {"ptr is null"});
    aclmdlRI parts[3] = {};
    const auto add = [&](int type, uint32_t size, aclmdlRI* array, uint32_t flags, aclrtStream on) {
        return aclmdlRIAddCondTask({condition, static_cast<aclmdlRICondTaskType>(type), size, array}, on, flags);
    };
    expectError(add(3, 1, parts, 0, stream), ACL_ERROR_INVALID_PARAM, {"params.type is 3"});
    expectError(add(0, 0, parts, 0, stream), ACL_ERROR_INVALID_PARAM, {"params.size is 0"});
    expectError(add(0, 3, parts, 0, stream), ACL_ERROR_INVALID_PARAM, {"params.size is 3"});
    expectError(add(1, 2, parts, 0, stream), ACL_ERROR_INVALID_PARAM, {"params.size is 2"});
    expectError(add(0, 1, nullptr, 0, stream), ACL_ERROR_INVALID_PARAM, {"params.modelRIArray is null"});
    expectError(add(0, 1, parts, 1, stream), ACL_ERROR_INVALID_PARAM, {"flags is 1"});
    expectError(add(0, 1, parts, 0, newStream()), ACL_ERROR_RT_STREAM_NOT_CAPTURED);
    ASSERT_EQ(add(1, 1, parts, 0, stream), ACL_SUCCESS);
    aclmdlRI whole = end();
    aclrtStream inner = newStream();
    expectError(aclmdlRICaptureToModelRIBegin(inner, whole, ACL_MODEL_RI_CAPTURE_MODE_RELAXED),
                ACL_ERROR_RT_PARAM_INVALID, {"graph of its own"});
    expectError(aclmdlRICaptureToModelRIBegin(nullptr, parts[0], ACL_MODEL_RI_CAPTURE_MODE_RELAXED),
                ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT);
    ASSERT_EQ(aclmdlRICaptureToModelRIBegin(inner, parts[0], ACL_MODEL_RI_CAPTURE_MODE_RELAXED), ACL_SUCCESS);
    aclmdlRI same = nullptr;
    ASSERT_EQ(aclmdlRICaptureEnd(inner, &same), ACL_SUCCESS);
    expectError(aclmdlRICaptureToModelRIBegin(inner, parts[0], ACL_MODEL_RI_CAPTURE_MODE_RELAXED),
                ACL_ERROR_RT_PARAM_INVALID, {"captured already"});
    run(whole);
}

TEST_F(Model, GroupsAreReplacedOneByOne) {
    begin();
    ASSERT_EQ(launchAdd(out + 2, 1, stream), ACL_SUCCESS);
    ASSERT_EQ(aclmdlRICaptureTaskGrpBegin(stream), ACL_SUCCESS) << messages();
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out + 1, 1, stream), ACL_SUCCESS);
    aclrtTaskGrp group = nullptr;
    ASSERT_EQ(aclmdlRICaptureTaskGrpEnd(stream, &group), ACL_SUCCESS) << messages();
    aclmdlRI graph = end();
    run(graph);
    EXPECT_EQ(out[0], 1U);
    EXPECT_EQ(out[1], 1U);
    aclrtStream updating = newStream();
    ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(updating, group), ACL_SUCCESS) << messages();
    ASSERT_EQ(launchAdd(out, 10, updating), ACL_SUCCESS);
    expectError(aclmdlRICaptureTaskUpdateBegin(updating, group), ACL_ERROR_STREAM_TASK_GROUP_STATUS);
    expectError(aclrtMemsetAsync(out, 4, 0, 4, updating), ACL_ERROR_STREAM_TASK_GROUP_STATUS, {"kernel launches only"});
    ASSERT_EQ(launchAdd(out + 1, 20, updating), ACL_SUCCESS);
    ASSERT_EQ(aclmdlRICaptureTaskUpdateEnd(updating), ACL_SUCCESS) << messages();
    EXPECT_EQ(aclrtSynchronizeStream(updating), ACL_SUCCESS);
    EXPECT_EQ(out[0], 1U) << "the launches replace, they do not run";
    run(graph);
    EXPECT_EQ(out[0], 11U);
    EXPECT_EQ(out[1], 21U);
    EXPECT_EQ(out[2], 2U);
    ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(updating, group), ACL_SUCCESS);
    expectError(aclmdlRICaptureTaskUpdateEnd(updating), ACL_ERROR_STREAM_TASK_GROUP_STATUS, {"0 tasks, expected 2"});
    expectError(aclmdlRICaptureTaskUpdateEnd(updating), ACL_ERROR_STREAM_TASK_GROUP_STATUS, {"updates no task group"});
    EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
    expectError(aclmdlRICaptureTaskUpdateBegin(updating, group), ACL_ERROR_RT_MODEL_CAPTURED, {"destroyed"});
}

TEST_F(Model, AnUpdateReachesAnExecutionThatWaitsForIt) {
    aclrtEvent ready = nullptr;
    ASSERT_EQ(aclrtCreateEventWithFlag(&ready, ACL_EVENT_EXTERNAL), ACL_SUCCESS);
    begin();
    ASSERT_EQ(aclrtStreamWaitEvent(stream, ready), ACL_SUCCESS) << messages();
    ASSERT_EQ(aclrtResetEvent(ready, stream), ACL_SUCCESS) << messages();
    ASSERT_EQ(aclmdlRICaptureTaskGrpBegin(stream), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    aclrtTaskGrp group = nullptr;
    ASSERT_EQ(aclmdlRICaptureTaskGrpEnd(stream, &group), ACL_SUCCESS);
    aclmdlRI graph = end();
    aclrtStream updating = newStream();
    for (uint32_t round = 1; round <= 10; ++round) {
        out[0] = 0;
        ASSERT_EQ(aclmdlRIExecuteAsync(graph, stream), ACL_SUCCESS);
        ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(updating, group), ACL_SUCCESS);
        ASSERT_EQ(launchAdd(out, round, updating), ACL_SUCCESS);
        ASSERT_EQ(aclmdlRICaptureTaskUpdateEnd(updating), ACL_SUCCESS);
        ASSERT_EQ(aclrtRecordEvent(ready, updating), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        EXPECT_EQ(out[0], round);
    }
}

TEST_F(Model, GroupErrors) {
    aclrtTaskGrp group = nullptr;
    expectError(aclmdlRICaptureTaskGrpBegin(stream), ACL_ERROR_RT_STREAM_NOT_CAPTURED);
    expectError(aclmdlRICaptureTaskGrpEnd(stream, &group), ACL_ERROR_RT_STREAM_NOT_CAPTURED);
    begin();
    aclrtStream other = newStream();
    aclrtEvent event = newEvent();
    ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(other, event), ACL_SUCCESS);
    expectError(aclmdlRICaptureTaskGrpEnd(stream, &group), ACL_ERROR_STREAM_TASK_GROUP_STATUS, {"no task group"});
    ASSERT_EQ(aclmdlRICaptureTaskGrpBegin(stream), ACL_SUCCESS);
    expectError(aclmdlRICaptureTaskGrpBegin(stream), ACL_ERROR_STREAM_TASK_GROUP_STATUS, {"open already"});
    expectError(launchAdd(out, 1, other), ACL_ERROR_STREAM_TASK_GROUP_INTR);
    expectError(aclrtMemsetAsync(out, 4, 0, 4, stream), ACL_ERROR_STREAM_TASK_GROUP_STATUS, {"kernel launches only"});
    expectError(aclmdlRICaptureTaskGrpEnd(stream, nullptr), ACL_ERROR_INVALID_PARAM, {"handle is null"});
    aclmdlRI graph = nullptr;
    expectError(aclmdlRICaptureEnd(stream, &graph), ACL_ERROR_STREAM_TASK_GROUP_STATUS, {"aclmdlRICaptureTaskGrpEnd"});
    ASSERT_EQ(aclmdlRICaptureTaskGrpEnd(stream, &group), ACL_SUCCESS);
    expectError(aclmdlRICaptureTaskUpdateBegin(stream, group), ACL_ERROR_RT_STREAM_CAPTURED);
    expectError(aclmdlRICaptureTaskUpdateBegin(newStream(), group), ACL_ERROR_RT_MODEL_CAPTURED, {"still captured"});
}

TEST_F(Model, ExternalEventsConnectWithTheOutside) {
    aclrtEvent before = nullptr;
    aclrtEvent after = nullptr;
    ASSERT_EQ(aclrtCreateEventExWithFlag(&before, ACL_EVENT_SYNC), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateEventExWithFlag(&after, ACL_EVENT_SYNC), ACL_SUCCESS);
    begin();
    ASSERT_EQ(aclrtStreamWaitEventWithFlag(stream, before, 0, ACL_EVENT_WAIT_EXTERNAL), ACL_SUCCESS) << messages();
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEventWithFlag(after, stream, ACL_EVENT_RECORD_EXTERNAL), ACL_SUCCESS) << messages();
    expectError(aclrtStreamWaitEventWithFlag(stream, before, 0, ACL_EVENT_WAIT_EXTERNAL), ACL_ERROR_INVALID_PARAM,
                {"once in a graph"});
    aclmdlRI graph = end();
    aclrtStream outside = newStream();
    aclrtStream watching = newStream();
    {
        Gate gate(outside);
        ASSERT_EQ(aclrtRecordEvent(before, outside), ACL_SUCCESS);
        ASSERT_EQ(aclmdlRIExecuteAsync(graph, stream), ACL_SUCCESS);
        expectError(aclrtSynchronizeStreamWithTimeout(stream, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
        EXPECT_EQ(out[0], 0U) << "held by the event outside";
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(out[0], 1U);
    ASSERT_EQ(aclrtStreamWaitEvent(watching, after), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(watching), ACL_SUCCESS);
    aclrtEventRecordedStatus status{};
    EXPECT_EQ(aclrtQueryEventStatus(after, &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_EVENT_RECORDED_STATUS_COMPLETE);
}

TEST_F(Model, TasksCanBeInspectedAndChanged) {
    begin();
    ASSERT_EQ(launchAdd(out, 1, stream, 2), ACL_SUCCESS);
    ASSERT_EQ(aclrtCacheLastTaskOpInfo("info", 4), ACL_SUCCESS) << messages();
    ASSERT_EQ(aclrtCacheLastTaskExtendInfo("{\"a\":1}", 7), ACL_SUCCESS) << messages();
    ASSERT_EQ(aclrtValueWrite(out + 64, 7, 0, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtValueWait(out + 64, 7, ACL_STREAM_WAIT_VALUE_EQ, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemsetAsync(out + 32, 4, 1, 4, stream), ACL_SUCCESS);
    aclmdlRI graph = end();
    const std::vector<aclmdlRITask> tasks = tasksOf(graph);
    ASSERT_EQ(tasks.size(), 4U);
    const aclmdlRITaskType types[] = {ACL_MODEL_RI_TASK_KERNEL, ACL_MODEL_RI_TASK_VALUE_WRITE,
                                      ACL_MODEL_RI_TASK_VALUE_WAIT, ACL_MODEL_RI_TASK_DEFAULT};
    aclmdlRITaskParams params[4];
    for (uint32_t i = 0; i < 4; ++i) {
        aclmdlRITaskType type{};
        EXPECT_EQ(aclmdlRITaskGetType(tasks[i], &type), ACL_SUCCESS);
        EXPECT_EQ(type, types[i]);
        uint32_t number = 99;
        EXPECT_EQ(aclmdlRITaskGetSeqId(tasks[i], &number), ACL_SUCCESS);
        EXPECT_EQ(number, i);
        EXPECT_EQ(aclmdlRITaskGetParams(tasks[i], &params[i]), ACL_SUCCESS);
        EXPECT_EQ(params[i].type, types[i]);
    }
    EXPECT_EQ(params[0].kernelTaskParams.funcHandle, addKernel());
    EXPECT_EQ(params[0].kernelTaskParams.numBlocks, 2U);
    EXPECT_EQ(static_cast<const AddArgs*>(params[0].kernelTaskParams.args)->out, out);
    ASSERT_EQ(params[0].opInfoSize, 4U);
    EXPECT_EQ(std::memcmp(params[0].opInfoPtr, "info", 4), 0);
    EXPECT_EQ(params[1].valueWriteTaskParams.devAddr, out + 64);
    EXPECT_EQ(params[1].valueWriteTaskParams.value, 7U);
    EXPECT_EQ(params[2].valueWaitTaskParams.flag, ACL_STREAM_WAIT_VALUE_EQ);
    run(graph);
    EXPECT_EQ(out[0], 1U);

    AddArgs other{out + 4, 5};
    params[0].kernelTaskParams.args = &other;
    params[0].kernelTaskParams.argsSize = sizeof(other);
    params[0].kernelTaskParams.isHostArgs = 1;
    params[0].kernelTaskParams.numBlocks = 1;
    EXPECT_EQ(aclmdlRITaskSetParams(tasks[0], &params[0]), ACL_SUCCESS) << messages();
    params[1].valueWriteTaskParams.value = 8;
    EXPECT_EQ(aclmdlRITaskSetParams(tasks[1], &params[1]), ACL_SUCCESS) << messages();
    params[2].valueWaitTaskParams.value = 8;
    EXPECT_EQ(aclmdlRITaskSetParams(tasks[2], &params[2]), ACL_SUCCESS) << messages();
    out[32] = 0;
    EXPECT_EQ(aclmdlRITaskDisable(tasks[3]), ACL_SUCCESS);
    run(graph);
    EXPECT_EQ(out[0], 2U) << "not in force yet";
    EXPECT_EQ(out[32], 0x01010101U);
    out[32] = 0;
    EXPECT_EQ(aclmdlRIUpdate(graph), ACL_SUCCESS) << messages();
    run(graph);
    EXPECT_EQ(out[0], 2U);
    EXPECT_EQ(out[4], 5U);
    EXPECT_EQ(out[32], 0U) << "disabled";
    EXPECT_EQ(*reinterpret_cast<uint64_t*>(out + 64), 8U);
    EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
    aclmdlRITaskType type{};
    expectError(aclmdlRITaskGetType(tasks[0], &type), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(Model, KernelAttributesAreKept) {
    aclrtLaunchKernelAttr attributes[2] = {};
    attributes[0].id = ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE;
    attributes[0].value.schemMode = 1;
    attributes[1].id = ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT;
    attributes[1].value.timeout = 7;
    aclrtLaunchKernelCfg cfg{attributes, 2};
    begin();
    ASSERT_EQ(aclrtLaunchKernelWithHostArgs(emptyKernel(), 1, stream, &cfg, nullptr, 0, nullptr, 0), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemsetAsync(out, 4, 0, 4, stream), ACL_SUCCESS);
    const std::vector<aclmdlRITask> tasks = tasksOf(end());
    aclrtLaunchKernelAttrValue value{};
    EXPECT_EQ(aclmdlRIKernelTaskGetAttribute(tasks[0], ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE, &value), ACL_SUCCESS);
    EXPECT_EQ(value.schemMode, 1);
    EXPECT_EQ(aclmdlRIKernelTaskGetAttribute(tasks[0], ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT, &value), ACL_SUCCESS);
    EXPECT_EQ(value.timeout, 7);
    EXPECT_EQ(aclmdlRIKernelTaskGetAttribute(tasks[0], ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US, &value), ACL_SUCCESS);
    EXPECT_EQ(value.timeoutUs.timeoutLow, 7000000U);
    EXPECT_EQ(aclmdlRIKernelTaskGetAttribute(tasks[0], ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE, &value), ACL_SUCCESS);
    EXPECT_EQ(value.dynUBufSize, 0U);
    expectError(aclmdlRIKernelTaskGetAttribute(tasks[0], ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE, &value),
                ACL_ERROR_INVALID_PARAM, {"attrId is 3"});
    expectError(aclmdlRIKernelTaskGetAttribute(tasks[0], ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT, nullptr),
                ACL_ERROR_INVALID_PARAM, {"attrValue is null"});
    expectError(aclmdlRIKernelTaskGetAttribute(tasks[1], ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT, &value),
                ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT);
}

TEST_F(Model, InspectionErrors) {
    begin();
    aclmdlRI open = capturing();
    uint32_t count = 0;
    expectError(aclmdlRIGetStreams(open, nullptr, &count), ACL_ERROR_RT_MODEL_CAPTURED);
    expectError(aclmdlRIUpdate(open), ACL_ERROR_RT_MODEL_UPDATE_FAILED, {"not complete"});
    expectError(aclmdlRIDebugPrint(open), ACL_ERROR_RT_MODEL_CAPTURED);
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    aclrtEvent event = newEvent();
    ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    aclmdlRI graph = end();
    expectError(aclmdlRIGetStreams(graph, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"numStreams is null"});
    aclrtStream streams[1] = {};
    count = 0;
    expectError(aclmdlRIGetStreams(graph, streams, &count), ACL_ERROR_RT_INSUFFICIENT_INPUT_ARRAY, {"is 0"});
    expectError(aclmdlRIGetTasksByStream(stream, nullptr, &count), ACL_ERROR_RT_STREAM_MODEL);
    const std::vector<aclmdlRITask> tasks = tasksOf(graph);
    ASSERT_EQ(tasks.size(), 2U);
    expectError(aclmdlRITaskGetType(tasks[0], nullptr), ACL_ERROR_INVALID_PARAM, {"type is null"});
    expectError(aclmdlRITaskGetSeqId(tasks[0], nullptr), ACL_ERROR_INVALID_PARAM, {"id is null"});
    expectError(aclmdlRITaskGetParams(tasks[0], nullptr), ACL_ERROR_INVALID_PARAM, {"params is null"});
    expectError(aclmdlRITaskSetParams(tasks[0], nullptr), ACL_ERROR_INVALID_PARAM, {"params is null"});
    expectError(aclmdlRITaskDisable(tasks[1]), ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT);
    aclmdlRITaskParams params{};
    params.type = ACL_MODEL_RI_TASK_VALUE_WRITE;
    expectError(aclmdlRITaskSetParams(tasks[0], &params), ACL_ERROR_INVALID_PARAM, {"params->type is 5, expected 1"});
    EXPECT_EQ(aclmdlRITaskGetParams(tasks[1], &params), ACL_SUCCESS);
    EXPECT_EQ(params.eventRecordTaskParams.event, event);
    expectError(aclmdlRITaskSetParams(tasks[1], &params), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    std::thread([this] {
        static_cast<void>(this);
        expectError(aclrtCacheLastTaskOpInfo("x", 1), ACL_ERROR_RT_PARAM_INVALID, {"captured no task"});
        expectError(aclrtCacheLastTaskExtendInfo("x", 1), ACL_ERROR_RT_PARAM_INVALID, {"captured no task"});
    }).join();
    expectError(aclrtCacheLastTaskOpInfo(nullptr, 1), ACL_ERROR_INVALID_PARAM, {"infoPtr is null"});
    expectError(aclrtCacheLastTaskOpInfo("x", 0), ACL_ERROR_INVALID_PARAM, {"infoSize is 0"});
    expectError(aclrtCacheLastTaskOpInfo("x", 65537), ACL_ERROR_INVALID_PARAM, {"infoSize is 65537"});
    expectError(aclrtCacheLastTaskExtendInfo(nullptr, 1), ACL_ERROR_INVALID_PARAM, {"extendInfoPtr is null"});
    expectError(aclrtCacheLastTaskExtendInfo("x", 0), ACL_ERROR_INVALID_PARAM, {"infoSize is 0"});
}

TEST_F(Model, NamesIdsAndDestroyCallbacks) {
    begin();
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    aclmdlRI graph = end();
    char name[16] = "?";
    EXPECT_EQ(aclmdlRIGetName(graph, sizeof(name), name), ACL_SUCCESS);
    EXPECT_STREQ(name, "");
    EXPECT_EQ(aclmdlRISetName(graph, "a graph"), ACL_SUCCESS);
    EXPECT_EQ(aclmdlRIGetName(graph, sizeof(name), name), ACL_SUCCESS);
    EXPECT_STREQ(name, "a graph");
    EXPECT_EQ(aclmdlRIGetName(graph, 3, name), ACL_SUCCESS);
    EXPECT_STREQ(name, "a ");
    expectError(aclmdlRIGetName(graph, 0, name), ACL_ERROR_INVALID_PARAM, {"maxLen is 0"});
    expectError(aclmdlRIGetName(graph, 3, nullptr), ACL_ERROR_INVALID_PARAM, {"name is null"});
    expectError(aclmdlRISetName(graph, nullptr), ACL_ERROR_INVALID_PARAM, {"name is null"});
    uint32_t first = 0;
    uint32_t second = 0;
    EXPECT_EQ(aclmdlRIGetId(graph, &first), ACL_SUCCESS);
    EXPECT_EQ(aclmdlRIGetId(newModel(), &second), ACL_SUCCESS);
    EXPECT_NE(first, second);
    expectError(aclmdlRIGetId(graph, nullptr), ACL_ERROR_INVALID_PARAM, {"modelRIId is null"});
    int calls = 0;
    const auto count = [](void* counter) { ++*static_cast<int*>(counter); };
    EXPECT_EQ(aclmdlRIDestroyRegisterCallback(graph, count, &calls), ACL_SUCCESS);
    expectError(aclmdlRIDestroyRegisterCallback(graph, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"func is null"});
    expectError(aclmdlRIDestroyUnregisterCallback(graph, nullptr), ACL_ERROR_INVALID_PARAM, {"func is null"});
    EXPECT_EQ(aclmdlRIDestroyUnregisterCallback(graph, count), ACL_SUCCESS);
    expectError(aclmdlRIDestroyUnregisterCallback(graph, count), ACL_ERROR_RT_PARAM_INVALID, {"not registered"});
    EXPECT_EQ(aclmdlRIDestroyRegisterCallback(graph, count, &calls), ACL_SUCCESS);
    EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
    EXPECT_EQ(calls, 1);
}

TEST_F(Model, DebugPrints) {
    begin();
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    aclrtEvent event = newEvent();
    aclrtStream other = newStream();
    ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(other, event), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out, 1, other), ACL_SUCCESS);
    aclrtEvent back = newEvent();
    ASSERT_EQ(aclrtRecordEvent(back, other), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(stream, back), ACL_SUCCESS);
    aclmdlRI graph = end();
    const std::string path = ::testing::TempDir() + "acc_graph.json";
    for (const uint32_t flags : {0U, 1U}) {
        EXPECT_EQ(aclmdlRIDebugJsonPrint(graph, path.c_str(), flags), ACL_SUCCESS) << messages();
        std::ifstream file(path);
        std::stringstream text;
        text << file.rdbuf();
        EXPECT_NE(text.str().find("\"traceEvents\""), std::string::npos);
        EXPECT_NE(text.str().find("\"add\""), std::string::npos);
        EXPECT_NE(text.str().find("\"numBlocks\": 1"), std::string::npos);
    }
    std::remove(path.c_str());
    expectError(aclmdlRIDebugJsonPrint(graph, "/nonexistent/file", 0), ACL_ERROR_RT_FILE_WRITE, {"/nonexistent/file"});
    expectError(aclmdlRIDebugJsonPrint(graph, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"path is null"});
    expectError(aclmdlRIDebugJsonPrint(graph, path.c_str(), 2), ACL_ERROR_INVALID_PARAM, {"flags is 2"});
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(aclmdlRIDebugPrint(graph), ACL_SUCCESS);
    const std::string dot = ::testing::internal::GetCapturedStderr();
    EXPECT_NE(dot.find("digraph"), std::string::npos) << dot;
    EXPECT_NE(dot.find("s0t1 -> s1t0 [style=dashed]"), std::string::npos) << dot;
}

TEST_F(Model, MemoryThatIsGoneFailsTheExecution) {
    auto* target = static_cast<uint32_t*>(newMemory(64));
    begin();
    ASSERT_EQ(launchAdd(target, 1, stream), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    aclmdlRI graph = end();
    run(graph);
    ASSERT_EQ(aclrtFree(target), ACL_SUCCESS);
    ASSERT_EQ(aclmdlRIExecuteAsync(graph, stream), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_MODEL_EXECUTE, {"parameter out of kernel add", "freed"});
    EXPECT_EQ(out[0], 2U) << "the other task ran";
}

}  // namespace
}  // namespace acc::test
