// Two labs of one program: what one has set, the other does not see, whatever that opens and leaves, also once it
// ended.
#include <doctest/doctest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/base/key_bindings.hpp"
#include "app/base/settings.hpp"
#include "app/base/terrain_looks.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/lab/command_search.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/session.hpp"
#include "core/base/build_info.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// A lab with a user's settings, which records the limits that it passes to the program.
struct PersonLab {
  std::vector<int> limits;
  Lab lab;

  explicit PersonLab(const std::string& settings_path) : lab(options(settings_path)) {
    LabHost host;
    host.limit_threads = [this](int count) { limits.push_back(count); };
    lab.set_host(std::move(host));
  }
  static LabOptions options(const std::string& settings_path) {
    return {.settings_path = settings_path,
            .stock_folders = {assets_folder("maps"), assets_folder("figures"), assets_folder("lessons")},
            .fixed_clock = true};
  }
  void give(std::initializer_list<const char*> lines) {
    for (const char* line : lines) run(lab, line);
    lab.finish_updates();
  }
};

// What a lab has of its own.
struct LabOwnState {
  KeyBindingChanges keys;
  std::string undo_keys, offered_keys;
  TerrainLooks looks;
  Rgba path_color = 0;
  int threads = 0;
  Settings settings;
  friend bool operator==(const LabOwnState&, const LabOwnState&) = default;
};

LabOwnState own_of(const PersonLab& person) {
  const Lab& lab = person.lab;
  LabOwnState own;
  own.keys = lab.keys().changes();
  own.undo_keys = lab.keys().bound("edit.undo");
  for (const CommandSuggestion& offer : command_suggestions(lab, {})) {
    if (offer.lines.front() == "query.swap") own.offered_keys = offer.keys;
  }
  own.looks = lab.state().terrain_looks;
  own.path_color = planner_style(lab.state(), "jps").color;
  own.threads = lab.state().threads;
  own.settings = lab.settings();
  return own;
}

void set_all(PersonLab& person) {
  person.give({"key.bind F9 edit.undo", "key.bind Ctrl+J query.swap", "terrain.name swamp mud",
               "terrain.colour water 112233", "ui.planner_colours grey", "lab.threads 3", "ui.tool_hints off"});
}

}  // namespace

TEST_CASE("two labs that go on side by side have keys, names, colours, limits and settings of their own") {
  const test::TempFolder folder;
  PersonLab one(folder.file("one.json")), other(folder.file("other.json"));
  const LabOwnState usual = own_of(other);
  CHECK(usual.undo_keys == "Ctrl+Z");
  CHECK(own_of(one) == usual);
  set_all(one);
  const LabOwnState set = own_of(one);
  CHECK(set.undo_keys == "F9");
  CHECK(set.offered_keys == "Ctrl+J");
  CHECK(terrain_title(set.looks, Terrain::kSwamp) == "mud");
  CHECK(terrain_color(set.looks, Terrain::kWater) == rgba(0x112233));
  CHECK(set.path_color == in_grey(usual.path_color));
  CHECK(set.threads == 3);
  CHECK(set.settings != usual.settings);
  CHECK(own_of(other) == usual);
  CHECK(one.limits == std::vector<int>{0, 3});
  CHECK(other.limits == std::vector<int>{0});

  // They go on in turns, each in its own words.
  other.give({"key.bind F8 edit.undo", "terrain.name swamp bog", "map.new 9 9 water force", "terrain.name water lake",
              "query.set 1 1 7 7"});
  one.give({"map.new 9 9 water force", "terrain.name water sea", "query.set 1 1 7 7"});
  CHECK(one.lab.state().query_note.find("sea") != std::string::npos);
  CHECK(other.lab.state().query_note.find("lake") != std::string::npos);
  CHECK(one.lab.keys().bound("edit.undo") == "F9");
  CHECK(other.lab.keys().bound("edit.undo") == "F8");
  CHECK(own_of(other).path_color == usual.path_color);

  add_appearance(one.lab.mutable_state(),
                 {.planner = "guest", .counts = "cells", .style = {rgba(0x123456)}, .narration = nullptr});
  other.give({"key.reset", "terrain.name water usual"});
  CHECK(own_of(one).keys == set.keys);
  CHECK(terrain_title(one.lab.state().terrain_looks, Terrain::kWater) == "sea");
  CHECK(planner_appearance(one.lab.state(), "guest").counts == "cells");
  CHECK(planner_appearance(other.lab.state(), "guest").counts != "cells");
}

TEST_CASE("a lab stays as it is while another one opens and leaves a lesson and a card, and ends") {
  const test::TempFolder folder;
  PersonLab one(folder.file("one.json"));
  set_all(one);
  const LabOwnState set = own_of(one);
  {
    auto other = std::make_unique<PersonLab>(folder.file("other.json"));
    other->give({"key.bind F7 edit.undo", "terrain.name swamp bog", "lab.threads 1", "lesson.open astar-stops force"});
    REQUIRE(lesson_controller(other->lab).is_open());
    for (int i = 0; i < 40 && !lesson_controller(other->lab).finished(); ++i) {
      for (const char* line : {"lesson.answer 1", "lesson.answer 2", "lesson.tell", "lesson.next"})
        (void)other->lab.execute(line);
      one.lab.tick(1.0 / 60);
    }
    CHECK(lesson_controller(other->lab).finished());
    CHECK(own_of(one) == set);
    other->give({"lesson.close", "figure.open HPA-1a force"});
    CHECK(own_of(one) == set);
    other->give({"figure.leave force", "ui.planner_colours grey", "ui.planner_colours usual"});
    CHECK(terrain_title(other->lab.state().terrain_looks, Terrain::kSwamp) == "bog");
    CHECK(other->limits == std::vector<int>{0, 1});  // neither a lesson nor the labs in which it looks change limits
    CHECK(own_of(one) == set);
  }
  CHECK(own_of(one) == set);
  CHECK(one.limits == std::vector<int>{0, 3});
  one.give({"map.new 9 9 swamp force"});
  CHECK(one.lab.keys().bound("edit.undo") == "F9");
}

TEST_CASE("the program is told the limit of threads with which a lab begins, and each that is set") {
  const test::TempFolder folder;
  const std::string path = folder.file("settings.json");
  {
    PersonLab lab(path);
    lab.give({"lab.threads 3"});
    CHECK(test::failure(lab.lab, "lab.threads 2000").find("THREADS") != std::string::npos);
    CHECK(lab.limits == std::vector<int>{0, 3});
  }
  PersonLab lab(path);
  CHECK(lab.limits == std::vector<int>{3});
  lab.give({"lab.threads 2", "preferences.reset computing"});
  CHECK(lab.limits == std::vector<int>{3, 2, 0});
  // Without a program around it a lab has a limit, and leaves the threads of the program alone.
  Lab alone;
  run(alone, "lab.threads 1");
  CHECK(alone.state().threads == 1);
  CHECK(lab.limits == std::vector<int>{3, 2, 0});
}
