// SPDX-License-Identifier: Apache-2.0
// The kernel language's words, included by `acc` itself in front of every source; programs never include it.
//
// While `acc` parses the user's own text (__ACC_FRONTEND__) the function qualifiers are attributes. In the lowered host
// text, which any C++11 compiler can read, they are empty; when acc itself compiles it (__ACC_HOST_PASS__) `__aicore__`
// still marks the functions whose bodies need not be read. In code for AI CPUs (__ACC_AICPU__), which is host code but
// for its kernels, the two words of those are attributes. Address-space words qualify pointers, and the emulated
// memories share one address space, so those are empty in both; in the user's own text they are names that acc finds.
#ifndef ACC_LANGUAGE_H
#define ACC_LANGUAGE_H

#define __ssbuf__
#define __tiling_data_ptr__

#ifdef __ACC_FRONTEND__
#define __gm__ __acc_gm__      // acc tells variables, which live in global memory, from pointers
#define __ubuf__ __acc_ubuf__  // likewise arrays in the UB
#define __local_mem__ __acc_ubuf__
#define __cbuf__ __acc_cbuf__
#define __ca__ __acc_ca__
#define __cb__ __acc_cb__
#define __cc__ __acc_cc__
#define __fbuf__ __acc_fbuf__
#define __biasbuf__ __acc_biasbuf__
#define __global__ __attribute__((acc_global))
#define __aicore__ __attribute__((acc_aicore))
#define __host_aicore__ __attribute__((acc_host_aicore))
#define __host__ __attribute__((acc_host))
#define __vector__ __attribute__((acc_cores(0, 1)))
#define __cube__ __attribute__((acc_cores(1, 0)))
#define __mix__(cubeCores, vectorCores) __attribute__((acc_cores(cubeCores, vectorCores)))
#define __schedmode__(mode) __attribute__((acc_schedmode(mode)))
#define __aicpu__ __attribute__((acc_aicpu))
#else
#define __gm__
#define __ubuf__
#define __local_mem__
#define __cbuf__
#define __ca__
#define __cb__
#define __cc__
#define __fbuf__
#define __biasbuf__
#ifdef __ACC_HOST_PASS__
#define __global__ __attribute__((acc_host))
#define __aicore__ __attribute__((acc_aicore))
#define __host_aicore__ __attribute__((acc_host_aicore))
#elif defined(__ACC_AICPU__)
#define __global__ __attribute__((acc_global))
#define __aicore__
#define __host_aicore__
#else
#define __global__
#define __aicore__
#define __host_aicore__
#endif
#define __host__
#define __vector__
#define __cube__
#define __mix__(cubeCores, vectorCores)
#define __schedmode__(mode)
#ifdef __ACC_AICPU__
#define __aicpu__ __attribute__((acc_aicpu))
#else
#define __aicpu__
#endif
#endif

#define __force_inline__ inline __attribute__((always_inline))
#ifndef __forceinline__
#define __forceinline__ inline __attribute__((always_inline))
#endif

// Qualifiers of other architectures and hints to the vendor's scheduler: without meaning for the emulated core.
#define __BLOCK_LOCAL__
#define __callee__
#define __simd_vf__
#define __simd_callee__
#define __simt_vf__
#define __simt_callee__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __sync_alias__
#define __sync_noalias__
#define __inout_pipe__(...)
#define __in_pipe__(...)
#define __out_pipe__(...)
#define __ASC_USE_RESERVED_UBUF__(...)

#ifdef __cplusplus
#ifdef __ACC_FRONTEND__
typedef int aclError;  // as in acl/acl_rt.h, which programs include or not
typedef void* aclrtStream;
#endif

#pragma GCC visibility push(default)
namespace acc {

// First value of <<<>>>: any integer, or a dim3 whose product counts. Values that do not fit become the largest
// number, which the launch refuses, rather than a small one by truncation.
class NumBlocks {
public:
    constexpr NumBlocks(int n) : value_(n < 0 ? ~0U : static_cast<unsigned>(n)) {}
    constexpr NumBlocks(unsigned n) : value_(n) {}
    constexpr NumBlocks(long n) : value_(fit(n < 0 ? ~0ULL : static_cast<unsigned long long>(n))) {}
    constexpr NumBlocks(unsigned long n) : value_(fit(n)) {}
    constexpr NumBlocks(long long n) : value_(fit(n < 0 ? ~0ULL : static_cast<unsigned long long>(n))) {}
    constexpr NumBlocks(unsigned long long n) : value_(fit(n)) {}
    template <class Dim3>
    constexpr NumBlocks(const Dim3& grid, decltype(grid.x + grid.y + grid.z)* = nullptr)
        : value_(fit(1ULL * grid.x * grid.y * grid.z)) {}
    constexpr unsigned value() const { return value_; }

private:
    static constexpr unsigned fit(unsigned long long n) { return n > ~0U ? ~0U : static_cast<unsigned>(n); }
    unsigned value_;
};

// Second value of <<<>>>: bytes of dynamic UB. nullptr and a void* (older programs pass an unused "L2 control")
// mean none.
class UbufDynSize {
public:
    constexpr UbufDynSize(int bytes) : value_(bytes < 0 ? ~0ULL : static_cast<unsigned long long>(bytes)) {}
    constexpr UbufDynSize(unsigned bytes) : value_(bytes) {}
    constexpr UbufDynSize(long bytes) : value_(static_cast<unsigned long long>(bytes)) {}
    constexpr UbufDynSize(unsigned long bytes) : value_(bytes) {}
    constexpr UbufDynSize(long long bytes) : value_(static_cast<unsigned long long>(bytes)) {}
    constexpr UbufDynSize(unsigned long long bytes) : value_(bytes) {}
    constexpr UbufDynSize(decltype(nullptr)) : value_(0) {}
    constexpr UbufDynSize(void*) : value_(0) {}
    constexpr unsigned value() const { return value_ > ~0U ? ~0U : static_cast<unsigned>(value_); }

private:
    unsigned long long value_;
};

#ifdef __ACC_FRONTEND__
aclError launchStatus();  // the value of a launch expression
#endif

}  // namespace acc
#pragma GCC visibility pop

#ifdef __ACC_FRONTEND__
// Clang checks the configuration of a launch as a call of this function; it is never called.
int __cudaPushCallConfiguration(::acc::NumBlocks numBlocks, ::acc::UbufDynSize ubufDynSize = 0,
                                aclrtStream stream = nullptr);
#endif
#endif

#endif  // ACC_LANGUAGE_H
