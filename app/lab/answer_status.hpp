// Purpose: answer_status_text gives the status of a planner's answer as text for files and dumps.
#pragma once

#include <string_view>

#include "core/world/added_planner.hpp"

namespace strata {

// Returns status_text(). Only for a planner that the user has added, and whose answer cannot be used, it returns "no
// usable answer" instead of "unsupported".
inline std::string_view answer_status_text(const Planner& planner, PlanStatus status) {
  return is_added(planner) && status == PlanStatus::kUnsupported ? "no usable answer" : status_text(status);
}

}  // namespace strata
