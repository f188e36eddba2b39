// SPDX-License-Identifier: Apache-2.0
#include "runtime/exec/kernel_run.h"

#include <link.h>

#include <algorithm>
#include <span>
#include <utility>

#include "acl/acl_base_rt.h"
#include "runtime/base/log.h"
#include "runtime/base/soc.h"
#include "runtime/exec/fiber.h"
#include "runtime/exec/findings.h"
#include "runtime/exec/pool.h"
#include "runtime/exec/signals.h"
#include "runtime/exec/source_line.h"

namespace acc::rt::exec {
namespace {

// What a synchronise returns after a fault: AI core (cube) and vector core exception.
constexpr aclError kCubeException = 507015;
constexpr aclError kVectorException = 507035;

std::atomic<void (*)(Block&)> blockBeginHook{nullptr};
std::atomic<void (*)(Block&)> blockEndHook{nullptr};

// The executable segment around `address`.
struct CodeRange {
    uintptr_t address;
    uintptr_t begin = 0;
    uintptr_t end = 0;
};
int findCode(dl_phdr_info* info, size_t, void* argument) {
    auto& range = *static_cast<CodeRange*>(argument);
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = info->dlpi_phdr[i];
        const uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
        if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0 && range.address - begin < segment.p_memsz) {
            range.begin = begin;
            range.end = begin + segment.p_memsz;
            return 1;
        }
    }
    return 0;
}

uint32_t coreLimitOf(const AccKernel& kernel) {
    const SocInfo& info = soc();
    if (kernel.cubeCores == 0) {
        return std::max<uint32_t>(1, info.vectorCores / kernel.vectorCores) * kernel.vectorCores;
    }
    if (kernel.vectorCores == 0) {
        return info.cubeCores;
    }
    const uint32_t groups = std::min(info.cubeCores, info.vectorCores / kernel.vectorCores);
    return std::max<uint32_t>(1, groups) * (kernel.cubeCores + kernel.vectorCores);
}

}  // namespace

void setBlockBeginHook(void (*hook)(Block& block)) {
    blockBeginHook.store(hook, std::memory_order_relaxed);
}

void setBlockEndHook(void (*hook)(Block& block)) {
    blockEndHook.store(hook, std::memory_order_relaxed);
}

KernelRun::KernelRun(const AccKernel& kernel, const void* args, uint32_t numBlocks, uint32_t dynamicUbBytes,
                     Strand* strand, uint32_t priority, Completion completion)
    : kernel_(kernel),
      args_(args),
      numBlocks_(numBlocks),
      dynamicUbBytes_(dynamicUbBytes),
      coresPerBlock_(uint32_t{kernel.cubeCores} + kernel.vectorCores),
      instances_(numBlocks * coresPerBlock_),
      coreLimit_(coreLimitOf(kernel)),
      priority_(priority),
      strand_(strand),
      completion_(completion) {}

KernelRun::~KernelRun() = default;

KernelRun::Extra& KernelRun::extra() {
    if (!extra_) {
        extra_ = std::make_unique<Extra>();
    }
    return *extra_;
}

bool KernelRun::leave() {
    return participants_.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

Status KernelRun::status() const {
    if (!failed()) {
        return {};
    }
    MutexLock lock(mutex_);
    return extra_->status;
}

void KernelRun::participate(Executor& executor) {
    executor.running.store(this, std::memory_order_seq_cst);
    drawOn(executor);
    executor.running.store(nullptr, std::memory_order_seq_cst);
    executor.cancelled.store(false, std::memory_order_relaxed);
}

void KernelRun::drawOn(Executor& executor) {
    while (true) {
        if (executor.parked > 0) {
            if (Fiber* fiber = executor.takeUnparked()) {
                --executor.parked;
                if (failed()) {
                    fiber->abandon();
                    executor.giveFiber(*fiber);
                    exitFlight(1);
                    continue;
                }
                accBlock = &fiber->block;
                handleExit(executor, *fiber, static_cast<int>(fiber->resume()));
                continue;
            }
        }
        if (next_.load(std::memory_order_relaxed) < instances_ && enter()) {
            Fiber& fiber = executor.takeFiber();
            handleExit(executor, fiber, static_cast<int>(fiber.start(&KernelRun::drawLoop, this)));
            continue;
        }
        if (executor.parked == 0) {
            return;
        }
        executor.waitUnparked();
    }
}

bool KernelRun::enter() {
    uint32_t count = inFlight_.load(std::memory_order_relaxed);
    while (count < coreLimit_) {
        if (inFlight_.compare_exchange_weak(count, count + 1, std::memory_order_relaxed)) {
            return true;
        }
    }
    return false;
}

void KernelRun::handleExit(Executor& executor, Fiber& fiber, int exit) {
    accBlock = nullptr;
    switch (static_cast<Fiber::Exit>(exit)) {
        case Fiber::Exit::finished:
            executor.giveFiber(fiber);
            exitFlight(1);
            break;
        case Fiber::Exit::parked:
            ++executor.parked;
            break;
        case Fiber::Exit::faulted:
            if (fiber.note.signal != 0) {
                fiber.fault = describeSignal(fiber);
                fiber.note = {};
            }
            fail(fiber.block, std::exchange(fiber.fault, {}));
            fiber.abandon();
            executor.giveFiber(fiber);
            exitFlight(1);
            break;
    }
}

void KernelRun::exitFlight(uint32_t finished) {
    // Either this sees the parked block, or the parking block sees the lower count: one of them checks.
    inFlight_.fetch_sub(finished, std::memory_order_seq_cst);
    if (parked_.load(std::memory_order_seq_cst) > 0) {
        MutexLock lock(mutex_);
        checkDeadlock();
    }
}

void KernelRun::drawLoop(Fiber& fiber, void* run) {
    static_cast<KernelRun*>(run)->runInstances(fiber);
}

// The first `coreLimit_` instances are resident together on the device, and may wait for each other by polling memory,
// so each is drawn alone. Later ones come in chunks, unless a block has several cores, which wait for each other.
bool KernelRun::draw(uint32_t* first, uint32_t* last) {
    uint32_t next = next_.load(std::memory_order_relaxed);
    uint32_t chunk = 1;
    if (next >= instances_) {
        return false;
    }
    if (next < coreLimit_ || coresPerBlock_ > 1) {
        // Cheaper than an exchange that may fail. The count may pass the last instance, by one per participant.
        next = next_.fetch_add(1, std::memory_order_relaxed);
    } else {
        do {
            chunk = std::clamp<uint32_t>((instances_ - next) / 32, 1, 64);
        } while (!next_.compare_exchange_weak(next, next + chunk, std::memory_order_relaxed) && next < instances_);
    }
    *first = next;
    *last = next + chunk;
    if (*last == instances_ && instances_ > 1) {
        Pool::instance().retract(*this);  // nothing is left for others, who need not look
    }
    return next < instances_;
}

void KernelRun::runInstances(Fiber& fiber) {
    uint32_t first = 0;
    uint32_t last = 0;
    Block& block = fiber.block;
    block.run = this;
    block.fiber = &fiber;
    block.blockNum = numBlocks_;
    block.dynamicUbBytes = dynamicUbBytes_;
    block.staticUbBytes = kernel_.staticUbBytes;
    if (kernel_.cubeCores == 0) {
        fiber.useVector();
        block.coreType = ACC_CORE_VECTOR;
        block.subBlockNum = kernel_.vectorCores;
    }
    accBlock = &block;
    while (draw(&first, &last)) {
        for (uint32_t instance = first; instance < last && !failed_.load(std::memory_order_relaxed); ++instance) {
            runInstance(fiber, instance);
        }
    }
}

void KernelRun::runInstance(Fiber& fiber, uint32_t instance) {
    Block& block = fiber.block;
    AccEntry entry = kernel_.vectorEntry;
    block.instance = instance;
    if (coresPerBlock_ == 1) {
        block.blockIdx = instance;
        block.subBlockIdx = 0;
    } else {
        block.blockIdx = instance / coresPerBlock_;
        block.subBlockIdx = instance % coresPerBlock_;
    }
    if (kernel_.cubeCores != 0) {
        if (block.subBlockIdx < kernel_.cubeCores) {
            fiber.prepareCube();
            block.coreType = ACC_CORE_CUBE;
            block.subBlockNum = kernel_.cubeCores;
            entry = kernel_.cubeEntry;
        } else {
            fiber.useVector();
            block.coreType = ACC_CORE_VECTOR;
            block.subBlockNum = kernel_.vectorCores;
            block.subBlockIdx -= kernel_.cubeCores;
        }
    }
    block.outerSite = nullptr;
    block.state.reset();
    block.state.tilingKey = tilingKey_;
    std::atomic<uint64_t>& progress = fiber.executor->progress;
    progress.store(progress.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    if (auto* hook = blockBeginHook.load(std::memory_order_relaxed); hook && block.coreType == ACC_CORE_VECTOR)
        [[unlikely]] {
        hook(block);
    }
    entry(args_);
    if (kernel_.cubeCores != 0 && block.coreType == ACC_CORE_VECTOR) {
        serviceEnd(block);
    }
    if (auto* hook = blockEndHook.load(std::memory_order_relaxed)) {
        hook(block);
    }
}

std::string KernelRun::coreName(const Block& block) const {
    const bool vector = block.coreType == ACC_CORE_VECTOR;
    const uint32_t index = block.blockIdx * block.subBlockNum + block.subBlockIdx;
    return fmt::format("block {} of {} ({} core {})", block.blockIdx, numBlocks_, vector ? "vector" : "cube", index);
}

void KernelRun::fail(const Block& block, const Fault& fault) {
    if (failed()) {
        return;
    }
    const std::string where = describeCallSite(block.outerSite != nullptr ? block.outerSite : fault.callSite);
    std::string summary = fmt::format("kernel {} failed in {}: {}: {}{}{}", kernel_.name, coreName(block), fault.rule,
                                      fault.message, where.empty() ? "" : "\n      at ", where);
    const aclError code =
        fault.code != 0 ? fault.code : (block.coreType == ACC_CORE_VECTOR ? kVectorException : kCubeException);
    MutexLock lock(mutex_);
    failLocked(summary, code, findingOf(block, "error", fault.rule, fault.message, where));
}

void KernelRun::cancel(const Status& why) {
    MutexLock lock(mutex_);
    failLocked(fmt::format("kernel {} was stopped: {}", kernel_.name, why.message()), why.code(),
               {.severity = "error", .rule = "STOPPED", .kernel = kernel_.name, .message = why.message(), .where = ""});
}

Finding KernelRun::findingOf(const Block& block, const char* severity, const char* rule, const std::string& message,
                             const std::string& where) const {
    const bool vector = block.coreType == ACC_CORE_VECTOR;
    return {.severity = severity,
            .rule = rule,
            .kernel = kernel_.name,
            .coreType = vector ? "vector" : "cube",
            .block = block.blockIdx,
            .blocks = numBlocks_,
            .core = block.blockIdx * block.subBlockNum + block.subBlockIdx,
            .message = message,
            .where = where};
}

void KernelRun::failLocked(const std::string& summary, aclError code, Finding finding) {
    if (failed_.load(std::memory_order_relaxed)) {
        return;
    }
    finding.code = code;
    record(finding);
    report(summary);
    extra().status = Status(code, summary);
    // Blocks that run on, perhaps polling memory for the failed one, are stopped wherever they are in kernel code.
    CodeRange range{
        reinterpret_cast<uintptr_t>(kernel_.vectorEntry != nullptr ? kernel_.vectorEntry : kernel_.cubeEntry)};
    dl_iterate_phdr(&findCode, &range);
    const auto ours = reinterpret_cast<uintptr_t>(&findCode);
    if (ours < range.begin || ours >= range.end) {
        codeBegin_ = range.begin;
        codeEnd_ = range.end;
    }
    failed_.store(true, std::memory_order_release);
    // Nobody starts another block; whoever waits is woken to be given up.
    next_.store(instances_, std::memory_order_relaxed);
    releaseAll();
    Pool::instance().cancel(*this);
}

std::vector<KernelRun::Barrier*> KernelRun::allBarriers() {
    std::vector<Barrier*> all;
    for (Barrier& barrier : extra().barriers) {
        all.push_back(&barrier);
    }
    for (auto& [key, counter] : extra().counters) {
        all.push_back(&counter);
    }
    for (auto& [block, service] : extra().services) {
        all.push_back(&service.server);
        for (auto& [client, waiting] : service.clients) {
            all.push_back(&waiting);
        }
    }
    return all;
}

void KernelRun::releaseAll() {
    for (Barrier* barrier : allBarriers()) {
        for (Fiber* fiber : barrier->waiting) {
            fiber->executor->unpark(*fiber);
        }
        barrier->waiting.clear();
        barrier->arrived = 0;
    }
    parked_ = 0;
}

void KernelRun::checkDeadlock() {
    const uint32_t inFlight = inFlight_.load(std::memory_order_seq_cst);
    const uint32_t parked = parked_.load(std::memory_order_relaxed);
    const bool canStart = next_.load(std::memory_order_relaxed) < instances_ && inFlight < coreLimit_;
    if (parked == 0 || parked < inFlight || canStart || failed_.load(std::memory_order_relaxed)) {
        return;
    }
    std::vector<const Fiber*> waiting;
    for (const Barrier* barrier : allBarriers()) {
        waiting.insert(waiting.end(), barrier->waiting.begin(), barrier->waiting.end());
    }
    // Not in the order they came to wait, so that the report is the same each time.
    std::sort(waiting.begin(), waiting.end(),
              [](const Fiber* a, const Fiber* b) { return a->block.instance < b->block.instance; });
    constexpr size_t kListed = 4;
    const auto& flagWaits = extra().barriers[kFlagWaits].waiting;
    std::string waits;
    for (const Fiber* fiber : std::span(waiting).first(std::min(waiting.size(), kListed))) {
        const bool flag = std::find(flagWaits.begin(), flagWaits.end(), fiber) != flagWaits.end();
        const std::string where = describeCallSite(fiber->block.waitCallSite);
        waits +=
            fmt::format("\n      {} waits in {}{}{}{}", coreName(fiber->block), fiber->block.waitingFor,
                        flag ? fmt::format("({})", fiber->block.waitingFlag) : "", where.empty() ? "" : " at ", where);
    }
    if (waiting.size() > kListed) {
        waits += fmt::format("\n      and {} more", waiting.size() - kListed);
    }
    waits += describeFlags();
    const aclError code = kernel_.vectorCores != 0 ? kVectorException : kCubeException;
    const std::string message =
        fmt::format("{} of {} cores wait and no other can wake them{}", parked, instances_, waits);
    failLocked(fmt::format("kernel {} failed: DEADLOCK: {}", kernel_.name, message), code,
               {.severity = "error", .rule = "DEADLOCK", .kernel = kernel_.name, .message = message, .where = ""});
}

void KernelRun::syncAll(Block& block, bool allCores, const void* callSite) {
    const bool vector = block.coreType == ACC_CORE_VECTOR;
    const uint32_t perBlock = allCores ? coresPerBlock_ : block.subBlockNum;
    const uint32_t expected = numBlocks_ * perBlock;
    if (instances_ > coreLimit_) {
        raise({"MODE", 0,
               fmt::format("SyncAll: numBlocks is {}, but only {} blocks of this kernel fit on the device at once: the "
                           "others could never arrive",
                           numBlocks_, coreLimit_ / coresPerBlock_),
               callSite});
    }
    mutex_.lock();
    if (failed_.load(std::memory_order_relaxed)) {
        // The run has failed in the meantime; this fiber is given up like the others.
        mutex_.unlock();
        raise({"CANCELLED", 0, "the kernel failed in another block", callSite});
    }
    Barrier& barrier = extra().barriers[allCores ? 2 : (vector ? 1 : 0)];
    if (++barrier.arrived < expected) {
        park(block, barrier, allCores ? "SyncAll<false>" : "SyncAll", callSite);
        return;
    }
    barrier.arrived = 0;
    parked_ -= static_cast<uint32_t>(barrier.waiting.size());
    for (Fiber* fiber : std::exchange(barrier.waiting, {})) {
        fiber->executor->unpark(*fiber);
    }
    mutex_.unlock();
}

// Enters with mutex_ held, leaves without. The fiber may be unparked before it has left its stack: it is resumed by its
// own executor only, which is still below it on this thread.
void KernelRun::park(Block& block, Barrier& barrier, const char* what, const void* callSite) {
    block.waitingFor = what;
    block.waitCallSite = callSite;
    barrier.waiting.push_back(block.fiber);
    ++parked_;
    checkDeadlock();
    mutex_.unlock();
    block.fiber->leave(Fiber::Exit::parked);
}

void KernelRun::print(const Block& block, std::string_view text) {
    MutexLock lock(mutex_);
    extra().output[block.instance] += text;
}

void KernelRun::flushOutput() {
    if (!extra_) {
        return;
    }
    if (!failed()) {
        warnOfFlags();
    }
    std::string text;
    for (const auto& [instance, part] : extra_->output) {
        text += part;
    }
    extra_->output.clear();
    if (!text.empty()) {
        output(text);
    }
}

void KernelRun::warn(const Block& block, const char* rule, const void* callSite, const std::string& message) {
    callSite = block.outerSite != nullptr ? block.outerSite : callSite;
    {
        MutexLock lock(mutex_);
        auto& warned = extra().warned;
        const auto key = std::make_pair(rule, callSite);
        if (std::find(warned.begin(), warned.end(), key) != warned.end()) {
            return;
        }
        warned.push_back(key);
    }
    const std::string where = describeCallSite(callSite);
    record(findingOf(block, "warning", rule, message, where));
    report(fmt::format("warning: kernel {} in {}: {}: {}{}{}", kernel_.name, coreName(block), rule, message,
                       where.empty() ? "" : "\n      at ", where));
}

}  // namespace acc::rt::exec
