#include "core/search/node_places.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/base/sort_unique.hpp"

namespace strata {

namespace {

Cell cell_below(const NodePlace& place) {
  return {static_cast<int>(std::floor(place.x)), static_cast<int>(std::floor(place.y))};
}

bool above(Cell a, Cell b) { return std::tie(a.y, a.x) < std::tie(b.y, b.x); }

}  // namespace

void NodePlaceTable::sort_keys(std::vector<uint64_t>& keys) { sort_unique(keys); }

void NodePlaceTable::sort_by_cell() {
  for (Level& level : levels_) {
    level.by_cell.resize(level.nodes.size());
    for (uint32_t i = 0; i < level.by_cell.size(); ++i) level.by_cell[i] = i;
    std::stable_sort(level.by_cell.begin(), level.by_cell.end(), [&](uint32_t a, uint32_t b) {
      return above(cell_below(level.places[a]), cell_below(level.places[b]));
    });
  }
}

const NodePlaceTable::Level& NodePlaceTable::level(size_t level) const {
  static const Level kEmpty;
  return level < levels_.size() ? levels_[level] : kEmpty;
}

uint32_t NodePlaceTable::index(size_t level, NodeId node) const {
  const std::vector<NodeId>& nodes = this->level(level).nodes;
  const auto it = std::lower_bound(nodes.begin(), nodes.end(), node);
  return it != nodes.end() && *it == node ? static_cast<uint32_t>(it - nodes.begin()) : kNone;
}

std::span<const uint32_t> NodePlaceTable::in_cell(size_t level, Cell cell) const {
  const Level& own = this->level(level);
  const auto begin = std::partition_point(own.by_cell.begin(), own.by_cell.end(),
                                          [&](uint32_t i) { return above(cell_below(own.places[i]), cell); });
  const auto end = std::partition_point(begin, own.by_cell.end(),
                                        [&](uint32_t i) { return !above(cell, cell_below(own.places[i])); });
  return {begin, end};
}

const NodeCone* NodePlaces::cone(size_t level, NodeId node) const {
  if (are_cells()) return nullptr;
  const std::vector<NodeCone>& cones = table_->level(level).cones;
  if (cones.empty()) return nullptr;
  const uint32_t index = table_->index(level, node);
  return index == NodePlaceTable::kNone ? nullptr : &cones[index];
}

bool NodePlaces::lies_in(size_t level, NodeId node, CellId cell) const {
  if (are_cells()) return node == cell;
  const uint32_t index = table_->index(level, node);
  if (index == NodePlaceTable::kNone) return false;
  const Cell below = cell_below(table_->level(level).places[index]);
  return below == Cell{static_cast<int>(cell % width_), static_cast<int>(cell / width_)};
}

}  // namespace strata
