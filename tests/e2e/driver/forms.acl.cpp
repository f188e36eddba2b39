// SPDX-License-Identifier: Apache-2.0
// Every launch form, run: each block below launches and checks what the kernel wrote.
#include "forms.h"

#include <stdexcept>
#include <vector>

#include "acc/block.h"
#include "device_buffer.h"

struct Tiling {
    int a;
    short b;
    double c;
    struct {
        char d[3];
    } e;
};
enum class Mode : unsigned char { off, on = 7 };

__aicore__ int helper(int x) {
    return x + 1;
}
class Worker {
public:
    __aicore__ inline Worker() : bias_(3) {}
    __aicore__ inline void run(__gm__ double* p, const Tiling& t) { p[0] = t.a + t.b + t.c + t.e.d[2] + bias_; }

private:
    int bias_;
};
extern "C" __global__ __aicore__ void structArgument(__gm__ unsigned char* p, Tiling t, bool f, Mode m, float g) {
    Worker worker;
    worker.run((__gm__ double*)p, t);
    ((__gm__ double*)p)[1] = f ? static_cast<int>(m) + g : 0;
}
namespace ns {
namespace {
__global__ __aicore__ void anonymous(__gm__ int* p) {
    p[0] = helper(41);
}
}  // namespace
__global__ __aicore__ void defaults(__gm__ int* p, int = 5, int last = 6);
__global__ __aicore__ void defaults(__gm__ int* p, int, int last) {
    p[0] = last;
}
}  // namespace ns
__global__ __aicore__ void over(__gm__ int* p) {
    p[0] = 1;
}
__global__ __aicore__ void over(__gm__ float* p) {
    p[0] = 2;
}
__global__ __aicore__ void unnamed(__gm__ int* p, int, float = 2.f, const int* = nullptr) {
    p[0] = 123;
}
template <typename, class U, int>
__global__ __aicore__ void unnamedTemplate(__gm__ U* p) {
    *p = 5;
}
template <typename T>
__global__ __aicore__ void gather(__gm__ T* out, __gm__ const T* in, int n) {
    for (int i = 0; i < n; ++i)
        out[i] = in[n - 1 - i];
}
template <typename... Ts>
__global__ __aicore__ void pack(__gm__ int* p, Ts... values) {
    p[0] = (0 + ... + values);
}
template <typename T>
__global__ __aicore__ void special(__gm__ T* p) {
    *p = 1;
}
template <>
__global__ __aicore__ void special<float>(__gm__ float* p) {
    *p = 2;
}
__global__ __aicore__ void count(__gm__ int* p) {
    p[0]++;
}
__global__ __aicore__ void noArguments() {}
__global__ __vector__ void same(__gm__ int* same) {
    *same = 10;
}
__global__ __aicore__ __vector__ void blocks(__gm__ int* p) {
    p[accBlock->blockIdx] = static_cast<int>(accBlock->blockNum);
}
__global__ __mix__(1, 2) void mixed(__gm__ int* p) {
#ifdef __DAV_CUBE__
    p[0] = 100;
#else
    p[1 + accBlock->subBlockIdx] = 200 + static_cast<int>(accBlock->subBlockIdx);
#endif
}
__global__ __cube__ void onCube(__gm__ int* p) {
    p[0] = accBlock->coreType == ACC_CORE_CUBE ? 1 : -1;
}
__global__ __vector__ void unifiedBuffer(__gm__ int* p) {
    __ubuf__ int table[16];
    __ubuf__ int* pointer = table;
    for (int i = 0; i < 16; ++i)
        table[i] = i * i;
    p[0] = pointer[5];
    p[1] = reinterpret_cast<unsigned char*>(table) == accBlock->memory[ACC_MEM_UB];
}
__global__ __aicore__ void takes(__gm__ int* p, int a, int b) {
    p[1] = a + b;
}
extern "C" __global__ __aicore__ void elsewhere(__gm__ int* p, long v);
void launchElsewhere(float* f, int* i);

#define LAUNCH(kernel, n, s, ...) kernel<<<n, nullptr, s>>>(__VA_ARGS__)
#define DEFINE_KERNEL(name, T) \
    __global__ __aicore__ void name##_kernel(__gm__ T* p, T v) { p[0] = v; }
DEFINE_KERNEL(whole, int)
DEFINE_KERNEL(real, float)

template <typename T>
int launchInTemplate(T* out, const T* in, int n) {
    gather<<<1, 0, nullptr>>>(out, in, n);
    gather<T><<<1>>>(out, in, n);
    return gather<T><<<1, 0>>>(out, in, n);
}
int valueOfLaunch(int* p) {
    return static_cast<int32_t>(count<<<1, nullptr, nullptr>>>(p));
}
int thrower() {
    throw std::runtime_error("no argument");
}
int launchAndReturn(int* p) {
    count<<<1>>>(p);
    return 1;
}

int main() {
    REQUIRE(aclInit(nullptr) == ACL_SUCCESS);
    REQUIRE(aclrtSetDevice(0) == ACL_SUCCESS);
    aclrtStream stream = nullptr;
    REQUIRE(aclrtCreateStream(&stream) == ACL_SUCCESS);
    {
        Buffer<int> p(64);
        Buffer<float> f(8);
        Buffer<double> d(4);

        structArgument<<<1, nullptr, stream>>>((unsigned char*)d.data(), Tiling{1, 2, 3.5, {{1, 2, 3}}}, true, Mode::on, 0.5f);
        REQUIRE(d[0] == 12.5 && d[1] == 7.5);
        ns::anonymous<<<1, nullptr, stream>>>(p.data());
        REQUIRE(p[0] == 42);
        ns::defaults<<<1, nullptr, stream>>>(p.data());
        REQUIRE(p[0] == 6);
        over<<<1>>>(p.data());
        over<<<1>>>(f.data());
        REQUIRE(p[0] == 1 && f[0] == 2);
        unnamed<<<1>>>(p.data(), 3);
        REQUIRE(p[0] == 123);
        unnamedTemplate<char, int, 4><<<1>>>(p.data());
        REQUIRE(p[0] == 5);
        pack<<<1>>>(p.data(), 1, 2, short(3));
        REQUIRE(p[0] == 6);
        special<<<1>>>(p.data());
        special<<<1>>>(f.data());
        REQUIRE(p[0] == 1 && f[0] == 2);
        noArguments<<<1>>>();
        same<<<1>>>(p.data());
        REQUIRE(p[0] == 10);
        const unsigned n = 8;
        const size_t none = 0;
        blocks<<<n, none, stream>>>(p.data());
        REQUIRE(p[0] == 8 && p[7] == 8);
        blocks<<<dim3(2, 2), 0>>>(p.data());
        REQUIRE(p[3] == 4 && p[7] == 8);
        mixed<<<1, nullptr, stream>>>(p.data());
        REQUIRE(p[0] == 100 && p[1] == 200 && p[2] == 201);
        onCube<<<1, nullptr, stream>>>(p.data());
        REQUIRE(p[0] == 1);
        unifiedBuffer<<<1, nullptr, stream>>>(p.data());
        REQUIRE(p[0] == 25 && p[1] == 1);

        p.set(0, 0);
        LAUNCH(count, 1, nullptr, p.data());
        REQUIRE(LAUNCH(count, 1, nullptr, p.data()) == ACL_SUCCESS);
        REQUIRE(p[0] == 2);
        whole_kernel<<<1>>>(p.data(), 4);
        real_kernel<<<1>>>(f.data(), 4.5f);
        REQUIRE(p[0] == 4 && f[0] == 4.5f);
        REQUIRE(launchInTemplate<float>(f.data() + 4, f.data(), 3) == ACL_SUCCESS);
        REQUIRE(f[6] == 4.5f);

        p.set(0, 0);
        REQUIRE(valueOfLaunch(p.data()) == ACL_SUCCESS);
        const aclError e = count<<<1, nullptr, nullptr>>>(p.data());
        REQUIRE(e == ACL_SUCCESS && p[0] == 2);
        auto twice = [&] {
            count<<<1>>>(p.data());
            return count<<<1>>>(p.data());
        };
        REQUIRE(twice() == ACL_SUCCESS && p[0] == 4);
        count
            <<<1,
               nullptr,  // a comment
               nullptr>>>
            (p.data());
        REQUIRE(p[0] == 5);

        takes<<<1>>>(p.data(), launchAndReturn(p.data()), launchAndReturn(p.data()));
        REQUIRE(p[0] == 7 && p[1] == 2);
        try {
            takes<<<7>>>(p.data(), thrower(), 1);
        } catch (const std::exception&) {
        }
        takes<<<launchAndReturn(p.data()), nullptr, nullptr>>>(p.data(), 3, count<<<1>>>(p.data()));
        REQUIRE(p[0] == 9 && p[1] == 3);
        void (*chosen)(int*) = count;
        chosen<<<1>>>(p.data());
        (*chosen)<<<1>>>(p.data());
        REQUIRE(p[0] == 11);
        for (int i = 0; i < 3; ++i) count<<<1>>>(p.data());
        if (e == ACL_SUCCESS) count<<<1>>>(p.data()); else count<<<2>>>(p.data());
        e == ACL_SUCCESS ? count<<<1>>>(p.data()) : count<<<2>>>(p.data());
        count<<<1>>>(p.data()), count<<<1>>>(p.data());
        REQUIRE(p[0] == 18);

        launchFromHeader(f.data());
        fromHeader<<<1>>>(p.data());
        REQUIRE(f[3] == 9 && p[0] == 77);
        elsewhere<<<1>>>(p.data(), 5);
        REQUIRE(p[0] == 5);
        launchElsewhere(f.data(), p.data());
        REQUIRE(f[3] == 1 && p[0] == 43);

        int zero = 0;
        REQUIRE(count<<<zero>>>(p.data()) != ACL_SUCCESS);
        void (*direct)(int*) = count;
        direct(p.data());  // without a configuration: refused
        REQUIRE(p[0] == 43);
    }
    REQUIRE(aclrtDestroyStream(stream) == ACL_SUCCESS);
    REQUIRE(aclrtResetDevice(0) == ACL_SUCCESS);
    REQUIRE(aclFinalize() == ACL_SUCCESS);
    std::printf("all launch forms ran\n");
}
