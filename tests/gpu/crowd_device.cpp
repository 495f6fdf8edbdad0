// A crowd on the CUDA device, over the stand-in of its runtime, against one in the threads of the processor.
#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "core/crowd/crowd.hpp"
#include "core/world/map_tables.hpp"
#include "core/world/world_batch.hpp"
#include "gpu/batch_device.hpp"
#include "gpu/cuda_engines.hpp"
#include "gpu/device_emulated.hpp"
#include "tests/forwarding_device.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

std::unique_ptr<BatchEngine> emulated_engine(EmulatedDeviceOptions options = {}) {
  if (kRacesAreSeen) options.late = false;
  std::unique_ptr<Device> device;
  const DeviceStatus status = open_emulated_device(options, device);
  REQUIRE(status.ok());
  return make_device_engine(std::move(device));
}

void check_same(const GridCrowd& a, const GridCrowd& b) {
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

struct CrowdRunSetting {
  CrowdTask task = CrowdTask::kWander;
  bool holding = false;
  CrowdMethod method = CrowdMethod::kTables;
};

// A world with two kinds of agents, and a crowd of both.
struct TwoKindCrowd : World {
  explicit TwoKindCrowd(uint64_t seed) : World(random_rooms(56, 48, 8, seed), {}, {.cluster_size = 8}) {
    set<MapTables>(AgentTablesOptions{.kinds = {Agent{}, Agent{2, Capability::walker()}}});
    finish_updates();
  }
};

// The first cell from there on where a large agent can stand.
CellId open_cell(const World& world, Cell from) {
  CellId cell = world.moves().id(from);
  while (!can_stand(world.map(), {.agent_size = 2}, world.moves().cell(cell))) ++cell;
  return cell;
}

void fill(GridCrowd& crowd, const World& world, CrowdTask task) {
  GridCrowdMember member;
  member.task = task;
  member.pace = GridCrowd::pace(6);
  member.group = GridCrowd::kAnyGroup;
  crowd.set_exits({open_cell(world, {3, 3}), open_cell(world, {40, 40})});
  crowd.set_goal(open_cell(world, {20, 20}));
  crowd.add_random(batch_map(world), member, GridCrowd::pace(30), 120);
  member.agent.size = 2;
  crowd.add_random(batch_map(world), member, GridCrowd::pace(20), 20);
}

// A crowd in threads and one that walks on a device, tick by tick and through edits.
void check_walks_alike(const CrowdRunSetting& setting, uint64_t seed, std::unique_ptr<BatchEngine> device) {
  TwoKindCrowd world(seed);
  const GridCrowdOptions options{.seed = seed, .holding = setting.holding, .method = setting.method};
  GridCrowd here(world.map().width(), world.map().height(), options);
  GridCrowd there(world.map().width(), world.map().height(), options);
  there.set_engine(std::move(device));
  fill(here, world, setting.task);
  fill(there, world, setting.task);
  REQUIRE(here.count() > 60);
  Rng rng(seed + 1);
  for (int tick = 0; tick < 160; ++tick) {
    here.tick(batch_map(world));
    there.tick(batch_map(world));
    if (tick % 20 == 19) {
      const EditReport report = world.apply(random_edit(world.map(), 8, rng));
      world.finish_updates();
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

constexpr CrowdRunSetting kSettings[] = {{CrowdTask::kWander, false, CrowdMethod::kTables},
                                         {CrowdTask::kWander, true, CrowdMethod::kTables},
                                         {CrowdTask::kEvacuate, true, CrowdMethod::kTables},
                                         {CrowdTask::kGoal, true, CrowdMethod::kHpa},
                                         {CrowdTask::kOwn, false, CrowdMethod::kAstar}};

// Checks that a crowd whose device is lost `after` so many calls walks on as one in the threads of the processor.
// Returns its note.
std::string check_device_lost(uint64_t world_seed, const GridCrowdOptions& options, uint64_t after) {
  CAPTURE(after);
  TwoKindCrowd world(world_seed);
  GridCrowd here(world.map().width(), world.map().height(), options);
  GridCrowd there(world.map().width(), world.map().height(), options);
  there.set_engine(emulated_engine({.fault = {DeviceFailure::kLost, after}}));
  fill(here, world, CrowdTask::kWander);
  fill(there, world, CrowdTask::kWander);
  for (int tick = 0; tick < 80; ++tick) {
    here.tick(batch_map(world));
    there.tick(batch_map(world));
  }
  check_same(here, there);
  CHECK(there.engine()->backend() == BatchBackend::kCpu);
  return std::string(there.note());
}

}  // namespace

TEST_CASE("a crowd on a device does what one in the threads of the processor does, tick by tick and through edits") {
  uint64_t seed = 70;
  for (const CrowdRunSetting& setting : kSettings) {
    CAPTURE(seed);
    check_walks_alike(setting, seed, emulated_engine({.late = (seed + 1) % 3 != 0, .closes = (seed + 1) % 2 != 0}));
    ++seed;
  }
}

TEST_CASE(
    "a crowd on a device walks over links between cells as one in threads does, and returns to the device after") {
  for (const CrowdMethod method : {CrowdMethod::kTables, CrowdMethod::kHpa, CrowdMethod::kAstar}) {
    CAPTURE(crowd_method_name(method));
    TwoKindCrowd world(74);
    const GridCrowdOptions options{.seed = 4, .method = method};
    GridCrowd here(world.map().width(), world.map().height(), options);
    GridCrowd there(world.map().width(), world.map().height(), options);
    there.set_engine(emulated_engine());
    fill(here, world, CrowdTask::kWander);
    fill(there, world, CrowdTask::kWander);
    const CellId from = world.moves().id({2, 2}), to = world.moves().id({50, 40});
    for (const uint32_t length : {0u, 100u, 0u}) {
      for (GridCrowd* crowd : {&here, &there}) crowd->sync_to_host();
      const EditReport report = world.apply({{}, {{from, to, length}, {to, from, length}}});
      world.finish_updates();
      for (GridCrowd* crowd : {&here, &there}) crowd->map_changed(batch_map(world), report.dirty, true);
      for (int tick = 0; tick < 60; ++tick) {
        here.tick(batch_map(world));
        there.tick(batch_map(world));
        if (tick % 10 == 9) check_same(here, there);
      }
    }
    CHECK(there.note().empty());
    CHECK(there.engine()->backend() == BatchBackend::kCuda);
  }
}

TEST_CASE("A real device walks a crowd as threads do, also through edits") {
  uint64_t seed = 170;
  for (const CrowdRunSetting& setting : kSettings) {
    auto made = make_cuda_engine();
    if (!made.ok()) {
      MESSAGE("skipped: " << made.error().message());
      return;
    }
    CAPTURE(seed);
    check_walks_alike(setting, seed++, std::move(made.value()));
  }
}

TEST_CASE("a device that is lost while a crowd walks leaves it where it is, and the processor goes on") {
  for (const uint64_t after : {5, 40, 200, 333, 800, 1500}) {
    const std::string note = check_device_lost(90, {.seed = 4}, after);
    CHECK(note.find("The processor works instead") != std::string::npos);
  }
}

TEST_CASE("whatever fails on a device a crowd goes on from where it was, also if it was not looked at for long") {
  for (uint64_t fails_at = 3; fails_at < 1200; fails_at += 7 + fails_at / 2) {
    for (const bool looked_at : {false, true}) {
      CAPTURE(fails_at);
      CAPTURE(looked_at);
      TwoKindCrowd world(93);
      const GridCrowdOptions options{.seed = 4, .plans_per_tick = 20};
      GridCrowd here(world.map().width(), world.map().height(), options);
      GridCrowd there(world.map().width(), world.map().height(), options);
      there.set_engine(emulated_engine({.late = fails_at % 2 == 0, .fails_at = fails_at}));
      fill(here, world, CrowdTask::kWander);
      fill(there, world, CrowdTask::kWander);
      Rng rng(fails_at);
      for (int tick = 0; tick < 90; ++tick) {
        here.tick(batch_map(world));
        there.tick(batch_map(world));
        REQUIRE(here.counts() == there.counts());
        REQUIRE(here.queued() == there.queued());
        if (looked_at) REQUIRE(here.cell(5) == there.cell(5));
        if (tick % 30 != 29) continue;
        there.sync_to_host();
        const EditReport report = world.apply(random_edit(world.map(), 8, rng));
        world.finish_updates();
        if (report.dirty.empty()) continue;
        here.map_changed(batch_map(world), report.dirty, true);
        there.map_changed(batch_map(world), report.dirty, true);
      }
      check_same(here, there);
      CHECK(there.engine()->backend() == BatchBackend::kCpu);
    }
  }
}

TEST_CASE("what is changed of a crowd whose agents a device walks is changed there as well") {
  TwoKindCrowd world(94);
  const GridCrowdOptions options{.seed = 8, .plans_per_tick = 30};
  GridCrowd here(world.map().width(), world.map().height(), options);
  GridCrowd there(world.map().width(), world.map().height(), options);
  there.set_engine(emulated_engine());
  fill(here, world, CrowdTask::kWander);
  fill(there, world, CrowdTask::kWander);
  const auto both = [&](auto&& change) {
    for (int tick = 0; tick < 15; ++tick) {
      here.tick(batch_map(world));
      there.tick(batch_map(world));
    }
    change(here);
    change(there);
    check_same(here, there);
  };
  GridCrowdMember more;
  more.task = CrowdTask::kWander;
  more.pace = GridCrowd::pace(20);
  both([&](GridCrowd& crowd) { crowd.add_random(batch_map(world), more, more.pace, 400); });
  both([&](GridCrowd& crowd) { crowd.set_paces(GridCrowd::pace(10), GridCrowd::pace(50)); });
  both([&](GridCrowd& crowd) { crowd.set_goal(open_cell(world, {30, 10})); });
  both([&](GridCrowd& crowd) { crowd.set_task(CrowdTask::kGoal); });
  both([&](GridCrowd& crowd) { crowd.forget_statistics(); });
  both([&](GridCrowd& crowd) { crowd.set_task(CrowdTask::kEvacuate); });
  both([&](GridCrowd& crowd) { crowd.set_method(CrowdMethod::kHpa); });
  both([&](GridCrowd& crowd) { crowd.set_holding(true); });
  both([&](GridCrowd& crowd) { crowd.set_holding(false); });
  both([&](GridCrowd& crowd) { crowd.set_task(CrowdTask::kWander); });
  both([&](GridCrowd& crowd) { crowd.set_engine(&crowd == &there ? emulated_engine() : nullptr); });
  both([&](GridCrowd&) {});
  CHECK(there.note().empty());
  CHECK(there.engine()->backend() == BatchBackend::kCuda);
}

TEST_CASE("ways that are over are cleared away under a crowd whose agents a device walks") {
  World world(random_rooms(120, 120, 14, 3), {}, {.cluster_size = 8});
  world.set<MapTables>(AgentTablesOptions{.kinds = {Agent{}}});
  world.finish_updates();
  const GridCrowdOptions options{.seed = 8, .plans_per_tick = 2000};
  GridCrowd here(120, 120, options), there(120, 120, options);
  there.set_engine(emulated_engine());
  GridCrowdMember member;
  member.task = CrowdTask::kWander;
  member.pace = GridCrowd::pace(60);
  for (GridCrowd* crowd : {&here, &there}) crowd->add_random(batch_map(world), member, member.pace, 3000);
  const auto pass = [&](int ticks) {
    for (int tick = 0; tick < ticks; ++tick) {
      here.tick(batch_map(world));
      there.tick(batch_map(world));
    }
    check_same(here, there);
  };
  // Each agent is on its third way or later.
  pass(600);
  CHECK(here.totals().arrivals > 9000);
  // More ticks than are ever walked again.
  pass(40);
  CHECK(there.note().empty());
}

namespace {

// A device that counts what goes to it and comes from it.
class ByteCounter final : public ForwardingDevice {
 public:
  struct TransferBytes {
    uint64_t up = 0, down = 0;
  };
  explicit ByteCounter(TransferBytes& bytes) : bytes_(bytes) {}

  DeviceStatus upload(void* to, const void* from, size_t bytes, int stream) override {
    bytes_.up += bytes;
    return ForwardingDevice::upload(to, from, bytes, stream);
  }
  DeviceStatus download(void* to, const void* from, size_t bytes, int stream) override {
    bytes_.down += bytes;
    return ForwardingDevice::download(to, from, bytes, stream);
  }

 private:
  TransferBytes& bytes_;
};

}  // namespace

TEST_CASE("a tick on a device copies what was planned, and of the rest what is asked for") {
  TwoKindCrowd world(95);
  GridCrowd crowd(world.map().width(), world.map().height(), {.seed = 5});
  ByteCounter::TransferBytes bytes;
  crowd.set_engine(make_device_engine(std::make_unique<ByteCounter>(bytes)));
  GridCrowdMember member;
  member.task = CrowdTask::kOwn;
  member.pace = GridCrowd::pace(1);
  crowd.add_random(batch_map(world), member, member.pace, 1000);
  const uint64_t count = crowd.count(), cells = world.map().cell_count();
  REQUIRE(count == 1000);
  const auto during = [&](auto&& work) {
    bytes = {};
    work();
    return bytes;
  };
  for (int tick = 0; tick < 20; ++tick) crowd.tick(batch_map(world));
  REQUIRE(crowd.queued() == 0);
  // Nobody has come to the end of a step, and nobody looks.
  const auto quiet = during([&] { crowd.tick(batch_map(world)); });
  CHECK(quiet.up == sizeof(CrowdTickReport));
  CHECK(quiet.down == sizeof(CrowdTickReport));
  // Data for drawing is downloaded once, however often it is read.
  const auto drawn = during([&] {
    for (uint32_t i = 0; i < crowd.count(); ++i)
      static_cast<void>(static_cast<float>(crowd.cell(i) + crowd.next(i)) + crowd.along(i, 0));
  });
  CHECK(drawn.up == 0);
  CHECK(drawn.down == count * 18);
  const auto statistics = during([&] { static_cast<void>(crowd.visits().size() + crowd.waits().size()); });
  CHECK(statistics.down == cells * 20);
  const auto rest = during([&] { crowd.sync_to_host(); });
  CHECK(rest.up == 0);
  CHECK(rest.down == count * (28 + 4 * CrowdView::kTrail));
  const auto nothing = during([&] { crowd.sync_to_host(); });
  CHECK(nothing.down == 0);
  // Nothing has changed: the statuses and a report go up, and no column.
  const auto again = during([&] { crowd.tick(batch_map(world)); });
  CHECK(again.up == count + sizeof(CrowdTickReport));
  CHECK(again.down == sizeof(CrowdTickReport));
}

TEST_CASE("a device that is lost while it plans for a crowd that holds its cells leaves the crowd as it is") {
  for (const uint64_t after : {5, 40, 200, 333}) {
    (void)check_device_lost(92, {.seed = 4, .holding = true}, after);
  }
}

TEST_CASE("a crowd whose device has too little memory goes on with the processor") {
  TwoKindCrowd world(91);
  const GridCrowdOptions options{.seed = 4};
  GridCrowd here(world.map().width(), world.map().height(), options);
  fill(here, world, CrowdTask::kWander);
  for (int tick = 0; tick < 30; ++tick) here.tick(batch_map(world));
  bool failed = false, worked = false;
  for (uint64_t after = 1; after < 120; after += 7) {
    CAPTURE(after);
    GridCrowd there(world.map().width(), world.map().height(), options);
    there.set_engine(emulated_engine({.fault = {DeviceFailure::kOutOfMemory, after}}));
    fill(there, world, CrowdTask::kWander);
    for (int tick = 0; tick < 30; ++tick) there.tick(batch_map(world));
    check_same(here, there);
    (there.note().empty() ? worked : failed) = true;
  }
  CHECK(failed);
  CHECK(worked);
}

}  // namespace strata::test
