#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes one call per public function with arguments that a fuzzer chooses, for api_fuzz.cpp.

usage: make_calls.py <include/acl> <output>
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "support"))
from public_functions import HANDLES, public_functions  # noqa: E402

MORE_HANDLES = {"aclrtMbuf", "aclrtAllocator"}
LEFT_OUT = {
    "aclAppLog",          # variable arguments
    "aclrtcCompileProg",  # starts compilers: a second each
}


def argument(type_name, name):
    if type_name is None:
        return "nullptr"
    pointee = type_name.removesuffix("* const").removesuffix("*").removeprefix("const ").strip()
    for handles, form in ((type_name.removeprefix("const "), "handle"), (pointee, "handles")):
        if handles in HANDLES | MORE_HANDLES:
            return f'in.{form}("{handles}")'
    return f'in.take<{type_name.removesuffix(" const")}>("{name}")'


def main():
    calls = []
    for function in public_functions(sys.argv[1]):
        if function.name in LEFT_OUT:
            continue
        arguments = ", ".join(argument(*parameter) for parameter in function.parameters)
        call = f"{function.name}({arguments})"
        if function.returns == "void":
            body = f"{call}; return 0;"
        elif function.returns in HANDLES | MORE_HANDLES:
            body = f'return in.returned("{function.returns}", {call});'
        else:
            body = f"return in.returned({call});"
        calls.append(f'{{"{function.name}", [](Input& in) -> int {{ in.begin("{function.name}"); {body} }}}},')
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(calls) + "\n")


main()
