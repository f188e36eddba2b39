// SPDX-License-Identifier: Apache-2.0
// acc: compiles programs with kernel<<<...>>>(...) launches for the emulated NPU.
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#include "compiler/driver/driver.h"
#include "compiler/frontend/passes.h"

namespace {

// A compilation only grows. One heap for all threads, that grows in large steps of huge pages: the system calls and
// page faults of small ones cost a tenth of its time.
void growInHugePages() {
    constexpr size_t kReserve = size_t{256} << 20, kHugePage = size_t{2} << 20;
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TOP_PAD, kReserve);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);         // the most that glibc takes
    void* volatile grow = std::malloc(1 << 20);  // more than there is
    std::free(grow);
    const uintptr_t end = reinterpret_cast<uintptr_t>(sbrk(0)) / kHugePage * kHugePage;
    madvise(reinterpret_cast<void*>(end - kReserve + kHugePage), kReserve - kHugePage, MADV_HUGEPAGE);  // a wish
}

}  // namespace

int main(int argc, char** argv) {
    const acc::ParsedCommandLine commandLine = acc::parseCommandLine({argv + 1, argv + argc});
    if (!commandLine.options)
        return commandLine.exitCode;
    growInHugePages();
    acc::initializePasses();
    return acc::runDriver(*commandLine.options, acc::Toolchain(argv[0], reinterpret_cast<void*>(&main)));
}
