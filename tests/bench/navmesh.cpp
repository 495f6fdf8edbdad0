// The bench program over navigation meshes: the keys of rows, what is compared, what is refused, edits and the tables
// of the paper.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "bench/commands.hpp"
#include "bench/query_mesh.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/world/planners.hpp"
#include "papers/paper.hpp"
#include "tests/bench/reports.hpp"
#include "tests/source_path.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;
using namespace strata::bench;

namespace {

QueryOptions mesh_queries(const TempFolder& folder) {
  REQUIRE(save_map(generate({SceneKind::kCity, 110, 90, 2, 0}), folder.file("c.map")).ok());
  QueryOptions options{.map = folder.file("c.map"),
                       .planners = {"navmesh", "polyanya", "hna1", "hna2", "hna3", "pccp"},
                       .rounds = 1,
                       .pairs = 60};
  options.navmesh.mesh.tile_size = 16;
  options.hna.group_size = 4;
  return options;
}

Report checked(const Result<Report>& report) {
  REQUIRE_MESSAGE(report.ok(), (report.ok() ? "" : report.error().message()));
  for (const auto& failure : report.value().failures) FAIL_CHECK(failure);
  return report.value();
}

ReportRow row_of(const Report& report, const std::string& planner) {
  for (const ReportRow& row : report.rows) {
    if (row["planner"] == planner && row["map"] == "*") return row;
  }
  FAIL("no row for " << planner);
  return {};
}

}  // namespace

TEST_CASE("bench queries: planners over a navigation mesh solve everything and say what they stand on") {
  const TempFolder folder;
  const QueryOptions options = mesh_queries(folder);
  const Report report = checked(run_queries(options));
  for (const std::string& name : options.planners) {
    CAPTURE(name);
    const ReportRow row = row_of(report, name);
    check_values(row, {{"solved", 60}, {"illegal", 0}, {"lost", 0}});
    CHECK(row["optimal"].is_null());
    CHECK(row["polygons"] > 20);
    CHECK(row["portals"] > row["polygons"]);
    check_values(row, {{"tile", 16}, {"mesh_source", "triangles"}, {"mesh_costs", "middles"}});
    CHECK(row["mean_ratio"] < 1.02);
    CHECK(row["any_angle_ratio"] >= 1);
    CHECK(row["any_angle_ratio"] < 1.1);
    CHECK(row["any_angle_ratio_raw"] >= row["any_angle_ratio"]);
    CHECK(row["any_angle_ratio_raw"] ==
          (name == "polyanya" ? ReportRow(1.0) : row_of(report, "navmesh")["any_angle_ratio_raw"]));
    CHECK_FALSE(row.contains("smooth"));
    const bool grouped = name.starts_with("hna") || name == "pccp";
    for (const char* key : {"groups", "inter_edges", "rows_bytes", "group_ms", "levels", "mu", "links"}) {
      CAPTURE(key);
      CHECK(row.contains(key) == grouped);
    }
    if (!grouped) continue;
    CHECK(row["mu"] == 4);
    CHECK(row["groups"] > 0);
    CHECK(row["build_ms"] > row_of(report, "navmesh")["build_ms"]);
    CHECK(row["memory_bytes"] > row["rows_bytes"]);
  }
  CHECK(row_of(report, "hna1")["groups"] > row_of(report, "hna2")["groups"]);
  CHECK(row_of(report, "hna2")["inter_edges"] > row_of(report, "hna3")["inter_edges"]);
  CHECK(row_of(report, "hna1")["memory_bytes"] < row_of(report, "hna2")["memory_bytes"]);
  CHECK(row_of(report, "hna2")["links"] == "dijkstra");
  CHECK(row_of(report, "pccp")["links"] == "rows");
  CHECK(row_of(report, "pccp")["levels"] == 3);  // the highest that there is
}

TEST_CASE("bench queries: a level is searched by all planners, Detour among them") {
  QueryOptions options{.mesh = strata::test::source_path("assets/levels/courtyard.obj"),
                       .planners = {"astar", "jps", "hpa1", "navmesh", "polyanya", "detour", "hna1", "hna2", "pccp"},
                       .rounds = 1,
                       .pairs = 80};
  options.hna.group_size = 5;
  const Report report = checked(run_queries(options));
  const auto invalid = row_of(report, "astar")["invalid"].get<size_t>();
  CHECK(invalid < 40);
  for (const std::string& name : options.planners) {
    CAPTURE(name);
    const ReportRow row = row_of(report, name);
    check_values(row, {{"solved", 80 - invalid}, {"illegal", 0}, {"lost", 0}});
    CHECK(row.contains("partial") == (name == "detour"));
    if (row["optimal"].is_null()) CHECK(row["any_angle_ratio"] >= 1);
    const bool grouped = name.starts_with("hna") || name == "pccp";
    if (!grouped && name != "navmesh" && name != "polyanya" && name != "detour") continue;
    check_values(row, {{"mesh_source", "level"}, {"level_options", ""}});
    CHECK_FALSE(row.contains("tile"));
  }
  CHECK(row_of(report, "detour")["partial"] == 0);
  // Of the cells as well, and with other settings.
  options.planners = {"astar", "navmesh", "detour"};
  options.navmesh.of_level = false;
  options.level.cell_size = 0.4f;
  const Report cells = checked(run_queries(options));
  CHECK(row_of(cells, "navmesh")["mesh_source"] == "triangles");
  CHECK(row_of(cells, "detour")["refused"].get<std::string>().find("level's own mesh") != std::string::npos);
}

TEST_CASE("bench queries: a level that cannot be made is unusable input, and Detour is for levels") {
  const TempFolder folder;
  QueryOptions options{.mesh = folder.file("none.obj")};
  REQUIRE_FALSE(run_queries(options).ok());
  CHECK(run_queries(options).error().message().find("none.obj") != std::string::npos);
  options.mesh = strata::test::source_path("assets/levels/courtyard.obj");
  options.map = "x.map";
  CHECK(run_queries(options).error().message().find("either --map, --set or --mesh") != std::string::npos);
  options.map.clear();
  options.level.cell_size = 0;
  CHECK(run_queries(options).error().message().find("size of cells") != std::string::npos);
  // With z going up: the options that help are named, and do.
  options = {};
  options.mesh = folder.file("z-up.obj");
  options.planners = {"astar", "navmesh"};
  options.pairs = 20;
  options.rounds = 1;
  REQUIRE(write_file_atomic(options.mesh,
                            "v 0 0 0\nv 20 0 0\nv 20 16 0\nv 0 16 0\nf 4 3 2 1\nv 9 0 0\nv 11 0 0\nv 11 0 2\n"
                            "v 9 0 2\nf 5 6 7 8\n")
              .ok());
  CHECK(run_queries(options).error().message() ==
        options.mesh +
            ": there is nowhere in the level for the agent to stand: 1 of 2 faces points against z: is z up, and the "
            "winding turned? Try --up z --flip");
  options.level.import = {.up = ObjUpAxis::kZ, .flip = true};
  CHECK(row_of(checked(run_queries(options)), "astar")["solved"] == 20);
  CrowdRunOptions crowd{.mesh = options.mesh, .agents = 20, .ticks = 5, .mesh_method = MeshBatchMethod::kPccp};
  CHECK(run_crowd(crowd).error().message().find("--up z --flip") != std::string::npos);
  crowd.level = options.level;
  CHECK(run_crowd(crowd).ok());
  options = mesh_queries(folder);
  options.planners = {"detour"};
  const Report report = must(run_queries(options));
  CHECK_FALSE(report.checks_held());
  CHECK(row_of(report, "detour")["refused"].get<std::string>().find("levels (.obj files) only") != std::string::npos);
}

TEST_CASE("bench queries: every mesh, cost and way of linking finds what A* on the mesh finds") {
  const TempFolder folder;
  QueryOptions options = mesh_queries(folder);
  options.planners = {"navmesh", "hna1", "hna2", "pccp"};
  for (const MeshDecomposition source : {MeshDecomposition::kTriangles, MeshDecomposition::kRectangles}) {
    for (const MeshCosts costs : {MeshCosts::kMidpoints, MeshCosts::kCentroids}) {
      for (const HnaLinkMethod links :
           {HnaLinkMethod::kDijkstra, HnaLinkMethod::kPerPortal, HnaLinkMethod::kParallel, HnaLinkMethod::kRows}) {
        options.navmesh.mesh = {source, costs == MeshCosts::kCentroids ? 0 : 16, {}};
        options.navmesh.costs = costs;
        options.links = links;
        const Report report = checked(run_queries(options));
        CHECK(row_of(report, "hna2")["ratio_of_sums_raw"] == row_of(report, "navmesh")["ratio_of_sums_raw"]);
        CHECK(row_of(report, "pccp")["levels"] == 2);
        CHECK(row_of(report, "pccp")["any_angle_ratio"].is_null());
        CHECK(row_of(report, "pccp")["any_angle_ratio_raw"].is_null());
      }
    }
  }
  // As published PCCP counts from the centres of polygons: its costs are others, and that is no fault.
  options.navmesh = {};
  options.from_centres = true;
  const Report report = checked(run_queries(options));
  CHECK(row_of(report, "pccp")["from_centres"] == true);
  CHECK(row_of(report, "pccp")["ratio_of_sums_raw"] != row_of(report, "navmesh")["ratio_of_sums_raw"]);
}

TEST_CASE("bench queries: a cost that is not that of A* on the mesh is reported") {
  const std::vector<const Planner*> planners = {planner_named("hna1"), planner_named("pccp"), planner_named("navmesh"),
                                                planner_named("polyanya")};
  std::vector<QueryTally> tallies(4);
  for (QueryTally& tally : tallies) tally.answers = {{900, 1000}, {1800, 2000}, {}};
  QueryOptions options;
  const auto failures = [&] {
    std::vector<std::string> found;
    compare_with_mesh(
        planners, tallies, options, [](size_t query) { return "query " + std::to_string(query); }, found);
    return found;
  };
  CHECK(failures().empty());
  tallies[3].answers[0].raw_cost = 800;  // Polyanya is no A* on the mesh
  tallies[0].answers[2] = {1, 1};        // what is lost is told elsewhere
  CHECK(failures().empty());
  tallies[0].answers[1].raw_cost = 2001;
  tallies[1].answers[0].raw_cost = 999;
  CHECK(failures() == std::vector<std::string>{"hna1, query 1: cost 2001 before pulling, but navmesh finds 2000",
                                               "pccp, query 0: cost 999 before pulling, but navmesh finds 1000"});
  options.from_centres = true;
  CHECK(failures().size() == 1);

  tallies[3].answers = {{600, 600}, {}, {}};
  compare_with_polyanya(planners, tallies);
  CHECK(tallies[0].shared_cost_sum == 900);
  CHECK(tallies[0].shared_raw_cost_sum == 1000);
  CHECK(tallies[0].polyanya_sum == 600);
}

TEST_CASE("bench queries: planners over a mesh refuse several weights for terrains, with the reason") {
  const TempFolder folder;
  QueryOptions options = mesh_queries(folder);
  GridMap map(40, 30);
  for (int y = 0; y < 30; ++y) (void)map.apply({{{map.id({15, y}), 3, 'S'}}});
  REQUIRE(save_map(map, options.map).ok());
  options.rules.capability = options.rules.capability.with(Terrain::kSwamp);
  options.rules.weights[static_cast<size_t>(Terrain::kSwamp)] = 3;
  options.planners = {"astar", "navmesh", "hna2", "pccp"};
  const Report report = checked(run_queries(options));
  CHECK(row_of(report, "astar")["solved"] == 60);
  for (const char* name : {"navmesh", "hna2", "pccp"}) {
    const ReportRow row = row_of(report, name);
    CHECK(row["refused"] == "needs equal weights everywhere");
    CHECK(row["solved"].is_null());
    CHECK(row["any_angle_ratio"].is_null());
  }
  options.planners = {"hna1"};
  CHECK_FALSE(run_queries(options).value().checks_held());
}

TEST_CASE("bench edits: a mesh and its groups stay true, and are grouped anew between strokes") {
  const TempFolder folder;
  REQUIRE(save_map(generate({SceneKind::kForest, 90, 80, 5, 0}), folder.file("f.map")).ok());
  EditOptions options{.map = folder.file("f.map"), .strokes = 60, .check_every = 6};
  options.navmesh = NavmeshOptions{.mesh = {.tile_size = 16, .radius = {}}};
  options.hna = MapHnaOptions{.levels = 2, .group_size = 3};
  const Report report = checked(run_edits(options));
  std::vector<std::string> structures;
  for (const ReportRow& row : report.rows) {
    structures.push_back(row["structure"]);
    check_values(row, {{"strokes", 60}, {"mismatches", 0}});
    CHECK(row["rebuild_ms"] > 0);
    CHECK(row["mode"] == "live");
  }
  CHECK(structures == std::vector<std::string>{"moves", "hpa", "navmesh", "hna", "all"});
  CHECK(report.rows[2]["tile"] == 16);
  CHECK(report.rows[3]["mu"] == 3);
  CHECK(report.rows[3]["levels"] == 2);
  CHECK(report.notes.back().find("groups of polygons were rebuilt") == 0);
  options.navmesh.reset();
  CHECK(run_edits(options).value().failures ==
        std::vector<std::string>{"hna: waits for the navigation mesh: switch it on"});
}

TEST_CASE("bench paper: HNA* costs what A* on the mesh costs, and stored paths take more than first steps") {
  const TempFolder folder;
  for (const char* set : {"dao", "sc1"}) std::filesystem::create_directory(folder.file(set));
  REQUIRE(save_map(generate({SceneKind::kRooms, 64, 60, 1, 9}), folder.file("dao/a.map")).ok());
  REQUIRE(save_map(generate({SceneKind::kCave, 90, 80, 2, 0}), folder.file("dao/b.map")).ok());
  REQUIRE(save_map(generate({SceneKind::kCity, 80, 70, 3, 0}), folder.file("sc1/c.map")).ok());
  PaperOptions options{.table = "hna-levels", .maps = folder.path(), .pairs = 12, .rounds = 1};
  const Report levels = checked(run_paper(options));
  const auto measured = [](const Report& report, const std::string& item) -> ReportRow {
    for (const ReportRow& row : report.rows) {
      if (row["item"] == item) return row["measured"];
    }
    FAIL("no item " << item);
    return {};
  };
  for (const std::string set : {"dao", "sc1"}) {
    CHECK(measured(levels, set + "_pairs") == 12);
    CHECK(measured(levels, set + "_astar_us") > 0);
    for (const std::string setting : {"_l1_mu2_", "_l2_mu10_", "_l3_mu20_"}) {
      CAPTURE(setting);
      CHECK(measured(levels, set + setting + "mismatches") == 0);
      CHECK(measured(levels, set + setting + "groups") > 0);
      for (const char* item :
           {"inter_edges", "hna_us", "hna_link_us", "hna_speedup", "hna_portals_us", "portals_link_us", "pccp_us",
            "pccp_link_us", "pccp_speedup", "frame_hna", "frame_hna_portals", "frame_pccp"}) {
        CHECK(measured(levels, set + setting + item).is_number());
      }
    }
    // Each inter-edge is one of two groups.
    const double inter_edges = measured(levels, set + "_l2_mu4_inter_edges");
    const double groups = measured(levels, set + "_l2_mu4_groups");
    CHECK(measured(levels, set + "_l2_mu4_inter_edges_per_group").get<double>() ==
          doctest::Approx(2 * inter_edges / groups).epsilon(0.01));
    const double micros = measured(levels, set + "_astar_us");
    CHECK(measured(levels, set + "_frame_astar").get<double>() == doctest::Approx(40'000 / micros).epsilon(0.01));
    CHECK(measured(levels, set + "_l1_mu2_groups") > measured(levels, set + "_l1_mu20_groups"));
    CHECK(measured(levels, set + "_best_pccp_us") <= measured(levels, set + "_l2_mu10_pccp_us"));
  }
  // The figures of the level that comes nearest in size.
  size_t printed = 0;
  for (const ReportRow& row : levels.rows) printed += row["paper"].is_number();
  CHECK(printed == 10);

  options.table = "hna-fig7";
  options.pairs = 30;
  const Report lengths = checked(run_paper(options));
  for (const std::string set : {"dao", "sc1"}) {
    const double near = measured(lengths, set + "_excess_near"), far = measured(lengths, set + "_excess_far");
    const double all = measured(lengths, set + "_excess_all");
    CHECK(std::min(near, far) <= all + 0.01);
    CHECK(all <= std::max(near, far) + 0.01);
    // Linked by what is looked up, ends where they are: the paths of HNA*.
    CHECK(std::abs(measured(lengths, set + "_excess_true_all").get<double>()) < 1);
    for (int tenth = 2; tenth <= 10; ++tenth) {
      const auto distance = [&](int at) {
        return measured(lengths, set + "_distance_tenth_" + std::to_string(at)).get<double>();
      };
      CHECK(distance(tenth) >= distance(tenth - 1));
    }
  }

  options.table = "hna-memory";
  const Report memory = checked(run_paper(options));
  CHECK(measured(memory, "dao_polygons") == measured(levels, "dao_polygons"));
  for (const std::string setting : {"dao_l1_mu4_", "sc1_l2_mu6_"}) {
    CHECK(measured(memory, setting + "p_bytes") > 0);
    CHECK(measured(memory, setting + "r_bytes") > 0);
    CHECK(measured(memory, setting + "bytes_per_polygon") > 0);
    CHECK(measured(memory, setting + "stored_bytes") > measured(memory, setting + "p_bytes"));
    CHECK(measured(memory, setting + "stored_bytes") <= measured(memory, setting.substr(0, 3) + "_most_stored_bytes"));
  }

  options.table = "hna-agents";
  options.pairs = 400;
  const Report agents = checked(run_paper(options));
  for (const std::string set : {"dao_", "sc1_"}) {
    CAPTURE(set);
    CHECK(measured(agents, set + "polygons") == measured(levels, set + "polygons"));
    CHECK(measured(agents, set + "mismatches") == 0);
    CHECK(measured(agents, set + "400_astar_ms") > 0);
    for (const std::string method : {"hna", "pccp", "mesh-tables"}) {
      CAPTURE(method);
      CHECK(measured(agents, set + "400_" + method + "_ms") > 0);
      const ReportRow speedup = measured(agents, set + "400_" + method + "_speedup");
      if (method == "mesh-tables") continue;
      CHECK(measured(agents, method + "_speedup_least") <= speedup);
      CHECK(measured(agents, method + "_speedup_most") >= speedup);
    }
  }
  options.maps = folder.file("dao");
  CHECK(run_paper(options).error().what.find("holds none of the folders bg512/, dao/, sc1/, wc3/") == 0);
  options.maps.clear();
  CHECK(run_paper(options).error().what == "give --maps DIR, the folder that holds bg512/, dao/, sc1/, wc3/");
}
