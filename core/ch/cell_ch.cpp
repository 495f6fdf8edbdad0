#include "core/ch/cell_ch.hpp"

#include <algorithm>
#include <utility>

#include "core/ch/cell_graph.hpp"
#include "core/ch/ch_code.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/refinement.hpp"
#include "core/search/trace.hpp"
#include "core/search/turns.hpp"

namespace strata {
namespace {

constexpr size_t kPathBytes = 16;  // limit of the memory of stored paths, per node of the hierarchy

ChInput input_of(const MoveGrid& grid, const CornerMap& corners) {
  ChInput input;
  if (corners.empty()) {
    CellGraph cells = make_cell_graph(grid);
    input.graph = std::move(cells.graph);
    input.cells = std::move(cells.cells);
  } else {
    input.graph = corners.graph(grid);
    input.cells = corners.corners();
    input.links_are_distances = true;
  }
  input.map_width = grid.width();
  if (grid.links() == nullptr) input.bound = grid.bound();  // a link may be cheaper than the distance of its ends
  return input;
}

// Writes the cells of a path with a diagonal and then a straight part, without `from`. Returns the place after the
// last.
CellId* write_line(const MoveGrid& grid, Cell from, Cell to, CellId* out) {
  const DiagonalFirst parts(from, to);
  const auto write = [&](CellId cell, int direction, int steps) {
    const auto stride = static_cast<CellId>(grid.offsets()[static_cast<size_t>(direction)]);
    for (int k = 0; k < steps; ++k) *out++ = cell += stride;
  };
  write(grid.id(from), parts.diagonal_direction, parts.diagonal_steps);
  write(grid.id(parts.turn), parts.straight_direction, parts.straight_steps);
  return out;
}

}  // namespace

ChInput cell_ch_input(const MoveGrid& grid, bool canonical) {
  CornerMap corners;
  if (canonical && CornerMap::possible(grid)) corners.build(grid);
  return input_of(grid, corners);
}

std::optional<CellCh> CellCh::build(const MoveGrid& grid, ChOrder order, bool canonical, size_t label_bytes,
                                    JobControl* control, size_t full_label_bytes) {
  const bool all_cells = !canonical || !CornerMap::possible(grid);
  if (const uint32_t cells = grid.passable_count(); all_cells && cells > max_ch_nodes(order))
    throw TooManyNodesError(cells, max_ch_nodes(order));
  CellCh result;
  if (canonical && CornerMap::possible(grid)) result.corners_.build(grid);
  std::optional<GraphCh> graph =
      GraphCh::build(input_of(grid, result.corners_), order, label_bytes, control, full_label_bytes);
  if (!graph) return std::nullopt;
  result.graph_ = std::move(*graph);
  // A customisable hierarchy over all cells has too many arcs for the few that paths unpack.
  if (!result.corners_.empty() || !result.graph_.customisable()) result.graph_.store_child_arcs();
  result.graph_.store_paths(kPathBytes * size_t{result.graph_.node_count()});
  result.nodes_.assign(grid.cell_count(), kNoRank);
  for (uint32_t rank = 0; rank < result.graph_.node_count(); ++rank) result.nodes_[result.graph_.cell(rank)] = rank;
  result.built_for_ = grid.built_for();
  return result;
}

template <class Observer>
void CellCh::write_path(const MoveGrid& grid, const PlanQuery& query, std::span<const uint32_t> corners, Cost cost,
                        Answer answer, PlanResult& result, Observer observer) const {
  if (answer == Answer::kCost) return;
  result.abstract_path.resize(corners.size());
  std::transform(corners.begin(), corners.end(), result.abstract_path.begin(),
                 [this](uint32_t rank) { return graph_.cell(rank); });
  const auto visit_parts = [&](auto&& visit) {
    Cell at = query.start;
    for (const uint32_t rank : corners) visit(std::exchange(at, graph_.place(rank)), graph_.place(rank));
    visit(at, query.goal);
  };
  if (answer == Answer::kTurns) {
    TurnWriter writer(grid.id(query.start), result.turns, result.links_at);
    visit_parts([&](Cell from, Cell to) { writer.go_diagonal_first(grid, from, to); });
    return;
  }
  const Cost least_step = grid.base(0) * static_cast<Cost>(grid.unit_weight());
  result.path.resize(cost / least_step + 1);
  CellId* end = result.path.data();
  *end++ = grid.id(query.start);
  visit_parts([&](Cell from, Cell to) { end = write_line(grid, from, to, end); });
  result.path.resize(static_cast<size_t>(end - result.path.data()));
  report_steps(grid, result.path, 1, observer, ch_code::kEdge);
}

template <class Observer>
void CellCh::plan_with(const MoveGrid& grid, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                       PlanResult& result, Trace* trace, Observer observer) const {
  const FollowsLinks links = cell_graph_has_links(grid) ? FollowsLinks::kYes : FollowsLinks::kNo;
  if (!begin_query(grid, query, built_for_, result, links)) return;
  const CellId start = grid.id(query.start);
  const CellId goal = grid.id(query.goal);
  const uint8_t level = canonical() ? 1 : 0;
  observer.on({EventType::kSource, Phase::kForward, 0, ch_code::kInit, start, kNoCell, 0, 0});
  observer.on({EventType::kDestination, Phase::kBackward, 0, ch_code::kInit, goal, kNoCell, 0, 0});
  const auto done = [&](Cost cost) {
    result.cost = result.raw_cost = cost;
    if (options.keep_raw_path) result.raw_path = result.path;
    observer.on({EventType::kFound, Phase::kRefine, 0, ch_code::kDone, goal, kNoCell, cost, 0});
  };
  if (canonical() && corners_.sees(grid, query.start, query.goal)) {
    const Cost cost = grid.bound()(query.start, query.goal);
    write_path(grid, query, {}, cost, options.answer, result, observer);
    return done(cost);
  }
  ChWorkspace& memory = workspace.ch;
  memory.starts.clear();
  memory.goals.clear();
  const auto link = [&](CellId cell, Phase phase, std::vector<NodeLink>& ends) {
    if (nodes_[cell] != kNoRank) {
      ends.push_back({nodes_[cell], 0});
      return;
    }
    corners_.visit_seen(grid, cell, [&](CellId corner, Cost cost) {
      ends.push_back({nodes_[corner], cost});
      ++result.stats.of(phase).touched;
      observer.on({EventType::kLink, phase, level, ch_code::kInit, corner, cell, cost, 0});
    });
  };
  link(start, Phase::kInsertStart, memory.starts);
  link(goal, Phase::kInsertGoal, memory.goals);
  graph_.route(query.start, query.goal, options, kInfinite, level, workspace, result.stats, trace);
  if (!memory.route.found()) {
    const bool overflow = graph_.too_far(workspace, kInfinite);
    const PlanStats stats = result.stats;
    result.clear(overflow ? PlanStatus::kCostOverflow : PlanStatus::kNoPath);
    result.stats = stats;
    observer.on({EventType::kNoPath, Phase::kForward, 0, ch_code::kFail, goal, kNoCell, 0, 0});
    return;
  }
  if (canonical()) {
    write_path(grid, query, memory.route.nodes, memory.route.cost, options.answer, result, observer);
  } else {
    result.path.resize(memory.route.nodes.size());
    std::transform(memory.route.nodes.begin(), memory.route.nodes.end(), result.path.begin(),
                   [this](uint32_t rank) { return graph_.cell(rank); });
  }
  done(memory.route.cost);
}

void CellCh::plan(const MoveGrid& grid, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                  PlanResult& result, Trace* trace) const {
  with_observer(trace, [&](auto observer) { plan_with(grid, query, options, workspace, result, trace, observer); });
}

}  // namespace strata
