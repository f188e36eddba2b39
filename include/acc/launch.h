// SPDX-License-Identifier: Apache-2.0
// What lowered host text uses. `acc` turns
//
//     k<<<n, nullptr, s>>>(x)            a launch, into
//     (::acc::Launch(n, nullptr, s), k(x), ::acc::launchStatus())
//
// and each kernel into its stub, an ordinary function of the kernel's signature that launches itself:
//
//     void k(float* x) { static ::acc::Kernel acc_kernel;
//                        acc_kernel.launch(static_cast<void (*)(decltype(x))>(&k), x); }
//
//     c<<<n, nullptr, s>>>(&x, sizeof(x))    the launch of an AI CPU kernel, into
//     (::acc::Launch(n, nullptr, s), ::acc::launchAicpu(c, &x, sizeof(x)), ::acc::launchStatus())
//
// The configuration waits in a thread-local stack between the two, because the stub may be in another file and because
// the arguments of a launch may launch kernels themselves. Readable by every compiler from C++11 on.
#ifndef ACC_LAUNCH_H
#define ACC_LAUNCH_H

#include <stddef.h>

#include "acc/abi.h"
#include "acc/language.h"
#include "acl/acl_rt.h"

#pragma GCC visibility push(default)
namespace acc {

// The configuration of one launch, in force from its construction until the stub takes it or, when an argument
// throws, until it is destroyed.
class Launch {
public:
    Launch(NumBlocks numBlocks, UbufDynSize ubufDynSize = 0, aclrtStream stream = nullptr)
        : stream_(stream), outer_(current()), numBlocks_(numBlocks.value()), ubufDynSize_(ubufDynSize.value()) {
        current() = this;
    }
    ~Launch() {
        if (current() == this)
            current() = outer_;
    }
    Launch(const Launch&) = delete;
    Launch& operator=(const Launch&) = delete;

    // The innermost configuration, now no longer in force; null when a stub is called without one.
    static const Launch* take() {
        Launch* launch = current();
        if (launch)
            current() = launch->outer_;
        return launch;
    }

    aclrtStream stream() const { return stream_; }
    uint32_t numBlocks() const { return numBlocks_; }
    uint32_t ubufDynSize() const { return ubufDynSize_; }

private:
    static Launch*& current() {
        static thread_local Launch* innermost = nullptr;
        return innermost;
    }

    aclrtStream stream_;
    Launch* outer_;
    uint32_t numBlocks_;
    uint32_t ubufDynSize_;
};

namespace detail {

inline aclError& lastStatus() {
    static thread_local aclError status = 0;
    return status;
}

// Offsets of the parameters in the argument block, from byte At on; see acc/abi.h.
template <size_t At, class... Params>
struct Layout {
    static constexpr size_t size = At;
    static constexpr size_t align = 8;
    static void store(unsigned char*) {}
};
template <size_t At, class Param, class... Rest>
struct Layout<At, Param, Rest...> {
    static constexpr size_t offset = (At + alignof(Param) - 1) / alignof(Param) * alignof(Param);
    using Tail = Layout<offset + sizeof(Param), Rest...>;
    static constexpr size_t size = Tail::size;
    static constexpr size_t align = alignof(Param) > Tail::align ? alignof(Param) : Tail::align;
    static void store(unsigned char* block, const Param& value, const Rest&... rest) {
        __builtin_memcpy(block + offset, __builtin_addressof(value), sizeof(Param));
        Tail::store(block, rest...);
    }
};

template <class T>
struct Identity {
    using Type = T;
};

}  // namespace detail

// Result of this thread's latest launch.
inline aclError launchStatus() {
    return detail::lastStatus();
}

// A kernel as its stub sees it. A function-local static without a constructor, so reading it costs no guard.
struct Kernel {
    template <class... Params>
    void launch(void (*stub)(Params...), typename detail::Identity<Params>::Type... args) {
        using Layout = detail::Layout<0, Params...>;
        constexpr size_t bytes = (Layout::size + 7) / 8 * 8;
        alignas(Layout::align) unsigned char block[bytes ? bytes : 8] = {};
        Layout::store(block, args...);
        submit(reinterpret_cast<void (*)()>(stub), block, bytes);
    }

    void* handle;

private:
    void submit(void (*stub)(), void* block, size_t bytes) {
        // Not found now may be found later, when the library with the kernel has been loaded: only success is kept.
        void* function = __atomic_load_n(&handle, __ATOMIC_ACQUIRE);
        if (!function) {
            function = accKernelFunction(stub);
            __atomic_store_n(&handle, function, __ATOMIC_RELEASE);
        }
        const Launch* configuration = Launch::take();
        const uint32_t numBlocks = configuration ? configuration->numBlocks() : 0;  // 0 is refused with a message
        aclrtLaunchKernelAttr attribute = {};
        attribute.id = ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE;
        attribute.value.dynUBufSize = configuration ? configuration->ubufDynSize() : 0;
        aclrtLaunchKernelCfg config = {&attribute, 1};
        detail::lastStatus() =
            aclrtLaunchKernelWithHostArgs(function, numBlocks, configuration ? configuration->stream() : nullptr,
                                          attribute.value.dynUBufSize ? &config : nullptr, block, bytes, nullptr, 0);
    }
};

// Launches an AI CPU kernel, which is an ordinary function of the program, with a copy of *args.
template <class State, class Args>
void launchAicpu(State (*kernel)(Args*), typename detail::Identity<Args*>::Type args, size_t argsSize) {
    struct Call {
        static uint64_t run(void (*function)(void), void* copy) {
            return static_cast<uint64_t>(reinterpret_cast<State (*)(Args*)>(function)(static_cast<Args*>(copy)));
        }
    };
    const Launch* configuration = Launch::take();
    detail::lastStatus() = accLaunchAicpuKernel(&Call::run, reinterpret_cast<void (*)(void)>(kernel),
                                                configuration->numBlocks(), args, argsSize, configuration->stream());
}

}  // namespace acc
#pragma GCC visibility pop

#endif  // ACC_LAUNCH_H
