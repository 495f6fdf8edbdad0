// When the agents of a crowd are planned, and by whom.
#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/crowd/crowd_ground.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("no more agents are planned in a tick than are allowed, the oldest first") {
  CrowdGround ground(GridMap(40, 40));
  GridCrowd crowd(40, 40, {.plans_per_tick = 10, .threads = 1});
  crowd.add_random(ground.batch(), walker(0, 0), GridCrowd::pace(20), 35);
  for (uint32_t tick = 1; tick <= 4; ++tick) {
    crowd.tick(ground.batch());
    CHECK(crowd.times().planned == (tick < 4 ? 10 : 5));
    for (uint32_t i = 0; i < crowd.count(); ++i) CHECK((crowd.status(i) == CrowdStatus::kPlanning) == (i >= 10 * tick));
  }
  CHECK(crowd.queued() == 0);
}

TEST_CASE("a goal that is moved is followed, and other rules are taken over") {
  CrowdGround ground(random_rooms(40, 40, 9, 2));
  GridCrowd crowd(40, 40, {.threads = 1});
  GridCrowdMember member = walker(0, 0, 40);
  member.task = CrowdTask::kGoal;
  crowd.add_random(ground.batch(), member, member.pace, 40);
  crowd.tick(ground.batch());
  CHECK(crowd.count(CrowdStatus::kBlockedEnd) == 40);  // there is no goal yet
  CellId goal = 0, other = ground.map.cell_count() - 1;
  while (!ground.moves().passable(goal)) ++goal;
  while (!ground.moves().passable(other)) --other;
  crowd.set_goal(goal);
  for (int tick = 0; tick < 20; ++tick) crowd.tick(ground.batch());
  crowd.set_goal(other);
  CrowdGround heavier(ground.map, {Agent{}}, {.profile = Profile::kFour});
  crowd.rules_changed(heavier.batch());
  MovementChecker watch(crowd);
  for (int tick = 0; tick < 1500; ++tick) crowd.tick(heavier.batch());
  const std::vector<Cost> costs = plain_dijkstra(ground.map, heavier.kinds[0]->rules, ground.map.cell(other));
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    CHECK(crowd.status(i) == (costs[crowd.cell(i)] == kInfinite ? CrowdStatus::kCutOff : CrowdStatus::kArrived));
  }
}

namespace {

// A device that answers a few times and is then lost.
class LostDevice : public BatchEngine {
 public:
  explicit LostDevice(int calls) : calls_(calls), engine_(make_cpu_engine(1)) {}
  Status plan(const BatchMap& map, const AgentBatch& batch, const BatchOptions& options, BatchResult& result) override {
    if (calls_-- <= 0) return error_at("", "the device is lost");
    return engine_->plan(map, batch, options, result);
  }
  BatchBackend backend() const override { return BatchBackend::kCuda; }
  std::string device() const override { return "Testdevice"; }
  size_t memory_bytes() const override { return 0; }

 private:
  int calls_;
  std::unique_ptr<BatchEngine> engine_;
};

}  // namespace

TEST_CASE("a device that is lost is replaced by the processor, and the crowd goes on as if nothing had happened") {
  const auto run = [](std::unique_ptr<BatchEngine> engine, std::string* note) {
    CrowdGround ground(random_rooms(50, 40, 8, 3));
    GridCrowd crowd(50, 40, {.seed = 2, .plans_per_tick = 30, .threads = 1});
    if (engine) crowd.set_engine(std::move(engine));
    GridCrowdMember member = walker(0, 0);
    member.task = CrowdTask::kWander;
    crowd.add_random(ground.batch(), member, member.pace, 100);
    for (int tick = 0; tick < 300; ++tick) crowd.tick(ground.batch());
    if (note != nullptr) *note = crowd.note();
    CHECK(crowd.engine()->backend() == BatchBackend::kCpu);
    return all_of(crowd);
  };
  std::string note;
  const std::string plain = run(nullptr, &note);
  CHECK(note.empty());
  CHECK(run(std::make_unique<LostDevice>(2), &note) == plain);
  CHECK(note.find("Testdevice") != std::string::npos);
  CHECK(note.find("the device is lost") != std::string::npos);
}

TEST_CASE("the note about a device that is lost stays when links between cells come and go") {
  CrowdGround ground(GridMap(90, 70));
  GridCrowd crowd(90, 70, {.seed = 2, .threads = 1});
  crowd.set_engine(std::make_unique<LostDevice>(0));
  crowd.add_random(ground.batch(), walker(0, 0), GridCrowd::pace(20), 10);
  crowd.tick(ground.batch());
  const std::string lost(crowd.note());
  CHECK(lost.find("the device is lost") != std::string::npos);
  crowd.map_changed(ground.batch(), ground.edit(links_everywhere(ground.map)), true);
  crowd.tick(ground.batch());
  const std::string refused(crowd.note());
  CHECK(refused.find("too many ends") != std::string::npos);
  crowd.set_method(CrowdMethod::kAstar);  // follows all links
  crowd.tick(ground.batch());
  CHECK(crowd.note() == lost);
  crowd.set_method(CrowdMethod::kTables);
  crowd.tick(ground.batch());
  CHECK(crowd.note() == refused);
  crowd.map_changed(ground.batch(), ground.edit(without_links(ground.map, 8)), true);
  crowd.tick(ground.batch());
  CHECK(crowd.note() == lost);
}

TEST_CASE("while tables are being rebuilt agents finish their step and wait") {
  CrowdGround ground(GridMap(40, 20));
  GridCrowd crowd(40, 20, {.threads = 1});
  REQUIRE(crowd.add(ground.batch(), walker(ground.map.id({1, 5}), ground.map.id({35, 5}))));
  for (int tick = 0; tick < 7; ++tick) crowd.tick(ground.batch());
  BatchMap unready = ground.batch();
  unready.kinds[0].tables = nullptr;
  const CellId next = crowd.next(0);
  for (int tick = 0; tick < 30; ++tick) crowd.tick(unready);
  CHECK(crowd.cell(0) == next);
  CHECK(crowd.next(0) == next);
  CHECK(crowd.status(0) == CrowdStatus::kWalking);
  CHECK(crowd.waited(0) == 0);
  for (int tick = 0; tick < 300; ++tick) crowd.tick(ground.batch());
  CHECK(crowd.status(0) == CrowdStatus::kArrived);
}
