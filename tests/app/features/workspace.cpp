// Workspaces: one file brings the same screen back elsewhere, and allows nothing but settings.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/base/terrain_looks.hpp"
#include "app/features/level/level.hpp"
#include "app/features/workspace/workspace_file.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/file_kinds.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/setup.hpp"
#include "app/lab/strokes.hpp"
#include "app/playback/playback.hpp"
#include "core/base/hash.hpp"
#include "core/io/cell_weights.hpp"
#include "core/io/files.hpp"
#include "core/io/map_file.hpp"
#include "tests/app/lab/promised_state.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

namespace fs = std::filesystem;

// Settings of all parts of the lab, none of them as at first.
constexpr const char* kSettings[] = {
    "rules.capability ground,swamp,water",
    "terrain.weight swamp 3",
    "query.partial on",
    "plan.smooth off",
    "plan.heuristic manhattan",
    "plan.weight 2",
    "hpa.cluster_size 8",
    "hpa.threshold 4",
    "hpa.cache on",
    "rooms on",
    "sectors on",
    "sectors.size 12",
    "ch on",
    "ch.top 40",
    "ch.importance size",
    "crowd.count 77",
    "crowd.seed 5",
    "crowd.heat waits",
    "pay.scale linear",
    "tool.select brush",
    "terrain.select water",
    "brush.radius 4",
    "brush.shape square",
    "paint.form outline",
    "weights.mode lower",
    "weights.shape ellipse",
    "weights.value 12",
    "step.heat cost",
    "step.speed 200",
    "planner.show jps off",
    "planner.show rooms on",
    "planner.trace hpa1",
    "step.breakpoint 2 on",
    "step.condition f-grows on",
    "layer grid on",
    "layer clusters off",
    "layer.opacity path 40",
    "view.split 2",
    "view.level 2 1",
};

void change_settings(Lab& lab) {
  for (const char* line : kSettings) run(lab, line);
  lab.finish_updates();
}

std::string error_of(std::string_view text) {
  const Result<WorkspaceFile> parsed = parse_workspace(text, "a.strata");
  return parsed ? "read" : parsed.error().message();
}

// What a workspace promises of the state: not what was painted, undone or said before.
nlohmann::ordered_json shown_state(Lab& lab) {
  nlohmann::ordered_json state = test::promised_state(lab);
  for (const char* key : {"map", "history", "meter", "camera", "unsaved", "recent"}) state.erase(key);
  return state;
}

constexpr const char* kSixByFour = "type octile\nheight 4\nwidth 6\nmap\n......\n.@@SS.\n.@..W.\n......\n";

}  // namespace

TEST_CASE("a workspace that is written in one folder and opened in another brings the same screen") {
  const test::TempFolder here, there;
  Lab lab;
  REQUIRE(write_file_atomic(here.file("a.map"), kSixByFour).ok());
  run(lab, test::open_line(here.file("a.map")));
  change_settings(lab);
  run_settled(lab, "query.set 0 0 5 3");
  run(lab, "step.to 3");
  run(lab, test::open_line(here.file("a.strata"), "workspace.save"));
  for (const char* name : {"a.map", "a.strata"}) fs::copy_file(here.file(name), there.file(name));
  fs::remove_all(here.path());
  Lab fresh, used;
  for (Lab* other : {&fresh, &used}) {
    if (other == &used) {  // settings of its own, which the workspace does not have, go
      for (const char* line : {"navmesh on", "haa on", "agent.size 2", "view.compare 2", "layer tree on", "ch.top 7",
                               "crowd.count 5", "plan.ties small-g", "xray.show on", "query.random 4"}) {
        (void)other->execute(line);
      }
      other->finish_updates();
    }
    other->gestures().set_view_size(lab.state().camera.view_width, lab.state().camera.view_height);
    run(*other, test::open_line(there.file("a.strata"), "workspace.open"));
    other->finish_updates();
    CHECK(other->state().map_path == there.file("a.map"));
    CHECK(shown_state(*other) == shown_state(lab));
    CHECK(other->state().camera.zoom == doctest::Approx(lab.state().camera.zoom).epsilon(0.001));
    CHECK(test::letters(*other) == test::letters(lab));
  }
}

TEST_CASE("a workspace of a map without a file, or with edits, holds its cells and their letters") {
  const test::TempFolder folder;
  Lab lab;
  REQUIRE(write_file_atomic(folder.file("e.map"), "type octile\nheight 2\nwidth 3\nmap\n.E.\n.S.\n").ok());
  run(lab, "terrain.next_letters E=ground");
  run(lab, test::open_line(folder.file("e.map")));
  run(lab, {"brush.radius 0", "paint.line 0 1 0 1 blocked", "query.set 0 0 2 1"});
  run(lab, test::open_line(folder.file("b.strata"), "workspace.save"));
  Lab other;
  run_settled(other, test::open_line(folder.file("b.strata"), "workspace.open"));
  CHECK(test::letters(other) == test::letters(lab));
  CHECK(other.world().map().terrain(Cell{1, 0}) == Terrain::kGround);
  CHECK(other.state().query == lab.state().query);
  CHECK(other.state().map_path.empty());
  // The command log has the line that opens the workspace again.
  CHECK(other.log().reproduction().find("workspace.open") != std::string::npos);
}

TEST_CASE("a workspace holds the weights of cells, also of a map that lies beside it") {
  const test::TempFolder folder;
  GridMap map = map_from_text("..S.\n.@..\n");
  map.apply({{weight_run(1, 3, 200), weight_run(5, 2, 7)}});
  for (const bool beside : {true, false}) {
    CAPTURE(beside);
    Lab lab;
    const std::string file = folder.file(beside ? "a.map" : "rows.map");
    REQUIRE((beside ? save_map_file(map, file) : write_file_atomic(file, format_map_with_weights(map))).ok());
    run(lab, test::open_line(file));
    CHECK(lab.world().map() == map);
    run(lab, test::open_line(folder.file("b.strata"), "workspace.save"));
    Lab other;
    run_settled(other, test::open_line(folder.file("b.strata"), "workspace.open"));
    CHECK(other.world().map() == map);
  }
}

TEST_CASE("a map with more links than a workspace has commands is refused with the reason") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, "map.new 80 80");
  Edit links;
  for (CellId cell = 0; cell < 5001; ++cell) links.links.push_back({cell, cell + 100, 100 + cell});
  lab.strokes().whole("Add links", [&] { lab.strokes().paint(links, "Add links"); });
  CHECK(test::failure(lab, test::open_line(folder.file("a.strata"), "workspace.save"))
            .find("the map has too many links: a workspace has 5000 commands at most") != std::string::npos);
}

TEST_CASE("weights that another program writes beside a map are neither in its workspace nor come in by it") {
  const test::TempFolder folder;
  const GridMap plain = map_from_text("..S.\n.@..\n");
  GridMap weighed = plain;
  weighed.apply({{weight_run(1, 3, 200)}});
  const std::string file = folder.file("a.map");
  REQUIRE(save_map_file(plain, file).ok());
  Lab lab;
  run(lab, test::open_line(file));
  run(lab, test::open_line(folder.file("before.strata"), "workspace.save"));
  REQUIRE(save_weights_image(weighed, file).ok());
  run(lab, test::open_line(folder.file("after.strata"), "workspace.save"));
  Lab other;
  run_settled(other, test::open_line(folder.file("after.strata"), "workspace.open"));
  CHECK(other.world().map() == plain);
  CHECK(test::failure(other, test::open_line(folder.file("before.strata"), "workspace.open"))
            .find("it has changed since") != std::string::npos);
  REQUIRE(remove_weights_image(file).ok());
  run_settled(other, test::open_line(folder.file("before.strata"), "workspace.open"));
  CHECK(other.world().map() == plain);
  CHECK(other.state().map_path == file);
}

TEST_CASE("a workspace holds its cells where the map's file was written or deleted by another program") {
  const test::TempFolder folder;
  Lab lab;
  REQUIRE(write_file_atomic(folder.file("a.map"), kSixByFour).ok());
  run(lab, test::open_line(folder.file("a.map")));
  const std::string letters = test::letters(lab);
  SUBCASE("written") {
    REQUIRE(write_file_atomic(folder.file("a.map"), "type octile\nheight 1\nwidth 2\nmap\n..\n").ok());
  }
  SUBCASE("no map any more") { REQUIRE(write_file_atomic(folder.file("a.map"), "gone").ok()); }
  SUBCASE("deleted") { fs::remove(folder.file("a.map")); }
  run(lab, test::open_line(folder.file("b.strata"), "workspace.save"));
  Lab other;
  run_settled(other, test::open_line(folder.file("b.strata"), "workspace.open"));
  CHECK(test::letters(other) == letters);
}

TEST_CASE("a workspace brings drawn graph, scenario and crowds to another folder") {
  const test::TempFolder here, there;
  Lab lab;
  std::string rows = "version 1\n", cells = "type octile\nheight 12\nwidth 16\nmap\n";
  for (int y = 0; y < 12; ++y) cells += std::string(16, '.') + "\n";
  for (int i = 0; i < 3; ++i) rows += fmt::format("{}\ta.map\t16\t12\t{}\t1\t{}\t9\t8\n", i, i, i + 6);
  REQUIRE(write_file_atomic(here.file("a.map"), cells).ok());
  REQUIRE(write_file_atomic(here.file("a.map.scen"), rows).ok());
  run(lab, test::open_line(here.file("a.map")));
  run(lab, fmt::format("scenario.open {} 2 here", here.file("a.map.scen")));
  for (const char* line : {"graph.node 1,1",
                           "graph.node 9,4",
                           "graph.node 3,10",
                           "graph.edge 1,1 9,4 12.5",
                           "graph.edge 9,4 3,10",
                           "graph.order 9,4 1,1 3,10",
                           "crowd.exit 15 11",
                           "crowd.spawn 9 4",
                           "crowd.size 2",
                           "crowd.speed 2 3",
                           "crowd.stroke 1 round 100 5,5 9,5",
                           "crowd.size 1",
                           "crowd.goals goal",
                           "walkers.radius 0.4",
                           "walkers.spawn 6",
                           "walkers.add 12 3",
                           "walkers.radius 0.3",
                           "layer walkers off",
                           "crowd.on cells",
                           "crowd.follow 3"}) {
    CAPTURE(line);
    run(lab, line);
  }
  run_settled(lab, fmt::format("crowd.scenario {}", here.file("a.map.scen")));
  run(lab, test::open_line(here.file("a.strata"), "workspace.save"));
  CHECK(lab.state().messages.back().text == "saved " + here.file("a.strata"));
  for (const char* name : {"a.map", "a.map.scen", "a.strata"}) fs::copy_file(here.file(name), there.file(name));
  fs::remove_all(here.path());
  Lab other;
  run(other, "crowd.spawn 5");
  other.gestures().set_view_size(lab.state().camera.view_width, lab.state().camera.view_height);
  run_settled(other, test::open_line(there.file("a.strata"), "workspace.open"));
  for (const Message& message : other.state().messages)
    CHECK_MESSAGE(message.kind != MessageKind::kError, message.text);
  const auto mine = nlohmann::ordered_json::parse(dump_state(lab)),
             its = nlohmann::ordered_json::parse(dump_state(other));
  for (const char* key : {"crowd", "walkers", "scenario", "query", "layers"}) {
    CAPTURE(key);
    CHECK(its[key] == mine[key]);
  }
  CHECK(its["crowd"]["agents"] > 12);
  CHECK(its["walkers"]["agents"] == 7);
  CHECK(its["scenario"]["current"] == 2);
  for (const char* key : {"nodes", "edges", "order"}) CHECK(its["drawn"][key] == mine["drawn"][key]);
  // It is the same once more, written by the lab that has opened it.
  run(other, test::open_line(there.file("b.strata"), "workspace.save"));
  const Result<std::string> first = read_file(there.file("a.strata")), second = read_file(there.file("b.strata"));
  CHECK(first.value() == second.value());
}

namespace {

// Opens the workspace, once saved in `here`, in another folder, and returns the state there.
nlohmann::ordered_json opened_elsewhere(const Lab& lab, const std::string& file) {
  const test::TempFolder there;
  fs::copy_file(file, there.file("a.strata"));
  Lab other;
  other.gestures().set_view_size(lab.state().camera.view_width, lab.state().camera.view_height);
  run_settled(other, test::open_line(there.file("a.strata"), "workspace.open"));
  for (const Message& message : other.state().messages)
    CHECK_MESSAGE(message.kind != MessageKind::kError, message.text);
  // Later commands have the same effect as well.
  return nlohmann::ordered_json::parse(dump_state(other));
}

}  // namespace

TEST_CASE("agents and walkers are at the same tick and in the same places when a workspace is opened elsewhere") {
  const test::TempFolder here;
  for (const char* way : {"tables", "hpa", "astar", "flow"}) {
    for (const char* holding : {"off", "on"}) {
      CAPTURE(way);
      CAPTURE(holding);
      Lab lab;
      for (const std::string& line : {std::string("map.scene running-example"),
                                      fmt::format("crowd.method {}", way),
                                      fmt::format("crowd.holding {}", holding),
                                      std::string("crowd.plans 7"),
                                      std::string("crowd.spawn 60 4"),
                                      std::string("crowd.step 33"),
                                      std::string("crowd.size 2"),
                                      std::string("crowd.spawn 9"),
                                      std::string("crowd.size 1"),
                                      std::string("crowd.stroke 1 round 100 5,5 9,5"),
                                      std::string("crowd.step 40"),
                                      std::string("crowd.goals goal"),
                                      std::string("crowd.speed 2 9"),
                                      std::string("crowd.step 20"),
                                      std::string("crowd.forget"),
                                      std::string("crowd.step 5"),
                                      std::string("walkers.spawn 8"),
                                      std::string("walkers.step 50"),
                                      std::string("walkers.add 12 3"),
                                      std::string("walkers.step 21")}) {
        CAPTURE(line);
        run(lab, line);
      }
      lab.finish_updates();
      run(lab, test::open_line(here.file("a.strata"), "workspace.save"));
      CHECK(lab.state().messages.back().text == "saved " + here.file("a.strata"));
      const auto mine = nlohmann::ordered_json::parse(dump_state(lab)),
                 its = opened_elsewhere(lab, here.file("a.strata"));
      CHECK(its["crowd"] == mine["crowd"]);
      CHECK(its["walkers"] == mine["walkers"]);
      CHECK(its["crowd"]["ticks"] == 98);
      CHECK(its["walkers"]["ticks"] == 71);
    }
  }
}

TEST_CASE("agents that have walked by the clock are in the same places, and what happened meanwhile is told") {
  const test::TempFolder here;
  const auto walked = [&] {
    auto lab = std::make_unique<Lab>();
    for (const char* line : {"map.scene running-example", "crowd.goals goal", "crowd.spawn 80 4", "crowd.run on"})
      run(*lab, line);
    for (int i = 0; i < 200; ++i) lab->tick(1.0 / 60);
    run(*lab, "crowd.run off");
    return lab;
  };
  const auto saved = [&](Lab& lab) {
    run(lab, test::open_line(here.file("a.strata"), "workspace.save"));
    return lab.state().messages.back().text;
  };
  const auto lab = walked();
  CHECK(saved(*lab).ends_with("a.strata"));
  auto mine = nlohmann::ordered_json::parse(dump_state(*lab)), its = opened_elsewhere(*lab, here.file("a.strata"));
  CHECK(mine["crowd"]["ticks"] > 50);
  CHECK(its["crowd"]["hash"] == mine["crowd"]["hash"]);
  CHECK(its["crowd"]["ticks"] == mine["crowd"]["ticks"]);
  const std::pair<const char*, const char*> changes[] = {
      {"query.goal 30 8", "as the goal was moved while they walked"},
      {"paint.line 20 2 25 2 blocked", "as the map was painted while they walked"},
      {"rules.profile four", "as the rules were changed while they walked"},
      {"crowd.exit 3 3", "as exits were changed while they walked"}};
  for (const auto& change : changes) {
    const char* const line = change.first;
    const char* const why = change.second;
    CAPTURE(line);
    const auto changed = walked();
    run(*changed, line);
    changed->finish_updates();
    const std::string said = saved(*changed);
    CHECK_MESSAGE(said.find(std::string("the agents stand where they began, ") + why) != said.npos, said);
    CHECK(opened_elsewhere(*changed, here.file("a.strata"))["crowd"]["ticks"] == 0);
  }
}

TEST_CASE("a workspace whose agents would walk for long does not hold up its opening, and says so") {
  const test::TempFolder folder;
  const std::string text =
      "workspace 1\ncells 5\ntype octile\nheight 1\nwidth 2\nmap\n..\n"
      "crowd.spawn 100\ncrowd.step 100\ncrowd.step 9999999\nlayer grid on\n";
  REQUIRE(write_file_atomic(folder.file("a.strata"), text).ok());
  Lab lab;
  run(lab, test::open_line(folder.file("a.strata"), "workspace.open"));
  const std::string said = lab.state().messages.back().text;
  CHECK_MESSAGE(said.find("a.strata:10: 100 agents would walk for 9999999 ticks, which takes too long") != said.npos,
                said);
  CHECK(nlohmann::ordered_json::parse(dump_state(lab))["crowd"]["ticks"] == 100);
  CHECK(lab.state().layer(layer_named("grid").value()).on);
}

TEST_CASE("a workspace brings the clusters of the running example, which no other map has by itself") {
  const test::TempFolder here;
  Lab lab;
  run_settled(lab, {"map.scene running-example", "hpa.levels 4"});
  run(lab, test::open_line(here.file("a.strata"), "workspace.save"));
  const auto mine = nlohmann::ordered_json::parse(dump_state(lab)), its = opened_elsewhere(lab, here.file("a.strata"));
  CHECK(mine["hpa"]["cluster_size"] == 5);
  CHECK(its["hpa"] == mine["hpa"]);
}

TEST_CASE("a workspace holds rows and nodes that are in no file, and names a saved graph beside it") {
  const test::TempFolder folder;
  Lab lab;
  REQUIRE(write_file_atomic(folder.file("a.map"), kSixByFour).ok());
  run(lab, test::open_line(folder.file("a.map")));
  run(lab, {"query.set 0 0 5 3", "scenario.add", "graph.node 0,0", "graph.node 5,3"});
  run(lab, test::open_line(folder.file("g.graph"), "graph.save"));
  run(lab, test::open_line(folder.file("a.strata"), "workspace.save"));
  const std::string text = read_file(folder.file("a.strata")).value();
  CHECK(text.find("document graph g.graph ") != std::string::npos);
  CHECK(text.find("document scen 2\nversion 1\n1\ta.map\t6\t4\t0\t0\t5\t3\t") != std::string::npos);
  Lab other;
  run_settled(other, test::open_line(folder.file("a.strata"), "workspace.open"));
  const auto its = nlohmann::ordered_json::parse(dump_state(other));
  CHECK(its["scenario"]["rows"] == 1);
  CHECK(its["scenario"]["unsaved"] == true);
  CHECK(its["drawn"]["file"] == "g.graph");
  CHECK(its["drawn"]["unsaved"] == false);
  CHECK(its["drawn"]["node_count"] == 2);
  // What the log says of it is that it is opened, and nothing of the map before.
  CHECK(other.log().lines().back() == test::open_line(folder.file("a.strata"), "workspace.open"));
  CHECK(other.log().reproduction().find("graph.node") == std::string::npos);
  // With a file that has changed since, nothing is opened.
  REQUIRE(write_file_atomic(folder.file("g.graph"), "graph 1\nnode 1,1\n").ok());
  const std::string before = dump_state(other);
  const std::string why = test::failure(other, test::open_line(folder.file("a.strata"), "workspace.open") + " force");
  CHECK(why.find("g.graph: is not the file with which the workspace was saved") != std::string::npos);
  CHECK(dump_state(other) == before);
}

TEST_CASE("a workspace selects the row that is the query, also after an equal one was taken back") {
  const test::TempFolder folder;
  Lab lab;
  run_settled(lab, {"scenario.add", "scenario.add", "edit.undo"});
  run(lab, test::open_line(folder.file("a.strata"), "workspace.save"));
  const auto mine = nlohmann::ordered_json::parse(dump_state(lab)),
             its = opened_elsewhere(lab, folder.file("a.strata"));
  CHECK(mine["scenario"]["current"] == 1);
  CHECK(its["scenario"]["current"] == 1);
}

TEST_CASE("a workspace has its own names of terrains, whatever the user has named those of its map") {
  const test::TempFolder folder;
  REQUIRE(write_file_atomic(folder.file("a.map"), kSixByFour).ok());
  {
    Lab author;
    run(author, test::open_line(folder.file("a.map")));
    run(author, "terrain.name ground lawn");
    run(author, test::open_line(folder.file("a.strata"), "workspace.save"));
  }
  Lab lab;
  run(lab, test::open_line(folder.file("a.map")));
  run(lab, "terrain.name swamp lawn");
  run(lab, test::open_line(folder.file("a.strata"), "workspace.open"));
  CHECK(terrain_title(lab.state().terrain_looks, Terrain::kGround) == "lawn");
  CHECK(terrain_title(lab.state().terrain_looks, Terrain::kSwamp) == "swamp");
  CHECK(lab.log().reproduction().find("terrain.name swamp") == std::string::npos);
  run(lab, test::open_line(folder.file("a.map")));
  CHECK(terrain_title(lab.state().terrain_looks, Terrain::kSwamp) ==
        "lawn");  // the user's own names come back with the map itself
}

TEST_CASE("the level of a workspace is made with the settings of the workspace, not with those of the user") {
  const test::TempFolder folder;
  REQUIRE(write_file_atomic(folder.file("a.obj"), "v 0 0 0\nv 0 0 18\nv 24 0 18\nv 24 0 0\nf 1 2 3 4\n").ok());
  for (const auto& [of_author, of_user] : {std::pair("level.set usual", "level.set cell-size=0.5"),
                                           std::pair("level.set cell-size=0.5", "level.set usual"),
                                           std::pair("level.set cell-size=0.4", "level.set agent-radius=1")}) {
    CAPTURE(of_user);
    Lab author, user;
    run(author, of_author);
    run(author, test::open_line(folder.file("a.obj")));
    run(author, test::open_line(folder.file("a.strata"), "workspace.save"));
    run(user, of_user);
    run(user, test::open_line(folder.file("a.strata"), "workspace.open"));
    CHECK(level_controller(user).options() == level_controller(author).options());
    CHECK_FALSE(level_controller(user).is_outdated());
    CHECK(user.world().map().width() == author.world().map().width());
  }
}

TEST_CASE("a search that was stepped to its end after a workspace was opened is at its end in the reproduction") {
  const test::TempFolder folder;
  Lab lab;
  run_settled(lab, "query.set 2 2 20 2");
  run(lab, "step.to 3");
  run(lab, test::open_line(folder.file("a.strata"), "workspace.save"));
  run(lab, test::open_line(folder.file("a.strata"), "workspace.open"));
  CHECK(lab.playback().cursor() == 3);
  run(lab, "step.last");
  const std::string script = lab.log().reproduction();
  CHECK_MESSAGE(script.ends_with("wait.ready\nstep.last\n"), script);
}

TEST_CASE("settings go back to those of a fresh lab, whatever they are") {
  Lab lab;
  const std::vector<std::string> fresh = lab.log().setting_lines();
  reset_settings(lab);
  CHECK(lab.log().setting_lines() == fresh);
  for (const CommandInfo& info : commands()) {
    const std::string first = (info.keeps & keeps::kLastOfFirst) != 0 ? "swamp " : "";
    if (info.usual.empty()) continue;
    const std::string line = fmt::format("{} {}usual", info.name, first);
    CAPTURE(line);
    const Status done = lab.execute(line);
    CHECK_MESSAGE(done.ok(), done.error().message());
    std::vector<std::string> lines = lab.log().setting_lines();
    std::erase(lines, "hpa.cluster_size 10");
    CHECK(lines == fresh);
  }
  // Each setting has a default in its row of the command table, is a switch, or belongs to another setting.
  for (const CommandInfo& info : commands()) {
    const bool set = (info.keeps & keeps::kSetting) != 0 && lab_setting_named(info.name) == nullptr;
    if (!set || !info.usual.empty() || !info.way_back.empty() || info.usage.find("on|off") != info.usage.npos) continue;
    constexpr std::array<std::string_view, 4> kOthers = {"hpa.options", "layer.opacity", "layer.reset", "predict.show"};
    CHECK_MESSAGE(std::ranges::find(kOthers, info.name) != kOthers.end(), std::string(info.name));
  }
  change_settings(lab);
  CHECK(lab.log().setting_lines().size() > 20);
  reset_settings(lab);
  lab.finish_updates();
  std::vector<std::string> left = lab.log().setting_lines();
  std::erase(left, "hpa.cluster_size 10");  // chosen, though it is the usual one
  for (const std::string& line : left) INFO(line);
  CHECK(left == fresh);
}

TEST_CASE("a workspace is refused with file and line, and nothing of it is carried out") {
  const std::string head = "workspace 1\ncells 5\ntype octile\nheight 1\nwidth 2\nmap\n..\n";
  CHECK(error_of(head + "layer grid on\n") == "read");
  CHECK(error_of("") == "a.strata: is no workspace: it is empty");
  CHECK(error_of("hello\n") == "a.strata:1: expected 'workspace 1' in the first line");
  CHECK(error_of("workspace 1\n") == "a.strata: has no map: neither 'map' nor 'cells'");
  CHECK(error_of("workspace 1\nmap /etc/a.map 0123456789abcdef\n") ==
        "a.strata:2: the map must lie in the folder of the workspace");
  CHECK(error_of("workspace 1\nmap b/../../a.map 0123456789abcdef\n") ==
        "a.strata:2: the map must lie in the folder of the workspace");
  CHECK(error_of("workspace 1\nmap a.map 12\n") == "a.strata:2: expected a hash of 16 digits");
  CHECK(error_of("workspace 1\ncells 9\ntype octile\n") == "a.strata:2: the map ends after 1 of 9 lines");
  CHECK(error_of(head + "map a.map 0123456789abcdef\n") == "a.strata:8: has a second map");
  CHECK(error_of(head + "no.such 1\n") == "a.strata:8: there is no command 'no.such'");
  CHECK(error_of(head + "layer\n").starts_with("a.strata:8: "));
  CHECK(error_of(head + "document graph a.graph\n") ==
        "a.strata:8: expected document KIND LINES, with 1 to 1000000 lines of a document after it");
  CHECK(error_of(head + "document graph\n") == "a.strata:8: expected document KIND FILE HASH, or document KIND LINES");
  CHECK(error_of(head + "document graph ../a.graph 0123456789abcdef\n") ==
        "a.strata:8: the document must lie in the folder of the workspace");
  CHECK(error_of(head + "document graph 9\ngraph 1\n") == "a.strata:8: the document ends after 1 of 9 lines");
  CHECK(error_of(head + "document graph 1\ngraph 1\ndocument graph 1\ngraph 1\n") ==
        "a.strata:10: has a second document 'graph'");
  CHECK(error_of(head + "crowd.scenario /a.scen\n") ==
        "a.strata:8: the scenario must lie in the folder of the workspace");
  CHECK(error_of(head + "crowd.scenario\n") == "a.strata:8: expected crowd.scenario FILE");
  CHECK(error_of(head + "crowd.spawn 4\nscenario.row 2\n") == "read");
  // What opens, writes, starts or ends something is no setting.
  for (const char* line : {"map.open b.map", "map.save_as b.map", "export.trace b.json", "script.run b.script",
                           "workspace.open b.strata", "trace.open b.yaml", "screenshot b.png", "dump.state b.json",
                           "app.quit", "scenario.csv b.csv", "recent.clear", "map.new 4 4", "paint.fill 0 0 water"}) {
    CAPTURE(line);
    CHECK(error_of(head + line + "\n").ends_with(" is not allowed in a workspace"));
  }
  const test::TempFolder folder;
  Lab lab;
  const std::string before = dump_state(lab);
  const auto refused = [&](const std::string& text) {
    REQUIRE(write_file_atomic(folder.file("x.strata"), text).ok());
    const std::string why = test::failure(lab, test::open_line(folder.file("x.strata"), "workspace.open"));
    CHECK(dump_state(lab) == before);
    return why;
  };
  CHECK(refused("workspace 1\nmap gone.map 0123456789abcdef\n").find("gone.map") != std::string::npos);
  REQUIRE(write_file_atomic(folder.file("a.map"), kSixByFour).ok());
  CHECK(refused("workspace 1\nmap a.map 0123456789abcdef\n").find("it has changed since") != std::string::npos);
  const test::TempFolder other;
  REQUIRE(write_file_atomic(other.file("b.map"), kSixByFour).ok());
  fs::create_symlink(other.file("b.map"), folder.file("link.map"));
  CHECK(refused(fmt::format("workspace 1\nmap link.map {:016x}\n", fnv1a(kSixByFour))).find("behind a link") !=
        std::string::npos);
  CHECK(refused(head + "document tree 1\na\n").find("x.strata:8: there is no document 'tree'") != std::string::npos);
  CHECK(refused(head + "document graph 1\nnonsense\n").find("x.strata, in its graph:1: ") != std::string::npos);
  CHECK(refused(head + "document scen gone.scen 0123456789abcdef\n").find("gone.scen") != std::string::npos);
  CHECK(refused("workspace 1\ncells 2\ntype octile\nheight 1\n").find("in its map") != std::string::npos);
}

TEST_CASE("a workspace is written and read back the same") {
  WorkspaceFile file;
  file.title = "a \"b\"";
  file.map = "maps/my map.map";
  file.hash = 0x0123456789abcdefull;
  file.commands = {{"layer", {"grid", "on"}}, {"query.set", {"1", "2", "3", "4"}}};
  file.documents = {{.kind = "scen", .file = "b.scen", .hash = 7}, {.kind = "graph", .text = "graph 1\nnode 1,1\n"}};
  Result<WorkspaceFile> again = parse_workspace(format_workspace(file), "a.strata");
  REQUIRE_MESSAGE(again.ok(), again.error().message());
  CHECK(again.value() == file);
  file.map.clear();
  file.hash = 0;
  file.cells = kSixByFour;
  again = parse_workspace(format_workspace(file), "a.strata");
  REQUIRE_MESSAGE(again.ok(), again.error().message());
  CHECK(again.value() == file);
}
