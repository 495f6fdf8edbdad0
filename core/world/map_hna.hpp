// Purpose: MapHna is the hierarchical navigation graph (HNA*, PCCP) over the navigation mesh of a world.
// Background: A job groups the polygons, as METIS cannot be interrupted. The rows of the groups are built in slices. An
//             edit updates the graph with the mesh at once. When edits have left a group far too large, a job groups
//             all polygons again, and the old graph answers until then.
#pragma once

#include "core/base/job.hpp"
#include "core/hna/hna.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

struct MapHnaOptions {
  int levels = 2;       // 1..kMaxHnaLevels
  int group_size = 10;  // the paper's mu, HnaOptions::kMinSize..kMaxSize
  friend bool operator==(const MapHnaOptions&, const MapHnaOptions&) = default;
};

class MapHna final : public StructureWith<MapHnaOptions, std::optional<Hna>> {
 public:
  static constexpr StructureId kId = StructureId::kHna;
  static constexpr std::string_view kName = "hna", kTitle = "Navigation graph";
  static constexpr bool kAlways = false, kInBackground = true;
  static constexpr size_t kLiveSteps = 4000;  // steps that an edit takes at once
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
  void cancel(const BuildInputs& inputs) override;
  void rebuild() override;
  bool has_results() const override { return job_.finished(); }
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
  // A version of the mesh.
  struct Known {
    uint64_t generation = 0;
    uint64_t version = 0;
    friend bool operator==(const Known&, const Known&) = default;
  };
  static Known now(const BuildInputs& inputs) {
    return {inputs.navmesh_changes->generation, inputs.navmesh->version()};
  }
  static bool has_mesh(const BuildInputs& inputs) { return inputs.navmesh != nullptr && inputs.navmesh_ready; }
  HnaOptions hna_options(const BuildInputs& inputs) const;
  // Whether the polygons have to be grouped, or grouped again.
  bool is_due(const BuildInputs& inputs) const;
  void catch_up(const BuildInputs& inputs);
  bool gathers(const BuildInputs& inputs) const;
  bool gather(const BuildInputs& inputs, uint32_t polygons);
  void start(const BuildInputs& inputs);
  void take(const BuildInputs& inputs, std::optional<Grouping> grouping);
  bool update_some(const BuildInputs& inputs, size_t max_steps);

  Hna hna_;         // kept up to date with the mesh
  Known followed_;  // the version of the mesh that `hna_` knows; 0: none
  Hna next_;        // replaces `hna_` when its rows are complete
  Known next_followed_;
  bool has_next_ = false;
  HnaUpdate update_;
  SlicedBuild build_;
  TimesByLevel level_times_;
  std::vector<double> edit_micros_;  // of the last edit, by level - 1
  // The input of the job, gathered in slices.
  PolygonGraph graph_{{}, {}, {}, {}};  // of no memory before it is begun
  Known graph_mesh_;
  bool has_graph_ = false;
  Job<Grouping> job_;
  Known job_mesh_;
  bool cancelled_ = false;
  bool failed_ = false;
  bool wanted_anew_ = false;  // a rebuild was requested by hand
  uint64_t version_ = 1;
};

}  // namespace strata
