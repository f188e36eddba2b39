// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/args_list.h"

#include <atomic>
#include <cstring>
#include <map>

#include "acl/acl_base_rt.h"
#include "runtime/core/runtime.h"

namespace acc::rt::core {
namespace {

constexpr size_t kPayloadAlignment = 32;
constexpr uint64_t kArgumentTag = uint64_t{0xAC} << 4 | static_cast<uint64_t>(HandleKind::argument);
constexpr uint32_t kIds = uint32_t{1} << 28;

std::atomic<uint32_t> nextListId{1};

struct UserMemoryLists {
    static UserMemoryLists& instance() {
        [[clang::no_destroy]] static UserMemoryLists lists;
        return lists;
    }
    Mutex mutex;
    std::map<const void*, std::shared_ptr<ArgsList>> byAddress ACC_GUARDED_BY(mutex);
};

}  // namespace

ArgsList::ArgsList(const Function& function)
    : function_(function), id_(nextListId.fetch_add(1) % kIds), block_(function.kernel.argsSize) {}

void* ArgsList::argumentHandle(size_t index) const {
    const uint64_t bits = kArgumentTag << 52 | uint64_t{id_} << 24 | index;
    return reinterpret_cast<void*>(bits);  // NOLINT(performance-no-int-to-ptr)
}

bool ArgsList::argumentIndex(const void* handle, size_t* index) const {
    const auto bits = reinterpret_cast<uint64_t>(handle);
    *index = bits & 0xFFFFFF;
    return bits >> 52 == kArgumentTag && ((bits >> 24) & (kIds - 1)) == id_;
}

void ArgsList::enterAt(const void* address, std::shared_ptr<ArgsList> list) {
    UserMemoryLists& lists = UserMemoryLists::instance();
    MutexLock lock(lists.mutex);
    lists.byAddress[address] = std::move(list);
}

std::shared_ptr<ArgsList> ArgsList::findAt(const void* address) {
    UserMemoryLists& lists = UserMemoryLists::instance();
    MutexLock lock(lists.mutex);
    const auto it = lists.byAddress.find(address);
    return it == lists.byAddress.end() ? nullptr : it->second;
}

void ArgsList::forgetBinary(const void* binaryHandle) {
    auto ofBinary = [&](const ArgsList& list) { return list.function().binaryHandle == binaryHandle; };
    runtime().argsLists.removeIf(ofBinary);
    UserMemoryLists& lists = UserMemoryLists::instance();
    MutexLock lock(lists.mutex);
    std::erase_if(lists.byAddress, [&](const auto& entry) { return ofBinary(*entry.second); });
}

Result<const AccParam*> ArgsList::nextParameter() {
    const size_t index = arguments_.size();
    if (index >= kMaxArguments || index >= function_.parameters.size()) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID, "argument {} is appended, but kernel {} has {} parameters",
                             index, function_.name, function_.parameters.size());
    }
    return &function_.parameters[index];
}

Result<size_t> ArgsList::append(const void* value, size_t sizeBytes) {
    MutexLock lock(mutex_);
    ACC_ASSIGN_OR_RETURN(const AccParam* parameter, nextParameter());
    if (sizeBytes != parameter->size) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "paramSize is {}, expected {}: the size of parameter {} of {}",
                             sizeBytes, parameter->size, arguments_.size(), function_.name);
    }
    std::memcpy(block_.data() + parameter->offset, value, sizeBytes);
    arguments_.emplace_back();
    finalized_ = false;
    return arguments_.size() - 1;
}

Result<size_t> ArgsList::appendPlaceHolder() {
    MutexLock lock(mutex_);
    ACC_ASSIGN_OR_RETURN(const AccParam* parameter, nextParameter());
    if (parameter->kind != ACC_PARAM_POINTER) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "parameter {} of {} is no pointer, expected one for a placeholder", arguments_.size(),
                             function_.name);
    }
    arguments_.emplace_back().placeHolder = true;
    finalized_ = false;
    return arguments_.size() - 1;
}

Result<void*> ArgsList::placeHolderBuffer(size_t index, size_t sizeBytes) {
    MutexLock lock(mutex_);
    if (index >= arguments_.size() || !arguments_[index].placeHolder) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID, "paramHandle is argument {}, expected a placeholder", index);
    }
    Argument& argument = arguments_[index];
    argument.payload = std::make_unique<std::byte[]>(sizeBytes);
    argument.payloadBytes = sizeBytes;
    finalized_ = false;
    return static_cast<void*>(argument.payload.get());
}

Status ArgsList::update(size_t index, const void* value, size_t sizeBytes) {
    MutexLock lock(mutex_);
    if (index >= arguments_.size() || arguments_[index].placeHolder) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID, "paramHandle is argument {}, expected an appended value",
                             index);
    }
    const AccParam& parameter = function_.parameters[index];
    if (sizeBytes != parameter.size) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "paramSize is {}, expected {}: the size of parameter {} of {}",
                             sizeBytes, parameter.size, index, function_.name);
    }
    std::memcpy(block_.data() + parameter.offset, value, sizeBytes);
    finalized_ = false;
    return {};
}

Status ArgsList::finalize() {
    MutexLock lock(mutex_);
    if (arguments_.size() != function_.parameters.size()) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID, "{} arguments were appended, but kernel {} has {} parameters",
                             arguments_.size(), function_.name, function_.parameters.size());
    }
    for (size_t index = 0; index < arguments_.size(); ++index) {
        if (arguments_[index].placeHolder && arguments_[index].payload == nullptr) {
            return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                                 "placeholder {} has no buffer, expected aclrtKernelArgsGetPlaceHolderBuffer before",
                                 index);
        }
    }
    finalized_ = true;
    return {};
}

Result<ArgsList::Block> ArgsList::block() const {
    MutexLock lock(mutex_);
    if (!finalized_) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "argsHandle is not complete, expected aclrtKernelArgsFinalize after the last change");
    }
    Block block{block_, {}};
    for (size_t index = 0; index < arguments_.size(); ++index) {
        const Argument& argument = arguments_[index];
        if (argument.placeHolder) {
            const size_t offset = (block.bytes.size() + kPayloadAlignment - 1) / kPayloadAlignment * kPayloadAlignment;
            block.bytes.resize(offset + argument.payloadBytes);
            std::memcpy(block.bytes.data() + offset, argument.payload.get(), argument.payloadBytes);
            block.placeHolders.push_back({function_.parameters[index].offset, static_cast<uint32_t>(offset)});
        }
    }
    return block;
}

}  // namespace acc::rt::core
