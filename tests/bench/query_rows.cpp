// The table of all queries (`queries --rows`), and where the figures of a report come from.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/commands.hpp"
#include "bench/input_files.hpp"
#include "bench/query_rows.hpp"
#include "core/io/csv.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/search/workspace.hpp"
#include "core/world/scenes.hpp"
#include "tests/bench/reports.hpp"
#include "tests/support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;
using namespace strata::bench;

namespace {

using Table = std::vector<std::vector<std::string>>;

size_t column(const Table& table, const std::string& name) {
  const auto found = std::ranges::find(table.at(0), name);
  REQUIRE(found != table.at(0).end());
  return static_cast<size_t>(found - table.at(0).begin());
}

}  // namespace

TEST_CASE(
    "bench queries --rows: a row for each query and planner, whose figures are those of the query and the report") {
  const TempFolder folder;
  const GridMap map = generate({SceneKind::kRooms, 48, 40, 4, 0});
  REQUIRE(save_map(map, folder.file("m.map")).ok());
  QueryOptions options;
  options.map = folder.file("m.map");
  options.pairs = 12;
  options.planners = {"astar", "hpa1"};
  options.rounds = 1;
  options.rows_file = folder.file("rows.csv");
  const Report report = must(run_queries(options));
  CHECK(report.maps == std::map<std::string, std::string>{{"m.map", input_hash(map)}});

  const Table table = csv_records(must(read_file(options.rows_file)));
  REQUIRE(table.size() == 1 + 12 * 2);
  const World world(map);
  Workspace workspace;
  PlanResult result;
  uint64_t expanded = 0;
  for (size_t i = 1; i < table.size(); ++i) {
    const auto number = [&](const char* name) { return std::stod(table[i].at(column(table, name))); };
    const auto cell = [&](const char* x, const char* y) {
      return Cell{static_cast<int>(number(x)), static_cast<int>(number(y))};
    };
    const std::string& planner = table[i].at(column(table, "planner"));
    CHECK(planner == (i % 2 == 1 ? "astar" : "hpa1"));
    CHECK(number("query") == static_cast<double>((i + 1) / 2));
    CHECK(table[i].at(column(table, "map_hash")) == input_hash(map));
    CHECK(table[i].at(column(table, "status")) == status_text(PlanStatus::kFound));
    plan(world, *planner_named("astar"), {cell("start_x", "start_y"), cell("goal_x", "goal_y")}, {}, workspace, result);
    CHECK(number("astar_cost") == result.cost);
    CHECK(number("cost") >= result.cost);
    CHECK(number("raw_cost") >= number("cost"));
    CHECK(number("us") > 0);
    if (planner != "astar") continue;
    CHECK(number("cost") == result.cost);
    CHECK(number("expanded") == static_cast<double>(result.stats.total().expanded));
    expanded += result.stats.total().expanded;
  }
  CHECK(report.rows.at(0).at("mean_expanded").get<double>() ==
        doctest::Approx(static_cast<double>(expanded) / 12).epsilon(1e-3));
}

TEST_CASE("bench queries --rows: a file that cannot be written is told before anything is measured") {
  const TempFolder folder;
  REQUIRE(save_map(generate({SceneKind::kRooms, 16, 16, 4, 0}), folder.file("m.map")).ok());
  QueryOptions options;
  options.map = folder.file("m.map");
  options.pairs = 2;
  options.rows_file = folder.file("none/rows.csv");
  const auto report = run_queries(options);
  REQUIRE_FALSE(report.ok());
  CHECK(report.error().where == options.rows_file);
}

TEST_CASE("bench report: its JSON says what was asked for, when and where, and by which build") {
  Report report{.command = "queries", .rows = {}, .failures = {}, .notes = {}, .maps = {{"a.map", "0123456789abcdef"}}};
  const std::vector<std::string> arguments = {"queries", "--seed", "7"};
  const auto json = nlohmann::json::parse(to_json(report, arguments));
  CHECK(json.at("arguments") == nlohmann::json(arguments));
  CHECK(json.at("maps").at("a.map") == "0123456789abcdef");
  for (const char* key : {"host", "build"}) CHECK_FALSE(json.at(key).get<std::string>().empty());
  CHECK(json.at("threads").get<int>() >= 1);
  const std::string date = json.at("date");  // 2026-11-21T14:05:09Z
  REQUIRE(date.size() == 20);
  CHECK(date.substr(4, 1) + date.substr(10, 1) + date.substr(19) == "-TZ");
}
