#include "app/features/lesson/lesson_needs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/lab/lab.hpp"
#include "app/lab/user_only_commands.hpp"
#include "app/lesson/lesson.hpp"

namespace strata {
namespace {

Error missing_planner(const Lesson& lesson, const LessonPlanner& planner) {
  return error_at_line(lesson.file, planner.line,
                       fmt::format("the lesson needs a planner of your own that is called {0}: Compare > Add your "
                                   "own... adds it, and so does the option --planner \"{0}=COMMAND\"",
                                   planner.name));
}

}  // namespace

Result<UserPlannerProgram> own_program_of(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == text.npos || equals == 0) {
    return error_at("--planner", "expected NAME=COMMAND, such as mine=python3 astar.py, not '" + text + "'");
  }
  return UserPlannerProgram{text.substr(0, equals), text.substr(equals + 1)};
}

Status add_own_program(Lab& lab, const UserPlannerProgram& program) {
  const Status added = execute_by_hand(lab, Command{"external.add", {program.name, program.command}});
  return added ? added : error_at(fmt::format("--planner {}={}", program.name, program.command), added.error().what);
}

Status planners_of_command(const Lab& lab, const Lesson& lesson, const Command& command) {
  for (const LessonPlanner& planner : lesson.planners) {
    const bool named = std::ranges::find(command.args, planner.name) != command.args.end();
    if (named && lab.state().row(planner.name) == nullptr) return missing_planner(lesson, planner);
  }
  return success();
}

Status planners_of_step(Lab& lab, const Lesson& lesson, const LessonStep& step) {
  for (const LessonPlanner& planner : lesson.planners) {
    if (!uses_planner(step, planner.name)) continue;
    lab.finish_updates();
    const PlannerRow* row = lab.state().row(planner.name);
    if (row == nullptr) return missing_planner(lesson, planner);
    if (row->waiting) {
      return error_at(planner.name,
                      "has not answered yet: wait until it has, or stop it under Compare > Add your own...");
    }
  }
  return success();
}

}  // namespace strata
