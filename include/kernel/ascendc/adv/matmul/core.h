// SPDX-License-Identifier: Apache-2.0
// What a Matmul object keeps and does behind its methods: operands and sizes, tensors in UB on their way to the cube
// core and back, blocks that wait in L0C, the matrices of a batch.
#pragma once

#include "service.h"

namespace AscendC {
namespace detail {

// GM -> UB, without gaps.
template <class T>
ACC_API void copyIn(const LocalTensor<T>& ub, const void* gm, int64_t elements) {
    PipeBarrier<PIPE_ALL>();
    DataCopyPad(ub, globalAt<T>(gm), DataCopyExtParams(1, uint32_t(elements * int64_t(sizeof(T))), 0, 0, 0),
                DataCopyPadExtParams<T>(false, 0, 0, T(0)));
    PipeBarrier<PIPE_ALL>();
}

// `worksAlone`: on cube cores, for itself, whatever other cores the kernel has.
template <bool worksAlone, class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE, const auto& MM_CFG, class MM_CB>
class MatmulCore : public MatmulObjectTag {
public:
    using Engine = MatmulEngine<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB>;

    ACC_API MatmulCore() {}

protected:
    using SrcA = typename A_TYPE::T;
    using SrcB = typename B_TYPE::T;
    using Dst = typename C_TYPE::T;
    using BiasT = typename BIAS_TYPE::T;
    static constexpr MatmulConfig kConfig = configOf(MM_CFG);
    static constexpr bool kInUb =
        C_TYPE::pos == TPosition::VECIN || C_TYPE::pos == TPosition::VECCALC || C_TYPE::pos == TPosition::VECOUT;

    enum class Mode : uint8_t { direct, client, idle };

    static constexpr bool kWorksAlone = worksAlone || kConfig.enableMixDualMaster;
    static constexpr Mode kMode = g_coreType == AIC ? Mode::direct : (kWorksAlone ? Mode::idle : Mode::client);
    ACC_API bool isIdle() const { return kMode == Mode::idle || (kMode == Mode::direct && hasServed_); }

    ACC_API void start(const TCubeTiling& tiling, TPipe* pipe) {
        dropBlock();
        state_ = {};
        state_.tiling = tiling;
        state_.orgM = tiling.M;
        state_.orgN = tiling.N;
        state_.orgKa = tiling.Ka;
        state_.orgKb = tiling.Kb;
        state_.m = tiling.singleCoreM;
        state_.n = tiling.singleCoreN;
        state_.k = tiling.singleCoreK;
        iterated_ = fetched_ = 0;
        if (ACC_UNLIKELY(tiling.baseM <= 0 || tiling.baseN <= 0 || tiling.baseK <= 0)) {
            accMatmulFault("Matmul::Init", "the least of baseM, baseN and baseK of the tiling",
                           smaller(tiling.baseM, smaller(tiling.baseN, tiling.baseK)), "1 or more");
        }
        if (kMode == Mode::direct) {
            reserve(pipe != nullptr ? pipe : GetTPipePtr());
        }
    }
    // On a core that works by itself L1 and L0C belong to the kernel's TPipe too.
    ACC_API void reserve(TPipe* pipe) {
        const uint32_t l1 = Engine::l1Bytes(state_.tiling), l0c = Engine::resultBytes(state_.tiling);
        if (pipe == nullptr || (l1 <= l1Bytes_ && l0c <= l0cBytes_)) {
            return;
        }
        TBuf<TPosition::A1> factors;
        TBuf<TPosition::CO1> result;
        pipe->InitBuffer(factors, l1);
        pipe->InitBuffer(result, l0c);
        l1_ = factors.template Get<uint8_t>().local().offset;
        l0c_ = result.template Get<uint8_t>().local().offset;
        l1Bytes_ = l1;
        l0cBytes_ = l0c;
    }

    template <class T>
    ACC_API void setOperand(MatmulOperand& operand, const GlobalTensor<T>& gm, bool transposed) {
        operand = {};
        operand.address = (const uint8_t*)gm.GetPhyAddr();
        operand.isSet = true;
        operand.transposed = transposed;
        restart();
    }
    template <class T>
    ACC_API void setOperand(MatmulOperand& operand, const LocalTensor<T>& local, bool transposed) {
        operand = {};
        operand.local = local.local();
        operand.isSet = true;
        operand.isLocal = true;
        operand.transposed = transposed;
        restart();
    }
    template <class Type>
    ACC_API static void checkTranspose(const char* method, bool transposed) {
        if constexpr (!Type::isTrans) {
            if (ACC_UNLIKELY(transposed)) {
                accMatmulFault(method, "isTranspose", 1, "false: ISTRANS of the operand's MatmulType is false");
            }
        }
    }
    ACC_API void checkBias() {
        static_assert(kConfig.enableSetBias, "Matmul::SetBias: enableSetBias of the MatmulConfig is false");
        if (ACC_UNLIKELY(!isIdle() && state_.tiling.isBias == 0)) {
            accMatmulFault("Matmul::SetBias", "isBias of the tiling", 0, "1: EnableBias(true) when it is made");
        }
    }
    ACC_API void setSize(int32_t& size, int value, const char* name) {
        if (value == -1) {
            return;
        }
        if (ACC_UNLIKELY(value <= 0 && !isIdle())) {
            accMatmulFault("Matmul::SetTail", name, value, "1 or more, or -1");
        }
        size = value;
        restart();
    }
    // The block in L0C is not wanted any more, nor what is summed up there.
    ACC_API void dropBlock() {
        if (waiting_) {
            ask(MatmulStep::drop, 0, {}, false);
            waiting_ = false;
        }
        isPartial_ = false;
    }
    // The next Iterate is the first one. A sum along K goes on.
    ACC_API void restart() {
        if (!isPartial_) {
            dropBlock();
        }
        iterated_ = 0;
        fetched_ = 0;
    }

    // Before a product: everything is there, tensors in UB are copied to where the cube core can read them. A batch has
    // several matrices behind each other.
    ACC_API void prepare(const char* method, uint32_t batchA = 1, uint32_t batchB = 1) {
        if (ACC_UNLIKELY(!state_.a.isSet || !state_.b.isSet)) {
            accMatmulFault(method, state_.a.isSet ? "the number of matrices B" : "the number of matrices A", 0,
                           state_.a.isSet ? "SetTensorB before it" : "SetTensorA before it");
        }
        if (ACC_UNLIKELY(state_.tiling.baseM <= 0)) {
            accMatmulFault(method, "baseM of the tiling", state_.tiling.baseM,
                           "Init or REGIST_MATMUL_OBJ with a tiling");
        }
        const uint32_t biases = kConfig.isBiasBatch ? (batchA > batchB ? batchA : batchB) : 1;
        stage<SrcA, A_TYPE::format>(method, state_.a, 0, state_.m, state_.k, batchA);
        stage<SrcB, B_TYPE::format>(method, state_.b, TOTAL_UB_SIZE, state_.k, state_.n, batchB);
        stage<BiasT, CubeFormat::ND>(method, state_.bias, 2 * TOTAL_UB_SIZE, 1, state_.n, biases);
        stage<uint64_t, CubeFormat::ND>(method, state_.quantVector, 2 * TOTAL_UB_SIZE + TOTAL_UB_SIZE / 2, 1, state_.n,
                                        1);
    }
    // `offset`: in accServiceMemory().
    template <class T, CubeFormat format>
    ACC_API void stage(const char* method, MatmulOperand& operand, uint64_t offset, int32_t rows, int32_t columns,
                       uint32_t matrices) {
        if (!operand.isSet || !(operand.isLocal || operand.isStaged)) {
            return;
        }
        const bool inL1 = memoryOf(TPosition(operand.local.position)) == ACC_MEM_L1;
        if (ACC_UNLIKELY(inL1 != (kMode == Mode::direct))) {
            accMatmulFault(method, "the position of a LocalTensor operand", operand.local.position,
                           "VECOUT (UB) on a vector core, TSCM (L1) on a cube core");
        }
        if (inL1) {
            return;
        }
        const int32_t storedRows = operand.transposed ? columns : rows;
        const int32_t storedColumns = operand.transposed ? rows : columns;
        constexpr int32_t kBlock = 32 / sizeof(T);
        if (ACC_UNLIKELY(format != CubeFormat::NZ && storedRows > 1 && storedColumns % kBlock != 0)) {
            accMatmulFault(method, "the bytes of a row of a matrix in UB", storedColumns * int32_t(sizeof(T)),
                           "a multiple of 32");
        }
        const int64_t matrix = format == CubeFormat::NZ
                                   ? int64_t(roundUp(storedRows, 16)) * roundUp(storedColumns, kBlock)
                                   : int64_t(storedRows) * storedColumns;
        const int64_t elements = matrix * matrices;
        uint8_t* const gm = accServiceMemory() + offset;
        PipeBarrier<PIPE_ALL>();
        DataCopyPad(globalAt<T>(gm), tensorOf<T>(operand.local),
                    DataCopyExtParams(1, uint32_t(elements * int64_t(sizeof(T))), 0, 0, 0));
        PipeBarrier<PIPE_ALL>();
        operand.address = gm;
        operand.isLocal = false;
        operand.isStaged = true;
    }

    ACC_API void ask(MatmulStep step, int32_t index, const MatmulTarget& target, bool partialSum) {
        MatmulCall call;
        call.state = &state_;
        call.target = target;
        call.object = object_;
        call.step = step;
        call.index = index;
        call.partialSum = partialSum;
        if constexpr (g_coreType == AIV) {
            PipeBarrier<PIPE_ALL>();
            accServiceCall(&call);
        } else {
            accMatmulEnter();
            carryOut<Engine>(call, l1_, l0c_);
            accMatmulLeave();
        }
    }

    ACC_API bool iteratePartial() {
        prepare("Matmul::Iterate");
        if (ACC_UNLIKELY(state_.blocks() != 1)) {
            accMatmulFault("Matmul::Iterate", "the number of blocks with enPartialSum", state_.blocks(),
                           "1: a single-core shape within baseM x baseN");
        }
        ask(MatmulStep::block, 0, {}, waiting_);
        asynchronous_ = false;
        isPartial_ = true;
        waiting_ = true;
        iterated_ = 1;
        return true;
    }

    // `ends`: the block is not needed any more.
    ACC_API int32_t fetch(const MatmulTarget& target, bool ends) {
        int32_t index = isPartial_ ? 0 : iterated_ - 1;
        if (asynchronous_) {
            index = fetched_;
            if (ACC_UNLIKELY(index >= state_.blocks() || iterated_ == 0)) {
                accMatmulFault("Matmul::GetTensorC", "the number of blocks left", 0, "Iterate before it");
            }
            if (!waiting_) {
                ask(MatmulStep::block, index, {}, false);
            }
        } else if (ACC_UNLIKELY(!waiting_)) {
            accMatmulFault("Matmul::GetTensorC", "the number of blocks of Iterate that wait", 0, "Iterate before it");
        }
        waiting_ = true;
        ask(ends ? MatmulStep::fetch : MatmulStep::fetch2, index, target, false);
        if (ends) {
            waiting_ = false;
            isPartial_ = false;
            ++fetched_;
        }
        return index;
    }
    // Through GM, then into UB: the block alone, or at its place among singleCoreM x singleCoreN.
    ACC_API void fetchLocal(const LocalTensor<Dst>& ub, bool isDense) {
        MatmulTarget target;
        target.c = resultMemory("Matmul::GetTensorC");
        target.isDense = true;
        const uint32_t from = Engine::pitchOf(state_, target);
        const MatmulBlock block = Engine::blockOf(state_, fetch(target, true));
        if (isDense) {
            copyIn(ub, target.c, resultElements(block.m, block.n, from, state_.tiling.baseM));
        } else {
            placeLocal(ub, target.c, block, from);
        }
    }
    ACC_API void placeLocal(const LocalTensor<Dst>& ub, const uint8_t* gm, const MatmulBlock& block, uint32_t from) {
        const int32_t row = block.i * state_.tiling.baseM, column = block.j * state_.tiling.baseN;
        const GlobalTensor<Dst> source = globalAt<Dst>(gm);
        PipeBarrier<PIPE_ALL>();
        if constexpr (C_TYPE::format == CubeFormat::NZ) {
            constexpr int32_t kWidth = sizeof(Dst) == 1 ? 32 : 16;
            const int32_t rows = roundUp(state_.m, 16), base = roundUp(state_.tiling.baseM, 16);
            for (int32_t i = 0; i < ceilDiv(block.n, kWidth); ++i) {
                copyIn(ub[uint32_t((column / kWidth + i) * rows + row) * kWidth],
                       gm + int64_t(i) * base * kWidth * int64_t(sizeof(Dst)), int64_t(block.m) * kWidth);
            }
        } else {
            MatmulTarget whole;
            whole.isStaged = true;
            const uint32_t to = Engine::pitchOf(state_, whole);
            constexpr uint32_t kBlock = 32 / sizeof(Dst);
            if (ACC_UNLIKELY(to % kBlock != 0 && block.m > 1)) {
                accMatmulFault("Matmul::GetTensorC", "the bytes of a row of C in UB",
                               int64_t(to) * int64_t(sizeof(Dst)), "a multiple of 32");
            }
            const uint32_t width = uint32_t(block.n) * uint32_t(sizeof(Dst));
            DataCopyPad(ub[uint32_t(row) * to + uint32_t(column)], source,
                        DataCopyExtParams(uint16_t(block.m), width, (from - uint32_t(block.n)) * uint32_t(sizeof(Dst)),
                                          (to * uint32_t(sizeof(Dst)) - (width + 31) / 32 * 32) / 32, 0),
                        DataCopyPadExtParams<Dst>(false, 0, 0, Dst(0)));
        }
        PipeBarrier<PIPE_ALL>();
    }
    // Elements from the first to the last of an m x n result; NZ has strips of `rows` rows.
    ACC_API static int64_t resultElements(int32_t m, int32_t n, uint32_t pitch, int32_t rows) {
        if constexpr (C_TYPE::format == CubeFormat::NZ) {
            constexpr int32_t kWidth = sizeof(Dst) == 1 ? 32 : 16;
            return int64_t(ceilDiv(n, kWidth)) * roundUp(rows, 16) * kWidth;
        } else {
            return int64_t(m - 1) * pitch + (C_TYPE::format == CubeFormat::ND_ALIGN ? pitch : n);
        }
    }
    ACC_API uint8_t* resultMemory(const char* method) {
        static_assert(
            kInUb || C_TYPE::pos == TPosition::GM || C_TYPE::pos == TPosition::CO1 || C_TYPE::pos == TPosition::TSCM,
            "C of Matmul is in GM or VECIN");
        if (ACC_UNLIKELY(kMode != Mode::client)) {
            accMatmulFault(method, "the bytes of UB of a cube core", 0, "a result in GM");
        }
        return accServiceMemory() + 3 * TOTAL_UB_SIZE;
    }
    ACC_API uint8_t* workspaceFor(const char* method) {
        if (ACC_UNLIKELY(workspace_ == nullptr && !isIdle())) {
            accMatmulFault(method, "the address of the workspace", 0, "SetWorkspace before it");
        }
        return workspace_;
    }

    // Matrix `index` of a batch: where it begins and the pitch of its rows.
    struct BatchPlace {
        uint64_t offset;
        uint32_t pitch;
    };
    ACC_API static BatchPlace placeInBatch(LayoutMode layout, uint32_t index, uint64_t stride, uint64_t matrix,
                                           int32_t b, int32_t s, int32_t n, int32_t g, int32_t d) {
        if (layout == LayoutMode::BSNGD || layout == LayoutMode::SBNGD) {
            const uint64_t inner = uint64_t(n) * uint64_t(g);  // matrices beside each other
            const uint64_t outer = index / inner, beside = index % inner;
            const uint64_t row = inner * uint64_t(d);
            return layout == LayoutMode::BSNGD
                       ? BatchPlace{outer * uint64_t(s) * row + beside * uint64_t(d), uint32_t(row)}
                       : BatchPlace{outer * row + beside * uint64_t(d), uint32_t(row * uint64_t(b))};
        }
        return {index * (stride != 0 ? stride : matrix), 0};
    }
    ACC_API uint64_t batchElements(uint32_t stride) const {
        return stride != 0 ? stride : uint64_t(state_.m) * uint64_t(state_.n);
    }
    ACC_API void batch(MatmulTarget target, uint32_t batchA, uint32_t batchB, uint32_t strideA, uint32_t strideB,
                       uint32_t strideC, uint32_t loop) {
        const uint32_t products = batchA > batchB ? batchA : batchB;
        if (ACC_UNLIKELY(batchA == 0 || batchB == 0 || products % batchA != 0 || products % batchB != 0)) {
            accMatmulFault("Matmul::IterateBatch", "the smaller batch", batchA < batchB ? batchA : batchB,
                           "a divisor of the larger one, not 0");
        }
        const MatmulState kept = state_;
        uint8_t* const c = target.c;
        const TCubeTiling& t = kept.tiling;
        for (uint32_t i = 0; i < products; ++i) {
            const BatchPlace a = placeInBatch(A_TYPE::layout, loop * batchA + i / (products / batchA), strideA,
                                              uint64_t(kept.m) * uint64_t(kept.k), t.ALayoutInfoB, t.ALayoutInfoS,
                                              t.ALayoutInfoN, t.ALayoutInfoG, t.ALayoutInfoD);
            const BatchPlace b = placeInBatch(B_TYPE::layout, loop * batchB + i / (products / batchB), strideB,
                                              uint64_t(kept.k) * uint64_t(kept.n), t.BLayoutInfoB, t.BLayoutInfoS,
                                              t.BLayoutInfoN, t.BLayoutInfoG, t.BLayoutInfoD);
            const bool staged = target.isStaged;
            const BatchPlace to = placeInBatch(staged ? LayoutMode::NORMAL : C_TYPE::layout, i, strideC,
                                               uint64_t(kept.m) * uint64_t(kept.n), t.CLayoutInfoB, t.CLayoutInfoS1,
                                               t.CLayoutInfoN, t.CLayoutInfoG, t.CLayoutInfoS2);
            moveTo(state_.a, kept.a, a, sizeof(SrcA), kept.a.transposed ? kept.m : kept.k);
            moveTo(state_.b, kept.b, b, sizeof(SrcB), kept.b.transposed ? kept.k : kept.n);
            if (kConfig.isBiasBatch && kept.bias.isSet) {
                state_.bias.address = kept.bias.address + uint64_t(i) * uint64_t(kept.n) * sizeof(BiasT);
            }
            target.c = c + to.offset * sizeof(Dst);
            target.pitch = to.pitch != 0 ? to.pitch : uint32_t(kept.n);
            ask(MatmulStep::all, 0, target, false);
        }
        state_ = kept;
    }
    ACC_API static void moveTo(MatmulOperand& operand, const MatmulOperand& first, const BatchPlace& place,
                               uint64_t width, int32_t columns) {
        operand.address = first.address + place.offset * width;
        operand.pitch = place.pitch != 0 ? place.pitch : uint32_t(columns);
    }

    MatmulState state_;
    uint8_t* workspace_ = nullptr;
    uint32_t object_ = 0;
    uint32_t l1_ = 0, l0c_ = 0;  // of a core that works by itself, bytes
    uint32_t l1Bytes_ = 0, l0cBytes_ = 0;
    uint32_t batchA_ = 1, batchB_ = 1;
    uint32_t batchStrideC_ = 0, fetchedBatches_ = 0;
    int32_t iterated_ = 0;  // blocks since the last SetTensorA or SetTensorB
    int32_t fetched_ = 0;
    uint8_t subBlockIdx_ = uint8_t(accCurrentBlock()->subBlockIdx);
    bool asynchronous_ = false;
    bool waiting_ = false;  // a block is in L0C
    bool isPartial_ = false;
    bool hasServed_ = false;  // a cube core that has nothing more to do
};

}  // namespace detail
}  // namespace AscendC
