// SPDX-License-Identifier: Apache-2.0
#pragma once
inline void broken(int* x) { missing<<<1>>>(x); }
