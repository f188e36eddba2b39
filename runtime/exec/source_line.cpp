// SPDX-License-Identifier: Apache-2.0
#include "runtime/exec/source_line.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "runtime/base/mutex.h"

namespace acc::rt::exec {
namespace {

// Debug information of this process, opened for one look-up: modules may come and go between reports.
class Session {
public:
    Session() {
        static char* debugPath = nullptr;
        static const Dwfl_Callbacks callbacks = {dwfl_linux_proc_find_elf, dwfl_standard_find_debuginfo, nullptr,
                                                 &debugPath};
        dwfl_ = dwfl_begin(&callbacks);
        if (dwfl_ != nullptr) {
            dwfl_report_begin(dwfl_);
            if (dwfl_linux_proc_report(dwfl_, getpid()) != 0 || dwfl_report_end(dwfl_, nullptr, nullptr) != 0) {
                dwfl_end(dwfl_);
                dwfl_ = nullptr;
            }
        }
    }
    ~Session() {
        if (dwfl_ != nullptr) {
            dwfl_end(dwfl_);
        }
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    Dwfl* get() const { return dwfl_; }

private:
    Dwfl* dwfl_ = nullptr;
};

std::string demangle(const char* name) {
    int status = 0;
    std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
    return status == 0 ? text.get() : name;
}

std::string functionName(Dwarf_Die* scope) {
    Dwarf_Attribute attribute;
    const unsigned names[] = {DW_AT_linkage_name, DW_AT_name};
    for (unsigned at : names) {
        if (dwarf_attr_integrate(scope, at, &attribute) != nullptr) {
            if (const char* name = dwarf_formstring(&attribute)) {
                return demangle(name);
            }
        }
    }
    return {};
}

// The toolchain's own headers, whose frames tell a kernel author nothing.
bool isDeviceHeader(std::string_view file) {
    return file.find("/include/kernel/") != std::string_view::npos ||
           file.find("/include/acc/") != std::string_view::npos;
}

// Paths below the working directory as short as the user would write them.
std::string shortened(const std::string& file) {
    std::error_code error;
    const std::string here = std::filesystem::current_path(error).string() + "/";
    return !error && file.rfind(here, 0) == 0 ? file.substr(here.size()) : file;
}

struct Frame {
    std::string file;
    int line = 0;
    std::string function;
};

// The compile unit of `pc`. Clang writes no .debug_aranges by default, so libdw's own look-up finds nothing there.
Dwarf_Die* unitAt(Dwfl_Module* module, Dwarf_Addr pc, Dwarf_Addr* bias) {
    if (Dwarf_Die* unit = dwfl_module_addrdie(module, pc, bias)) {
        return unit;
    }
    for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module, unit, bias)) != nullptr;) {
        if (dwarf_haspc(unit, pc - *bias) == 1) {
            return unit;
        }
    }
    return nullptr;
}

// The frames at one address, innermost first: every inlined call and the function itself.
std::vector<Frame> framesAt(Dwfl_Module* module, Dwarf_Addr pc) {
    std::vector<Frame> frames;
    Dwarf_Addr bias = 0;
    Dwarf_Die* unit = unitAt(module, pc, &bias);
    if (unit == nullptr) {
        return frames;
    }
    Frame innermost;
    if (Dwarf_Line* line = dwarf_getsrc_die(unit, pc - bias)) {
        if (const char* file = dwarf_linesrc(line, nullptr, nullptr)) {
            innermost.file = file;
            dwarf_lineno(line, &innermost.line);
        }
    }
    Dwarf_Die* scopes = nullptr;
    const int count = dwarf_getscopes(unit, pc - bias, &scopes);
    std::unique_ptr<Dwarf_Die, void (*)(void*)> freeScopes(scopes, std::free);
    Frame frame = innermost;
    if (count > 0) {
        // dwarf_getscopes stops at the concrete function; the calls inlined into it come from the die tree.
        Dwarf_Die* inlined = nullptr;
        const int depth = dwarf_getscopes_die(&scopes[0], &inlined);
        std::unique_ptr<Dwarf_Die, void (*)(void*)> freeInlined(inlined, std::free);
        Dwarf_Files* files = nullptr;
        dwarf_getsrcfiles(unit, &files, nullptr);
        for (int i = 0; i < depth; ++i) {
            const int tag = dwarf_tag(&inlined[i]);
            if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram) {
                continue;
            }
            frame.function = functionName(&inlined[i]);
            frames.push_back(frame);
            if (tag == DW_TAG_subprogram) {
                break;
            }
            Dwarf_Attribute attribute;
            Dwarf_Word value = 0;
            frame = Frame{};
            if (dwarf_formudata(dwarf_attr(&inlined[i], DW_AT_call_line, &attribute), &value) == 0) {
                frame.line = static_cast<int>(value);
            }
            if (files != nullptr &&
                dwarf_formudata(dwarf_attr(&inlined[i], DW_AT_call_file, &attribute), &value) == 0) {
                if (const char* file = dwarf_filesrc(files, value, nullptr, nullptr)) {
                    frame.file = file;
                }
            }
        }
    }
    if (frames.empty() && !innermost.file.empty()) {
        frames.push_back(innermost);
    }
    return frames;
}

std::string moduleOffset(const void* address) {
    Dl_info info;
    if (dladdr(address, &info) != 0 && info.dli_fname != nullptr) {
        const auto offset = static_cast<const char*>(address) - static_cast<const char*>(info.dli_fbase);
        return fmt::format("{} in {}+{:#x} (no line information; compile with acc -g)", fmt::ptr(address),
                           info.dli_fname, offset);
    }
    return fmt::format("{}", fmt::ptr(address));
}

}  // namespace

std::string describeCallSite(const void* callSite) {
    if (callSite == nullptr) {
        return {};
    }
    static constinit Mutex mutex;
    MutexLock lock(mutex);  // libdw is not thread-safe
    Session session;
    // A return address belongs to the instruction after the call.
    const Dwarf_Addr pc = reinterpret_cast<Dwarf_Addr>(callSite) - 1;
    Dwfl_Module* module = session.get() == nullptr ? nullptr : dwfl_addrmodule(session.get(), pc);
    if (module == nullptr) {
        return moduleOffset(callSite);
    }
    const std::vector<Frame> frames = framesAt(module, pc);
    for (const Frame& frame : frames) {
        if (!frame.file.empty() && !isDeviceHeader(frame.file)) {
            const std::string file = shortened(frame.file);
            return frame.function.empty() ? fmt::format("{}:{}", file, frame.line)
                                          : fmt::format("{}:{} ({})", file, frame.line, frame.function);
        }
    }
    return moduleOffset(callSite);
}

}  // namespace acc::rt::exec
