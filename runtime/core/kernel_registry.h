// SPDX-License-Identifier: Apache-2.0
// Kernels that can be launched: those compiled into the program or its libraries (accRegisterImage) and those of kernel
// binaries loaded at run time.
//
// A Function copies everything but the code addresses out of the image, and is never freed: queued launches and handle
// look-ups may refer to it without counting. Unloading retires its handle, waits for the launches that are queued, and
// only then lets the code go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "acc/abi.h"
#include "runtime/base/mutex.h"
#include "runtime/base/status.h"

namespace acc::rt::core {

class Binary;

// A kernel. Immutable once its handle is given out.
struct Function {
    AccKernel kernel{};  // its pointers refer to the members below
    std::string symbol;
    std::string name;
    std::string file;
    std::vector<std::string> parameterNames;
    std::vector<AccParam> parameters;
    size_t usedArgsBytes = 0;      // end of the last parameter; kernel.argsSize is this rounded up to 8
    void* handle = nullptr;        // aclrtFuncHandle
    void* binaryHandle = nullptr;  // aclrtBinHandle; null for kernels of the program

    // The live function whose `kernel` this is; null without one.
    static const Function* ofKernel(const AccKernel& kernel);
};

// A kernel binary: a shared object for this machine that exports an AccImage.
class Binary {
public:
    ~Binary();
    Binary() = default;
    Binary(const Binary&) = delete;
    Binary& operator=(const Binary&) = delete;

    // Loads from a path, or from bytes.
    static Result<std::shared_ptr<Binary>> open(const std::string& path);
    static Result<std::shared_ptr<Binary>> load(const void* data, size_t sizeBytes);

    // By linker name, else by the name as it is written ("ns::add"); null when there is none, or more than one.
    Function* find(std::string_view symbol) const;
    void* findVariable(const char* symbol, size_t* sizeBytes) const;

    // Where it was loaded and how long its file is; and whether the program wants it to count as not loaded yet.
    void* address() const { return address_; }
    size_t sizeBytes() const { return sizeBytes_; }
    void setLazy() { lazy_ = true; }
    bool lazy() const { return lazy_; }
    const std::vector<Function*>& functions() const { return functions_; }

    // Retires the handles and waits for the queued launches. Called before the last reference goes.
    void retire();

    void setHandle(void* handle);

private:
    static Result<std::shared_ptr<Binary>> link(const std::string& path, const std::string& shownName, int fd);

    void* library_ = nullptr;
    void* address_ = nullptr;
    size_t sizeBytes_ = 0;
    bool lazy_ = false;
    int fd_ = -1;  // kept open: the loader identifies a library by its name, which names this descriptor
    std::vector<Function*> functions_;
};

// The kernels of the program and its libraries, by host stub. Usable before main and after it.
class ProgramKernels {
public:
    static ProgramKernels& instance();

    void add(const AccImage* image) ACC_EXCLUDES(mutex_);
    void remove(const AccImage* image) ACC_EXCLUDES(mutex_);

    // The kernel with this host stub; null when no image has it.
    Function* find(const void* stub) ACC_EXCLUDES(mutex_);

    // __gm__ variables of programs and binaries by address, with their bytes; 0 for others.
    void addVariable(const void* address, size_t sizeBytes) ACC_EXCLUDES(mutex_);
    void removeVariable(const void* address) ACC_EXCLUDES(mutex_);
    size_t variableBytes(const void* address) ACC_EXCLUDES(mutex_);

private:
    void enterPending() ACC_REQUIRES(mutex_);

    struct Entry {
        const AccImage* image;
        std::vector<Function*> functions;
    };

    Mutex mutex_;
    std::vector<const AccImage*> pending_ ACC_GUARDED_BY(mutex_);  // registered, not looked at yet
    std::vector<Entry> images_ ACC_GUARDED_BY(mutex_);
    std::map<const void*, size_t> variables_ ACC_GUARDED_BY(mutex_);
    std::vector<std::pair<const void*, Function*>> byStub_ ACC_GUARDED_BY(mutex_);  // sorted
};

// The bytes of a binary in the program's memory (aclrtCreateBinary).
struct BinaryData {
    const void* bytes;
    size_t sizeBytes;
};

// Bytes of the function that starts at `code`, from the symbols of its module; 0 for null or an unknown one.
size_t codeBytes(const void* code);

// Waits until all tasks are complete that are queued on any stream now. Bounded while the process exits.
void waitForQueuedWork();

}  // namespace acc::rt::core
