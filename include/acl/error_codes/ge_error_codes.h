/* SPDX-License-Identifier: Apache-2.0 */
/* Error codes of the graph engine; this runtime never returns them, programs compare with them. */
#ifndef ACC_INCLUDE_ACL_ERROR_CODES_GE_ERROR_CODES_H_
#define ACC_INCLUDE_ACL_ERROR_CODES_GE_ERROR_CODES_H_

#include <stdint.h>

static const uint32_t ACL_ERROR_GE_PARAM_INVALID = 145000U;                /* parameter invalid */
static const uint32_t ACL_ERROR_GE_EXEC_NOT_INIT = 145001U;                /* executor not initialised */
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_PATH_INVALID = 145002U;      /* model path invalid */
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_ID_INVALID = 145003U;        /* model id invalid */
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_DATA_SIZE_INVALID = 145006U; /* model size invalid */
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_ADDR_INVALID = 145007U;      /* model address invalid */
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_QUEUE_ID_INVALID = 145008U;  /* queue id invalid */
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_MODEL_REPEATED = 145009U;     /* model loaded twice */
static const uint32_t ACL_ERROR_GE_DYNAMIC_INPUT_ADDR_INVALID = 145011U;   /* dynamic input address invalid */
static const uint32_t ACL_ERROR_GE_DYNAMIC_INPUT_LENGTH_INVALID = 145012U; /* dynamic input length invalid */
static const uint32_t ACL_ERROR_GE_DYNAMIC_BATCH_SIZE_INVALID = 145013U;   /* dynamic batch size invalid */
static const uint32_t ACL_ERROR_GE_AIPP_BATCH_EMPTY = 145014U;             /* AIPP batch empty */
static const uint32_t ACL_ERROR_GE_AIPP_NOT_EXIST = 145015U;               /* AIPP info absent */
static const uint32_t ACL_ERROR_GE_AIPP_MODE_INVALID = 145016U;            /* AIPP mode invalid */
static const uint32_t ACL_ERROR_GE_OP_TASK_TYPE_INVALID = 145017U;         /* op task type invalid */
static const uint32_t ACL_ERROR_GE_OP_KERNEL_TYPE_INVALID = 145018U;       /* op kernel type invalid */
static const uint32_t ACL_ERROR_GE_PLGMGR_PATH_INVALID = 145019U;          /* plug-in library path invalid */
static const uint32_t ACL_ERROR_GE_FORMAT_INVALID = 145020U;               /* format invalid */
static const uint32_t ACL_ERROR_GE_SHAPE_INVALID = 145021U;                /* shape invalid */
static const uint32_t ACL_ERROR_GE_DATATYPE_INVALID = 145022U;             /* data type invalid */
static const uint32_t ACL_ERROR_GE_MEMORY_ALLOCATION = 245000U;            /* memory allocation failed */
static const uint32_t ACL_ERROR_GE_MEMORY_OPERATE_FAILED = 245001U;        /* memory set/copy failed */
static const uint32_t ACL_ERROR_GE_DEVICE_MEMORY_OPERATE_FAILED =
    245002U; /* device memory operation failed (docs name it ..._ALLOCATION_FAILED) */
static const uint32_t ACL_ERROR_GE_SUBHEALTHY = 345102U;                        /* deployment is sub-healthy */
static const uint32_t ACL_ERROR_GE_USER_RAISE_EXCEPTION = 345103U;              /* user function raised */
static const uint32_t ACL_ERROR_GE_DATA_NOT_ALIGNED = 345104U;                  /* dataflow outputs not aligned */
static const uint32_t ACL_ERROR_GE_INTERNAL_ERROR = 545000U;                    /* unknown internal error */
static const uint32_t ACL_ERROR_GE_LOAD_MODEL = 545001U;                        /* model load failed */
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_MODEL_PARTITION_FAILED = 545002U;  /* model partition load failed */
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_WEIGHT_PARTITION_FAILED = 545003U; /* weight partition load failed */
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_TASK_PARTITION_FAILED = 545004U;   /* task partition load failed */
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_KERNEL_PARTITION_FAILED = 545005U; /* kernel partition load failed */
static const uint32_t ACL_ERROR_GE_EXEC_RELEASE_MODEL_DATA = 545006U;           /* model release failed */
static const uint32_t ACL_ERROR_GE_COMMAND_HANDLE = 545007U;                    /* command failed */
static const uint32_t ACL_ERROR_GE_GET_TENSOR_INFO = 545008U;                   /* tensor info unavailable */
static const uint32_t ACL_ERROR_GE_UNLOAD_MODEL = 545009U;                      /* model unload failed */
static const uint32_t ACL_ERROR_GE_MODEL_EXECUTE_TIMEOUT = 545601U;             /* model execution timed out */
static const uint32_t ACL_ERROR_GE_REDEPLOYING = 545602U;                       /* redeployment in progress */

#endif /* ACC_INCLUDE_ACL_ERROR_CODES_GE_ERROR_CODES_H_ */
