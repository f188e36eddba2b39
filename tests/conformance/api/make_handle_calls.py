#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes one call per handle parameter of every public function, for bad_handle_test.cpp.

usage: make_handle_calls.py <include/acl> <output>
"""
import glob
import os
import re
import sys

HANDLES = {
    "aclrtStream", "aclmdlRITask", "aclrtEvent", "aclrtContext", "aclrtNotify", "aclrtCntNotify", "aclrtLabel",
    "aclrtLabelList", "aclrtAllocatorDesc", "aclrtTaskGrp", "aclrtMemPool", "aclrtDrvMemHandle", "aclrtBinary",
    "aclrtBinHandle", "aclrtFuncHandle", "aclrtArgsHandle", "aclrtParamHandle", "aclmdlRI", "aclmdlRICondHandle",
    "aclrtcProg", "acltdtBuf",
}


def split(parameters):
    """The parameters of a declaration, at the commas outside of parentheses."""
    parts, depth = [""], 0
    for char in parameters:
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [re.sub(r"\s+", " ", part).strip() for part in parts]


def type_of(parameter):
    """The type of a parameter without its name; None for pointers to functions."""
    if "(" in parameter:
        return None
    match = re.match(r"(.*?[\s*])(\w+)(\[\w*\])?$", parameter)
    return match.group(1).strip() + ("*" if match.group(3) else "")


def main():
    text = ""
    for path in sorted(glob.glob(os.path.join(sys.argv[1], "**", "*.h"), recursive=True)):
        with open(path, encoding="utf-8") as file:
            text += re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    calls = []
    for name, declared in re.findall(r"ACL_FUNC_VISIBILITY\s+aclError\s+(\w+)\(([^;]*?)\)\s*;", text, flags=re.S):
        parameters = split(declared)
        types = [type_of(parameter) for parameter in parameters if parameter != "void"]
        for index, tested in enumerate(types):
            if tested is None or tested.removeprefix("const ") not in HANDLES:
                continue
            arguments = []
            for other, type_name in enumerate(types):
                plain = (type_name or "").removeprefix("const ")
                if other == index:
                    arguments.append("bad")
                elif type_name is None or type_name.endswith("*") and "(" in type_name:
                    arguments.append("nullptr")
                elif plain in HANDLES:
                    arguments.append({"aclrtStream": "stream", "aclrtEvent": "event"}.get(plain, "nullptr"))
                else:
                    arguments.append(f"any<{type_name}>()")
            calls.append(f'{{"{name} parameter {index + 1}", "{tested.removeprefix("const ")}", '
                         f"[](void* bad) {{ return {name}({', '.join(arguments)}); }}}},")
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(sorted(set(calls))) + "\n")


main()
