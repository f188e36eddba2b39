#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The golden runner refuses what plain FileCheck lets pass. Usage: run_golden_test.py <acc> <FileCheck> <compiler>."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ACC, FILECHECK, COMPILER = (sys.argv.pop(1) for _ in range(3))
RUNNER = pathlib.Path(__file__).with_name("run_golden.py")
KERNEL = "__global__ __aicore__ void k(__gm__ int* x) {}\n"
LAUNCH = "void host(int* x) { k<<<1>>>(x); }\n"
LOWERED = "// CHECK: void host(int* x) { (::acc::Launch(1), k(x)); }\n"


class RunGoldenTest(unittest.TestCase):
    def golden(self, text):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "case.asc"
            source.write_text(text)
            done = subprocess.run([RUNNER, "--acc", ACC, "--filecheck", FILECHECK, "--compiler", COMPILER, source],
                                  capture_output=True, text=True, check=False)
            return done.returncode == 0, done.stderr

    def assert_refused(self, text, reason):
        passed, message = self.golden(text)
        self.assertFalse(passed)
        self.assertIn(reason, message)

    def test_a_right_case_passes(self):
        self.assertEqual(self.golden(KERNEL + LAUNCH + LOWERED), (True, ""))

    def test_a_check_does_not_match_itself(self):
        self.assert_refused(KERNEL + "// CHECK: {{.*}}never there{{.*}}\n", "FileCheck")

    def test_a_misspelt_directive_is_refused(self):
        self.assert_refused(KERNEL + LAUNCH + LOWERED + "// CHCK: nothing\n", "unknown directive CHCK")
        self.assert_refused(KERNEL + LAUNCH + LOWERED + "// REQUIRE: nothing\n", "unknown directive REQUIRE")

    def test_part_of_a_line_does_not_match(self):
        self.assert_refused(KERNEL + LAUNCH + "// CHECK: k(x)\n", "FileCheck")

    def test_unlisted_messages_are_refused(self):
        self.assert_refused(KERNEL + "void host(int* x) { k<<<0>>>(x); }\n// CHECK: {{.*}}\n", "numBlocks is 0")
        self.assert_refused("// MESSAGES:\n" + KERNEL + "void host(int* x) { k<<<0>>>(x); k<<<0>>>(x); }\n"
                            "// CHECK: {{.*}}: warning: numBlocks is 0{{.*}}\n", "2 warnings and errors, 1 in CHECK lines")

    def test_nothing_checked_is_refused(self):
        self.assert_refused(KERNEL, "nothing is checked")


if __name__ == "__main__":
    unittest.main()
