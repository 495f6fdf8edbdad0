// Purpose: What searches over the portals of a mesh say in common, and why a cell on a mesh is no node of theirs.
#pragma once

#include "app/lab/cell_without_node.hpp"
#include "app/playback/narration.hpp"
#include "core/navmesh/navmesh.hpp"

namespace strata {

// A* over portals; `direct`: the line of the pseudo-code where start and goal lie in one polygon.
class MeshNarration : public Narration {
 public:
  explicit MeshNarration(uint8_t direct) : direct_(direct) {}
  std::string node_noun(int level) const override;

 protected:
  std::string new_node(const NarratedEvent& e) const override;
  std::string path_edge(const NarratedEvent& e) const override;
  std::string straight(const NarratedEvent& e) const override;
  std::string found(const NarratedEvent& e) const override;

 private:
  uint8_t direct_;
};

// Where a cell lies on the mesh; `no_node`: what is said where it lies on none.
struct PlaceOnMesh {
  PolygonId polygon = kNoPolygon;
  std::string no_node;
};
PlaceOnMesh place_on_mesh(const CellWithoutNode& at);
// Of searches whose nodes are portals, on every level.
std::string why_no_portal(const CellWithoutNode& at);

}  // namespace strata
