// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/process.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

namespace acc {

void printCommand(const std::vector<std::string>& command) {
    for (const std::string& word : command)
        llvm::sys::printArg(llvm::errs() << ' ', word, /*Quote=*/true);
    llvm::errs() << '\n';
}

namespace {

int start(const std::vector<std::string>& command, bool echo,
          llvm::ArrayRef<std::optional<llvm::StringRef>> redirects) {
    if (echo)
        printCommand(command);
    const llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName(command[0]);
    if (!program) {
        llvm::errs() << "acc: error: cannot find '" << command[0] << "' on PATH\n";
        return 1;
    }
    const std::vector<llvm::StringRef> args(command.begin(), command.end());
    std::string message;
    const int code = llvm::sys::ExecuteAndWait(*program, args, std::nullopt, redirects, 0, 0, &message);
    if (!message.empty())
        llvm::errs() << "acc: error: '" << command[0] << "': " << message << '\n';
    return code < 0 ? 1 : code;
}

}  // namespace

int run(const std::vector<std::string>& command, bool echo) {
    return start(command, echo, {});
}

int run(const std::vector<std::string>& command, bool echo, std::string& errors) {
    TemporaryFiles temporaries;
    const std::string path = temporaries.create("errors", "txt");
    const int code = start(command, echo, {std::nullopt, std::nullopt, llvm::StringRef(path)});
    if (const auto text = llvm::MemoryBuffer::getFile(path))
        errors = (*text)->getBuffer().str();
    llvm::errs() << errors;
    return code;
}

int moveFile(const std::string& from, const std::string& to) {
    // Copied, for the permissions that a new file gets here, which a temporary one has not.
    if (const std::error_code error = llvm::sys::fs::copy_file(from, to)) {
        llvm::errs() << "acc: error: cannot write '" << to << "': " << error.message() << '\n';
        return 1;
    }
    return 0;
}

TemporaryFiles::~TemporaryFiles() {
    for (const std::string& path : paths_) {
        llvm::sys::fs::remove(path);
        llvm::sys::DontRemoveFileOnSignal(path);
    }
}

std::string TemporaryFiles::create(const std::string& stem, const std::string& extension) {
    llvm::SmallString<128> path;
    if (const std::error_code error = llvm::sys::fs::createTemporaryFile("acc-" + stem, extension, path)) {
        llvm::errs() << "acc: error: cannot create a temporary file: " << error.message() << '\n';
        return "";
    }
    llvm::sys::RemoveFileOnSignal(path);
    paths_.push_back(path.str().str());
    return paths_.back();
}

}  // namespace acc
