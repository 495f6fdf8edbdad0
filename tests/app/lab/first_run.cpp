// The first minute, the simple view, and the running example: each state and command, alone and mixed with others.
#include "app/lab/first_run.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/base/settings.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/simple_view.hpp"
#include "app/playback/playback.hpp"
#include "core/io/files.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/scenes.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

nlohmann::json view_json(Lab& lab) { return nlohmann::json::parse(dump_state(lab))["view"]; }

// A lab with the settings of this file, in which a person sits before the window.
std::unique_ptr<Lab> greeted(const std::string& settings) {
  LabOptions options{.settings_path = settings};
  auto lab = std::make_unique<Lab>(options);
  greet(*lab);
  return lab;
}

void hover_over(Lab& lab, Cell cell) { lab.mutable_state().hover = cell; }

int cluster_size(const Lab& lab) { return lab.world().get<MapHpa>().hpa().options().cluster_size; }

// The titles of all entries of all menus.
std::vector<std::string> menu_titles(const Lab& lab) {
  const std::vector<std::string> none;
  const MenuContext context{none, none, none, true, true, true, true, false};
  std::vector<std::string> titles;
  for (size_t menu = 0; menu < menus().size(); ++menu) {
    for (const MenuEntry& entry : menu_entries(lab, context, menu)) titles.push_back(entry.title);
  }
  return titles;
}

bool has_title(const std::vector<std::string>& list, std::string_view text) {
  return std::ranges::find(list, text) != list.end();
}

}  // namespace

TEST_CASE("the card opens at starts until it is closed, and stays closed then") {
  const test::TempFolder folder;
  const std::string settings = folder.file("settings.json");
  {
    const auto lab = greeted(settings);
    CHECK(lab->state().first_run);
    CHECK(view_json(*lab)["first_run"] == true);
    run(*lab, "ui.scale 1.5");  // writes the settings
  }
  {
    const auto lab = greeted(settings);
    CHECK(lab->state().first_run);  // nobody has closed it
    run(*lab, "ui.show first_run off");
    CHECK_FALSE(lab->state().first_run);
    CHECK(lab->state().windows.empty());
  }
  const auto lab = greeted(settings);
  CHECK_FALSE(lab->state().first_run);
  run(*lab, "ui.show first_run on");  // Help opens it again
  CHECK(view_json(*lab)["first_run"] == true);
  CHECK_FALSE(greeted(settings)->state().first_run);
}

TEST_CASE("scripts see no card and no hints, and settings of an earlier program count as having seen them") {
  Lab lab;
  CHECK_FALSE(lab.state().first_run);
  CHECK_FALSE(lab.state().hints);
  const test::TempFolder folder;
  const std::string settings = folder.file("settings.json");
  REQUIRE(write_file_atomic(settings, "{\"ui_scale\": 1.25}\n").ok());
  const auto old = greeted(settings);
  CHECK_FALSE(old->state().first_run);
  CHECK_FALSE(old->state().hints);
}

TEST_CASE("the button of the card steps A*, by commands that are logged, and closes the card") {
  Lab lab;
  lab.finish_updates();
  run(lab, {"planner.trace hpa1", "ui.show first_run on"});
  for (const std::string_view line : kFirstRunLines) run(lab, std::string(line));
  lab.finish_updates();
  CHECK_FALSE(lab.state().first_run);
  CHECK(lab.state().traced == "astar");
  CHECK(lab.playback().cursor() == 1);
  CHECK(has_title(lab.log().lines(), "planner.trace astar"));
}

TEST_CASE("one hint at a time follows the pointer, until what it tells to do was done once") {
  const test::TempFolder folder;
  const std::string settings = folder.file("settings.json");
  {
    const auto held = greeted(settings);
    Lab& lab = *held;
    lab.gestures().set_view_size(640, 640);
    run_settled(lab, "view.fit");
    hover_over(lab, {5, 5});
    CHECK(hint_now(lab) == std::nullopt);  // the card says what to do
    run(lab, "ui.show first_run off");
    REQUIRE(hint_now(lab) == Hint::kMoveEnds);
    CHECK(hint_text(lab, Hint::kMoveEnds) == "Drag S or G to another cell");
    run(lab, "tool.select brush");
    REQUIRE(hint_now(lab) == Hint::kPaint);
    CHECK(hint_text(lab, Hint::kPaint) == "Drag to paint a wall");
    run(lab, "terrain.select swamp");
    CHECK(hint_text(lab, Hint::kPaint) == "Drag to paint swamp");
    CHECK(view_json(lab)["hints"]["shown"] == "paint");
    // The user paints a stroke with the mouse.
    const Camera& camera = lab.state().camera;
    PointerEvent pointer{.x = camera.screen_x(20.5), .y = camera.screen_y(12.5)};
    for (const auto kind : {PointerEvent::Kind::kMove, PointerEvent::Kind::kPress}) {
      pointer.kind = kind;
      lab.gestures().pointer(pointer);
    }
    lab.tick(0.01);
    CHECK(hint_now(lab) == std::nullopt);
    pointer.kind = PointerEvent::Kind::kRelease;
    lab.gestures().pointer(pointer);
    lab.tick(0.01);
    CHECK(hint_now(lab) == std::nullopt);
    run(lab, {"tool.select select", "step.first", "step.forward"});
    lab.tick(0.01);
    CHECK(hint_now(lab) == Hint::kStep);  // the first step was that of the card
    run(lab, "step.forward");
    lab.tick(0.01);
    CHECK(hint_now(lab) == Hint::kMoveEnds);
    lab.mutable_state().hover.reset();
    CHECK(hint_now(lab) == std::nullopt);
    CHECK(view_json(lab)["hints"]["done"] == nlohmann::json{"paint", "step"});
  }
  // The next start needs the one hint that is left.
  const auto held = greeted(settings);
  hover_over(*held, {5, 5});
  CHECK(hint_now(*held) == Hint::kMoveEnds);
  run(*held, "tool.select brush");
  CHECK(hint_now(*held) == std::nullopt);
  run(*held, "ui.presentation on");
  run(*held, "tool.select select");
  CHECK(hint_now(*held) == std::nullopt);
  run(*held, "ui.presentation off");
  run(*held, "ui.hints off");
  CHECK(hint_now(*held) == std::nullopt);
  const auto next = greeted(settings);
  CHECK_FALSE(next->state().hints);
  run(*next, "ui.hints on");  // all of them anew
  hover_over(*next, {5, 5});
  run(*next, "tool.select brush");
  CHECK(hint_now(*next) == Hint::kPaint);
}

TEST_CASE("no hint is shown while a prediction or a lesson says what a click means, and Esc ends them at once") {
  const test::TempFolder folder;
  const auto held = greeted(folder.file("settings.json"));
  Lab& lab = *held;
  run_settled(lab, "ui.show first_run off");
  for (const char* line : {"predict on", "lesson.open astar-stops"}) {
    CAPTURE(line);
    hover_over(lab, {5, 5});
    REQUIRE(hint_now(lab).has_value());
    CHECK_FALSE(is_guided(lab));
    run(lab, line);
    hover_over(lab, {5, 5});
    CHECK(is_guided(lab));
    CHECK(hint_now(lab) == std::nullopt);
    CHECK(lab.gestures().cancel());
    CHECK_FALSE(is_guided(lab));
    lab.finish_updates();
  }
  // The hints are there still, and there is nothing left to end.
  hover_over(lab, {5, 5});
  CHECK(hint_now(lab).has_value());
  CHECK_FALSE(lab.gestures().cancel());
}

TEST_CASE("the simple view lists A*, JPS and HPA*, and full brings all back as it was") {
  Lab lab;
  run_settled(lab, {"sectors on", "planner.show dijkstra on", "planner.show hpa1 off", "planner.trace sectors"});
  const auto titles = menu_titles(lab);
  nlohmann::json before = nlohmann::json::parse(dump_state(lab));
  size_t others = 0;
  for (const PlannerRow& row : lab.state().rows) {
    const std::string_view name = row.planner->name;
    const bool simple = name == "astar" || name == "jps" || name.starts_with("hpa");
    CHECK(is_simple(*row.planner) == simple);
    CHECK(is_listed(lab.state(), *row.planner));
    if (!simple && (row.shown || lab.state().traced == name)) ++others;
  }
  CHECK(others >= 2);
  CHECK(unlisted_planners(lab.state()) == 0);
  run(lab, "ui.detail simple");
  CHECK(view_json(lab)["detail"] == "simple");
  CHECK(unlisted_planners(lab.state()) == others);
  CHECK(view_json(lab)["hidden_planners"] == others);
  CHECK(lab.state().row("dijkstra")->shown);  // what is on stays on
  CHECK(lab.world().has(StructureId::kSectors));
  const auto simple_titles = menu_titles(lab);
  CHECK(has_title(titles, "Dijkstra"));
  CHECK_FALSE(has_title(simple_titles, "Dijkstra"));
  CHECK(has_title(simple_titles, "A*"));
  for (const LayerGroup& group : layer_groups()) {
    if (group.name == "layers.hpa" || group.name == "layers.search") CHECK(is_listed(lab.state(), group));
    if (group.name == "layers.sectors") CHECK_FALSE(is_listed(lab.state(), group));
  }
  run(lab, "ui.detail toggle");
  CHECK(menu_titles(lab) == titles);
  CHECK(nlohmann::json::parse(dump_state(lab)) == before);
  CHECK(test::failure(lab, "ui.detail some").find("simple or full") != std::string::npos);
  CHECK(nlohmann::json::parse(dump_state(lab)) == before);
}

TEST_CASE("the detail is kept in the settings") {
  const test::TempFolder folder;
  LabOptions options{.settings_path = folder.file("settings.json")};
  {
    Lab lab(options);
    CHECK_FALSE(lab.state().simple);
    run(lab, "ui.detail simple");
  }
  CHECK(Lab(options).state().simple);
}

TEST_CASE("the running example has clusters of five, on three levels, and other maps have the usual ones") {
  Lab lab;
  lab.finish_updates();
  CHECK(cluster_size(lab) == kRunningExampleClusters);
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  REQUIRE(hpa.levels() == 3);
  for (const auto& [level, clusters] : {std::pair{1, 64}, {2, 16}, {3, 4}}) {
    CHECK(hpa.counts(level).clusters == static_cast<size_t>(clusters));
    CHECK(hpa.counts(level).nodes > 0);
  }
  run(lab, "map.generate rooms 48 48 3");
  CHECK(cluster_size(lab) == 10);
  run(lab, "map.scene running-example");
  CHECK(cluster_size(lab) == kRunningExampleClusters);
  // Other sides are no other map.
  run(lab, "canvas.resize 44 44");
  CHECK(cluster_size(lab) == kRunningExampleClusters);
  run(lab, "edit.undo");
  CHECK(cluster_size(lab) == kRunningExampleClusters);
  // A size that was chosen holds for all maps.
  for (const char* line : {"hpa.cluster_size 8", "map.generate rooms 48 48 3", "map.scene running-example force"}) {
    run(lab, line);
    CHECK(cluster_size(lab) == 8);
  }
  // Clusters that would be too large with so many levels stay as they are.
  Lab deep;
  run(deep, {"hpa.levels 4", "hpa.factor 4", "map.generate rooms 48 48 3"});
  CHECK(cluster_size(deep) == (HpaOptions{.cluster_size = 10, .levels = 4, .level_factor = 4}.valid() ? 10 : 5));
}

TEST_CASE("a reproduction has the clusters of the running example, of other maps, and those that were chosen") {
  for (const std::vector<std::string>& lines : {std::vector<std::string>{},
                                                {"map.generate rooms 40 40 2"},
                                                {"map.generate rooms 40 40 2", "map.scene running-example"},
                                                {"hpa.cluster_size 10"},
                                                {"hpa.cluster_size 10", "map.generate rooms 40 40 2"},
                                                {"hpa.cluster_size 5", "map.generate rooms 40 40 2"}}) {
    Lab lab;
    for (const std::string& line : lines) run(lab, line);
    Lab again;
    const std::string script = lab.log().reproduction();
    CAPTURE(script);
    for (size_t begin = 0; begin < script.size();) {
      const size_t end = script.find('\n', begin);
      run(again, script.substr(begin, end - begin));
      begin = end + 1;
    }
    CHECK(cluster_size(again) == cluster_size(lab));
    run(lab, "map.generate rooms 30 30 2");
    run(again, "map.generate rooms 30 30 2");
    CHECK(cluster_size(again) == cluster_size(lab));
  }
}
