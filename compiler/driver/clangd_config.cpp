// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/clangd_config.h"

#include <fmt/format.h>

namespace acc {
namespace {

// A YAML string.
std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text)
        result += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return result + "\"";
}

constexpr const char* kText =
    R"(# Written by acc --clangd-config. Add files that are ASC by a source property to PathMatch.
CompileFlags:
  Remove: ["--npu-*", "--cce-*", "-cce-*", "--run-mode*", "--enable-simt", "--sanitizer", "--device-only", "--launch-functions",
           "-dc", "-lib", "-Xhost-start", "-Xhost-end", "-Xaicore-start", "-Xaicore-end"]
# What these include is used through them.
Diagnostics:
  Includes:
    IgnoreHeader: ["acl/.*\\.h", "kernel/.*\\.h"]
---
If:
  PathMatch: .*\.(asc|acl\.cpp)
CompileFlags:
  Remove: ["-x"]
  # The same whether or not a CUDA toolkit is installed.
  Add: ["-xcuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "--cuda-path=/none", "-U__CUDA__",
        "-Xclang", "-target-sdk-version=12.3", "-Xclang", "-fcuda-allow-variadic-functions",
        "-isystem", {0}, "-isystem", {1}, "-include", "acc/editor.h"]
---
If:
  PathMatch: .*\.aicpu
CompileFlags:
  Remove: ["-x"]
  Add: ["-xc++", "-isystem", {0}, "-isystem", {1}, "-include", "acc/language.h"]
)";

}  // namespace

std::string clangdConfig(const Toolchain& toolchain) {
    return fmt::format(kText, quoted(toolchain.include()), quoted(toolchain.include() + "/kernel"));
}

}  // namespace acc
