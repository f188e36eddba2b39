/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Run-time compilation: from the text of kernels to a kernel binary for aclrtBinaryLoadFromData. The compiler is acc,
 * started as a child process; what it made of the same text, options and headers before is taken from a cache on disk
 * (runtime/README.md, environment).
 *
 * Works before aclInit and after aclFinalize. Errors: a code from below, and the thread's last error and message.
 * ACL_ERROR_RTC_INVALID_PROG is returned by every call for a handle that is null, destroyed or none;
 * ACL_ERROR_RTC_INVALID_INPUT for null pointers.
 */
#ifndef ACC_INCLUDE_ACL_ACL_RT_COMPILE_H_
#define ACC_INCLUDE_ACL_ACL_RT_COMPILE_H_

#include <stddef.h>

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void* aclrtcProg;

static const int ACL_ERROR_RTC_INVALID_PROG = 176000;                        /* not a program, or not compiled yet */
static const int ACL_ERROR_RTC_INVALID_INPUT = 176001;                       /* another argument */
static const int ACL_ERROR_RTC_INVALID_OPTION = 176002;                      /* compile option refused */
static const int ACL_ERROR_RTC_COMPILATION = 176003;                         /* see the log */
static const int ACL_ERROR_RTC_LINKING = 176004;                             /* see the log */
static const int ACL_ERROR_RTC_NO_NAME_EXPR_AFTER_COMPILATION = 176005;      /* added too late */
static const int ACL_ERROR_RTC_NO_LOWERED_NAMES_BEFORE_COMPILATION = 176006; /* asked too early */
static const int ACL_ERROR_RTC_NAME_EXPR_NOT_VALID = 176007;                 /* not added, or names no kernel */
static const int ACL_ERROR_RTC_PROG_CREATION_FAILURE = 276000;               /* no handle left */
static const int ACL_ERROR_RTC_OUT_OF_MEMORY = 276001;                       /* or no room on disk */
static const int ACL_ERROR_RTC_FAILURE = 576000;                             /* acc cannot be started */

/*
 * A program from the text of its kernels. `name` (null: "default_program") is the file name in messages. `headers` are
 * texts that the program includes by `includeNames`; both may be null when numHeaders is 0.
 * ACL_ERROR_RTC_INVALID_INPUT: numHeaders is negative, or an include name is absolute or leads out of its folder.
 */
ACL_FUNC_VISIBILITY aclError aclrtcCreateProg(aclrtcProg* prog, const char* src, const char* name, int numHeaders,
                                              const char** headers, const char** includeNames);

/*
 * Compiles. Options are acc's ("--npu-arch=dav-2201", "-D...", "-I..."); -std=c++17 comes before them. Can be repeated.
 * ACL_ERROR_RTC_INVALID_OPTION: one that acc does not know, or that decides what is output.
 * ACL_ERROR_RTC_COMPILATION, ACL_ERROR_RTC_LINKING: errors in the text, see the log. ACL_ERROR_RTC_FAILURE: no acc.
 */
ACL_FUNC_VISIBILITY aclError aclrtcCompileProg(aclrtcProg prog, int numOptions, const char** options);

/* Frees the program and sets the handle to null. */
ACL_FUNC_VISIBILITY aclError aclrtcDestroyProg(aclrtcProg* prog);

/* Bytes of the kernel binary. ACL_ERROR_RTC_INVALID_PROG: there is none. */
ACL_FUNC_VISIBILITY aclError aclrtcGetBinDataSize(aclrtcProg prog, size_t* binDataSizeRet);

/* Copies the kernel binary, that many bytes. */
ACL_FUNC_VISIBILITY aclError aclrtcGetBinData(aclrtcProg prog, char* binData);

/* Bytes of the last compilation's messages with the terminating zero; 1 when there are none. */
ACL_FUNC_VISIBILITY aclError aclrtcGetCompileLogSize(aclrtcProg prog, size_t* logSizeRet);

/* Copies the messages, that many bytes. */
ACL_FUNC_VISIBILITY aclError aclrtcGetCompileLog(aclrtcProg prog, char* log);

/*
 * Before compiling: a kernel whose linker name will be asked for, e.g. "ns::add<float, 4>"; a template is instantiated.
 * ACL_ERROR_RTC_NO_NAME_EXPR_AFTER_COMPILATION: the program is compiled.
 */
ACL_FUNC_VISIBILITY aclError aclrtcAddNameExpr(aclrtcProg prog, const char* const nameExpression);

/*
 * After compiling: the name for aclrtBinaryGetFunction of a kernel that was added by exactly this text. It is valid
 * until the program is compiled again or destroyed. ACL_ERROR_RTC_NO_LOWERED_NAMES_BEFORE_COMPILATION: not compiled.
 * ACL_ERROR_RTC_NAME_EXPR_NOT_VALID: not added, or not a kernel.
 */
ACL_FUNC_VISIBILITY aclError aclrtcGetLoweredName(aclrtcProg prog, const char* nameExpression,
                                                  const char** loweredName);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_ACL_RT_COMPILE_H_ */
