// .graph files.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "core/base/rng.hpp"
#include "core/io/graph_file.hpp"
#include "tests/must.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::string graph_refusal(const std::string& text) {
  const auto parsed = parse_graph(text, "x.graph");
  return parsed ? "accepted" : parsed.error().message();
}

}  // namespace

TEST_CASE("graph file: statements, comments and blanks are read as they stand") {
  const auto parsed =
      must(parse_graph("# drawn by hand\n\n  type   graph \r\nmap my map #2.map \nnode 2,4\nnode 10,4\t\nnode 0,0\n"
                       "edge 10,4 2,4 8\nedge 0,0 2,4 2.5 # dear\nstart 2,4\ngoal 10,4\norder 0,0 10,4\norder 2,4",
                       "x.graph"));
  const GraphFile& file = parsed;
  CHECK(file.map == "my map #2.map");
  CHECK(file.start == Cell{2, 4});
  CHECK(file.goal == Cell{10, 4});
  REQUIRE(file.graph.node_count() == 3);
  CHECK(file.graph.nodes()[1] == Cell{10, 4});
  REQUIRE(file.graph.edges().size() == 2);
  CHECK(file.graph.edge(0, 1)->weight == 8 * 816);
  CHECK(file.graph.edge(0, 2)->weight == 2040);
  CHECK(file.graph.order()[0] == 2);
  CHECK(file.graph.order()[1] == 1);
  CHECK(file.graph.order()[2] == 0);
}

TEST_CASE("graph file: each malformed file is refused with file, line and reason") {
  const std::string head = "type graph\nnode 1,1\nnode 2,2\n";
  CHECK(graph_refusal("") == "x.graph:1: the file is empty");
  CHECK(graph_refusal("\n# nothing\n") == "x.graph:3: the file ends where 'type graph' should follow");
  CHECK(graph_refusal("type octile\n") == "x.graph:1: expected 'type graph', got 'type octile'");
  CHECK(graph_refusal("type graph 2\n") == "x.graph:1: expected 'type graph', got 'type graph 2'");
  CHECK(graph_refusal(head + "vertex 3,3\n") ==
        "x.graph:4: expected node, edge, order, map, start or goal, got 'vertex'");
  CHECK(graph_refusal(head + "node 3;3\n") == "x.graph:4: expected a cell as X,Y from 0 to 8191, got '3;3'");
  CHECK(graph_refusal(head + "node 3,\n") == "x.graph:4: expected a cell as X,Y from 0 to 8191, got '3,'");
  CHECK(graph_refusal(head + "node 3,3x\n") == "x.graph:4: expected a cell as X,Y from 0 to 8191, got '3,3x'");
  CHECK(graph_refusal(head + "node 3\n") == "x.graph:4: expected a cell as X,Y from 0 to 8191, got '3'");
  CHECK(graph_refusal(head + "node -1,3\n") == "x.graph:4: expected a cell as X,Y from 0 to 8191, got '-1,3'");
  CHECK(graph_refusal(head + "node 8192,3\n") == "x.graph:4: expected a cell as X,Y from 0 to 8191, got '8192,3'");
  CHECK(graph_refusal(head + "node 3,3 4,4\n") == "x.graph:4: expected nothing more, got '4,4'");
  CHECK(graph_refusal(head + "node 1,1\n") == "x.graph:4: there is a node at 1,1 already");
  CHECK(graph_refusal(head + "edge 1,1 3,3 1\n") == "x.graph:4: there is no node at 3,3");
  CHECK(graph_refusal(head + "edge 1,1 1,1 1\n") == "x.graph:4: an edge joins two nodes");
  CHECK(graph_refusal(head + "edge 1,1 2,2 1\nedge 2,2 1,1 1\n") ==
        "x.graph:5: there is an edge between these nodes already");
  for (const std::string weight : {"0", "-1", "nan", "inf", "1e2", "5001", "0.0", "x", ""}) {
    CHECK(graph_refusal(head + "edge 1,1 2,2 " + weight + "\n") ==
          "x.graph:4: expected a weight above 0, 5000 at most, got '" + weight + "'");
  }
  CHECK(graph_refusal(head + "order 1,1\n") == "x.graph:4: the order leaves out 1 of 2 nodes");
  CHECK(graph_refusal(head + "order 1,1 1,1\n") == "x.graph:4: the order has the node at 1,1 twice");
  CHECK(graph_refusal(head + "order\n") == "x.graph:4: expected the nodes as X,Y, the least important first");
  CHECK(graph_refusal(head + "order 1,1\nnode 3,3\n") == "x.graph:5: nodes come before the order");
  CHECK(graph_refusal(head + "map\n") == "x.graph:4: expected the name of a map");
  // The folder of a map does not count: no file leads to another folder.
  CHECK(parse_graph(head + "map ../../elsewhere/a b.map\n", "x").value().map == "a b.map");
  CHECK(parse_graph(head + "map /home/a.map\n", "x").value().map == "a.map");
  for (const char* name : {"..", "../..", "maps/", "."}) {
    CHECK(graph_refusal(head + "map " + name + "\n").find("expected the name of a map") != std::string::npos);
  }
  CHECK(graph_refusal(head + "map a.map\nmap b.map\n") == "x.graph:5: a map is named already");
  CHECK(graph_refusal(head + "start 3,3\n\n") == "x.graph:4: there is no node at 3,3");
  CHECK(graph_refusal(head + "goal 1,1\ngoal 2,2\n") == "x.graph:5: there is a goal already");
  std::string many = "type graph\n";
  for (int i = 0; i <= 512; ++i) many += "node " + std::to_string(i) + ",0\n";
  CHECK(graph_refusal(many) == "x.graph:514: a graph has 512 nodes at most");
}

TEST_CASE("graph file: what is written is read back exactly") {
  const TempFolder folder;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    GraphFile file;
    for (uint32_t i = 0; i < seed * 3; ++i) file.graph.add_node({rng.between(0, 8191), rng.between(0, 8191)});
    const uint32_t count = file.graph.node_count();
    for (uint32_t i = 0; i < seed * 6; ++i) {
      file.graph.set_edge(rng.below(count), rng.below(count), 1 + rng.below(DrawnGraph::kMaxWeight));
    }
    std::vector<uint32_t> order(file.graph.order().rbegin(), file.graph.order().rend());
    REQUIRE(file.graph.set_order(order));
    if (seed % 2 == 0) file.map = "a b.map";
    if (seed % 3 == 0) file.start = file.graph.nodes()[rng.below(count)];
    if (seed % 5 == 0) file.goal = file.graph.nodes()[rng.below(count)];
    REQUIRE(save_graph(file, folder.file("x.graph")).ok());
    const auto loaded = must(load_graph(folder.file("x.graph")));
    CHECK(loaded == file);
  }
}

TEST_CASE("graph file: the text has a statement in each line and no other lines, the order in lines of ten") {
  CHECK(format_graph({}) == "type graph\n");
  GraphFile file;
  std::string nodes;
  for (int i = 0; i < 12; ++i) {
    REQUIRE(file.graph.add_node({i, 7}));
    nodes += "node " + std::to_string(i) + ",7\n";
  }
  REQUIRE(file.graph.set_edge(3, 1, 2040));
  file.map = "a b.map";
  file.start = Cell{2, 7};
  file.goal = Cell{4, 7};
  CHECK(format_graph(file) == "type graph\nmap a b.map\nstart 2,7\ngoal 4,7\n" + nodes +
                                  "edge 1,7 3,7 2.5\norder 0,7 1,7 2,7 3,7 4,7 5,7 6,7 7,7 8,7 9,7\norder 10,7 11,7\n");
}

TEST_CASE("graph file: a weight that is kept otherwise than written is told") {
  const std::string head = "type graph\nnode 1,1\nnode 3,1\nnode 5,1\n";
  const auto exact = must(parse_graph(head + "edge 1,1 3,1 2\nedge 3,1 5,1 1.41421356\n", "x"));
  CHECK(exact.rounded_weights == 0);
  const auto tiny = must(parse_graph(head + "edge 1,1 3,1 0.001\nedge 3,1 5,1 0.05\n", "x"));
  CHECK(tiny.rounded_weights == 2);
  CHECK(tiny.first_rounded == "in line 5: 0.001 as 0.0012");
  // However little it is, it is kept as one cost unit.
  const struct {
    std::string written, kept;  // empty: as it is written
  } rows[] = {
      {"0.0001", "0.0012"}, {"0.00000001", "0.0012"}, {"0.0006", "0.0012"}, {"0.0018", "0.0012"}, {"0.0019", "0.0025"},
      {"0.01", "0.0098"},   {"1.0005", ""},           {"0.0012255", ""},    {"4999.9999", ""},    {"3", ""}};
  for (const auto& row : rows) {
    CAPTURE(row.written);
    const auto read = must(parse_graph(head + "edge 1,1 3,1 " + row.written + "\n", "x"));
    CHECK(read.rounded_weights == (row.kept.empty() ? 0 : 1));
    CHECK(read.first_rounded == (row.kept.empty() ? "" : fmt::format("in line 5: {} as {}", row.written, row.kept)));
  }
  // A byte order mark, and the line ends of old Macs.
  CHECK(parse_graph("\xef\xbb\xbf" + head, "x").ok());
  CHECK(parse_graph("type graph\rnode 1,1\r", "x").value().graph.node_count() == 1);
}

TEST_CASE("graph file: any weight survives its decimal form") {
  for (Cost weight = 1; weight <= DrawnGraph::kMaxWeight; weight += weight < 5000 ? 1 : 997) {
    REQUIRE(parse_weight(format_weight(weight)) == weight);
    REQUIRE_FALSE(is_kept_otherwise(format_weight(weight), weight));
  }
  CHECK(format_weight(816) == "1");
  CHECK(format_weight(2040) == "2.5");
}

TEST_CASE("graph file: a file that cannot be read or written says so") {
  const TempFolder folder;
  const auto missing = load_graph(folder.file("none.graph"));
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.error().message().find("none.graph: ") != std::string::npos);
  const Status saved = save_graph({}, folder.file("no/folder/x.graph"));
  REQUIRE_FALSE(saved.ok());
  CHECK(saved.error().message().find("x.graph") != std::string::npos);
  GraphFile odd;
  odd.map = "two\nlines.map";
  const Status refused = save_graph(odd, folder.file("y.graph"));
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().what == "the map's name 'two\\x0alines.map' cannot be written");
  CHECK_FALSE(std::filesystem::exists(folder.file("y.graph")));
}
