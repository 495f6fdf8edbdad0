// Batches on the CUDA device over the stand-in of its runtime and, where there is one, on a real device, against those
// in threads, bit for bit.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "gpu/batch_device.hpp"
#include "gpu/cuda_engines.hpp"
#include "gpu/device_emulated.hpp"
#include "tests/batch_support.hpp"
#include "tests/links_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::unique_ptr<DeviceEngine> emulated(EmulatedDeviceOptions device_options = {},
                                       const DeviceEngineOptions& options = {}) {
  if (kRacesAreSeen) device_options.late = false;
  std::unique_ptr<Device> device;
  REQUIRE(open_emulated_device(device_options, device).ok());
  return make_device_engine(std::move(device), options);
}

}  // namespace

TEST_CASE("Tables that are missing or out of date are told, and A* needs none") {
  BatchTestMap town(test::random_rooms(40, 40, 8, 1), {}, 8, {{1, Capability::walker()}});
  BatchMap none = town.with_labels();
  none.kinds[0].tables = nullptr;
  Rng rng(1);
  const AgentBatch batch = random_batch(town, 100, rng);
  const MoveGrid before = town.kinds[0]->grid;
  const GridMap map_before = town.map;
  const BatchResult astar = answers_of(*make_cpu_engine(2), none, batch, {BatchMethod::kAstar, true});
  CHECK(astar.solved > 0);
  const auto device = emulated();
  CHECK(same_answers(astar, answers_of(*device, none, batch, {BatchMethod::kAstar, true})));
  for (const BatchMethod method : {BatchMethod::kTables, BatchMethod::kHpa}) {
    const BatchResult result = answers_of(*make_cpu_engine(2), none, batch, {method, true});
    CHECK(result.solved == 0);
    CHECK(std::count(result.status.begin(), result.status.end(), PlanStatus::kStale) > 90);
    CHECK(same_answers(result, answers_of(*device, none, batch, {method, true})));
  }
  // The moves have gone on, the tables have not.
  BatchMap stale = town.with_labels();
  GridMap later = map_before;
  later.apply(Edit{{{later.id({4, 4}), 1, '@'}}});
  MoveGrid moves = before;
  REQUIRE(!moves.update(later, {4, 4, 5, 5}).empty());
  stale.kinds[0].moves = &moves;
  CHECK(answers_of(*make_cpu_engine(1), stale, batch, {BatchMethod::kTables, false}).solved == 0);
}

TEST_CASE("A batch that fails leaves nothing of the answer before it") {
  BatchTestMap town(GridMap(30, 30), {}, 6, {{1, Capability::walker()}});
  Rng rng(8);
  const AgentBatch batch = random_batch(town, 40, rng);
  BatchResult result;
  REQUIRE(make_cpu_engine(1)->plan(town.with_labels(), batch, {BatchMethod::kTables, true}, result).ok());
  REQUIRE(result.solved > 0);
  const auto lost = emulated({.fault = {DeviceFailure::kLost, 5, true}});
  REQUIRE_FALSE(lost->plan(town.with_labels(), batch, {BatchMethod::kTables, true}, result).ok());
  CHECK(result.size() == 0);
  CHECK(result.solved == 0);
  CHECK(result.cost.empty());
  CHECK(result.hop.empty());
  CHECK(result.path_begin.empty());
  CHECK(result.path_cells.empty());
}

TEST_CASE("An empty batch has an empty answer") {
  BatchTestMap town(GridMap(10, 10), {}, 5, {{1, Capability::walker()}});
  const auto device = emulated();
  for (BatchEngine* engine : {make_cpu_engine(2).release(), static_cast<BatchEngine*>(nullptr)}) {
    const std::unique_ptr<BatchEngine> own(engine);
    BatchEngine& used = own != nullptr ? *own : *device;
    const BatchResult result = answers_of(used, town.with_labels(), {}, {BatchMethod::kTables, true});
    CHECK(result.size() == 0);
    CHECK(result.path_begin == std::vector<uint64_t>{0});
    CHECK(result.path_cells.empty());
  }
}

TEST_CASE("A device answers as the threads do, bit for bit, also after edits") {
  const std::vector<Rules> rules = test::all_rules();
  const auto threads = make_cpu_engine(2);
  for (int round = 0; round < 12; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 31);
    const int cluster_size = rng.between(4, 20);
    BatchTestMap town(random_town(round, static_cast<uint64_t>(round) + 150),
                      rules[static_cast<size_t>(round) % rules.size()], cluster_size, kSeveralKinds);
    const auto device =
        emulated({.late = round % 4 < 2, .closes = round < 4}, {.chunk = round % 2 == 0 ? size_t{1} << 18 : 170});
    for (int edit = 0; edit < 3; ++edit) {
      const AgentBatch batch = random_batch(town, 600, rng);
      for (const BatchMethod method : kAllMethods) {
        for (const bool paths : {false, true}) {
          CAPTURE(batch_method_name(method));
          CAPTURE(paths);
          const BatchResult expected = answers_of(*threads, town.with_labels(), batch, {method, paths});
          CHECK(same_answers(expected, answers_of(*device, town.with_labels(), batch, {method, paths})));
        }
      }
      for (int i = 0; i < 3; ++i) town.edit(test::random_edit(town.map, cluster_size, rng));
    }
  }
}

TEST_CASE("After a stroke a device is sent what has changed, and after none nothing") {
  BatchTestMap town(test::random_rooms(256, 256, 16, 5), {}, 16, {{1, Capability::walker()}});
  const auto device = emulated();
  Rng rng(1);
  const AgentBatch batch = random_batch(town, 200, rng);
  answers_of(*device, town.with_labels(), batch, {BatchMethod::kTables, true});
  const uint64_t first = device->counts().mirrored_bytes;
  CHECK(first > town.kinds[0]->tables.memory_bytes() / 2);
  answers_of(*device, town.with_labels(), batch, {BatchMethod::kTables, true});
  CHECK(device->counts().mirrored_bytes == 0);
  answers_of(*device, town.with_labels(), batch, {BatchMethod::kAstar, true});
  CHECK(device->counts().mirrored_bytes == 0);
  for (int stroke = 0; stroke < 20; ++stroke) {
    CAPTURE(stroke);
    const Cell at = test::random_cell(town.map, rng);
    town.edit(brush_line(town.map, at, at, Brush{2, BrushShape::kRound}, stroke % 2 == 0 ? '@' : '.'));
    const BatchResult expected =
        answers_of(*make_cpu_engine(2), town.with_labels(), batch, {BatchMethod::kTables, true});
    CHECK(same_answers(expected, answers_of(*device, town.with_labels(), batch, {BatchMethod::kTables, true})));
    CHECK(device->counts().mirrored_bytes < first / 8);
  }
}

TEST_CASE("Without labels a device has its agents searched for on the host, with the answers of threads") {
  BatchTestMap town(test::random_rooms(64, 64, 8, 5), {}, 8, {{1, Capability::walker()}, {2, Capability::walker()}});
  Rng rng(3);
  const AgentBatch batch = random_batch(town, 500, rng);
  const auto device = emulated();
  BatchMap half = town.with_labels();
  half.kinds[1].labels = nullptr;
  const auto expected = [&](const BatchMap& map) {
    return answers_of(*make_cpu_engine(2), map, batch, {BatchMethod::kTables, true});
  };
  CHECK(same_answers(expected(half), answers_of(*device, half, batch, {BatchMethod::kTables, true})));
  const size_t on_host = device->counts().planned_on_host;
  CHECK(on_host > 50);
  CHECK(on_host < 450);
  const BatchMap none = town.without_labels(), all = town.with_labels();
  CHECK(same_answers(expected(none), answers_of(*device, none, batch, {BatchMethod::kTables, true})));
  CHECK(device->counts().planned_on_host > on_host);
  CHECK(same_answers(expected(all), answers_of(*device, all, batch, {BatchMethod::kTables, true})));
  CHECK(device->counts().planned_on_host == 0);
}

TEST_CASE("A device leaves the agents of a map with links to the host, with the answers of threads") {
  BatchTestMap town(test::random_rooms(48, 48, 8, 5), {}, 8, {{1, Capability::walker()}, {2, Capability::walker()}});
  Rng rng(11);
  const AgentBatch batch = random_batch(town, 300, rng);
  const auto device = emulated();
  town.edit(random_links(town.map, 10, rng));
  for (const BatchMethod method : {BatchMethod::kTables, BatchMethod::kHpa, BatchMethod::kAstar}) {
    const BatchMap map = town.with_labels();
    const BatchResult expected = answers_of(*make_cpu_engine(2), map, batch, {method, true});
    CHECK(expected.solved > 60);
    CHECK(same_answers(expected, answers_of(*device, map, batch, {method, true})));
    CHECK(device->counts().planned_on_host > 270);  // all but agents of an unknown kind
    CHECK(device->counts().mirrored_bytes == 0);
  }
  Edit gone;
  for (const MapLink& link : town.map.links()->all()) gone.links.push_back({link.from, link.to, 0});
  town.edit(gone);
  const BatchMap map = town.with_labels();
  const BatchResult expected = answers_of(*make_cpu_engine(2), map, batch, {BatchMethod::kTables, true});
  CHECK(same_answers(expected, answers_of(*device, map, batch, {BatchMethod::kTables, true})));
  CHECK(device->counts().planned_on_host == 0);
  CHECK(device->counts().mirrored_bytes > 0);
}

TEST_CASE("A mirror serves one map after another") {
  const auto device = emulated();
  for (int number = 0; number < 12; ++number) {
    CAPTURE(number);
    Rng rng(static_cast<uint64_t>(number));
    BatchTestMap town(random_town(number, static_cast<uint64_t>(number) + 10), {}, rng.between(4, 20), kSeveralKinds);
    const AgentBatch batch = random_batch(town, 300, rng);
    const BatchMethod method = kAllMethods[rng.below(kAllMethods.size())];
    const BatchResult expected = answers_of(*make_cpu_engine(2), town.with_labels(), batch, {method, true});
    CHECK(same_answers(expected, answers_of(*device, town.with_labels(), batch, {method, true})));
  }
}

TEST_CASE("Little memory means small chunks, and the same answers") {
  BatchTestMap town(test::random_rooms(96, 96, 8, 5), {}, 8, {{1, Capability::walker()}, {2, Capability::walker()}});
  Rng rng(1);
  const AgentBatch batch = random_batch(town, 1000, rng);
  const auto threads = make_cpu_engine(2);
  for (const BatchMethod method : kAllMethods) {
    CAPTURE(batch_method_name(method));
    const BatchResult expected = answers_of(*threads, town.with_labels(), batch, {method, true});
    size_t failed = 0, answered = 0, most_chunks = 0;
    for (size_t memory = size_t{1} << 14; memory <= size_t{1} << 26; memory *= 2) {
      CAPTURE(memory);
      const auto device = emulated({.memory_bytes = memory, .fault = {}});
      for (int again = 0; again < 2; ++again) {
        BatchResult result;
        const Status done = device->plan(town.with_labels(), batch, {method, true}, result);
        if (!done.ok()) {
          ++failed;
          CHECK(done.error().message().find("out of memory") != std::string::npos);
          CHECK(result.size() == 0);
          CHECK(result.path_cells.empty());
          CHECK(device->memory_bytes() <= 1024);  // what sums are made in
          continue;
        }
        ++answered;
        CHECK(same_answers(expected, result));
        if (again > 0) continue;
        most_chunks = std::max(most_chunks, device->counts().chunks);
      }
    }
    CHECK(failed > 0);
    CHECK(answered > 4);
    CHECK(most_chunks > 2);
  }
}

TEST_CASE("Ways that do not fit on a device are unfolded on the host, in the order of the agents all the same") {
  BatchTestMap town(test::random_rooms(96, 96, 8, 5), {}, 8, {{1, Capability::walker()}});
  Rng rng(4);
  const AgentBatch batch = random_batch(town, 2000, rng);
  for (const bool paths : {false, true}) {
    const BatchOptions options{BatchMethod::kTables, paths};
    const BatchResult expected = answers_of(*make_cpu_engine(2), town.with_labels(), batch, options);
    for (const uint32_t room : {1u, 2u, 4u, 96u}) {
      const auto device = emulated({}, {.chunk = 300, .unpack_capacity = room});
      CHECK(same_answers(expected, answers_of(*device, town.with_labels(), batch, options)));
      CHECK((device->counts().planned_on_host > 0) == (room < 96));
    }
  }
}

TEST_CASE("Chunks of any size answer the same") {
  BatchTestMap town(test::random_rooms(96, 96, 8, 5), {}, 8, kSeveralKinds);
  Rng rng(2);
  const AgentBatch batch = random_batch(town, 13'000, rng);  // more than such a device has threads
  const BatchResult expected = answers_of(*make_cpu_engine(2), town.with_labels(), batch, {BatchMethod::kTables, true});
  for (const size_t chunk : {size_t{70}, size_t{500}, size_t{100'000}}) {
    const auto device = emulated({}, {.chunk = chunk});
    for (int again = 0; again < 2; ++again) {
      CHECK(same_answers(expected, answers_of(*device, town.with_labels(), batch, {BatchMethod::kTables, true})));
    }
    CHECK(device->counts().chunks >= 12'500 / chunk);
  }
}

TEST_CASE("Searches that do not fit on the device are made on the host") {
  BatchTestMap town(test::random_rooms(80, 80, 8, 5), {}, 8, {{1, Capability::walker()}});
  Rng rng(3);
  const AgentBatch batch = random_batch(town, 500, rng);
  for (const BatchMethod method : {BatchMethod::kHpa, BatchMethod::kAstar}) {
    CAPTURE(batch_method_name(method));
    const BatchResult expected = answers_of(*make_cpu_engine(2), town.with_labels(), batch, {method, true});
    for (const uint32_t entries : {1u, 12u, 40u}) {
      const auto device = emulated({}, {.chunk = 100, .open_entries = entries});
      CHECK(same_answers(expected, answers_of(*device, town.with_labels(), batch, {method, true})));
      CHECK(device->counts().planned_on_host > 0);
    }
    const auto device = emulated();
    CHECK(same_answers(expected, answers_of(*device, town.with_labels(), batch, {method, true})));
    CHECK(device->counts().planned_on_host == 0);
  }
}

TEST_CASE("A device that is not there, or whose driver is too old, is told from others") {
  std::unique_ptr<Device> device;
  CHECK(open_emulated_device({.fault = *device_fault_named("no-device")}, device).failure == DeviceFailure::kNoDevice);
  CHECK(open_cuda_device(*device_fault_named("no-device"), device).failure == DeviceFailure::kNoDevice);
  CHECK(open_cuda_device(*device_fault_named("old-driver"), device).failure == DeviceFailure::kOldDriver);
  CHECK(device == nullptr);
  CHECK_FALSE(device_fault_named("out-of-memory"));
  CHECK_FALSE(device_fault_named("lost:soon"));
  CHECK(device_fault_named("lost:12")->after == 12);

  const auto engine_with = [](const char* fault) {
    setenv("STRATA_DEVICE_FAULT", fault, 1);
    auto engine = make_cuda_engine();
    unsetenv("STRATA_DEVICE_FAULT");
    return engine;
  };
  const auto none = engine_with("no-device"), old = engine_with("old-driver");
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().message() == "CUDA: there is no device (provoked)");
  REQUIRE_FALSE(old.ok());
  CHECK(old.error().message() == "CUDA: the driver is too old (provoked)");

  // Without a device, one can be emulated, and lost.
  setenv("STRATA_DEVICE", "emulated", 1);
  auto lost = engine_with("lost:5");
  unsetenv("STRATA_DEVICE");
  REQUIRE(lost.ok());
  CHECK(lost.value()->device() == "emulated device");
  CHECK(lost.value()->backend() == BatchBackend::kCuda);
  BatchTestMap town(GridMap(20, 20), {}, 5, {{1, Capability::walker()}});
  Rng rng(1);
  BatchResult result;
  const Status done = lost.value()->plan(town.with_labels(), random_batch(town, 10, rng), {}, result);
  REQUIRE_FALSE(done.ok());
  CHECK(done.error().message() == "CUDA: the device was lost (provoked)");
}

TEST_CASE("Whatever allocation fails, a batch is answered rightly or not at all") {
  BatchTestMap town(test::random_rooms(60, 60, 8, 5), {}, 8, {{1, Capability::walker()}, {2, Capability::walker()}});
  Rng rng(4);
  const AgentBatch batch = random_batch(town, 400, rng);
  for (const BatchMethod method : kAllMethods) {
    CAPTURE(batch_method_name(method));
    const BatchResult expected = answers_of(*make_cpu_engine(2), town.with_labels(), batch, {method, true});
    size_t failed = 0, restarted = 0;
    for (const bool lasting : {false, true}) {
      for (uint64_t after = 0; after < 80; ++after) {
        CAPTURE(after);
        const auto device = emulated({.fault = {DeviceFailure::kOutOfMemory, after, lasting}}, {.chunk = 150});
        BatchResult result;
        const Status done = device->plan(town.with_labels(), batch, {method, true}, result);
        if (done.ok()) {
          CHECK(same_answers(expected, result));
          restarted += device->counts().restarts;
        } else {
          ++failed;
          CHECK(lasting);
          CHECK(done.error().message() == "CUDA: out of memory (provoked)");
          CHECK(result.size() == 0);
          CHECK(result.path_begin.empty());
        }
        // A single failure is forgotten, and what was kept is still right.
        if (!lasting) CHECK(same_answers(expected, answers_of(*device, town.with_labels(), batch, {method, true})));
      }
    }
    CHECK(failed > 5);
    CHECK(restarted > 5);
  }
}

TEST_CASE("A device that is lost ends the batch, whenever it happens, and threads go on") {
  BatchTestMap town(test::random_rooms(60, 60, 8, 5), {}, 8, {{1, Capability::walker()}, {2, Capability::walker()}});
  Rng rng(4);
  const AgentBatch batch = random_batch(town, 400, rng);
  const auto threads = make_cpu_engine(2);
  for (const BatchMethod method : kAllMethods) {
    CAPTURE(batch_method_name(method));
    const BatchResult expected = answers_of(*threads, town.with_labels(), batch, {method, true});
    // A call fails, or what was asked for fails later on.
    for (const bool later : {false, true}) {
      bool answered = false;
      for (uint64_t after = 0; !answered; after += 1 + after / 40) {
        CAPTURE(after);
        REQUIRE(after < 100'000);
        EmulatedDeviceOptions fails{.late = after % 3 != 0};
        if (later) fails.fails_at = after;
        if (!later) fails.fault = {DeviceFailure::kLost, after};
        const auto device = emulated(fails, {.chunk = 150});
        BatchResult result = expected;
        const Status done = device->plan(town.with_labels(), batch, {method, true}, result);
        if (done.ok()) {
          CHECK(same_answers(expected, result));
          answered = true;
          continue;
        }
        CHECK(done.error().message().starts_with("CUDA: the device was lost (" + std::string(later ? "a " : "prov")));
        CHECK(result.size() == 0);
        CHECK(result.path_cells.empty());
        CHECK_FALSE(device->plan(town.with_labels(), batch, {method, true}, result).ok());
        if (after % 10 != 0) continue;
        CHECK(same_answers(expected, answers_of(*threads, town.with_labels(), batch, {method, true})));
      }
    }
  }
}

// Compares batches on the device that there is with those in threads: the first of each town has `first` agents, those
// after edits have `later`. The widest towns have `width` columns.
static void check_real_device(const std::vector<BatchMethod>& methods, size_t first, size_t later, int width) {
  auto made = make_cuda_engine();
  if (!made.ok()) {
    MESSAGE("skipped: " << made.error().message());
    return;
  }
  BatchEngine& device = *made.value();
  MESSAGE("on " << device.device());
  const auto threads = make_cpu_engine(0);
  for (int round = 0; round < 6; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 500);
    BatchTestMap town(round < 4 ? random_town(round, static_cast<uint64_t>(round) + 700)
                                : test::random_rooms(width, width * 2 / 3, 11, static_cast<uint64_t>(round)),
                      {}, 8 + 4 * (round % 3), kSeveralKinds);
    for (int edit = 0; edit < 4; ++edit) {
      const AgentBatch batch = random_batch(town, edit == 0 ? first : later, rng);
      for (const BatchMethod method : methods) {
        for (const bool paths : {false, true}) {
          CAPTURE(batch_method_name(method));
          CAPTURE(paths);
          const BatchResult expected = answers_of(*threads, town.with_labels(), batch, {method, paths});
          CHECK(same_answers(expected, answers_of(device, town.with_labels(), batch, {method, paths})));
        }
      }
      for (int i = 0; i < 3; ++i) town.edit(test::random_edit(town.map, 8, rng));
    }
  }
}

TEST_CASE("A real device answers as the threads do, bit for bit, also after edits") {
  check_real_device({BatchMethod::kTables, BatchMethod::kHpa}, 20'000, 3000, 300);
}

// Fewer agents on smaller maps: each search is one thread's, and over 300x200 cells it takes minutes under
// compute-sanitizer, however few they are.
TEST_CASE("A real device searches the cells for agents as the threads do, bit for bit, also after edits") {
  check_real_device({BatchMethod::kAstar}, 3000, 500, 120);
}
