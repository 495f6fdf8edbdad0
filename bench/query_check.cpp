#include "bench/query_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/query_run.hpp"
#include "core/search/path.hpp"
#include "core/search/turns.hpp"

namespace strata::bench {
namespace {

// Returns why the first moves of a planner are wrong; nothing if they are the beginning of its complete path.
std::optional<std::string> first_moves_fault(const World& world, const Planner& planner, const PlanQuery& query,
                                             const PlanResult& first, uint32_t moves, Workspace& workspace) {
  PlanResult whole;
  plan(world, planner, query, {.smooth = false}, workspace, whole);
  if (!whole.found()) return "the whole path is not found";
  if (first.cost != whole.raw_cost)
    return fmt::format("cost {}, but the whole path costs {}", first.cost, whole.raw_cost);
  if (first.path.size() <= moves) return fmt::format("{} cells for {} moves", first.path.size(), moves);
  if (first.path.size() > whole.path.size() || !std::equal(first.path.begin(), first.path.end(), whole.path.begin())) {
    return "not the beginning of the whole path";
  }
  if (!path_cost(world.moves(), first.path)) return "an illegal step";
  return std::nullopt;
}

// Returns why an answer by cells, or by the points of an any-angle path, is wrong; nothing if it is correct.
std::optional<std::string> cells_fault(const World& world, const Planner& planner, const ReferenceQuery& reference,
                                       const PlanResult& result, const QueryOptions& options, Workspace& workspace) {
  const PlanQuery& query = reference.query;
  const MoveGrid& moves = world.moves();
  // An any-angle path may be cheaper than paths from cell to cell.
  if (planner.any_angle) return any_angle_fault(world, planner, query, result);
  auto fault = result.complete ? path_fault(moves, result.path, query.start, query.goal, result.cost)
                               : first_moves_fault(world, planner, query, result, options.first_moves, workspace);
  if (!fault && result.cost < reference.cost) fault = "cheaper than the optimum";
  return fault;
}

// Returns why an answer by turning points, or by its cost, is not the answer by cells, which is checked step by step.
std::optional<std::string> short_answer_fault(const World& world, const PlanResult& result, const PlanResult& cells,
                                              Answer answer) {
  if (result.cost != cells.cost) return fmt::format("cost {}, but {} with cells", result.cost, cells.cost);
  if (!result.path.empty()) return "it holds cells, which were not asked for";
  if (answer == Answer::kCost) {
    return result.turns.empty() && result.points.empty() ? std::nullopt : std::optional("it holds more than the cost");
  }
  if (!std::ranges::equal(result.points, cells.points)) return "other points than with cells";
  if (!std::ranges::equal(walk_cells(result.turns, result.links_at, world.moves().width()), cells.path)) {
    return "its turning points lead over other cells than the path of cells";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> answer_fault(const World& world, const Planner& planner, const ReferenceQuery& reference,
                                        const PlanResult& result, const QueryOptions& options,
                                        const PlanOptions& plan_options, Workspace& workspace) {
  if (options.answer == Answer::kCells) return cells_fault(world, planner, reference, result, options, workspace);
  PlanOptions by_cells = plan_options;
  by_cells.answer = Answer::kCells;
  PlanResult cells;
  plan(world, planner, reference.query, by_cells, workspace, cells);
  if (auto fault = cells_fault(world, planner, reference, cells, options, workspace)) return fault;
  return short_answer_fault(world, result, cells, options.answer);
}

}  // namespace strata::bench
