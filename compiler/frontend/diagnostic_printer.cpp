// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/diagnostic_printer.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"

namespace acc {
namespace {

void replaceAll(std::string& text, llvm::StringRef from, llvm::StringRef to) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}

// "no viable conversion from 'X' to 'acc::NumBlocks'" -> "numBlocks of a launch cannot have type 'X'".
bool rewordConfig(std::string& text, llvm::StringRef type, llvm::StringRef name) {
    const llvm::StringRef message = text;
    if (!message.contains(type) || !message.starts_with("no viable conversion from "))
        return false;
    const size_t begin = message.find('\''), end = message.find(" to '");
    if (begin == llvm::StringRef::npos || end == llvm::StringRef::npos)
        return false;
    text = (name + " of a launch cannot have type " + message.slice(begin, end)).str();
    return true;
}

std::string reworded(std::string text) {
    static constexpr std::pair<const char*, const char*> kWords[] = {
        {" [[clang::annotate_type(...)]]", ""},  // of launch/find_launch.cpp
        {"dynamic initialization is not supported for __device__, __constant__, __shared__, and __managed__ variables",
         "a '__gm__' variable needs a constant initialiser"},
        {"kernel call to non-global function", "'<<<>>>' launches kernels ('__global__ __aicore__') only, not"},
        {"reference to __host__ function '__cudaPushCallConfiguration' in",
         "kernels are launched by host code, not in"},
        {"CUDA device code does not", "device code does not"},
        {"call to __host__ function from __global__ function",
         "host function called from a kernel; functions for kernels are marked '__aicore__'"},
        {"call to __host__ function from __device__ function",
         "host function called from device code; functions for kernels are marked '__aicore__'"},
        {"call to __device__ function from __host__ function", "device function called from host code"},
        {"call to global function", "call of kernel"},
        {" not configured", " without '<<<numBlocks, ubufDynSize, stream>>>'"},
        {"__host__ __device__", "__host_aicore__"},
        {"__device__", "__aicore__"},
        {"__host__ function", "host function"},
        {"__host__ variable", "host variable"},
        {"__global__ function", "kernel"},
        {"kernel function type", "kernel type"},
        {"too many execution configuration arguments to kernel function call",
         "too many values in the launch configuration"},
    };
    if (rewordConfig(text, "acc::NumBlocks", "numBlocks") || rewordConfig(text, "acc::UbufDynSize", "ubufDynSize"))
        return text;
    if (llvm::StringRef(text).starts_with("reference to __global__ function"))
        return "kernels are launched by host code, not by device code";
    for (const auto& [from, to] : kWords)
        replaceAll(text, from, to);
    return text;
}

class Printer : public clang::TextDiagnosticPrinter {
public:
    Printer(Messages& messages, clang::DiagnosticOptions* options)
        : TextDiagnosticPrinter(stream_, options), messages_(messages), stream_(buffer_) {
        stream_.enable_colors(options->ShowColors);
    }

    void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
        if (level == clang::DiagnosticsEngine::Note && isOwnHeader(info)) {
            DiagnosticConsumer::HandleDiagnostic(level, info);
            return;
        }
        llvm::SmallString<256> text;
        info.FormatDiagnostic(text);
        const std::string ours = reworded(text.str().str());
        buffer_.clear();
        TextDiagnosticPrinter::HandleDiagnostic(level, clang::Diagnostic(info.getDiags(), ours));
        stream_.flush();
        if (level != clang::DiagnosticsEngine::Note || messages_.all.empty())
            messages_.all.emplace_back();
        Messages::Message& message = messages_.all.back();
        message.text += buffer_;
        message.parts.push_back(partOf(level, info, ours));
        message.isError |= level >= clang::DiagnosticsEngine::Error;
        message.isWarning |= level == clang::DiagnosticsEngine::Warning;
    }

private:
    static Messages::Part partOf(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info,
                                 const std::string& text) {
        static constexpr const char* kLevels[] = {"", "note", "remark", "warning", "error", "fatal error"};
        Messages::Part part;
        part.level = kLevels[level];
        part.message = text;
        part.option = clang::DiagnosticIDs::getWarningOptionForDiag(info.getID()).str();
        if (info.hasSourceManager() && info.getLocation().isValid()) {
            const clang::SourceManager& sources = info.getSourceManager();
            const clang::PresumedLoc at = sources.getPresumedLoc(sources.getExpansionLoc(info.getLocation()));
            if (at.isValid())
                part = {part.level, at.getFilename(), at.getLine(), at.getColumn(), part.message, part.option};
        }
        return part;
    }

    static bool isOwnHeader(const clang::Diagnostic& info) {
        if (!info.hasSourceManager() || info.getLocation().isInvalid())
            return false;
        const clang::SourceManager& sources = info.getSourceManager();
        return sources.getFilename(sources.getSpellingLoc(info.getLocation())).ends_with("acc/language.h");
    }

    Messages& messages_;
    std::string buffer_;
    llvm::raw_string_ostream stream_;
};

}  // namespace

bool Messages::hasErrors() const {
    return std::any_of(all.begin(), all.end(), [](const Message& message) { return message.isError; });
}

std::unique_ptr<clang::DiagnosticConsumer> makePrinter(Messages& messages, clang::DiagnosticOptions* options) {
    return std::make_unique<Printer>(messages, options);
}

}  // namespace acc
