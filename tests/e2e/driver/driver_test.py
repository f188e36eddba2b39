#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the `acc` command does: real compilations, real programs. Usage: driver_test.py <acc> [unittest arguments]."""
import os
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

from driver_case import ACC, HERE, HOME, HOST, KERNEL, LAUNCH, DriverTest


class Forms(DriverTest):
    def check(self, *options):
        self.acc(*options, HERE / "forms.acl.cpp", HERE / "forms_elsewhere.asc", "-o", "forms")
        self.assertEqual(self.run_command(self.folder / "forms").stdout, "all launch forms ran\n")

    def test_all_forms_run(self):
        self.check("-Wall", "-Wextra", "-Werror")

    def test_corners_run(self):
        self.acc("-Wall", HERE / "corners.acl.cpp", "-o", "corners")
        self.assertEqual(self.run_command(self.folder / "corners").stdout, "all corners ran\n")

    def test_all_forms_run_unoptimised(self):
        self.check("-O0", "-g", "-std=c++20")

    def test_all_forms_run_optimised(self):
        self.check("-O3", "-ffunction-sections", "-Wl,--gc-sections")


class Linking(DriverTest):
    def test_one_source(self):
        self.whole_program()
        self.acc("all.acl.cpp", "-o", "prog", "--npu-arch=dav-2201", f"-I{HERE}")
        self.assertEqual(self.run_command(self.folder / "prog").stdout, "marked\n")

    def test_default_output_is_a_out(self):
        self.whole_program()
        self.acc("all.acl.cpp", f"-I{HERE}")
        self.run_command(self.folder / "a.out")

    def split_program(self):
        self.write("kernel.asc", KERNEL + LAUNCH)
        self.write("main.cpp", "void launchMark(int* p, int value);\nextern \"C\" int helper(void);\n#define VALUE helper()\n" + HOST)
        self.write("helper.c", "int helper(void) { int class = 9; return class; }\n")

    def test_sources_of_mixed_kinds(self):
        self.split_program()
        self.acc("-c", "helper.c")
        self.run_command("ar", "rc", "libhelper.a", "helper.o")
        self.acc("kernel.asc", "main.cpp", "-o", "one", f"-I{HERE}", "libhelper.a")
        self.acc("kernel.asc", "main.cpp", "-o", "two", f"-I{HERE}", "helper.o")
        self.acc("kernel.asc", "main.cpp", "helper.c", "-o", "three", f"-I{HERE}")
        self.acc("main.cpp", "-o", "four", f"-I{HERE}", "kernel.asc", "-L.", "-lhelper")
        for program in ("one", "two", "three", "four"):
            self.assertEqual(self.run_command(self.folder / program).stdout, "marked\n")

    def test_gxx_links_the_object(self):
        self.split_program()
        self.acc("-c", "kernel.asc", "-o", "kernel.o")
        self.run_command("g++", "-c", "main.cpp", f"-I{HERE}", f"-I{HOME}/include")
        self.run_command("gcc", "-c", "helper.c")
        self.run_command("g++", "main.o", "kernel.o", "helper.o", f"-L{HOME}/lib64", "-lascendcl", f"-Wl,-rpath,{HOME}/lib64",
                         "-o", "prog")
        self.assertEqual(self.run_command(self.folder / "prog").stdout, "marked\n")

    def test_private_symbols_stay_private(self):
        self.split_program()
        self.acc("-c", "kernel.asc", "-o", "kernel.o")
        exported = self.run_command("nm", "-g", "--defined-only", "kernel.o").stdout
        self.assertNotIn("__acc", exported)
        self.assertIn(" T launch.mark", exported)

    def test_shared_library(self):
        self.split_program()
        self.acc("-shared", "-fPIC", "kernel.asc", "-o", "libkernel.so")
        self.run_command("g++", "main.cpp", "-xc", "helper.c", f"-I{HERE}", f"-I{HOME}/include", "-L.", "-lkernel",
                         f"-L{HOME}/lib64", "-lascendcl", f"-Wl,-rpath,{HOME}/lib64:{self.folder}", "-o", "prog")
        self.assertEqual(self.run_command(self.folder / "prog").stdout, "marked\n")

    def test_kernel_in_another_file(self):
        self.write("kernel.asc", KERNEL)
        self.write("main.asc", f'extern "C" __global__ __aicore__ void mark(__gm__ int* p, int value);\n#define VALUE 3\n{LAUNCH}{HOST}')
        self.acc("main.asc", "kernel.asc", "-o", "prog", f"-I{HERE}")
        self.assertEqual(self.run_command(self.folder / "prog").stdout, "marked\n")

    def test_missing_kernel_is_a_link_error(self):
        self.write("main.asc", f'extern "C" __global__ __aicore__ void mark(__gm__ int* p, int value);\n#define VALUE 3\n{LAUNCH}{HOST}')
        self.assertIn("launch.mark", self.acc("main.asc", "-o", "prog", f"-I{HERE}", code=1).stderr)


class Options(DriverTest):
    def test_preprocessor_options_reach_both_sides(self):
        self.write("inc/value.h", "#define ADD 2\n")
        self.write("all.asc", f'#include "value.h"\n#include "given.h"\n{KERNEL}{LAUNCH}{HOST}'.replace("= value", "= value * (FACTOR)")
                   .replace("== VALUE", "== VALUE * FACTOR"))
        self.write("given.h", "#ifdef GONE\n#error GONE is defined\n#endif\n")
        self.acc("all.asc", "-Iinc", "-isystem", HERE, "-DFACTOR=3", "-DVALUE=4", "-DGONE", "-UGONE", "-o", "prog")
        self.run_command(self.folder / "prog")

    def test_compile_only_names_the_object(self):
        self.write("kernel.acl.cpp", KERNEL)
        self.write("other.asc", KERNEL.replace("mark", "other"))
        self.acc("-c", "kernel.acl.cpp", "other.asc")
        self.assertEqual(self.files(), ["kernel.acl.cpp", "kernel.acl.o", "other.asc", "other.o"])

    def test_x_asc(self):
        self.write("kernel.cpp", KERNEL)
        for spelling in (["-x", "asc"], ["-xasc"], ["-x", "cce"]):
            self.acc(*spelling, "-c", "kernel.cpp", "-o", "kernel.o")

    def test_the_last_architecture_counts(self):
        self.write("kernel.asc", KERNEL)
        self.acc("-c", "kernel.asc", "--npu-arch=dav-9999", "--npu-arch=dav-2201", "--npu-soc=Ascend310P3", "--npu-soc=Ascend910B1")
        self.acc("-c", "kernel.asc", "--npu-arch=dav-2201", "--npu-arch=dav-9999", code=1)

    def test_run_modes(self):
        self.write("all.asc", "#ifdef ASCENDC_CPU_DEBUG\nstatic_assert(ASCENDC_CPU_DEBUG && __NPU_ARCH__ == 2201);\n"
                   "#else\n#define OTHER\n#endif\n__global__ __aicore__ void k() {}\nint main() {\n#ifdef OTHER\n    return 7;\n#endif\n}\n")
        for mode, code in (("cpu", 0), ("sim", 7), ("npu", 7)):
            self.acc("all.asc", f"--run-mode={mode}", "-o", "prog")
            self.run_command(self.folder / "prog", code=code)
        self.assertIn("'--run-mode=gpu' is not supported, expected npu, sim or cpu", self.acc("all.asc", "--run-mode=gpu", code=1).stderr)

    def test_exit_codes(self):
        self.write("good.asc", KERNEL)
        self.write("bad.asc", "__global__ __aicore__ void k() { missing(); }\n")
        self.write("bad.cpp", "int main() { return missing; }\n")
        self.write("unresolved.cpp", "int missing(); int main() { return missing(); }\n")
        for args in (["bad.asc", "-c"], ["bad.cpp", "-c"], ["good.asc", "bad.asc", "-c"], ["unresolved.cpp"], ["nowhere.asc"], [],
                     ["--npu-arch=dav-9999", "good.asc"], ["good.asc", "-c", "--no-such-option"], ["good.asc", "-o"],
                     ["good.asc", "unresolved.cpp", "-c", "-o", "x.o"], ["good.asc", "-c", "--enable-simt"],
                     ["good.asc", "-c", "--npu-soc=Ascend310P3"]):
            with self.subTest(args=args):
                done = self.acc(*args, code=1)
                self.assertIn("error: ", done.stderr)
        self.assertEqual([name for name in self.files() if name.endswith("out")], [])

    def test_help_and_version(self):
        for option in ("--help", "-h"):
            text = self.acc(option).stdout
            for word in ("--npu-arch", "--emit-lowered", "--device-only", "-std=", "-shared"):
                self.assertIn(word, text)
        self.assertRegex(self.acc("--version").stdout, r"^acc \d+\.\d+\.\d+ ")

    def test_dry_run_prints_and_does_nothing(self):
        self.whole_program()
        done = self.acc("-###", "all.acl.cpp", "-o", "prog", f"-I{HERE}")
        for word in ("-fcuda-is-device", "acc/launch.h", "-lascendcl"):
            self.assertIn(word, done.stderr)
        self.assertEqual(self.files(), ["all.acl.cpp"])

    def test_verbose(self):
        self.whole_program()
        self.assertIn("objcopy", self.acc("-v", "all.acl.cpp", "-o", "prog", f"-I{HERE}").stderr)

    def test_syntax_only_and_preprocess(self):
        self.whole_program()
        self.acc("-fsyntax-only", "all.acl.cpp", f"-I{HERE}")
        self.assertIn("void launchMark", self.acc("-E", "all.acl.cpp", f"-I{HERE}").stdout)
        self.assertEqual(self.files(), ["all.acl.cpp"])

    def test_dependency_file(self):
        self.write("value.h", "#pragma once\n")
        self.write("a b.h", "#pragma once\n")
        self.write("kernel.asc", '#include "value.h"\n#ifdef __NPU_ARCH__\n#include "a b.h"\n#endif\n' + KERNEL)
        self.acc("-c", "kernel.asc", "-o", "kernel.o", "-MD", "-MF", "kernel.d")
        text = (self.folder / "kernel.d").read_text()
        self.assertTrue(text.startswith("kernel.o:"), text)
        self.assertIn("value.h", text)
        self.assertIn("kernel.o: a\\ b.h\n", text)
        self.write("Makefile", "kernel.o: kernel.asc\n\t@echo again\ninclude kernel.d\n")
        if shutil.which("make"):
            self.assertIn("up to date", self.run_command("make", "kernel.o").stdout)
            os.utime(self.folder / "a b.h", (time.time() + 5, time.time() + 5))
            self.assertEqual(self.run_command("make", "kernel.o").stdout, "again\n")

    def test_lowered_text_keeps_macros_of_the_place(self):
        self.write("where.asc", '#include <cstdio>\n__global__ __aicore__ void k() {\n}\nint main() {\n'
                   '    std::printf("%s:%d %s\\n", __FILE__, __LINE__, __func__);\n}\n')
        self.acc("where.asc", "-o", "prog")
        self.assertEqual(self.run_command(self.folder / "prog").stdout, "where.asc:5 main\n")


class Places(DriverTest):
    def test_from_another_directory_through_a_link(self):
        self.whole_program("src/all.acl.cpp")
        (self.folder / "work").mkdir()
        os.symlink(ACC, self.folder / "bisheng")
        self.acc("../src/all.acl.cpp", "-o", "prog", f"-I{HERE}", cwd=self.folder / "work", acc=self.folder / "bisheng")
        self.run_command(self.folder / "work" / "prog")

    def test_home_moved_elsewhere(self):
        self.whole_program()
        moved = self.folder / "a b" / "home"
        (moved / "bin").mkdir(parents=True)
        shutil.copy(ACC, moved / "bin")
        shutil.copytree(HOME / "include", moved / "include")
        shutil.copytree(HOME / "lib64", moved / "lib64", symlinks=True)
        self.acc("all.acl.cpp", "-o", "prog", f"-I{HERE}", acc=moved / "bin" / "acc")
        self.assertIn(str(moved), self.run_command("ldd", "prog").stdout)
        self.run_command(self.folder / "prog")

    def test_temporaries_are_removed_on_a_signal(self):
        # Enough text that the signal finds the passes at work.
        self.write("long.asc", "#include <regex>\n#include <iostream>\n" + KERNEL)
        environment = dict(os.environ, TMPDIR=str(self.temporaries))
        for delay in (0.05, 0.15, 0.3):
            process = subprocess.Popen([ACC, "-c", "long.asc", "-o", "long.o"], cwd=self.folder, env=environment)
            time.sleep(delay)
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=60)
            self.assertEqual(os.listdir(self.temporaries), [])


class KernelBinary(DriverTest):
    MAIN = """
#include "device_buffer.h"
int main(int, char** argv) {
    REQUIRE(aclInit(nullptr) == ACL_SUCCESS && aclrtSetDevice(0) == ACL_SUCCESS);
    aclrtBinHandle binary = nullptr;
    REQUIRE(aclrtBinaryLoadFromFile(argv[1], nullptr, &binary) == ACL_SUCCESS);
    aclrtFuncHandle function = nullptr;
    REQUIRE(aclrtBinaryGetFunction(binary, "mark", &function) == ACL_SUCCESS);
    {
        Buffer<int> p(8);
        struct { int* p; int value; } args = {p.data(), 11};
        REQUIRE(aclrtLaunchKernelWithHostArgs(function, 8, nullptr, nullptr, &args, sizeof(args), nullptr, 0) == ACL_SUCCESS);
        REQUIRE(p[0] == 11 && p[7] == 11);
    }
    REQUIRE(aclrtBinaryUnLoad(binary) == ACL_SUCCESS);
    std::puts("marked");
}
"""

    def test_a_program_of_gxx_loads_it(self):
        self.write("kernel.asc", KERNEL + LAUNCH)
        self.write("main.cpp", self.MAIN)
        self.acc("--device-only", "kernel.asc", "-o", "kernel.bin")
        symbols = self.run_command("nm", "-D", "--defined-only", "kernel.bin").stdout.split()
        self.assertIn("accKernelImage", symbols)
        self.assertNotIn("mark", symbols)
        self.run_command("g++", "main.cpp", f"-I{HERE}", f"-I{HOME}/include", f"-L{HOME}/lib64", "-lascendcl",
                         f"-Wl,-rpath,{HOME}/lib64", "-o", "prog")
        self.assertEqual(self.run_command(self.folder / "prog", "kernel.bin").stdout, "marked\n")

    def test_a_file_without_kernels_is_refused(self):
        self.write("none.asc", "int f() { return 1; }\n")
        self.assertIn("no kernel", self.acc("--device-only", "none.asc", "-o", "none.bin", code=1).stderr)


@unittest.skipUnless(shutil.which("gdb"), "gdb is not installed")
class Debugger(DriverTest):
    def stops(self, program, *commands):
        words = [word for command in ["set confirm off", "set breakpoint pending on", *commands] for word in ("-ex", command)]
        return self.run_command("gdb", "-batch", "-nx", *words, self.folder / program).stdout

    def test_break_in_a_kernel(self):
        self.write("kernel.asc", KERNEL.replace('extern "C" ', "") + LAUNCH.replace("value) {", "value) {"))
        self.write("main.cpp", "void launchMark(int* p, int value);\n#define VALUE 5\n" + HOST)
        self.acc("-g", "-O0", "kernel.asc", "main.cpp", "-o", "prog", f"-I{HERE}")
        output = self.stops("prog", "break kernel.asc:4", "run", "backtrace 1", "print value")
        self.assertRegex(output, r"mark \(p=0x[0-9a-f]+, value=5\) at kernel.asc:4")
        self.assertIn("$1 = 5", output)

    def test_break_by_name(self):
        self.whole_program()
        self.acc("-g", "-O0", "all.acl.cpp", "-o", "prog", f"-I{HERE}")
        output = self.stops("prog", "break mark", "run", "backtrace 1")
        self.assertRegex(output, r"hit Breakpoint 1, mark \(p=0x[0-9a-f]+, value=5\) at all.acl.cpp:")


if __name__ == "__main__":
    unittest.main()
