// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "aclrtlaunch_add_half.h"
#include "aclrtlaunch_add_int32_t.h"
#include "aclrtlaunch_scale.h"
#include "aclrtlaunch_where.h"
#include "aclrtlaunch_where_last.h"
#include "scale_tiling.h"
#include "tiling/platform/platform_ascendc.h"

namespace {

template <class T>
class DeviceArray {
public:
    explicit DeviceArray(std::vector<T> values) : values_(std::move(values)) {
        aclrtMalloc(reinterpret_cast<void**>(&data_), bytes(), ACL_MEM_MALLOC_HUGE_FIRST);
        aclrtMemcpy(data_, bytes(), values_.data(), bytes(), ACL_MEMCPY_HOST_TO_DEVICE);
    }
    ~DeviceArray() { aclrtFree(data_); }
    T* data() { return data_; }
    const std::vector<T>& fetch(aclrtStream stream) {
        aclrtSynchronizeStream(stream);
        aclrtMemcpy(values_.data(), bytes(), data_, bytes(), ACL_MEMCPY_DEVICE_TO_HOST);
        return values_;
    }

private:
    size_t bytes() const { return values_.size() * sizeof(T); }
    std::vector<T> values_;
    T* data_ = nullptr;
};

}  // namespace

void runPlugin() {
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtStream stream = nullptr;
    aclrtCreateStream(&stream);
    {
        DeviceArray<int32_t> x({1, 2, 3, 4, 5}), out({0, 0, 0, 0, 0});
        if (ACLRT_LAUNCH_KERNEL(add_int32_t)(2, stream, x.data(), out.data(), 5, 10) != 0)
            std::puts("launch failed");
        for (int32_t value : out.fetch(stream))
            std::printf("%d ", value);
        DeviceArray<uint16_t> h({aclFloatToFloat16(1.5F), aclFloatToFloat16(-2.0F)});
        ACLRT_LAUNCH_KERNEL(add_half)(1, stream, h.data(), h.data(), 2, aclFloatToFloat16(0.25F));
        for (uint16_t value : h.fetch(stream))
            std::printf("%g ", aclFloat16ToFloat(value));
        DeviceArray<float> f({1.0F, 3.0F});
        aclrtlaunch_scale(2, stream, f.data(), scaling::Tiling{2.5F, 2}, static_cast<uint8_t>(scaling::Direction::up));
        for (float value : f.fetch(stream))
            std::printf("%g ", value);
        const size_t kSystemWorkspace =
            platform_ascendc::PlatformAscendCManager::GetInstance()->GetLibApiWorkSpaceSize();
        DeviceArray<uint8_t> workspace(std::vector<uint8_t>(kSystemWorkspace + 64));
        DeviceArray<uint64_t> places({0, 0});
        DeviceArray<uint32_t> tiling({7});
        ACLRT_LAUNCH_KERNEL(where)(1, stream, places.data(), workspace.data(), tiling.data());
        const std::vector<uint64_t>& found = places.fetch(stream);
        const uint64_t userWorkspace = reinterpret_cast<uint64_t>(workspace.data()) + kSystemWorkspace;
        std::printf("%s %s ", found[0] == userWorkspace ? "workspace" : "wrong",
                    found[1] == reinterpret_cast<uint64_t>(tiling.data()) ? "tiling" : "wrong");
        ACLRT_LAUNCH_KERNEL(where_last)(1, stream, places.data(), workspace.data());
        std::printf("%s\n", places.fetch(stream)[0] == userWorkspace ? "last" : "wrong");
        if (ACLRT_LAUNCH_KERNEL(add_int32_t)(0, stream, x.data(), out.data(), 5, 10) == 0)
            std::puts("a launch of no blocks succeeded");
    }
    aclrtDestroyStream(stream);
    aclrtResetDevice(0);
    aclFinalize();
}
