// Purpose: HierarchyPicture holds the nodes and arcs of a contraction hierarchy for drawing, in the order of importance
//          and searchable by cell. ArcCurve is the curve of an arc.
// How: The whole hierarchy is read again whenever its version has changed.
// Shapes: A "place" is the position of a node in the order of importance, counted from the least important node. Ranks
//         cannot replace it: they may have gaps and need not ascend with importance, see append_hierarchy_nodes. The
//         arcs stored for a place lead to higher places.
// Threads: Not shared.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/search/csr_graph.hpp"
#include "core/search/node_places.hpp"
#include "core/world/hierarchy_view.hpp"

namespace strata {

inline constexpr uint32_t kNoPlace = 0xffffffffu;

// The curve of an arc between the centres of two cells, in cells. A shortcut is bent upwards, or to the left if it is
// vertical, whichever end comes first.
struct ArcCurve {
  ArcCurve(const NodePlace& from, const NodePlace& to, bool bent);
  ArcCurve(Cell from, Cell to, bool is_bent) : ArcCurve(place_of_cell(from, 0), place_of_cell(to, 0), is_bent) {}
  float x(float t) const { return (1 - t) * (1 - t) * x0 + 2 * t * (1 - t) * cx + t * t * x1; }
  float y(float t) const { return (1 - t) * (1 - t) * y0 + 2 * t * (1 - t) * cy + t * t * y1; }
  // Returns the distance from the point to the curve, in cells.
  double distance(double px, double py) const;

  float x0, y0, x1, y1;
  float cx, cy;
  bool bent;
};

class HierarchyPicture {
 public:
  // Reads the hierarchy again if it has changed. Returns whether it is ready; if it is not, the picture becomes empty.
  bool refresh(const World& world, StructureId structure, uint64_t world_version);

  bool empty() const { return nodes_.empty(); }
  // Maximum number of nodes. Reading a larger hierarchy would block the screen, and its arcs could not be told apart.
  static constexpr uint32_t kNodeLimit = 100'000;
  bool too_large() const { return too_large_; }
  uint64_t version() const { return version_; }  // changes with the content
  std::span<const HierarchyNode> nodes() const { return nodes_; }
  std::span<const HierarchyArc> arcs() const { return arcs_; }
  std::span<const HierarchyArc> arcs_up(uint32_t place) const {
    return {arcs_.data() + first_[place], arcs_.data() + first_[place + 1]};
  }
  // Returns the arcs that lead up from the nodes at `place` and at all higher places.
  std::span<const HierarchyArc> arcs_from(uint32_t place) const {
    return {arcs_.data() + first_[place], arcs_.data() + arcs_.size()};
  }
  // Returns the place of the node in the cell; kNoPlace: the cell is no node.
  uint32_t place_of(CellId cell) const;
  // Returns the arc between two cells in either direction; null: there is no such arc.
  const HierarchyArc* arc(CellId a, CellId b) const;
  size_t arcs_down(uint32_t place) const { return down_[place]; }
  // Returns the relative importance: 0 for the least important node, 1 for the most important one.
  float importance(uint32_t place) const {
    return nodes_.size() < 2 ? 1 : static_cast<float>(place) / static_cast<float>(nodes_.size() - 1);
  }

 private:
  std::vector<HierarchyNode> nodes_;
  std::vector<HierarchyArc> arcs_;
  // For each place, the index of its first arc in `arcs_`. There is one more entry than nodes: the end
  // of the last arcs.
  std::vector<uint32_t> first_;
  std::vector<uint32_t> down_;
  struct NodeOfCell {
    CellId cell;
    uint32_t place;
  };
  std::vector<NodeOfCell> places_;  // sorted by cell
  uint64_t version_ = 1;
  bool too_large_ = false;
  uint64_t read_version_ = 0, world_version_ = 0;
};

// The graph whose contraction is stepped, with look-ups between its nodes and the cells of the map.
struct ContractedGraph {
  CsrGraph graph;
  // Index: node.
  std::vector<CellId> cells;
  // The nodes in ascending order of their cells.
  std::vector<uint32_t> by_cell;
};

}  // namespace strata
