// SPDX-License-Identifier: Apache-2.0
#include "compiler/launch/lower_launch.h"

namespace acc {

void cutsOf(const LaunchSite& site, std::set<size_t>& before, std::set<size_t>& after) {
    before.insert({site.callee, site.open, site.close});
    after.insert({site.open, site.close, site.argsClose});
    if (site.isAicpu) {
        before.insert(site.argsOpen);
        after.insert(site.argsOpen);
    }
}

void lowerLaunch(const LaunchSite& site, SourceText& text) {
    // The configuration moves in front of the callee; its lines stay behind empty.
    const std::string config = text.between(site.open, site.close);
    text.replace(site.open, site.close, "");
    text.insertBefore(site.callee, "(::acc::Launch(" + config + (site.isAicpu ? "), ::acc::launchAicpu(" : "), "));
    if (site.isAicpu)
        text.replace(site.argsOpen, site.argsOpen, ", ");
    text.insertAfter(site.argsClose, site.isStatement ? ")" : ", ::acc::launchStatus())");
}

}  // namespace acc
