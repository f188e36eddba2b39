# SPDX-License-Identifier: Apache-2.0
# After the other steps of enable_language(AICPU). That acc works, the language ASC tests.
set(CMAKE_AICPU_COMPILER_WORKS TRUE)
