// SPDX-License-Identifier: Apache-2.0
// Dumps of argument blocks and of memory.
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "acl/acl_dump.h"
#include "fixture.h"

namespace {

using acc::test::ApiTest;
using acc::test::expectError;
using acc::test::messages;

std::string contents(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

class Dump : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        std::string name = std::filesystem::temp_directory_path() / "acc_dump_XXXXXX";
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        directory = name;
        previous = std::filesystem::current_path();
    }
    void TearDown() override {
        std::filesystem::current_path(previous);
        ApiTest::TearDown();
        std::filesystem::remove_all(directory);
    }
    std::string directory;
    std::filesystem::path previous;
};

TEST_F(Dump, ArgumentBlocksOfLaunches) {
    aclrtStream stream = newStream();
    auto* out = static_cast<uint32_t*>(newMemory(4));
    ASSERT_EQ(aclopStartDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS, directory.c_str()), ACL_SUCCESS) << messages();
    expectError(aclopStartDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS, directory.c_str()), ACL_ERROR_DUMP_ALREADY_RUN);
    EXPECT_EQ(launchAdd(out, 0x1234, stream), ACL_SUCCESS);
    EXPECT_EQ(aclopStopDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS), ACL_SUCCESS) << messages();
    EXPECT_EQ(launchAdd(out, 0x5678, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    const std::string text = contents(directory + "/kernel_args.txt");
    EXPECT_EQ(text.rfind("add", 0), 0U) << text;
    EXPECT_NE(text.find("34120000"), std::string::npos) << text;
    EXPECT_EQ(text.find("78560000"), std::string::npos) << text;
    expectError(aclopStopDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS), ACL_ERROR_DUMP_NOT_RUN, {"aclopStartDumpArgs"});
    expectError(aclopStartDumpArgs(2, directory.c_str()), ACL_ERROR_INVALID_PARAM, {"dumpType is 2"});
    expectError(aclopStopDumpArgs(2), ACL_ERROR_INVALID_PARAM, {"dumpType is 2"});
    expectError(aclopStartDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS, nullptr), ACL_ERROR_INVALID_PARAM, {"path is null"});
    expectError(aclopStartDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS, "/nowhere"), ACL_ERROR_WRITE_FILE, {"/nowhere"});
}

TEST_F(Dump, TensorsOfAnException) {
    std::filesystem::current_path(directory);
    auto* values = static_cast<char*>(newMemory(4));
    std::memcpy(values, "abcd", 4);
    char host[] = "efgh";
    acldumpTensorInfo tensors[2] = {};
    tensors[0].type = ACL_DUMP_TENSOR_INPUT;
    tensors[0].tensorSize = 4;
    tensors[0].dataType = ACL_INT8;
    tensors[0].tensorAddr = reinterpret_cast<int64_t*>(values);
    tensors[0].shapeNum = 1;
    tensors[0].shape[0] = 4;
    tensors[1] = tensors[0];
    tensors[1].type = ACL_DUMP_TENSOR_OUTPUT;
    tensors[1].placement = ACL_DUMP_PLACEMENT_HOST;
    char* pointer = host;
    tensors[1].tensorAddr = reinterpret_cast<int64_t*>(&pointer);
    tensors[1].addrType = ACL_DUMP_ADDR_PTR_PTR;
    ASSERT_EQ(acldumpSaveExceptionInfo("dump", "my tag", tensors, 2), ACL_SUCCESS) << messages();
    EXPECT_EQ(contents("dump"), "abcdefgh");
    const std::string description = contents("dump.json");
    EXPECT_NE(description.find("my tag"), std::string::npos) << description;
    EXPECT_NE(description.find("\"output\""), std::string::npos) << description;
    expectError(acldumpSaveExceptionInfo(nullptr, "", tensors, 2), ACL_ERROR_INVALID_PARAM, {"fileName is null"});
    expectError(acldumpSaveExceptionInfo("", "", tensors, 2), ACL_ERROR_INVALID_PARAM, {"fileName is ''"});
    expectError(acldumpSaveExceptionInfo("a/b", "", tensors, 2), ACL_ERROR_INVALID_PARAM, {"a/b"});
    expectError(acldumpSaveExceptionInfo("dump", "", nullptr, 2), ACL_ERROR_INVALID_PARAM, {"tensors is null"});
    expectError(acldumpSaveExceptionInfo("dump", "", tensors, 0), ACL_ERROR_INVALID_PARAM, {"tensorCount"});
    std::filesystem::create_directory("taken");
    expectError(acldumpSaveExceptionInfo("taken", "", tensors, 2), ACL_ERROR_WRITE_FILE, {"taken"});
    tensors[0].tensorSize = 1 << 20;
    expectError(acldumpSaveExceptionInfo("dump", "", tensors, 2), ACL_ERROR_INVALID_PARAM, {"tensors[0] is 1048576"});
    tensors[0].tensorAddr = nullptr;
    expectError(acldumpSaveExceptionInfo("dump", "", tensors, 2), ACL_ERROR_INVALID_PARAM, {"tensorAddr is null"});
    tensors[1].shapeNum = 26;
    expectError(acldumpSaveExceptionInfo("dump", "", tensors + 1, 1), ACL_ERROR_INVALID_PARAM, {"26 and 0 dimensions"});
    tensors[1].shapeNum = 1;
    tensors[1].placement = ACL_DUMP_PLACEMENT_END;
    expectError(acldumpSaveExceptionInfo("dump", "", tensors + 1, 1), ACL_ERROR_INVALID_PARAM, {"placement is 2"});
}

TEST_F(Dump, Directories) {
    // Neither variable is set in tests.
    EXPECT_EQ(acldumpGetPath(DATA_DUMP), nullptr);
    EXPECT_EQ(acldumpGetPath(AIC_ERR_BRIEF_DUMP), nullptr);
    EXPECT_EQ(acldumpGetPath(static_cast<acldumpType>(6)), nullptr);
    char path[8] = {};
    EXPECT_EQ(acldumpGetExceptionInfoPath(path, sizeof(path)), ACL_SUCCESS);
    EXPECT_STREQ(path, ".");
    expectError(acldumpGetExceptionInfoPath(nullptr, 8), ACL_ERROR_INVALID_PARAM, {"path is null"});
    expectError(acldumpGetExceptionInfoPath(path, 1), ACL_ERROR_INVALID_PARAM, {"maxLen is 1", "at least 2"});
}

TEST_F(Dump, ModelsAreNotExecuted) {
    expectError(acldumpRegCallback([](const acldumpChunk*, int32_t) { return 0; }, 0), ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                {"no models"});
    expectError(acldumpRegCallback(nullptr, 0), ACL_ERROR_INVALID_PARAM, {"messageCallback is null"});
    acldumpUnregCallback();
    aclFinalize();
    messages();
    expectError(aclmdlInitDump(), ACL_ERROR_UNINITIALIZE, {"aclInit"});
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    expectError(aclmdlFinalizeDump(), ACL_ERROR_DUMP_NOT_RUN, {"aclmdlInitDump"});
    expectError(aclmdlSetDump("x"), ACL_ERROR_DUMP_NOT_RUN, {"aclmdlInitDump"});
    EXPECT_EQ(aclmdlInitDump(), ACL_SUCCESS);
    expectError(aclmdlInitDump(), ACL_ERROR_DUMP_ALREADY_RUN, {"aclmdlFinalizeDump"});
    expectError(aclmdlSetDump(nullptr), ACL_ERROR_INVALID_PARAM, {"dumpCfgPath is null"});
    expectError(aclmdlSetDump("/nowhere"), ACL_ERROR_INVALID_FILE, {"/nowhere"});
    std::ofstream(directory + "/acl.json") << "{}";
    expectError(aclmdlSetDump((directory + "/acl.json").c_str()), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"no models"});
    EXPECT_EQ(aclmdlFinalizeDump(), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

}  // namespace
