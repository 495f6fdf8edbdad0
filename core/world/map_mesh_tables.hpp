// Purpose: MapMeshTables is the structure of a world with the input of batches over its navigation mesh: the mesh and
//          the groups of its HNA* graph in plain arrays (PackedMesh), and tables of the costs between inter-edges.
// Source: core/batch/mesh_pack.hpp, core/batch/mesh_tables.hpp.
// Background: The pack is copied in one step when mesh and graph are ready. A job computes the tables from the pack
//             only, so that edits need not wait for it.
// Shapes: An edit of the mesh makes pack and tables out of date. While only the tables are out of date, batches can
//         plan by all other methods, with the same costs.
#pragma once

#include <memory>

#include "core/batch/mesh_batch.hpp"
#include "core/world/background_structure.hpp"

namespace strata {

struct MapMeshTablesOptions {
  bool tables = true;  // false: only the pack is built
  MeshTablesOptions limits = {};
  int threads = 0;  // threads that compute the tables; 0: the number of hardware threads
  friend bool operator==(const MapMeshTablesOptions&, const MapMeshTablesOptions&) = default;
};

struct MeshTablesPart {  // the replaced pack and tables
  std::shared_ptr<const PackedMesh> pack;
  std::shared_ptr<const MeshTables> tables;
};

// A job is identified by PackedMesh::serial() of the pack that it works on.
class MapMeshTables final
    : public BackgroundStructure<MapMeshTablesOptions, MeshTablesPart, std::shared_ptr<const MeshTables>> {
 public:
  static constexpr StructureId kId = StructureId::kMeshTables;
  static constexpr std::string_view kName = "mesh-tables", kTitle = "Mesh tables";
  static constexpr bool kAlways = false, kInBackground = true;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }

  StructureSet depends_on() const override { return {StructureId::kNavmesh, StructureId::kHna}; }

  // Returns the input of batches. Parts that are out of date are null; all are valid until the world changes.
  MeshBatchMap batch_map(const BuildInputs& inputs) const;
  // Returns whether the pack is up to date and no tables are being built, so that batches need not wait.
  bool settled(const BuildInputs& inputs) const;
  // Return the pack and the tables that were built last; null if there are none yet.
  const PackedMesh* pack() const { return pack_.get(); }
  const MeshTables* tables() const { return tables_.get(); }
  double pack_micros() const { return pack_micros_; }      // time of copying the last pack
  double tables_micros() const { return tables_micros_; }  // time of computing the last tables

  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  void work(const BuildInputs& inputs, WorkBudget& budget) override;
  void rebuild() override;
  bool ready(const BuildInputs& inputs) const override;
  bool work_done(const BuildInputs& inputs) const override;
  StructureState state(const BuildInputs& inputs) const override;
  size_t memory_bytes() const override;
  std::string stamp(const BuildInputs& inputs) const override;
  std::string refusal(const BuildInputs& inputs) const override;
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;

 private:
  // Identifies the input of a pack: the mesh (`generation` changes when it is built anew, `mesh` with every change of
  // it) and the version of its HNA* graph.
  struct PackInputVersions {
    uint64_t generation = 0, mesh = 0, graph = 0;
    friend bool operator==(const PackInputVersions&, const PackInputVersions&) = default;
  };
  static PackInputVersions now(const BuildInputs& inputs);
  bool has_pack(const BuildInputs& inputs) const;
  bool has_tables(const BuildInputs& inputs) const;  // the tables are up to date with the pack, or were refused for it
  bool wants_job(const BuildInputs& inputs) const;
  void build_pack(const BuildInputs& inputs);
  void start(const BuildInputs& inputs, bool at_once) override;
  bool is_current(const BuildInputs& inputs) const override;
  void take(const BuildInputs& inputs, std::shared_ptr<const MeshTables> tables, double micros) override;

  std::shared_ptr<const PackedMesh> pack_;
  PackInputVersions pack_known_;
  std::shared_ptr<const MeshTables> tables_;
  uint64_t tables_serial_ = 0;  // PackedMesh::serial() of the pack for which `tables_` were computed or refused
  double pack_micros_ = 0, tables_micros_ = 0;
  uint64_t version_ = 1;
};

}  // namespace strata
