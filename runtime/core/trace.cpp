// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/trace.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <vector>

#include "runtime/base/env.h"
#include "runtime/base/log.h"
#include "runtime/base/mutex.h"
#include "runtime/core/thread_state.h"

namespace acc::rt::core::trace {
namespace detail {

std::atomic<bool> recording{false};

}  // namespace detail

namespace {

// Devices are shown as processes whose streams are threads; the host is a process of its own.
constexpr int32_t kHost = 1000;

struct Record {
    std::string name;
    char phase;  // 'X' a duration, 'i' a point
    int32_t process;
    uint32_t thread;
    int64_t startNs;
    int64_t durationNs;
};

struct Records {
    static Records& instance() {
        [[clang::no_destroy]] static Records records;
        return records;
    }
    Mutex mutex;
    std::vector<Record> list ACC_GUARDED_BY(mutex);
};

void add(Record record) {
    Records& records = Records::instance();
    MutexLock lock(records.mutex);
    records.list.push_back(std::move(record));
}

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            out += c;
        }
    }
    return out;
}

const std::string& environmentPath() {
    [[clang::no_destroy]] static const std::string path = environment("ACC_TRACE").value_or("");
    return path;
}

// Starts with the library when ACC_TRACE is set.
__attribute__((constructor)) void startWithLibrary() {
    if (fromEnvironment()) {
        start();
    }
}

}  // namespace

int64_t now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void task(const char* name, int32_t device, uint32_t stream, int64_t startNs) {
    add({name, 'X', device, stream, startNs, now() - startNs});
}

void markStream(const std::string& text, int32_t device, uint32_t stream) {
    add({text, 'i', device, stream, now(), 0});
}

void markThread(const std::string& text) {
    add({text, 'i', kHost, threadState().osThreadId, now(), 0});
}

void range(const std::string& text, int64_t startNs, bool ofThread) {
    add({text, 'X', kHost, ofThread ? threadState().osThreadId : 0, startNs, now() - startNs});
}

void start() {
    detail::recording.store(true);
}

void stop() {
    detail::recording.store(false);
}

Status write(const std::string& path) {
    std::vector<Record> list;
    {
        Records& records = Records::instance();
        MutexLock lock(records.mutex);
        list.swap(records.list);
    }
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "w"), &std::fclose);
    if (file == nullptr) {
        return Status::error(ACL_ERROR_WRITE_FILE, "the trace cannot be written to '{}'", path);
    }
    fmt::print(file.get(),
               "{{\"traceEvents\": [\n{{\"name\": \"process_name\", \"ph\": \"M\", \"pid\": {}, \"args\": "
               "{{\"name\": \"host\"}}}}",
               kHost);
    for (const Record& record : list) {
        fmt::print(file.get(), ",\n{{\"name\": \"{}\", \"ph\": \"{}\", \"pid\": {}, \"tid\": {}, \"ts\": {}.{:03}",
                   escaped(record.name), record.phase, record.process, record.thread, record.startNs / 1000,
                   record.startNs % 1000);
        if (record.phase == 'X') {
            fmt::print(file.get(), ", \"dur\": {}.{:03}", record.durationNs / 1000, record.durationNs % 1000);
        } else {
            fmt::print(file.get(), ", \"s\": \"t\"");
        }
        fmt::print(file.get(), "}}");
    }
    fmt::print(file.get(), "\n]}}\n");
    return {};
}

void discard() {
    Records& records = Records::instance();
    MutexLock lock(records.mutex);
    records.list.clear();
}

bool fromEnvironment() {
    return !environmentPath().empty();
}

void writeAtExit() {
    if (fromEnvironment()) {
        stop();
        if (const Status status = write(environmentPath()); !status.ok()) {
            report(status.message());
        }
    }
}

}  // namespace acc::rt::core::trace
