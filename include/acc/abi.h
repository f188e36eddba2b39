/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The launch ABI: what `acc` emits and the runtime reads. This is the only header that compiler and runtime share.
 *
 * `acc` compiles every kernel once per core type into a device image. For each kernel it emits one AccKernel record;
 * the records of a translation unit form one AccImage, which the object registers from a static constructor
 * (accRegisterImage) or, in a stand-alone kernel binary, exports under the name ACC_IMAGE_SYMBOL.
 *
 * Argument block: the kernel's parameters in order, each at its natural alignment, as a C struct of those members would
 * be laid out. The size is rounded up to 8 bytes. The emulator gives every entry a pointer to such a block.
 */
#ifndef ACC_ABI_H
#define ACC_ABI_H

#include <stdint.h>

#define ACC_ABI_VERSION 1u
#define ACC_IMAGE_SYMBOL accKernelImage

#ifdef __cplusplus
extern "C" {
#endif

/* What a parameter is, for diagnostics and for `acc-objdump`-like tools; copying never depends on it. */
enum AccParamKind { ACC_PARAM_POINTER = 0, ACC_PARAM_INTEGER = 1, ACC_PARAM_FLOAT = 2, ACC_PARAM_STRUCT = 3 };

typedef struct AccParam {
    const char* name; /* "" when the source does not name it */
    uint32_t offset;  /* bytes from the start of the argument block */
    uint32_t size;    /* bytes */
    uint32_t kind;    /* AccParamKind */
    uint32_t reserved;
} AccParam;

/* A compiled kernel for one core type. Unpacks the argument block and calls the kernel; runs on a block's fiber. */
typedef void (*AccEntry)(const void* args);

typedef struct AccKernel {
    const char* symbol; /* linker name: "add" for extern "C", mangled otherwise; what aclrtBinaryGetFunction looks up */
    const char* name;   /* as people write it: "ns::gather<float, 4>" */
    const char* file;   /* where the kernel is defined */
    uint32_t line;
    uint32_t argsSize; /* bytes of the argument block, 0 for a kernel without parameters */
    const AccParam* params;
    uint32_t paramCount;
    uint32_t staticUbBytes; /* UB taken by __ubuf__ arrays of the kernel */
    uint8_t cubeCores;      /* cube cores per block: 0 or 1 */
    uint8_t vectorCores;    /* vector cores per block: 0, 1 or 2 */
    uint8_t schedMode;      /* __schedmode__: 0 normal, 1 batch */
    uint8_t reserved[5];
    void (*stub)(void);   /* host function with the kernel's signature; null in a kernel binary */
    AccEntry vectorEntry; /* null when vectorCores == 0 */
    AccEntry cubeEntry;   /* null when cubeCores == 0 */
} AccKernel;

typedef struct AccImage {
    uint32_t abiVersion; /* ACC_ABI_VERSION */
    uint32_t npuArch;    /* 2201 for dav-2201 */
    uint32_t kernelCount;
    uint32_t reserved;
    const AccKernel* kernels;
} AccImage;

/*
 * Makes the kernels of `image` known; the image must stay valid until accUnregisterImage. Called from static
 * constructors, so it only records the address. An image of another ABI version is refused with a message on stderr and
 * its kernels stay unknown.
 */
void accRegisterImage(const AccImage* image);

/* Forgets the image after waiting for the launches of its kernels. Called from static destructors. */
void accUnregisterImage(const AccImage* image);

/*
 * A `__gm__` variable: global memory of the program, which kernels may access from now on. Called from static
 * constructors and destructors.
 */
void accRegisterVariable(void* address, uint64_t sizeBytes);
void accUnregisterVariable(void* address);

/* Calls an AI CPU kernel, which is an ordinary function of the program, and returns the state that it returns: 0 is
 * success. */
typedef uint64_t (*AccAicpuCall)(void (*kernel)(void), void* args);

/*
 * Puts one run of an AI CPU kernel into a stream, with a copy of the argsSize bytes at args. Returns an aclError:
 * ACL_ERROR_INVALID_PARAM when numBlocks is not 1 to 65535, args is null or argsSize is 0; else as
 * aclrtLaunchKernelWithHostArgs. numBlocks has no other meaning: an AI CPU kernel does not run in blocks. A kernel that
 * fails is reported by the next synchronisation: ACL_ERROR_RT_AICPU_EXCEPTION.
 */
int accLaunchAicpuKernel(AccAicpuCall call, void (*kernel)(void), uint32_t numBlocks, const void* args,
                         uint64_t argsSize, void* stream);

/* Ends the AI CPU kernel that it is called from, which fails. Prints what was asserted. Does not return. */
void accAicpuAssertFailed(const char* expression, const char* file, unsigned line);

/* The aclrtFuncHandle of the kernel whose host stub is `stub`; null when no registered image has it. Thread-safe. */
void* accKernelFunction(void (*stub)(void));

#ifdef __cplusplus
}
#endif

#endif /* ACC_ABI_H */
