// Commands of dynamic scenarios.
#include "app/base/command_arguments.hpp"
#include "app/features/course/course.hpp"
#include "app/lab/lab.hpp"

namespace strata {
namespace {

constexpr int kMaxPhases = 1 << 30;

Status next(Lab& lab, const Command&) { return course_controller(lab).step(1); }
Status back(Lab& lab, const Command&) { return course_controller(lab).step(-1); }

Status go(Lab& lab, const Command& command) {
  STRATA_TRY(phase, integer(command.args[0], 1, kMaxPhases, "PHASE"));
  return course_controller(lab).go(static_cast<size_t>(phase) - 1);
}

Status play(Lab& lab, const Command& command) {
  STRATA_TRY(on, on_off(command.args[0], course_controller(lab).playing()));
  return course_controller(lab).play(on);
}

Status record(Lab& lab, const Command& command) {
  STRATA_TRY(on, on_off(command.args[0], course_controller(lab).recording()));
  return course_controller(lab).record(on);
}

Status close(Lab& lab, const Command&) { return course_controller(lab).close(); }
Status run(Lab& lab, const Command&) { return course_controller(lab).run(); }
Status cancel(Lab& lab, const Command&) { return course_controller(lab).cancel(); }
Status write_csv(Lab& lab, const Command& command) { return course_controller(lab).write_csv(command.args[0]); }
Status save(Lab& lab, const Command& command) { return course_controller(lab).save(command.args[0]); }

// Which phase comes next depends on the phase before, so that the log says which it was.
Command gone_to(const Lab& lab, const Command&) {
  return {"course.go", {std::to_string(course_controller(lab).phase() + 1)}};
}

using keeps::kWork;

}  // namespace

// clang-format off
const std::array<FeatureCommand, 10> kCourseCommands = {{
    {{"course.next", "", "Next change of the dynamic scenario", CommandGroup::kScenario, 0, 0, "Makes the map that of the next phase", kWork}, next, {.logged = gone_to}},
    {{"course.back", "", "Take back a change of the dynamic scenario", CommandGroup::kScenario, 0, 0, "Makes the map that of the phase before", kWork}, back, {.logged = gone_to}},
    {{"course.go", "PHASE", "Phase of the dynamic scenario", CommandGroup::kScenario, 1, 1, "Makes the map that of a phase (from 1), and its queries the rows of the scenario", kWork}, go},
    {{"course.play", "on|off|toggle", "Play the dynamic scenario", CommandGroup::kScenario, 1, 1, "Goes to the next phase each second"}, play},
    {{"course.close", "", "Close the dynamic scenario", CommandGroup::kScenario, 0, 0, "The map stays as it is", kWork}, close},
    {{"course.run", "", "Run the dynamic scenario", CommandGroup::kScenario, 0, 0, "Lets the planners of the comparison do all changes and queries in their order, in the background, each on a map of its own"}, run},
    {{"course.cancel", "", "Cancel the run of the dynamic scenario", CommandGroup::kScenario, 0, 0, "Ends it without totals"}, cancel},
    {{"course.csv", "PATH", "Save totals of the dynamic scenario", CommandGroup::kFile, 1, 1, "Writes the totals of the last run as CSV, a line for each planner"}, write_csv},
    {{"course.record", "on|off|toggle", "Record a dynamic scenario", CommandGroup::kScenario, 1, 1, "From now on collects every change of the map, and start and goal whenever they are set, for course.save"}, record},
    {{"course.save", "PATH", "Save the recorded scenario", CommandGroup::kFile, 1, 1, "Writes what was recorded as a .scen file of version 2, and its patch file beside it"}, save},
}};
// clang-format on

}  // namespace strata
