#include "core/io/drawn_import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <utility>

#include "core/io/graph_layout.hpp"

namespace strata {
namespace {

constexpr size_t kMostDrawnBytes = size_t{16} << 20;

std::string counted_note(size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

// The directions of the edges between two nodes, and the smallest weight of each.
struct JoinedEdges {
  double forth = -1, back = -1;  // -1: there is none; NaN: without a weight
  size_t count = 0;
  void add(double& weight, double other) {
    ++count;
    if (weight == -1 || std::isnan(weight) || other < weight) weight = other;
  }
};

}  // namespace

FileGraphLimits drawn_graph_limits() {
  // Both directions of all pairs.
  return {.nodes = DrawnGraph::kMaxNodes,
          .edges = size_t{DrawnGraph::kMaxNodes} * DrawnGraph::kMaxNodes,
          .bytes = kMostDrawnBytes};
}

Result<DrawnImport> drawn_of(const FileGraph& file, int width, int height) {
  if (file.nodes > DrawnGraph::kMaxNodes) {
    return error_at(
        "", fmt::format("the graph has {} nodes, and a drawn graph {} at most", file.nodes, DrawnGraph::kMaxNodes));
  }
  DrawnImport out;
  const bool has_places = !file.places.empty() && std::ranges::all_of(file.places, &FileGraphPlace::known);
  const Result<std::vector<Cell>> cells =
      has_places ? cells_of(file.places, file.y_is_up, width, height) : cells_of(layout_of(file), true, width, height);
  if (!cells) return cells.error();
  for (const Cell cell : cells.value()) STRATA_CHECK(out.graph.add_node(cell));
  if (!has_places && file.nodes > 0) {
    const auto missing = static_cast<size_t>(
        file.places.empty() ? file.nodes
                            : std::ranges::count_if(file.places, [](const auto& p) { return !p.known(); }));
    out.notes.push_back(missing == file.nodes
                            ? std::string("the file has no coordinates: the nodes were laid out")
                            : counted_note(missing, "node has no coordinates: all nodes were laid out",
                                           "nodes have no coordinates: all nodes were laid out"));
  }

  size_t loops = 0;
  double largest = 0;
  std::map<std::pair<uint32_t, uint32_t>, JoinedEdges> joined;
  for (const FileGraphEdge& edge : file.edges) {
    if (edge.from == edge.to) {
      ++loops;
      continue;
    }
    JoinedEdges& both = joined[std::minmax(edge.from, edge.to)];
    const double weight = edge.weight / file.unit;
    both.add(edge.from < edge.to ? both.forth : both.back, weight);
    if (!std::isnan(weight)) largest = std::max(largest, weight);
  }
  constexpr double kLargest = DrawnGraph::kMaxWeight / static_cast<double>(kDrawnUnit);
  double divisor = 1;
  while (largest / divisor > kLargest) divisor *= 10;
  size_t one_way = 0, unequal = 0, parallel = 0, unweighted = 0, rounded = 0;
  for (const auto& [ends, both] : joined) {
    const auto& [a, b] = ends;
    const bool has_forth = both.forth != -1, has_back = both.back != -1;
    if (file.directed) {
      one_way += has_forth != has_back;
      unequal += has_forth && has_back && both.forth != both.back && !(std::isnan(both.forth) && std::isnan(both.back));
      parallel += both.count - has_forth - has_back;
    } else {
      parallel += both.count - 1;
    }
    double weight = has_forth ? both.forth : both.back;
    if (has_forth && has_back && !(weight <= both.back) && !std::isnan(both.back)) weight = both.back;
    Cost units = out.graph.default_weight(a, b);
    if (std::isnan(weight)) {
      ++unweighted;
    } else {
      weight /= divisor;
      units = std::clamp(static_cast<Cost>(std::round(weight * kDrawnUnit)), Cost{1}, DrawnGraph::kMaxWeight);
      const double kept = units / static_cast<double>(kDrawnUnit);
      rounded += std::abs(kept - weight) > std::max(weight / 1000, 0.5e-4);
    }
    STRATA_CHECK(out.graph.set_edge(a, b, units));
  }
  const auto note = [&](size_t count, std::string_view one, std::string_view many) {
    if (count > 0) out.notes.push_back(counted_note(count, one, many));
  };
  if (divisor > 1) {
    out.notes.push_back(fmt::format("the largest weight is {}, and a drawn graph has {} at most: all are divided by {}",
                                    largest, kLargest, divisor));
  }
  note(one_way, "arc leads one way only: a drawn graph has edges for both ways",
       "arcs lead one way only: a drawn graph has edges for both ways");
  note(unequal, "edge has another weight for each way: the smaller one is kept",
       "edges have another weight for each way: the smaller one is kept");
  note(parallel, "parallel edge was left out: the cheapest is kept",
       "parallel edges were left out: the cheapest are kept");
  note(loops, "edge from a node to itself was left out", "edges from a node to itself were left out");
  note(unweighted, "edge has no weight: it got the distance of its cells",
       "edges have no weight: they got the distances of their cells");
  note(rounded, "weight is kept otherwise than written, as weights are multiples of 1/816",
       "weights are kept otherwise than written, as weights are multiples of 1/816");
  return out;
}

FileGraph file_graph_of(const DrawnGraph& graph, bool whole_weights) {
  FileGraph file;
  file.nodes = graph.node_count();
  // 0 - y avoids -0.
  for (const Cell cell : graph.nodes()) file.places.push_back({double(cell.x), 0.0 - cell.y});
  const bool in_steps =
      std::ranges::all_of(graph.edges(), [](const DrawnGraphEdge& edge) { return edge.weight % kDrawnUnit == 0; });
  if (whole_weights && !in_steps) file.unit = kDrawnUnit;
  for (const DrawnGraphEdge& edge : graph.edges()) {
    const double steps = edge.weight / static_cast<double>(kDrawnUnit);
    // Four digits tell any two weights apart.
    const double weight = file.unit == kDrawnUnit ? edge.weight : std::round(steps * 1e4) / 1e4;
    file.edges.push_back({edge.a, edge.b, weight});
  }
  return file;
}

}  // namespace strata
