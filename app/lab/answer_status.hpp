// Purpose: answer_status_text says in files and dumps how a planner's answer has ended.
#pragma once

#include <string_view>

#include "core/world/added_planner.hpp"

namespace strata {

// As status_text, but a program of the user that gave no usable answer is said to.
inline std::string_view answer_status_text(const Planner& planner, PlanStatus status) {
  return is_added(planner) && status == PlanStatus::kUnsupported ? "no usable answer" : status_text(status);
}

}  // namespace strata
