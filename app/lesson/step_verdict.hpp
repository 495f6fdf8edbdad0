// Purpose: A StepVerdict is the judgement on one step of a simulation. Results and the progress of learners store it by
//          its name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace strata {

enum class StepVerdict : uint8_t {
  kRight,
  kAlsoRight,  // right, but the tie-breaking goes on with another node
  kWrong,
  kTold,  // not answered: the lesson has shown the answer
};
inline constexpr size_t kStepVerdicts = 4;
std::string_view step_verdict_name(StepVerdict verdict);  // "right", "also right", "wrong", "told"
bool is_step_verdict(std::string_view name);
// Returns whether a name of a verdict counts as a right step.
bool is_right_step(std::string_view verdict);

}  // namespace strata
