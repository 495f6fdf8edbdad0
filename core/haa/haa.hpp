// Purpose: Haa is hierarchical annotated A* (HAA*): one abstract graph for agents of several sizes and capabilities.
//          Its edges say which agents can use them. It is built, updated after edits, and searched.
// Source: Harabor, Botea 2008, "Hierarchical path planning for multi-size agents in heterogeneous environments",
//         sections 4 (clearance, AA*), 5 (abstraction, dominance), 6 (search).
// Differs: Entrances are maximal runs per capability AND size class, with one transition each: the paper's one
//          transition per obstacle-free entrance loses paths of agents larger than one cell, which cannot always slide
//          along the entrance to it. `as_published` builds the paper's transitions. Clearances above the largest size
//          of the menu count as that size, so that the graph depends only on the moves of its classes. Dominance is
//          tested for the agents of the menu. As in HPA*, an intra-edge is not followed right after another one of the
//          same cluster (each quality keeps the exact distances of every class between its nodes of a cluster).
// Units: Costs as in core/grid/cost.hpp; a large agent pays the highest terrain weight under it.
// Shapes: Clusters are row-major; nodes are numbered by cluster, then by cell.
// Errors: A plan on a graph that is not up to date returns PlanStatus::kStale, a plan for an agent that the graph was
//         not built for PlanStatus::kNoSuchAgent.
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
  int cluster_size = 10;  // 2..64 cells
  int max_size = 2;       // sizes 1..max_size
  std::vector<Capability> capabilities = {Capability::walker()};
  bool as_published = false;    // one transition per obstacle-free entrance and capability
  bool keep_dominated = false;  // keep edges that the high quality graph leaves out, to show and count them
  friend bool operator==(const HaaOptions&, const HaaOptions&) = default;
};

enum class HaaQuality : uint8_t {
  kInitial,  // every edge; without keep_dominated the same edges as kHigh
  kHigh,     // without strongly dominated edges; the same costs as kInitial
  kLow,      // also without weakly dominated inter-edges, and nodes without inter-edges
};
inline constexpr int kHaaQualities = 3;

// An agent of size s and capability C can use an edge if clearance >= s and C includes the edge's capability.
struct HaaEdge {
  CellId from = kNoCell;
  CellId to = kNoCell;
  Cost cost = 0;  // of an inter-edge: for agents of size 1
  Capability capability;
  uint8_t clearance = 0;            // at most HaaOptions::max_size
  bool strongly_dominated = false;  // in the initial quality graph only
  bool weakly_dominated = false;    // not in the low quality graph: an inter-edge, or one to a node without any there
  friend bool operator==(const HaaEdge&, const HaaEdge&) = default;
};

struct HaaNode {
  CellId cell = kNoCell;
  uint32_t cluster = 0;
  uint16_t x = 0, y = 0;  // of the cell
  bool in_low = true;     // part of the low quality graph
  friend bool operator==(const HaaNode&, const HaaNode&) = default;
};

struct HaaCounts {
  size_t nodes = 0;
  size_t inter_edges = 0;  // undirected, as are intra-edges
  size_t intra_edges = 0;
};

// What a build or an update did.
struct HaaUpdate {
  std::vector<uint32_t> clusters;  // whose edges were recomputed, ascending
  size_t borders = 0;              // rescanned for entrances
  size_t inter_edges = 0;          // looked up again, at their left or upper cluster
  size_t intra_edges = 0;          // stored again
  // Keeps the memory.
  void clear() {
    clusters.clear();
    borders = inter_edges = intra_edges = 0;
  }
};

class Haa {
 public:
  static constexpr int kMinClusterSize = 2;
  static constexpr int kMaxClusterSize = 64;

  // Removes everything and marks every cluster dirty; `update_some` does the work. `agents` has the sizes and
  // capabilities of the options.
  void reset(const AgentGrids& agents, const HaaOptions& options);
  // Marks clusters after an edit. `changed`: by class, as AgentGrids::update sets it.
  void mark_dirty(const AgentGrids& agents, std::span<const Rect> changed);
  // Rebuilds dirty clusters, about `max_clusters` of them. Returns true when no work is left and the graph is usable
  // again.
  bool update_some(const AgentGrids& agents, HaaUpdate& report, size_t max_clusters = SIZE_MAX);
  size_t pending() const;  // dirty clusters; at least 1 while any work is left

  HaaUpdate build(const AgentGrids& agents, const HaaOptions& options);
  HaaUpdate update(const AgentGrids& agents, std::span<const Rect> changed);

  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0 while clusters are dirty

  // Plans. The options `levels` and `first_moves` are ignored: there is one level, and paths are always complete.
  void plan(const AgentGrids& agents, const Agent& agent, HaaQuality quality, const Query& query,
            const PlanOptions& options, Workspace& workspace, PlanResult& result) const;
  void plan(const AgentGrids& agents, const Agent& agent, HaaQuality quality, const Query& query,
            const PlanOptions& options, Workspace& workspace, PlanResult& result, Trace& trace) const;

  const HaaOptions& options() const { return options_; }
  const ClusterGrid& clusters() const { return cluster_grid_; }
  HaaCounts counts(HaaQuality quality) const;
  size_t memory_bytes() const;

  // For overlays and tests. Valid while ready().
  std::span<const HaaNode> nodes() const { return nodes_; }
  int64_t node_at(CellId cell) const;  // -1 if the cell is no node
  // Append the intra-edges of one cluster (from the smaller cell to the larger), and the inter-edges that leave it;
  // dominated edges too, as far as they are kept.
  void append_intra_edges(uint32_t cluster, std::vector<HaaEdge>& edges) const;
  void append_inter_edges(uint32_t cluster, std::vector<HaaEdge>& edges) const;
  // List every undirected edge once, from the smaller cell to the larger, sorted by cells, then capability, clearance,
  // cost.
  std::vector<HaaEdge> inter_edges() const;
  std::vector<HaaEdge> intra_edges() const;

  // Whether clusters, nodes (by cell), edges and flags are the same.
  friend bool operator==(const Haa& a, const Haa& b);

 private:
  friend struct HaaBuilder;
  template <class Observer>
  friend struct HaaQuery;

  static constexpr int kMaxClasses = 15 * kMaxAgentSize;
  static constexpr uint8_t kNone = 0xff;  // no slot
  using ClassSet = std::bitset<kMaxClasses>;

  // The smallest graph that an edge or a transition is part of.
  enum class Part : uint8_t { kLow, kHigh, kInitial };
  static Part part_of(HaaQuality quality) {
    return quality == HaaQuality::kLow ? Part::kLow : quality == HaaQuality::kHigh ? Part::kHigh : Part::kInitial;
  }

  // A transition: a pair of cells across a border, for one capability.
  struct Transition {
    uint8_t offset = 0;  // along the border
    uint8_t capability = 0;
    uint8_t clearance = 0;
    Part part = Part::kLow;
    friend bool operator==(const Transition&, const Transition&) = default;
  };
  struct InterEdge {
    uint8_t slot = 0;     // of the own node
    uint8_t to_slot = 0;  // of the node in cluster `to`
    uint8_t capability = 0;
    uint8_t clearance = 0;
    Part part = Part::kLow;
    uint32_t to = 0;  // cluster
    Cost cost = 0;    // for agents of size 1; HaaQuery knows what larger ones pay
    friend bool operator==(const InterEdge&, const InterEdge&) = default;
  };
  struct IntraEdge {
    Cost cost = 0;
    uint8_t to = 0;  // slot
    uint8_t capability = 0;
    uint8_t clearance = 0;
    bool strongly_dominated = false;
    friend bool operator==(const IntraEdge&, const IntraEdge&) = default;
  };
  // The edges of a node: index of the first, and how many of them the low and the high quality graph have.
  struct Row {
    uint32_t begin = 0;
    uint16_t low = 0;
    uint16_t high = 0;
    friend bool operator==(const Row&, const Row&) = default;
  };
  struct ClusterGraph {
    std::vector<Transition> east, south;  // to the right and the lower neighbour; by offset, then by capability
    std::vector<CellId> nodes;            // ascending
    std::vector<uint8_t> low;             // by slot: part of the low quality graph
    // By slot and class: the first slot that the class reaches from there inside the cluster; kNone: the class cannot
    // stand there.
    std::vector<uint8_t> component;
    std::vector<Row> rows;              // by slot, with an end mark
    std::vector<IntraEdge> intra;       // both directions; in each row by part, then by target, then by cost
    std::vector<InterEdge> inter;       // by slot, then by target
    std::vector<uint16_t> inter_begin;  // slots + 1
    friend bool operator==(const ClusterGraph&, const ClusterGraph&) = default;
  };

  HaaOptions options_{.capabilities = {}};  // of no memory before a reset
  ClusterGrid cluster_grid_;
  std::vector<ClusterGraph> graphs_;
  std::vector<uint32_t> first_node_;  // clusters + 1
  std::vector<HaaNode> nodes_;
  uint64_t built_for_ = 0;

  // Work left, see haa_rebuild.cpp.
  std::vector<uint8_t> flags_;     // by cluster
  std::vector<ClassSet> changed_;  // by cluster: classes for which cells inside have changed
  struct WorkList {
    std::vector<uint32_t> clusters;
    size_t head = 0;  // how many of them are done
    size_t left() const { return clusters.size() - head; }
  };
  WorkList pending_borders_, pending_clusters_, pending_weak_, pending_links_;
  bool renumber_ = true;
  LazyWorkspace build_workspace_;
};

}  // namespace strata
