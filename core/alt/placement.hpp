// Purpose: FarthestPlacement chooses the nodes of landmarks: in each large component of a graph, the node that is
//          farthest from the landmarks placed so far.
// Source: Goldberg, Harrelson 2005, "farthest landmark selection".
// Differs: Small components get no landmark. Every large component gets its first landmark before any
//          gets a second one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/alt/distance_rows.hpp"

namespace strata {

class FarthestPlacement {
 public:
  // component[node] is the component of a node, or kNone for a node that cannot hold a landmark (a blocked cell).
  static constexpr uint32_t kNone = 0xffffffffu;

  FarthestPlacement(const std::vector<uint32_t>& component, uint32_t components, int count) : component_(component) {
    std::vector<ComponentSize> sizes(components);
    size_t nodes = 0;
    for (uint32_t node = 0; node < component.size(); ++node) {
      if (component[node] == kNone) continue;
      ComponentSize& size = sizes[component[node]];
      if (size.nodes++ == 0) size = {component[node], node, 1};
      ++nodes;
    }
    std::sort(sizes.begin(), sizes.end(), [](const ComponentSize& a, const ComponentSize& b) {
      return a.nodes != b.nodes ? a.nodes > b.nodes : a.first < b.first;
    });
    // Components get landmarks from the largest down to those with at least 1 / count of all nodes.
    for (const ComponentSize& size : sizes) {
      if (size.nodes == 0 || size.nodes * static_cast<size_t>(count) < nodes) break;
      wanted_.push_back(size);
    }
    if (wanted_.empty() && !sizes.empty() && sizes.front().nodes > 0) wanted_.push_back(sizes.front());
    eligible_.assign(components, 0);
    for (const ComponentSize& size : wanted_) eligible_[size.component] = 1;
    nearest_.assign(component.size(), kInfinite);
  }
  // Returns the first node of the next large component without a landmark: the caller computes the distances from it,
  // and places a landmark at `farthest_of` them. Returns nothing if all large components have one.
  std::optional<uint32_t> next_component() {
    if (next_ == wanted_.size()) return std::nullopt;
    return wanted_[next_++].first;
  }
  // Returns the reachable node with the largest distance; of equal ones the smallest node.
  static uint32_t farthest_of(const std::vector<Cost>& distance) {
    uint32_t best = 0;
    Cost far = 0;
    bool any = false;
    for (uint32_t node = 0; node < distance.size(); ++node) {
      if (distance[node] >= DistanceRows::kFar || (any && distance[node] <= far)) continue;
      any = true;
      far = distance[node];
      best = node;
    }
    return best;
  }
  // Returns the node whose nearest landmark is farthest away. Returns nothing if every node of the large
  // components is a landmark.
  std::optional<uint32_t> farthest() const {
    std::optional<uint32_t> best;
    Cost far = 0;
    for (uint32_t node = 0; node < nearest_.size(); ++node) {
      if (component_[node] == kNone || eligible_[component_[node]] == 0 || nearest_[node] <= far) continue;
      far = nearest_[node];
      best = node;
    }
    return best;
  }
  // Records a placed landmark by the distances from it.
  void placed(const std::vector<Cost>& distance) {
    for (size_t node = 0; node < distance.size(); ++node) nearest_[node] = std::min(nearest_[node], distance[node]);
  }

 private:
  struct ComponentSize {
    uint32_t component = 0;
    uint32_t first = 0;  // smallest node of the component
    size_t nodes = 0;
  };
  const std::vector<uint32_t>& component_;
  std::vector<ComponentSize> wanted_;  // large components, largest first
  std::vector<uint8_t> eligible_;
  std::vector<Cost> nearest_;  // by node: distance to the nearest landmark
  size_t next_ = 0;
};

// Numbers the connected components of a graph in the order of their smallest nodes and returns their number. A node for
// which is_node(node) is false gets kNone. neighbours(node, visit) calls visit(next) for each neighbour. The numbering
// ends early, with partial results, once stopped() returns true.
template <class IsNode, class Neighbours, class Stopped>
uint32_t label_components(uint32_t nodes, IsNode&& is_node, Neighbours&& neighbours, Stopped&& stopped,
                          std::vector<uint32_t>& component) {
  component.assign(nodes, FarthestPlacement::kNone);
  std::vector<uint32_t> open;
  uint32_t count = 0;
  for (uint32_t first = 0; first < nodes; ++first) {
    if (!is_node(first) || component[first] != FarthestPlacement::kNone) continue;
    component[first] = count;
    open.push_back(first);
    while (!open.empty()) {
      if (stopped()) return count;
      const uint32_t node = open.back();
      open.pop_back();
      neighbours(node, [&](uint32_t next) {
        if (component[next] != FarthestPlacement::kNone) return;
        component[next] = count;
        open.push_back(next);
      });
    }
    ++count;
  }
  return count;
}

}  // namespace strata
