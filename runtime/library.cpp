// SPDX-License-Identifier: Apache-2.0
// libascendcl is made of the folders' static libraries; this file only gives the target a source.
