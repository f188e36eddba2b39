// SPDX-License-Identifier: Apache-2.0
// The loop a CPU programmer would write, for comparison. Its own file, because it is built with -fopenmp -march=native.
#include <cstdint>

#include "openmp_add.h"

void openmpAdd(const float* x, const float* y, float* z, int64_t length) {
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < length; ++i) {
        z[i] = x[i] + y[i];
    }
}
