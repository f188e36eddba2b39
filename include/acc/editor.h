// SPDX-License-Identifier: Apache-2.0
// The kernel language for editors: included in front of a source by clangd, which has Clang's CUDA mode but not acc's
// attributes (acc --clangd-config). Kernels are CUDA's; everything else may be called from everywhere, so what is
// called on the wrong side is left to acc to say.
#ifndef ACC_EDITOR_H
#define ACC_EDITOR_H

#define __ACC_FRONTEND__ 1
#include "acc/language.h"

#undef __gm__
#undef __ubuf__
#undef __local_mem__
#undef __cbuf__
#undef __ca__
#undef __cb__
#undef __cc__
#undef __fbuf__
#undef __biasbuf__
#undef __global__
#undef __aicore__
#undef __host_aicore__
#undef __host__
#undef __vector__
#undef __cube__
#undef __mix__
#undef __schedmode__
#undef __aicpu__
#define __gm__
#define __ubuf__
#define __local_mem__
#define __cbuf__
#define __ca__
#define __cb__
#define __cc__
#define __fbuf__
#define __biasbuf__
#define __global__ __attribute__((global))
#define __aicore__
#define __host_aicore__
#define __host__
#define __vector__
#define __cube__
#define __mix__(cubeCores, vectorCores)
#define __schedmode__(mode)
#define __aicpu__

#pragma clang force_cuda_host_device begin

#endif  // ACC_EDITOR_H
