// SPDX-License-Identifier: Apache-2.0
// Kernel binaries on disk, by the content of all they were made of.
//
// An entry is a folder named by a hash of what the caller knows (compiler, text, options, given headers). Which other
// files a compilation read is known only after it, so the entry lists them with the hashes of their contents, and
// counts only while all of them are the same. Entries are made aside and renamed, so several processes may use one
// cache.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace acc::rt::rtc {

struct Compiled {
    std::string binary;
    std::string log;  // warnings
};

class Cache {
public:
    // ACC_CACHE: a folder, or "off"; default acc in XDG_CACHE_HOME or ~/.cache. Without a home there is no cache.
    Cache();

    // A name for what these strings stand for, in this order.
    static std::string key(const std::vector<std::string>& parts);

    std::optional<Compiled> find(const std::string& key) const;

    // `dependencies`: files that were read. A cache that cannot be written stays as it is.
    void store(const std::string& key, const Compiled& compiled, const std::vector<std::string>& dependencies) const;

private:
    void makeRoom() const;

    std::filesystem::path folder_;  // empty: no cache
};

}  // namespace acc::rt::rtc
