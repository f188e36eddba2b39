// SPDX-License-Identifier: Apache-2.0
// libFuzzer over the lowering. Inputs are texts of tokens, which the mutator exchanges for those of a vocabulary around
// launches and kernel definitions. A text that the parse accepts must lower to text with the same number of lines that
// a C++ compiler accepts; nothing may crash.
//
// LLVM is not instrumented. What guides the fuzzer besides this file is what came out: messages and lowered text,
// hashed into libFuzzer's extra counters.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <random>
#include <sstream>

#include "compiler/driver/pass_args.h"
#include "compiler/driver/toolchain.h"
#include "compiler/frontend/passes.h"

namespace {

constexpr const char* kPrelude = R"(
struct Pair { int first, second; };
typedef void* Stream;
extern int n; extern int* p; extern Stream s;
__global__ __aicore__ void k(__gm__ int* x);
__global__ __vector__ void none();
template <class T, int N = 1> __global__ __aicore__ void t(__gm__ T* x, int y = 2) {}
namespace ns { __global__ __cube__ void q(int a, Pair b) {} }
extern __global__ __aicpu__ int c(int* args);
)";

constexpr const char* kVocabulary[] = {
    "k",
    "none",
    "t",
    "ns::q",
    "c",
    "( p , 4 )",
    "__aicpu__",
    "__cbuf__",
    "<<<",
    ">>>",
    "<<< 1 >>>",
    "<<< n , nullptr , s >>>",
    "<<< 2 , 0 >>>",
    "( p )",
    "( )",
    "(",
    ")",
    ";",
    "{",
    "}",
    ",",
    "<",
    ">",
    "< int >",
    "< int , 3 >",
    "return",
    "if ( n )",
    "else",
    "for ( ; n ; )",
    "( 1 , Pair { } )",
    "int r =",
    "auto",
    "[ & ]",
    "::",
    "ns ::",
    "&",
    "*",
    "+",
    "?",
    ":",
    "( int )",
    "static_cast < int >",
    "template < class U >",
    "__global__",
    "__aicore__",
    "__gm__",
    "__vector__",
    "__mix__ ( 1 , 2 )",
    "__ubuf__",
    "void",
    "int",
    "f",
    "x",
    "g ( )",
    "1",
    "n",
    "p",
    "s",
    "nullptr",
    "struct",
    "namespace",
    "do",
    "while ( n )",
    "\n",
    "#define M",
    "M",
    "__noinline__",
    "inline",
    "[aicore]",
    "__host_aicore__",
    "operator",
    "<<",
    ">>",
    "sizeof",
    "decltype",
    "constexpr",
    "static",
    "const",
    "extern",
};

__attribute__((section("__libfuzzer_extra_counters"))) uint8_t counters[4096];

void observe(const std::string& text) {
    counters[std::hash<std::string>{}(text) % sizeof counters] = 1;
}

std::vector<std::string> wordsOf(const uint8_t* data, size_t size) {
    std::vector<std::string> words;
    std::istringstream lines(std::string(reinterpret_cast<const char*>(data), size));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream stream(line);
        for (std::string word; stream >> word;)
            words.push_back(word);
        words.emplace_back("\n");
    }
    return words;
}

class Lowering {
public:
    Lowering() {
        std::string name = (std::filesystem::temp_directory_path() / "acc-fuzz-XXXXXX").string();
        folder_ = mkdtemp(name.data());
        path_ = folder_ / "f.asc";
        const acc::Toolchain toolchain("", reinterpret_cast<void*>(&observe));
        acc::initializePasses();
        const std::vector<std::string> words = {"-fsyntax-only", "-std=c++17", "-w",  "-isystem",
                                                ACC_INCLUDE,     "-x",         "c++", path_};
        host_ = toolchain.cc1(words).value();
        std::erase(host_, "-disable-free");  // this process runs more than one compilation
    }
    ~Lowering() { std::filesystem::remove_all(folder_); }

    void check(const std::string& text) {
        std::ofstream(path_) << text;
        const acc::Options options;
        const acc::PassArgs args(host_, host_, options);
        const acc::ParseResult parsed = acc::parsePass(args.parse(), {ACC_INCLUDE, {}, false}, false);
        for (const acc::Messages::Message& message : parsed.messages.all)
            if (!message.parts.empty())
                observe(message.parts.front().message);
        if (!parsed.ok)
            return;
        const acc::LoweredFile& lowered = parsed.files.at(0);
        observe(lowered.text);
        acc::Messages messages;
        const bool isAccepted = acc::plainPass(args.lowered(""), messages, path_, lowered.text);
        if (isAccepted && linesOf(lowered.text) == linesOf(text))
            return;
        std::cerr << "--- text ---\n" << text << "--- lowered ---\n" << lowered.text << "--- messages ---\n";
        for (const acc::Messages::Message& message : messages.all)
            std::cerr << message.text;
        std::abort();
    }

private:
    static size_t linesOf(const std::string& text) {
        return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
    }

    std::filesystem::path folder_, path_;
    acc::Cc1Args host_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static Lowering lowering;
    lowering.check(kPrelude + std::string(reinterpret_cast<const char*>(data), size) + "\n");
    return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::string> words = wordsOf(data, size);
    const auto below = [&](size_t limit) { return limit ? random() % limit : 0; };
    for (size_t changes = 1 + below(3); changes-- > 0;) {
        const size_t at = below(words.size() + 1);
        const auto place = words.begin() + static_cast<ptrdiff_t>(at);
        const std::string word = kVocabulary[below(std::size(kVocabulary))];
        const size_t kind = below(4);
        if (kind == 0 || words.empty())
            words.insert(place, word);
        else if (place == words.end())
            continue;
        else if (kind == 1)
            *place = word;
        else if (kind == 2)
            words.erase(place);
        else
            std::swap(*place, words[below(words.size())]);
    }
    std::string text;
    for (const std::string& word : words)
        text += word == "\n" ? word : word + " ";
    text.resize(std::min(text.size(), maxSize));
    std::copy(text.begin(), text.end(), data);
    return text.size();
}
