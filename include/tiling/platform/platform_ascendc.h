// SPDX-License-Identifier: Apache-2.0
// What host code computes its tiling from: core counts and memories of a chip (ascendc-core 6.11). The answers are
// those of the emulated device (runtime/base/soc.cpp), so they agree with what the runtime and kernels say.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "acc/soc.h"
#include "acc/workspace.h"
#include "platform/soc_spec.h"

namespace fe {
class PlatFormInfos;  // the operator framework's own record; acc has no operator framework
}

namespace platform_ascendc {

enum class CoreMemType { L0_A = 0, L0_B = 1, L0_C = 2, L1 = 3, L2 = 4, UB = 5, HBM = 6, FB = 7, BT = 8, RESERVED };

enum class SocVersion {
    ASCEND910 = 0,
    ASCEND910B,
    ASCEND310P,
    ASCEND310B,
    ASCEND950,
    ASCEND910_95 = ASCEND950,  // deprecated name
    ASCEND910_55,
    ASCEND910_93,
    RESERVED_VERSION = 99999
};

// Bytes of UB that ReserveLocalMemory() takes off.
enum class ReservedSize { RESERVED_SIZE_8K, RESERVED_SIZE_16K, RESERVED_SIZE_32K };

class PlatformAscendC {
public:
    PlatformAscendC() = delete;
    // A null record stands for the emulated chip; the framework that makes others does not exist here.
    explicit PlatformAscendC(fe::PlatFormInfos* platformInfo) {
        if (platformInfo != nullptr)
            fail("a record of the operator framework was given, expected nullptr");
        accDescribeSoc(nullptr, &soc_);
    }
    ~PlatformAscendC() = default;

    // Vector cores where cube and vector cores are separate, AI cores elsewhere.
    uint32_t GetCoreNum() const { return soc_.isSplit ? soc_.vectorCores : soc_.cubeCores; }
    uint32_t GetCoreNumAic() const { return soc_.cubeCores; }
    // On coupled architectures an AI core is both.
    uint32_t GetCoreNumAiv() const { return soc_.isSplit ? soc_.vectorCores : soc_.cubeCores; }
    // Vector cores that exist besides AI cores.
    uint32_t GetCoreNumVector() const { return soc_.isSplit ? 0 : soc_.vectorCores; }

    // Bytes; of one core for its own memories, of the device for L2 and HBM. An unknown type gives 0.
    void GetCoreMemSize(const CoreMemType& memType, uint64_t& size) const {
        switch (memType) {
            case CoreMemType::L0_A:
                size = soc_.l0aBytes;
                break;
            case CoreMemType::L0_B:
                size = soc_.l0bBytes;
                break;
            case CoreMemType::L0_C:
                size = soc_.l0cBytes;
                break;
            case CoreMemType::L1:
                size = soc_.l1Bytes;
                break;
            case CoreMemType::L2:
                size = soc_.l2Bytes;
                break;
            case CoreMemType::UB:
                size = soc_.ubBytes - reservedUbBytes_;
                break;
            case CoreMemType::HBM:
                size = soc_.memoryBytes;
                break;
            case CoreMemType::FB:
                size = soc_.fbBytes;
                break;
            case CoreMemType::BT:
                size = soc_.btBytes;
                break;
            default:
                size = 0;
        }
    }

    SocVersion GetSocVersion() const {
        switch (soc_.npuArch) {
            case 1001:
                return SocVersion::ASCEND910;
            case 2002:
                return SocVersion::ASCEND310P;
            case 2201:
                return SocVersion::ASCEND910B;  // also of Ascend910_93
            case 3002:
                return SocVersion::ASCEND310B;
            case 3510:
                return SocVersion::ASCEND950;
            default:
                return SocVersion::RESERVED_VERSION;
        }
    }
    NpuArch GetCurNpuArch() const { return static_cast<NpuArch>(soc_.npuArch); }

    // Bytes of a vector register, on architectures that have them.
    uint32_t GetVecRegLen() const { return soc_.npuArch == 3510 ? 256 : 0; }

    // Bytes that a kernel's workspace begins with and the system uses.
    uint32_t GetLibApiWorkSpaceSize() const { return ACC_SYSTEM_WORKSPACE_BYTES; }
    uint32_t GetResCubeGroupWorkSpaceSize() const { return 1024 * 1024; }
    uint32_t GetResGroupBarrierWorkSpaceSize() const { return 1024 * 1024; }

    // numBlocks of a kernel over `sliceNum` pieces of work, one for each vector core (each cube core without vector
    // cores). Zero cores: the kernel does not use that kind.
    uint32_t CalcTschNumBlocks(uint32_t sliceNum, uint32_t aicCoreNum, uint32_t aivCoreNum) const {
        if (!soc_.isSplit || aicCoreNum == 0 || aivCoreNum == 0 || aivCoreNum < aicCoreNum)
            return sliceNum;
        const uint32_t ratio = aivCoreNum / aicCoreNum;
        const uint32_t groups = sliceNum / ratio + (sliceNum % ratio != 0 ? 1 : 0);
        return groups < aicCoreNum ? groups : aicCoreNum;
    }
    uint32_t CalcTschBlockDim(uint32_t sliceNum, uint32_t aicCoreNum, uint32_t aivCoreNum) const {
        return CalcTschNumBlocks(sliceNum, aicCoreNum, aivCoreNum);
    }

    // From now on GetCoreMemSize(UB) answers that much less; the last call counts.
    void ReserveLocalMemory(ReservedSize size) {
        switch (size) {
            case ReservedSize::RESERVED_SIZE_8K:
                reservedUbBytes_ = 8 * 1024;
                break;
            case ReservedSize::RESERVED_SIZE_16K:
                reservedUbBytes_ = 16 * 1024;
                break;
            case ReservedSize::RESERVED_SIZE_32K:
                reservedUbBytes_ = 32 * 1024;
                break;
        }
    }

private:
    friend class PlatformAscendCManager;
    explicit PlatformAscendC(const AccSoc& soc) : soc_(soc) {}
    [[noreturn]] static void fail(const char* message) {
        std::fprintf(stderr, "[acc] PlatformAscendC: %s\n", message);
        std::abort();
    }

    AccSoc soc_{};
    uint32_t reservedUbBytes_ = 0;
};

class PlatformAscendCManager {
public:
    // The chip of this process, which is the emulated one, or with the first call another by name. A name that nobody
    // knows gives null.
    static PlatformAscendC* GetInstance() { return GetInstance(nullptr); }
    static PlatformAscendC* GetInstance(const char* customSocVersion) {
        static std::mutex mutex;
        static PlatformAscendC* instance = nullptr;
        const std::lock_guard<std::mutex> lock(mutex);
        if (instance == nullptr) {
            AccSoc soc{};
            if (accDescribeSoc(customSocVersion, &soc) != 0) {
                std::fprintf(stderr, "[acc] PlatformAscendCManager: '%s' is no known chip\n", customSocVersion);
                return nullptr;
            }
            static PlatformAscendC made(soc);
            instance = &made;
        }
        return instance;
    }
};

}  // namespace platform_ascendc
