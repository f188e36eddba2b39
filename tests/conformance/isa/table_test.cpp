// SPDX-License-Identifier: Apache-2.0
// The table and what hangs on it: every row is tested, has a loop for every type it lists, and a section.
#include <algorithm>

#include "runtime/isa/call.h"
#include "runtime/isa/kernels.h"
#include "tests/conformance/isa/harness.h"

namespace acc::test {
namespace {

TEST(Table, EveryRowIsCoveredByATest) {
    const auto& covered = coveredInstructions();
    for (const rt::isa::Row& row : rt::isa::kRows) {
        EXPECT_NE(std::find(covered.begin(), covered.end(), row.name), covered.end())
            << row.name << " has a row in isa.def but no test file lists it in its Covers";
    }
}

TEST(Table, EveryCoveredNameIsARow) {
    for (const std::string& name : coveredInstructions()) {
        EXPECT_TRUE(std::any_of(std::begin(rt::isa::kRows), std::end(rt::isa::kRows),
                                [&](const rt::isa::Row& row) { return row.name == name; }))
            << name << " is listed by a test but has no row in isa.def";
    }
}

TEST(Table, EveryConversionHasAllModes) {
    for (const auto& dst : rt::isa::kLevel.casts->cast) {
        for (const auto& src : dst) {
            for (const auto kernel : src) {
                EXPECT_EQ(kernel == nullptr, src[0] == nullptr);
            }
        }
    }
}

}  // namespace
}  // namespace acc::test
