// Batches by the hub labels of corners, and turning points by every method, on the CUDA device over the emulator of its
// runtime and, where there is one, on a real device, against those in threads, bit for bit.
#include <doctest/doctest.h>

#include <memory>

#include "gpu/batch_device.hpp"
#include "gpu/cuda_engines.hpp"
#include "gpu/device_emulated.hpp"
#include "tests/batch_support.hpp"
#include "tests/links_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::unique_ptr<DeviceEngine> label_device(EmulatedDeviceOptions device_options = {},
                                           const DeviceEngineOptions& options = {}) {
  if (kRacesAreSeen) device_options.late = false;
  std::unique_ptr<Device> device;
  REQUIRE(open_emulated_device(device_options, device).ok());
  return make_device_engine(std::move(device), options);
}

constexpr std::array<BatchMethod, 4> kFourMethods = {BatchMethod::kTables, BatchMethod::kHpa, BatchMethod::kAstar,
                                                     BatchMethod::kLabels};
constexpr std::array<std::pair<bool, bool>, 3> kAnswers = {{{false, false}, {true, false}, {true, true}}};

}  // namespace

TEST_CASE("A device answers by hub labels, and with turning points, as the threads do, bit for bit") {
  const auto threads = make_cpu_engine(2);
  for (int round = 0; round < rounds(8); ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 77);
    const std::vector<Agent> kinds = round % 2 == 0 ? std::vector<Agent>{{1, Capability::walker()}} : kSeveralKinds;
    BatchTestMap town(random_town(round, static_cast<uint64_t>(round) + 350), {}, rng.between(4, 16), kinds);
    const auto device =
        label_device({.late = round % 4 < 2, .closes = round < 4}, {.chunk = round % 2 == 0 ? size_t{1} << 18 : 90});
    for (int edit = 0; edit < 3; ++edit) {
      AgentBatch batch = random_batch(town, 250, rng);
      if (round % 2 == 0) std::erase_if(batch.agents, [](const BatchAgent& agent) { return agent.size != 1; });
      const BatchMap map = town.with_corner_labels();
      for (const BatchMethod method : kFourMethods) {
        for (const auto& [paths, turns] : kAnswers) {
          CAPTURE(batch_method_name(method));
          CAPTURE(paths);
          CAPTURE(turns);
          const BatchOptions options{method, paths, turns};
          const BatchResult expected = answers_of(*threads, map, batch, options);
          CHECK(same_answers(expected, answers_of(*device, map, batch, options)));
        }
      }
      for (int i = 0; i < 2; ++i) town.edit(random_edit(town.map, 8, rng));
    }
  }
}

TEST_CASE("A device is sent the labels of corners once, and again after an edit") {
  BatchTestMap town(random_rooms(90, 90, 8, 5), {}, 8, {{1, Capability::walker()}});
  const auto device = label_device();
  Rng rng(1);
  const AgentBatch batch = random_batch(town, 200, rng);
  const BatchOptions options{BatchMethod::kLabels, true};
  answers_of(*device, town.with_corner_labels(), batch, options);
  const uint64_t first = device->counts().mirrored_bytes;
  CHECK(first > 20 * town.map.cell_count());
  answers_of(*device, town.with_corner_labels(), batch, options);
  CHECK(device->counts().mirrored_bytes == 0);
  town.edit(brush_line(town.map, {30, 40}, {50, 40}, Brush{2, BrushShape::kRound}, '@'));
  const BatchMap map = town.with_corner_labels();
  CHECK(same_answers(answers_of(*make_cpu_engine(1), map, batch, options), answers_of(*device, map, batch, options)));
  CHECK(device->counts().mirrored_bytes > 0);
  CHECK(device->counts().planned_on_host == 0);
}

TEST_CASE("Little memory and its end leave batches by hub labels right or fail whole") {
  BatchTestMap town(random_rooms(60, 60, 8, 5), {}, 8, {{1, Capability::walker()}});
  Rng rng(1);
  const AgentBatch batch = random_batch(town, 400, rng);
  const BatchMap map = town.with_corner_labels();
  for (const bool turns : {false, true}) {
    const BatchOptions options{BatchMethod::kLabels, true, turns};
    const BatchResult expected = answers_of(*make_cpu_engine(1), map, batch, options);
    for (uint64_t after = 0; after < 40; after += 3) {
      CAPTURE(after);
      const auto once = label_device({.fault = {DeviceFailure::kOutOfMemory, after, false}});
      CHECK(same_answers(expected, answers_of(*once, map, batch, options)));
      const auto lost = label_device({.fault = {DeviceFailure::kLost, after, true}});
      BatchResult result;
      if (lost->plan(map, batch, options, result).ok()) {
        CHECK(same_answers(expected, result));
      } else {
        CHECK(result.size() == 0);
      }
    }
  }
}

// Needs a device: "A real device*" in docs/gpu-results.md.
TEST_CASE("A real device answers by hub labels, and with turning points, as the threads do") {
  auto made = make_cuda_engine();
  if (!made) {
    MESSAGE("skipped: " << made.error().message());
    return;
  }
  BatchEngine& device = *made.value();
  for (int round = 0; round < 6; ++round) {
    Rng rng(static_cast<uint64_t>(round));
    BatchTestMap town(random_rooms(200, 150, 8, rng.next()), {}, 10, {{1, Capability::walker()}});
    for (int edit = 0; edit < 2; ++edit) {
      const AgentBatch batch = random_batch(town, 3000, rng);
      const BatchMap map = town.with_corner_labels();
      for (const BatchMethod method : {BatchMethod::kTables, BatchMethod::kHpa, BatchMethod::kLabels}) {
        for (const auto& [paths, turns] : kAnswers) {
          const BatchOptions options{method, paths, turns};
          CHECK(same_answers(answers_of(*make_cpu_engine(0), map, batch, options),
                             answers_of(device, map, batch, options)));
        }
      }
      town.edit(random_edit(town.map, 10, rng));
    }
  }
}
