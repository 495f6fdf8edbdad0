// Purpose: Hierarchical path-finding A* (HPA*) with one abstract level: clusters, entrances, an abstract graph over
//          their transitions; built, kept true after edits, and searched.
// Source: Botea, Müller, Schaeffer 2004, "Near optimal hierarchical path-finding", sections 4 (build), 4.2 (search),
//         4.3 (refinement, smoothing).
// Differs: Start and goal are linked through lists of the query, the graph itself is never changed by one. An
// intra-edge
//          is not followed right after another of the same cluster: the direct edge is never longer. Optionally, the
//          first moves of all intra-edge paths are stored (`cache_paths`), which turns insertion and refinement into
//          look-ups of equal cost. `transition_spacing` puts more than two transitions into wide entrances of large
//          clusters: shorter paths for a larger graph.
// Units: Costs as in core/grid/cost.hpp.
// Shapes: Clusters are row-major; nodes are numbered by cluster, then by cell, from 0 without gaps.
// Errors: A plan on a graph that is not up to date with the moves returns PlanStatus::kStale.
// Threads: Const calls with different workspaces may run together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/clusters.hpp"
#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"

namespace strata {

struct HpaOptions {
  int cluster_size = 10;       // 2..64 cells
  int entrance_threshold = 6;  // entrances at least this wide get a transition at both ends
  int transition_spacing = 0;  // 0: as published; else the most cells between transitions of a wide entrance
  bool cache_paths = false;    // store first moves: faster queries, 1 byte per node and cell of its cluster
  friend bool operator==(const HpaOptions&, const HpaOptions&) = default;
};

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

struct HpaCounts {
  size_t clusters = 0;
  size_t nodes = 0;
  size_t inter_edges = 0;  // undirected
  size_t intra_edges = 0;  // undirected
};

// What one build or update did.
struct HpaUpdate {
  std::vector<uint32_t> clusters;  // whose intra-edges were computed anew, ascending
  size_t borders = 0;              // rescanned for entrances
  size_t transitions = 0;          // on the rescanned borders
  size_t inter_edges = 0;          // relinked
  size_t intra_edges = 0;          // computed anew
  void clear() { *this = {}; }
};

class Hpa {
 public:
  static constexpr int kMinClusterSize = 2;
  static constexpr int kMaxClusterSize = 64;

  // Forgets everything; every cluster becomes dirty. `settle` does the work.
  void reset(const MoveGrid& grid, const HpaOptions& options);
  // Cells inside `changed` became passable, blocked or of another weight.
  void mark_dirty(const MoveGrid& grid, const Rect& changed);
  // Works off dirty clusters, at most `max_clusters` of them. True when nothing is left, which is when the graph is
  // usable again.
  bool settle(const MoveGrid& grid, HpaUpdate& report, size_t max_clusters = SIZE_MAX);
  // Dirty clusters left.
  size_t pending() const { return pending_clusters_.size() - cluster_head_; }

  HpaUpdate build(const MoveGrid& grid, const HpaOptions& options);
  HpaUpdate update(const MoveGrid& grid, const Rect& changed);

  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0 while clusters are dirty

  void plan(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
            PlanResult& result) const;
  void plan(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
            PlanResult& result, Trace& trace) const;

  const HpaOptions& options() const { return options_; }
  const ClusterGrid& clusters() const { return cluster_grid_; }
  HpaCounts counts() const;
  size_t memory_bytes() const;

  // For overlays and tests. Valid while ready().
  size_t node_count() const { return nodes_.size(); }
  const HpaNode& node(uint32_t node) const { return nodes_[node]; }
  std::span<const HpaNode> nodes() const { return nodes_; }
  // Node of a cell; -1 if the cell is none.
  int64_t node_at(CellId cell) const;
  // Each undirected edge once, from the smaller cell to the larger, sorted.
  std::vector<HpaEdge> inter_edges() const;
  std::vector<HpaEdge> intra_edges() const;
  // Edges of one cluster: intra, and inter-edges leaving it.
  void append_intra_edges(uint32_t cluster, std::vector<HpaEdge>& edges) const;
  void append_inter_edges(uint32_t cluster, std::vector<HpaEdge>& edges) const;
  // Entrances of all borders.
  std::vector<Entrance> entrances(const MoveGrid& grid) const;

  // Same clusters, nodes (by cell), edges and stored moves.
  friend bool operator==(const Hpa& a, const Hpa& b);

 private:
  friend struct HpaBuilder;
  template <class Observer>
  friend struct HpaQuery;

  static constexpr uint8_t kUnreachable = 0xff;
  static constexpr uint8_t kHere = 0xfe;

  struct InterEdge {
    uint16_t slot = 0;     // of the own node
    uint16_t to_slot = 0;  // of the node in cluster `to`
    uint32_t to = 0;       // cluster
    Cost cost = 0;
    friend bool operator==(const InterEdge&, const InterEdge&) = default;
  };
  struct ClusterGraph {
    std::vector<uint16_t> east, south;  // transitions: offset along the border with the right and the lower neighbour
    std::vector<CellId> nodes;          // ascending
    std::vector<Cost> intra;            // nodes x nodes; kInfinite: not connected inside
    std::vector<InterEdge> inter;       // by slot, then by target
    std::vector<uint16_t> inter_begin;  // nodes + 1
    std::vector<uint8_t> moves;         // nodes x cells of the cluster: direction of the first step towards the node
    friend bool operator==(const ClusterGraph&, const ClusterGraph&) = default;
  };

  HpaOptions options_;
  ClusterGrid cluster_grid_;
  std::vector<ClusterGraph> graphs_;
  std::vector<uint32_t> first_node_;  // clusters + 1
  std::vector<HpaNode> nodes_;
  uint64_t built_for_ = 0;

  // Work left, see hpa_rebuild.cpp.
  std::vector<uint8_t> flags_;  // per cluster
  std::vector<uint32_t> pending_borders_, pending_clusters_, pending_links_;
  size_t border_head_ = 0, cluster_head_ = 0;  // how much of the first two is done
  bool renumber_ = true;
  Workspace build_workspace_;
};

}  // namespace strata
