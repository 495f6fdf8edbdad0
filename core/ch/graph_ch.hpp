// Purpose: GraphCh is a contraction hierarchy on a graph whose nodes are cells of a map: regions by their centres,
//          transitions, or nodes that a user has drawn. It may be customisable, and it may have hub labels. It is built
//          in the background and searched.
// Source: Sturtevant, Geisberger 2010; orders by nested dissection: Dibbelt, Strasser, Wagner 2014.
// Units: Costs as in core/grid/cost.hpp.
// Errors: The graph must be undirected, weights between 1 and 2^30. Paths of 2^30 - 1 (by priority 2^31 - 1) and more
//         are not found: `too_far` tells whether there is one. Building throws std::bad_alloc where it would take more
//         memory than allowed (Cch, nested_order).
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
#include "core/ch/labels.hpp"
#include "core/search/csr_graph.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

// Order of the nodes by importance.
enum class ChOrder : uint8_t {
  kNested,        // nested dissection; arcs without an equally short replacement are kept
  kLarge,         // by priority, coefficients kChLarge
  kSmall,         // by priority, coefficients kChSmall
  kOwn,           // as given
  kCustomisable,  // nested dissection; all arcs that any weights could need are kept, and searched by sweeps
};
inline constexpr int kChOrders = 5;
inline constexpr std::array<std::string_view, kChOrders> kChOrderNames = {"nested", "large", "small", "own",
                                                                          "customisable"};
std::string_view ch_order_name(ChOrder order);  // "nested", "large", "small", "own", "customisable"
std::optional<ChOrder> ch_order_named(std::string_view name);

// Input of a build: a graph whose nodes are cells of a map of this width.
struct ChInput {
  CsrGraph graph;
  std::vector<CellId> cells;  // by node
  int map_width = 0;
  DistanceBound bound;          // a lower bound of the costs of edges; all 0 where there is none
  std::vector<uint32_t> order;  // kOwn: all nodes, least important first
};

// Times of the parts of a build by nested dissection; 0 for a part that was not needed.
struct ChBuildTimes {
  double order_ms = 0;
  double topology_ms = 0;
  double customise_ms = 0;
  double prune_ms = 0;  // dropping arcs that have an equally short replacement
  double labels_ms = 0;
};

class GraphCh {
 public:
  // Returns nothing if `control` was cancelled (it may be null).
  static std::optional<GraphCh> build(const ChInput& input, ChOrder order, JobControl* control = nullptr) {
    return build(input, order, 0, control);
  }
  // Builds labels of up to `label_bytes` too and throws TooManyBytes if they need more; the order must be customisable.
  // 0: no labels.
  static std::optional<GraphCh> build(const ChInput& input, ChOrder order, size_t label_bytes, JobControl* control);

  bool empty() const { return cells_.empty(); }
  bool customisable() const { return !cch_.empty(); }
  bool labelled() const { return labels_.node_count() > 0; }
  const Ch& ch() const { return ch_; }              // empty if customisable
  const Cch& cch() const { return cch_; }           // empty if not
  const Labels& labels() const { return labels_; }  // empty if there are none
  uint32_t node_count() const { return static_cast<uint32_t>(cells_.size()); }
  size_t arc_count() const { return customisable() ? cch_.arc_count() : ch_.arc_count(); }
  uint32_t rank(uint32_t node) const { return customisable() ? cch_.rank(node) : ch_.rank(node); }
  uint32_t node(uint32_t rank) const { return customisable() ? cch_.node(rank) : ch_.node(rank); }
  size_t edge_count() const { return edges_; }  // undirected edges of the graph
  CellId cell(uint32_t rank) const { return cells_[rank]; }
  std::span<const CellId> cells() const { return cells_; }  // by rank
  bool connected(uint32_t rank_a, uint32_t rank_b) const { return part_[rank_a] == part_[rank_b]; }
  // Whether the last route of a workspace found nothing although there is a path, because that path costs too much.
  bool too_far(const Workspace& workspace, Cost bound) const;
  size_t memory_bytes() const;
  const ChBuildTimes& times() const { return times_; }

  // Finds a path from workspace.ch.starts to workspace.ch.goals (ranks) and writes it to workspace.ch.route. `start`
  // and `goal` are the cells that are linked to them. Only paths that cost less than `bound` are searched for. Uses
  // labels where there are any, else searches.
  void route(Cell start, Cell goal, const PlanOptions& options, Cost bound, uint8_t level, Workspace& workspace,
             PlanStats& stats, Trace* trace) const;

 private:
  template <class ToGoal, class ToStart, class Observer>
  void route_with(const ToGoal& to_goal, const ToStart& to_start, const ChQueryOptions& options, Workspace& workspace,
                  PlanStats& stats, Observer observer) const;

  Ch ch_;
  Cch cch_;
  Labels labels_;
  std::vector<CellId> cells_;    // by rank
  std::vector<uint16_t> x_, y_;  // coordinates of the cells
  DistanceBound bound_;
  size_t edges_ = 0;
  std::vector<uint32_t> part_;  // by rank: the connected component; ranks with equal numbers are joined by a path
  Cost limit_ = 0;              // paths of this cost and more are not found
  ChBuildTimes times_;
};

}  // namespace strata
