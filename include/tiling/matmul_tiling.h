// SPDX-License-Identifier: Apache-2.0
// Tiling of Matmul on the host (ascendc-highlevel 2.9): how C is split between cores, and a core's part into base
// blocks that fit L0A, L0B, L0C and L1. Which of the valid tilings comes out is this library's own choice; kernels may
// rely on
//   usedCoreNum = ceil(M / singleCoreM) * ceil(N / singleCoreN) * ceil(K / singleCoreK).
#pragma once

#include <cstdio>

#include "tiling/matmul_tiling_types.h"
#include "tiling/optiling_structs.h"

namespace matmul_tiling {

// What the classes below share: the problem, its operands and the memory. Functions return 0, or -1 when an argument or
// the combination is not possible.
class MatmulApiTilingBase {
public:
    // The memories of the emulated chip.
    MatmulApiTilingBase() { setPlatform(platform_ascendc::PlatformAscendC(nullptr)); }
    explicit MatmulApiTilingBase(const platform_ascendc::PlatformAscendC& platform) { setPlatform(platform); }
    explicit MatmulApiTilingBase(const PlatformInfo& platform) : platform_(platform) {}
    virtual ~MatmulApiTilingBase() {}

    int32_t SetAType(TPosition pos, CubeFormat type, DataType dataType, bool isTrans = false) {
        a_ = detail::Operand{pos, type, dataType, isTrans};
        return isFactor(dataType) ? 0 : -1;
    }
    int32_t SetBType(TPosition pos, CubeFormat type, DataType dataType, bool isTrans = false) {
        b_ = detail::Operand{pos, type, dataType, isTrans};
        return isFactor(dataType) ? 0 : -1;
    }
    int32_t SetCType(TPosition pos, CubeFormat type, DataType dataType) {
        c_ = detail::Operand{pos, type, dataType, false};
        return detail::widthOf(dataType) != 0 ? 0 : -1;
    }
    int32_t SetBiasType(TPosition pos, CubeFormat type, DataType dataType) {
        bias_ = detail::Operand{pos, type, dataType, false};
        return detail::widthOf(dataType) != 0 ? 0 : -1;
    }
    int32_t SetDequantType(DequantType) { return 0; }

    // The problem that this call is about.
    int32_t SetShape(int32_t m, int32_t n, int32_t k) {
        shape_ = detail::Extent{m, n, k};
        return m > 0 && n > 0 && k > 0 ? 0 : -1;
    }
    // The whole matrices, whose rows are this long; as SetShape if never called.
    int32_t SetOrgShape(int32_t orgMIn, int32_t orgNIn, int32_t orgKIn) {
        return SetOrgShape(orgMIn, orgNIn, orgKIn, orgKIn);
    }
    int32_t SetOrgShape(int32_t orgMIn, int32_t orgNIn, int32_t orgKaIn, int32_t orgKbIn) {
        org_ = detail::Extent{orgMIn, orgNIn, orgKaIn};
        orgKb_ = orgKbIn;
        return orgMIn > 0 && orgNIn > 0 && orgKaIn > 0 && orgKbIn > 0 ? 0 : -1;
    }
    int32_t EnableBias(bool isBiasIn = false) {
        isBias_ = isBiasIn;
        return 0;
    }
    int32_t SetBias(bool isBiasIn = false) { return EnableBias(isBiasIn); }

    // Base sizes to use, multiples of 16 (of 32 in K, for 8-bit factors); -1: chosen here.
    int32_t SetFixSplit(int32_t baseMIn = -1, int32_t baseNIn = -1, int32_t baseKIn = -1) {
        fixed_ = detail::Extent{baseMIn, baseNIn, baseKIn};
        return 0;
    }
    // Bounds for base sizes that are chosen here; -1: none.
    int32_t SetSplitRange(int32_t maxBaseM = -1, int32_t maxBaseN = -1, int32_t maxBaseK = -1, int32_t minBaseM = -1,
                          int32_t minBaseN = -1, int32_t minBaseK = -1) {
        maxBase_ = detail::Extent{maxBaseM, maxBaseN, maxBaseK};
        minBase_ = detail::Extent{minBaseM, minBaseN, minBaseK};
        return 0;
    }
    // Bytes of L1, L0C, UB and bias table that Matmul may use; -1: all.
    int32_t SetBufferSpace(int32_t l1Size = -1, int32_t l0CSize = -1, int32_t ubSize = -1, int32_t btSize = -1) {
        l1Space_ = l1Size;
        l0cSpace_ = l0CSize;
        ubSpace_ = ubSize;
        btSpace_ = btSize;
        return 0;
    }
    int32_t SetTraverse(MatrixTraverse traverse) {
        traverse_ = traverse;
        return 0;
    }
    int32_t SetMadType(MatrixMadType madType) { return madType == MatrixMadType::MXMODE ? -1 : 0; }
    int32_t SetDoubleBuffer(bool, bool, bool, bool, bool = true, bool = true) { return 0; }
    int32_t SetMatmulConfigParams(int32_t = 1, bool = false, ScheduleType = ScheduleType::INNER_PRODUCT,
                                  MatrixTraverse traverse = MatrixTraverse::NOSET, bool = false) {
        return traverse == MatrixTraverse::NOSET ? 0 : SetTraverse(traverse);
    }
    int32_t SetMatmulConfigParams(const MatmulConfigParams& configParams) {
        return SetMatmulConfigParams(configParams.mmConfigType, configParams.enableL1CacheUB, configParams.scheduleType,
                                     configParams.traverse, configParams.enVecND2NZ);
    }
    // Sparse factors are not there.
    int32_t SetSparse(bool isSparseIn = false) { return isSparseIn ? -1 : 0; }

    // Batches: b x s x n x g x d of each operand, or for layout NORMAL numbers of matrices and their shape.
    int32_t SetALayout(int32_t b, int32_t s, int32_t n, int32_t g, int32_t d) { return set(aLayout_, b, s, n, g, d); }
    int32_t SetBLayout(int32_t b, int32_t s, int32_t n, int32_t g, int32_t d) { return set(bLayout_, b, s, n, g, d); }
    int32_t SetCLayout(int32_t b, int32_t s, int32_t n, int32_t g, int32_t d) { return set(cLayout_, b, s, n, g, d); }
    int32_t SetBatchNum(int32_t batch) {
        batch_ = batch;
        return batch > 0 ? 0 : -1;
    }
    int32_t SetBatchInfoForNormal(int32_t batchA, int32_t batchB, int32_t m, int32_t n, int32_t k) {
        batchA_ = batchA;
        batchB_ = batchB;
        return batchA > 0 && batchB > 0 ? SetShape(m, n, k) : -1;
    }

    int32_t GetBaseM() const { return tiling_.baseM; }
    int32_t GetBaseN() const { return tiling_.baseN; }
    int32_t GetBaseK() const { return tiling_.baseK; }

    // The tiling; -1 when there is none, with the reason on stderr.
    int64_t GetTiling(optiling::TCubeTiling& tiling) { return get(tiling); }
    int64_t GetTiling(AscendC::tiling::TCubeTiling& tiling) { return get(tiling); }

protected:
    // Multiples that a size must be of, for the fractals of the factors.
    int32_t alignM() const { return width() == 1 && a_.isTrans ? 32 : 16; }
    int32_t alignN() const { return width() == 1 && !b_.isTrans ? 32 : 16; }
    int32_t alignK() const { return width() == 1 ? 32 : 16; }
    int32_t width() const { return detail::widthOf(a_.type); }

    // Splits the problem between cores: sets usedCoreNum and singleCoreM, N, K.
    virtual bool splitCores() {
        tiling_.usedCoreNum = 1;
        tiling_.singleCoreM = single_.m > 0 ? single_.m : shape_.m;
        tiling_.singleCoreN = single_.n > 0 ? single_.n : shape_.n;
        tiling_.singleCoreK = single_.k > 0 ? single_.k : shape_.k;
        return true;
    }
    static bool refuse(const char* why) {
        std::fprintf(stderr, "[acc] GetTiling: %s\n", why);
        return false;
    }

    detail::Extent shape_ = {0, 0, 0};
    detail::Extent single_ = {-1, -1, -1};
    AscendC::tiling::TCubeTiling tiling_ = {};

private:
    void setPlatform(const platform_ascendc::PlatformAscendC& platform) {
        using platform_ascendc::CoreMemType;
        platform_.socVersion = platform.GetSocVersion();
        platform.GetCoreMemSize(CoreMemType::L1, platform_.l1Size);
        platform.GetCoreMemSize(CoreMemType::L0_C, platform_.l0CSize);
        platform.GetCoreMemSize(CoreMemType::UB, platform_.ubSize);
        platform.GetCoreMemSize(CoreMemType::L0_A, platform_.l0ASize);
        platform.GetCoreMemSize(CoreMemType::L0_B, platform_.l0BSize);
    }
    static bool isFactor(DataType type) {
        return detail::widthOf(type) != 0 && type != DataType::DT_INT32 && type != DataType::DT_UINT8;
    }
    static int32_t set(detail::Layout& layout, int32_t b, int32_t s, int32_t n, int32_t g, int32_t d) {
        layout = detail::Layout{b, s, n, g, d};
        return b > 0 && s > 0 && n > 0 && g > 0 && d > 0 ? 0 : -1;
    }
    static int32_t spaceOf(int32_t asked, uint64_t all) {
        return asked >= 0 && static_cast<uint64_t>(asked) < all ? asked : static_cast<int32_t>(all);
    }

    template <class Tiling>
    int64_t get(Tiling& tiling) {
        tiling_ = AscendC::tiling::TCubeTiling();
        takeShapeFromLayouts();
        if (shape_.m <= 0 || shape_.n <= 0 || shape_.k <= 0) {
            refuse("the shape is not set; call SetShape(m, n, k)");
            return -1;
        }
        if (!isFactor(a_.type) || detail::widthOf(a_.type) != detail::widthOf(b_.type)) {
            refuse("A and B have types that Matmul does not multiply");
            return -1;
        }
        tiling_.M = org_.m > 0 ? org_.m : shape_.m;
        tiling_.N = org_.n > 0 ? org_.n : shape_.n;
        tiling_.Ka = org_.k > 0 ? org_.k : shape_.k;
        tiling_.Kb = orgKb_ > 0 ? orgKb_ : tiling_.Ka;
        if (!splitCores() || !chooseBase() || !chooseSteps()) {
            return -1;
        }
        describe();
        AscendC::tiling::detail::assign(tiling_, tiling);
        return 0;
    }

    // Without SetShape: the matrices of the layouts.
    void takeShapeFromLayouts() {
        if (shape_.m == 0 && aLayout_.s > 0 && bLayout_.s > 0) {
            shape_.m = a_.isTrans ? aLayout_.d : aLayout_.s;
            shape_.k = a_.isTrans ? aLayout_.s : aLayout_.d;
            shape_.n = b_.isTrans ? bLayout_.s : bLayout_.d;
        }
    }

    // A base size: as fixed, or up to `most` and as large as the size, within the range asked for.
    static int32_t baseOf(int32_t fixed, int32_t size, int32_t most, int32_t align, int32_t low, int32_t high) {
        if (fixed > 0) {
            return fixed;
        }
        int32_t base = detail::smaller(detail::alignUp(size, align), most / align * align);
        if (high >= align) {
            base = detail::smaller(base, high / align * align);
        }
        return low > 0 ? detail::larger(base, detail::alignUp(low, align)) : base;
    }

    // Base sizes that fit: A and B tiles twice into L0A and L0B, the block of C into L0C and where it is needed UB.
    bool chooseBase() {
        const int32_t l0a = static_cast<int32_t>(platform_.l0ASize) / 2;
        const int32_t l0b = static_cast<int32_t>(platform_.l0BSize) / 2;
        const int32_t l0c = spaceOf(l0cSpace_, platform_.l0CSize);
        const int32_t bt = spaceOf(btSpace_, 1024);
        const bool inUb = c_.position == TPosition::VECIN || c_.position == TPosition::VECCALC;
        const int32_t ub = spaceOf(ubSpace_, platform_.ubSize);
        int32_t m = baseOf(fixed_.m, tiling_.singleCoreM, 128, alignM(), minBase_.m, maxBase_.m);
        int32_t n = baseOf(fixed_.n, tiling_.singleCoreN, isBias_ ? detail::smaller(256, bt / 4) : 256, alignN(),
                           minBase_.n, maxBase_.n);
        if (m <= 0 || n <= 0 || m % alignM() != 0 || n % alignN() != 0) {
            return refuse("baseM and baseN have to be multiples of 16 (of 32 for transposed 8-bit factors)");
        }
        while (m * n * 4 > l0c || (inUb && m * n * detail::widthOf(c_.type) > ub)) {
            if (fixed_.n <= 0 && n > alignN() && (n >= m || fixed_.m > 0 || m <= alignM())) {
                n = detail::alignUp(n / 2, alignN());
            } else if (fixed_.m <= 0 && m > alignM()) {
                m = detail::alignUp(m / 2, alignM());
            } else {
                return refuse("a block of baseM x baseN does not fit L0C, or UB");
            }
        }
        if (isBias_ && n * 4 > bt) {
            return refuse("the bias of baseN columns does not fit the bias table");
        }
        const int32_t most = detail::smaller(l0a / (m * width()), l0b / (n * width()));
        // A size of the caller's need not be double-buffered.
        const int32_t limit = fixed_.k > 0 ? detail::smaller(2 * l0a / (m * width()), 2 * l0b / (n * width())) : most;
        const int32_t k = baseOf(fixed_.k, tiling_.singleCoreK, most, alignK(), minBase_.k, maxBase_.k);
        if (k <= 0 || k % alignK() != 0 || k > limit) {
            return refuse(
                "tiles of baseM x baseK and baseK x baseN, baseK a multiple of 16 (32 for 8-bit factors), do not fit "
                "L0A and L0B");
        }
        tiling_.baseM = m;
        tiling_.baseN = n;
        tiling_.baseK = k;
        tiling_.dbL0A = m * k * width() <= l0a ? 2 : 1;
        tiling_.dbL0B = n * k * width() <= l0b ? 2 : 1;
        tiling_.dbL0C = 2 * m * n * 4 <= l0c ? 2 : 1;
        return true;
    }

    // How many base blocks along K are loaded into L1 together; twice if there is room.
    bool chooseSteps() {
        const int32_t bias = isBias_ ? tiling_.baseN * 4 : 0;
        const int32_t pair = (tiling_.baseM + tiling_.baseN) * tiling_.baseK * width();
        const int32_t fit = (spaceOf(l1Space_, platform_.l1Size) - bias) / pair;
        if (fit < 1) {
            return refuse("a tile of A and one of B do not fit L1");
        }
        const int32_t all = detail::ceilDiv(tiling_.singleCoreK, tiling_.baseK);
        const int32_t buffers = fit >= 2 ? 2 : 1;
        tiling_.stepM = tiling_.stepN = 1;
        tiling_.stepKa = tiling_.stepKb = detail::smaller(all, fit / buffers);
        tiling_.depthA1 = tiling_.depthB1 = tiling_.stepKa * buffers;
        tiling_.shareL1Size = pair * tiling_.depthA1 + bias;
        tiling_.shareL0CSize = tiling_.baseM * tiling_.baseN * 4;
        return true;
    }

    void describe() {
        tiling_.isBias = isBias_ ? 1 : 0;
        tiling_.iterateOrder = traverse_ == MatrixTraverse::FIRSTN ? 1 : 0;
        tiling_.batchM = batchA_;
        tiling_.batchN = batchB_;
        tiling_.singleBatchM = tiling_.singleBatchN = 1;
        tiling_.BatchNum = batch_;
        tiling_.ALayoutInfoB = aLayout_.b;
        tiling_.ALayoutInfoS = aLayout_.s;
        tiling_.ALayoutInfoN = aLayout_.n;
        tiling_.ALayoutInfoG = aLayout_.g;
        tiling_.ALayoutInfoD = aLayout_.d;
        tiling_.BLayoutInfoB = bLayout_.b;
        tiling_.BLayoutInfoS = bLayout_.s;
        tiling_.BLayoutInfoN = bLayout_.n;
        tiling_.BLayoutInfoG = bLayout_.g;
        tiling_.BLayoutInfoD = bLayout_.d;
        tiling_.CLayoutInfoB = cLayout_.b;
        tiling_.CLayoutInfoS1 = cLayout_.s;
        tiling_.CLayoutInfoN = cLayout_.n;
        tiling_.CLayoutInfoG = cLayout_.g;
        tiling_.CLayoutInfoS2 = cLayout_.d;
    }

    PlatformInfo platform_ = {};
    detail::Operand a_ = {TPosition::GM, CubeFormat::ND, DataType::DT_FLOAT16, false};
    detail::Operand b_ = {TPosition::GM, CubeFormat::ND, DataType::DT_FLOAT16, false};
    detail::Operand c_ = {TPosition::GM, CubeFormat::ND, DataType::DT_FLOAT, false};
    detail::Operand bias_ = {TPosition::GM, CubeFormat::ND, DataType::DT_FLOAT, false};
    detail::Extent org_ = {-1, -1, -1};
    int32_t orgKb_ = -1;
    detail::Extent fixed_ = {-1, -1, -1};
    detail::Extent minBase_ = {-1, -1, -1};
    detail::Extent maxBase_ = {-1, -1, -1};
    bool isBias_ = false;
    int32_t l1Space_ = -1, l0cSpace_ = -1, ubSpace_ = -1, btSpace_ = -1;
    MatrixTraverse traverse_ = MatrixTraverse::NOSET;
    detail::Layout aLayout_ = {0, 0, 0, 0, 0}, bLayout_ = {0, 0, 0, 0, 0}, cLayout_ = {0, 0, 0, 0, 0};
    int32_t batch_ = 0, batchA_ = 1, batchB_ = 1;
};

// Tiling for one core.
class MatmulApiTiling : public MatmulApiTilingBase {
public:
    using MatmulApiTilingBase::MatmulApiTilingBase;
    MatmulApiTiling() {}
};

// Tiling for batches of small products on one core.
class BatchMatmulTiling : public MatmulApiTilingBase {
public:
    using MatmulApiTilingBase::MatmulApiTilingBase;
    BatchMatmulTiling() {}

    int32_t GetCoreNum(int32_t& dim, int32_t& mDim, int32_t& nDim, int32_t& batchCoreM, int32_t& batchCoreN) const {
        dim = mDim = nDim = batchCoreM = batchCoreN = 1;
        return 0;
    }
};

// Tiling for several cores, each of which computes a part of C.
class MultiCoreMatmulTiling : public MatmulApiTilingBase {
public:
    using MatmulApiTilingBase::MatmulApiTilingBase;
    MultiCoreMatmulTiling() {}

    // Cores that call Matmul: vector cores of a mixed kernel, otherwise cube cores.
    int32_t SetDim(int32_t dim) {
        dim_ = dim;
        return dim > 0 ? 0 : -1;
    }
    // The part of a core; -1: chosen here.
    int32_t SetSingleShape(int32_t singleMIn = -1, int32_t singleNIn = -1, int32_t singleKIn = -1) {
        single_ = detail::Extent{singleMIn, singleNIn, singleKIn};
        return 0;
    }
    int32_t SetSingleRange(int32_t maxM = -1, int32_t maxN = -1, int32_t maxK = -1, int32_t minM = -1,
                           int32_t minN = -1, int32_t minK = -1) {
        most_ = detail::Extent{maxM, maxN, maxK};
        least_ = detail::Extent{minM, minN, minK};
        return 0;
    }
    // Multiples that the sizes of a part are of.
    int32_t SetAlignSplit(int32_t alignMIn, int32_t alignNIn, int32_t alignKIn) {
        align_ = detail::Extent{alignMIn, alignNIn, alignKIn};
        return 0;
    }
    // Whether cores may share a part of C, each with a slice along K; results have to be added (enAtomic = 1).
    void EnableMultiCoreSplitK(bool flag) { splitsK_ = flag; }
    void SetSplitK(bool flag) { splitsK_ = flag; }

    int32_t GetSingleShape(int32_t& shapeM, int32_t& shapeN, int32_t& shapeK) const {
        shapeM = tiling_.singleCoreM;
        shapeN = tiling_.singleCoreN;
        shapeK = tiling_.singleCoreK;
        return tiling_.usedCoreNum > 0 ? 0 : -1;
    }
    int32_t GetCoreNum(int32_t& dim, int32_t& mDim, int32_t& nDim) const {
        dim = tiling_.usedCoreNum;
        mDim = mDim_;
        nDim = nDim_;
        return tiling_.usedCoreNum > 0 ? 0 : -1;
    }

private:
    // The size of a part when `size` is split `ways` ways.
    static int32_t partOf(int32_t size, int32_t ways, int32_t align, int32_t least, int32_t most) {
        int32_t part = detail::alignUp(detail::ceilDiv(size, ways), align);
        if (most >= align) {
            part = detail::smaller(part, most / align * align);
        }
        if (least > 0) {
            part = detail::larger(part, detail::alignUp(least, align));
        }
        return detail::smaller(part, size);
    }

    // The split with the least work of a core, and among those the squarest part.
    bool splitCores() override {
        const int32_t toM = detail::larger(align_.m, alignM());
        const int32_t toN = detail::larger(align_.n, alignN());
        const int32_t toK = detail::larger(align_.k, alignK());
        int64_t leastWork = -1;
        for (int32_t ways = 1; ways <= dim_; ++ways) {
            const int32_t m = single_.m > 0 ? single_.m : partOf(shape_.m, ways, toM, least_.m, most_.m);
            const int32_t mParts = detail::ceilDiv(shape_.m, m);
            if (mParts > dim_) {
                continue;
            }
            const int32_t n = single_.n > 0 ? single_.n : partOf(shape_.n, dim_ / mParts, toN, least_.n, most_.n);
            const int32_t nParts = detail::ceilDiv(shape_.n, n);
            if (mParts * nParts > dim_) {
                continue;
            }
            const int64_t work = static_cast<int64_t>(m) * n;
            const int64_t edge = m + n;
            if (leastWork < 0 || work < leastWork ||
                (work == leastWork && edge < tiling_.singleCoreM + tiling_.singleCoreN)) {
                leastWork = work;
                tiling_.singleCoreM = m;
                tiling_.singleCoreN = n;
                mDim_ = mParts;
                nDim_ = nParts;
            }
        }
        if (leastWork < 0) {
            return refuse("the parts asked for are more than the cores of SetDim");
        }
        const int32_t kWays = splitsK_ ? dim_ / (mDim_ * nDim_) : 1;
        tiling_.singleCoreK = single_.k > 0 ? single_.k
                              : kWays > 1   ? partOf(shape_.k, kWays, toK, least_.k, most_.k)
                                            : shape_.k;
        const int32_t kParts = detail::ceilDiv(shape_.k, tiling_.singleCoreK);
        if (kParts > 1 && !splitsK_ && single_.k <= 0) {
            return refuse("K is split without EnableMultiCoreSplitK");
        }
        tiling_.usedCoreNum = mDim_ * nDim_ * kParts;
        if (tiling_.usedCoreNum > dim_) {
            return refuse("the parts asked for are more than the cores of SetDim");
        }
        return true;
    }

    int32_t dim_ = 1;
    detail::Extent most_ = {-1, -1, -1};
    detail::Extent least_ = {-1, -1, -1};
    detail::Extent align_ = {-1, -1, -1};
    bool splitsK_ = false;
    int32_t mDim_ = 0, nDim_ = 0;
};

namespace detail {
inline int32_t tmpBufSize(int32_t l1, int32_t l0c, SysTilingTempBufSize& bufSize) {
    bufSize.ubSize = 0;
    bufSize.l1Size = l1;
    bufSize.l0cSize = l0c;
    return 0;
}
}  // namespace detail

// Local memory that Matmul with this tiling needs.
inline int32_t MatmulGetTmpBufSize(optiling::TCubeTiling& tiling, SysTilingTempBufSize& bufSize) {
    return detail::tmpBufSize(tiling.get_shareL1Size(), tiling.get_shareL0CSize(), bufSize);
}
inline int32_t MultiCoreMatmulGetTmpBufSize(optiling::TCubeTiling& tiling, SysTilingTempBufSize& bufSize) {
    return MatmulGetTmpBufSize(tiling, bufSize);
}
inline int32_t BatchMatmulGetTmpBufSize(optiling::TCubeTiling& tiling, SysTilingTempBufSize& bufSize) {
    return MatmulGetTmpBufSize(tiling, bufSize);
}
inline int32_t MatmulGetTmpBufSizeV2(AscendC::tiling::TCubeTiling& tiling, SysTilingTempBufSize& bufSize) {
    return detail::tmpBufSize(tiling.shareL1Size, tiling.shareL0CSize, bufSize);
}
inline int32_t MultiCoreMatmulGetTmpBufSizeV2(AscendC::tiling::TCubeTiling& tiling, SysTilingTempBufSize& bufSize) {
    return MatmulGetTmpBufSizeV2(tiling, bufSize);
}
inline int32_t BatchMatmulGetTmpBufSizeV2(AscendC::tiling::TCubeTiling& tiling, SysTilingTempBufSize& bufSize) {
    return MatmulGetTmpBufSizeV2(tiling, bufSize);
}

}  // namespace matmul_tiling
