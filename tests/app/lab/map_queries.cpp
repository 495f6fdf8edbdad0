// Start and goal of a map file are remembered between runs, for a person who opens it again.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/map_queries.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/undo_history.hpp"
#include "core/io/files.hpp"
#include "tests/lab_support.hpp"
#include "tests/scenario_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

constexpr const char* kRemembered = "type octile\nheight 3\nwidth 6\nmap\n......\n.@@@@.\n......\n";
constexpr const char* kOtherCells = "type octile\nheight 3\nwidth 6\nmap\n@.....\n.@@@@.\n......\n";

LabOptions remembering(const test::TempFolder& folder) { return {.queries_path = folder.file("state/queries.json")}; }

}  // namespace

TEST_CASE("a map that is opened again has the start and goal that were used with it last") {
  const test::TempFolder folder;
  const std::string file = folder.file("a.map");
  REQUIRE(write_file_atomic(file, kRemembered).ok());
  const PlanQuery used{{0, 0}, {5, 2}};
  {
    Lab lab(remembering(folder));
    run(lab, test::open_line(file));
    run(lab, {"query.set 0 0 5 2", "app.quit force"});
  }
  Lab lab(remembering(folder));
  run(lab, test::open_line(file));
  CHECK(lab.state().query == used);
  CHECK_FALSE(lab.undo_history().can_undo());
  // The script of the lab says so, and so does the same elsewhere.
  CHECK(lab.log().lines().back() == "query.set 0 0 5 2");
  Lab again;
  for (const std::string& line : lab.log().lines()) run(again, line);
  CHECK(again.state().query == used);
  // Another map, and back.
  run(lab, {"query.goal 4 0", "map.new 9 9 force"});
  CHECK(lab.log().lines().back() == "map.new 9 9");
  run(lab, test::open_line(file));
  CHECK(lab.state().query.goal == Cell{4, 0});
  // The file was moved.
  const std::string moved = folder.file("b.map");
  std::filesystem::rename(file, moved);
  run(lab, test::open_line(moved));
  CHECK(lab.state().query.goal == Cell{4, 0});
}

TEST_CASE("a start that no longer fits is left out and said, and scripts and other labs remember nothing") {
  const test::TempFolder folder;
  const std::string file = folder.file("a.map");
  REQUIRE(write_file_atomic(file, kRemembered).ok());
  Lab lab(remembering(folder));
  run(lab, test::open_line(file));
  run(lab, {"query.set 0 0 5 2", "map.new 9 9 force"});
  Lab fresh;
  run(fresh, test::open_line(file));
  const PlanQuery usual = fresh.state().query;
  lab.scripts().set_running(true);
  run(lab, test::open_line(file));
  CHECK(lab.state().query == usual);
  CHECK_FALSE(said(lab, "cells have changed"));
  run(lab, "map.new 9 9 force");
  lab.scripts().set_running(false);
  REQUIRE(write_file_atomic(file, kOtherCells).ok());
  run(lab, test::open_line(file));
  CHECK(lab.state().query.start != Cell{0, 0});
  CHECK(said(lab, "cells have changed"));
}

TEST_CASE("the number of remembered queries is bounded, and a damaged file counts as empty") {
  const test::TempFolder folder;
  const std::string path = folder.file("queries.json");
  const MapQueries queries(path);
  for (int i = 0; i < static_cast<int>(MapQueries::kMost) + 5; ++i) {
    REQUIRE(queries.note({fmt::format("/maps/{}.map", i), static_cast<uint64_t>(i) + 1, {{i, 0}, {0, i}}}).ok());
  }
  CHECK_FALSE(queries.of("/maps/4.map", 0));
  REQUIRE(queries.of("/maps/5.map", 0));
  CHECK(queries.of("/maps/204.map", 0)->query.start == Cell{204, 0});
  REQUIRE(write_file_atomic(path, "{\"queries\": [1, {\"file\": \"/a\", \"hash\": \"x\"}]}").ok());
  CHECK_FALSE(queries.of("/maps/5.map", 6));
  REQUIRE(write_file_atomic(path, "not JSON").ok());
  CHECK_FALSE(queries.of("/maps/5.map", 6));
  CHECK(queries.note({"/maps/5.map", 6, {{1, 1}, {2, 2}}}).ok());
  CHECK(queries.of("/moved.map", 6)->query.goal == Cell{2, 2});
}
