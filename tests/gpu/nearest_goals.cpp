// Partial paths of batches on a device: it is given the same replaced goals as threads are, and answers the same.
#include <doctest/doctest.h>

#include "core/batch/mesh_nearest_goals.hpp"
#include "core/batch/nearest_goals.hpp"
#include "gpu/batch_device.hpp"
#include "gpu/cuda_engines.hpp"
#include "gpu/device_emulated.hpp"
#include "gpu/mesh_batch_device.hpp"
#include "tests/batch_support.hpp"
#include "tests/mesh_batch_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// Plans random batches with partial paths on both, and returns how many agents got one.
size_t compare_on_cells(BatchEngine& device, int rounds, size_t agents) {
  const auto threads = make_cpu_engine(2);
  NearestGoals goals(2);
  size_t partial = 0;
  for (int round = 0; round < rounds; ++round) {
    Rng rng(static_cast<uint64_t>(round) + 31);
    BatchTestMap town(random_town(round, static_cast<uint64_t>(round) + 150), {}, rng.between(4, 20), kSeveralKinds);
    const AgentBatch batch = random_batch(town, agents, rng);
    for (const BatchMethod method : kAllMethods) {
      CAPTURE(batch_method_name(method));
      BatchResult expected, result;
      REQUIRE(goals.plan(*threads, town.with_labels(), batch, {method, true}, expected).ok());
      const size_t count = goals.partial_count();
      REQUIRE(goals.plan(device, town.with_labels(), batch, {method, true}, result).ok());
      CHECK(same_answers(expected, result));
      CHECK(goals.partial_count() == count);
      partial += count;
    }
  }
  return partial;
}

size_t compare_on_meshes(MeshBatchEngine& device, int rounds, size_t agents) {
  const auto threads = make_cpu_mesh_engine(2);
  MeshNearestGoals goals(2);
  size_t partial = 0;
  for (int round = 0; round < rounds; ++round) {
    Rng rng(static_cast<uint64_t>(round) + 20);
    const MeshSetting setting = mesh_setting(round);
    const MeshTestMap town(random_mesh_map(round, static_cast<uint64_t>(round) + 70), setting.hna, setting.level);
    const MeshBatch batch = town.random_batch(agents, rng);
    for (const MeshBatchMethod method : kMeshMethods) {
      CAPTURE(mesh_batch_method_name(method));
      const MeshBatchOptions options{method, true, HnaEndpoints::kTrue};
      BatchResult expected, result;
      REQUIRE(goals.plan(*threads, town.batch_map(), batch, options, expected).ok());
      partial += goals.partial_count();
      REQUIRE(goals.plan(device, town.batch_map(), batch, options, result).ok());
      CHECK(same_mesh_answers(expected, result));
    }
  }
  return partial;
}

}  // namespace

TEST_CASE("A device answers with partial paths as threads do, bit for bit") {
  std::unique_ptr<Device> card;
  REQUIRE(open_emulated_device({}, card).ok());
  CHECK(compare_on_cells(*make_device_engine(std::move(card), {.chunk = 170}), 6, 600) > 100);
}

TEST_CASE("A device answers batches over meshes with partial paths as threads do, bit for bit") {
  std::unique_ptr<Device> card;
  REQUIRE(open_emulated_device({}, card).ok());
  CHECK(compare_on_meshes(*make_device_mesh_engine(std::move(card), {.chunk = 90}), 5, 200) > 50);
}

TEST_CASE("A real device answers with partial paths as threads do, bit for bit") {
  const auto cells = make_cuda_engine();
  const auto meshes = make_cuda_mesh_engine();
  if (!cells.ok() || !meshes.ok()) {
    MESSAGE("skipped: " << (cells.ok() ? meshes.error() : cells.error()).message());
    return;
  }
  MESSAGE("on " << cells.value()->device());
  CHECK(compare_on_cells(*cells.value(), 12, 2000) > 100);
  CHECK(compare_on_meshes(*meshes.value(), 12, 2000) > 50);
}
