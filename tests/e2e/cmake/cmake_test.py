#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Projects of users, configured and built by CMake with the language ASC; packages. Usage: cmake_test.py <prefix in the build
folder> [unittest arguments]."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PREFIX = os.path.abspath(sys.argv.pop(1))
KERNEL = """
__global__ __aicore__ void nothing() {}
void launch() { nothing<<<1, nullptr, nullptr>>>(); }
int main() { launch(); return 0; }
"""


class CMakeTest(unittest.TestCase):
    maxDiff = None
    generator = "Ninja"

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.home = pathlib.Path(folder.name).resolve() / "moved" / "home"
        shutil.copytree(PREFIX, cls.home, symlinks=True)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.source = self.folder / "source"
        self.build_folder = self.folder / "build"

    def run_command(self, *command, code=0, **environment):
        variables = {key: value for key, value in os.environ.items() if key not in ("LD_LIBRARY_PATH", "CMAKE_PREFIX_PATH")}
        variables.update(environment, LC_ALL="C")
        done = subprocess.run([str(word) for word in command], cwd=self.folder, env=variables, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False, timeout=300)
        self.assertEqual(done.returncode != 0, code != 0, f"{command}\n{done.stdout}")
        return done.stdout

    def project(self, text, **sources):
        self.source.mkdir()
        (self.source / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.20)\n" + text)
        for name, content in sources.items():
            (self.source / name.replace("_", ".")).write_text(content)

    def configure(self, *options, code=0, **environment):
        return self.run_command("cmake", "-S", self.source, "-B", self.build_folder, "-G", self.generator,
                                f"-DCMAKE_PREFIX_PATH={self.home}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *options, code=code,
                                **environment)

    def build(self, code=0):
        return self.run_command("cmake", "--build", self.build_folder, "-j2", "-v", code=code)

    def commands(self):
        """The compile command of each source, by file name."""
        entries = json.loads((self.build_folder / "compile_commands.json").read_text())
        return {pathlib.Path(entry["file"]).name: entry["command"] for entry in entries}


class WholeProject:
    PROGRAMS = {"program": "own, static library, shared, object, cpp: 12345\n", "host": "static library: 22\n",
                "host_linked": "static library: 22\n", "without_kernels": "no kernel: 0\n"}

    def setUp(self):
        super().setUp()
        shutil.copytree(HERE / "project", self.source)

    def check_programs(self):
        for program, output in self.PROGRAMS.items():
            self.assertEqual(self.run_command(self.build_folder / program), output)

    def rebuilt(self):
        """Names of the object files that a build makes."""
        output = self.run_command("cmake", "--build", self.build_folder, "-j2")
        objects = sorted(pathlib.Path(path).name for path in re.findall(r"Building \w+ object (\S+)", output))
        linked = sorted(pathlib.Path(path).name for path in re.findall(r"Linking \w+ [a-z ]+ (\S+)", output))
        return objects, linked

    def touch(self, name):
        os.utime(self.source / name)

    def test_builds_runs_and_rebuilds_what_changed(self):
        self.configure()
        self.build()
        self.check_programs()
        self.assertEqual(self.rebuilt(), ([], []))

        self.touch("include/factor.h")
        self.assertEqual(self.rebuilt(), (["object.asc.o", "static.asc.o"],
                                          ["host", "host_linked", "libstatic_kernels.a", "program"]))
        self.assertEqual(self.rebuilt(), ([], []))
        self.touch("own.asc")
        self.assertEqual(self.rebuilt(), (["own.asc.o", "own.asc.o"], ["host_linked", "program"]))
        self.touch("kernel.cpp")
        self.assertEqual(self.rebuilt(), (["kernel.cpp.o"], ["program"]))
        self.assertEqual(self.rebuilt(), ([], []))
        self.check_programs()

    def test_installs(self):
        self.configure("-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_INSTALL_RPATH=$ORIGIN/../lib", "-DLANGUAGE_LATER=ON")
        self.build()
        self.check_programs()
        installed = self.folder / "installed"
        self.run_command("cmake", "--install", self.build_folder, "--prefix", installed)
        shutil.rmtree(self.build_folder)
        for program in ("program", "host"):
            self.assertEqual(self.run_command(installed / "bin" / program), self.PROGRAMS[program])


class Ninja(WholeProject, CMakeTest):
    pass


@unittest.skipUnless(shutil.which("make"), "make is not installed")
class Make(WholeProject, CMakeTest):
    generator = "Unix Makefiles"


class Language(CMakeTest):
    ONE = "find_package(ASC REQUIRED)\nproject(one LANGUAGES ASC)\n"

    def test_alone(self):
        self.project(self.ONE + "include(GNUInstallDirs)\nadd_executable(one main.asc)\ninstall(TARGETS one)", main_asc=KERNEL)
        output = self.configure()
        self.assertIn("The ASC compiler identification is acc", output)
        self.assertIn("- works", output)
        self.assertNotIn("Warning", output)
        self.build()
        self.run_command(self.build_folder / "one")
        self.run_command("cmake", "--install", self.build_folder, "--prefix", self.folder / "installed")
        self.run_command(self.folder / "installed/bin/one")
        self.assertNotIn("Check for working", self.configure())

    def test_found_beside_the_compiler_in_path(self):
        self.project(self.ONE + "message(STATUS \"home ${ASC_HOME}\")")
        self.assertIn(f"home {self.home}\n", self.configure("-UCMAKE_PREFIX_PATH", PATH=f"{self.home}/bin:{os.environ['PATH']}"))

    def test_flags_and_architecture(self):
        self.project(self.ONE + "add_executable(one main.asc)\ntarget_compile_options(one PRIVATE --npu-arch=dav-2201 -DOPTION)\n"
                     "add_subdirectory(later)", main_asc=KERNEL)
        (self.source / "later").mkdir()
        (self.source / "later/CMakeLists.txt").write_text("set(CMAKE_ASC_ARCHITECTURES dav-9999)\n"
                                                          "add_library(two OBJECT ../two.asc)")
        (self.source / "two.asc").write_text(KERNEL)
        self.configure("-DCMAKE_ASC_FLAGS=-DFLAG", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_ASC_FLAGS_DEBUG=-g -DDEBUG_FLAG",
                       ASCFLAGS="-DNOT_THIS")
        commands = self.commands()
        for word in ("--npu-arch=dav-2201 ", " -DFLAG ", " -g -DDEBUG_FLAG ", " -DOPTION "):
            self.assertIn(word, commands["main.asc"])
        self.assertIn("--npu-arch=dav-9999 ", commands["two.asc"])
        self.assertIn("'--npu-arch=dav-9999' asks for dav-9999, which is not emulated", self.build(code=1))

    def test_an_architecture_given_twice(self):
        self.project(self.ONE + "add_executable(one main.asc)\ntarget_compile_options(one PRIVATE --npu-arch=dav-2201)",
                     main_asc=KERNEL)
        self.configure()
        self.build()

    def test_flags_of_the_environment(self):
        self.project(self.ONE + "add_executable(one main.asc)", main_asc=KERNEL)
        self.configure(ASCFLAGS="-DFROM_ENVIRONMENT")
        self.assertIn(" -DFROM_ENVIRONMENT ", self.commands()["main.asc"])

    def test_launcher(self):
        log = self.folder / "log"
        launcher = self.folder / "launcher"
        launcher.write_text(f'#!/bin/sh\necho "$1" >>{log}\nshift\nexec "$@"\n')
        launcher.chmod(0o755)
        self.project(self.ONE + f"add_executable(one main.asc)\nset(CMAKE_ASC_COMPILER_LAUNCHER {launcher} later)\n"
                     "add_subdirectory(inner)", main_asc=KERNEL)
        (self.source / "inner").mkdir()
        (self.source / "inner/CMakeLists.txt").write_text("add_library(inner OBJECT ../main.asc)\n"
                                                          "set(CMAKE_ASC_COMPILER_LAUNCHER \"\")")
        self.configure(f"-DCMAKE_ASC_COMPILER_LAUNCHER={launcher};cached")
        self.build()
        self.assertEqual(log.read_text(), "later\n")

    def test_standard_run_mode_and_simt(self):
        self.project(self.ONE + "add_library(one OBJECT main.asc)\nadd_subdirectory(inner)", main_asc=KERNEL, two_asc=KERNEL)
        (self.source / "inner").mkdir()
        (self.source / "inner/CMakeLists.txt").write_text("set(CMAKE_ASC_STANDARD 20)\nset(CMAKE_ASC_RUN_MODE sim)\n"
                                                          "add_library(two OBJECT ../two.asc)")
        self.configure("-DCMAKE_ASC_RUN_MODE=cpu", "-DCMAKE_ASC_ENABLE_SIMT=ON")
        commands = self.commands()
        for word in (" -std=c++17 ", " --run-mode=cpu ", " --enable-simt "):
            self.assertIn(word, commands["main.asc"])
        for word in (" -std=c++20 ", " --run-mode=sim "):
            self.assertIn(word, commands["two.asc"])

    def test_settings_that_make_no_sense(self):
        self.project(self.ONE)
        self.assertIn("CMAKE_ASC_RUN_MODE is 'gpu', expected npu, cpu or sim", self.configure("-DCMAKE_ASC_RUN_MODE=gpu", code=1))
        shutil.rmtree(self.build_folder)
        self.assertIn("CMAKE_ASC_STANDARD is 'c17', expected", self.configure("-DCMAKE_ASC_STANDARD=c17", code=1))
        shutil.rmtree(self.build_folder)
        self.assertRegex(self.configure("-DCMAKE_ASC_STANDARD=14", "-DCMAKE_ASC_COMPILER_FORCED=ON"), r"(?s)Warning.*CMAKE_ASC_STANDARD is 14")

    def test_other_tools_and_extensions(self):
        log = self.folder / "log"
        for name, command in (("linker", f"{self.home}/bin/acc"), ("archiver", "ar"), ("launcher", "")):
            script = self.folder / name
            script.write_text(f'#!/bin/sh\necho {name} >>{log}\nexec {command} "$@"\n')
            script.chmod(0o755)
        self.project(self.ONE + "add_library(one STATIC one.kernels)\nadd_executable(two main.asc)", one_kernels=KERNEL.replace("main", "other"),
                     main_asc=KERNEL.replace("launch", "start"))
        self.configure(f"-DCMAKE_ASC_COMPILER_LINKER={self.folder}/linker", f"-DCMAKE_ASC_COMPILER_AR={self.folder}/archiver",
                       f"-DCMAKE_ASC_LINKER_LAUNCHER={self.folder}/launcher", "-DCMAKE_ASC_SOURCE_FILE_EXTENSIONS=asc;kernels")
        log.write_text("")
        self.build()
        self.assertEqual(sorted(log.read_text().split()), ["archiver", "launcher", "linker"])
        self.run_command(self.build_folder / "two")

    def test_acc_as_the_compiler_of_c_and_cxx(self):
        self.project("project(one LANGUAGES C CXX)\nset(CMAKE_CXX_STANDARD 17)\nadd_compile_options(-Wall -Werror)\n"
                     "add_library(helper STATIC helper.c)\nadd_executable(one main.cpp kernel.cpp)\n"
                     "set_source_files_properties(kernel.cpp PROPERTIES COMPILE_OPTIONS \"-xasc;--npu-arch=dav-2201\")\n"
                     "target_link_libraries(one helper)", helper_c="int helper(void) { int class = 3; return class; }\n",
                     kernel_cpp=KERNEL.replace("int main() { launch(); return 0; }", ""),
                     main_cpp='#include <cstdio>\nextern "C" int helper(void);\nvoid launch();\n'
                     'int main() { launch(); std::printf("%d\\n", helper()); }\n')
        compiler = self.home / "x86_64-linux/ccec_compiler/bin/bisheng"
        self.configure(f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_C_COMPILER={compiler}")
        self.build()
        self.assertEqual(self.run_command(self.build_folder / "one"), "3\n")

    def test_twenty_files_at_a_time(self):
        files = {f"part{i}_asc": f"__global__ __aicore__ void kernel{i}(__gm__ int* sum) {{ *sum += {i}; }}\n"
                 f"void launch{i}(int* sum) {{ kernel{i}<<<1, nullptr, nullptr>>>(sum); }}\n" for i in range(20)}
        declarations = "".join(f"void launch{i}(int* sum);\n" for i in range(20))
        calls = "".join(f"    launch{i}(sum);\n" for i in range(20))
        self.project(self.ONE.replace("ASC)", "ASC CXX)") + "file(GLOB parts *.asc)\nadd_executable(one main.cpp ${parts})\n"
                     "target_link_libraries(one PRIVATE ASC::ascendcl)",
                     main_cpp='#include "acl/acl.h"\n#include <cstdio>\n' + declarations + "int main() {\n    int* sum = nullptr;\n"
                     "    aclrtSetDevice(0);\n    aclrtMalloc((void**)&sum, sizeof(int), ACL_MEM_MALLOC_HUGE_FIRST);\n    *sum = 0;\n"
                     + calls + '    aclrtSynchronizeDevice();\n    std::printf("%d\\n", *sum);\n}\n', **files)
        self.configure()
        self.run_command("cmake", "--build", self.build_folder, "-j20")
        self.assertEqual(self.run_command(self.build_folder / "one"), "190\n")

    @unittest.skipUnless(shutil.which("ccache"), "ccache is not installed")
    def test_ccache(self):
        self.project(self.ONE + "add_executable(one main.asc)", main_asc=KERNEL)
        self.configure("-DCMAKE_ASC_COMPILER_LAUNCHER=ccache", CCACHE_DIR=str(self.folder / "ccache"))
        self.build()
        self.run_command(self.build_folder / "one")

    def test_compiler_of_ones_own(self):
        self.project(self.ONE)
        self.assertIn("CMAKE_ASC_COMPILER does not run", self.configure("-DCMAKE_ASC_COMPILER=/bin/false", code=1))
        shutil.rmtree(self.build_folder)
        self.assertIn(f"{self.home}/bin/bisheng - works", self.configure(f"-DCMAKE_ASC_COMPILER={self.home}/bin/bisheng"))

    def test_a_broken_home_is_said_at_once(self):
        broken = self.folder / "broken"
        shutil.copytree(self.home, broken, symlinks=True)
        shutil.rmtree(broken / "lib64")
        self.project(self.ONE)
        output = self.configure(f"-DCMAKE_PREFIX_PATH={broken}", code=1)
        self.assertIn("is not able to compile a simple test program", output)


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
    OUTPUT = "111 112 113 114 115 101.75 98.25 2.5 7.5 workspace tiling\n"

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
        self.replace("plugin/plugin.cpp", "(1, stream, places.data(), ", "(1, stream, places.data(), 0, ")
        self.assertEqual(self.compiled(), ["plugin.cpp", "workspace.cpp"])
        self.replace("kernels/workspace.cpp", "int32_t unused,", "int64_t unused,")
        self.assertEqual(self.compiled(), ["plugin.cpp", "workspace.cpp"])
        self.assertIn("workspace tiling\n", self.run_command(self.build_folder / "main"))
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
        self.assertEqual(sorted((self.folder / "log").read_text().split()), ["acc", "acc", "acc", "c++", "c++"])
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
        version = re.search(r"(?m)^version=(.*)$", (self.home / "ascend_toolkit_install.info").read_text())[1]
        self.assertIn(f'CANN_VERSION_STR "{version}"', (self.home / "include/version/cann_version.h").read_text())


class Package(CMakeTest):
    BUILD = pathlib.Path(PREFIX).parent

    def pack(self, generator):
        self.run_command("cpack", "-G", generator, "-B", self.folder, "--config", self.BUILD / "CPackConfig.cmake")

    def check_home(self, home):
        samples = HERE.parents[2] / "samples"
        for sample in ("01_hello", "09_cmake_project"):
            self.run_command(samples / "run", "--check", sample, ACC_HOME=str(home))

    def test_archive_runs_where_it_is_unpacked(self):
        self.pack("TGZ")
        archive, = self.folder.glob("acc-*.tar.gz")
        self.run_command("tar", "xf", archive)
        self.check_home(self.folder / archive.name.removesuffix(".tar.gz"))

    @unittest.skipUnless(shutil.which("dpkg-shlibdeps"), "dpkg-dev is not installed")
    def test_debian_package(self):
        self.pack("DEB")
        package, = self.folder.glob("acc_*_*.deb")
        depends = self.run_command("dpkg-deb", "--field", package, "Depends")
        for name in ("binutils", "libclang-common-19-dev", "libclang-cpp19", "libstdc++-12-dev"):
            self.assertIn(name, depends)
        self.run_command("dpkg-deb", "--extract", package, self.folder / "root")
        self.check_home(self.folder / "root/opt/acc")


if __name__ == "__main__":
    unittest.main()
