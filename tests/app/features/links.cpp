// Links between cells in the lab: drawn with the mouse and by commands, undone, kept in files, followed by searches.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/draw/link_arc.hpp"
#include "app/features/flow_field/flow_field_layer.hpp"
#include "app/features/hpa/hpa.hpp"
#include "app/features/lesson/lesson_check.hpp"
#include "app/features/links/links_feature.hpp"
#include "app/lab/cell_explanations.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/link_lines.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/undo_history.hpp"
#include "app/playback/playback.hpp"
#include "core/io/files.hpp"
#include "core/search/path.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"
#include "tests/links_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// A map of two rooms, with the start in the left one and the goal in the right one.
void open_rooms(Lab& lab) {
  run(lab, {"map.new 13 5", "paint.rectangle 6 0 6 4 filled blocked", "query.set 1 2 11 2"});
  lab.gestures().set_view_size(800, 600);
  run(lab, "view.fit");
  lab.finish_updates();
}

uint32_t link_length(const Lab& lab, Cell from, Cell to) {
  const GridMap& map = lab.world().map();
  return map.links() == nullptr ? 0 : map.links()->length(map.id(from), map.id(to));
}

void use_link_tool(Lab& lab, Cell from, Cell to, int button = 0) {
  const auto send = [&](PointerEvent::Kind kind, Cell cell) {
    lab.gestures().pointer(pointer_at(lab, kind, cell.x + 0.5, cell.y + 0.5, button));
  };
  send(PointerEvent::Kind::kPress, from);
  if (from != to) {
    send(PointerEvent::Kind::kMove, {(from.x + to.x) / 2, (from.y + to.y) / 2});
    send(PointerEvent::Kind::kMove, to);
  }
  send(PointerEvent::Kind::kRelease, to);
}

size_t lines_of_layer(const Overlay& overlay, Layer layer) {
  size_t lines = 0;
  for (const DrawBatch& batch : overlay.batches) {
    if (batch.entry.layer == layer && batch.list != nullptr) lines += batch.list->lines.size();
  }
  return lines;
}

std::string why_of(Lab& lab, Cell cell) {
  CellExplanations explanations;
  return explanations.why(explained_search(lab), cell, true);
}

const std::string& note_of(const Lab& lab, const char* planner) { return lab.state().row(planner)->note; }

}  // namespace

TEST_CASE("a link is drawn with the mouse, undone in one step, redone, and removed by the right button") {
  Lab lab;
  open_rooms(lab);
  run(lab, {"tool.select link", "link.cost 2.5"});
  const size_t before = lab.undo_history().position();
  use_link_tool(lab, {2, 1}, {9, 3});
  CHECK(link_length(lab, {2, 1}, {9, 3}) == 250);
  CHECK(link_length(lab, {9, 3}, {2, 1}) == 250);
  CHECK(lab.undo_history().position() == before + 1);
  run(lab, "edit.undo");
  CHECK(lab.world().map().links() == nullptr);
  run(lab, "edit.redo");
  CHECK(link_length(lab, {9, 3}, {2, 1}) == 250);
  run(lab, "link.both_ways off");
  use_link_tool(lab, {8, 0}, {4, 0});
  CHECK(link_length(lab, {8, 0}, {4, 0}) == 250);
  CHECK(link_length(lab, {4, 0}, {8, 0}) == 0);
  REQUIRE(links_controller(lab).links().size() == 2);

  // A click on an end inspects its cell, which makes no link.
  use_link_tool(lab, {8, 0}, {8, 0});
  REQUIRE(lab.state().inspected.has_value());
  CHECK(lab.state().inspected->cell == Cell{8, 0});
  CHECK(links_controller(lab).links().size() == 2);
  // Escape in the middle of a drag makes none either.
  lab.gestures().pointer(pointer_at(lab, PointerEvent::Kind::kPress, 3.5, 3.5));
  lab.gestures().pointer(pointer_at(lab, PointerEvent::Kind::kMove, 7.5, 3.5));
  CHECK(links_controller(lab).dragged().has_value());
  lab.gestures().cancel();
  CHECK_FALSE(links_controller(lab).dragged().has_value());
  CHECK(links_controller(lab).links().size() == 2);

  use_link_tool(lab, {2, 1}, {2, 1}, 1);
  CHECK(link_length(lab, {2, 1}, {9, 3}) == 0);
  CHECK(link_length(lab, {9, 3}, {2, 1}) == 0);
  CHECK(link_length(lab, {8, 0}, {4, 0}) == 250);
  use_link_tool(lab, {11, 4}, {11, 4}, 1);  // there is none
  CHECK(link_length(lab, {8, 0}, {4, 0}) == 250);
  CHECK(lab.state().unsaved);
}

TEST_CASE("commands add, change and remove links, and refuse what is none with its reason") {
  Lab lab;
  open_rooms(lab);
  run(lab, {"link.add 1,1 9,3 2", "link.add 3,3 8,1 0.01 one-way"});
  CHECK(link_length(lab, {9, 3}, {1, 1}) == 200);
  CHECK(link_length(lab, {3, 3}, {8, 1}) == 1);
  run(lab, "link.add 1,1 9,3 4 one-way");
  CHECK(link_length(lab, {1, 1}, {9, 3}) == 400);
  CHECK(link_length(lab, {9, 3}, {1, 1}) == 200);
  run(lab, "link.remove 1,1 9,3 one-way");
  CHECK(link_length(lab, {1, 1}, {9, 3}) == 0);
  CHECK(link_length(lab, {9, 3}, {1, 1}) == 200);
  run(lab, "link.remove 1,1 9,3");
  CHECK(link_length(lab, {9, 3}, {1, 1}) == 0);
  const GridMap before = lab.world().map();
  const size_t position = lab.undo_history().position();
  const std::pair<const char*, const char*> refused[] = {{"link.add 1,1 13,0 2", "outside the map"},
                                                         {"link.add 1,1 1,1 2", "two different cells"},
                                                         {"link.add 1,1 2,2 0", "COST"},
                                                         {"link.add 1,1 2,2 100001", "COST"},
                                                         {"link.add 1,1 2,2 many", "COST"},
                                                         {"link.add 1 2,2 2", "expected X,Y"},
                                                         {"link.add 1,1 2,2 2 both", "one-way"},
                                                         {"link.add 1,1 2,2", "link.add"},
                                                         {"link.remove 1,1 2,2", "no link from 1,1 to 2,2"},
                                                         {"link.remove 8,1 3,3 one-way", "no link from 8,1 to 3,3"},
                                                         {"link.remove 8,1 3,9", "outside the map"}};
  for (const auto& [line, reason] : refused) {
    CAPTURE(line);
    CHECK(failure(lab, line).find(reason) != std::string::npos);
    CHECK(lab.world().map() == before);
    CHECK(lab.undo_history().position() == position);
  }
  // The same link once more changes nothing.
  run(lab, "link.add 3,3 8,1 0.01 one-way");
  CHECK(lab.undo_history().position() == position);
  run(lab, "link.clear");
  CHECK(lab.world().map().links() == nullptr);
  CHECK(failure(lab, "link.clear").find("no links") != std::string::npos);
  run(lab, "edit.undo");
  CHECK(lab.world().map() == before);
}

TEST_CASE("searches over cells follow a link, and each of their steps is told and drawn") {
  for (const char* planner : {"astar", "dijkstra", "bidirectional", "bfs", "jps"}) {
    CAPTURE(std::string(planner));
    Lab lab;
    open_rooms(lab);
    run_settled(lab, {fmt::format("planner.show {} on", planner), fmt::format("planner.trace {}", planner)});
    CHECK_FALSE(lab.state().row(planner)->result.found());
    const bool from_goal = std::string_view(planner) == "bidirectional";
    if (!from_goal) CHECK(why_of(lab, {9, 2}).find("an area of its own") != std::string::npos);
    run_settled(lab, "link.add 3,2 9,2 2 one-way");
    const PlanResult& result = lab.state().row(planner)->result;
    REQUIRE(result.found());
    const Cost unit = cost_unit(lab.world());
    // Breadth-first search counts steps: some of its may be diagonal.
    if (std::string_view(planner) != "bfs") CHECK(result.cost == 6 * unit);
    const GridMap& map = lab.world().map();
    const std::vector<CellId> path = result.path;
    const auto over = std::ranges::adjacent_find(path, [&](CellId a, CellId b) {
      return a == map.id({3, 2}) && b == map.id({9, 2});
    });
    REQUIRE(over != path.end());
    CHECK(path_fault(lab.world().moves(), path, {1, 2}, {11, 2}, result.cost) == std::nullopt);
    CHECK(is_link_step(lab.world().moves(), map.id({3, 2}), map.id({9, 2})));
    CHECK_FALSE(is_link_step(lab.world().moves(), map.id({9, 2}), map.id({3, 2})));
    CHECK(why_of(lab, {9, 2}).find("an area of its own") == std::string::npos);

    OverlayBuilder builder;
    size_t told = 0;
    for (size_t moment = 0; moment <= lab.playback().size(); ++moment) {
      run(lab, fmt::format("step.to {}", moment));
      told += explained_step(lab).find("over a link") != std::string::npos;
      (void)draw(builder, lab);
      (void)why_of(lab, {9, 2});
    }
    const bool tells = std::string_view(planner) != "bidirectional" && std::string_view(planner) != "bfs";
    if (tells) CHECK(told > 0);
    // The path has a dotted curve over the link, and no straight line between its ends.
    const Overlay& drawn = draw(builder, lab);
    size_t dotted = 0;
    for (const DrawBatch& batch : drawn.batches) {
      if (batch.entry.layer != Layer::kPath || batch.list == nullptr) continue;
      for (const DrawLine& line : batch.list->lines) {
        dotted += line.dash == kLinkStepDash;
        CHECK_FALSE((std::abs(line.x0 - 3.5f) < 0.01f && std::abs(line.x1 - 9.5f) < 0.01f));
      }
    }
    CHECK(dotted > 0);
  }
}

TEST_CASE("planners over the mesh follow a link, which is told, and their paths have the curve of the link") {
  for (const char* planner : {"navmesh", "hna1"}) {
    CAPTURE(std::string(planner));
    Lab lab;
    open_rooms(lab);
    run_settled(lab, {"navmesh on", "hna on", fmt::format("planner.show {} on", planner),
                      fmt::format("planner.trace {}", planner)});
    CHECK_FALSE(lab.state().row(planner)->result.found());
    run_settled(lab, "link.add 3,2 9,2 2 one-way");
    CHECK(note_of(lab, "polyanya") == "needs a map without links");
    const PlanResult& result = lab.state().row(planner)->result;
    REQUIRE(result.found());
    CHECK(result.cost == 6 * cost_unit(lab.world()));
    CHECK(result.points == std::vector<HalfCellPoint>{{3, 5}, {7, 5}, {19, 5}, {23, 5}});
    CHECK(result.links_at == std::vector<uint32_t>{1});
    OverlayBuilder builder;
    size_t told = 0;
    for (size_t moment = 0; moment <= lab.playback().size(); ++moment) {
      run(lab, fmt::format("step.to {}", moment));
      told += explained_step(lab).find("over a link") != std::string::npos;
      (void)draw(builder, lab);
      (void)why_of(lab, {9, 2});
    }
    CHECK(told > 0);
    size_t dotted = 0;
    for (const DrawBatch& batch : draw(builder, lab).batches) {
      if (batch.entry.layer != Layer::kPath || batch.list == nullptr) continue;
      for (const DrawLine& line : batch.list->lines) {
        dotted += line.dash == kLinkStepDash;
        CHECK_FALSE((std::abs(line.x0 - 3.5f) < 0.01f && std::abs(line.x1 - 9.5f) < 0.01f));
      }
    }
    CHECK(dotted > 0);
    run_settled(lab, "edit.undo");
    CHECK_FALSE(lab.state().row(planner)->result.found());
  }
}

TEST_CASE("HPA* tells a link of its graph as a link on every level, and the inspector lists it") {
  Lab lab;
  open_rooms(lab);
  run_settled(lab, {"hpa.cluster_size 3", "hpa.levels 2", "planner.show hpa2 on", "planner.trace hpa2"});
  CHECK_FALSE(lab.state().row("hpa2")->result.found());
  run_settled(lab, "link.add 3,2 9,2 2 one-way");
  const PlanResult& result = lab.state().row("hpa2")->result;
  REQUIRE(result.found());
  CHECK(result.cost == 6 * cost_unit(lab.world()));
  CHECK(path_fault(lab.world().moves(), result.path, {1, 2}, {11, 2}, result.cost) == std::nullopt);
  std::string told;
  for (size_t moment = 0; moment <= lab.playback().size(); ++moment) {
    run(lab, fmt::format("step.to {}", moment));
    told += explained_step(lab) + "\n";
  }
  for (const char* sentence : {"(9,2) is generated from (3,2) over a link: g = 5.41",
                               "The link (3,2) - (9,2) of cost 2.00 joins the path of level 2.",
                               "The link (3,2) - (9,2) of level 2 and cost 2.00 is refined.",
                               "The link (3,2) - (9,2) of cost 2.00 joins the path of level 1.",
                               "The link (3,2) - (9,2) of level 1 and cost 2.00 is refined.",
                               "The link from (3,2) to (9,2), of cost 2.00, joins the path."}) {
    CAPTURE(std::string(sentence));
    CHECK(told.find(sentence) != std::string::npos);
  }
  run(lab, "inspect 3 2");
  const HpaInspection& seen = hpa_controller(lab).inspected();
  CHECK(seen.level == 2);
  REQUIRE(seen.links == 1);
  CHECK(seen.edges.back().to == lab.world().map().id({9, 2}));
  CHECK(seen.edges.back().cost == 2 * cost_unit(lab.world()));
}

TEST_CASE("after any edits of links and cells, answers are those of a plain Dijkstra, and every cell is explained") {
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    Lab lab;
    run(lab, {fmt::format("map.generate cave 24 16 {} force", seed), "planner.show dijkstra on",
              "planner.show bidirectional on", "hpa.cluster_size 5", "planner.show hpa1 on"});
    std::vector<GridMap> before;
    for (int round = 0; round < 8; ++round) {
      const GridMap& map = lab.world().map();
      const Cell start = random_cell(map, rng), goal = random_cell(map, rng);
      run(lab, fmt::format("query.set {} {} {} {}", start.x, start.y, goal.x, goal.y));
      before.push_back(map);
      if (rng.percent(30) && map.links() != nullptr) {
        const MapLink link = map.links()->all()[rng.below(static_cast<uint32_t>(map.links()->size()))];
        const Cell from = map.cell(link.from), to = map.cell(link.to);
        run(lab, fmt::format("link.remove {},{} {},{}", from.x, from.y, to.x, to.y));
      } else {
        const MapLink link = random_link(map, rng);
        run(lab, link_command({map.cell(link.from), map.cell(link.to), link.length, rng.percent(50)}));
      }
      const Cell painted = random_cell(map, rng);
      run(lab,
          fmt::format("paint.line {0} {1} {0} {1} {2}", painted.x, painted.y, round % 2 == 0 ? "blocked" : "ground"));
      lab.finish_updates();
      const std::vector<Cost> distances = linked_dijkstra(map, lab.world().rules(), start);
      const Cost least = distances[map.id(goal)];
      for (const char* planner : {"astar", "dijkstra", "bidirectional", "hpa1", "jps"}) {
        CAPTURE(planner);
        const PlannerRow& row = *lab.state().row(planner);
        if (!row.solved) continue;
        CHECK(row.result.found() == (least != kInfinite));
        if (!row.result.found()) continue;
        CHECK((finds_optimum(lab.world(), *row.planner) ? row.result.cost == least : row.result.cost >= least));
        CHECK(path_fault(lab.world().moves(), row.result.path, start, goal, row.result.cost) == std::nullopt);
      }
      for (CellId cell = 0; cell < map.cell_count(); cell += 7) CHECK_FALSE(why_of(lab, map.cell(cell)).empty());
    }
    while (lab.undo_history().can_undo()) run(lab, "edit.undo");
    CHECK(lab.world().map() == before.front());
  }
}

TEST_CASE("planners that do not follow links say so in their rows, and the flow field follows them") {
  Lab lab;
  open_rooms(lab);
  run_settled(lab, {"link.add 3,2 9,2 2"});
  CHECK(note_of(lab, "theta") == "needs a map without links");
  CHECK_FALSE(lab.state().row("theta")->allowed);
  for (const char* planner : {"astar", "jps", "hpa1"}) CHECK(lab.state().row(planner)->allowed);
  for (const char* planner : {"sectors", "tables"}) CHECK(lab.state().row(planner)->within_reach);  // once they are on
  run_settled(lab, "layer flow-field on");
  CHECK(flow_field_controller(lab).missing().empty());
  const FlowField& field = flow_field_controller(lab).field();
  REQUIRE(field.is_current_for(lab.world().moves()));
  const std::vector<Cost> costs = linked_dijkstra(lab.world().map(), lab.world().rules(), lab.state().query.goal, true);
  for (CellId cell = 0; cell < costs.size(); ++cell) CHECK(field.cost(cell) == costs[cell]);
  run_settled(lab, "link.clear");
  CHECK(lab.state().row("theta")->allowed);
}

TEST_CASE("without a path the note counts the cells on both sides, along the directions of links") {
  Lab lab;
  open_rooms(lab);
  run_settled(lab, "link.add 9,2 3,2 2 one-way");
  CHECK(lab.state().query_note ==
        "no path: 30 cells can be reached from the start, and the goal from 30, none of which are the same");
  CHECK(why_of(lab, {9, 2}).find("an area of its own") == std::string::npos);
}

TEST_CASE("links are drawn on a layer that costs nothing without them; those with a blocked end are told apart") {
  Lab lab;
  open_rooms(lab);
  OverlayBuilder builder;
  CHECK(lines_of_layer(draw(builder, lab), kLinksLayer) == 0);
  run_settled(lab, "link.add 3,2 9,2 2");
  const size_t both = lines_of_layer(draw(builder, lab), kLinksLayer);
  CHECK(both > 0);
  run_settled(lab, "link.remove 9,2 3,2 one-way");
  CHECK(lines_of_layer(draw(builder, lab), kLinksLayer) > both);  // the arrow
  const auto usable = [&] { return state_json(lab)["map_links"]["list"][0]["usable"].get<bool>(); };
  CHECK(usable());
  run_settled(lab, "paint.line 9 2 9 2 blocked");
  CHECK_FALSE(usable());
  bool dashed = false;
  for (const DrawBatch& batch : draw(builder, lab).batches) {
    if (batch.entry.layer != kLinksLayer.number || batch.list == nullptr) continue;
    for (const DrawLine& line : batch.list->lines) dashed |= line.dash > 0;
  }
  CHECK(dashed);
  run(lab, "layer map-links off");
  CHECK(lines_of_layer(draw(builder, lab), kLinksLayer) == 0);
}

TEST_CASE("a workspace keeps links, of maps with and without a file, and nothing of them is to be saved or undone") {
  const test::TempFolder folder;
  for (const bool saved : {false, true}) {
    CAPTURE(saved);
    Lab lab;
    open_rooms(lab);
    run(lab, {"link.add 3,2 9,2 2.5", "link.add 8,0 4,4 7 one-way", "link.cost 12"});
    if (saved) run(lab, test::open_line(folder.file("rooms.map"), "map.save_as"));
    const std::string file = folder.file(saved ? "with.strata" : "without.strata");
    run(lab, test::open_line(file, "workspace.save"));
    const std::string text = read_file(file).value();
    CHECK(text.find("\nlink.add 3,2 9,2 2.5\n") != std::string::npos);
    CHECK(text.find("\nlink.add 8,0 4,4 7 one-way\n") != std::string::npos);
    CHECK((text.find("map rooms.map ") != std::string::npos) == saved);
    Lab other;
    run_settled(other, test::open_line(file, "workspace.open"));
    CHECK(other.world().map() == lab.world().map());
    CHECK(links_controller(other).settings().cost == 12);
    CHECK_FALSE(other.state().unsaved);
    CHECK_FALSE(other.undo_history().can_undo());
    lab.finish_updates();
    CHECK(state_json(other)["map"]["hash"] == state_json(lab)["map"]["hash"]);
    CHECK(other.state().row("astar")->result.cost == lab.state().row("astar")->result.cost);
  }
}

TEST_CASE("saving a map says once that its file cannot hold the links, and another map is without them") {
  const test::TempFolder folder;
  Lab lab;
  open_rooms(lab);
  const std::string file = folder.file("rooms.map");
  run(lab, test::open_line(file, "map.save_as"));
  CHECK(lab.state().notices.empty());
  run(lab, "link.add 3,2 9,2 2.5");
  for (int i = 0; i < 2; ++i) {
    run(lab, "map.save");
    REQUIRE(lab.state().notices.size() == 1);
    CHECK(lab.state().notices[0].text ==
          "rooms.map cannot hold the links between cells: a workspace and a map of Tiled do.");
    CHECK(lab.state().notices[0].line == "ui.show save_workspace on");
    CHECK_FALSE(lab.state().unsaved);
  }
  run(lab, "notice.close links");
  run(lab, "map.save");
  CHECK(lab.state().notices[0].closed);
  run(lab, {"canvas.resize 15 7 center", "edit.undo", "edit.redo"});
  REQUIRE(links_controller(lab).links().size() == 1);
  CHECK(links_controller(lab).links()[0] == LinkText{{4, 3}, {10, 3}, 250, true});
  run(lab, test::open_line(file) + " force");
  CHECK(lab.world().map().links() == nullptr);
  CHECK(lab.state().notices.empty());
}

TEST_CASE("a map of Tiled is saved with its links, and opened with them") {
  const test::TempFolder folder;
  Lab lab;
  open_rooms(lab);
  run(lab, {"link.add 3,2 9,2 2.5", "link.add 8,0 4,4 7 one-way"});
  run(lab, test::open_line(folder.file("rooms.map"), "map.save_as"));
  CHECK(lab.state().notices.size() == 1);
  const std::string file = folder.file("rooms.tmj");
  run(lab, test::open_line(file, "map.save_as"));
  CHECK(lab.state().notices.empty());
  Lab other;
  run(other, test::open_line(file));
  CHECK(other.world().map() == lab.world().map());
  CHECK(links_controller(other).links() ==
        std::vector<LinkText>{{{8, 0}, {4, 4}, 700, false}, {{3, 2}, {9, 2}, 250, true}});
  CHECK_FALSE(other.state().unsaved);
  run(other, {"link.remove 3,2 9,2", "map.save"});
  CHECK(other.state().notices.empty());
  run(lab, test::open_line(file));
  CHECK(lab.world().map() == other.world().map());
  // A workspace keeps the link that is left.
  const std::string workspace = folder.file("rooms.strata");
  run(lab, test::open_line(workspace, "workspace.save"));
  run_settled(other, test::open_line(workspace, "workspace.open"));
  CHECK(other.world().map() == lab.world().map());
}

TEST_CASE("the log of a session makes its links again, with what was undone") {
  Lab lab;
  open_rooms(lab);
  run(lab, {"link.add 3,2 9,2 2.5", "link.add 8,0 4,4 7 one-way", "link.remove 3,2 9,2 one-way", "edit.undo",
            "link.add 0,0 12,4 1", "edit.undo"});
  Lab other;
  const std::string script = lab.log().reproduction();
  CAPTURE(script);
  for (size_t begin = 0; begin < script.size();) {
    const size_t end = std::min(script.find('\n', begin), script.size());
    const Status done = other.execute(script.substr(begin, end - begin));
    CHECK(done.ok());
    begin = end + 1;
  }
  CHECK(other.world().map() == lab.world().map());
  CHECK(other.undo_history().can_redo());
}

TEST_CASE("a recovery copy holds the links, and those that are damaged are said to be") {
  const test::TempFolder folder;
  const LabOptions options{.recovery_folder = folder.file("recovery")};
  GridMap before;
  {
    Lab lab(options);
    open_rooms(lab);
    run(lab, {"link.add 3,2 9,2 2.5", "link.add 8,0 4,4 7 one-way"});
    before = lab.world().map();
    lab.tick(1.0 / 60);
  }
  Lab lab(options);
  REQUIRE(lab.state().question.has_value());
  run(lab, "recovery.restore");
  CHECK(lab.world().map() == before);
  CHECK(lab.state().unsaved);
}

TEST_CASE("the lines of links are read as they were written, and a fault names its line and column") {
  GridMap map(12, 9);
  const std::vector<MapLink> some = {{3, 60, 250}, {60, 3, 250}, {7, 8, 1}, {100, 7, 4000}};
  map.apply({{}, some});
  GridMap again(12, 9);
  const auto read = links_of_lines(link_lines(map), "a.links", again);
  REQUIRE(read.ok());
  again.apply({{}, read.value()});
  CHECK(again == map);
  CHECK(links_of_lines("", "a.links", map).value().empty());
  CHECK(link_lines(GridMap(3, 3)).empty());
  const auto fault = [&](const std::string& text) {
    const auto links = links_of_lines(text, "a.links", map);
    return links ? std::string("read") : links.error().message();
  };
  const std::string good = "link 1,1 2,2 cost 3 one-way\n";
  CHECK(fault(good) == "read");
  CHECK(fault(good + "link 1,1 12,2 cost 3 one-way\n").starts_with("a.links:2: column 10: "));
  CHECK(fault(good + "\n").starts_with("a.links:2: column 1: "));
  CHECK(fault("link 1,1 2,2 cost x one-way").starts_with("a.links:1: column 19: "));
}

TEST_CASE("a recorded lesson keeps links, and passes its check") {
  const test::TempFolder folder;
  const std::string path = folder.file("links.lesson");
  Lab lab;
  open_rooms(lab);
  run(lab, {"link.add 3,2 9,2 2.5", "lesson.record.start", "link.add 8,0 4,4 7 one-way"});
  run(lab, format_command({"lesson.record.save", {path}}));
  const LessonReport report = check_lesson(path);
  for (const std::string& problem : report.problems) FAIL_CHECK(problem);
  const std::string text = read_file(path).value();
  CHECK(text.find("link.add 3,2 9,2 2.5") != std::string::npos);
  CHECK(text.find("link.add 8,0 4,4 7 one-way") != std::string::npos);
}
