// Purpose: Result<T> is a value or an Error. Functions that depend on files, devices, memory or what a caller passes
//          return it; they neither abort nor throw.
// Errors: `value` of a Result that holds an error throws std::logic_error with the error's message, and so does `error`
//         of one that holds a value: these are mistakes of the program that calls them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace strata {

// What kind of error it is, for programs that act on it.
enum class ErrorCode : uint8_t {
  kOther,
  kArgument,        // an argument outside of its range, or arrays whose lengths do not fit
  kFile,            // a file that cannot be read or written, or is malformed
  kMemory,          // there is not enough memory, or less than was allowed
  kUnknownPlanner,  // there is no planner of this name, or no setting
  kUnsupported,     // the planner cannot plan under these rules of movement, or over links
  kNotReady,        // the planner's structure is being built, or was never prepared
  kCancelled
};

// An error. `where` is the place that a person has to look at ("arena.map:2") and may be empty. `what` is the reason.
struct Error {
  std::string where;
  std::string what;
  ErrorCode code = ErrorCode::kOther;

  std::string message() const { return where.empty() ? what : where + ": " + what; }
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }

  T& value() {
    if (!ok()) throw std::logic_error(std::get<Error>(state_).message());
    return std::get<T>(state_);
  }
  const T& value() const {
    if (!ok()) throw std::logic_error(std::get<Error>(state_).message());
    return std::get<T>(state_);
  }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const {
    if (ok()) throw std::logic_error("a Result without an error was asked for it");
    return std::get<Error>(state_);
  }

 private:
  std::variant<T, Error> state_;
};

struct Done {};
using Status = Result<Done>;  // success without a value, or an Error
inline Status success() { return Done{}; }

}  // namespace strata
