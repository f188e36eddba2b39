// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/toolchain.h"

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Job.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"

namespace acc {
namespace {

// The last command that Clang's driver plans for `args`: program, then arguments.
std::optional<std::vector<std::string>> plan(const std::string& clang, const char* mode,
                                             const std::vector<std::string>& args) {
    auto options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
    auto printer = std::make_unique<clang::TextDiagnosticPrinter>(llvm::errs(), options.get());
    printer->setPrefix("acc");
    clang::DiagnosticsEngine diagnostics(llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), options, printer.release());
    clang::driver::Driver driver(clang, llvm::sys::getDefaultTargetTriple(), diagnostics, "acc");
    driver.setCheckInputsExist(false);
    std::vector<const char*> pointers = {clang.c_str(), mode, "-Qunused-arguments"};
    for (const std::string& arg : args)
        pointers.push_back(arg.c_str());
    const std::unique_ptr<clang::driver::Compilation> compilation(driver.BuildCompilation(pointers));
    if (!compilation || diagnostics.hasErrorOccurred() || compilation->getJobs().empty())
        return std::nullopt;
    const clang::driver::Command& command = *std::prev(compilation->getJobs().end());
    std::vector<std::string> words = {command.getExecutable()};
    words.insert(words.end(), command.getArguments().begin(), command.getArguments().end());
    return words;
}

}  // namespace

Toolchain::Toolchain(const char* argv0, void* anchor) : clang_(ACC_LLVM_BIN_DIR "/clang") {
    const std::string executable = llvm::sys::fs::getMainExecutable(argv0, anchor);
    home_ = llvm::sys::path::parent_path(llvm::sys::path::parent_path(executable)).str();
}

std::optional<Cc1Args> Toolchain::cc1(const std::vector<std::string>& args) const {
    std::vector<std::string> all = args;
    all.insert(all.end(), {"-isystem", include(), "-isystem", include() + "/kernel"});
    std::optional<std::vector<std::string>> command = plan(clang_, "--driver-mode=gcc", all);
    if (!command || command->size() < 2 || (*command)[1] != "-cc1")
        return std::nullopt;
    return Cc1Args(command->begin() + 2, command->end());
}

std::optional<std::vector<std::string>> Toolchain::link(const std::vector<std::string>& args) const {
    std::vector<std::string> all = args;
    all.insert(all.end(), {"-L" + home_ + "/lib64", "-lascendcl", "-Wl,-rpath," + home_ + "/lib64"});
    return plan(clang_, "--driver-mode=g++", all);
}

}  // namespace acc
