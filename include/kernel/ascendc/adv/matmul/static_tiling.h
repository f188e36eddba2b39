// SPDX-License-Identifier: Apache-2.0
// Tilings known at compile time (ascendc-highlevel 2.6), from the sizes in a MatmulConfig.
#pragma once

#include "config.h"

namespace AscendC {
namespace detail {

ACC_API constexpr TCubeTiling tilingOf(const MatmulApiStaticTiling& s) {
    TCubeTiling t{};
    const auto known = [](int32_t value) { return value < 0 ? 0 : value; };
    t.usedCoreNum = known(s.usedCoreNum);
    t.M = known(s.M < 0 ? s.singleCoreM : s.M);
    t.N = known(s.N < 0 ? s.singleCoreN : s.N);
    t.Ka = known(s.Ka < 0 ? s.singleCoreK : s.Ka);
    t.Kb = known(s.Kb < 0 ? s.singleCoreK : s.Kb);
    t.singleCoreM = known(s.singleCoreM);
    t.singleCoreN = known(s.singleCoreN);
    t.singleCoreK = known(s.singleCoreK);
    t.baseM = known(s.baseM);
    t.baseN = known(s.baseN);
    t.baseK = known(s.baseK);
    t.depthA1 = known(s.depthA1);
    t.depthB1 = known(s.depthB1);
    t.stepM = known(s.stepM);
    t.stepN = known(s.stepN);
    t.stepKa = known(s.stepKa);
    t.stepKb = known(s.stepKb);
    t.isBias = known(s.isBias);
    t.iterateOrder = known(s.iterateOrder);
    t.dbL0A = known(s.dbL0A);
    t.dbL0B = known(s.dbL0B);
    t.dbL0C = known(s.dbL0C);
    return t;
}

}  // namespace detail

// The tiling of an object with these operands whose configuration has single-core and base sizes: what fits L1 is
// loaded at once, at least two base blocks of each factor.
template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE>
ACC_API_HOST_AND_DEVICE constexpr MatmulApiStaticTiling GetMatmulApiTiling(const MatmulConfig& mmCFG,
                                                                           int32_t l1Size = int32_t(TOTAL_L1_SIZE)) {
    MatmulApiStaticTiling t{};
    t.cfg = mmCFG;
    const auto known = [](uint32_t value) { return value == 0 ? -1 : int32_t(value); };
    t.singleCoreM = known(mmCFG.singleCoreM);
    t.singleCoreN = known(mmCFG.singleCoreN);
    t.singleCoreK = known(mmCFG.singleCoreK);
    t.baseM = known(mmCFG.basicM);
    t.baseN = known(mmCFG.basicN);
    t.baseK = known(mmCFG.basicK);
    t.isBias = mmCFG.enableSetBias ? 1 : 0;
    t.stepM = t.stepN = 1;
    t.dbL0A = t.dbL0B = 2;
    t.dbL0C = 1;
    t.iterateOrder = mmCFG.iterateOrder == IterateOrder::ORDER_N ? 1 : 0;
    if (t.baseM > 0 && t.baseN > 0 && t.baseK > 0) {
        const int32_t pair = (t.baseM + t.baseN) * t.baseK * int32_t(sizeof(typename A_TYPE::T)) * 2;
        const int32_t needed = t.singleCoreK > 0 ? detail::ceilDiv(t.singleCoreK, t.baseK) : 1;
        const int32_t fit = (l1Size - t.baseN * 4) / pair;
        t.stepKa = t.stepKb = fit < 1 ? 1 : detail::smaller(fit, needed);
        t.depthA1 = t.depthB1 = t.stepKa * 2;
    }
    return t;
}

}  // namespace AscendC
