// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "device_value.h"

int main() {
    std::printf("no kernel: %d\n", afterLaunches({}));
}
