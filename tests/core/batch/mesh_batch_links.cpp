// Batches over meshes with links: A* against a plain Dijkstra, also after edits, and the methods that refuse links.
#include <doctest/doctest.h>

#include <algorithm>

#include "core/batch/mesh_nearest_goals.hpp"
#include "core/navmesh/mesh_nearest.hpp"
#include "tests/links_support.hpp"
#include "tests/mesh_batch_support.hpp"
#include "tests/mesh_links_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// A town of two or more parts.
MeshTestMap town_of_parts(int round) {
  const MeshSetting setting = mesh_setting(round);
  return {random_map(32, 26, 30, static_cast<uint64_t>(round)), setting.hna, setting.level, {}, 12};
}

struct LinkedBatchTally {
  size_t found = 0, over_links = 0, between_areas = 0, inside_one = 0, none = 0;
};

void check_linked_agent(const MeshTestMap& town, const MeshAgent& agent, const MeshBatchOptions& options,
                        const BatchResult& result, size_t i, LinkedBatchTally& tally) {
  const NavMesh& mesh = town.mesh.mesh();
  const PlanStatus ends = check_mesh_agent(town.pack.view(), agent);
  if (ends != PlanStatus::kFound && ends != PlanStatus::kNoPath) {
    CHECK(result.status[i] == ends);
    return;
  }
  const GraphOverLinks graph{mesh, town.hna.options().costs, {agent.start, agent.goal}};
  const Cost expected = graph.cheapest();
  REQUIRE(result.status[i] == (expected == kInfinite ? PlanStatus::kNoPath : PlanStatus::kFound));
  REQUIRE(result.cost[i] == expected);
  MeshPath path;
  pull_agent(town.batch_map(), agent, options, path);
  REQUIRE(path.status == result.status[i]);
  std::vector<uint32_t> steps;
  for_each_step(path, [&](uint32_t step) { steps.push_back(step); });
  CHECK(result.hop[i] == (steps.empty() ? kNoPortal : steps.front()));
  CHECK(std::equal(steps.begin(), steps.end(),
                   result.path_cells.begin() + static_cast<std::ptrdiff_t>(result.path_begin[i]),
                   result.path_cells.begin() + static_cast<std::ptrdiff_t>(result.path_begin[i + 1])));
  if (!path.found()) {
    ++tally.none;
    return;
  }
  CHECK(path.cost == expected);
  CHECK(graph.cost_along(path) == expected);
  std::vector<uint32_t> links_at;
  for (const MeshJump& jump : path.jumps) links_at.push_back(jump.point);
  CHECK(mesh_path_fault(mesh, {agent.start, agent.goal}, path.points, path.length, 0, links_at).value_or("") == "");
  ++tally.found;
  tally.over_links += !path.jumps.empty();
  tally.between_areas += ends == PlanStatus::kNoPath;
  tally.inside_one += !path.jumps.empty() && agent.start.polygon == agent.goal.polygon;
}

}  // namespace

TEST_CASE("A batch by A* over a mesh with links costs what a plain Dijkstra says, and other methods refuse the mesh") {
  const auto engine = make_cpu_mesh_engine(2);
  LinkedBatchTally tally;
  for (int round = 0; round < rounds(12); ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 11);
    MeshTestMap town = town_of_parts(round);
    town.edit(random_links(town.map, 6, rng));
    for (int edit = 0; edit < 3; ++edit) {
      const MeshBatch batch = town.random_batch(60, rng);
      const bool linked = !town.mesh.mesh().links().empty();
      for (const MeshBatchMethod method : kMeshMethods) {
        CAPTURE(mesh_batch_method_name(method));
        for (const HnaEndpoints ends : kMeshEnds) {
          CAPTURE(static_cast<int>(ends));
          const MeshBatchOptions options{method, true, ends};
          const BatchResult result = mesh_answers(*engine, town.batch_map(), batch, options);
          const bool follows = method == MeshBatchMethod::kAstar && ends == HnaEndpoints::kTrue;
          CHECK(mesh_links_refusal(options).empty() == follows);
          if (!linked) {
            CHECK(mesh_batch_fault(town, batch, options, result, 20) == "");
            continue;
          }
          if (!follows) {
            CHECK(result.status == std::vector(batch.agents.size(), PlanStatus::kUnsupported));
            CHECK(result.solved == 0);
            CHECK(result.path_cells.empty());
            MeshPath path;
            pull_agent(town.batch_map(), batch.agents[0], options, path);
            CHECK(path.status == PlanStatus::kUnsupported);
            continue;
          }
          for (size_t i = 0; i < batch.agents.size(); ++i) {
            CAPTURE(i);
            check_linked_agent(town, batch.agents[i], options, result, i, tally);
          }
          const BatchResult costs = mesh_answers(*engine, town.batch_map(), batch, {method, false, ends});
          CHECK(costs.status == result.status);
          CHECK(costs.cost == result.cost);
          CHECK(costs.hop == result.hop);
        }
      }
      for (int more = 0; more < 2; ++more) town.edit(random_link_edit(town.map, 12, rng));
    }
  }
  MESSAGE(tally.found, " found, ", tally.over_links, " over links, ", tally.between_areas, " between areas, ",
          tally.inside_one, " inside one polygon, ", tally.none, " without a path");
  CHECK(tally.over_links > tally.found / 20);
  CHECK(tally.between_areas > 0);
  CHECK(tally.none > 0);
}

TEST_CASE("Partial paths of a batch over a mesh with links end where those of single queries end") {
  const auto engine = make_cpu_mesh_engine(2);
  MeshNearestGoals goals(2);
  const MeshBatchOptions options{MeshBatchMethod::kAstar, true, HnaEndpoints::kTrue};
  size_t partial = 0, whole = 0;
  for (int round = 0; round < rounds(8); ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 31);
    MeshTestMap town = town_of_parts(round);
    town.edit(random_links(town.map, 6, rng));
    if (town.mesh.mesh().links().empty()) continue;
    const MeshBatch batch = town.random_batch(60, rng);
    BatchResult result;
    REQUIRE(goals.plan(*engine, town.batch_map(), batch, options, result).ok());
    Workspace workspace;
    MeshPath path;
    for (size_t i = 0; i < batch.agents.size(); ++i) {
      CAPTURE(i);
      const MeshAgent& agent = batch.agents[i];
      const MeshQuery query{agent.start, agent.goal};
      uint64_t visited = 0;
      const auto end = nearest_reachable(town.mesh.mesh(), town.hna.options().costs, query, workspace, visited);
      CHECK(goals.is_partial(i) == end.has_value());
      CHECK(goals.end_of(i) == end.value_or(agent.goal));
      (end ? partial : whole) += 1;
      if (!end) continue;
      plan_mesh(town.mesh.mesh(), town.hna.options().costs, {agent.start, *end}, workspace, path);
      CHECK(result.cost[i] == path.cost);
      CHECK(result.status[i] != PlanStatus::kFound);
    }
    // A method that refuses the mesh replaces no goals.
    REQUIRE(goals.plan(*engine, town.batch_map(), batch, {MeshBatchMethod::kPccp, true}, result).ok());
    CHECK(goals.partial_count() == 0);
    CHECK(result.status == std::vector(batch.agents.size(), PlanStatus::kUnsupported));
  }
  CHECK(partial > 10);
  CHECK(whole > 20);
}
