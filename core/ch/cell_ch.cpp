#include "core/ch/cell_ch.hpp"

#include <algorithm>

#include "core/ch/cell_graph.hpp"
#include "core/ch/ch_code.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/refinement.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

ChInput input_of(const MoveGrid& grid, const CornerMap& corners) {
  ChInput input;
  if (corners.empty()) {
    CellGraph cells = make_cell_graph(grid);
    input.graph = std::move(cells.graph);
    input.cells = std::move(cells.cells);
  } else {
    input.graph = corners.graph(grid);
    input.cells = corners.corners();
  }
  input.map_width = grid.width();
  if (grid.links() == nullptr) input.bound = grid.bound();  // a link may be cheaper than the distance of its ends
  return input;
}

// Appends the cells of a path with a diagonal and then a straight part, without `from`. Returns false, and appends
// nothing, if an obstacle blocks it.
bool walk_straight(const MoveGrid& grid, Cell from, Cell to, std::vector<CellId>& path) {
  const int dx = to.x - from.x;
  const int dy = to.y - from.y;
  const int diagonal = dx < 0 ? (dy < 0 ? 7 : 5) : (dy < 0 ? 1 : 3);
  const int straight = std::abs(dx) > std::abs(dy) ? (dx < 0 ? 6 : 2) : (dy < 0 ? 0 : 4);
  const int shorter = std::min(std::abs(dx), std::abs(dy));
  const int longer = std::max(std::abs(dx), std::abs(dy));
  const size_t begin = path.size();
  const uint8_t* moves = grid.moves().data();
  CellId at = grid.id(from);
  for (int i = 0; i < longer; ++i) {
    const int direction = i < shorter ? diagonal : straight;
    if ((moves[at] >> direction & 1) == 0) {
      path.resize(begin);
      return false;
    }
    at = grid.neighbour(at, direction);
    path.push_back(at);
  }
  return true;
}

}  // namespace

ChInput cell_ch_input(const MoveGrid& grid, bool canonical) {
  CornerMap corners;
  if (canonical && CornerMap::possible(grid)) corners.build(grid);
  return input_of(grid, corners);
}

std::optional<CellCh> CellCh::build(const MoveGrid& grid, ChOrder order, bool canonical, size_t label_bytes,
                                    JobControl* control) {
  const bool all_cells = !canonical || !CornerMap::possible(grid);
  if (all_cells && grid.passable_count() > kMaxChNodes) throw TooManyNodesError(grid.passable_count());
  CellCh result;
  if (canonical && CornerMap::possible(grid)) result.corners_.build(grid);
  std::optional<GraphCh> graph = GraphCh::build(input_of(grid, result.corners_), order, label_bytes, control);
  if (!graph) return std::nullopt;
  result.graph_ = std::move(*graph);
  result.nodes_.assign(grid.cell_count(), kNoRank);
  for (uint32_t rank = 0; rank < result.graph_.node_count(); ++rank) result.nodes_[result.graph_.cell(rank)] = rank;
  result.built_for_ = grid.built_for();
  return result;
}

template <class Observer>
void CellCh::plan_with(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
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
  result.path.assign(1, start);
  if (canonical() && walk_straight(grid, query.start, query.goal, result.path)) {
    report_steps(grid, result.path, 1, observer, ch_code::kEdge);
    return done(grid.bound()(query.start, query.goal));
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
    Cell at = query.start;
    const auto walk_to = [&](Cell to) {
      const size_t begin = result.path.size();
      STRATA_CHECK(walk_straight(grid, at, to, result.path));
      report_steps(grid, result.path, begin, observer, ch_code::kEdge);
      at = to;
    };
    for (const uint32_t rank : memory.route.nodes) {
      result.abstract_path.push_back(graph_.cell(rank));
      walk_to(grid.cell(graph_.cell(rank)));
    }
    walk_to(query.goal);
  } else {
    result.path.clear();
    for (const uint32_t rank : memory.route.nodes) result.path.push_back(graph_.cell(rank));
  }
  done(memory.route.cost);
}

void CellCh::plan(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
                  PlanResult& result, Trace* trace) const {
  with_observer(trace, [&](auto observer) { plan_with(grid, query, options, workspace, result, trace, observer); });
}

}  // namespace strata
