// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

void openmpAdd(const float* x, const float* y, float* z, int64_t length);

// The same through small buffers that are filled and emptied with memcpy, as the device's kernel does. `length` is a
// multiple of 4096.
void openmpAddTiled(const float* x, const float* y, float* z, int64_t length);
