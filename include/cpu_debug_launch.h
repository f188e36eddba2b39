// SPDX-License-Identifier: Apache-2.0
// For sources that launch kernels with <<<>>> in run mode cpu. acc lowers these launches in every mode.
#pragma once

#include "tikicpulib.h"
