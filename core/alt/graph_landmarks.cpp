#include "core/alt/graph_landmarks.hpp"

#include <functional>
#include <queue>
#include <utility>

#include "core/alt/placement.hpp"
#include "core/base/check.hpp"

namespace strata {
namespace {

void sweep(const CsrGraph& graph, uint32_t source, std::vector<Cost>& distance) {
  using QueueEntry = std::pair<Cost, uint32_t>;
  std::priority_queue<QueueEntry, std::vector<QueueEntry>, std::greater<>> open;
  std::fill(distance.begin(), distance.end(), DistanceRows::kFar);
  distance[source] = 0;
  open.push({0, source});
  while (!open.empty()) {
    const auto [g, node] = open.top();
    open.pop();
    if (g != distance[node]) continue;
    for (uint32_t k = graph.first[node]; k < graph.first[node + 1]; ++k) {
      const uint32_t next = graph.targets[k];
      const uint64_t next_g = uint64_t{g} + graph.weights[k];
      if (next_g >= distance[next]) continue;
      distance[next] = static_cast<Cost>(next_g);
      open.push({distance[next], next});
    }
  }
}

uint32_t find_components(const CsrGraph& graph, std::vector<uint32_t>& component) {
  const auto neighbours = [&](uint32_t node, auto&& visit) {
    for (const uint32_t next : graph.targets_of(node)) visit(next);
  };
  return label_components(
      static_cast<uint32_t>(graph.node_count()), [](uint32_t) { return true; }, neighbours, [] { return false; },
      component);
}

}  // namespace

void GraphLandmarks::build(const CsrGraph& graph, int count) {
  STRATA_CHECK(count >= 1 && count <= kMaxLandmarks);
  clear();
  if (graph.node_count() == 0) return;
  std::vector<uint32_t> component;
  const uint32_t components = find_components(graph, component);
  FarthestPlacement placement(component, components, count);
  std::vector<std::vector<Cost>> lanes;
  std::vector<Cost> distance(graph.node_count());
  while (static_cast<int>(lanes.size()) < count) {
    std::optional<uint32_t> place = placement.next_component();
    if (place) {
      sweep(graph, *place, distance);
      place = FarthestPlacement::farthest_of(distance);
    } else {
      place = placement.farthest();
    }
    if (!place) break;
    sweep(graph, *place, distance);
    placement.placed(distance);
    landmarks_.push_back(*place);
    lanes.push_back(distance);
  }
  rows_.assign(graph.node_count(), static_cast<int>(lanes.size()));
  for (size_t lane = 0; lane < lanes.size(); ++lane) rows_.set_lane(static_cast<int>(lane), lanes[lane]);
}

}  // namespace strata
