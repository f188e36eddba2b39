// SPDX-License-Identifier: Apache-2.0
// The function qualifiers of include/acc/language.h as Clang attributes.
//
// Clang's own `global` and `device` attributes exclude each other, while `__global__ __aicore__` is the normal way to
// write a kernel; so each qualifier is a GNU attribute of ours, whose handler attaches Clang's attribute. Core counts
// travel as an AnnotateAttr, which template instantiation copies.
#include "clang/AST/Attr.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "compiler/kernel/check_aicpu.h"
#include "compiler/kernel/isolate.h"
#include "compiler/kernel/ubuf_arrays.h"
#include "compiler/support/diagnostics.h"

namespace acc {
namespace {

using clang::Decl;
using clang::ParsedAttr;
using clang::Sema;

struct Attribute : clang::ParsedAttrInfo {
    // Where the user wrote the word; the attribute itself stands in its macro.
    static clang::SourceLocation wordOf(Sema& sema, const ParsedAttr& attribute) {
        return sema.getSourceManager().getExpansionLoc(attribute.getLoc());
    }

    // Not a function: says so under the word that the user wrote.
    static bool wants(Sema& sema, const ParsedAttr& attribute, const Decl* decl, const char* word) {
        if (llvm::isa<clang::FunctionDecl>(decl))
            return true;
        report(sema.getDiagnostics(), wordOf(sema, attribute), Diag::notAFunction) << word;
        return false;
    }
};

struct GlobalAttribute : Attribute {
    GlobalAttribute() {
        static constexpr Spelling kSpellings[] = {{ParsedAttr::AS_GNU, "acc_global"}};
        Spellings = kSpellings;
    }
    AttrHandling handleDeclAttribute(Sema& sema, Decl* decl, const ParsedAttr& attribute) const override {
        if (!wants(sema, attribute, decl, "__global__"))
            return AttributeNotApplied;
        if (!sema.getLangOpts().CUDA) {  // code for AI CPUs, host code to Clang
            decl->addAttr(clang::AnnotateAttr::CreateImplicit(sema.Context, kAicpuGlobal, nullptr, 0));
            return AttributeApplied;
        }
        decl->dropAttr<clang::CUDADeviceAttr>();
        if (!decl->hasAttr<clang::CUDAGlobalAttr>())
            decl->addAttr(clang::CUDAGlobalAttr::CreateImplicit(sema.Context));
        return AttributeApplied;
    }
};

struct AicoreAttribute : Attribute {
    AicoreAttribute() {
        static constexpr Spelling kSpellings[] = {{ParsedAttr::AS_GNU, "acc_aicore"}};
        Spellings = kSpellings;
    }
    AttrHandling handleDeclAttribute(Sema& sema, Decl* decl, const ParsedAttr& attribute) const override {
        if (!wants(sema, attribute, decl, "__aicore__"))
            return AttributeNotApplied;
        if (!decl->hasAttr<clang::CUDAGlobalAttr>() && !decl->hasAttr<clang::CUDADeviceAttr>())
            decl->addAttr(clang::CUDADeviceAttr::CreateImplicit(sema.Context));
        return AttributeApplied;
    }
};

struct HostAttribute : Attribute {
    HostAttribute() {
        static constexpr Spelling kSpellings[] = {{ParsedAttr::AS_GNU, "acc_host"}};
        Spellings = kSpellings;
    }
    AttrHandling handleDeclAttribute(Sema& sema, Decl* decl, const ParsedAttr& attribute) const override {
        if (!wants(sema, attribute, decl, "__host__"))
            return AttributeNotApplied;
        decl->addAttr(clang::CUDAHostAttr::CreateImplicit(sema.Context));
        return AttributeApplied;
    }
};

struct HostAicoreAttribute : Attribute {
    HostAicoreAttribute() {
        static constexpr Spelling kSpellings[] = {{ParsedAttr::AS_GNU, "acc_host_aicore"}};
        Spellings = kSpellings;
    }
    AttrHandling handleDeclAttribute(Sema& sema, Decl* decl, const ParsedAttr& attribute) const override {
        if (!wants(sema, attribute, decl, "__host_aicore__"))
            return AttributeNotApplied;
        decl->addAttr(clang::CUDAHostAttr::CreateImplicit(sema.Context));
        decl->addAttr(clang::CUDADeviceAttr::CreateImplicit(sema.Context));
        return AttributeApplied;
    }
};

// The value of argument `i`, or nothing when it is not an integer constant.
std::optional<int64_t> intArgument(Sema& sema, const ParsedAttr& attribute, unsigned i) {
    if (!attribute.isArgExpr(i))
        return std::nullopt;
    const auto value = attribute.getArgAsExpr(i)->getIntegerConstantExpr(sema.Context);
    return value ? std::optional<int64_t>(value->getExtValue()) : std::nullopt;
}

struct CoresAttribute : Attribute {
    CoresAttribute() {
        static constexpr Spelling kSpellings[] = {{ParsedAttr::AS_GNU, "acc_cores"}};
        Spellings = kSpellings;
        NumArgs = 2;
    }
    AttrHandling handleDeclAttribute(Sema& sema, Decl* decl, const ParsedAttr& attribute) const override {
        if (!wants(sema, attribute, decl, "__mix__"))
            return AttributeNotApplied;
        const std::optional<int64_t> cube = intArgument(sema, attribute, 0), vector = intArgument(sema, attribute, 1);
        if (!cube || !vector) {
            report(sema.getDiagnostics(), wordOf(sema, attribute), Diag::coresNotConstant);
            return AttributeNotApplied;
        }
        if (*cube < 0 || *cube > 1 || *vector < 0 || *vector > 1 + *cube || *cube + *vector == 0) {
            report(sema.getDiagnostics(), wordOf(sema, attribute), Diag::coresInvalid)
                << static_cast<int>(*cube) << static_cast<int>(*vector);
            return AttributeNotApplied;
        }
        const std::string note = "acc.cores." + std::to_string(*cube) + "." + std::to_string(*vector);
        decl->addAttr(clang::AnnotateAttr::CreateImplicit(sema.Context, note, nullptr, 0));
        return AttributeApplied;
    }
};

struct SchedModeAttribute : Attribute {
    SchedModeAttribute() {
        static constexpr Spelling kSpellings[] = {{ParsedAttr::AS_GNU, "acc_schedmode"}};
        Spellings = kSpellings;
        NumArgs = 1;
    }
    AttrHandling handleDeclAttribute(Sema& sema, Decl* decl, const ParsedAttr& attribute) const override {
        if (!wants(sema, attribute, decl, "__schedmode__"))
            return AttributeNotApplied;
        const std::optional<int64_t> mode = intArgument(sema, attribute, 0);
        if (!mode || *mode < 0 || *mode > 1) {
            report(sema.getDiagnostics(), wordOf(sema, attribute), Diag::schedModeInvalid);
            return AttributeNotApplied;
        }
        decl->addAttr(
            clang::AnnotateAttr::CreateImplicit(sema.Context, "acc.sched." + std::to_string(*mode), nullptr, 0));
        return AttributeApplied;
    }
};

// Arrays only (launch/find_launch.cpp sees to it). Clang's shared variables have what UB arrays need: static lifetime
// inside a function, no initialiser, one instance per block.
struct UbufAttribute : Attribute {
    UbufAttribute() {
        static constexpr Spelling kSpellings[] = {{ParsedAttr::AS_GNU, "acc_ubuf"}};
        Spellings = kSpellings;
    }
    AttrHandling handleDeclAttribute(Sema& sema, Decl* decl, const ParsedAttr&) const override {
        if (!llvm::isa<clang::VarDecl>(decl))
            return AttributeNotApplied;
        decl->addAttr(clang::CUDASharedAttr::CreateImplicit(sema.Context));
        decl->addAttr(clang::SectionAttr::CreateImplicit(sema.Context, kUbufSection));
        return AttributeApplied;
    }
};

// A kernel for AI CPUs returns a state and takes a pointer; it is launched with that pointer and a size. So where it is
// launched, in code for AI cores, the parser gets it with the signature `void (Args*, size_t)`. Its launches are
// lowered to calls of ::acc::launchAicpu, which takes the function as it is.
struct AicpuAttribute : Attribute {
    AicpuAttribute() {
        static constexpr Spelling kSpellings[] = {{ParsedAttr::AS_GNU, "acc_aicpu"}};
        Spellings = kSpellings;
    }
    AttrHandling handleDeclAttribute(Sema& sema, Decl* decl, const ParsedAttr& attribute) const override {
        if (!wants(sema, attribute, decl, "__aicpu__"))
            return AttributeNotApplied;
        auto& function = *llvm::cast<clang::FunctionDecl>(decl);
        const clang::QualType result = function.getReturnType();
        if (!result->isIntegralOrEnumerationType() && !result->isDependentType()) {
            report(sema.getDiagnostics(), function.getLocation(), Diag::aicpuReturns)
                << &function << result << function.getReturnTypeSourceRange();
            function.setInvalidDecl();
            return AttributeNotApplied;
        }
        if (function.getNumParams() != 1 || !function.getParamDecl(0)->getType()->isPointerType()) {
            report(sema.getDiagnostics(), function.getLocation(), Diag::aicpuParams) << &function;
            function.setInvalidDecl();
            return AttributeNotApplied;
        }
        decl->addAttr(clang::AnnotateAttr::CreateImplicit(sema.Context, kAicpu, nullptr, 0));
        if (sema.getLangOpts().CUDA)
            takeSize(sema.Context, function);
        return AttributeApplied;
    }

private:
    static void takeSize(clang::ASTContext& context, clang::FunctionDecl& function) {
        const clang::SourceLocation at = function.getLocation();
        const clang::QualType sizeType = context.getSizeType();
        auto* size =
            clang::ParmVarDecl::Create(context, &function, at, at, nullptr, sizeType,
                                       context.getTrivialTypeSourceInfo(sizeType, at), clang::SC_None, nullptr);
        size->setScopeInfo(0, 1);
        clang::ParmVarDecl* params[] = {function.getParamDecl(0), size};
        const auto* declared = function.getType()->castAs<clang::FunctionProtoType>();
        const clang::QualType type =
            context.getFunctionType(context.VoidTy, {declared->getParamType(0), sizeType}, declared->getExtProtoInfo());
        // Written out, because instances of a template are made from it.
        clang::TypeSourceInfo* written = context.getTrivialTypeSourceInfo(type, at);
        auto parts = written->getTypeLoc().castAs<clang::FunctionProtoTypeLoc>();
        parts.setParam(0, params[0]);
        parts.setParam(1, size);
        function.setType(type);
        function.setTypeSourceInfo(written);
        function.setParams(params);
    }
};

// Variables only (launch/find_launch.cpp sees to it).
struct GmAttribute : Attribute {
    GmAttribute() {
        static constexpr Spelling kSpellings[] = {{ParsedAttr::AS_GNU, "acc_gm"}};
        Spellings = kSpellings;
    }
    AttrHandling handleDeclAttribute(Sema& sema, Decl* decl, const ParsedAttr& attribute) const override {
        auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
        if (!variable || llvm::isa<clang::ParmVarDecl>(variable))
            return AttributeNotApplied;
        if (!variable->hasGlobalStorage()) {
            report(sema.getDiagnostics(), wordOf(sema, attribute), Diag::gmNotGlobal) << variable;
            return AttributeNotApplied;
        }
        decl->addAttr(clang::CUDADeviceAttr::CreateImplicit(sema.Context));
        // Clang wants constants in a section of their own.
        const bool isConst = sema.Context.getBaseElementType(variable->getType()).isConstQualified();
        decl->addAttr(
            clang::SectionAttr::CreateImplicit(sema.Context, std::string(kGmSection) + (isConst ? "_const" : "")));
        return AttributeApplied;
    }
};

template <class T>
using Register = clang::ParsedAttrInfoRegistry::Add<T>;
const Register<GlobalAttribute> kGlobal("acc_global", "");
const Register<AicoreAttribute> kAicore("acc_aicore", "");
const Register<HostAttribute> kHost("acc_host", "");
const Register<HostAicoreAttribute> kHostAicore("acc_host_aicore", "");
const Register<CoresAttribute> kCores("acc_cores", "");
const Register<SchedModeAttribute> kSchedMode("acc_schedmode", "");
const Register<UbufAttribute> kUbuf("acc_ubuf", "");
const Register<GmAttribute> kGm("acc_gm", "");
const Register<AicpuAttribute> kAicpuKernel("acc_aicpu", "");

}  // namespace

void linkAttributes() {}  // keeps this file's registrations in the executable

}  // namespace acc
