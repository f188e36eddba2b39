// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/isa/reference.h"

#include <functional>
#include <map>

namespace acc::test {

using AscendC::RoundMode;

Real roundBy(RoundMode mode, Real x) {
    switch (mode) {
        case RoundMode::CAST_FLOOR:
            return std::floor(x);
        case RoundMode::CAST_CEIL:
            return std::ceil(x);
        case RoundMode::CAST_ROUND:
            return std::round(x);
        case RoundMode::CAST_TRUNC:
            return std::trunc(x);
        case RoundMode::CAST_ODD: {
            const Real t = std::trunc(x);
            return t == x || std::fmod(t, Real{2}) != 0 ? t : t + (x < 0 ? -1 : 1);
        }
        default: {
            // To nearest, ties to even.
            const Real below = std::floor(x);
            const Real rest = x - below;
            if (rest != Real{0.5}) {
                return std::copysign(rest < Real{0.5} ? below : below + 1, x);
            }
            return std::copysign(std::fmod(below, Real{2}) == 0 ? below : below + 1, x);
        }
    }
}

Real roundToFormat(RoundMode mode, Real x, int bits, int lowest, int past) {
    if (std::isnan(x) || std::isinf(x) || x == 0) {
        return x;
    }
    int exponent = 0;
    std::frexp(x, &exponent);
    const int quantum = std::max(exponent - bits, lowest);
    const Real rounded = std::ldexp(roundBy(mode, std::ldexp(x, -quantum)), quantum);
    if (std::fabs(rounded) >= std::ldexp(Real{1}, past)) {
        return std::copysign(std::numeric_limits<Real>::infinity(), x);
    }
    return std::copysign(rounded, x);
}

namespace {

Real larger(Real a, Real b, bool max) {
    if (std::isnan(a) || std::isnan(b)) {
        return std::numeric_limits<Real>::quiet_NaN();
    }
    if (a == 0 && b == 0) {
        return std::signbit(a) != max ? a : b;
    }
    return (a > b) == max ? a : b;
}

Real relu(Real x) {
    return std::isnan(x) ? x : x > 0 ? x : Real{0};
}

}  // namespace

Real referenceReal(const std::string& name, Real dst, Real a, Real b, bool& known) {
    using F = std::function<Real(Real, Real, Real)>;
    static const std::map<std::string, F> kFunctions = {
        {"Exp", [](Real, Real x, Real) { return std::exp(x); }},
        {"Ln", [](Real, Real x, Real) { return std::log(x); }},
        {"Abs", [](Real, Real x, Real) { return std::fabs(x); }},
        {"Reciprocal", [](Real, Real x, Real) { return 1 / x; }},
        {"Sqrt", [](Real, Real x, Real) { return std::sqrt(x); }},
        {"Rsqrt", [](Real, Real x, Real) { return 1 / std::sqrt(x); }},
        {"Relu", [](Real, Real x, Real) { return relu(x); }},
        {"Add", [](Real, Real x, Real y) { return x + y; }},
        {"Sub", [](Real, Real x, Real y) { return x - y; }},
        {"Mul", [](Real, Real x, Real y) { return x * y; }},
        {"Div", [](Real, Real x, Real y) { return x / y; }},
        {"Max", [](Real, Real x, Real y) { return larger(x, y, true); }},
        {"Min", [](Real, Real x, Real y) { return larger(x, y, false); }},
        {"AddRelu", [](Real, Real x, Real y) { return relu(x + y); }},
        {"SubRelu", [](Real, Real x, Real y) { return relu(x - y); }},
        {"Adds", [](Real, Real x, Real y) { return x + y; }},
        {"Muls", [](Real, Real x, Real y) { return x * y; }},
        {"Maxs", [](Real, Real x, Real y) { return larger(x, y, true); }},
        {"Mins", [](Real, Real x, Real y) { return larger(x, y, false); }},
        {"LeakyRelu", [](Real, Real x, Real y) { return std::signbit(x) ? x * y : x; }},
        {"Duplicate", [](Real, Real, Real y) { return y; }},
    };
    (void)dst;
    const auto found = kFunctions.find(name);
    known = found != kFunctions.end();
    return known ? found->second(dst, a, b) : 0;
}

int64_t referenceInteger(const std::string& name, int64_t a, int64_t b, bool& known) {
    using F = std::function<int64_t(int64_t, int64_t)>;
    static const std::map<std::string, F> kFunctions = {
        {"Relu", [](int64_t x, int64_t) { return x > 0 ? x : 0; }},
        {"Not", [](int64_t x, int64_t) { return ~x; }},
        {"Add", [](int64_t x, int64_t y) { return x + y; }},
        {"Sub", [](int64_t x, int64_t y) { return x - y; }},
        {"Mul", [](int64_t x, int64_t y) { return x * y; }},
        {"Max", [](int64_t x, int64_t y) { return x > y ? x : y; }},
        {"Min", [](int64_t x, int64_t y) { return x < y ? x : y; }},
        {"And", [](int64_t x, int64_t y) { return x & y; }},
        {"Or", [](int64_t x, int64_t y) { return x | y; }},
        {"AddRelu", [](int64_t x, int64_t y) { return std::max<int64_t>(int16_t(x + y), 0); }},
        {"SubRelu", [](int64_t x, int64_t y) { return std::max<int64_t>(int16_t(x - y), 0); }},
        {"Adds", [](int64_t x, int64_t y) { return x + y; }},
        {"Muls", [](int64_t x, int64_t y) { return x * y; }},
        {"Maxs", [](int64_t x, int64_t y) { return x > y ? x : y; }},
        {"Mins", [](int64_t x, int64_t y) { return x < y ? x : y; }},
        {"Duplicate", [](int64_t, int64_t y) { return y; }},
    };
    const auto found = kFunctions.find(name);
    known = found != kFunctions.end();
    return known ? found->second(a, b) : 0;
}

int toleranceOf(const std::string& name) {
    return name == "Exp" || name == "Ln" || name == "Rsqrt" ? 1 : 0;
}

}  // namespace acc::test
