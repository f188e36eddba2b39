// SPDX-License-Identifier: Apache-2.0
// Finds launches in the tokens, and derives the tokens that Clang parses.
#pragma once

#include <vector>

#include "compiler/launch/launch.h"
#include "compiler/support/token_stream.h"

namespace acc {

// All launches, in the order of their `<<<`.
std::vector<LaunchSite> findLaunches(const Tokens& tokens);

// Indices of the commas that separate the configuration's values.
std::vector<size_t> configCommas(const Tokens& tokens, const LaunchSite& site);

// The tokens to parse. Differences: a launch whose value is used becomes `(launch, ::acc::launchStatus())`; a
// configuration of four values is diagnosed and loses its second; `operator<<<T>`, which CUDA mode lexes as `<<<`, and
// `__ubuf__`, which means something for arrays only, are put right; so are the qualifiers of explicit instantiations.
Tokens tokensToParse(const Tokens& tokens, const std::vector<LaunchSite>& sites, clang::Preprocessor& pp);

}  // namespace acc
