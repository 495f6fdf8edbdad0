// The settings, commands and menus of the feature that measures which planner is the best for the open map.
#include <fmt/format.h>

#include <array>
#include <cstdlib>

#include "app/features/decide/decide.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/menu_model.hpp"

namespace strata {
namespace {

std::span<const SettingOf<DecideSettings>> decide_settings() {
  using namespace setting_rows;
  // clang-format off
  static constexpr std::array kRows = {
      number<&DecideSettings::rate>({.name = "decide.rate", .title = "Queries between two edits", .label = "Per edit",
          .word = "COUNT", .unit = "queries", .range = {1, 1'000'000}, .slider = {1, 100'000}, .logarithmic = true,
          .help = "How many queries follow an edit until the next one: Decide compares the time of an update and so "
                  "many queries"}),
      choice<&DecideSettings::bound>({.name = "decide.bound", .title = "Most above optimal, percent", .label = "Paths",
          .zero = "0", .help = "Decide chooses among planners whose worst path is at most so much above optimal",
          .words = kDecideBounds}),
      toggle<&DecideSettings::any_angle>({.name = "decide.any_angle", .title = "Choose paths at any angle",
          .label = "Any angle",
          .help = "Whether Decide also chooses planners whose paths are not from cell to cell; they are compared with "
                  "Polyanya's. On a level those over its mesh are chosen alone unless this is on"}),
      choice<&DecideSettings::random>({.name = "decide.over", .title = "Queries of Decide", .label = "Queries",
          .help = "The rows of the open scenario, or random queries; without a scenario they are random",
          .words = kDecideOver}),
      number<&DecideSettings::queries>({.name = "decide.queries", .title = "Most queries of Decide", .label = "At most",
          .word = "COUNT", .unit = "queries", .range = {1, 1000}, .slider = {10, 1000}, .logarithmic = true,
          .help = "A longer scenario is measured by so many of its rows, evenly spaced"}),
      choice<&DecideSettings::built>({.name = "decide.planners", .title = "Planners of Decide", .label = "Planners",
          .help = "All planners that the rules allow, or those whose structures are switched on; on a large map always "
                  "the latter", .words = kDecidePlanners}),
      number<&DecideSettings::radius>({.name = "decide.radius", .title = "Brush of the strokes", .label = "Brush",
          .word = "CELLS", .unit = "cells", .range = {0, 64}, .slider = {0, 16},
          .help = "Radius of the random strokes that Decide measures updates by"}),
      number<&DecideSettings::strokes>({.name = "decide.strokes", .title = "Strokes of Decide", .label = "Strokes",
          .word = "COUNT", .unit = "strokes", .range = {5, 1000}, .slider = {5, 200}, .logarithmic = true,
          .help = "Random strokes on a copy of the map; an update is their median"}),
  };
  // clang-format on
  return kRows;
}

const DecideSettings& decide_settings_now(const Lab& lab) { return decide_controller(lab).settings(); }

Status take_decide_settings(Lab& lab, const Setting&, const DecideSettings& settings) {
  decide_controller(lab).set_settings(settings);
  return success();
}

std::string first_word(const Command& command) { return command.args.empty() ? std::string() : command.args[0]; }

Status run_decide(Lab& lab, const Command&) { return decide_controller(lab).begin(); }
Status cancel_decide(Lab& lab, const Command&) { return decide_controller(lab).cancel(); }
Status choose_decided(Lab& lab, const Command& command) { return decide_controller(lab).choose(first_word(command)); }
Status copy_decided(Lab& lab, const Command& command) { return decide_controller(lab).copy(first_word(command)); }
Status report_decided(Lab& lab, const Command& command) {
  return decide_controller(lab).write_report(first_word(command));
}

// clang-format off
constexpr std::array<FeatureCommand, 5> kDecideCommands = {{
    {{"decide.run", "", "Decide: measure the planners", CommandGroup::kScenario, 0, 0, "Measures all planners that can answer on this map, by queries and strokes on a copy of it, in the background"}, run_decide},
    {{"decide.cancel", "", "Decide: cancel", CommandGroup::kScenario, 0, 0, "Ends the measuring; what was measured before stays"}, cancel_decide},
    {{"decide.choose", "PLANNER", "Decide: step this planner", CommandGroup::kScenario, 1, 1, "Compares and steps the planner of a row, by its name or its number from 1"}, choose_decided},
    {{"decide.copy", "[PLANNER]", "Decide: copy as C++", CommandGroup::kScenario, 0, 1, "Puts a program that uses the planner on the clipboard, with the settings that were measured, or the present ones if it was not measured; without a name, the planner of the last click, or else the one that is chosen"}, copy_decided},
    {{"decide.report", "PATH", "Decide: write the report", CommandGroup::kFile, 1, 1, "Writes choices, table and chart as one page, .html or .pdf"}, report_decided},
}};
// clang-format on

void add_decide_menu(const Lab&, const MenuContext&, MenuList& menu, MenuSection section) {
  if (section != MenuSection::kSearch) return;
  menu.command("Decide which planner...", "menu.search.decide",
               std::vector<std::string>{"ui.panel left on", "ui.place decide", "ui.chart decide"});
}

}  // namespace

double decide_bound(int choice) {
  const std::string_view word = kDecideBounds[static_cast<size_t>(choice)];
  if (word == "any") return kAnyBound;
  return word == "optimal" ? 0 : std::strtod(word.data(), nullptr);
}

std::span<const LabSetting> decide_lab_settings() {
  static const std::vector<LabSetting> all = [] {
    std::vector<LabSetting> made =
        settings_of(decide_settings(), DecideSettings(), decide_settings_now, take_decide_settings);
    for (LabSetting& setting : made) setting.group = CommandGroup::kScenario;
    return with_texts(std::move(made));
  }();
  return all;
}

const Feature kDecideFeature = {
    .name = "decide",
    .title = "Decide",
    .commands = kDecideCommands,
    .settings = decide_lab_settings,
    .menu = add_decide_menu,
    .charts = kDecideCharts,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<DecideController>(lab);
    },
};

}  // namespace strata
