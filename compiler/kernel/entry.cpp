// SPDX-License-Identifier: Apache-2.0
#include "compiler/kernel/entry.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Sema/Initialization.h"
#include "clang/Sema/Sema.h"

namespace acc {
namespace {

using clang::Expr;
using clang::QualType;

class EntryBuilder {
public:
    EntryBuilder(clang::Sema& sema, clang::FunctionDecl& kernel)
        : sema_(sema), context_(sema.Context), kernel_(kernel), at_(kernel.getLocation()) {}

    clang::FunctionDecl* build(const Kernel& description, CoreType core) {
        clang::FunctionDecl* entry = declare(entrySymbol(core, description.symbol));
        const clang::Sema::ContextRAII inside(sema_, entry);
        const clang::Sema::FunctionScopeRAII scope(sema_);
        sema_.PushFunctionScope();

        llvm::SmallVector<Expr*> args;
        for (unsigned i = 0; i < kernel_.getNumParams(); ++i) {
            clang::ParmVarDecl* param = kernel_.getParamDecl(i);
            const auto entity = clang::InitializedEntity::InitializeParameter(context_, param);
            const clang::ExprResult arg = sema_.PerformCopyInitialization(
                entity, at_, argument(*entry, param->getType(), description.params[i].offset));
            if (arg.isInvalid())
                return nullptr;
            args.push_back(arg.get());
        }
        Expr* callee =
            clang::DeclRefExpr::Create(context_, {}, {}, &kernel_, false, at_, kernel_.getType(), clang::VK_LValue);
        callee =
            clang::ImplicitCastExpr::Create(context_, context_.getPointerType(kernel_.getType()),
                                            clang::CK_FunctionToPointerDecay, callee, nullptr, clang::VK_PRValue, {});
        // Not through Sema, which refuses a kernel call without configuration.
        Expr* call = clang::CallExpr::Create(context_, callee, args, context_.VoidTy, clang::VK_PRValue, at_, {});
        clang::Stmt* statements[] = {call};
        entry->setBody(clang::CompoundStmt::Create(context_, statements, {}, at_, at_));
        return entry;
    }

private:
    clang::FunctionDecl* declare(const std::string& symbol) {
        const QualType argsType = context_.getPointerType(context_.VoidTy.withConst());
        const QualType type = context_.getFunctionType(context_.VoidTy, {argsType}, {});
        auto* entry = clang::FunctionDecl::Create(context_, context_.getTranslationUnitDecl(), at_, at_,
                                                  &context_.Idents.get("acc_entry"), type,
                                                  context_.getTrivialTypeSourceInfo(type, at_), clang::SC_None);
        entry->addAttr(clang::AsmLabelAttr::CreateImplicit(context_, symbol, /*IsLiteralLabel=*/true));
        entry->addAttr(clang::CUDADeviceAttr::CreateImplicit(context_));
        entry->addAttr(clang::UsedAttr::CreateImplicit(context_));
        auto* args =
            clang::ParmVarDecl::Create(context_, entry, at_, at_, &context_.Idents.get("args"), argsType,
                                       context_.getTrivialTypeSourceInfo(argsType, at_), clang::SC_None, nullptr);
        args->setImplicit();
        entry->setParams({args});
        entry->setImplicit();
        return entry;
    }

    // `*(const T*)((const char*)args + offset)`
    Expr* argument(clang::FunctionDecl& entry, QualType type, uint64_t offset) {
        const QualType bytes = context_.getPointerType(context_.CharTy.withConst());
        clang::ParmVarDecl* args = entry.getParamDecl(0);
        Expr* at = clang::DeclRefExpr::Create(context_, {}, {}, args, false, at_, args->getType(), clang::VK_LValue);
        at = cast(args->getType(), clang::CK_LValueToRValue, at);
        at = cast(bytes, clang::CK_BitCast, at);
        const llvm::APInt value(static_cast<unsigned>(context_.getTypeSize(context_.getSizeType())), offset);
        Expr* number = clang::IntegerLiteral::Create(context_, value, context_.getSizeType(), at_);
        at = clang::BinaryOperator::Create(context_, at, number, clang::BO_Add, bytes, clang::VK_PRValue,
                                           clang::OK_Ordinary, at_, {});
        const QualType target = type.getUnqualifiedType().withConst();
        at = cast(context_.getPointerType(target), clang::CK_BitCast, at);
        return clang::UnaryOperator::Create(context_, at, clang::UO_Deref, target, clang::VK_LValue, clang::OK_Ordinary,
                                            at_, false, {});
    }

    Expr* cast(QualType type, clang::CastKind kind, Expr* from) {
        return clang::ImplicitCastExpr::Create(context_, type, kind, from, nullptr, clang::VK_PRValue, {});
    }

    clang::Sema& sema_;
    clang::ASTContext& context_;
    clang::FunctionDecl& kernel_;
    clang::SourceLocation at_;
};

}  // namespace

clang::FunctionDecl* makeEntry(clang::Sema& sema, clang::FunctionDecl& kernel, const Kernel& description,
                               CoreType core) {
    return EntryBuilder(sema, kernel).build(description, core);
}

}  // namespace acc
