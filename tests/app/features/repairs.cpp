// LPA*, D* Lite and IDA* in the lab: what the rows, the state and the recordings say after edits.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/playback/playback.hpp"
#include "core/search/incremental_code.hpp"
#include "core/search/trace.hpp"
#include "core/world/map_repairs.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

uint64_t expanded_in(const Lab& lab, const char* planner) {
  return lab.state().row(planner)->result.stats.total().expanded;
}

}  // namespace

TEST_CASE("LPA* and D* Lite repair in the lab: their rows expand little after a stroke and cost what A* costs") {
  Lab lab;
  run_settled(lab, {"repairs on", "planner.trace dlite"});
  CHECK(lab.world().get<MapRepairs>().options()->query == PlanQuery{{3, 15}, {36, 15}});
  CHECK(expanded_in(lab, "dlite") > 500);
  CHECK(lab.trace().events()[0].line == d_star_lite_code::Lines::kFresh);
  run_settled(lab, "paint.line 5 16 5 18 blocked");
  CHECK(lab.state().row("dlite")->result.cost == lab.state().row("astar")->result.cost);
  CHECK(lab.state().row("lpa")->result.cost == lab.state().row("astar")->result.cost);
  CHECK(expanded_in(lab, "dlite") < expanded_in(lab, "astar") / 4);
  // The recording is that of the repair.
  CHECK(lab.trace().events()[0].line == d_star_lite_code::Lines::kKept);
  CHECK(lab.playback().outline().expansions.size() == expanded_in(lab, "dlite"));
  const auto state = nlohmann::json::parse(dump_state(lab));
  CHECK(state["repairs"]["on"] == true);
  CHECK(state["repairs"]["dlite"]["lowered"].get<uint64_t>() + state["repairs"]["dlite"]["raised"].get<uint64_t>() ==
        expanded_in(lab, "dlite"));
}

TEST_CASE("the structure follows the query of the lab, also to another map") {
  Lab lab;
  run_settled(lab, "repairs on");
  run_settled(lab, "query.start 12 27");
  CHECK(lab.world().get<MapRepairs>().options()->query == PlanQuery{{12, 27}, {36, 15}});
  CHECK(expanded_in(lab, "dlite") == 0);  // the new start lies on the path
  run_settled(lab, "query.clear");
  CHECK_FALSE(lab.world().get<MapRepairs>().options()->query);
  run_settled(lab, {"map.new 20 10", "query.set 2 2 17 8"});
  CHECK(lab.world().has(StructureId::kRepairs));
  CHECK(lab.world().get<MapRepairs>().options()->query == PlanQuery{{2, 2}, {17, 8}});
  run_settled(lab, "repairs off");
  CHECK(lab.state().row("lpa")->note == "Repaired searches are off: switch them on");
}

TEST_CASE("IDA* says in its row that it gave up, and never that there is no path") {
  Lab lab;
  run_settled(lab, {"plan.ida_expansions 500", "planner.show ida on"});
  const PlannerRow& row = *lab.state().row("ida");
  CHECK(row.note == "gave up after 500 expansions");
  CHECK(row.result.status == PlanStatus::kTooManyExpansions);
  CHECK(lab.state().query_note.empty());
  run_settled(lab, {"map.new 12 8", "query.set 1 1 9 5"});
  CHECK(row.note == "found");
  CHECK(row.result.cost == lab.state().row("astar")->result.cost);
}
