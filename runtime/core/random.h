// SPDX-License-Identifier: Apache-2.0
// Random numbers in device memory: Philox4x32-10 with a seed as its key and a 16-byte counter in device memory, from
// which the task draws and which it moves on.
#pragma once

#include <cstdint>

#include "acl/acl_rt_types.h"
#include "runtime/base/status.h"

namespace acc::rt::core {

// IEEE binary16 with infinities and NaN, rounded to nearest even.
float halfToFloat(uint16_t bits);
uint16_t floatToHalf(float value);

class RandomTask {
public:
    // Checks everything that does not depend on device memory's contents.
    static Status make(const aclrtRandomNumTaskInfo& info, int32_t device, RandomTask* task);

    // Draws the numbers: FLOAT16, FLOAT and BF16 for the distributions, UINT8 masks for dropout.
    Status run() const;

private:
    aclrtRandomNumTaskInfo info_{};
    int32_t device_ = 0;
};

}  // namespace acc::rt::core
