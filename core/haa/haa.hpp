// Purpose: Haa is hierarchical annotated A* (HAA*): one abstract graph serves agents of several sizes and
//          capabilities, and its edges are annotated with the agents that can use them. It is built, updated after
//          edits, and searched.
// Source: Harabor, Botea 2008, "Hierarchical path planning for multi-size agents in heterogeneous environments",
//         sections 4 (clearance, AA*), 5 (abstraction, dominance), 6 (search).
// Differs: Entrances are maximal runs per capability AND size class, with one transition each. The paper has one
//          transition per obstacle-free entrance; it loses paths of agents larger than one cell, which cannot
//          always move along the entrance to the transition. `as_published` builds the transitions of the paper.
//          Clearances above the largest agent size count as that size, so that the graph depends only on the moves
//          of the agent classes. Dominance is tested for these classes. As in HPA*, an intra-edge is not followed
//          right after another one of the same cluster (each quality has the exact distances of every class between
//          its nodes of a cluster).
// Units: Costs as in core/grid/cost.hpp; a large agent pays the highest terrain weight under it.
// Shapes: Clusters are row-major; nodes are numbered by cluster, then by cell.
// Errors: A plan returns PlanStatus::kStale if the graph is not up to date, and PlanStatus::kNoSuchAgent if the graph
//         was not built for the agent's size or capability.
// Threads: Const calls with different workspaces may run together.
#pragma once

#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/agent_grids.hpp"
#include "core/grid/clusters.hpp"
#include "core/search/lazy_workspace.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

struct HaaOptions {
  int cluster_size = 10;  // side of a cluster, 2..64 cells
  int max_size = 2;       // agent sizes are 1..max_size
  std::vector<Capability> capabilities = {Capability::walker()};
  bool as_published = false;    // the paper's transitions: one per obstacle-free entrance and capability
  bool keep_dominated = false;  // also store the edges that are strongly dominated, to show and count them
  friend bool operator==(const HaaOptions&, const HaaOptions&) = default;
};

enum class HaaQuality : uint8_t {
  kInitial,  // all edges; without keep_dominated the same edges as kHigh
  kHigh,     // without strongly dominated edges; paths cost the same as with kInitial
  kLow,      // also without weakly dominated inter-edges, and without nodes that have no inter-edges
};
inline constexpr int kHaaQualities = 3;

// An agent of size s and capability C can use an edge if clearance >= s and C includes the edge's capability.
struct HaaEdge {
  CellId from = kNoCell;
  CellId to = kNoCell;
  Cost cost = 0;  // for an inter-edge: the cost for agents of size 1
  Capability capability;
  uint8_t clearance = 0;            // at most HaaOptions::max_size
  bool strongly_dominated = false;  // the edge belongs to the initial quality graph only
  // The low quality graph lacks the edge, which is an inter-edge, or an intra-edge at a node without inter-edges.
  bool weakly_dominated = false;
  friend bool operator==(const HaaEdge&, const HaaEdge&) = default;
};

struct HaaNode {
  CellId cell = kNoCell;
  uint32_t cluster = 0;
  uint16_t x = 0, y = 0;  // coordinates of the cell
  bool in_low = true;     // part of the low quality graph
  friend bool operator==(const HaaNode&, const HaaNode&) = default;
};

struct HaaCounts {
  size_t nodes = 0;
  size_t inter_edges = 0;  // undirected, like the intra-edges
  size_t intra_edges = 0;
};

// An HaaUpdate says what a build or an update did.
struct HaaUpdate {
  std::vector<uint32_t> clusters;  // clusters whose edges were recomputed, ascending
  size_t borders = 0;              // borders that were rescanned for entrances
  size_t inter_edges = 0;          // inter-edges that were relinked, counted at their left or upper cluster
  size_t intra_edges = 0;          // intra-edges that were stored again
  // Clears the values and keeps the allocated memory.
  void clear() {
    clusters.clear();
    borders = inter_edges = intra_edges = 0;
  }
};

class Haa {
 public:
  static constexpr int kMinClusterSize = 2;
  static constexpr int kMaxClusterSize = 64;

  // Removes the graph and marks every cluster dirty; `update_some` builds it. `agents` has the sizes and
  // capabilities of the options.
  void reset(const AgentGrids& agents, const HaaOptions& options);
  // Marks clusters dirty after an edit. `changed` holds the changed area of each agent class, as
  // AgentGrids::update sets it.
  void mark_dirty(const AgentGrids& agents, std::span<const Rect> changed);
  // Rebuilds dirty clusters, about `max_clusters` of them. Returns true when no work is left and the
  // graph can be searched.
  bool update_some(const AgentGrids& agents, HaaUpdate& report, size_t max_clusters = SIZE_MAX);
  size_t pending() const;  // number of dirty clusters; at least 1 while any work is left

  HaaUpdate build(const AgentGrids& agents, const HaaOptions& options);
  HaaUpdate update(const AgentGrids& agents, std::span<const Rect> changed);

  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0 while clusters are dirty

  // Plans a path. PlanOptions::levels and first_moves have no effect: there is one level, and paths
  // are always complete.
  void plan(const AgentGrids& agents, const Agent& agent, HaaQuality quality, const PlanQuery& query,
            const PlanOptions& options, Workspace& workspace, PlanResult& result, Trace* trace = nullptr) const;

  const HaaOptions& options() const { return options_; }
  const ClusterGrid& clusters() const { return cluster_grid_; }
  HaaCounts counts(HaaQuality quality) const;
  size_t memory_bytes() const;

  // These functions serve overlays and tests. They are valid while ready().
  std::span<const HaaNode> nodes() const { return nodes_; }
  int64_t node_at(CellId cell) const;  // node number; -1 if the cell is no node
  // Append the intra-edges of one cluster, each from the smaller cell to the larger, and the inter-edges that leave the
  // cluster. Stored dominated edges are included.
  void append_intra_edges(uint32_t cluster, std::vector<HaaEdge>& edges) const;
  void append_inter_edges(uint32_t cluster, std::vector<HaaEdge>& edges) const;
  // List every undirected edge once, from the smaller cell to the larger, sorted by cells, then by capability,
  // clearance and cost.
  std::vector<HaaEdge> inter_edges() const;
  std::vector<HaaEdge> intra_edges() const;

  // Compares clusters, nodes (by cell), edges and flags.
  friend bool operator==(const Haa& a, const Haa& b);

 private:
  friend struct HaaBuilder;
  template <class Observer>
  friend struct HaaQuery;

  static constexpr int kMaxClasses = 15 * kMaxAgentSize;
  static constexpr uint8_t kNone = 0xff;  // stands for no node slot
  using ClassSet = std::bitset<kMaxClasses>;

  // The smallest quality graph that contains an edge or a transition.
  enum class SmallestGraph : uint8_t { kLow, kHigh, kInitial };
  static SmallestGraph part_of(HaaQuality quality) {
    return quality == HaaQuality::kLow    ? SmallestGraph::kLow
           : quality == HaaQuality::kHigh ? SmallestGraph::kHigh
                                          : SmallestGraph::kInitial;
  }

  // A transition is a pair of cells across a border, for one capability.
  struct Transition {
    uint8_t offset = 0;  // position along the border
    uint8_t capability = 0;
    uint8_t clearance = 0;
    SmallestGraph part = SmallestGraph::kLow;
    friend bool operator==(const Transition&, const Transition&) = default;
  };
  struct InterEdge {
    uint8_t slot = 0;     // slot of the edge's node in its own cluster
    uint8_t to_slot = 0;  // slot of its node in cluster `to`
    uint8_t capability = 0;
    uint8_t clearance = 0;
    SmallestGraph part = SmallestGraph::kLow;
    uint32_t to = 0;  // neighbouring cluster
    Cost cost = 0;    // cost for agents of size 1; HaaQuery computes the cost for larger agents
    friend bool operator==(const InterEdge&, const InterEdge&) = default;
  };
  struct IntraEdge {
    Cost cost = 0;
    uint8_t to = 0;  // slot of the target node
    uint8_t capability = 0;
    uint8_t clearance = 0;
    bool strongly_dominated = false;
    friend bool operator==(const IntraEdge&, const IntraEdge&) = default;
  };
  // The edges of a node: the index of the first one, and the numbers of those in the low and the high quality graph.
  struct NodeEdges {
    uint32_t begin = 0;
    uint16_t low = 0;
    uint16_t high = 0;
    friend bool operator==(const NodeEdges&, const NodeEdges&) = default;
  };
  struct ClusterGraph {
    // The transitions to the right and to the lower neighbour, ordered by offset, then by capability.
    std::vector<Transition> east, south;
    std::vector<CellId> nodes;  // cells of the nodes, ascending
    std::vector<uint8_t> low;   // by slot: whether the node is in the low quality graph
    // By slot and class: the first slot that the class can reach from the node inside the cluster. kNone: the class
    // cannot stand at the node.
    std::vector<uint8_t> component;
    std::vector<NodeEdges> rows;   // by slot, with an end mark
    std::vector<IntraEdge> intra;  // edges in both directions; in each row sorted by part, then by target, then by cost
    std::vector<InterEdge> inter;  // inter-edges, sorted by slot, then by target
    std::vector<uint16_t> inter_begin;  // index into `inter` by slot; one entry more than slots
    friend bool operator==(const ClusterGraph&, const ClusterGraph&) = default;
  };

  HaaOptions options_{.capabilities = {}};  // empty, so that it needs no memory before a reset
  ClusterGrid cluster_grid_;
  std::vector<ClusterGraph> graphs_;
  std::vector<uint32_t> first_node_;  // first node number by cluster; one entry more than clusters
  std::vector<HaaNode> nodes_;
  uint64_t built_for_ = 0;

  // The following members hold the remaining work, see haa_rebuild.cpp.
  std::vector<uint8_t> flags_;     // by cluster: flags of HaaBuilder
  std::vector<ClassSet> changed_;  // by cluster: classes whose moves inside the cluster have changed
  struct WorkList {
    std::vector<uint32_t> clusters;
    size_t head = 0;  // number of entries that are done
    size_t left() const { return clusters.size() - head; }
  };
  WorkList pending_borders_, pending_clusters_, pending_weak_, pending_links_;
  bool renumber_ = true;
  LazyWorkspace build_workspace_;
};

}  // namespace strata
