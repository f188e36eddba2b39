#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Device code in several files and libraries. Usage: separate_test.py <acc> [unittest arguments]."""
import os
import unittest

from driver_case import HERE, HOME, DriverTest

# Functions and variables of each kind that one file defines and another one uses.
LIBRARY = """
#include "acc/block.h"
#include "shared.h"
__gm__ int counter = 40;
extern __gm__ const int table[3] = {5, 6, 7};
static __gm__ int hidden = 1000;
namespace ns { __gm__ Pair pair = {1, 2}; }
__aicore__ int add(int a, int b) { return a + b + hidden - 1000; }
extern "C" __aicore__ int plain(int a) { return -a; }
__aicore__ int Adder::sum(int b) const { return a + b; }
__aicore__ int coreType() {
#ifdef __DAV_C220_CUBE__
    return 1;
#else
    return 2;
#endif
}
"""
HEADER = """
struct Pair { int first, second; };
struct Adder { int a; __aicore__ int sum(int b) const; };
extern __gm__ int counter;
extern __gm__ const int table[3];
namespace ns { extern __gm__ Pair pair; }
__aicore__ int add(int a, int b);
extern "C" __aicore__ int plain(int a);
__aicore__ int coreType();
template <class T> __aicore__ inline T twice(T x) { return x + x; }
"""
PROGRAM = """
#include "device_buffer.h"
#include "acc/block.h"
#include "shared.h"
static __gm__ int hidden = 1;
namespace { __aicore__ int local(int x) { return x + hidden; } }
__global__ __vector__ void run(__gm__ int* out) {
    counter += 2;
    out[0] = add(counter, local(1));
    out[1] = plain(table[1]);
    out[2] = Adder{ns::pair.second}.sum(twice(3));
    out[3] = coreType();
}
__global__ __cube__ void cube(__gm__ int* out) { out[0] = coreType(); out[1] = counter; }
int main() {
    REQUIRE(aclrtSetDevice(0) == ACL_SUCCESS);
    Buffer<int> out(4);
    run<<<1>>>(out.data());
    std::printf("%d %d %d %d\\n", out[0], out[1], out[2], out[3]);
    cube<<<1>>>(out.data());
    std::printf("%d %d\\n", out[0], out[1]);
}
"""
OUTPUT = "44 -6 8 2\n1 42\n"


class Separate(DriverTest):
    def sources(self):
        self.write("shared.h", HEADER)
        self.write("library.asc", LIBRARY)
        self.write("program.asc", PROGRAM)

    def ran(self, program="prog"):
        self.assertEqual(self.run_command(self.folder / program).stdout, OUTPUT)

    def test_objects_of_dc(self):
        self.sources()
        for options in ([], ["-O0", "-g"], ["-O3", "-ffunction-sections", "-fdata-sections"]):
            self.acc(*options, "-dc", "library.asc", "-o", "library.o")
            self.acc(*options, "-dc", "program.asc", f"-I{HERE}", "-o", "program.o")
            self.acc("program.o", "library.o", "-o", "prog", "-Wl,--gc-sections")
            self.ran()

    def test_other_linkers(self):
        self.sources()
        self.acc("-dc", "-fPIC", "library.asc", "program.asc", f"-I{HERE}")
        runtime = [f"-L{HOME}/lib64", "-lascendcl", f"-Wl,-rpath,{HOME}/lib64"]
        for linker in (["g++"], ["clang++-19"], ["g++", "-static-libstdc++", "-static-libgcc"], ["clang++-19", "-fuse-ld=lld"],
                       ["g++", "-fuse-ld=gold", "-Wl,--gc-sections"]):
            self.run_command(*linker, "program.o", "library.o", *runtime, "-o", "prog")
            self.ran()

    def test_libraries(self):
        self.sources()
        self.acc("-dc", "-fPIC", "library.asc", "program.asc", f"-I{HERE}")
        self.run_command("ar", "rcs", "libdevice.a", "library.o")
        self.acc("program.o", "-L.", "-ldevice", "-o", "prog")
        self.ran()
        self.acc("-shared", "program.o", "library.o", "-o", "libprogram.so")
        self.assertNotIn("device.", self.run_command("nm", "-D", "--defined-only", "libprogram.so").stdout)

    def test_lto_of_host_code(self):
        self.write("kernel.asc", '#include "acc/block.h"\n__global__ __aicore__ void k(__gm__ int* p) { p[0] = 7; }\n'
                   "void launch(int* p) { k<<<1>>>(p); }\n")
        self.write("main.cpp", '#include "device_buffer.h"\nvoid launch(int*);\nint main() {\n    REQUIRE(aclrtSetDevice(0) == ACL_SUCCESS);\n'
                   '    Buffer<int> p(1);\n    launch(p.data());\n    std::printf("%d\\n", p[0]);\n}\n')
        self.acc("-flto", "-c", "kernel.asc")  # device code needs machine code to be merged with
        self.run_command("g++", "-flto", "-c", "main.cpp", f"-I{HERE}", f"-I{HOME}/include")
        self.run_command("g++", "-flto", "main.o", "kernel.o", f"-L{HOME}/lib64", "-lascendcl", f"-Wl,-rpath,{HOME}/lib64", "-o", "prog")
        self.assertEqual(self.run_command(self.folder / "prog").stdout, "7\n")

    def test_equal_names_in_libraries_of_one_process(self):
        for number in (1, 2):
            self.write(f"lib{number}.asc", '#include "acc/block.h"\n__gm__ int state = %d00;\n__aicore__ int helper() { return %d; }\n'
                       "inline __aicore__ int weak() { return %d0; }\nnamespace { __global__ __aicore__ void k(__gm__ int* p) "
                       "{ p[0] = helper() + weak() + state; } }\nextern \"C\" void launch%d(int* p) { k<<<1>>>(p); }\n" % ((number,) * 4))
            self.acc("-shared", "-fPIC", f"lib{number}.asc", "-o", f"libk{number}.so")
            self.acc("-c", f"lib{number}.asc", "-o", f"k{number}.o")
        self.write("main.cpp", '#include "device_buffer.h"\nextern "C" void launch1(int*);\nextern "C" void launch2(int*);\nint main() {\n'
                   "    REQUIRE(aclrtSetDevice(0) == ACL_SUCCESS);\n    Buffer<int> p(1), q(1);\n    launch1(p.data());\n"
                   "    launch2(q.data());\n    std::printf(\"%d %d\\n\", p[0], q[0]);\n}\n")
        self.acc("main.cpp", f"-I{HERE}", "-L.", "-lk1", "-lk2", f"-Wl,-rpath,{self.folder}", "-o", "prog")
        self.assertEqual(self.run_command(self.folder / "prog").stdout, "111 222\n")

    def test_template_kernels_of_several_files(self):
        self.write("kernel.h", '#include "acc/block.h"\ntemplate <int N> __global__ __aicore__ void k(__gm__ int* p) { p[0] = N; }\n')
        self.write("a.asc", '#include "kernel.h"\nvoid a(int* p) { k<3><<<1>>>(p); }\n')
        self.write("b.asc", '#include "device_buffer.h"\n#include "kernel.h"\nvoid a(int*);\nint main() {\n'
                   "    REQUIRE(aclrtSetDevice(0) == ACL_SUCCESS);\n    Buffer<int> p(1), q(1), r(1);\n    a(p.data());\n"
                   "    k<3><<<1>>>(q.data());\n    k<4><<<1>>>(r.data());\n    std::printf(\"%d %d %d\\n\", p[0], q[0], r[0]);\n}\n")
        self.acc("a.asc", "b.asc", f"-I{HERE}", "-o", "prog")
        self.assertEqual(self.run_command(self.folder / "prog").stdout, "3 3 4\n")

    def test_data_copy_from_a_variable(self):
        self.write("copy.asc", """
#include "device_buffer.h"
#include "kernel_operator.h"
__gm__ float table[64] = {1.5f, 2.5f};
__global__ __vector__ void k(__gm__ float* out) {
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 256);
    AscendC::LocalTensor<float> local = buffer.Get<float>();
    AscendC::GlobalTensor<float> from, to;
    from.SetGlobalBuffer(table, 64);
    to.SetGlobalBuffer(out, 64);
    AscendC::DataCopy(local, from, 64);
    AscendC::PipeBarrier<PIPE_ALL>();
    AscendC::DataCopy(to, local, 64);
}
int main() {
    REQUIRE(aclrtSetDevice(0) == ACL_SUCCESS);
    Buffer<float> out(64);
    k<<<1>>>(out.data());
    std::printf("%g %g %g\\n", out[0], out[1], out[2]);
}
""")
        self.acc("copy.asc", f"-I{HERE}", "-o", "prog")
        self.assertEqual(self.run_command(self.folder / "prog").stdout, "1.5 2.5 0\n")

    def test_missing_device_code_names_the_remedy(self):
        self.sources()
        errors = self.acc("-c", "program.asc", f"-I{HERE}", code=1).stderr
        for name in ("add(int, int)", "plain", "Adder::sum(int) const", "counter", "ns::pair"):
            self.assertIn(f"error: device code uses '{name}', which is not defined in this file; define it, or compile this file "
                          "and the one that defines it with -dc", errors)
        self.acc("-dc", "program.asc", f"-I{HERE}", "-o", "program.o")
        self.acc("-c", "library.asc", "-o", "library.o")
        errors = self.acc("program.o", "library.o", "-o", "prog", code=1).stderr
        self.assertIn("add(int, int) [clone .device] [clone .vector]", errors)
        self.assertIn("acc: note: device code of other files is linked when they too are compiled with -dc", errors)
        self.assertFalse(os.path.exists(self.folder / "prog"))


if __name__ == "__main__":
    unittest.main()
