// One row for a family of planners, in which the number of levels is chosen; and whose paths are drawn.
#include "app/lab/planner_levels.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/path_rows.hpp"
#include "core/io/movingai.hpp"
#include "core/world/planners.hpp"
#include "tests/lab_support.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::vector<std::string> listed_names(const LabState& state) {
  std::vector<std::string> names;
  for (const PlannerRow& row : state.rows) {
    if (row.shown && has_own_row(state, row)) names.emplace_back(row.planner->name);
  }
  return names;
}

std::vector<std::string> drawn_names(const LabState& state) {
  std::vector<const PlannerRow*> rows;
  find_path_rows(state, rows);
  std::vector<std::string> names;
  for (const PlannerRow* row : rows) names.emplace_back(row->planner->name);
  return names;
}

std::map<std::string_view, bool> compared(const LabState& state) {
  std::map<std::string_view, bool> shown;
  for (const PlannerRow& row : state.rows) shown[row.planner->name] = row.shown;
  return shown;
}

void run_all(Lab& lab, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) run(lab, line);
  lab.finish_updates();
}

const PlannerRow& row_of(const Lab& lab, std::string_view name) { return *lab.state().row(name); }

}  // namespace

TEST_CASE("planners of any family that search different numbers of levels share a row, and no others do") {
  static constexpr PlannerFamily kFamily{.name = "Toy*", .hierarchical = true}, kOther{.name = "Other*"};
  std::array<Planner, 4> toys;
  toys.fill(*planner_named("rooms"));
  constexpr std::array<std::string_view, 4> kNames = {"toy3", "toy1", "toy-flat", "other2"};
  constexpr std::array<int, 4> kLevels = {3, 1, 0, 2};
  LabState state;
  for (size_t i = 0; i < toys.size(); ++i) {
    toys[i].name = kNames[i];
    toys[i].family = i < 3 ? &kFamily : &kOther;
    toys[i].abstract_level = kLevels[i];
    PlannerRow& row = state.rows.emplace_back();
    row.planner = &toys[i];
    row.shown = true;
  }
  CHECK(listed_names(state) == std::vector<std::string>{"toy3", "toy-flat", "other2"});
  const LevelChoices choices = level_choices(state, toys[0]);
  REQUIRE(choices.count == 2);
  CHECK(choices.rows[0]->planner == &toys[1]);
  CHECK(choices.rows[1]->planner == &toys[0]);
  state.traced = "toy1";
  CHECK(listed_names(state) == std::vector<std::string>{"toy1", "toy-flat", "other2"});
  state.levels_apart = true;
  CHECK(listed_names(state).size() == 4);
  // HAA* of high and of low quality have one level each, and PCCP searches all levels that there are.
  CHECK(differ_in_levels(*planner_named("hpa1"), *planner_named("hpa4")));
  CHECK(differ_in_levels(*planner_named("hna2"), *planner_named("hna1")));
  CHECK_FALSE(differ_in_levels(*planner_named("hpa1"), *planner_named("hna2")));
  CHECK_FALSE(differ_in_levels(*planner_named("haa-high"), *planner_named("haa-low")));
  CHECK_FALSE(differ_in_levels(*planner_named("pccp"), *planner_named("hna2")));
}

TEST_CASE("the number of levels that is chosen takes the place of the other one, and can be compared with it") {
  Lab lab;
  lab.finish_updates();
  const LabState& s = lab.state();
  CHECK(listed_names(s) == std::vector<std::string>{"astar", "jps", "hpa1"});
  CHECK(level_choices(s, *planner_named("hpa1")).count == 3);
  std::map<std::string_view, bool> shown = compared(s);
  run_all(lab, lines_to_choose_levels(s, row_of(lab, "hpa3")));
  CHECK(s.traced == "hpa3");
  CHECK(listed_names(s) == std::vector<std::string>{"astar", "jps", "hpa3"});
  shown["hpa1"] = shown["hpa2"] = false;
  CHECK(compared(s) == shown);
  // The choice stays when another planner is stepped.
  run_settled(lab, "planner.trace astar");
  CHECK(listed_names(s) == std::vector<std::string>{"astar", "jps", "hpa3"});
  // To leave out the row leaves out all of its levels; no other number of levels comes in its place.
  run(lab, "planner.show hpa1 on");
  run_all(lab, lines_to_compare(s, listed_row(s, row_of(lab, "hpa3")), false));
  CHECK(listed_names(s) == std::vector<std::string>{"astar", "jps"});
  run_all(lab, lines_to_compare(s, row_of(lab, "hpa3"), true));
  CHECK(listed_names(s) == std::vector<std::string>{"astar", "jps", "hpa3"});
  run_all(lab, lines_to_compare_levels(s));
  CHECK(s.levels_apart);
  CHECK(listed_names(s) == std::vector<std::string>{"astar", "jps", "hpa1", "hpa2", "hpa3"});
  for (const char* name : {"hpa1", "hpa2", "hpa3"}) CHECK(row_of(lab, name).solved);
  CHECK(drawn_names(s).size() == 5);
  run_all(lab, lines_to_compare_levels(s));
  CHECK(listed_names(s).size() == 3);
  CHECK(drawn_names(s).size() == 3);
  // A fourth level is offered where HPA* has it.
  run_settled(lab, {"hpa.cluster_size 5", "hpa.levels 4"});
  CHECK(level_choices(s, *planner_named("hpa1")).count == 4);
}

TEST_CASE("stepping a planner switches no other planner on or off") {
  for (const Planner& planner : planners()) {
    CAPTURE(std::string(planner.name));
    Lab lab;
    std::map<std::string_view, bool> before = compared(lab.state());
    if (!lab.execute(fmt::format("planner.trace {}", planner.name))) continue;
    std::map<std::string_view, bool> after = compared(lab.state());
    before.erase(planner.name);
    after.erase(planner.name);
    CHECK(after == before);
  }
}

TEST_CASE("only this draws one path, and a second use brings the others back as they were") {
  Lab lab;
  lab.finish_updates();
  const LabState& s = lab.state();
  OverlayBuilder builder;
  run(lab, "planner.path jps off");
  CHECK(drawn_names(s) == std::vector<std::string>{"astar", "hpa1"});
  CHECK(row_of(lab, "jps").solved);
  const size_t all = test::only(lab, builder, Layer::kPath).lines.size();
  const auto shown = compared(s);
  run_all(lab, lines_to_draw_only(s, row_of(lab, "hpa1")));
  CHECK(s.traced == "hpa1");
  CHECK(drawn_names(s) == std::vector<std::string>{"hpa1"});
  const size_t one = test::only(lab, builder, Layer::kPath).lines.size();
  CHECK(one > 0);
  CHECK(one < all);
  CHECK(compared(s) == shown);
  // The planner that is stepped is the one that is drawn, also if its path was hidden before.
  run_all(lab, lines_to_draw_only(s, row_of(lab, "jps")));
  CHECK(drawn_names(s) == std::vector<std::string>{"jps"});
  CHECK(s.only_stepped);
  const std::vector<std::string> lines = lab.log().setting_lines();
  for (const char* line : {"planner.path jps off", "planner.only on"}) {
    CHECK_MESSAGE(std::ranges::find(lines, line) != lines.end(), line);
  }
  run_all(lab, lines_to_draw_only(s, row_of(lab, "jps")));
  CHECK_FALSE(s.only_stepped);
  CHECK(drawn_names(s) == std::vector<std::string>{"astar", "hpa1"});
  CHECK(compared(s) == shown);
  CHECK(test::only(lab, builder, Layer::kPath).lines.size() > one);
  run(lab, "planner.path jps on");
  CHECK(drawn_names(s).size() == 3);
}
