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
  if (hidden) return fmt::format("The recorded search of {} is too long to be kept whole", planner);
  return fmt::format("The recorded search of {} was cut off after {}", planner, count_of(events, "event"));
}

}  // namespace strata
