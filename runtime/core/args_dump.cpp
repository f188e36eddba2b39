// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/args_dump.h"

#include <cstdio>
#include <memory>

#include "runtime/base/log.h"
#include "runtime/base/mutex.h"

namespace acc::rt::core::args_dump {
namespace detail {

std::atomic<bool> running{false};

}  // namespace detail

namespace {

struct Output {
    static Output& instance() {
        [[clang::no_destroy]] static Output output;
        return output;
    }
    Mutex mutex;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file ACC_GUARDED_BY(mutex){nullptr, &std::fclose};
};

}  // namespace

Status start(const std::string& path) {
    Output& output = Output::instance();
    MutexLock lock(output.mutex);
    if (output.file != nullptr) {
        return Status::error(ACL_ERROR_DUMP_ALREADY_RUN,
                             "a dump of arguments is running already, expected aclopStopDumpArgs before");
    }
    const std::string name = path + "/kernel_args.txt";
    output.file.reset(std::fopen(name.c_str(), "a"));
    if (output.file == nullptr) {
        return Status::error(ACL_ERROR_WRITE_FILE, "'{}' cannot be written", name);
    }
    detail::running.store(true);
    return {};
}

Status stop() {
    Output& output = Output::instance();
    MutexLock lock(output.mutex);
    if (output.file == nullptr) {
        return Status::error(ACL_ERROR_DUMP_NOT_RUN,
                             "no dump of arguments is running, expected aclopStartDumpArgs before");
    }
    detail::running.store(false);
    const bool complete = std::fflush(output.file.get()) == 0 && std::ferror(output.file.get()) == 0;
    output.file = nullptr;
    return complete ? Status()
                    : Status::error(ACL_ERROR_WRITE_FILE, "the dump of arguments could not be written completely");
}

void launch(const std::string& kernel, const void* args, size_t sizeBytes) {
    Output& output = Output::instance();
    MutexLock lock(output.mutex);
    if (output.file == nullptr) {
        return;
    }
    fmt::print(output.file.get(), "{}", kernel);
    for (size_t index = 0; index < sizeBytes; ++index) {
        fmt::print(output.file.get(), "{}{:02x}", index % 8 == 0 ? " " : "",
                   static_cast<const unsigned char*>(args)[index]);
    }
    fmt::print(output.file.get(), "\n");
}

}  // namespace acc::rt::core::args_dump
