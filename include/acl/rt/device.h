/* SPDX-License-Identifier: Apache-2.0 */
/* Devices. Conventions: see acl_rt.h, which includes this file. */
#ifndef ACC_INCLUDE_ACL_RT_DEVICE_H_
#define ACC_INCLUDE_ACL_RT_DEVICE_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Makes the default context of the device current, creates it (and its default stream) the first time, and adds one to
 * the process's count for the device. ACL_ERROR_RT_INVALID_DEVICEID: no such device.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetDevice(int32_t deviceId);

/*
 * Takes one off the count; at zero waits for the device's work and releases its contexts, streams, events and memory.
 * ACL_ERROR_RT_INVALID_DEVICEID: no such device. ACL_ERROR_RT_CONTEXT_NULL: released already, or never set.
 */
ACL_FUNC_VISIBILITY aclError aclrtResetDevice(int32_t deviceId);

/* Releases the device whatever the count. Codes as aclrtResetDevice. */
ACL_FUNC_VISIBILITY aclError aclrtResetDeviceForce(int32_t deviceId);

/* The device of the thread's context. */
ACL_FUNC_VISIBILITY aclError aclrtGetDevice(int32_t* deviceId);

/* Number of visible devices: ACC_DEVICES (default 1), limited by ASCEND_RT_VISIBLE_DEVICES. */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCount(uint32_t* count);

/* Always ACL_HOST. */
ACL_FUNC_VISIBILITY aclError aclrtGetRunMode(aclrtRunMode* runMode);

/* Waits for all streams of the current device. Returns the first pending error of its tasks and forgets all of them. */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDevice(void);

/*
 * The same for at most `timeout` milliseconds; -1 = for ever, 0 = poll. ACL_ERROR_RT_STREAM_SYNC_TIMEOUT: not finished
 * by then. ACL_ERROR_INVALID_PARAM: timeout below -1.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout);

/*
 * One figure of the device. 0 for attributes that the emulated SoC does not have.
 * ACL_ERROR_RT_INVALID_DEVICEID: no such device. ACL_ERROR_RT_FEATURE_NOT_SUPPORT: HD_CONNECT_TYPE and
 * DEVICE_FORM_FACTOR on SoCs that cannot tell.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr, int64_t* value);

/* AI Core count, vector core count or L2 bytes. ACL_ERROR_RT_INVALID_DEVICEID: no such device. */
ACL_FUNC_VISIBILITY aclError aclGetDeviceCapability(uint32_t deviceId, aclDeviceInfo deviceInfo, int64_t* value);

/* ACL_DEV_FEATURE_SUPPORT or ACL_DEV_FEATURE_NOT_SUPPORT. ACL_ERROR_RT_INVALID_DEVICEID: no such device. */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCapability(int32_t deviceId, aclrtDevFeatureType devFeatureType,
                                                      int32_t* value);

/* Name of the emulated SoC, such as "Ascend910B1"; never null here. */
ACL_FUNC_VISIBILITY const char* aclrtGetSocName(void);

/* Stream priorities: `*leastPriority` 7, `*greatestPriority` 0. */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetStreamPriorityRange(int32_t* leastPriority, int32_t* greatestPriority);

/* ACL_RT_DEVICE_STATUS_NORMAL. ACL_ERROR_RT_INVALID_DEVICEID: no such device. */
ACL_FUNC_VISIBILITY aclError aclrtQueryDeviceStatus(int32_t deviceId, aclrtDeviceStatus* deviceStatus);

/*
 * Whether two different devices can exchange data (1). ACL_ERROR_RT_INVALID_DEVICEID: no such device.
 * ACL_ERROR_INVALID_PARAM: the same device twice.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId, int32_t peerDeviceId);

/*
 * Lets the current device reach memory of `peerDeviceId`, one way. ACL_ERROR_RT_INVALID_DEVICEID: no such device.
 * ACL_ERROR_INVALID_PARAM: flags is not 0, or the current device itself.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags);

/* Undoes it. Codes as aclrtDeviceEnablePeerAccess. */
ACL_FUNC_VISIBILITY aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId);

/* `*status` = 1 when `deviceId` may reach memory of `peerDeviceId`. ACL_ERROR_RT_INVALID_DEVICEID: no such device. */
ACL_FUNC_VISIBILITY aclError aclrtDevicePeerAccessStatus(int32_t deviceId, int32_t peerDeviceId, int32_t* status);

/* ---- identity ---- */

/* 16 bytes that stay the same per device. ACL_ERROR_RT_INVALID_DEVICEID: no such device. */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetUuid(int32_t deviceId, aclrtUuid* uuid);

/*
 * "0000:bus:00.0", made up, and the device it belongs to. ACL_ERROR_RT_INVALID_DEVICEID: no such device.
 * ACL_ERROR_INVALID_PARAM: len below 13, or no device has that id.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetPCIBusId(int32_t deviceId, char* pciBusId, int32_t len);
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetByPCIBusId(const char* pciBusId, int32_t* deviceId);

/* The process id to enter in white lists of shared objects: getpid(). */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetBareTgid(int32_t* pid);

/*
 * User ids count the visible devices, logical ids all of them; they differ when ASCEND_RT_VISIBLE_DEVICES is set.
 * Physical ids are the logical ones here. ACL_ERROR_RT_INVALID_DEVICEID: no such (visible) device.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetLogicDevIdByUserDevId(const int32_t userDevid, int32_t* const logicDevId);
ACL_FUNC_VISIBILITY aclError aclrtGetUserDevIdByLogicDevId(const int32_t logicDevId, int32_t* const userDevid);
ACL_FUNC_VISIBILITY aclError aclrtGetLogicDevIdByPhyDevId(const int32_t phyDevId, int32_t* const logicDevId);
ACL_FUNC_VISIBILITY aclError aclrtGetPhyDevIdByLogicDevId(const int32_t logicDevId, int32_t* const phyDevId);
ACL_FUNC_VISIBILITY aclError aclrtGetUserDevIdByPhyDevId(const int32_t phyDevId, int32_t* const userDevId);
ACL_FUNC_VISIBILITY aclError aclrtGetPhyDevIdByUserDevId(const int32_t userDevId, int32_t* const phyDevId);

/* ---- state ---- */

/*
 * A named callback before and after a device is set and released; null removes it. ACL_ERROR_INVALID_PARAM: regName
 * null, empty, or in use; or unknown when callback is null.
 */
ACL_FUNC_VISIBILITY aclError aclrtRegDeviceStateCallback(const char* regName, aclrtDeviceStateCallback callback,
                                                         void* args);

/*
 * 0 % for cores of an idle device, 100 % while one of its streams has tasks; -1 (unknown) for AI CPU and memory.
 * ACL_ERROR_RT_INVALID_DEVICEID: no such device.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceUtilizationRate(int32_t deviceId, aclrtUtilizationInfo* utilizationInfo);

/* Nothing to choose here. ACL_ERROR_INVALID_PARAM: unknown id. */
ACL_FUNC_VISIBILITY aclError aclrtSetTsDevice(aclrtTsId tsId);

/* There is no cache to flush. ACL_ERROR_INVALID_PARAM: rsv is not null. */
ACL_FUNC_VISIBILITY aclError aclrtDeviceL2CacheFlush(void* rsv);

/* How two devices are connected: ACL_RT_DEVS_TOPOLOGY_HCCS. ACL_ERROR_RT_INVALID_DEVICEID: no such device. */
ACL_FUNC_VISIBILITY aclError aclrtGetDevicesTopo(uint32_t deviceId, uint32_t otherDeviceId, uint64_t* value);

/*
 * ACL_ERROR_RT_FEATURE_NOT_SUPPORT: which atomics reach the host or another device is not modelled.
 * ACL_ERROR_INVALID_PARAM: null, count 0 or unknown operation. ACL_ERROR_RT_INVALID_DEVICEID: no such device.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetHostAtomicCapabilities(uint32_t* capabilities,
                                                                  const aclrtAtomicOperation* operations,
                                                                  const uint32_t count, int32_t deviceId);
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetP2PAtomicCapabilities(uint32_t* capabilities,
                                                                 const aclrtAtomicOperation* operations,
                                                                 const uint32_t count, int32_t srcDeviceId,
                                                                 int32_t dstDeviceId);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_DEVICE_H_ */
