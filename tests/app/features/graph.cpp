// The graph that a user draws: with the mouse, by commands, undone with the map's edits, kept in files.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "app/draw/map_texts.hpp"
#include "app/features/graph/graph.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "app/lab/undo_history.hpp"
#include "core/base/rng.hpp"
#include "core/io/files.hpp"
#include "core/io/graph_file.hpp"
#include "core/io/movingai.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"
#include "tests/source_path.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

void click(Lab& lab, double x, double y, int button = 0) {
  lab.gestures().pointer(pointer_at(lab, PointerEvent::Kind::kPress, x, y, button));
  lab.gestures().pointer(pointer_at(lab, PointerEvent::Kind::kRelease, x, y, button));
}

void drag(Lab& lab, double x0, double y0, double x1, double y1) {
  lab.gestures().pointer(pointer_at(lab, PointerEvent::Kind::kPress, x0, y0));
  lab.gestures().pointer(pointer_at(lab, PointerEvent::Kind::kMove, (x0 + x1) / 2, (y0 + y1) / 2));
  lab.gestures().pointer(pointer_at(lab, PointerEvent::Kind::kMove, x1, y1));
  lab.gestures().pointer(pointer_at(lab, PointerEvent::Kind::kRelease, x1, y1));
}

void open_field(Lab& lab) {
  run(lab, "map.new 40 30");
  lab.gestures().set_view_size(800, 600);
  run(lab, "view.fit");
}

}  // namespace

TEST_CASE("a graph is drawn with the mouse: nodes, edges, moves, removal") {
  Lab lab;
  open_field(lab);
  run(lab, "tool.select graph");
  click(lab, 5.5, 5.5);
  click(lab, 15.5, 5.5);
  click(lab, 10.5, 20.5);
  REQUIRE(graph_controller(lab).graph().node_count() == 3);
  drag(lab, 5.5, 5.5, 15.5, 5.5);
  drag(lab, 15.5, 5.5, 10.5, 20.5);
  REQUIRE(graph_controller(lab).graph().edges().size() == 2);
  CHECK(graph_controller(lab).graph().edge(0, 1)->weight == 10 * kDrawnUnit);
  // Elsewhere: the node moves and its edges keep their weights.
  drag(lab, 15.5, 5.5, 20.5, 9.5);
  CHECK(graph_controller(lab).graph().nodes()[1] == Cell{20, 9});
  CHECK(graph_controller(lab).graph().edge(0, 1)->weight == 10 * kDrawnUnit);
  // A click on a node inspects it.
  click(lab, 20.5, 9.5);
  REQUIRE(lab.state().inspected.has_value());
  CHECK(lab.state().inspected->cell == Cell{20, 9});
  CHECK(graph_controller(lab).graph().node_count() == 3);
  // Escape in the middle of a drag changes nothing.
  lab.gestures().pointer(pointer_at(lab, PointerEvent::Kind::kPress, 20.5, 9.5));
  lab.gestures().pointer(pointer_at(lab, PointerEvent::Kind::kMove, 30.5, 9.5));
  CHECK(graph_controller(lab).dragged().has_value());
  lab.gestures().cancel();
  CHECK_FALSE(graph_controller(lab).dragged().has_value());
  CHECK(graph_controller(lab).graph().nodes()[1] == Cell{20, 9});
  // The right button removes an edge, then a node.
  click(lab, (5.5 + 20.5) / 2, (5.5 + 9.5) / 2, 1);
  CHECK(graph_controller(lab).graph().edges().size() == 1);
  click(lab, 5.5, 5.5, 1);
  CHECK(graph_controller(lab).graph().node_count() == 2);
  // So does the eraser, which paints where there is nothing to remove.
  run(lab, "tool.select erase");
  click(lab, 20.5, 9.5);
  CHECK(graph_controller(lab).graph().node_count() == 1);
  CHECK(lab.state().strokes == 0);
  click(lab, 30.5, 25.5);
  CHECK(graph_controller(lab).graph().node_count() == 1);
  CHECK(lab.state().unsaved);
}

TEST_CASE("edits of the graph and of the map are undone in the order they were made") {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    Lab lab;
    open_field(lab);
    struct MapAndGraph {
      std::string map;
      DrawnGraph graph;
    };
    std::vector<MapAndGraph> moments = {{letters(lab), graph_controller(lab).graph()}};
    size_t now = 0;
    const auto check = [&] {
      REQUIRE(letters(lab) == moments[now].map);
      REQUIRE(graph_controller(lab).graph() == moments[now].graph);
      REQUIRE(lab.undo_history().can_undo() == (now > 0));
      REQUIRE(lab.undo_history().can_redo() == (now + 1 < moments.size()));
    };
    for (int step = 0; step < 120; ++step) {
      const uint32_t choice = rng.below(10);
      if (choice < 3 && now > 0) {
        run(lab, "edit.undo");
        --now;
      } else if (choice < 5 && now + 1 < moments.size()) {
        run(lab, "edit.redo");
        ++now;
      } else {
        const std::string x = std::to_string(rng.below(40)), y = std::to_string(rng.below(30));
        const std::string cell = x + "," + y;
        const char* terrains[] = {"ground", "swamp", "water"};
        (void)lab.execute(choice < 8
                              ? "graph.node " + cell
                              : "paint.stroke brush " + std::string(terrains[rng.below(3)]) + " 1 round " + cell);
        const MapAndGraph after{letters(lab), graph_controller(lab).graph()};
        if (after.map != moments[now].map || !(after.graph == moments[now].graph)) {
          moments.resize(now + 1);
          moments.push_back(after);
          ++now;
        }
      }
      check();
    }
  }
}

TEST_CASE("each refused command of the graph says why and changes nothing") {
  Lab lab;
  open_field(lab);
  run(lab, {"graph.node 1,1", "graph.node 5,5", "graph.edge 1,1 5,5 2.5"});
  const DrawnGraph before = graph_controller(lab).graph();
  CHECK(failure(lab, "graph.node 1,1").find("a node at 1,1 already") != std::string::npos);
  CHECK(failure(lab, "graph.node 40,0").find("outside the map") != std::string::npos);
  CHECK(failure(lab, "graph.node x").find("expected X,Y") != std::string::npos);
  CHECK(failure(lab, "graph.move 2,2 3,3").find("no node at 2,2") != std::string::npos);
  CHECK(failure(lab, "graph.move 1,1 5,5").find("a node at 5,5 already") != std::string::npos);
  CHECK(failure(lab, "graph.edge 1,1 1,1").find("joins two nodes") != std::string::npos);
  CHECK(failure(lab, "graph.edge 1,1 5,5 0").find("WEIGHT must be") != std::string::npos);
  CHECK(failure(lab, "graph.remove 5,5 2,2").find("no node at 2,2") != std::string::npos);
  CHECK(failure(lab, "graph.order 1,1").find("each of the 2 nodes once") != std::string::npos);
  CHECK(failure(lab, "graph.order 1,1 5,5 up").find("expects X,Y up") != std::string::npos);
  CHECK(failure(lab, "graph.save").find("no file yet") != std::string::npos);
  CHECK(graph_controller(lab).graph() == before);
}

TEST_CASE("the order is changed as a whole or node by node") {
  Lab lab;
  open_field(lab);
  for (const char* cell : {"1,1", "2,2", "3,3", "4,4"}) run(lab, std::string("graph.node ") + cell);
  const auto order = [&] {
    return std::vector<uint32_t>(graph_controller(lab).graph().order().begin(),
                                 graph_controller(lab).graph().order().end());
  };
  using Order = std::vector<uint32_t>;
  run(lab, "graph.order 3,3 up");
  CHECK(order() == Order{0, 2, 1, 3});
  run(lab, "graph.order 1,1 down");
  CHECK(order() == Order{2, 0, 1, 3});
  run(lab, "graph.order 4,4 first");
  CHECK(order() == Order{3, 2, 0, 1});
  run(lab, "graph.order 3,3 last");
  CHECK(order() == Order{3, 0, 1, 2});
  run(lab, "graph.order 2,2 1,1 4,4 3,3");
  CHECK(order() == Order{1, 0, 3, 2});
}

TEST_CASE("a graph is saved with the name of its map and opened with it") {
  const TempFolder folder;
  Lab lab;
  open_field(lab);
  run(lab, {"graph.node 3,3", "graph.node 9,3", "graph.edge 3,3 9,3 7.25", "query.start 3 3", "query.goal 9 3",
            "paint.fill 1 1 swamp"});
  run(lab, "map.save_as " + folder.file("field.map"));
  // Nothing is left behind: the graph went beside the map.
  CHECK_FALSE(lab.state().unsaved);
  CHECK(graph_controller(lab).path() == folder.file("field.graph"));
  const auto written = must(load_graph(folder.file("field.graph")));
  CHECK(written.map == "field.map");
  CHECK(written.start == Cell{3, 3});
  CHECK(written.graph == graph_controller(lab).graph());
  run(lab, "graph.move 9,3 9,4");
  CHECK(lab.state().unsaved);
  CHECK(lab.state().query.goal == Cell{9, 4});  // it stays on its node
  run(lab, "edit.undo");
  CHECK_FALSE(lab.state().unsaved);

  Lab other;
  run(other, "map.open " + folder.file("field.graph"));
  CHECK(graph_controller(other).graph() == graph_controller(lab).graph());
  CHECK(other.state().map_path == folder.file("field.map"));
  CHECK(other.state().query.goal == Cell{9, 3});
  CHECK_FALSE(other.state().unsaved);
  CHECK_FALSE(other.undo_history().can_undo());
  // On the same map it is one edit that can be undone.
  run(other, "graph.clear");
  run(other, "graph.open " + folder.file("field.graph") + " force");
  CHECK(graph_controller(other).graph().node_count() == 2);
  run(other, "edit.undo");
  CHECK(graph_controller(other).graph().empty());
  // Another map takes the graph away.
  run(other, "map.new 10 10 force");
  CHECK(graph_controller(other).graph().empty());
  CHECK(graph_controller(other).path().empty());
  REQUIRE(write_file_atomic(folder.file("far.graph"), "type graph\nnode 30,2\n").ok());
  CHECK(failure(other, "graph.open " + folder.file("far.graph")).find("outside the map of 10 x 10") !=
        std::string::npos);
  REQUIRE(write_file_atomic(folder.file("lost.graph"), "type graph\nmap none.map\n").ok());
  CHECK(failure(other, "graph.open " + folder.file("lost.graph")).find("none.map") != std::string::npos);
}

TEST_CASE("a drawn graph is written for other programs and opened again on the open map") {
  const TempFolder folder;
  Lab lab;
  open_field(lab);
  run(lab, {"graph.node 3,3", "graph.node 9,3", "graph.node 9,20", "graph.edge 3,3 9,3 7.25", "graph.edge 9,3 9,20",
            "graph.order 9,3 3,3 9,20"});
  const DrawnGraph drawn = graph_controller(lab).graph();
  for (const char* name : {"field.gr", "field.graphml", "field.dot", "field.GV"}) {
    CAPTURE(std::string(name));
    run(lab, "graph.save " + folder.file(name));
    CHECK_FALSE(graph_controller(lab).unsaved());
    CHECK(graph_controller(lab).save_needs_name());
    run(lab, "graph.clear");
    run(lab, "map.open " + folder.file(name) + " force");
    const DrawnGraph& again = graph_controller(lab).graph();
    CHECK(std::ranges::equal(again.nodes(), drawn.nodes()));
    CHECK(std::ranges::equal(again.edges(), drawn.edges()));
    CHECK_FALSE(graph_controller(lab).unsaved());
    CHECK(lab.world().map().width() == 40);
    // The file is that of another program, which is not written over unasked.
    CHECK(failure(lab, "graph.save").find("another program") != std::string::npos);
    run(lab, "edit.undo");
    CHECK(graph_controller(lab).graph().empty());
    run(lab, "edit.undo");
    run(lab, "graph.order 9,3 3,3 9,20");
  }
}

TEST_CASE("a graph of another program that is too large is refused with its place, and what is left out is told") {
  const TempFolder folder;
  Lab lab;
  open_field(lab);
  REQUIRE(write_file_atomic(folder.file("usa.gr"), "c roads\np sp 23947347 58333344\n").ok());
  CHECK(failure(lab, "graph.open " + folder.file("usa.gr"))
            .find("usa.gr:2: the graph has 23947347 nodes, more than 512") != std::string::npos);
  REQUIRE(write_file_atomic(folder.file("one.dot"), "digraph { a -> b; b -> b }\n").ok());
  run(lab, "graph.open " + folder.file("one.dot"));
  CHECK(graph_controller(lab).graph().node_count() == 2);
  CHECK(graph_controller(lab).graph().edges().size() == 1);
  for (const std::string text :
       {"1 edge from a node to itself was left out",
        "one.dot: the file has no coordinates: the nodes were laid out. Also: 1 arc leads one way only"}) {
    CHECK(std::ranges::any_of(lab.state().messages, [&](const Message& message) {
      return message.kind == MessageKind::kWarning && message.text.find(text) != std::string::npos;
    }));
  }
  CHECK_FALSE(graph_controller(lab).path_has_own_format());
}

TEST_CASE("a weight that is kept otherwise than written is told, from a file and from a command alike") {
  const TempFolder folder;
  REQUIRE(save_map(GridMap(10, 3), folder.file("a.map")).ok());
  REQUIRE(
      write_file_atomic(folder.file("a.graph"),
                        "type graph\nmap a.map\nnode 1,1\nnode 3,1\nnode 5,1\nedge 1,1 3,1 2\nedge 3,1 5,1 0.0001\n")
          .ok());
  Lab lab;
  const auto warned = [&](const std::string& text) {
    return std::ranges::any_of(lab.state().messages, [&](const Message& message) {
      return message.kind == MessageKind::kWarning && message.text.find(text) != std::string::npos;
    });
  };
  run(lab, "map.open " + folder.file("a.graph"));
  CHECK(
      warned("a.graph: 1 weight is kept otherwise than written, as weights are multiples of 0.0012; the first in "
             "line 7: 0.0001 as 0.0012"));
  run(lab, "graph.edge 1,1 5,1 2.5");
  CHECK_FALSE(warned("2.5"));
  run(lab, "graph.edge 1,1 5,1 0.002");
  CHECK(warned("The weight 0.002 is kept as 0.0025: weights are multiples of 0.0012"));
}

TEST_CASE("a graph that is not saved is asked about, and saving it goes on") {
  const TempFolder folder;
  Lab lab;
  open_field(lab);
  run(lab, "map.save_as " + folder.file("a.map"));
  run(lab, {"graph.node 3,3", "map.new 8 8"});
  REQUIRE(lab.state().question.has_value());
  CHECK(lab.state().question->text.find("drawn graph") != std::string::npos);
  run(lab, "question.cancel");
  CHECK(graph_controller(lab).graph().node_count() == 1);
  run(lab, {"map.new 8 8", "question.save"});
  CHECK(lab.world().map().width() == 8);
  CHECK(graph_controller(lab).graph().empty());
  const auto kept = must(load_graph(folder.file("a.graph")));
  CHECK(kept.graph.node_count() == 1);
  // With a file of its own the map is left alone.
  run(lab, "map.open " + folder.file("a.graph"));
  run(lab, "graph.node 4,4");
  std::filesystem::remove(folder.file("a.map"));
  run(lab, {"app.quit", "question.save"});
  CHECK(lab.state().quit);
  CHECK_FALSE(std::filesystem::exists(folder.file("a.map")));
  CHECK(load_graph(folder.file("a.graph")).value().graph.node_count() == 2);
}

TEST_CASE("what was to follow once a map is saved is given up when another map is opened meanwhile") {
  const TempFolder folder;
  Lab lab;
  open_field(lab);
  run(lab, {"graph.node 3,3", "map.new 8 8"});
  run(lab, "question.save");  // the map has no name: Save As is open
  REQUIRE(lab.state().after_save.has_value());
  CHECK(lab.state().after_save->pending == "map.new 8 8 force");
  run(lab, "map.new 9 9 force");
  CHECK_FALSE(lab.state().after_save.has_value());
  run(lab, "map.save_as " + folder.file("b.map"));
  CHECK(lab.world().map().width() == 9);
}

TEST_CASE("where the graph cannot be saved the map is, and what was to follow is given up") {
  const TempFolder folder;
  Lab lab;
  open_field(lab);
  run(lab, "graph.node 3,3");
  run(lab, "map.save_as " + folder.file("a.map"));
  run(lab, {"graph.node 6,3", "paint.rectangle 0 0 1 1 filled water"});
  std::filesystem::remove(folder.file("a.graph"));
  std::filesystem::create_directories(folder.file("a.graph/in the way"));
  run(lab, "map.new 8 8");
  REQUIRE(lab.state().question.has_value());
  CHECK(failure(lab, "question.save").find("a.graph") != std::string::npos);
  CHECK_FALSE(lab.state().after_save.has_value());
  CHECK(lab.state().unsaved);
  CHECK_FALSE(lab.session().map_unsaved());
  CHECK(load_map(folder.file("a.map")).value().map == lab.world().map());
  std::filesystem::remove_all(folder.file("a.graph"));
  run(lab, "map.save");
  CHECK_FALSE(lab.state().unsaved);
  CHECK(load_graph(folder.file("a.graph")).value().graph.node_count() == 2);
}

TEST_CASE("the reproduction of a drawn graph brings it back") {
  Lab lab;
  open_field(lab);
  run(lab, {"graph.node 3,3", "graph.node 9,3", "graph.node 9,9", "graph.edge 3,3 9,3", "graph.order 9,9 first",
            "edit.undo", "paint.fill 0 0 swamp"});
  Lab again;
  std::string text = lab.log().reproduction();
  while (!text.empty()) {
    const size_t end = text.find('\n');
    run(again, text.substr(0, end));
    text.erase(0, end + 1);
  }
  CHECK(graph_controller(again).graph() == graph_controller(lab).graph());
  CHECK(letters(again) == letters(lab));
}

TEST_CASE("stock graphs open with their maps, and their orders make them what they are named for") {
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(strata::test::source_path("assets/graphs"))) {
    if (entry.path().extension() != ".graph") continue;
    CAPTURE(entry.path().string());
    ++count;
    Lab lab;
    run(lab, strata::test::open_line(entry.path().string(), "graph.open"));
    CHECK(graph_controller(lab).graph().node_count() >= 5);
    CHECK(graph_controller(lab).graph().node_at(lab.state().query.start).has_value());
    CHECK(graph_controller(lab).graph().node_at(lab.state().query.goal).has_value());
    CHECK(lab.state().map_path.ends_with(".map"));
    CHECK_FALSE(lab.state().unsaved);
  }
  CHECK(count >= 3);
}

TEST_CASE("a drawn graph is drawn once and not again while nothing changes") {
  Lab lab;
  open_field(lab);
  run_settled(lab, {"graph.node 3,3", "graph.node 30,20", "graph.edge 3,3 30,20"});
  OverlayBuilder builder;
  const Overlay& overlay = test::draw(builder, lab);
  size_t weights = 0;
  for (const DrawLabel& label : overlay.labels) weights += std::string(label.text) == "34.04";
  CHECK(weights == 1);
  const uint64_t built = builder.rebuilt();
  test::draw(builder, lab);
  CHECK(builder.rebuilt() == built);
  run_settled(lab, "graph.move 3,3 4,3");
  test::draw(builder, lab);
  CHECK(builder.rebuilt() > built);
}

TEST_CASE("The number of a node at S or G stands below the sign, so that the letter can be read") {
  Lab lab;
  open_field(lab);
  run_settled(lab, {"graph.node 3,3", "graph.node 12,3", "graph.node 20,3", "graph.edge 3,3 12,3",
                    "graph.edge 12,3 20,3", "query.set 3 3 20 3"});
  OverlayBuilder builder;
  const auto row_of = [&](const char* number) {
    const PlanQuery& query = lab.state().query;
    MapTexts texts;
    texts.place(test::draw(builder, lab).labels, {true, query.start, query.goal}, 20, 1);
    for (const DrawLabel& label : texts.labels()) {
      if (std::string(label.text) == number) return label.y;
    }
    return 0.0f;
  };
  CHECK(row_of("2") == 3.5f);
  CHECK(row_of("1") > 4);
  CHECK(row_of("3") > 4);
  run_settled(lab, "query.set 3 9 20 9");
  CHECK(row_of("1") == 3.5f);
}
