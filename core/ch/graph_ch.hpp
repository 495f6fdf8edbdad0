// Purpose: GraphCh is a contraction hierarchy on a graph whose nodes are cells of a map: centres of regions,
//          transitions, or nodes that a user has drawn. It may be customisable, and may have hub labels. It is built in
//          the background and searched.
// Source: Sturtevant, Geisberger 2010; orders by nested dissection: Dibbelt, Strasser, Wagner 2014.
// Units: Costs as in core/grid/cost.hpp.
// Errors: The graph must be undirected, with weights between 1 and 2^30. Paths of 2^30 - 1 (with an order by priority
//         2^31 - 1) and more are not found: `too_far` tells whether there is one. Building throws std::bad_alloc if it
//         would take more memory than allowed (Cch, nested_order).
// Threads: Const calls with different workspaces may run together.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/job.hpp"
#include "core/ch/cch.hpp"
#include "core/ch/ch.hpp"
#include "core/ch/packed_labels.hpp"
#include "core/search/csr_graph.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

// The contraction order, and the kind of hierarchy.
enum class ChOrder : uint8_t {
  kNested,        // nested dissection; only the arcs of perfect customisation are kept
  kLarge,         // by priority, coefficients kChLarge
  kSmall,         // by priority, coefficients kChSmall
  kOwn,           // the order in ChInput
  kCustomisable,  // nested dissection; all arcs are kept (CCH), and queries walk up the elimination tree
};
inline constexpr int kChOrders = 5;
inline constexpr std::array<std::string_view, kChOrders> kChOrderNames = {"nested", "large", "small", "own",
                                                                          "customisable"};
std::string_view ch_order_name(ChOrder order);  // "nested", "large", "small", "own", "customisable"
std::optional<ChOrder> ch_order_named(std::string_view name);

// Limit of nodes: for larger graphs building throws TooManyNodesError.
constexpr uint32_t max_ch_nodes(ChOrder order) {
  return order == ChOrder::kNested || order == ChOrder::kCustomisable ? kMaxNestedNodes : kMaxContractedNodes;
}

// The input of a build: a graph whose nodes are cells of a map.
struct ChInput {
  CsrGraph graph;
  std::vector<CellId> cells;  // by node: its cell
  int map_width = 0;
  DistanceBound bound;  // lower bound of the costs of edges; all 0 if there is none
  // Queries link their ends to nodes by distances, such as those to corners in sight: two nodes that an end is linked
  // to are at most as far apart as over this end.
  bool links_are_distances = false;
  std::vector<uint32_t> order;  // kOwn: all nodes, least important first
};

// The times of the steps of a build with nested dissection; 0 for a step that was not needed.
struct ChBuildTimes {
  double order_ms = 0;
  double topology_ms = 0;
  double customise_ms = 0;
  double prune_ms = 0;  // time of perfect customisation
  double labels_ms = 0;
};

class GraphCh {
 public:
  // Builds the hierarchy. Returns nothing if `control`, which may be null, was cancelled.
  static std::optional<GraphCh> build(const ChInput& input, ChOrder order, JobControl* control = nullptr) {
    return build(input, order, 0, control);
  }
  // Builds hub labels in place of a customisable hierarchy if `label_bytes` is above 0; the order must be
  // kCustomisable. Throws LabelsTooLargeError if they need more than `label_bytes`. If those of all nodes take more
  // than `full_label_bytes`, nodes at the bottom of the elimination tree are left without (PackedLabels::build).
  static std::optional<GraphCh> build(const ChInput& input, ChOrder order, size_t label_bytes, JobControl* control,
                                      size_t full_label_bytes = PackedLabels::kUsualBytes);

  bool empty() const { return cells_.empty(); }
  bool customisable() const { return !cch_.empty(); }
  bool labelled() const { return !labels_.empty(); }
  const Ch& ch() const { return ch_; }                    // empty if the hierarchy is customisable
  const Cch& cch() const { return cch_; }                 // empty unless the hierarchy is customisable, without labels
  const PackedLabels& labels() const { return labels_; }  // empty if no labels were built
  uint32_t node_count() const { return static_cast<uint32_t>(cells_.size()); }
  size_t arc_count() const {
    return labelled() ? labels_.arc_count() : customisable() ? cch_.arc_count() : ch_.arc_count();
  }
  uint32_t rank(uint32_t node) const {
    return labelled() ? labels_.rank(node) : customisable() ? cch_.rank(node) : ch_.rank(node);
  }
  uint32_t node(uint32_t rank) const {
    return labelled() ? labels_.node(rank) : customisable() ? cch_.node(rank) : ch_.node(rank);
  }
  size_t edge_count() const { return edges_; }  // undirected edges of the graph
  CellId cell(uint32_t rank) const { return cells_[rank]; }
  Cell place(uint32_t rank) const { return {x_[rank], y_[rank]}; }  // the same cell by its coordinates
  std::span<const CellId> cells() const { return cells_; }          // by rank: its cell
  bool connected(uint32_t rank_a, uint32_t rank_b) const { return part_[rank_a] == part_[rank_b]; }
  // Returns whether the last query of the workspace found no path only because every path costs too much.
  bool too_far(const Workspace& workspace, Cost bound) const;
  // Stores the child arcs of shortcuts (Ch, Cch), which makes unpacking faster and takes 8 bytes an arc. Labels always
  // have them.
  void store_child_arcs() {
    if (!labelled()) customisable() ? cch_.store_child_arcs() : ch_.store_child_arcs();
  }
  // Also stores the paths of shortcuts (Ch), within `max_bytes`; no effect on labels and customisable hierarchies.
  void store_paths(size_t max_bytes) {
    if (!labelled() && !customisable()) ch_.store_paths(max_bytes);
  }
  size_t memory_bytes() const;
  const ChBuildTimes& times() const { return times_; }

  // Finds a path from workspace.ch.starts to workspace.ch.goals (ranks), cheaper than `bound`, and writes it to
  // workspace.ch.route; with Answer::kCost only its cost. `start` and `goal` are the cells that are linked to these
  // nodes. Reads hub labels if there are any, else searches.
  void route(Cell start, Cell goal, const PlanOptions& options, Cost bound, uint8_t level, Workspace& workspace,
             PlanStats& stats, Trace* trace) const;

 private:
  template <class ToGoal, class ToStart, class Observer>
  void route_with(const ToGoal& to_goal, const ToStart& to_start, const ChQueryOptions& options, Workspace& workspace,
                  PlanStats& stats, Observer observer) const;

  Ch ch_;
  Cch cch_;
  PackedLabels labels_;
  std::vector<CellId> cells_;    // by rank: its cell
  std::vector<uint16_t> x_, y_;  // coordinates of the cells, by rank
  DistanceBound bound_;
  bool links_are_distances_ = false;
  size_t edges_ = 0;
  std::vector<uint32_t> part_;  // by rank: the connected component
  Cost limit_ = 0;              // paths of this cost and more are not found
  ChBuildTimes times_;
};

}  // namespace strata
