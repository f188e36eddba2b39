// SPDX-License-Identifier: Apache-2.0
#include "runtime/rtc/cache.h"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <sstream>

#include "runtime/base/env.h"
#include "runtime/rtc/child.h"

namespace acc::rt::rtc {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxEntries = 256;  // the least recently made go first

std::string hash(const std::string& text) {
    const XXH128_hash_t value = XXH3_128bits(text.data(), text.size());
    return fmt::format("{:016x}{:016x}", value.high64, value.low64);
}

}  // namespace

Cache::Cache() {
    if (const std::optional<std::string> named = environment("ACC_CACHE")) {
        if (*named != "off") {
            folder_ = *named;
        }
        return;
    }
    if (const std::optional<std::string> caches = environment("XDG_CACHE_HOME")) {
        folder_ = fs::path(*caches) / "acc";
    } else if (const std::optional<std::string> home = environment("HOME")) {
        folder_ = fs::path(*home) / ".cache" / "acc";
    }
}

std::string Cache::key(const std::vector<std::string>& parts) {
    std::string all;
    for (const std::string& part : parts) {
        all += fmt::format("{}:", part.size()) + part;
    }
    return hash(all);
}

std::optional<Compiled> Cache::find(const std::string& key) const {
    if (folder_.empty()) {
        return std::nullopt;
    }
    const fs::path entry = folder_ / key;
    std::optional<std::string> list = readFile(entry / "dependencies");
    std::optional<std::string> binary = readFile(entry / "binary"), log = readFile(entry / "log");
    if (!list || !binary || !log) {
        return std::nullopt;
    }
    std::istringstream lines(*list);
    for (std::string wanted, path; lines >> wanted && std::getline(lines.ignore(1), path);) {
        const std::optional<std::string> text = readFile(path);
        if (!text || hash(*text) != wanted) {
            return std::nullopt;
        }
    }
    return Compiled{std::move(*binary), std::move(*log)};
}

void Cache::store(const std::string& key, const Compiled& compiled,
                  const std::vector<std::string>& dependencies) const {
    if (folder_.empty()) {
        return;
    }
    std::string list;
    for (const std::string& path : dependencies) {
        const std::optional<std::string> text = readFile(path);
        if (!text) {
            return;
        }
        list += hash(*text) + ' ' + path + '\n';
    }
    static std::atomic<unsigned> number{0};
    const fs::path made = folder_ / fmt::format("{}.{}.{}", key, getpid(), ++number);
    std::error_code error;
    fs::create_directories(made, error);
    if (error || !writeFile(made / "binary", compiled.binary).ok() || !writeFile(made / "log", compiled.log).ok() ||
        !writeFile(made / "dependencies", list).ok()) {
        fs::remove_all(made, error);
        return;
    }
    fs::remove_all(folder_ / key, error);
    fs::rename(made, folder_ / key, error);
    if (error) {  // another process was faster
        fs::remove_all(made, error);
    }
    makeRoom();
}

void Cache::makeRoom() const {
    std::vector<std::pair<fs::file_time_type, fs::path>> entries;
    std::error_code error;
    for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
        const fs::file_time_type time = at->last_write_time(error);
        entries.emplace_back(error ? fs::file_time_type::min() : time, at->path());
    }
    if (entries.size() <= kMaxEntries) {
        return;
    }
    std::sort(entries.begin(), entries.end());
    entries.resize(entries.size() - kMaxEntries);
    for (const auto& [time, path] : entries) {
        fs::remove_all(path, error);
    }
}

}  // namespace acc::rt::rtc
