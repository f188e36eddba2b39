/* SPDX-License-Identifier: Apache-2.0 */
/* The toolkit version whose interfaces these headers have, for programs that choose by it. */
#ifndef ACC_VERSION_CANN_VERSION_H
#define ACC_VERSION_CANN_VERSION_H

#define CANN_VERSION_STR "9.0.0"
#define CANN_MAJOR 9
#define CANN_MINOR 0
#define CANN_PATCH 0
#define CANN_VERSION(major, minor, patch) ((major) * 10000000 + (minor) * 100000 + (patch) * 1000)
#define CANN_VERSION_NUM CANN_VERSION(CANN_MAJOR, CANN_MINOR, CANN_PATCH)

#endif /* ACC_VERSION_CANN_VERSION_H */
