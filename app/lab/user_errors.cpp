#include "app/lab/user_errors.hpp"

#include <fmt/format.h>

#include "app/base/command.hpp"
#include "core/base/count_of.hpp"
#include "core/base/result.hpp"

namespace strata {

std::string error_text(const Error& error) {
  if (!error.where.empty() && command_named(error.where) == nullptr) return error.message();
  std::string text = error.what;
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string cut_off_text(std::string_view planner, size_t events, bool hidden) {
  return cut_off_recording(fmt::format("search of {}", planner), events, hidden);
}

std::string cut_off_recording(std::string_view what, size_t events, bool hidden) {
  if (hidden) return fmt::format("The recorded {} is too long to be kept whole", what);
  return fmt::format("The recorded {} was cut off after {}", what, count_of(events, "event"));
}

}  // namespace strata
