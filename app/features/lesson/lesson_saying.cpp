#include "app/features/lesson/lesson_saying.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "app/lab/lab.hpp"
#include "app/lab/state_value.hpp"
#include "app/lesson/lesson.hpp"
#include "app/lesson/lesson_judge.hpp"
#include "app/lesson/lesson_text.hpp"

namespace strata {
namespace {

// Returns what is said of a value of a planner: its answer, the cost of its path, its work. Empty: nothing is known
// about this key.
std::string planner_saying(std::string_view planner, std::string_view key, const std::string& value,
                           std::string_view wanted) {
  if (key == "status") {
    if (value == "found") return fmt::format("{} still finds a path.", planner);
    return wanted == "found" && value != "no path" ? fmt::format("{} finds no path: {}.", planner, value)
                                                   : fmt::format("{} finds no path.", planner);
  }
  if (key == "percent_over" && !value.starts_with('-'))
    return fmt::format("The path of {} is {} % above the optimum.", planner, value);
  if (key == "steps") return fmt::format("The path of {} costs {}.", planner, value);
  return key == "expanded" ? fmt::format("{} expands {}.", planner, value) : std::string();
}

}  // namespace

std::string with_state_values(const std::string& text, const nlohmann::json& state) {
  return with_values(text, [&](const std::string& key) {
    const auto value = state_value(state, key);
    return value ? shown_value(*value) : std::string(kNoLessonValue);
  });
}

std::string saying_of(const Lab& lab, const LessonTest& test, const nlohmann::json& state) {
  if (!test.saying.empty()) return with_state_values(test.saying, state);
  constexpr std::string_view kPlanners = "planners.";
  const auto value = state_value(state, test.key);
  const size_t dot = test.key.find('.', kPlanners.size());
  if (value && test.key.starts_with(kPlanners) && dot != test.key.npos) {
    const PlannerRow* row = lab.state().row(test.key.substr(kPlanners.size(), dot - kPlanners.size()));
    if (row != nullptr) {
      std::string saying = planner_saying(lab.state().names.brief(*row->planner), test.key.substr(dot + 1),
                                          shown_value(*value), test.value);
      if (!saying.empty()) return saying;
    }
  }
  return "What the task asks for is not there.";
}

}  // namespace strata
