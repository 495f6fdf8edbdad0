// Purpose: Scenarios of tests: small ones with every sort of row, and ones that the bench program makes.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "app/features/scenarios/scenarios.hpp"
#include "app/lab/lab.hpp"
#include "bench/commands.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

namespace strata::test {

// An open map of 20x10 with a wall and a lake.
inline void write_divided(const TempFolder& folder) {
  GridMap map(20, 10);
  for (int y = 0; y < 10; ++y) (void)map.apply({{{map.id({15, y}), 1, '@'}}});  // the right part is cut off
  (void)map.apply({{{map.id({12, 3}), 2, 'W'}}});
  REQUIRE(save_map(map, folder.file("a.map")).ok());
}

// That map, and a scenario with one row of every sort.
inline void write_mixed(const TempFolder& folder) {
  write_divided(folder);
  REQUIRE(write_file_atomic(folder.file("a.map.scen"),
                            "version 1\n"
                            "3 a.map 20 10 0 0 9 9 12.72792206\n"   // 1: diagonal
                            "2 a.map 20 10 0 0 9 0 9\n"             // 2
                            "0 a.map 20 10 5 5 5 5 0\n"             // 3: trivial
                            "3 a.map 20 10 0 0 12 3 13.24264069\n"  // 4: ends in water
                            "3 a.map 20 10 13 3 0 0 13.24264069\n"  // 5: begins in water
                            "4 a.map 20 10 0 0 17 3 17\n"           // 6: not connected
                            "2 a.map 20 10 0 9 9 9 8\n"             // 7: another rule
                            "2 a.map 40 20 0 0 9 0 9\n"             // 8: another size
                            "2 a.map 20 10 0 0 30 3 9\n"            // 9: the goal is outside
                            "2 a.map 20 10 0 10 1 1 9\n"            // 10: the start is outside
                            "2 b.map 20 10 0 0 9 0 9\n")            // 11: another map
              .ok());
}

// A cave with a scenario of random rows, as the bench program makes them.
inline void write_cave(const TempFolder& folder, int queries, int side = 96) {
  bench::GenerateOptions options;
  options.spec = {SceneKind::kCave, side, side, 5, 0};
  options.out = folder.file("cave.map");
  options.queries = queries;
  REQUIRE(bench::run_generate(options).ok());
}

inline LabOptions fixed_clock() {
  LabOptions options;
  options.fixed_clock = true;
  return options;
}

inline bool said(const Lab& lab, std::string_view text) {
  return std::any_of(lab.state().messages.begin(), lab.state().messages.end(),
                     [&](const Message& message) { return message.text.find(text) != std::string::npos; });
}

inline void show_only(Lab& lab, std::initializer_list<std::string_view> names) {
  for (const PlannerRow& row : lab.state().rows) {
    const bool wanted = std::find(names.begin(), names.end(), row.planner->name) != names.end();
    if (row.shown != wanted) run(lab, fmt::format("planner.show {} {}", row.planner->name, wanted ? "on" : "off"));
  }
  run(lab, "wait.ready");
}

}  // namespace strata::test
