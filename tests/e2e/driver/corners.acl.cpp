// SPDX-License-Identifier: Apache-2.0
// Kernels and launches written in less usual ways, run.
#include "device_buffer.h"

#include <type_traits>
#define BEGIN_KERNEL(n) __global__ __aicore__ void n(int* p) {
#define END_KERNEL }
BEGIN_KERNEL(beginEnd)
    p[0] = 1;
END_KERNEL
#define CFG <<<1, nullptr, nullptr>>>
#define OPEN <<<1, nullptr
__global__ __aicore__ auto trailing(int* p) -> void { *p = 2; }
__global__ __aicore__ void noex(int* p) noexcept { *p = 3; }
static __global__ __aicore__ void stat(int* p) { *p = 4; }
template <typename T> __global__ __aicore__ void inst(T* p) { *p = 5; }
template __global__ __aicore__ void inst<float>(float* p);
struct Functor { int k; __aicore__ int operator()(int v) const { return v * k; } };
template <typename F> __global__ __aicore__ void apply(int* p, F f) { *p = f(3); }
extern "C" {
__global__ __aicore__ void c1(int* const p, const int v, int w, bool* __restrict__ q, _Float16 h, int** pp, unsigned char c[4]) { *p = v + w + (float)h; }
}
inline namespace v1 { namespace inner { __global__ __aicore__ void inInline(int* p) { *p = 7; } } }
template <template <typename> class C, typename T = int, T N = 3> __global__ __aicore__ void tt(T* p) { *p = N; }
template <typename T> struct Box {};
struct WithCtor { int a; __aicore__ WithCtor() : a(1) {} WithCtor(int x) : a(x) {} };
__global__ __aicore__ void withCtor(int* p, WithCtor w) { WithCtor d; *p = w.a + d.a; }
template <typename T> struct Runner {
    T* p;
    void run() { inst<<<1>>>(this->p); inst<T><<<1>>>(p); inst CFG (p); }
    int go() const { if constexpr (std::is_same_v<T, int>) return inst<<<1>>>(p); else return stat<<<1>>>(p); }
};
#if 1
__global__ __aicore__ void cond(int* p) {
#else
__global__ __aicore__ void other(int* p, int) {
#endif
    *p = 8;
#ifdef FOO
    *p = 9;
#else
    *p = 10;
#endif
}
template <typename T, typename = std::enable_if_t<std::is_integral<T>::value>> __global__ __aicore__ void sfinae(T* p) { *p = 1; }
template <typename T, std::enable_if_t<std::is_floating_point<T>::value, int> = 0> __global__ __aicore__ void sfinae(T* p) { *p = 2; }
__global__ __aicore__ void fnp(int* p, int (*f)(int), int a[][3]) { *p = 2; }
[[maybe_unused]] __global__ __aicore__ void attr([[maybe_unused]] int* p) { }
__global__ __aicore__ void lam(int* p) { auto f = [&](int x) { return x + 1; }; auto g = [=](auto x) { return x + 1; }; *p = f(1) + g(2); }
constexpr int kConst = 11;
__global__ __aicore__ void usesConst(int* p) { *p = kConst; }
enum E { A = 3 };
int main() {
    REQUIRE(aclInit(nullptr) == ACL_SUCCESS && aclrtSetDevice(0) == ACL_SUCCESS);
    {
        Buffer<int> x(1);
        Buffer<float> f(1);
        int* p = x.data();
        beginEnd<<<1>>>(p);
        REQUIRE(x[0] == 1);
        trailing CFG(p);
        REQUIRE(x[0] == 2);
        noex OPEN, nullptr>>>(p);
        REQUIRE(x[0] == 3);
        stat<<<1>>>(p);
        REQUIRE(x[0] == 4);
        apply<<<1>>>(p, Functor{4});
        REQUIRE(x[0] == 12);
        c1<<<1>>>(p, 1, 2, nullptr, static_cast<_Float16>(3), &p, nullptr);
        REQUIRE(x[0] == 6);
        inner::inInline<<<1>>>(p);
        REQUIRE(x[0] == 7);
        tt<Box><<<1>>>(p);
        REQUIRE(x[0] == 3);
        withCtor<<<1>>>(p, WithCtor(4));
        REQUIRE(x[0] == 5);
        Runner<int> r{p};
        r.run();
        REQUIRE(r.go() == ACL_SUCCESS && x[0] == 5);
        Runner<float>{f.data()}.run();
        REQUIRE(f[0] == 5);
        cond<<<A>>>(p);
        REQUIRE(x[0] == 10);
        switch (x[0]) {
            case 10: stat<<<1>>>(p); break;
            default: noex<<<1>>>(p);
        }
        REQUIRE(x[0] == 4);
        const int five = ({ noex<<<1>>>(p); 5; });
        REQUIRE(five == 5 && x[0] == 3);
        usesConst<<<1>>>(p);
        REQUIRE(x[0] == 11);
        sfinae<<<1>>>(p);
        sfinae<<<1>>>(f.data());
        REQUIRE(x[0] == 1 && f[0] == 2);
        lam<<<1>>>(p);
        REQUIRE(x[0] == 5);
        attr<<<1>>>(p);
        static_assert(sizeof(decltype(stat<<<1>>>(p))) == sizeof(aclError), "");
    }
    REQUIRE(aclrtResetDevice(0) == ACL_SUCCESS && aclFinalize() == ACL_SUCCESS);
    std::printf("all corners ran\n");
}
