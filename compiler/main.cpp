// SPDX-License-Identifier: Apache-2.0
// acc: compiles programs with kernel<<<...>>>(...) launches for the emulated NPU.
#include <malloc.h>

#include "compiler/driver/driver.h"
#include "compiler/frontend/passes.h"

int main(int argc, char** argv) {
    const acc::ParsedCommandLine commandLine = acc::parseCommandLine({argv + 1, argv + argc});
    if (!commandLine.options)
        return commandLine.exitCode;
    // A compilation only grows; small steps, each a system call, and giving memory back cost a tenth of its time.
    mallopt(M_TOP_PAD, 16 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    acc::initializePasses();
    return acc::runDriver(*commandLine.options, acc::Toolchain(argv[0], reinterpret_cast<void*>(&main)));
}
