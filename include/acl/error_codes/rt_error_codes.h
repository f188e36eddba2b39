/* SPDX-License-Identifier: Apache-2.0 */
/* Error codes of the runtime layer. 1xxxxx caller, 2xxxxx resources, 5xxxxx internal or device faults. */
#ifndef ACC_INCLUDE_ACL_ERROR_CODES_RT_ERROR_CODES_H_
#define ACC_INCLUDE_ACL_ERROR_CODES_RT_ERROR_CODES_H_

#define ACL_RT_SUCCESS 0                     /* success (value used for the per-thread last error) */
#define ACL_ERROR_RT_PARAM_INVALID 107000    /* parameter validation failed in the runtime layer */
#define ACL_ERROR_RT_INVALID_DEVICEID 107001 /* device id out of [0, count-1] (also seen when no driver is loaded) */
#define ACL_ERROR_RT_CONTEXT_NULL \
    107002 /* no current context in this thread: no aclrtSetDevice / aclrtSetCurrentContext */
#define ACL_ERROR_RT_STREAM_CONTEXT 107003           /* stream does not belong to the current context */
#define ACL_ERROR_RT_MODEL_CONTEXT 107004            /* model does not belong to the current context */
#define ACL_ERROR_RT_STREAM_MODEL 107005             /* stream is not bound to this model */
#define ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID 107006  /* event carries no valid timestamp */
#define ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL 107007 /* end timestamp earlier than start */
#define ACL_ERROR_RT_ADDR_UNALIGNED 107008           /* address misaligned */
#define ACL_ERROR_RT_FILE_OPEN 107009                /* cannot open file */
#define ACL_ERROR_RT_FILE_WRITE 107010               /* cannot write file */
#define ACL_ERROR_RT_STREAM_SUBSCRIBE 107011         /* stream not subscribed, or subscribed twice */
#define ACL_ERROR_RT_THREAD_SUBSCRIBE 107012         /* thread not subscribed, or subscribed twice */
#define ACL_ERROR_RT_GROUP_NOT_SET 107013            /* aclrtSetGroup not called */
#define ACL_ERROR_RT_GROUP_NOT_CREATE 107014         /* group id does not exist */
#define ACL_ERROR_RT_STREAM_NO_CB_REG 107015         /* callback launched on a stream that has no subscribed thread */
#define ACL_ERROR_RT_INVALID_MEMORY_TYPE 107016      /* memory type invalid */
#define ACL_ERROR_RT_INVALID_HANDLE 107017           /* resource handle invalid */
#define ACL_ERROR_RT_INVALID_MALLOC_TYPE 107018      /* allocation type invalid */
#define ACL_ERROR_RT_WAIT_TIMEOUT 107019             /* wait timed out, retry the launch */
#define ACL_ERROR_RT_TASK_TIMEOUT 107020             /* a task exceeded its time limit */
#define ACL_ERROR_RT_SYSPARAMOPT_NOT_SET 107021      /* context system parameter read before it was set */
#define ACL_ERROR_RT_DEVICE_TASK_ABORT 107022        /* call collided with a running aclrtDeviceTaskAbort */
#define ACL_ERROR_RT_STREAM_ABORT 107023             /* stream is being aborted; synchronous waits on it return this */
#define ACL_ERROR_RT_CAPTURE_DEPENDENCY 107024       /* captured event wait has no matching captured record */
#define ACL_ERROR_RT_STREAM_UNJOINED \
    107025 /* a forked stream was not joined back to the origin stream before capture end */
#define ACL_ERROR_RT_MODEL_CAPTURED 107026           /* model is still capturing */
#define ACL_ERROR_RT_STREAM_CAPTURED 107027          /* stream is capturing; operation not allowed */
#define ACL_ERROR_RT_EVENT_CAPTURED 107028           /* event is in capture; operation not allowed */
#define ACL_ERROR_RT_STREAM_NOT_CAPTURED 107029      /* stream is not capturing */
#define ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT 107030 /* current capture mode forbids the call */
#define ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT 107031  /* default stream used inside capture */
#define ACL_ERROR_STREAM_CAPTURE_CONFLICT 107032     /* event and stream belong to different captures */
#define ACL_ERROR_STREAM_TASK_GROUP_STATUS \
    107033 /* task-group begin/end/update mis-nested, or update repeated concurrently */
#define ACL_ERROR_STREAM_TASK_GROUP_INTR \
    107034 /* task submitted to another capturing stream while a task group was being recorded */
#define ACL_ERROR_RT_TASK_ABORT_STOP 107035          /* device task abort stopped before its post stage */
#define ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED 107036 /* capture end on a stream that did not begin the capture */
#define ACL_ERROR_RT_MODEL_RUNNING 107037            /* model still executing, cannot be destroyed */
#define ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD \
    107038 /* capture end called from another thread (mode other than RELAXED) */
#define ACL_ERROR_RT_INSUFFICIENT_INPUT_ARRAY 107039 /* caller's array is too small */
#define ACL_ERROR_RT_MODEL_UPDATE_FAILED \
    107040 /* model update failed (capture unfinished, model running, bad params) */
#define ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC \
    107041 /* call would turn an async op into a sync one, or sync/query, during capture */
#define ACL_ERROR_RT_SYMBOL_NOT_FOUND 107042                /* global variable name not in the binary */
#define ACL_ERROR_RT_INVALID_SYMBOL 107043                  /* address is not a registered device variable */
#define ACL_ERROR_RT_INVALID_DEVICE_FUNCTION 107044         /* pointer is not a registered kernel */
#define ACL_ERROR_RT_SUB_ACLGRAPH_IS_CAPTURING 107045       /* conditional sub-graph is still capturing */
#define ACL_ERROR_RT_FEATURE_NOT_SUPPORT 207000             /* feature not supported on this device/driver */
#define ACL_ERROR_RT_MEMORY_ALLOCATION 207001               /* out of memory */
#define ACL_ERROR_RT_MEMORY_FREE 207002                     /* free failed */
#define ACL_ERROR_RT_AICORE_OVER_FLOW 207003                /* AI Core arithmetic overflow detected */
#define ACL_ERROR_RT_NO_DEVICE 207004                       /* no usable device */
#define ACL_ERROR_RT_RESOURCE_ALLOC_FAIL 207005             /* resource exhausted (stream/queue slots) */
#define ACL_ERROR_RT_NO_PERMISSION 207006                   /* permission denied */
#define ACL_ERROR_RT_NO_EVENT_RESOURCE 207007               /* events exhausted */
#define ACL_ERROR_RT_NO_STREAM_RESOURCE 207008              /* streams exhausted */
#define ACL_ERROR_RT_NO_NOTIFY_RESOURCE 207009              /* notifies exhausted */
#define ACL_ERROR_RT_NO_MODEL_RESOURCE 207010               /* models exhausted */
#define ACL_ERROR_RT_NO_CDQ_RESOURCE 207011                 /* internal queue resource exhausted */
#define ACL_ERROR_RT_OVER_LIMIT 207012                      /* too many queues */
#define ACL_ERROR_RT_QUEUE_EMPTY 207013                     /* queue empty */
#define ACL_ERROR_RT_QUEUE_FULL 207014                      /* queue full */
#define ACL_ERROR_RT_REPEATED_INIT 207015                   /* queue initialised twice */
#define ACL_ERROR_RT_AIVEC_OVER_FLOW 207016                 /* vector core overflow */
#define ACL_ERROR_RT_OVER_FLOW 207017                       /* overflow (generic) */
#define ACL_ERROR_RT_DEVICE_OOM 207018                      /* device memory exhausted (docs spell it DEVIDE_OOM) */
#define ACL_ERROR_RT_FEATURE_NOT_SUPPORT_UPDATE_OP 207019   /* driver cannot update this op */
#define ACL_ERROR_RT_TIMEOUT 207020                         /* driver call timed out */
#define ACL_ERROR_RT_LINK_TYPE_NOT_SUPPORTED 207021         /* link type not supported */
#define ACL_ERROR_RT_INTERNAL_ERROR 507000                  /* runtime internal error */
#define ACL_ERROR_RT_TS_ERROR 507001                        /* task scheduler error */
#define ACL_ERROR_RT_STREAM_TASK_FULL 507002                /* stream queue full */
#define ACL_ERROR_RT_STREAM_TASK_EMPTY 507003               /* stream queue empty */
#define ACL_ERROR_RT_STREAM_NOT_COMPLETE 507004             /* stream has unfinished tasks */
#define ACL_ERROR_RT_END_OF_SEQUENCE 507005                 /* AI CPU sequence ended */
#define ACL_ERROR_RT_EVENT_NOT_COMPLETE 507006              /* event not complete */
#define ACL_ERROR_RT_CONTEXT_RELEASE_ERROR 507007           /* context release failed */
#define ACL_ERROR_RT_SOC_VERSION 507008                     /* SoC version cannot be obtained */
#define ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT 507009           /* task type not supported here */
#define ACL_ERROR_RT_LOST_HEARTBEAT 507010                  /* scheduler heartbeat lost */
#define ACL_ERROR_RT_MODEL_EXECUTE 507011                   /* model execution failed */
#define ACL_ERROR_RT_REPORT_TIMEOUT 507012                  /* aclrtProcessReport / report wait timed out */
#define ACL_ERROR_RT_SYS_DMA 507013                         /* system DMA failed */
#define ACL_ERROR_RT_AICORE_TIMEOUT 507014                  /* AI Core kernel timed out */
#define ACL_ERROR_RT_AICORE_EXCEPTION 507015                /* AI Core kernel raised an exception */
#define ACL_ERROR_RT_AICORE_TRAP_EXCEPTION 507016           /* AI Core trap (assert) */
#define ACL_ERROR_RT_AICPU_TIMEOUT 507017                   /* AI CPU kernel timed out */
#define ACL_ERROR_RT_AICPU_EXCEPTION 507018                 /* AI CPU kernel raised an exception */
#define ACL_ERROR_RT_AICPU_DATADUMP_RSP_ERR 507019          /* AI CPU did not answer a data dump */
#define ACL_ERROR_RT_AICPU_MODEL_RSP_ERR 507020             /* AI CPU did not answer a model operation */
#define ACL_ERROR_RT_PROFILING_ERROR 507021                 /* profiling failed */
#define ACL_ERROR_RT_IPC_ERROR 507022                       /* inter-process communication failed */
#define ACL_ERROR_RT_MODEL_ABORT_NORMAL 507023              /* model exited through abort */
#define ACL_ERROR_RT_KERNEL_UNREGISTERING 507024            /* kernel is being unregistered */
#define ACL_ERROR_RT_RINGBUFFER_NOT_INIT 507025             /* ring buffer not initialised */
#define ACL_ERROR_RT_RINGBUFFER_NO_DATA 507026              /* ring buffer empty */
#define ACL_ERROR_RT_KERNEL_LOOKUP 507027                   /* kernel not registered in the runtime */
#define ACL_ERROR_RT_KERNEL_DUPLICATE 507028                /* kernel registered twice */
#define ACL_ERROR_RT_DEBUG_REGISTER_FAIL 507029             /* debug registration failed */
#define ACL_ERROR_RT_DEBUG_UNREGISTER_FAIL 507030           /* debug unregistration failed */
#define ACL_ERROR_RT_LABEL_CONTEXT 507031                   /* label does not belong to the current context */
#define ACL_ERROR_RT_PROGRAM_USE_OUT 507032                 /* too many registered programs */
#define ACL_ERROR_RT_DEV_SETUP_ERROR 507033                 /* device start-up failed */
#define ACL_ERROR_RT_VECTOR_CORE_TIMEOUT 507034             /* vector core kernel timed out */
#define ACL_ERROR_RT_VECTOR_CORE_EXCEPTION 507035           /* vector core kernel raised an exception */
#define ACL_ERROR_RT_VECTOR_CORE_TRAP_EXCEPTION 507036      /* vector core trap (assert) */
#define ACL_ERROR_RT_CDQ_BATCH_ABNORMAL 507037              /* internal batch allocation abnormal */
#define ACL_ERROR_RT_DIE_MODE_CHANGE_ERROR 507038           /* die mode cannot be changed */
#define ACL_ERROR_RT_DIE_SET_ERROR 507039                   /* die cannot be chosen in single-die mode */
#define ACL_ERROR_RT_INVALID_DIEID 507040                   /* die id invalid */
#define ACL_ERROR_RT_DIE_MODE_NOT_SET 507041                /* die mode not set */
#define ACL_ERROR_RT_AICORE_TRAP_READ_OVERFLOW 507042       /* AI Core out-of-bounds read */
#define ACL_ERROR_RT_AICORE_TRAP_WRITE_OVERFLOW 507043      /* AI Core out-of-bounds write */
#define ACL_ERROR_RT_VECTOR_CORE_TRAP_READ_OVERFLOW 507044  /* vector core out-of-bounds read */
#define ACL_ERROR_RT_VECTOR_CORE_TRAP_WRITE_OVERFLOW 507045 /* vector core out-of-bounds write */
#define ACL_ERROR_RT_STREAM_SYNC_TIMEOUT 507046             /* stream (or device) synchronize timed out */
#define ACL_ERROR_RT_EVENT_SYNC_TIMEOUT 507047              /* event synchronize timed out */
#define ACL_ERROR_RT_FFTS_PLUS_TIMEOUT 507048               /* internal task timed out */
#define ACL_ERROR_RT_FFTS_PLUS_EXCEPTION 507049             /* internal task exception */
#define ACL_ERROR_RT_FFTS_PLUS_TRAP_EXCEPTION 507050        /* internal task trap */
#define ACL_ERROR_RT_SEND_MSG 507051                        /* queue message send failed */
#define ACL_ERROR_RT_COPY_DATA 507052                       /* queue data copy failed */
#define ACL_ERROR_RT_DEVICE_MEM_ERROR 507053                /* uncorrectable device memory error */
#define ACL_ERROR_RT_HBM_MULTI_BIT_ECC_ERROR 507054         /* multi-bit HBM ECC error */
#define ACL_ERROR_RT_SUSPECT_DEVICE_MEM_ERROR 507055        /* suspected memory error on a peer device */
#define ACL_ERROR_RT_LINK_ERROR 507056                      /* inter-device link broken */
#define ACL_ERROR_RT_SUSPECT_REMOTE_ERROR 507057       /* suspected remote memory fault or local out-of-bounds access */
#define ACL_ERROR_RT_DRV_INTERNAL_ERROR 507899         /* driver internal error */
#define ACL_ERROR_RT_AICPU_INTERNAL_ERROR 507900       /* AI CPU internal error */
#define ACL_ERROR_RT_SOCKET_CLOSE 507901               /* host-device session closed */
#define ACL_ERROR_RT_AICPU_INFO_LOAD_RSP_ERR 507902    /* AI CPU info load failed */
#define ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED 507903 /* the capture was invalidated by an earlier error */
#define ACL_ERROR_RT_COMM_OP_RETRY_FAIL 507904         /* collective op retry failed */
#define ACL_ERROR_SNAPSHOT_LOCK_TIMEOUT 507905         /* snapshot lock timed out */
#define ACL_ERROR_SNAPSHOT_LOCK_FAILED 507906          /* snapshot lock failed */
#define ACL_ERROR_SNAPSHOT_UNLOCK_FAILED 507907        /* snapshot unlock failed */
#define ACL_ERROR_SNAPSHOT_BACKUP_FAILED 507908        /* snapshot backup failed */
#define ACL_ERROR_SNAPSHOT_RESTORE_FAILED 507909       /* snapshot restore failed */
#define ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED 507910    /* host range already registered */
#define ACL_ERROR_HOST_MEMORY_NOT_REGISTERED 507911        /* host range not registered */
#define ACL_ERROR_SNAPSHOT_CALLBACK_FAILED 507912          /* snapshot callback failed */
#define ACL_ERROR_SNAPSHOT_REGISTER_CALLBACK_FAILED 507913 /* snapshot callback registration failed */
#define ACL_ERROR_RT_L3_PORT_ERROR 507914                  /* L3 port error */
#define ACL_ERROR_RT_CCU_TIMEOUT 507915                    /* collective unit timed out */
#define ACL_ERROR_RT_CCU_EXCEPTION 507916                  /* collective unit exception */

#endif /* ACC_INCLUDE_ACL_ERROR_CODES_RT_ERROR_CODES_H_ */
