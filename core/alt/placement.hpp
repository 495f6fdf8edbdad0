// Purpose: FarthestPlacement chooses the nodes for landmarks, by farthest placement over the components of a graph that
//          are large enough to matter.
// Source: Goldberg, Harrelson 2005, "farthest landmark selection".
// Differs: Small components get no landmark; a component without one comes before farther places in others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/alt/distance_rows.hpp"

namespace strata {

class FarthestPlacement {
 public:
  // component[node]: its component, or kNone for nodes where no landmark can be (blocked cells).
  static constexpr uint32_t kNone = 0xffffffffu;

  FarthestPlacement(const std::vector<uint32_t>& component, uint32_t components, int count) : component_(component) {
    std::vector<Size> sizes(components);
    size_t nodes = 0;
    for (uint32_t node = 0; node < component.size(); ++node) {
      if (component[node] == kNone) continue;
      Size& size = sizes[component[node]];
      if (size.nodes++ == 0) size = {component[node], node, 1};
      ++nodes;
    }
    std::sort(sizes.begin(), sizes.end(),
              [](const Size& a, const Size& b) { return a.nodes != b.nodes ? a.nodes > b.nodes : a.first < b.first; });
    // A component gets a landmark if its share of the nodes is large enough.
    for (const Size& size : sizes) {
      if (size.nodes == 0 || size.nodes * static_cast<size_t>(count) < nodes) break;
      wanted_.push_back(size);
    }
    if (wanted_.empty() && !sizes.empty() && sizes.front().nodes > 0) wanted_.push_back(sizes.front());
    eligible_.assign(components, 0);
    for (const Size& size : wanted_) eligible_[size.component] = 1;
    nearest_.assign(component.size(), kInfinite);
  }
  // Returns a node of a component without a landmark: sweep from it, and place a landmark at farthest_of that sweep.
  std::optional<uint32_t> next_component() {
    if (next_ == wanted_.size()) return std::nullopt;
    return wanted_[next_++].first;
  }
  // Returns the farthest node of a sweep, the smallest of several.
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
  // Returns the node whose nearest landmark is farthest away; nothing if all nodes of eligible components are
  // landmarks.
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
  // Notes that a landmark was placed, with its distances.
  void placed(const std::vector<Cost>& distance) {
    for (size_t node = 0; node < distance.size(); ++node) nearest_[node] = std::min(nearest_[node], distance[node]);
  }

 private:
  struct Size {
    uint32_t component = 0;
    uint32_t first = 0;  // its smallest node
    size_t nodes = 0;
  };
  const std::vector<uint32_t>& component_;
  std::vector<Size> wanted_;  // largest first
  std::vector<uint8_t> eligible_;
  std::vector<Cost> nearest_;  // by node: distance to the nearest landmark
  size_t next_ = 0;
};

// Numbers the connected components of a graph by their first nodes; kNone where is_node(node) is false.
// neighbours(node, visit) calls visit(next) for each neighbour. Stops half way when stopped() returns true. Returns the
// number of components.
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
