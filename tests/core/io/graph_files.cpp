// Graphs of DIMACS, GraphML and DOT: round trips, faults with their places, and what becomes of them on a map.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <set>

#include "core/base/rng.hpp"
#include "core/io/dimacs_graph.hpp"
#include "core/io/dot_graph.hpp"
#include "core/io/drawn_import.hpp"
#include "core/io/file_graph.hpp"
#include "core/io/files.hpp"
#include "core/io/graph_layout.hpp"
#include "core/io/graphml.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

using GraphParser = Result<FileGraph> (*)(std::string_view, const std::string&, const FileGraphLimits&);

std::string graph_message(GraphParser parse, const std::string& text, const FileGraphLimits& limits = {}) {
  const auto parsed = parse(text, "x", limits);
  return parsed ? "accepted" : parsed.error().message();
}
std::string gr_message(const std::string& text, const FileGraphLimits& limits = {}) {
  return graph_message(parse_dimacs, text, limits);
}
std::string xml_message(const std::string& body, const FileGraphLimits& limits = {}) {
  return graph_message(parse_graphml, "<graphml>\n" + body + "</graphml>\n", limits);
}
std::string dot_message(const std::string& text, const FileGraphLimits& limits = {}) {
  return graph_message(parse_dot, text, limits);
}
FileGraph read_dot(const std::string& text) {
  INFO(text);
  const auto parsed = parse_dot(text, "x");
  const std::string refused = parsed ? "" : parsed.error().message();
  INFO(refused);
  REQUIRE(parsed.ok());
  return parsed.value();
}

FileGraph random_graph(Rng& rng, bool whole) {
  FileGraph graph;
  graph.directed = rng.percent(50);
  graph.nodes = 1 + rng.below(40);
  const std::string letters = "abcXYZ019 .-_<>&\"'\xc3\xa4;{}[]=,:#/*+";
  std::set<std::string> used;
  while (!whole && graph.names.size() < graph.nodes) {
    std::string name;
    for (uint32_t i = 1 + rng.below(6); i > 0; --i) name += letters[rng.below(static_cast<uint32_t>(letters.size()))];
    // The two bytes of the letter ae belong together.
    if (name.find_first_of("\xc3\xa4") != name.npos || !used.insert(name).second) continue;
    graph.names.push_back(name);
  }
  const auto number = [&](double most) { return whole ? double(rng.below(1000)) : most * rng.below(1000003) / 977; };
  if (rng.percent(70)) {
    for (uint32_t i = 0; i < graph.nodes; ++i) {
      FileGraphPlace& place = graph.places.emplace_back();
      if (whole || rng.percent(90) || i == 0) place = {number(2) - 100, -number(3)};
    }
  }
  for (uint32_t i = rng.below(120); i > 0; --i) {
    const bool weighted = whole || rng.percent(80);
    graph.edges.push_back({rng.below(graph.nodes), rng.below(graph.nodes),
                           weighted ? number(1) : std::numeric_limits<double>::quiet_NaN()});
  }
  return graph;
}

DrawnGraph random_drawn(Rng& rng, int width, int height) {
  DrawnGraph graph;
  for (uint32_t i = 1 + rng.below(60); i > 0; --i)
    graph.add_node({rng.between(0, width - 1), rng.between(0, height - 1)});
  for (uint32_t i = rng.below(150); i > 0; --i) {
    const Cost weight = rng.percent(50) ? kDrawnUnit * (1 + rng.below(5000)) : 1 + rng.below(DrawnGraph::kMaxWeight);
    graph.set_edge(rng.below(graph.node_count()), rng.below(graph.node_count()), weight);
  }
  return graph;
}

}  // namespace

TEST_CASE("graph files: 200 random graphs are read back as they were written") {
  Rng rng(11);
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    const FileGraph graph = random_graph(rng, false);
    const std::string xml = format_graphml(graph), dot = format_dot(graph);
    CAPTURE(dot);
    const auto from_xml = parse_graphml(xml, "x");
    REQUIRE(from_xml.ok());
    FileGraph wanted = graph;
    if (wanted.edges.empty()) wanted.directed = from_xml.value().directed;
    CHECK(from_xml.value() == wanted);
    FileGraph from_dot = read_dot(dot);
    CHECK(from_dot.y_is_up);
    from_dot.y_is_up = false;
    CHECK(from_dot == graph);

    const FileGraph whole = random_graph(rng, true);
    const auto text = format_dimacs(whole), coordinates = format_dimacs_coordinates(whole);
    REQUIRE(text.ok());
    auto from_gr = parse_dimacs(text.value(), "x");
    REQUIRE(from_gr.ok());
    if (!whole.places.empty()) CHECK(parse_dimacs_coordinates(coordinates.value(), "y", from_gr.value()).ok());
    CHECK(from_gr.value().places == whole.places);
    CHECK(csr_of(from_gr.value()).value() == csr_of(whole).value());
    if (whole.directed) CHECK(from_gr.value().edges == whole.edges);
  }
}

TEST_CASE("graph files: 200 drawn graphs survive every format, on the same map") {
  const TempFolder folder;
  Rng rng(12);
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    const int width = rng.between(30, 200), height = rng.between(30, 200);
    const DrawnGraph graph = random_drawn(rng, width, height);
    for (const GraphFileEnding& format : graph_file_endings()) {
      const std::string path = folder.file(fmt::format("g{}", format.ending));
      CAPTURE(path);
      REQUIRE(save_graph_file(file_graph_of(graph, format.format == GraphFormat::kDimacs), path));
      const auto loaded = load_graph_file(path, drawn_graph_limits());
      REQUIRE(loaded.ok());
      const auto drawn = drawn_of(loaded.value(), width, height);
      REQUIRE(drawn.ok());
      CHECK(drawn.value().notes.empty());
      CHECK(std::ranges::equal(drawn.value().graph.nodes(), graph.nodes()));
      CHECK(std::ranges::equal(drawn.value().graph.edges(), graph.edges()));
    }
  }
}

TEST_CASE("graph files: DIMACS is read with its coordinates, and its faults are told with their lines") {
  const auto graph = parse_dimacs("c a road\r\np sp 3 4\r\n\r\na 1 2 803\r\na 2 1 803\r\na 2 3 1.5\r\na 1 1 0", "x");
  REQUIRE(graph.ok());
  CHECK(graph.value().directed);
  CHECK(graph.value().edges == std::vector<FileGraphEdge>{{0, 1, 803}, {1, 0, 803}, {1, 2, 1.5}, {0, 0, 0}});
  const auto csr = csr_of(graph.value(), 2);
  REQUIRE(csr.ok());
  CHECK(csr.value().first == std::vector<uint32_t>{0, 1, 3, 3});
  CHECK(csr.value().targets == std::vector<uint32_t>{1, 0, 2});
  CHECK(csr.value().weights == std::vector<Cost>{1606, 1606, 3});
  CHECK(gr_message("") == "x:1: the file ends without a line 'p sp NODES ARCS'");
  CHECK(gr_message("a 1 2 3\n") == "x:1: expected 'p sp NODES ARCS' first, got 'a'");
  CHECK(gr_message("p max 3 4\n") == "x:1: expected 'p sp NODES ARCS', got 'p' and 'max'");
  CHECK(gr_message("p sp -3 4\n") == "x:1: expected the number of nodes, got '-3'");
  CHECK(gr_message("p sp 2 1\nb 1 2 3\n") == "x:2: expected an arc 'a FROM TO WEIGHT', got 'b'");
  CHECK(gr_message("p sp 2 1\na 1 3 3\n") == "x:2: expected a node from 1 to 2, got '3'");
  CHECK(gr_message("p sp 2 1\na 0 2 3\n") == "x:2: expected a node from 1 to 2, got '0'");
  CHECK(gr_message("p sp 2 1\na 1 2 -3\n") == "x:2: expected a weight from 0 to 1e15, got '-3'");
  CHECK(gr_message("p sp 2 1\na 1 2 inf\n") == "x:2: expected a weight from 0 to 1e15, got 'inf'");
  CHECK(gr_message("p sp 2 1\na 1 2\n") == "x:2: expected a weight from 0 to 1e15, got ''");
  CHECK(gr_message("p sp 2 1\na 1 2 3 4\n") == "x:2: expected nothing more, got '4'");
  CHECK(gr_message("p sp 2 1\na 1 2 3\na 2 1 3\n") == "x:3: more than the 1 arcs of the header");
  CHECK(gr_message("p sp 2 2\na 1 2 3\n") == "x:3: the file ends after 1 of 2 arcs");
  // What the header claims is compared with the limits and the size of the file.
  CHECK(gr_message("p sp 2 100000000\n") == "x:1: 100000000 arcs do not fit into a file of 17 bytes");
  CHECK(gr_message("p sp 40000000 1\n") == "x:1: the graph has 40000000 nodes, more than 33554432");
  CHECK(gr_message("p sp 513 1\n", drawn_graph_limits()) == "x:1: the graph has 513 nodes, more than 512");
  const auto co_message = [&](const std::string& text) {
    FileGraph copy = graph.value();
    const Status read = parse_dimacs_coordinates(text, "y", copy);
    return read ? "accepted" : read.error().message();
  };
  CHECK(co_message("p aux sp co 3\nv 1 -73530767 41085396\nv 3 0 0\n") == "accepted");
  CHECK(co_message("") == "y:1: the file ends without a line 'p aux sp co NODES'");
  CHECK(co_message("p aux sp co 4\n") == "y:1: these are the coordinates of 4 nodes, but the graph has 3");
  CHECK(co_message("p aux sp co 3\n") == "y:1: coordinates of 3 nodes do not fit into a file of 14 bytes");
  CHECK(co_message("p sp 3\n") == "y:1: expected 'p aux sp co NODES', got 'sp'");
  CHECK(co_message("p aux sp co 3\nv 1 0 0\nv 1 0 0\n") == "y:3: the node 1 has coordinates already");
  CHECK(co_message("p aux sp co 3\nv 4 0 0  \nv 1\n") == "y:2: expected a node from 1 to 3, got '4'");
  CHECK(co_message("p aux sp co 3\nv 2 x 0  \nv 1\n") == "y:2: expected a coordinate, got 'x'");
  FileGraph half = graph.value();
  CHECK(format_dimacs(half).error().what ==
        "the edge 2 - 3 has the weight 1.5, and files of DIMACS have whole numbers only");
}

TEST_CASE("graph files: files beside that lie behind a link to another folder are not read") {
  const TempFolder folder, elsewhere;
  REQUIRE(write_file_atomic(folder.file("a.gr"), "p sp 1 0\n"));
  REQUIRE(write_file_atomic(elsewhere.file("a.co"), "p aux sp co 1\nv 1 2 3\n"));
  CHECK(load_graph_file(folder.file("a.gr")).value().places.empty());
  std::filesystem::create_symlink(elsewhere.file("a.co"), folder.file("a.co"));
  CHECK(load_graph_file(folder.file("a.gr")).error().what == "lies outside of the folder of the graph, behind a link");
  std::filesystem::remove(folder.file("a.co"));
  std::filesystem::rename(elsewhere.file("a.co"), folder.file("a.co"));
  CHECK(load_graph_file(folder.file("a.gr")).value().places == std::vector<FileGraphPlace>{{2, 3}});
  CHECK(is_inside_folder(folder.file("x/y"), folder.path()));
  CHECK_FALSE(is_inside_folder(folder.file("../y"), folder.path()));
}

TEST_CASE("graph files: GraphML is read by the names of its attributes") {
  const auto graph = parse_graphml(
      "<?xml version='1.0' encoding='utf-8'?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
      "<key id=\"d0\" for=\"node\" attr.name=\"x\" attr.type=\"double\"/>"
      "<key id=\"d1\" for=\"node\" attr.name=\"y\" attr.type=\"double\"><default>7</default></key>"
      "<key id=\"d2\" for=\"edge\" attr.name=\"length\" attr.type=\"double\"/>"
      "<key id=\"d3\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"><default> 2.5 </default></key>"
      "<key id=\"d4\" for=\"node\" attr.name=\"colour\" attr.type=\"string\"/>\n"
      "<graph edgedefault=\"directed\"><edge source=\"a&amp;b\" target=\"c\"/><node id=\"c\"/>"
      "<node id=\"a&amp;b\"><data key=\"d4\">red</data><data key=\"d0\">\n1.5</data></node>\n"
      "<edge source=\"c\" target=\"c\" directed=\"false\"><data key=\"d2\">1</data><data key=\"d3\">0</data></edge>"
      "</graph></graphml>",
      "x");
  const std::string refused = graph ? "" : graph.error().message();
  INFO(refused);
  REQUIRE(graph.ok());
  CHECK(graph.value().names == std::vector<std::string>{"c", "a&b"});
  CHECK(graph.value().places == std::vector<FileGraphPlace>{{}, {1.5, 7}});
  CHECK(graph.value().edges == std::vector<FileGraphEdge>{{1, 0, 2.5}, {0, 0, 0}, {0, 0, 0}});
  CHECK(graph_message(parse_graphml, "<graph/>") == "x:1: expected an element <graphml>");
  CHECK(graph_message(parse_graphml, "<graphml>\n<graph>").find("x:2: XML: ") == 0);
  CHECK(xml_message("") == "x:1: there is no <graph>");
  CHECK(xml_message("<graph/>\n<graph/>") == "x:3: a second <graph> is not read");
  CHECK(xml_message("<graph>\n<node/></graph>") == "x:3: the node has no id");
  CHECK(xml_message("<graph><node id='a'/>\n<node id='a'/></graph>") == "x:3: there is a node 'a' already");
  CHECK(xml_message("<graph><node id='a'>\n<graph/></node></graph>") == "x:3: graphs within nodes are not read");
  CHECK(xml_message("<graph>\n<hyperedge/></graph>") == "x:3: edges between more than two nodes are not read");
  CHECK(xml_message("<graph><node id='a'/>\n<edge source='a' target='b'/></graph>") ==
        "x:3: the target of the edge is 'b', and there is no such node");
  const std::string key = "<key id='w' for='edge' attr.name='weight'/>\n<graph><node id='a'/><node id='b'/>\n";
  CHECK(xml_message(key + "<edge source='a' target='b'><data key='w'>long</data></edge></graph>") ==
        "x:4: expected a number, got 'long'");
  CHECK(xml_message(key + "<edge source='a' target='b'><data key='w'>-1</data></edge></graph>") ==
        "x:4: the weight -1 is below 0");
  CHECK(xml_message(key + "</graph>", {.nodes = 1}) == "x:3: the graph has more than 1 nodes");
  CHECK(xml_message(key + "<edge source='a' target='b'/>\n<edge source='a' target='b'/></graph>", {.edges = 1}) ==
        "x:5: the graph has more than 1 edges");
}

TEST_CASE("graph files: DOT is read with chains, subgraphs, defaults and comments") {
  const FileGraph graph = read_dot(
      "# a line of a preprocessor\n/* a\ncomment */ STRICT Graph \"name\" {\n  rankdir=LR; node [shape=box, weight=9]\n"
      "  a -- b -- c [weight=2.5, label=<<b>x -- y</b>>] // the end\n  edge [len=4];\n"
      "  c:port:n -- { d; \"e \\\"f\\\"\" + \"g\" } \n"
      "  subgraph cluster_1 { edge [weight=1]; h -- .5 }\n  -1.5 -- h [weight=\"7\"][color=red];\n"
      "  a [pos=\"1,2!\"]; b [x=3 y=-4]; c [pos=\"5.5,6,7\"]\n}\n");
  CHECK(!graph.directed);
  CHECK(graph.names == std::vector<std::string>{"a", "b", "c", "d", "e \"f\"g", "h", ".5", "-1.5"});
  CHECK(graph.edges ==
        std::vector<FileGraphEdge>{{0, 1, 2.5}, {1, 2, 2.5}, {2, 3, 4}, {2, 4, 4}, {5, 6, 1}, {7, 5, 7}});
  CHECK(graph.places[0] == FileGraphPlace{1, 2});
  CHECK(graph.places[1] == FileGraphPlace{3, -4});
  CHECK(graph.places[2] == FileGraphPlace{5.5, 6});
  CHECK(!graph.places[3].known());
  const FileGraph arcs = read_dot("digraph{a->{b c}->d}");
  CHECK(arcs.directed);
  CHECK(arcs.edges.size() == 4);
  CHECK(std::isnan(arcs.edges[0].weight));
  CHECK(arcs.places.empty());
  // A weight is that of the edges of its statement, not of those of a subgraph at their end.
  const FileGraph inner = read_dot("digraph{a->{b->c[weight=5]}->d[weight=2]}");
  CHECK(inner.edges == std::vector<FileGraphEdge>{{1, 2, 5}, {0, 1, 2}, {0, 2, 2}, {1, 3, 2}, {2, 3, 2}});
  CHECK(dot_message("") == "x:1: the file ends where graph or digraph should follow");
  CHECK(dot_message("tree {}") == "x:1: expected graph or digraph, got 'tree'");
  CHECK(dot_message("graph {\na") == "x:2: the file ends where } should follow");
  CHECK(dot_message("graph {\na -> b }") == "x:2: edges of this kind of graph are written --");
  CHECK(dot_message("digraph {\na -- b }") == "x:2: edges of this kind of graph are written ->");
  CHECK(dot_message("graph {\n a -- }") == "x:2: expected a node, got '}'");
  CHECK(dot_message("graph {\n a -- b = c }") == "x:2: expected a node, got '}'");
  CHECK(dot_message("graph {\n a ! }") == "x:2: '!' is no part of a graph");
  CHECK(dot_message("graph {\n a [weight=2\n }") == "x:3: expected an attribute or ], got '}'");
  CHECK(dot_message("graph {\n a -- b [weight=heavy]\n }") == "x:2: expected a weight from 0 on, got 'heavy'");
  CHECK(dot_message("graph {\n a -- b [weight=-1]\n }") == "x:2: expected a weight from 0 on, got '-1'");
  CHECK(dot_message("graph {\n a [pos=\"1\"]\n\n }") == "x:2: expected coordinates X,Y, got '1'");
  CHECK(dot_message("graph {\n \"a\n\n }") == "x:2: the text has no closing quote");
  CHECK(dot_message("graph {\n /* a\n\n }") == "x:2: the comment has no end");
  CHECK(dot_message("graph {\n a -- <b\n\n }") == "x:2: the text in angle brackets has no end");
  CHECK(dot_message("graph {\n subgraph s;\n }") == "x:2: expected {, got ';'");
  CHECK(dot_message("graph {} \ngraph {}") == "x:2: expected nothing more, got 'graph'");
  CHECK(dot_message("graph { a b\nc }", {.nodes = 2}) == "x:2: the graph has more than 2 nodes");
  CHECK(dot_message("graph { {a b} --\n{c d} }", {.edges = 3}) == "x:2: the graph has more than 3 edges");
  CHECK(dot_message("graph " + std::string(100000, '{')) == "x:1: subgraphs are nested deeper than 64");
  // A short file of two subgraphs stands for many edges.
  std::string wide = "graph {{";
  for (int i = 0; i < 3000; ++i) wide += fmt::format("n{} ", i);
  CHECK(dot_message(wide + "}--{" + wide.substr(8) + "}}") == "x:1: the graph has more than 4194304 edges");
}

TEST_CASE("graph files: a graph without coordinates is laid out on different cells, the same each time") {
  FileGraph ring;
  ring.nodes = 12;
  for (uint32_t i = 0; i < 12; ++i) ring.edges.push_back({i, (i + 1) % 12, 1});
  const auto first = drawn_of(ring, 40, 30), second = drawn_of(ring, 40, 30);
  REQUIRE(first.ok());
  CHECK(first.value().graph == second.value().graph);
  CHECK(first.value().notes == std::vector<std::string>{"the file has no coordinates: the nodes were laid out"});
  // Neighbours on the ring lie nearer than nodes on the other side.
  const auto cells = first.value().graph.nodes();
  const auto distance = [&](size_t a, size_t b) {
    return std::hypot(cells[a].x - cells[b].x, cells[a].y - cells[b].y);
  };
  for (size_t i = 0; i < 12; ++i) CHECK(distance(i, (i + 1) % 12) < distance(i, (i + 6) % 12));
  // On the smallest map every cell has a node.
  const auto full = drawn_of(ring, 4, 3);
  REQUIRE(full.ok());
  CHECK(full.value().graph.node_count() == 12);
  CHECK(drawn_of(ring, 11, 1).error().what == "the graph has 12 nodes, but the map of 11 x 1 cells has fewer");
}

TEST_CASE("graph files: coordinates become cells") {
  const auto cells = [](std::vector<FileGraphPlace> places, bool up, int width, int height) {
    return cells_of(places, up, width, height).value();
  };
  CHECK(cells({{3, -6}, {0, 0}}, true, 10, 10) == std::vector<Cell>{{3, 6}, {0, 0}});
  CHECK(cells({{3, 6}, {0, 0}}, false, 10, 10) == std::vector<Cell>{{3, 6}, {0, 0}});
  // With y up, as a plot has it: the first is above the second.
  CHECK(cells({{3, 6}, {0, 0}}, true, 10, 10) == std::vector<Cell>{{6, 1}, {3, 8}});
  CHECK(cells({{-73.5, 41.25}, {-73.25, 41.25}, {-73.5, 41}}, false, 103, 203) ==
        std::vector<Cell>{{1, 51}, {101, 51}, {1, 151}});
  CHECK(cells({{5, 5}, {5, 5}, {5, 5}}, false, 3, 3).size() == 3);
  CHECK(cells({{1e300, 1e300}, {-1e300, -1e300}, {0.5, 1}}, false, 9, 9).size() == 3);
  CHECK(cells({{0.25, 1}}, false, 1, 1) == std::vector<Cell>{{0, 0}});
  Rng rng(9);
  for (int round = 0; round < 200; ++round) {
    std::vector<FileGraphPlace> places;
    for (uint32_t i = 1 + rng.below(30); i > 0; --i) places.push_back({rng.below(9) / 2.0, rng.below(9) / 2.0});
    const std::vector<Cell> found = cells(places, false, 6, 5);
    std::set<std::pair<int, int>> different;
    for (const Cell cell : found) {
      CHECK((cell.x >= 0 && cell.x < 6 && cell.y >= 0 && cell.y < 5));
      different.insert({cell.x, cell.y});
    }
    CHECK(different.size() == places.size());
  }
}

TEST_CASE("graph files: what a drawn graph cannot have is told") {
  FileGraph file;
  file.directed = true;
  file.nodes = 4;
  file.places = {{0, 0}, {3, 0}, {0, 4}, {9, 9}};
  file.edges = {{0, 1, 2}, {1, 0, 3}, {0, 1, 5}, {1, 2, std::numeric_limits<double>::quiet_NaN()},
                {2, 2, 1}, {2, 3, 0}, {3, 2, 0}};
  const auto drawn = drawn_of(file, 20, 20);
  REQUIRE(drawn.ok());
  CHECK(drawn.value().graph.edge(0, 1)->weight == 2 * kDrawnUnit);
  CHECK(drawn.value().graph.edge(1, 2)->weight == drawn.value().graph.default_weight(1, 2));
  CHECK(drawn.value().graph.edge(2, 3)->weight == 1);
  CHECK(drawn.value().notes ==
        std::vector<std::string>{"1 arc leads one way only: a drawn graph has edges for both ways",
                                 "1 edge has another weight for each way: the smaller one is kept",
                                 "1 parallel edge was left out: the cheapest is kept",
                                 "1 edge from a node to itself was left out",
                                 "1 edge has no weight: it got the distance of its cells",
                                 "1 weight is kept otherwise than written, as weights are multiples of 1/816"});
  FileGraph roads;
  roads.nodes = 3;
  roads.places = {{0, 0}, {3, 0}, {0, 4}};
  roads.edges = {{0, 1, 803000}, {1, 2, 40}};
  const auto scaled = drawn_of(roads, 20, 20);
  CHECK(scaled.value().graph.edge(0, 1)->weight == 803 * kDrawnUnit);
  CHECK(scaled.value().notes[0] ==
        "the largest weight is 803000, and a drawn graph has 5000 at most: all are divided by 1000");
  FileGraph large;
  large.nodes = 513;
  CHECK(drawn_of(large, 99, 99).error().what == "the graph has 513 nodes, and a drawn graph 512 at most");
  roads.edges[0].weight = 5e9;
  CHECK(csr_of(roads).error().what == "the weight 5000000000 of the edge 1 - 2 is too large: 2147483647 at most");
}

TEST_CASE("graph files: bytes changed at random are refused with a place or read") {
  Rng rng(4);
  const FileGraph graph = random_graph(rng, true);
  const std::vector<std::string> seeds = {format_dimacs(graph).value(), format_graphml(graph), format_dot(graph),
                                          "graph { a -- {b c:p} [len=2] edge [weight=1] }"};
  for (int round = 0; round < 3000; ++round) {
    std::string text = seeds[rng.below(static_cast<uint32_t>(seeds.size()))];
    for (uint32_t i = 1 + rng.below(4); i > 0; --i) {
      text[rng.below(static_cast<uint32_t>(text.size()))] = static_cast<char>(rng.below(256));
    }
    if (rng.below(4) == 0) text.resize(rng.below(static_cast<uint32_t>(text.size())));
    for (const GraphParser parse : {GraphParser(parse_dimacs), GraphParser(parse_graphml), GraphParser(parse_dot)}) {
      const auto read = parse(text, "x", drawn_graph_limits());
      if (!read) {
        CHECK(read.error().where.starts_with("x:"));
      } else {
        CHECK(drawn_of(read.value(), 60, 60).ok());
      }
    }
  }
}
