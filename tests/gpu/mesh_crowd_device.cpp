// Crowds on meshes of several radii, planned on an emulated device and, where there is one, on a real device, against
// those planned in threads: the same places and statuses after every tick, also while the map is painted.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>

#include "core/crowd/mesh_crowd.hpp"
#include "core/world/map_mesh_classes.hpp"
#include "core/world/world.hpp"
#include "gpu/cuda_engines.hpp"
#include "gpu/device_emulated.hpp"
#include "gpu/mesh_batch_device.hpp"
#include "tests/support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

void add_agents(MeshCrowd& crowd, const CrowdMeshes& grounds, uint32_t of_each) {
  for (const double radius : {0.2, 0.6, 1.4, 2.5}) {
    MeshCrowdMember member;
    member.radius = static_cast<int32_t>(std::lround(radius * kFineCell));
    member.pace = 60;
    crowd.add_random(grounds, member, of_each);
  }
}

void check_same_agents(const MeshCrowd& expected, const MeshCrowd& crowd) {
  REQUIRE(crowd.count() == expected.count());
  size_t different = 0;
  for (uint32_t agent = 0; agent < crowd.count(); ++agent)
    different += crowd.place(agent).at != expected.place(agent).at || crowd.status(agent) != expected.status(agent);
  CHECK(different == 0);
}

// Walks two crowds, one planned in threads and one by engines that `make` makes, through ticks and strokes.
void compare_crowds(const MeshCrowd::MakeEngine& make, MeshBatchMethod method, uint32_t of_each, int ticks) {
  Rng rng(static_cast<uint64_t>(ticks) + 4);
  World world(random_rooms(110, 90, 15, 6));
  MapMeshClassesOptions options{.radii = {MeshRadius::for_agents(0.2), MeshRadius::for_agents(0.6),
                                          MeshRadius::for_agents(1.4), MeshRadius::for_agents(2.5)}};
  world.set<MapMeshClasses>(options);
  world.finish_updates();
  const auto grounds = [&] { return CrowdMeshes(world.get<MapMeshClasses>().batch_classes(world.inputs())); };
  const MeshCrowdOptions crowd_options{.seed = 3, .method = method, .threads = 2};
  MeshCrowd expected(crowd_options), crowd(crowd_options);
  crowd.set_engines(make);
  add_agents(expected, grounds(), of_each);
  add_agents(crowd, grounds(), of_each);
  REQUIRE(crowd.count() > of_each);
  for (int tick = 0; tick < ticks; ++tick) {
    expected.tick(grounds());
    crowd.tick(grounds());
    check_same_agents(expected, crowd);
    if (tick % 10 != 9) continue;
    const Cell at{rng.between(2, 107), rng.between(2, 87)};
    world.apply(brush_line(world.map(), at, {at.x + rng.between(-9, 9), at.y}, {1, BrushShape::kRound},
                           rng.percent(60) ? '@' : '.'));
    world.finish_updates();
  }
  REQUIRE(crowd.engine() != nullptr);
  CHECK(crowd.engine()->backend() == BatchBackend::kCuda);  // it did not fall back to threads
  CHECK(expected.arrivals() == crowd.arrivals());
}

}  // namespace

TEST_CASE("A crowd of several radii that a device plans for walks as one planned for in threads") {
  const MeshCrowd::MakeEngine make = []() -> Result<std::unique_ptr<MeshBatchEngine>> {
    std::unique_ptr<Device> device;
    REQUIRE(open_emulated_device({}, device).ok());
    return Result<std::unique_ptr<MeshBatchEngine>>(make_device_mesh_engine(std::move(device)));
  };
  compare_crowds(make, MeshBatchMethod::kPccp, 20, 60);
  compare_crowds(make, MeshBatchMethod::kTables, 12, 40);
}

TEST_CASE("A real device plans for a crowd of several radii as threads do, also through edits") {
  const auto made = make_cuda_mesh_engine();
  if (!made.ok()) {
    MESSAGE("skipped: " << made.error().message());
    return;
  }
  MESSAGE("on " << made.value()->device());
  for (const MeshBatchMethod method : {MeshBatchMethod::kPccp, MeshBatchMethod::kTables, MeshBatchMethod::kAstar})
    compare_crowds([] { return make_cuda_mesh_engine(); }, method, 300, 120);
}
