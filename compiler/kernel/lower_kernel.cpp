// SPDX-License-Identifier: Apache-2.0
#include "compiler/kernel/lower_kernel.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Preprocessor.h"
#include "compiler/kernel/find_kernel.h"

namespace acc {
namespace {

std::optional<size_t> find(const TokenIndex& index, clang::SourceLocation at) {
    const auto found = index.find(at.getRawEncoding());
    return found == index.end() ? std::nullopt : std::optional<size_t>(found->second);
}

// Device-only, and nothing that host code may still need: constexpr functions are constants for the host too, a deduced
// return type needs its body, a lambda is part of an expression.
bool isBlanked(const clang::FunctionDecl& function) {
    if (!isDeviceOnly(function) || function.isConstexpr() || function.isDefaulted() || function.isDeleted() ||
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

// The tokens of a function's body. `first` is that of a constructor's initialisers, if there are any.
struct Body {
    size_t first, open, close;
};

// Index of the bracket that closes the one at `at`; nothing at the end of the text.
std::optional<size_t> matching(const Tokens& tokens, size_t at) {
    int depth = 0;
    for (; at < tokens.size(); ++at) {
        if (tokens[at].isOneOf(clang::tok::l_paren, clang::tok::l_square, clang::tok::l_brace))
            ++depth;
        else if (tokens[at].isOneOf(clang::tok::r_paren, clang::tok::r_square, clang::tok::r_brace))
            --depth;
        if (depth == 0)
            return at;
    }
    return std::nullopt;
}

// Found in the tokens: the parse skips the bodies of device functions, and leaves no trace of them in the AST.
std::optional<Body> bodyOf(const clang::FunctionDecl& function, const TokenIndex& index, const Tokens& tokens) {
    const clang::FunctionTypeLoc type = function.getFunctionTypeLoc();
    std::optional<size_t> declared = type ? find(index, type.getRParenLoc()) : std::nullopt;
    if (const clang::Expr* constraint = function.getTrailingRequiresClause())
        if (const std::optional<size_t> end = find(index, constraint->getEndLoc()))
            declared = std::max(declared.value_or(0), *end);
    if (!declared)
        return std::nullopt;
    std::optional<size_t> initialisers;
    for (size_t at = *declared + 1; at < tokens.size(); ++at) {
        if (tokens[at].is(clang::tok::semi) || tokens[at].is(clang::tok::kw_try))
            return std::nullopt;
        if (tokens[at].is(clang::tok::colon) && !initialisers)
            initialisers = at;
        // A brace after the name of a member initialises it; the body's brace follows a closed initialiser.
        const bool isBody =
            tokens[at].is(clang::tok::l_brace) &&
            (!initialisers || tokens[at - 1].isOneOf(clang::tok::r_paren, clang::tok::r_brace, clang::tok::ellipsis));
        if (!isBody && !tokens[at].isOneOf(clang::tok::l_paren, clang::tok::l_square, clang::tok::l_brace))
            continue;
        const std::optional<size_t> end = matching(tokens, at);
        if (!end)
            return std::nullopt;
        if (isBody)
            return Body{initialisers.value_or(at), at, *end};
        at = *end;
    }
    return std::nullopt;
}

// The first token of a definition, with its template parameters and attributes.
std::optional<size_t> declarationBegin(const clang::FunctionDecl& function, const TokenIndex& index,
                                       const Tokens& tokens) {
    std::optional<size_t> begin = find(index, function.getOuterLocStart());
    while (begin && *begin > 0 && tokens[*begin - 1].isOneOf(clang::tok::r_square, clang::tok::r_paren)) {
        // [[...]] or __attribute__((...))
        size_t at = *begin;
        for (int depth = 0; at > 0;) {
            --at;
            depth += tokens[at].isOneOf(clang::tok::r_square, clang::tok::r_paren)   ? 1
                     : tokens[at].isOneOf(clang::tok::l_square, clang::tok::l_paren) ? -1
                                                                                     : 0;
            if (depth == 0)
                break;
        }
        if (tokens[at].is(clang::tok::l_square))
            begin = at;
        else if (at > 0 && tokens[at - 1].is(clang::tok::kw___attribute))
            begin = at - 1;
        else
            break;
    }
    return begin;
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
    if (!isDefinedHere(function) || (!isKernel && !isBlanked(function)))
        return std::nullopt;
    const std::optional<Body> body = bodyOf(function, index, tokens);
    if (!body)
        return std::nullopt;
    if (!isKernel && function.getQualifier())  // declared elsewhere, and this cannot be a declaration
        return FunctionEdit{declarationBegin(function, index, tokens).value_or(body->first), body->close, "", {}};
    if (!isKernel)
        return FunctionEdit{body->first, body->close, ";", {}};
    FunctionEdit edit{body->open, body->close, "", {}};
    edit.body = StubWriter(function, index, tokens, pp, edit).write();
    return edit;
}

void cutsOf(const FunctionEdit& edit, std::set<size_t>& before, std::set<size_t>& after) {
    before.insert(edit.first);
    after.insert(edit.last);
    for (const auto& [token, name] : edit.names)
        after.insert(token);
}

void lowerFunction(const FunctionEdit& edit, SourceText& text) {
    text.replace(edit.first, edit.last, edit.body, edit.body.size() > 1 ? " }" : "");
    for (const auto& [token, name] : edit.names)
        text.insertAfter(token, name);
}

}  // namespace acc
