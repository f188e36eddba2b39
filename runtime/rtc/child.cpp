// SPDX-License-Identifier: Apache-2.0
#include "runtime/rtc/child.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <sstream>

#include "acl/acl_rt_compile.h"
#include "runtime/base/env.h"

extern char** environ;

namespace acc::rt::rtc {
namespace {

namespace fs = std::filesystem;

bool isProgram(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

// bin/acc of the home whose lib64 this library lies in; empty when that cannot be told.
fs::path compilerOfThisHome() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&findCompiler), &info) == 0 || info.dli_fname == nullptr) {
        return {};
    }
    std::error_code error;
    const fs::path library = fs::canonical(info.dli_fname, error);
    return error ? fs::path() : library.parent_path().parent_path() / "bin" / "acc";
}

// What acc starts must not find descriptors of the program.
class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor() { reset(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return fd_; }
    void reset() {
        if (fd_ >= 0) {
            close(fd_);
        }
        fd_ = -1;
    }

private:
    int fd_;
};

Status cannotStart(const std::string& program, int error) {
    return Status::error(ACL_ERROR_RTC_FAILURE, "the compiler '{}' cannot be started: {}", program,
                         std::strerror(error));  // NOLINT(concurrency-mt-unsafe)
}

}  // namespace

Result<fs::path> findCompiler() {
    if (const std::optional<std::string> named = environment("ACC_COMPILER")) {
        if (isProgram(*named)) {
            return fs::path(*named);
        }
        return Status::error(ACL_ERROR_RTC_FAILURE, "ACC_COMPILER is '{}', which is no program", *named);
    }
    const fs::path beside = compilerOfThisHome();
    if (isProgram(beside)) {
        return beside;
    }
    std::istringstream folders(environment("PATH").value_or(""));
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (isProgram(fs::path(folder) / "acc")) {
            return fs::path(folder) / "acc";
        }
    }
    return Status::error(ACL_ERROR_RTC_FAILURE,
                         "the compiler acc was not found: there is no '{}' and none in PATH; set ACC_COMPILER to it",
                         beside.string());
}

Result<int> run(const std::vector<std::string>& command, std::string* output) {
    int ends[2] = {};
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return cannotStart(command.front(), errno);
    }
    Descriptor reading(ends[0]), writing(ends[1]);
    std::vector<char*> arguments;
    for (const std::string& word : command) {
        arguments.push_back(const_cast<char*>(word.c_str()));
    }
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, writing.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, writing.get(), STDERR_FILENO);
    // The program may block signals, and its child inherits that.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    pid_t child = 0;
    const int error = posix_spawn(&child, command.front().c_str(), &actions, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) {
        return cannotStart(command.front(), error);
    }
    writing.reset();
    char buffer[4096];
    for (;;) {
        const ssize_t count = read(reading.get(), buffer, sizeof(buffer));
        if (count > 0) {
            output->append(buffer, static_cast<size_t>(count));
        } else if (count == 0 || errno != EINTR) {
            break;
        }
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {  // a program that ignores SIGCHLD: the output is all there is
            return output->find("error: ") == std::string::npos ? 0 : 1;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Result<TemporaryFolder> TemporaryFolder::make() {
    std::string path = environment("TMPDIR").value_or("/tmp") + "/acc-rtc-XXXXXX";
    if (mkdtemp(path.data()) == nullptr) {
        return Status::error(ACL_ERROR_RTC_OUT_OF_MEMORY, "no temporary folder '{}': {}", path,
                             std::strerror(errno));  // NOLINT(concurrency-mt-unsafe)
    }
    return TemporaryFolder(path);
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) {
        fs::remove_all(path_, ignored);
    }
}

std::optional<std::string> readFile(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf())) {
        // An empty file sets failbit when nothing is copied.
        std::error_code error;
        return fs::file_size(path, error) == 0 && !error ? std::optional<std::string>("") : std::nullopt;
    }
    return text.str();
}

Status writeFile(const fs::path& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) {
        return Status::error(ACL_ERROR_RTC_OUT_OF_MEMORY, "'{}' cannot be written", path.string());
    }
    return {};
}

}  // namespace acc::rt::rtc
