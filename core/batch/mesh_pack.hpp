// Purpose: A PackedMesh holds the arrays of a MeshView for batches: a navigation mesh, and the groups of one level of
// its
//          HNA* graph with their cost rows.
// Source: Rahmani, Pelechano 2020, sections 3 and 4.
// Shapes: See mesh_view.hpp. A pack is rebuilt after an edit of the mesh; it copies the rows of the graph.
// Errors: std::bad_alloc.
// Threads: Const calls may run together.
#pragma once

#include <vector>

#include "core/batch/mesh_view.hpp"
#include "core/hna/hna.hpp"

namespace strata {

class PackedMesh {
 public:
  // Builds a pack without groups, which serves only A* over portals.
  void build(const NavMesh& mesh, MeshCosts costs);
  // Packs the mesh and the groups of `level`, with the costs of `hna`, which must be up to date with `mesh`.
  void build(const NavMesh& mesh, const Hna& hna, int level);

  bool empty() const { return serial_ == 0; }
  bool has_groups() const { return level_ > 0; }
  int level() const { return level_; }
  bool is_current_for(const NavMesh& mesh) const { return !empty() && built_for_ == mesh.version(); }
  // Returns a number that identifies this build of the pack: no other build in this run of the program has it.
  uint64_t serial() const { return serial_; }
  const MeshView& view() const { return view_; }  // valid until the next build
  size_t side_count() const { return sides_.size(); }
  size_t row_count() const { return rows_.size(); }  // costs in R, from portals to inter-edges (see MeshView)
  size_t centre_row_count() const { return centre_rows_.size(); }  // costs in P, from centroids to inter-edges
  size_t slot_count() const { return group_exits_.size(); }
  size_t place_count() const { return group_portals_.size(); }
  size_t memory_bytes() const;
  // Returns whether both packs hold the same mesh, groups and costs; serials may differ.
  bool same_content(const PackedMesh& other) const;

  PackedMesh() = default;
  PackedMesh(const PackedMesh&) = delete;  // not copied: the view points into the pack
  PackedMesh& operator=(const PackedMesh&) = delete;

 private:
  void pack_mesh(const NavMesh& mesh, MeshCosts costs);
  void number_inter_edges(const NavMesh& mesh, const HnaLevel& level);
  void pack_rows(const NavMesh& mesh, const HnaLevel& level);
  void finish(const NavMesh& mesh);

  uint64_t serial_ = 0, built_for_ = 0;
  int level_ = 0;
  MeshView view_;
  std::vector<MeshViewPolygon> polygons_;
  std::vector<MeshViewSide> sides_;
  std::vector<MeshViewPortal> portals_;
  std::vector<MeshViewGroup> groups_;
  std::vector<MeshViewInterEdge> exits_;
  std::vector<uint32_t> group_exits_;
  std::vector<PortalId> group_portals_;
  std::vector<Cost> rows_, centre_rows_;
  std::vector<uint8_t> row_hops_, centre_sides_;
};

}  // namespace strata
