// The `scale` command: its rows are figures of maps of growing side, and its plot has a point for each.
#include "bench/scale.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/io/files.hpp"
#include "core/io/map_file.hpp"
#include "core/io/movingai.hpp"
#include "core/world/world.hpp"
#include "tests/bench/reports.hpp"
#include "tests/support.hpp"
#include "tests/temp_folder.hpp"

namespace strata::test {

using namespace strata::bench;

namespace {

size_t occurrences(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

std::string scale_error(const ScaleOptions& options) {
  const auto report = run_scale(options);
  REQUIRE_FALSE(report.ok());
  return report.error().message();
}

}  // namespace

TEST_CASE("bench scale: a row for each planner and size, with growths over the size before") {
  const TempFolder folder;
  ScaleOptions options{.sizes = {32, 64, 256}, .kind = SceneKind::kRooms, .pairs = 8, .strokes = 6};
  options.plot = folder.file("scale.svg");
  options.queries.planners = {"astar", "hpa2", "sectors"};
  const Report report = held_report(run_scale(options));
  REQUIRE(report.rows.size() == 9);
  size_t row_number = 0;
  for (const int side : options.sizes) {
    for (const std::string& planner : options.queries.planners) {
      const ReportRow& row = report.rows[row_number++];
      CAPTURE(side);
      CAPTURE(planner);
      check_values(row, {{"map", "rooms"}, {"side", side}, {"planner", planner}});
      check_values(row, {{"queries", 8}, {"strokes", 6}, {"updated_later", 0}});
      CHECK(row["p50_us"] <= row["p99_us"]);
      CHECK(row["p99_us"] <= row["max_us"]);
      CHECK(row["mean_expanded"] > 0);
      CHECK(row["bytes_per_cell"].get<double>() ==
            doctest::Approx(row["memory_bytes"].get<double>() / (side * side)).epsilon(0.001));
      CHECK(row["update_p50_us"] <= row["update_p99_us"]);
      if (side == 32) {
        check_values(row, {{"mean_growth", nullptr}, {"memory_growth", nullptr}});
        continue;
      }
      const ReportRow& before = report.rows[row_number - 1 - options.queries.planners.size()];
      const double doublings = side == 64 ? 1 : 2;
      for (const auto& [value, growth] :
           {std::pair("mean_expanded", "expanded_growth"), std::pair("memory_bytes", "memory_growth")}) {
        const double whole = row[value].get<double>() / before[value].get<double>();
        CHECK(row[growth].get<double>() == doctest::Approx(std::pow(whole, 1 / doublings)).epsilon(0.001));
      }
    }
  }
  const std::string svg = must(read_file(options.plot));
  CHECK(svg.starts_with("<svg "));
  CHECK(svg.ends_with("</svg>\n"));
  // Three sizes of three planners in the charts of time and memory. The planners without a structure have no build to
  // speak of, and A* none at all.
  CHECK(occurrences(svg, "<circle ") >= 3 * 3 * 2);
  for (const std::string& planner : options.queries.planners) CHECK(svg.find(">" + planner + "<") != std::string::npos);
}

TEST_CASE("bench scale: a map file tiles the maps, with the terrains and weights of its cells") {
  GridMap tile = random_map(13, 7, 30, 4);
  std::vector<uint8_t> weights(tile.cell_count());
  for (size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<uint8_t>(i % 5);
  tile.set_weights(weights);
  const GridMap map = tiled_map(tile, 40);
  CHECK(map.width() == 40);
  CHECK(map.height() == 40);
  for (CellId id = 0; id < map.cell_count(); ++id) {
    const Cell own = map.cell(id);
    const Cell from{own.x % 13, own.y % 7};
    REQUIRE(map.letter(own) == tile.letter(from));
    REQUIRE(map.weight(own) == tile.weight(from));
  }
  const TempFolder folder;
  REQUIRE(save_map(random_rooms(33, 20, 6, 2), folder.file("tile.map")).ok());
  ScaleOptions options{.sizes = {40}, .map = folder.file("tile.map"), .pairs = 5, .strokes = 0};
  options.queries.planners = {"astar", "jps"};
  const Report report = held_report(run_scale(options));
  REQUIRE(report.rows.size() == 2);
  for (const ReportRow& row : report.rows) {
    check_values(row, {{"map", "tile.map"}, {"side", 40}, {"queries", 5}, {"strokes", 0}, {"update_p50_us", nullptr}});
  }
}

TEST_CASE("bench scale: a report says that the links of a map are left out") {
  const TempFolder folder;
  GridMap tile = random_rooms(33, 20, 6, 2);
  tile.apply(Edit{{}, {{tile.id({1, 1}), tile.id({20, 10}), 200}}});
  REQUIRE(save_map_file(tile, folder.file("tile.tmx")).ok());
  ScaleOptions options{.sizes = {40}, .map = folder.file("tile.tmx"), .pairs = 5, .strokes = 0};
  options.queries.planners = {"astar"};
  const Report report = held_report(run_scale(options));
  CHECK(std::ranges::any_of(report.notes, [](const std::string& note) { return note.starts_with("the 1 links of "); }));
}

TEST_CASE("bench scale: a planner that refuses the maps says why in rows without figures, and the others plan") {
  GridMap tile = random_rooms(30, 30, 6, 2);
  tile.apply(rectangle(tile, {5, 5}, {9, 9}, true, 'S'));
  const TempFolder folder;
  REQUIRE(save_map(tile, folder.file("swamp.map")).ok());
  ScaleOptions options{.sizes = {32, 64}, .map = folder.file("swamp.map"), .pairs = 4, .strokes = 2};
  options.queries.planners = {"jps", "astar"};
  options.queries.rules = {Profile::kOctile, Capability(0b1111), {1, 3, 16, 7}};
  const Report report = held_report(run_scale(options));
  REQUIRE(report.rows.size() == 4);
  for (size_t i = 0; i < report.rows.size(); ++i) {
    const ReportRow& row = report.rows[i];
    if (row["planner"] == "astar") {
      check_values(row, {{"queries", 4}, {"strokes", 2}});
      continue;
    }
    CHECK_FALSE(row["refused"].get<std::string>().empty());
    check_values(row, {{"queries", 0}, {"mean_us", nullptr}, {"build_ms", nullptr}, {"mean_growth", nullptr}});
  }
}

TEST_CASE("bench scale: sizes that are out of range or not ascending are errors, and so are unknown names") {
  CHECK(scale_error({.sizes = {}}) == "--sizes: is empty");
  CHECK(scale_error({.sizes = {64, 9000}}) == "--sizes: 9000 is not in 8 to 8192");
  CHECK(scale_error({.sizes = {7}}) == "--sizes: 7 is not in 8 to 8192");
  CHECK(scale_error({.sizes = {64, 64}}) == "--sizes: each size must be larger than the one before");
  ScaleOptions unknown{.sizes = {64}};
  unknown.queries.planners = {"none"};
  CHECK(scale_error(unknown).starts_with("--planner: there is no planner 'none'"));
  CHECK_FALSE(run_scale({.sizes = {64}, .map = "/nowhere/none.map"}).ok());
  // A plot that cannot be written is known before anything is measured.
  CHECK(scale_error({.sizes = {8192}, .plot = "/nowhere/scale.svg"}).starts_with("/nowhere/scale.svg: "));
}

TEST_CASE("bench scale: a plot without rows, and with a single value, is still a picture") {
  CHECK(scale_plot({}).find("no values") != std::string::npos);
  const std::vector<ReportRow> one = {{{"planner", "a<b"}, {"side", 64}, {"p50_us", 3.5}}};
  const std::string svg = scale_plot(one);
  CHECK(svg.find("a&lt;b") != std::string::npos);
  CHECK(svg.find("nan") == std::string::npos);
  CHECK(svg.find("inf\"") == std::string::npos);
  CHECK(occurrences(svg, "<circle ") == 1);
}

}  // namespace strata::test
