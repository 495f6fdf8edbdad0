#include "app/features/scenarios/scenarios.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/features/course/course.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"

namespace strata {
namespace {

using nlohmann::json;

constexpr KeyBinding kKeys[] = {{"PageDown", "scenario.next", "Next row of the scenario", true},
                                {"PageUp", "scenario.previous", "Previous row of the scenario", true}};

constexpr std::string_view kRunning = "the rows are being run";

void fill_menu(const Lab& lab, const MenuContext&, MenuList& list, MenuSection section) {
  if (section != MenuSection::kOwn) return;
  const ScenariosController& controller = scenarios_controller(lab);
  const bool there = !controller.rows().empty(), running = lab.controller(kScenariosFeature).at_work();
  list.command("Next row", "menu.scenario.next", "scenario.next");
  list.unless(there, kNoScenarioRows);
  list.command("Previous row", "menu.scenario.previous", "scenario.previous");
  list.unless(there, kNoScenarioRows);
  list.separator();
  list.command("Run all rows", "menu.scenario.run", "scenario.run");
  list.unless(there && !running, running ? kRunning : kNoScenarioRows);
  list.command("Cancel the run", "menu.scenario.cancel", "scenario.cancel");
  list.unless(running, "no rows are being run");
  list.command("Decide which planner...", "menu.scenario.decide", "ui.chart decide");
  list.command("Chart of the results", "menu.scenario.chart", "ui.chart scenario-expanded");
  list.command("Save results as CSV...", "menu.scenario.csv", "ui.show save_csv on");
  list.unless(!controller.results().empty() && !running, running ? kRunning : "the rows have not been run yet");
  list.separator();
  list.command("Add start and goal as a row", "menu.scenario.add", "scenario.add");
  list.unless(lab.state().has_query && !controller.borrowed(),
              controller.borrowed() ? kBorrowedRows : "start and goal are not set");
  list.command("Save the rows...", "menu.scenario.save", "scenario.save");
  list.unless((there || controller.unsaved()) && !controller.borrowed(),
              controller.borrowed() ? std::string_view(kBorrowedRows) : kNoScenarioRows);
  list.separator();
  add_course_menu(lab, list);
}

json figure_json(double value) { return is_figure(value) ? json(value) : json(nullptr); }

}  // namespace

const Feature kScenariosFeature = {
    .name = "scenarios",
    .title = "Scenario",
    .commands = kScenarioCommands,
    .menu = fill_menu,
    .charts = kScenarioCharts,
    .own_menu = {"Scenario", "menu.scenario"},
    .keys = kKeys,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<ScenariosController>(lab);
    },
};

ScenariosController& scenarios_controller(const Lab& lab) {
  return static_cast<ScenariosController&>(lab.controller(kScenariosFeature));
}

void ScenariosController::dump(json& out) const {
  json& own = out["scenario"];
  own = {{"file", std::filesystem::path(path_).filename().string()},
         {"map", map_},
         {"unsaved", unsaved_},
         {"rows", rows_.size()},
         {"buckets", order_.buckets.size()},
         {"problems", problem_counts_.all()},
         {"above_optimal", problem_counts_.longer},
         {"current", current() ? *current() + 1 : 0}};
  if (const auto row = current()) {
    own["row"] = {{"bucket", rows_[*row].bucket},
                  {"length", future_hidden(lab_) ? json(nullptr) : json(rows_[*row].length)},
                  {"found", figure_json(found(*row))},
                  {"problem", problem_text(*row)}};
  }
  json& run = own["run"];
  run = {{"running", run_.running()},
         {"rows", results_.asked_rows.size()},
         {"rows_done", results_.rows_done()},
         {"complete", !results_.empty() && results_.complete()},
         {"holds", results_hold_},
         {"planners", json::object()}};
  for (size_t i = 0; i < all_means_.planners.size() && !future_hidden(lab_); ++i) {
    const ScenarioMeans::PlannerMeans& of = all_means_.planners[i];
    run["planners"][std::string(results_.planners[i]->name)] = {
        {"answered", of.answered},
        {"found", of.found},
        {"expanded", figure_json(of.figure(ScenarioMeasure::kExpanded))},
        {"excess", figure_json(of.figure(ScenarioMeasure::kAboveOptimal))},
        {"excess_raw", figure_json(of.raw_above_optimal)},
        {"search", figure_json(of.part(ScenarioPart::kSearch))},
        {"connecting", figure_json(of.part(ScenarioPart::kConnecting))},
        {"refinement", figure_json(of.part(ScenarioPart::kRefinement))}};
  }
}

}  // namespace strata
