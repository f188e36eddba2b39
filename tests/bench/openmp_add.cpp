// SPDX-License-Identifier: Apache-2.0
// The loops a CPU programmer would write, for comparison. Their own file, because it is built with -fopenmp
// -march=native.
#include <cstdint>
#include <cstring>

#include "openmp_add.h"

void openmpAdd(const float* x, const float* y, float* z, int64_t length) {
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < length; ++i) {
        z[i] = x[i] + y[i];
    }
}

void openmpAddTiled(const float* x, const float* y, float* z, int64_t length) {
    constexpr int64_t kTile = 4096;
#pragma omp parallel
    {
        alignas(64) float tiles[2][3][kTile];
        int current = 0;
#pragma omp for schedule(static)
        for (int64_t i = 0; i < length; i += kTile) {
            float(&tile)[3][kTile] = tiles[current ^= 1];
            std::memcpy(tile[0], x + i, sizeof(tile[0]));
            std::memcpy(tile[1], y + i, sizeof(tile[1]));
            for (int64_t j = 0; j < kTile; ++j) {
                tile[2][j] = tile[0][j] + tile[1][j];
            }
            std::memcpy(z + i, tile[2], sizeof(tile[2]));
        }
    }
}
