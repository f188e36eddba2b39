/* SPDX-License-Identifier: Apache-2.0 */
/* Handles, acl-layer error codes, data types and small helpers. */
#ifndef ACC_INCLUDE_ACL_ACL_BASE_RT_H_
#define ACC_INCLUDE_ACL_ACL_BASE_RT_H_

#include <stddef.h>
#include <stdint.h>

#include "error_codes/rt_error_codes.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef FUNC_VISIBILITY
#define ACL_FUNC_VISIBILITY __attribute__((visibility("default")))
#else
#define ACL_FUNC_VISIBILITY
#endif

/* Handles are opaque values: they carry a generation, so a stale one is refused, and are never dereferenced. */
typedef void* aclrtStream;
typedef void* aclmdlRITask;
typedef void* aclrtEvent;
typedef void* aclrtContext;
typedef void* aclrtNotify;
typedef void* aclrtCntNotify;
typedef void* aclrtLabel;
typedef void* aclrtLabelList;
typedef void* aclrtMbuf;
typedef void* aclrtAllocatorDesc;
typedef void* aclrtAllocator;
typedef void* aclrtAllocatorBlock;
typedef void* aclrtAllocatorAddr;
typedef void* aclrtTaskGrp;

typedef int aclError;
typedef uint16_t aclFloat16; /* IEEE binary16 bits */
typedef struct aclDataBuffer aclDataBuffer;

/* Error codes of the acl layer. */
static const int ACL_ERROR_NONE = 0; /* success; deprecated alias of ACL_SUCCESS */
static const int ACL_SUCCESS = 0;    /* success */
static const int ACL_ERROR_INVALID_PARAM =
    100000; /* a parameter failed validation in the acl layer (null pointer, bad enum, bad size) */
static const int ACL_ERROR_UNINITIALIZE = 100001; /* aclInit (or the feature's own init call) has not run */
static const int ACL_ERROR_REPEAT_INITIALIZE =
    100002; /* already initialised; for aclInit it is harmless and may be ignored */
static const int ACL_ERROR_INVALID_FILE = 100003;        /* file missing or unreadable (config file, version.info) */
static const int ACL_ERROR_WRITE_FILE = 100004;          /* cannot write file */
static const int ACL_ERROR_INVALID_FILE_SIZE = 100005;   /* file size not acceptable */
static const int ACL_ERROR_PARSE_FILE = 100006;          /* file content not parseable (e.g. JSON) */
static const int ACL_ERROR_FILE_MISSING_ATTR = 100007;   /* required field absent in file */
static const int ACL_ERROR_FILE_ATTR_INVALID = 100008;   /* field value in file invalid */
static const int ACL_ERROR_INVALID_DUMP_CONFIG = 100009; /* dump configuration invalid */
static const int ACL_ERROR_INVALID_PROFILING_CONFIG = 100010;        /* profiling configuration invalid */
static const int ACL_ERROR_INVALID_MODEL_ID = 100011;                /* model id unknown */
static const int ACL_ERROR_DESERIALIZE_MODEL = 100012;               /* model cannot be deserialised */
static const int ACL_ERROR_PARSE_MODEL = 100013;                     /* model cannot be parsed */
static const int ACL_ERROR_READ_MODEL_FAILURE = 100014;              /* model cannot be read */
static const int ACL_ERROR_MODEL_SIZE_INVALID = 100015;              /* model size invalid */
static const int ACL_ERROR_MODEL_MISSING_ATTR = 100016;              /* model lacks an attribute */
static const int ACL_ERROR_MODEL_INPUT_NOT_MATCH = 100017;           /* model inputs do not match */
static const int ACL_ERROR_MODEL_OUTPUT_NOT_MATCH = 100018;          /* model outputs do not match */
static const int ACL_ERROR_MODEL_NOT_DYNAMIC = 100019;               /* model is not a dynamic one */
static const int ACL_ERROR_OP_TYPE_NOT_MATCH = 100020;               /* single-op type mismatch */
static const int ACL_ERROR_OP_INPUT_NOT_MATCH = 100021;              /* single-op inputs mismatch */
static const int ACL_ERROR_OP_OUTPUT_NOT_MATCH = 100022;             /* single-op outputs mismatch */
static const int ACL_ERROR_OP_ATTR_NOT_MATCH = 100023;               /* single-op attributes mismatch */
static const int ACL_ERROR_OP_NOT_FOUND = 100024;                    /* single op not found */
static const int ACL_ERROR_OP_LOAD_FAILED = 100025;                  /* single op failed to load */
static const int ACL_ERROR_UNSUPPORTED_DATA_TYPE = 100026;           /* data type not supported */
static const int ACL_ERROR_FORMAT_NOT_MATCH = 100027;                /* tensor format mismatch */
static const int ACL_ERROR_BIN_SELECTOR_NOT_REGISTERED = 100028;     /* no kernel selector registered for the op */
static const int ACL_ERROR_KERNEL_NOT_FOUND = 100029;                /* op kernel not registered at op-compile time */
static const int ACL_ERROR_BIN_SELECTOR_ALREADY_REGISTERED = 100030; /* selector registered twice */
static const int ACL_ERROR_KERNEL_ALREADY_REGISTERED = 100031;       /* op kernel registered twice */
static const int ACL_ERROR_INVALID_QUEUE_ID = 100032;                /* queue id invalid */
static const int ACL_ERROR_REPEAT_SUBSCRIBE = 100033;                /* same stream subscribed twice */
static const int ACL_ERROR_STREAM_NOT_SUBSCRIBE = 100034;            /* stream not subscribed; deprecated, use 107015 */
static const int ACL_ERROR_THREAD_NOT_SUBSCRIBE = 100035;            /* thread not subscribed; deprecated, use 107012 */
static const int ACL_ERROR_WAIT_CALLBACK_TIMEOUT = 100036; /* waiting for callback timed out; deprecated, use 507012 */
static const int ACL_ERROR_REPEAT_FINALIZE = 100037;       /* finalised more often than initialised */
static const int ACL_ERROR_NOT_STATIC_AIPP = 100038;       /* no static AIPP info; deprecated, use 145015 */
static const int ACL_ERROR_COMPILING_STUB_MODE = 100039;   /* process is running against the link-time stub library */
static const int ACL_ERROR_GROUP_NOT_SET = 100040;         /* compute group not set; deprecated, use 107013 */
static const int ACL_ERROR_GROUP_NOT_CREATE = 100041;      /* compute group not created; deprecated, use 107014 */
static const int ACL_ERROR_PROF_ALREADY_RUN = 100042;      /* a profiling session exists already */
static const int ACL_ERROR_PROF_NOT_RUN = 100043;          /* aclprofInit has not run */
static const int ACL_ERROR_DUMP_ALREADY_RUN = 100044;      /* a dump session exists already */
static const int ACL_ERROR_DUMP_NOT_RUN = 100045;          /* aclmdlInitDump has not run */
static const int ACL_ERROR_PROF_REPEAT_SUBSCRIBE = 148046; /* model subscribed twice for profiling */
static const int ACL_ERROR_PROF_API_CONFLICT = 148047;     /* the two profiling API families were mixed */
static const int ACL_ERROR_INVALID_MAX_OPQUEUE_NUM_CONFIG = 148048; /* max_opqueue_num invalid */
static const int ACL_ERROR_INVALID_OPP_PATH = 148049;               /* ASCEND_OPP_PATH missing or wrong */
static const int ACL_ERROR_OP_UNSUPPORTED_DYNAMIC = 148050;         /* op does not support dynamic shapes */
static const int ACL_ERROR_RELATIVE_RESOURCE_NOT_CLEARED =
    148051;                                                   /* dependent resource still alive (channel descriptors) */
static const int ACL_ERROR_UNSUPPORTED_JPEG = 148052;         /* JPEG coding not supported by the decoder */
static const int ACL_ERROR_INVALID_BUNDLE_MODEL_ID = 148053;  /* bundle model id invalid */
static const int ACL_ERROR_BAD_ALLOC = 200000;                /* memory allocation failed */
static const int ACL_ERROR_API_NOT_SUPPORT = 200001;          /* this API is not supported */
static const int ACL_ERROR_INVALID_DEVICE = 200002;           /* device invalid; deprecated, use 107001 */
static const int ACL_ERROR_MEMORY_ADDRESS_UNALIGNED = 200003; /* address misaligned */
static const int ACL_ERROR_RESOURCE_NOT_MATCH = 200004;       /* stream/context does not match the call */
static const int ACL_ERROR_INVALID_RESOURCE_HANDLE = 200005;  /* handle destroyed or in use elsewhere */
static const int ACL_ERROR_FEATURE_UNSUPPORTED = 200006;      /* feature not supported */
static const int ACL_ERROR_PROF_MODULES_UNSUPPORTED = 200007; /* profiling configuration not supported */
static const int ACL_ERROR_STORAGE_OVER_LIMIT = 300000;       /* storage limit exceeded */
static const int ACL_ERROR_INTERNAL_ERROR = 500000; /* unknown internal error (also the fall-back for unmapped codes) */
static const int ACL_ERROR_FAILURE = 500001;        /* internal error */
static const int ACL_ERROR_GE_FAILURE = 500002;     /* graph engine error */
static const int ACL_ERROR_RT_FAILURE = 500003;     /* runtime error */
static const int ACL_ERROR_DRV_FAILURE = 500004;    /* driver error */
static const int ACL_ERROR_PROFILING_FAILURE = 500005; /* profiling error */

/* Gaps (5, 14, 15, 18-26, 28, 31, 32) are reserved. */
typedef enum aclDataType {
    ACL_DT_UNDEFINED = -1,
    ACL_FLOAT = 0,
    ACL_FLOAT16 = 1,
    ACL_INT8 = 2,
    ACL_INT32 = 3,
    ACL_UINT8 = 4,
    ACL_INT16 = 6,
    ACL_UINT16 = 7,
    ACL_UINT32 = 8,
    ACL_INT64 = 9,
    ACL_UINT64 = 10,
    ACL_DOUBLE = 11,
    ACL_BOOL = 12,
    ACL_STRING = 13,
    ACL_COMPLEX64 = 16,
    ACL_COMPLEX128 = 17,
    ACL_BF16 = 27,
    ACL_INT4 = 29,
    ACL_UINT1 = 30,
    ACL_COMPLEX32 = 33,
    ACL_HIFLOAT8 = 34,
    ACL_FLOAT8_E5M2 = 35,
    ACL_FLOAT8_E4M3FN = 36,
    ACL_FLOAT8_E8M0 = 37,
    ACL_FLOAT6_E3M2 = 38,
    ACL_FLOAT6_E2M3 = 39,
    ACL_FLOAT4_E2M1 = 40,
    ACL_FLOAT4_E1M2 = 41,
} aclDataType;

/* Note the odd name ACL_FRACTAL_Z_3D (no FORMAT). */
typedef enum aclFormat {
    ACL_FORMAT_UNDEFINED = -1,
    ACL_FORMAT_NCHW = 0,
    ACL_FORMAT_NHWC = 1,
    ACL_FORMAT_ND = 2,
    ACL_FORMAT_NC1HWC0 = 3,
    ACL_FORMAT_FRACTAL_Z = 4,
    ACL_FORMAT_NC1HWC0_C04 = 12,
    ACL_FORMAT_HWCN = 16,
    ACL_FORMAT_NDHWC = 27,
    ACL_FORMAT_FRACTAL_NZ = 29,
    ACL_FORMAT_NCDHW = 30,
    ACL_FORMAT_NDC1HWC0 = 32,
    ACL_FRACTAL_Z_3D = 33,
    ACL_FORMAT_NC = 35,
    ACL_FORMAT_NCL = 47,
    ACL_FORMAT_FRACTAL_NZ_C0_16 = 50,
    ACL_FORMAT_FRACTAL_NZ_C0_32 = 51,
    ACL_FORMAT_FRACTAL_NZ_C0_2 = 52,
    ACL_FORMAT_FRACTAL_NZ_C0_4 = 53,
    ACL_FORMAT_FRACTAL_NZ_C0_8 = 54,
} aclFormat;

typedef enum aclLogLevel {
    ACL_DEBUG = 0,
    ACL_INFO = 1,
    ACL_WARNING = 2,
    ACL_ERROR = 3,
} aclLogLevel;

typedef enum aclMemType {
    ACL_MEMTYPE_DEVICE = 0,
    ACL_MEMTYPE_HOST = 1,
    ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT = 2,
} aclMemType;

/*
 * DETERMINISTIC takes 0 off, 1 deterministic, 2 strong consistency, 3 batch consistency. STRONG_CONSISTENCY is
 * deprecated. ENABLE_DEBUG_KERNEL turns on out-of-bounds detection
 * of global memory.
 */
typedef enum aclSysParamOpt {
    ACL_OPT_DETERMINISTIC = 0,
    ACL_OPT_ENABLE_DEBUG_KERNEL = 1,
    ACL_OPT_STRONG_CONSISTENCY = 2,
    ACL_OPT_ENABLE_KERNEL_EARLY_START = 3,
} aclSysParamOpt;

typedef enum aclCannAttr {
    ACL_CANN_ATTR_UNDEFINED = -1,
    ACL_CANN_ATTR_INF_NAN = 0,
    ACL_CANN_ATTR_BF16 = 1,
    ACL_CANN_ATTR_JIT_COMPILE = 2,
} aclCannAttr;

typedef enum aclDeviceInfo {
    ACL_DEVICE_INFO_UNDEFINED = -1,
    ACL_DEVICE_INFO_AI_CORE_NUM = 0,
    ACL_DEVICE_INFO_VECTOR_CORE_NUM = 1,
    ACL_DEVICE_INFO_L2_SIZE = 2,
} aclDeviceInfo;

/*
 * The float of the IEEE binary16 bits in `value`. Exponent 31 counts as an ordinary exponent (0x7C00 -> 65536.0), as
 * the device library does; there is no infinity or NaN.
 */
ACL_FUNC_VISIBILITY float aclFloat16ToFloat(aclFloat16 value);

/* Rounds to nearest even and saturates: +Inf, NaN and everything above 65504 give 65504 (0x7BFF), -Inf gives -65504. */
ACL_FUNC_VISIBILITY aclFloat16 aclFloatToFloat16(float value);

/* Bytes per element; 0 for sub-byte types, ACL_STRING and unknown values. */
ACL_FUNC_VISIBILITY size_t aclDataTypeSize(aclDataType dataType);

/* A record of (data, size) without copy or ownership; null only when memory is exhausted. */
ACL_FUNC_VISIBILITY aclDataBuffer* aclCreateDataBuffer(void* data, size_t size);

/* Frees the record only. ACL_ERROR_INVALID_PARAM: dataBuffer is null. */
ACL_FUNC_VISIBILITY aclError aclDestroyDataBuffer(const aclDataBuffer* dataBuffer);

/* Replaces pointer and size. ACL_ERROR_INVALID_PARAM: dataBuffer is null. */
ACL_FUNC_VISIBILITY aclError aclUpdateDataBuffer(aclDataBuffer* dataBuffer, void* data, size_t size);

/* The stored pointer; null for a null buffer. */
ACL_FUNC_VISIBILITY void* aclGetDataBufferAddr(const aclDataBuffer* dataBuffer);

/* The stored size in bytes, cut to 32 bits; 0 for a null buffer. Deprecated. */
ACL_FUNC_VISIBILITY uint32_t aclGetDataBufferSize(const aclDataBuffer* dataBuffer);

/* The stored size in bytes; 0 for a null buffer. */
ACL_FUNC_VISIBILITY size_t aclGetDataBufferSizeV2(const aclDataBuffer* dataBuffer);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_ACL_BASE_RT_H_ */
