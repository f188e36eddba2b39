/* SPDX-License-Identifier: Apache-2.0 */
/* Base types of offline models: belongs to other packages; the name must exist because other headers include it. */
#ifndef ACC_INCLUDE_ACL_ACL_BASE_MDL_H_
#define ACC_INCLUDE_ACL_ACL_BASE_MDL_H_

#endif /* ACC_INCLUDE_ACL_ACL_BASE_MDL_H_ */
