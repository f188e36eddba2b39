// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "device_value.h"

int main() {
    std::printf("%s: %d\n", STATIC_NAME, afterLaunches({launchStatic, launchStatic}));
}
