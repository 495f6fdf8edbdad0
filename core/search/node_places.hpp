// Purpose: NodePlaces says where the nodes of a trace lie on the map. Nodes are cells unless their planner has ids of
//          its own, as for polygons and portals: then the trace keeps the place of every node that it names. Where a
//          node is an interval that is seen from a point, as in Polyanya, the trace keeps the cone between the two.
// Units: Cells; the middle of cell (0, 0) lies at 0.5, 0.5.
// Shapes: An index counts the nodes of one level from 0, for code that keeps a value for each of them. The index of a
//         cell is its id.
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
  CellId cell = kNoCell;  // the cell that is the node; kNoCell: the node is no cell
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

// A node that is an interval, seen from a root. It is a point where root, left and right are equal, and a line where
// only left and right are.
struct NodeCone {
  MapPoint root, left, right;
  // Returns the middle of the interval.
  NodePlace place() const { return {(left.x + right.x) / 2, (left.y + right.y) / 2, kNoCell}; }
  bool is_point() const { return left == right; }  // the interval is a point
  friend bool operator==(const NodeCone&, const NodeCone&) = default;
};

// Places of nodes that are not cells, by level and id.
class PlaceTable {
 public:
  static constexpr uint32_t kNone = 0xffffffffu;
  struct Level {
    std::vector<NodeId> nodes;      // ascending
    std::vector<NodePlace> places;  // by index of the node
    std::vector<NodeCone> cones;    // by index of the node; empty: the nodes are no cones
    std::vector<uint32_t> by_cell;  // indices of the nodes, sorted by the cell in which they lie
  };

  bool empty() const { return levels_.empty(); }
  void clear() { levels_.clear(); }
  // `keys`: level << 32 | node, in any order, repeated or not; place_of(level, node) is called once for each.
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
  // Builds the table for nodes that are cones: each lies at the middle of its interval.
  template <class ConeOf>
  void build_cones(std::vector<uint64_t>& keys, ConeOf&& cone_of) {
    build(keys, [&](int level, NodeId node) { return cone_of(level, node).place(); });
    for (size_t level = 0; level < levels_.size(); ++level) {
      for (const NodeId node : levels_[level].nodes) {
        levels_[level].cones.push_back(cone_of(static_cast<int>(level), node));
      }
    }
  }
  // Returns a level, which is empty if the trace names none of its nodes.
  const Level& level(size_t level) const;
  uint32_t index(size_t level, NodeId node) const;  // kNone: the trace does not name the node
  // Indices of the nodes that lie in the cell, ascending.
  std::span<const uint32_t> in_cell(size_t level, Cell cell) const;

 private:
  static void sort_keys(std::vector<uint64_t>& keys);
  void sort_by_cell();
  std::vector<Level> levels_;
};

// Places of the nodes of a trace on a map; the trace must outlive the object.
class NodePlaces {
 public:
  explicit NodePlaces(int map_width, const PlaceTable* table = nullptr)
      : width_(static_cast<CellId>(map_width)), table_(table != nullptr && !table->empty() ? table : nullptr) {}

  bool are_cells() const { return table_ == nullptr; }
  // A node that the trace does not name lies at the corner of the map, and is no cell.
  NodePlace at(size_t level, NodeId node) const {
    return are_cells() ? of_cell(node) : at_index(level, table_->index(level, node));
  }
  // Returns PlaceTable::kNone if the trace does not name the node.
  uint32_t index(size_t level, NodeId node) const { return are_cells() ? node : table_->index(level, node); }
  NodePlace at_index(size_t level, uint32_t index) const {
    if (are_cells()) return of_cell(index);
    return index == PlaceTable::kNone ? NodePlace{} : table_->level(level).places[index];
  }
  // Returns null if the node is no cone, or the trace does not name it.
  const NodeCone* cone(size_t level, NodeId node) const;
  // Whether the node lies in the cell, at whatever place in it.
  bool lies_in(size_t level, NodeId node, CellId cell) const;
  // Where nodes are not cells: all nodes of a level, and the indices of the nodes in a cell.
  const PlaceTable::Level& level(size_t level) const { return table_->level(level); }
  std::span<const uint32_t> in_cell(size_t level, CellId cell) const {
    return table_->in_cell(level, {static_cast<int>(cell % width_), static_cast<int>(cell / width_)});
  }

 private:
  NodePlace of_cell(CellId cell) const {
    return place_of_cell({static_cast<int>(cell % width_), static_cast<int>(cell / width_)}, cell);
  }
  CellId width_;
  const PlaceTable* table_;  // null: nodes are cells
};

}  // namespace strata
