// One table says which files can be opened: on the command line, in the dialog, and dropped on the window.
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "app/lab/dump.hpp"
#include "app/lab/file_beside.hpp"
#include "app/lab/file_kinds.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "core/io/files.hpp"
#include "core/world/world.hpp"
#include "tests/lab_support.hpp"
#include "tests/must.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::string file_with(const test::TempFolder& folder, const std::string& name, const std::string& text) {
  REQUIRE(write_file_atomic(folder.file(name), text).ok());
  return folder.file(name);
}

constexpr const char* kPlainMap = "type octile\nheight 3\nwidth 5\nmap\n.....\n@@.@@\n.....\n";
constexpr const char* kOtherMap = "type octile\nheight 2\nwidth 2\nmap\n..\n..\n";

std::string refusal_of(const Lab& lab, const std::vector<std::string>& paths) {
  const Result<Command> command = command_to_open(lab, paths);
  return command ? "" : command.error().message();
}

}  // namespace

TEST_CASE("every kind of file has a command that is there, an ending of its own, and is in the sentence of kinds") {
  const Lab lab;
  std::set<std::string> endings;
  for (const FileKind& kind : file_kinds(lab)) {
    CAPTURE(kind.ending);
    CHECK(command_named(command_that_opens(kind.content)) != nullptr);
    CHECK(endings.insert(kind.ending).second);
    CHECK(file_kinds_text(lab).find(kind.title + " (" + kind.ending + ")") != std::string::npos);
    CHECK(kind_by_ending(file_kinds(lab), "folder/NAME" + kind.ending) != nullptr);
  }
  CHECK(endings == std::set<std::string>{".map",   ".obj",    ".gltf",    ".glb",    ".ply",  ".stl",   ".tmx",
                                         ".tmj",   ".png",    ".pgm",     ".pbm",    ".csv",  ".ldtk",  ".scen",
                                         ".graph", ".gr",     ".graphml", ".dot",    ".gv",   ".json",  ".yaml",
                                         ".plan",  ".strata", ".lesson",  ".figure", ".show", ".script"});
}

TEST_CASE("a file of every kind is opened by the command of its kind, whatever the letters of its ending") {
  const test::TempFolder folder;
  Lab lab;
  const std::string map = file_with(folder, "a.MAP", kPlainMap);
  file_with(folder, "a.map", kPlainMap);
  const std::string scenario = file_with(folder, "a.scen", "version 1\n1\ta.map\t5\t3\t0\t0\t0\t2\t4\n");
  const std::string graph = file_with(folder, "a.graph", "type graph\nmap a.map\nnode 0,0\nnode 4,0\nedge 0,0 4,0 4\n");
  const std::string level = file_with(folder, "a.obj", "v 0 0 0\nv 0 0 9\nv 9 0 9\nv 9 0 0\nf 1 2 3 4\n");
  const std::string roads = file_with(folder, "a.GR", "p sp 2 2\na 1 2 3\na 2 1 3\n");
  const std::string markup =
      file_with(folder, "a.graphml",
                "<graphml><graph><node id='a'/><node id='b'/><edge source='a' target='b'/></graph></graphml>");
  const std::string dot = file_with(folder, "a.gv", "graph { a -- b }");
  const std::string stl = file_with(folder, "a.stl",
                                    "solid a\nfacet normal 0 1 0\nouter loop\nvertex 0 0 0\nvertex 0 0 9\nvertex 9 0 "
                                    "9\nendloop\nendfacet\nendsolid a\n");
  const std::string script = file_with(folder, "a.script", "query.set 0 0 2 0\n");
  const std::string nameless = file_with(folder, "map", kOtherMap);
  for (const std::string& path : {map, scenario, graph, roads, markup, dot, level, stl, script, nameless}) {
    CAPTURE(path);
    const Result<Command> command = command_to_open(lab, std::vector{path});
    REQUIRE(command.ok());
    CHECK(command.value().args == std::vector{path});
    Command forced = command.value();
    if (forced.name == "map.open") forced.args.push_back("force");
    const Status opened = lab.execute(forced);
    CHECK_MESSAGE(opened.ok(), opened.error().message());
    lab.finish_updates();
  }
  CHECK(lab.world().map().width() == 2);
}

TEST_CASE("a map and its scenario are opened together, in whatever order") {
  const test::TempFolder folder;
  Lab lab;
  const std::string map = file_with(folder, "a.map", kPlainMap), other = file_with(folder, "b.map", kOtherMap);
  const std::string scenario = file_with(folder, "a.map.scen", "version 1\n1\ta.map\t5\t3\t0\t0\t0\t2\t4\n");
  for (const auto& paths : {std::vector{map, scenario}, std::vector{scenario, map}}) {
    const Command command = must(command_to_open(lab, paths));
    CHECK(command == Command{"map.open", {scenario}});
  }
  CHECK(refusal_of(lab, {other, scenario}).find("a.map.scen: belongs to " + map + ", not to b.map") !=
        std::string::npos);
  CHECK(refusal_of(lab, {map, other}).find("b.map: is opened without a.map: one map is open at a time") !=
        std::string::npos);
  const std::string graph = file_with(folder, "a.graph", "");
  CHECK(refusal_of(lab, {scenario, graph}).find("open one after the other") != std::string::npos);
  CHECK(refusal_of(lab, {map, file_with(folder, "a.script", "")}).find("is a script: open it without") !=
        std::string::npos);
}

TEST_CASE("a map and a plan that is a text file are opened together, in whatever order") {
  const test::TempFolder folder;
  const Lab lab;
  const std::string map = file_with(folder, "a.map", kPlainMap);
  const std::string plan = file_with(folder, "paths.txt", "0:(0,0),\n1:(1,0),\n");
  for (const std::vector<std::string>& paths : {std::vector{map, plan}, std::vector{plan, map}}) {
    const Result<Command> command = command_to_open(lab, paths);
    REQUIRE(command.ok());
    CHECK(command.value() == Command{"plan.open", {plan, map}});
  }
}

TEST_CASE("JSON and YAML of other programs are named, with what opens them, whatever they are opened by") {
  struct ForeignFile {
    const char *name, *text, *says;
  };
  const std::vector<ForeignFile> others = {
      {"plan.yaml", "statistics:\n  cost: 9\nschedule:\n  agent0:\n    - x: 0\n      y: 0\n      t: 0\n",
       "is a schedule of libMultiRobotPlanning, which its visualize.py opens"},
      {"two.yaml", "agents:\n- goal: [0, 1]\n  name: agent0\nmap:\n    dimensions: [3, 3]\n    obstacles: [[0, 0]]\n",
       "is a problem of libMultiRobotPlanning"},
      {"jose.json", R"({"strata_result": 2, "lesson": {"id": "a", "version": 1}})", "is a result of a lesson"},
      {"lorr.json", R"({"mapFile": "a.map", "agentFile": "a.agents", "note": "\"events\": []"})",
       "is a problem of the League of Robot Runners"},
      {"town.json", "\xef\xbb\xbf{\"type\": \"FeatureCollection\", \"features\": []}", "is GeoJSON"},
  };
  const test::TempFolder folder;
  Lab lab;
  const std::string before = dump_state(lab);
  for (const ForeignFile& other : others) {
    CAPTURE(std::string(other.name));
    const std::string path = file_with(folder, other.name, other.text);
    for (const std::string& why : {refusal_of(lab, {path}), test::failure(lab, test::open_line(path)),
                                   test::failure(lab, test::open_line(path, "trace.open"))}) {
      CHECK(why.find(path + ": " + other.says) != std::string::npos);
      CHECK(why.find("search trace") == std::string::npos);
    }
  }
  CHECK(dump_state(lab) == before);
  // What has events is a trace, whatever else it has.
  const std::string trace =
      file_with(folder, "a.yaml",
                "image: a.pgm\nresolution: 1\norigin: [0]\nschedule: 1\nevents:\n- {type: a, id: 1, x: 0, y: 0}\n");
  test::run(lab, test::open_line(trace, "trace.open"));
}

TEST_CASE(
    "maps of other programs are opened as maps, with their start and goal, and named to who opens them as a trace") {
  const test::TempFolder folder;
  Lab lab;
  file_with(folder, "room.pgm", "P2 3 1 255 254 0 205");
  const std::string yaml = file_with(folder, "room.yaml", "image: room.pgm\nresolution: 0.05\norigin: [0, 0, 0]\n");
  const std::string tiled =
      R"({"type":"map","tiledversion":"1.9","orientation":"orthogonal","width":3,"height":1,"tilewidth":8,"tileheight":8,
"layers":[{"type":"tilelayer","name":"Walls","width":3,"height":1,"data":[0,1,0]},
{"type":"objectgroup","objects":[{"name":"start","x":0,"y":0},{"name":"goal","x":16,"y":0}]}]})";
  const std::string tmj = file_with(folder, "a.tmj", tiled), json = file_with(folder, "a.json", tiled);
  const std::string csv = file_with(folder, "a.csv", "0,1,0\n"), txt = file_with(folder, "a.txt", "0 1 0\n");
  for (const std::string& path : {yaml, tmj, json, folder.file("room.pgm"), csv, txt}) {
    CAPTURE(path);
    CHECK(must(command_to_open(lab, std::vector{path})) == Command{"map.open", {path}});
    CHECK(command_by_ending(file_kinds(lab), path) == Command{"map.open", {path}});  // among recent files
    // Cards and lessons open maps of MovingAI alone, whose sides they check.
    CHECK(check_map_sides(path, 8192).error().what ==
          "is no map of MovingAI (.map), the only kind of map that another file opens");
    test::run(lab, test::open_line(path));
    const GridMap& map = lab.world().map();
    REQUIRE(map.width() == 3);
    CHECK(map.letter(Cell{0, 0}) == '.');
    CHECK(map.letter(Cell{1, 0}) == '@');
    CHECK(lab.state().map_path == path);
    const bool has_ends = path == tmj || path == json;
    CHECK(lab.state().has_query == has_ends);
    if (has_ends) CHECK(lab.state().query == PlanQuery{{0, 0}, {2, 0}});
  }
  CHECK(
      test::failure(lab, test::open_line(yaml, "trace.open")).find("is a map of map_server (ROS): open it as a map") !=
      std::string::npos);
  CHECK(test::failure(lab, test::open_line(json, "trace.open")).find("is a map of Tiled: open it as a map") !=
        std::string::npos);
}

TEST_CASE("a map of Tiled that is painted and saved has other tiles in the painted cells alone") {
  const test::TempFolder folder;
  Lab lab;
  const std::string before =
      "<map orientation=\"orthogonal\" width=\"3\" height=\"1\" tilewidth=\"8\" tileheight=\"8\">\n"
      "<!-- kept --><tileset firstgid=\"1\" name=\"t\"/>\n"
      "<layer name=\"Walls\" width=\"3\" height=\"1\"><data encoding=\"csv\">0,4,0</data></layer></map>";
  const std::string path = file_with(folder, "a.tmx", before);
  test::run(lab, test::open_line(path));
  test::run(lab, "paint.stroke brush blocked 0 round 2,0");
  test::run(lab, "map.save");
  CHECK_FALSE(lab.session().map_unsaved());
  std::string after = before;
  after.replace(after.find("0,4,0"), 5, "0,4,4");
  CHECK(must(read_file(path)) == after);
}

TEST_CASE("an unknown kind is refused with the reason and the list of kinds, and nothing changes") {
  const test::TempFolder folder;
  Lab lab;
  const std::string map = file_with(folder, "a.map", kPlainMap);
  const std::string before = dump_state(lab);
  const auto refused = [&](const std::string& path, const std::string& why) {
    CAPTURE(path);
    CHECK(refusal_of(lab, {path}).find(why) != std::string::npos);
    CHECK(refusal_of(lab, {path}).find(file_kinds_text(lab)) != std::string::npos);
    CHECK(refusal_of(lab, {map, path}).find(why) != std::string::npos);  // nothing of them is opened
    CHECK(test::failure(lab, test::open_line(path)).find(why) != std::string::npos);
  };
  refused(file_with(folder, "photo.jpg", "\xff\xd8"), "photo.jpg: is a kind of image, which is not read");
  refused(file_with(folder, "tiles.TSX", "<tileset/>"), "tiles.TSX: is a tileset of Tiled, which is not read");
  refused(file_with(folder, "notes.txt", "hello"), "notes.txt: is of an unknown kind (.txt)");
  refused(file_with(folder, "README", "hello"), "README: has no ending, and does not begin as a map does");
  refused(folder.path(), "is a folder");
  CHECK(dump_state(lab) == before);
  // What is not there is told as such, not as an unknown kind.
  CHECK(test::failure(lab, test::open_line(folder.file("gone.xyz"))).find("unknown kind") == std::string::npos);
}

TEST_CASE("a script that is run ends at its first fault, and none runs within another") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, test::open_line(file_with(folder, "good.script", "brush.radius 5\nwait 3\nterrain.select water\n"),
                           "script.run"));
  CHECK(lab.state().brush.radius == 5);
  CHECK(lab.state().terrain == Terrain::kWater);
  const std::string bad = file_with(folder, "bad.script", "brush.radius 2\nquery.start 999 0\nbrush.radius 7\n");
  CHECK(test::failure(lab, test::open_line(bad, "script.run")).find("bad.script:2") != std::string::npos);
  CHECK(lab.state().brush.radius == 2);
  const std::string self = file_with(folder, "self.script", "script.run " + folder.file("self.script") + "\n");
  CHECK(test::failure(lab, test::open_line(self, "script.run")).find("a script is running") != std::string::npos);
  // Lines are checked before any of them runs.
  const std::string wrong = file_with(folder, "wrong.script", "brush.radius 3\nno.such\n");
  CHECK_FALSE(lab.execute(test::open_line(wrong, "script.run")).ok());
  CHECK(lab.state().brush.radius == 2);
}
