#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds one program with acc and checks what it says and how it ends.

usage: run_fault.py ACC FILE [FLAG...]

The file's comments state the expectation:
  // EXIT: 1               exit code; default 0
  // ERROR: text           stderr contains exactly these lines, in this order; {LINE} is the line after the comment,
                           {FILE} the file's name
  // OUTPUT: text          the same for stdout
  // ENV: NAME=value       a setting of the emulated device
  // REPORT: text          the same for the file of ACC_REPORT=json:FILE
A file without ERROR lines must print nothing on stderr: the near-misses.
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile


def expectations(path):
    expected = {"ERROR": [], "OUTPUT": [], "REPORT": [], "ENV": []}
    exit_code = 0
    marks = {}
    with open(path) as file:
        lines = file.read().splitlines()
    for number, line in enumerate(lines, 1):
        if mark := re.search(r"// LINE (\w+)$", line):
            marks[mark.group(1)] = str(number)
    for line in lines:
        match = re.match(r"\s*// (ERROR|OUTPUT|REPORT|ENV|EXIT): ?(.*)$", line)
        if not match:
            if re.match(r"\s*// [A-Z]+: ", line) and not re.match(r"\s*// SPDX", line):
                sys.exit(f"{path}: unknown directive: {line}")
            continue
        if match.group(1) == "EXIT":
            exit_code = int(match.group(2))
        else:
            text = match.group(2).replace("{FILE}", os.path.basename(path))
            expected[match.group(1)].append(re.sub(r"\{(\w+)\}", lambda m: marks.get(m.group(1), m.group()), text))
    return expected, exit_code


def compare(what, expected, text):
    # Addresses differ from run to run.
    actual = re.sub(r"0x[0-9a-f]{8,}", "0xADDRESS", text).splitlines()
    if actual == expected:
        return True
    print(f"{what} differs:")
    print("\n".join(difflib.unified_diff(expected, actual, "expected", "actual", lineterm="")))
    return False


def main():
    acc, source, *flags = sys.argv[1:]
    expected, exit_code = expectations(source)
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "program")
        here = os.path.dirname(os.path.abspath(source))
        subprocess.run([acc, os.path.basename(source), "-o", program, *flags], check=True, cwd=here)
        report = os.path.join(directory, "report.json")
        environment = dict(os.environ, **dict(setting.split("=", 1) for setting in expected["ENV"]))
        if expected["REPORT"]:
            environment["ACC_REPORT"] = "json:" + report
        run = subprocess.run([program], capture_output=True, text=True, cwd=here, env=environment, timeout=100)
        reported = ""
        if expected["REPORT"] and os.path.exists(report):
            with open(report) as file:
                reported = file.read()
    good = compare("stderr", expected["ERROR"], run.stderr)
    good = compare("stdout", expected["OUTPUT"], run.stdout) and good
    good = compare("the report", expected["REPORT"], reported) and good
    if run.returncode != exit_code:
        print(f"exit code {run.returncode}, expected {exit_code}")
        good = False
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
