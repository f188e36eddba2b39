// SPDX-License-Identifier: Apache-2.0
// acc: compiles programs with kernel<<<...>>>(...) launches for the emulated NPU.
#include "compiler/driver/driver.h"
#include "compiler/frontend/passes.h"

int main(int argc, char** argv) {
    const acc::ParsedCommandLine commandLine = acc::parseCommandLine({argv + 1, argv + argc});
    if (!commandLine.options)
        return commandLine.exitCode;
    acc::initializePasses();
    return acc::runDriver(*commandLine.options, acc::Toolchain(argv[0], reinterpret_cast<void*>(&main)));
}
