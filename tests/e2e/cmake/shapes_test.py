#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Projects that know nothing of acc, in the shapes that public ones have, and the places where they look for a toolkit.
Usage: shapes_test.py <prefix in the build folder> [unittest arguments]."""
import os
import pathlib
import re
import shutil
import unittest

from cmake_test import HERE, KERNEL, CMakeTest


class Shape(CMakeTest):
    """A project in the shape of many public ones, which finds the toolkit by ASCEND_HOME_PATH."""
    shape = ""

    def setUp(self):
        super().setUp()
        shutil.copytree(HERE / self.shape, self.source)

    def configure_and_build(self, *options, **environment):
        self.run_command("cmake", "-S", self.source, "-B", self.build_folder, "-G", self.generator, *options,
                         ASCEND_HOME_PATH=str(self.home), **environment)
        return self.build()

    def compiled(self):
        """Names of the sources that a build compiles."""
        output = self.run_command("cmake", "--build", self.build_folder, "-j2")
        return sorted(pathlib.Path(path).name.removesuffix(".o") for path in re.findall(r"Building \w+ object (\S+)", output))

    def replace(self, name, old, new):
        text = (self.source / name).read_text()
        self.assertIn(old, text)
        (self.source / name).write_text(text.replace(old, new))


class KernelLaunch(Shape):
    shape = "kernel_launch"
    OUTPUT = "111 112 113 114 115 101.75 98.25 2.5 7.5 workspace tiling last\n"

    def check(self):
        self.configure_and_build()
        self.assertEqual(self.run_command(self.build_folder / "main"), self.OUTPUT)
        self.assertEqual(self.compiled(), [])

        # The launch function stays what it was: host code is linked, not compiled.
        self.replace("kernels/add.cpp", "from[i] + value +", "from[i] + value + value +")
        self.assertEqual(self.compiled(), ["add.cpp"])
        self.assertEqual(self.run_command(self.build_folder / "main"), self.OUTPUT.replace("111 112 113 114 115 101.75 98.25", "121 122 123 124 125 102 98.5"))
        self.assertEqual(self.compiled(), [])

        # It changes, and the host code with it in the same build.
        self.replace("kernels/workspace.cpp", "where(GM_ADDR out,", "where(GM_ADDR out, int32_t unused,")
        self.replace("plugin/plugin.cpp", "(where)(1, stream, places.data(), ",
                     "(where)(1, stream, places.data(), 0, ")
        self.assertEqual(self.compiled(), ["plugin.cpp", "workspace.cpp"])
        self.replace("kernels/workspace.cpp", "int32_t unused,", "int64_t unused,")
        self.assertEqual(self.compiled(), ["plugin.cpp", "workspace.cpp"])
        self.assertIn("workspace tiling last\n", self.run_command(self.build_folder / "main"))
        self.assertEqual(self.compiled(), [])

    def test_ninja(self):
        self.check()

    @unittest.skipUnless(shutil.which("make"), "make is not installed")
    def test_make(self):
        self.generator = "Unix Makefiles"
        self.check()

    def test_installs_libraries_and_headers(self):
        launcher = self.folder / "launcher"
        launcher.write_text(f'#!/bin/sh\nbasename "$1" >>{self.folder}/log\nexec "$@"\n')
        launcher.chmod(0o755)
        self.configure_and_build("-DCMAKE_BUILD_TYPE=RELEASE", "-DSOC_VERSION=ascend910b1", f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}")
        self.assertEqual(sorted((self.folder / "log").read_text().split()), ["acc", "acc", "acc", "acc", "c++", "c++"])
        installed = self.folder / "installed"
        self.run_command("cmake", "--install", self.build_folder, "--prefix", installed)
        for name in ("lib/libplain_kernels.a", "lib/libworkspace_kernels.so", "include/plain_kernels/aclrtlaunch_add_half.h",
                     "include/workspace_kernels/aclrtlaunch_where.h"):
            self.assertTrue((installed / name).exists(), name)
        self.assertFalse((installed / "include/plain_kernels/aclrtlaunch_generic.h").exists())

    def test_a_kernel_that_is_gone_takes_its_header_along(self):
        self.configure_and_build()
        self.replace("kernels/add.cpp", "ADD_KERNEL(half)", "")
        output = self.build(code=1)
        self.assertIn("aclrtlaunch_add_half.h", output)

    def test_the_chip_decides_the_architecture(self):
        self.run_command("cmake", "-S", self.source, "-B", self.build_folder, "-G", "Ninja", "-DSOC_VERSION=ascend310p3",
                         "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", ASCEND_HOME_PATH=str(self.home))
        self.assertIn(" --npu-arch=dav-2002 ", self.commands()["scale.cpp"])

    def test_an_unknown_chip_is_refused(self):
        output = self.run_command("cmake", "-S", self.source, "-B", self.build_folder, "-DSOC_VERSION=Ascend1", code=1,
                                  ASCEND_HOME_PATH=str(self.home))
        self.assertIn("SOC_VERSION is 'Ascend1', expected the name of a chip", output)


class KernelBinary(Shape):
    shape = "fatbin"

    def test_a_binary_of_two_sources(self):
        self.configure_and_build(SOC_VERSION="Ascend910B4")
        installed = self.build_folder / "out/fatbin/kernels/kernels.o"
        self.assertEqual(self.run_command(self.build_folder / "main", installed), "1507 1507 1507\n")
        os.utime(self.source / "value.h")
        self.assertEqual(self.compiled(), ["first.cpp"])
        self.replace("value.h", "2", "3")
        self.assertEqual(self.compiled(), ["first.cpp"])
        self.assertEqual(self.run_command(self.build_folder / "main", installed), "1508 1508 1508\n")


class Aicpu(Shape):
    """Kernels for AI CPUs, as a language of their own."""
    shape = "aicpu"

    def check(self):
        self.configure_and_build()
        for program, result in (("whole", 10), ("with_SHARED", 40), ("with_STATIC", 40)):
            self.assertEqual(self.run_command(self.build_folder / program), f"counted\n{result}\n")
        self.assertEqual(self.compiled(), [])
        self.replace("count.aicpu", "*args->result += i", "*args->result += 2 * i")
        self.assertEqual(self.compiled(), ["count.aicpu", "other.cpp", "other.cpp"])
        self.assertEqual(self.run_command(self.build_folder / "whole"), "counted\n20\n")

    def test_ninja(self):
        self.check()

    @unittest.skipUnless(shutil.which("make"), "make is not installed")
    def test_make(self):
        self.generator = "Unix Makefiles"
        self.check()


class CpuDebug(Shape):
    shape = "cpu_debug"

    def test_icpu_run_kf(self):
        self.configure_and_build()
        for program in ("main", "indirect"):
            self.assertEqual(self.run_command(self.build_folder / program), "14850 314850 614850 914850\n")

    def test_run_mode_cpu(self):
        shutil.rmtree(self.source)
        self.project("find_package(ASC REQUIRED)\nproject(one LANGUAGES ASC CXX)\nadd_executable(one main.asc)",
                     main_asc="#ifdef ASCENDC_CPU_DEBUG\n#include \"cpu_debug_launch.h\"\n#endif\n" + KERNEL)
        self.configure("-DCMAKE_ASC_RUN_MODE=cpu", "-DCMAKE_ASC_ARCHITECTURES=dav-2201")
        self.build()
        self.run_command(self.build_folder / "one")

    def run_program(self, body, code=0):
        """A program that runs `kernel`, which traps when its argument is 13."""
        (self.folder / "main.asc").write_text("""#include <thread>\n#include "tikicpulib.h"
            extern "C" __global__ __vector__ void kernel(GM_ADDR out, int value) {
                if (value == 13) { __builtin_trap(); }
                if (TILING_KEY_IS(77)) { value *= 100; }
                reinterpret_cast<__gm__ int*>(out)[AscendC::GetBlockIdx()] += value;
            }
            int main() {
                uint8_t* out = (uint8_t*)AscendC::GmAlloc(3 * sizeof(int));
                int* values = reinterpret_cast<int*>(out);
                """ + body + "AscendC::GmFree(out);\n}\n")
        self.run_command(self.home / "bin/acc", "--run-mode=cpu", "main.asc", "-o", "main")
        return self.run_command(self.folder / "main", code=code)

    def test_memory_is_zeroed_and_results_are_there_at_once(self):
        self.assertEqual(self.run_program("ICPU_RUN_KF(kernel, 3, out, 5); ICPU_RUN_KF(kernel, 1, out, 2);"
                                          "std::printf(\"%d %d %d\\n\", values[0], values[1], values[2]);"), "7 5 5\n")

    def test_tiling_keys_are_those_of_the_thread(self):
        self.assertEqual(self.run_program("ICPU_SET_TILING_KEY(77); ICPU_RUN_KF(kernel, 3, out, 5);"
                                          "std::thread([&] { ICPU_RUN_KF(kernel, 2, out, 1); }).join();"
                                          "ICPU_SET_TILING_KEY(78); ICPU_RUN_KF(kernel, 1, out, 2);"
                                          "std::printf(\"%d %d %d\\n\", values[0], values[1], values[2]);"), "503 501 500\n")

    def test_a_kernel_that_fails_ends_the_program(self):
        output = self.run_program("ICPU_RUN_KF(kernel, 1, out, 13); std::puts(\"still here\");", code=1)
        self.assertIn("ICPU_RUN_KF(kernel): ", output)
        self.assertNotIn("still here", output)

    def test_a_mode_that_the_kernel_is_not_compiled_for(self):
        output = self.run_program("AscendC::SetKernelMode(KernelMode::AIC_MODE); ICPU_RUN_KF(kernel, 1, out, 1);", code=1)
        self.assertIn("the mode is AIC_MODE, but the kernel is compiled for vector cores too", output)

    def test_messages(self):
        self.assertIn("GmFree(", self.run_program("AscendC::GmFree(values + 1);"))
        (self.folder / "main.cpp").write_text('#include "tikicpulib.h"\n')
        self.assertIn("compile this file with acc", self.run_command("g++", "-c", "main.cpp", f"-I{self.home}/include", code=1))


class Home(CMakeTest):
    """Where projects look for things."""

    def test_every_link_leads_somewhere(self):
        broken = [path for path in self.home.rglob("*") if path.is_symlink() and not path.exists()]
        self.assertEqual(broken, [])

    def test_headers_as_the_toolkit_splits_them(self):
        for header in ("basic_api/kernel_basic_intf.h", "kernel_operator_list_tensor_intf.h", "kernel_utils.h",
                       "adv_api/activation/softmax.h", "lib/reduce/sum.h", "adv_api/normalization/layernormgrad.h"):
            with self.subTest(header):
                (self.folder / "k.asc").write_text(f'#include "{header}"\n'
                    '__global__ __vector__ void kernel() { AscendC::LocalTensor<half> x; AscendC::Sigmoid(x, x, 16); }\n')
                self.run_command(self.home / "bin/acc", "-fsyntax-only", "k.asc")

    def test_compilers(self):
        for folder in ("", "compiler/ccec_compiler/", "tools/ccec_compiler/", "tools/bisheng_compiler/",
                       "x86_64-linux/ccec_compiler/", "aarch64-linux/ccec_compiler/", "aarch64-linux/bisheng_compiler/"):
            with self.subTest(folder):
                self.assertRegex(self.run_command(self.home / folder / "bin/bisheng", "--version"), "^acc ")

    def test_environment(self):
        for script in ("set_env.sh", "bin/setenv.bash", "latest/set_env.sh"):
            output = self.run_command("bash", "-c", f"source {self.home / script} && env")
            for line in (f"ASCEND_HOME_PATH={self.home}", f"ASCEND_TOOLKIT_HOME={self.home}",
                         f"ASCEND_CANN_PACKAGE_PATH={self.home}"):
                self.assertIn(line + "\n", output, script)
            self.assertRegex(output, f"\nPATH={self.home}/bin:")

    def test_package_at_the_places_of_hints(self):
        for hint in ("compiler/tikcpp/ascendc_kernel_cmake", "x86_64-linux/tikcpp/ascendc_kernel_cmake", "x86_64-linux/lib64/cmake"):
            with self.subTest(hint):
                self.source = self.folder / hint.replace("/", "_")
                self.project(f"find_package(ASC REQUIRED HINTS {self.home}/{hint})\nproject(x LANGUAGES CXX)\n"
                             "message(STATUS \"home ${ASC_HOME}\")")
                output = self.run_command("cmake", "-S", self.source, "-B", self.source / "build")
                self.assertIn(f"home {self.home}\n", output)

    def test_version(self):
        for name in ("ascend_toolkit_install.info", "x86_64-linux/ascend_toolkit_install.info"):
            self.assertRegex((self.home / name).read_text(), r"(?m)^version=\d+\.\d+\.\d+$")
        for component in ("compiler", "runtime", "toolkit", "opp"):
            self.assertRegex((self.home / component / "version.info").read_text(), r"^Version=\d+\.\d+\.\d+\n")
        version = re.search(r"(?m)^version=(.*)$", (self.home / "ascend_toolkit_install.info").read_text())[1]
        self.assertIn(f'CANN_VERSION_STR "{version}"', (self.home / "include/version/cann_version.h").read_text())


if __name__ == "__main__":
    unittest.main()
