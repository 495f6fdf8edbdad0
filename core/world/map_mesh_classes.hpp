// Purpose: MapMeshClasses is the structure of a world with a navigation mesh for each size class of agents (radius).
//          Each mesh has its HNA* graph and its tables for batches. The planners of single queries use the mesh of
//          MapNavmesh instead, which has its own radius.
// Source: One mesh for each class of agents, as in Recast; core/navmesh/mesh_radius.hpp.
// Background: Each class consists of a MapNavmesh, a MapHna and a MapMeshTables, which are built and updated as usual.
#pragma once

#include <memory>

#include "core/world/map_hna.hpp"
#include "core/world/map_mesh_tables.hpp"
#include "core/world/map_navmesh.hpp"

namespace strata {

struct MapMeshClassesOptions {
  static constexpr size_t kMost = 8;
  std::vector<MeshRadius> radii = {};  // ascending, at most kMost, without point agents
  NavmeshOptions navmesh = {};         // options of all meshes; the radius in them is ignored
  MapHnaOptions hna = {};
  MapMeshTablesOptions tables = {};
  friend bool operator==(const MapMeshClassesOptions&, const MapMeshClassesOptions&) = default;
};

// A size class of agents with its structures.
class MeshClass {
 public:
  explicit MeshClass(MeshRadius radius) : radius_(radius) {}

  MeshRadius radius() const { return radius_; }
  const MapNavmesh& navmesh() const { return navmesh_; }
  const MapHna& hna() const { return hna_; }
  const MapMeshTables& tables() const { return tables_; }

  void install(const MapMeshClassesOptions& options, const BuildInputs& world, RebuildFlags flags);
  // Calls visit(structure, inputs) for its structures in the order of their dependencies. The inputs are those of the
  // world, with the structures of the class in place of the world's own.
  template <class Visit>
  void each(const BuildInputs& world, Visit&& visit) {
    visit(static_cast<Structure&>(navmesh_), inputs(world));
    visit(static_cast<Structure&>(hna_), inputs(world));
    visit(static_cast<Structure&>(tables_), inputs(world));
  }
  template <class Visit>
  void each(const BuildInputs& world, Visit&& visit) const {
    visit(static_cast<const Structure&>(navmesh_), inputs(world));
    visit(static_cast<const Structure&>(hna_), inputs(world));
    visit(static_cast<const Structure&>(tables_), inputs(world));
  }
  BuildInputs inputs(const BuildInputs& world) const;
  // Returns whether nothing that batches over the mesh use is still being built.
  bool settled(const BuildInputs& world) const { return tables_.settled(inputs(world)); }
  MeshBatchClass batch_class(const BuildInputs& world) const;
  size_t memory_bytes() const { return navmesh_.memory_bytes() + hna_.memory_bytes() + tables_.memory_bytes(); }

 private:
  MeshRadius radius_;
  MapNavmesh navmesh_;
  MapHna hna_;
  MapMeshTables tables_;
};

class MapMeshClasses final
    : public StructureWithOptions<MapMeshClassesOptions, std::vector<std::unique_ptr<MeshClass>>> {
 public:
  static constexpr StructureId kId = StructureId::kMeshClasses;
  static constexpr std::string_view kName = "mesh-classes", kTitle = "Meshes by radius";
  static constexpr bool kAlways = false, kInBackground = true;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&);

  // Returns the classes, ascending by radius.
  std::span<const std::unique_ptr<MeshClass>> classes() const { return classes_; }
  // Returns the input of batches in the order of the classes. It is valid until the world changes.
  std::vector<MeshBatchClass> batch_classes(const BuildInputs& inputs) const;
  // Returns the narrowest class for agents of at least this radius; null if there is none.
  const MeshClass* class_of(MeshRadius radius) const;
  // Returns whether nothing that batches over the meshes use is still being built.
  bool settled(const BuildInputs& inputs) const;

  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  void work(const BuildInputs& inputs, WorkBudget& budget) override;
  void poll(const BuildInputs& inputs) override;
  void finish(const BuildInputs& inputs) override;
  void cancel(const BuildInputs& inputs) override;
  void rebuild() override;
  bool has_results() const override;
  bool ready(const BuildInputs& inputs) const override;
  bool work_done(const BuildInputs& inputs) const override;
  StructureState state(const BuildInputs& inputs) const override;
  size_t memory_bytes() const override;
  std::string stamp(const BuildInputs& inputs) const override;
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;
  std::string refusal(const BuildInputs& inputs) const override;
  // Returns why the agents cannot be planned under the rules although the meshes exist; empty if they can.
  static std::string rules_refusal(const BuildInputs& inputs);

 private:
  std::vector<std::unique_ptr<MeshClass>> classes_;  // pointers, because jobs cannot be moved
  uint64_t version_ = 1;
};

}  // namespace strata
