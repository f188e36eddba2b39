// SPDX-License-Identifier: Apache-2.0
#include "compiler/kernel/registration.h"

#include <fmt/format.h>

#include "acc/abi.h"

namespace acc {
namespace {

// Octal escapes, whose length is fixed at three digits, so that a digit may follow.
std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\' || c < ' ')
            result += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
        else
            result += c;
    }
    return result + "\"";
}

std::string paramsText(const Kernel& kernel, size_t number) {
    std::string text = fmt::format("static const AccParam params{}[] = {{", number);
    for (const KernelParam& param : kernel.params)
        text += fmt::format("{{{}, {}, {}, {}, 0}}, ", quoted(param.name), param.offset, param.sizeBytes, param.kind);
    return text + "};\n";
}

}  // namespace

std::string registrationText(const Image& image) {
    std::string text = "#include \"acc/abi.h\"\n", table = "static const AccKernel kernels[] = {\n";
    const auto reference = [&text](const char* name, size_t number, const char* params, const std::string& symbol) {
        text += fmt::format("extern void {}{}({}) __asm__({});\n", name, number, params, quoted(symbol));
        return fmt::format("{}{}", name, number);
    };
    for (size_t i = 0; i < image.kernels.size(); ++i) {
        const Kernel& kernel = image.kernels[i];
        std::string stub = "0", vector = "0", cube = "0", params = "0";
        if (const auto found = image.stubs.find(kernel.symbol); found != image.stubs.end())
            stub = reference("stub", i, "void", found->second);
        if (image.vectorEntries.contains(kernel.symbol))
            vector = reference("vectorEntry", i, "const void*", entrySymbol(CoreType::vector, kernel.symbol));
        if (image.cubeEntries.contains(kernel.symbol))
            cube = reference("cubeEntry", i, "const void*", entrySymbol(CoreType::cube, kernel.symbol));
        if (!kernel.params.empty()) {
            text += paramsText(kernel, i);
            params = fmt::format("params{}", i);
        }
        table += fmt::format("    {{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {{0}}, {}, {}, {}}},\n",
                             quoted(kernel.symbol), quoted(kernel.name), quoted(kernel.file), kernel.line,
                             kernel.argsSizeBytes, params, kernel.params.size(), image.staticUbBytes, kernel.cubeCores,
                             kernel.vectorCores, kernel.schedMode, stub, vector, cube);
    }
    text += table + "};\n";
    text += fmt::format("{} = {{ACC_ABI_VERSION, {}, {}, 0, kernels}};\n",
                        image.isBinary ? "__attribute__((visibility(\"default\"))) const AccImage ACC_IMAGE_SYMBOL"
                                       : "static const AccImage image",
                        image.npuArch, image.kernels.size());
    // Before the program's own constructors, which may launch; destroyed after its destructors.
    if (!image.isBinary)
        text +=
            "__attribute__((constructor(101))) static void registerImage(void) { accRegisterImage(&image); }\n"
            "__attribute__((destructor(101))) static void unregisterImage(void) { accUnregisterImage(&image); }\n";
    return text;
}

}  // namespace acc
