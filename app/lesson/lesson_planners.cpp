// Finds out which steps of a lesson need a planner that the learner has to write.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/lesson/lesson.hpp"

namespace strata {

bool uses_planner(const LessonStep& step, std::string_view name) {
  const std::string row = fmt::format("planners.{}.", name), program = fmt::format("external.{}.", name);
  const auto key = [&](const std::string& text) { return text.starts_with(row) || text.starts_with(program); };
  const auto tests = [&](const std::vector<LessonTest>& list) {
    return std::ranges::any_of(list, key, &LessonTest::key);
  };
  const auto commands = [&](const std::vector<LessonAction>& list) {
    return std::ranges::any_of(list, [&](const LessonAction& action) {
      return action.kind == LessonAction::Kind::kCommand &&
             std::ranges::find(action.command.args, name) != action.command.args.end();
    });
  };
  const bool asks = step.ask && (key(step.ask->answer) || std::ranges::any_of(step.ask->choices, key));
  return asks || tests(step.limits) || tests(step.checks) || commands(step.before) || commands(step.after);
}

bool uses_planner(const Lesson& lesson, std::string_view name) {
  return std::ranges::find(lesson.planners, name, &LessonPlanner::name) != lesson.planners.end() ||
         std::ranges::any_of(lesson.steps, [&](const LessonStep& step) { return uses_planner(step, name); });
}

bool builds_planner(const Lesson& lesson, const LessonStep& step) {
  return step.builds() && std::ranges::any_of(lesson.planners, [&](const LessonPlanner& planner) {
           return uses_planner(step, planner.name);
         });
}

}  // namespace strata
