// Purpose: MeshNarration is the base class of narrations of searches over the portals of a mesh. This header also
//          explains cells that are no nodes of such a search.
#pragma once

#include "app/lab/cell_without_node.hpp"
#include "app/playback/narration.hpp"
#include "core/navmesh/navmesh.hpp"

namespace strata {

// Sentences for A* over the portals of a mesh. `direct` is the line of the pseudo-code for the case that start and goal
// lie in one polygon.
class MeshNarration : public Narration {
 public:
  explicit MeshNarration(uint8_t direct) : direct_(direct) {}
  std::string node_noun(int level) const override;
  // Start and goal are no portals.
  std::string open_noun(int) const override { return "node"; }
  std::string_view graph(int) const override { return " from portal to portal"; }

 protected:
  std::string_view purpose(const NarratedEvent& e) const override;
  std::string sentence(const NarratedEvent& e) const override;
  std::string new_node(const NarratedEvent& e) const override;
  std::string path_edge(const NarratedEvent& e) const override;
  std::string found(const NarratedEvent& e) const override;
  bool over_link(const NarratedEvent& e) const override;

 private:
  uint8_t direct_;
};

// The polygon in which a cell lies. `no_node` is the explanation for a cell that lies on no polygon.
struct PolygonAtCell {
  PolygonId polygon = kNoPolygon;
  std::string no_node;
};
PolygonAtCell place_on_mesh(const CellWithoutNode& at);
// Returns why a cell has no node, for searches whose nodes are portals on every level.
std::string why_no_portal(const CellWithoutNode& at);

}  // namespace strata
