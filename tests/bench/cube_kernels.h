// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "acl/acl.h"

// Products of square matrices of kSize, row by row in device memory.
constexpr int kSize = 1024;

// half factors, float result, tiled by hand with double-buffered queues.
void launchProductByHand(const void* a, const void* b, void* c, aclrtStream stream);
// The same through a Matmul object, and with other types: float; int8_t into int32_t.
void launchProductHalf(const void* a, const void* b, void* c, aclrtStream stream);
void launchProductFloat(const void* a, const void* b, void* c, aclrtStream stream);
void launchProductInt8(const void* a, const void* b, void* c, aclrtStream stream);

// Moves of kMoveBytes in all, on one core: rows to NZ in L1, fractals from L1 to L0A, results from L0C to GM.
constexpr size_t kMoveBytes = size_t{64} << 20;
void launchNd2Nz(const void* from, aclrtStream stream);
void launchLoadData(aclrtStream stream);
void launchFixpipe(void* to, aclrtStream stream);
