// SPDX-License-Identifier: Apache-2.0
// Into the cube core's memories. The reference is the address of each matrix element (ascendc-cube 2.2): whichever way
// a matrix took, element (row, column) must lie where the layout says.
#include "tests/conformance/isa/harness.h"

namespace acc::test {
namespace {

using namespace AscendC;

const Covers kCovers{"LoadData",
                     "LoadDataWithTranspose",
                     "LoadData3D",
                     "InitConstValue",
                     "SetFmatrix",
                     "SetLoadDataPaddingValue",
                     "SetLoadDataRepeat",
                     "SetLoadDataBoundary",
                     "Nd2Nz",
                     "DataCopy"};

uint64_t up(uint64_t value, uint64_t to) {
    return (value + to - 1) / to * to;
}

template <class T>
constexpr uint64_t kDepth = 32 / sizeof(T);  // C0

// Element addresses; `columns`, `rows`: of the matrix that the buffer holds.
template <class T>
uint64_t inL0A(uint64_t m, uint64_t k, uint64_t fractalsAlongK) {
    return (m / 16 * fractalsAlongK + k / kDepth<T>)*16 * kDepth<T> + m % 16 * kDepth<T> + k % kDepth<T>;
}
template <class T>
uint64_t inL0B(uint64_t k, uint64_t n, uint64_t columns) {
    return (k / kDepth<T> * (up(columns, 16) / 16) + n / 16) * 16 * kDepth<T> + n % 16 * kDepth<T> + k % kDepth<T>;
}
template <class T>
uint64_t inNz(uint64_t r, uint64_t c, uint64_t rows) {
    return (c / kDepth<T> * (up(rows, 16) / 16) + r / 16) * 16 * kDepth<T> + r % 16 * kDepth<T> + c % kDepth<T>;
}

template <class T>
T valueAt(uint64_t row, uint64_t column) {
    return static_cast<T>(static_cast<int>((row * 37 + column * 11 + row * column) % 101) - 50);
}

class CubeLoad : public CubeTest {
protected:
    // GM matrix [rows, columns] of valueAt, brought to L1 as Nz with rows rounded up to `rowsUp`.
    template <class T>
    LocalTensor<T> toL1(uint64_t rows, uint64_t columns, uint64_t rowsUp = 16) {
        T* const data = gm<T>(rows * columns);
        for (uint64_t r = 0; r < rows; ++r) {
            for (uint64_t c = 0; c < columns; ++c) {
                data[r * columns + c] = valueAt<T>(r, c);
            }
        }
        LocalTensor<T> l1 = whole<T>(TPosition::A1);
        DataCopy(l1, global(data, rows * columns), Nd2NzParams(1, rows, columns, 0, columns, up(rows, rowsUp), 1, 0));
        return l1;
    }
    template <class T>
    void expectL0A(uint64_t m, uint64_t k, bool transposed, uint64_t fractalsAlongK) {
        for (uint64_t r = 0; r < m; ++r) {
            for (uint64_t c = 0; c < k; ++c) {
                ASSERT_EQ(float(memory<T>(ACC_MEM_L0A)[inL0A<T>(r, c, fractalsAlongK)]),
                          float(transposed ? valueAt<T>(c, r) : valueAt<T>(r, c)))
                    << "A[" << r << "][" << c << "]";
            }
        }
    }
    template <class T>
    void expectL0B(uint64_t k, uint64_t n, bool transposed, uint64_t columns) {
        for (uint64_t r = 0; r < k; ++r) {
            for (uint64_t c = 0; c < n; ++c) {
                ASSERT_EQ(float(memory<T>(ACC_MEM_L0B)[inL0B<T>(r, c, columns)]),
                          float(transposed ? valueAt<T>(c, r) : valueAt<T>(r, c)))
                    << "B[" << r << "][" << c << "]";
            }
        }
    }
};

struct Shape {
    uint64_t rows, columns;
};
constexpr Shape kShapes[] = {{16, 64}, {1, 1}, {33, 47}, {96, 32}, {17, 128}, {64, 65}};

template <class T>
class CubeLoadOf : public CubeLoad {};
using AllTypes = ::testing::Types<Element<int8_t>, Element<uint8_t>, Element<int16_t>, Element<half>,
                                  Element<bfloat16_t>, Element<int32_t>, Element<float>>;
TYPED_TEST_SUITE(CubeLoadOf, AllTypes);

TYPED_TEST(CubeLoadOf, RowsBecomeNz) {
    using T = typename TypeParam::type;
    for (const auto [rows, columns] : kShapes) {
        std::memset(this->template memory<>(ACC_MEM_L1), 0x77, 512 * 1024);
        this->template toL1<T>(rows, columns);
        const T* const l1 = this->template memory<T>(ACC_MEM_L1);
        for (uint64_t r = 0; r < up(rows, 16); ++r) {
            for (uint64_t c = 0; c < up(columns, kDepth<T>); ++c) {
                const T got = l1[inNz<T>(r, c, rows)];
                if (r < rows) {
                    ASSERT_EQ(float(got), float(c < columns ? valueAt<T>(r, c) : T(0)));
                } else {
                    T kept;
                    std::memset(&kept, 0x77, sizeof(kept));
                    ASSERT_EQ(std::memcmp(&got, &kept, sizeof(kept)), 0) << "row " << r << " was written";
                }
            }
        }
    }
}

TYPED_TEST(CubeLoadOf, MatrixToL0A) {
    using T = typename TypeParam::type;
    for (const auto [m, k] : kShapes) {
        const LocalTensor<T> a1 = this->template toL1<T>(m, k);
        const LocalTensor<T> a2 = this->template whole<T>(TPosition::A2);
        const uint64_t m1 = up(m, 16) / 16, k1 = up(k, kDepth<T>) / kDepth<T>;
        const uint64_t fractal = 16 * kDepth<T>;
        for (uint64_t i = 0; i < m1; ++i) {
            LoadData(a2[i * k1 * fractal], a1[i * fractal], LoadData2DParams(0, k1, m1, 0, 0, false, 0));
        }
        this->template expectL0A<T>(m, k, false, k1);
        std::memset(this->template memory<>(ACC_MEM_L0A), 0, 65536);
        for (uint64_t i = 0; i < k1; ++i) {
            LoadData(a2[i * fractal], a1[i * m1 * fractal], LoadData2DParams(0, m1, 1, 0, k1 - 1, false, 0));
        }
        this->template expectL0A<T>(m, k, false, k1);
        std::memset(this->template memory<>(ACC_MEM_L0A), 0, 65536);
        LoadData3DParamsV2<T> p;
        p.l1H = 1;
        p.l1W = up(m, 16);
        p.channelSize = p.kExtension = up(k, kDepth<T>);
        p.mExtension = up(m, 16);
        LoadData(a2, a1, p);
        this->template expectL0A<T>(m, k, false, k1);
    }
}

TYPED_TEST(CubeLoadOf, TransposedMatrixToL0B) {
    using T = typename TypeParam::type;
    for (const auto [n, k] : kShapes) {
        const LocalTensor<T> b1 = this->template toL1<T>(n, k);
        const uint64_t fractals = up(n, 16) / 16 * (up(k, kDepth<T>) / kDepth<T>);
        LoadData(this->template whole<T>(TPosition::B2), b1, LoadData2DParams(0, fractals, 1, 0, 0, false, 0));
        this->template expectL0B<T>(k, n, true, n);
    }
}

template <class T>
class CubeLoad16 : public CubeLoad {};
using HalfTypes = ::testing::Types<Element<half>, Element<bfloat16_t>, Element<int16_t>, Element<uint16_t>>;
TYPED_TEST_SUITE(CubeLoad16, HalfTypes);

TYPED_TEST(CubeLoad16, FractalTransposes) {
    using T = typename TypeParam::type;
    for (const auto [rows, columns] : kShapes) {
        const LocalTensor<T> l1 = this->template toL1<T>(rows, columns);
        const uint64_t r1 = up(rows, 16) / 16, c1 = up(columns, 16) / 16;
        // [K, M] to A, [K, N] to B.
        LoadData(this->template whole<T>(TPosition::A2), l1, LoadData2DParams(0, r1 * c1, 1, 0, 0, true, 0));
        this->template expectL0A<T>(columns, rows, true, r1);
        const LocalTensor<T> b2 = this->template whole<T>(TPosition::B2);
        for (uint64_t i = 0; i < r1; ++i) {
            LoadData(b2[i * c1 * 256], l1[i * 256], LoadData2DParams(0, c1, r1, 0, 0, true, 0));
        }
        this->template expectL0B<T>(rows, columns, false, columns);
        std::memset(this->template memory<>(ACC_MEM_L0B), 0, 65536);
        for (uint64_t i = 0; i < r1; ++i) {
            LoadDataWithTranspose(b2[i * c1 * 256], l1[i * 256], LoadData2dTransposeParams(0, c1, r1, 0, 0));
        }
        this->template expectL0B<T>(rows, columns, false, columns);
    }
}

template <class T>
class CubeLoadWide : public CubeLoad {};
using WideTypes = ::testing::Types<Element<half>, Element<bfloat16_t>, Element<float>, Element<int32_t>>;
TYPED_TEST_SUITE(CubeLoadWide, WideTypes);

TYPED_TEST(CubeLoadWide, WindowTransposes) {
    using T = typename TypeParam::type;
    for (const auto [rows, columns] : kShapes) {
        const LocalTensor<T> l1 = this->template toL1<T>(rows, columns);
        LoadData3DParamsV2<T> p;
        p.l1H = 1;
        p.l1W = p.mExtension = up(rows, 16);
        p.channelSize = p.kExtension = up(columns, kDepth<T>);
        LoadData(this->template whole<T>(TPosition::B2), l1, p);
        this->template expectL0B<T>(rows, columns, false, columns);
        p.enTranspose = true;
        LoadData(this->template whole<T>(TPosition::A2), l1, p);
        this->template expectL0A<T>(columns, rows, true, sizeof(T) == 4 ? 2 * up(rows, 16) / 16 : up(rows, 16) / 16);
    }
}

TEST_F(CubeLoad, EightBitSquares) {
    for (const auto [rows, columns] : kShapes) {
        const LocalTensor<int8_t> l1 = toL1<int8_t>(rows, columns, 32);
        const uint64_t rowSquares = up(rows, 32) / 32, columnSquares = up(columns, 32) / 32;
        const LocalTensor<int8_t> b2 = whole<int8_t>(TPosition::B2);
        for (uint64_t j = 0; j < rowSquares; ++j) {
            LoadDataWithTranspose(b2[j * 2 * columnSquares * 512], l1[j * 1024],
                                  LoadData2dTransposeParams(0, columnSquares, rowSquares, 1, 0));
        }
        expectL0B<int8_t>(rows, columns, false, up(columns, 32));
        const LocalTensor<int8_t> a2 = whole<int8_t>(TPosition::A2);
        for (uint64_t j = 0; j < columnSquares; ++j) {
            LoadDataWithTranspose(a2[j * 2 * rowSquares * 512], l1[j * rowSquares * 1024],
                                  LoadData2dTransposeParams(0, rowSquares, 1, 0, rowSquares - 1));
        }
        expectL0A<int8_t>(columns, rows, true, rowSquares);
    }
}

TEST_F(CubeLoad, GapsOfSquares) {
    int8_t* const l1 = memory<int8_t>(ACC_MEM_L1);
    for (int i = 0; i < 4096; ++i) {
        l1[i] = static_cast<int8_t>(i * 7 % 127);
    }
    LoadDataWithTranspose(whole<int8_t>(TPosition::B2), whole<int8_t>(TPosition::A1),
                          LoadData2dTransposeParams(0, 2, 1, 1, 0));
    EXPECT_EQ(memory<int8_t>(ACC_MEM_L0B)[1669], l1[1024 + 5 * 32 + 20]);
    float* const wide = memory<float>(ACC_MEM_L1);
    for (int i = 0; i < 256; ++i) {
        wide[i] = float(i);
    }
    LoadDataWithTranspose(whole<float>(TPosition::A2), whole<float>(TPosition::A1),
                          LoadData2dTransposeParams(0, 1, 0, 0, 0));
    EXPECT_EQ(memory<float>(ACC_MEM_L0A)[153], 75.0F);
}

TEST_F(CubeLoad, BackwardsAndRepeatedFractals) {
    for (int i = 0; i < 4 * 256; ++i) {
        memory<int16_t>(ACC_MEM_L1)[i] = int16_t(i);
    }
    const LocalTensor<int16_t> l1 = whole<int16_t>(TPosition::A1), a2 = whole<int16_t>(TPosition::A2);
    LoadData(a2, l1, LoadData2DParams(3, 4, 1, 0, 0, false, 1));
    EXPECT_EQ(memory<int16_t>(ACC_MEM_L0A)[0], 3 * 256);
    EXPECT_EQ(memory<int16_t>(ACC_MEM_L0A)[3 * 256 + 5], 5);
    LoadData(a2, l1, LoadData2DParams(2, 3, 0, 0, 1, false, 0));
    EXPECT_EQ(memory<int16_t>(ACC_MEM_L0A)[4 * 256], 2 * 256);
    EXPECT_FAULT(LoadData(a2, l1, LoadData2DParams(2, 4, 1, 0, 0, false, 1)), "RANGE",
                 "LoadData: startIndex 2 with 3 steps of srcStride 1 downwards reaches below fractal 0");
}

// The definition: the input pixel under tap (kh, kw) of the filter at (ho, wo).
TEST_F(CubeLoad, ImageToColumns) {
    constexpr uint64_t h = 8, w = 7, c1 = 2, kh = 3, kw = 2, strideH = 2, strideW = 1, dilationH = 1, dilationW = 2;
    const uint8_t pads[4] = {1, 2, 1, 0};  // left, right, top, bottom
    half* const l1 = memory<half>(ACC_MEM_L1);
    for (uint64_t i = 0; i < c1 * h * w * 16; ++i) {
        l1[i] = half(float(i % 1009));
    }
    const uint64_t outH = (h + 1 + 0 - dilationH * (kh - 1) - 1) / strideH + 1;
    const uint64_t outW = (w + 1 + 2 - dilationW * (kw - 1) - 1) / strideW + 1;
    const uint64_t columns = c1 * kh * kw * 16;
    const half pad = half(-3.0F);
    auto expected = [&](uint64_t row, uint64_t column) {
        const int64_t y = int64_t(row / outW * strideH + column / 16 / kw % kh * dilationH) - pads[2];
        const int64_t x = int64_t(row % outW * strideW + column / 16 % kw * dilationW) - pads[0];
        const uint64_t c = column / 16 / kw / kh;
        return y < 0 || y >= int64_t(h) || x < 0 || x >= int64_t(w) ? pad
                                                                    : l1[((c * h + y) * w + x) * 16 + column % 16];
    };
    const uint16_t mStart = 3, kStart = 16, mExtension = 16, kExtension = 48;
    const auto check = [&] {
        for (uint64_t r = 0; r < mExtension; ++r) {
            for (uint64_t c = 0; c < kExtension; ++c) {
                ASSERT_EQ(float(memory<half>(ACC_MEM_L0A)[inL0A<half>(r, c, 3)]),
                          float(expected(mStart + r, kStart + c)))
                    << r << ", " << c;
            }
        }
        std::memset(memory<>(ACC_MEM_L0A), 0, 65536);
    };
    ASSERT_GE(outH * outW, mStart + mExtension);
    const LocalTensor<half> a1 = whole<half>(TPosition::A1), a2 = whole<half>(TPosition::A2);
    LoadData(a2, a1,
             LoadData3DParamsV2<half>(pads, h, w, c1 * 16, kExtension, mExtension, kStart, mStart, strideW, strideH, kw,
                                      kh, dilationW, dilationH, false, false, pad));
    check();
    // The same out of registers.
    SetFmatrix(h, w, pads, FmatrixMode::FMATRIX_LEFT);
    SetLoadDataPaddingValue(pad);
    LoadData3DParamsV2Pro pro;
    pro.channelSize = c1 * 16;
    pro.extConfig = uint64_t(mStart) << 48 | uint64_t(kStart) << 32 | uint64_t(mExtension) << 16 | kExtension;
    pro.filterConfig = dilationH << 40 | dilationW << 32 | kh << 24 | kw << 16 | strideH << 8 | strideW;
    LoadData(a2, a1, pro);
    check();
    static constexpr IsResetLoad3dConfig kKeep{false, false};
    LoadData3DParamsV2<half> p;
    p.channelSize = c1 * 16;
    p.kExtension = kExtension;
    p.mExtension = mExtension;
    p.kStartPt = kStart;
    p.mStartPt = mStart;
    p.strideH = strideH;
    p.filterW = kw;
    p.filterH = kh;
    p.dilationFilterW = dilationW;
    LoadData<half, kKeep>(a2, a1, p);
    check();
    EXPECT_THAT(takeWarnings(), ::testing::IsEmpty());
    // Two windows, one below the other.
    p.mStartPt = 0;
    SetLoadDataRepeat({1, 2, 0});
    LoadData<half, kKeep>(a2, a1, p);
    for (uint64_t r = 0; r < outH * outW && r < 32; ++r) {
        for (uint64_t c = 0; c < kExtension; ++c) {
            ASSERT_EQ(float(memory<half>(ACC_MEM_L0A)[inL0A<half>(r, c, 3)]), float(expected(r, kStart + c)));
        }
    }
    EXPECT_THAT(columns, 192);
}

TEST_F(CubeLoad, WindowPastTheMatrixIsNotLoaded) {
    LoadData3DParamsV2<half> p;
    p.l1H = 1;
    p.l1W = 16;
    p.channelSize = 16;
    p.kExtension = 32;
    p.mExtension = 16;
    LoadData(whole<half>(TPosition::A2), whole<half>(TPosition::A1), p);
    EXPECT_THAT(
        takeWarnings(),
        ::testing::ElementsAre("TRUNCATED: LoadData3D: the window of 16 x 32 from (0, 0) leaves the matrix of 16 x "
                               "16; what is outside is not loaded"));
    p.channelSize = 20;
    EXPECT_FAULT(LoadData(whole<half>(TPosition::A2), whole<half>(TPosition::A1), p), "RANGE",
                 "LoadData3D: channelSize is 20; only multiples of 16 elements (32 bytes) are supported here");
    p.channelSize = 16;
    p.strideH = 0;
    EXPECT_FAULT(LoadData(whole<half>(TPosition::A2), whole<half>(TPosition::A1), p), "RANGE",
                 "LoadData3D: strideH is 0, expected 1..63");
}

TEST_F(CubeLoad, BoundaryWraps) {
    for (int i = 0; i < 2048; ++i) {
        memory<uint32_t>(ACC_MEM_L1)[i] = i;
    }
    SetLoadDataBoundary(4096);
    const LocalTensor<uint32_t> part(TPosition::A1, 4096 - 512, 4096);
    LoadData3DParamsV2<uint32_t> p;
    p.l1H = 1;
    p.l1W = 32;
    p.channelSize = p.kExtension = 8;
    p.mExtension = 32;
    LoadData(whole<uint32_t>(TPosition::A2), part, p);
    EXPECT_EQ(memory<uint32_t>(ACC_MEM_L0A)[127], 1023U);
    EXPECT_EQ(memory<uint32_t>(ACC_MEM_L0A)[128], 0U);
    EXPECT_FAULT(SetLoadDataBoundary(100), "RANGE",
                 "SetLoadDataBoundary: boundaryValue is 100, expected 0 or at least 1024");
}

TEST_F(CubeLoad, Constants) {
    std::memset(memory<>(ACC_MEM_L1), 0, 4096);
    Fill(whole<half>(TPosition::A1), InitConstValueParams<half>(2, 3, 1, half(1.5F)));
    for (int i = 0; i < 8 * 16; ++i) {
        EXPECT_EQ(float(memory<half>(ACC_MEM_L1)[i]), i / 16 % 4 < 3 && i / 16 < 7 ? 1.5F : 0.0F) << i;
    }
    std::memset(memory<>(ACC_MEM_L0B), 0, 4096);
    InitConstValue(whole<int32_t>(TPosition::B2), InitConstValueParams<int32_t>(1, 2, 0, -7));
    EXPECT_EQ(memory<int32_t>(ACC_MEM_L0B)[255], -7);
    EXPECT_EQ(memory<int32_t>(ACC_MEM_L0B)[256], 0);
    EXPECT_FAULT(Fill(whole<float>(TPosition::CO1), InitConstValueParams<float>(1, 1, 0, 0.0F)), "POS",
                 "InitConstValue: the destination is in position CO1, expected L1, L0A or L0B");
}

TEST_F(CubeLoad, CopiesBetweenGmL1AndTables) {
    float* const data = gm<float>(64);
    for (int i = 0; i < 64; ++i) {
        data[i] = float(i) / 2;
    }
    const LocalTensor<float> l1 = whole<float>(TPosition::C1);
    DataCopy(l1, global(data, 64), 64);
    DataCopy(whole<float>(TPosition::C2), l1, DataCopyParams(1, 2, 0, 0));
    EXPECT_EQ(memory<float>(ACC_MEM_BT)[31], 15.5F);
    half* const halves = memory<half>(ACC_MEM_L1);
    for (int i = 0; i < 32; ++i) {
        halves[i] = half(float(i) - 4);
    }
    DataCopy(whole<float>(TPosition::C2), whole<half>(TPosition::C1), 32U);
    EXPECT_EQ(memory<float>(ACC_MEM_BT)[31], 27.0F);
    uint64_t* const words = memory<uint64_t>(ACC_MEM_L1);
    for (uint64_t i = 0; i < 32; ++i) {
        words[i] = i * 3;
    }
    DataCopy(whole<uint64_t>(TPosition::C2PIPE2GM), whole<uint64_t>(TPosition::A1), DataCopyParams(1, 2, 0, 0));
    EXPECT_EQ(memory<uint64_t>(ACC_MEM_FB)[31], 93U);
    int32_t* const out = gm<int32_t>(64);
    DataCopy(global(out, 64), whole<int32_t>(TPosition::A1), DataCopyParams(2, 1, 0, 1));
    EXPECT_EQ(out[2], 3);
    EXPECT_EQ(out[16 + 2], 15);
    EXPECT_EQ(out[8], 0);
    EXPECT_FAULT(DataCopy(whole<float>(TPosition::CO1), global(data, 64), 64), "PATH",
                 "DataCopy: there is no path from GM (GM) to L0C (CO1) on a cube core");
    EXPECT_FAULT(DataCopy(whole<float>(TPosition::VECIN), global(data, 64), 64), "PATH",
                 "DataCopy: there is no path from GM (GM) to UB (VECIN) on a cube core");
    EXPECT_FAULT(DataCopy(whole<float>(TPosition::C2)[8], l1, DataCopyParams(1, 1, 0, 0)), "ALIGN",
                 "DataCopy: BT destination address 0x20 is not a multiple of 64 bytes (static tensor C2)");
    EXPECT_FAULT(DataCopy(whole<float>(TPosition::C2), l1, DataCopyParams(1, 17, 0, 0)), "OOB",
                 "DataCopy: BT destination [0x0, 0x440) of LocalTensor ends 64 bytes past its allocation of 1024 bytes "
                 "(static tensor C2)");
}

TEST_F(CubeLoad, Rejections) {
    const LocalTensor<int8_t> bytes = whole<int8_t>(TPosition::A1);
    EXPECT_FAULT(LoadData(whole<int8_t>(TPosition::A2), bytes, LoadData2DParams(0, 1, 0, 0, 0, true, 0)), "DTYPE",
                 "LoadData: ifTranspose is true for int8_t from L1; it is for 16-bit elements from L1 to L0");
    EXPECT_FAULT(LoadData(whole<int8_t>(TPosition::A2)[32], bytes, LoadData2DParams(0, 1, 0, 0, 0, false, 0)), "ALIGN",
                 "LoadData: L0A destination address 0x20 is not a multiple of 512 bytes (static tensor A2)");
    EXPECT_FAULT(LoadData(whole<int8_t>(TPosition::B2), bytes, LoadData2DParams(0, 129, 1, 0, 0, false, 0)), "OOB",
                 "LoadData: L0B destination [0x0, 0x10200) of LocalTensor ends 512 bytes past its allocation of 65536 "
                 "bytes (static tensor B2)");
    EXPECT_NO_FAULT(LoadData(whole<int8_t>(TPosition::B2), bytes, LoadData2DParams(0, 128, 1, 0, 0, false, 0)));
    EXPECT_FAULT(LoadData(whole<int8_t>(TPosition::CO1), bytes, LoadData2DParams(0, 1, 0, 0, 0, false, 0)), "PATH",
                 "LoadData: there is no path from L1 (A1) to L0C (CO1) on a cube core");
    LoadData3DParamsV2<int8_t> p;
    p.l1H = 1;
    p.l1W = p.mExtension = 16;
    p.channelSize = p.kExtension = 32;
    EXPECT_FAULT(LoadData(whole<int8_t>(TPosition::B2), bytes, p), "DTYPE",
                 "LoadData3D: int8_t cannot be loaded to L0B");
}

TEST_F(CoreTest, CubeInstructionsNeedACubeCore) {
    const LocalTensor<half> l1(TPosition::A1, 0, 256), a2(TPosition::A2, 0, 256);
    EXPECT_FAULT(LoadData(a2, l1, LoadData2DParams(0, 1, 0, 0, 0, false, 0)), "CORE",
                 "LoadData: a vector core cannot do this; it needs a __cube__ or __mix__ kernel");
}

}  // namespace
}  // namespace acc::test
