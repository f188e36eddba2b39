// SPDX-License-Identifier: Apache-2.0
#include "runtime/exec/findings.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "runtime/base/env.h"
#include "runtime/base/log.h"

namespace acc::rt::exec {
namespace {

// The file of ACC_REPORT, emptied when the process first asks; -1 without one.
int openReport() {
    constexpr std::string_view kPrefix = "json:";
    const std::optional<std::string> setting = environment("ACC_REPORT");
    if (!setting) {
        return -1;
    }
    if (!setting->starts_with(kPrefix) || setting->size() == kPrefix.size()) {
        fatal("ACC_REPORT is '{}', expected json:FILE", *setting);
    }
    const std::string path = setting->substr(kPrefix.size());
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0) {
        fatal("ACC_REPORT: cannot write {}: {}", path, std::strerror(errno));
    }
    return file;
}

int reportFile() {
    static const int file = openReport();
    return file;
}

// Read before main, so that a wrong setting is noticed whether or not there is something to report.
[[maybe_unused]] const int kOpened = reportFile();

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        switch (c) {
            case '"':
            case '\\':
                out += '\\';
                out += c;
                break;
            case '\n':
                out += "\\n";
                break;
            default:
                out += static_cast<unsigned char>(c) < 0x20 ? fmt::format("\\u{:04x}", static_cast<unsigned>(c))
                                                            : std::string(1, c);
        }
    }
    return out + '"';
}

// "file:line (function)" in parts.
std::string placeOf(const std::string& where) {
    const size_t end = where.find(" (");
    const std::string place = where.substr(0, end);
    const size_t colon = place.rfind(':');
    if (colon == std::string::npos || place.find_first_not_of("0123456789", colon + 1) != std::string::npos ||
        colon + 1 == place.size()) {
        return "";
    }
    return fmt::format(",\"file\":{},\"line\":{}", quoted(place.substr(0, colon)), place.substr(colon + 1));
}

}  // namespace

void record(const Finding& finding) {
    const int file = reportFile();
    if (file < 0) {
        return;
    }
    std::string line = fmt::format("{{\"severity\":{},\"rule\":{},\"kernel\":{}", quoted(finding.severity),
                                   quoted(finding.rule), quoted(finding.kernel));
    if (finding.coreType[0] != '\0') {
        line += fmt::format(",\"block\":{},\"blocks\":{},\"coreType\":{},\"core\":{}", finding.block, finding.blocks,
                            quoted(finding.coreType), finding.core);
    }
    line += fmt::format(",\"message\":{}{}", quoted(finding.message), placeOf(finding.where));
    line += finding.code != 0 ? fmt::format(",\"code\":{}}}\n", finding.code) : "}\n";
    // One write per line: lines of several threads do not mix.
    if (write(file, line.data(), line.size()) < 0) {
        static const bool said = (report("ACC_REPORT: writing failed"), true);
        (void)said;
    }
}

}  // namespace acc::rt::exec
