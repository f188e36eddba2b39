// SPDX-License-Identifier: Apache-2.0
// A launch as edits: `k<<<n, d, s>>>(x)` -> `(::acc::Launch(n, d, s), k(x), ::acc::launchStatus())`.
#pragma once

#include <set>

#include "compiler/launch/launch.h"
#include "compiler/support/source_text.h"

namespace acc {

// The tokens before and after which lowerLaunch edits.
void cutsOf(const LaunchSite& site, std::set<size_t>& before, std::set<size_t>& after);

// Inner launches (those with the later `<<<`) must have been lowered before outer ones.
void lowerLaunch(const LaunchSite& site, SourceText& text);

}  // namespace acc
