// SPDX-License-Identifier: Apache-2.0
#include "compiler/support/edit_buffer.h"

#include <gtest/gtest.h>

namespace acc {
namespace {

TEST(EditBuffer, WithoutEditsIsTheText) {
    const EditBuffer buffer("abc");
    EXPECT_FALSE(buffer.changed());
    EXPECT_EQ(buffer.render(), "abc");
}

TEST(EditBuffer, AppliesEditsByPositionNotByOrder) {
    EditBuffer buffer("0123456789");
    buffer.replace(6, 8, "six");
    buffer.insert(2, "<");
    buffer.insert(10, ">");
    EXPECT_EQ(buffer.render(), "01<2345six89>");
}

TEST(EditBuffer, ReplacingDropsEditsInside) {
    EditBuffer buffer("0123456789");
    buffer.insert(4, "inner");
    buffer.replace(5, 6, "inner");
    buffer.replace(3, 8, "outer");
    EXPECT_EQ(buffer.render(), "012outer89");
}

TEST(EditBuffer, ReplacingKeepsInsertionsOnItsBorders) {
    EditBuffer buffer("0123456789");
    buffer.insert(3, "<");
    buffer.insert(8, ">");
    buffer.replace(3, 8, "outer");
    EXPECT_EQ(buffer.render(), "012<outer>89");
}

TEST(EditBuffer, LaterInsertionsEnclose) {
    EditBuffer buffer("x");
    buffer.insert(0, "inner(");
    buffer.insert(0, "outer(");
    EXPECT_EQ(buffer.render(), "outer(inner(x");
}

TEST(EditBuffer, RendersARangeWithItsEdits) {
    EditBuffer buffer("0123456789");
    buffer.insert(2, "before");
    buffer.replace(4, 6, "inside");
    buffer.insert(8, "after");
    EXPECT_EQ(buffer.render(3, 8), "3inside67");
}

TEST(EditBuffer, NewlinesOfText) {
    EXPECT_EQ(newlinesOf("a\nb\n\nc"), "\n\n\n");
}

}  // namespace
}  // namespace acc
