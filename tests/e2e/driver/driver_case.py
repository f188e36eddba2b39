# SPDX-License-Identifier: Apache-2.0
"""What the tests of the `acc` command share. The first argument of each of them is acc."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ACC = os.path.abspath(sys.argv.pop(1))
HOME = pathlib.Path(ACC).parent.parent

KERNEL = """
#include "acc/block.h"
extern "C" __global__ __aicore__ void mark(__gm__ int* p, int value) {
    p[accBlock->blockIdx] = value;
}
"""
HOST = """
#include "device_buffer.h"
int main() {
    REQUIRE(aclInit(nullptr) == ACL_SUCCESS && aclrtSetDevice(0) == ACL_SUCCESS);
    {
        Buffer<int> p(8);
        launchMark(p.data(), VALUE);
        REQUIRE(p[0] == VALUE && p[7] == VALUE);
    }
    REQUIRE(aclrtResetDevice(0) == ACL_SUCCESS && aclFinalize() == ACL_SUCCESS);
    std::puts("marked");
}
"""
LAUNCH = "void launchMark(int* p, int value) { mark<<<8, nullptr, nullptr>>>(p, value); }\n"


class DriverTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.temporaries = self.folder / "tmp"
        self.temporaries.mkdir()

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def run_command(self, *command, code=0, cwd=None):
        environment = dict(os.environ, TMPDIR=str(self.temporaries), LC_ALL="C")
        done = subprocess.run([str(word) for word in command], cwd=cwd or self.folder, env=environment, capture_output=True,
                              text=True, check=False, timeout=120)
        self.assertEqual(done.returncode, code, f"{command}\n{done.stdout}\n{done.stderr}")
        return done

    def acc(self, *args, code=0, cwd=None, acc=ACC):
        done = self.run_command(acc, *args, code=code, cwd=cwd)
        self.assertEqual(os.listdir(self.temporaries), [], "temporary files are left")
        return done

    def whole_program(self, name="all.acl.cpp"):
        return self.write(name, f'#define VALUE 5\n{KERNEL}{LAUNCH}{HOST}')

    def files(self):
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if path.is_file())
