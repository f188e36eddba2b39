#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tools beside the compiler. Usage: tools_test.py <toolkit home> [unittest arguments]."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HOME = pathlib.Path(sys.argv.pop(1)).resolve()
KERNELS = """
#include "kernel_operator.h"
struct Pair { float a; int b; };
extern "C" __global__ __vector__ void first(GM_ADDR x, half h, Pair pair, uint8_t flag) {}
namespace deep {
template <class T> __global__ __mix__(1, 2) __schedmode__(1) void second(__gm__ T* x) { *x = T(1); }
}
template __global__ void deep::second<float>(__gm__ float* x);
"""
MAIN = 'int main() { return 0; }\n'


class ToolTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()

    def run_tool(self, tool, *args, code=0, **environment):
        variables = dict(os.environ, LC_ALL="C", **environment)
        program = HOME / "bin" / tool if (HOME / "bin" / tool).exists() else tool
        done = subprocess.run([str(word) for word in (program, *args)], cwd=self.folder, env=variables, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False, timeout=120)
        self.assertEqual(done.returncode != 0, code != 0, f"{tool} {args}\n{done.stdout}")
        return done.stdout


class Objdump(ToolTest):
    FIRST = [{"name": "x", "offset": 0, "size": 8, "kind": "pointer"}, {"name": "h", "offset": 8, "size": 2, "kind": "float"},
             {"name": "pair", "offset": 12, "size": 8, "kind": "struct"}, {"name": "flag", "offset": 20, "size": 1, "kind": "integer"}]

    def setUp(self):
        super().setUp()
        (self.folder / "kernels.asc").write_text(KERNELS)
        (self.folder / "main.cpp").write_text(MAIN)
        self.run_tool("acc", "-c", "kernels.asc", "-o", "kernels.o")

    def kernels(self, path):
        return {kernel["symbol"]: kernel for kernel in json.loads(self.run_tool("acc-objdump", "--json", path))}

    def check(self, path, stripped=False):
        kernels = self.kernels(path)
        self.assertEqual(set(kernels), {"first", "_ZN4deep6secondIfEEvPT_"})
        first, second = kernels["first"], kernels["_ZN4deep6secondIfEEvPT_"]
        self.assertEqual(first["params"], self.FIRST)
        self.assertEqual((first["name"], first["file"], first["line"], first["npuArch"], first["argsSize"]),
                         ("first", "kernels.asc", 4, 2201, 24))
        self.assertEqual((first["cubeCores"], first["vectorCores"], first["schedMode"]), (0, 1, 0))
        self.assertEqual((second["name"], second["cubeCores"], second["vectorCores"], second["schedMode"]), ("deep::second<float>", 1, 2, 1))
        for kernel in kernels.values():
            if stripped:
                self.assertIsNone(kernel["codeBytes"])
            else:
                self.assertGreater(kernel["codeBytes"], 0)

    def test_object(self):
        self.check("kernels.o")

    def test_archive_names_its_members(self):
        self.run_tool("ar", "rc", "libkernels.a", "kernels.o")
        self.check("libkernels.a")
        self.assertEqual(self.kernels("libkernels.a")["first"]["member"], "kernels.o")
        self.assertIn("libkernels.a(kernels.o):\n", self.run_tool("acc-objdump", "libkernels.a"))

    def test_program_library_and_kernel_binary(self):
        self.run_tool("acc", "main.cpp", "kernels.o", "-Wl,--gc-sections", "-o", "program")
        self.check("program")
        self.run_tool("strip", "program")
        self.check("program", stripped=True)
        self.run_tool("acc", "-shared", "-fPIC", "kernels.asc", "-o", "libkernels.so")
        self.check("libkernels.so")
        self.run_tool("acc", "--device-only", "kernels.asc", "-o", "kernels.bin")
        self.check("kernels.bin")

    def test_text(self):
        text = self.run_tool("acc-objdump", "kernels.o", "main.cpp", code=1)
        self.assertIn("acc-objdump: error: 'main.cpp' is no object, archive, library or program\n", text)
        text = self.run_tool("acc-objdump", "kernels.o")
        self.assertIn("kernels.o:\n  first  [vector, dav-2201]  kernels.asc:4\n    symbol first\n", text)
        self.assertIn("  deep::second<float>  [mix 1:2, dav-2201]  kernels.asc:6\n", text)
        self.assertIn("       12    8  struct   pair\n", text)
        self.assertIn(", batch scheduling\n", text)

    def test_files_without_kernels(self):
        self.run_tool("acc", "-c", "main.cpp", "-o", "main.o")
        self.assertEqual(self.run_tool("acc-objdump", "main.o"), "main.o: no kernels\n")
        self.assertEqual(self.run_tool("acc-objdump", "--json", "main.o"), "[]\n")
        self.assertIn("cannot open 'nowhere'", self.run_tool("acc-objdump", "nowhere", code=1))

    def test_launch_header(self):
        self.run_tool("acc", "-c", "--launch-functions", "kernels.asc", "-o", "launched.o")
        self.run_tool("acc-objdump", "--launch-header", "out/all.h", "launched.o")
        self.assertEqual(sorted(os.listdir(self.folder / "out")), ["aclrtlaunch_first.h", "all.h"])
        header = (self.folder / "out/all.h").read_text()
        self.assertIn("\nstruct Pair;\n", header)
        self.assertIn("\nuint32_t aclrtlaunch_first(uint32_t numBlocks, aclrtStream stream, void* x, uint16_t h, Pair pair, uint8_t flag);\n",
                      header)
        before = os.stat(self.folder / "out/all.h").st_mtime_ns
        self.run_tool("acc-objdump", "--launch-header", "out/all.h", "launched.o")
        self.assertEqual(os.stat(self.folder / "out/all.h").st_mtime_ns, before)
        (self.folder / "out/aclrtlaunch_mine.h").write_text("// written by hand\n")
        self.run_tool("acc-objdump", "--launch-header", "out/all.h", "kernels.o")
        self.assertEqual(sorted(os.listdir(self.folder / "out")), ["aclrtlaunch_mine.h", "all.h"])


class Smi(ToolTest):
    def test_info_names_the_chip(self):
        text = self.run_tool("npu-smi", "info", ACC_SOC="Ascend910B3", ACC_DEVICES="2", ACC_DEVICE_MEMORY="256M")
        rows = [line for line in text.splitlines() if "910B3" in line]
        self.assertEqual(len(rows), 2)
        self.assertRegex(rows[1], r"^\| 1     910B3 +\| OK +\|")
        self.assertEqual(text.count("0 / 256 "), 2)
        self.assertEqual({len(line) for line in text.splitlines()}, {102})

    def test_list_mapping_board(self):
        settings = {"ACC_SOC": "Ascend910_9391", "ACC_DEVICES": "3", "ACC_DEVICE_MEMORY": "256M"}
        self.assertIn("Total Count                    : 3\n", self.run_tool("acc-smi", "info", "-l", **settings))
        self.assertRegex(self.run_tool("acc-smi", "info", "-m", **settings), r"\n\t2 +0 +2 +Ascend910_9391\n$")
        board = self.run_tool("acc-smi", "info", "-t", "board", "-i", "2", "-c", "0", **settings)
        self.assertIn("Chip Name                      : Ascend910\n", board)
        self.assertIn("NPU Name                       : 9391\n", board)
        self.assertIn("-i is 3, expected less than 3", self.run_tool("acc-smi", "info", "-t", "board", "-i", "3", code=1, **settings))

    def test_what_it_does_not_know(self):
        self.run_tool("acc-smi", "info", "-t", "power", code=1)
        self.run_tool("acc-smi", "set", code=1)


if __name__ == "__main__":
    unittest.main()
