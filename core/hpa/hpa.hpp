// Purpose: Hpa is hierarchical path-finding A* (HPA*) with any number of abstract levels: clusters, entrances, and
//          abstract graphs over their transitions. It is built, updated after edits, and searched.
// Source: Botea, Müller, Schaeffer 2004, "Near optimal hierarchical path-finding", sections 4 (build), 4.2 (search),
//         4.3 (refinement, smoothing), 4.4 (several levels).
// Differs: Start and goal are linked through lists that belong to the query; a query never changes the graph. An
//          intra-edge is not followed right after another one of the same cluster, because the direct edge is never
//          longer. With `cache_paths` the paths of all intra-edges are stored: insertion and refinement become
//          look-ups, and paths cost the same. `transition_spacing` puts more than two transitions into wide entrances:
//          paths become shorter and the graph larger. The paper has no links between cells (core/grid/map_links.hpp):
//          here both ends of a link are nodes of every level, and the search of the top level follows the link as an
//          edge at its cost, also inside one cluster. No intra-edge uses a link. So intra-edges lead both ways whatever
//          links do, the searches below the top level are those without links, and of a link only its ends are stored.
// Units: Costs as in core/grid/cost.hpp.
// Shapes: Levels count from 1. A cluster of level l is level_factor x level_factor clusters of level l - 1. Its nodes
//         are those nodes of level l - 1 whose inter-edges cross its border. On each level clusters are row-major, and
//         nodes are numbered by cluster, then by cell, from 0 without gaps. The inter-edges of level l cross a border
//         of level l or above; an intra-edge belongs to one level. Links have at most kMaxLinkEnds ends, as the
//         intra-edges of a cluster grow with the square of its nodes.
// Errors: A plan on a graph that is not up to date with the moves returns PlanStatus::kStale; on a map with too many
//         links kUnsupported.
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
  uint16_t x = 0, y = 0;  // coordinates of the cell
  friend bool operator==(const HpaNode&, const HpaNode&) = default;
};

struct HpaEdge {
  CellId from = kNoCell;
  CellId to = kNoCell;
  Cost cost = 0;
  friend auto operator<=>(const HpaEdge&, const HpaEdge&) = default;
};

// The numbers of clusters, nodes and edges of one level.
struct HpaCounts {
  size_t clusters = 0;
  size_t nodes = 0;
  size_t exact_nodes = 0;  // nodes of no higher level
  size_t inter_edges = 0;  // undirected; they cross borders of this level or above
  size_t intra_edges = 0;  // undirected
};

// An HpaLevelUpdate says what a build or an update did on one level above the first.
struct HpaLevelUpdate {
  std::vector<uint32_t> clusters;  // clusters whose intra-edges were recomputed, ascending
  size_t unchanged = 0;  // clusters in `clusters` whose result did not change, so that the level above is not affected
  size_t intra_edges = 0;  // intra-edges that were recomputed
};

// An HpaUpdate says what a build or an update did.
struct HpaUpdate {
  std::vector<uint32_t> clusters;     // clusters of level 1 whose intra-edges were recomputed, ascending
  size_t borders = 0;                 // borders that were rescanned for entrances
  size_t transitions = 0;             // transitions on the rescanned borders
  size_t inter_edges = 0;             // inter-edges that were relinked
  size_t intra_edges = 0;             // intra-edges of level 1 that were recomputed
  std::vector<HpaLevelUpdate> upper;  // levels 2, 3, ...
  std::vector<double> micros;         // time in microseconds, by level - 1
  // Clears the values and keeps the allocated memory.
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

// A goal linked to the graph once, so that plans from many starts can use the links.
struct LinkedHpaGoal {
  Cell goal;
  uint64_t graph = 0;                        // identity of the graph to which the goal was linked
  uint64_t built_for = 0;                    // revision of the map when the goal was linked
  std::vector<std::vector<NodeLink>> links;  // by level - 1: the nodes of the goal's cluster that reach the goal
  bool too_far = false;                      // a link was left out because its cost exceeds kMaxEdge
  PlanStats stats;                           // statistics of linking the goal
};

class Hpa {
 public:
  static constexpr int kMinClusterSize = 2;
  static constexpr int kMaxClusterSize = 64;
  static constexpr size_t kMaxLinkEnds = 4096;

  // Removes the graph and marks every cluster dirty; `update_some` builds it.
  void reset(const MoveGrid& grid, const HpaOptions& options);
  // Marks clusters dirty after cells inside `changed` became passable, blocked or of another weight. Changes of links
  // are found by `update_some`.
  void mark_dirty(const MoveGrid& grid, const Rect& changed);
  // Rebuilds dirty clusters level by level, about `max_clusters` of them; a large cluster of an upper level counts as
  // several, and may be left half done. Clusters whose children did not change are skipped. Returns true when no work
  // is left and the graph can be searched.
  bool update_some(const MoveGrid& grid, HpaUpdate& report, size_t max_clusters = SIZE_MAX);
  // Returns the number of dirty clusters of level 1; at least 1 while an upper level has dirty clusters.
  size_t pending() const;

  HpaUpdate build(const MoveGrid& grid, const HpaOptions& options);
  HpaUpdate update(const MoveGrid& grid, const Rect& changed);

  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0 while clusters are dirty

  // Plans a path. The abstract search runs on level PlanOptions::levels, or on the highest level if that
  // is 0 or too large.
  void plan(const MoveGrid& grid, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
            PlanResult& result, Trace* trace = nullptr) const;

  // Plans on level 1, where `router` instead of A* finds the path between the nodes to which start and goal are linked.
  // It does not follow links between cells.
  void plan_over(const MoveGrid& grid, const PlanQuery& query, const GraphRouter& router, const PlanOptions& options,
                 Workspace& workspace, PlanResult& result, Trace* trace = nullptr) const;

  // Links a goal to the graph. Plans from any start can then use these links; their paths cost the same as without
  // them. Returns kGoalBlocked, kUnsupported, kStale or kFound.
  PlanStatus insert_goal(const MoveGrid& grid, Cell goal, Workspace& workspace, LinkedHpaGoal& inserted) const;
  void plan(const MoveGrid& grid, Cell start, const LinkedHpaGoal& goal, const PlanOptions& options,
            Workspace& workspace, PlanResult& result) const;

  // Returns the cost of an edge of `level` and sets `path` to its refinement, the shortest path from `from` to `to`
  // over nodes and edges of level - 1. Both cells lie inside one cluster of the level (they need not be nodes), or they
  // are the ends of an inter-edge. `down_to` chooses the content of `path`: 0 for cells, k < level for nodes of level
  // k; both ends are included. Returns kInfinite if there is no path, or if its cost exceeds a Cost. It allocates
  // memory and is meant for overlays.
  Cost edge_path(const MoveGrid& grid, int level, Cell from, Cell to, int down_to, Workspace& workspace,
                 std::vector<CellId>& path) const;

  const HpaOptions& options() const { return options_; }
  int levels() const { return static_cast<int>(levels_.size()); }
  const ClusterGrid& clusters(int level = 1) const { return at(level).clusters; }
  HpaCounts counts(int level = 1) const;
  // Return the memory of the levels up to `up_to_level` in bytes: all of it, and the stored paths alone.
  size_t memory_bytes(int up_to_level = HpaOptions::kMaxLevels) const;
  size_t cache_bytes(int up_to_level = HpaOptions::kMaxLevels) const;

  // These functions serve overlays and tests. They are valid while ready().
  size_t node_count(int level = 1) const { return at(level).nodes.size(); }
  const HpaNode& node(uint32_t node, int level = 1) const { return at(level).nodes[node]; }
  std::span<const HpaNode> nodes(int level = 1) const { return at(level).nodes; }
  // Returns the node of a cell; -1 if the cell is no node of this level.
  int64_t node_at(CellId cell, int level = 1) const;
  // Returns the highest level on which the cell is a node; 0 if it is not a node.
  int level_of(CellId cell) const;
  // List each undirected edge once, from the smaller cell to the larger, sorted.
  std::vector<HpaEdge> inter_edges(int level = 1) const;
  std::vector<HpaEdge> intra_edges(int level = 1) const;
  // Append the intra-edges of a cluster, and the inter-edges that leave the cluster.
  void append_intra_edges(uint32_t cluster, std::vector<HpaEdge>& edges, int level = 1) const;
  void append_inter_edges(uint32_t cluster, std::vector<HpaEdge>& edges, int level = 1) const;
  CsrGraph graph(int level = 1) const;  // nodes of the level and all their edges, in both directions
  // Appends the rows of the nodes first <= node < last of `graph(level)` to a graph.
  void append_rows(CsrGraph& graph, uint32_t first, uint32_t last, int level = 1) const;
  // nodes_of and links_of return a cluster of level 1: the cells of its nodes, ascending, and its inter-edges
  // (InterEdge), ordered by node, then by target.
  struct InterEdge {
    uint16_t slot = 0;     // slot of the edge's node in its own cluster
    uint16_t to_slot = 0;  // slot of its node in cluster `to`
    uint32_t to = 0;       // neighbouring cluster
    Cost cost = 0;
    friend bool operator==(const InterEdge&, const InterEdge&) = default;
  };
  std::span<const CellId> nodes_of(uint32_t cluster) const { return at(1).graphs[cluster].nodes; }
  std::span<const InterEdge> links_of(uint32_t cluster) const { return at(1).graphs[cluster].inter; }
  // Numbers by which structures built on level 1 notice changes. The identity changes with every reset; the version of
  // a cluster changes whenever its cells, nodes or edges may have changed.
  uint64_t identity() const { return identity_; }
  uint32_t version(uint32_t cluster) const { return at(1).versions[cluster]; }
  // Return the passable cells that are ends of links which can be used, ascending, and whether there are more than
  // kMaxLinkEnds: then no end is a node.
  const std::vector<CellId>& link_ends() const { return link_ends_; }
  bool too_many_links() const { return too_many_links_; }
  // Returns the entrances of all borders of level 1.
  std::vector<Entrance> entrances(const MoveGrid& grid) const;

  // Compares clusters, nodes (by cell), edges and stored paths on every level.
  friend bool operator==(const Hpa& a, const Hpa& b);

 private:
  friend struct HpaBuilder;
  friend struct HpaLevelBuilder;
  friend struct HpaLevelSpace;
  friend struct HpaLinkedSpace;
  friend struct HpaClusterChildren;
  template <class Observer>
  friend struct HpaQuery;

  // Flags of the remaining work of a cluster.
  static constexpr uint8_t kBorders = 1;  // level 1: rescan the right and lower border
  static constexpr uint8_t kNodes = 2;    // rebuild: nodes may have changed, or on upper levels anything below
  static constexpr uint8_t kCells = 4;    // level 1: cells inside have changed: search from every node
  static constexpr uint8_t kLinks = 8;    // relink the inter-edges

  // Abstract edges cost less than this, so that a sum of edges fits into a Cost. Edges of level 1 always do. If
  // a path inside a larger cluster costs more, the cluster is marked (`cut`), and a query that may need the
  // path returns kCostOverflow.
  static constexpr Cost kMaxEdge = 1u << 30;
  static constexpr Cost kMaxPath = 1u << 31;

  static constexpr uint8_t kUnreachable = 0xff;
  static constexpr uint8_t kHere = 0xfe;
  static constexpr uint16_t kNoNode = 0xffff;

  struct ClusterGraph {
    std::vector<CellId> nodes;          // cells, ascending
    std::vector<Cost> intra;            // cost by node and node; kInfinite: no path inside the cluster
    std::vector<InterEdge> inter;       // inter-edges, sorted by slot, then by target
    std::vector<uint16_t> inter_begin;  // index into `inter` by slot; one entry more than nodes
    // Level 1: the transitions as offsets along the right and the lower border, and the stored paths.
    std::vector<uint16_t> east, south;
    std::vector<uint8_t> moves;  // by node and cell of the cluster: direction of the first step towards the node
    // Levels above 1: the stored paths. They number the nodes of the level below child by child, in row-major order.
    std::vector<uint32_t> child_begin;  // first number by child; one entry more than children
    std::vector<Cost> reach;            // by node and node below: cost inside this cluster
    bool cut = false;                   // an edge of kMaxEdge or more was left out
    std::vector<uint16_t> next;         // by node and node below: the next node below on the path to the node
    friend bool operator==(const ClusterGraph&, const ClusterGraph&) = default;
  };
  struct Level {
    ClusterGrid clusters;
    std::vector<ClusterGraph> graphs;
    std::vector<uint32_t> first_node;  // by cluster; one entry more than clusters
    std::vector<HpaNode> nodes;
    // The following members hold the remaining work, see hpa_rebuild.cpp and hpa_levels.cpp.
    std::vector<uint8_t> flags;      // by cluster
    std::vector<uint32_t> versions;  // by cluster of level 1
    std::vector<uint32_t> pending_borders, pending_clusters, pending_links;
    size_t border_head = 0, cluster_head = 0, link_head = 0;  // number of entries of each list that are done
    // Upper levels: whether the cluster at cluster_head is half done.
    bool begun = false;
    size_t source_head = 0;  // nodes of that cluster whose searches are done
    ClusterGraph before;     // nodes and intra-edges of that cluster before the update
    // Renumbering the nodes: all of them, in slices from cluster `number_head` on, or those of the
    // clusters in `renumbered`.
    bool renumber = true;
    uint32_t number_head = 0;
    std::vector<uint32_t> renumbered;
  };
  // The steps of building that all levels share, in hpa_levels.cpp.
  void flag_parent(int level, uint32_t cluster);  // reports a change of the cluster that affects the level above
  bool settle_upper(HpaUpdate& report, size_t max_clusters);
  static void flag_numbers(Level& level, uint32_t cluster);  // reports that the nodes of the cluster have changed
  static bool renumber(Level& level, int map_width, size_t max_clusters);
  static void renumber_few(Level& level, int map_width);
  static void append_numbers(Level& level, uint32_t cluster, uint32_t first, int map_width);
  // Relinking or numbering this many clusters counts as building one, because it is much faster.
  static constexpr size_t kLinksPerCluster = 16;
  static void index_links(ClusterGraph& graph);  // sorts graph.inter and sets inter_begin
  static bool same_links(std::span<const InterEdge> a, std::span<const InterEdge> b);

  const Level& at(int level) const { return levels_[static_cast<size_t>(level) - 1]; }
  Level& at(int level) { return levels_[static_cast<size_t>(level) - 1]; }

  HpaOptions options_;
  std::vector<Level> levels_;
  uint64_t identity_ = 0;  // changes with every reset
  uint64_t built_for_ = 0;
  std::vector<CellId> link_ends_;
  bool too_many_links_ = false;
  uint64_t link_ends_for_ = 0;  // revision of the map of which they are the ends
  LazyWorkspace build_workspace_;
};

}  // namespace strata
