// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

void openmpAdd(const float* x, const float* y, float* z, int64_t length);
