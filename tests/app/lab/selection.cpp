// Selecting, copying, moving and pasting pieces of the map: the commands, the mouse, and what comes between them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "app/features/graph/graph.hpp"
#include "app/features/selection/selection.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/link_lines.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/session.hpp"
#include "app/lab/undo_history.hpp"
#include "core/base/rng.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/structures.hpp"
#include "core/world/world.hpp"
#include "tests/app/lab/promised_state.hpp"
#include "tests/app/lab/random_commands.hpp"
#include "tests/lab_support.hpp"
#include "tests/rounds.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

using Kind = PointerEvent::Kind;

void small_map(Lab& lab) {
  lab.gestures().set_view_size(400, 400);
  run(lab, {"map.new 8 6 force", "paint.rectangle 1 1 2 2 filled swamp", "paint.rectangle 2 2 2 2 filled blocked"});
}

// Every structure of the lab's world is what a fresh world would have.
void check_as_fresh(Lab& lab) {
  World& world = lab.session().change_world();
  for (int i = 0; i < kStructures; ++i) {
    const auto structure = static_cast<StructureId>(i);
    if (world.state(structure).cancelled) world.rebuild(structure);
  }
  lab.finish_updates();
  World fresh(world.map(), world.setup());
  fresh.set_drawn_graph(world.drawn_graph());
  fresh.finish_updates();
  for_each_structure([&]<class K>(std::type_identity<K>) {
    CAPTURE(K::kName);
    const K& kept = world.get<K>();
    REQUIRE(kept.options() == fresh.get<K>().options());
    if (!kept.options()) return;
    REQUIRE(kept.ready(world.inputs()) == fresh.get<K>().ready(fresh.inputs()));
    if (kept.ready(world.inputs())) REQUIRE(kept.difference(fresh.get<K>(), world.inputs()).value_or("") == "");
  });
}

PointerEvent held(PointerEvent event, bool shift, bool alt = false) {
  event.shift = shift;
  event.alt = alt;
  return event;
}

// A drag with the left button from cell to cell.
void drag(Lab& lab, Cell from, Cell to, bool shift = false, bool alt = false, bool let_go = true) {
  for (const Kind kind : {Kind::kPress, Kind::kMove, Kind::kRelease}) {
    const Cell at = kind == Kind::kPress ? from : to;
    if (kind == Kind::kRelease && !let_go) return;
    lab.gestures().pointer(held(pointer_at(lab, kind, at.x + 0.5, at.y + 0.5), shift, alt));
  }
}

std::string row(const Lab& lab, int y) {
  const auto width = static_cast<size_t>(lab.world().map().width());
  return letters(lab).substr(static_cast<size_t>(y) * width, width);
}

const SelectionController& pieces(const Lab& lab) { return selection_controller(lab); }

// A clipboard that windows share.
LabHost host_with(std::string& clipboard) {
  LabHost host;
  host.set_clipboard = [&clipboard](const std::string& text) { clipboard = text; };
  host.get_clipboard = [&clipboard] { return clipboard; };
  return host;
}

}  // namespace

TEST_CASE("rectangles and connected areas are selected, added, taken away and inverted") {
  Lab lab;
  small_map(lab);
  run(lab, "select.rectangle 3 3 0 0");
  CHECK(pieces(lab).selected_cells() == 16);
  run(lab, "select.rectangle 6 5 20 20 add");
  CHECK(pieces(lab).selected_cells() == 18);
  run(lab, "select.rectangle 0 0 0 9 remove");
  CHECK(pieces(lab).selected_cells() == 14);
  run(lab, "select.wand 1 1");
  CHECK(pieces(lab).selected_bounds() == Rect{1, 1, 3, 3});
  CHECK(pieces(lab).selected_cells() == 3);
  run(lab, "select.inverse");
  CHECK(pieces(lab).selected_cells() == 45);
  run(lab, "select.all");
  CHECK(pieces(lab).selected_cells() == 48);
  const auto state = nlohmann::json::parse(dump_state(lab));
  CHECK(state["selection"]["cells"] == 48);
  run(lab, "select.none");
  CHECK_FALSE(pieces(lab).selected());
  CHECK(failure(lab, "select.rectangle 0 0 1 1 both").find("add or remove") != std::string::npos);
}

TEST_CASE("a piece is cut, pasted, turned and put down, and each change of the map is one undo") {
  Lab lab;
  small_map(lab);
  const std::string before = letters(lab);
  const size_t steps = lab.world().history().position();
  run(lab, {"select.rectangle 1 1 2 2", "piece.cut"});
  CHECK(row(lab, 1) == "........");
  run(lab, {"piece.paste 4,3", "piece.rotate right"});
  CHECK(row(lab, 3) == "........");  // it floats
  CHECK(nlohmann::json::parse(dump_state(lab))["floating"]["box"] == nlohmann::json{4, 3, 6, 5});
  run(lab, "piece.drop");
  CHECK(row(lab, 3) == "....SS..");
  CHECK(row(lab, 4) == "....@S..");
  CHECK(pieces(lab).selected_bounds() == Rect{4, 3, 6, 5});
  CHECK(lab.world().history().position() == steps + 2);
  run(lab, {"edit.undo", "edit.undo"});
  CHECK(letters(lab) == before);
  run(lab, {"edit.redo", "edit.redo"});
  CHECK(row(lab, 4) == "....@S..");
}

TEST_CASE("moving leaves ground behind and is one undo; given up it changes nothing") {
  Lab lab;
  small_map(lab);
  const std::string before = letters(lab);
  run(lab, {"select.rectangle 1 1 2 2", "piece.move 1 0", "piece.move 0 1"});
  CHECK(letters(lab) == before);
  run(lab, "piece.discard");
  CHECK(letters(lab) == before);
  CHECK(pieces(lab).selected_cells() == 4);
  run(lab, {"piece.move 1 1", "piece.drop"});
  CHECK(row(lab, 1) == "........");
  CHECK(row(lab, 2) == "..SS....");
  CHECK(row(lab, 3) == "..S@....");
  run(lab, "edit.undo");
  CHECK(letters(lab) == before);
}

TEST_CASE("the selection, and the piece, are filled and deleted") {
  Lab lab;
  small_map(lab);
  run(lab, {"select.rectangle 0 0 1 1", "piece.fill water"});
  CHECK(row(lab, 1) == "WWS.....");
  run(lab, "piece.delete");
  CHECK(row(lab, 1) == "..S.....");
  run(lab, {"select.rectangle 1 1 2 2", "piece.move 3 0", "piece.fill trees", "piece.drop"});
  CHECK(row(lab, 1) == "....TT..");
  run(lab, "piece.move 1 1");
  run(lab, "piece.delete");  // a piece that was moved away is gone
  CHECK(row(lab, 1) == "........");
  CHECK_FALSE(pieces(lab).floating().has_value());
  run(lab, "select.none");
  for (const char* line : {"piece.copy", "piece.cut", "piece.delete", "piece.fill", "piece.move 1 1",
                           "piece.rotate left", "piece.mirror vertical"}) {
    CHECK(failure(lab, line).find("nothing is selected") != std::string::npos);
  }
  CHECK(failure(lab, "piece.drop").find("no piece floats") != std::string::npos);
}

TEST_CASE("the mouse selects, adds with Shift, takes away with Alt and moves what is selected") {
  Lab lab;
  small_map(lab);
  run(lab, "tool.select area");
  drag(lab, {1, 1}, {2, 2});
  CHECK(pieces(lab).selected_cells() == 4);
  drag(lab, {5, 1}, {6, 1}, true);
  CHECK(pieces(lab).selected_cells() == 6);
  drag(lab, {5, 0}, {5, 3}, false, true);
  CHECK(pieces(lab).selected_cells() == 5);
  const std::string before = letters(lab);
  drag(lab, {1, 1}, {3, 3});
  REQUIRE(pieces(lab).floating().has_value());
  CHECK(pieces(lab).floating()->at == Cell{3, 3});
  CHECK(letters(lab) == before);
  drag(lab, {4, 4}, {3, 4});  // the piece itself
  CHECK(pieces(lab).floating()->at == Cell{2, 3});
  drag(lab, {0, 0}, {0, 0});  // a click beside it
  CHECK_FALSE(pieces(lab).floating().has_value());
  CHECK(row(lab, 3) == "..SS....");
  CHECK(lab.log().lines().back() == "piece.drop");
  run(lab, "edit.undo");
  CHECK(letters(lab) == before);
  run(lab, "tool.select wand");
  drag(lab, {0, 0}, {0, 0});
  CHECK(pieces(lab).selected_cells() == 44);
  lab.gestures().cancel();
  CHECK_FALSE(pieces(lab).selected());
}

TEST_CASE("Esc takes back a drag, then the piece, then the selection") {
  Lab lab;
  small_map(lab);
  run(lab, {"tool.select area", "select.rectangle 1 1 2 2", "piece.move 1 0"});
  drag(lab, {3, 2}, {5, 4}, false, false, false);
  CHECK(pieces(lab).floating()->at == Cell{4, 3});
  lab.gestures().cancel();
  CHECK(pieces(lab).floating()->at == Cell{2, 1});
  lab.gestures().cancel();
  CHECK_FALSE(pieces(lab).floating().has_value());
  CHECK(pieces(lab).selected());
  drag(lab, {5, 5}, {7, 5}, true, false, false);
  lab.gestures().cancel();
  CHECK(pieces(lab).selected_cells() == 4);
  lab.gestures().cancel();
  CHECK_FALSE(pieces(lab).selected());
}

TEST_CASE("what edits the map in another way puts the floating piece down first, and undo takes it back") {
  for (const char* line : {"paint.fill 0 0 water", "paint.rectangle 5 0 6 0 filled trees", "select.all",
                           "map.generate rooms 20 20 1 force", "graph.node 1,1"}) {
    CAPTURE(line);
    Lab lab;
    small_map(lab);
    run(lab, {"select.rectangle 1 1 2 2", "piece.move 3 0"});
    run(lab, line);
    CHECK_FALSE(pieces(lab).floating().has_value());
  }
  Lab lab;
  small_map(lab);
  const std::string before = letters(lab);
  run(lab, {"select.rectangle 1 1 2 2", "piece.move 3 0"});
  for (const char* line : {"terrain.select water", "layer grid toggle", "query.swap", "step.forward", "brush.radius 2",
                           "terrain.letter x water"}) {
    run(lab, line);
    CHECK(letters(lab) == before);
    CHECK(pieces(lab).floating().has_value());
  }
  run(lab, "edit.undo");
  CHECK_FALSE(pieces(lab).floating().has_value());
  CHECK(letters(lab) == before);
  run(lab, "edit.redo");
  CHECK(row(lab, 1) == "....SS..");
}

TEST_CASE("a piece goes from one window to another as the text of a map") {
  std::string clipboard;
  Lab one, other;
  one.set_host(host_with(clipboard));
  other.set_host(host_with(clipboard));
  small_map(one);
  run(one, {"select.wand 1 1", "piece.copy"});
  CHECK(clipboard == "type octile\nheight 2\nwidth 2\nmap\nSS\nS_\n");
  run(other, {"map.new 9 9 blocked force", "piece.paste 3,3", "piece.drop"});
  CHECK(row(other, 3) == "@@@SS@@@@");
  CHECK(row(other, 4) == "@@@S@@@@@");
  CHECK(other.log().lines()[other.log().lines().size() - 2].find("height 2") != std::string::npos);
  clipboard = "no map";
  CHECK(failure(other, "piece.paste").find("clipboard") != std::string::npos);
  run(one, "piece.paste");  // its own copy is still there
  CHECK(one.log().lines().back() == "piece.paste 3,2");
}

TEST_CASE("links with both ends in a piece go with it, by cut, turn and paste, and to another window") {
  std::string clipboard;
  Lab lab, other;
  lab.set_host(host_with(clipboard));
  other.set_host(host_with(clipboard));
  small_map(lab);
  run(lab, {"link.add 1,1 2,2 2.5", "link.add 2,1 1,2 7 one-way", "link.add 1,1 7,5 3", "link.add 6,4 7,5 9"});
  const auto links = [](const Lab& of) {
    std::string text;
    for (const std::string& line : link_commands(of.world().map())) text += line.substr(9) + "; ";
    return text;
  };
  const std::string before = links(lab);
  const size_t steps = lab.world().history().position();
  run(lab, {"select.rectangle 1 1 2 2", "piece.copy"});
  CHECK(clipboard ==
        "type octile\nheight 2\nwidth 2\nmap\nSS\nS@\nlink 0,0 1,1 cost 2.5 both-ways\n"
        "link 1,0 0,1 cost 7 one-way\n");
  CHECK(links(lab) == before);
  run(lab, "piece.cut");
  CHECK(links(lab) == "6,4 7,5 9; ");
  run(lab, {"piece.paste 4,2", "piece.rotate right", "piece.mirror vertical"});
  CHECK(links(lab) == "6,4 7,5 9; ");  // it floats
  run(lab, "piece.drop");
  CHECK(links(lab) == "4,2 5,3 2.5; 5,2 4,3 7 one-way; 6,4 7,5 9; ");
  CHECK(lab.world().history().position() == steps + 2);
  run(lab, {"edit.undo", "edit.undo"});
  CHECK(links(lab) == before);
  run(lab, {"edit.redo", "edit.redo"});
  CHECK(links(lab) == "4,2 5,3 2.5; 5,2 4,3 7 one-way; 6,4 7,5 9; ");

  run(other, {"map.new 9 9 force", "link.add 3,3 8,8 1", "piece.paste 3,3", "piece.drop"});
  CHECK(links(other) == "3,3 4,4 2.5; 4,3 3,4 7 one-way; ");
  run(other, {"piece.move 5 5", "piece.drop"});
  CHECK(links(other) == "");  // the other ends would lie outside of the map
  run(other, {"edit.undo", "select.rectangle 3 3 3 3", "piece.fill blocked"});
  CHECK(links(other) == "3,3 4,4 2.5; 4,3 3,4 7 one-way; ");
  run(other, "piece.delete");
  CHECK(links(other) == "4,3 3,4 7 one-way; ");
  // Lines may end as on other systems.
  clipboard =
      "type octile\r\nheight 1\r\nwidth 2\r\nmap\r\n..\r\nlink 0,0 1,0 cost 1 one-way\r\nlink 1,0 0,0 cost 3 "
      "one-way\r\n";
  run(other, {"piece.paste 0,0", "piece.drop"});
  CHECK(links(other) == "0,0 1,0 1 one-way; 1,0 0,0 3 one-way; 4,3 3,4 7 one-way; ");
  clipboard = "type octile\nheight 1\nwidth 2\nmap\n..\nlink 0,0 1,0 cost 1 one-way\nlink 0,0 2,0 cost 1 one-way\n";
  CHECK(failure(other, format_command({"piece.paste", {"0,0", clipboard}})).find("in its links:2: column 10") !=
        std::string::npos);
}

TEST_CASE("the menu says why an entry cannot be used") {
  Lab lab;
  const auto entry = [&](std::string_view name) {
    for (size_t menu = 0; menu < menus().size(); ++menu) {
      for (const MenuEntry& one : menu_entries(lab, {}, menu)) {
        if (one.name == name) return one;
      }
    }
    FAIL("no such entry");
    return MenuEntry{};
  };
  CHECK(entry("menu.edit.copy").why_not == "nothing is selected");
  CHECK(entry("menu.edit.paste").why_not == "nothing was copied");
  CHECK_FALSE(entry("menu.edit.drop").enabled);
  run(lab, {"select.all", "piece.copy"});
  CHECK(entry("menu.edit.copy").enabled);
  CHECK(entry("menu.edit.paste").enabled);
  run(lab, "piece.paste");
  CHECK(entry("menu.edit.drop").enabled);
}

TEST_CASE("whatever pieces are moved in between, undoing all gives the first map, redoing all the last") {
  for (int round = 0; round < test::rounds(12); ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 77);
    LabOptions options;
    if (round % 2 == 1) options.large_cells = 0;
    Lab lab(options);
    std::string clipboard;
    lab.set_host(host_with(clipboard));
    lab.gestures().set_view_size(500, 400);
    run(lab, fmt::format("map.generate rooms {} {} {} force", rng.between(10, 60), rng.between(10, 60), round));
    if (round % 3 == 0) {
      for (const char* structure :
           {"haa", "rooms", "sectors", "landmarks", "ch", "labels", "navmesh", "hna", "mesh-labels"}) {
        run(lab, fmt::format("{} on", structure));
      }
    }
    const GridMap first = lab.world().map();
    std::vector<const CommandInfo*> own;
    for (const CommandInfo& info : commands()) {
      for (const char* group : {"piece.", "select.", "canvas.", "query."}) {
        if (info.name.starts_with(group)) own.push_back(&info);
      }
    }
    for (int i = 0; i < 150; ++i) {
      if (rng.percent(10)) run(lab, rng.percent(50) ? "tool.select area" : "tool.select brush");
      if (rng.percent(25)) {
        const Cell from{rng.between(0, 50), rng.between(0, 50)}, to{rng.between(0, 50), rng.between(0, 50)};
        drag(lab, from, to, rng.percent(30), rng.percent(20), rng.percent(70));
      }
      const std::string line =
          rng.percent(60)   ? test::line_by_usage(rng, lab, *own[rng.below(static_cast<uint32_t>(own.size()))], "none")
          : rng.percent(30) ? "edit.undo"
          : rng.percent(30) ? "edit.redo"
                            : test::random_line(rng, lab);
      if (line.starts_with("lesson.")) continue;  // a lesson has a map of its own
      CAPTURE(line);
      if (rng.percent(50)) {
        lab.run(line);
      } else {
        (void)lab.execute(line);
      }
      if (rng.percent(10)) lab.gestures().cancel();
      if (rng.percent(50)) lab.tick(1.0 / 60);
    }
    lab.gestures().finish();
    (void)lab.execute("piece.drop");
    check_as_fresh(lab);
    while (lab.execute("edit.redo").ok()) continue;
    const GridMap newest = lab.world().map();
    while (lab.execute("edit.undo").ok()) continue;
    CHECK(lab.undo_history().position() == 0);
    // Which terrain a letter stands for is no edit.
    CHECK(std::ranges::equal(lab.world().map().letters(), first.letters()));
    CHECK(lab.world().map().bounds() == first.bounds());
    while (lab.execute("edit.redo").ok()) continue;
    CHECK(lab.world().map() == newest);
    check_as_fresh(lab);
  }
}

TEST_CASE("a reproduction pastes and moves the same pieces") {
  Lab lab;
  std::string clipboard;
  lab.set_host(host_with(clipboard));
  small_map(lab);
  run(lab, "tool.select area");
  drag(lab, {1, 1}, {2, 2});
  run(lab, {"piece.copy", "map.generate rooms 30 20 4 force", "piece.paste", "piece.mirror horizontal", "piece.drop"});
  drag(lab, {15, 10}, {10, 9});
  const std::vector<std::string> lines = lab.log().lines();
  LabInView again(400, 400);
  for (const std::string& line : lines) run(again, line);
  lab.finish_updates();
  again.finish_updates();
  CHECK(test::promised_state(lab) == test::promised_state(again));
}

TEST_CASE("a drag that comes back leaves no piece floating that the log does not know") {
  Lab lab;
  small_map(lab);
  run(lab, {"tool.select area", "select.rectangle 1 1 2 2"});
  const std::vector<std::string> lines = lab.log().lines();
  const auto floats = [&] { return nlohmann::json::parse(dump_state(lab)).contains("floating"); };
  for (const bool let_go : {true, false}) {
    CAPTURE(let_go);
    drag(lab, {1, 1}, {4, 3}, false, false, false);
    CHECK(floats());
    lab.gestures().pointer(pointer_at(lab, Kind::kMove, 1.5, 1.5));
    if (let_go) {
      lab.gestures().pointer(pointer_at(lab, Kind::kRelease, 1.5, 1.5));
    } else {
      lab.gestures().finish();
    }
    CHECK_FALSE(floats());
    CHECK(nlohmann::json::parse(dump_state(lab))["selection"]["cells"] == 4);
    CHECK(lab.log().lines() == lines);
  }
  run(lab, "piece.move 2 1");
  drag(lab, {3, 2}, {5, 4}, false, false, false);
  lab.gestures().pointer(pointer_at(lab, Kind::kMove, 3.5, 2.5));
  lab.gestures().pointer(pointer_at(lab, Kind::kRelease, 3.5, 2.5));
  CHECK(floats());  // and is not put down
  CHECK(lab.log().lines().back() == "piece.move 2 1");
}

TEST_CASE("the map is resized and cropped, and undo brings back its sides and every edit before") {
  Lab lab;
  small_map(lab);
  run(lab, "query.set 0 0 7 5");
  const GridMap first = lab.world().map();
  run(lab, "canvas.resize 10 7 center water");
  CHECK(lab.world().map().width() == 10);
  CHECK(row(lab, 0) == "W........W");
  CHECK(lab.state().query.start == Cell{1, 0});
  CHECK(lab.state().unsaved);
  run(lab, {"paint.rectangle 9 6 9 6 filled trees", "select.rectangle 2 1 3 2", "canvas.crop"});
  CHECK(letters(lab) == "SSS@");
  lab.finish_updates();
  CHECK(lab.world().get<MapHpa>().hpa().ready());
  const GridMap last = lab.world().map();
  for (int i = 0; i < 3; ++i) run(lab, "edit.undo");
  CHECK(lab.world().map() == first);
  run(lab, "edit.undo");
  for (int i = 0; i < 4; ++i) run(lab, "edit.redo");
  CHECK(lab.world().map() == last);
  CHECK(failure(lab, "canvas.resize 9 9 middle").find("anchor") != std::string::npos);
  while (lab.execute("edit.undo").ok()) continue;
  CHECK_FALSE(lab.state().unsaved);
}

TEST_CASE("undoing a crop brings back start and goal that it moved, and redoing it those that it left") {
  Lab lab;
  small_map(lab);
  run(lab, {"query.set 0 0 7 5", "select.rectangle 2 1 4 3", "canvas.crop"});
  CHECK(lab.state().query.start == Cell{0, 0});
  CHECK(lab.state().query.goal == Cell{2, 2});
  run(lab, {"query.goal 1 2", "edit.undo", "edit.undo"});
  CHECK(lab.state().query.start == Cell{0, 0});
  CHECK(lab.state().query.goal == Cell{7, 5});
  run(lab, "edit.redo");
  CHECK(lab.state().query.goal == Cell{2, 2});
  run(lab, "edit.redo");
  CHECK(lab.state().query.goal == Cell{1, 2});
}

TEST_CASE("a graph that is drawn must be cleared before a resize, saved or not, and undo brings it back") {
  Lab lab;
  small_map(lab);
  const test::TempFolder folder;
  run(lab, {"graph.node 1,1", "graph.node 6,4"});
  const DrawnGraph drawn = graph_controller(lab).graph();
  CHECK(failure(lab, "canvas.resize 9 9").find("clear it first") != std::string::npos);
  run(lab, "graph.save " + folder.file("two.graph"));
  CHECK(failure(lab, "canvas.resize 9 9").find("clear it first") != std::string::npos);
  CHECK(lab.world().map().width() == 8);
  run(lab, {"graph.clear", "canvas.resize 4 4", "edit.undo"});
  CHECK(lab.world().map().width() == 8);
  run(lab, "edit.undo");
  CHECK(graph_controller(lab).graph() == drawn);
  CHECK_FALSE(graph_controller(lab).unsaved());
  CHECK(lab.world().drawn_graph() == drawn);
  run(lab, {"edit.redo", "edit.redo"});
  CHECK(lab.world().map().width() == 4);
  CHECK(graph_controller(lab).graph().empty());
}

TEST_CASE("the log names the file that was opened last, which is another one elsewhere") {
  const test::TempFolder folder;
  Lab lab;
  small_map(lab);
  run(lab, {"query.set 0 0 7 5", "scenario.add"});
  run(lab, "map.save_as " + folder.file("a.map"));
  run(lab, "map.reopen_last");
  for (const std::string& line : lab.log().lines()) CHECK(line.find("reopen") == std::string::npos);
}

TEST_CASE("on a large map pieces go in parts, and what is cancelled leaves the map as it was") {
  Lab lab;
  std::string clipboard;
  lab.set_host(host_with(clipboard));
  run(lab, "map.generate city 700 600 3 force");
  const std::string first = letters(lab);
  const auto frames = [&] {
    int count = 0;
    while (lab.state().large.on && count < 100'000) {
      lab.tick(1e-4);
      std::this_thread::sleep_for(std::chrono::microseconds(200));
      ++count;
    }
    return count;
  };
  lab.run("select.all");
  for (const char* line : {"piece.copy", "piece.rotate right"}) {
    CAPTURE(line);
    lab.run(line);
    CHECK(lab.state().large.on);
    CHECK(frames() > 0);
    CHECK(lab.log().lines().back() == line);
  }
  CHECK(clipboard.size() > 700 * 600);
  lab.run("piece.drop");
  CHECK(lab.state().large.on);
  CHECK(frames() > 1);
  const std::string turned = letters(lab);
  CHECK((turned != first));
  CHECK(lab.log().lines().back() == "piece.drop");
  CHECK(lab.world().history().size() == 1);
  lab.run("edit.undo");
  CHECK(frames() > 0);
  CHECK((letters(lab) == first));
  lab.run("edit.redo");
  lab.run("paint.fill 0 0 water");  // waits for the work under way
  CHECK_FALSE(lab.state().large.on);
  run(lab, "edit.undo");
  CHECK((letters(lab) == turned));
  lab.run("select.all");
  lab.run("piece.fill swamp");
  while (lab.state().large.on && lab.state().meter.name != "Fill selection") lab.tick(1e-4);
  lab.run("work.cancel");
  (void)frames();
  CHECK((letters(lab) == turned));
  CHECK(lab.undo_history().undo_name() == "Move");
  lab.run("select.all");
  lab.run("piece.mirror horizontal");
  lab.run("work.cancel");
  (void)frames();
  CHECK_FALSE(pieces(lab).floating().has_value());
  lab.run("select.none");
  lab.run("canvas.resize 800 600");
  CHECK(frames() > 0);
  CHECK(lab.world().map().width() == 800);
  run(lab, "edit.undo");
  CHECK((letters(lab) == turned));
}
