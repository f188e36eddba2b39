// SPDX-License-Identifier: Apache-2.0
// Records of score and index (ascendc-vector 17): 8 bytes, the score first, the index in the upper word. Descending,
// NaN above everything; equal scores stay in order, those of an earlier queue first.
#include <algorithm>
#include <array>
#include <vector>

#include "runtime/check/operand.h"
#include "runtime/check/report.h"
#include "runtime/isa/lanes.h"

namespace acc::rt::isa {
namespace {

using check::Role;
using check::Rule;

constexpr uint32_t kRecordBytes = 8;
constexpr uint32_t kGroup = 32;  // records that one repeat handles
constexpr uint32_t kMaxQueueLength = 4095;

struct Record {
    uint32_t score;  // bits of the score; a half's are in the lower two bytes
    uint32_t index;
};
static_assert(sizeof(Record) == kRecordBytes);

uint32_t scoreWidth(const Call& call) {
    const uint8_t dtype = call.in.operand[0].dtype;
    if (dtype != ACC_HALF && dtype != ACC_FLOAT) [[unlikely]] {
        check::fail(Rule::DTYPE, call.site, "{}: no such instruction for {}", call.name, check::dtypeName(dtype));
    }
    return kWidths[dtype];
}

// An integer that orders as the scores do; NaN is the largest, +0 and -0 are one.
int32_t keyOf(uint32_t bits, uint32_t width) {
    const uint32_t sign = width == 2 ? 0x8000U : 0x80000000U;
    const uint32_t infinity = width == 2 ? 0x7c00U : 0x7f800000U;
    const uint32_t magnitude = bits & (sign - 1);
    if (magnitude > infinity) {
        return INT32_MAX;
    }
    return (bits & sign) != 0 ? -static_cast<int32_t>(magnitude) : static_cast<int32_t>(magnitude);
}

// Sorts `count` records; `order` has room for as many numbers. Descending key and ascending position in one number:
// ties stay in order.
void sort(const Record* from, uint8_t* to, size_t count, uint32_t width, uint64_t* order) {
    for (size_t i = 0; i < count; ++i) {
        const uint32_t key = static_cast<uint32_t>(keyOf(from[i].score, width)) ^ 0x80000000U;
        order[i] = uint64_t{~key} << 32 | i;
    }
    std::sort(order, order + count);
    for (size_t i = 0; i < count; ++i) {
        std::memcpy(to + i * kRecordBytes, &from[static_cast<uint32_t>(order[i])], kRecordBytes);
    }
}

// `repeat` groups of scores and indices to records, sorted group by group, or all of them when `full`.
void sortGroups(const Call& call, bool full) {
    const AccInstr& in = call.in;
    const uint32_t width = scoreWidth(call);
    if (in.repeat == 0) {
        return;
    }
    const uint64_t count = uint64_t{in.repeat} * kGroup;
    check::checkUbRange(call.block, call.name, Role::destination, in.operand[0],
                        in.operand[0].address + count * kRecordBytes, call.site);
    check::checkUbRange(call.block, call.name, Role::source0, in.operand[1], in.operand[1].address + count * width,
                        call.site);
    check::checkUbRange(call.block, call.name, Role::source1, in.operand[2], in.operand[2].address + count * 4,
                        call.site);
    if (full && in.repeat > 1) {
        check::checkUbRange(call.block, call.name, Role::scratch, in.operand[3],
                            in.operand[3].address + count * kRecordBytes, call.site);
    }
    std::vector<Record> records(count);
    const uint8_t* const scores = call.ub() + in.operand[1].address;
    const uint8_t* const indices = call.ub() + in.operand[2].address;
    for (uint64_t i = 0; i < count; ++i) {
        records[i].score = 0;
        std::memcpy(&records[i].score, scores + i * width, width);
        std::memcpy(&records[i].index, indices + i * 4, 4);
    }
    const uint64_t together = full ? count : kGroup;
    std::vector<uint64_t> order(together);
    uint8_t* const to = call.ub() + in.operand[0].address;
    for (uint64_t first = 0; first < count; first += together) {
        sort(&records[first], to + first * kRecordBytes, together, width, order.data());
    }
}

struct Queue {
    const uint8_t* at;
    uint32_t left;
};

// Merges the queues to `to`; returns after the last record, or when `suspend` and a queue is used up.
uint8_t* merge(std::array<Queue, 4>& queues, unsigned count, uint8_t* to, bool suspend, uint32_t width) {
    const auto headOf = [&](const Queue& queue) {
        Record record;
        std::memcpy(&record, queue.at, kRecordBytes);
        return keyOf(width == 2 ? record.score & 0xffffU : record.score, width);
    };
    while (true) {
        int best = -1;
        for (unsigned i = 0; i < count; ++i) {
            if (queues[i].left == 0) {
                if (suspend) {
                    return to;
                }
                continue;
            }
            if (best < 0 || headOf(queues[i]) > headOf(queues[static_cast<unsigned>(best)])) {
                best = static_cast<int>(i);
            }
        }
        if (best < 0) {
            return to;
        }
        Queue& queue = queues[static_cast<unsigned>(best)];
        std::memcpy(to, queue.at, kRecordBytes);
        to += kRecordBytes;
        queue.at += kRecordBytes;
        --queue.left;
    }
}

void mergeQueues(const Call& call) {
    const AccInstr& in = call.in;
    const uint32_t width = scoreWidth(call);
    if (in.mode != 3 && in.mode != 7 && in.mode != 15) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: validBit is {}, expected 3, 7 or 15", call.name, in.mode);
    }
    if (in.repeat == 0) {
        return;
    }
    const auto valid = static_cast<unsigned>(std::popcount(unsigned{in.mode}));
    const bool suspend = in.count != 0;
    uint32_t lengths[4] = {};
    uint64_t total = 0;
    bool equal = valid == 4;
    bool contiguous = valid == 4;
    for (unsigned i = 0; i < valid; ++i) {
        lengths[i] = static_cast<uint16_t>(in.mask[0] >> 16 * i);
        if (lengths[i] > kMaxQueueLength) [[unlikely]] {
            check::fail(Rule::RANGE, call.site, "{}: queue {} has {} elements, expected 0..{}", call.name, i + 1,
                        lengths[i], kMaxQueueLength);
        }
        total += lengths[i];
        equal &= lengths[i] == lengths[0];
        contiguous &= in.list[i].address == in.list[0].address + uint64_t{i} * lengths[0] * kRecordBytes;
    }
    uint32_t repeats = in.repeat;
    if (repeats > 1 && (!equal || !contiguous || suspend)) [[unlikely]] {
        check::warn(Rule::TRUNCATED, call.site,
                    "{}: repeatTimes {} is taken as 1; more need four queues of one length behind each other and no "
                    "suspension",
                    call.name, repeats);
        repeats = 1;
    }
    const AccOperand& dst = in.operand[0];
    const uint64_t bytes = repeats * total * kRecordBytes;
    check::checkUbRange(call.block, call.name, Role::destination, dst, dst.address + bytes, call.site);
    bool overlaps = false;
    for (unsigned i = 0; i < valid; ++i) {
        // With repeats the queues of all of them follow those of the first.
        const uint64_t queueBytes = (uint64_t{repeats - 1} * 4 * lengths[0] + lengths[i]) * kRecordBytes;
        check::checkUbRange(call.block, call.name, Role::source, in.list[i], in.list[i].address + queueBytes, call.site,
                            kRecordBytes);
        overlaps |=
            queueBytes != 0 && intersects(call.ub() + dst.address, bytes, call.ub() + in.list[i].address, queueBytes);
    }
    if (overlaps) [[unlikely]] {
        check::warn(Rule::OVERLAP, call.site, "{}: the destination overlaps a queue", call.name);
    }
    std::vector<uint8_t> merged(bytes);
    uint8_t* to = merged.data();
    uint64_t taken = 0;
    for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
        std::array<Queue, 4> queues{};
        for (unsigned i = 0; i < valid; ++i) {
            queues[i] = {call.ub() + in.list[i].address + uint64_t{repeat} * 4 * lengths[0] * kRecordBytes, lengths[i]};
        }
        to = merge(queues, valid, to, suspend, width);
        taken = 0;
        for (unsigned i = 0; i < valid; ++i) {
            taken |= uint64_t{lengths[i] - queues[i].left} << 16 * i;
        }
    }
    std::memcpy(call.ub() + dst.address, merged.data(), static_cast<size_t>(to - merged.data()));
    call.state().merged = taken;
}

void extract(const Call& call) {
    const AccInstr& in = call.in;
    const uint32_t width = scoreWidth(call);
    const uint64_t count = uint64_t{in.repeat} * kGroup;
    if (count == 0) {
        return;
    }
    check::checkUbRange(call.block, call.name, Role::destination, in.operand[0], in.operand[0].address + count * width,
                        call.site);
    check::checkUbRange(call.block, call.name, Role::destination, in.operand[2], in.operand[2].address + count * 4,
                        call.site);
    check::checkUbRange(call.block, call.name, Role::source, in.operand[1],
                        in.operand[1].address + count * kRecordBytes, call.site);
    std::vector<Record> records(count);
    std::memcpy(records.data(), call.ub() + in.operand[1].address, count * kRecordBytes);
    for (uint64_t i = 0; i < count; ++i) {
        std::memcpy(call.ub() + in.operand[0].address + i * width, &records[i].score, width);
        std::memcpy(call.ub() + in.operand[2].address + i * 4, &records[i].index, 4);
    }
}

}  // namespace

void executeSort(const Call& call) {
    switch (call.in.opcode) {
        case ACC_OP_Sort32:
            return sortGroups(call, false);
        case ACC_OP_Sort:
            return sortGroups(call, call.in.mode != 0);
        case ACC_OP_MrgSort:
            return mergeQueues(call);
        default:
            return extract(call);
    }
}

}  // namespace acc::rt::isa
