#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>

#include "app/base/key_chords.hpp"
#include "tests/screen/scenes.hpp"
#include "tests/screen/test_screen.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

ScreenItem item_named(const TestScreen& screen, std::string_view name) {
  const std::vector<ScreenItem> items = screen.items();
  const auto found = std::ranges::find(items, name, &ScreenItem::name);
  return found != items.end() ? *found : ScreenItem{};
}

void press_key(TestScreen& screen, int key, double seconds = 0) {
  InputEvent event;
  event.seconds = seconds;
  event.kind = InputKind::kKey;
  event.code = key;
  event.down = true;
  screen.gui().handle_input({event}, {});
  event.down = false;
  screen.gui().handle_input({event}, {});
  screen.frames(3);
}

}  // namespace

TEST_CASE("The title of the view names the active tool") {
  Lab lab(screen_options());
  TestScreen screen(lab, {1280, 800, 1}, true);
  screen.frames(4);
  CHECK(item_named(screen, "view.tool").width == 0);
  run_line(lab, "terrain.select trees");
  for (const char* tool : {"fill", "brush", "erase", "ends", "crowd"}) {
    CAPTURE(tool);
    run_line(lab, "tool.select " + std::string(tool));
    screen.frames(4);
    const ScreenItem named = item_named(screen, "view.tool"), header = item_named(screen, "views.one");
    CHECK(named.width > 20);
    CHECK(named.x + named.width <= header.x);
    CHECK(screen.faults().empty());
  }
  run_line(lab, "tool.select select");
  screen.frames(4);
  CHECK(item_named(screen, "view.tool").width == 0);
}

TEST_CASE("The place Crowd has the size of the brush and its terrain while a tool paints") {
  Lab lab(screen_options());
  TestScreen screen(lab, {1280, 800, 1}, true);
  run_line(lab, "map.scene running-example force");
  screen.frames(4);
  screen.press(item_named(screen, "place.crowd"));
  CHECK(item_named(screen, "crowd.spawn").width > 0);
  CHECK(item_named(screen, "terrain.swamp").width == 0);
  run_line(lab, "tool.select brush");
  screen.frames(4);
  CHECK(item_named(screen, "crowd.spawn").width > 0);
  CHECK(item_named(screen, "brush.radius").width > 0);
  screen.press(item_named(screen, "terrain.swamp"));
  CHECK(lab.state().terrain == Terrain::kSwamp);
  CHECK(item_named(screen, "crowd.spawn").width > 0);
}

TEST_CASE("A letter that follows the typing in a dialog runs no command") {
  Lab lab(screen_options());
  TestScreen screen(lab, {1280, 800, 1}, true);
  screen.frames(4);
  press_key(screen, 'B');
  CHECK(lab.state().tool == Tool::kBrush);
  run_line(lab, "tool.select select");
  run_line(lab, "ui.show goto on");
  screen.frames(4);
  press_key(screen, '1');
  run_line(lab, "ui.show goto off");
  screen.frames(4);
  press_key(screen, 'B');
  CHECK(lab.state().tool == Tool::kSelect);
  CHECK(lab.state().terrain == Terrain::kOut);
  // After a pause it is a key again.
  press_key(screen, 'B', 0.4);
  CHECK(lab.state().tool == Tool::kBrush);
  // Esc, and a click, end the typing.
  run_line(lab, "tool.select select");
  run_line(lab, "ui.show goto on");
  screen.frames(4);
  press_key(screen, '1');
  press_key(screen, key::kEscape);
  CHECK_FALSE(lab.state().window_open("goto"));
  press_key(screen, 'B');
  CHECK(lab.state().tool == Tool::kBrush);
}

TEST_CASE("A dialog whose command failed keeps what was typed, with the error") {
  Lab lab(screen_options());
  TestScreen screen(lab, {1280, 800, 1}, true);
  run_line(lab, "ui.show terrains on");
  screen.frames(4);
  CHECK(item_named(screen, "dialog.problem").width == 0);
  lab.run("terrain.name trees water", "terrains", true);
  screen.frames(4);
  CHECK(item_named(screen, "dialog.problem").width > 0);
  lab.run("terrain.name trees wood", "terrains", true);
  screen.frames(4);
  CHECK(item_named(screen, "dialog.problem").width == 0);
  CHECK(lab.state().window_open("terrains"));
  CHECK(screen.faults().empty());
}

TEST_CASE("A dialog that exports lists the folders to choose from, and keeps the name of the file") {
  const TempFolder folder;
  std::filesystem::create_directories(folder.file("pictures"));
  struct ExportDialogName {
    std::string window, items;
  };
  for (const auto& [window, name] :
       {ExportDialogName{"figure", "figure"}, {"export", "export"}, {"animation", "film"}}) {
    CAPTURE(name);
    Lab lab(screen_options());
    run_line(lab, "export.table " + folder.file("table.csv"));
    TestScreen screen(lab, {1280, 800, 1}, true);
    run_line(lab, "ui.show " + window + " on");
    screen.frames(4);
    screen.press(item_named(screen, name + ".choose"));
    CHECK(item_named(screen, "folder.pictures").width > 0);
    CHECK(screen.faults().empty());
    screen.press(item_named(screen, "folder.pictures"));
    CHECK(item_named(screen, "folder.pictures").width == 0);
    if (window == "animation") continue;  // writing a film takes long
    screen.press(item_named(screen, name + ".go"));
    lab.finish_updates();
    screen.frames(4);
    CHECK_FALSE(lab.state().window_open(window));
  }
  // The others have written their files there.
  CHECK(std::distance(std::filesystem::directory_iterator(folder.file("pictures")), {}) == 2);
}

TEST_CASE("A dialog that saves results as CSV lists the folders, and not the maps of the program") {
  const TempFolder folder;
  std::filesystem::create_directories(folder.file("tables"));
  Lab lab(screen_options());
  run_line(lab, "export.table " + folder.file("table.csv"));
  TestScreen screen(lab, {1280, 800, 1}, true);
  run_line(lab, "ui.show save_csv on");
  screen.frames(4);
  CHECK(item_named(screen, "file.tables").width > 0);
  CHECK(item_named(screen, "files.home").width > 0);
  CHECK(item_named(screen, "files.stock").width == 0);
}
