#include "core/search/weighted_search.hpp"

#include <fmt/format.h>

#include "core/base/check.hpp"
#include "core/search/astar.hpp"
#include "core/search/grid_search_code.hpp"
#include "core/search/linked_space.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

// The memory of queries, stored in the workspace.
struct ExpandedCells {
  StampedSet set;
};

// The search space of the cells with the chosen heuristic. No cell is expanded twice, which with a consistent heuristic
// is true without a check.
template <bool kUniform>
class WeightedSpace : public CellSpace<false, kUniform, OrderedQueue> {
  using Base = CellSpace<false, kUniform, OrderedQueue>;

 public:
  WeightedSpace(const MoveGrid& grid, Workspace& workspace, const HeuristicBound& bound, bool consistent, Cell goal)
      : Base(grid, grid.bounds(), workspace.cells, workspace.ordered, DistanceBound{}, goal),
        bound_(bound),
        goal_(goal),
        opened_(consistent ? nullptr : &workspace.own.of<ExpandedCells>().set) {
    if (opened_ != nullptr) opened_->begin(grid.cell_count());
  }

  Cost h(uint32_t id) const { return bound_(Base::x_of(id) - goal_.x, Base::y_of(id) - goal_.y); }
  template <class Visit>
  void successors(uint32_t id, uint32_t index, Visit&& visit) const {
    if (opened_ == nullptr) return Base::successors(id, index, visit);
    opened_->add(index);
    Base::successors(id, index, [&](uint32_t next, uint32_t next_index, Cost step, uint32_t token) {
      if (!opened_->has(next_index)) visit(next, next_index, step, token);
    });
  }
  bool is_closed(uint32_t index) const { return opened_ != nullptr && opened_->has(index); }

 private:
  HeuristicBound bound_;
  Cell goal_;
  StampedSet* opened_;  // cells that were expanded; null: not needed
};

template <class Space, class Observer>
void search_space(const MoveGrid& grid, Space& space, const HeuristicSettings& heuristic_settings,
                  const HeuristicBound& bound, const PlanQuery& query, Workspace& workspace, PlanResult& result,
                  Observer observer) {
  workspace.ordered.set_tie_breaking(heuristic_settings.ties);
  space.begin_with(0);
  const uint32_t goal_id = space.id_of(query.goal);
  const auto is_goal = [goal_id](uint32_t id, uint32_t) { return id == goal_id; };
  const EventContext context{Phase::kMain, 0, grid_search_code::kPop, grid_search_code::kGenerate,
                             grid_search_code::kUpdate};
  // The largest g with which neither g nor f exceeds 32 bits.
  const uint64_t needed = bound.in_64_bits(grid.width(), grid.height()) + 4 * grid.max_step() + grid.max_link_cost();
  if (needed >= kInfinite) {
    result.status = PlanStatus::kCostOverflow;
    return;
  }
  const auto limit = static_cast<Cost>(kInfinite - 1 - needed);
  result.status = best_first_search(space, space.id_of(query.start), CellRecords::kStart, limit, is_goal,
                                    result.stats.of(Phase::kMain), observer, context);
  if (!result.found()) return;
  result.cost = workspace.cells.g(grid.id(query.goal));
  result.raw_cost = result.cost;
  result.path.push_back(grid.id(query.start));
  space.append_path(query.goal, result.path);
}

template <bool kUniform, class Observer>
void choose_space(const MoveGrid& grid, const HeuristicSettings& heuristic_settings, const PlanQuery& query,
                  Workspace& workspace, PlanResult& result, Observer observer) {
  const HeuristicBound bound(heuristic_settings.heuristic, grid.rules().profile, grid.unit_weight(),
                             heuristic_settings.weight);
  // All admissible heuristics are consistent here.
  const bool consistent = is_admissible(heuristic_settings.heuristic, grid.rules().profile, heuristic_settings.weight);
  using Space = WeightedSpace<kUniform>;
  if (grid.links() != nullptr) {
    LinkedSpace<Space, HeuristicBound> space({grid, workspace, bound, consistent, query.goal}, grid, bound,
                                             LinkDirection::kToGoal, heuristic_settings.weight);
    search_space(grid, space, heuristic_settings, bound, query, workspace, result, observer);
  } else {
    Space space(grid, workspace, bound, consistent, query.goal);
    search_space(grid, space, heuristic_settings, bound, query, workspace, result, observer);
  }
}

template <class Observer>
void search(const MoveGrid& grid, const HeuristicSettings& heuristic_settings, const PlanQuery& query,
            Workspace& workspace, PlanResult& result, Observer observer) {
  STRATA_CHECK(heuristic_settings.weight >= kWeightOne && heuristic_settings.weight <= kWeightLimit);
  result.clear(check_ends(grid, query));
  if (!result.found()) return;
  const CellId start = grid.id(query.start);
  const CellId goal = grid.id(query.goal);
  observer.on({EventType::kSource, Phase::kMain, 0, grid_search_code::kInit, start, kNoCell, 0, 0});
  observer.on({EventType::kDestination, Phase::kMain, 0, grid_search_code::kInit, goal, kNoCell, 0, 0});
  if (grid.uniform()) {
    choose_space<true>(grid, heuristic_settings, query, workspace, result, observer);
  } else {
    choose_space<false>(grid, heuristic_settings, query, workspace, result, observer);
  }
  if (result.found()) {
    observer.on({EventType::kFound, Phase::kMain, 0, grid_search_code::kDone, goal, kNoCell, result.cost, 0});
  } else {
    observer.on({EventType::kNoPath, Phase::kMain, 0, grid_search_code::kFail, goal, kNoCell, 0, 0});
  }
}

}  // namespace

std::string weight_text(int weight) { return fmt::format("{:g}", weight / static_cast<double>(kWeightOne)); }

void plan_weighted(const MoveGrid& grid, const HeuristicSettings& heuristic_settings, const PlanQuery& query,
                   Workspace& workspace, PlanResult& result) {
  search(grid, heuristic_settings, query, workspace, result, NoObserver{});
}

void plan_weighted(const MoveGrid& grid, const HeuristicSettings& heuristic_settings, const PlanQuery& query,
                   Workspace& workspace, PlanResult& result, Trace& trace) {
  search(grid, heuristic_settings, query, workspace, result, TraceObserver{&trace});
}

}  // namespace strata
