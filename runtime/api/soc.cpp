// SPDX-License-Identifier: Apache-2.0
// The SoC table, for the host headers (acc/soc.h).
#include "runtime/base/soc.h"

#include "acc/soc.h"

#pragma GCC visibility push(default)
extern "C" int accDescribeSoc(const char* name, AccSoc* soc) {
    const acc::rt::SocInfo* row = name == nullptr ? &acc::rt::soc() : acc::rt::findSoc(name);
    if (row == nullptr || soc == nullptr) {
        return -1;
    }
    *soc = {row->name,    row->npuArch, row->cubeCores, row->vectorCores, row->split() ? 1U : 0U,
            row->ubBytes, row->l1Bytes, row->l0aBytes,  row->l0bBytes,    row->l0cBytes,
            row->btBytes, row->fbBytes, row->l2Bytes,   row->memoryBytes};
    return 0;
}
#pragma GCC visibility pop
