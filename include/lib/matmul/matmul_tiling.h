// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tiling/matmul_tiling.h"
