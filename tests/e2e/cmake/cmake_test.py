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
        self.assertIn("'--npu-arch=dav-9999' is not supported", self.build(code=1))

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
