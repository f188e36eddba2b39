// SPDX-License-Identifier: Apache-2.0
// Options, core limits, time limits, overflow detection.
#include <cstring>

#include "fixture.h"

namespace acc::test {
namespace {

using Limits = ApiTest;

TEST_F(Limits, OptionsOfProcessAndContext) {
    int64_t value = 9;
    EXPECT_EQ(aclrtGetSysParamOpt(ACL_OPT_ENABLE_KERNEL_EARLY_START, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 0);
    EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 3), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 3);
    expectError(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_ERROR_RT_SYSPARAMOPT_NOT_SET);
    EXPECT_EQ(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_SUCCESS);
    EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 1);
    expectError(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 4), ACL_ERROR_INVALID_PARAM, {"value is 4"});
    expectError(aclrtCtxSetSysParamOpt(ACL_OPT_STRONG_CONSISTENCY, 2), ACL_ERROR_INVALID_PARAM, {"value is 2"});
    const auto unknown = static_cast<aclSysParamOpt>(4);
    expectError(aclrtSetSysParamOpt(unknown, 0), ACL_ERROR_INVALID_PARAM, {"opt is 4"});
    expectError(aclrtGetSysParamOpt(unknown, &value), ACL_ERROR_INVALID_PARAM, {"opt is 4"});
    expectError(aclrtCtxSetSysParamOpt(unknown, 0), ACL_ERROR_INVALID_PARAM, {"opt is 4"});
    expectError(aclrtCtxGetSysParamOpt(unknown, &value), ACL_ERROR_INVALID_PARAM, {"opt is 4"});
    expectError(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, nullptr), ACL_ERROR_INVALID_PARAM, {"value is null"});
    expectError(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, nullptr), ACL_ERROR_INVALID_PARAM, {"value is null"});
    EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 0), ACL_SUCCESS);
    std::thread([] {
        int64_t none = 0;
        expectError(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_ERROR_RT_CONTEXT_NULL);
        expectError(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &none), ACL_ERROR_RT_CONTEXT_NULL);
    }).join();
}

TEST_F(Limits, CoresOfStreamDeviceAndHardware) {
    uint32_t value = 0;
    aclrtStream stream = newStream();
    EXPECT_EQ(aclrtGetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 24U);
    EXPECT_EQ(aclrtGetStreamResLimit(stream, ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 48U);
    EXPECT_EQ(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, 10), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetStreamResLimit(stream, ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 10U) << "the device's";
    EXPECT_EQ(aclrtSetStreamResLimit(stream, ACL_RT_DEV_RES_VECTOR_CORE, 6), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetStreamResLimit(stream, ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 6U);
    EXPECT_EQ(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 10U) << "the thread does not use the stream's";
    EXPECT_EQ(aclrtUseStreamResInCurrentThread(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 6U);
    EXPECT_EQ(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_CUBE_CORE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 24U);
    EXPECT_EQ(aclrtUnuseStreamResInCurrentThread(nullptr), ACL_SUCCESS) << "another stream: nothing changes";
    EXPECT_EQ(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 6U);
    EXPECT_EQ(aclrtUnuseStreamResInCurrentThread(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 10U);
    EXPECT_EQ(aclrtUseStreamResInCurrentThread(nullptr), ACL_SUCCESS) << "the default stream";
    EXPECT_EQ(aclrtUnuseStreamResInCurrentThread(nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetStreamResLimit(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDeviceResLimit(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetStreamResLimit(stream, ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 48U);
}

TEST_F(Limits, CoreLimitErrors) {
    uint32_t value = 0;
    const auto unknown = static_cast<aclrtDevResLimitType>(2);
    expectError(aclrtSetDeviceResLimit(0, unknown, 1), ACL_ERROR_INVALID_PARAM, {"type is 2"});
    expectError(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, 0), ACL_ERROR_INVALID_PARAM, {"value is 0"});
    expectError(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, 25), ACL_ERROR_INVALID_PARAM,
                {"value is 25, expected 1 to 24"});
    expectError(aclrtSetDeviceResLimit(2, ACL_RT_DEV_RES_CUBE_CORE, 1), ACL_ERROR_RT_INVALID_DEVICEID);
    expectError(aclrtGetDeviceResLimit(2, ACL_RT_DEV_RES_CUBE_CORE, &value), ACL_ERROR_RT_INVALID_DEVICEID);
    expectError(aclrtGetDeviceResLimit(0, unknown, &value), ACL_ERROR_INVALID_PARAM, {"type is 2"});
    expectError(aclrtGetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, nullptr), ACL_ERROR_INVALID_PARAM,
                {"value is null"});
    expectError(aclrtResetDeviceResLimit(2), ACL_ERROR_RT_INVALID_DEVICEID);
    expectError(aclrtSetStreamResLimit(nullptr, unknown, 1), ACL_ERROR_INVALID_PARAM, {"type is 2"});
    expectError(aclrtSetStreamResLimit(nullptr, ACL_RT_DEV_RES_VECTOR_CORE, 49), ACL_ERROR_INVALID_PARAM,
                {"value is 49"});
    expectError(aclrtGetStreamResLimit(nullptr, unknown, &value), ACL_ERROR_INVALID_PARAM, {"type is 2"});
    expectError(aclrtGetStreamResLimit(nullptr, ACL_RT_DEV_RES_CUBE_CORE, nullptr), ACL_ERROR_INVALID_PARAM,
                {"value is null"});
    expectError(aclrtGetResInCurrentThread(unknown, &value), ACL_ERROR_INVALID_PARAM, {"type is 2"});
    expectError(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_CUBE_CORE, nullptr), ACL_ERROR_INVALID_PARAM,
                {"value is null"});
}

TEST_F(Limits, SizesOfStacksAndBuffers) {
    size_t value = 0;
    EXPECT_EQ(aclrtDeviceGetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 32768U);
    EXPECT_EQ(aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, 32769), ACL_SUCCESS);
    EXPECT_EQ(aclrtDeviceGetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 49152U) << "rounded up to 16 KiB";
    EXPECT_EQ(aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, 32768), ACL_SUCCESS);
    EXPECT_EQ(aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE, 1025), ACL_SUCCESS);
    EXPECT_EQ(aclrtDeviceGetLimit(ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 1032U);
    expectError(aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE, 1023), ACL_ERROR_INVALID_PARAM,
                {"value is 1023"});
    expectError(aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, 200 * 1024), ACL_ERROR_INVALID_PARAM,
                {"value is"});
    expectError(aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE, 128), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"SIMT"});
    expectError(aclrtDeviceGetLimit(ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE, &value), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtDeviceSetLimit(static_cast<aclrtDeviceLimit>(5), 1), ACL_ERROR_INVALID_PARAM, {"limit is 5"});
    expectError(aclrtDeviceGetLimit(static_cast<aclrtDeviceLimit>(5), &value), ACL_ERROR_INVALID_PARAM, {"limit is 5"});
    expectError(aclrtDeviceGetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, nullptr), ACL_ERROR_INVALID_PARAM,
                {"value is null"});
}

TEST_F(Limits, TimeLimitOfKernels) {
    uint32_t ms = 0;
    EXPECT_EQ(aclrtGetOpExecuteTimeout(&ms), ACL_SUCCESS);
    EXPECT_EQ(ms, 1091000U);
    uint64_t interval = 0;
    EXPECT_EQ(aclrtGetOpTimeOutInterval(&interval), ACL_SUCCESS);
    uint64_t actual = 0;
    EXPECT_EQ(aclrtSetOpExecuteTimeOutV2(interval * 20 - 1, &actual), ACL_SUCCESS);
    EXPECT_EQ(actual, interval * 20) << "rounded up";
    EXPECT_EQ(aclrtGetOpExecuteTimeout(&ms), ACL_SUCCESS);
    EXPECT_EQ(ms, 20U);
    auto* word = static_cast<uint64_t*>(newMemory(8));
    *word = 0;
    GateArgs args{word};
    ASSERT_EQ(aclrtLaunchKernelWithHostArgs(gateKernel(), 1, nullptr, nullptr, &args, sizeof(args), nullptr, 0),
              ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_VECTOR_CORE_TIMEOUT, {"limit of 20000 us"});
    aclrtLaunchKernelAttr attribute{};
    attribute.id = ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT;
    attribute.value.timeout = 0;
    aclrtLaunchKernelCfg cfg{&attribute, 1};
    ASSERT_EQ(aclrtLaunchKernelWithHostArgs(gateKernel(), 1, nullptr, &cfg, &args, sizeof(args), nullptr, 0),
              ACL_SUCCESS);
    expectError(aclrtSynchronizeStreamWithTimeout(nullptr, 60), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    std::atomic_ref(*word).store(1);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << "the launch's own limit counts: for ever";
    EXPECT_EQ(aclrtSetOpExecuteTimeOutV2(0, &actual), ACL_SUCCESS);
    EXPECT_EQ(actual, UINT64_MAX);
    EXPECT_EQ(aclrtGetOpExecuteTimeout(&ms), ACL_SUCCESS);
    EXPECT_EQ(ms, UINT32_MAX);
    EXPECT_EQ(aclrtSetOpExecuteTimeOut(5), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetOpExecuteTimeout(&ms), ACL_SUCCESS);
    EXPECT_EQ(ms, 5000U);
    EXPECT_EQ(aclrtSetOpExecuteTimeOut(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetOpExecuteTimeout(&ms), ACL_SUCCESS);
    EXPECT_EQ(ms, 1091000U);
    expectError(aclrtSetOpExecuteTimeOutWithMs(1), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtSetOpExecuteTimeOutV2(1, nullptr), ACL_ERROR_INVALID_PARAM, {"actualTimeout is null"});
    expectError(aclrtGetOpTimeOutInterval(nullptr), ACL_ERROR_INVALID_PARAM, {"interval is null"});
    expectError(aclrtGetOpExecuteTimeout(nullptr), ACL_ERROR_INVALID_PARAM, {"timeoutMs is null"});
}

TEST_F(Limits, OverflowIsNotSaturated) {
    aclrtFloatOverflowMode mode{};
    EXPECT_EQ(aclrtGetDeviceSatMode(&mode), ACL_SUCCESS);
    EXPECT_EQ(mode, ACL_RT_OVERFLOW_MODE_INFNAN);
    EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN), ACL_SUCCESS);
    expectError(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"INFNAN"});
    expectError(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_UNDEF), ACL_ERROR_INVALID_PARAM, {"mode is 2"});
    expectError(aclrtGetDeviceSatMode(nullptr), ACL_ERROR_INVALID_PARAM, {"mode is null"});
    auto* status = static_cast<uint8_t*>(newMemory(64));
    std::memset(status, 0xFF, 64);
    EXPECT_EQ(aclrtResetOverflowStatus(nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetOverflowStatus(status, 64, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    for (int i = 0; i < 64; ++i) {
        EXPECT_EQ(status[i], 0);
    }
    uint8_t host[64];
    expectError(aclrtGetOverflowStatus(nullptr, 64, nullptr), ACL_ERROR_INVALID_PARAM, {"outputAddr is null"});
    expectError(aclrtGetOverflowStatus(status, 63, nullptr), ACL_ERROR_INVALID_PARAM, {"outputSize is 63"});
    expectError(aclrtGetOverflowStatus(host, 64, nullptr), ACL_ERROR_INVALID_PARAM, {"device memory"});
    aclrtStream stream = newStream();
    uint32_t flag = 9;
    EXPECT_EQ(aclrtGetStreamOverflowSwitch(stream, &flag), ACL_SUCCESS);
    EXPECT_EQ(flag, 0U);
    EXPECT_EQ(aclrtSetStreamOverflowSwitch(stream, 1), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetStreamOverflowSwitch(stream, &flag), ACL_SUCCESS);
    EXPECT_EQ(flag, 1U);
    expectError(aclrtSetStreamOverflowSwitch(stream, 2), ACL_ERROR_INVALID_PARAM, {"flag is 2"});
    expectError(aclrtGetStreamOverflowSwitch(stream, nullptr), ACL_ERROR_INVALID_PARAM, {"flag is null"});
}

}  // namespace
}  // namespace acc::test
