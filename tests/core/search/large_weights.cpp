// Cells of the largest weight on the largest map: the cost across it times two passes 32 bits.
#include <doctest/doctest.h>

#include "core/search/cell_space.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/jps.hpp"
#include "core/search/weighted_search.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

namespace strata::test {

TEST_CASE("large weights: where sums of costs may pass 32 bits searches find the optimum or say that costs overflow" *
          doctest::skip(kSanitized)) {
  Workspace workspace;
  PlanResult result;
  for (const Profile profile : {Profile::kOctile, Profile::kFour}) {
    GridMap map(GridMap::kMaxSide, GridMap::kMaxSide, '@');
    map.apply({{{0, 3, '.', kMaxCellWeight}}});
    const MoveGrid grid = moves_on(map, {.profile = profile});
    CHECK(grid.uniform());
    CHECK(grid.unit_weight() == kMaxCellWeight);
    const uint64_t across = grid.bound()(grid.width(), grid.height());
    CHECK(across + 4 * grid.max_step() < kInfinite);
    CHECK(2 * across > kInfinite);
    CHECK_FALSE(cost_limit_over_edges(grid, across, kInfinite));
    const PlanQuery query{{0, 0}, {2, 0}};
    plan_on_grid(grid, GridHeuristic::kDistance, query, workspace, result);
    CHECK(result.cost == 2 * 816 * kMaxCellWeight);
    plan_weighted(grid, {.weight = kWeightLimit}, query, workspace, result);
    CHECK(result.status == PlanStatus::kCostOverflow);
    if (profile == Profile::kFour) continue;
    const auto jumps = built<JumpMap>(grid);
    plan_jps(grid, jumps, query, workspace, result);
    CHECK(result.status == PlanStatus::kCostOverflow);
  }
}

TEST_CASE("large weights: the heuristic of a straight line is exact for the largest weight across the largest map") {
  const HeuristicBound line(Heuristic::kEuclid, Profile::kOctile, kMaxCellWeight, kWeightOne);
  // 816 * 255 * 8192 * sqrt(2), rounded down
  CHECK(line.in_64_bits(8192, 8192) == 2410656219u);
  CHECK(line.in_64_bits(3, 4) == 5u * 816 * kMaxCellWeight);
}

}  // namespace strata::test
