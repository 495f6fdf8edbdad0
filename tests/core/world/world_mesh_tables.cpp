// What batches over the mesh of a world plan on: kept up to date with edits, refused, cancelled and freed.
#include <doctest/doctest.h>

#include <string>

#include "core/batch/mesh_batch.hpp"
#include "core/hna/hna_query.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_mesh_tables.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

constexpr MeshBatchMethod kMeshMethods[] = {MeshBatchMethod::kHna, MeshBatchMethod::kPccp, MeshBatchMethod::kTables,
                                            MeshBatchMethod::kAstar};

World world_with_tables(int width, int height, uint64_t seed, const MapMeshTablesOptions& options = {}) {
  World world(test::random_rooms(width, height, 9, seed));
  NavmeshOptions mesh;
  mesh.mesh.tile_size = 16;
  world.set<MapNavmesh>(mesh);
  world.set<MapHna>(MapHnaOptions{.levels = 2, .group_size = 4});
  world.set<MapMeshTables>(options);
  return world;
}

MeshBatchMap batch_map(const World& world) { return world.get<MapMeshTables>().batch_map(world.inputs()); }

void block_free_cell(World& world) {
  CellId cell = world.map().cell_count() / 2;
  while (!world.moves().passable(cell)) ++cell;
  world.apply(Edit{{{cell, 1, '@'}}});
}

// Plans random agents by every method, and compares them with plan_hna. Returns the number of paths found.
size_t check_batches(const World& world, uint64_t seed) {
  const MeshBatchMap map = batch_map(world);
  REQUIRE(map.has(MeshBatchMethod::kTables));
  Rng rng(seed);
  MeshBatch batch;
  const MoveGrid& moves = world.moves();
  for (int i = 0; i < 60; ++i) {
    const auto draw = [&] { return world.get<MapNavmesh>().end_at(moves.cell(rng.below(moves.cell_count()))); };
    batch.agents.push_back({draw(), draw()});
  }
  const auto engine = make_cpu_mesh_engine(2);
  const Hna& hna = world.get<MapHna>().hna();
  Workspace workspace;
  size_t found = 0;
  for (const MeshBatchMethod method : kMeshMethods) {
    CAPTURE(mesh_batch_method_name(method));
    BatchResult result;
    REQUIRE(engine->plan(map, batch, {.method = method, .paths = false, .ends = HnaEndpoints::kTrue}, result));
    for (size_t i = 0; i < batch.agents.size(); ++i) {
      HnaPath single;
      plan_hna(*map.mesh, hna, {{batch.agents[i].start, batch.agents[i].goal}, hna.levels()}, workspace, single);
      REQUIRE(single.path.found() == (result.status[i] == PlanStatus::kFound));
      if (single.path.found()) REQUIRE(single.path.cost == result.cost[i]);
      found += single.path.found();
    }
  }
  return found;
}

}  // namespace

TEST_CASE("mesh tables stay true while the map is painted, and batches by them equal single queries") {
  const int rounds = test::rounds(6);
  size_t found = 0;
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(round);
    World world = world_with_tables(40 + 9 * round, 44, 100 + static_cast<uint64_t>(round));
    world.finish_updates();
    Rng rng(static_cast<uint64_t>(round));
    for (int edit = 0; edit < 5; ++edit) {
      CAPTURE(edit);
      REQUIRE(world.ready(StructureId::kMeshTables));
      const MapMeshTables& kept = world.get<MapMeshTables>();
      CHECK_FALSE(kept.difference(kept, world.inputs()));
      found += check_batches(world, rng.next());
      world.apply(test::random_edit(world.map(), 8, rng));
      world.finish_updates();
    }
  }
  CHECK(found > 200);
}

TEST_CASE("an edit makes mesh tables out of date until they are built again, in slices and by a job") {
  World world = world_with_tables(90, 70, 5);
  world.finish_updates();
  REQUIRE(batch_map(world).has(MeshBatchMethod::kTables));
  block_free_cell(world);
  CHECK_FALSE(world.ready(StructureId::kMeshTables));
  CHECK(batch_map(world).pack == nullptr);
  CHECK_FALSE(batch_map(world).has(MeshBatchMethod::kPccp));
  // Slices bring the pack; batches by tables have to wait for the job.
  bool only_packed = false;
  for (int i = 0; i < 100'000 && !world.ready(StructureId::kMeshTables); ++i) {
    (void)world.work(0);
    const MeshBatchMap now = batch_map(world);
    only_packed = only_packed || (now.pack != nullptr && now.tables == nullptr && now.has(MeshBatchMethod::kPccp));
  }
  CHECK(world.ready(StructureId::kMeshTables));
  CHECK(only_packed);
  (void)check_batches(world, 3);
}

TEST_CASE("other groups are packed again, although the mesh is the same") {
  World world = world_with_tables(60, 60, 8);
  world.finish_updates();
  const uint64_t before = batch_map(world).pack->serial();
  world.set<MapHna>(MapHnaOptions{.levels = 1, .group_size = 9});
  CHECK_FALSE(world.get<MapMeshTables>().settled(world.inputs()));
  world.finish_updates();
  CHECK(batch_map(world).pack->serial() != before);
  CHECK(batch_map(world).pack->level() == 1);
  CHECK(check_batches(world, 4) > 0);
}

TEST_CASE("mesh tables that do not fit are refused with the reason; the pack stays") {
  World world = world_with_tables(60, 60, 9, {.tables = true, .limits = {.max_square_bytes = 10}});
  world.finish_updates();
  CHECK_FALSE(world.ready(StructureId::kMeshTables));
  CHECK(world.ready());
  CHECK(world.get<MapMeshTables>().settled(world.inputs()));
  CHECK_FALSE(refusal(world, StructureId::kMeshTables).empty());
  CHECK(batch_map(world).has(MeshBatchMethod::kPccp));
  CHECK_FALSE(batch_map(world).has(MeshBatchMethod::kTables));
  // With room for them they come.
  world.set<MapMeshTables>(MapMeshTablesOptions{});
  world.finish_updates();
  CHECK(world.ready(StructureId::kMeshTables));
  CHECK(refusal(world, StructureId::kMeshTables).empty());
}

TEST_CASE("mesh tables without the graph wait and say for what; switched off they are freed") {
  World world = world_with_tables(40, 40, 10);
  world.set<MapHna>(std::nullopt);
  world.finish_updates();
  CHECK(refusal(world, StructureId::kMeshTables).find("navigation graph") != std::string::npos);
  CHECK_FALSE(world.get<MapMeshTables>().settled(world.inputs()));
  world.set<MapHna>(MapHnaOptions{});
  world.finish_updates();
  CHECK(world.ready(StructureId::kMeshTables));
  CHECK(memory_bytes(world, StructureId::kMeshTables) > 0);
  // Without tables the pack alone is kept.
  const size_t both = memory_bytes(world, StructureId::kMeshTables);
  world.set<MapMeshTables>(MapMeshTablesOptions{.tables = false});
  world.finish_updates();
  CHECK(world.ready(StructureId::kMeshTables));
  CHECK(memory_bytes(world, StructureId::kMeshTables) < both);
  CHECK(batch_map(world).tables == nullptr);
  world.set<MapMeshTables>(std::nullopt);
  CHECK(memory_bytes(world, StructureId::kMeshTables) == 0);
  CHECK(batch_map(world).pack == nullptr);
}

TEST_CASE("a cancelled build of mesh tables is told, and comes again on request and after an edit") {
  World world = world_with_tables(120, 120, 11);
  world.finish_updates();
  for (const bool by_edit : {false, true, false}) {
    CAPTURE(by_edit);
    // A job is under way from the moment in which it is started until its result is taken over.
    world.rebuild(StructureId::kMeshTables);
    (void)world.work(1);
    REQUIRE(world.state(StructureId::kMeshTables).building);
    world.cancel(StructureId::kMeshTables);
    CHECK(world.state(StructureId::kMeshTables).cancelled);
    world.finish_background();
    CHECK_FALSE(world.ready(StructureId::kMeshTables));
    CHECK(world.get<MapMeshTables>().settled(world.inputs()));
    CHECK(refusal(world, StructureId::kMeshTables).find("cancelled") != std::string::npos);
    CHECK(batch_map(world).has(MeshBatchMethod::kPccp));
    if (by_edit) {
      block_free_cell(world);
      world.finish_updates();
      CHECK(world.ready(StructureId::kMeshTables));
    } else {
      world.rebuild(StructureId::kMeshTables);
      world.finish_updates();
      CHECK(world.ready(StructureId::kMeshTables));
    }
  }
  world.finish_updates();
  CHECK(world.ready(StructureId::kMeshTables));
  (void)check_batches(world, 12);
}
