// SPDX-License-Identifier: Apache-2.0
#define FROM_HEADER 2
