// SPDX-License-Identifier: Apache-2.0
// What the kernels with the Matmul API share: stored forms of matrices, on the host and as offsets in kernels, and
// products computed on the host in double.
#pragma once

#include "golden.h"
#include "lib/matmul_intf.h"

namespace golden {

using AscendC::TPosition;

__host_aicore__ constexpr int up(int value, int to) {
    return (value + to - 1) / to * to;
}

// How a matrix lies in memory: rows of it or, transposed, columns; ND, or NZ with strips of 32 bytes.
struct Storage {
    bool transposed = false;
    CubeFormat format = CubeFormat::ND;
};

// Element (row, column) of a rows x columns matrix; `depth`: elements in 32 bytes.
__host_aicore__ constexpr size_t placeOf(Storage storage, int rows, int columns, int row, int column, int depth) {
    const int r = storage.transposed ? column : row, c = storage.transposed ? row : column;
    const int storedRows = storage.transposed ? columns : rows, storedColumns = storage.transposed ? rows : columns;
    return storage.format == CubeFormat::NZ
               ? size_t(c / depth) * up(storedRows, 16) * depth + size_t(r) * depth + c % depth
               : size_t(r) * storedColumns + c;
}
constexpr size_t sizeOf(Storage storage, int rows, int columns, int depth) {
    const int storedRows = storage.transposed ? columns : rows, storedColumns = storage.transposed ? rows : columns;
    return storage.format == CubeFormat::NZ ? size_t(up(storedRows, 16)) * up(storedColumns, depth)
                                            : size_t(rows) * columns;
}

// A matrix of random numbers on the device.
template <class T>
class Matrix {
public:
    static constexpr int kDepth = 32 / sizeof(T);

    Matrix(int rows, int columns, Storage storage, uint32_t seed, double low = -1, double high = 1)
        : rows_(rows),
          columns_(columns),
          storage_(storage),
          data_(sizeOf(storage, rows, columns, kDepth), seed, low, high) {}
    Matrix(int rows, int columns, Storage storage = {})
        : rows_(rows), columns_(columns), storage_(storage), data_(sizeOf(storage, rows, columns, kDepth)) {}

    double operator()(int row, int column) const {
        return data_[placeOf(storage_, rows_, columns_, row, column, kDepth)];
    }
    uint8_t* address() { return data_.address(); }
    Array<T>& data() { return data_; }

private:
    int rows_, columns_;
    Storage storage_;
    Array<T> data_;
};

template <class A, class B>
double product(const A& a, const B& b, int row, int column, int k) {
    double sum = 0;
    for (int i = 0; i < k; ++i) {
        sum += a(row, i) * b(i, column);
    }
    return sum;
}

// A tiling by hand for `cores` cores or as many as the single-core shape makes.
struct Shape {
    int m, n, k;
    int singleM, singleN;
    int baseM, baseN, baseK;

    TCubeTiling tiling(bool isBias) const {
        TCubeTiling t{};
        t.M = m;
        t.N = n;
        t.Ka = t.Kb = k;
        t.singleCoreM = singleM;
        t.singleCoreN = singleN;
        t.singleCoreK = k;
        t.baseM = baseM;
        t.baseN = baseN;
        t.baseK = baseK;
        t.isBias = isBias ? 1 : 0;
        t.usedCoreNum = cores();
        return t;
    }
    int cores() const { return (m + singleM - 1) / singleM * ((n + singleN - 1) / singleN); }
};

// The part of C of this core: its place, and its size, smaller at the edges.
struct Part {
    int row, column, m, n;
};
__aicore__ inline Part partOf(const TCubeTiling& t, int core) {
    const int blocks = (t.M + t.singleCoreM - 1) / t.singleCoreM;
    Part part{core % blocks * t.singleCoreM, core / blocks * t.singleCoreN, 0, 0};
    part.m = t.M - part.row < t.singleCoreM ? t.M - part.row : t.singleCoreM;
    part.n = t.N - part.column < t.singleCoreN ? t.N - part.column : t.singleCoreN;
    return part;
}

}  // namespace golden
