// Purpose: AgentKindTables holds the next-hop tables of one kind of agents over its HPA* graph, with the hub
//          labels of all nodes.
// Background: A job computes the labels, reusing the order of the previous labels. There are no labels before the
//             job is done, nor while they do not belong to the present tables. AgentKinds does the same for
//             further kinds of agents.
// Threads: As for Job; const calls may run together.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/job.hpp"
#include "core/grid/agent_grids.hpp"
#include "core/hpa/hpa.hpp"
#include "core/tables/table_labels.hpp"
#include "core/tables/tables.hpp"

namespace strata {

class AgentKindTables {
 public:
  // The tables that `set_options` replaced. The caller frees them.
  struct ReplacedTables {
    Tables tables;
    std::shared_ptr<const TableLabels> labels, spare;
  };
  // Starts a build of the tables with these options. Without options the tables are freed.
  ReplacedTables set_options(const std::optional<TablesOptions>& options);
  bool wanted() const { return options_.has_value(); }
  const std::optional<TablesOptions>& options() const { return options_; }

  // Updates the tables after changes of the graph, about `max_clusters` clusters per call. Returns true when no work is
  // left, and false while `hpa` itself is not ready.
  bool update_some(const MoveGrid& grid, const Hpa& hpa, TablesUpdate& report, size_t max_clusters = SIZE_MAX);
  bool ready(uint64_t revision) const { return wanted() && tables_.ready() && tables_.built_for() == revision; }
  bool ready(const MoveGrid& grid) const { return ready(grid.built_for()); }
  bool too_large() const { return wanted() && begun_ && tables_.too_large(); }
  // Returns whether the tables would be too large for the present map.
  bool refused(const MoveGrid& grid) const { return too_large() && marked_for_ == grid.built_for(); }
  std::string refusal() const;  // why the tables are too large, in words
  size_t pending() const { return !begun_ ? 1 : tables_.pending(); }
  const Tables& tables() const { return tables_; }

  // Starts a job for the labels if they are out of date and no job is running. Cancels a running job whose
  // input is out of date.
  void start_labels();
  void poll_labels();
  // Waits for the running job. Returns false if there is none.
  bool wait_for_labels();
  bool finished() const { return job_.finished(); }  // `poll_labels` will take over a result
  bool labels_under_way() const { return job_.running() && !job_.cancelled(); }
  // Returns whether there will be no labels: they do not fit into memory, or into TablesOptions::max_label_bytes, or
  // the map has links. Plans then search the graph.
  bool labels_failed() const {
    return tables_.has_links() || (failed_version_ != 0 && failed_version_ == tables_.graph_version());
  }
  // Returns the labels; null if they are not up to date with the tables.
  const TableLabels* labels() const {
    return labels_ != nullptr && labels_->is_current_for(tables_) ? labels_.get() : nullptr;
  }
  double labels_micros() const { return labels_micros_; }  // time of the last build of the labels
  size_t memory_bytes() const;

 private:
  struct ComputedLabels {
    std::shared_ptr<const TableLabels> labels;
    double micros = 0;
  };
  void take(std::optional<ComputedLabels> computed);

  std::optional<TablesOptions> options_;
  bool begun_ = false;
  uint64_t marked_for_ = 0;  // revision of the map for which dirty clusters were last marked
  Tables tables_;
  std::shared_ptr<const TableLabels> labels_;
  std::shared_ptr<const TableLabels> spare_;  // previous labels, whose memory the next build reuses
  double labels_micros_ = 0;
  // Graph versions of the tables: for the last job, and for the last labels that did not fit into memory.
  uint64_t job_version_ = 0, failed_version_ = 0;
  Job<ComputedLabels> job_;
};

// Further kinds of agents besides the agent of the rules, each with its own moves, HPA* graph and tables.
class AgentKinds {
 public:
  struct KindStructures {
    Agent agent;
    std::optional<Clearance> clearance;
    MoveGrid moves;
    Hpa hpa;
    AgentKindTables tables;
  };
  // Starts with kinds for these agents. `rules` gives profile and weights of all kinds. `hpa` gives the options of
  // level 1; paths of intra-edges are not stored.
  void reset(const GridMap& map, const Rules& rules, const HpaOptions& hpa, const TablesOptions& tables,
             std::span<const Agent> agents);
  // Reads the changed letters inside the rectangles. Small changes are completed at once.
  void update(const GridMap& map, std::span<const Rect> dirty);
  // Does one slice of work. Returns true when no work is left.
  bool work(size_t max_clusters);
  bool ready() const;
  double progress() const;
  void start_labels();
  void poll_labels();
  void finish_labels();
  bool finished() const;  // returns whether the job of any kind has ended

  size_t count() const { return kinds_.size(); }
  const KindStructures& kind(size_t i) const { return *kinds_[i]; }
  size_t memory_bytes() const;
  // Returns the refusal of the first kind whose tables are too large; empty if the tables of all kinds are
  // ready or being built.
  std::string refusal() const;

 private:
  std::vector<std::unique_ptr<KindStructures>> kinds_;  // pointers, because a job cannot be moved
};

}  // namespace strata
