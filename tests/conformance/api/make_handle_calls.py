#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes calls of the public functions that return a code: one per handle parameter, for bad_handle_test.cpp, and one per
function, for exit_test.cpp.

usage: make_handle_calls.py <include/acl> <output of handle parameters> <output of functions>
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "support"))
from public_functions import HANDLES, public_functions  # noqa: E402


def main():
    calls, functions = [], []
    for function in public_functions(sys.argv[1]):
        if function.returns != "aclError":
            continue
        types = [type_name for type_name, _ in function.parameters]
        plain_call = ", ".join("nullptr" if type_name is None else f"any<{type_name}>()" for type_name in types)
        functions.append(f'{{"{function.name}", [] {{ return {function.name}({plain_call}); }}}},')
        for index, tested in enumerate(types):
            if tested is None or tested.removeprefix("const ") not in HANDLES:
                continue
            arguments = []
            for other, type_name in enumerate(types):
                plain = (type_name or "").removeprefix("const ")
                if other == index:
                    arguments.append("bad")
                elif type_name is None:
                    arguments.append("nullptr")
                elif plain in HANDLES:
                    arguments.append({"aclrtStream": "stream", "aclrtEvent": "event"}.get(plain, "nullptr"))
                else:
                    arguments.append(f"any<{type_name}>()")
            calls.append(f'{{"{function.name} parameter {index + 1}", "{tested.removeprefix("const ")}", '
                         f"[](void* bad) {{ return {function.name}({', '.join(arguments)}); }}}},")
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(sorted(set(calls))) + "\n")
    with open(sys.argv[3], "w", encoding="utf-8") as file:
        file.write("\n".join(sorted(set(functions))) + "\n")


main()
