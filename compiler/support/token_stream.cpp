// SPDX-License-Identifier: Apache-2.0
#include "compiler/support/token_stream.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Parse/Parser.h"
#include "clang/Sema/Sema.h"

namespace acc {

namespace {

// Notes the file each time the preprocessor enters or leaves one.
class RunRecorder : public clang::PPCallbacks {
public:
    RunRecorder(const clang::SourceManager& sources, const Tokens& tokens, TokenRuns& runs)
        : sources_(sources), tokens_(tokens), runs_(runs) {}
    void FileChanged(clang::SourceLocation at, FileChangeReason reason, clang::SrcMgr::CharacteristicKind,
                     clang::FileID) override {
        if (reason == EnterFile || reason == ExitFile)
            runs_.push_back({tokens_.size(), sources_.getFileID(at)});
    }

private:
    const clang::SourceManager& sources_;
    const Tokens& tokens_;
    TokenRuns& runs_;
};

}  // namespace

void parseTokens(clang::CompilerInstance& ci, Tokens& tokens, TokenRuns& runs,
                 const std::function<Tokens(const Tokens&)>& edit) {
    clang::Sema& sema = ci.getSema();
    clang::Preprocessor& pp = ci.getPreprocessor();
    const auto parser = std::make_unique<clang::Parser>(pp, sema, /*SkipFunctionBodies=*/true);  // registers pragmas
    pp.addPPCallbacks(std::make_unique<RunRecorder>(ci.getSourceManager(), tokens, runs));
    pp.EnterMainSourceFile();
    clang::Token token;
    tokens.reserve(1U << 18);  // <vector> and <iostream> are 200k tokens
    for (pp.Lex(token); token.isNot(clang::tok::eof); pp.Lex(token))
        tokens.push_back(token);

    Tokens parsed = edit(tokens);
    parsed.insert(parsed.end(), 4, token);  // the parser may look past the end, where the lexer is already gone
    pp.EnterTokenStream(parsed, /*DisableMacroExpansion=*/true, /*IsReinject=*/true);

    parser->Initialize();
    clang::ASTConsumer& consumer = sema.getASTConsumer();
    clang::Parser::DeclGroupPtrTy group;
    clang::Sema::ModuleImportState imports;
    for (bool end = parser->ParseFirstTopLevelDecl(group, imports); !end;
         end = parser->ParseTopLevelDecl(group, imports))
        if (group && !consumer.HandleTopLevelDecl(group.get()))
            return;
    for (clang::Decl* decl : sema.WeakTopLevelDecls())
        consumer.HandleTopLevelDecl(clang::DeclGroupRef(decl));
    consumer.HandleTranslationUnit(sema.getASTContext());
}

void appendTokens(Tokens& to, clang::Preprocessor& pp, const char* text, clang::SourceLocation at) {
    llvm::SmallVector<llvm::StringRef> words;
    llvm::StringRef(text).split(words, ' ', -1, /*KeepEmpty=*/false);
    for (const llvm::StringRef word : words) {
        clang::Token token;
        token.startToken();
        token.setLocation(at);
        token.setLength(1);
        if (word[0] == '"') {
            token.setKind(clang::tok::string_literal);
            token.setLength(static_cast<unsigned>(word.size()));
            token.setLiteralData(word.data());
        } else if (clang::isAsciiIdentifierStart(static_cast<unsigned char>(word[0]))) {
            clang::IdentifierInfo* name = &pp.getIdentifierTable().get(word);
            token.setIdentifierInfo(name);
            token.setKind(name->getTokenID());
        } else {
            token.setKind(llvm::StringSwitch<clang::tok::TokenKind>(word)
                              .Case("(", clang::tok::l_paren)
                              .Case(")", clang::tok::r_paren)
                              .Case("[", clang::tok::l_square)
                              .Case("]", clang::tok::r_square)
                              .Case(",", clang::tok::comma)
                              .Case("<", clang::tok::less)
                              .Case("<<", clang::tok::lessless)
                              .Case("::", clang::tok::coloncolon));
        }
        to.push_back(token);
    }
}

}  // namespace acc
