# SPDX-License-Identifier: Apache-2.0
"""The functions that the public headers declare, for the generators of tests."""
import glob
import os
import re
from typing import NamedTuple

HANDLES = {
    "aclrtStream", "aclmdlRITask", "aclrtEvent", "aclrtContext", "aclrtNotify", "aclrtCntNotify", "aclrtLabel",
    "aclrtLabelList", "aclrtAllocatorDesc", "aclrtTaskGrp", "aclrtMemPool", "aclrtDrvMemHandle", "aclrtBinary",
    "aclrtBinHandle", "aclrtFuncHandle", "aclrtArgsHandle", "aclrtParamHandle", "aclmdlRI", "aclmdlRICondHandle",
    "aclrtcProg", "acltdtBuf",
}


class Function(NamedTuple):
    returns: str
    name: str
    parameters: list  # of (type, name); the type is None for pointers to functions and variable arguments


def _split(parameters):
    """The parameters of a declaration, at the commas outside of parentheses."""
    parts, depth = [""], 0
    for char in parameters:
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [re.sub(r"\s+", " ", part).strip() for part in parts]


def _parameter(text):
    match = None if "(" in text else re.match(r"(.*?[\s*])(\w+)(\[\w*\])?$", text)
    if match is None:
        return None, text
    return match.group(1).strip() + ("*" if match.group(3) else ""), match.group(2)


def public_functions(folder):
    """All of them, in the order of the headers below `folder`."""
    text = ""
    for path in sorted(glob.glob(os.path.join(folder, "**", "*.h"), recursive=True)):
        with open(path, encoding="utf-8") as file:
            text += re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    declarations = re.findall(r"ACL_FUNC_VISIBILITY\s+([\w\s*]+?)\s*\b(\w+)\(([^;]*?)\)\s*;", text, flags=re.S)
    return [Function(returns, name, [_parameter(part) for part in _split(declared) if part != "void"])
            for returns, name, declared in declarations]
