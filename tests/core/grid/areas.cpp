// Connected areas: two cells are joined exactly where a search finds a way.
#include <doctest/doctest.h>

#include <vector>

#include "core/base/rng.hpp"
#include "core/grid/areas.hpp"
#include "core/grid/clearance.hpp"
#include "core/world/scenes.hpp"

using namespace strata;

namespace {

std::vector<uint32_t> flooded(const MoveGrid& moves) {
  std::vector<uint32_t> area(moves.cell_count(), 0);
  uint32_t areas = 0;
  std::vector<CellId> stack;
  for (CellId begin = 0; begin < moves.cell_count(); ++begin) {
    if (!moves.passable(begin) || area[begin] != 0) continue;
    area[begin] = ++areas;
    stack.assign(1, begin);
    while (!stack.empty()) {
      const CellId id = stack.back();
      stack.pop_back();
      for (int d = 0; d < kDirections; ++d) {
        if ((moves.moves(id) >> d & 1) == 0) continue;
        const CellId next = moves.neighbour(id, d);
        if (area[next] != 0) continue;
        area[next] = areas;
        stack.push_back(next);
      }
    }
  }
  return area;
}

}  // namespace

TEST_CASE("areas join the cells that a flood reaches, under every profile and for large agents") {
  Rng rng(11);
  for (int kind = 0; kind < kSceneKinds; ++kind) {
    for (int round = 0; round < 6; ++round) {
      const GridMap map = generate({static_cast<SceneKind>(kind), 30 + static_cast<int>(rng.below(30)),
                                    20 + static_cast<int>(rng.below(30)), rng.below(1000) + 1, 0});
      Rules rules{.profile = static_cast<Profile>(round % kProfiles), .agent_size = 1 + round % 3};
      Clearance clearance;
      clearance.build(map, rules.capability);
      MoveGrid moves;
      moves.build(map, rules, &clearance);
      const std::vector<uint32_t> area = flooded(moves);
      ConnectedAreas areas;
      REQUIRE(areas.find(moves));
      for (CellId a = 0; a < moves.cell_count(); a += 1 + rng.below(7)) {
        const CellId b = rng.below(moves.cell_count());
        CHECK(areas.joined(a, b) == (area[a] != 0 && area[a] == area[b]));
      }
    }
  }
}

TEST_CASE("a search for areas that is cancelled says so") {
  const GridMap map = generate({SceneKind::kForest, 40, 40, 1, 0});
  MoveGrid moves;
  moves.build(map, {});
  JobControl control;
  control.cancel();
  ConnectedAreas areas;
  CHECK_FALSE(areas.find(moves, &control));
}
