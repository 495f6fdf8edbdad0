// Purpose: Hpa is hierarchical path-finding A* (HPA*) with any number of abstract levels: clusters, entrances, and
//          abstract graphs over their transitions. It is built, updated after edits, and searched.
// Source: Botea, Müller, Schaeffer 2004, "Near optimal hierarchical path-finding", sections 4 (build), 4.2 (search),
//         4.3 (refinement, smoothing), 4.4 (several levels).
// Differs: Start and goal are linked through lists of the query; a query never changes the graph itself. An intra-edge
//          is not followed right after another one of the same cluster: the direct edge is never longer. Optionally,
//          the paths under all intra-edges are stored (`cache_paths`), which turns insertion and refinement into
//          look-ups of equal cost. `transition_spacing` puts more than two transitions into wide entrances of large
//          clusters: shorter paths for a larger graph.
// Units: Costs as in core/grid/cost.hpp.
// Shapes: Levels count from 1. A cluster of level l is level_factor x level_factor clusters of level l - 1; its nodes
//         are the ends of inter-edges that cross its border, nodes of level l - 1 raised, never copies. On each level
//         clusters are row-major and nodes are numbered by cluster, then by cell, from 0 without gaps. The inter-edges
//         of level l cross a border of level l or above; intra-edges belong to one level.
// Errors: A plan on a graph that is not up to date with the moves returns PlanStatus::kStale.
// Threads: Const calls with different workspaces may run together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/clusters.hpp"
#include "core/grid/move_grid.hpp"
#include "core/hpa/hpa_options.hpp"
#include "core/search/csr_graph.hpp"
#include "core/search/graph_router.hpp"
#include "core/search/lazy_workspace.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

struct HpaNode {
  CellId cell = kNoCell;
  uint32_t cluster = 0;
  uint16_t x = 0, y = 0;  // of the cell
  friend bool operator==(const HpaNode&, const HpaNode&) = default;
};

struct HpaEdge {
  CellId from = kNoCell;
  CellId to = kNoCell;
  Cost cost = 0;
  friend auto operator<=>(const HpaEdge&, const HpaEdge&) = default;
};

// Sizes of one level.
struct HpaCounts {
  size_t clusters = 0;
  size_t nodes = 0;
  size_t inter_edges = 0;  // undirected; across borders of this level or above
  size_t intra_edges = 0;  // undirected
};

// What a build or an update did on one level above the first.
struct HpaLevelUpdate {
  std::vector<uint32_t> clusters;  // whose intra-edges were recomputed, ascending
  size_t unchanged = 0;            // clusters of these that did not change, so that the level above need not be updated
  size_t intra_edges = 0;          // recomputed
};

// What a build or an update did.
struct HpaUpdate {
  std::vector<uint32_t> clusters;     // of level 1, whose intra-edges were recomputed, ascending
  size_t borders = 0;                 // rescanned for entrances
  size_t transitions = 0;             // on the rescanned borders
  size_t inter_edges = 0;             // relinked
  size_t intra_edges = 0;             // of level 1, recomputed
  std::vector<HpaLevelUpdate> upper;  // levels 2, 3, ...
  std::vector<double> micros;         // time spent, by level - 1
  // Keeps the memory.
  void clear() {
    clusters.clear();
    borders = transitions = inter_edges = intra_edges = 0;
    std::fill(micros.begin(), micros.end(), 0.0);
    for (HpaLevelUpdate& level : upper) {
      level.clusters.clear();
      level.unchanged = level.intra_edges = 0;
    }
  }
};

// A goal that is linked to the graph once, for many starts.
struct HpaGoal {
  Cell goal;
  uint64_t graph = 0;                        // identity of the graph to which it was linked,
  uint64_t built_for = 0;                    // and the revision of the map
  std::vector<std::vector<NodeLink>> links;  // by level - 1: the nodes of the goal's cluster that can reach the goal
  bool too_far = false;                      // a link whose cost is too high for an edge was left out
  PlanStats stats;                           // of linking
};

class Hpa {
 public:
  static constexpr int kMinClusterSize = 2;
  static constexpr int kMaxClusterSize = 64;

  // Removes everything and marks every cluster dirty; `update_some` does the work.
  void reset(const MoveGrid& grid, const HpaOptions& options);
  // Marks clusters after cells inside `changed` became passable, blocked or of another weight.
  void mark_dirty(const MoveGrid& grid, const Rect& changed);
  // Rebuilds dirty clusters, at most about `max_clusters` of them, level by level; large clusters of the levels above
  // count as several, and may be left half done. A level is skipped where nothing below has changed. Returns true when
  // no work is left and the graph is usable again.
  bool update_some(const MoveGrid& grid, HpaUpdate& report, size_t max_clusters = SIZE_MAX);
  // Dirty clusters of level 1; at least 1 while levels above have any.
  size_t pending() const;

  HpaUpdate build(const MoveGrid& grid, const HpaOptions& options);
  HpaUpdate update(const MoveGrid& grid, const Rect& changed);

  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0 while clusters are dirty

  // Searches on level PlanOptions::levels, or on the highest.
  void plan(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
            PlanResult& result) const;
  void plan(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
            PlanResult& result, Trace& trace) const;

  // Plans on level 1; `router` finds the path between the nodes to which start and goal are linked.
  void plan_over(const MoveGrid& grid, const Query& query, const GraphRouter& router, const PlanOptions& options,
                 Workspace& workspace, PlanResult& result) const;
  void plan_over(const MoveGrid& grid, const Query& query, const GraphRouter& router, const PlanOptions& options,
                 Workspace& workspace, PlanResult& result, Trace& trace) const;

  // Links a goal once; plans from any start to it skip that part and find the same cost. Returns kGoalBlocked, kStale
  // or kFound.
  PlanStatus insert_goal(const MoveGrid& grid, Cell goal, Workspace& workspace, HpaGoal& inserted) const;
  void plan(const MoveGrid& grid, Cell start, const HpaGoal& goal, const PlanOptions& options, Workspace& workspace,
            PlanResult& result) const;

  // Returns the cost of an edge of `level` and sets `path` to the shortest path under it from `from` to `to`: both are
  // inside one cluster of that level or the two ends of an inter-edge, and the path is over nodes and edges of level -
  // 1. `down_to`: what `path` holds (0: cells, k < level: nodes of level k), both ends included. Returns kInfinite if
  // there is no path, or none that a Cost can hold. The ends need not be nodes. For overlays: it allocates.
  Cost edge_path(const MoveGrid& grid, int level, Cell from, Cell to, int down_to, Workspace& workspace,
                 std::vector<CellId>& path) const;

  const HpaOptions& options() const { return options_; }
  int levels() const { return static_cast<int>(levels_.size()); }
  const ClusterGrid& clusters(int level = 1) const { return at(level).clusters; }
  HpaCounts counts(int level = 1) const;
  // Return the memory of all levels, or of the levels up to one: of all that it holds, and of the stored paths alone.
  size_t memory_bytes(int up_to_level = HpaOptions::kMaxLevels) const;
  size_t cache_bytes(int up_to_level = HpaOptions::kMaxLevels) const;

  // For overlays and tests. Valid while ready().
  size_t node_count(int level = 1) const { return at(level).nodes.size(); }
  const HpaNode& node(uint32_t node, int level = 1) const { return at(level).nodes[node]; }
  std::span<const HpaNode> nodes(int level = 1) const { return at(level).nodes; }
  // Node of a cell; -1 if the cell is no node of this level.
  int64_t node_at(CellId cell, int level = 1) const;
  // The highest level on which the cell is a node; 0 if it is not a node.
  int level_of(CellId cell) const;
  // Lists each undirected edge once, from the smaller cell to the larger, sorted.
  std::vector<HpaEdge> inter_edges(int level = 1) const;
  std::vector<HpaEdge> intra_edges(int level = 1) const;
  // Append the intra-edges of a cluster, and the inter-edges that leave it.
  void append_intra_edges(uint32_t cluster, std::vector<HpaEdge>& edges, int level = 1) const;
  void append_inter_edges(uint32_t cluster, std::vector<HpaEdge>& edges, int level = 1) const;
  CsrGraph graph(int level = 1) const;  // nodes of the level and all their edges, in both directions
  // Appends the rows of nodes [first, last) of that graph after those already there.
  void append_rows(CsrGraph& graph, uint32_t first, uint32_t last, int level = 1) const;
  // The content of a cluster of level 1: its nodes by cell, the costs between them inside (nodes x nodes, row-major;
  // kInfinite: not connected inside), and its inter-edges by node, then by target.
  struct InterEdge {
    uint16_t slot = 0;     // of the own node
    uint16_t to_slot = 0;  // of the node in cluster `to`
    uint32_t to = 0;       // cluster
    Cost cost = 0;
    friend bool operator==(const InterEdge&, const InterEdge&) = default;
  };
  std::span<const CellId> nodes_of(uint32_t cluster) const { return at(1).graphs[cluster].nodes; }
  std::span<const InterEdge> links_of(uint32_t cluster) const { return at(1).graphs[cluster].inter; }
  // For structures built on level 1: the identity changes with every reset, the version of a cluster whenever its
  // cells, nodes or edges may have changed.
  uint64_t identity() const { return identity_; }
  uint32_t version(uint32_t cluster) const { return at(1).versions[cluster]; }
  // Entrances of all borders of level 1.
  std::vector<Entrance> entrances(const MoveGrid& grid) const;

  // Whether clusters, nodes (by cell), edges and stored paths are the same on every level.
  friend bool operator==(const Hpa& a, const Hpa& b);

 private:
  friend struct HpaBuilder;
  friend struct HpaLevelBuilder;
  friend struct HpaLevelSpace;
  friend struct HpaClusterChildren;
  template <class Observer>
  friend struct HpaQuery;

  // Flags of the work that is left for a cluster.
  static constexpr uint8_t kBorders = 1;  // level 1: own right and lower border: rescan
  static constexpr uint8_t kNodes = 2;    // nodes may have changed, on levels above 1 anything below: rebuild
  static constexpr uint8_t kCells = 4;    // level 1: cells inside have changed: search from every node
  static constexpr uint8_t kLinks = 8;    // inter-edges: look up again

  // Abstract edges cost less than this, so that sums of edges fit into a Cost. Level-1 edges always do; if a path
  // inside a larger cluster would not, the cluster is marked (`cut`), and queries that may need the path are answered
  // with kCostOverflow.
  static constexpr Cost kMaxEdge = 1u << 30;
  static constexpr Cost kMaxPath = 1u << 31;

  static constexpr uint8_t kUnreachable = 0xff;
  static constexpr uint8_t kHere = 0xfe;
  static constexpr uint16_t kNoNode = 0xffff;

  struct ClusterGraph {
    std::vector<CellId> nodes;          // ascending
    std::vector<Cost> intra;            // nodes x nodes; kInfinite: not connected inside
    std::vector<InterEdge> inter;       // by slot, then by target
    std::vector<uint16_t> inter_begin;  // nodes + 1
    // Level 1: transitions, as offsets along the border with the right and the lower neighbour, and the stored paths.
    std::vector<uint16_t> east, south;
    std::vector<uint8_t> moves;  // nodes x cells of the cluster: direction of the first step towards the node
    // Levels above 1: the stored paths. The nodes of the level below are numbered through the children, row-major.
    std::vector<uint32_t> child_begin;  // of each child's nodes; children + 1
    std::vector<Cost> reach;            // nodes x nodes below: cost inside this cluster
    bool cut = false;                   // a path of kMaxEdge or more was left out
    std::vector<uint16_t> next;         // nodes x nodes below: the next node below on the path to the node
    friend bool operator==(const ClusterGraph&, const ClusterGraph&) = default;
  };
  struct Level {
    ClusterGrid clusters;
    std::vector<ClusterGraph> graphs;
    std::vector<uint32_t> first_node;  // clusters + 1
    std::vector<HpaNode> nodes;
    // Work left, see hpa_rebuild.cpp and hpa_levels.cpp.
    std::vector<uint8_t> flags;      // per cluster
    std::vector<uint32_t> versions;  // per cluster, of level 1
    std::vector<uint32_t> pending_borders, pending_clusters, pending_links;
    size_t border_head = 0, cluster_head = 0, link_head = 0;  // how many entries of each are done
    // Levels above the first: the cluster at cluster_head may be half done.
    bool begun = false;
    size_t source_head = 0;  // nodes from which all paths are known
    ClusterGraph before;     // earlier nodes and intra-edges of the cluster
    // Nodes are to be renumbered: all of them, from a cluster on in slices, or those of a few clusters.
    bool renumber = true;
    uint32_t number_head = 0;
    std::vector<uint32_t> renumbered;
  };
  // The parts of building that all levels share, in hpa_levels.cpp.
  void flag_parent(int level, uint32_t cluster);  // the cluster has changed in a way that affects the level above
  bool settle_upper(HpaUpdate& report, size_t max_clusters);
  static void flag_numbers(Level& level, uint32_t cluster);  // its nodes have changed
  static bool renumber(Level& level, int map_width, size_t max_clusters);
  static void renumber_few(Level& level, int map_width);
  static void append_numbers(Level& level, uint32_t cluster, uint32_t first, int map_width);
  // Relinking and numbering a cluster take a fraction of what building one does.
  static constexpr size_t kLinksPerCluster = 16;
  static void index_links(ClusterGraph& graph);  // sorts graph.inter, fills inter_begin
  static bool same_links(std::span<const InterEdge> a, std::span<const InterEdge> b);

  const Level& at(int level) const { return levels_[static_cast<size_t>(level) - 1]; }
  Level& at(int level) { return levels_[static_cast<size_t>(level) - 1]; }

  HpaOptions options_;
  std::vector<Level> levels_;
  uint64_t identity_ = 0;  // changes with every reset
  uint64_t built_for_ = 0;
  LazyWorkspace build_workspace_;
};

}  // namespace strata
