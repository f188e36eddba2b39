/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A workspace begins with a part that belongs to the system (high-level APIs keep data of theirs there); the user's
 * part follows. The size is what PlatformAscendC::GetLibApiWorkSpaceSize() answers.
 */
#ifndef ACC_WORKSPACE_H
#define ACC_WORKSPACE_H

#define ACC_SYSTEM_WORKSPACE_BYTES (16u * 1024u * 1024u)

#endif /* ACC_WORKSPACE_H */
