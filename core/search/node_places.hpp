// Purpose: NodePlaces tells where the nodes of a trace lie on the map. Nodes are cells unless the planner has other
//          nodes, such as polygons and portals: then the trace stores the place of every node in its events. For a node
//          that is an interval seen from a root, as in Polyanya, it stores the cone of root and interval.
// Units: Cells; the middle of cell (0, 0) lies at 0.5, 0.5.
// Shapes: The indices of the nodes of one level count from 0, for arrays with a value for each node. The index
//         of a cell is its id.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/cell.hpp"
#include "core/search/plan.hpp"

namespace strata {

struct NodePlace {
  float x = 0;
  float y = 0;
  CellId cell = kNoCell;  // the cell if the node is a cell, else kNoCell
  friend bool operator==(const NodePlace&, const NodePlace&) = default;
};

inline NodePlace place_of_cell(Cell cell, CellId id) {
  return {static_cast<float>(cell.x) + 0.5f, static_cast<float>(cell.y) + 0.5f, id};
}

struct MapPoint {
  float x = 0;
  float y = 0;
  friend bool operator==(const MapPoint&, const MapPoint&) = default;
};

// A node that is an interval seen from a root. It is a point if root, left and right are equal, and a line if
// left and right are.
struct NodeCone {
  MapPoint root, left, right;
  // Returns the middle of the interval.
  NodePlace place() const { return {(left.x + right.x) / 2, (left.y + right.y) / 2, kNoCell}; }
  bool is_point() const { return left == right; }  // the interval is a single point
  friend bool operator==(const NodeCone&, const NodeCone&) = default;
};

// The places of nodes that are not cells, by level and id.
class NodePlaceTable {
 public:
  static constexpr uint32_t kNone = 0xffffffffu;
  struct Level {
    std::vector<NodeId> nodes;      // all nodes of the level, ascending
    std::vector<NodePlace> places;  // by index of the node
    std::vector<NodeCone> cones;    // by index of the node; empty if the nodes are no cones
    std::vector<uint32_t> by_cell;  // indices of the nodes, sorted by the cell in which they lie
  };

  bool empty() const { return levels_.empty(); }
  void clear() { levels_.clear(); }
  // Builds the table. `keys` holds level << 32 | node in any order, possibly repeated; place_of(level, node) is
  // called once for each.
  template <class PlaceOf>
  void build(std::vector<uint64_t>& keys, PlaceOf&& place_of) {
    sort_keys(keys);
    levels_.clear();
    for (const uint64_t key : keys) {
      const auto level = static_cast<size_t>(key >> 32);
      const auto node = static_cast<NodeId>(key);
      if (levels_.size() <= level) levels_.resize(level + 1);
      levels_[level].nodes.push_back(node);
      levels_[level].places.push_back(place_of(static_cast<int>(level), node));
    }
    sort_by_cell();
  }
  // Builds the table for nodes that are cones. Each lies at the middle of its interval.
  template <class ConeOf>
  void build_cones(std::vector<uint64_t>& keys, ConeOf&& cone_of) {
    build(keys, [&](int level, NodeId node) { return cone_of(level, node).place(); });
    for (size_t level = 0; level < levels_.size(); ++level) {
      for (const NodeId node : levels_[level].nodes) {
        levels_[level].cones.push_back(cone_of(static_cast<int>(level), node));
      }
    }
  }
  // Returns the table of a level; it is empty if the trace names no node of the level.
  const Level& level(size_t level) const;
  uint32_t index(size_t level, NodeId node) const;  // kNone: no event of the trace names the node
  // Returns the indices of the nodes that lie in the cell, ascending.
  std::span<const uint32_t> in_cell(size_t level, Cell cell) const;

 private:
  static void sort_keys(std::vector<uint64_t>& keys);
  void sort_by_cell();
  std::vector<Level> levels_;
};

// Returns the places of the nodes of a trace. The trace must outlive this object.
class NodePlaces {
 public:
  explicit NodePlaces(int map_width, const NodePlaceTable* table = nullptr)
      : width_(static_cast<CellId>(map_width)), table_(table != nullptr && !table->empty() ? table : nullptr) {}

  bool are_cells() const { return table_ == nullptr; }
  // Returns the place of a node; a node that no event names gets the corner of the map and no cell.
  NodePlace at(size_t level, NodeId node) const {
    return are_cells() ? of_cell(node) : at_index(level, table_->index(level, node));
  }
  // Returns the index of a node; NodePlaceTable::kNone if no event names it.
  uint32_t index(size_t level, NodeId node) const { return are_cells() ? node : table_->index(level, node); }
  NodePlace at_index(size_t level, uint32_t index) const {
    if (are_cells()) return of_cell(index);
    return index == NodePlaceTable::kNone ? NodePlace{} : table_->level(level).places[index];
  }
  // Returns the cone of a node; null if the node is no cone, or no event names it.
  const NodeCone* cone(size_t level, NodeId node) const;
  // Returns whether the node lies anywhere in the cell.
  bool lies_in(size_t level, NodeId node, CellId cell) const;
  // For nodes that are not cells: return all nodes of a level, and the indices of the nodes in a cell.
  const NodePlaceTable::Level& level(size_t level) const { return table_->level(level); }
  std::span<const uint32_t> in_cell(size_t level, CellId cell) const {
    return table_->in_cell(level, {static_cast<int>(cell % width_), static_cast<int>(cell / width_)});
  }

 private:
  NodePlace of_cell(CellId cell) const {
    return place_of_cell({static_cast<int>(cell % width_), static_cast<int>(cell / width_)}, cell);
  }
  CellId width_;
  const NodePlaceTable* table_;  // null: nodes are cells
};

}  // namespace strata
