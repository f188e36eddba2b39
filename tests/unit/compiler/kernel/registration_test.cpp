// SPDX-License-Identifier: Apache-2.0
#include "compiler/kernel/registration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace acc {
namespace {

using testing::HasSubstr;
using testing::Not;

Image oneKernel() {
    Image image;
    image.npuArch = 2201;
    Kernel kernel;
    kernel.symbol = "_Z1kPi";
    kernel.name = "k";
    kernel.file = "a \"b\"\\c.asc";
    kernel.line = 7;
    kernel.argsSizeBytes = 8;
    kernel.params = {{"x", 0, 8, 0}};
    kernel.cubeCores = 1;
    kernel.vectorCores = 2;
    image.kernels = {kernel};
    image.vectorEntries = {"_Z1kPi"};
    image.stubs = {{"_Z1kPi", "__acc.stub._Z1kPi"}};
    return image;
}

TEST(Registration, NamesEntriesAndStubsBySymbol) {
    const std::string text = registrationText(oneKernel());
    EXPECT_THAT(text, HasSubstr("__asm__(\"__acc.vector._Z1kPi\")"));
    EXPECT_THAT(text, HasSubstr("__asm__(\"__acc.stub._Z1kPi\")"));
    EXPECT_THAT(text, HasSubstr("constructor(101)"));
    EXPECT_THAT(text, Not(HasSubstr("__acc.cube.")));
}

TEST(Registration, EscapesWhatCStringsCannotHold) {
    EXPECT_THAT(registrationText(oneKernel()), HasSubstr(R"("a \042b\042\134c.asc")"));
}

TEST(Registration, EntersVariablesWithoutKernels) {
    Image image;
    image.variables = {{"table.device.gm", 12}};
    const std::string text = registrationText(image);
    EXPECT_THAT(text, HasSubstr("extern char variable0[] __asm__(\"table.device.gm\");"));
    EXPECT_THAT(text, HasSubstr("accRegisterVariable(variable0, 12u);"));
    EXPECT_THAT(text, Not(HasSubstr("AccKernel")));
}

TEST(Registration, ABinarysObjectHasOnlyItsRecords) {
    Image image = oneKernel();
    image.isBinary = true;
    const std::string text = registrationText(image);
    EXPECT_THAT(text, HasSubstr("section(\"acc_kernels\")"));
    EXPECT_THAT(text, Not(HasSubstr("AccImage image")));
    EXPECT_THAT(text, Not(HasSubstr("accRegisterImage")));
    EXPECT_THAT(binaryTableText(2201), HasSubstr("AccImage ACC_IMAGE_SYMBOL = {ACC_ABI_VERSION, 2201, 0, 0, first}"));
}

TEST(Registration, DescribesKernelsToTools) {
    Image image = oneKernel();
    image.kernels[0].launch = {"aclrtlaunch_k", {"void*"}, {}};
    // Quotes are octal for the assembler, and the backslash of that for C.
    EXPECT_THAT(registrationText(image), HasSubstr(R"(\134042symbol\134042:\134042_Z1kPi\134042)"));
    EXPECT_THAT(registrationText(image), Not(HasSubstr("launch")));
    image.hasLaunchFunctions = true;
    EXPECT_THAT(registrationText(image), HasSubstr("aclrtlaunch_k"));
}

}  // namespace
}  // namespace acc
