// The planner "fastest" in `queries`: its answers are checked like those of all planners, and a column says whom it has
// asked.
#include <doctest/doctest.h>

#include "bench/asked_planners.hpp"
#include "bench/commands.hpp"
#include "core/io/movingai.hpp"
#include "core/world/planners.hpp"
#include "tests/bench/reports.hpp"
#include "tests/support.hpp"
#include "tests/temp_folder.hpp"

namespace strata::test {

using namespace bench;

TEST_CASE("bench queries: fastest asks planners whose structures are built, or the one that supports the rules") {
  const TempFolder folder;
  QueryOptions options{.map = folder.file("a.map"), .planners = {"fastest"}, .rounds = 2, .pairs = 50};
  REQUIRE(save_map(random_rooms(48, 40, 8, 3), options.map).ok());
  Report report = held_report(run_queries(options));
  const ReportRow row = report.rows.front();
  check_values(row, {{"planner", "fastest"}, {"solved", row["optimal"]}, {"illegal", 0}, {"lost", 0}});
  CHECK(row["asked"].get<std::string>().find("labels") != std::string::npos);  // all are tried at first
  CHECK(row["asked"].get<std::string>().find("jps+") != std::string::npos);
  options.rules.profile = Profile::kPaper;
  options.rules.agent_size = 2;
  report = held_report(run_queries(options));
  CHECK(report.rows.front()["illegal"] == 0);
  CHECK(report.rows.front()["solved"] == report.rows.front()["optimal"]);
}

TEST_CASE("bench: shares of asked planners are in percent, the largest first") {
  AskedPlanners counts;
  CHECK(asked_text(counts).empty());
  count_asked(counts, *planner_named("jps"));
  for (int i = 0; i < 3; ++i) count_asked(counts, *planner_named("labels"));
  CHECK(asked_text(counts) == "labels 75 %, jps 25 %");
  AskedPlanners sum;
  add_asked(sum, counts);
  add_asked(sum, counts);
  CHECK(asked_text(sum) == asked_text(counts));
}

}  // namespace strata::test
