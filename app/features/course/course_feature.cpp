// The feature of dynamic scenarios: its entries of the menu and its part of the state dump.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/features/course/course.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"

namespace strata {
namespace {

using nlohmann::json;

json figure_json(double value) { return is_figure(value) ? json(value) : json(nullptr); }

}  // namespace

const Feature kCourseFeature = {
    .name = "course",
    .title = "Dynamic scenario",
    .commands = kCourseCommands,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<CourseController>(lab);
    },
};

void add_course_menu(const Lab& lab, MenuList& list) {
  const CourseController& controller = course_controller(lab);
  const bool ready = controller.is_open() && !controller.running();
  list.command("Run the dynamic scenario", "menu.course.run", "course.run");
  list.unless(ready, controller.running() ? std::string_view("it is being run") : kNoCourse);
  list.command("Record a dynamic scenario", "menu.course.record", "course.record toggle", true, controller.recording());
  list.command("Save the recorded scenario...", "menu.course.save", "ui.show course_save on");
  list.unless(controller.recorder() != nullptr, kNothingRecorded);
}

void CourseController::dump(json& out) const {
  json& own = out["course"];
  own = {{"file", is_open() ? std::filesystem::path(course_->path).filename().string() : std::string()},
         {"phase", is_open() ? phase_ + 1 : 0},
         {"phases", is_open() ? course_->phases.size() : 0},
         {"queries", is_open() ? course_->queries : 0},
         {"cells", is_open() ? course_->phases[phase_].cells : 0},
         {"playing", playing_},
         {"recording", recording_},
         {"recorded",
          {{"changes", recorder_ ? recorder_->changes() : 0}, {"queries", recorder_ ? recorder_->queries() : 0}}},
         {"run", {{"running", running()}, {"outdated", outdated_}, {"planners", json::object()}}}};
  for (const CourseTotals& one : totals()) {
    own["run"]["planners"][std::string(one.planner->name)] = {{"refused", one.refused},
                                                              {"queries", one.queries},
                                                              {"found", one.found},
                                                              {"changes", one.changes},
                                                              {"contradicting", one.contradicting},
                                                              {"longer", one.longer},
                                                              {"worst_above", figure_json(one.worst_above)}};
  }
}

}  // namespace strata
