// SPDX-License-Identifier: Apache-2.0
// Matmul on the cube core: a base block of C goes GM -> L1 -> L0 -> Mmad over k -> Fixpipe, by the same instructions
// that kernels write by hand, so their checks and their arithmetic hold. Between steps everything is waited for: there
// is no overlap to win here.
#pragma once

#include "../../pipe.h"
#include "state.h"
#include "static_tiling.h"

// The steps of a product are functions of their own: every method of an object needs them. Reports name the line of the
// method's call, which accMatmulEnter() notes.
#define ACC_MATMUL_STEP __aicore__ inline __attribute__((noinline))
ACC_RUNTIME void accMatmulEnter(void);
ACC_RUNTIME void accMatmulLeave(void);

// A Matmul call that cannot be carried out: fails the kernel with "<method>: <what> is <value>, expected <expected>".
// Calls are not merged, or their lines would be lost.
#if defined(__clang__)
#define ACC_MATMUL_FAULT __attribute__((noreturn, cold, nomerge))
#else
#define ACC_MATMUL_FAULT __attribute__((noreturn, cold))
#endif
ACC_RUNTIME void accMatmulFault(const char* method, const char* what, int64_t value,
                                const char* expected) ACC_MATMUL_FAULT;

namespace AscendC {
namespace detail {

template <class T>
ACC_API GlobalTensor<T> globalAt(const void* address) {
    GlobalTensor<T> tensor;
    tensor.SetGlobalBuffer((__gm__ T*)const_cast<void*>(address));
    return tensor;
}
template <class T>
ACC_API LocalTensor<T> localAt(TPosition position, uint32_t address, int32_t elements) {
    return LocalTensor<T>(position, address, uint32_t(elements));
}

// Rows [row, row + rows) and columns [column, column + columns) of a stored matrix, to L1 as NZ whose strips have
// `l1Rows` rows. `pitch`: elements between rows of an ND matrix; `strip`: rows of an NZ one.
template <class T, CubeFormat format>
ACC_API void loadPart(const LocalTensor<T>& l1, const GlobalTensor<T>& gm, int64_t pitch, int32_t strip, int32_t row,
                      int32_t column, int32_t rows, int32_t columns, int32_t l1Rows) {
    constexpr int32_t kDepth = kFractalDepth<T>;
    constexpr int32_t kMaxPitch = 65535;
    if constexpr (format == CubeFormat::NZ) {
        // A strip is `strip` rows of 32 bytes.
        const int32_t take = smaller(roundUp(rows, 16), strip - row);
        const GlobalTensor<T> from = gm[uint64_t(column) / kDepth * strip * kDepth + uint64_t(row) * kDepth];
        const int32_t strips = ceilDiv(columns, kDepth);
        if (strip - take <= kMaxPitch) {
            DataCopy(l1, from,
                     DataCopyParams(uint16_t(strips), uint16_t(take), uint16_t(strip - take), uint16_t(l1Rows - take)));
        } else {
            for (int32_t i = 0; i < strips; ++i) {
                DataCopy(l1[i * l1Rows * kDepth], from[uint64_t(i) * strip * kDepth],
                         DataCopyParams(1, uint16_t(take), 0, 0));
            }
        }
    } else {
        const GlobalTensor<T> from = gm[uint64_t(row) * pitch + column];
        if (pitch <= kMaxPitch) {
            DataCopy(l1, from,
                     Nd2NzParams(1, uint16_t(rows), uint16_t(columns), 0, uint16_t(pitch), uint16_t(l1Rows), 1, 0));
        } else {
            for (int32_t i = 0; i < rows; ++i) {
                DataCopy(l1[i * kDepth], from[uint64_t(i) * pitch],
                         Nd2NzParams(1, 1, uint16_t(columns), 0, kMaxPitch, uint16_t(l1Rows), 1, 0));
            }
        }
    }
}

// A tile of A, m x k, from L1 (NZ with strips of `l1Rows` rows, stored as it is or transposed) to L0A.
template <class T>
ACC_API void loadLeft(const LocalTensor<T>& a2, const LocalTensor<T>& a1, int32_t l1Rows, int32_t m, int32_t k,
                      bool transposed) {
    constexpr int32_t kDepth = kFractalDepth<T>;
    constexpr int32_t kFractal = 16 * kDepth;
    const int32_t mTiles = ceilDiv(m, 16), kTiles = ceilDiv(k, kDepth), strip = l1Rows / 16;
    if (!transposed) {
        for (int32_t i = 0; i < mTiles; ++i) {
            LoadData(a2[i * kTiles * kFractal], a1[i * kFractal],
                     LoadData2DParams(0, uint8_t(kTiles), uint16_t(strip), 0, 0, false, 0));
        }
    } else if constexpr (sizeof(T) == 2) {
        for (int32_t i = 0; i < mTiles; ++i) {
            LoadData(a2[i * kTiles * kFractal], a1[i * strip * kFractal],
                     LoadData2DParams(0, uint8_t(kTiles), 1, 0, 0, true, 0));
        }
    } else if constexpr (sizeof(T) == 1) {
        for (int32_t i = 0; i < ceilDiv(m, 32); ++i) {
            LoadDataWithTranspose(a2[i * 2 * kTiles * kFractal], a1[i * strip * kFractal],
                                  LoadData2dTransposeParams(0, uint8_t(kTiles), 1, 0, uint16_t(kTiles - 1)));
        }
    } else {
        const uint8_t pads[4] = {0, 0, 0, 0};
        const uint16_t columns = uint16_t(roundUp(m, kDepth));
        LoadData(a2, a1,
                 LoadData3DParamsV2<T>(pads, 1, uint16_t(l1Rows), columns, columns, uint16_t(roundUp(k, 16)), 0, 0, 1,
                                       1, 1, 1, 1, 1, true, false, T(0)));
    }
}

// A tile of B, k x n, likewise to L0B. Columns of L0B may be more than n: the number that Mmad has to be told.
template <class T>
ACC_API int32_t loadRight(const LocalTensor<T>& b2, const LocalTensor<T>& b1, int32_t l1Rows, int32_t k, int32_t n,
                          bool transposed) {
    constexpr int32_t kDepth = kFractalDepth<T>;
    constexpr int32_t kFractal = 16 * kDepth;
    const int32_t nTiles = ceilDiv(n, 16), kTiles = ceilDiv(k, kDepth), strip = l1Rows / 16;
    if (transposed) {
        for (int32_t i = 0; i < kTiles; ++i) {
            LoadData(b2[i * nTiles * kFractal], b1[i * strip * kFractal],
                     LoadData2DParams(0, uint8_t(nTiles), 1, 0, 0, false, 0));
        }
        return n;
    }
    if constexpr (sizeof(T) == 2) {
        for (int32_t i = 0; i < kTiles; ++i) {
            LoadData(b2[i * nTiles * kFractal], b1[i * kFractal],
                     LoadData2DParams(0, uint8_t(nTiles), uint16_t(strip), 0, 0, true, 0));
        }
        return n;
    } else if constexpr (sizeof(T) == 1) {
        const int32_t squares = ceilDiv(n, 32);
        for (int32_t i = 0; i < kTiles; ++i) {
            LoadDataWithTranspose(b2[i * 2 * squares * kFractal], b1[i * 2 * kFractal],
                                  LoadData2dTransposeParams(0, uint8_t(squares), uint16_t(strip / 2), 1, 0));
        }
        return 32 * squares;
    } else {
        const uint8_t pads[4] = {0, 0, 0, 0};
        LoadData(
            b2, b1,
            LoadData3DParamsV2<T>(pads, 1, uint16_t(l1Rows), uint16_t(roundUp(n, kDepth)), uint16_t(roundUp(n, kDepth)),
                                  uint16_t(roundUp(k, 16)), 0, 0, 1, 1, 1, 1, 1, 1, false, false, T(0)));
        return n;
    }
}

// How results of type `From` leave L0C as `To`.
template <class From, class To>
ACC_API QuantMode_t quantModeOf(MatmulQuant quant) {
    constexpr bool kBytes = isOneOf<To, int8_t, uint8_t>;
    if constexpr (std::is_same_v<From, To>) {
        return NoQuant;
    } else if constexpr (std::is_same_v<From, float> && std::is_same_v<To, half>) {
        return F322F16;
    } else if constexpr (std::is_same_v<From, float> && std::is_same_v<To, bfloat16_t>) {
        return F322BF16;
    } else {
        constexpr bool kInteger = std::is_same_v<From, int32_t>;
        static_assert(kBytes || (kInteger && std::is_same_v<To, half>),
                      "Matmul on dav-2201 makes float, half, bfloat16_t or int8_t of floating-point factors, and "
                      "int32_t, half or int8_t of integers");
        if (ACC_UNLIKELY(quant == MatmulQuant::none)) {
            accMatmulFault("Matmul", "the number of quantisation parameters", 0,
                           "SetQuantScalar or SetQuantVector before the product");
        }
        const bool vector = quant == MatmulQuant::vector;
        if constexpr (!kBytes) {
            return vector ? VDEQF16 : DEQF16;
        } else if constexpr (kInteger) {
            return vector ? VREQ8 : REQ8;
        } else {
            return vector ? VQF322B8_PRE : QF322B8_PRE;
        }
    }
}

// The steps for one kind of Matmul object. `l1` and `l0c`: where in these memories they may work, bytes.
template <class A, class B, class C, class Bias, const auto& configuration, class Callbacks>
class MatmulEngine {
    static constexpr MatmulConfig config = configOf(configuration);
    static constexpr const FixpipeConfig& kLayout = C::format == CubeFormat::NZ ? CFG_NZ : CFG_ROW_MAJOR;
    using T = typename A::T;
    using Accumulator = AccumulatorOf<T>;
    using Result = typename C::T;
    using BiasElement = typename Bias::T;
    static_assert(std::is_same_v<T, typename B::T>, "A and B of Matmul have one element type on dav-2201");
    static_assert(isOneOf<T, half, bfloat16_t, float, int8_t>, "Matmul multiplies half, bfloat16_t, float or int8_t");
    static_assert(C::format == CubeFormat::ND || C::format == CubeFormat::NZ || C::format == CubeFormat::ND_ALIGN,
                  "C of Matmul is ND, NZ or ND_ALIGN");

public:
    // Bytes of L1 for one step: a tile of A, one of B, bias and quantisation parameters.
    ACC_API static uint32_t l1Bytes(const TCubeTiling& t) {
        return uint32_t(tileBytes(t.baseM, t.baseK) + tileBytes(t.baseN, t.baseK) + roundUp(t.baseN, 32) * 12);
    }
    ACC_API static uint32_t resultBytes(const TCubeTiling& t) {
        return uint32_t(roundUp(t.baseM, 16) * roundUp(t.baseN, 32)) * 4;
    }

    ACC_API static MatmulBlock blockOf(const MatmulState& s, int32_t index) {
        const bool byColumns = config.iterateOrder == IterateOrder::UNDEF
                                   ? s.tiling.iterateOrder == 1
                                   : config.iterateOrder == IterateOrder::ORDER_N;
        const int32_t i = byColumns ? index / s.nBlocks() : index % s.mBlocks();
        const int32_t j = byColumns ? index % s.nBlocks() : index / s.mBlocks();
        return {i, j, smaller(s.tiling.baseM, s.m - i * s.tiling.baseM),
                smaller(s.tiling.baseN, s.n - j * s.tiling.baseN)};
    }

    // Block `index` of C into L0C.
    ACC_MATMUL_STEP static void multiply(const MatmulState& s, int32_t index, bool partialSum, uint32_t l1,
                                         uint32_t l0c) {
        const MatmulBlock block = blockOf(s, index);
        const int32_t baseK = s.tiling.baseK;
        const LocalTensor<Accumulator> c =
            localAt<Accumulator>(TPosition::CO1, l0c, roundUp(block.m, 16) * roundUp(block.n, 32));
        const bool hasBias = s.bias.isSet && !partialSum;
        constexpr bool kBiasByProduct = std::is_same_v<BiasElement, bfloat16_t>;
        if (hasBias) {
            if constexpr (kBiasByProduct) {
                multiplyBias(s, block, l1, c);
            } else {
                loadBias(s, block, l1);
            }
        }
        if constexpr (std::is_same_v<T, float>) {
            if (s.hf32) {
                SetHF32Mode(true);
                SetHF32TransMode(s.hf32Away);
            }
        }
        for (int32_t step = 0; step * baseK < s.k; ++step) {
            const int32_t k = smaller(baseK, s.k - step * baseK);
            const LocalTensor<T> a2 = localAt<T>(TPosition::A2, 0, TOTAL_L0A_SIZE / sizeof(T));
            const LocalTensor<T> b2 = localAt<T>(TPosition::B2, 0, TOTAL_L0B_SIZE / sizeof(T));
            loadA(s, block, step, k, l1, a2);
            const int32_t columns = loadB(s, block, step, k, l1 + tileBytes(s.tiling.baseM, baseK), b2);
            PipeBarrier<PIPE_ALL>();
            MmadParams p;
            p.m = uint16_t(block.m == 1 ? 16 : block.m);  // one row would be read as a plain vector
            p.n = uint16_t(columns);
            p.k = uint16_t(k);
            p.kDirectionAlign = std::is_same_v<T, float> && s.a.transposed;
            p.cmatrixInitVal = step == 0 && !hasBias && !partialSum;
            if (step == 0 && hasBias && !kBiasByProduct) {
                Mmad(c, a2, b2, localAt<Accumulator>(TPosition::C2, 0, columns), p);
            } else {
                Mmad(c, a2, b2, p);
            }
            PipeBarrier<PIPE_ALL>();
        }
        if constexpr (std::is_same_v<T, float>) {
            if (s.hf32) {
                SetHF32Mode(false);
            }
        }
    }

    // The block from L0C to GM.
    ACC_MATMUL_STEP static void store(const MatmulState& s, int32_t index, const MatmulTarget& target, uint32_t l1,
                                      uint32_t l0c) {
        const MatmulBlock block = blockOf(s, index);
        const LocalTensor<Accumulator> c =
            localAt<Accumulator>(TPosition::CO1, l0c, roundUp(block.m, 16) * roundUp(block.n, 32));
        const QuantMode_t mode = quantModeOf<Accumulator, Result>(s.quant);
        FixpipeParamsV220 p(uint16_t(block.n), uint16_t(block.m), uint16_t(roundUp(block.m, 16)), 0, config.enableRelu);
        p.quantPre = mode;
        p.deqScalar = s.quantScalar;
        p.isChannelSplit = config.isEnableChannelSplit && C::format == CubeFormat::NZ && sizeof(Result) == 4;
        GlobalTensor<Result> to = globalAt<Result>(target.c);
        const int32_t row = target.isDense ? 0 : block.i * s.tiling.baseM;
        const int32_t column = target.isDense ? 0 : block.j * s.tiling.baseN;
        if constexpr (C::format == CubeFormat::NZ) {
            const int32_t width = p.isChannelSplit ? 8 : (sizeof(Result) == 1 ? 32 : 16);
            const int32_t rows = roundUp(target.isDense ? s.tiling.baseM : (target.isStaged ? s.m : s.orgM), 16);
            p.nSize = uint16_t(roundUp(block.n, p.isChannelSplit ? 8 : 16));
            p.dstStride = uint32_t(rows * width * int32_t(sizeof(Result)) / 32);
            to = to[uint64_t(column / width) * rows * width + uint64_t(row) * width];
        } else {
            p.dstStride = pitchOf(s, target);
            to = to[uint64_t(row) * p.dstStride + column];
        }
        if (target.atomic != 0) {
            setAtomic(target.atomic);
        }
        if constexpr (isCallback<Callbacks::copyOut>) {
            DataCopyOutParams out;
            out.cBurstNum = uint16_t(ceilDiv(block.n, 16));
            out.burstLen = uint16_t(block.m * 16 * 4 / 32);
            out.srcStride = p.srcStride;
            out.dstStride = p.dstStride;
            out.oriNSize = uint16_t(block.n);
            out.quantScalar = s.quantScalar;
            Callbacks::copyOut((const __gm__ void*)to.GetPhyAddr(), c.template ReinterpretCast<int8_t>(), &out,
                               s.tilingPtr, s.dataPtr);
        } else if (mode != NoQuant && s.quant == MatmulQuant::vector && !std::is_same_v<Accumulator, Result> &&
                   mode != F322F16 && mode != F322BF16) {
            Fixpipe<Result, Accumulator, kLayout>(to, c, loadQuantVector(s, block, l1), p);
        } else {
            Fixpipe<Result, Accumulator, kLayout>(to, c, p);
        }
        if (target.atomic != 0) {
            SetAtomicNone();
        }
        PipeBarrier<PIPE_ALL>();
    }

    // Elements between rows of an ND result.
    ACC_API static uint32_t pitchOf(const MatmulState& s, const MatmulTarget& target) {
        uint32_t pitch = target.pitch;
        if (target.isDense) {
            pitch = uint32_t(s.tiling.baseN);
        } else if (target.isStaged) {
            pitch = uint32_t(s.n);
        } else if (pitch == 0) {
            pitch = uint32_t(s.orgKc != 0 ? s.orgKc : s.orgN);
        }
        constexpr uint32_t kBlock = 32 / sizeof(Result);
        return C::format == CubeFormat::ND_ALIGN ? (pitch + kBlock - 1) / kBlock * kBlock : pitch;
    }

private:
    // Bytes of a tile in L1, whichever way it is stored; 8-bit transposition works on squares of 32.
    ACC_API static int32_t tileBytes(int32_t outer, int32_t k) {
        return roundUp(outer, 32) * roundUp(k, 32) * int32_t(sizeof(T));
    }
    ACC_API static int32_t rowsInL1(int32_t rows) { return roundUp(rows, sizeof(T) == 1 ? 32 : 16); }

    ACC_API static void setAtomic(uint8_t atomic) {
        if (atomic == 1) {
            SetAtomicAdd<Result>();
        } else if (atomic == 2) {
            SetAtomicMax<Result>();
        } else {
            SetAtomicMin<Result>();
        }
    }

    // Part (row, column, rows, columns) of a stored matrix, to where L1 tiles go, unless it is in L1 already.
    template <CubeFormat format>
    ACC_API static LocalTensor<T> part(const MatmulOperand& operand, int32_t wholeRows, int32_t wholeColumns,
                                       int32_t row, int32_t column, int32_t rows, int32_t columns, uint32_t l1,
                                       int32_t& l1Rows) {
        if (operand.isLocal) {
            l1Rows = roundUp(wholeRows, 16);
            return tensorOf<T>(operand.local)[uint32_t(column / kFractalDepth<T> * l1Rows + row) * kFractalDepth<T>];
        }
        l1Rows = rowsInL1(rows);
        const LocalTensor<T> tile = localAt<T>(TPosition::A1, l1, l1Rows * roundUp(columns, kFractalDepth<T>));
        loadPart<T, format>(tile, globalAt<T>(operand.address), operand.pitch != 0 ? operand.pitch : wholeColumns,
                            roundUp(wholeRows, 16), row, column, rows, columns, l1Rows);
        PipeBarrier<PIPE_ALL>();
        return tile;
    }

    ACC_API static void loadA(const MatmulState& s, const MatmulBlock& block, int32_t step, int32_t k, uint32_t l1,
                              const LocalTensor<T>& a2) {
        const int32_t row = block.i * s.tiling.baseM, column = step * s.tiling.baseK;
        int32_t l1Rows = rowsInL1(s.a.transposed ? k : block.m);
        if constexpr (A::format == CubeFormat::SCALAR) {
            const LocalTensor<T> tile = localAt<T>(TPosition::A1, l1, l1Rows * roundUp(k, kFractalDepth<T>));
            T value;
            __builtin_memcpy(&value, &s.scalarA, sizeof(T));
            InitConstValue(tile, InitConstValueParams<T>(1, uint16_t(l1Rows * ceilDiv(k, kFractalDepth<T>)), 0, value));
            PipeBarrier<PIPE_ALL>();
            loadLeft(a2, tile, l1Rows, block.m, k, false);
        } else if constexpr (isCallback<Callbacks::copyA1>) {
            const LocalTensor<T> tile = localAt<T>(TPosition::A1, l1, tileBytes(block.m, k) / int32_t(sizeof(T)));
            Callbacks::copyA1(tile.template ReinterpretCast<int8_t>(), (const __gm__ void*)s.a.address, block.i, step,
                              block.m, k, s.tilingPtr, s.dataPtr);
            PipeBarrier<PIPE_ALL>();
            loadLeft(a2, tile, l1Rows, block.m, k, s.a.transposed);
        } else {
            const int32_t m = s.a.isStaged || s.a.isLocal ? s.m : s.orgM;
            const int32_t wholeK = s.a.isStaged || s.a.isLocal ? s.k : s.orgKa;
            const LocalTensor<T> tile = s.a.transposed
                                            ? part<A::format>(s.a, wholeK, m, column, row, k, block.m, l1, l1Rows)
                                            : part<A::format>(s.a, m, wholeK, row, column, block.m, k, l1, l1Rows);
            loadLeft(a2, tile, l1Rows, block.m, k, s.a.transposed);
        }
    }

    ACC_API static int32_t loadB(const MatmulState& s, const MatmulBlock& block, int32_t step, int32_t k, uint32_t l1,
                                 const LocalTensor<T>& b2) {
        const int32_t row = step * s.tiling.baseK, column = block.j * s.tiling.baseN;
        int32_t l1Rows = rowsInL1(s.b.transposed ? block.n : k);
        if constexpr (isCallback<Callbacks::copyB1>) {
            const LocalTensor<T> tile = localAt<T>(TPosition::A1, l1, tileBytes(block.n, k) / int32_t(sizeof(T)));
            Callbacks::copyB1(tile.template ReinterpretCast<int8_t>(), (const __gm__ void*)s.b.address, step, block.j,
                              k, block.n, s.tilingPtr, s.dataPtr);
            PipeBarrier<PIPE_ALL>();
            return loadRight(b2, tile, l1Rows, k, block.n, s.b.transposed);
        } else {
            const int32_t n = s.b.isStaged || s.b.isLocal ? s.n : s.orgN;
            const int32_t wholeK = s.b.isStaged || s.b.isLocal ? s.k : s.orgKb;
            const LocalTensor<T> tile = s.b.transposed
                                            ? part<B::format>(s.b, n, wholeK, column, row, block.n, k, l1, l1Rows)
                                            : part<B::format>(s.b, wholeK, n, row, column, k, block.n, l1, l1Rows);
            return loadRight(b2, tile, l1Rows, k, block.n, s.b.transposed);
        }
    }

    // The bias of the block's columns to the bias table.
    ACC_API static void loadBias(const MatmulState& s, const MatmulBlock& block, uint32_t l1) {
        static_assert(
            isOneOf<BiasElement, Accumulator> || (isOneOf<BiasElement, half> && std::is_same_v<Accumulator, float>),
            "the bias of Matmul is float, half or bfloat16_t for floating-point factors and int32_t for integers");
        const int32_t count = roundUp(block.n, 32);
        const uint32_t offset = uint32_t(block.j * s.tiling.baseN);
        LocalTensor<BiasElement> row;
        if (s.bias.isLocal) {
            row = tensorOf<BiasElement>(s.bias.local)[offset];
        } else {
            row = localAt<BiasElement>(TPosition::C1, biasInL1(s, l1), count);
            DataCopy(row, globalAt<BiasElement>(s.bias.address)[offset],
                     Nd2NzParams(1, 1, uint16_t(block.n), 0, uint16_t(block.n), 1, 1, 0));
            PipeBarrier<PIPE_ALL>();
        }
        DataCopy(localAt<Accumulator>(TPosition::C2, 0, roundUp(block.n, 16)), row,
                 DataCopyParams(1, uint16_t(ceilDiv(block.n, 16)), 0, 0));
        PipeBarrier<PIPE_ALL>();
    }
    // A bias of bfloat16_t, which the bias table does not take: ones (m x 1) times the row (1 x n), which is exact.
    ACC_API static void multiplyBias(const MatmulState& s, const MatmulBlock& block, uint32_t l1,
                                     const LocalTensor<Accumulator>& c) {
        static_assert(std::is_same_v<T, bfloat16_t> && std::is_same_v<BiasElement, bfloat16_t>,
                      "a bias of bfloat16_t is for factors of bfloat16_t");
        const LocalTensor<T> a2 = localAt<T>(TPosition::A2, 0, TOTAL_L0A_SIZE / sizeof(T));
        const LocalTensor<T> b2 = localAt<T>(TPosition::B2, 0, TOTAL_L0B_SIZE / sizeof(T));
        const LocalTensor<T> row = localAt<T>(TPosition::A1, l1 + uint32_t(tileBytes(s.tiling.baseM, s.tiling.baseK)),
                                              16 * roundUp(block.n, 16));
        loadPart<T, CubeFormat::ND>(row, globalAt<T>(s.bias.address)[uint32_t(block.j * s.tiling.baseN)], block.n, 1, 0,
                                    0, 1, block.n, 16);
        PipeBarrier<PIPE_ALL>();
        loadRight(b2, row, 16, 1, block.n, false);
        InitConstValue(a2, InitConstValueParams<T>(1, uint16_t(ceilDiv(block.m, 16)), 0, T(1.0F)));
        PipeBarrier<PIPE_ALL>();
        Mmad(c, a2, b2,
             MmadParams(uint16_t(block.m == 1 ? 16 : block.m), uint16_t(block.n), 1, uint8_t(0), false, true));
        PipeBarrier<PIPE_ALL>();
    }
    ACC_API static uint32_t biasInL1(const MatmulState& s, uint32_t l1) {
        return l1 + uint32_t(tileBytes(s.tiling.baseM, s.tiling.baseK) + tileBytes(s.tiling.baseN, s.tiling.baseK));
    }

    ACC_API static LocalTensor<uint64_t> loadQuantVector(const MatmulState& s, const MatmulBlock& block, uint32_t l1) {
        const uint32_t offset = uint32_t(block.j * s.tiling.baseN);
        if (s.quantVector.isLocal) {
            return tensorOf<uint64_t>(s.quantVector.local)[offset];
        }
        const LocalTensor<uint64_t> words = localAt<uint64_t>(
            TPosition::C1, biasInL1(s, l1) + uint32_t(roundUp(s.tiling.baseN, 32)) * 4, roundUp(block.n, 32));
        DataCopy(words.template ReinterpretCast<uint32_t>(),
                 globalAt<uint32_t>((const uint64_t*)s.quantVector.address + offset),
                 Nd2NzParams(1, 1, uint16_t(block.n * 2), 0, uint16_t(block.n * 2), 1, 1, 0));
        PipeBarrier<PIPE_ALL>();
        return words;
    }
};

// Carries out `call`, except MatmulStep::drop, which needs nothing done here.
template <class Engine>
ACC_MATMUL_STEP void carryOut(const MatmulCall& call, uint32_t l1, uint32_t l0c) {
    const MatmulState& s = *call.state;
    if (call.step == MatmulStep::all) {
        for (int32_t index = 0; index < s.blocks(); ++index) {
            Engine::multiply(s, index, false, l1, l0c);
            Engine::store(s, index, call.target, l1, l0c);
        }
    } else if (call.step == MatmulStep::block) {
        Engine::multiply(s, call.index, call.partialSum, l1, l0c);
    } else if (call.step != MatmulStep::drop) {
        Engine::store(s, call.index, call.target, l1, l0c);
    }
}

}  // namespace detail
}  // namespace AscendC
