// SPDX-License-Identifier: Apache-2.0
// Streams that wait for what other processes do.
//
// A source is fulfilled by state in a Share. One thread sleeps on the words of all sources that streams wait for, and
// lets the streams go on. Another one sleeps until an exporting process ends, so that nobody waits for it for ever.
// Both start with the first use.
#pragma once

#include <memory>

#include "runtime/core/share.h"
#include "runtime/core/wait.h"

namespace acc::rt::core {

// A WaitSource whose state lies in a share.
class SharedSource : public WaitSource {
public:
    // The share; never changes once there is one. Called by the listening thread.
    virtual const std::shared_ptr<Share>& share() const = 0;

    // Lets the streams go on whose waits are fulfilled; true while there are others.
    virtual bool look() = 0;

protected:
    // What waits end with when the exporter has ended.
    static Status ownerGone(const Share& share);
};

// Calls look() now and whenever the word of the share changes, until it returns false.
void listenTo(const std::shared_ptr<SharedSource>& source);

// Sets ownerGone in the share and announces it when the process that exports it ends. For imported shares.
void watchOwner(const std::shared_ptr<Share>& share);

// 207000 where the system has no wait for several words.
Status sharedWaitsSupported();

}  // namespace acc::rt::core
