// SPDX-License-Identifier: Apache-2.0
// Tensor channels.
#include "acl/acl_tdt.h"

#include <cstring>
#include <thread>

#include "fixture.h"

namespace {

using acc::test::ApiTest;
using acc::test::expectError;
using acc::test::messages;

class TensorChannel : public ApiTest {
protected:
    acltdtDataItem* newItem(acltdtTensorType type = ACL_TENSOR_DATA_TENSOR) {
        acltdtDataItem* item = acltdtCreateDataItem(type, dims, 2, ACL_INT32, values, sizeof(values));
        EXPECT_NE(item, nullptr) << messages();
        return item;
    }
    // A dataset with one item.
    acltdtDataset* newDataset() {
        acltdtDataset* dataset = acltdtCreateDataset();
        EXPECT_EQ(acltdtAddDataItem(dataset, newItem()), ACL_SUCCESS) << messages();
        return dataset;
    }
    const int64_t dims[2] = {2, 3};
    int32_t values[6] = {1, 2, 3, 4, 5, 6};
};

TEST_F(TensorChannel, ItemsDescribeMemory) {
    acltdtDataItem* item = newItem(ACL_TENSOR_DATA_END_OF_SEQUENCE);
    EXPECT_EQ(acltdtGetTensorTypeFromItem(item), ACL_TENSOR_DATA_END_OF_SEQUENCE);
    EXPECT_EQ(acltdtGetDataTypeFromItem(item), ACL_INT32);
    EXPECT_EQ(acltdtGetDataAddrFromItem(item), values);
    EXPECT_EQ(acltdtGetDataSizeFromItem(item), sizeof(values));
    EXPECT_EQ(acltdtGetDimNumFromItem(item), 2U);
    int64_t read[2] = {};
    EXPECT_EQ(acltdtGetDimsFromItem(item, read, 2), ACL_SUCCESS);
    EXPECT_EQ(read[1], 3);
    size_t slices = 0;
    size_t slice = 7;
    EXPECT_EQ(acltdtGetSliceInfoFromItem(item, &slices, &slice), ACL_SUCCESS);
    EXPECT_EQ(slices, 1U);
    EXPECT_EQ(slice, 0U);
    expectError(acltdtGetDimsFromItem(item, read, 1), ACL_ERROR_INVALID_PARAM, {"dimNum is 1", "at least 2"});
    expectError(acltdtGetDimsFromItem(item, nullptr, 2), ACL_ERROR_INVALID_PARAM, {"dims is null"});
    expectError(acltdtGetSliceInfoFromItem(item, nullptr, &slice), ACL_ERROR_INVALID_PARAM, {"sliceNum is null"});
    expectError(acltdtGetSliceInfoFromItem(item, &slices, nullptr), ACL_ERROR_INVALID_PARAM, {"sliceId is null"});
    EXPECT_EQ(acltdtDestroyDataItem(item), ACL_SUCCESS);
    // What is no item any more.
    expectError(acltdtDestroyDataItem(item), ACL_ERROR_INVALID_PARAM, {"acltdtCreateDataItem"});
    expectError(acltdtDestroyDataItem(nullptr), ACL_ERROR_INVALID_PARAM, {"dataItem is null"});
    expectError(acltdtGetDimsFromItem(item, read, 2), ACL_ERROR_INVALID_PARAM);
    expectError(acltdtGetSliceInfoFromItem(item, &slices, &slice), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(acltdtGetTensorTypeFromItem(item), ACL_TENSOR_DATA_UNDEFINED);
    EXPECT_EQ(acltdtGetDataTypeFromItem(nullptr), ACL_DT_UNDEFINED);
    EXPECT_EQ(acltdtGetDataAddrFromItem(item), nullptr);
    EXPECT_EQ(acltdtGetDataSizeFromItem(item), 0U);
    EXPECT_EQ(acltdtGetDimNumFromItem(item), 0U);
}

TEST_F(TensorChannel, ItemErrors) {
    const auto type = static_cast<acltdtTensorType>(5);
    EXPECT_EQ(acltdtCreateDataItem(type, dims, 2, ACL_INT32, values, 24), nullptr);
    EXPECT_NE(messages().find("tdtType is 5"), std::string::npos);
    EXPECT_EQ(acltdtCreateDataItem(ACL_TENSOR_DATA_TENSOR, nullptr, 2, ACL_INT32, values, 24), nullptr);
    EXPECT_NE(messages().find("dims is null"), std::string::npos);
    EXPECT_EQ(acltdtCreateDataItem(ACL_TENSOR_DATA_TENSOR, dims, 2, ACL_INT32, nullptr, 24), nullptr);
    EXPECT_NE(messages().find("data is null"), std::string::npos);
    acltdtDataItem* scalar = acltdtCreateDataItem(ACL_TENSOR_DATA_END_TENSOR, nullptr, 0, ACL_INT32, nullptr, 0);
    ASSERT_NE(scalar, nullptr);
    EXPECT_EQ(acltdtGetDimsFromItem(scalar, nullptr, 0), ACL_SUCCESS);
    EXPECT_EQ(acltdtDestroyDataItem(scalar), ACL_SUCCESS);
}

TEST_F(TensorChannel, DatasetsListItems) {
    acltdtDataset* dataset = acltdtCreateDataset();
    ASSERT_NE(dataset, nullptr);
    EXPECT_EQ(acltdtGetDatasetSize(dataset), 0U);
    acltdtDataItem* item = newItem();
    EXPECT_EQ(acltdtAddDataItem(dataset, item), ACL_SUCCESS);
    EXPECT_EQ(acltdtGetDatasetSize(dataset), 1U);
    EXPECT_EQ(acltdtGetDataItem(dataset, 0), item);
    EXPECT_EQ(acltdtGetDataItem(dataset, 1), nullptr);
    EXPECT_STREQ(acltdtGetDatasetName(dataset), "");
    expectError(acltdtAddDataItem(nullptr, item), ACL_ERROR_INVALID_PARAM, {"dataset is null"});
    expectError(acltdtAddDataItem(dataset, nullptr), ACL_ERROR_INVALID_PARAM, {"dataItem is null"});
    EXPECT_EQ(acltdtDestroyDataset(dataset), ACL_SUCCESS);
    EXPECT_EQ(acltdtGetDataSizeFromItem(item), sizeof(values)) << "the program's items stay";
    expectError(acltdtDestroyDataset(dataset), ACL_ERROR_INVALID_PARAM, {"acltdtCreateDataset"});
    expectError(acltdtAddDataItem(dataset, item), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(acltdtGetDatasetSize(dataset), 0U);
    EXPECT_EQ(acltdtGetDataItem(dataset, 0), nullptr);
    EXPECT_EQ(acltdtGetDatasetName(dataset), nullptr);
    EXPECT_EQ(acltdtDestroyDataItem(item), ACL_SUCCESS);
}

TEST_F(TensorChannel, CarriesCopies) {
    acltdtChannelHandle* sender = acltdtCreateChannel(0, "copies");
    acltdtChannelHandle* receiver = acltdtCreateChannel(0, "copies");
    ASSERT_NE(sender, nullptr);
    ASSERT_NE(receiver, nullptr);
    acltdtDataset* dataset = newDataset();
    EXPECT_EQ(acltdtSendTensor(sender, dataset, 0), ACL_SUCCESS);
    values[0] = 99;
    size_t size = 0;
    EXPECT_EQ(acltdtQueryChannelSize(receiver, &size), ACL_SUCCESS);
    EXPECT_EQ(size, 1U);
    acltdtDataset* received = acltdtCreateDataset();
    EXPECT_EQ(acltdtReceiveTensor(receiver, received, -1), ACL_SUCCESS);
    ASSERT_EQ(acltdtGetDatasetSize(received), 1U);
    acltdtDataItem* item = acltdtGetDataItem(received, 0);
    EXPECT_EQ(static_cast<int32_t*>(acltdtGetDataAddrFromItem(item))[0], 1);
    EXPECT_EQ(static_cast<int32_t*>(acltdtGetDataAddrFromItem(item))[5], 6);
    EXPECT_EQ(acltdtGetDataSizeFromItem(item), sizeof(values));
    EXPECT_EQ(acltdtGetDimNumFromItem(item), 2U);
    EXPECT_STREQ(acltdtGetDatasetName(received), "copies");
    expectError(acltdtReceiveTensor(receiver, received, 0), ACL_ERROR_INVALID_PARAM, {"1 items", "empty"});
    EXPECT_EQ(acltdtDestroyDataset(received), ACL_SUCCESS);
    EXPECT_EQ(acltdtGetDataSizeFromItem(item), 0U) << "received items go with their dataset";
    EXPECT_EQ(acltdtDestroyChannel(sender), ACL_SUCCESS);
    EXPECT_EQ(acltdtDestroyChannel(receiver), ACL_SUCCESS);
}

TEST_F(TensorChannel, WaitsForItsTimeout) {
    acltdtChannelHandle* channel = acltdtCreateChannelWithCapacity(0, "short", 1);
    acltdtDataset* dataset = newDataset();
    acltdtDataset* received = acltdtCreateDataset();
    expectError(acltdtReceiveTensor(channel, received, 0), ACL_ERROR_RT_QUEUE_EMPTY, {"empty"});
    expectError(acltdtReceiveTensor(channel, received, 10), ACL_ERROR_RT_QUEUE_EMPTY);
    EXPECT_EQ(acltdtSendTensor(channel, dataset, 0), ACL_SUCCESS);
    expectError(acltdtSendTensor(channel, dataset, 0), ACL_ERROR_RT_QUEUE_FULL, {"full"});
    expectError(acltdtSendTensor(channel, dataset, 10), ACL_ERROR_RT_QUEUE_FULL);
    std::thread other([&] { EXPECT_EQ(acltdtSendTensor(channel, dataset, -1), ACL_SUCCESS); });
    EXPECT_EQ(acltdtReceiveTensor(channel, received, -1), ACL_SUCCESS);
    other.join();
    EXPECT_EQ(acltdtCleanChannel(channel), ACL_SUCCESS);
    size_t size = 1;
    EXPECT_EQ(acltdtQueryChannelSize(channel, &size), ACL_SUCCESS);
    EXPECT_EQ(size, 0U);
    EXPECT_EQ(acltdtDestroyChannel(channel), ACL_SUCCESS);
}

TEST_F(TensorChannel, StopEndsWaits) {
    acltdtChannelHandle* channel = acltdtCreateChannel(0, "stopped");
    acltdtDataset* dataset = newDataset();
    std::thread waiting([&] {
        acltdtDataset* received = acltdtCreateDataset();
        EXPECT_EQ(acltdtReceiveTensor(channel, received, -1), ACL_ERROR_FAILURE);
    });
    EXPECT_EQ(acltdtStopChannel(channel), ACL_SUCCESS);
    waiting.join();
    expectError(acltdtSendTensor(channel, dataset, -1), ACL_ERROR_FAILURE, {"stopped"});
    EXPECT_EQ(acltdtDestroyChannel(channel), ACL_SUCCESS);
    acltdtChannelHandle* again = acltdtCreateChannel(0, "stopped");
    EXPECT_EQ(acltdtSendTensor(again, dataset, 0), ACL_SUCCESS) << "a new channel";
    EXPECT_EQ(acltdtDestroyChannel(again), ACL_SUCCESS);
}

TEST_F(TensorChannel, Errors) {
    EXPECT_EQ(acltdtCreateChannel(64, "name"), nullptr);
    EXPECT_NE(messages().find("deviceId is 64"), std::string::npos);
    EXPECT_EQ(acltdtCreateChannel(0, nullptr), nullptr);
    EXPECT_NE(messages().find("name is null"), std::string::npos);
    EXPECT_EQ(acltdtCreateChannel(0, ""), nullptr);
    EXPECT_NE(messages().find("name is empty"), std::string::npos);
    EXPECT_EQ(acltdtCreateChannelWithCapacity(0, "name", 0), nullptr);
    EXPECT_NE(messages().find("capacity is 0"), std::string::npos);
    acltdtChannelHandle* channel = acltdtCreateChannel(0, "errors");
    acltdtDataset* dataset = newDataset();
    acltdtDataset* received = acltdtCreateDataset();
    size_t size = 0;
    expectError(acltdtSendTensor(channel, dataset, -2), ACL_ERROR_INVALID_PARAM, {"timeout is -2"});
    expectError(acltdtSendTensor(channel, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"dataset is null"});
    expectError(acltdtReceiveTensor(channel, received, -2), ACL_ERROR_INVALID_PARAM, {"timeout is -2"});
    expectError(acltdtReceiveTensor(channel, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"dataset is null"});
    expectError(acltdtQueryChannelSize(channel, nullptr), ACL_ERROR_INVALID_PARAM, {"size is null"});
    EXPECT_EQ(acltdtDestroyChannel(channel), ACL_SUCCESS);
    for (acltdtChannelHandle* bad : {channel, static_cast<acltdtChannelHandle*>(nullptr)}) {
        expectError(acltdtSendTensor(bad, dataset, 0), ACL_ERROR_INVALID_PARAM, {"handle"});
        expectError(acltdtReceiveTensor(bad, received, 0), ACL_ERROR_INVALID_PARAM, {"handle"});
        expectError(acltdtQueryChannelSize(bad, &size), ACL_ERROR_INVALID_PARAM, {"handle"});
        expectError(acltdtStopChannel(bad), ACL_ERROR_INVALID_PARAM, {"handle"});
        expectError(acltdtCleanChannel(bad), ACL_ERROR_INVALID_PARAM, {"handle"});
        expectError(acltdtDestroyChannel(bad), ACL_ERROR_INVALID_PARAM, {"handle"});
    }
}

}  // namespace
