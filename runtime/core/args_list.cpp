// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/args_list.h"

#include <cstring>

#include "acl/acl_base_rt.h"

namespace acc::rt::core {
namespace {

constexpr size_t kPayloadAlignment = 32;

}  // namespace

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
