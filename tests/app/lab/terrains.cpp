// Terrains get names, colours and weights of their own: kept with the file of the map, in reproductions and pictures.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/base/agent_text.hpp"
#include "app/base/terrain_looks.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/map_thumbnails.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "app/lab/undo_history.hpp"
#include "core/io/files.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/workspace.hpp"
#include "core/world/planners.hpp"
#include "tests/lab_support.hpp"
#include "tests/support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

LabOptions terrain_options(const test::TempFolder& folder) { return {.settings_path = folder.file("settings.json")}; }

nlohmann::json terrains_of(Lab& lab) { return nlohmann::json::parse(dump_state(lab))["terrains"]; }

std::string marsh(const test::TempFolder& folder, const std::string& name) {
  REQUIRE(write_file_atomic(folder.file(name), "type octile\nheight 3\nwidth 5\nmap\n..S..\n..T..\n.....\n").ok());
  return folder.file(name);
}

}  // namespace

TEST_CASE("names, colours and weights of terrains come back with the file, and another map has the usual ones") {
  const test::TempFolder folder;
  const std::string own = marsh(folder, "own.map"), other = marsh(folder, "other.map");
  nlohmann::json chosen;
  {
    Lab lab(terrain_options(folder));
    const nlohmann::json usual = terrains_of(lab);
    run(lab, open_line(own));
    run(lab, {"terrain.name swamp \"hot lava\"", "terrain.colour swamp ff5500", "terrain.weight swamp 7",
              "terrain.name blocked rock"});
    chosen = terrains_of(lab);
    CHECK(chosen["swamp"] == nlohmann::json{{"name", "hot lava"}, {"colour", "ff5500"}, {"weight", 7}});
    CHECK(chosen["blocked"]["name"] == "rock");
    CHECK(terrain_color(lab.state().terrain_looks, Terrain::kSwamp) == rgba(0xff5500));
    run(lab, open_line(other));
    CHECK(terrains_of(lab)["swamp"]["name"] == "swamp");
    CHECK(terrains_of(lab)["swamp"]["colour"] == usual["swamp"]["colour"]);
    CHECK(terrains_of(lab)["swamp"]["weight"] == 7);  // weights are settings: they stay until a map has its own
    run(lab, "terrain.weight swamp 2");
    run(lab, open_line(own));
    CHECK(terrains_of(lab) == chosen);
    run(lab, "map.new 6 6");
    CHECK(terrains_of(lab)["swamp"]["name"] == "swamp");
  }
  Lab lab(terrain_options(folder));
  CHECK(terrains_of(lab)["swamp"]["name"] == "swamp");
  run(lab, open_line(own));
  CHECK(terrains_of(lab) == chosen);
  lab.finish_updates();
  CHECK(lab.world().rules().weights[1] == 7);
  // Saved elsewhere, the copy has them too.
  run(lab, open_line(folder.file("copy.map"), "map.save_as"));
  run(lab, open_line(other));
  run(lab, open_line(folder.file("copy.map")));
  CHECK(terrains_of(lab) == chosen);
  run(lab, {"terrain.name swamp usual", "terrain.colour swamp usual", "terrain.name blocked usual"});
  CHECK(lab.settings().terrains.size() == 1);  // of own.map alone
}

TEST_CASE("a name or a colour that cannot be used is refused, and nothing changes") {
  Lab lab;
  run(lab, "terrain.name water lake");
  const std::string before = dump_state(lab);
  const auto refused = [&](const std::string& line, const std::string& why) {
    CAPTURE(line);
    CHECK(test::failure(lab, line).find(why) != std::string::npos);
  };
  refused("terrain.name swamp water", "'water' is the name of another terrain");
  refused("terrain.name swamp lake", "'lake' is the name of another terrain");
  refused("terrain.name swamp \"\"", "1 to 24 letters");
  refused("terrain.name swamp \" bog\"", "without blanks");
  refused("terrain.name swamp abcdefghijklmnopqrstuvwxyz", "1 to 24 letters");
  refused("terrain.name bog lava", "unknown terrain 'bog'");
  refused("terrain.colour swamp red", "six digits such as c9bd8f");
  refused("terrain.colour swamp ff55001", "six digits");
  refused("terrain.colour swamp -f5500", "six digits");
  CHECK(dump_state(lab) == before);
  // The format's own name is always free for its terrain.
  run(lab, "terrain.name water water");
  CHECK(terrain_title(lab.state().terrain_looks, Terrain::kWater) == "water");
}

TEST_CASE("what the screen says of a cell has the own name, and undo leaves names and colours alone") {
  Lab lab;
  run(lab, {"map.new 10 10", "terrain.name water \"deep sea\"", "paint.rectangle 2 2 4 4 filled water"});
  CHECK(fit_text(lab.state().terrain_looks, lab.world().map(), Capability::walker(), 1, {3, 3}) ==
        "the agent cannot enter deep sea");
  run_settled(lab, "query.set 3 3 8 8");
  CHECK(lab.state().query_note.find("deep sea") != std::string::npos);
  run(lab, {"inspect 3 3", "terrain.name water lagoon"});
  lab.tick(0.1);
  lab.finish_updates();
  CHECK(lab.state().inspected->why == "the agent cannot enter lagoon");
  CHECK(lab.state().query_note.find("lagoon") != std::string::npos);
  run(lab, {"terrain.name water \"deep sea\"", "edit.undo", "edit.undo"});
  CHECK(terrain_title(lab.state().terrain_looks, Terrain::kWater) == "deep sea");
}

TEST_CASE("an edit has one name in the lab whatever its terrain is called, and on the screen the own name") {
  Lab lab;
  run(lab, {"map.new 10 10", "terrain.name trees wood", "terrain.select trees"});
  lab.strokes().stroke_begin({2, 2}, false);
  lab.strokes().stroke_end();
  CHECK(lab.undo_history().undo_name() == "Brush trees");
  const TerrainLooks& looks = lab.state().terrain_looks;
  CHECK(edit_title(looks, lab.undo_history().undo_name()) == "Brush wood");
  CHECK(edit_title(looks, "Undo Brush trees") == "Undo Brush wood");
  CHECK(edit_title(looks, "Erase") == "Erase");
  CHECK(edit_title(looks, "Move start and goal") == "Move start and goal");
}

TEST_CASE("a reproduction brings names and colours back, also after another map was opened") {
  const test::TempFolder folder;
  const std::string file = marsh(folder, "a.map");
  Lab lab;
  run(lab, "terrain.colour trees 00ff00");
  for (int round = 0; round < 2; ++round) {
    const std::string script = lab.log().reproduction();
    CAPTURE(script);
    const nlohmann::json wanted = terrains_of(lab);
    Lab again;
    for (size_t begin = 0; begin < script.size();) {
      const size_t end = script.find('\n', begin);
      run(again, script.substr(begin, end - begin));
      begin = end + 1;
    }
    CHECK(terrains_of(again) == wanted);
    run(lab, open_line(file));
    run(lab, {"terrain.name trees \"old forest\"", "map.reload"});
    CHECK(terrain_title(lab.state().terrain_looks, Terrain::kTrees) == "old forest");
  }
}

TEST_CASE("with own weights every planner that allows them finds paths that are legal, optimal where it says so") {
  Lab lab;
  run(lab, "map.generate forest 48 40 5");
  // Bands of all terrains, so that weights matter.
  run(lab, {"paint.rectangle 4 0 12 30 filled swamp", "paint.rectangle 18 8 26 39 filled water",
            "paint.rectangle 30 0 36 28 filled trees", "agent.capability ground,swamp,water,trees",
            "terrain.name swamp lava", "terrain.weight swamp 9", "terrain.weight water 4", "terrain.weight trees 3",
            "haa on", "sectors on", "landmarks on", "ch on", "cch on", "tables on", "labels on", "hpa.levels 3"});
  int compared = 0, refused = 0;
  for (const PlanQuery& query :
       {PlanQuery{{1, 1}, {46, 38}}, PlanQuery{{2, 35}, {45, 3}}, PlanQuery{{16, 20}, {40, 20}}}) {
    for (const auto& cell : {query.start, query.goal}) {
      run(lab, fmt::format("paint.rectangle {0} {1} {0} {1} filled ground", cell.x, cell.y));
    }
    run_settled(lab, fmt::format("query.set {} {} {} {}", query.start.x, query.start.y, query.goal.x, query.goal.y));
    const World& world = lab.world();
    const GridMap& map = world.map();
    const Cost optimum = test::plain_dijkstra(map, world.rules(), query.start)[map.id(query.goal)];
    REQUIRE(optimum < kInfinite);
    Workspace workspace;
    for (const Planner& planner : planners()) {
      CAPTURE(std::string(planner.name));
      if (planner.levels_only || planner.any_angle || !planner.profiles[static_cast<int>(Profile::kOctile)]) continue;
      if (planner.uniform_only) {
        CHECK(unavailable(lab.world(), planner) == "needs equal weights everywhere");
        ++refused;
        continue;
      }
      if (!available(world, planner) || plans_own_graph(world, planner)) continue;
      PlanResult result;
      plan(world, planner, query, lab.state().plan_options(), workspace, result);
      if (planner.name == "ida" && result.status == PlanStatus::kTooManyExpansions) continue;
      REQUIRE(result.found());
      CHECK(result.path.front() == map.id(query.start));
      CHECK(result.path.back() == map.id(query.goal));
      CHECK(result.cost >= optimum);
      if (finds_optimum(world, planner)) CHECK(result.cost == optimum);
      ++compared;
    }
  }
  CHECK(compared >= 24);
  CHECK(refused > 0);
}

TEST_CASE("the picture of a map has the own colours of its terrains") {
  TerrainLooks looks = usual_terrain_looks();
  looks[static_cast<size_t>(Terrain::kWater)].color = rgba(0x123456);
  const MapThumbnail picture = picture_of(GridMap(4, 4, 'W'), looks);
  CHECK(picture.pixels.front() == rgba(0x123456));
}
