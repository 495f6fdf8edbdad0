// Purpose: What the screen knows of a contraction hierarchy: nodes and arcs in the order of importance, looked up by
//          cell, and the curve that a shortcut is drawn as.
// How: The hierarchy is read as a whole whenever its version has changed.
// Shapes: A place counts nodes from the least important one: ranks may have gaps and need not ascend with importance,
//         see append_hierarchy_nodes. The arcs of a place lead to higher places.
// Threads: Not shared.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/search/node_places.hpp"
#include "core/world/hierarchy_view.hpp"

namespace strata {

inline constexpr uint32_t kNoPlace = 0xffffffffu;

// The curve of an arc, in cells, from the middle of one cell to the middle of another. A shortcut is bent upwards, or
// to the left if it is vertical, whichever end comes first.
struct ArcCurve {
  ArcCurve(const NodePlace& from, const NodePlace& to, bool bent);
  ArcCurve(Cell from, Cell to, bool is_bent) : ArcCurve(place_of_cell(from, 0), place_of_cell(to, 0), is_bent) {}
  float x(float t) const { return (1 - t) * (1 - t) * x0 + 2 * t * (1 - t) * cx + t * t * x1; }
  float y(float t) const { return (1 - t) * (1 - t) * y0 + 2 * t * (1 - t) * cy + t * t * y1; }
  // Returns the distance between the point and the curve, in cells.
  double distance(double px, double py) const;

  float x0, y0, x1, y1;
  float cx, cy;
  bool bent;
};

class HierarchyPicture {
 public:
  // Returns whether the hierarchy is ready. If it is not, the picture is empty.
  bool refresh(const World& world, StructureId structure, uint64_t world_version);

  bool empty() const { return nodes_.empty(); }
  // Hierarchies of more nodes are not read: that would hold up the screen, and nobody could tell their arcs apart.
  static constexpr uint32_t kNodeLimit = 100'000;
  bool too_large() const { return too_large_; }
  uint64_t version() const { return version_; }  // changes with the content
  std::span<const HierarchyNode> nodes() const { return nodes_; }
  std::span<const HierarchyArc> arcs() const { return arcs_; }
  std::span<const HierarchyArc> arcs_up(uint32_t place) const {
    return {arcs_.data() + first_[place], arcs_.data() + first_[place + 1]};
  }
  // Returns the arcs that lead up from the nodes at this place and above.
  std::span<const HierarchyArc> arcs_from(uint32_t place) const {
    return {arcs_.data() + first_[place], arcs_.data() + arcs_.size()};
  }
  uint32_t place_of(CellId cell) const;               // kNoPlace: the cell is no node
  const HierarchyArc* arc(CellId a, CellId b) const;  // in either direction; null: there is no such arc
  size_t arcs_down(uint32_t place) const { return down_[place]; }
  // Returns 0 for the least important node, 1 for the most important one.
  float importance(uint32_t place) const {
    return nodes_.size() < 2 ? 1 : static_cast<float>(place) / static_cast<float>(nodes_.size() - 1);
  }

 private:
  std::vector<HierarchyNode> nodes_;
  std::vector<HierarchyArc> arcs_;
  std::vector<uint32_t> first_;  // by place: index of its first arc in arcs_; one entry more than nodes
  std::vector<uint32_t> down_;
  struct Place {
    CellId cell;
    uint32_t place;
  };
  std::vector<Place> places_;  // sorted by cell
  uint64_t version_ = 1;
  bool too_large_ = false;
  uint64_t read_version_ = 0, world_version_ = 0;
};

}  // namespace strata
