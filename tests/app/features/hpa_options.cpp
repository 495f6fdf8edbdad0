// All options of HPA* at once: those that suit the map, and those of the paper.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/features/hpa/hpa.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/script.hpp"
#include "core/hpa/automatic_options.hpp"
#include "core/world/map_hpa.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

const HpaOptions& options_of(const Lab& lab) { return lab.world().get<MapHpa>().hpa().options(); }

// Gives the line as the user does, and draws a frame.
void click(Lab& lab, std::string_view line) {
  lab.run(line);
  CHECK(lab.state().dialogs.empty());
  lab.finish_updates();
  lab.tick(0.01);
  lab.finish_updates();
}

HpaOptions fitting(const Lab& lab) { return automatic_options(lab.world().moves()).options; }

// The planners of HPA* that are compared.
std::vector<std::string_view> compared_levels(const Lab& lab) {
  std::vector<std::string_view> names;
  for (const PlannerRow& row : lab.state().rows) {
    if (row.shown && row.planner->name.starts_with("hpa")) names.push_back(row.planner->name);
  }
  return names;
}

constexpr std::string_view kSmall = "map.generate rooms 60 60 3 force", kLarge = "map.generate cave 400 400 3 force";

}  // namespace

TEST_CASE("HPA* gets the options that suit the map, or those of the paper, and says why") {
  Lab lab;
  run_settled(lab, {"map.generate cave 200 180 3 force", "hpa.options automatic"});
  const AutomaticHpaOptions chosen = automatic_options(lab.world().moves());
  CHECK(lab.world().get<MapHpa>().hpa().options() == chosen.options);
  CHECK(hpa_controller(lab).options().cache_paths);
  CHECK(lab.state().messages.back().text == chosen.reason);
  CHECK(lab.state().row("hpa2")->solved);

  // The next script or workspace has the values, not the rule.
  const auto lines = lab.log().setting_lines();
  CHECK(std::ranges::find(lines, "hpa.cache on") != lines.end());
  CHECK(std::ranges::none_of(lines, [](const std::string& line) { return line.starts_with("hpa.options"); }));

  // A reproduction gives the command again, on the map as it was then.
  run(lab, "paint.rectangle 10 10 60 60 filled blocked");
  Lab other;
  Result<ScriptRunner> script = ScriptRunner::from_text(lab.log().reproduction(), "again.script");
  REQUIRE(script.ok());
  REQUIRE(run_script(other, script.value()).ok());
  CHECK(other.world().get<MapHpa>().hpa().options() == chosen.options);

  run_settled(lab, "hpa.options published");
  CHECK(lab.world().get<MapHpa>().hpa().options() == HpaOptions{});
  CHECK(failure(lab, "hpa.options best").find("expected automatic or published, not 'best'") != std::string::npos);
}

TEST_CASE("maps that the user opens get the options of HPA* that suit them, and the running example its own") {
  Lab lab;
  lab.finish_updates();
  const HpaOptions example = options_of(lab);
  begin_to_fit_maps(lab);
  lab.tick(0.01);
  CHECK(options_of(lab) == example);
  CHECK(hpa_controller(lab).reason().empty());
  click(lab, kLarge);
  const HpaOptions large = options_of(lab);
  CHECK(large == fitting(lab));
  CHECK(hpa_controller(lab).reason() == automatic_options(lab.world().moves()).reason);
  CHECK(
      lab.state().messages.back().text ==
      fmt::format("HPA* is fitted to this map: clusters of {}, 2 levels{}. Compare > HPA* > As published takes it back",
                  large.cluster_size, large.cache_paths ? ", stored paths" : ""));
  CHECK(compared_levels(lab) == std::vector<std::string_view>{"hpa2"});
  CHECK(lab.state().row("hpa2")->solved);
  CHECK(lab.log().lines().back() == "hpa.options automatic");
  // Neither strokes nor other sides nor their undoing change the clusters.
  for (const char* line : {"paint.rectangle 1 1 390 390 filled blocked", "canvas.resize 60 60", "edit.undo"}) {
    click(lab, line);
    CHECK(options_of(lab) == large);
  }
  click(lab, kSmall);
  CHECK(options_of(lab) == fitting(lab));
  CHECK(options_of(lab) != large);
  CHECK(compared_levels(lab) == std::vector<std::string_view>{"hpa1"});
  // What is repeated gives the same.
  Lab other;
  ScriptRunner script = must(ScriptRunner::from_text(lab.log().reproduction(), "again.script"));
  REQUIRE(run_script(other, script).ok());
  CHECK(options_of(other) == options_of(lab));
  CHECK(compared_levels(other) == compared_levels(lab));
  click(lab, "map.scene running-example");
  CHECK(options_of(lab) == example);
  CHECK(std::ranges::none_of(lab.log().setting_lines(), [](const auto& line) { return line.starts_with("hpa."); }));
}

TEST_CASE("scripts, lessons and workspaces keep their options of HPA* where the user's maps get others") {
  const test::TempFolder folder;
  Lab fresh;
  run_settled(fresh, kSmall);
  run(fresh, "workspace.save " + folder.file("a.strata"));
  Lab lab;
  begin_to_fit_maps(lab);
  run(lab, kSmall);
  lab.tick(0.01);
  CHECK(options_of(lab) == options_of(fresh));
  click(lab, kLarge);
  const HpaOptions large = options_of(lab);
  REQUIRE(large == fitting(lab));
  click(lab, "workspace.open " + folder.file("a.strata") + " force");
  CHECK(options_of(lab) == options_of(fresh));
  click(lab, kLarge);
  CHECK(options_of(lab) == large);
  click(lab, "figure.open HPA-1a force");
  CHECK_FALSE(options_of(lab).cache_paths);
  click(lab, "figure.leave force");
  CHECK(options_of(lab) == large);
  CHECK(hpa_controller(lab).reason() == automatic_options(lab.world().moves()).reason);
  click(lab, kSmall);
  CHECK(options_of(lab) == fitting(lab));
}

TEST_CASE("the published options stay for later maps and starts, a setting of the user for later maps") {
  const test::TempFolder folder;
  LabOptions kept{.settings_path = folder.file("settings.json")};
  {
    Lab lab(kept);
    begin_to_fit_maps(lab);
    click(lab, kLarge);
    REQUIRE(options_of(lab) == fitting(lab));
    click(lab, "hpa.cluster_size 8");
    CHECK(hpa_controller(lab).reason().empty());
    click(lab, kSmall);
    CHECK(options_of(lab).cluster_size == 8);
  }
  {
    Lab lab(kept);
    begin_to_fit_maps(lab);
    click(lab, kLarge);
    REQUIRE(options_of(lab) == fitting(lab));
    click(lab, "hpa.options published");
    CHECK(options_of(lab) == HpaOptions{});
    CHECK(compared_levels(lab) == std::vector<std::string_view>{"hpa1"});
    click(lab, kSmall);
    CHECK(options_of(lab) == HpaOptions{});
  }
  Lab lab(kept);
  begin_to_fit_maps(lab);
  click(lab, kLarge);
  CHECK_FALSE(options_of(lab).cache_paths);
  click(lab, "hpa.options automatic");
  click(lab, kSmall);
  CHECK(options_of(lab) == fitting(lab));
}

TEST_CASE("planners that need more levels than the chosen options have are not compared") {
  Lab lab;
  run(lab, kLarge);
  run_settled(lab, {"hpa.levels 4", "planner.trace hpa4", "planner.levels_apart on", "hpa.options automatic"});
  CHECK(compared_levels(lab) == std::vector<std::string_view>{"hpa1", "hpa2"});
  CHECK(lab.state().traced == "hpa2");
  // A reproduction repeats each choice, as the first has left out planners that the second does not bring back.
  run(lab, {"hpa.options published", "hpa.options automatic"});
  Lab other;
  ScriptRunner script = must(ScriptRunner::from_text(lab.log().reproduction(), "again.script"));
  REQUIRE(run_script(other, script).ok());
  CHECK(compared_levels(other) == compared_levels(lab));
  CHECK(other.state().traced == lab.state().traced);
  // Nobody adds HPA* to a comparison without it.
  run(lab, {"planner.show hpa1 off", "planner.show hpa2 off", "hpa.options published"});
  CHECK(compared_levels(lab).empty());
}
