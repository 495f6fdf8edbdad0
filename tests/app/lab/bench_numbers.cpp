// What the screen says of a query is what the bench program measures of the same one.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

#include "app/lab/query_controller.hpp"
#include "core/world/map_cch.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_labels.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/planners.hpp"
#include "tests/scenario_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// The structures as the lab has them.
bench::QueryOptions options_of(const World& world) {
  bench::QueryOptions options;
  options.rules = world.rules();
  options.rounds = 1;
  const auto take = [](const auto& from, auto& to) {
    if (from) to = *from;
  };
  take(world.get<MapHpa>().options(), options.hpa);
  take(world.get<MapSectors>().options(), options.sectors);
  take(world.get<MapHierarchy>().options(), options.ch);
  take(world.get<MapCch>().options(), options.cch);
  take(world.get<MapLabels>().options(), options.labels);
  take(world.get<MapNavmesh>().options(), options.navmesh);
  take(world.get<MapHna>().options(), options.hna);
  if (const auto& haa = world.get<MapHaa>().options()) options.haa_cluster = haa->cluster_size;
  if (const auto& landmarks = world.get<MapLandmarks>().options()) options.landmarks = landmarks->count;
  return options;
}

}  // namespace

TEST_CASE("the screen says of a query what the bench program says of the same one, for every planner") {
  const TempFolder folder;
  test::write_cave(folder, 3, 64);
  const std::string map = folder.file("cave.map"), scen = folder.file("one.scen");
  const Scenario scenario = must(load_scenario(folder.file("cave.map.scen")));
  std::set<std::string_view> compared;
  for (const Profile profile : {Profile::kOctile, Profile::kFour}) {
    Lab lab(test::fixed_clock());
    run(lab, test::open_line(map));
    run(lab, fmt::format("rules.profile {}", profile_info(profile).name));
    // HAA* as the bench program builds it, for the agent alone; levels as many as planners ask for.
    run(lab, {"haa on", "haa.sizes 1", "haa.capabilities ground,swamp", "hpa.levels 4", "hna on", "hna.levels 3"});
    std::vector<const Planner*> asked;
    for (const Planner& planner : planners()) {
      if (planner.levels_only || !supports(lab.world(), planner)) continue;
      run(lab, fmt::format("planner.show {} on", planner.name));
      asked.push_back(&planner);
    }
    lab.finish_updates();
    bench::QueryOptions options = options_of(lab.world());
    options.map = map;
    options.scen = scen;
    for (const Planner* planner : asked) options.planners.emplace_back(planner->name);
    for (const ScenarioRow& listed : scenario.rows) {
      REQUIRE(write_file_atomic(scen, fmt::format("version 1\n{} cave.map 64 64 {} {} {} {} {}\n", listed.bucket,
                                                  listed.start_x, listed.start_y, listed.goal_x, listed.goal_y,
                                                  profile == Profile::kOctile ? listed.length : 0.0))
                  .ok());
      run(lab, fmt::format("query.start {} {}", listed.start_x, listed.start_y));
      run_settled(lab, fmt::format("query.goal {} {}", listed.goal_x, listed.goal_y));
      const auto report = must(bench::run_queries(options));
      const auto ratio_of = [&](const char* planner) {
        for (const bench::ReportRow& row : report.rows) {
          if (row["planner"] == planner && row["map"] == "cave.map") return row["mean_ratio"].get<double>();
        }
        return 1.0;
      };
      for (const Planner* planner : asked) {
        CAPTURE(planner->name);
        const PlannerRow& shown = *lab.state().row(planner->name);
        if (plans_own_graph(lab.world(), *planner)) continue;
        REQUIRE(shown.solved);
        if (shown.result.status == PlanStatus::kTooManyExpansions) continue;  // IDA* gives up
        REQUIRE(shown.result.found());
        REQUIRE(shown.percent_over.has_value());
        for (const bench::ReportRow& row : report.rows) {
          if (row["planner"] != std::string(planner->name) || row["map"] != "cave.map") continue;
          CHECK(row["solved"] == 1);
          // The lab keeps the costs of its own query.
          if (planner->needs != StructureId::kRepairs) CHECK(row["memory_bytes"] == shown.memory_bytes);
          CHECK(row["mean_expanded"] == shown.result.stats.total().expanded);
          // The screen holds paths at any angle against Polyanya's.
          const double best = planner->any_angle ? ratio_of("polyanya") : 1;
          CHECK(100 * (row["mean_ratio"].get<double>() / best - 1) ==
                doctest::Approx(*shown.percent_over).epsilon(1e-3).scale(1));
          CHECK(*shown.percent_over >= 0);
          compared.insert(planner->name);
        }
      }
    }
  }
  for (const Planner& planner : planners()) {
    CAPTURE(planner.name);
    CHECK((planner.levels_only || planner.name == "ida" || compared.contains(planner.name)));
  }
}
