// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/toolchain.h"

#include <fmt/format.h>

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Job.h"
#include "clang/Driver/ToolChain.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"

namespace acc {
namespace {

// Clang's driver on one command line.
class Plan {
public:
    Plan(const std::string& clang, const char* mode, std::vector<std::string> args)
        : args_(std::move(args)),
          diagnostics_(llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), options_, printer()),
          driver_(clang, llvm::sys::getDefaultTargetTriple(), diagnostics_, "acc") {
        driver_.setCheckInputsExist(false);
        std::vector<const char*> pointers = {clang.c_str(), mode, "-Qunused-arguments"};
        for (const std::string& arg : args_)
            pointers.push_back(arg.c_str());
        compilation_.reset(driver_.BuildCompilation(pointers));
    }

    ~Plan() {
        if (compilation_)
            compilation_->CleanupFileList(compilation_->getTempFiles());
    }
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;

    bool ok() const { return compilation_ && !diagnostics_.hasErrorOccurred(); }
    const clang::driver::ToolChain& toolChain() const { return compilation_->getDefaultToolChain(); }
    std::vector<Command> commands() const {
        std::vector<Command> result;
        for (const clang::driver::Command& command : compilation_->getJobs()) {
            result.push_back({command.getExecutable()});
            result.back().insert(result.back().end(), command.getArguments().begin(), command.getArguments().end());
        }
        return result;
    }

private:
    clang::DiagnosticConsumer* printer() {
        auto result = std::make_unique<clang::TextDiagnosticPrinter>(llvm::errs(), options_.get());
        result->setPrefix("acc");
        return result.release();
    }

    const std::vector<std::string> args_;  // the commands point into it
    llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options_ = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
    clang::DiagnosticsEngine diagnostics_;
    clang::driver::Driver driver_;
    std::unique_ptr<clang::driver::Compilation> compilation_;
};

constexpr const char* kCompiles = "--driver-mode=gcc";
constexpr const char* kLinks = "--driver-mode=g++";

}  // namespace

std::optional<Cc1Args> cc1Of(const Command& command) {
    if (command.size() < 2 || command[1] != "-cc1")
        return std::nullopt;
    return Cc1Args(command.begin() + 2, command.end());
}

Toolchain::Toolchain(const char* argv0, void* anchor) : clang_(ACC_LLVM_BIN_DIR "/clang") {
    const std::string executable = llvm::sys::fs::getMainExecutable(argv0, anchor);
    home_ = llvm::sys::path::parent_path(llvm::sys::path::parent_path(executable)).str();
}

std::vector<std::string> Toolchain::withHeaders(std::vector<std::string> args) const {
    args.insert(args.end(), {"-isystem", include(), "-isystem", include() + "/kernel"});
    return args;
}

std::optional<std::vector<Command>> Toolchain::commands(const std::vector<std::string>& args) const {
    const Plan plan(clang_, kCompiles, withHeaders(args));
    return plan.ok() ? std::optional(plan.commands()) : std::nullopt;
}

std::optional<Cc1Args> Toolchain::cc1(const std::vector<std::string>& args) const {
    const std::optional<std::vector<Command>> all = commands(args);
    return all && all->size() == 1 ? cc1Of(all->front()) : std::nullopt;
}

Command Toolchain::clang(const std::vector<std::string>& args) const {
    Command command = withHeaders(args);
    command.insert(command.begin(), {clang_, kCompiles, "-Qunused-arguments"});
    return command;
}

std::optional<Command> Toolchain::link(const std::vector<std::string>& args, bool withRuntime) const {
    std::vector<std::string> all = args;
    // As needed: host programs that know nothing of the runtime stay free of it.
    if (withRuntime)
        all.insert(all.end(), {"-L" + home_ + "/lib64", "-Wl,--push-state,--as-needed", "-lascendcl", "-Wl,--pop-state",
                               "-Wl,-rpath," + home_ + "/lib64"});
    const Plan plan(clang_, kLinks, all);
    if (!plan.ok() || plan.commands().empty())
        return std::nullopt;
    return plan.commands().back();
}

int Toolchain::information(const std::vector<std::string>& args) const {
    return Plan(clang_, kCompiles, args).ok() ? 0 : 1;
}

std::string Toolchain::searchDirs() const {
    const Plan plan(clang_, kCompiles, {"-c", "-x", "c++", "/dev/null"});
    if (!plan.ok())
        return "";
    const auto joined = [](const std::string& first, const auto& more) {
        std::string text = first;
        for (const std::string& folder : more)
            text += ":" + folder;
        return text;
    };
    std::vector<std::string> programs(plan.toolChain().getProgramPaths().begin(),
                                      plan.toolChain().getProgramPaths().end());
    std::vector<std::string> libraries(plan.toolChain().getFilePaths().begin(), plan.toolChain().getFilePaths().end());
    return fmt::format("install: {}\nprograms: ={}\nheaders: ={}\nlibraries: ={}\n", home_,
                       joined(home_ + "/bin", programs), joined(include(), std::vector{include() + "/kernel"}),
                       joined(home_ + "/lib64", libraries));
}

}  // namespace acc
