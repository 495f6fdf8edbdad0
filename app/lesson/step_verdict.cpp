#include "app/lesson/step_verdict.hpp"

#include <algorithm>
#include <array>

namespace strata {
namespace {

constexpr std::array<std::string_view, kStepVerdicts> kStepVerdictNames = {"right", "also right", "wrong", "told"};

}  // namespace

std::string_view step_verdict_name(StepVerdict verdict) { return kStepVerdictNames[static_cast<size_t>(verdict)]; }

bool is_step_verdict(std::string_view name) {
  return std::ranges::find(kStepVerdictNames, name) != kStepVerdictNames.end();
}

bool is_right_step(std::string_view verdict) {
  return verdict == step_verdict_name(StepVerdict::kRight) || verdict == step_verdict_name(StepVerdict::kAlsoRight);
}

}  // namespace strata
