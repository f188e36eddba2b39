/* SPDX-License-Identifier: Apache-2.0 */
/* Dumps. Conventions: see acl_rt.h. */
#ifndef ACC_INCLUDE_ACL_ACL_DUMP_H_
#define ACC_INCLUDE_ACL_ACL_DUMP_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACL_OP_DUMP_OP_AICORE_ARGS 0x00000001U
#define ACL_DUMP_MAX_FILE_PATH_LENGTH 4096
#define ACL_DUMP_MAX_SHAPE_NUM 25

typedef enum acldumpType {
    AIC_ERR_BRIEF_DUMP = 1,
    AIC_ERR_NORM_DUMP = 2,
    AIC_ERR_DETAIL_DUMP = 3,
    DATA_DUMP = 4,
    OVERFLOW_DUMP = 5,
} acldumpType;

typedef enum acldumpTensorType {
    ACL_DUMP_TENSOR_INPUT = 0,
    ACL_DUMP_TENSOR_OUTPUT = 1,
    ACL_DUMP_TENSOR_WORKSPACE = 2,
} acldumpTensorType;

typedef enum acldumpTensorAddressType {
    ACL_DUMP_ADDR_PTR = 0,
    ACL_DUMP_ADDR_PTR_PTR = 1,
    ACL_DUMP_ADDR_RAW = 2,
} acldumpTensorAddressType;

typedef enum acldumpTensorPlacement {
    ACL_DUMP_PLACEMENT_DEVICE = 0,
    ACL_DUMP_PLACEMENT_HOST = 1,
    ACL_DUMP_PLACEMENT_END = 2,
} acldumpTensorPlacement;

typedef struct acldumpChunk {
    char fileName[ACL_DUMP_MAX_FILE_PATH_LENGTH];
    uint32_t bufLen;
    uint32_t isLastChunk;
    int64_t offset;
    int32_t flag;
    __extension__ uint8_t dataBuf[0]; /* bufLen bytes */
} acldumpChunk;

typedef struct acldumpTensorInfo {
    acldumpTensorType type;
    size_t tensorSize;
    int32_t format;
    int32_t dataType;
    int64_t* tensorAddr;
    acldumpTensorAddressType addrType;
    acldumpTensorPlacement placement;
    uint32_t argsOffset;
    uint32_t shapeNum;
    uint32_t originShapeNum;
    uint64_t shape[ACL_DUMP_MAX_SHAPE_NUM];
    uint64_t originShape[ACL_DUMP_MAX_SHAPE_NUM];
} acldumpTensorInfo;

/*
 * The callback gets dumps in chunks instead of files; one at a time. ACL_ERROR_INVALID_PARAM: null.
 * ACL_ERROR_RT_FEATURE_NOT_SUPPORT: the dumps of operators that would come this way do not exist here.
 */
ACL_FUNC_VISIBILITY aclError acldumpRegCallback(int32_t (*const messageCallback)(const acldumpChunk*, int32_t),
                                                int32_t flag);
ACL_FUNC_VISIBILITY void acldumpUnregCallback(void);

/*
 * From now on every kernel launch appends its name and its argument block, in hexadecimal, to the file
 * `path`/kernel_args.txt; and ends that. ACL_ERROR_INVALID_PARAM: dumpType is not ACL_OP_DUMP_OP_AICORE_ARGS, or null
 * path. ACL_ERROR_WRITE_FILE: cannot write there. ACL_ERROR_DUMP_ALREADY_RUN, ACL_ERROR_DUMP_NOT_RUN: started, not
 * started.
 */
ACL_FUNC_VISIBILITY aclError aclopStartDumpArgs(uint32_t dumpType, const char* path);
ACL_FUNC_VISIBILITY aclError aclopStopDumpArgs(uint32_t dumpType);

/* Where dumps go: ASCEND_DUMP_PATH, for the AIC_ERR ones NPU_COLLECT_PATH first; null without either or for unknown
 * types. */
ACL_FUNC_VISIBILITY const char* acldumpGetPath(acldumpType dumpType);

/*
 * Writes the tensors' bytes one after another to the file `fileName` in the directory of acldumpGetExceptionInfoPath,
 * and a description of each in fileName.json. ACL_ERROR_INVALID_PARAM: null, no tensor, a name with a '/', or memory
 * that is not there. ACL_ERROR_WRITE_FILE: cannot write there.
 */
ACL_FUNC_VISIBILITY aclError acldumpSaveExceptionInfo(const char* fileName, const char* userTag,
                                                      const acldumpTensorInfo* tensors, size_t tensorCount);

/* That directory: as acldumpGetPath for exceptions, else the current one. ACL_ERROR_INVALID_PARAM: null or too short.
 */
ACL_FUNC_VISIBILITY aclError acldumpGetExceptionInfoPath(char* path, size_t maxLen);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_ACL_DUMP_H_ */
