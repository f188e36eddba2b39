// SPDX-License-Identifier: Apache-2.0
// Workspaces in GM (ascendc-core 3.10). A kernel's workspace argument begins with the system's part, whose size the
// host gets from PlatformAscendC::GetLibApiWorkSpaceSize().
#pragma once

#include "acc/workspace.h"
#include "core.h"

// The system workspace of the running kernel: what SetSysWorkspace() named, else memory of the emulated device.
ACC_RUNTIME uint8_t* accSystemWorkspace(void);
ACC_RUNTIME void accSetSystemWorkspace(void* workspace);

namespace AscendC {

// The user's part of `workspace`; null stays null.
ACC_API __gm__ uint8_t* GetUserWorkspace(GM_ADDR workspace) {
    return workspace ? workspace + ACC_SYSTEM_WORKSPACE_BYTES : nullptr;
}
ACC_API void SetSysWorkspace(GM_ADDR workspace) {
    accSetSystemWorkspace(workspace);
}

}  // namespace AscendC

ACC_API __gm__ uint8_t* GetSysWorkSpacePtr() {
    return accSystemWorkspace();
}
ACC_API void SetSysWorkSpacePtr(GM_ADDR workspace) {
    accSetSystemWorkspace(workspace);
}
namespace AscendC {
using ::GetSysWorkSpacePtr;
using ::SetSysWorkSpacePtr;
}  // namespace AscendC
