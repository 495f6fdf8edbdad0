// Purpose: MeshTables precomputes costs on a navigation mesh for look-ups: between all portals of a group inside the
//          group, and between all inter-edges: as a table of all pairs if that is small enough, else as hub labels.
// Source: Ours, over the groups of Rahmani, Pelechano 2020; labels: core/ch/labels.hpp.
// Shapes: See core/batch/mesh_tables_view.hpp.
// Errors: `refusal` names the table that does not fit into memory. Functions may throw std::bad_alloc.
// Threads: Const calls may run together.
#pragma once

#include <string>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/batch/mesh_pack.hpp"
#include "core/batch/mesh_tables_view.hpp"
#include "core/ch/cch.hpp"
#include "core/ch/labels.hpp"
#include "core/search/csr_graph.hpp"

namespace strata {

struct MeshTablesOptions {
  size_t max_square_bytes = size_t{1} << 30;  // limit of the costs inside groups; above it there are no tables
  size_t max_pair_bytes = size_t{64} << 20;  // limit of the table of all pairs of inter-edges; above it labels are used
  size_t max_label_bytes = size_t{1} << 30;  // limit of the labels; above it there are no tables
  friend bool operator==(const MeshTablesOptions&, const MeshTablesOptions&) = default;
};

class MeshTables {
 public:
  // Builds the tables for a pack with groups.
  void build(const PackedMesh& pack, const MeshTablesOptions& options, Threads& threads);

  bool is_current_for(const PackedMesh& pack) const { return serial_ != 0 && serial_ == pack.serial(); }
  uint64_t serial() const { return serial_; }              // PackedMesh::serial() of the pack; 0: there are no tables
  const std::string& refusal() const { return refusal_; }  // why there are no tables; empty if there are
  bool by_labels() const { return view_.labels != nullptr; }
  uint32_t label_height() const { return label_height_; }
  const MeshTablesView& view() const { return view_; }  // valid until the next build
  size_t square_count() const { return squares_.size(); }
  size_t entry_count() const { return entries_.size(); }
  size_t least_count() const { return least_.size(); }
  size_t memory_bytes() const;
  // Returns whether both tables hold the same costs; the packs may differ.
  bool same_content(const MeshTables& other) const;

  MeshTables() = default;
  MeshTables(const MeshTables&) = delete;  // not copied: the view points into the tables
  MeshTables& operator=(const MeshTables&) = delete;

 private:
  void fill_squares(const MeshView& view, Threads& threads);
  void keep_labels(const Cch& cch, const Labels& labels);
  void fill_pairs(const Cch& cch, const Labels& labels, Threads& threads);

  uint64_t serial_ = 0;  // PackedMesh::serial() of the pack for which the tables were built
  std::string refusal_;
  MeshTablesView view_;
  std::vector<Cost> squares_, between_;
  std::vector<MeshLabel> labels_;
  std::vector<Cost> entries_;
  std::vector<uint16_t> least_;
  uint32_t label_height_ = 0;
};

// Returns the graph whose nodes are the inter-edges of a pack; its edges are paths between two of
// them inside one group.
CsrGraph inter_edge_graph(const MeshView& view);

}  // namespace strata
