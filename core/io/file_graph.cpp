#include "core/io/file_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/io/dimacs_graph.hpp"
#include "core/io/dot_graph.hpp"
#include "core/io/files.hpp"
#include "core/io/graphml.hpp"

namespace strata {
namespace {

namespace fs = std::filesystem;

constexpr GraphFileEnding kGraphEndings[] = {{".gr", "graph of DIMACS", GraphFormat::kDimacs},
                                             {".graphml", "graph in GraphML", GraphFormat::kGraphMl},
                                             {".dot", "graph of Graphviz", GraphFormat::kDot},
                                             {".gv", "graph of Graphviz", GraphFormat::kDot}};

std::string coordinates_beside(const std::string& path) { return fs::path(path).replace_extension(".co").string(); }

bool all_places_known(const FileGraph& graph) {
  return !graph.places.empty() && std::ranges::all_of(graph.places, &FileGraphPlace::known);
}

}  // namespace

std::span<const GraphFileEnding> graph_file_endings() { return kGraphEndings; }

std::optional<GraphFormat> graph_format_of(std::string_view path) {
  for (const GraphFileEnding& one : kGraphEndings) {
    if (path.size() < one.ending.size()) continue;
    const std::string_view end = path.substr(path.size() - one.ending.size());
    const bool same = std::equal(end.begin(), end.end(), one.ending.begin(),
                                 [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
    if (same) return one.format;
  }
  return std::nullopt;
}

Result<FileGraph> load_graph_file(const std::string& path, const FileGraphLimits& limits) {
  const Result<std::string> text = read_file(path, limits.bytes);
  if (!text) return text.error();
  switch (graph_format_of(path).value_or(GraphFormat::kDimacs)) {
    case GraphFormat::kGraphMl:
      return parse_graphml(text.value(), path, limits);
    case GraphFormat::kDot:
      return parse_dot(text.value(), path, limits);
    case GraphFormat::kDimacs:
      break;
  }
  Result<FileGraph> graph = parse_dimacs(text.value(), path, limits);
  const std::string beside = coordinates_beside(path);
  std::error_code unknown;
  if (!graph || !fs::is_regular_file(beside, unknown)) return graph;
  // A file of someone else does not name one in another folder by a link.
  if (!is_inside_folder(beside, fs::path(path).parent_path().string())) {
    return error_at(beside, "lies outside of the folder of the graph, behind a link");
  }
  const Result<std::string> coordinates = read_file(beside, limits.bytes);
  if (!coordinates) return coordinates.error();
  if (const Status read = parse_dimacs_coordinates(coordinates.value(), beside, graph.value()); !read) {
    return read.error();
  }
  return graph;
}

Status save_graph_file(const FileGraph& graph, const std::string& path) {
  switch (graph_format_of(path).value_or(GraphFormat::kDimacs)) {
    case GraphFormat::kGraphMl:
      return write_file_atomic(path, format_graphml(graph));
    case GraphFormat::kDot:
      return write_file_atomic(path, format_dot(graph));
    case GraphFormat::kDimacs:
      break;
  }
  const Result<std::string> text = format_dimacs(graph);
  if (!text) return error_at(path, text.error().what);
  if (all_places_known(graph)) {
    const Result<std::string> coordinates = format_dimacs_coordinates(graph);
    if (!coordinates) return error_at(path, coordinates.error().what);
    if (Status written = write_file_atomic(coordinates_beside(path), coordinates.value()); !written) return written;
  }
  return write_file_atomic(path, text.value());
}

Result<CsrGraph> csr_of(const FileGraph& graph, Cost unit) {
  struct Arc {
    uint32_t from, to;
    Cost weight;
  };
  std::vector<Arc> arcs;
  arcs.reserve(graph.edges.size() * (graph.directed ? 1 : 2));
  for (const FileGraphEdge& edge : graph.edges) {
    if (edge.from == edge.to) continue;
    const double units = std::round((std::isnan(edge.weight) ? 1 : edge.weight) * unit);
    if (!(units <= kInfinite / 2)) {
      return error_at("", fmt::format("the weight {} of the edge {} - {} is too large: {} at most", edge.weight,
                                      edge.from + 1, edge.to + 1, kInfinite / 2 / unit));
    }
    const Cost weight = std::max(static_cast<Cost>(units), Cost{1});
    arcs.push_back({edge.from, edge.to, weight});
    if (!graph.directed) arcs.push_back({edge.to, edge.from, weight});
  }
  std::ranges::sort(arcs, [](const Arc& a, const Arc& b) {
    return a.from != b.from ? a.from < b.from : a.to != b.to ? a.to < b.to : a.weight < b.weight;
  });
  const auto is_parallel = [](const Arc& a, const Arc& b) { return a.from == b.from && a.to == b.to; };
  arcs.erase(std::unique(arcs.begin(), arcs.end(), is_parallel), arcs.end());
  CsrGraph csr;
  if (graph.nodes == 0) return csr;
  csr.first.assign(size_t{graph.nodes} + 1, 0);
  csr.targets.reserve(arcs.size());
  csr.weights.reserve(arcs.size());
  for (const Arc& arc : arcs) {
    ++csr.first[arc.from + 1];
    csr.targets.push_back(arc.to);
    csr.weights.push_back(arc.weight);
  }
  for (size_t node = 1; node < csr.first.size(); ++node) csr.first[node] += csr.first[node - 1];
  return csr;
}

}  // namespace strata
