// Purpose: Tables holds next-hop tables over HPA*'s abstraction, so that cost, first hop and path of an agent are
//          looked up instead of searched. They have the paths inside clusters, and the hub labels of all nodes
//          (core/tables/table_labels.hpp). They are built, and updated after edits.
// Source: Ours, over level 1 of Botea, Müller, Schaeffer 2004: every cost equals what HPA* finds on level 1 before
//         smoothing.
// Shapes: See core/tables/tables_view.hpp. T0 and W of a 1-cluster come with the first moves between all its cells. An
//         edit rebuilds the 1-clusters that it touched. Labels may change everywhere: they are rebuilt in the
//         background, and until then the graph of the nodes is searched (core/tables/tables_search.hpp), at equal cost.
// Units: Paths of 2^30 - 1 and more are reported as PlanStatus::kCostOverflow.
// Errors: A plan on tables that are not up to date with the moves returns PlanStatus::kStale. Tables that would take
//         more than TablesOptions::max_bytes are not built: too_large().
// Threads: Const calls with different workspaces may run together. A copy shares what does not change and may be read
//          while the original is updated, except for the cells' moves and weights, which belong to the MoveGrid.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/job.hpp"
#include "core/grid/clusters.hpp"
#include "core/grid/move_grid.hpp"
#include "core/hpa/hpa.hpp"
#include "core/search/plan.hpp"
#include "core/tables/tables_view.hpp"

namespace strata {

class Trace;
struct Workspace;

struct TablesOptions {
  size_t max_bytes = size_t{1} << 30;        // of everything but the labels
  size_t max_label_bytes = size_t{1} << 30;  // of the labels; if they need more, every plan is a search
  friend bool operator==(const TablesOptions&, const TablesOptions&) = default;
};

// Result of a build or an update.
struct TablesUpdate {
  std::vector<uint32_t> clusters;  // rebuilt clusters, ascending
  // Keeps the memory.
  void clear() { clusters.clear(); }
};

// The terrain on which the paths inside a cluster of level 1 depend: for its cells, row by row, their local numbers or
// kBlockedLocal; for each passable cell the moves that stay inside, and its weight.
struct ClusterInputs {
  std::vector<uint16_t> local;
  std::vector<uint8_t> moves, weights;
  uint32_t cells() const { return static_cast<uint32_t>(moves.size()); }
  friend bool operator==(const ClusterInputs&, const ClusterInputs&) = default;
};

class Tables {
 public:
  // First moves take cells^2 / 2 bytes a cluster, so larger clusters make the tables too_large().
  static constexpr int kMaxClusterSize = 32;

  // Removes all tables and marks every cluster dirty; `update_some` does the work. The hpa must be ready.
  void reset(const MoveGrid& grid, const Hpa& hpa, const TablesOptions& options);
  // Call it when the hpa was updated and is ready again: marks the clusters that have changed. After a reset of the hpa
  // it resets too.
  void mark_dirty(const MoveGrid& grid, const Hpa& hpa);
  // Rebuilds dirty clusters, at most `max_clusters`. Returns true when none is left.
  bool update_some(const MoveGrid& grid, const Hpa& hpa, TablesUpdate& report, size_t max_clusters = SIZE_MAX);
  size_t pending() const;  // dirty clusters; at least 1 until the tables are ready

  TablesUpdate build(const MoveGrid& grid, const Hpa& hpa, const TablesOptions& options);
  TablesUpdate update(const MoveGrid& grid, const Hpa& hpa);

  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0 while clusters are dirty
  bool too_large() const { return too_large_; }      // the clusters or the tables would be
  int cluster_size() const { return grid_.cluster_size(); }
  size_t needed_bytes() const { return needed_bytes_; }  // estimated by reset
  // Changes whenever a table of any object changes; copies share the version.
  uint64_t version() const { return version_; }
  // Changes whenever nodes, or paths or links between them, change: distances between nodes depend on these.
  uint64_t graph_version() const { return graph_version_; }
  // The version at which a cluster (row-major) was last rebuilt: a mirror must copy the clusters that are newer than
  // its own.
  uint64_t changed_at(uint32_t cluster) const { return changed_[cluster]; }

  // The view is valid until the next non-const call and while the grid lives. Only while ready().
  TablesView view(const MoveGrid& grid) const;
  // Returns a view without the cells' moves and weights: enough for labels.
  TablesView view() const;

  // Looks up cost and abstract path (level 1, its nodes as cells), refines by first moves, smooths on request.
  // Uses `labels` if they are not null and up to date for these tables, else a search over the nodes: both give the
  // same answer. Stats count look-ups as touched: nodes of the two clusters when linking, nodes of the start's cluster
  // in the search, first moves when refining. Expanded counts the nodes on the path that were found one after the
  // other.
  void plan(const MoveGrid& grid, const class TableLabels* labels, const Query& query, const PlanOptions& options,
            Workspace& workspace, PlanResult& result) const;
  void plan(const MoveGrid& grid, const class TableLabels* labels, const Query& query, const PlanOptions& options,
            Workspace& workspace, PlanResult& result, Trace& trace) const;

  const TablesOptions& options() const { return options_; }
  uint32_t clusters() const { return grid_.count(); }
  uint32_t nodes() const { return static_cast<uint32_t>(node_cell_.size()); }
  size_t memory_bytes() const;  // without the labels
  // The tables of two builds over the same map are equal whatever came before.
  friend bool operator==(const Tables& a, const Tables& b);

 private:
  friend struct TablesBuilder;

  // Parts of the tables are never changed, only replaced, so that copies can share them.
  struct Cells {
    ClusterInputs ground;
    std::vector<uint8_t> first_moves;
    size_t bytes() const;
    friend bool operator==(const Cells&, const Cells&) = default;
  };
  struct Nodes {  // of a cluster
    std::vector<CellId> cells;
    std::vector<Cost> to_nodes, between;
    std::vector<TableLink> links;
    std::vector<uint16_t> link_begin;
    uint64_t reach = 0;  // upper bound of the cost of a path over nodes inside the cluster and over its inter-edges
    size_t bytes() const;
    friend bool operator==(const Nodes&, const Nodes&) = default;
  };
  size_t estimate(const MoveGrid& grid, const Hpa& hpa) const;
  void give_up(size_t bytes);
  void touch();  // before a table is changed
  void number();
  void find_components(const MoveGrid& grid);

  TablesOptions options_;
  uint64_t identity_ = 0;  // identity of the hpa
  uint64_t built_for_ = 0;
  uint64_t version_ = 0, graph_version_ = 0;
  bool too_large_ = false;
  size_t needed_bytes_ = 0;
  ClusterGrid grid_;
  // Arrays by cluster.
  std::vector<std::shared_ptr<const Cells>> cells_;
  std::vector<std::shared_ptr<const Nodes>> nodes_;
  std::vector<TableCluster> clusters_;
  std::vector<uint32_t> order_;    // in Morton order
  std::vector<uint64_t> changed_;  // version
  std::vector<uint32_t> seen_;     // versions of the hpa's clusters
  std::vector<uint8_t> dirty_;
  std::vector<uint32_t> pending_;
  size_t head_ = 0;  // how many entries of pending_ are done
  // Arrays by node.
  std::vector<CellId> node_cell_;
  std::vector<uint32_t> node_cluster_, node_component_;
  bool touched_ = false;   // a table has changed since the tables were last ready
  bool renumber_ = false;  // a cluster has other nodes than before
  size_t block_bytes_ = 0;
};

}  // namespace strata
