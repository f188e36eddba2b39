// SPDX-License-Identifier: Apache-2.0
#include "compiler/kernel/launch_function.h"

#include <fmt/format.h>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"

namespace acc {
namespace {

// `struct T;` in its namespaces; "" for what cannot be declared in advance.
std::string forwardDeclaration(const clang::RecordDecl& record) {
    if (!record.getDeclContext()->isFileContext() || !record.getIdentifier() ||
        llvm::isa<clang::ClassTemplateSpecializationDecl>(record))
        return "";
    std::string text = fmt::format("{} {};", record.getKindName().str(), record.getName().str());
    for (const clang::DeclContext* scope = record.getDeclContext(); scope; scope = scope->getParent())
        if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope))
            text = fmt::format("{}namespace {} {{ {} }}", space->isInline() ? "inline " : "", space->getName().str(),
                               text);
    return text;
}

// A parameter's type where half, bfloat16_t and the device's own names are not known.
std::string hostType(clang::QualType type, const clang::ASTContext& context, std::vector<std::string>& forwards) {
    type = type.getCanonicalType().getUnqualifiedType();
    if (type->isPointerType() || type->isNullPtrType())
        return "void*";
    if (const auto* enumeration = type->getAs<clang::EnumType>())
        type = enumeration->getDecl()->getIntegerType().getCanonicalType();
    if (type->isFloat16Type() || type->isBFloat16Type())
        return "uint16_t";
    const bool isPlainCharacter = type->isAnyCharacterType() &&
                                  !type->isSpecificBuiltinType(clang::BuiltinType::UChar) &&
                                  !type->isSpecificBuiltinType(clang::BuiltinType::SChar);
    if (type->isIntegerType() && !type->isBooleanType() && !isPlainCharacter)
        return fmt::format("{}int{}_t", type->isUnsignedIntegerType() ? "u" : "", context.getTypeSize(type));
    if (const auto* record = type->getAsRecordDecl())
        if (const std::string text = forwardDeclaration(*record); !text.empty())
            forwards.push_back(text);
    clang::PrintingPolicy policy(context.getPrintingPolicy());
    policy.SuppressTagKeyword = true;
    return type.getAsString(policy);
}

}  // namespace

LaunchFunction launchFunctionOf(const clang::FunctionDecl& kernel) {
    if (!kernel.getIdentifier() || !kernel.isExternallyVisible() || kernel.isTemplateInstantiation() ||
        kernel.getTemplateSpecializationKind() != clang::TSK_Undeclared ||
        !kernel.getDeclContext()->getRedeclContext()->isFileContext())
        return {};
    LaunchFunction function;
    function.name = "aclrtlaunch_" + kernel.getNameAsString();
    for (const clang::ParmVarDecl* param : kernel.parameters())
        function.params.push_back(hostType(param->getType(), kernel.getASTContext(), function.forwards));
    return function;
}

std::string launchFunctionsText(const std::vector<Kernel>& kernels) {
    std::string text;
    for (const Kernel& kernel : kernels) {
        if (kernel.launch.name.empty())
            continue;
        std::string params, values;
        for (size_t i = 0; i < kernel.params.size(); ++i) {
            params += fmt::format(", ::acc::LaunchParam<{}, decltype(&::{})> p{}", i, kernel.name, i);
            values += fmt::format(", p{}", i);
        }
        text += fmt::format(
            "extern \"C\" ACC_LAUNCH_FUNCTION uint32_t {}(uint32_t numBlocks, aclrtStream stream{}) "
            "{{ return ::acc::launchFunction(&::{}, numBlocks, stream{}); }}\n",
            kernel.launch.name, params, kernel.name, values);
    }
    return text.empty() ? text : "#include \"acc/launch_function.h\"\n" + text;
}

}  // namespace acc
