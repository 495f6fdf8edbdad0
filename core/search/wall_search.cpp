#include "core/search/wall_search.hpp"

#include <algorithm>

#include "core/base/check.hpp"
#include "core/search/grid_search_code.hpp"
#include "core/search/linked_space.hpp"
#include "core/search/path.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

// The costs that walls add to steps.
class WallCosts {
 public:
  WallCosts(const MoveGrid& grid, const Clearance& clearance, const WallOptions& options)
      : grid_(grid), clearance_(clearance), options_(options) {}

  // Returns the weight that a cell gets in addition, in hundredths of a terrain weight.
  uint32_t added(Cell at) const {
    const int rings = free_rings(clearance_, grid_.rules().agent_size, at, options_.margin);
    return options_.weight * static_cast<uint32_t>(options_.margin - rings);
  }
  // Returns the cost that is added to a step in this direction between cells of these added weights.
  Cost step(int direction, uint32_t from, uint32_t to) const {
    return static_cast<Cost>(uint64_t{grid_.base(direction)} * (from + to) / 200);
  }
  Cost max_step() const {
    const uint32_t most = options_.weight * static_cast<uint32_t>(options_.margin);
    return step(grid_.rules().profile == Profile::kFour ? 0 : 1, most, most);
  }

 private:
  const MoveGrid& grid_;
  const Clearance& clearance_;
  WallOptions options_;
};

// The search space of the cells with these costs. The moves that CellSpace leaves out are useless here as well, because
// the added weights act as terrain weights do: a detour over a further cell costs at least one straight step more, and
// rounding less than three units.
template <bool kUniform>
class WallSpace : public CellSpace<false, kUniform> {
  using Base = CellSpace<false, kUniform>;

 public:
  WallSpace(const MoveGrid& grid, Workspace& workspace, const WallCosts& walls, Cell goal)
      : Base(grid, grid.bounds(), workspace.cells, workspace.queue, grid.bound(), goal), walls_(walls) {}

  template <class Visit>
  void successors(uint32_t id, uint32_t index, Visit&& visit) const {
    const uint32_t here = added(id);
    Base::successors(id, index, [&](uint32_t next, uint32_t next_index, Cost step, uint32_t token) {
      visit(next, next_index, step + walls_.step(static_cast<int>(token), here, added(next)), token);
    });
  }

 private:
  uint32_t added(uint32_t id) const { return walls_.added({Base::x_of(id), Base::y_of(id)}); }

  const WallCosts& walls_;
};

template <class Space, class Observer>
Cost search_beside_walls(const MoveGrid& grid, Space& space, const WallCosts& walls, const PlanQuery& query,
                         Workspace& workspace, PlanResult& result, Observer observer) {
  const uint32_t goal_id = space.id_of(query.goal);
  const auto is_goal = [goal_id](uint32_t id, uint32_t) { return id == goal_id; };
  const EventContext context{Phase::kMain, 0, grid_search_code::kPop, grid_search_code::kGenerate,
                             grid_search_code::kUpdate};
  const uint32_t start = space.begin(query.start);
  result.status = best_first_search(space, start, CellRecords::kStart, cost_limit(grid) - 4 * walls.max_step(), is_goal,
                                    result.stats.of(Phase::kMain), observer, context);
  if (!result.found()) return kInfinite;
  result.path.push_back(grid.id(query.start));
  space.append_path(query.goal, result.path);
  result.cost = result.raw_cost = *path_cost(grid, result.path);
  return workspace.cells.g(grid.id(query.goal));
}

template <bool kUniform, class Observer>
Cost choose_wall_space(const MoveGrid& grid, const WallCosts& walls, const PlanQuery& query, Workspace& workspace,
                       PlanResult& result, Observer observer) {
  if (grid.links() != nullptr) {
    LinkedSpace<WallSpace<kUniform>> space({grid, workspace, walls, query.goal}, grid, grid.bound());
    return search_beside_walls(grid, space, walls, query, workspace, result, observer);
  }
  WallSpace<kUniform> space(grid, workspace, walls, query.goal);
  return search_beside_walls(grid, space, walls, query, workspace, result, observer);
}

template <class Observer>
Cost search_off_walls(const MoveGrid& grid, const Clearance& clearance, const WallOptions& options,
                      const PlanQuery& query, Workspace& workspace, PlanResult& result, Observer observer) {
  STRATA_CHECK(options.valid());
  if (!begin_query(grid, query, clearance.built_for(), result, FollowsLinks::kYes)) return kInfinite;
  if (clearance.capability() != grid.rules().capability) {
    result.clear(PlanStatus::kNoSuchAgent);
    return kInfinite;
  }
  const CellId start = grid.id(query.start), goal = grid.id(query.goal);
  observer.on({EventType::kSource, Phase::kMain, 0, grid_search_code::kInit, start, kNoCell, 0, 0});
  observer.on({EventType::kDestination, Phase::kMain, 0, grid_search_code::kInit, goal, kNoCell, 0, 0});
  const WallCosts walls(grid, clearance, options);
  const Cost cost = grid.uniform() ? choose_wall_space<true>(grid, walls, query, workspace, result, observer)
                                   : choose_wall_space<false>(grid, walls, query, workspace, result, observer);
  if (result.found()) {
    observer.on({EventType::kFound, Phase::kMain, 0, grid_search_code::kDone, goal, kNoCell, cost, 0});
  } else {
    observer.on({EventType::kNoPath, Phase::kMain, 0, grid_search_code::kFail, goal, kNoCell, 0, 0});
  }
  return cost;
}

}  // namespace

Cost plan_off_walls(const MoveGrid& grid, const Clearance& clearance, const WallOptions& options,
                    const PlanQuery& query, Workspace& workspace, PlanResult& result) {
  return search_off_walls(grid, clearance, options, query, workspace, result, NoObserver{});
}

Cost plan_off_walls(const MoveGrid& grid, const Clearance& clearance, const WallOptions& options,
                    const PlanQuery& query, Workspace& workspace, PlanResult& result, Trace& trace) {
  return search_off_walls(grid, clearance, options, query, workspace, result, TraceObserver{&trace});
}

int free_rings(const Clearance& clearance, int agent_size, Cell at, int most) {
  int rings = 0;
  while (rings < most) {
    const int r = rings + 1;
    if (at.x < r || at.y < r || clearance.at(Cell{at.x - r, at.y - r}) < agent_size + 2 * r) break;
    rings = r;
  }
  return rings;
}

Cost off_walls_cost(const MoveGrid& grid, const Clearance& clearance, const WallOptions& options,
                    std::span<const CellId> path) {
  const WallCosts walls(grid, clearance, options);
  uint64_t cost = 0;
  for (size_t i = 1; i < path.size(); ++i) {
    const int direction = grid.direction_between(path[i - 1], path[i]);
    uint64_t step = link_cost(grid, path[i - 1], path[i]);
    if (has_move(grid, path[i - 1], direction)) {
      const Cost added = walls.step(direction, walls.added(grid.cell(path[i - 1])), walls.added(grid.cell(path[i])));
      step = std::min<uint64_t>(step, uint64_t{grid.step_cost(path[i - 1], direction)} + added);
    }
    cost += step;
  }
  return cost < kInfinite ? static_cast<Cost>(cost) : kInfinite;
}

}  // namespace strata
