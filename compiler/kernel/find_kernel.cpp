// SPDX-License-Identifier: Apache-2.0
#include "compiler/kernel/find_kernel.h"

#include "acc/abi.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "compiler/kernel/launch_function.h"
#include "compiler/support/clang_compat.h"

namespace acc {
namespace {

std::optional<Cores> coresOfTaskType(llvm::StringRef type) {
    return llvm::StringSwitch<std::optional<Cores>>(type)
        .Cases("KERNEL_TYPE_AIV_ONLY", "KERNEL_TYPE_MIX_AIV_1_0", Cores{0, 1})
        .Cases("KERNEL_TYPE_AIC_ONLY", "KERNEL_TYPE_MIX_AIC_1_0", Cores{1, 0})
        .Case("KERNEL_TYPE_MIX_AIC_1_1", Cores{1, 1})
        .Case("KERNEL_TYPE_MIX_AIC_1_2", Cores{1, 2})
        .Default(std::nullopt);
}

uint32_t kindOf(clang::QualType type) {
    if (type->isPointerType() || type->isNullPtrType() || type->isMemberPointerType())
        return ACC_PARAM_POINTER;
    if (type->isRealFloatingType())
        return ACC_PARAM_FLOAT;
    return type->isIntegralOrEnumerationType() ? ACC_PARAM_INTEGER : ACC_PARAM_STRUCT;
}

}  // namespace

Cores defaultCores(const clang::SourceManager& sources, const std::set<clang::FileID>& userFiles,
                   const clang::LangOptions& options) {
    bool cube = false;
    for (const clang::FileID file : userFiles) {
        const llvm::StringRef text = sources.getBufferData(file);
        clang::Lexer lexer(sources.getLocForStartOfFile(file), options, text.begin(), text.begin(), text.end());
        clang::Token token;
        llvm::StringRef before;
        bool taskType = false;
        for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
            if (token.is(clang::tok::semi))
                taskType = false;
            if (token.is(clang::tok::string_literal) &&
                llvm::StringRef(token.getLiteralData(), token.getLength()).contains("matmul"))
                cube = true;
            if (token.isNot(clang::tok::raw_identifier))
                continue;
            const llvm::StringRef word = token.getRawIdentifier();
            if (word == "KERNEL_TASK_TYPE_DEFAULT" || word == "KERNEL_TASK_TYPE")
                taskType = before != "define";
            else if (taskType)
                if (const std::optional<Cores> cores = coresOfTaskType(word))
                    return *cores;
            cube |= word == "ASCEND_IS_AIC" || word == "Mmad" || word == "KERNEL_TYPE_MIX_AIC_1_2" ||
                    ((word == "A1" || word == "B1" || word == "CO1" || word == "TSCM") &&
                     (before == "TPosition" || before == "QuePosition"));
            before = word;
        }
    }
    return cube ? Cores{1, 2} : Cores{0, 1};
}

bool isDefinedHere(const clang::FunctionDecl& function) {
    return function.doesThisDeclarationHaveABody() || function.hasSkippedBody();
}

bool isDeviceOnly(const clang::FunctionDecl& function) {
    return function.hasAttr<clang::CUDAGlobalAttr>() ||
           (function.hasAttr<clang::CUDADeviceAttr>() && !function.hasAttr<clang::CUDAHostAttr>());
}

bool isEmittedKernel(const clang::FunctionDecl& function) {
    return function.hasAttr<clang::CUDAGlobalAttr>() && isDefinedHere(function) && !function.isDependentContext() &&
           !function.isInvalidDecl();
}

const clang::FunctionDecl* namedFunction(const clang::VarDecl& variable) {
    if (!variable.getIdentifier() || !variable.getName().starts_with(kNameExpression) || !variable.hasInit())
        return nullptr;
    const clang::Expr* value = variable.getInit()->IgnoreParenCasts();
    if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(value))
        value = address->getSubExpr()->IgnoreParenCasts();
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(value);
    return reference ? llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()) : nullptr;
}

Kernel describeKernel(const clang::FunctionDecl& function, Cores defaults) {
    const clang::ASTContext& context = function.getASTContext();
    const clang::SourceManager& sources = context.getSourceManager();
    Kernel kernel;
    kernel.symbol = kernelSymbol(function);
    llvm::raw_string_ostream name(kernel.name);
    function.getNameForDiagnostic(name, context.getPrintingPolicy(), /*Qualified=*/true);
    const clang::PresumedLoc at = sources.getPresumedLoc(sources.getExpansionLoc(function.getLocation()));
    kernel.file = at.isValid() ? at.getFilename() : "";
    kernel.line = at.isValid() ? at.getLine() : 0;
    kernel.cubeCores = defaults.cube;
    kernel.vectorCores = defaults.vector;
    for (const auto* annotation : function.specific_attrs<clang::AnnotateAttr>()) {
        llvm::StringRef note = annotation->getAnnotation();
        if (note.consume_front("acc.cores.")) {
            kernel.cubeCores = static_cast<unsigned>(note[0] - '0');
            kernel.vectorCores = static_cast<unsigned>(note[2] - '0');
        } else if (note.consume_front("acc.sched.")) {
            kernel.schedMode = static_cast<unsigned>(note[0] - '0');
        }
    }
    uint64_t at8 = 0;
    for (const clang::ParmVarDecl* param : function.parameters()) {
        const clang::TypeInfoChars info = context.getTypeInfoInChars(param->getType());
        const auto align = static_cast<uint64_t>(info.Align.getQuantity());
        const auto size = static_cast<uint64_t>(info.Width.getQuantity());
        at8 = llvm::alignTo(at8, align);
        kernel.params.push_back({param->getNameAsString(), at8, size, kindOf(param->getType())});
        at8 += size;
    }
    kernel.argsSizeBytes = llvm::alignTo(at8, 8);
    kernel.launch = launchFunctionOf(function);
    return kernel;
}

}  // namespace acc
