// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "opdev/bfloat16.h"
