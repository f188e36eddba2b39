// SPDX-License-Identifier: Apache-2.0
// What the passes have in common: a CompilerInstance from cc1 arguments, and the reading of declarations.
#pragma once

#include <memory>

#include "clang/AST/ASTConsumer.h"
#include "clang/CodeGen/BackendUtil.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/Utils.h"
#include "compiler/frontend/passes.h"
#include "compiler/launch/launch.h"
#include "compiler/support/source_text.h"

namespace acc {

// Null when the arguments are wrong, with a message. Files in `files` hide those on disk.
std::unique_ptr<clang::CompilerInstance> makeCompiler(const Cc1Args& args, Messages& messages,
                                                      const std::vector<LoweredFile>& files = {});

// A text as tokens: all of them, where they come from, and the launches among them.
struct TokenText {
    Tokens tokens;
    TokenRuns runs;
    std::vector<LaunchSite> launches;
};

// Reads and parses the main file of `ci`.
void parseWithLaunches(clang::CompilerInstance& ci, TokenText& text);

// The user's files that the tokens come from, with the indices of their tokens.
std::map<clang::FileID, std::vector<size_t>> userTokensOf(const TokenText& text, UserFiles& files);
std::set<clang::FileID> userFilesOf(const TokenText& text, UserFiles& files);

// True for a function of a system header whose body no pass on CUDA-mode text needs: host code that the user's code can
// only call. Parsing of such bodies is most of what the standard headers cost. (Clang itself keeps the bodies of
// constexpr functions and of those with a deduced type.)
bool isSystemHostCode(const clang::Decl& function);

// What to emit: an object, or what -S asks for.
clang::BackendAction backendActionOf(const clang::CompilerInstance& ci);

// The files that `ci` will have read, by its -M options, which it does not act on itself any more; null without them.
std::shared_ptr<clang::DependencyCollector> collectDependencies(clang::CompilerInstance& ci);

// What is declared in acc's own headers with C linkage (the instruction entries, the pointer to the running block) is
// part of the emulated core, which both sides may name; the headers are shared with the runtime and do not say so
// themselves.
void openOwnDeclarations(clang::DeclGroupRef group, const std::string& homeInclude);

}  // namespace acc
