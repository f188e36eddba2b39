// SPDX-License-Identifier: Apache-2.0
#include "compiler/kernel/check_address_space.h"

#include <utility>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/TypeLoc.h"
#include "compiler/support/diagnostics.h"

namespace acc {
namespace {

// The qualifier of a memory; "" when a pointer does not say which.
using Memory = llvm::StringRef;

// `type` without names, parentheses and qualifiers around it. Attributes stay.
clang::TypeLoc unwrapped(clang::TypeLoc type) {
    for (;;) {
        if (const auto qualified = type.getAs<clang::QualifiedTypeLoc>())
            type = qualified.getUnqualifiedLoc();
        else if (const auto elaborated = type.getAs<clang::ElaboratedTypeLoc>())
            type = elaborated.getNamedTypeLoc();
        else if (const auto paren = type.getAs<clang::ParenTypeLoc>())
            type = paren.getInnerLoc();
        else if (const auto macro = type.getAs<clang::MacroQualifiedTypeLoc>())
            type = macro.getInnerLoc();
        else if (const auto adjusted = type.getAs<clang::AdjustedTypeLoc>())
            type = adjusted.getOriginalLoc();
        else if (const auto name = type.getAs<clang::TypedefTypeLoc>())
            type = name.getTypedefNameDecl()->getTypeSourceInfo()->getTypeLoc();
        else
            return type;
    }
}

// That of a pointer whose type is written at `type`.
Memory memoryOf(clang::TypeLoc type) {
    type = unwrapped(type);
    if (const auto reference = type.getAs<clang::ReferenceTypeLoc>())
        type = unwrapped(reference.getPointeeLoc());
    while (const auto attributed = type.getAs<clang::AttributedTypeLoc>())
        type = unwrapped(attributed.getModifiedLoc());
    const auto pointer = type.getAs<clang::PointerTypeLoc>();
    if (!pointer)
        return {};
    for (type = unwrapped(pointer.getPointeeLoc());;) {
        const auto attributed = type.getAs<clang::AttributedTypeLoc>();
        if (!attributed)
            return {};
        const auto* note = llvm::dyn_cast_or_null<clang::AnnotateTypeAttr>(attributed.getAttr());
        if (note && note->getAnnotation().starts_with(kMemory))
            return note->getAnnotation().drop_front(llvm::StringRef("acc.").size());
        type = unwrapped(attributed.getModifiedLoc());
    }
}

Memory memoryOf(const clang::TypeSourceInfo* written) {
    return written ? memoryOf(written->getTypeLoc()) : Memory();
}

// That of a variable itself.
Memory placeOf(const clang::Expr& expr) {
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expr.IgnoreParenImpCasts());
    if (!reference || !llvm::isa<clang::VarDecl>(reference->getDecl()))
        return {};
    return reference->getDecl()->hasAttr<clang::CUDASharedAttr>()   ? "__ubuf__"
           : reference->getDecl()->hasAttr<clang::CUDADeviceAttr>() ? "__gm__"
                                                                    : "";
}

Memory memoryOf(const clang::Expr& pointer);

Memory memoryOf(const clang::ValueDecl& value) {
    if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(&value))
        return memoryOf(field->getTypeSourceInfo());
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(&value);
    if (!variable)
        return {};
    // Of `auto p = ...`, and not of a parameter, whose initialiser is only its default.
    if (variable->getType()->getContainedAutoType() && variable->hasInit() && !llvm::isa<clang::ParmVarDecl>(variable))
        return memoryOf(*variable->getInit());
    return memoryOf(variable->getTypeSourceInfo());
}

Memory memoryOf(const clang::UnaryOperator& operation) {
    if (operation.isIncrementDecrementOp())
        return memoryOf(*operation.getSubExpr());
    if (operation.getOpcode() != clang::UO_AddrOf)
        return {};
    const clang::Expr& object = *operation.getSubExpr()->IgnoreParenImpCasts();
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(&object))
        return memoryOf(*element->getBase());
    if (const auto* target = llvm::dyn_cast<clang::UnaryOperator>(&object);
        target && target->getOpcode() == clang::UO_Deref)
        return memoryOf(*target->getSubExpr());
    return placeOf(object);
}

Memory memoryOf(const clang::Expr& pointer) {
    const clang::Expr* expr = pointer.IgnoreParenImpCasts();
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expr))
        return expr->getType()->isArrayType() ? placeOf(*expr) : memoryOf(*reference->getDecl());
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr))
        return memoryOf(*member->getMemberDecl());
    if (const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(expr))
        return memoryOf(cast->getTypeInfoAsWritten());
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expr)) {
        const clang::FunctionDecl* callee = call->getDirectCallee();
        const clang::FunctionTypeLoc type = callee ? callee->getFunctionTypeLoc() : clang::FunctionTypeLoc();
        return type ? memoryOf(type.getReturnLoc()) : Memory();
    }
    if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(expr))
        return memoryOf(*operation);
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
        if (operation->isAdditiveOp() || operation->isAssignmentOp())
            return memoryOf(operation->getLHS()->getType()->isPointerType() ||
                                    operation->getLHS()->getType()->isArrayType()
                                ? *operation->getLHS()
                                : *operation->getRHS());
    }
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expr)) {
        const Memory first = memoryOf(*choice->getTrueExpr());
        return first.empty() ? memoryOf(*choice->getFalseExpr()) : first;
    }
    return {};
}

class Checker : public clang::RecursiveASTVisitor<Checker> {
public:
    explicit Checker(const clang::FunctionDecl& function)
        : function_(function), diagnostics_(function.getASTContext().getDiagnostics()) {}

    bool VisitCallExpr(const clang::CallExpr* call) {
        // An operator's object counts as an argument.
        const auto* callee = call->getDirectCallee();
        if (!callee)
            return true;
        const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
        const unsigned skipped = llvm::isa<clang::CXXOperatorCallExpr>(call) && method && method->isInstance() ? 1 : 0;
        for (unsigned i = 0; i < callee->getNumParams() && i + skipped < call->getNumArgs(); ++i)
            check(memoryOf(callee->getParamDecl(i)->getTypeSourceInfo()), *call->getArg(i + skipped));
        return true;
    }
    bool VisitCXXConstructExpr(const clang::CXXConstructExpr* construct) {
        const clang::CXXConstructorDecl* constructor = construct->getConstructor();
        for (unsigned i = 0; i < constructor->getNumParams() && i < construct->getNumArgs(); ++i)
            check(memoryOf(constructor->getParamDecl(i)->getTypeSourceInfo()), *construct->getArg(i));
        return true;
    }
    bool VisitVarDecl(const clang::VarDecl* variable) {
        if (variable->hasInit() && !llvm::isa<clang::ParmVarDecl>(variable))
            check(memoryOf(*variable), *variable->getInit());
        return true;
    }
    bool VisitBinaryOperator(const clang::BinaryOperator* operation) {
        if (operation->getOpcode() == clang::BO_Assign)
            check(memoryOf(*operation->getLHS()), *operation->getRHS());
        return true;
    }
    bool VisitReturnStmt(const clang::ReturnStmt* statement) {
        const clang::FunctionTypeLoc type = function_.getFunctionTypeLoc();
        if (type && statement->getRetValue() && !isInLambda_)
            check(memoryOf(type.getReturnLoc()), *statement->getRetValue());
        return true;
    }
    bool TraverseLambdaExpr(clang::LambdaExpr* lambda) {
        const bool outer = std::exchange(isInLambda_, true);
        const bool goesOn = RecursiveASTVisitor::TraverseLambdaExpr(lambda);
        isInLambda_ = outer;
        return goesOn;
    }

private:
    void check(Memory expected, const clang::Expr& given) {
        if (expected.empty())
            return;
        const Memory memory = memoryOf(given);
        if (!memory.empty() && memory != expected)
            report(diagnostics_, given.getExprLoc(), Diag::addressSpace)
                << memory << expected << given.getSourceRange();
    }

    const clang::FunctionDecl& function_;
    clang::DiagnosticsEngine& diagnostics_;
    bool isInLambda_ = false;  // where `return` is that of another function
};

}  // namespace

void checkAddressSpaces(const clang::FunctionDecl& function) {
    Checker(function).TraverseStmt(function.getBody());
}

}  // namespace acc
