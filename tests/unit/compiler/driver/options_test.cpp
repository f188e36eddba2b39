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

TEST_F(CommandLine, Refusals) {
    EXPECT_EQ(refusal({}), 1);
    EXPECT_EQ(refusal({"missing.asc"}), 1);
    EXPECT_EQ(refusal({"k.asc", "-o"}), 1);
    EXPECT_EQ(refusal({"k.asc", "--npu-arch=dav-1"}), 1);
    EXPECT_EQ(refusal({"k.asc", "h.cpp", "-c", "-o", "x.o"}), 1);
    EXPECT_EQ(refusal({"k.asc", "h.cpp", "--device-only", "-o", "x"}), 1);
    EXPECT_EQ(refusal({"k.asc", "--device-only"}), 1);
    EXPECT_EQ(refusal({"k.asc", "-S"}), 1);
}

}  // namespace
}  // namespace acc
