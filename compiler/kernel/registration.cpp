// SPDX-License-Identifier: Apache-2.0
#include "compiler/kernel/registration.h"

#include <fmt/format.h>

#include "acc/abi.h"
#include "llvm/Support/JSON.h"

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

// Records of a kernel binary's objects follow each other in this section. 16 is what arrays are aligned to.
constexpr const char* kRecords = "acc_kernels";
static_assert(sizeof(AccKernel) % 16 == 0);

llvm::json::Object description(const Image& image, const Kernel& kernel) {
    static constexpr const char* kKinds[] = {"pointer", "integer", "float", "struct"};
    llvm::json::Array params;
    for (const KernelParam& param : kernel.params)
        params.push_back(llvm::json::Object{
            {"name", param.name}, {"offset", param.offset}, {"size", param.sizeBytes}, {"kind", kKinds[param.kind]}});
    llvm::json::Object object{{"symbol", kernel.symbol},
                              {"name", kernel.name},
                              {"file", kernel.file},
                              {"line", kernel.line},
                              {"npuArch", image.npuArch},
                              {"cubeCores", kernel.cubeCores},
                              {"vectorCores", kernel.vectorCores},
                              {"schedMode", kernel.schedMode},
                              {"staticUbBytes", image.staticUbBytes},
                              {"argsSize", kernel.argsSizeBytes},
                              {"params", std::move(params)}};
    if (!kernel.expressions.empty())
        object["expressions"] = llvm::json::Array(kernel.expressions);
    if (image.hasLaunchFunctions && !kernel.launch.name.empty()) {
        object["launch"] = kernel.launch.name;
        object["launchParams"] = llvm::json::Array(kernel.launch.params);
        object["launchForwards"] = llvm::json::Array(kernel.launch.forwards);
    }
    return object;
}

// The text as lines of an unloaded section, by way of the assembler.
std::string sectionText(const std::string& lines) {
    std::string text = ".pushsection .acc.kernels,\"\",%progbits\n";
    for (size_t at = 0; at < lines.size();) {
        const size_t end = lines.find('\n', at) + 1;
        text += "\t.ascii " + quoted(lines.substr(at, end - at)) + "\n";
        at = end;
    }
    return "__asm__(" + quoted(text + ".popsection") + ");\n";
}

// Global memory that kernels may access from now on.
std::string variablesText(const std::vector<GmVariable>& variables) {
    std::string declarations, enter, leave;
    for (size_t i = 0; i < variables.size(); ++i) {
        declarations += fmt::format("extern char variable{}[] __asm__({});\n", i, quoted(variables[i].symbol));
        enter += fmt::format(" accRegisterVariable(variable{}, {}u);", i, variables[i].sizeBytes);
        leave += fmt::format(" accUnregisterVariable(variable{});", i);
    }
    if (variables.empty())
        return "";
    return declarations + "__attribute__((constructor(101))) static void registerVariables(void) {" + enter +
           " }\n__attribute__((destructor(101))) static void unregisterVariables(void) {" + leave + " }\n";
}

}  // namespace

std::string registrationText(const Image& image) {
    std::string text = "#include \"acc/abi.h\"\n", table, descriptions;
    table = image.isBinary ? fmt::format("__attribute__((section(\"{}\"), used)) ", kRecords) : "";
    table += "static const AccKernel kernels[] = {\n";
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
        descriptions += llvm::formatv("{0}", llvm::json::Value(description(image, kernel))).str() + "\n";
    }
    text += variablesText(image.variables);
    if (image.kernels.empty())
        return text;
    text += table + "};\n" + sectionText(descriptions);
    if (image.isBinary)
        return text;
    text += fmt::format("static const AccImage image = {{ACC_ABI_VERSION, {}, {}, 0, kernels}};\n", image.npuArch,
                        image.kernels.size());
    // Before the program's own constructors, which may launch; destroyed after its destructors.
    text +=
        "__attribute__((constructor(101))) static void registerImage(void) { accRegisterImage(&image); }\n"
        "__attribute__((destructor(101))) static void unregisterImage(void) { accUnregisterImage(&image); }\n";
    return text;
}

std::string binaryTableText(unsigned npuArch) {
    return fmt::format(
        "#include \"acc/abi.h\"\n"
        "extern const AccKernel first[] __asm__(\"__start_{0}\") __attribute__((visibility(\"hidden\")));\n"
        "extern const AccKernel last[] __asm__(\"__stop_{0}\") __attribute__((visibility(\"hidden\")));\n"
        "__attribute__((visibility(\"default\"))) AccImage ACC_IMAGE_SYMBOL = {{ACC_ABI_VERSION, {1}, 0, 0, first}};\n"
        "__attribute__((constructor)) static void count(void) {{ ACC_IMAGE_SYMBOL.kernelCount = last - first; }}\n",
        kRecords, npuArch);
}

}  // namespace acc
