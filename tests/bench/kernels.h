// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "acl/acl.h"

void launchEmpty(uint32_t numBlocks, aclrtStream stream);

// Each block holds its core for about `nanoseconds`.
void launchBusy(uint32_t numBlocks, int64_t nanoseconds, aclrtStream stream);

// z = x + y through the UB with double-buffered queues; `length` is a multiple of 32 * 4096.
void launchAdd(const float* x, const float* y, float* z, uint64_t length, aclrtStream stream);
