// Batches over meshes on an emulated device and, where there is one, on a real device, against those in threads:
// bit for bit, also after edits, with little memory, and when the device fails.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "gpu/cuda_engines.hpp"
#include "gpu/device_emulated.hpp"
#include "gpu/mesh_batch_device.hpp"
#include "tests/links_support.hpp"
#include "tests/mesh_batch_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::unique_ptr<DeviceMeshEngine> emulated_mesh(const EmulatedDeviceOptions& device_options = {},
                                                const DeviceEngineOptions& options = {}) {
  std::unique_ptr<Device> device;
  REQUIRE(open_emulated_device(device_options, device).ok());
  return make_device_mesh_engine(std::move(device), options);
}

// Rooms of which a group holds a few; ways inside groups, between them, and none.
MeshTestMap small_town() { return {random_rooms(60, 60, 8, 5), {.levels = 1, .group_size = 6}, 1}; }

}  // namespace

TEST_CASE("A device answers batches over meshes as threads do, bit for bit, also after edits") {
  const auto threads = make_cpu_mesh_engine(2);
  const auto device = emulated_mesh({}, {.chunk = 90});
  uint64_t again = 0;
  for (int round = 0; round < 9; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 20);
    const MeshSetting setting = mesh_setting(round);
    MeshTestMap town(random_mesh_map(round, static_cast<uint64_t>(round) + 70), setting.hna, setting.level,
                     round % 2 == 0 ? MeshTablesOptions{} : MeshTablesOptions{.max_pair_bytes = 0});
    for (int edit = 0; edit < 2; ++edit) {
      const MeshBatch batch = town.random_batch(300, rng);
      for (const MeshBatchMethod method : kMeshMethods) {
        CAPTURE(mesh_batch_method_name(method));
        for (const HnaEndpoints ends : kMeshEnds) {
          for (const bool paths : {false, true}) {
            const MeshBatchOptions options{method, paths, ends};
            const BatchResult expected = mesh_answers(*threads, town.batch_map(), batch, options);
            CHECK(same_mesh_answers(expected, mesh_answers(*device, town.batch_map(), batch, options)));
            CHECK(device->counts().planned_on_host == 0);
          }
        }
      }
      // What is on the device is not sent again.
      static_cast<void>(mesh_answers(*device, town.batch_map(), batch, {}));
      again += device->counts().mirrored_bytes;
      for (int more = 0; more < 3; ++more) town.edit(random_edit(town.map, 16, rng));
    }
  }
  CHECK(again == 0);
}

TEST_CASE("A device leaves a mesh with links to the host, which answers as threads do, or refuses it") {
  const auto threads = make_cpu_mesh_engine(2);
  const auto device = emulated_mesh({}, {.chunk = 90});
  for (int round = 0; round < 3; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 50);
    const MeshSetting setting = mesh_setting(round);
    MeshTestMap town(random_rooms(40, 40, 8, static_cast<uint64_t>(round)), setting.hna, setting.level);
    const MeshBatch batch = town.random_batch(120, rng);
    for (const bool linked : {false, true, false}) {
      if (linked) town.edit(random_links(town.map, 20, rng));
      if (!linked && town.map.links() != nullptr) {
        Edit gone;
        for (const MapLink& link : town.map.links()->all()) gone.links.push_back({link.from, link.to, 0});
        town.edit(gone);
      }
      REQUIRE(town.mesh.mesh().links().empty() != linked);
      for (const MeshBatchMethod method : kMeshMethods) {
        CAPTURE(mesh_batch_method_name(method));
        for (const bool paths : {false, true}) {
          const MeshBatchOptions options{method, paths, HnaEndpoints::kTrue};
          const BatchResult expected = mesh_answers(*threads, town.batch_map(), batch, options);
          CHECK(same_mesh_answers(expected, mesh_answers(*device, town.batch_map(), batch, options)));
          const bool follows = method == MeshBatchMethod::kAstar;
          CHECK(device->counts().planned_on_host == (linked && follows ? batch.agents.size() : 0));
          const bool refused = std::ranges::count(expected.status, PlanStatus::kUnsupported) > 0;
          CHECK(refused == (linked && !follows));
        }
      }
    }
  }
}

TEST_CASE("Batches over meshes in chunks and in little memory are those in one go") {
  MeshTestMap town = small_town();
  Rng rng(9);
  const MeshBatch batch = town.random_batch(700, rng);
  for (const MeshBatchMethod method : kMeshMethods) {
    CAPTURE(mesh_batch_method_name(method));
    const BatchResult expected = mesh_answers(*make_cpu_mesh_engine(2), town.batch_map(), batch, {method, true});
    for (const size_t chunk : {size_t{1}, size_t{60}, size_t{5000}}) {
      const auto device = emulated_mesh({}, {.chunk = chunk});
      CHECK(same_mesh_answers(expected, mesh_answers(*device, town.batch_map(), batch, {method, true})));
      CHECK(device->counts().chunks >= 700 / chunk);
    }
    // Hardly more than what is mirrored.
    size_t least = 0;
    for (size_t bytes = size_t{1} << 15; least == 0; bytes += bytes / 4) {
      REQUIRE(bytes < size_t{1} << 28);
      const auto device = emulated_mesh({.memory_bytes = bytes, .fault = {}});
      BatchResult result;
      const Status done = device->plan(town.batch_map(), batch, {method, true}, result);
      if (!done.ok()) {
        CHECK(done.error().message().starts_with("CUDA: out of memory"));
        CHECK(result.size() == 0);
        continue;
      }
      CHECK(same_mesh_answers(expected, result));
      CHECK(device->memory_bytes() <= bytes);
      least = bytes;
    }
  }
}

TEST_CASE("Searches over meshes that do not fit on the device are made on the host") {
  MeshTestMap town = small_town();
  Rng rng(3);
  const MeshBatch batch = town.random_batch(300, rng);
  for (const MeshBatchMethod method : {MeshBatchMethod::kHna, MeshBatchMethod::kPccp, MeshBatchMethod::kAstar}) {
    CAPTURE(mesh_batch_method_name(method));
    const BatchResult expected = mesh_answers(*make_cpu_mesh_engine(2), town.batch_map(), batch, {method, true});
    for (const uint32_t entries : {1u, 3u, 12u}) {
      const auto device = emulated_mesh({}, {.chunk = 100, .open_entries = entries});
      CHECK(same_mesh_answers(expected, mesh_answers(*device, town.batch_map(), batch, {method, true})));
      CHECK(device->counts().planned_on_host > 0);
    }
  }
}

TEST_CASE("Meshes, methods and batches of any size follow one another on one device") {
  const auto device = emulated_mesh({}, {.chunk = 50});
  const auto threads = make_cpu_mesh_engine(1);
  MeshTestMap town = small_town();
  MeshTestMap other(random_map(90, 40, 20, 4), {.levels = 2, .group_size = 3}, 2, {.max_pair_bytes = 0});
  Rng rng(11);
  for (int turn = 0; turn < 40; ++turn) {
    CAPTURE(turn);
    const MeshTestMap& at = rng.percent(50) ? town : other;
    const MeshBatch batch = at.random_batch(rng.below(140), rng);
    const MeshBatchOptions options{kMeshMethods[rng.below(4)], rng.percent(50), kMeshEnds[rng.below(2)]};
    MeshBatchMap map = at.batch_map();
    if (rng.percent(10)) map.tables = nullptr;
    if (rng.percent(10)) map.pack = nullptr;
    CHECK(same_mesh_answers(mesh_answers(*threads, map, batch, options), mesh_answers(*device, map, batch, options)));
  }
}

TEST_CASE("Whatever allocation fails, a batch over a mesh is answered rightly or not at all") {
  MeshTestMap town = small_town();
  Rng rng(4);
  const MeshBatch batch = town.random_batch(250, rng);
  for (const MeshBatchMethod method : kMeshMethods) {
    CAPTURE(mesh_batch_method_name(method));
    const BatchResult expected = mesh_answers(*make_cpu_mesh_engine(2), town.batch_map(), batch, {method, true});
    size_t failed = 0, restarted = 0;
    for (const bool lasting : {false, true}) {
      for (uint64_t after = 0; after < 70; ++after) {
        CAPTURE(after);
        const auto device = emulated_mesh({.fault = {DeviceFailure::kOutOfMemory, after, lasting}}, {.chunk = 90});
        BatchResult result;
        const Status done = device->plan(town.batch_map(), batch, {method, true}, result);
        if (done.ok()) {
          CHECK(same_mesh_answers(expected, result));
          restarted += device->counts().restarts;
        } else {
          ++failed;
          CHECK(lasting);
          CHECK(done.error().message() == "CUDA: out of memory (provoked)");
          CHECK(result.size() == 0);
          CHECK(result.path_begin.empty());
        }
        // After a single failure the device works again, and its stored data is still valid.
        if (!lasting) {
          CHECK(same_mesh_answers(expected, mesh_answers(*device, town.batch_map(), batch, {method, true})));
        }
      }
    }
    CHECK(failed > 5);
    CHECK(restarted > 5);
  }
}

TEST_CASE("A device that is lost ends the batch over a mesh, whenever it happens") {
  MeshTestMap town = small_town();
  Rng rng(4);
  const MeshBatch batch = town.random_batch(250, rng);
  for (const MeshBatchMethod method : kMeshMethods) {
    CAPTURE(mesh_batch_method_name(method));
    const BatchResult expected = mesh_answers(*make_cpu_mesh_engine(2), town.batch_map(), batch, {method, true});
    bool answered = false;
    for (uint64_t after = 0; !answered; after += 1 + after / 40) {
      CAPTURE(after);
      REQUIRE(after < 100'000);
      const auto device = emulated_mesh({.fault = {DeviceFailure::kLost, after}}, {.chunk = 90});
      BatchResult result = expected;
      const Status done = device->plan(town.batch_map(), batch, {method, true}, result);
      if (done.ok()) {
        CHECK(same_mesh_answers(expected, result));
        answered = true;
        continue;
      }
      CHECK(done.error().message() == "CUDA: the device was lost (provoked)");
      CHECK(result.size() == 0);
      CHECK(result.path_cells.empty());
      CHECK_FALSE(device->plan(town.batch_map(), batch, {method, true}, result).ok());
    }
  }
}

TEST_CASE("The engine over meshes on CUDA is there exactly if the device is") {
  setenv("STRATA_DEVICE", "emulated", 1);
  const auto made = make_cuda_mesh_engine();
  unsetenv("STRATA_DEVICE");
  REQUIRE(made.ok());
  CHECK(made.value()->device() == "emulated device");
  CHECK(made.value()->backend() == BatchBackend::kCuda);
  setenv("STRATA_DEVICE_FAULT", "no-device", 1);
  const auto none = make_cuda_mesh_engine();
  unsetenv("STRATA_DEVICE_FAULT");
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().message() == "CUDA: there is no device (provoked)");
}

TEST_CASE("A real device answers batches over meshes as threads do, also after edits") {
  const auto made = make_cuda_mesh_engine();
  if (!made.ok()) {
    MESSAGE("skipped: " << made.error().message());
    return;
  }
  MeshBatchEngine& device = *made.value();
  MESSAGE("on " << device.device());
  const auto threads = make_cpu_mesh_engine(0);
  for (int round = 0; round < 6; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 500);
    const MeshSetting setting = mesh_setting(round);
    MeshTestMap town(random_rooms(200, 150, 9, static_cast<uint64_t>(round)), setting.hna, setting.level,
                     round % 2 == 0 ? MeshTablesOptions{} : MeshTablesOptions{.max_pair_bytes = 0});
    for (int edit = 0; edit < 3; ++edit) {
      const MeshBatch batch = town.random_batch(edit == 0 ? 20'000 : 3000, rng);
      for (const MeshBatchMethod method : kMeshMethods) {
        for (const HnaEndpoints ends : kMeshEnds) {
          for (const bool paths : {false, true}) {
            CAPTURE(mesh_batch_method_name(method));
            const MeshBatchOptions options{method, paths, ends};
            const BatchResult expected = mesh_answers(*threads, town.batch_map(), batch, options);
            CHECK(same_mesh_answers(expected, mesh_answers(device, town.batch_map(), batch, options)));
          }
        }
      }
      for (int more = 0; more < 3; ++more) town.edit(random_edit(town.map, 16, rng));
    }
  }
}
