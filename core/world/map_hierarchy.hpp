// Purpose: One contraction hierarchy over the graph of a structure, built in a thread of its own, and whether it is
//          still that of the map.
// Threads: As for Job; const calls may run together.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/job.hpp"
#include "core/ch/cell_ch.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/ch/graph_ch.hpp"
#include "core/hpa/hpa.hpp"
#include "core/sectors/sectors.hpp"
#include "core/world/ch_graphs.hpp"

namespace strata {

// What hierarchies are built on, as it is now.
struct HierarchySources {
  const MoveGrid& moves;
  const Hpa& hpa;
  const Sectors* sectors;  // null: none are kept
  const DrawnGraph& drawn;
  // Numbers that change with what hierarchies over these graphs hang on.
  uint64_t moves_version = 0, hpa_version = 0, sectors_version = 0, drawn_version = 0;

  uint64_t version(ChGraph graph) const;
  bool ready(ChGraph graph) const;
};
// Nothing if what it stands on is not ready.
std::optional<ChInput> hierarchy_input(const HierarchySources& sources, ChGraph graph);

class MapHierarchy {
 public:
  const std::optional<ChOptions>& options() const { return options_; }
  void set_options(const std::optional<ChOptions>& options);
  bool wanted() const { return options_.has_value(); }

  ~MapHierarchy() { job_.abandon(); }  // nobody waits for what cannot be interrupted

  // Starts a build if what there is is out of date and none is under way; gives up one that has been overtaken. Reads
  // at most so many transitions of HPA* at a time.
  void start(const HierarchySources& sources, bool in_stroke, uint32_t most_nodes = 4000);
  void poll(const HierarchySources& sources);
  // Waits for the build under way. False if there is none.
  bool wait(const HierarchySources& sources);
  // Nothing, if there is nothing to cancel.
  void cancel(const HierarchySources& sources);
  void rebuild();
  // The moves are still the same, only the map's revision is another one.
  void keep(const HierarchySources& sources);

  bool under_way() const { return gathering_ || (job_.running() && !job_.cancelled()); }
  bool finished() const { return job_.finished(); }  // `poll` will take over what was built
  double progress() const { return job_.progress(); }
  bool cancelled() const { return cancelled_; }  // until somebody asks again, or something changes
  bool failed() const { return failed_; }        // cancelled for want of memory
  // Of a graph that has more of them than kMaxChNodes and is not built for that; 0: it has not.
  uint32_t refused_nodes() const { return refused_nodes_; }
  // True if it is that of what the sources are now.
  bool ready(const HierarchySources& sources) const;
  uint64_t version() const { return version_; }  // changes with every change of what is there
  double build_micros() const { return micros_; }
  size_t memory_bytes() const;

  // What there is; null: nothing. `cells` for hierarchies over cells and corners, which link a query's ends themselves.
  const CellCh* cells() const { return cells_ ? &*cells_ : nullptr; }
  const GraphCh* graph() const { return cells_ ? &cells_->graph() : graph_ ? &*graph_ : nullptr; }

 private:
  struct Built {
    std::optional<CellCh> cells;
    std::optional<GraphCh> graph;
    double micros = 0;
    uint32_t refused_nodes = 0;
  };
  bool gather(const HierarchySources& sources, uint32_t most_nodes);
  template <class Build>
  static Built timed(Build build, JobControl& control);
  void allow();
  void fail(uint64_t version, uint32_t refused_nodes);
  void take(Built built);
  void collect(std::optional<Built> built, const HierarchySources& sources);

  std::optional<ChOptions> options_;
  std::optional<ChOptions> built_with_, job_options_;
  std::optional<CellCh> cells_;
  std::optional<GraphCh> graph_;
  uint64_t built_version_ = 0, job_version_ = 0, cancelled_version_ = 0;
  uint64_t version_ = 1;
  double micros_ = 0;
  uint32_t refused_nodes_ = 0;
  bool cancelled_ = false, failed_ = false, anew_ = false;
  // Transitions read so far, for the next job.
  bool gathering_ = false;
  uint64_t gathering_version_ = 0;
  ChInput gathered_;
  Job<Built> job_;
};

}  // namespace strata
