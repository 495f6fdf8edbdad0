// Partial paths of batches over meshes, held against single queries.
#include "core/batch/mesh_nearest_goals.hpp"

#include <doctest/doctest.h>

#include "core/navmesh/mesh_nearest.hpp"
#include "core/search/plan_options.hpp"
#include "tests/mesh_batch_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::vector<PlanStatus> replace_mesh_goals_one_by_one(const MeshTestMap& town, MeshBatch& batch) {
  Workspace workspace;
  std::vector<PlanStatus> why(batch.agents.size(), PlanStatus::kFound);
  for (size_t i = 0; i < batch.agents.size(); ++i) {
    MeshAgent& agent = batch.agents[i];
    uint64_t visited = 0;
    const MeshQuery query{agent.start, agent.goal};
    const auto end = nearest_reachable(town.mesh.mesh(), town.hna.options().costs, query, workspace, visited);
    if (!end) continue;
    why[i] = check_mesh_agent(town.pack.view(), agent);
    agent.goal = *end;
  }
  return why;
}

}  // namespace

TEST_CASE("Partial paths of a batch over a mesh are those of single queries, by every method") {
  const auto engine = make_cpu_mesh_engine(2);
  MeshNearestGoals one_thread(1), two_threads(2);
  size_t partial = 0;
  for (int round = 0; round < rounds(12); ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 1);
    const MeshSetting setting = mesh_setting(round);
    MeshTestMap town(random_mesh_map(round, static_cast<uint64_t>(round) + 30), setting.hna, setting.level);
    for (int edit = 0; edit < 2; ++edit) {
      const MeshBatch batch = town.random_batch(150, rng);
      MeshBatch replaced = batch;
      const std::vector<PlanStatus> why = replace_mesh_goals_one_by_one(town, replaced);
      for (const MeshBatchMethod method : kMeshMethods) {
        CAPTURE(mesh_batch_method_name(method));
        const MeshBatchOptions options{method, true, HnaEndpoints::kTrue};
        BatchResult result;
        for (MeshNearestGoals* goals : {&one_thread, &two_threads}) {
          REQUIRE(goals->plan(*engine, town.batch_map(), batch, options, result).ok());
          BatchResult expected = mesh_answers(*engine, town.batch_map(), replaced, options);
          CHECK(mesh_batch_fault(town, replaced, options, expected, 20) == "");
          for (size_t i = 0; i < batch.agents.size(); ++i) {
            CHECK(goals->end_of(i).at == replaced.agents[i].goal.at);
            CHECK(goals->end_of(i).polygon == replaced.agents[i].goal.polygon);
            CHECK(goals->is_partial(i) == (why[i] != PlanStatus::kFound));
            if (why[i] == PlanStatus::kFound) continue;
            REQUIRE(expected.status[i] == PlanStatus::kFound);
            expected.status[i] = why[i];
            --expected.solved;
          }
          CHECK(same_mesh_answers(result, expected));
          partial += goals->partial_count();
        }
      }
      for (int more = 0; more < 3; ++more) town.edit(random_edit(town.map, 16, rng));
    }
  }
  CHECK(partial > 500);
}

TEST_CASE("A batch over a mesh that has no pack is stale with partial paths, too") {
  const MeshTestMap town(random_rooms(40, 40, 8, 1), {.levels = 1, .group_size = 6}, 1);
  MeshBatchMap map = town.batch_map();
  map.pack = nullptr;
  Rng rng(2);
  const auto engine = make_cpu_mesh_engine(1);
  MeshNearestGoals goals(1);
  BatchResult result;
  REQUIRE(goals.plan(*engine, map, town.random_batch(50, rng), {}, result).ok());
  CHECK(goals.partial_count() == 0);
  for (size_t i = 0; i < result.size(); ++i) CHECK(result.status[i] == PlanStatus::kStale);
}
