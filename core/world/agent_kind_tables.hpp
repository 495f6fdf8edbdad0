// Purpose: AgentKindTables holds the tables of one kind of agents over its HPA* graph, with the hub labels of all
//          nodes.
// Background: A job computes the labels, and reuses the order of the previous labels. There are no labels until the job
//             is done, and whenever they do not belong to the tables any more. AgentKinds does the same for further
//             kinds of agents.
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
  // What `set_options` replaced. The caller frees it.
  struct Old {
    Tables tables;
    std::shared_ptr<const TableLabels> labels, spare;
  };
  // Starts building tables with these options from nothing. Without options the tables are freed.
  Old set_options(const std::optional<TablesOptions>& options);
  bool wanted() const { return options_.has_value(); }
  const std::optional<TablesOptions>& options() const { return options_; }

  // Updates the tables after changes of the graph, about `max_clusters` clusters a call. Returns true when nothing is
  // left, and false as long as `hpa` is not ready itself.
  bool update_some(const MoveGrid& grid, const Hpa& hpa, TablesUpdate& report, size_t max_clusters = SIZE_MAX);
  bool ready(uint64_t revision) const { return wanted() && tables_.ready() && tables_.built_for() == revision; }
  bool ready(const MoveGrid& grid) const { return ready(grid.built_for()); }
  bool too_large() const { return wanted() && begun_ && tables_.too_large(); }
  // Whether the tables would be too large on the map as it is.
  bool refused(const MoveGrid& grid) const { return too_large() && marked_for_ == grid.built_for(); }
  std::string refusal() const;  // why the tables are too large, in words
  size_t pending() const { return !begun_ ? 1 : tables_.pending(); }
  const Tables& tables() const { return tables_; }

  // Starts a job for the labels if they are out of date and no job is running; cancels a job that is out of date.
  void start_labels();
  void poll_labels();
  // Waits for the job that is running. Returns false if there is none.
  bool wait_for_labels();
  bool finished() const { return job_.finished(); }  // `poll_labels` will take over a result
  bool labels_under_way() const { return job_.running() && !job_.cancelled(); }
  // Whether the labels do not fit into memory, or not into TablesOptions::max_label_bytes. Plans then search the graph.
  bool labels_failed() const { return failed_version_ != 0 && failed_version_ == tables_.graph_version(); }
  // Returns null unless the labels are up to date with the tables.
  const TableLabels* labels() const {
    return labels_ != nullptr && labels_->is_current_for(tables_) ? labels_.get() : nullptr;
  }
  double labels_micros() const { return labels_micros_; }  // time of the last build
  size_t memory_bytes() const;

 private:
  struct Computed {
    std::shared_ptr<const TableLabels> labels;
    double micros = 0;
  };
  void take(std::optional<Computed> computed);

  std::optional<TablesOptions> options_;
  bool begun_ = false;
  uint64_t marked_for_ = 0;  // revision of the map that the tables were last marked for
  Tables tables_;
  std::shared_ptr<const TableLabels> labels_;
  std::shared_ptr<const TableLabels> spare_;  // the labels before, whose memory the next build reuses
  double labels_micros_ = 0;
  uint64_t job_version_ = 0, failed_version_ = 0;  // versions of the tables' graph
  Job<Computed> job_;
};

// Further kinds of agents besides the rules' agent, each with its own moves, HPA* graph and tables.
class AgentKinds {
 public:
  struct Kind {
    Agent agent;
    std::optional<Clearance> clearance;
    MoveGrid moves;
    Hpa hpa;
    AgentKindTables tables;
  };
  // `rules`: profile and weights of all kinds. `hpa`: options of level 1; paths of intra-edges are not stored.
  void reset(const GridMap& map, const Rules& rules, const HpaOptions& hpa, const TablesOptions& tables,
             std::span<const Agent> agents);
  // Reads the changed letters inside the rectangles. Finishes small changes at once.
  void update(const GridMap& map, std::span<const Rect> dirty);
  // Does one slice of work. Returns true when nothing is left.
  bool work(size_t max_clusters);
  bool ready() const;
  double progress() const;
  void start_labels();
  void poll_labels();
  void finish_labels();
  bool finished() const;  // whether the job of any kind has ended, see AgentKindTables

  size_t count() const { return kinds_.size(); }
  const Kind& kind(size_t i) const { return *kinds_[i]; }
  size_t memory_bytes() const;
  // Returns the refusal of the first kind whose tables are too large. Empty: the tables of all kinds are ready or being
  // built.
  std::string refusal() const;

 private:
  std::vector<std::unique_ptr<Kind>> kinds_;  // a job cannot be moved
};

}  // namespace strata
