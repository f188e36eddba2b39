// SPDX-License-Identifier: Apache-2.0
// Fixpipe (ascendc-cube 10): results leave L0C as rows or NZ fractals, converted, quantised and clipped on the way.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "include/kernel/ascendc/cube_params.h"
#include "runtime/isa/atomic_store.h"
#include "runtime/isa/cube.h"

namespace acc::rt::isa {
namespace {

using check::Rule;

constexpr uint32_t kStripColumns = 16;

// The conversions that exist: source and destination type for each mode.
struct Conversion {
    uint8_t mode;
    uint8_t source;
    uint8_t destination;
    bool vector;  // a parameter per column
};
constexpr Conversion kConversions[] = {
    {NoQuant, ACC_FLOAT, ACC_FLOAT, false},    {NoQuant, ACC_INT32, ACC_INT32, false},
    {F322F16, ACC_FLOAT, ACC_HALF, false},     {F322BF16, ACC_FLOAT, ACC_BF16, false},
    {DEQF16, ACC_INT32, ACC_HALF, false},      {VDEQF16, ACC_INT32, ACC_HALF, true},
    {QF322B8_PRE, ACC_FLOAT, ACC_INT8, false}, {QF322B8_PRE, ACC_FLOAT, ACC_UINT8, false},
    {VQF322B8_PRE, ACC_FLOAT, ACC_INT8, true}, {VQF322B8_PRE, ACC_FLOAT, ACC_UINT8, true},
    {REQ8, ACC_INT32, ACC_INT8, false},        {REQ8, ACC_INT32, ACC_UINT8, false},
    {VREQ8, ACC_INT32, ACC_INT8, true},        {VREQ8, ACC_INT32, ACC_UINT8, true},
};
constexpr const char* kModeNames[] = {"NoQuant",     "F322F16",      "F322BF16", "DEQF16", "VDEQF16",
                                      "QF322B8_PRE", "VQF322B8_PRE", "REQ8",     "VREQ8"};

const Conversion& conversionOf(const Call& call) {
    const AccOperand& dst = call.in.operand[0];
    const AccOperand& src = call.in.operand[1];
    for (const Conversion& row : kConversions) {
        if (row.mode == call.in.fixpipe.quantMode && row.source == src.dtype && row.destination == dst.dtype) {
            return row;
        }
    }
    const char* const mode =
        call.in.fixpipe.quantMode < std::size(kModeNames) ? kModeNames[call.in.fixpipe.quantMode] : "this quantPre";
    check::fail(Rule::DTYPE, call.site, "{}: {} does not convert {} to {} on dav-2201", call.name, mode,
                check::dtypeName(src.dtype), check::dtypeName(dst.dtype));
}

// A quantisation parameter (ascendc-cube 10.5).
struct Parameter {
    explicit Parameter(uint64_t word)
        : shift(static_cast<unsigned>(word >> 32 & 15) + 1),
          shifts((word >> 36 & 1) != 0),
          offset(static_cast<int>(static_cast<int64_t>(word << 18) >> 55)),
          isSigned((word >> 46 & 1) != 0) {
        const auto bits = static_cast<uint32_t>(word) & 0xffffe000U;
        std::memcpy(&scale, &bits, sizeof(scale));
    }
    float scale;
    unsigned shift;
    bool shifts;  // int32: reduce to int16 first
    int offset;
    bool isSigned;
};

float scaled(uint32_t bits, bool isInteger, bool relu, const Parameter& parameter) {
    float x;
    if (isInteger) {
        auto value = static_cast<int32_t>(bits);
        if (parameter.shifts) {
            value = std::clamp(value >> parameter.shift, -32768, 32767);
        }
        x = static_cast<float>(value);
    } else {
        std::memcpy(&x, &bits, sizeof(x));
    }
    return (relu && x < 0 ? 0.0F : x) * parameter.scale;
}

template <class T>
void put(uint8_t* to, T value) {
    std::memcpy(to, &value, sizeof(value));
}

uint16_t bfloat16Of(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return (bits & 0x7fffffffU) > 0x7f800000U ? uint16_t{0x7fc0}
                                              : static_cast<uint16_t>((bits + 0x7fffU + (bits >> 16 & 1U)) >> 16);
}

class Converter {
public:
    // `parameters`: one word per column, or null.
    Converter(const Call& call, const Conversion& conversion, const uint8_t* parameters)
        : conversion_(conversion),
          relu_(call.in.fixpipe.relu),
          keepsInfinity_((call.state().ctrl >> 48 & 1) != 0),
          parameters_(parameters),
          scalar_(call.in.fixpipe.quantScalar) {}

    // `count` values of one row, the first in column `column`.
    void operator()(uint8_t* to, const uint8_t* from, uint64_t column, uint64_t count) const {
        const uint32_t width = kWidths[conversion_.destination];
        if (conversion_.mode == NoQuant && !relu_) {
            std::memcpy(to, from, count * width);
            return;
        }
        for (uint64_t i = 0; i < count; ++i) {
            uint32_t bits;
            std::memcpy(&bits, from + i * 4, sizeof(bits));
            one(to + i * width, bits, column + i);
        }
    }

private:
    void one(uint8_t* to, uint32_t bits, uint64_t column) const {
        float value;
        std::memcpy(&value, &bits, sizeof(value));
        switch (conversion_.mode) {
            case NoQuant:
                if (conversion_.source == ACC_INT32) {
                    put(to, static_cast<int32_t>(bits) < 0 ? int32_t{0} : static_cast<int32_t>(bits));
                } else {
                    put(to, value < 0 ? 0.0F : value);
                }
                break;
            case F322F16:
                putHalf(to, relu_ && value < 0 ? 0.0F : value);
                break;
            case F322BF16:
                value = relu_ && value < 0 ? 0.0F : value;
                put(to, bfloat16Of(keepsInfinity_ ? value : limited(value, 0x1.fep127F)));
                break;
            case DEQF16:
            case VDEQF16:
                putHalf(to, scaled(bits, true, relu_, parameter(column)));
                break;
            default: {
                const Parameter p = parameter(column);
                const float y = scaled(bits, conversion_.source == ACC_INT32, relu_, p);
                const float rounded = std::isnan(y) ? 0.0F : std::clamp(std::nearbyint(y), -256.0F, 255.0F);
                const int result = static_cast<int>(rounded) + p.offset;
                put(to, static_cast<uint8_t>(p.isSigned ? std::clamp(result, -128, 127) : std::clamp(result, 0, 255)));
            }
        }
    }

    Parameter parameter(uint64_t column) const {
        uint64_t word = scalar_;
        if (parameters_ != nullptr) {
            std::memcpy(&word, parameters_ + column * sizeof(word), sizeof(word));
        }
        return Parameter(word);
    }
    static float limited(float value, float largest) {
        return std::isnan(value) ? 0.0F : std::clamp(value, -largest, largest);
    }
    void putHalf(uint8_t* to, float value) const {
        put(to, static_cast<half>(keepsInfinity_ ? value : limited(value, 65504.0F)));
    }

    const Conversion& conversion_;
    const bool relu_;
    const bool keepsInfinity_;
    const uint8_t* const parameters_;
    const uint64_t scalar_;
};

// The parameters of a vector mode: in L1 beside the call, or in the fixpipe buffer.
const uint8_t* parametersOf(const Call& call, const Conversion& conversion) {
    if (!conversion.vector) {
        return nullptr;
    }
    const uint64_t bytes = uint64_t{call.in.fixpipe.n} * 8;
    if (call.in.operands == 3) {
        return localOperand(call, 2, ACC_MEM_L1, bytes, 32);
    }
    const exec::CoreState& state = call.state();
    if (!state.fixpipeTableSet) [[unlikely]] {
        check::fail(Rule::UNINIT, call.site,
                    "{}: {} needs a parameter per column; pass cbufWorkspace or call SetFixPipeConfig first", call.name,
                    kModeNames[conversion.mode]);
    }
    if (state.fixpipeTable + bytes > call.block.memoryBytes[ACC_MEM_FB]) [[unlikely]] {
        check::fail(Rule::OOB, call.site, "{}: {} parameters from 0x{:x} do not fit the fixpipe buffer of {} bytes",
                    call.name, call.in.fixpipe.n, state.fixpipeTable, call.block.memoryBytes[ACC_MEM_FB]);
    }
    return call.block.memory[ACC_MEM_FB] + state.fixpipeTable;
}

// Shape of the output: `columns` values lie together in memory, in strips `stripPitch` bytes apart (NZ), of rows
// `rowPitch` bytes apart.
struct Layout {
    uint64_t columns;
    uint64_t stripPitch;
    uint64_t rowPitch;
    uint64_t matrixPitch;
};

Layout layoutOf(const Call& call, bool rows) {
    const AccFixpipe& p = call.in.fixpipe;
    const uint64_t width = widthOf(call.in.operand[0]);
    if (rows) {
        return {p.n, 0, p.dstStride * width, p.dstMatrixStride * width};
    }
    const uint64_t columns = width == 1 ? 32 : p.channelSplit ? 8 : 16;
    return {columns, uint64_t{p.dstStride} * 32, columns * width, 0};
}

void checkShape(const Call& call, bool rows) {
    const AccFixpipe& p = call.in.fixpipe;
    const uint64_t multiple = rows ? 1 : p.channelSplit ? 8 : 16;
    checkField(call, "nSize", p.n, 0, 4095);
    checkField(call, "mSize", p.m, 0, rows ? 8192 : 65535);
    if (p.n % multiple != 0) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: nSize is {}, expected a multiple of {} for NZ output", call.name, p.n,
                    multiple);
    }
    if (p.dstStride == 0) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: dstStride is 0", call.name);
    }
    if (rows) {
        checkField(call, "srcNdStride", p.srcMatrixStride, 0, 512);
    }
    if (p.channelSplit && (rows || call.in.operand[0].dtype != ACC_FLOAT ||
                           memoryOf(call.in.operand[0]) != ACC_MEM_GM || p.unitFlag != 0)) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: isChannelSplit is for float to float, NZ, to GM and without unitFlag",
                    call.name);
    }
}

// Rows of 4-byte values as they are: row by row, so that writes are contiguous.
void copyRows(uint8_t* to, uint64_t toPitch, const uint8_t* from, uint64_t strip, uint64_t rows, uint64_t columns) {
    constexpr uint64_t kPiece = kStripColumns * 4;
    const uint64_t whole = columns / kStripColumns;
    const uint64_t rest = columns % kStripColumns * 4;
    for (uint64_t r = 0; r < rows; ++r, to += toPitch, from += kPiece) {
        for (uint64_t s = 0; s < whole; ++s) {
            std::memcpy(to + s * kPiece, from + s * strip, kPiece);
        }
        std::memcpy(to + whole * kPiece, from + whole * strip, rest);
    }
}

}  // namespace

void executeFixpipe(const Call& call) {
    const AccFixpipe& p = call.in.fixpipe;
    const AccOperand& dst = call.in.operand[0];
    const AccMemory memory = memoryOf(dst);
    if ((memory != ACC_MEM_GM && memory != ACC_MEM_L1) || check::isUnbound(dst.position) ||
        memoryOf(call.in.operand[1]) != ACC_MEM_L0C) [[unlikely]] {
        failPath(call);
    }
    const Conversion& conversion = conversionOf(call);
    if (memory == ACC_MEM_L1 && conversion.mode == NoQuant) [[unlikely]] {
        check::fail(Rule::DTYPE, call.site, "{}: values cannot go to L1 unconverted; quantPre is NoQuant", call.name);
    }
    const bool rows = p.rows && memory == ACC_MEM_GM;
    if (p.rows && !rows) [[unlikely]] {
        check::warn(Rule::MODE, call.site, "{}: to L1 the layout is always NZ; use CFG_NZ", call.name);
    }
    if (rows && p.matrices == 0) [[unlikely]] {
        check::warn(Rule::MODE, call.site, "{}: ndNum is 0, nothing is written", call.name);
    }
    const uint64_t matrices = rows ? p.matrices : 1;
    if (p.n == 0 || p.m == 0 || matrices == 0) {
        return;
    }
    checkShape(call, rows);

    const uint64_t strips = ceilDivide(p.n, kStripColumns);
    const uint64_t srcStrip = uint64_t{p.srcStride} * 64;
    const uint64_t srcMatrix = uint64_t{p.srcMatrixStride} * kResultFractalBytes;
    const uint64_t srcBytes = (matrices - 1) * srcMatrix + (strips - 1) * srcStrip + (p.m - 1) * uint64_t{64} +
                              ((p.n - 1) % kStripColumns + 1) * 4;
    const uint8_t* const src = localOperand(call, 1, ACC_MEM_L0C, srcBytes, 64);
    consumeUnits(call, call.in.operand[1].address, srcBytes, p.unitFlag);

    const Layout layout = layoutOf(call, rows);
    const uint64_t width = widthOf(dst);
    // Two strips of 8-bit values share rows of 32 bytes; an odd last one has rows of 16.
    const uint64_t tail = (p.n - 1) % layout.columns + 1;  // values in the last strip's rows
    const uint64_t lastRowPitch = !rows && width == 1 && tail <= kStripColumns ? kStripColumns : layout.rowPitch;
    const uint64_t dstBytes = (matrices - 1) * layout.matrixPitch + (p.n - 1) / layout.columns * layout.stripPitch +
                              (p.m - 1) * lastRowPitch + tail * width;
    uint8_t* to = nullptr;
    if (memory == ACC_MEM_GM) {
        check::checkGlobalRange(call.name, "destination", dst.address, dstBytes, call.site);
        to = reinterpret_cast<uint8_t*>(dst.address);
    } else {
        to = localOperand(call, 0, ACC_MEM_L1, dstBytes, 32);
    }
    const Converter convert(call, conversion, parametersOf(call, conversion));
    const bool atomic = memory == ACC_MEM_GM && call.state().atomicOperation != 0;
    if (atomic) {
        checkAtomicStore(call, width);
    }
    if (rows && !atomic && conversion.mode == NoQuant && !p.relu) {
        for (uint64_t i = 0; i < matrices; ++i) {
            copyRows(to + i * layout.matrixPitch, layout.rowPitch, src + i * srcMatrix, srcStrip, p.m, p.n);
        }
        return;
    }
    uint8_t stage[kStripColumns * 4];
    for (uint64_t i = 0; i < matrices; ++i) {
        for (uint64_t c = 0; c < p.n;) {
            // A piece lies in one strip of the source and in one of the destination.
            const uint64_t strip = c / layout.columns;
            const uint64_t count =
                std::min<uint64_t>({p.n - c, kStripColumns - c % kStripColumns, layout.columns - c % layout.columns});
            const uint64_t rowPitch = strip == (p.n - 1) / layout.columns ? lastRowPitch : layout.rowPitch;
            const uint8_t* from = src + i * srcMatrix + c / kStripColumns * srcStrip + c % kStripColumns * 4;
            uint8_t* place = to + i * layout.matrixPitch + strip * layout.stripPitch + c % layout.columns * width;
            for (uint64_t m = 0; m < p.m; ++m, from += 64, place += rowPitch) {
                if (atomic) {
                    convert(stage, from, c, count);
                    atomicStore(call, place, stage, count * width);
                } else {
                    convert(place, from, c, count);
                }
            }
            c += count;
        }
    }
}

}  // namespace acc::rt::isa
