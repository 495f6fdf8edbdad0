// Batches in threads, against the planners for single queries and against each other.
#include <doctest/doctest.h>

#include "tests/batch_support.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("Names of methods and back ends are read back") {
  for (const BatchMethod method : kAllMethods) CHECK(batch_method_named(batch_method_name(method)) == method);
  CHECK_FALSE(batch_method_named("teleport"));
  CHECK(batch_backend_name(BatchBackend::kCpu) == "cpu");
  CHECK(batch_backend_name(BatchBackend::kCuda) == "cuda");
}

TEST_CASE("Batches cost what single queries cost and their paths can be walked, also after edits") {
  const std::vector<Rules> rules = test::all_rules();
  const auto engine = make_cpu_engine(2);
  size_t solved = 0, agents = 0;
  for (int round = 0; round < 27; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 1);
    const int cluster_size = rng.between(4, 20);
    BatchTestMap town(random_town(round, static_cast<uint64_t>(round) + 50),
                      rules[static_cast<size_t>(round) % rules.size()], cluster_size, kSeveralKinds);
    for (int edit = 0; edit < 3; ++edit) {
      const AgentBatch batch = random_batch(town, 300, rng);
      for (const BatchMethod method : kAllMethods) {
        CAPTURE(batch_method_name(method));
        const BatchOptions options{method, true};
        BatchResult result;
        for (const bool by_labels : {false, true}) {
          const BatchMap map = by_labels ? town.with_labels() : town.without_labels();
          result = answers_of(*engine, map, batch, options);
          CHECK(fault_of(town, batch, options, result, by_labels) == "");
          const BatchResult costs = answers_of(*engine, map, batch, {method, false});
          CHECK(costs.status == result.status);
          CHECK(costs.cost == result.cost);
          CHECK(costs.hop == result.hop);
          CHECK(costs.path_begin.empty());
        }
        solved += result.solved;
        agents += result.size();
      }
      town.edit(round % 3 == 2 ? test::random_edit_with_weights(town.map, cluster_size, rng)
                               : test::random_edit(town.map, cluster_size, rng));
    }
  }
  CHECK(solved > agents / 4);
}

TEST_CASE("Batches are the same in one thread and in two, with labels and by a search in their place") {
  for (int round = 0; round < 5; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 7);
    BatchTestMap town(random_town(round, static_cast<uint64_t>(round) + 90), {}, rng.between(4, 16), kSeveralKinds);
    const BatchMap searched = town.without_labels(), all = town.with_labels();
    const AgentBatch batch = random_batch(town, 6000, rng);
    for (const BatchMethod method : kAllMethods) {
      if (method == BatchMethod::kAstar && round > 1) continue;
      CAPTURE(batch_method_name(method));
      for (const BatchMap* map : {&searched, &all}) {
        const BatchResult one = answers_of(*make_cpu_engine(1), *map, batch, {method, true});
        CHECK(same_answers(one, answers_of(*make_cpu_engine(2), *map, batch, {method, true})));
      }
      // Of ways that cost the same it may be another one.
      const BatchResult by_search = answers_of(*make_cpu_engine(2), searched, batch, {method, false});
      const BatchResult by_labels = answers_of(*make_cpu_engine(2), all, batch, {method, false});
      CHECK(by_search.status == by_labels.status);
      CHECK(by_search.cost == by_labels.cost);
    }
  }
}

TEST_CASE("Few agents on a map of many clusters get the answers of single queries, into a result that is used again") {
  BatchTestMap town(test::random_rooms(170, 160, 9, 5), {}, 4, kSeveralKinds);
  REQUIRE(town.kinds[0]->tables.clusters() > 1500);
  Rng rng(8);
  const auto engine = make_cpu_engine(2);
  BatchResult again;
  for (const size_t agents : {size_t{3}, size_t{60}, size_t{1}}) {
    for (const BatchMethod method : kAllMethods) {
      CAPTURE(agents);
      CAPTURE(batch_method_name(method));
      const AgentBatch batch = random_batch(town, agents, rng);
      REQUIRE(engine->plan(town.with_labels(), batch, {method, true}, again).ok());
      CHECK(fault_of(town, batch, {method, true}, again, true) == "");
    }
  }
}
