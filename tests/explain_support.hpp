// Purpose: These functions record searches of every planner on all stock maps, a level, a drawn graph and a map without
//          a path, and constructions, for tests of explanations.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/lab/cell_explanations.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "core/world/planners.hpp"
#include "tests/lab_support.hpp"
#include "tests/source_path.hpp"

namespace strata::test {

inline void each_planner(Lab& lab, const std::function<void(Lab&)>& check) {
  for (const Planner& planner : planners()) {
    CAPTURE(std::string(planner.name));
    if (!lab.state().row(planner.name)->allowed) continue;
    run_settled(lab, "planner.trace " + std::string(planner.name));
    check(lab);
  }
}

inline void each_recording_of(const std::vector<std::string>& scene, const std::vector<std::vector<std::string>>& ways,
                              const std::function<void(Lab&)>& check) {
  CAPTURE(scene.front());
  Lab lab;
  for (const std::string& line : scene) run(lab, line);
  run(lab, {"sectors.second 24", "hna.levels 3", "hpa.levels 4", "plan.ida_expansions 1500"});
  // Any-angle labels of the many corners of a large forest take minutes.
  const bool large = lab.world().map().cell_count() > 128 * 128;
  for (const std::string& line : structure_switches({"rooms", "mesh-classes", large ? "mesh-labels" : "rooms"})) {
    run(lab, line);
  }
  for (const auto& way : ways) {
    for (const std::string& line : way) run(lab, line);
    lab.finish_updates();
    each_planner(lab, check);
  }
}

// Calls `check` for the construction of each structure.
inline void each_construction(const std::function<void(Lab&)>& check) {
  Lab lab;
  run_settled(lab,
              {"hpa.levels 3", "hpa.threshold 2", "rules.profile four", "rooms on", "haa.sizes 2", "haa on", "hna on"});
  for (const char* line : {"hpa.construct", "rooms.construct", "haa.construct", "hna.construct"}) {
    CAPTURE(line);
    run_settled(lab, line);
    check(lab);
  }
}

// Calls `check` for recordings on small maps that cover all differences between planners.
inline void each_small_recording(const std::function<void(Lab&)>& check) {
  const std::vector<std::vector<std::string>> ways = {
      {},
      {"ch.graph hpa", "ch.order large", "cch.graph hpa", "labels.graph hpa", "plan.weight 3", "plan.ties fifo"},
      {"ch.graph sectors", "cch.graph cells", "labels.graph sectors", "plan.potentials off", "hna.links per-portal",
       "plan.heuristic manhattan"},
      {"plan.smooth off", "ch.graph cells", "cch.graph corners", "labels.graph cells", "plan.weight 1",
       "plan.ties small-g"},
      {"rules.profile four", "rooms on"},
  };
  each_recording_of({"map.scene running-example"}, ways, check);
  each_recording_of({"map.scene running-example", "paint.line 20 0 20 39 blocked"},
                    {{}, {"rules.profile four", "rooms on"}}, check);
  each_recording_of({"map.generate cave 48 40 3", "query.random 7"}, {{}, {"agent.size 2"}}, check);
  each_recording_of({"map.new 30 30", "query.start 2 2", "query.goal 4 3"}, {{}, {"rules.profile four", "rooms on"}},
                    check);
  {
    Lab lab;
    draw_graph(lab);
    each_planner(lab, check);
    run_settled(lab, "ch.contract on");
    check(lab);
  }
  {
    Lab lab;
    run_settled(lab, "ch.contract on");
    check(lab);
  }
  each_construction(check);
  for (const char* change : {"query.goal 215 130", "paint.rectangle 88 0 90 164 filled blocked", "query.goal 81 31"}) {
    CAPTURE(change);
    Lab lab;
    run(lab, open_line(source_path("assets/levels/courtyard.obj")));
    for (const char* line : {"query.start 80 30", "query.goal 215 130", change}) run(lab, line);
    lab.finish_updates();
    each_planner(lab, check);
  }
}

// Calls `check` for every map in assets/maps, with 8-connected and with 4-connected moves.
inline void each_stock_recording(const std::function<void(Lab&)>& check) {
  std::vector<std::string> maps;
  for (const auto& entry : std::filesystem::directory_iterator(strata::test::source_path("assets/maps"))) {
    if (entry.path().extension() == ".map") maps.push_back(entry.path().string());
  }
  std::sort(maps.begin(), maps.end());
  REQUIRE(maps.size() == 11);
  for (const std::string& map : maps) {
    each_recording_of({open_line(map), "query.random 3"}, {{}, {"rules.profile four", "rooms on"}}, check);
  }
}

// Explains about `cells` cells spread over the map. Explanations of expanded cells include rivals, which takes longer,
// in one of `with_rivals` cases.
inline void check_why_of_cells(Lab& lab, size_t cells, size_t with_rivals) {
  Playback& playback = lab.playback();
  const GridMap& map = lab.world().map();
  CellExplanations explanations;
  const size_t stride = map.cell_count() / cells + 1;
  size_t told = 0;
  for (const size_t part : {0, 1, 2, 5}) {
    playback.jump(playback.size() * part / 5);
    CAPTURE(part);
    const ExplainedSearch search = explained_search(lab);
    for (CellId id = static_cast<CellId>(part % stride); id < map.cell_count(); id += static_cast<CellId>(stride)) {
      const Cell cell = map.cell(id);
      const std::string why = explanations.why(search, cell, ++told % with_rivals == 0);
      CAPTURE(cell.x);
      CAPTURE(cell.y);
      CAPTURE(why);
      REQUIRE(why.size() > 12);
      REQUIRE(why.ends_with("."));
      REQUIRE(why.find("..") == why.npos);
      REQUIRE(why.find("()") == why.npos);
    }
  }
  playback.jump(playback.size());
}

}  // namespace strata::test
