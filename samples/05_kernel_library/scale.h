// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "acl/acl.h"

// Multiplies `length` floats in device memory by `factor`, in stream order. Returns the status of the submission.
aclError scale(void* data, uint32_t length, float factor, aclrtStream stream);
