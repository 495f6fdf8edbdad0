// Purpose: Tables holds next-hop tables over level 1 of HPA*, so that cost, first hop and path of an agent are looked
//          up instead of searched. They contain the paths inside clusters; the hub labels of all nodes are in
//          core/tables/table_labels.hpp. They are built, and updated after edits.
// Source: Ours, over level 1 of Botea, Müller, Schaeffer 2004: every cost equals that of HPA* on level
//         1 before smoothing.
// Links: The ends of links between cells (core/grid/map_links.hpp) are nodes of HPA*, and the links are edges between
//        them that lead one way. Hub labels are for edges that lead both ways, so that there are none on a map whose
//        links can be used: the nodes are searched, from the goal against the direction of links.
// Shapes: See core/tables/tables_view.hpp. Tables T0 and W of a 1-cluster come with the first moves between all
//         its cells. An edit rebuilds the 1-clusters that it touched. Labels may change everywhere: they are
//         rebuilt in the background, and until then the graph of the nodes is searched
//         (core/tables/tables_search.hpp), with the same costs.
// Units: Paths of 2^30 - 1 and more are reported as PlanStatus::kCostOverflow.
// Errors: A plan on tables that are not up to date with the moves returns PlanStatus::kStale; on a map with too many
//         links for HPA* kUnsupported. Tables that would take more than TablesOptions::max_bytes are not built:
//         too_large().
// Threads: Const calls with different workspaces may run together. A copy shares unchanged tables and may be read while
//          the original is updated, except for the cells' moves and weights, which belong to the MoveGrid.
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
  size_t max_bytes = size_t{1} << 30;        // limit of everything except the labels
  size_t max_label_bytes = size_t{1} << 30;  // limit of the labels; if they need more, every plan is a search
  friend bool operator==(const TablesOptions&, const TablesOptions&) = default;
};

// A TablesUpdate says what a build or an update did.
struct TablesUpdate {
  std::vector<uint32_t> clusters;  // rebuilt clusters, ascending
  // Clears the values and keeps the allocated memory.
  void clear() { clusters.clear(); }
};

// The terrain inside a cluster of level 1 on which its paths depend: for its cells, row by row, their local numbers or
// kBlockedLocal; for each passable cell its weight and the moves that stay inside.
struct ClusterInputs {
  std::vector<uint16_t> local;
  std::vector<uint8_t> moves, weights;
  uint32_t cells() const { return static_cast<uint32_t>(moves.size()); }
  friend bool operator==(const ClusterInputs&, const ClusterInputs&) = default;
};

class Tables {
 public:
  // First moves take cells^2 / 2 bytes per cluster, so that larger clusters make the tables too_large().
  static constexpr int kMaxClusterSize = 32;

  // Removes all tables and marks every cluster dirty; `update_some` builds them. The hpa must be ready.
  void reset(const MoveGrid& grid, const Hpa& hpa, const TablesOptions& options);
  // Marks the clusters that have changed since the last call. It is called when the hpa was updated and is ready again.
  // After a reset of the hpa it resets the tables, too.
  void mark_dirty(const MoveGrid& grid, const Hpa& hpa);
  // Rebuilds at most `max_clusters` dirty clusters. Returns true when no cluster is dirty.
  bool update_some(const MoveGrid& grid, const Hpa& hpa, TablesUpdate& report, size_t max_clusters = SIZE_MAX);
  size_t pending() const;  // number of dirty clusters; at least 1 until the tables are ready

  TablesUpdate build(const MoveGrid& grid, const Hpa& hpa, const TablesOptions& options);
  TablesUpdate update(const MoveGrid& grid, const Hpa& hpa);

  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0 while clusters are dirty
  bool too_large() const { return too_large_; }  // the tables would exceed their limit, or the clusters are too large
  int cluster_size() const { return grid_.cluster_size(); }
  size_t needed_bytes() const { return needed_bytes_; }    // estimated by reset()
  bool has_links() const { return !links_from_.empty(); }  // links that the agent can use
  bool too_many_links() const { return too_many_links_; }  // Hpa::too_many_links()
  // Returns a version that changes whenever a table of any object changes; copies have the same version.
  uint64_t version() const { return version_; }
  // Returns the version of the graph, on which distances between nodes depend. It changes whenever nodes, or paths or
  // links between them, change.
  uint64_t graph_version() const { return graph_version_; }
  // Returns the version at which a cluster (row-major) was last rebuilt. A copy on a device must upload the clusters
  // with a newer version than its own.
  uint64_t changed_at(uint32_t cluster) const { return changed_[cluster]; }

  // Returns a view that is valid until the next non-const call and while the grid exists. Only while ready().
  TablesView view(const MoveGrid& grid) const;
  // Returns a view without the cells' moves and weights, which labels do not need.
  TablesView view() const;

  // Looks up cost and abstract path (level 1, with nodes as cells), refines the path by first moves, and smooths it
  // on request. Uses `labels` if they are not null and up to date for these tables, else a search over the nodes,
  // with the same result. Stats count look-ups as touched: nodes of the two clusters for linking, nodes of the
  // start's cluster for the search, first moves for refinement. Expanded counts the nodes of the path that were found
  // one after the other.
  void plan(const MoveGrid& grid, const class TableLabels* labels, const PlanQuery& query, const PlanOptions& options,
            Workspace& workspace, PlanResult& result, Trace* trace = nullptr) const;

  const TablesOptions& options() const { return options_; }
  uint32_t clusters() const { return grid_.count(); }
  uint32_t nodes() const { return static_cast<uint32_t>(node_cell_.size()); }
  size_t memory_bytes() const;  // memory in bytes, without the labels
  // Compares the contents. Tables of the same map are equal, whatever edits came before.
  friend bool operator==(const Tables& a, const Tables& b);

 private:
  friend struct TablesBuilder;

  // Parts of the tables are replaced, never changed, so that copies can share them.
  struct FirstMoveTable {
    ClusterInputs ground;
    std::vector<uint8_t> first_moves;
    size_t bytes() const;
    friend bool operator==(const FirstMoveTable&, const FirstMoveTable&) = default;
  };
  struct NodeCostTables {  // the nodes of a cluster
    std::vector<CellId> cells;
    std::vector<Cost> to_nodes, between;
    std::vector<TableInterEdge> links;
    std::vector<uint16_t> link_begin;
    uint64_t reach = 0;  // upper bound of the cost of a path over nodes inside the cluster and over its inter-edges
    size_t bytes() const;
    friend bool operator==(const NodeCostTables&, const NodeCostTables&) = default;
  };
  size_t estimate(const MoveGrid& grid, const Hpa& hpa) const;
  void give_up(size_t bytes);
  void touch();  // called before a table is changed
  void number();
  void take_links(const MoveGrid& grid, const Hpa& hpa);
  void find_components(const MoveGrid& grid);

  TablesOptions options_;
  uint64_t identity_ = 0;  // identity of the HPA* graph for which the tables were built
  uint64_t built_for_ = 0;
  uint64_t version_ = 0, graph_version_ = 0;
  bool too_large_ = false;
  size_t needed_bytes_ = 0;
  ClusterGrid grid_;
  // Arrays by cluster:
  std::vector<std::shared_ptr<const FirstMoveTable>> cells_;
  std::vector<std::shared_ptr<const NodeCostTables>> nodes_;
  std::vector<TableCluster> clusters_;
  std::vector<uint32_t> order_;    // the clusters in Morton order
  std::vector<uint64_t> changed_;  // version of the last rebuild
  std::vector<uint32_t> seen_;     // versions of the hpa's clusters at the last update
  std::vector<uint8_t> dirty_;
  std::vector<uint32_t> pending_;
  size_t head_ = 0;  // number of entries of pending_ that are done
  // Arrays by node:
  std::vector<CellId> node_cell_;
  std::vector<uint32_t> node_cluster_, node_component_;
  std::vector<TableLink> links_from_, links_into_;
  bool too_many_links_ = false;
  bool touched_ = false;   // a table has changed since the tables were last ready
  bool renumber_ = false;  // the nodes of a cluster have changed
  size_t block_bytes_ = 0;
};

}  // namespace strata
