/* SPDX-License-Identifier: Apache-2.0 */
/* Initialisation, finalisation, versions. Conventions: see acl_rt.h, which includes this file. */
#ifndef ACC_INCLUDE_ACL_RT_INITIALISE_H_
#define ACC_INCLUDE_ACL_RT_INITIALISE_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Starts the runtime and counts references; NULL or a file with `{}` = defaults. Optional: every other call works
 * without. ACL_ERROR_REPEAT_INITIALIZE: already initialised (the call still counts). ACL_ERROR_INVALID_FILE: cannot
 * read the file. ACL_ERROR_PARSE_FILE: not JSON, or nested deeper than 10 levels.
 */
ACL_FUNC_VISIBILITY aclError aclInit(const char* configPath);

/* Sets the count to zero and releases all devices. ACL_ERROR_REPEAT_FINALIZE: not initialised (harmless). */
ACL_FUNC_VISIBILITY aclError aclFinalize(void);

/*
 * Takes one reference off and shuts down at zero; `*refCount` (may be null) = references left.
 * ACL_ERROR_REPEAT_FINALIZE: not initialised.
 */
ACL_FUNC_VISIBILITY aclError aclFinalizeReference(uint64_t* refCount);

/* The version of this API, 1.17.0. Deprecated. */
ACL_FUNC_VISIBILITY aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion, int32_t* patchVersion);

/* ---- callbacks of aclInit and aclFinalize ---- */

/*
 * cbFunc(text, length, userData) is called during aclInit with the configuration's JSON text, or now when the runtime
 * is initialised. Registering the same function again replaces its userData. ACL_ERROR_INVALID_PARAM: null or unknown
 * type. Any error of cbFunc is returned.
 */
ACL_FUNC_VISIBILITY aclError aclInitCallbackRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc,
                                                     void* userData);

/* ACL_ERROR_INVALID_PARAM: null, unknown type, or not registered. */
ACL_FUNC_VISIBILITY aclError aclInitCallbackUnRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc);

/* cbFunc(userData) is called when the runtime is finalised. Codes as above. */
ACL_FUNC_VISIBILITY aclError aclFinalizeCallbackRegister(aclRegisterCallbackType type, aclFinalizeCallbackFunc cbFunc,
                                                         void* userData);
ACL_FUNC_VISIBILITY aclError aclFinalizeCallbackUnRegister(aclRegisterCallbackType type,
                                                           aclFinalizeCallbackFunc cbFunc);

/* ---- versions and features ---- */

/* The version of a package. There are CANN and RUNTIME here. ACL_ERROR_INVALID_FILE: another one. Deprecated. */
ACL_FUNC_VISIBILITY aclError aclsysGetCANNVersion(aclCANNPackageName name, aclCANNPackageVersion* version);

/*
 * The version of a package ("runtime", "toolkit", "driver", "firmware", ...) as text, at most 128 bytes, and as a
 * number: major * 10000000 + minor * 100000 + patch * 1000. ACL_ERROR_INVALID_FILE: no such package.
 */
ACL_FUNC_VISIBILITY aclError aclsysGetVersionStr(char* pkgName, char* versionStr);
ACL_FUNC_VISIBILITY aclError aclsysGetVersionNum(char* pkgName, int32_t* versionNum);

/* Features of the emulated SoC; the array belongs to the runtime. */
ACL_FUNC_VISIBILITY aclError aclGetCannAttributeList(const aclCannAttr** cannAttrList, size_t* num);

/* `*value` = 1 when it has the feature. */
ACL_FUNC_VISIBILITY aclError aclGetCannAttribute(aclCannAttr cannAttr, int32_t* value);

/* `*canCompatible` = 1 when kernels built for that SoC run here: it has the same architecture. */
ACL_FUNC_VISIBILITY aclError aclrtCheckArchCompatibility(const char* socVersion, int32_t* canCompatible);

/*
 * Writes a line to the log when ASCEND_GLOBAL_LOG_LEVEL (default 3 = errors) allows the level; text beyond 1024 bytes
 * is cut and marked. Never fails.
 */
ACL_FUNC_VISIBILITY void aclAppLog(aclLogLevel logLevel, const char* func, const char* file, uint32_t line,
                                   const char* fmt, ...);

#define ACL_APP_LOG(level, fmt, ...) aclAppLog(level, __FUNCTION__, __FILE__, __LINE__, fmt, ##__VA_ARGS__)

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_INITIALISE_H_ */
