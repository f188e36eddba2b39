#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""acc in the place of bisheng, ccec and the host's compiler. Usage: bisheng_test.py <acc> [unittest arguments]."""
import json
import os
import shutil
import subprocess
import unittest

from driver_case import ACC, HERE, HOME, HOST, KERNEL, LAUNCH, DriverTest

MAIN = "void launchMark(int* p, int value);\n#define VALUE 5\n" + HOST


class VendorOptions(DriverTest):
    def test_command_lines_of_public_projects(self):
        self.whole_program("all.cpp")
        noise = ["-mllvm", "-cce-aicore-stack-size=0x8000", "-mllvm", "-cce-aicore-addr-transform", "-cce-enable-mix",
                 "--cce-auto-sync=off", "--cce-enable-print", "-Wno-macro-redefined", "-Wno-ignored-attributes"]
        for target in (["--npu-arch=dav-2201"], ["--cce-soc-version=Ascend910B1", "--cce-soc-core-type=VecCore"],
                       ["--cce-aicore-arch=dav-c220-vec"], ["--npu-soc=ascend910b4"]):
            self.acc("-xcce", "-Xhost-start", "-Xhost-end", *noise, *target, "-O2", "-std=gnu++17", "-D_FORTIFY_SOURCE=2",
                     "-fstack-protector-strong", f"-I{HERE}", "-c", "all.cpp", "-o", "all.o")
        self.acc("--cce-fatobj-link", "all.o", "-o", "prog", "-ldl", "-lm")
        self.assertEqual(self.run_command(self.folder / "prog").stdout, "marked\n")

    def test_options_without_effect_are_named(self):
        self.write("kernel.asc", KERNEL)
        quiet = self.acc("--cce-auto-sync", "--sanitizer", "-g", "-c", "kernel.asc")
        self.assertEqual(quiet.stderr, "")
        told = self.acc("-v", "--cce-auto-sync", "-mllvm", "-cce-x", "-c", "kernel.asc").stderr
        self.assertIn("acc: note: '--cce-auto-sync' has no effect on the emulated device\n", told)
        self.assertIn("acc: note: '-mllvm -cce-x' has no effect", told)

    def test_options_of_one_side(self):
        self.write("all.asc", """
#include "acc/block.h"
#if defined(__NPU_DEVICE__) && (!defined(FOR_KERNELS) || defined(FOR_HOST) || !defined(__OPTIMIZE__))
#error device code has other options
#endif
#if defined(__NPU_HOST__) && (defined(FOR_KERNELS) || !defined(FOR_HOST) || defined(__OPTIMIZE__))
#error host code has other options
#endif
""" + KERNEL)
        self.acc("-Xhost-start", "-O0", "-DFOR_HOST", "-Xhost-end", "-Xaicore-start", "-O3", "-DFOR_KERNELS", "-Xaicore-end",
                 "-c", "all.asc")

    def test_core_type_of_kernels_that_do_not_say(self):
        self.write("all.asc", '#include "device_buffer.h"\n#include "acc/block.h"\n'
                   "__global__ __aicore__ void k(__gm__ int* p) { p[0] = accBlock->coreType; }\n"
                   "int main() {\n    REQUIRE(aclrtSetDevice(0) == ACL_SUCCESS);\n    Buffer<int> p(1);\n"
                   "    k<<<1>>>(p.data());\n    std::printf(\"%d\\n\", p[0]);\n}\n")
        for option, core in ((["--cce-soc-core-type=CubeCore"], "0"), (["--cce-soc-core-type=VecCore"], "1"), ([], "1"),
                             (["--cce-aicore-arch=dav-c220-cube"], "0")):
            self.acc("all.asc", f"-I{HERE}", *option, "-o", "prog")
            self.assertEqual(self.run_command(self.folder / "prog").stdout, core + "\n")

    def test_static_library(self):
        self.write("kernel.asc", KERNEL + LAUNCH)
        self.write("main.cpp", MAIN)
        self.write("more.c", "int more(void) { return 1; }\n")
        self.acc("-lib", "kernel.asc", "more.c", "-o", "libkernel.a")
        self.acc("--cce-build-static-lib", "kernel.asc", "more.c", "-o", "libkernel.a")  # replaces the first
        self.assertEqual(len(self.run_command("ar", "t", "libkernel.a").stdout.split()), 2)
        self.run_command("g++", "main.cpp", f"-I{HERE}", f"-I{HOME}/include", "libkernel.a", f"-L{HOME}/lib64", "-lascendcl",
                         f"-Wl,-rpath,{HOME}/lib64", "-o", "prog")
        self.assertEqual(self.run_command(self.folder / "prog").stdout, "marked\n")

    def test_ccec_makes_kernel_objects(self):
        self.write("kernel.cce", KERNEL)
        os.symlink(ACC, self.folder / "ccec")
        self.acc("-c", "-O2", "kernel.cce", "--cce-aicore-arch=dav-c220-vec", "--cce-aicore-only", "-o", "kernel.o",
                 acc=self.folder / "ccec")
        self.acc("--device-only", "kernel.o", "-o", "kernel.bin")
        self.assertIn("accKernelImage", self.run_command("nm", "-D", "--defined-only", "kernel.bin").stdout)


class Outputs(DriverTest):
    def test_assembly_lists_all_parts(self):
        self.write("kernel.asc", KERNEL + LAUNCH + "__global__ __cube__ void c() {}\n")
        self.acc("-S", "kernel.asc")
        text = (self.folder / "kernel.s").read_text()
        for part in ("host", "vector cores", "cube cores"):
            self.assertIn(f"#===--- {part} ---===#", text)
        self.assertIn("launch.mark:", text)
        self.assertIn("__acc.vector.mark", text)
        self.assertIn("define", self.acc("-S", "-emit-llvm", "kernel.asc", "-o", "-").stdout)

    def test_save_temps(self):
        self.write("src/kernel.asc", KERNEL + LAUNCH)
        (self.folder / "out").mkdir()
        self.acc("-save-temps", "-c", "src/kernel.asc", "-o", "out/kernel.o")
        self.assertIn("kernel.vector.o", self.files())
        self.assertIn("::acc::Launch", (self.folder / "kernel.lowered.cpp").read_text())
        self.acc("-save-temps=obj", "-c", "src/kernel.asc", "-o", "out/kernel.o")
        self.assertIn("out/kernel.host.o", self.files())

    def test_messages_as_json_and_sarif(self):
        self.write("bad.asc", "int unused() { int x; return 1; }\n__global__ __aicore__ void k(__gm__ int* p) {\n    p = undeclaredThing;\n}\n")
        found = json.loads(self.acc("-Wall", "-fdiagnostics-format=json", "-c", "bad.asc", code=1).stderr)
        self.assertEqual([(entry["kind"], entry["locations"][0]["caret"]["line"]) for entry in found],
                         [("warning", 1), ("error", 3)])
        self.assertEqual(found[0]["option"], "-Wunused-variable")
        self.assertEqual(found[1]["message"], "use of undeclared identifier 'undeclaredThing'")
        sarif = json.loads(self.acc("-fdiagnostics-format=sarif", "-c", "bad.asc", code=1).stderr)
        result = sarif["runs"][0]["results"][0]
        self.assertEqual((sarif["version"], result["level"]), ("2.1.0", "error"))
        self.assertEqual(result["locations"][0]["physicalLocation"]["region"], {"startLine": 3, "startColumn": 9})

    def test_dependencies_only(self):
        self.write("a.h", "\n")
        self.write("b.h", "\n")
        self.write("kernel.asc", '#include "a.h"\n#ifdef __NPU_ARCH__\n#include "b.h"\n#endif\n' + KERNEL)
        self.acc("-MM", "kernel.asc", "-MF", "kernel.d", "-MP")
        text = (self.folder / "kernel.d").read_text()
        for word in ("kernel.o:", "a.h", "b.h:"):
            self.assertIn(word, text)

    def test_information(self):
        self.assertIn("dav-2201", self.acc("--print-targets").stdout)
        self.assertIn(f"={HOME}/lib64:", self.acc("--print-search-dirs").stdout)
        self.assertIn("/", self.acc("-print-resource-dir").stdout)
        self.assertIn("linux", self.acc("-dumpmachine").stdout)
        page = self.acc("--print-man-page").stdout
        self.write("acc.1", page)
        self.assertTrue(page.startswith(".TH ACC 1"))
        self.assertIn("\\-\\-npu\\-arch", page)

    def test_a_file_without_kernels_gives_the_object_of_clang(self):
        text = "#include <vector>\nint f(std::vector<int>& v) { v.push_back(2); return int(v.size()) << 1; }\n"
        self.write("plain.asc", text)
        self.write("copy/plain.asc", text)
        for options in (["-O2"], ["-O0", "-g"], ["-O2", "-g", "-fPIC", "-ffunction-sections"]):
            self.acc(*options, "-std=c++17", "-c", "plain.asc", "-o", "a.o")
            self.run_command("clang++-19", *options, "-std=c++17", "-c", "-xc++", "plain.asc", "-o", "b.o")
            self.assertEqual((self.folder / "a.o").read_bytes(), (self.folder / "b.o").read_bytes(), options)
            self.acc(*options, "-std=c++17", "-c", "-xc++", "plain.asc", "-o", "c.o")
            self.assertEqual((self.folder / "c.o").read_bytes(), (self.folder / "b.o").read_bytes(), options)


class HostCompiler(DriverTest):
    def test_c_and_cpp_of_every_standard(self):
        self.write("c.c", "#include <acl/acl.h>\nint class(int new) { return new + ACL_SUCCESS; }\n")
        for standard in ("c99", "c11", "c17", "gnu11"):
            self.acc("-Wall", "-Wextra", "-Werror", f"-std={standard}", "-c", "c.c")
        self.write("kernel.asc", KERNEL + LAUNCH)
        for standard in ("c++11", "c++14", "c++17", "c++20", "gnu++17"):
            self.acc("-Wall", "-Wextra", "-Werror", f"-std={standard}", "-D_GLIBCXX_USE_CXX11_ABI=0", "-c", "kernel.asc")
            self.write("h.cpp", "#include <acl/acl.h>\nint f() { return aclInit(nullptr); }\n")
            self.acc("-Wall", "-Wextra", "-Werror", f"-std={standard}", "-D_GLIBCXX_USE_CXX11_ABI=0", "-c", "h.cpp")

    def test_assembly_and_several_steps(self):
        self.write("a.S", "#define N f\n.globl N\nN: ret\n.section .note.GNU-stack,\"\",@progbits\n")
        self.write("m.c", "void f(void);\nint main(void) { f(); return 0; }\n")
        self.acc("m.c", "a.S", "-o", "prog")
        self.run_command(self.folder / "prog")
        self.assertNotIn("ascendcl", self.run_command("readelf", "-d", "prog").stdout)
        self.acc("-save-temps", "-c", "m.c")
        self.assertIn("m.i", self.files())

    def test_cmake_takes_it_for_c_and_cpp(self):
        self.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.20)\nproject(p C CXX)\nadd_executable(main main.cpp help.c)\n"
                   "install(TARGETS main)\nfile(WRITE ${CMAKE_BINARY_DIR}/id \"${CMAKE_C_COMPILER_ID} ${CMAKE_CXX_COMPILER_ID} "
                   "${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES}\")\n")
        self.write("help.c", "int helped(void) { return 0; }\n")
        self.write("main.cpp", '#include <acl/acl.h>\nextern "C" int helped();\nint main() { return helped(); }\n')
        self.run_command("cmake", "-G", "Ninja", "-S", ".", "-B", "build", f"-DCMAKE_C_COMPILER={ACC}", f"-DCMAKE_CXX_COMPILER={ACC}")
        self.run_command("cmake", "--build", "build")
        self.run_command(self.folder / "build" / "main")
        self.assertRegex((self.folder / "build" / "id").read_text(), r"^Clang Clang .*/c\+\+/")

    def test_twenty_files_at_once(self):
        for number in range(20):
            self.write(f"k{number}.asc", KERNEL.replace("mark", f"mark{number}"))
        running = [subprocess.Popen([ACC, "-c", f"k{number}.asc"], cwd=self.folder, env=dict(os.environ, TMPDIR=str(self.temporaries)))
                   for number in range(20)]
        self.assertEqual([process.wait() for process in running], [0] * 20)
        self.assertEqual(sum(name.endswith(".o") for name in self.files()), 20)


@unittest.skipUnless(shutil.which("llvm-cov-19") and shutil.which("llvm-profdata-19"), "llvm-cov is not installed")
class Coverage(DriverTest):
    def test_lines_of_kernels_are_counted(self):
        self.write("cov.asc", """#include "device_buffer.h"
__aicore__ inline int helper(int x) {
    if (x > 100)
        return 1;
    return 2;
}
__global__ __aicore__ void k(__gm__ int* p) {
    for (int i = 0; i < 3; ++i)
        p[i] = helper(i);
    if (p[0] == 7)
        p[1] = 9;
}
int main() {
    REQUIRE(aclrtSetDevice(0) == ACL_SUCCESS);
    Buffer<int> p(4);
    k<<<2>>>(p.data());
    return p[0] - 2;
}
""")
        for level in ("-O0", "-O2"):
            self.acc("-fprofile-instr-generate", "-fcoverage-mapping", level, "cov.asc", f"-I{HERE}", "-o", "cov")
            self.run_command("env", "LLVM_PROFILE_FILE=cov.profraw", self.folder / "cov")
            self.run_command("llvm-profdata-19", "merge", "cov.profraw", "-o", "cov.profdata")
            shown = self.run_command("llvm-cov-19", "show", "cov", "-instr-profile=cov.profdata", "cov.asc")
            self.assertEqual(shown.stderr, "")
            counts = [line.split("|")[1].strip() for line in shown.stdout.splitlines() if "|" in line]
            # Two blocks; a loop's head is counted once more than its body.
            self.assertEqual(counts[1:17], ["6", "6", "0", "6", "6", "2", "8", "6", "2", "0", "2", "1", "1", "1", "1", "1"])


if __name__ == "__main__":
    unittest.main()
