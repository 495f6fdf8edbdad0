// Purpose: These helpers of tests of crowds in a world provide an empty map with two kinds of agents, and members
//          of a crowd.
#pragma once

#include "core/crowd/crowd.hpp"
#include "core/world/map_tables.hpp"
#include "core/world/scenes.hpp"
#include "core/world/world_batch.hpp"
#include "tests/support.hpp"

namespace strata::test {

inline const Agent kLarge{2, Capability::walker()};

// A world with an empty map and a second kind of agents, of 2 x 2 cells.
struct CrowdTestWorld : World {
  explicit CrowdTestWorld(int side = 24) : World(GridMap(side, side, '.'), {}, {.cluster_size = 8}) {
    set<MapTables>(AgentTablesOptions{.kinds = {kLarge}});
    finish_updates();
  }
  void tick(GridCrowd& crowd, int times = 1) {
    for (int i = 0; i < times; ++i) crowd.tick(batch_map(*this));
  }
  void paint(GridCrowd& crowd, Cell from, Cell to, char letter) {
    const EditReport report = apply(rectangle(map(), from, to, true, letter));
    finish_updates();
    crowd.map_changed(batch_map(*this), report.dirty, true);
    crowd.replan_affected(batch_map(*this));
  }
};

inline GridCrowdMember member(const World& world, Cell at, Cell goal, const Agent& agent = {}) {
  return {.at = world.moves().id(at),
          .goal = world.moves().id(goal),
          .agent = agent,
          .task = CrowdTask::kOwn,
          .pace = GridCrowd::pace(6),
          .group = 0};
}

}  // namespace strata::test
