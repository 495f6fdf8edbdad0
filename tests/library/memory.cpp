// The memory that queries of the library ask for.
#include <doctest/doctest.h>

#include "tests/asked_bytes.hpp"
#include "tests/library/support.hpp"
#include "tests/must.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("library: a Query that has answered a few times asks for no more memory" * doctest::skip(kSanitized)) {
  Rng rng(19);
  const CostMap map = random_costs(64, 64, 1, rng);
  Navigator navigator = must(Navigator::create(spec_of(map)));
  const AgentId agent = must(navigator.add_agent({}));
  for (const PlannerSpec& planner :
       {astar(), jps(), jps_plus(), alt(), ch(), labels(), hpa(2), sectors(), polyanya()}) {
    CAPTURE(planner.name());
    must(must(navigator.prepare(planner, agent)).wait());
    Query query(navigator);
    std::vector<Request> requests;
    for (int i = 0; i < 200; ++i) requests.push_back({map.some_cell(rng), map.some_cell(rng)});
    const auto ask_all = [&] {
      for (const Request& request : requests) {
        CHECK(query.find(agent, request.start, request.goal, {.planner = &planner}).ok());
      }
    };
    ask_all();
    ask_all();  // buffers of both ends of a path change places
    const size_t before = asked_bytes();
    size_t asked = 0;
    for (const Request& request : requests) {
      const size_t now = asked_bytes();
      const bool answered = query.find(agent, request.start, request.goal, {.planner = &planner}).ok();
      asked += asked_bytes() - now;
      CHECK(answered);
    }
    CHECK(asked == 0);
    CHECK(asked_bytes() >= before);
  }
}
