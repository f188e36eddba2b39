// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "device_value.h"

int main() {
    static_assert(!kIsKernelSource);
    std::printf("own, %s, shared, object, cpp: %d\n", STATIC_NAME,
                afterLaunches({launchOwn, launchStatic, launchShared, launchObject, launchCpp}));
}
