// Any bytes as a graph of DIMACS, in GraphML or in DOT: an error that names a line, or a graph that is written and read
// back the same, and whose nodes get different cells of a map.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/check.hpp"
#include "core/io/dimacs_graph.hpp"
#include "core/io/dot_graph.hpp"
#include "core/io/drawn_import.hpp"
#include "core/io/graphml.hpp"

namespace {

using namespace strata;

bool same_edges(const FileGraph& a, const FileGraph& b) {
  return a.nodes == b.nodes && a.edges == b.edges && a.places == b.places;
}

void check_network(const Result<FileGraph>& parsed) {
  if (!parsed) {
    STRATA_CHECK(parsed.error().where.starts_with("fuzz:"));
    STRATA_CHECK(!parsed.error().what.empty());
    return;
  }
  const FileGraph& graph = parsed.value();
  STRATA_CHECK(graph.names.empty() || graph.names.size() == graph.nodes);
  STRATA_CHECK(graph.places.empty() || graph.places.size() == graph.nodes);
  for (const FileGraphEdge& edge : graph.edges) STRATA_CHECK(edge.from < graph.nodes && edge.to < graph.nodes);
  // A name that is no UTF-8 has no place in XML.
  const auto dot = parse_dot(format_dot(graph), "again");
  STRATA_CHECK(dot.ok());
  STRATA_CHECK(same_edges(dot.value(), graph));
  const bool plain = std::ranges::all_of(graph.names, [](const std::string& name) {
    return std::ranges::all_of(name, [](char c) { return c >= ' ' && c < 0x7f; });
  });
  if (plain) {
    const auto xml = parse_graphml(format_graphml(graph), "again");
    STRATA_CHECK(xml.ok());
    STRATA_CHECK(same_edges(xml.value(), graph));
  }
  if (const auto csr = csr_of(graph, 816)) {
    STRATA_CHECK(csr.value().node_count() == graph.nodes);
    STRATA_CHECK(csr.value().edge_count() <= 2 * graph.edges.size());
  }
  const auto drawn = drawn_of(graph, 40, 30);
  STRATA_CHECK(drawn.ok());
  STRATA_CHECK(drawn.value().graph.node_count() == graph.nodes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const FileGraphLimits limits = drawn_graph_limits();
  check_network(parse_dimacs(text, "fuzz", limits));
  check_network(parse_graphml(text, "fuzz", limits));
  check_network(parse_dot(text, "fuzz", limits));
  FileGraph four;
  four.nodes = 4;
  const Status coordinates = parse_dimacs_coordinates(text, "fuzz", four);
  STRATA_CHECK(coordinates.ok() || coordinates.error().where.starts_with("fuzz:"));
  return 0;
}
