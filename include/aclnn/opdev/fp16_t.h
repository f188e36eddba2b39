// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "opdev/fp16_t.h"
