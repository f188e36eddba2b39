// SPDX-License-Identifier: Apache-2.0
// DumpTensor (ascendc-core 6.3).
#include "include/kernel/ascendc/dump.h"

#include <cstring>
#include <string>

#include "runtime/check/operand.h"
#include "runtime/check/report.h"
#include "runtime/exec/block.h"
#include "runtime/isa/call.h"

using namespace acc::rt;
using check::Rule;

extern "C" int64_t accSystemCycle(void);

namespace {

constexpr uint32_t kValuesPerLine = 31;

const char* typeName(uint8_t dtype) {
    constexpr const char* kNames[] = {"bool",  "int8",   "uint8",   "int16", "uint16", "float16", "bfloat16",
                                      "int32", "uint32", "float32", "int64", "uint64", "float64", "int4"};
    return kNames[dtype];
}

template <class T>
T load(const uint8_t* at) {
    T value;
    std::memcpy(&value, at, sizeof(value));
    return value;
}

std::string textOf(const uint8_t* at, uint8_t dtype) {
    switch (dtype) {
        case ACC_BOOL:
        case ACC_UINT8:
            return fmt::format("{}", *at);
        case ACC_INT8:
            return fmt::format("{}", load<int8_t>(at));
        case ACC_INT16:
            return fmt::format("{}", load<int16_t>(at));
        case ACC_UINT16:
            return fmt::format("{}", load<uint16_t>(at));
        case ACC_HALF:
            return fmt::format("{:.6f}", static_cast<float>(load<half>(at)));
        case ACC_BF16: {
            const uint32_t bits = uint32_t{load<uint16_t>(at)} << 16;
            float value;
            std::memcpy(&value, &bits, sizeof(value));
            return fmt::format("{:.6f}", value);
        }
        case ACC_INT32:
            return fmt::format("{}", load<int32_t>(at));
        case ACC_UINT32:
            return fmt::format("{}", load<uint32_t>(at));
        case ACC_FLOAT:
            return fmt::format("{:.6f}", load<float>(at));
        case ACC_INT64:
            return fmt::format("{}", load<int64_t>(at));
        case ACC_UINT64:
            return fmt::format("{}", load<uint64_t>(at));
        default:
            return fmt::format("{:.6f}", load<double>(at));
    }
}

// Values as nested brackets, the rows of the last dimension on lines of their own. Elements from `count` on print as
// "-".
struct ShapedText {
    const uint8_t* data;
    uint8_t dtype;
    const AscendC::ShapeInfo& shape;
    uint64_t count;
    uint64_t next = 0;

    void append(std::string& text, uint32_t dimension) {
        text += '[';
        for (uint32_t i = 0; i < shape.shape[dimension]; ++i) {
            if (dimension + 1 < shape.shapeDim) {
                text += i == 0 ? "" : ",\n";
                append(text, dimension + 1);
            } else {
                text += i == 0 ? "" : ",";
                text += next < count ? textOf(data + next * isa::kWidths[dtype], dtype) : "-";
                ++next;
            }
        }
        text += ']';
    }
};

std::string flatText(const uint8_t* data, uint8_t dtype, uint32_t count) {
    std::string text = "[";
    for (uint32_t i = 0; i < count; ++i) {
        text += textOf(data + uint64_t{i} * isa::kWidths[dtype], dtype);
        if (i + 1 < count) {
            text += (i + 1) % kValuesPerLine == 0 ? ",\n" : ", ";
        }
    }
    return text + "]\n";
}

std::string shapedText(const uint8_t* data, uint8_t dtype, uint32_t count, const AscendC::ShapeInfo& shape) {
    uint64_t elements = 1;
    std::string sizes;
    for (uint32_t i = 0; i < shape.shapeDim; ++i) {
        elements *= shape.shape[i];
        sizes += fmt::format("{}{}", i == 0 ? "" : ", ", shape.shape[i]);
    }
    std::string text;
    if (elements != count) {
        text = fmt::format("shape is [{}], dumpSize is {}, {}\n", sizes, count,
                           elements < count ? "dumpSize is greater than shapeSize." : "data is not enough.");
    }
    ShapedText{data, dtype, shape, count}.append(text, 0);
    return text + "\n";
}

}  // namespace

extern "C" void accDumpTensor(const AccOperand* tensor, uint32_t desc, uint32_t count,
                              const AscendC::ShapeInfo* shape) {
    const void* const site = __builtin_return_address(0);
    exec::Block& block = exec::currentBlock();
    const uint64_t bytes = uint64_t{count} * isa::kWidths[tensor->dtype];
    const AccMemory memory = AscendC::detail::memoryOf(AscendC::TPosition(tensor->position));
    const uint8_t* data = nullptr;
    if (tensor->position == uint8_t(AscendC::TPosition::GM)) {
        check::checkGlobalRange("DumpTensor", "tensor", tensor->address, bytes, site);
        data = reinterpret_cast<const uint8_t*>(tensor->address);
    } else if (memory == ACC_MEM_UB || check::isUnbound(tensor->position)) {
        check::checkUbRange(block, "DumpTensor", check::Role::source, *tensor, tensor->address + bytes, site);
        data = block.memory[ACC_MEM_UB] + tensor->address;
    } else {
        if (memory != ACC_MEM_L1 && memory != ACC_MEM_L0C) [[unlikely]] {
            check::fail(Rule::POS, site, "DumpTensor: the tensor is in {} (position {}), expected GM, UB, L1 or L0C",
                        check::memoryName(memory), check::positionName(tensor->position));
        }
        if (tensor->address + bytes > block.memoryBytes[memory]) [[unlikely]] {
            check::fail(Rule::OOB, site, "DumpTensor: {} [0x{:x}, 0x{:x}) is past its end at 0x{:x}",
                        check::memoryName(memory), tensor->address, tensor->address + bytes, block.memoryBytes[memory]);
        }
        data = block.memory[memory] + tensor->address;
    }
    if (shape && (shape->shapeDim == 0 || shape->shapeDim > 8)) [[unlikely]] {
        check::fail(Rule::RANGE, site, "DumpTensor: shapeDim is {}, expected 1..8", shape->shapeDim);
    }
    if (block.state.lineOpen) {
        exec::print(block, "\n");
        block.state.lineOpen = false;
    }
    exec::print(block, fmt::format("DumpTensor: desc={}, addr=0x{:x}, data_type={}, position={}, dump_size={}\n{}",
                                   desc, tensor->address, typeName(tensor->dtype), check::memoryName(memory), count,
                                   shape ? shapedText(data, tensor->dtype, count, *shape)
                                         : flatText(data, tensor->dtype, count)));
}

extern "C" void accPrintTimeStamp(uint32_t descId) {
    exec::print(exec::currentBlock(),
                fmt::format("descId is {}, rsv is 0, timeStamp is {}, pcPtr is {}, entry is 0\n", descId,
                            accSystemCycle(), reinterpret_cast<uintptr_t>(__builtin_return_address(0))));
}
