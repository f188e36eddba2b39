#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one golden test: `acc --emit-lowered` (or, under error/, a compilation) against the CHECK comments of its input.

Plain FileCheck passes when it should fail in four ways, which this closes: the CHECK comments are blanked before acc sees
the file, so they cannot match themselves in its output; a comment that looks like a directive and is none fails the test;
lines are matched whole; warnings and errors that no CHECK line lists fail the test. The lowered file must also keep its
number of lines and compile, without a warning, with g++ and clang++.

Directives: `// CHECK...:` (FileCheck's), `// OPTIONS: <for acc>`, `// IDENTICAL:` (lowered text = text), `// STD: <11..20>`
(language level of the syntax check, default 17), `// MESSAGES:` (what acc writes to stderr is checked, not the lowered text).
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

DIRECTIVE = re.compile(r"//\s*([A-Z][A-Z-]{2,}):(.*)")
KNOWN = {"CHECK", "CHECK-DAG", "CHECK-NEXT", "CHECK-NOT", "CHECK-LABEL", "CHECK-EMPTY", "OPTIONS", "IDENTICAL", "STD", "MESSAGES"}
SERIOUS = re.compile(r": (fatal error|error|warning): ")


def fail(message, text=""):
    print(f"golden: {message}\n{text}", file=sys.stderr)
    sys.exit(1)


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--acc", required=True)
    parser.add_argument("--filecheck", required=True)
    parser.add_argument("--compiler", action="append", default=[])
    parser.add_argument("source", type=pathlib.Path)
    args = parser.parse_args()
    args.acc = os.path.abspath(args.acc)

    text = args.source.read_text()
    found = [(m[1], m[2].strip()) for m in map(DIRECTIVE.search, text.splitlines()) if m]
    unknown = {name for name, _ in found} - KNOWN
    if unknown:
        fail(f"{args.source}: unknown directive {', '.join(sorted(unknown))}")
    values = dict(found)
    checks = [value for name, value in found if name.startswith("CHECK")]
    if not checks and "IDENTICAL" not in values:
        fail(f"{args.source}: nothing is checked")
    blanked = "\n".join(DIRECTIVE.sub("", line).rstrip() for line in text.split("\n"))
    options = values.get("OPTIONS", "").split()

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for header in args.source.parent.glob("*.h"):
            shutil.copy(header, folder)
        name = args.source.name
        (folder / name).write_text(blanked)
        messages = "MESSAGES" in values
        command = [args.acc, *options, *(["-c", "-o", "out.o"] if messages else ["--emit-lowered"]), name]
        done = run(command, cwd=folder)
        listed = sum(1 for check in checks if SERIOUS.search(": " + check if check.startswith("error") else check))
        given = sum(1 for line in done.stderr.splitlines() if SERIOUS.search(line))
        if messages:
            if given != listed:
                fail(f"{given} warnings and errors, {listed} in CHECK lines:", done.stderr)
            if (done.returncode != 0) != any("error:" in check for check in checks):
                fail(f"exit code {done.returncode}", done.stderr)
            output = done.stderr
        else:
            if done.returncode or done.stderr:
                fail(f"exit code {done.returncode}", done.stderr)
            output = done.stdout.replace(os.path.realpath(folder) + "/", "")
            lowered = output.split(f'#line 1 "{name}"\n')[1].split("// Lowered by acc")[0]
            lowered = lowered.split('#include "acc/launch_function.h"')[0]
            # acc ends every text with a newline.
            if lowered.rstrip("\n").count("\n") != blanked.rstrip("\n").count("\n"):
                fail("the number of lines changes", lowered)
            if "IDENTICAL" in values and lowered.rstrip("\n") != blanked.rstrip("\n"):
                fail("the text changes", lowered)
        if checks:
            checked = run([args.filecheck, "--match-full-lines", "--check-prefix=CHECK", str(args.source)], input=output)
            if checked.returncode:
                fail("FileCheck", checked.stderr + "\n--- output ---\n" + output)
        if not messages:
            home = pathlib.Path(args.acc).parent.parent
            compile_lowered(folder, output, home / "include", values.get("STD", "17"), args.compiler)


def compile_lowered(folder, output, include, std, compilers):
    """Writes the printed files to a folder of their own and compiles the main one."""
    lowered = folder / "lowered"
    lowered.mkdir()
    for header in folder.glob("*.h"):
        shutil.copy(header, lowered)
    main = None
    for part in output.split("// Lowered by acc")[1:]:
        name = re.search(r'#line 1 "(.*)"', part)[1]
        body = part.split("\n", 1)[1]
        if name.endswith(".h"):
            (lowered / name).write_text(body)
        else:
            main = lowered / (name + ".cpp")
            main.write_text(body)
    for compiler in compilers:
        done = run([compiler, f"-std=c++{std}", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-Wno-unused-function",
                    "-fsyntax-only", f"-I{include}", f"-I{include}/kernel", str(main)])
        if done.returncode:
            fail(f"{compiler} refuses the lowered text", done.stderr + output)


main()
