// SPDX-License-Identifier: Apache-2.0
#include "compiler/kernel/check_device.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "compiler/kernel/check_address_space.h"
#include "compiler/support/diagnostics.h"

namespace acc {
namespace {

// Types of a host's arithmetic that the scalar unit has not.
bool isUnsupported(clang::QualType type) {
    const auto* builtin = type->getPointeeOrArrayElementType()->getAs<clang::BuiltinType>();
    if (!builtin)
        return false;
    switch (builtin->getKind()) {
        case clang::BuiltinType::LongDouble:
        case clang::BuiltinType::Float128:
        case clang::BuiltinType::Int128:
        case clang::BuiltinType::UInt128:
            return true;
        default:
            return false;
    }
}

class BodyChecker : public clang::RecursiveASTVisitor<BodyChecker> {
public:
    explicit BodyChecker(clang::ASTContext& context) : context_(context) {}

    bool VisitCXXNewExpr(clang::CXXNewExpr* expr) {
        if (expr->getNumPlacementArgs() == 0)
            say(expr->getBeginLoc(), Diag::deviceNew) << "new" << expr->getSourceRange();
        return true;
    }
    bool VisitCXXDeleteExpr(clang::CXXDeleteExpr* expr) {
        say(expr->getBeginLoc(), Diag::deviceNew) << "delete" << expr->getSourceRange();
        return true;
    }
    bool VisitCXXTypeidExpr(clang::CXXTypeidExpr* expr) {
        say(expr->getBeginLoc(), Diag::deviceRtti) << "typeid" << expr->getSourceRange();
        return true;
    }
    bool VisitCXXDynamicCastExpr(clang::CXXDynamicCastExpr* expr) {
        say(expr->getBeginLoc(), Diag::deviceRtti) << "dynamic_cast" << expr->getSourceRange();
        return true;
    }
    bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr* call) {
        const clang::CXXMethodDecl* method = call->getMethodDecl();
        const auto* member = llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
        if (method && method->isVirtual() && member && !member->hasQualifier())
            say(call->getExprLoc(), Diag::deviceVirtual) << method << call->getSourceRange();
        return true;
    }
    bool VisitGCCAsmStmt(clang::GCCAsmStmt* statement) {
        say(statement->getAsmLoc(), Diag::deviceAsm);
        return true;
    }
    bool VisitVarDecl(clang::VarDecl* variable) {
        const clang::QualType type = variable->getType();
        if (variable->getTLSKind() != clang::VarDecl::TLS_None)
            say(variable->getLocation(), Diag::deviceStatic) << "thread_local" << variable;
        else if (variable->isStaticLocal() && !variable->isConstexpr() && !type.isConstQualified() &&
                 !variable->hasAttr<clang::CUDASharedAttr>())  // an array in the UB
            say(variable->getLocation(), Diag::deviceStatic) << "static" << variable;
        if (type->isVariableArrayType())
            say(variable->getLocation(), Diag::deviceVla) << variable;
        checkType(variable->getLocation(), type);
        return true;
    }
    void checkType(clang::SourceLocation at, clang::QualType type) {
        if (!type->isDependentType() && isUnsupported(type))
            say(at, Diag::deviceType) << type;
    }

private:
    clang::DiagnosticBuilder say(clang::SourceLocation at, Diag diag) {
        return report(context_.getDiagnostics(), at, diag);
    }

    clang::ASTContext& context_;
};

}  // namespace

void checkDeviceCode(const clang::FunctionDecl& function) {
    BodyChecker checker(function.getASTContext());
    checker.checkType(function.getLocation(), function.getReturnType());
    for (const clang::ParmVarDecl* param : function.parameters())
        checker.checkType(param->getLocation(), param->getType());
    checker.TraverseStmt(function.getBody());
    checkAddressSpaces(function);
}

}  // namespace acc
