// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <variant>

#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Stack.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Preprocessor.h"
#include "compiler/frontend/compiler_instance.h"
#include "compiler/kernel/check_aicpu.h"
#include "compiler/kernel/check_device.h"
#include "compiler/kernel/check_kernel.h"
#include "compiler/kernel/find_kernel.h"
#include "compiler/kernel/find_qualifier.h"
#include "compiler/kernel/lower_kernel.h"
#include "compiler/launch/check_launch.h"
#include "compiler/launch/find_launch.h"
#include "compiler/launch/lower_launch.h"
#include "compiler/support/clang_compat.h"
#include "compiler/support/diagnostics.h"

namespace acc {
namespace {

using Edit = std::variant<LaunchSite, FunctionEdit, QualifierWord>;

size_t positionOf(const Edit& edit) {
    if (const auto* launch = std::get_if<LaunchSite>(&edit))
        return launch->open;
    if (const auto* function = std::get_if<FunctionEdit>(&edit))
        return function->first;
    return std::get<QualifierWord>(edit).first;
}

size_t lastOf(const Edit& edit) {
    if (const auto* launch = std::get_if<LaunchSite>(&edit))
        return launch->argsClose;
    if (const auto* function = std::get_if<FunctionEdit>(&edit))
        return function->last;
    return std::get<QualifierWord>(edit).last;
}

// Checks the user's kernels and launches.
class Checker : public clang::RecursiveASTVisitor<Checker> {
public:
    bool VisitFunctionDecl(clang::FunctionDecl* function) {
        if (isAicpuKernel(*function))
            checkAicpuDeclaration(*function);
        else if (function->hasAttr<clang::CUDAGlobalAttr>() && !function->isInvalidDecl())
            checkKernel(*function);
        if (function->doesThisDeclarationHaveABody() && isDeviceOnly(*function))
            checkDeviceCode(*function);  // of a body that was not left to the device passes
        return true;
    }
    bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr* launch) {
        checkLaunch(*launch, *context);
        callees_.insert(launch->getCallee()->IgnoreParenImpCasts());
        return true;
    }
    bool VisitDeclRefExpr(clang::DeclRefExpr* reference) {
        const auto* function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl());
        if (function && isAicpuKernel(*function) && !callees_.contains(reference))
            reportAicpuUse(*reference, *function);
        return true;
    }
    bool TraverseRecoveryExpr(clang::RecoveryExpr*) { return true; }  // what is wrong there has been said
    clang::ASTContext* context = nullptr;

private:
    std::set<const clang::Expr*> callees_;  // of launches
};

// Derives the edits of the user's functions, once all is known about them.
class Editor : public clang::RecursiveASTVisitor<Editor> {
public:
    Editor(clang::Preprocessor& pp, const Tokens& tokens, const TokenIndex& index)
        : pp_(pp), tokens_(tokens), index_(index) {}

    bool VisitFunctionDecl(clang::FunctionDecl* function) {
        note(*function);
        if (isEmittedKernel(*function))
            kernels.push_back(function);
        if (!function->isTemplateInstantiation())
            if (std::optional<FunctionEdit> edit = functionEdit(*function, index_, tokens_, pp_))
                edits.push_back(std::move(*edit));
        return true;
    }

    bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr* launch) {
        const clang::CallExpr* config = configOf(*launch);
        if (config && namesAicpuKernel(*launch->getCallee()))
            aicpuLaunches.insert(config->getCallee()->getExprLoc());
        return true;
    }

    bool VisitFunctionTemplateDecl(clang::FunctionTemplateDecl* pattern) {
        for (const clang::FunctionDecl* instance : pattern->specializations())
            note(*instance);
        return true;
    }

    std::vector<const clang::FunctionDecl*> kernels;
    std::set<std::string> symbols;
    std::vector<Edit> edits;
    std::set<clang::SourceLocation> aicpuLaunches;  // where their <<< is

private:
    void note(const clang::FunctionDecl& function) {
        if (isAicpuKernel(function))
            return;  // has no stub
        if (function.hasAttr<clang::CUDAGlobalAttr>() && !function.isDependentContext() && !function.isInvalidDecl())
            symbols.insert(kernelSymbol(function));
    }

    clang::Preprocessor& pp_;
    const Tokens& tokens_;
    const TokenIndex& index_;
};

// Checks each declaration of the user when it has been parsed, so that messages come in the order of the text, and
// keeps it.
class Collector : public clang::ASTConsumer {
public:
    Collector(clang::CompilerInstance& ci, const PassSettings& settings, bool skipsDeviceBodies)
        : files_(ci.getSourceManager()), settings_(settings), skipsDeviceBodies_(skipsDeviceBodies) {}
    void Initialize(clang::ASTContext& context) override { checker_.context = &context; }
    bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
        openOwnDeclarations(group, settings_.homeInclude);
        for (clang::Decl* decl : group)
            if (files_.fileOf(decl->getLocation()).isValid()) {
                checker_.TraverseDecl(decl);
                decls.push_back(decl);
            }
        return true;
    }
    bool shouldSkipFunctionBody(clang::Decl* decl) override {
        return isSystemHostCode(*decl) || (skipsDeviceBodies_ && isDeviceOnly(*decl->getAsFunction()));
    }

    std::vector<clang::Decl*> decls;

private:
    UserFiles files_;
    Checker checker_;
    const PassSettings& settings_;
    const bool skipsDeviceBodies_;
};

class ParseAction : public clang::ASTFrontendAction {
public:
    ParseAction(ParseResult& result, const PassSettings& settings, bool skipsDeviceBodies)
        : result_(result), settings_(settings), skipsDeviceBodies_(skipsDeviceBodies) {}

protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& ci, llvm::StringRef) override {
        auto collector = std::make_unique<Collector>(ci, settings_, skipsDeviceBodies_);
        collector_ = collector.get();
        return collector;
    }

    void ExecuteAction() override {
        clang::CompilerInstance& ci = getCompilerInstance();
        clang::noteBottomOfStack();
        ci.createSema(getTranslationUnitKind(), nullptr);
        parseWithLaunches(ci, text_);
        if (ci.getDiagnostics().hasErrorOccurred())
            return;

        UserFiles files(ci.getSourceManager());
        const std::map<clang::FileID, std::vector<size_t>> members = userTokensOf(text_, files);
        TokenIndex index;
        for (const auto& [file, list] : members)
            for (const size_t at : list)
                index.emplace(text_.tokens[at].getLocation().getRawEncoding(), at);

        Editor editor(ci.getPreprocessor(), text_.tokens, index);
        for (clang::Decl* decl : collector_->decls)
            editor.TraverseDecl(decl);

        std::set<clang::FileID> userFiles;
        for (const auto& [file, list] : members)
            userFiles.insert(file);
        const Cores defaults =
            settings_.cores ? *settings_.cores : defaultCores(ci.getSourceManager(), userFiles, ci.getLangOpts());
        for (const clang::FunctionDecl* kernel : editor.kernels)
            result_.kernels.push_back(describeKernel(*kernel, defaults));

        for (LaunchSite launch : text_.launches) {
            launch.isAicpu = editor.aicpuLaunches.contains(text_.tokens[launch.open].getLocation());
            editor.edits.emplace_back(launch);
        }
        for (const QualifierWord& word : findQualifiers(text_.tokens))
            if (files.fileOf(text_.tokens[word.first].getLocation()).isValid())
                editor.edits.emplace_back(word);
        result_.symbols = std::move(editor.symbols);
        result_.isLowered = !result_.symbols.empty();
        lower(editor.edits, members, files);
    }

private:
    void lower(std::vector<Edit>& edits, const std::map<clang::FileID, std::vector<size_t>>& members,
               UserFiles& files) {
        // Inner constructs are edited first: they begin later or, as the qualifier of a function that is taken away,
        // end earlier.
        std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) {
            return positionOf(a) != positionOf(b) ? positionOf(a) > positionOf(b) : lastOf(a) < lastOf(b);
        });
        std::map<clang::FileID, std::vector<const Edit*>> byFile;
        for (const Edit& edit : edits)
            byFile[files.fileOf(text_.tokens[positionOf(edit)].getLocation())].push_back(&edit);
        const clang::FileID main = getCompilerInstance().getSourceManager().getMainFileID();
        byFile.try_emplace(main);
        for (const auto& [file, list] : byFile)
            if (const auto found = members.find(file); found != members.end())
                lowerFile(file, found->second, list);
            else if (file == main)
                add(file, getCompilerInstance().getSourceManager().getBufferData(file).str());
    }

    void lowerFile(clang::FileID file, const std::vector<size_t>& members, const std::vector<const Edit*>& edits) {
        clang::CompilerInstance& ci = getCompilerInstance();
        std::set<size_t> before, after;
        for (const Edit* edit : edits) {
            if (const auto* launch = std::get_if<LaunchSite>(edit))
                cutsOf(*launch, before, after);
            else if (const auto* function = std::get_if<FunctionEdit>(edit))
                cutsOf(*function, before, after);
            else if (const auto* word = std::get_if<QualifierWord>(edit)) {
                before.insert(word->first);
                after.insert(word->last);
            }
        }
        SourceText text(ci.getPreprocessor(), text_.tokens, file, members, before, after);
        for (const std::set<size_t>& cuts : {before, after})
            for (const size_t token : cuts)
                if (!text.contains(token)) {
                    report(ci.getDiagnostics(), text_.tokens[token].getLocation(), Diag::launchNotLowered);
                    return;
                }
        for (const Edit* edit : edits) {
            if (const auto* launch = std::get_if<LaunchSite>(edit))
                lowerLaunch(*launch, text);
            else if (const auto* function = std::get_if<FunctionEdit>(edit))
                lowerFunction(*function, text);
            else if (const auto* word = std::get_if<QualifierWord>(edit))
                text.replace(word->first, word->last, word->hostText);
        }
        result_.isLowered |= text.changed();
        add(file, text.changed() ? text.render() : ci.getSourceManager().getBufferData(file).str());
    }

    void add(clang::FileID file, std::string text) {
        clang::CompilerInstance& ci = getCompilerInstance();
        const clang::SourceManager& sources = ci.getSourceManager();
        const clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
        llvm::SmallString<256> path(entry->getName());
        ci.getVirtualFileSystem().makeAbsolute(path);
        for (const LoweredFile& other : result_.files)
            if (other.path == path) {
                if (other.text != text)
                    report(ci.getDiagnostics(), sources.getIncludeLoc(file), Diag::headerAmbiguous) << entry->getName();
                return;
            }
        result_.files.push_back({path.str().str(), std::move(text), file == sources.getMainFileID()});
    }

    ParseResult& result_;
    const PassSettings& settings_;
    const bool skipsDeviceBodies_;
    Collector* collector_ = nullptr;
    TokenText text_;
};

}  // namespace

ParseResult parsePass(Cc1Args args, const PassSettings& settings, bool skipsDeviceBodies) {
    ParseResult result;
    // Without these bodies nobody can tell what is unused; the device passes do.
    if (skipsDeviceBodies)
        for (const char* group :
             {"unused-function", "unused-member-function", "unused-private-field", "unused-template",
              "unused-const-variable", "unneeded-internal-declaration", "unneeded-member-function"})
            args.push_back(std::string("-Wno-") + group);
    const std::unique_ptr<clang::CompilerInstance> ci = makeCompiler(args, result.messages);
    if (!ci)
        return result;
    ParseAction action(result, settings, skipsDeviceBodies);
    result.ok = ci->ExecuteAction(action) && !result.messages.hasErrors();
    return result;
}

}  // namespace acc
