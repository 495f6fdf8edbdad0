// Purpose: Tables over HPA*'s abstraction, so that cost, first hop and path of an agent are looked up instead of
//          searched: ways inside clusters, a hierarchy of them up to one cluster that holds the whole map, and the
//          distances between all nodes; built, and kept true after edits.
// Source: Ours, over level 1 of Botea, Müller, Schaeffer 2004: every cost equals what HPA* finds on level 1 before
//         smoothing. Min-plus products over nested clusters as in the HiTi graphs of Jung, Pramanik 2002.
// Shapes: See core/tables/tables_view.hpp. T0 and W of a 1-cluster come with the first moves between all its cells; F
// of
//         a cluster above holds the ways between the nodes of its children that stay inside. An edit redoes the
//         1-clusters it touched and their ancestors, and stops below the first whose border distances came out as
//         before. Distances between all nodes (TableDistances) may change everywhere: they are computed anew, in the
//         background, and until then rows of them on demand (TableRows).
// Units: Ways of 2^30 - 1 and more are told as PlanStatus::kCostOverflow.
// Errors: A plan on tables that are not up to date with the moves returns PlanStatus::kStale. Tables that would take
//         more than TablesOptions::max_bytes are not built: too_large().
// Threads: Const calls with different workspaces may run together. A copy shares what does not change and may be read
//          while the original is updated, except for the cells' moves and weights, which belong to the MoveGrid.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/job.hpp"
#include "core/grid/move_grid.hpp"
#include "core/hpa/hpa.hpp"
#include "core/search/plan.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/tables/tables_view.hpp"

namespace strata {

struct TablesOptions {
  size_t max_bytes = size_t{1} << 30;             // of everything but the distances between all nodes
  size_t max_distance_bytes = size_t{200} << 20;  // of those; above it rows are computed on demand
  friend bool operator==(const TablesOptions&, const TablesOptions&) = default;
};

struct TablesLevelUpdate {
  std::vector<uint32_t> clusters;  // computed anew, ascending
  size_t unchanged = 0;            // of them, those whose border distances came out as they were
};

// What one build or update did.
struct TablesUpdate {
  std::vector<uint32_t> clusters;        // of level 1, computed anew, ascending
  std::vector<TablesLevelUpdate> upper;  // levels 2, 3, ...
  void clear() { *this = {}; }
};

class Tables {
 public:
  // First moves take cells^2 / 2 bytes a cluster: larger clusters are refused by too_large().
  static constexpr int kMaxClusterSize = 32;

  // Forgets everything; every cluster becomes dirty. `settle` does the work. The hpa must be ready.
  void reset(const MoveGrid& grid, const Hpa& hpa, const TablesOptions& options);
  // The hpa was updated, and is ready again: finds out which clusters have changed. Begins anew after a reset of it.
  void mark_dirty(const MoveGrid& grid, const Hpa& hpa);
  // Works off dirty clusters, about `max_clusters` of level 1 or as much work above. True when nothing is left.
  bool settle(const MoveGrid& grid, const Hpa& hpa, TablesUpdate& report, size_t max_clusters = SIZE_MAX);
  size_t pending() const;  // in the same unit; at least 1 while anything is dirty

  TablesUpdate build(const MoveGrid& grid, const Hpa& hpa, const TablesOptions& options);
  TablesUpdate update(const MoveGrid& grid, const Hpa& hpa);

  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0 while clusters are dirty
  bool too_large() const { return too_large_; }
  size_t needed_bytes() const { return needed_bytes_; }  // estimated by reset
  // Another one whenever any table has changed, in any object; copies share it.
  uint64_t version() const { return version_; }
  // When a cluster (row-major) of a level was last computed, as a version: what is newer than a mirror's must be
  // copied.
  uint64_t changed_at(int level, uint32_t cluster) const;

  // The view is valid until the next non-const call and while the grid lives. Only while ready().
  TablesView view(const MoveGrid& grid) const;

  // Looks up cost and abstract path (level 1, its nodes as cells), refines by first moves, smooths on request.
  // Distances come from `all` if that is not null and true for these tables, else from rows computed on demand.
  void plan(const MoveGrid& grid, const class TableDistances* all, const Query& query, const PlanOptions& options,
            Workspace& workspace, PlanResult& result) const;
  void plan(const MoveGrid& grid, const class TableDistances* all, const Query& query, const PlanOptions& options,
            Workspace& workspace, PlanResult& result, Trace& trace) const;

  const TablesOptions& options() const { return options_; }
  int levels() const;
  uint32_t nodes() const;         // of level 1
  size_t memory_bytes() const;    // without the distances
  size_t distance_bytes() const;  // that the distances between all nodes would take
  // The tables of two builds over the same map are equal whatever came before.
  friend bool operator==(const Tables& a, const Tables& b);

 private:
  // PRIVATE PART: to be written with the implementation.
  TablesOptions options_;
  uint64_t built_for_ = 0;
  uint64_t version_ = 0;
  bool too_large_ = false;
  size_t needed_bytes_ = 0;
};

// D: the costs between all nodes, symmetric, nodes x nodes. Immutable once computed.
class TableDistances {
 public:
  // All of them, cluster by cluster; `tables` must be ready, and may be a copy. Nothing if cancelled through `control`,
  // which may be null. Throws std::bad_alloc for want of memory.
  static std::shared_ptr<const TableDistances> compute(const Tables& tables, JobControl* control);
  // For several threads: begin, then fill every 1-cluster once, each in any thread.
  static std::shared_ptr<TableDistances> begin(const Tables& tables);
  void fill(const TablesView& view, uint32_t cluster, class TableRows& rows);

  bool true_for(const Tables& tables) const { return version_ == tables.version(); }
  FilledRows rows() const { return {values_.data(), nodes_, 0}; }
  uint32_t nodes() const { return nodes_; }
  size_t memory_bytes() const { return values_.capacity() * sizeof(Cost); }

 private:
  uint32_t nodes_ = 0;
  uint64_t version_ = 0;
  std::vector<Cost> values_;
};

// The rows of the nodes of one goal cluster, filled on demand: a cluster's part of them, and those of the clusters that
// hold it, when it is opened. Memory is kept from one goal cluster to the next.
class TableRows {
 public:
  // `version` is that of the tables behind the view; nothing is done if the rows are those already.
  void begin(const TablesView& view, uint64_t version, uint32_t goal_cluster);
  void open(uint32_t cluster);  // a 1-cluster
  void open_all();
  const Cost* row(uint32_t node) const { return values_.data() + static_cast<size_t>(node - first_) * stride_; }
  size_t memory_bytes() const;

 private:
  // PRIVATE PART: to be written with the implementation.
  std::vector<Cost> values_;
  size_t stride_ = 0;
  uint32_t first_ = 0;
};

}  // namespace strata
