// SPDX-License-Identifier: Apache-2.0
// The cube core of a group serves the Matmul objects of the group's vector cores (ascendc-highlevel 2.2): a vector core
// hands over a MatmulCall and waits; the cube core takes calls in the order of their arrival until all vector cores of
// the group have ended. A block that an Iterate has left in L0C stays there until its vector core fetches it, and other
// calls use what is free, or wait.
#pragma once

#include "engine.h"

// Vector cores that the running cube core has to serve; 0 in a kernel without vector cores.
ACC_RUNTIME uint32_t accServiceClients(void);
// Hands `call` to the cube core of this vector core's group; returns when it has been carried out.
ACC_RUNTIME void accServiceCall(void* call);
// The oldest call of a vector core in `mask` (a bit for each), not yet removed; null when no vector core is left.
ACC_RUNTIME void* accServiceNext(uint32_t mask, uint32_t* client);
// The call of `client` has been carried out.
ACC_RUNTIME void accServiceAnswer(uint32_t client);
// 4 * TOTAL_UB_SIZE bytes of GM of this core's own, to pass tensors in UB to the cube core and back.
ACC_RUNTIME uint8_t* accServiceMemory(void);

namespace AscendC {
namespace detail {

// The blocks that wait in L0C.
class ResultSlots {
public:
    struct Slot {
        uint32_t client, object, begin, end;
    };

    // The slot of a client's object; null without one.
    ACC_API Slot* find(uint32_t client, uint32_t object) {
        for (uint32_t i = 0; i < count_; ++i) {
            if (slots_[i].client == client && slots_[i].object == object) {
                return &slots_[i];
            }
        }
        return nullptr;
    }
    // Room for `bytes` behind or before what is taken; null when there is none.
    ACC_API Slot* take(uint32_t client, uint32_t object, uint32_t bytes) {
        uint32_t begin = TOTAL_L0C_SIZE, end = 0;
        for (uint32_t i = 0; i < count_; ++i) {
            begin = slots_[i].begin < begin ? slots_[i].begin : begin;
            end = slots_[i].end > end ? slots_[i].end : end;
        }
        uint32_t at = end;
        if (end + bytes > TOTAL_L0C_SIZE && count_ != 0) {
            if (bytes > begin) {
                return nullptr;
            }
            at = 0;
        }
        if (count_ == kMax) {
            return nullptr;
        }
        slots_[count_] = {client, object, at, at + bytes};
        return &slots_[count_++];
    }
    ACC_API void release(Slot* slot) { *slot = slots_[--count_]; }
    // Whether a client other than `client` holds a block, which it may still fetch.
    ACC_API bool isHeldByOther(uint32_t client) const {
        for (uint32_t i = 0; i < count_; ++i) {
            if (slots_[i].client != client) {
                return true;
            }
        }
        return false;
    }

private:
    static constexpr uint32_t kMax = 16;
    Slot slots_[kMax];
    uint32_t count_ = 0;
};

// Carries out `call` for an object with this engine. False when L0C has no room for it yet.
template <class Engine>
ACC_MATMUL_STEP bool serve(const MatmulCall& call, uint32_t client, ResultSlots& slots) {
    const MatmulState& s = *call.state;
    ResultSlots::Slot* slot = slots.find(client, call.object);
    if (call.step == MatmulStep::drop) {
        if (slot != nullptr) {
            slots.release(slot);
        }
        return true;
    }
    const bool held = slot != nullptr;
    if (!held) {
        slot = slots.take(client, call.object, Engine::resultBytes(s.tiling));
        if (slot == nullptr) {
            if (ACC_UNLIKELY(!slots.isHeldByOther(client))) {
                accMatmulFault("Matmul", "free space in L0C besides blocks that wait for GetTensorC", 0,
                               "room for baseM x baseN");
            }
            return false;
        }
    }
    carryOut<Engine>(call, 0, slot->begin);
    if ((call.step == MatmulStep::all && !held) || call.step == MatmulStep::fetch) {
        slots.release(slot);
    }
    return true;
}

// Objects and tilings as REGIST_MATMUL_OBJ lists them: the call is for the `object`-th object.
template <class First, class... Rest>
ACC_API bool serveOneOf(uint32_t object, const MatmulCall& call, uint32_t client, ResultSlots& slots, First&,
                        Rest&... rest) {
    if constexpr (isMatmulObject<First>) {
        if (object == 0) {
            return serve<typename First::Engine>(call, client, slots);
        }
        --object;
    }
    if constexpr (sizeof...(Rest) > 0) {
        return serveOneOf(object, call, client, slots, rest...);
    }
    return true;
}

template <class First, class... Rest>
ACC_API First& firstOf(First& first, Rest&...) {
    return first;
}

template <class... Objects>
ACC_API void serveAll(Objects&... objects) {
    ResultSlots slots;
    constexpr uint32_t kAll = ~0U;
    uint32_t mask = kAll;
    uint32_t client = 0;
    while (auto* const call = static_cast<const MatmulCall*>(accServiceNext(mask, &client))) {
        if (serveOneOf(call->object, *call, client, slots, objects...)) {
            accServiceAnswer(client);
            mask = kAll;
        } else {
            mask &= ~(1U << client);  // until another one has made room
        }
    }
}

template <class Pipe, class Object, class First, class... Rest>
ACC_API void registerRest(Pipe* pipe, uint32_t object, Object& last, First& first, Rest&... rest);

// Makes the objects ready on a core that calls them.
template <class Pipe, class First, class... Rest>
ACC_API void registerObjects(Pipe* pipe, uint32_t object, First& first, Rest&... rest) {
    static_assert(isMatmulObject<First>, "REGIST_MATMUL_OBJ: objects of Matmul, each with or without its tiling");
    first.bind(object);
    if constexpr (sizeof...(Rest) > 0) {
        registerRest(pipe, object, first, rest...);
    }
}
template <class Pipe, class Object, class First, class... Rest>
ACC_API void registerRest(Pipe* pipe, uint32_t object, Object& last, First& first, Rest&... rest) {
    if constexpr (isMatmulObject<First>) {
        last.initStatic(pipe);
        registerObjects(pipe, object + 1, first, rest...);
    } else {
        last.initFrom(first, pipe);
        if constexpr (sizeof...(Rest) > 0) {
            registerObjects(pipe, object + 1, rest...);
        }
    }
}

template <class Object>
ACC_API void restOne(Object& object) {
    if constexpr (isMatmulObject<Object>) {
        object.rest();
    }
}
template <class... Objects>
ACC_API void restAll(Objects&... objects) {
    (restOne(objects), ...);
}

// REGIST_MATMUL_OBJ. True on a cube core that has served and has nothing more to do.
template <class Pipe, class... Objects>
ACC_API bool registerMatmul(Pipe* pipe, const void* workspace, Objects&&... objects) {
    (void)workspace;
    if constexpr (g_coreType == AIC) {
        if ((firstOf(objects...).isServed()) && accServiceClients() != 0) {
            serveAll(objects...);
            restAll(objects...);
            return true;
        }
    }
    registerObjects(pipe, 0, objects...);
    return false;
}
template <class Pipe, class... Objects>
ACC_API bool registerMatmul(Pipe& pipe, const void* workspace, Objects&&... objects) {
    return registerMatmul(&pipe, workspace, objects...);
}

}  // namespace detail
}  // namespace AscendC

// REGIST_MATMUL_OBJ(tpipe, workspace, object, tiling, ...): makes Matmul objects ready, each with its tiling or with
// Init() later. On a cube core that serves vector cores it returns from the function when these have ended.
#define REGIST_MATMUL_OBJ(tpipe, workspace, ...)                                \
    do {                                                                        \
        if (::AscendC::detail::registerMatmul(tpipe, workspace, __VA_ARGS__)) { \
            return;                                                             \
        }                                                                       \
    } while (0)
#define REGIST_MATMUL_OBJ_STATIC REGIST_MATMUL_OBJ
#define REGIST_CUBE_OBJ REGIST_MATMUL_OBJ
