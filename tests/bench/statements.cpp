// What the texts of the papers say of their figures, compared with rows made by hand.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "papers/statements.hpp"

using namespace strata;
using namespace strata::bench;

namespace {

using Points = std::vector<std::pair<std::string, double>>;

Report judged(const Points& points) {
  Report report{.command = "paper", .rows = {}, .failures = {}, .notes = {}};
  for (const auto& [item, measured] : points) {
    report.rows.push_back({{"item", item}, {"paper", nullptr}, {"measured", measured}, {"note", ""}});
  }
  add_statements(report);
  return report;
}

// "yes 0": whether the rows agree with the statement, and its measured value; "": there is no such row.
std::string said(const Points& points, const std::string& item) {
  const Report report = judged(points);
  const auto row = std::ranges::find_if(report.rows, [&](const ReportRow& one) { return one["item"] == item; });
  if (row == report.rows.end()) return "";
  CHECK((*row)["paper"].is_null());
  CHECK((*row)["note"].get<std::string>().starts_with("the paper says: "));
  return (*row)["agrees"].get<std::string>() + " " + row->at("measured").dump();
}

// Curves over lengths of 0, 15 and 50.
Points speedups(const std::string& set, double first, double second, double third) {
  Points points;
  for (const char* of : {"expanded", "time"}) {
    const std::string key = set + "_published_" + of + "_speedup_len_";
    points.insert(points.end(), {{key + "0", first}, {key + "15", second}, {key + "50", third}});
  }
  return points;
}

}  // namespace

TEST_CASE("paper statements: bounds hold for the best level at every length") {
  // The best are 400 at length 0, 9,000 at 350, and 10,001 at 400.
  Points times = {{"time_hpa1_len_0", 400.0},    {"time_hpa2_len_0", 20'000.0}, {"time_hpa3_len_0", 20'000.0},
                  {"time_hpa1_len_350", 9500.0}, {"time_hpa2_len_350", 9000.0}, {"time_hpa3_len_350", 9200.0},
                  {"time_hpa1_len_400", 11e3},   {"time_hpa2_len_400", 12e3},   {"time_hpa3_len_400", 10'001.0}};
  CHECK(said(times, "says_best_level_most_us") == "no 10001.0");
  CHECK(said(times, "says_best_level_most_us_below_400") == "no 9000.0");
  times[8].second = 10'000;
  times[4].second = 5000;
  CHECK(said(times, "says_best_level_most_us") == "yes 10000.0");
  CHECK(said(times, "says_best_level_most_us_below_400") == "yes 5000.0");

  CHECK(said({{"excess_smoothed_len_0", 0.5}, {"excess_smoothed_len_50", 1.0}}, "says_smoothed_most") == "yes 1.0");
  CHECK(said({{"excess_smoothed_len_0", 1.1}, {"excess_smoothed_len_50", 0.1}}, "says_smoothed_most") == "no 1.1");
  CHECK(said({{"unequal_raw", 0.0}}, "says_levels_alike_raw") == "yes 0.0");
  CHECK(said({{"unequal_smoothed", 2}}, "says_levels_alike_smoothed") == "no 2.0");
}

TEST_CASE("paper statements: A* against the best level, and one level against the best other one") {
  Points first = {{"expanded_astar_len_0", 30}, {"expanded_hpa1_len_0", 60},    {"expanded_hpa2_len_0", 40},
                  {"expanded_hpa3_len_0", 80},  {"expanded_astar_len_50", 900},  // of longer paths nothing is said
                  {"expanded_hpa1_len_50", 60}};
  CHECK(said(first, "says_astar_ahead_on_short") == "yes 0.75");
  first[2].second = 20;
  CHECK(said(first, "says_astar_ahead_on_short") == "no 1.5");
  CHECK(said({{"expanded_hpa1", 200}, {"expanded_hpa2", 250}, {"expanded_hpa3", 300}}, "says_one_level_suffices") ==
        "yes 0.8");
  CHECK(said({{"expanded_hpa1", 200}, {"expanded_hpa2", 250}, {"expanded_hpa3", 160}}, "says_one_level_suffices") ==
        "no 1.25");
}

TEST_CASE("paper statements: effort falls and rises with the levels, of which the paper has three") {
  Points effort = {{"effort_main_1", 50}, {"effort_main_2", 30}, {"effort_main_3", 20}, {"effort_main_4", 90},
                   {"effort_sg_1", 10},   {"effort_sg_2", 20},   {"effort_sg_3", 20},   {"effort_main_1_len_0", 1}};
  CHECK(said(effort, "says_main_falls_with_levels") == "yes 0.0");
  CHECK(said(effort, "says_sg_rises_with_levels") == "no 1.0");
  effort[6].second = 21;
  CHECK(said(effort, "says_sg_rises_with_levels") == "yes 0.0");
  CHECK(said({{"effort_main_1", 50}}, "says_main_falls_with_levels") == "");
}

TEST_CASE("paper statements: the sum over the size of clusters is least at 10") {
  // By number, not by text: 5 comes before 10.
  Points sizes = {{"expanded_main_c5", 100}, {"expanded_main_c10", 60}, {"expanded_main_c20", 40},
                  {"expanded_sg_c5", 20},    {"expanded_sg_c10", 50},   {"expanded_sg_c20", 200},
                  {"expanded_c5", 120},      {"expanded_c10", 110},     {"expanded_c20", 240}};
  CHECK(said(sizes, "says_main_falls") == "yes 0.0");
  CHECK(said(sizes, "says_sg_rises") == "yes 0.0");
  CHECK(said(sizes, "says_sg_faster") == "yes 3.0");  // 180 of 60
  CHECK(said(sizes, "says_least_at") == "yes 10.0");
  sizes[6].second = 109;
  sizes[5].second = 65;
  CHECK(said(sizes, "says_least_at") == "no 5.0");
  CHECK(said(sizes, "says_sg_faster") == "no 0.75");  // 45 of 60
  sizes[0].second = 59;
  CHECK(said(sizes, "says_main_falls") == "no 1.0");
}

TEST_CASE("paper statements: speed-ups lie between what is printed, as it is rounded") {
  CHECK(said(speedups("ad", 1.74, 2.56, 3.54), "says_ad_time_short") == "yes 100.0");
  CHECK(said(speedups("ad", 1.76, 2.56, 3.54), "says_ad_time_short") == "no 0.0");
  CHECK(said(speedups("ad", 1.74, 2.56, 3.54), "says_ad_expanded_long") == "yes 100.0");
  CHECK(said(speedups("ad", 1.74, 2.5, 3.54), "says_ad_time_long") == "no 50.0");
  CHECK(said(speedups("bg", 1.76, 2, 2.34), "says_bg_time") == "yes 100.0");
  CHECK(said(speedups("bg", 1.76, 2, 2.4), "says_bg_expanded") == "no 66.67");
  // Mostly: more than half.
  CHECK(said(speedups("rooms", 1, 2, 2), "says_rooms_time") == "yes 66.67");
  CHECK(said(speedups("rooms", 1, 2, 3), "says_rooms_expanded") == "no 33.33");
  CHECK(said(speedups("bg", 1, 1, 1), "says_rooms_time") == "");
}

TEST_CASE("paper statements: contraction on the longest and the hardest problems") {
  Points searches = {{"ch_large_10", 70},
                     {"ch_large_long1", 63},
                     {"ch_large_own1", 140},
                     {"ch_small_10", 100},
                     {"ch_small_long1", 110}};
  CHECK(said(searches, "says_ch_longest_easier") == "yes 0.9");
  CHECK(said(searches, "says_ch_longest_easier_small") == "no 1.1");
  CHECK(said(searches, "says_ch_hardest_harder") == "yes 0.45");
  searches[1].second = 140;
  CHECK(said(searches, "says_ch_longest_easier") == "no 2.0");
  CHECK(said(searches, "says_ch_hardest_harder") == "no 1.0");
  Points opened = {{"opened_large_10", 30},
                   {"opened_large_long1", 60},
                   {"opened_large_own1", 9},
                   {"opened_small_10", 15},
                   {"opened_small_own1", 18}};
  CHECK(said(opened, "says_unpacking_easy_on_hardest") == "yes 0.3");
  CHECK(said(opened, "says_unpacking_easy_on_hardest_small") == "no 1.2");
  CHECK(said(opened, "says_unpacking_hard_on_longest") == "yes 0.5");
  CHECK(said({{"opened_large_10", 12}}, "says_unpacking_easy_on_hardest") == "");
}

TEST_CASE("paper statements: rows of other tables get none") {
  CHECK(judged({{"free_cells", 4507}, {"nodes", 330}}).rows.size() == 2);
  CHECK(judged({}).rows.empty());
}
