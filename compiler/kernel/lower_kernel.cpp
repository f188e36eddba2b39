// SPDX-License-Identifier: Apache-2.0
#include "compiler/kernel/lower_kernel.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Preprocessor.h"

namespace acc {
namespace {

std::optional<size_t> find(const TokenIndex& index, clang::SourceLocation at) {
    const auto found = index.find(at.getRawEncoding());
    return found == index.end() ? std::nullopt : std::optional<size_t>(found->second);
}

// Device-only, and nothing that host code may still need: constexpr functions are constants for the host too, a deduced
// return type needs its body, a lambda is part of an expression.
bool isBlanked(const clang::FunctionDecl& function) {
    if (!function.hasAttr<clang::CUDADeviceAttr>() || function.hasAttr<clang::CUDAHostAttr>() ||
        function.isConstexpr() || function.isDefaulted() || function.isDeleted() ||
        function.getDeclaredReturnType()->getContainedAutoType())
        return false;
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function); method && method->getParent()->isLambda())
        return false;
    if (const clang::FunctionTemplateDecl* pattern = function.getDescribedFunctionTemplate())
        for (const clang::FunctionDecl* instance : pattern->specializations())
            if (instance->getTemplateSpecializationKind() == clang::TSK_ExplicitInstantiationDefinition)
                return false;
    return true;
}

class StubWriter {
public:
    StubWriter(const clang::FunctionDecl& kernel, const TokenIndex& index, const Tokens& tokens,
               clang::Preprocessor& pp, FunctionEdit& edit)
        : kernel_(kernel), index_(index), tokens_(tokens), pp_(pp), edit_(edit) {}

    // `{ static ::acc::Kernel acc_kernel; acc_kernel.launch(static_cast<void (*)(decltype(x))>(&k<T>), x);`
    std::string write() {
        const std::string templateArgs = writeTemplateArgs();  // these name what has no name
        std::string types, values;
        bool isShadowed = false;
        for (unsigned i = 0; i < kernel_.getNumParams(); ++i) {
            const clang::ParmVarDecl& param = *kernel_.getParamDecl(i);
            std::string name = param.getNameAsString();
            if (name.empty()) {
                name = "acc_arg" + std::to_string(i);
                insertName(param.getTypeSourceInfo()->getTypeLoc().getEndLoc(), name);
            }
            isShadowed |= name == kernel_.getNameAsString();
            const char* dots = param.isParameterPack() ? "..." : "";
            types += (i ? ", decltype(" : "decltype(") + name + ")" + dots;
            values += ", " + name + dots;
        }
        return "{ static ::acc::Kernel acc_kernel; acc_kernel.launch(static_cast<void (*)(" + types + ")>(&" +
               (isShadowed ? qualifiedName() : kernel_.getNameAsString()) + templateArgs + ")" + values + ");";
    }

private:
    void insertName(clang::SourceLocation after, const std::string& name) {
        if (const std::optional<size_t> token = find(index_, after))
            edit_.names.emplace_back(*token, " " + name);
    }

    std::string writeTemplateArgs() {
        if (const clang::FunctionTemplateDecl* pattern = kernel_.getDescribedFunctionTemplate())
            return nameTemplateParams(*pattern->getTemplateParameters());
        if (!kernel_.getTemplateSpecializationArgsAsWritten())
            return "";
        // template <> void k<float>(...): the arguments as they are written, between the name and `(`.
        const std::optional<size_t> name = find(index_, kernel_.getLocation());
        std::string result;
        for (size_t at = name ? *name + 1 : tokens_.size(); at < tokens_.size(); ++at) {
            if (tokens_[at].is(clang::tok::l_paren) && result.ends_with('>'))
                break;
            if (tokens_[at].is(clang::tok::l_paren) && result.empty())
                break;
            result += (result.empty() ? "" : " ") + pp_.getSpelling(tokens_[at]);
        }
        return result;
    }

    std::string nameTemplateParams(const clang::TemplateParameterList& params) {
        std::string result;
        unsigned number = 0;
        for (const clang::NamedDecl* param : params) {
            if (param->isImplicit())
                break;  // `auto` parameters: deduced from the stub's type
            std::string name = param->getNameAsString();
            const bool isPack = param->isTemplateParameterPack();
            if (name.empty()) {
                name = "acc_T" + std::to_string(number);
                if (const auto* value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(param))
                    insertName(value->getTypeSourceInfo()->getTypeLoc().getEndLoc(), name);
                else
                    insertName(isPack ? param->getLocation() : param->getBeginLoc(), name);
            }
            result += (number++ ? ", " : "<") + name + (isPack ? "..." : "");
        }
        return result.empty() ? result : result + ">";
    }

    std::string qualifiedName() const {
        std::string result = kernel_.getNameAsString();
        for (const clang::DeclContext* scope = kernel_.getDeclContext(); scope; scope = scope->getParent())
            if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
                space && !space->isAnonymousNamespace())
                result = space->getNameAsString() + "::" + result;
        return "::" + result;
    }

    const clang::FunctionDecl& kernel_;
    const TokenIndex& index_;
    const Tokens& tokens_;
    clang::Preprocessor& pp_;
    FunctionEdit& edit_;
};

}  // namespace

std::optional<FunctionEdit> functionEdit(const clang::FunctionDecl& function, const TokenIndex& index,
                                         const Tokens& tokens, clang::Preprocessor& pp) {
    const bool isKernel = function.hasAttr<clang::CUDAGlobalAttr>();
    if (!function.doesThisDeclarationHaveABody() || (!isKernel && !isBlanked(function)))
        return std::nullopt;
    const auto* body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function.getBody());
    if (!body)
        return std::nullopt;
    const std::optional<size_t> open = find(index, body->getLBracLoc()), close = find(index, body->getRBracLoc());
    if (!open || !close)
        return std::nullopt;
    FunctionEdit edit{*open, *close, "", {}};
    if (isKernel) {
        edit.body = StubWriter(function, index, tokens, pp, edit).write();
        return edit;
    }
    if (llvm::isa<clang::CXXConstructorDecl>(function)) {
        const clang::FunctionTypeLoc type = function.getFunctionTypeLoc();
        const std::optional<size_t> params = type ? find(index, type.getRParenLoc()) : std::nullopt;
        for (size_t at = params ? *params : *open; at < *open; ++at)
            if (tokens[at].is(clang::tok::colon)) {
                edit.first = at;
                break;
            }
    }
    return edit;
}

void cutsOf(const FunctionEdit& edit, std::set<size_t>& before, std::set<size_t>& after) {
    before.insert(edit.first);
    after.insert(edit.last);
    for (const auto& [token, name] : edit.names)
        after.insert(token);
}

void lowerFunction(const FunctionEdit& edit, SourceText& text) {
    if (edit.body.empty())
        text.replace(edit.first, edit.last, ";");
    else
        text.replace(edit.first, edit.last, edit.body, " }");
    for (const auto& [token, name] : edit.names)
        text.insertAfter(token, name);
}

}  // namespace acc
