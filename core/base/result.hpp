// Purpose: Result<T> is a value or an Error. Functions that depend on files, devices or user input return it.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "core/base/check.hpp"

namespace strata {

// An error. `where` is the place that a person has to look at ("arena.map:2") and may be empty. `what` is the reason.
struct Error {
  std::string where;
  std::string what;

  std::string message() const { return where.empty() ? what : where + ": " + what; }
};

inline Error error_at(std::string where, std::string what) { return Error{std::move(where), std::move(what)}; }
inline Error error_at_line(const std::string& file, std::size_t line, std::string what) {
  return Error{file + ":" + std::to_string(line), std::move(what)};
}

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }

  T& value() {
    STRATA_CHECK(ok());
    return std::get<T>(state_);
  }
  const T& value() const {
    STRATA_CHECK(ok());
    return std::get<T>(state_);
  }
  const Error& error() const {
    STRATA_CHECK(!ok());
    return std::get<Error>(state_);
  }

 private:
  std::variant<T, Error> state_;
};

struct Done {};
using Status = Result<Done>;  // success without a value, or an Error
inline Status success() { return Done{}; }

}  // namespace strata
