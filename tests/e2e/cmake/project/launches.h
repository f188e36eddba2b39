// SPDX-License-Identifier: Apache-2.0
// Each multiplies or increments *value on the default stream, with a kernel in the place that its name says.
#pragma once
#ifdef LANGUAGE_IS_ASC
constexpr bool kIsKernelSource = true;
#else
constexpr bool kIsKernelSource = false;
#endif
void launchOwn(int* value);
void launchStatic(int* value);
void launchShared(int* value);
void launchObject(int* value);
void launchCpp(int* value);
