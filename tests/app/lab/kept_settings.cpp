// What the user has set for the program is in the settings file, and nothing that a file of somebody else does changes
// it: no lesson, card or workspace.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "app/base/terrain_looks.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "app/lab/undo_history.hpp"
#include "core/base/build_info.hpp"
#include "core/io/files.hpp"
#include "tests/app/lab/settings_watch.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;
using MayChange = SettingsWatch::MayChange;

namespace {

LabOptions with_settings(const std::string& path) {
  return {.settings_path = path,
          .stock_folders = {assets_folder("maps"), assets_folder("figures"), assets_folder("lessons")},
          .fixed_clock = true};
}

// A lab whose user has set most of what there is.
struct UserLab {
  test::TempFolder folder;
  SettingsWatch watch{folder.file("settings.json")};
  std::unique_ptr<Lab> own;
  Lab& lab;

  UserLab() : own(begin()), lab(*own) {}
  std::unique_ptr<Lab> begin() {
    watch.begin();
    return std::make_unique<Lab>(with_settings(watch.path()));
  }
  std::string write(const std::string& name, const std::string& text) const {
    REQUIRE(write_file_atomic(folder.file(name), text).ok());
    return folder.file(name);
  }
  // Gives the command, which changes nothing in the settings but what it is for.
  void give(const std::string& line, MayChange purpose = MayChange::kNothing) {
    CAPTURE(line);
    (void)lab.execute(line);
    CHECK(watch.after(purpose) == "");
  }
};

constexpr const char* kMap = "type octile\nheight 3\nwidth 5\nmap\n.....\n@@.SS\n.....\n";
constexpr const char* kEnd =
    "text \"Look.\"\nask number \"How long?\" planners.astar.steps within 0.1\nbecause \"So.\"\nreveal query.goal 3 "
    "3\n";

std::string lesson_with(const std::string& setup) {
  return "lesson small 1\ntitle \"Small\"\nstep \"First\"\nsetup map.new 20 20\nsetup query.set 2 2 12 2\n" + setup +
         kEnd;
}

}  // namespace

TEST_CASE(
    "a lesson that is answered to its end leaves keys, colours, limits and recent files as the user has set them") {
  UserLab user;
  const TerrainLooks looks = user.lab.state().terrain_looks;
  for (const char* lesson : {"entrances", "astar-stops"}) {
    user.give(fmt::format("lesson.open {}", lesson));
    REQUIRE(lesson_controller(user.lab).is_open());
    for (int i = 0; i < 40 && !lesson_controller(user.lab).finished(); ++i) {
      for (const char* line : {"lesson.answer 1", "lesson.answer 2", "lesson.tell", "lesson.next"}) user.give(line);
    }
    CHECK(lesson_controller(user.lab).finished());
    user.give("lesson.close");
  }
  CHECK(user.lab.state().terrain_looks == looks);
}

TEST_CASE("names of terrains outlive the answer of a lesson, and are saved with the map afterwards") {
  UserLab user;
  const std::string map = user.write("own.map", kMap);
  user.give(test::open_line(map), MayChange::kFiles);
  user.give("terrain.name swamp mud", MayChange::kFiles);
  user.give(test::open_line(user.write("a.lesson", lesson_with("")), "lesson.open"), MayChange::kFiles);
  user.give("lesson.answer 1");
  user.give("lesson.close");
  CHECK(terrain_title(user.lab.state().terrain_looks, Terrain::kSwamp) == "mud");
  user.give("paint.fill 0 0 swamp");
  user.give("map.save", MayChange::kFiles);
  const auto& kept = user.lab.settings().terrains;
  REQUIRE(kept.contains(map));
  CHECK(std::ranges::find(kept.at(map), "swamp name mud") != kept.at(map).end());
}

TEST_CASE("a card leaves the settings and the open chart as they were") {
  UserLab user;
  run(user.lab, "ui.chart sweep");
  const std::string chart = user.lab.state().chart.name;
  for (const char* line : {"figure.open HPA-1a", "figure.next", "figure.open ROOM-2b", "figure.leave"}) user.give(line);
  CHECK(user.lab.state().chart.name == chart);
}

TEST_CASE(
    "letters chosen for the next map wait until the user opens one, whatever a card and the way back from it open") {
  UserLab user;
  const std::string map = user.write("own.map", "type octile\nheight 3\nwidth 5\nmap\n.....\n@@.EE\n.....\n");
  user.give("map.open " + assets_folder("figures") + "/maze.map", MayChange::kFiles);
  user.give("paint.fill 0 0 swamp");
  const size_t edits = user.lab.undo_history().size();
  user.give("terrain.next_letters S=ground E=water");
  for (const char* line : {"figure.open HPA-1a force", "figure.leave"}) user.give(line);
  CHECK(user.lab.undo_history().size() == edits);
  user.give(test::open_line(map) + " force", MayChange::kFiles);
  CHECK(user.lab.world().map().terrain({3, 1}) == Terrain::kWater);
}

TEST_CASE("what a lesson sets of the preferences is gone with it, and what the user sets in a lesson stays") {
  UserLab user;  // who has chosen heat by cost
  const auto heat = [&] { return user.lab.settings().preferences["step.heat"]; };
  user.give(test::open_line(user.write("a.lesson", lesson_with("setup step.heat cost\n")), "lesson.open"),
            MayChange::kFiles);
  CHECK(heat() == "cost");
  user.give("step.heat order", MayChange::kAnything);
  CHECK(heat() == "");
  user.give("lesson.answer 1");
  user.give("lesson.close");
  CHECK(heat() == "");
  CHECK(user.lab.settings().preferences["crowd.backend"] == "cpu");
  run(user.lab, "dump.state " + user.folder.file("state.json"));
  const auto state = nlohmann::json::parse(read_file(user.folder.file("state.json")).value());
  CHECK(state["preferences"]["step"]["heat"] == "order");
}

TEST_CASE("a workspace neither changes nor deletes a preference, a name or a letter that the user has given") {
  UserLab user;
  const std::string map = user.write("own.map", "type octile\nheight 2\nwidth 4\nmap\n..EE\n.SSE\n");
  user.give("terrain.next_letters E=water");
  user.give(test::open_line(map), MayChange::kFiles);
  user.give("terrain.name swamp mud", MayChange::kFiles);
  const Settings before = user.lab.settings();
  const std::string workspace = user.folder.file("others.strata");
  {
    Lab author(with_settings(""));
    for (const std::string& line :
         {std::string("terrain.next_letters E=ground"), test::open_line(map), std::string("terrain.name swamp bog"),
          std::string("step.heat order"), test::open_line(workspace, "workspace.save")}) {
      run(author, line);
    }
  }
  user.give(test::open_line(workspace, "workspace.open"), MayChange::kFiles);
  CHECK(user.lab.state().map_path == map);
  CHECK(terrain_title(user.lab.state().terrain_looks, Terrain::kSwamp) == "bog");
  Settings after = user.lab.settings();
  CHECK(after.recent_files.front() == map);
  after.opened_at = before.opened_at;
  CHECK(after == before);
  CHECK_FALSE(user.lab.undo_history().can_undo());  // what the file has set is no step of the user
  // The weights that the file has set are not remembered for the map because another rule changes.
  user.give("terrain.weight swamp 7", MayChange::kFiles);
  const Settings weighed = user.lab.settings();
  user.give("agent.size 2");
  user.give("rules.profile four");
  CHECK(user.lab.settings() == weighed);
}

TEST_CASE(
    "cards, lessons and workspaces open their maps as anybody does, whatever the user has given to the same files") {
  UserLab user;
  const std::string map = assets_folder("figures") + "/haa-clusters.map";
  const std::string workspace = user.folder.file("a.strata");
  const std::string lesson = user.write(
      "a.lesson", "lesson small 1\ntitle \"Small\"\nstep \"First\"\nsetup map.open own.map\n" + std::string(kEnd));
  const std::string own = user.write("own.map", "type octile\nheight 3\nwidth 5\nmap\n.....\n@@.WW\n.....\n");
  {
    Lab author(with_settings(""));
    run(author, test::open_line(own));
    run(author, test::open_line(workspace, "workspace.save"));
  }
  for (const std::string& file : {map, own}) {
    user.give("terrain.next_letters W=ground");
    user.give(test::open_line(file) + " force", MayChange::kFiles);
    user.give("terrain.name swamp mud", MayChange::kFiles);
    user.give("terrain.weight swamp 7", MayChange::kFiles);
  }
  const auto as_usual = [&] {
    CHECK(user.lab.world().map().letter_terrains() == LetterTerrains());
    CHECK(user.lab.world().rules().weights == kUniformWeights);
    CHECK(terrain_title(user.lab.state().terrain_looks, Terrain::kSwamp) == "swamp");
  };
  user.give("terrain.next_letters S=water");
  user.give("figure.open HAA-1 force");
  as_usual();
  user.give("figure.leave force");
  CHECK(terrain_title(user.lab.state().terrain_looks, Terrain::kSwamp) == "mud");
  CHECK(user.lab.world().map().terrain({3, 1}) == Terrain::kGround);
  CHECK(user.lab.world().rules().weights[static_cast<size_t>(Terrain::kSwamp)] == 7);
  user.give(test::open_line(lesson, "lesson.open"), MayChange::kFiles);
  REQUIRE(lesson_controller(user.lab).is_open());
  as_usual();
  user.give("lesson.close");
  CHECK(terrain_title(user.lab.state().terrain_looks, Terrain::kSwamp) == "mud");
  user.give(test::open_line(workspace, "workspace.open") + " force", MayChange::kFiles);
  as_usual();
  // What was said of the next map has waited, and the user's own map is again as the user has it.
  user.give(test::open_line(map) + " force", MayChange::kFiles);
  CHECK(user.lab.world().map().letter_terrains().of('S') == Terrain::kWater);
  user.give(test::open_line(own) + " force", MayChange::kFiles);
  CHECK(user.lab.world().map().terrain({3, 1}) == Terrain::kGround);
  CHECK(terrain_title(user.lab.state().terrain_looks, Terrain::kSwamp) == "mud");
}

TEST_CASE("what a lesson copies stays inside, and what it pastes does not come from the clipboard of the system") {
  UserLab user;
  std::string clipboard = "of the user";
  int reads = 0;
  LabHost host;
  host.set_clipboard = [&](const std::string& text) { clipboard = text; };
  host.get_clipboard = [&] {
    ++reads;
    return clipboard;
  };
  user.lab.set_host(std::move(host));
  const std::string copies =
      "setup paint.rectangle 0 0 1 1 filled swamp\nsetup select.rectangle 0 0 1 1\nsetup piece.copy\n"
      "setup piece.paste 8,8\nsetup piece.drop\n";
  user.give(test::open_line(user.write("a.lesson", lesson_with(copies)), "lesson.open"), MayChange::kFiles);
  REQUIRE(lesson_controller(user.lab).is_open());
  CHECK(clipboard == "of the user");
  CHECK(reads == 0);
  CHECK(user.lab.world().map().letter(Cell{9, 9}) == 'S');
  // The user's own copy goes there, as ever.
  run(user.lab, "select.rectangle 0 0 1 1");
  run(user.lab, "piece.copy");
  CHECK(clipboard.find("SS") != std::string::npos);
}
