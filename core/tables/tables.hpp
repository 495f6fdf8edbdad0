// Purpose: Tables over HPA*'s abstraction, so that cost, first hop and path of an agent are looked up instead of
//          searched: ways inside clusters, a hierarchy of them up to one cluster that holds the whole map, and the
//          distances between all nodes; built, and kept true after edits.
// Source: Ours, over level 1 of Botea, Müller, Schaeffer 2004: every cost equals what HPA* finds on level 1 before
//         smoothing. Min-plus products over nested clusters as in the HiTi graphs of Jung, Pramanik 2002.
// Shapes: See core/tables/tables_view.hpp. T0 and W of a 1-cluster come with the first moves between all its cells; the
//         F of a cluster above holds the ways between the nodes of its children that stay inside. An edit redoes the
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
#include <utility>
#include <vector>

#include "core/base/job.hpp"
#include "core/grid/clusters.hpp"
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
  // The memory stays.
  void clear() {
    clusters.clear();
    for (TablesLevelUpdate& level : upper) {
      level.clusters.clear();
      level.unchanged = 0;
    }
  }
};

// What the ways inside a cluster of level 1 depend on: of its cells, row by row, their local numbers or kBlockedLocal;
// and of each passable one the moves that stay inside, and its weight.
struct ClusterGround {
  std::vector<uint16_t> local;
  std::vector<uint8_t> moves, weights;
  uint32_t cells() const { return static_cast<uint32_t>(moves.size()); }
  friend bool operator==(const ClusterGround&, const ClusterGround&) = default;
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
  bool too_large() const { return too_large_; }      // the clusters, or what the tables would take
  int cluster_size() const { return grid_.cluster_size(); }
  size_t needed_bytes() const { return needed_bytes_; }  // estimated by reset
  // Another one whenever any table has changed, in any object; copies share it.
  uint64_t version() const { return version_; }
  // Another one whenever nodes, or ways or links between them, have changed: what distances between nodes depend on.
  uint64_t graph_version() const { return graph_version_; }
  // When a cluster (row-major) of a level was last computed, as a version: what is newer than a mirror's must be
  // copied.
  uint64_t changed_at(int level, uint32_t cluster) const;

  // The view is valid until the next non-const call and while the grid lives. Only while ready().
  TablesView view(const MoveGrid& grid) const;
  // The same without the cells' moves and weights: enough for rows of distances.
  TablesView view() const;

  // Looks up cost and abstract path (level 1, its nodes as cells), refines by first moves, smooths on request.
  // Distances come from `all` if that is not null and true for these tables, else from rows computed on demand.
  // Stats count look-ups as touched: nodes of the two clusters when linking, pairs of them in the search, first moves
  // when refining. Expanded are the nodes on the way that were found one after the other.
  void plan(const MoveGrid& grid, const class TableDistances* all, const Query& query, const PlanOptions& options,
            Workspace& workspace, PlanResult& result) const;
  void plan(const MoveGrid& grid, const class TableDistances* all, const Query& query, const PlanOptions& options,
            Workspace& workspace, PlanResult& result, Trace& trace) const;

  const TablesOptions& options() const { return options_; }
  int levels() const;
  uint32_t clusters() const { return grid_.count(); }  // of level 1
  uint32_t nodes() const;                              // of level 1
  size_t memory_bytes() const;                         // without the distances
  size_t distance_bytes() const;                       // that the distances between all nodes would take
  // The tables of two builds over the same map are equal whatever came before.
  friend bool operator==(const Tables& a, const Tables& b);

 private:
  friend struct TablesBuilder;

  // Parts of the tables never change once they are there, they are replaced: copies share them.
  struct Cells {
    ClusterGround ground;
    std::vector<uint8_t> first_moves;
    size_t bytes() const;
    friend bool operator==(const Cells&, const Cells&) = default;
  };
  // An inter-edge that leaves a cluster of some level.
  struct Exit {
    uint16_t from = 0;  // of the cluster's border nodes; on level 1: slot
    CellId to = kNoCell;
    Cost cost = 0;
    friend bool operator==(const Exit&, const Exit&) = default;
  };
  struct Nodes {  // of a cluster of level 1
    std::vector<CellId> cells;
    std::vector<Cost> to_nodes, between;
    std::vector<TableLink> links;
    std::vector<uint16_t> link_begin;
    std::vector<Exit> exits;
    size_t bytes() const;
    friend bool operator==(const Nodes&, const Nodes&) = default;
  };
  struct Upper {
    uint32_t nodes = 0;
    std::vector<Cost> inside;
    std::vector<uint16_t> border;
    std::vector<CellId> cells;  // of the border
    std::vector<Exit> exits;
    Cost longest = 0;  // of the ways inside
    size_t bytes() const;
    friend bool operator==(const Upper&, const Upper&) = default;
  };
  struct Level {  // 2, 3, ...
    int columns = 0, rows = 0;
    std::vector<std::shared_ptr<const Upper>> blocks;
    std::vector<TableUpper> clusters;
    std::vector<uint32_t> order;  // clusters in Morton order
    std::vector<uint32_t> owner;
    uint32_t nodes = 0, offset = 0;
    std::vector<uint64_t> changed;  // per cluster
    std::vector<uint8_t> dirty;     // per cluster
    std::vector<uint32_t> pending;
    size_t head = 0;  // how much of it is done
  };
  // The cluster of a level above the first that is being computed.
  struct Work {
    bool begun = false;
    int level = 0;
    uint32_t cluster = 0;
    Upper upper;
    std::vector<uint16_t> pivots;
    size_t next = 0;  // of them
  };

  Level& at(int level) { return upper_[static_cast<size_t>(level) - 2]; }
  const Level& at(int level) const { return upper_[static_cast<size_t>(level) - 2]; }
  size_t estimate(const MoveGrid& grid, const Hpa& hpa) const;
  void give_up(size_t bytes);
  void touch();  // before a table is changed
  void flag(int level, uint32_t cluster);
  void flag_parent(int level, uint32_t cluster);
  // The levels above the first (tables_upper.cpp).
  bool settle_upper(TablesUpdate& report, size_t& budget);
  void begin_upper(int level, uint32_t cluster);
  void join_children();
  void close_ways(size_t pivots);
  bool finish_upper();
  void number();
  void find_components(const MoveGrid& grid);

  TablesOptions options_;
  uint64_t identity_ = 0;  // of the hpa
  uint64_t built_for_ = 0;
  uint64_t version_ = 0, graph_version_ = 0;
  bool too_large_ = false;
  size_t needed_bytes_ = 0;
  ClusterGrid grid_;
  // Level 1, by cluster.
  std::vector<std::shared_ptr<const Cells>> cells_;
  std::vector<std::shared_ptr<const Nodes>> nodes_;
  std::vector<TableCluster> clusters_;
  std::vector<uint32_t> order_;    // in Morton order
  std::vector<uint64_t> changed_;  // version
  std::vector<uint32_t> seen_;     // versions of the hpa's clusters
  std::vector<uint8_t> dirty_;
  std::vector<uint32_t> pending_;
  size_t head_ = 0;  // how much of it is done
  // The nodes of level 1.
  std::vector<CellId> node_cell_;
  std::vector<uint32_t> node_cluster_, node_component_;
  std::vector<Level> upper_;
  Work work_;
  bool touched_ = false;   // some table has changed since the tables were last ready
  bool renumber_ = false;  // some cluster has other nodes than before
  size_t block_bytes_ = 0;
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

  bool true_for(const Tables& tables) const { return version_ == tables.graph_version(); }
  FilledRows rows() const { return {values_.get(), nodes_, 0}; }
  uint32_t nodes() const { return nodes_; }
  size_t memory_bytes() const { return size_t{nodes_} * nodes_ * sizeof(Cost); }

 private:
  uint32_t nodes_ = 0;
  uint64_t version_ = 0;
  std::unique_ptr<Cost[]> values_;
};

// The rows of the nodes of one goal cluster, filled on demand: a cluster's part of them, and those of the clusters that
// hold it, when it is opened. Memory is kept from one goal cluster to the next.
class TableRows {
 public:
  // Nothing is done if the rows are those already: `version` tells tables apart, Tables::version() or graph_version().
  void begin(const TablesView& view, uint64_t version, uint32_t goal_cluster);
  void open(uint32_t cluster) {  // a 1-cluster
    if (memory_.opened[cluster] != memory_.stamp) open_above(cluster);
  }
  void open_all();
  // From now on only the row of this node is filled, which is all that the way to it needs; the next begin is not one
  // of "those already".
  void keep_only(uint32_t node);
  const Cost* row(uint32_t node) const {
    return memory_.values.data() + static_cast<size_t>(node - memory_.first) * memory_.stride;
  }
  size_t memory_bytes() const { return memory_.bytes(); }
  // Rows in the memory of a workspace: call it before and after.
  void swap(TableRowsMemory& memory) { std::swap(memory_, memory); }

 private:
  void climb();
  void open_above(uint32_t cluster);
  void open_upper(int level, uint32_t cluster);

  TablesView view_;
  uint32_t lanes_begin_ = 0, lanes_end_ = 0;              // rows that are filled
  size_t opened_begin_[TablesView::kMaxLevels + 1] = {};  // by level: its clusters in memory_.opened
  TableRowsMemory memory_;
};

}  // namespace strata
