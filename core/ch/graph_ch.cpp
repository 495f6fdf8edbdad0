#include "core/ch/graph_ch.hpp"

#include <algorithm>

#include "core/base/enum_names.hpp"
#include "core/base/stopwatch.hpp"
#include "core/ch/cch_search.hpp"
#include "core/ch/contraction.hpp"
#include "core/ch/dissection.hpp"
#include "core/ch/label_search.hpp"
#include "core/ch/nested_order.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

// The limit of witness searches on graphs with more nodes: a few superfluous shortcuts cost less than proving that
// each is superfluous.
constexpr uint32_t kExactNodes = 20'000;
constexpr uint32_t kWitnessSettled = 500;

// METIS works in one thread and cannot be interrupted. Its orders have somewhat lower elimination trees on mazes, which
// keeps hub labels small, so that customisable hierarchies take it as long as they may.
constexpr uint32_t kMetisNodes = 1u << 16, kMetisCustomisableNodes = kMaxMetisNodes;

std::vector<uint32_t> nested_order_of(const ChInput& input, bool pruned, const JobControl* control) {
  if (input.graph.node_count() <= (pruned ? kMetisNodes : kMetisCustomisableNodes)) return nested_order(input.graph);
  std::vector<Cell> places;
  places.reserve(input.cells.size());
  const auto width = static_cast<CellId>(input.map_width);
  for (const CellId cell : input.cells) {
    places.push_back({static_cast<int>(cell % width), static_cast<int>(cell / width)});
  }
  return dissection_order(input.graph, places, control);
}

// Builds with nested dissection: sets `cch` to all arcs, `ch` (unless null) to the arcs of perfect customisation, and
// `labels` (unless null) to the labels of `cch`. Returns false if cancelled.
bool build_nested(const ChInput& input, Cch& cch, Ch* ch, PackedLabels* labels, size_t label_bytes,
                  size_t full_label_bytes, ChBuildTimes& times, JobControl* control) {
  const CsrGraph& graph = input.graph;
  uint64_t step = 0;
  if (control != nullptr) control->set_total(ch == nullptr && labels == nullptr ? 3 : 4);
  // Runs and times one step. Returns false if the build was cancelled.
  const auto run = [&](double& ms, auto part) {
    const Stopwatch watch;
    part();
    ms = watch.micros() / 1000;
    if (control == nullptr) return true;
    control->set_done(++step);
    return !control->cancelled();
  };
  std::vector<uint32_t> order;
  if (!run(times.order_ms, [&] { order = nested_order_of(input, ch != nullptr, control); })) return false;
  if (!run(times.topology_ms, [&] { cch.build(graph, std::move(order), control); })) return false;
  if (!run(times.customise_ms, [&] { cch.customise(graph, control); })) return false;
  if (labels != nullptr) {
    return run(times.labels_ms, [&] { labels->build(cch, control, label_bytes, full_label_bytes); });
  }
  return ch == nullptr || run(times.prune_ms, [&] { *ch = cch.hierarchy(control); });
}

struct DistanceToGoal {
  const uint16_t* x;
  const uint16_t* y;
  DistanceBound bound;
  Cell goal;
  Cost operator()(uint32_t rank) const { return bound(x[rank] - goal.x, y[rank] - goal.y); }
};

}  // namespace

std::string_view ch_order_name(ChOrder order) { return kChOrderNames[static_cast<size_t>(order)]; }

std::optional<ChOrder> ch_order_named(std::string_view name) { return enum_named(kChOrders, ch_order_name, name); }

std::optional<GraphCh> GraphCh::build(const ChInput& input, ChOrder order, size_t label_bytes, JobControl* control,
                                      size_t full_label_bytes) {
  const uint32_t nodes = input.graph.node_count();
  if (nodes > max_ch_nodes(order)) throw TooManyNodesError(nodes, max_ch_nodes(order));
  GraphCh result;
  if (order == ChOrder::kCustomisable) {
    PackedLabels* const labels = label_bytes > 0 ? &result.labels_ : nullptr;
    if (!build_nested(input, result.cch_, nullptr, labels, label_bytes, full_label_bytes, result.times_, control)) {
      return std::nullopt;
    }
    if (labels != nullptr) result.cch_ = {};  // the labels have all that queries need
  } else if (order == ChOrder::kNested) {
    Cch cch;
    if (!build_nested(input, cch, &result.ch_, nullptr, 0, 0, result.times_, control)) return std::nullopt;
  } else {
    ContractionOptions options;
    options.coefficients = order == ChOrder::kSmall ? kChSmall : kChLarge;
    if (order == ChOrder::kOwn) options.order = input.order;
    if (input.graph.node_count() > kExactNodes) options.witness_settled = kWitnessSettled;
    std::optional<Ch> ch = contract(input.graph, options, control);
    if (!ch) return std::nullopt;
    result.ch_ = std::move(*ch);
  }
  result.bound_ = input.bound;
  result.links_are_distances_ = input.links_are_distances;
  result.edges_ = input.graph.edge_count() / 2;
  const uint32_t count = input.graph.node_count();
  result.cells_.resize(count);
  result.x_.resize(count);
  result.y_.resize(count);
  const auto width = static_cast<CellId>(input.map_width);
  for (uint32_t rank = 0; rank < count; ++rank) {
    const CellId cell = input.cells[result.node(rank)];
    result.cells_[rank] = cell;
    result.x_[rank] = static_cast<uint16_t>(cell % width);
    result.y_[rank] = static_cast<uint16_t>(cell / width);
  }
  // Computes the connected components of the graph by flood fill.
  result.part_.assign(count, kNoRank);
  std::vector<uint32_t> open;
  for (uint32_t node = 0; node < count; ++node) {
    if (result.part_[result.rank(node)] != kNoRank) continue;
    result.part_[result.rank(node)] = node;
    open.assign(1, node);
    while (!open.empty()) {
      const uint32_t from = open.back();
      open.pop_back();
      for (const uint32_t to : input.graph.targets_of(from)) {
        if (result.part_[result.rank(to)] != kNoRank) continue;
        result.part_[result.rank(to)] = node;
        open.push_back(to);
      }
    }
  }
  // Costs below this limit are exact: contraction caps the weights of shortcuts at it, customisation drops such arcs.
  const bool nested = order == ChOrder::kNested || order == ChOrder::kCustomisable;
  result.limit_ = nested ? Cch::kNone : kContractedLimit;
  return result;
}

bool GraphCh::too_far(const Workspace& workspace, Cost bound) const {
  const ChWorkspace& ch = workspace.ch;
  if (ch.route.found() || bound != kInfinite || ch.starts.empty() || ch.goals.empty()) return false;
  return connected(ch.starts.front().node, ch.goals.front().node);
}

template <class ToGoal, class ToStart, class Observer>
void GraphCh::route_with(const ToGoal& to_goal, const ToStart& to_start, const ChQueryOptions& options,
                         Workspace& workspace, PlanStats& stats, Observer observer) const {
  const auto names = [this](uint32_t rank) { return cells_[rank]; };
  if (customisable()) {
    cch_route(cch_, workspace.ch.starts, workspace.ch.goals, to_goal, to_start, names, options, workspace.ch, stats,
              workspace.ch.route, observer);
    return;
  }
  ch_route(ch_, ch_.node_count(), workspace.ch.starts, workspace.ch.goals, to_goal, to_start, names, options,
           workspace.ch, stats, workspace.ch.route, observer);
}

void GraphCh::route(Cell start, Cell goal, const PlanOptions& options, Cost bound, uint8_t level, Workspace& workspace,
                    PlanStats& stats, Trace* trace) const {
  const ChQueryOptions own{.stall = options.stall,
                           .bound = std::min(bound, limit_),
                           .level = level,
                           .links_are_distances = links_are_distances_,
                           .unpack = options.answer != Answer::kCost};
  const auto with_observer = [&](auto observer) {
    if (labelled()) {
      const auto names = [this](uint32_t rank) { return cells_[rank]; };
      label_route(labels_, workspace.ch.starts, workspace.ch.goals, names, own, workspace, stats, observer);
      for (const uint32_t rank : workspace.ch.route.nodes) {  // the path is written next
        __builtin_prefetch(&cells_[rank]);
        __builtin_prefetch(&x_[rank]);
        __builtin_prefetch(&y_[rank]);
      }
    } else if (options.potentials && bound_.straight > 0) {
      route_with(DistanceToGoal{x_.data(), y_.data(), bound_, goal},
                 DistanceToGoal{x_.data(), y_.data(), bound_, start}, own, workspace, stats, observer);
    } else {
      route_with(NoPotential{}, NoPotential{}, own, workspace, stats, observer);
    }
  };
  if (trace == nullptr) {
    with_observer(NoObserver{});
  } else {
    with_observer(TraceObserver{trace});
  }
}

size_t GraphCh::memory_bytes() const {
  return ch_.memory_bytes() + cch_.memory_bytes() + labels_.memory_bytes() + cells_.capacity() * sizeof(CellId) +
         (x_.capacity() + y_.capacity()) * sizeof(uint16_t) + part_.capacity() * sizeof(uint32_t);
}

}  // namespace strata
