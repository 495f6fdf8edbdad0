// Start and goal are placed by commands, by a drag, by a tool and from the menu of a cell; an undo takes each back.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "app/lab/command_log.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/undo_history.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

void point(Lab& lab, PointerEvent::Kind kind, Cell cell, int button = 0) {
  lab.gestures().pointer(test::pointer_at(lab, kind, cell.x + 0.5, cell.y + 0.5, button));
}

void drag(Lab& lab, std::initializer_list<Cell> cells, int button = 0) {
  point(lab, PointerEvent::Kind::kPress, *cells.begin(), button);
  for (const Cell cell : cells) point(lab, PointerEvent::Kind::kMove, cell, button);
  point(lab, PointerEvent::Kind::kRelease, *(cells.end() - 1), button);
}

void open_room(Lab& lab) {
  lab.gestures().set_view_size(600, 450);
  run(lab, {"map.new 40 30 force", "view.fit", "query.set 2 3 30 20"});
}

bool asks(const Lab& lab, Cell start, Cell goal) {
  return lab.state().has_query && lab.state().query == PlanQuery{start, goal};
}

// A fresh lab that does what the log says is asked the same, and can take back as much.
void check_reproduction(const Lab& lab) {
  Lab again;
  std::string script = lab.log().reproduction();
  for (size_t begin = 0; begin < script.size();) {
    const size_t end = std::min(script.find('\n', begin), script.size());
    const std::string line = script.substr(begin, end - begin);
    begin = end + 1;
    if (!line.empty() && line[0] != '#') run(again, line);
  }
  CHECK(again.state().has_query == lab.state().has_query);
  CHECK(again.state().query == lab.state().query);
  while (lab.undo_history().can_undo() && again.undo_history().can_undo()) {
    run(const_cast<Lab&>(lab), "edit.undo");
    run(again, "edit.undo");
    CHECK(again.state().has_query == lab.state().has_query);
    if (lab.state().has_query) CHECK(again.state().query == lab.state().query);
  }
  CHECK(again.undo_history().can_undo() == lab.undo_history().can_undo());
}

}  // namespace

TEST_CASE("every way to move start and goal is undone and redone") {
  Lab lab;
  open_room(lab);
  const Cell s{2, 3}, g{30, 20};
  const size_t before = lab.undo_history().position();
  const auto undone = [&](std::string_view line, bool there, const PlanQuery& then) {
    CAPTURE(std::string(line));
    run(lab, line);
    CHECK(lab.state().has_query == there);
    if (there) CHECK(lab.state().query == then);
    CHECK(lab.undo_history().position() == before + 1);
    CHECK(lab.undo_history().undo_name() == "Move start and goal");
    run(lab, "edit.undo");
    CHECK(asks(lab, s, g));
    run(lab, "edit.redo");
    CHECK(lab.state().has_query == there);
    if (there) CHECK(lab.state().query == then);
    run(lab, "edit.undo");
  };
  undone("query.start 5 6", true, {{5, 6}, g});
  undone("query.goal 7 8", true, {s, {7, 8}});
  undone("query.set 1 1 9 9", true, {{1, 1}, {9, 9}});
  undone("query.swap", true, {g, s});
  undone("query.clear", false, {});
  // What moves nothing leaves nothing to undo.
  run(lab, {"query.start 2 3", "query.set 2 3 30 20"});
  CHECK(lab.undo_history().position() == before);
  // Random ends are different ones, and come back.
  run(lab, "query.random 4");
  CHECK_FALSE(asks(lab, s, g));
  run(lab, "edit.undo");
  CHECK(asks(lab, s, g));
}

TEST_CASE("a drag of the goal is one undo, however many cells it crosses, between strokes too") {
  Lab lab;
  open_room(lab);
  drag(lab, {{30, 20}, {28, 20}, {25, 19}, {20, 18}});
  CHECK(asks(lab, {2, 3}, {20, 18}));
  run(lab, "paint.line 10 0 10 20 blocked");
  drag(lab, {{2, 3}, {3, 3}, {4, 4}});
  drag(lab, {{4, 4}, {5, 5}, {6, 6}});
  CHECK(asks(lab, {6, 6}, {20, 18}));
  run(lab, "edit.undo");
  CHECK(asks(lab, {4, 4}, {20, 18}));
  run(lab, "edit.undo");
  CHECK(asks(lab, {2, 3}, {20, 18}));
  CHECK(lab.world().map().terrain(Cell{10, 5}) == Terrain::kOut);
  run(lab, "edit.undo");
  CHECK(lab.world().map().terrain(Cell{10, 5}) != Terrain::kOut);
  run(lab, "edit.undo");
  CHECK(asks(lab, {2, 3}, {30, 20}));
  for (int i = 0; i < 4; ++i) run(lab, "edit.redo");
  CHECK(asks(lab, {6, 6}, {20, 18}));
  check_reproduction(lab);
}

TEST_CASE("the tool for start and goal drags from one to the other; a right click moves the goal alone") {
  Lab lab;
  open_room(lab);
  run(lab, {"query.clear", "tool.select ends"});
  drag(lab, {{5, 5}, {8, 8}, {12, 9}});
  CHECK(asks(lab, {5, 5}, {12, 9}));
  drag(lab, {{20, 20}}, 1);
  CHECK(asks(lab, {5, 5}, {20, 20}));
  // A click on free ground moves the start; a marker under the pointer is dragged as with the arrow.
  drag(lab, {{7, 2}});
  CHECK(asks(lab, {7, 2}, {20, 20}));
  drag(lab, {{7, 2}, {7, 4}, {7, 6}});
  CHECK(asks(lab, {7, 6}, {20, 20}));
  run(lab, {"edit.undo", "edit.undo", "edit.undo"});
  CHECK(asks(lab, {5, 5}, {12, 9}));
  run(lab, "edit.undo");
  CHECK_FALSE(lab.state().has_query);
  for (int i = 0; i < 4; ++i) run(lab, "edit.redo");
  check_reproduction(lab);
  // Nothing was painted.
  CHECK(std::ranges::all_of(lab.world().map().letters(), [](char letter) { return letter == '.'; }));
}

TEST_CASE("a command that comes during a drag of the goal ends it, and each is undone by itself") {
  Lab lab;
  open_room(lab);
  point(lab, PointerEvent::Kind::kPress, {30, 20});
  point(lab, PointerEvent::Kind::kMove, {25, 20});
  run(lab, "query.start 6 6");
  point(lab, PointerEvent::Kind::kMove, {22, 20});
  point(lab, PointerEvent::Kind::kRelease, {22, 20});
  CHECK(asks(lab, {6, 6}, {25, 20}));
  run(lab, "edit.undo");
  CHECK(asks(lab, {2, 3}, {25, 20}));
  run(lab, "edit.undo");
  CHECK(asks(lab, {2, 3}, {30, 20}));
}

TEST_CASE("the menu of a cell does what it says, after start and goal were removed too") {
  Lab lab;
  open_room(lab);
  run(lab, "query.clear");
  const auto choose = [&](std::string_view name, Cell cell) {
    const std::vector<MenuEntry> entries = cell_menu_entries(lab, cell);
    const auto found = std::ranges::find(entries, name, &MenuEntry::name);
    REQUIRE(found != entries.end());
    CHECK(found->enabled);
    for (const std::string& line : found->lines) run(lab, line);
  };
  choose("cell.start", {4, 4});
  choose("cell.goal", {14, 9});
  CHECK(asks(lab, {4, 4}, {14, 9}));
  choose("cell.inspect", {8, 8});
  REQUIRE(lab.state().inspected);
  CHECK(lab.state().inspected->cell == Cell{8, 8});
  choose("cell.agents", {20, 20});
  test::run(lab, "assert crowd.agents > 0");
  choose("cell.clear", {1, 1});
  CHECK_FALSE(lab.state().has_query);
  const std::vector<MenuEntry> entries = cell_menu_entries(lab, {1, 1});
  CHECK_FALSE(std::ranges::find(entries, "cell.clear", &MenuEntry::name)->enabled);
  // Where the agent cannot stand, neither end can be put.
  run(lab, "paint.line 5 5 5 5 blocked");
  const std::vector<MenuEntry> on_wall = cell_menu_entries(lab, {5, 5});
  for (const char* name : {"cell.start", "cell.goal"}) {
    const auto found = std::ranges::find(on_wall, name, &MenuEntry::name);
    CHECK_FALSE(found->enabled);
    CHECK(found->why_not == "the agent cannot stand there");
  }
  // A right click with the arrow takes no terrain: the menu opens instead.
  run(lab, {"tool.select select", "paint.line 3 3 3 3 water"});
  const Terrain selected = lab.state().terrain;
  drag(lab, {{3, 3}}, 1);
  CHECK(lab.state().terrain == selected);
  run(lab, "tool.select brush");
  drag(lab, {{3, 3}}, 1);
  CHECK(lab.state().terrain == Terrain::kWater);
}

TEST_CASE("a move that says so goes on with the move before, whatever is logged between them") {
  Lab lab;
  open_room(lab);
  const size_t before = lab.undo_history().position();
  run(lab, {"query.goal 10 10", "crowd.seed 7", "query.goal 12 10 more", "query.start 4 4 more",
            "query.set 4 4 14 10 more"});
  CHECK(lab.undo_history().position() == before + 1);
  run(lab, "edit.undo");
  CHECK(asks(lab, {2, 3}, {30, 20}));
  // Without the word, each is one step, as in scripts that do not know it.
  run(lab, {"query.goal 10 10", "query.goal 12 10", "edit.undo"});
  CHECK(asks(lab, {2, 3}, {10, 10}));
  // There is nothing to go on with after an undo, and after other edits.
  run(lab, "query.goal 16 10 more");
  CHECK(lab.undo_history().position() == before + 2);
  run(lab, {"paint.line 1 1 5 1", "query.goal 17 10 more", "graph.node 8,8", "query.goal 18 10 more"});
  CHECK(lab.undo_history().position() == before + 6);
  const Status refused = lab.execute("query.goal 3 3 further");
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message() == "query.goal: 'further' is not more");
  CHECK(asks(lab, {2, 3}, {18, 10}));
  check_reproduction(lab);
}

TEST_CASE("the log has one line for a drag, and a drag that comes back leaves nothing to undo") {
  Lab lab;
  open_room(lab);
  drag(lab, {{30, 20}, {28, 20}, {25, 19}, {20, 18}});
  CHECK(lab.log().lines().back() == "query.goal 20 18");
  drag(lab, {{20, 18}, {18, 18}, {17, 17}});
  CHECK(lab.log().lines().back() == "query.goal 17 17");
  CHECK(lab.log().lines()[lab.log().lines().size() - 2] == "query.goal 20 18");
  const size_t before = lab.undo_history().position();
  drag(lab, {{2, 3}, {5, 5}, {2, 3}});
  CHECK(lab.undo_history().position() == before);
  drag(lab, {{2, 3}, {5, 5}, {2, 3}, {6, 6}, {7, 7}});
  CHECK(lab.undo_history().position() == before + 1);
  check_reproduction(lab);
  // The first end that is set becomes both: a drag from there moves one of them.
  Lab fresh;
  open_room(fresh);
  run(fresh, {"query.clear", "query.goal 5 5", "query.goal 9 9 more"});
  CHECK(asks(fresh, {5, 5}, {9, 9}));
  check_reproduction(fresh);
}

TEST_CASE("answers that come while the goal is held, but not moved, say in the end why there is no path") {
  Lab lab;
  open_room(lab);
  run(lab, "paint.line 10 0 10 29 blocked");
  point(lab, PointerEvent::Kind::kPress, {30, 20});
  for (int i = 0; i < 10; ++i) lab.tick(1);
  point(lab, PointerEvent::Kind::kRelease, {30, 20});
  lab.finish_updates();
  CHECK(lab.state().query_note ==
        "no path: the start's area has 270 cells, the goal's 840, and they are not connected");
}
