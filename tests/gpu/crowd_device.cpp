// A crowd on a device, emulated on the host, against one in the threads of the processor.
#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "gpu/batch_device.hpp"
#include "gpu/crowd.hpp"
#include "gpu/device_emulated.hpp"
#include "gpu/world_batch.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

std::unique_ptr<BatchEngine> emulated(const EmulatedDeviceOptions& options = {}) {
  std::unique_ptr<Device> device;
  const DeviceStatus status = open_emulated_device(options, device);
  REQUIRE(status.ok());
  return make_device_engine(std::move(device));
}

void check_same(const Crowd& a, const Crowd& b) {
  REQUIRE(a.count() == b.count());
  REQUIRE(a.counts() == b.counts());
  CHECK(a.totals().arrivals == b.totals().arrivals);
  CHECK(a.totals().travel_ticks == b.totals().travel_ticks);
  CHECK(a.totals().waited == b.totals().waited);
  CHECK(a.totals().entered == b.totals().entered);
  for (uint32_t i = 0; i < a.count(); ++i) {
    CAPTURE(i);
    REQUIRE(a.status(i) == b.status(i));
    REQUIRE(a.cell(i) == b.cell(i));
    REQUIRE(a.next(i) == b.next(i));
    REQUIRE(a.goal(i) == b.goal(i));
    REQUIRE(a.along(i, 0) == b.along(i, 0));
    REQUIRE(a.waited(i) == b.waited(i));
    REQUIRE(a.replans(i) == b.replans(i));
    const auto left = a.path_left(i), other = b.path_left(i);
    REQUIRE(std::equal(left.begin(), left.end(), other.begin(), other.end()));
  }
  CHECK(std::equal(a.visits().begin(), a.visits().end(), b.visits().begin()));
  CHECK(std::equal(a.waits().begin(), a.waits().end(), b.waits().begin()));
  CHECK(std::equal(a.occupied().begin(), a.occupied().end(), b.occupied().begin()));
  for (CellId cell = 0; cell < a.visits().size(); ++cell) {
    REQUIRE(a.flow_x(cell) == b.flow_x(cell));
    REQUIRE(a.flow_y(cell) == b.flow_y(cell));
  }
}

struct Setting {
  CrowdTask task = CrowdTask::kWander;
  bool holding = false;
  BatchMethod method = BatchMethod::kTables;
};

// A world with two kinds of agents, and a crowd of both.
struct TwoKinds : World {
  explicit TwoKinds(uint64_t seed) : World(random_rooms(56, 48, 8, seed), {}, {.cluster_size = 8}) {
    set<MapTables>(AgentTablesOptions{.kinds = {Agent{}, Agent{2, Capability::walker()}}});
    settle();
  }
};

// The first cell from there on where a large agent can stand.
CellId open_cell(const World& world, Cell from) {
  CellId cell = world.moves().id(from);
  while (!can_stand(world.map(), {.agent_size = 2}, world.moves().cell(cell))) ++cell;
  return cell;
}

void fill(Crowd& crowd, const World& world, CrowdTask task) {
  CrowdMember member;
  member.task = task;
  member.pace = Crowd::pace(6);
  member.group = Crowd::kAnyGroup;
  crowd.set_exits({open_cell(world, {3, 3}), open_cell(world, {40, 40})});
  crowd.set_goal(open_cell(world, {20, 20}));
  crowd.add_random(batch_map(world), member, Crowd::pace(30), 120);
  member.agent.size = 2;
  crowd.add_random(batch_map(world), member, Crowd::pace(20), 20);
}

}  // namespace

TEST_CASE("a crowd on a device does what one in the threads of the processor does, tick by tick and through edits") {
  const Setting settings[] = {{CrowdTask::kWander, false, BatchMethod::kTables},
                              {CrowdTask::kWander, true, BatchMethod::kTables},
                              {CrowdTask::kEvacuate, true, BatchMethod::kTables},
                              {CrowdTask::kGoal, true, BatchMethod::kHpa},
                              {CrowdTask::kOwn, false, BatchMethod::kAstar}};
  uint64_t seed = 70;
  for (const Setting& setting : settings) {
    CAPTURE(seed);
    TwoKinds world(seed);
    const CrowdOptions options{.seed = seed++, .holding = setting.holding, .method = setting.method};
    Crowd here(world.map().width(), world.map().height(), options);
    Crowd there(world.map().width(), world.map().height(), options);
    there.set_engine(emulated());
    fill(here, world, setting.task);
    fill(there, world, setting.task);
    REQUIRE(here.count() > 60);
    Rng rng(seed);
    for (int tick = 0; tick < 160; ++tick) {
      here.tick(batch_map(world));
      there.tick(batch_map(world));
      if (tick % 20 == 19) {
        const EditReport report = world.apply(random_edit(world.map(), 8, rng));
        world.settle();
        if (!report.dirty.empty()) {
          here.map_changed(batch_map(world), report.dirty, true);
          there.map_changed(batch_map(world), report.dirty, true);
        }
      }
      if (tick % 10 == 9) check_same(here, there);
    }
    CHECK(here.totals().entered > 1000);
    CHECK(there.note().empty());
    CHECK(there.engine()->backend() == BatchBackend::kCuda);
  }
}

TEST_CASE("a device that is lost while a crowd walks leaves it where it is, and the processor goes on") {
  for (const uint64_t after : {5, 40, 200, 333, 1000, 2500}) {
    CAPTURE(after);
    TwoKinds world(90);
    const CrowdOptions options{.seed = 4, .holding = true};
    Crowd here(world.map().width(), world.map().height(), options);
    Crowd there(world.map().width(), world.map().height(), options);
    there.set_engine(emulated({.fault = {DeviceFailure::kLost, after}}));
    fill(here, world, CrowdTask::kWander);
    fill(there, world, CrowdTask::kWander);
    for (int tick = 0; tick < 80; ++tick) {
      here.tick(batch_map(world));
      there.tick(batch_map(world));
    }
    check_same(here, there);
    CHECK(there.engine()->backend() == BatchBackend::kCpu);
    CHECK(there.note().find("The processor works instead") != std::string::npos);
  }
}

TEST_CASE("a crowd whose device has too little memory goes on with the processor") {
  TwoKinds world(91);
  const CrowdOptions options{.seed = 4};
  Crowd here(world.map().width(), world.map().height(), options);
  fill(here, world, CrowdTask::kWander);
  for (int tick = 0; tick < 30; ++tick) here.tick(batch_map(world));
  bool failed = false, worked = false;
  for (uint64_t after = 1; after < 90; after += 7) {
    CAPTURE(after);
    Crowd there(world.map().width(), world.map().height(), options);
    there.set_engine(emulated({.fault = {DeviceFailure::kOutOfMemory, after}}));
    fill(there, world, CrowdTask::kWander);
    for (int tick = 0; tick < 30; ++tick) there.tick(batch_map(world));
    check_same(here, there);
    (there.note().empty() ? worked : failed) = true;
  }
  CHECK(failed);
  CHECK(worked);
}

}  // namespace strata::test
