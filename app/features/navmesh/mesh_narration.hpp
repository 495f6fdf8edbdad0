// Purpose: What the narrations of searches over the portals of a mesh have in common, and why a cell is no node of such
//          a search.
#pragma once

#include "app/lab/cell_without_node.hpp"
#include "app/playback/narration.hpp"
#include "core/navmesh/navmesh.hpp"

namespace strata {

// Narrates A* over portals; `direct`: the line of the pseudo-code for start and goal in one polygon.
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

// Where a cell lies on the mesh; `no_node`: the text for a cell that lies on no polygon.
struct PlaceOnMesh {
  PolygonId polygon = kNoPolygon;
  std::string no_node;
};
PlaceOnMesh place_on_mesh(const CellWithoutNode& at);
// Returns the text for a cell that is no node of a search whose nodes are portals on every level.
std::string why_no_portal(const CellWithoutNode& at);

}  // namespace strata
