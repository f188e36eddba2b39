// SPDX-License-Identifier: Apache-2.0
#include "compiler/launch/find_launch.h"

#include <gtest/gtest.h>

#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

namespace acc {
namespace {

// Tokens of `text` as CUDA mode lexes them, without preprocessing.
class Lexed {
public:
    explicit Lexed(std::string text) : text_(std::move(text)), names_(options()) {
        clang::Lexer lexer(clang::SourceLocation(), options(), text_.data(), text_.data(), text_.data() + text_.size());
        clang::Token token;
        for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
            spellings_.emplace_back(lexer.getBufferLocation() - token.getLength(), token.getLength());
            if (token.is(clang::tok::raw_identifier)) {
                clang::IdentifierInfo& name = names_.get(token.getRawIdentifier());
                token.setIdentifierInfo(&name);
                token.setKind(name.getTokenID());
            }
            tokens_.push_back(token);
        }
    }
    // `callee | configuration | arguments`, one per launch; `;` at the end of a statement launch.
    std::vector<std::string> launches() const {
        std::vector<std::string> result;
        for (const LaunchSite& site : findLaunches(tokens_))
            result.push_back(join(site.callee, site.open) + "|" + join(site.open + 1, site.close) + "|" +
                             join(site.argsOpen + 1, site.argsClose) + (site.isStatement ? ";" : ""));
        return result;
    }
    std::vector<size_t> commaCounts() const {
        std::vector<size_t> result;
        for (const LaunchSite& site : findLaunches(tokens_))
            result.push_back(configCommas(tokens_, site).size());
        return result;
    }

private:
    static const clang::LangOptions& options() {
        static const clang::LangOptions kOptions = [] {
            clang::LangOptions options;
            options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus17 = options.CUDA = options.Bool = true;
            return options;
        }();
        return kOptions;
    }
    std::string join(size_t begin, size_t end) const {
        std::string result;
        for (; begin < end; ++begin)
            result += spellings_[begin];
        return result;
    }

    std::string text_;
    clang::IdentifierTable names_;
    Tokens tokens_;
    std::vector<std::string> spellings_;
};

using Strings = std::vector<std::string>;

TEST(FindLaunch, TakesWholeCallees) {
    EXPECT_EQ(Lexed("{ k<<<1>>>(x); }").launches(), Strings{"k|1|x;"});
    EXPECT_EQ(Lexed("{ a::b::k<T, (2 > 1)><<<1>>>(x); }").launches(), Strings{"a::b::k<T,(2>1)>|1|x;"});
    EXPECT_EQ(Lexed("{ ::k<A<B>><<<1>>>(x); }").launches(), Strings{"::k<A<B>>|1|x;"});
    EXPECT_EQ(Lexed("{ A<int>::template k<3><<<1>>>(x); }").launches(), Strings{"A<int>::templatek<3>|1|x;"});
    EXPECT_EQ(Lexed("{ table[f(i)][2]<<<1>>>(x); }").launches(), Strings{"table[f(i)][2]|1|x;"});
    EXPECT_EQ(Lexed("{ choose(a, b)<<<1>>>(x); }").launches(), Strings{"choose(a,b)|1|x;"});
    EXPECT_EQ(Lexed("{ (*p)<<<1>>>(x); }").launches(), Strings{"(*p)|1|x;"});
    EXPECT_EQ(Lexed("{ o.f->k<<<1>>>(x); }").launches(), Strings{"o.f->k|1|x;"});
}

TEST(FindLaunch, TellsStatementsFromValues) {
    EXPECT_EQ(Lexed("{ if (c) k<<<1>>>(x); else k<<<2>>>(x); }").launches(), (Strings{"k|1|x;", "k|2|x;"}));
    EXPECT_EQ(Lexed("{ for (;;) k<<<1>>>(x); }").launches(), Strings{"k|1|x;"});
    EXPECT_EQ(Lexed("{ [[likely]] k<<<1>>>(x); }").launches(), Strings{"k|1|x;"});
    EXPECT_EQ(Lexed("{ label: k<<<1>>>(x); }").launches(), Strings{"k|1|x;"});
    EXPECT_EQ(Lexed("{ case 1: k<<<1>>>(x); }").launches(), Strings{"k|1|x;"});
    EXPECT_EQ(Lexed("{ return k<<<1>>>(x); }").launches(), Strings{"k|1|x"});
    EXPECT_EQ(Lexed("{ (int)k<<<1>>>(x); }").launches(), Strings{"k|1|x"});
    EXPECT_EQ(Lexed("{ c ? k<<<1>>>(x) : k<<<2>>>(x); }").launches(), (Strings{"k|1|x", "k|2|x"}));
    EXPECT_EQ(Lexed("{ k<<<1>>>(x), k<<<2>>>(x); }").launches(), (Strings{"k|1|x", "k|2|x"}));
    EXPECT_EQ(Lexed("{ k<<<1>>>(x) + 1; }").launches(), Strings{"k|1|x"});
}

TEST(FindLaunch, FindsLaunchesInLaunches) {
    EXPECT_EQ(Lexed("{ k<<<k<<<1>>>(x), 0>>>(k<<<2>>>(y)); }").launches(),
              (Strings{"k|k<<<1>>>(x),0|k<<<2>>>(y);", "k|1|x", "k|2|y"}));
}

TEST(FindLaunch, LeavesOtherTextAlone) {
    EXPECT_EQ(Lexed("std::ostream& operator<<<int>(std::ostream&);").launches(), Strings{});
    EXPECT_EQ(Lexed("{ k<<<1>>; }").launches(), Strings{});
    EXPECT_EQ(Lexed("{ k<<<1>>>x; }").launches(), Strings{});
    EXPECT_EQ(Lexed("{ <<<1>>>(x); }").launches(), Strings{});
    EXPECT_EQ(Lexed("{ k<<<1>>>(x").launches(), Strings{});
    EXPECT_EQ(Lexed("{ k<<<").launches(), Strings{});
    EXPECT_EQ(Lexed("<<<").launches(), Strings{});
    EXPECT_EQ(Lexed(") <<<1>>>(x);").launches(), Strings{});
    EXPECT_EQ(Lexed("> <<<1>>>(x);").launches(), Strings{});
    EXPECT_EQ(Lexed("{ a b > > <<<1>>>(x); }").launches(), Strings{});
}

TEST(FindLaunch, CountsTheValuesOfAConfiguration) {
    EXPECT_EQ(Lexed("{ k<<<>>>(x); }").commaCounts(), std::vector<size_t>{0});
    EXPECT_EQ(Lexed("{ k<<<f(1, 2), a[3, 4], s>>>(x, y); }").commaCounts(), std::vector<size_t>{2});
    EXPECT_EQ(Lexed("{ k<<<P<1, 2>::value, nullptr, s>>>(x); }").commaCounts(), std::vector<size_t>{2});
    EXPECT_EQ(Lexed("{ k<<<n < m, 0, s>>>(x); }").commaCounts(), std::vector<size_t>{2});
    EXPECT_EQ(Lexed("{ k<<<g, b, 0, s>>>(x); }").commaCounts(), std::vector<size_t>{3});
    EXPECT_EQ(Lexed("{ k<<<f<a, b>(1), n < (m > 1), s>>>(x); }").commaCounts(), std::vector<size_t>{2});
    // A comparison inside brackets does not close template arguments outside, nor `1)` a launch.
    EXPECT_EQ(Lexed("{ k<<<n < (a > b, p <<< 1), 0>>>(x); }").commaCounts(), std::vector<size_t>{1});
}

}  // namespace
}  // namespace acc
