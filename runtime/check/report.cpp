// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/report.h"

#include "acl/error_codes/rt_error_codes.h"
#include "runtime/exec/block.h"

namespace acc::rt::check {
namespace {

constexpr RuleInfo kRules[] = {
#define ACC_RULE(id, severity, text) {#id, Severity::severity, text},
#include "runtime/check/rules.def"
};

}  // namespace

const RuleInfo& ruleInfo(Rule rule) {
    return kRules[static_cast<size_t>(rule)];
}

void failWith(Rule rule, const void* site, std::string message) {
    const bool trap = rule == Rule::TRAP || rule == Rule::ASSERT;
    const bool onVector = exec::currentBlock().coreType == ACC_CORE_VECTOR;
    exec::raise(exec::Fault{.rule = ruleInfo(rule).id,
                            .code = trap && onVector ? ACL_ERROR_RT_VECTOR_CORE_TRAP_EXCEPTION
                                    : trap           ? ACL_ERROR_RT_AICORE_TRAP_EXCEPTION
                                                     : 0,
                            .message = std::move(message),
                            .callSite = site});
}

void warnWith(Rule rule, const void* site, std::string message) {
    exec::warn(ruleInfo(rule).id, site, std::move(message));
}

}  // namespace acc::rt::check
