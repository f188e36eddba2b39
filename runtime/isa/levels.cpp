// SPDX-License-Identifier: Apache-2.0
// Chooses the loops for this CPU, once.
#include <cstdlib>

#include "runtime/isa/kernels.h"

namespace acc::rt::isa {

#define ACC_DECLARE_LEVEL(name)         \
    namespace name {                    \
    extern const KernelTable kKernels;  \
    extern const CastTable kCasts;      \
    extern const LaneTable kLanes;      \
    extern const MatrixTable kMatrices; \
    extern const MathTable kMath;       \
    }
#if defined(__x86_64__)
ACC_DECLARE_LEVEL(v2)
ACC_DECLARE_LEVEL(v3)
ACC_DECLARE_LEVEL(v4)
#else
ACC_DECLARE_LEVEL(native)
#endif
#undef ACC_DECLARE_LEVEL

namespace {

Level chooseLevel() {
#if defined(__x86_64__)
    const char* forced = std::getenv("ACC_CPU_LEVEL");
    const int limit = forced ? std::atoi(forced) : 4;
    if (limit >= 4 && __builtin_cpu_supports("x86-64-v4")) {
        return {"x86-64-v4", &v4::kKernels, &v4::kCasts, &v4::kLanes, &v4::kMatrices, &v4::kMath};
    }
    if (limit >= 3 && __builtin_cpu_supports("x86-64-v3")) {
        return {"x86-64-v3", &v3::kKernels, &v3::kCasts, &v3::kLanes, &v3::kMatrices, &v3::kMath};
    }
    return {"x86-64-v2", &v2::kKernels, &v2::kCasts, &v2::kLanes, &v2::kMatrices, &v2::kMath};
#else
    return {"native", &native::kKernels, &native::kCasts, &native::kLanes, &native::kMatrices, &native::kMath};
#endif
}

}  // namespace

const Level kLevel = chooseLevel();

}  // namespace acc::rt::isa
