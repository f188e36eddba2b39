// SPDX-License-Identifier: Apache-2.0
// Host functions for the tiling of high-level APIs.
#pragma once

#include "tiling/matmul_tiling.h"
#include "tiling/norm_grad_tiling.h"
#include "tiling/norm_tiling.h"
#include "tiling/pad_tiling.h"
#include "tiling/platform/platform_ascendc.h"
#include "tiling/softmax_tiling.h"
#include "tiling/tmp_size.h"
