// This file implements A* with the heuristic of the landmarks.
#include "core/alt/alt_code.hpp"
#include "core/alt/landmarks.hpp"
#include "core/search/astar.hpp"
#include "core/search/linked_space.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

// Base is the space of the cells, with or without links.
template <class Base>
class LandmarkSpace : public Base {
 public:
  LandmarkSpace(Base base, const LandmarkBound& bound) : Base(std::move(base)), bound_(bound) {}

  // f rises by at most two steps, as with every consistent heuristic.
  uint32_t begin(Cell start) {
    const uint32_t id = Base::id_of(start);
    Base::begin_with(h(id));
    return id;
  }
  Cost h(uint32_t id) const { return std::max(bound_(Base::cell(id)), Base::h(id)); }

 private:
  const LandmarkBound& bound_;
};

}  // namespace

template <class Observer>
struct LandmarkQuery {
  static void plan(const Landmarks& landmarks, const MoveGrid& grid, const PlanQuery& query, Workspace& workspace,
                   PlanResult& result, Observer observer) {
    if (!begin_query(grid, query, landmarks.built_for(), result, FollowsLinks::kYes)) return;
    const CellId start = grid.id(query.start), goal = grid.id(query.goal);
    observer.on({EventType::kSource, Phase::kMain, 0, alt_code::kInit, start, kNoCell, 0, 0});
    observer.on({EventType::kDestination, Phase::kMain, 0, alt_code::kInit, goal, kNoCell, 0, 0});
    const LandmarkBound bound = landmarks.bound_to(goal);
    if (landmarks.separated(start, goal)) {
      result.status = PlanStatus::kNoPath;
    } else if (grid.uniform()) {
      search<true>(grid, query, bound, workspace, result, observer);
    } else {
      search<false>(grid, query, bound, workspace, result, observer);
    }
    if (result.found()) {
      observer.on({EventType::kFound, Phase::kMain, 0, alt_code::kDone, goal, kNoCell, result.cost, 0});
    } else {
      observer.on({EventType::kNoPath, Phase::kMain, 0, alt_code::kFail, goal, kNoCell, 0, 0});
    }
  }

  template <bool kUniform>
  static void search(const MoveGrid& grid, const PlanQuery& query, const LandmarkBound& bound, Workspace& workspace,
                     PlanResult& result, Observer observer) {
    using Space = CellSpace<false, kUniform>;
    Space cells(grid, grid.bounds(), workspace.cells, workspace.queue, grid.bound(), query.goal);
    if (grid.links() == nullptr) {
      search_space(grid, LandmarkSpace<Space>(cells, bound), query, workspace, result, observer);
    } else {
      LandmarkSpace<LinkedSpace<Space>> linked({cells, grid, grid.bound()}, bound);
      search_space(grid, std::move(linked), query, workspace, result, observer);
    }
  }

  template <class Space>
  static void search_space(const MoveGrid& grid, Space space, const PlanQuery& query, Workspace& workspace,
                           PlanResult& result, Observer observer) {
    const EventContext context{Phase::kMain, 0, alt_code::kPop, alt_code::kGenerate, alt_code::kUpdate};
    const uint32_t goal_id = space.id_of(query.goal);
    const auto is_goal = [goal_id](uint32_t id, uint32_t) { return id == goal_id; };
    const uint32_t start_id = space.begin(query.start);
    // Bounds may be as large as kFar, so that the limit of g is smaller than for plain A*.
    const Cost limit =
        std::min(cost_limit(grid), kInfinite - 1 - DistanceRows::kFar - 4 * grid.max_step() - grid.max_link_cost());
    result.status = best_first_search(space, start_id, CellRecords::kStart, limit, is_goal,
                                      result.stats.of(Phase::kMain), observer, context);
    if (!result.found()) return;
    result.cost = workspace.cells.g(grid.id(query.goal));
    result.raw_cost = result.cost;
    result.path.push_back(grid.id(query.start));
    space.append_path(query.goal, result.path);
  }
};

void Landmarks::plan(const MoveGrid& grid, const PlanQuery& query, Workspace& workspace, PlanResult& result,
                     Trace* trace) const {
  with_observer(trace, [&](auto observer) {
    LandmarkQuery<decltype(observer)>::plan(*this, grid, query, workspace, result, observer);
  });
}

}  // namespace strata
