// Purpose: MapHna is the structure of a world with the graph of HNA* and PCCP over its navigation mesh.
// Background: A job groups the polygons, because METIS cannot be interrupted. The rows of the groups are built in
//             slices. An edit updates the graph together with the mesh. If edits have made a group far too large, a job
//             groups all polygons again; until then the old graph is used.
#pragma once

#include "core/hna/hna.hpp"
#include "core/world/background_structure.hpp"
#include "core/world/map_navmesh.hpp"

namespace strata {

struct MapHnaOptions {
  int levels = 2;       // 1..kMaxHnaLevels
  int group_size = 10;  // the paper's mu, HnaOptions::kMinSize..kMaxSize
  friend bool operator==(const MapHnaOptions&, const MapHnaOptions&) = default;
};

// Identifies a state of a mesh: `generation` changes when the mesh is built anew, `version` with every change of it.
struct NavmeshState {
  uint64_t generation = 0;
  uint64_t version = 0;
  friend bool operator==(const NavmeshState&, const NavmeshState&) = default;
};

class MapHna final : public BackgroundStructure<MapHnaOptions, std::optional<Hna>, Grouping, NavmeshState> {
 public:
  static constexpr StructureId kId = StructureId::kHna;
  static constexpr std::string_view kName = "hna", kTitle = "Navigation graph";
  static constexpr bool kAlways = false, kInBackground = true;
  static constexpr size_t kLiveSteps = 4000;  // limit of the steps that an edit does at once
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }
  static std::span<const SettingOf<Options>> settings();

  const Hna& hna() const { return hna_; }
  uint64_t version() const { return version_; }  // changes with every change of the graph
  StructureSet depends_on() const override { return {StructureId::kNavmesh}; }

  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  void work(const BuildInputs& inputs, WorkBudget& budget) override;
  void poll(const BuildInputs& inputs) override;
  void finish(const BuildInputs& inputs) override;
  void rebuild() override;
  std::vector<ClusterGrid> grids(const BuildInputs& inputs) const override;
  bool ready(const BuildInputs& inputs) const override;
  bool work_done(const BuildInputs& inputs) const override;
  StructureState state(const BuildInputs& inputs) const override;
  size_t memory_bytes() const override { return hna_.memory_bytes() + next_.memory_bytes(); }
  size_t memory_up_to(int level) const override { return hna_.memory_bytes(level); }
  double built_micros_up_to(const BuildInputs&, int level) const override {
    return build_.micros() * level_times_.share(level);
  }
  std::span<const double> edit_micros_by_level() const override { return edit_micros_; }
  std::string stamp(const BuildInputs& inputs) const override;
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;
  std::string refusal(const BuildInputs& inputs) const override;

 private:
  static NavmeshState now(const BuildInputs& inputs) {
    return {inputs.navmesh_changes->generation, inputs.navmesh->version()};
  }
  static bool has_mesh(const BuildInputs& inputs) { return inputs.navmesh != nullptr && inputs.navmesh_ready; }
  HnaOptions hna_options(const BuildInputs& inputs) const;
  // Returns whether the polygons have to be grouped for the first time, or again.
  bool is_due(const BuildInputs& inputs) const;
  void catch_up(const BuildInputs& inputs);
  bool gathers(const BuildInputs& inputs) const;
  bool gather(const BuildInputs& inputs, uint32_t polygons);
  void start(const BuildInputs& inputs, bool at_once) override;
  bool is_current(const BuildInputs& inputs) const override;
  void take(const BuildInputs& inputs, Grouping grouping, double micros) override;
  bool update_some(const BuildInputs& inputs, size_t max_steps);

  Hna hna_;                // the current graph, up to date with the mesh
  NavmeshState followed_;  // state of the mesh for which `hna_` is up to date; 0: none
  Hna next_;               // replaces `hna_` when its rows are complete
  NavmeshState next_followed_;
  bool has_next_ = false;
  HnaUpdate update_;
  SlicedBuild build_;
  TimesByLevel level_times_;
  std::vector<double> edit_micros_;  // times of the last edit, by level - 1
  // The input of the job, copied in slices.
  PolygonGraph graph_{{}, {}, {}, {}};  // without memory before it is needed
  NavmeshState graph_mesh_;
  bool has_graph_ = false;
  bool wanted_anew_ = false;  // the user has requested a rebuild
  uint64_t version_ = 1;
};

}  // namespace strata
