// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/options.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace acc {
namespace {

class CommandLine : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "acc-options-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
        for (const char* file : {"k.asc", "k.acl.cpp", "h.cpp", "h.c", "o.o", "l.a"})
            std::ofstream(folder_ / file) << "\n";
        before_ = std::filesystem::current_path();
        std::filesystem::current_path(folder_);
    }
    void TearDown() override {
        std::filesystem::current_path(before_);
        std::filesystem::remove_all(folder_);
    }
    static Options parse(const std::vector<std::string>& args) {
        ParsedCommandLine result = parseCommandLine(args);
        EXPECT_TRUE(result.options.has_value());
        return result.options.value_or(Options{});
    }
    static int refusal(const std::vector<std::string>& args) {
        testing::internal::CaptureStderr();
        const ParsedCommandLine result = parseCommandLine(args);
        const std::string message = testing::internal::GetCapturedStderr();
        EXPECT_TRUE(message.starts_with("acc: error: ")) << message;
        return result.options ? 0 : result.exitCode;
    }

private:
    std::filesystem::path folder_, before_;
};

TEST_F(CommandLine, NamesDecideTheKind) {
    const Options options = parse({"k.asc", "k.acl.cpp", "h.cpp", "h.c", "o.o", "l.a"});
    std::vector<InputKind> kinds;
    for (const Input& input : options.inputs)
        kinds.push_back(input.kind);
    EXPECT_EQ(kinds, (std::vector{InputKind::kernel, InputKind::kernel, InputKind::source, InputKind::source,
                                  InputKind::linker, InputKind::linker}));
}

TEST_F(CommandLine, LanguageAppliesToWhatFollows) {
    const Options options = parse({"h.cpp", "-x", "asc", "h.c", "-x", "none", "h.cpp", "-xcce", "h.cpp"});
    EXPECT_EQ(options.inputs[0].kind, InputKind::source);
    EXPECT_EQ(options.inputs[1].kind, InputKind::kernel);
    EXPECT_EQ(options.inputs[2].kind, InputKind::source);
    EXPECT_EQ(options.inputs[3].kind, InputKind::kernel);
}

TEST_F(CommandLine, OwnOptionsTakeBothForms) {
    for (const std::vector<std::string>& form :
         {std::vector<std::string>{"--npu-arch=dav-2201"}, std::vector<std::string>{"--npu-arch", "dav-2201"}}) {
        std::vector<std::string> args = form;
        args.push_back("k.asc");
        EXPECT_EQ(parse(args).npuArch, 2201U);
    }
    EXPECT_TRUE(parse({"--emit-lowered", "k.asc"}).emitLowered);
    EXPECT_TRUE(parse({"k.asc", "--device-only", "-o", "k.bin"}).deviceOnly);
}

TEST_F(CommandLine, LinkLineKeepsItsOrder) {
    const Options options = parse({"-L.", "k.asc", "-lfirst", "o.o", "-Wl,--as-needed", "-lsecond", "-o", "prog"});
    std::vector<std::string> line;
    for (const LinkItem& item : options.link)
        line.push_back(item.input ? "#" + std::to_string(*item.input) : item.option);
    EXPECT_EQ(line, (std::vector<std::string>{"-L.", "#0", "-lfirst", "#1", "-Wl,--as-needed", "-lsecond"}));
    EXPECT_EQ(options.output, "prog");
}

TEST_F(CommandLine, LevelsAndStops) {
    EXPECT_FALSE(parse({"k.asc"}).hasOptLevel);
    EXPECT_TRUE(parse({"k.asc", "-O0"}).hasOptLevel);
    EXPECT_TRUE(parse({"k.asc", "-g"}).hasDebugInfo);
    EXPECT_EQ(parse({"k.asc", "-c"}).stop, Options::Stop::object);
    EXPECT_EQ(parse({"k.asc", "-E"}).stop, Options::Stop::preprocess);
    EXPECT_EQ(parse({"k.asc", "-fsyntax-only"}).stop, Options::Stop::syntax);
    EXPECT_TRUE(parse({"k.asc", "-###"}).dryRun);
}

TEST_F(CommandLine, ChipsAndCoresNameTheTarget) {
    EXPECT_EQ(parse({"k.asc", "--npu-soc=Ascend910B1"}).npuArch, 2201U);
    EXPECT_EQ(parse({"k.asc", "--cce-soc-version=ascend910_9392"}).npuArch, 2201U);
    // --npu-arch counts when both are given.
    EXPECT_EQ(parse({"k.asc", "--npu-arch=dav-2201", "--npu-soc=Ascend310P3"}).npuArch, 2201U);
    EXPECT_FALSE(parse({"k.asc", "--cce-soc-core-type=AICore"}).cores.has_value());
    const Options vector = parse({"k.asc", "--cce-soc-core-type=VecCore"});
    EXPECT_EQ(vector.cores->cube, 0U);
    EXPECT_EQ(vector.cores->vector, 1U);
    const Options cube = parse({"k.asc", "--npu-arch=dav-2201", "--cce-aicore-arch=dav-c220-cube"});
    EXPECT_EQ(cube.cores->cube, 1U);
    EXPECT_EQ(cube.cores->vector, 0U);
}

TEST_F(CommandLine, OptionsOfOneSide) {
    const Options options = parse({"-DALL", "-Xhost-start", "-O0", "-g", "-DHOST", "-Xhost-end", "-Xaicore-start",
                                   "-O3", "-Xaicore-end", "k.asc"});
    EXPECT_EQ(options.words(Side::host), (std::vector<std::string>{"-D", "ALL", "-O0", "-g", "-D", "HOST"}));
    EXPECT_EQ(options.words(Side::device), (std::vector<std::string>{"-D", "ALL", "-O3"}));
    EXPECT_TRUE(options.hasOptLevel);
    EXPECT_FALSE(options.hasDebugInfo);
    // Older build systems write both words with nothing in between.
    EXPECT_FALSE(parse({"k.asc", "-xcce", "-Xhost-start", "-Xhost-end"}).hasSides());
}

TEST_F(CommandLine, WhatHasNoEffectIsNamed) {
    const Options options =
        parse({"k.asc", "--cce-auto-sync=off", "-mllvm", "-cce-aicore-stack-size=0x8000", "--cce-simd-vf-fusion=true",
               "--cce-auto-sync-log=x", "--sanitizer", "-cce-enable-mix"});
    EXPECT_EQ(options.withoutEffect,
              (std::vector<std::string>{"--cce-auto-sync=off", "-mllvm -cce-aicore-stack-size=0x8000",
                                        "--cce-simd-vf-fusion=true", "--cce-auto-sync-log=x", "--sanitizer",
                                        "-cce-enable-mix"}));
    EXPECT_TRUE(options.compile.empty());
}

TEST_F(CommandLine, VendorWordsForKnownThings) {
    EXPECT_TRUE(parse({"k.asc", "--cce-aicore-only", "-c", "-o", "k.o"}).deviceOnly);
    EXPECT_EQ(parse({"k.asc", "--cce-build-static-lib", "-o", "l.a"}).stop, Options::Stop::library);
    EXPECT_EQ(parse({"k.asc", "-lib", "-o", "l.a"}).stop, Options::Stop::library);
    const Options relocatable = parse({"k.asc", "-dc"});
    EXPECT_EQ(relocatable.stop, Options::Stop::object);
    EXPECT_TRUE(relocatable.isRelocatable);
    EXPECT_TRUE(parse({"k.asc", "--shared"}).isShared);
    EXPECT_EQ(parse({"--cce-aicore-lang", "h.cpp"}).inputs[0].kind, InputKind::kernel);
}

TEST_F(CommandLine, ResponseFiles) {
    std::ofstream("more.rsp") << "-DA=\"b c\" k.asc\n-O1";
    const Options options = parse({"@more.rsp", "-c"});
    EXPECT_EQ(options.words(Side::host), (std::vector<std::string>{"-D", "A=b c", "-O1"}));
    EXPECT_EQ(options.inputs.size(), 1U);
}

TEST_F(CommandLine, Refusals) {
    EXPECT_EQ(refusal({}), 1);
    EXPECT_EQ(refusal({"missing.asc"}), 1);
    EXPECT_EQ(refusal({"k.asc", "-o"}), 1);
    EXPECT_EQ(refusal({"k.asc", "--npu-arch=dav-1"}), 1);
    EXPECT_EQ(refusal({"k.asc", "--npu-arch=dav-3510"}), 1);
    EXPECT_EQ(refusal({"k.asc", "--npu-arch", "2201"}), 1);
    EXPECT_EQ(refusal({"k.asc", "--npu-arch"}), 1);
    EXPECT_EQ(refusal({"k.asc", "--npu-soc=Ascend310P3"}), 1);
    EXPECT_EQ(refusal({"k.asc", "--npu-soc=Radeon"}), 1);
    EXPECT_EQ(refusal({"k.asc", "--cce-aicore-arch=dav-m200"}), 1);
    EXPECT_EQ(refusal({"k.asc", "--cce-soc-core-type=Core"}), 1);
    EXPECT_EQ(refusal({"k.asc", "--run-mode=gpu"}), 1);
    EXPECT_EQ(refusal({"k.asc", "--enable-simt"}), 1);
    EXPECT_EQ(refusal({"k.asc", "--cce-host-only"}), 1);
    EXPECT_EQ(refusal({"k.asc", "-Xhost-start", "-g"}), 1);
    EXPECT_EQ(refusal({"k.asc", "-Xhost-start", "h.cpp", "-Xhost-end"}), 1);
    EXPECT_EQ(refusal({"k.asc", "-fdiagnostics-format=xml"}), 1);
    EXPECT_EQ(refusal({"k.asc", "-save-temps=here"}), 1);
    EXPECT_EQ(refusal({"k.asc", "-lib"}), 1);
    EXPECT_EQ(refusal({"@missing.rsp"}), 1);
    EXPECT_EQ(refusal({"k.asc", "-c", "-emit-llvm"}), 1);
    EXPECT_EQ(refusal({"k.asc", "h.cpp", "-c", "-o", "x.o"}), 1);
    EXPECT_EQ(refusal({"k.asc", "h.cpp", "--device-only", "-o", "x"}), 1);
    EXPECT_EQ(refusal({"k.asc", "--device-only"}), 1);
}

}  // namespace
}  // namespace acc
