/* SPDX-License-Identifier: Apache-2.0 */
/* Tensor channels between threads of the process. Functions that return a value return 0, null or the UNDEFINED
 * enumerator for what is no live object. Conventions: see acl_rt.h. */
#ifndef ACC_INCLUDE_ACL_ACL_TDT_H_
#define ACC_INCLUDE_ACL_ACL_TDT_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum acltdtTensorType {
    ACL_TENSOR_DATA_UNDEFINED = -1,
    ACL_TENSOR_DATA_TENSOR = 0,
    ACL_TENSOR_DATA_END_OF_SEQUENCE = 1,
    ACL_TENSOR_DATA_ABNORMAL = 2,
    ACL_TENSOR_DATA_SLICE_TENSOR = 3,
    ACL_TENSOR_DATA_END_TENSOR = 4,
} acltdtTensorType;

typedef struct acltdtDataItem acltdtDataItem;
typedef struct acltdtDataset acltdtDataset;
typedef struct acltdtChannelHandle acltdtChannelHandle;

/* What an item was made with. */
ACL_FUNC_VISIBILITY acltdtTensorType acltdtGetTensorTypeFromItem(const acltdtDataItem* dataItem);
ACL_FUNC_VISIBILITY aclDataType acltdtGetDataTypeFromItem(const acltdtDataItem* dataItem);
ACL_FUNC_VISIBILITY void* acltdtGetDataAddrFromItem(const acltdtDataItem* dataItem);
ACL_FUNC_VISIBILITY size_t acltdtGetDataSizeFromItem(const acltdtDataItem* dataItem);
ACL_FUNC_VISIBILITY size_t acltdtGetDimNumFromItem(const acltdtDataItem* dataItem);

/* Which slice of how many a SLICE_TENSOR is; 1 and 0 for items of the program. ACL_ERROR_INVALID_PARAM: null or no
 * item. */
ACL_FUNC_VISIBILITY aclError acltdtGetSliceInfoFromItem(const acltdtDataItem* dataItem, size_t* sliceNum,
                                                        size_t* sliceId);

/* Copies the extents. ACL_ERROR_INVALID_PARAM: null, no item, or dimNum below the item's. */
ACL_FUNC_VISIBILITY aclError acltdtGetDimsFromItem(const acltdtDataItem* dataItem, int64_t* dims, size_t dimNum);

/* Describes `size` bytes at `data`, which it does not own. Null: no dims though dimNum is not 0, or unknown type. */
ACL_FUNC_VISIBILITY acltdtDataItem* acltdtCreateDataItem(acltdtTensorType tdtType, const int64_t* dims, size_t dimNum,
                                                         aclDataType dataType, void* data, size_t size);

/* ACL_ERROR_INVALID_PARAM: no item. Items that acltdtReceiveTensor made go with their dataset. */
ACL_FUNC_VISIBILITY aclError acltdtDestroyDataItem(acltdtDataItem* dataItem);

/* A list of items, which it does not own. */
ACL_FUNC_VISIBILITY acltdtDataset* acltdtCreateDataset(void);
ACL_FUNC_VISIBILITY aclError acltdtDestroyDataset(acltdtDataset* dataset);
ACL_FUNC_VISIBILITY acltdtDataItem* acltdtGetDataItem(const acltdtDataset* dataset, size_t index);
ACL_FUNC_VISIBILITY aclError acltdtAddDataItem(acltdtDataset* dataset, acltdtDataItem* dataItem);
ACL_FUNC_VISIBILITY size_t acltdtGetDatasetSize(const acltdtDataset* dataset);

/* The channel it was received from; empty for others. */
ACL_FUNC_VISIBILITY const char* acltdtGetDatasetName(const acltdtDataset* dataset);

/*
 * A channel of a device; channels with one name are one, of `capacity` datasets (default 128). Null (with a message):
 * no such device, name null or empty, capacity 0.
 */
ACL_FUNC_VISIBILITY acltdtChannelHandle* acltdtCreateChannel(uint32_t deviceId, const char* name);
ACL_FUNC_VISIBILITY acltdtChannelHandle* acltdtCreateChannelWithCapacity(uint32_t deviceId, const char* name,
                                                                         size_t capacity);

/* Ends waits in the channel; later calls return ACL_ERROR_FAILURE. ACL_ERROR_INVALID_PARAM: no channel. */
ACL_FUNC_VISIBILITY aclError acltdtStopChannel(acltdtChannelHandle* handle);
ACL_FUNC_VISIBILITY aclError acltdtDestroyChannel(acltdtChannelHandle* handle);

/* Throws away what is in it. */
ACL_FUNC_VISIBILITY aclError acltdtCleanChannel(acltdtChannelHandle* handle);

/*
 * Copies a dataset with its bytes into the channel, and takes one out of it, into an empty dataset that then owns the
 * bytes. Waits at most `timeout` milliseconds, -1 = for ever, 0 = not at all: ACL_ERROR_RT_QUEUE_FULL,
 * ACL_ERROR_RT_QUEUE_EMPTY. ACL_ERROR_INVALID_PARAM: no channel or dataset, timeout below -1, or (receive) the dataset
 * is not empty. ACL_ERROR_FAILURE: the channel was stopped.
 */
ACL_FUNC_VISIBILITY aclError acltdtSendTensor(const acltdtChannelHandle* handle, const acltdtDataset* dataset,
                                              int32_t timeout);
ACL_FUNC_VISIBILITY aclError acltdtReceiveTensor(const acltdtChannelHandle* handle, acltdtDataset* dataset,
                                                 int32_t timeout);

/* Datasets in the channel. */
ACL_FUNC_VISIBILITY aclError acltdtQueryChannelSize(const acltdtChannelHandle* handle, size_t* size);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_ACL_TDT_H_ */
