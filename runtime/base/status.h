// SPDX-License-Identifier: Apache-2.0
// Error propagation inside the runtime: a code of the public API plus a message that names what was wrong.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "acl/acl_base_rt.h"

namespace acc::rt {

// ACL_SUCCESS, or an error code with a sentence for aclGetRecentErrMsg. Success allocates nothing.
class [[nodiscard]] Status {
public:
    Status() = default;
    Status(aclError code, std::string message) : code_(code), message_(std::move(message)) {}

    template <class... Args>
    static Status error(aclError code, fmt::format_string<Args...> format, Args&&... args) {
        return {code, fmt::format(format, std::forward<Args>(args)...)};
    }

    bool ok() const { return code_ == ACL_SUCCESS; }
    aclError code() const { return code_; }
    const std::string& message() const { return message_; }

private:
    aclError code_ = ACL_SUCCESS;
    std::string message_;
};

// A value or the Status that explains why there is none.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : value_(std::move(value)) {}
    Result(Status status) : status_(std::move(status)) {}

    bool ok() const { return value_.has_value(); }
    const Status& status() const { return status_; }
    T& value() { return *value_; }
    T take() { return std::move(*value_); }

private:
    std::optional<T> value_;
    Status status_;
};

}  // namespace acc::rt

// Returns the Status of `expr` from the enclosing function unless it is a success.
#define ACC_TRY(expr)                                                  \
    do {                                                               \
        if (::acc::rt::Status accStatus_ = (expr); !accStatus_.ok()) { \
            return accStatus_;                                         \
        }                                                              \
    } while (false)

#define ACC_CONCAT_INNER(a, b) a##b
#define ACC_CONCAT(a, b) ACC_CONCAT_INNER(a, b)

// `lhs = value of expr`, or returns its Status from the enclosing function.
#define ACC_ASSIGN_OR_RETURN(lhs, expr)                   \
    auto ACC_CONCAT(accResult_, __LINE__) = (expr);       \
    if (!ACC_CONCAT(accResult_, __LINE__).ok()) {         \
        return ACC_CONCAT(accResult_, __LINE__).status(); \
    }                                                     \
    lhs = ACC_CONCAT(accResult_, __LINE__).take()
