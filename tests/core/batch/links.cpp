// Batches on maps with links between cells, beside single queries.
#include <doctest/doctest.h>

#include "tests/batch_support.hpp"
#include "tests/links_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("Batches follow links: they cost what single queries cost, and their paths can be walked") {
  size_t over_links = 0;
  for (int number = 0; number < rounds(16); ++number) {
    CAPTURE(number);
    Rng rng(static_cast<uint64_t>(number) + 7);
    const int width = rng.between(20, 44), height = rng.between(20, 44), cluster_size = rng.between(4, 11);
    const GridMap map =
        number % 2 == 0 ? random_rooms(width, height, 7, rng.next()) : random_map(width, height, 25, rng.next());
    const std::vector<Rules> rules = all_rules();
    BatchTestMap town(map, rules[static_cast<size_t>(number) % rules.size()], cluster_size, kSeveralKinds);
    town.edit(random_links(town.map, 8, rng));
    for (int step = 0; step < 4; ++step) {
      town.edit(random_link_edit(town.map, cluster_size, rng));
      const AgentBatch batch = random_batch(town, 150, rng);
      for (const BatchMethod method : {BatchMethod::kTables, BatchMethod::kHpa, BatchMethod::kAstar}) {
        const BatchMap with_labels = town.with_labels();
        const BatchResult result = answers_of(*make_cpu_engine(2), with_labels, batch, {method, true});
        REQUIRE(fault_of(town, batch, {method, true}, result, false) == "");
        REQUIRE(same_answers(result, answers_of(*make_cpu_engine(1), town.without_labels(), batch, {method, true})));
        const BatchResult hops = answers_of(*make_cpu_engine(1), with_labels, batch, {method, false});
        REQUIRE(hops.hop == result.hop);
        REQUIRE(hops.cost == result.cost);
        if (method != BatchMethod::kAstar) continue;
        for (size_t i = 0; i < batch.agents.size(); ++i) {
          bool far = false;
          for (uint64_t k = result.path_begin[i] + 1; k < result.path_begin[i + 1]; ++k) {
            far |= town.kinds[0]->grid.direction_between(result.path_cells[k - 1], result.path_cells[k]) < 0;
          }
          over_links += far;
        }
      }
    }
  }
  CHECK(over_links > static_cast<size_t>(rounds(200)));
}

TEST_CASE("Batches by HPA* refuse a map with more ends of links than it takes, those by A* do not") {
  GridMap map(100, 110);
  Edit edit;
  for (CellId id = 0; id < Hpa::kMaxLinkEnds; ++id) edit.links.push_back({id, id + 5000, 400});
  map.apply(edit);
  BatchTestMap town(map, {}, 10, {{1, Capability::walker()}});
  const AgentBatch batch{{{0, 5000, 1, Capability::walker().bits()}}};
  for (const BatchMethod method : {BatchMethod::kTables, BatchMethod::kHpa, BatchMethod::kAstar}) {
    const BatchResult result = answers_of(*make_cpu_engine(1), town.without_labels(), batch, {method, true});
    const bool cells = method == BatchMethod::kAstar;
    CHECK(result.status[0] == (cells ? PlanStatus::kFound : PlanStatus::kUnsupported));
    CHECK(result.cost[0] == (cells ? 4 * 816 : kInfinite));
  }
}
