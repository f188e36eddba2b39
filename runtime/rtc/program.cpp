// SPDX-License-Identifier: Apache-2.0
#include "runtime/rtc/program.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "acl/acl_rt_compile.h"
#include "runtime/rtc/cache.h"
#include "runtime/rtc/child.h"
#include "runtime/rtc/kernel_names.h"

namespace acc::rt::rtc {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNameExpression = "acc_name_expression_";  // as in compiler/kernel/kernel.h

// In a `#line` directive.
std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
        }
        result += c == '\n' ? ' ' : c;
    }
    return result + '"';
}

// Options that decide what acc writes are not the program's to give.
Status checkOptions(const std::vector<std::string>& options) {
    static const std::set<std::string> kTaken = {
        "-o",   "-c",     "-S", "-E",       "-x", "-fsyntax-only", "--emit-lowered", "--launch-functions",
        "-###", "--help", "-h", "--version"};
    static const std::set<std::string> kWithValue = {
        "-I",     "-D",      "-U",         "-include",  "-isystem",         "-iquote",
        "-mllvm", "-Xclang", "--npu-arch", "--npu-soc", "--cce-soc-version"};
    for (size_t i = 0; i < options.size(); ++i) {
        const std::string& option = options[i];
        const bool isValue = i > 0 && kWithValue.contains(options[i - 1]);
        if (!isValue && (!option.starts_with('-') || kTaken.contains(option) || option.starts_with("-M"))) {
            return Status::error(ACL_ERROR_RTC_INVALID_OPTION, "options[{}] is '{}', expected a compile option", i,
                                 option);
        }
    }
    return {};
}

// Which compiler: another build of it makes other binaries.
std::string identity(const std::string& compiler) {
    struct stat status{};
    if (stat(compiler.c_str(), &status) != 0) {
        return compiler;
    }
    return fmt::format("{} {} {}.{}", compiler, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

// The files of a dependency file, without those in `folder`.
std::vector<std::string> dependenciesIn(const std::string& text, const fs::path& folder) {
    std::set<std::string> files;
    std::string word;
    const auto end = [&] {
        if (!word.empty() && !word.ends_with(':') && !word.starts_with(folder.string())) {
            files.insert(word);
        }
        word.clear();
    };
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) {
            if (text[++i] != '\n') {
                word += text[i];
            }
        } else if (text[i] == '$' && i + 1 < text.size() && text[i + 1] == '$') {
            word += text[++i];
        } else if (text[i] == ' ' || text[i] == '\n') {
            end();
        } else {
            word += text[i];
        }
    }
    end();
    return {files.begin(), files.end()};
}

aclError codeOf(const std::string& log) {
    if (log.find("linking failed") != std::string::npos || log.find("undefined symbol") != std::string::npos) {
        return ACL_ERROR_RTC_LINKING;
    }
    const bool isOption = log.starts_with("acc: error: ") && !log.starts_with("acc: error: no kernel");
    return isOption ? ACL_ERROR_RTC_INVALID_OPTION : ACL_ERROR_RTC_COMPILATION;
}

}  // namespace

Result<std::shared_ptr<Program>> Program::make(std::string source, std::string name, std::vector<Header> headers) {
    for (size_t i = 0; i < headers.size(); ++i) {
        const fs::path path = headers[i].includeName;
        if (path.empty() || path.is_absolute() || std::find(path.begin(), path.end(), "..") != path.end()) {
            return Status::error(ACL_ERROR_RTC_INVALID_INPUT,
                                 "includeNames[{}] is '{}', expected a name relative to the program's own folder", i,
                                 headers[i].includeName);
        }
    }
    return std::shared_ptr<Program>(new Program(std::move(source), std::move(name), std::move(headers)));
}

Status Program::addNameExpression(const std::string& expression) {
    MutexLock lock(mutex_);
    if (isCompiled_) {
        return Status::error(ACL_ERROR_RTC_NO_NAME_EXPR_AFTER_COMPILATION,
                             "nameExpression '{}' comes after aclrtcCompileProg, expected before", expression);
    }
    if (std::find(expressions_.begin(), expressions_.end(), expression) == expressions_.end()) {
        expressions_.push_back(expression);
    }
    return {};
}

std::string Program::wholeText() const {
    std::string text = fmt::format("#line 1 {}\n{}", quoted(name_), source_);
    for (size_t i = 0; i < expressions_.size(); ++i) {
        text += fmt::format("\n#line 1 {}\nnamespace {{ [[maybe_unused]] const auto {}{} = &{}; }}",
                            quoted("name expression " + expressions_[i]), kNameExpression, i, expressions_[i]);
    }
    return text + '\n';
}

Status Program::compile(const std::vector<std::string>& options) {
    ACC_TRY(checkOptions(options));
    ACC_ASSIGN_OR_RETURN(const std::string compiler, findCompiler());
    MutexLock lock(mutex_);
    isCompiled_ = false;
    binary_.clear();
    log_.clear();
    loweredNames_.clear();

    std::vector<std::string> parts = {identity(compiler), wholeText()};
    parts.push_back(std::to_string(headers_.size()));
    for (const Header& header : headers_) {
        parts.insert(parts.end(), {header.includeName, header.text});
    }
    parts.insert(parts.end(), options.begin(), options.end());
    // Relative include folders.
    parts.push_back(fs::current_path().string());
    const Cache cache;
    const std::string key = Cache::key(parts);
    if (std::optional<Compiled> known = cache.find(key)) {
        binary_ = std::move(known->binary);
        log_ = std::move(known->log);
    } else {
        ACC_TRY(runCompiler(compiler, options));
        cache.store(key, {binary_, log_}, dependencies_);
    }
    const std::map<std::string, std::string> names = namedKernels(binary_);
    for (size_t i = 0; i < expressions_.size(); ++i) {
        if (const auto found = names.find(kNameExpression + std::to_string(i)); found != names.end()) {
            loweredNames_[expressions_[i]] = found->second;
        }
    }
    isCompiled_ = true;
    return {};
}

Status Program::runCompiler(const std::string& compiler, const std::vector<std::string>& options) {
    ACC_ASSIGN_OR_RETURN(const TemporaryFolder folder, TemporaryFolder::make());
    const fs::path source = folder.path() / "program.asc", headers = folder.path() / "include";
    const fs::path binary = folder.path() / "program.bin", dependencies = folder.path() / "program.d";
    ACC_TRY(writeFile(source, wholeText()));
    for (const Header& header : headers_) {
        const fs::path path = headers / header.includeName;
        std::error_code error;
        fs::create_directories(path.parent_path(), error);
        ACC_TRY(writeFile(path, header.text));
    }
    std::vector<std::string> command = {compiler, "--device-only", "-std=c++17"};
    command.insert(command.end(), options.begin(), options.end());
    command.insert(command.end(),
                   {"-I" + headers.string(), "-MD", "-MF", dependencies, "-x", "asc", source, "-o", binary});
    ACC_ASSIGN_OR_RETURN(const int code, run(command, &log_));
    if (code != 0) {
        return Status::error(codeOf(log_),
                             "{}: acc ended with code {}; the first of its messages (aclrtcGetCompileLog): {}", name_,
                             code, log_.substr(0, log_.find('\n')));
    }
    std::optional<std::string> bytes = readFile(binary);
    if (!bytes) {
        return Status::error(ACL_ERROR_RTC_FAILURE, "{}: acc wrote no '{}'", name_, binary.string());
    }
    binary_ = std::move(*bytes);
    dependencies_ = dependenciesIn(readFile(dependencies).value_or(""), folder.path());
    return {};
}

std::string Program::log() const {
    MutexLock lock(mutex_);
    return log_;
}

Result<std::string> Program::binary() const {
    MutexLock lock(mutex_);
    if (!isCompiled_) {
        return Status::error(ACL_ERROR_RTC_INVALID_PROG, "prog {} has no binary, expected one that is compiled", name_);
    }
    return binary_;
}

Result<const char*> Program::loweredName(const std::string& expression) const {
    MutexLock lock(mutex_);
    if (!isCompiled_) {
        return Status::error(ACL_ERROR_RTC_NO_LOWERED_NAMES_BEFORE_COMPILATION,
                             "prog {} has no lowered names, expected one that is compiled", name_);
    }
    const auto found = loweredNames_.find(expression);
    if (found == loweredNames_.end()) {
        return Status::error(ACL_ERROR_RTC_NAME_EXPR_NOT_VALID,
                             "nameExpression is '{}', expected the text of an aclrtcAddNameExpr that names a kernel",
                             expression);
    }
    return found->second.c_str();
}

}  // namespace acc::rt::rtc
