// Purpose: The hierarchical navigation graph (HNA*, PCCP) over the navigation mesh of a world.
// Background: Polygons are grouped by a job, as METIS cannot be interrupted; the rows of the groups come in slices. An
//             edit follows the mesh at once. When edits have left a group far too large, all are grouped anew in the
//             same way, and what is there answers until then.
#pragma once

#include "core/base/job.hpp"
#include "core/hna/hna.hpp"
#include "core/world/kept.hpp"

namespace strata {

struct MapHnaOptions {
  int levels = 2;       // 1..kMaxHnaLevels
  int group_size = 10;  // the paper's mu, HnaOptions::kMinSize..kMaxSize
  friend bool operator==(const MapHnaOptions&, const MapHnaOptions&) = default;
};

class MapHna {
 public:
  static constexpr std::string_view kName = "hna", kTitle = "Navigation graph";
  static constexpr bool kAlways = false;
  static constexpr size_t kLiveSteps = 4000;  // that an edit takes at once
  using Options = MapHnaOptions;
  using Part = std::optional<Hna>;  // what is replaced
  static Options usual(const Rules&) { return {}; }

  const std::optional<Options>& options() const { return options_; }
  const Hna& hna() const { return hna_; }

  void prepare(const std::optional<Options>&, Ground&, Renewed&, Part&) const {}
  void install(const std::optional<Options>& wanted, const Ground& ground, Renewed& renewed, Part& part);
  bool map_changed(const Ground& ground, Change& change);
  const Touched& touched() const { return touched_; }
  void work(const Ground& ground, Slice& slice);
  void poll(const Ground& ground);
  void finish(const Ground& ground);
  void cancel(const Ground& ground);
  void rebuild();
  bool news() const { return job_.finished(); }
  std::vector<ClusterGrid> grids(const Ground& ground) const;
  bool ready(const Ground& ground) const;
  bool settled(const Ground& ground) const;
  KeptState state(const Ground& ground) const;
  size_t memory_bytes() const { return hna_.memory_bytes() + next_.memory_bytes(); }
  std::string stamp(const Ground& ground) const;
  std::optional<std::string> difference(const MapHna& fresh, const Ground& ground) const;
  std::string refusal(const Ground& ground) const;

 private:
  // A version of the mesh.
  struct Known {
    uint64_t generation = 0;
    uint64_t version = 0;
    friend bool operator==(const Known&, const Known&) = default;
  };
  static Known now(const Ground& ground) { return {ground.navmesh_changes->generation, ground.navmesh->version()}; }
  static bool has_mesh(const Ground& ground) { return ground.navmesh != nullptr && ground.navmesh_ready; }
  HnaOptions hna_options(const Ground& ground) const;
  // Whether a grouping is missing.
  bool is_due(const Ground& ground) const;
  void catch_up(const Ground& ground);
  bool gathers(const Ground& ground) const;
  bool gather(const Ground& ground, uint32_t polygons);
  void start(const Ground& ground);
  void take(const Ground& ground, std::optional<Grouping> grouping);
  bool settle(const Ground& ground, size_t max_steps);

  std::optional<Options> options_;
  Hna hna_;         // follows the mesh
  Known followed_;  // that it knows; 0: none
  Hna next_;        // takes its place once its rows are there
  Known next_followed_;
  bool has_next_ = false;
  HnaUpdate update_;
  Touched touched_;
  SlicedBuild build_;
  // What the job is given is gathered in slices.
  PolygonGraph graph_;
  Known graph_mesh_;
  bool has_graph_ = false;
  Job<Grouping> job_;
  Known job_mesh_;
  Stopwatch job_watch_;
  bool cancelled_ = false;
  bool failed_ = false;
  bool wanted_anew_ = false;  // asked for by hand
  uint64_t version_ = 1;
};

}  // namespace strata
