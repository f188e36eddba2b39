// SPDX-License-Identifier: Apache-2.0
// The Matmul object (ascendc-highlevel 2.3): C = A * B + bias of one core's part, block by block or all at once.
//
// On a cube core without vector cores, or with ASCENDC_CUBE_ONLY, the object works by itself. On a vector core of a
// mixed kernel it asks the cube core of its group (service.h), and tensors in UB pass through GM. Elsewhere its methods
// do nothing, so that one kernel body serves both kinds of core. Calls that are asynchronous on a device are complete
// when they return.
#pragma once

#include "core.h"

namespace AscendC {

// The built-in way to carry out Matmul; there is no other one here.
template <const auto& = CFG_NORM, typename...>
class MatmulPolicy {};

namespace detail {

// `worksAlone`: on cube cores, for itself, whatever other cores the kernel has.
template <bool worksAlone, class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE, const auto& MM_CFG, class MM_CB>
class MatmulObject : public MatmulCore<worksAlone, A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB> {
    using Core = MatmulCore<worksAlone, A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB>;
    using Mode = typename Core::Mode;
    using Core::ask;
    using Core::asynchronous_;
    using Core::batch;
    using Core::batchA_;
    using Core::batchB_;
    using Core::batchElements;
    using Core::batchStrideC_;
    using Core::checkBias;

    using Core::dropBlock;
    using Core::fetch;
    using Core::fetched_;
    using Core::fetchedBatches_;
    using Core::fetchLocal;
    using Core::hasServed_;
    using Core::isIdle;
    using Core::iterated_;
    using Core::iteratePartial;
    using Core::kMode;
    using Core::kWorksAlone;
    using Core::l1_;
    using Core::object_;
    using Core::prepare;
    using Core::restart;
    using Core::resultElements;
    using Core::resultMemory;
    using Core::setOperand;
    using Core::setSize;
    using Core::start;
    using Core::state_;
    using Core::subBlockIdx_;
    using Core::waiting_;
    using Core::workspace_;
    using Core::workspaceFor;

    using SrcA = typename A_TYPE::T;
    using SrcB = typename B_TYPE::T;
    using Dst = typename C_TYPE::T;
    using BiasT = typename BIAS_TYPE::T;
    static constexpr MatmulConfig kConfig = configOf(MM_CFG);

public:
    using Engine = typename Core::Engine;

    ACC_API MatmulObject() {}

    // Takes shapes from the tiling and forgets what was set before.
    ACC_API void Init(const TCubeTiling* __restrict cubeTiling, TPipe* tpipe = nullptr) {
        if (isIdle()) {
            return;
        }
        if (cubeTiling == nullptr) {
            initStatic(tpipe);
            return;
        }
        start(*cubeTiling, tpipe);
    }

    // `gm` and `leftMatrix`: the single-core part of A. Transposed: stored as [K, M], only if ISTRANS says so.
    ACC_API void SetTensorA(const GlobalTensor<SrcA>& gm, bool isTransposeA = false) {
        setOperand(state_.a, gm, isTransposeA);
        Core::template checkTranspose<A_TYPE>("Matmul::SetTensorA", isTransposeA);
    }
    ACC_API void SetTensorA(const LocalTensor<SrcA>& leftMatrix, bool isTransposeA = false) {
        setOperand(state_.a, leftMatrix, isTransposeA);
        Core::template checkTranspose<A_TYPE>("Matmul::SetTensorA", isTransposeA);
    }
    // A is this value everywhere (CubeFormat::SCALAR).
    ACC_API void SetTensorA(SrcA aScalar) {
        static_assert(A_TYPE::format == CubeFormat::SCALAR, "SetTensorA of a value needs CubeFormat::SCALAR");
        state_.a = {};
        state_.a.isSet = true;
        state_.scalarA = bitsOf(aScalar);
        restart();
    }
    ACC_API void SetTensorB(const GlobalTensor<SrcB>& gm, bool isTransposeB = false) {
        setOperand(state_.b, gm, isTransposeB);
        Core::template checkTranspose<B_TYPE>("Matmul::SetTensorB", isTransposeB);
    }
    ACC_API void SetTensorB(const LocalTensor<SrcB>& rightMatrix, bool isTransposeB = false) {
        setOperand(state_.b, rightMatrix, isTransposeB);
        Core::template checkTranspose<B_TYPE>("Matmul::SetTensorB", isTransposeB);
    }
    // A row of N values; the tiling must have been made for a bias.
    ACC_API void SetBias(const GlobalTensor<BiasT>& biasGlobal) {
        setOperand(state_.bias, biasGlobal, false);
        checkBias();
    }
    ACC_API void SetBias(const LocalTensor<BiasT>& inputBias) {
        setOperand(state_.bias, inputBias, false);
        checkBias();
    }
    ACC_API void DisableBias() { state_.bias.isSet = false; }
    ACC_API void ClearBias() { DisableBias(); }

    // The whole matrices, which give the pitches.
    ACC_API void SetOrgShape(int orgM, int orgN, int orgK) { SetOrgShape(orgM, orgN, orgK, orgK); }
    ACC_API void SetOrgShape(int orgM, int orgN, int orgKa, int orgKb, int orgKc = 0) {
        static_assert(kConfig.enableSetOrgShape, "Matmul::SetOrgShape: enableSetOrgShape of the MatmulConfig is false");
        state_.orgM = orgM;
        state_.orgN = orgN;
        state_.orgKa = orgKa;
        state_.orgKb = orgKb;
        state_.orgKc = orgKc;
    }
    // The part of this core.
    ACC_API void SetSingleShape(int singleM, int singleN, int singleK) { SetTail(singleM, singleN, singleK); }
    ACC_API void SetTail(int tailM = -1, int tailN = -1, int tailK = -1) {
        static_assert(kConfig.enableSetTail, "Matmul::SetTail: enableSetTail of the MatmulConfig is false");
        setSize(state_.m, tailM, "singleCoreM");
        setSize(state_.n, tailN, "singleCoreN");
        setSize(state_.k, tailK, "singleCoreK");
    }
    // Rounding of float factors to HF32. transMode 0: ties to even, 1: ties away from zero.
    ACC_API void SetHF32(bool enableHF32 = false, int32_t transMode = 0) {
        state_.hf32 = enableHF32;
        state_.hf32Away = transMode != 0;
    }
    // Parameters of quantised results (ascendc-cube 10.5): one, or one for each column.
    ACC_API void SetQuantScalar(const uint64_t quantScalar) {
        state_.quantScalar = quantScalar;
        state_.quant = MatmulQuant::scalar;
    }
    ACC_API void SetQuantVector(const GlobalTensor<uint64_t>& quantTensor) {
        static_assert(kConfig.enableQuantVector,
                      "Matmul::SetQuantVector: enableQuantVector of the MatmulConfig is false");
        setOperand(state_.quantVector, quantTensor, false);
        state_.quant = MatmulQuant::vector;
    }
    ACC_API void SetQuantVector(const LocalTensor<uint64_t>& quantTensor) {
        setOperand(state_.quantVector, quantTensor, false);
        state_.quant = MatmulQuant::vector;
    }
    // Where results of asynchronous calls wait: at least singleCoreM * singleCoreN elements (of each product).
    template <class T>
    ACC_API void SetWorkspace(GlobalTensor<T>& addr) {
        workspace_ = (uint8_t*)addr.GetPhyAddr();
    }
    template <class T>
    ACC_API void SetWorkspace(const __gm__ T* addr, int) {
        workspace_ = (uint8_t*)addr;
    }
    // For chips whose cube core needs space in UB.
    ACC_API void SetLocalWorkspace(const LocalTensor<uint8_t>&) {}
    ACC_API void SetUserDefInfo(const uint64_t tilingPtr) { state_.tilingPtr = tilingPtr; }
    template <class T>
    ACC_API void SetSelfDefineData(T dataPtr) {
        static_assert(kConfig.enableSetDefineData, "Matmul::SetSelfDefineData: enableSetDefineData is false");
        state_.dataPtr = 0;
        __builtin_memcpy(&state_.dataPtr, &dataPtr, sizeof(T) < sizeof(uint64_t) ? sizeof(T) : sizeof(uint64_t));
    }
    ACC_API void SetSubBlockIdx(uint8_t subBlockIdx) { subBlockIdx_ = subBlockIdx; }
    ACC_API uint8_t GetSubBlockIdx() { return subBlockIdx_; }

    // Computes the next baseM x baseN block of C; false after the last one. enPartialSum: on top of the last block.
    template <bool sync = true>
    ACC_API bool Iterate(bool enPartialSum = false) {
        static_assert((kConfig.iterateMode & ITERATE_MODE_NORMAL) != 0, "Matmul::Iterate: iterateMode excludes it");
        if (isIdle()) {
            return false;
        }
        if (enPartialSum) {
            return iteratePartial();
        }
        if (iterated_ == 0) {
            prepare("Matmul::Iterate");
        }
        if (iterated_ == state_.blocks()) {
            restart();
            return false;
        }
        asynchronous_ = !sync;
        if (sync) {
            if (ACC_UNLIKELY(waiting_)) {
                accMatmulFault("Matmul::Iterate", "the number of blocks that GetTensorC has not fetched", 1, "0");
            }
            ask(MatmulStep::block, iterated_, {}, false);
            waiting_ = true;
        }
        ++iterated_;
        return true;
    }
    // The same, with the block in a tensor in L0C of the caller's. Only on a cube core that works by itself.
    template <bool sync = true, class T>
    ACC_API bool Iterate(bool enPartialSum, const LocalTensor<T>& localCmatrix) {
        if (isIdle()) {
            return false;
        }
        if (ACC_UNLIKELY(kMode != Mode::direct)) {
            accMatmulFault("Matmul::Iterate", "the number of tensors in L0C that a vector core has", 0,
                           "a cube core (ASCENDC_CUBE_ONLY)");
        }
        if (iterated_ == 0) {
            prepare("Matmul::Iterate");
        }
        if (iterated_ == state_.blocks()) {
            restart();
            return false;
        }
        accMatmulEnter();
        Engine::multiply(state_, iterated_, enPartialSum, l1_, localCmatrix.local().offset);
        accMatmulLeave();
        ++iterated_;
        return true;
    }

    // Stores the block of the last Iterate: at its place in C, or alone (enSequentialWrite). enAtomic: 0 overwrites,
    // 1 adds, 2 takes the maximum, 3 the minimum.
    template <bool sync = true>
    ACC_API void GetTensorC(const GlobalTensor<Dst>& gm, uint8_t enAtomic = 0, bool enSequentialWrite = false) {
        if (!isIdle()) {
            fetch({(uint8_t*)gm.GetPhyAddr(), enAtomic, enSequentialWrite}, true);
        }
    }
    template <bool sync = true>
    ACC_API void GetTensorC(const LocalTensor<Dst>& co2Local, uint8_t enAtomic = 0, bool enSequentialWrite = false) {
        (void)enAtomic;
        if (!isIdle()) {
            fetchLocal(co2Local, enSequentialWrite);
        }
    }
    template <bool sync = true>
    ACC_API void GetTensorC(const GlobalTensor<Dst>& gm, const LocalTensor<Dst>& co2Local, uint8_t enAtomic = 0,
                            bool enSequentialWrite = false) {
        if (!isIdle()) {
            fetch({(uint8_t*)gm.GetPhyAddr(), enAtomic, enSequentialWrite}, false);
            fetchLocal(co2Local, enSequentialWrite);
        }
    }
    // The block in the workspace of SetWorkspace, for the caller to copy.
    template <bool sync = true>
    ACC_API GlobalTensor<Dst> GetTensorC(uint8_t enAtomic = 0, bool enSequentialWrite = false) {
        GlobalTensor<Dst> tensor = globalAt<Dst>(workspaceFor("Matmul::GetTensorC"));
        if (!isIdle()) {
            tensor = tensor[uint64_t(asynchronous_ ? fetched_ : 0) * state_.tiling.baseM * state_.tiling.baseN];
            GetTensorC<sync>(tensor, enAtomic, true);
        }
        (void)enSequentialWrite;
        return tensor;
    }
    ACC_API void AsyncGetTensorC(const LocalTensor<Dst>& c) { GetTensorC<false>(c); }
    ACC_API void WaitGetTensorC() {}

    // All of the single-core part of C.
    template <bool sync = true>
    ACC_API void IterateAll(const GlobalTensor<Dst>& gm, uint8_t enAtomic = 0, bool enSequentialWrite = false,
                            bool waitIterateAll = false, bool fakeMsg = false) {
        static_assert((kConfig.iterateMode & ITERATE_MODE_ALL) != 0, "Matmul::IterateAll: iterateMode excludes it");
        (void)waitIterateAll;
        if (isIdle() || fakeMsg) {
            return;
        }
        restart();
        prepare("Matmul::IterateAll");
        if (enSequentialWrite) {
            // Block behind block.
            for (int32_t i = 0; i < state_.blocks(); ++i) {
                ask(MatmulStep::block, i, {}, false);
                ask(MatmulStep::fetch, i,
                    {(uint8_t*)gm[uint64_t(i) * state_.tiling.baseM * state_.tiling.baseN].GetPhyAddr(), enAtomic,
                     true},
                    false);
            }
            return;
        }
        ask(MatmulStep::all, 0, {(uint8_t*)gm.GetPhyAddr(), enAtomic}, false);
    }
    template <bool sync = true>
    ACC_API void IterateAll(const LocalTensor<Dst>& ubCmatrix, uint8_t enAtomic = 0) {
        (void)enAtomic;
        if (isIdle()) {
            return;
        }
        restart();
        prepare("Matmul::IterateAll");
        MatmulTarget target;
        target.c = resultMemory("Matmul::IterateAll");
        target.isStaged = true;
        ask(MatmulStep::all, 0, target, false);
        copyIn(ubCmatrix, target.c, resultElements(state_.m, state_.n, Engine::pitchOf(state_, target), state_.m));
    }
    ACC_API void WaitIterateAll() {}

    // Products of batchA matrices A with batchB matrices B, of which the fewer are used several times.
    template <bool sync = true, bool waitIterateBatch = false>
    ACC_API void IterateBatch(const GlobalTensor<Dst>& gm, uint32_t batchA, uint32_t batchB, bool enSequentialWrite,
                              const uint32_t matrixStrideA = 0, const uint32_t matrixStrideB = 0,
                              const uint32_t matrixStrideC = 0, const bool enPartialSum = false,
                              const uint8_t enAtomic = 0) {
        (void)enSequentialWrite;
        (void)enPartialSum;
        if (!isIdle()) {
            prepare("Matmul::IterateBatch", batchA, batchB);
            batch({(uint8_t*)gm.GetPhyAddr(), enAtomic}, batchA, batchB, matrixStrideA, matrixStrideB, matrixStrideC,
                  0);
        }
    }
    template <bool sync = true, bool waitIterateBatch = false>
    ACC_API void IterateBatch(const LocalTensor<Dst>& ubCmatrix, uint32_t batchA, uint32_t batchB,
                              bool enSequentialWrite, const uint32_t matrixStrideA = 0,
                              const uint32_t matrixStrideB = 0, const uint32_t matrixStrideC = 0,
                              const bool enPartialSum = false, const uint8_t enAtomic = 0) {
        (void)enSequentialWrite;
        (void)enPartialSum;
        (void)enAtomic;
        if (isIdle()) {
            return;
        }
        prepare("Matmul::IterateBatch", batchA, batchB);
        MatmulTarget target;
        target.c = resultMemory("Matmul::IterateBatch");
        target.isStaged = true;
        batch(target, batchA, batchB, matrixStrideA, matrixStrideB, matrixStrideC, 0);
        const uint32_t products = batchA > batchB ? batchA : batchB;
        copyIn(ubCmatrix, target.c, int64_t(products) * state_.m * state_.n);
    }
    // The form of cube-only kernels, with the numbers of SetBatchNum.
    template <class Flag, class = std::enable_if_t<std::is_same_v<Flag, bool>>>
    ACC_API void IterateBatch(const GlobalTensor<Dst>& gm, Flag enPartialSum, uint8_t enAtomic, bool enSequentialWrite,
                              const uint32_t matrixStrideA = 0, const uint32_t matrixStrideB = 0,
                              const uint32_t matrixStrideC = 0) {
        IterateBatch(gm, batchA_, batchB_, enSequentialWrite, matrixStrideA, matrixStrideB, matrixStrideC,
                     bool(enPartialSum), enAtomic);
    }
    ACC_API void SetBatchNum(int32_t batchA, int32_t batchB) {
        batchA_ = uint32_t(batchA);
        batchB_ = uint32_t(batchB);
    }
    // Which batches share an L1 load: nothing to choose here.
    ACC_API void SetNBatchOutNum(int32_t) {}
    ACC_API void WaitIterateBatch() {}

    // batchLoop times IterateBatch into the workspace, from where GetBatchTensorC takes one after the other.
    template <bool sync = true, bool waitIterateBatch = false>
    ACC_API void IterateNBatch(const uint32_t batchLoop, uint32_t batchA, uint32_t batchB, bool enSequentialWrite,
                               const uint32_t matrixStrideA = 0, const uint32_t matrixStrideB = 0,
                               const uint32_t matrixStrideC = 0) {
        (void)enSequentialWrite;
        if (isIdle()) {
            return;
        }
        prepare("Matmul::IterateNBatch", batchLoop * batchA, batchLoop * batchB);
        const uint32_t products = batchA > batchB ? batchA : batchB;
        for (uint32_t i = 0; i < batchLoop; ++i) {
            MatmulTarget target;
            target.c = workspaceFor("Matmul::IterateNBatch") +
                       uint64_t(i) * products * batchElements(matrixStrideC) * sizeof(Dst);
            batch(target, batchA, batchB, matrixStrideA, matrixStrideB, matrixStrideC, i);
        }
        batchStrideC_ = matrixStrideC;
        fetchedBatches_ = 0;
    }
    template <bool sync = true>
    ACC_API GlobalTensor<Dst> GetBatchTensorC(uint32_t batchA, uint32_t batchB, bool enSequentialWrite = false) {
        (void)enSequentialWrite;
        const uint32_t products = batchA > batchB ? batchA : batchB;
        const uint64_t offset = uint64_t(fetchedBatches_++) * products * batchElements(batchStrideC_);
        return globalAt<Dst>(workspaceFor("Matmul::GetBatchTensorC"))[offset];
    }
    template <bool sync = true>
    ACC_API GlobalTensor<Dst> GetBatchC(uint32_t batchA, uint32_t batchB, bool enSequentialWrite = false) {
        return GetBatchTensorC<sync>(batchA, batchB, enSequentialWrite);
    }
    template <bool sync = true>
    ACC_API void GetBatchTensorC(const LocalTensor<Dst>& c, uint32_t batchA, uint32_t batchB,
                                 bool enSequentialWrite = false) {
        const GlobalTensor<Dst> from = GetBatchTensorC<sync>(batchA, batchB, enSequentialWrite);
        copyIn(c, from.GetPhyAddr(), int64_t(batchA > batchB ? batchA : batchB) * state_.m * state_.n);
    }

    // Where the block of the last Iterate lies in C.
    ACC_API MatrixOffset GetOffsetC() {
        const MatmulBlock block = Engine::blockOf(state_, iterated_ == 0 ? 0 : iterated_ - 1);
        const int32_t row = block.i * state_.tiling.baseM, column = block.j * state_.tiling.baseN;
        return {row * state_.orgN + column, row, column, block.m, block.n};
    }

    // Ends the use of the object; SetTensorA and SetTensorB begin a new one.
    ACC_API void End() {
        if (isIdle()) {
            return;
        }
        dropBlock();
        restart();
        state_.a.isSet = false;
        state_.b.isSet = false;
        state_.bias.isSet = false;
    }

    // --- for REGIST_MATMUL_OBJ ---
    ACC_API void bind(uint32_t object) { object_ = object; }
    ACC_API void rest() { hasServed_ = true; }
    // Whether a cube core serves this object rather than using it itself.
    ACC_API bool isServed() const { return !kWorksAlone; }
    template <class Tiling>
    ACC_API void initFrom(const Tiling& tiling, TPipe* pipe) {
        if constexpr (std::is_null_pointer_v<Tiling>) {
            initStatic(pipe);
        } else {
            Init((const TCubeTiling*)tiling, pipe);
        }
    }
    // With a tiling that is known at compile time, if it is.
    ACC_API void initStatic(TPipe* pipe) {
        if constexpr (std::is_same_v<std::decay_t<decltype(MM_CFG)>, MatmulApiStaticTiling>) {
            start(tilingOf(MM_CFG), pipe);
        } else {
            (void)pipe;
        }
    }
};

#ifdef ASCENDC_CUBE_ONLY
inline constexpr bool kMatmulWorksAlone = true;
#else
inline constexpr bool kMatmulWorksAlone = false;
#endif

// Arguments after the configuration: callbacks, and a policy, of which there is one.
template <bool worksAlone, class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE, const auto& MM_CFG, class MM_CB,
          template <const auto&, typename...> class MATMUL_POLICY>
struct MatmulOf {
    static_assert(std::is_same_v<MATMUL_POLICY<CFG_NORM>, MatmulPolicy<CFG_NORM>>,
                  "Matmul has no policy but MatmulPolicy here");
    using type = MatmulObject<worksAlone, A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB>;
};

}  // namespace detail

template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE = C_TYPE, const auto& MM_CFG = CFG_NORM,
          class MM_CB = MatmulCallBackFunc<>, template <const auto&, typename...> class MATMUL_POLICY = MatmulPolicy>
using Matmul = typename detail::MatmulOf<detail::kMatmulWorksAlone, A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB,
                                         MATMUL_POLICY>::type;
// Always the object of a cube core that works by itself.
template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE = C_TYPE, const auto& MM_CFG = CFG_NORM,
          class MM_CB = MatmulCallBackFunc<>, template <const auto&, typename...> class MATMUL_POLICY = MatmulPolicy>
using MatmulImpl =
    typename detail::MatmulOf<true, A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB, MATMUL_POLICY>::type;

}  // namespace AscendC
