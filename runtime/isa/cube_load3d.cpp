// SPDX-License-Identifier: Apache-2.0
// The 3D load (ascendc-cube 5.3, 5.4): a window of the matrix V that img2col makes of a feature map [C1][H][W][C0]. Row
// ho * Wo + wo of V is one position of the filter, column ((c1 * Kh + kh) * Kw + kw) * C0 + c0 one tap of one channel.
#include <algorithm>
#include <cstring>

#include "runtime/isa/cube.h"

namespace acc::rt::isa {
namespace {

using check::Rule;

struct Map {
    uint64_t height;
    uint64_t width;
    uint8_t pads[4];  // left, right, top, bottom
    uint64_t outHeight;
    uint64_t outWidth;
    uint64_t columns;  // of V, in blocks of C0
};

// Positions of a filter along one side; 0 when it does not fit.
uint64_t positions(uint64_t size, unsigned padding, uint64_t filter, uint64_t dilation, uint64_t stride) {
    const uint64_t padded = size + padding;
    const uint64_t reach = dilation * (filter - 1) + 1;
    return padded < reach ? 0 : (padded - reach) / stride + 1;
}

class Loader {
public:
    Loader(const Call& call, const Map& map)
        : call_(call),
          load_(call.in.load3d),
          map_(map),
          width_(widthOf(call.in.operand[0])),
          depth_(kBlockBytes / width_),
          base_(call.block.memory[ACC_MEM_L1]) {
        const uint64_t value = load_.setsPadValue ? call.in.scalar : call.state().loadPadValue;
        for (uint32_t at = 0; at < kBlockBytes; at += width_) {
            std::memcpy(padding_ + at, &value, width_);
        }
    }

    // The C0 elements of row `row` of V in column block `column`.
    const uint8_t* block(uint64_t row, uint64_t column) const {
        const uint64_t kw = column % load_.filterW;
        const uint64_t kh = column / load_.filterW % load_.filterH;
        const uint64_t c1 = column / load_.filterW / load_.filterH;
        const uint64_t h = row / map_.outWidth * load_.strideH + kh * load_.dilationH - map_.pads[2];
        const uint64_t w = row % map_.outWidth * load_.strideW + kw * load_.dilationW - map_.pads[0];
        if (h >= map_.height || w >= map_.width) {  // also when negative
            return padding_;
        }
        const AccOperand& source = call_.in.operand[1];
        const uint64_t offset = ((c1 * map_.height + h) * map_.width + w) * kBlockBytes;
        uint64_t address = source.address + offset;
        if (const uint32_t boundary = call_.state().loadBoundary; boundary != 0 && address >= boundary) {
            return base_ + std::min<uint64_t>(address - boundary, call_.block.memoryBytes[ACC_MEM_L1] - kBlockBytes);
        }
        if (address + kBlockBytes > source.end) [[unlikely]] {
            localOperand(call_, 1, ACC_MEM_L1, offset + kBlockBytes, 32);  // fails
        }
        return base_ + address;
    }

    uint32_t width() const { return width_; }
    uint32_t depth() const { return depth_; }

private:
    const Call& call_;
    const AccLoad3d& load_;
    const Map& map_;
    const uint32_t width_;
    const uint32_t depth_;
    uint8_t* const base_;
    alignas(32) uint8_t padding_[kBlockBytes];
};

// Where element (r, c) of the window goes, in elements. Rows and columns are those of the whole destination.
struct Placement {
    AccMemory memory;
    bool transposed;
    uint32_t width;
    uint64_t rows;
    uint64_t columns;

    uint64_t at(uint64_t r, uint64_t c) const {
        const uint64_t depth = kBlockBytes / width;
        const uint64_t rowTiles = ceilDivide(rows, 16);
        const uint64_t columnTiles = ceilDivide(columns, 16);
        if (!transposed) {
            return (r / 16 * ceilDivide(columns, depth) + c / depth) * 16 * depth + r % 16 * depth + c % depth;
        }
        if (memory == ACC_MEM_L0A) {
            return width == 2 ? (c / 16 * rowTiles + r / 16) * 256 + c % 16 * 16 + r % 16
                              : ((c / 16 * rowTiles + r / 16) * 2 + r % 16 / 8) * 128 + c % 16 * 8 + r % 8;
        }
        return width == 2 ? (r / 16 * columnTiles + c / 16) * 256 + c % 16 * 16 + r % 16
                          : (r / 8 * columnTiles + c / 16) * 128 + c % 16 * 8 + r % 8;
    }

    // Bytes of the whole destination, in whole fractals.
    uint64_t bytes() const {
        const uint64_t depth = kBlockBytes / width;
        if (!transposed) {
            return ceilDivide(rows, 16) * ceilDivide(columns, depth) * kFractalBytes;
        }
        if (memory == ACC_MEM_L0A) {
            return ceilDivide(columns, 16) * ceilDivide(rows, 16) * (16 / depth) * kFractalBytes;
        }
        return ceilDivide(rows, depth) * ceilDivide(columns, 16) * kFractalBytes;
    }
};

void checkParameters(const Call& call, const AccLoad3d& load, uint32_t depth) {
    if (load.reserved) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: enSmallK and fMatrixCtrl must be false", call.name);
    }
    if (load.channels % depth != 0) [[unlikely]] {
        check::fail(Rule::RANGE, call.site,
                    "{}: channelSize is {}; only multiples of {} elements (32 bytes) are supported here", call.name,
                    load.channels, depth);
    }
    checkField(call, "kStartPt (mod 32 bytes)", load.kStart % depth, 0, 0);
    checkField(call, "strideW", load.strideW, 1, 63);
    checkField(call, "strideH", load.strideH, 1, 63);
    checkField(call, "dilationFilterW", load.dilationW, 1, 255);
    checkField(call, "dilationFilterH", load.dilationH, 1, 255);
    checkField(call, "mStartPt", load.mStart, 0, 32767);
}

// A square of N x N elements, rows behind each other on both sides.
template <class T, uint32_t N>
void transposeSquare(uint8_t* to, const uint8_t* from) {
    T square[N * N];
    std::memcpy(square, from, sizeof(square));
    T result[N * N];
    for (uint32_t i = 0; i < N; ++i) {
        for (uint32_t j = 0; j < N; ++j) {
            result[j * N + i] = square[i * N + j];
        }
    }
    std::memcpy(to, result, sizeof(result));
}

// Whether the load is that of a plain matrix, which lies in L1 as NZ: a filter of one tap, no padding, no repetition,
// and a window of whole squares inside. What most loads are, and done in squares rather than elements.
bool isPlainMatrix(const Call& call, const Map& map, uint32_t depth) {
    const AccLoad3d& load = call.in.load3d;
    const exec::CoreState& state = call.state();
    return load.filterW == 1 && load.filterH == 1 && load.strideW == 1 && load.strideH == 1 && state.loadRepeats == 1 &&
           state.loadBoundary == 0 && map.outHeight == map.height && map.outWidth == map.width &&
           load.mExtension % depth == 0 && load.kExtension % depth == 0 && load.mStart % depth == 0 &&
           load.mStart + uint64_t{load.mExtension} <= map.height * map.width &&
           (load.kStart + uint64_t{load.kExtension}) / depth <= map.columns;
}

template <class T, uint32_t N>
void transposeMatrix(const Call& call, const Map& map, const Placement& place, uint8_t* dst) {
    const AccLoad3d& load = call.in.load3d;
    const uint64_t strip = map.height * map.width * kBlockBytes;
    const uint64_t bytes = ((load.kStart + uint64_t{load.kExtension}) / N - 1) * strip +
                           (load.mStart + uint64_t{load.mExtension}) * kBlockBytes;
    const uint8_t* const src = localOperand(call, 1, ACC_MEM_L1, bytes, 32);
    for (uint64_t c = 0; c < load.kExtension; c += N) {
        const uint8_t* const column = src + (load.kStart + c) / N * strip + uint64_t{load.mStart} * kBlockBytes;
        for (uint64_t r = 0; r < load.mExtension; r += N) {
            transposeSquare<T, N>(dst + place.at(r, c) * sizeof(T), column + r * kBlockBytes);
        }
    }
}

}  // namespace

void loadData3d(const Call& call) {
    const AccLoad3d& load = call.in.load3d;
    exec::CoreState& state = call.state();
    if (load.setsMap) {
        state.mapHeight = load.height;
        state.mapWidth = load.width;
        std::memcpy(state.mapPads, load.pads, sizeof(state.mapPads));
    }
    if (load.setsPadValue) {
        state.loadPadValue = call.in.scalar;
    }
    const AccMemory memory = memoryOf(call.in.operand[0]);
    if ((memory != ACC_MEM_L0A && memory != ACC_MEM_L0B) || memoryOf(call.in.operand[1]) != ACC_MEM_L1) [[unlikely]] {
        failPath(call);
    }
    const uint32_t width = widthOf(call.in.operand[0]);
    const bool transposed = memory == ACC_MEM_L0B || load.transpose;
    if ((width != 1 && width != 2 && width != 4) || (transposed && width == 1)) [[unlikely]] {
        check::fail(Rule::DTYPE, call.site, "{}: {} cannot be loaded {}", call.name,
                    check::dtypeName(call.in.operand[0].dtype),
                    memory == ACC_MEM_L0B ? "to L0B"
                    : transposed          ? "with enTranspose"
                                          : "to L0A");
    }
    if (state.mapHeight == 0 || state.mapWidth == 0 || load.channels == 0 || load.kExtension == 0 ||
        load.mExtension == 0 || load.filterW == 0 || load.filterH == 0 || state.loadRepeats == 0) {
        return;
    }
    const uint32_t depth = kBlockBytes / width;
    checkParameters(call, load, depth);
    Map map{state.mapHeight, state.mapWidth, {}, 0, 0, 0};
    std::memcpy(map.pads, state.mapPads, sizeof(map.pads));
    map.outHeight =
        positions(map.height, unsigned{map.pads[2]} + map.pads[3], load.filterH, load.dilationH, load.strideH);
    map.outWidth =
        positions(map.width, unsigned{map.pads[0]} + map.pads[1], load.filterW, load.dilationW, load.strideW);
    map.columns = uint64_t{load.channels / depth} * load.filterH * load.filterW;
    if (map.outHeight == 0 || map.outWidth == 0) [[unlikely]] {
        check::fail(Rule::RANGE, call.site,
                    "{}: the filter of {} x {} does not fit the feature map of {} x {} with pads", call.name,
                    load.filterH, load.filterW, map.height, map.width);
    }

    const uint64_t repeats = state.loadRepeats;
    Placement place{memory, transposed, width, load.mExtension, load.kExtension};
    (state.loadRepeatsAlongK ? place.columns : place.rows) *= repeats;
    if (!transposed) {
        place.rows = ceilDivide(place.rows, 16) * 16;
    }
    uint8_t* const dst = localOperand(call, 0, memory, place.bytes(), kFractalBytes);
    localOperand(call, 1, ACC_MEM_L1, kBlockBytes, 32);
    if (transposed && isPlainMatrix(call, map, depth)) {
        return width == 2 ? transposeMatrix<uint16_t, 16>(call, map, place, dst)
                          : transposeMatrix<uint32_t, 8>(call, map, place, dst);
    }
    const Loader loader(call, map);
    bool outside = false;
    for (uint64_t t = 0; t < repeats; ++t) {
        const uint64_t shift = t * state.loadRepeatStride;
        const uint64_t firstRow = load.mStart + (state.loadRepeatsAlongK ? 0 : shift * 16);
        const uint64_t firstBlock = load.kStart / depth + (state.loadRepeatsAlongK ? shift : 0);
        const uint64_t toRow = state.loadRepeatsAlongK ? 0 : t * load.mExtension;
        const uint64_t toColumn = state.loadRepeatsAlongK ? t * load.kExtension : 0;
        for (uint64_t r = 0; r < load.mExtension; ++r) {
            for (uint64_t c = 0; c < load.kExtension; c += depth) {
                const uint64_t row = firstRow + r;
                const uint64_t column = firstBlock + c / depth;
                if (row >= map.outHeight * map.outWidth || column >= map.columns) {
                    outside = true;
                    continue;
                }
                const uint8_t* const from = loader.block(row, column);
                if (!transposed) {
                    std::memcpy(dst + place.at(toRow + r, toColumn + c) * width, from, kBlockBytes);
                    continue;
                }
                const uint64_t used = std::min<uint64_t>(depth, load.kExtension - c);
                for (uint64_t i = 0; i < used; ++i) {
                    std::memcpy(dst + place.at(toRow + r, toColumn + c + i) * width, from + i * width, width);
                }
            }
        }
    }
    if (outside) [[unlikely]] {
        check::warn(
            Rule::TRUNCATED, call.site,
            "{}: the window of {} x {} from ({}, {}) leaves the matrix of {} x {}; what is outside is not loaded",
            call.name, load.mExtension, load.kExtension, load.mStart, load.kStart, map.outHeight * map.outWidth,
            map.columns * depth);
    }
}

}  // namespace acc::rt::isa
