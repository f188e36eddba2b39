// SPDX-License-Identifier: Apache-2.0
// Ascend C: what kernels include.
#pragma once

#include "ascendc/compare.h"
#include "ascendc/core.h"
#include "ascendc/gather.h"
#include "ascendc/kernel_type.h"
#include "ascendc/move.h"
#include "ascendc/pipe.h"
#include "ascendc/print.h"
#include "ascendc/reduce.h"
#include "ascendc/scalar.h"
#include "ascendc/std.h"
#include "ascendc/sync.h"
#include "ascendc/tensor.h"
#include "ascendc/vector.h"
