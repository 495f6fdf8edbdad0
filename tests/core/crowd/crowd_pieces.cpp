// A tick of a crowd that plans by searches is done in pieces, and may be cut short between them.
#include <doctest/doctest.h>

#include <vector>

#include "core/crowd/scoped_plan_stop.hpp"
#include "tests/crowd_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

GridCrowdMember wanderer(CrowdTask task) {
  return {.at = kNoCell, .goal = kNoCell, .agent = {}, .task = task, .pace = GridCrowd::pace(6), .group = 0};
}

// Where all agents are, where they go, and how they are.
std::vector<uint32_t> state_of(const GridCrowd& crowd) {
  std::vector<uint32_t> state;
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    state.insert(state.end(), {crowd.cell(i), crowd.goal(i), static_cast<uint32_t>(crowd.status(i))});
    for (const CellId cell : crowd.path_left(i)) state.push_back(cell);
  }
  return state;
}

}  // namespace

TEST_CASE("crowd: a tick that is planned in pieces is the same tick") {
  for (const CrowdMethod method : {CrowdMethod::kAstar, CrowdMethod::kHpa, CrowdMethod::kTables}) {
    for (const CrowdTask task : {CrowdTask::kWander, CrowdTask::kEvacuate}) {
      CAPTURE(static_cast<int>(method));
      CAPTURE(static_cast<int>(task));
      CrowdTestWorld field(40);
      GridCrowd whole(40, 40, {.method = method, .threads = 1}), pieces(40, 40, {.method = method, .threads = 1});
      int asked = 0;
      for (GridCrowd* crowd : {&whole, &pieces}) {
        crowd->set_exits({field.moves().id({1, 1}), field.moves().id({38, 38})});
        REQUIRE(crowd->add_random(batch_map(field), wanderer(task), GridCrowd::pace(9), 300) == 300);
      }
      for (int tick = 0; tick < 60; ++tick) {
        field.tick(whole);
        const ScopedPlanStop pauses([&] { return ++asked > 0; });
        field.tick(pieces);
        REQUIRE(state_of(whole) == state_of(pieces));
      }
      CHECK((asked > 0) == (method != CrowdMethod::kTables));
    }
  }
}

TEST_CASE("crowd: agents for whom a tick has no more time are planned in later ticks, and none is forgotten") {
  CrowdTestWorld field(40);
  GridCrowd crowd(40, 40, {.method = CrowdMethod::kAstar, .threads = 1});
  REQUIRE(crowd.add_random(batch_map(field), wanderer(CrowdTask::kOwn), GridCrowd::pace(6), 300) == 300);
  {
    const ScopedPlanStop pauses([] { return false; });
    field.tick(crowd);
    CHECK(crowd.queued() == 300 - 64);
    CHECK(crowd.count(CrowdStatus::kPlanning) == 300 - 64);
    field.tick(crowd);
    CHECK(crowd.queued() == 300 - 2 * 64);
  }
  field.tick(crowd, 900);
  CHECK(crowd.queued() == 0);
  CHECK(crowd.count(CrowdStatus::kArrived) == 300);
}
