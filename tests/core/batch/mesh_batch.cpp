// Batches over meshes in threads, against the planners for single queries and against each other.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "tests/mesh_batch_support.hpp"
#include "tests/navmesh_support.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("Names of methods over meshes are read back") {
  for (const MeshBatchMethod method : kMeshMethods) {
    CHECK(mesh_batch_method_named(mesh_batch_method_name(method)) == method);
    CHECK_FALSE(batch_method_named(mesh_batch_method_name(method)));
  }
  CHECK_FALSE(mesh_batch_method_named("tables"));
}

TEST_CASE("Batches over meshes cost what single queries cost, first portals begin their corridors, also after edits") {
  const auto engine = make_cpu_mesh_engine(2);
  size_t solved = 0, agents = 0;
  for (int round = 0; round < 18; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 1);
    const MeshSetting setting = mesh_setting(round);
    MeshTestMap town(random_mesh_map(round, static_cast<uint64_t>(round) + 30), setting.hna, setting.level,
                     round % 2 == 0 ? MeshTablesOptions{} : MeshTablesOptions{.max_pair_bytes = 0},
                     round % 4 == 3 ? 32 : 12);
    CHECK(town.tables.by_labels() == (round % 2 != 0 && town.pack.view().inter_edge_count > 0));
    for (int edit = 0; edit < 3; ++edit) {
      const MeshBatch batch = town.random_batch(150, rng);
      for (const MeshBatchMethod method : kMeshMethods) {
        CAPTURE(mesh_batch_method_name(method));
        for (const HnaEndpoints ends : kMeshEnds) {
          CAPTURE(static_cast<int>(ends));
          const MeshBatchOptions options{method, true, ends};
          const BatchResult result = mesh_answers(*engine, town.batch_map(), batch, options);
          CHECK(mesh_batch_fault(town, batch, options, result, 60) == "");
          const BatchResult costs = mesh_answers(*engine, town.batch_map(), batch, {method, false, ends});
          CHECK(costs.status == result.status);
          CHECK(costs.cost == result.cost);
          CHECK(costs.hop == result.hop);
          CHECK(costs.path_begin.empty());
          CHECK(costs.path_cells.empty());
          solved += result.solved;
          agents += result.size();
        }
      }
      for (int more = 0; more < 4; ++more) town.edit(random_edit(town.map, 16, rng));
    }
  }
  CHECK(solved > agents / 3);
}

TEST_CASE("Batches over meshes are the same in one thread and in two, by pairs and by labels") {
  for (int round = 0; round < 5; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 7);
    const MeshSetting setting = mesh_setting(round);
    MeshTestMap town(random_rooms(120, 100, 7, static_cast<uint64_t>(round)), setting.hna, setting.level);
    MeshTables labels;
    labels.build(town.pack, {.max_pair_bytes = 0}, town.threads);
    REQUIRE(labels.by_labels());
    REQUIRE_FALSE(town.tables.by_labels());
    const MeshBatch batch = town.random_batch(3000, rng);
    for (const MeshBatchMethod method : kMeshMethods) {
      CAPTURE(mesh_batch_method_name(method));
      const MeshBatchOptions options{method, true, kMeshEnds[static_cast<size_t>(round) % 2]};
      const BatchResult one = mesh_answers(*make_cpu_mesh_engine(1), town.batch_map(), batch, options);
      CHECK(same_mesh_answers(one, mesh_answers(*make_cpu_mesh_engine(2), town.batch_map(), batch, options)));
      const MeshBatchMap by_labels{&town.mesh.mesh(), &town.pack, &labels};
      CHECK(same_mesh_answers(one, mesh_answers(*make_cpu_mesh_engine(2), by_labels, batch, options)));
    }
  }
}

TEST_CASE("What a method over meshes needs and has not is told as stale") {
  MeshTestMap town(random_rooms(40, 40, 8, 1), {.levels = 1, .group_size = 5}, 1);
  Rng rng(2);
  const MeshBatch batch = town.random_batch(50, rng);
  const auto engine = make_cpu_mesh_engine(2);
  const auto stale = [&](const MeshBatchMap& map, MeshBatchMethod method) {
    const BatchResult result = mesh_answers(*engine, map, batch, {method, true});
    MeshPath path;
    pull_agent(map, batch.agents[0], {method}, path);
    const bool all = std::count(result.status.begin(), result.status.end(), PlanStatus::kStale) == 50;
    CHECK(all == (path.status == PlanStatus::kStale));
    CHECK(result.solved == (all ? 0 : result.solved));
    CHECK(all == !map.has(method));
    return all;
  };
  PackedMesh no_groups;
  no_groups.build(town.mesh.mesh(), MeshCosts::kMidpoints);
  for (const MeshBatchMethod method : kMeshMethods) {
    CHECK_FALSE(stale(town.batch_map(), method));
    CHECK(stale({}, method));
    CHECK(stale({&town.mesh.mesh(), &town.pack, nullptr}, method) == (method == MeshBatchMethod::kTables));
    CHECK(stale({&town.mesh.mesh(), &no_groups, &town.tables}, method) == (method != MeshBatchMethod::kAstar));
  }
  // The mesh has gone on, or another pack is there than the tables are of.
  PackedMesh again;
  again.build(town.mesh.mesh(), town.hna, 1);
  CHECK(stale({&town.mesh.mesh(), &again, &town.tables}, MeshBatchMethod::kTables));
  NavMesh later = town.mesh.mesh();
  later.remove_polygon(later.add_polygon(ring_of({200, 200, 201, 201})));
  for (const MeshBatchMethod method : kMeshMethods) CHECK(stale({&later, &town.pack, &town.tables}, method));
}

TEST_CASE("Tables over meshes that would take too much are refused with their size") {
  MeshTestMap town(random_rooms(60, 60, 6, 3), {.levels = 1, .group_size = 4}, 1);
  MeshTables tables;
  tables.build(town.pack, {.max_square_bytes = 100}, town.threads);
  CHECK_FALSE(tables.is_current_for(town.pack));
  CHECK(tables.refusal().starts_with("costs inside groups would take"));
  tables.build(town.pack, {.max_label_bytes = 8}, town.threads);
  CHECK_FALSE(tables.is_current_for(town.pack));
  CHECK(tables.refusal().starts_with("labels of"));
  tables.build(town.pack, {}, town.threads);
  CHECK(tables.is_current_for(town.pack));
  CHECK(tables.refusal().empty());
}

TEST_CASE("An empty batch over a mesh, and a mesh without polygons, have answers") {
  const auto engine = make_cpu_mesh_engine(2);
  GridMap walls(12, 12);
  walls.apply(rectangle(walls, {0, 0}, {11, 11}, true, '@'));
  MeshTestMap none(walls, {.levels = 1, .group_size = 4}, 1);
  for (const MeshBatchMethod method : kMeshMethods) {
    CHECK(mesh_answers(*engine, none.batch_map(), {}, {method, true}).size() == 0);
    const BatchResult result =
        mesh_answers(*engine, none.batch_map(), {{MeshAgent{}, {{{1, 1}, 0}, {{1, 1}, 0}}}}, {method, true});
    CHECK(result.status == std::vector(2, PlanStatus::kStartBlocked));
  }
}

TEST_CASE("On meshes made by hand batches agree with single queries as well") {
  // A ring of squares with a hole: ways of equal cost both ways round.
  std::vector<std::vector<HalfCellPoint>> rings;
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 5; ++x) {
      if (x != 2 || y != 2) rings.push_back(ring_of({x, y, x + 1, y + 1}));
    }
  }
  const NavMesh mesh = NavMesh::from_rings(rings);
  for (const int group_size : {2, 3, 5}) {
    CAPTURE(group_size);
    auto hna = built<Hna>(mesh, HnaOptions{.levels = 1, .group_size = group_size});
    PackedMesh pack;
    pack.build(mesh, hna, 1);
    Threads threads(1);
    MeshTables tables;
    tables.build(pack, {}, threads);
    MeshBatch batch;
    for (PolygonId from = 0; from < mesh.polygon_slots(); ++from) {
      for (PolygonId to = 0; to < mesh.polygon_slots(); ++to) {
        const auto middle = [&](PolygonId id) { return MeshEndpoint{{mesh.low(id).x + 1, mesh.low(id).y + 1}, id}; };
        batch.agents.push_back({middle(from), middle(to)});
      }
    }
    Workspace workspace;
    HnaPath single;
    for (const MeshBatchMethod method : kMeshMethods) {
      CAPTURE(mesh_batch_method_name(method));
      const MeshBatchMap map{&mesh, &pack, &tables};
      const BatchResult result = mesh_answers(*make_cpu_mesh_engine(1), map, batch, {method, true});
      size_t wrong = 0;
      MeshPath path;
      for (size_t i = 0; i < batch.agents.size(); ++i) {
        plan_hna(mesh, hna, {{batch.agents[i].start, batch.agents[i].goal}, 1}, workspace, single);
        pull_agent(map, batch.agents[i], {method}, path);
        wrong += result.status[i] != single.path.status || result.cost[i] != single.path.cost;
        wrong += std::set<PolygonId>(path.polygons.begin(), path.polygons.end()).size() != path.polygons.size();
        wrong += !path.portals.empty() && path.portals.front() != result.hop[i];
      }
      CHECK(wrong == 0);
    }
  }
}
