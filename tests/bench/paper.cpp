// The tables of the papers: their rows fit together, and what cannot be run is an error with a reason.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

#include "bench/commands.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "papers/paper.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;
using namespace strata::bench;

namespace {

// A folder laid out like the maps of the papers: three small maps in bg/.
void write_paper_maps(const TempFolder& folder) {
  std::filesystem::create_directory(folder.file("bg"));
  REQUIRE(save_map(generate({SceneKind::kRooms, 64, 60, 1, 9}), folder.file("bg/a.map")).ok());
  REQUIRE(save_map(generate({SceneKind::kCave, 70, 50, 2, 0}), folder.file("bg/b.map")).ok());
  REQUIRE(save_map(generate({SceneKind::kRandom, 50, 50, 3, 15}), folder.file("bg/c.map")).ok());
}

// The rows of a table by item; every row has the four keys.
std::map<std::string, double> table_of(const Report& report) {
  std::map<std::string, double> measured;
  for (const ReportRow& row : report.rows) {
    REQUIRE(row["item"].is_string());
    REQUIRE((row["paper"].is_null() || row["paper"].is_number()));
    REQUIRE(row["measured"].is_number());
    REQUIRE(row["note"].is_string());
    CHECK_MESSAGE(measured.emplace(row["item"].get<std::string>(), row["measured"].get<double>()).second,
                  row["item"].get<std::string>(), " is there twice");
  }
  return measured;
}

std::map<std::string, double> paper_table(const PaperOptions& options) {
  const auto report = run_paper(options);
  REQUIRE_MESSAGE(report.ok(), (report.ok() ? "" : report.error().message()));
  for (const auto& failure : report.value().failures) FAIL_CHECK(failure);
  return table_of(report.value());
}

}  // namespace

TEST_CASE("bench paper: sizes of the graphs add up to those of the maps") {
  const TempFolder folder;
  write_paper_maps(folder);
  PaperOptions options{.table = "hpa-2", .maps = folder.path()};
  const auto sizes = paper_table(options);
  CHECK(sizes.at("maps") == 3);
  double cells = 0, nodes = 0, top = 0, intra = 0;
  for (const char* name : {"a", "b", "c"}) {
    MoveGrid moves;
    moves.build(load_map(folder.file("bg/") + name + ".map").value().map, {.profile = Profile::kPaper});
    Hpa hpa;
    hpa.build(moves, {.cluster_size = 10, .entrance_threshold = 6, .levels = 3});
    cells += moves.passable_count() / 3.0;
    nodes += static_cast<double>(hpa.counts(1).nodes) / 3;
    top += static_cast<double>(hpa.counts(3).nodes) / 3;
    intra += static_cast<double>(hpa.counts(2).intra_edges) / 3;
  }
  CHECK(sizes.at("free_cells") == doctest::Approx(cells).epsilon(0.001));
  CHECK(sizes.at("nodes") == doctest::Approx(nodes).epsilon(0.001));
  CHECK(sizes.at("nodes_level_3") == doctest::Approx(top).epsilon(0.001));
  CHECK(sizes.at("intra_l2") == doctest::Approx(intra).epsilon(0.001));
  CHECK(sizes.at("intra_l1") + sizes.at("intra_l2") == doctest::Approx(sizes.at("intra_total_2")).epsilon(0.001));
  CHECK(sizes.at("intra_total_2") + sizes.at("intra_l3") == doctest::Approx(sizes.at("intra_total")).epsilon(0.001));
  CHECK(sizes.at("nodes_level_1") + sizes.at("nodes_level_2") + sizes.at("nodes_level_3") ==
        doctest::Approx(sizes.at("nodes")).epsilon(0.002));
  CHECK(sizes.at("inter") > sizes.at("inter_l2"));
  CHECK(sizes.at("inter_l2") > sizes.at("inter_l3"));
  CHECK(sizes.at("grid_edges") > sizes.at("free_cells"));
  options.every = 2;
  CHECK(paper_table(options).at("maps") == 2);
}

TEST_CASE("bench paper: effort, quality and open lists fit together") {
  const TempFolder folder;
  write_paper_maps(folder);
  PaperOptions options{.table = "hpa-fig5", .maps = folder.path(), .pairs = 40, .rounds = 1};
  const auto effort = paper_table(options);
  CHECK(effort.at("queries") == 120);
  CHECK(effort.at("unequal_costs") == 0);
  double in_buckets = 0, expanded = 0;
  for (const auto& [item, value] : effort) {
    if (item.find("queries_len_") != 0) continue;
    const std::string length = item.substr(std::string("queries_len_").size());
    in_buckets += value;
    expanded += value * effort.at("expanded_hpa2_len_" + length);
    for (const std::string& key : {"expanded_astar_len_" + length, "time_astar_len_" + length,
                                   "time_hpa3_len_" + length, "effort_refine_1_len_" + length}) {
      CHECK(effort.count(key) == 1);
    }
  }
  CHECK(in_buckets == 120);
  CHECK(expanded / 120 == doctest::Approx(effort.at("expanded_hpa2")).epsilon(0.002));
  for (const std::string level : {"1", "2", "3"}) {
    CHECK(effort.at("effort_main_" + level) + effort.at("effort_sg_" + level) + effort.at("effort_refine_" + level) ==
          doctest::Approx(effort.at("expanded_hpa" + level)).epsilon(0.002));
  }
  CHECK(effort.at("effort_main_3") < effort.at("effort_main_1"));
  for (const char* says : {"says_best_level_most_us", "says_astar_ahead_on_short", "says_one_level_suffices",
                           "says_main_falls_with_levels", "says_sg_rises_with_levels"}) {
    CHECK_MESSAGE(effort.count(says) == 1, says);
  }
  options.table = "hpa-fig6";
  CHECK(paper_table(options).at("effort_sg_2") == effort.at("effort_sg_2"));

  options.table = "hpa-fig7";
  const auto quality = paper_table(options);
  CHECK(quality.at("excess_raw") > 0);
  CHECK(quality.at("excess_smoothed") < quality.at("excess_raw"));
  CHECK(quality.at("excess_smoothed_mean") < quality.at("excess_raw_mean"));
  CHECK(quality.at("unequal_raw") == 0);
  CHECK(quality.at("says_levels_alike_raw") == 0);
  CHECK(quality.at("says_levels_alike_smoothed") == quality.at("unequal_smoothed"));
  double most = 0;
  for (const auto& [item, value] : quality) {
    if (item.starts_with("excess_smoothed_len_")) most = std::max(most, value);
  }
  CHECK(quality.at("says_smoothed_most") == most);

  options.table = "hpa-fig8";
  const auto curve = paper_table(options);
  for (const std::string size : {"c5", "c8", "c10", "c12", "c15", "c20"}) {
    CHECK(curve.at("expanded_main_" + size) + curve.at("expanded_sg_" + size) ==
          doctest::Approx(curve.at("expanded_" + size)).epsilon(0.002));
    CHECK(curve.at("expanded_whole_" + size) >= 0.999 * curve.at("expanded_main_" + size));
  }
  const std::string least = fmt::format("expanded_c{:g}", curve.at("says_least_at"));
  for (const std::string size : {"c5", "c8", "c10", "c12", "c15", "c20"}) {
    CHECK(curve.at(least) <= curve.at("expanded_" + size));
  }
  CHECK(curve.at("says_sg_faster") > 0);
  CHECK(curve.at("expanded_main_c5") > curve.at("expanded_main_c20"));
  CHECK(curve.at("expanded_sg_c5") < curve.at("expanded_sg_c20"));
  CHECK(curve.at("expanded_sg_c10") == doctest::Approx(effort.at("effort_sg_1")).epsilon(0.002));
  CHECK(curve.at("expanded_refine_c10") == doctest::Approx(effort.at("effort_refine_1")).epsilon(0.002));

  options.table = "hpa-3";
  const auto open = paper_table(options);
  for (const char* key : {"open_low", "open_main", "open_sg", "open_refine", "open_main_3", "open_sg_3",
                          "open_low_by_search", "open_main_by_search", "open_sg_by_search", "open_refine_by_search"}) {
    CHECK(open.at(key) >= 1);
  }
  CHECK(open.at("open_refine") < open.at("open_low"));

  options = {.table = "hpa-1", .maps = {}};
  const auto example = paper_table(options);
  CHECK(example.at("lowlevel_main") == 1463);
  CHECK(example.at("abstract1_main") == 68);
  CHECK(example.at("lowlevel_main") == example.at("lowlevel_total"));
  // All nodes of level 2 but the goal have an f below the cost of the path, so that A* must expand them.
  CHECK(example.at("abstract2_main") == 17);
  CHECK(example.at("abstract2_main_below") == 16);
  for (const std::string level : {"abstract1_", "abstract2_", "abstract3_"}) {
    CHECK(example.at(level + "sg") + example.at(level + "main") + example.at(level + "refine") ==
          example.at(level + "total"));
    CHECK(example.at(level + "sg") + example.at(level + "main") == example.at(level + "abstract"));
    CHECK(example.at(level + "main_below") < example.at(level + "main"));
    CHECK(example.at(level + "length") == example.at("abstract1_length"));
    CHECK(example.at(level + "length_smoothed") >= example.at("lowlevel_length"));
  }
}

TEST_CASE("bench paper: HAA* loses no pair, and low quality is smaller and never cheaper") {
  const TempFolder folder;
  write_paper_maps(folder);
  PaperOptions options{.table = "haa", .maps = folder.path(), .pairs = 12, .rounds = 1, .max_size = 3};
  const auto haa = paper_table(options);
  CHECK(haa.at("pairs") == 3 * 4 * 3 * 12);
  CHECK(haa.at("lost_pairs_high") == 0);
  CHECK(haa.at("lost_pairs_low") == 0);
  CHECK(haa.at("lost_pairs_published_size_2") + haa.at("lost_pairs_published_size_3") ==
        haa.at("lost_pairs_published"));
  CHECK(haa.at("painted_percent") == doctest::Approx(12).epsilon(0.02));
  CHECK(haa.at("nodes_initial") >= haa.at("nodes_high"));
  CHECK(haa.at("nodes_high") >= haa.at("nodes_low"));
  CHECK(haa.at("edges_initial") > haa.at("edges_high"));
  CHECK(haa.at("edges_high") > haa.at("edges_low"));
  CHECK(haa.at("edges_low_percent") < haa.at("edges_high_percent"));
  CHECK(haa.at("excess_high") >= 0);
  CHECK(haa.at("excess_low") >= haa.at("excess_high"));
  for (const char* key : {"speedup_expanded", "speedup_time", "speedup_time_low", "excess_high_size_3",
                          "lost_percent_published", "grid_nodes"}) {
    CHECK(haa.count(key) == 1);
  }
  options.every = 3;
  options.max_size = 1;
  const auto again = paper_table(options);
  CHECK(again.at("maps") == 1);
  CHECK(again.at("lost_pairs_published") == 0);
  CHECK(again.at("nodes_high") == paper_table(options).at("nodes_high"));
}

TEST_CASE("bench paper: rooms prune all three sets of maps, and more of a search than as published") {
  const TempFolder folder;
  write_paper_maps(folder);
  std::filesystem::copy(folder.file("bg"), folder.file("adaptive-depth"));
  PaperOptions options{.table = "rooms-1", .maps = folder.path(), .every = 150, .rounds = 1};
  const auto sizes = paper_table(options);
  CHECK(sizes.at("rooms_mean") == doctest::Approx(49.8).epsilon(0.01));
  CHECK(sizes.at("rooms_rooms") == 1024);
  CHECK(sizes.at("rooms_min") < sizes.at("rooms_max"));
  CHECK(sizes.at("bg_mean") > 0);
  CHECK(sizes.at("ad_mean") == sizes.at("bg_mean"));

  options.table = "rooms-fig5";
  options.pairs = 20;
  const auto search = paper_table(options);
  CHECK(search.at("rooms_queries") == 40);
  for (const std::string key : {"bg", "ad", "rooms"}) {
    CHECK(search.at(key + "_expanded_speedup") > search.at(key + "_published_expanded_speedup"));
    CHECK(search.at(key + "_expanded") < search.at(key + "_published_expanded"));
    CHECK(search.at(key + "_published_expanded") < search.at(key + "_expanded_astar"));
    CHECK(search.at(key + "_time_speedup") > 0);
    if (key != "rooms") CHECK(search.count(key + "_published_time_speedup_len_15") == 1);
    if (key != "rooms") CHECK(search.at(key + "_published_expanded_mean_len_15") >= 1);
  }
  for (const char* says : {"says_ad_time_long", "says_ad_expanded_long_mean", "says_bg_expanded",
                           "says_bg_expanded_mean", "says_rooms_time"}) {
    CHECK(search.at(says) >= 0);
    CHECK(search.at(says) <= 100);
  }
}

TEST_CASE("bench paper: the methods of table 5 are measured as the planners are, and maps are ranked by two of them") {
  const TempFolder folder;
  write_paper_maps(folder);
  PaperOptions options{.table = "sectors-5", .maps = folder.path(), .pairs = 12, .rounds = 1};
  const auto methods = paper_table(options);
  for (const std::string name : {"baseline", "heuristics", "contraction", "customisable", "abstraction"}) {
    CAPTURE(name);
    CHECK(methods.at("memory_" + name) > 0);
    CHECK(methods.at("time_" + name + "_us") > 0);
    CHECK(methods.at("edit_" + name + "_us") >= 0);
  }
  CHECK(methods.at("optimal_baseline") == 100);
  CHECK(methods.at("optimal_heuristics") == 100);
  CHECK(methods.at("optimal_abstraction") < 100);
  CHECK(methods.at("excess_abstraction") > 0);
  CHECK(methods.at("expanded_heuristics") < methods.at("expanded_baseline"));
  CHECK(methods.at("memory_heuristics") > methods.at("memory_baseline"));
  CHECK(methods.at("edit_baseline_us") == 0);
  CHECK(methods.at("edit_heuristics_us") > 0);

  options.table = "sectors-fig8";
  options.pairs = 40;
  const auto ranks = paper_table(options);
  CHECK(ranks.at("maps") == 3);
  double sum = 0, most = -9, least = 9, squares = 0;
  for (const char* name : {"a.map", "b.map", "c.map"}) {
    const double difference = ranks.at(std::string("rank_difference_") + name);
    sum += difference;
    squares += difference * difference;
    most = std::max(most, difference);
    least = std::min(least, difference);
  }
  CHECK(sum == 0);  // both are ranks of the same maps
  CHECK(ranks.at("abstraction_easy_difference") == most);
  CHECK(ranks.at("contraction_easy_difference") == -least);
  CHECK(ranks.at("abstraction_easy_rank_contraction") - ranks.at("abstraction_easy_rank_abstraction") == most);
  CHECK(ranks.at("rank_correlation") == doctest::Approx(1 - 6 * squares / 24).epsilon(0.001));
}

TEST_CASE("bench paper: unknown tables and folders without bg are errors with a reason") {
  const TempFolder folder;
  PaperOptions options{.table = "hpa-9", .maps = folder.path()};
  CHECK(run_paper(options).error().what ==
        "there is no table 'hpa-9'; there are hpa-1, hpa-2, hpa-3, hpa-fig5, hpa-fig6, hpa-fig7, hpa-fig8, haa, "
        "rooms-1, rooms-fig5, sectors-1, sectors-2, sectors-3, sectors-4, sectors-5, "
        "sectors-fig8, hna-memory, hna-fig7, hna-levels, hna-agents");
  for (const char* table :
       {"hpa-2", "hpa-3", "hpa-fig5", "hpa-fig6", "hpa-fig7", "hpa-fig8", "haa", "rooms-1", "rooms-fig5", "sectors-1",
        "sectors-2", "sectors-3", "sectors-4", "sectors-5", "sectors-fig8"}) {
    options = {.table = table, .maps = {}};
    CHECK(run_paper(options).error().what == "give --maps DIR, the folder that holds bg/");
    options.maps = folder.file("none");
    CHECK(run_paper(options).error().where == folder.file("none/bg"));
  }
  std::filesystem::create_directory(folder.file("bg"));
  options.maps = folder.path();
  CHECK(run_paper(options).error().what == "holds no .map file");
  REQUIRE(write_file_atomic(folder.file("bg/a.map"), "no map\n").ok());
  CHECK(run_paper(options).error().what.find(folder.file("bg/a.map") + ":1: ") != std::string::npos);
}

TEST_CASE("bench paper: on the 120 game maps the tables agree with the independent reference" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  PaperOptions options{.table = "hpa-2", .maps = std::string(std::getenv("STRATA_DATA")) + "/maps"};
  const auto agree = [](const std::map<std::string, double>& table, const std::string& item, double reference) {
    CAPTURE(item);
    CHECK(table.at(item) == doctest::Approx(reference).epsilon(0.02));
  };
  const auto sizes = paper_table(options);
  CHECK(sizes.at("maps") == 120);
  agree(sizes, "free_cells", 4507);
  agree(sizes, "grid_edges", 16557);
  agree(sizes, "nodes", 330.5);
  agree(sizes, "inter", 214.7);
  agree(sizes, "intra_l1", 513);
  agree(sizes, "intra_l2", 611);
  agree(sizes, "intra_l3", 482);
  agree(sizes, "nodes_level_1", 141.8);
  agree(sizes, "nodes_level_2", 89.9);
  agree(sizes, "nodes_level_3", 98.9);
  options.table = "hpa-fig7";
  agree(paper_table(options), "excess_raw", 5.9);
  // Agents lose no path to the graph; the transitions of the paper do.
  options = {.table = "haa", .maps = options.maps, .every = 8, .pairs = 10, .rounds = 1};
  const auto haa = paper_table(options);
  CHECK(haa.at("lost_pairs_high") + haa.at("lost_pairs_low") == 0);
  CHECK(haa.at("lost_pairs_published") > 0);
}
