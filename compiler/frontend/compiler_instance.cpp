// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/compiler_instance.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/FrontendTool/Utils.h"
#include "compiler/kernel/find_kernel.h"
#include "compiler/launch/find_launch.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace acc {
namespace {

// -Wacc-x, -Wno-acc-x, -Werror=acc-x, -Wno-error=acc-x: read by support/diagnostics.cpp.
bool isOwnWarning(llvm::StringRef arg) {
    if (!arg.consume_front("-W"))
        return false;
    arg.consume_front("no-");
    arg.consume_front("error=");
    return arg.starts_with("acc-");
}

}  // namespace

void initializePasses() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
    linkAttributes();
    // Clang fills this list at its first use, without a lock; passes on other threads would see part of it.
    clang::getAttributePluginInstances();
}

std::unique_ptr<clang::CompilerInstance> makeCompiler(const Cc1Args& args, Messages& messages,
                                                      const std::vector<LoweredFile>& files) {
    std::vector<const char*> pointers;
    std::vector<std::string> ownWarnings;
    for (const std::string& arg : args)
        if (isOwnWarning(arg))
            ownWarnings.push_back(arg.substr(2));
        else
            pointers.push_back(arg.c_str());
    auto ci = std::make_unique<clang::CompilerInstance>();
    ci->createDiagnostics();
    if (!clang::CompilerInvocation::CreateFromArgs(ci->getInvocation(), pointers, ci->getDiagnostics(), "acc"))
        return nullptr;
    ci->createDiagnostics(makePrinter(messages, &ci->getDiagnosticOpts()).release());
    // After Clang has read its own.
    std::vector<std::string>& warnings = ci->getDiagnosticOpts().Warnings;
    warnings.insert(warnings.end(), ownWarnings.begin(), ownWarnings.end());
    ci->setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
    if (!files.empty()) {
        auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
        for (const LoweredFile& file : files)
            memory->addFile(file.path, 0, llvm::MemoryBuffer::getMemBufferCopy(file.text, file.path));
        auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
        overlay->pushOverlay(memory);
        ci->createFileManager(overlay);
    }
    return ci;
}

void parseWithLaunches(clang::CompilerInstance& ci, TokenText& text) {
    parseTokens(ci, text.tokens, text.runs, [&](const Tokens& all) {
        text.launches = findLaunches(all);
        return tokensToParse(all, text.launches, ci.getPreprocessor());
    });
}

std::map<clang::FileID, std::vector<size_t>> userTokensOf(const TokenText& text, UserFiles& files) {
    std::map<clang::FileID, std::vector<size_t>> result;
    for (size_t run = 0; run < text.runs.size(); ++run) {
        const size_t end = run + 1 < text.runs.size() ? text.runs[run + 1].first : text.tokens.size();
        if (text.runs[run].first == end || !files.isUsers(text.runs[run].file))
            continue;
        std::vector<size_t>& members = result[text.runs[run].file];
        for (size_t at = text.runs[run].first; at < end; ++at)
            members.push_back(at);
    }
    return result;
}

std::set<clang::FileID> userFilesOf(const TokenText& text, UserFiles& files) {
    std::set<clang::FileID> result;
    for (const TokenRun& run : text.runs)
        if (files.isUsers(run.file))
            result.insert(run.file);
    return result;
}

bool isSystemHostCode(const clang::Decl& function) {
    return !function.getAsFunction()->hasAttr<clang::CUDADeviceAttr>() &&
           function.getASTContext().getSourceManager().isInSystemHeader(function.getLocation());
}

void openOwnDeclarations(clang::DeclGroupRef group, const std::string& homeInclude) {
    for (clang::Decl* top : group) {
        const auto* linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(top);
        if (!linkage)
            continue;
        const clang::SourceManager& sources = top->getASTContext().getSourceManager();
        if (!sources.getFilename(sources.getExpansionLoc(top->getLocation())).starts_with(homeInclude))
            continue;
        for (clang::Decl* decl : linkage->decls()) {
            if (!llvm::isa<clang::VarDecl, clang::FunctionDecl>(decl) || decl->hasAttr<clang::CUDADeviceAttr>())
                continue;
            decl->addAttr(clang::CUDADeviceAttr::CreateImplicit(decl->getASTContext()));
            decl->addAttr(clang::CUDAHostAttr::CreateImplicit(decl->getASTContext()));
        }
    }
}

clang::BackendAction backendActionOf(const clang::CompilerInstance& ci) {
    switch (ci.getFrontendOpts().ProgramAction) {
        case clang::frontend::EmitAssembly:
            return clang::Backend_EmitAssembly;
        case clang::frontend::EmitLLVM:
            return clang::Backend_EmitLL;
        default:
            return clang::Backend_EmitObj;
    }
}

std::shared_ptr<clang::DependencyCollector> collectDependencies(clang::CompilerInstance& ci) {
    class Collector : public clang::DependencyCollector {
    public:
        explicit Collector(bool system) : system_(system) {}
        bool needSystemDependencies() override { return system_; }

    private:
        const bool system_;
    };
    std::shared_ptr<clang::DependencyCollector> dependencies;
    if (const clang::DependencyOutputOptions& wanted = ci.getDependencyOutputOpts(); !wanted.OutputFile.empty()) {
        dependencies = std::make_shared<Collector>(wanted.IncludeSystemHeaders);
        ci.addDependencyCollector(dependencies);
    }
    ci.getDependencyOutputOpts() = {};
    return dependencies;
}

std::vector<std::string> dependenciesOf(const Cc1Args& args) {
    Messages messages;
    const std::unique_ptr<clang::CompilerInstance> ci = makeCompiler(args, messages);
    if (!ci)
        return {};
    const std::shared_ptr<clang::DependencyCollector> dependencies = collectDependencies(*ci);
    clang::PreprocessOnlyAction action;
    ci->ExecuteAction(action);
    return dependencies ? dependencies->getDependencies().vec() : std::vector<std::string>();
}

bool plainPass(const Cc1Args& args, Messages& messages, const std::string& path, const std::string& text) {
    std::vector<LoweredFile> files;
    if (!path.empty())
        files.push_back({path, text, true});
    const std::unique_ptr<clang::CompilerInstance> ci = makeCompiler(args, messages, files);
    return ci && clang::ExecuteCompilerInvocation(ci.get());
}

}  // namespace acc
