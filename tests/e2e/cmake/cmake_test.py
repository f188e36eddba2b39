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
