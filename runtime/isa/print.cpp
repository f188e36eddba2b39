// SPDX-License-Identifier: Apache-2.0
// printf of kernels: C's conversions over packed arguments, so the argument's real size decides, not the length
// modifier.
#include "include/kernel/ascendc/print.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "runtime/check/report.h"
#include "runtime/exec/block.h"

using namespace acc::rt;

namespace {

int64_t signedOf(const AccPrintArg& arg) {
    switch (arg.kind) {
        case AccPrintArg::real:
            return static_cast<int64_t>(arg.d);
        case AccPrintArg::unsignedInteger:
            return arg.bytes == 4 ? static_cast<int32_t>(arg.u) : arg.i;
        default:
            return arg.i;
    }
}

uint64_t unsignedOf(const AccPrintArg& arg) {
    if (arg.kind == AccPrintArg::real) {
        return static_cast<uint64_t>(arg.d);
    }
    return arg.bytes < 8 ? arg.u & ((uint64_t{1} << arg.bytes * 8) - 1) : arg.u;
}

double realOf(const AccPrintArg& arg) {
    switch (arg.kind) {
        case AccPrintArg::real:
            return arg.d;
        case AccPrintArg::unsignedInteger:
            return static_cast<double>(arg.u);
        default:
            return static_cast<double>(arg.i);
    }
}

// Calls snprintf with the conversion `spec` and appends.
template <class T>
void append(std::string& out, const std::string& spec, T value) {
    char text[512];
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
    const int length = std::snprintf(text, sizeof(text), spec.c_str(), value);
    if (length >= static_cast<int>(sizeof(text))) {
        std::string longText(static_cast<size_t>(length) + 1, '\0');
        std::snprintf(longText.data(), longText.size(), spec.c_str(), value);
        out.append(longText.data(), static_cast<size_t>(length));
    } else if (length > 0) {
        out.append(text, static_cast<size_t>(length));
    }
#pragma clang diagnostic pop
}

void appendConversion(std::string& out, const std::string& flags, char conversion, const AccPrintArg& arg) {
    switch (conversion) {
        case 'd':
        case 'i':
            return append(out, flags + "lld", static_cast<long long>(signedOf(arg)));
        case 'u':
        case 'x':
        case 'X':
        case 'o':
            return append(out, flags + "ll" + conversion, static_cast<unsigned long long>(unsignedOf(arg)));
        case 'f':
        case 'F':
        case 'e':
        case 'E':
        case 'g':
        case 'G':
            return append(out, flags + conversion, realOf(arg));
        case 'c':
            return append(out, flags + "c", static_cast<int>(signedOf(arg)));
        case 's':
            if (arg.kind == AccPrintArg::text) {
                return append(out, flags + "s", arg.p ? static_cast<const char*>(arg.p) : "(null)");
            }
            out += "(not a string)";
            return;
        case 'p':
            return append(out, flags + "p", arg.p);
        default:
            out += flags + conversion;
    }
}

std::string format(const char* text, const AccPrintArg* args, uint32_t count) {
    std::string out;
    uint32_t used = 0;
    for (const char* c = text; *c != '\0'; ++c) {
        if (*c != '%') {
            out += *c;
            continue;
        }
        if (c[1] == '%') {
            out += *++c;
            continue;
        }
        std::string flags = "%";
        const char* p = c + 1;
        for (; *p != '\0' && std::string_view("-+ #0123456789.*").find(*p) != std::string_view::npos; ++p) {
            if (*p == '*') {
                flags += used < count ? std::to_string(signedOf(args[used++])) : "";
            } else {
                flags += *p;
            }
        }
        while (*p == 'l' || *p == 'h' || *p == 'z' || *p == 'j' || *p == 't' || *p == 'L') {
            ++p;
        }
        if (*p == '\0' || used >= count) {
            out += '%';  // nothing to convert: shown as written
            continue;
        }
        appendConversion(out, flags, *p, args[used++]);
        c = p;
    }
    return out;
}

bool prefixWanted() {
    static const bool wanted = [] {
        const char* value = std::getenv("ACC_PRINTF_PREFIX");
        return !value || value[0] != '0';
    }();
    return wanted;
}

// Output with the core in front of every line.
void printLines(exec::Block& block, std::string_view text) {
    if (!prefixWanted()) {
        exec::print(block, text);
        return;
    }
    const std::string prefix = fmt::format("[{} Block {}/{}] ", block.coreType == ACC_CORE_VECTOR ? "AIV" : "AIC",
                                           uint64_t{block.blockIdx} * block.subBlockNum + block.subBlockIdx,
                                           uint64_t{block.blockNum} * block.subBlockNum);
    std::string out;
    while (!text.empty()) {
        const size_t end = text.find('\n');
        const size_t length = end == std::string_view::npos ? text.size() : end + 1;
        if (!block.state.lineOpen) {
            out += prefix;
        }
        out += text.substr(0, length);
        block.state.lineOpen = end == std::string_view::npos;
        text.remove_prefix(length);
    }
    exec::print(block, out);
}

}  // namespace

extern "C" void accPrint(const char* text, const AccPrintArg* args, uint32_t count) {
    printLines(exec::currentBlock(), format(text, args, count));
}

extern "C" void accAssertFailed(const char* expression, const char* file, uint32_t line, const char* text,
                                const AccPrintArg* args, uint32_t count) {
    const void* const site = __builtin_return_address(0);
    std::string message = fmt::format("Assertion `{}' failed.", expression);
    if (text) {
        message += ' ';
        message += format(text, args, count);
    }
    if (!exec::insideKernel()) {
        std::fprintf(stderr, "%s:%u: %s\n", file, line, message.c_str());
        std::abort();
    }
    printLines(exec::currentBlock(), fmt::format("[ASSERT] {}:{}: {}\n", file, line, message));
    check::failWith(check::Rule::ASSERT, site, std::move(message));
}
