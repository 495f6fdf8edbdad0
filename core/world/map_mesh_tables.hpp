// Purpose: MapMeshTables is what batches over the navigation mesh of a world plan on: the mesh and the groups of its
//          HNA* graph in plain arrays, and tables of the costs between inter-edges.
// Source: core/batch/mesh_pack.hpp, core/batch/mesh_tables.hpp.
// Background: The pack is copied in one piece of work when mesh and graph are ready. A job fills the tables from the
//             pack; it reads nothing else, so that edits need not wait for it.
// Shapes: An edit of the mesh makes both out of date. While the tables are, batches can plan by all methods but tables,
//         at the same costs.
#pragma once

#include <memory>

#include "core/base/job.hpp"
#include "core/batch/mesh_batch.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

struct MapMeshTablesOptions {
  bool tables = true;  // if false, only the pack is built
  MeshTablesOptions limits = {};
  int threads = 0;  // that fill the tables; 0: as many as the processor has
  friend bool operator==(const MapMeshTablesOptions&, const MapMeshTablesOptions&) = default;
};

struct MeshTablesPart {  // what was replaced
  std::shared_ptr<const MeshPack> pack;
  std::shared_ptr<const MeshTables> tables;
};

class MapMeshTables final : public StructureWith<MapMeshTablesOptions, MeshTablesPart> {
 public:
  static constexpr StructureId kId = StructureId::kMeshTables;
  static constexpr std::string_view kName = "mesh-tables", kTitle = "Mesh tables";
  static constexpr bool kAlways = false, kInBackground = true;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }

  StructureSet depends_on() const override { return {StructureId::kNavmesh, StructureId::kHna}; }

  // Returns what batches plan on. Parts that are out of date are null; all are valid until the world changes.
  MeshBatchMap batch_map(const BuildInputs& inputs) const;
  // Whether the pack is there, and no tables are on their way: batches need not wait for anything.
  bool settled(const BuildInputs& inputs) const;
  // Null: there are none yet.
  const MeshPack* pack() const { return pack_.get(); }
  const MeshTables* tables() const { return tables_.get(); }
  double pack_micros() const { return pack_micros_; }      // time that the last pack took
  double tables_micros() const { return tables_micros_; }  // time that the last tables took

  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  void work(const BuildInputs& inputs, WorkBudget& budget) override;
  void poll(const BuildInputs& inputs) override;
  void finish(const BuildInputs& inputs) override;
  void cancel(const BuildInputs& inputs) override;
  void rebuild() override;
  bool has_results() const override { return job_.finished(); }
  bool ready(const BuildInputs& inputs) const override;
  bool work_done(const BuildInputs& inputs) const override;
  StructureState state(const BuildInputs& inputs) const override;
  size_t memory_bytes() const override;
  std::string stamp(const BuildInputs& inputs) const override;
  std::string refusal(const BuildInputs& inputs) const override;
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;

 private:
  // The versions of mesh and graph that a pack was built for.
  struct Known {
    uint64_t generation = 0, mesh = 0, graph = 0;
    friend bool operator==(const Known&, const Known&) = default;
  };
  struct Filled {
    std::shared_ptr<const MeshTables> tables;
    double micros = 0;
  };
  static Known now(const BuildInputs& inputs);
  bool has_pack(const BuildInputs& inputs) const;
  bool has_tables(const BuildInputs& inputs) const;  // up to date, or refused for this pack
  bool wants_job(const BuildInputs& inputs) const;
  void build_pack(const BuildInputs& inputs);
  void start(const BuildInputs& inputs);
  void take(std::optional<Filled> filled);

  std::shared_ptr<const MeshPack> pack_;
  Known pack_known_;
  std::shared_ptr<const MeshTables> tables_;
  uint64_t tables_serial_ = 0;  // serial of the pack that `tables_` were filled or refused for
  Job<Filled> job_;
  uint64_t job_serial_ = 0;
  bool cancelled_ = false;
  bool failed_ = false;
  double pack_micros_ = 0, tables_micros_ = 0;
  uint64_t version_ = 1;
};

}  // namespace strata
