// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/kernel_registry.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "runtime/base/log.h"
#include "runtime/base/soc.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/ending.h"
#include "runtime/core/runtime.h"
#include "runtime/mem/gm.h"

namespace acc::rt::core {
namespace {

constexpr const char* kImageSymbol = "accKernelImage";

#if defined(__x86_64__)
constexpr uint16_t kHostMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr uint16_t kHostMachine = EM_AARCH64;
#endif

std::string text(const char* value) {
    return value == nullptr ? std::string() : std::string(value);
}

// Copies a kernel record and gives it a handle; null when no handle is left.
Function* makeFunction(const AccKernel& kernel) {
    auto function = std::make_shared<Function>();
    function->kernel = kernel;
    function->symbol = text(kernel.symbol);
    function->name = text(kernel.name);
    function->file = text(kernel.file);
    function->parameters.assign(kernel.params, kernel.params + kernel.paramCount);
    function->parameterNames.reserve(kernel.paramCount);
    for (AccParam& parameter : function->parameters) {
        parameter.name = function->parameterNames.emplace_back(text(parameter.name)).c_str();
        function->usedArgsBytes = std::max<size_t>(function->usedArgsBytes, parameter.offset + parameter.size);
    }
    function->kernel.symbol = function->symbol.c_str();
    function->kernel.name = function->name.c_str();
    function->kernel.file = function->file.c_str();
    function->kernel.params = function->parameters.data();
    function->handle = runtime().functions.insert(function);
    return function->handle == nullptr ? nullptr : function.get();
}

Status checkImage(const AccImage* image, const std::string& shownName) {
    if (image->abiVersion != ACC_ABI_VERSION) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "{} was built for launch ABI {}, expected {}: rebuild it with this release of acc",
                             shownName, image->abiVersion, ACC_ABI_VERSION);
    }
    return {};
}

bool readAt(int fd, uint64_t offset, void* to, size_t sizeBytes) {
    return pread(fd, to, sizeBytes, static_cast<off_t>(offset)) == static_cast<ssize_t>(sizeBytes);
}

// True when all segments lie within the file: the loader maps them unseen and would fault on a truncated one.
bool complete(int fd, const Elf64_Ehdr& header) {
    struct stat status{};
    if (fstat(fd, &status) != 0 || header.e_phentsize != sizeof(Elf64_Phdr)) {
        return false;
    }
    const auto size = static_cast<uint64_t>(status.st_size);
    for (uint64_t index = 0; index < header.e_phnum; ++index) {
        Elf64_Phdr segment{};
        if (!readAt(fd, header.e_phoff + index * sizeof(segment), &segment, sizeof(segment)) ||
            segment.p_offset > size || segment.p_filesz > size - segment.p_offset) {
            return false;
        }
    }
    return header.e_shoff <= size && uint64_t{header.e_shnum} * header.e_shentsize <= size - header.e_shoff;
}

// Why a file cannot be a kernel binary for this machine; success when it may be one.
Status checkElf(int fd, const std::string& shownName) {
    Elf64_Ehdr header{};
    if (!readAt(fd, 0, &header, sizeof(header)) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID, "{} is no ELF file, expected a kernel binary made by acc",
                             shownName);
    }
    if (header.e_machine != kHostMachine) {
        return Status::error(
            ACL_ERROR_RT_PARAM_INVALID,
            "{} holds NPU machine code (ELF machine {}), expected a binary for the emulator: rebuild it "
            "with acc",
            shownName, header.e_machine);
    }
    if (header.e_type != ET_DYN) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "{} is an object or program (ELF type {}), expected a kernel binary made by acc",
                             shownName, header.e_type);
    }
    if (!complete(fd, header)) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID, "{} is cut off, expected a whole kernel binary", shownName);
    }
    return {};
}

class FileDescriptor {
public:
    explicit FileDescriptor(int fd) : fd_(fd) {}
    ~FileDescriptor() {
        if (fd_ >= 0) {
            close(fd_);
        }
    }
    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;
    int get() const { return fd_; }
    int release() { return std::exchange(fd_, -1); }

private:
    int fd_;
};

}  // namespace

size_t codeBytes(const void* code) {
    Dl_info info{};
    void* symbol = nullptr;
    if (code == nullptr || dladdr1(code, &info, &symbol, RTLD_DL_SYMENT) == 0 || symbol == nullptr ||
        info.dli_saddr != code) {
        return code == nullptr ? 0 : 1;  // a local function: it is there, but nothing tells how long it is
    }
    return static_cast<const ElfW(Sym)*>(symbol)->st_size;
}

void waitForQueuedWork() {
    if (runtime().forked()) {
        return;
    }
    const auto deadline = endOfWait();
    for (uint32_t id = 0; id < visibleDeviceCount(); ++id) {
        for (const std::shared_ptr<Context>& context : runtime().device(static_cast<int32_t>(id)).contexts()) {
            for (const std::shared_ptr<UserStream>& user : context->streams()) {
                Stream& stream = *user->stream();
                if (!stream.waitFor(stream.submitted(), deadline)) {
                    report(fmt::format("kernel code is unloaded while stream {} of device {} still uses it", user->id(),
                                       id));
                }
            }
        }
    }
}

Binary::~Binary() {
    if (library_ != nullptr) {
        dlclose(library_);
    }
    if (fd_ >= 0) {
        close(fd_);
    }
}

Result<std::shared_ptr<Binary>> Binary::open(const std::string& path) {
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() < 0) {
        return Status::error(ACL_ERROR_RT_FILE_OPEN, "binPath is '{}', which cannot be opened: {}", path,
                             std::strerror(errno));  // NOLINT(concurrency-mt-unsafe)
    }
    ACC_TRY(checkElf(file.get(), "file '" + path + "'"));
    // A name without a slash would be looked up in the library path.
    return link(path.find('/') == std::string::npos ? "./" + path : path, "file '" + path + "'", -1);
}

Result<std::shared_ptr<Binary>> Binary::load(const void* data, size_t sizeBytes) {
    FileDescriptor file(memfd_create("acc-kernel-binary", MFD_CLOEXEC));
    if (file.get() < 0) {
        return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "no memory for a kernel binary of {} bytes", sizeBytes);
    }
    for (size_t written = 0; written < sizeBytes;) {
        const ssize_t count = write(file.get(), static_cast<const char*>(data) + written, sizeBytes - written);
        if (count <= 0) {
            return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "no memory for a kernel binary of {} bytes",
                                 sizeBytes);
        }
        written += static_cast<size_t>(count);
    }
    ACC_TRY(checkElf(file.get(), "data"));
    const int fd = file.release();
    return link(fmt::format("/proc/self/fd/{}", fd), "data", fd);
}

Result<std::shared_ptr<Binary>> Binary::link(const std::string& path, const std::string& shownName, int fd) {
    auto binary = std::make_shared<Binary>();
    binary->fd_ = fd;
    binary->library_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (binary->library_ == nullptr) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID, "{} cannot be loaded: {}", shownName,
                             dlerror());  // NOLINT(concurrency-mt-unsafe)
    }
    const auto* image = static_cast<const AccImage*>(dlsym(binary->library_, kImageSymbol));
    if (image == nullptr) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID, "{} has no kernels, expected a kernel binary made by acc",
                             shownName);
    }
    ACC_TRY(checkImage(image, shownName));
    if (Dl_info info{}; dladdr(image, &info) != 0) {
        binary->address_ = info.dli_fbase;
    }
    if (struct stat status{}; stat(path.c_str(), &status) == 0) {
        binary->sizeBytes_ = static_cast<size_t>(status.st_size);
    }
    for (const AccKernel* kernel = image->kernels; kernel != image->kernels + image->kernelCount; ++kernel) {
        Function* function = makeFunction(*kernel);
        if (function == nullptr) {
            binary->retire();
            return Status::error(ACL_ERROR_RT_PROGRAM_USE_OUT, "no handle left for the kernels of {}", shownName);
        }
        binary->functions_.push_back(function);
    }
    return binary;
}

const Function* Function::ofKernel(const AccKernel& kernel) {
    const Function* found = nullptr;
    runtime().functions.forEach([&](const auto& pin) {
        if (&pin->kernel == &kernel) {
            found = pin.get();  // functions are never freed
        }
    });
    return found;
}

void* Binary::findVariable(const char* symbol, size_t* sizeBytes) const {
    void* address = dlsym(library_, symbol);
    *sizeBytes = address == nullptr ? 0 : ProgramKernels::instance().variableBytes(address);
    return *sizeBytes == 0 ? nullptr : address;
}

Function* Binary::find(std::string_view symbol) const {
    auto named = [&](const Function* function) { return function->symbol == symbol; };
    auto it = std::find_if(functions_.begin(), functions_.end(), named);
    if (it != functions_.end()) {
        return *it;
    }
    // By the name that people write, where only one kernel has it.
    auto written = [&](const Function* function) { return function->name == symbol; };
    it = std::find_if(functions_.begin(), functions_.end(), written);
    return it == functions_.end() || std::find_if(it + 1, functions_.end(), written) != functions_.end() ? nullptr
                                                                                                         : *it;
}

void Binary::setHandle(void* handle) {
    for (Function* function : functions_) {
        function->binaryHandle = handle;
    }
}

void Binary::retire() {
    for (const Function* function : functions_) {
        runtime().functions.retire(function->handle);
    }
    waitForQueuedWork();
}

ProgramKernels& ProgramKernels::instance() {
    [[clang::no_destroy]] static ProgramKernels kernels;
    return kernels;
}

void ProgramKernels::add(const AccImage* image) {
    if (const Status status = checkImage(image, "a kernel image of this program"); !status.ok()) {
        report(fmt::format("{}", status.message()));
        return;
    }
    MutexLock lock(mutex_);
    pending_.push_back(image);
}

void ProgramKernels::addVariable(const void* address, size_t sizeBytes) {
    mem::enroll({reinterpret_cast<uintptr_t>(address), sizeBytes, mem::Kind::device, 0});
    MutexLock lock(mutex_);
    variables_[address] = sizeBytes;
}

void ProgramKernels::removeVariable(const void* address) {
    mem::withdraw(reinterpret_cast<uintptr_t>(address));
    MutexLock lock(mutex_);
    variables_.erase(address);
}

size_t ProgramKernels::variableBytes(const void* address) {
    MutexLock lock(mutex_);
    const auto it = variables_.find(address);
    return it == variables_.end() ? 0 : it->second;
}

void ProgramKernels::enterPending() {
    for (const AccImage* image : pending_) {
        Entry entry{image, {}};
        for (const AccKernel* kernel = image->kernels; kernel != image->kernels + image->kernelCount; ++kernel) {
            Function* function = makeFunction(*kernel);
            if (function == nullptr) {
                break;
            }
            entry.functions.push_back(function);
            byStub_.emplace_back(reinterpret_cast<const void*>(kernel->stub), function);
        }
        images_.push_back(std::move(entry));
    }
    pending_.clear();
    std::sort(byStub_.begin(), byStub_.end());
}

Function* ProgramKernels::find(const void* stub) {
    MutexLock lock(mutex_);
    if (!pending_.empty()) {
        enterPending();
    }
    const auto it = std::lower_bound(byStub_.begin(), byStub_.end(), stub,
                                     [](const auto& entry, const void* key) { return entry.first < key; });
    return it != byStub_.end() && it->first == stub ? it->second : nullptr;
}

void ProgramKernels::remove(const AccImage* image) {
    std::vector<Function*> functions;
    {
        MutexLock lock(mutex_);
        if (std::erase(pending_, image) != 0) {
            return;
        }
        auto it =
            std::find_if(images_.begin(), images_.end(), [&](const Entry& entry) { return entry.image == image; });
        if (it == images_.end()) {
            return;
        }
        functions = std::move(it->functions);
        images_.erase(it);
        std::erase_if(byStub_, [&](const auto& entry) {
            return std::find(functions.begin(), functions.end(), entry.second) != functions.end();
        });
    }
    for (const Function* function : functions) {
        runtime().functions.retire(function->handle);
    }
    waitForQueuedWork();
}

}  // namespace acc::rt::core

// The launch ABI, see acc/abi.h. In a forked child the registry's lock may be held for ever, and nothing can be
// launched.
#pragma GCC visibility push(default)
extern "C" {

void accRegisterImage(const AccImage* image) {
    if (!acc::rt::core::runtime().forked()) {
        acc::rt::core::ProgramKernels::instance().add(image);
    }
}

void accUnregisterImage(const AccImage* image) {
    if (!acc::rt::core::runtime().forked()) {
        acc::rt::core::ProgramKernels::instance().remove(image);
    }
}

void accRegisterVariable(void* address, uint64_t sizeBytes) {
    if (!acc::rt::core::runtime().forked()) {
        acc::rt::core::ProgramKernels::instance().addVariable(address, sizeBytes);
    }
}

void accUnregisterVariable(void* address) {
    if (!acc::rt::core::runtime().forked()) {
        acc::rt::core::ProgramKernels::instance().removeVariable(address);
    }
}

void* accKernelFunction(void (*stub)(void)) {
    if (acc::rt::core::runtime().forked()) {
        return nullptr;
    }
    const acc::rt::core::Function* function =
        acc::rt::core::ProgramKernels::instance().find(reinterpret_cast<const void*>(stub));
    return function == nullptr ? nullptr : function->handle;
}

}  // extern "C"
#pragma GCC visibility pop
