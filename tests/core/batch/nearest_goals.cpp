// Partial paths of batches, held against single queries.
#include "core/batch/nearest_goals.hpp"

#include <doctest/doctest.h>

#include "core/search/nearest_reachable.hpp"
#include "core/search/plan_options.hpp"
#include "tests/batch_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// Replaces the goals of a batch one by one, as single queries do. Returns the reasons.
std::vector<PlanStatus> replace_one_by_one(const BatchTestMap& town, AgentBatch& batch) {
  Workspace workspace;
  std::vector<PlanStatus> why(batch.agents.size(), PlanStatus::kFound);
  for (size_t i = 0; i < batch.agents.size(); ++i) {
    BatchAgent& agent = batch.agents[i];
    if (agent.start >= town.map.cell_count() || agent.goal >= town.map.cell_count()) continue;
    for (const auto& kind : town.kinds) {
      if (kind->agent.size != agent.size || kind->agent.capability.bits() != agent.capability) continue;
      uint64_t visited = 0;
      const auto cell =
          nearest_reachable(kind->grid, {town.map.cell(agent.start), town.map.cell(agent.goal)}, workspace, visited);
      if (!cell) continue;
      why[i] = kind->grid.passable(agent.goal) ? PlanStatus::kNoPath : PlanStatus::kGoalBlocked;
      agent.goal = town.map.id(*cell);
    }
  }
  return why;
}

}  // namespace

TEST_CASE("Partial paths of a batch are those of single queries, by every method and in any number of threads") {
  const std::vector<Rules> rules = all_rules();
  const auto engine = make_cpu_engine(2);
  NearestGoals one_thread(1), two_threads(2);
  size_t partial = 0;
  for (int round = 0; round < rounds(18); ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 1);
    const int cluster_size = rng.between(4, 20);
    BatchTestMap town(random_town(round, static_cast<uint64_t>(round) + 50),
                      rules[static_cast<size_t>(round) % rules.size()], cluster_size, kSeveralKinds);
    for (int edit = 0; edit < 2; ++edit) {
      const AgentBatch batch = random_batch(town, 300, rng);
      AgentBatch replaced = batch;
      const std::vector<PlanStatus> why = replace_one_by_one(town, replaced);
      const BatchMap map = edit == 0 ? town.without_labels() : town.with_labels();
      for (const BatchMethod method : kAllMethods) {
        CAPTURE(batch_method_name(method));
        const BatchOptions options{method, true};
        BatchResult result;
        for (NearestGoals* goals : {&one_thread, &two_threads}) {
          REQUIRE(goals->plan(*engine, map, batch, options, result).ok());
          BatchResult expected = answers_of(*engine, map, replaced, options);
          CHECK(fault_of(town, replaced, options, expected, edit != 0) == "");
          for (size_t i = 0; i < batch.agents.size(); ++i) {
            CHECK(goals->end_of(i) == replaced.agents[i].goal);
            CHECK(goals->is_partial(i) == (why[i] != PlanStatus::kFound));
            if (why[i] == PlanStatus::kFound) continue;
            REQUIRE(expected.status[i] == PlanStatus::kFound);
            expected.status[i] = why[i];
            --expected.solved;
          }
          CHECK(same_answers(result, expected));
          partial += goals->partial_count();
        }
      }
      town.edit(random_edit(town.map, cluster_size, rng));
    }
  }
  CHECK(partial > 1000);
}

TEST_CASE("A batch whose tables are missing is stale with partial paths, too") {
  BatchTestMap town(random_rooms(40, 40, 8, 1), {}, 8, {{1, Capability::walker()}});
  BatchMap map = town.without_labels();
  map.kinds[0].tables = nullptr;
  Rng rng(2);
  const AgentBatch batch = random_batch(town, 100, rng);
  const auto engine = make_cpu_engine(1);
  NearestGoals goals(1);
  BatchResult result;
  REQUIRE(goals.plan(*engine, map, batch, {BatchMethod::kTables, true}, result).ok());
  CHECK(goals.partial_count() == 0);
  CHECK(result.solved == 0);
  for (size_t i = 0; i < batch.agents.size(); ++i) CHECK_FALSE(goals.is_partial(i));
}

TEST_CASE("An empty batch has no partial paths") {
  BatchTestMap town(GridMap(5, 5), {}, 8, {{1, Capability::walker()}});
  const auto engine = make_cpu_engine(1);
  NearestGoals goals(1);
  BatchResult result;
  REQUIRE(goals.plan(*engine, town.without_labels(), {}, {BatchMethod::kAstar, true}, result).ok());
  CHECK(goals.partial_count() == 0);
  CHECK(result.size() == 0);
}
