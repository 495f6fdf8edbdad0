#include "tests/screen/scenes.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/lab/chart.hpp"
#include "app/lab/user_only_commands.hpp"
#include "app/ui/panel_places.hpp"
#include "core/base/check.hpp"
#include "core/io/files.hpp"
#include "core/world/planners.hpp"
#include "tests/lab_support.hpp"
#include "tests/source_path.hpp"

namespace strata::test {
namespace {

// All structures are there, and the small map answers at once.
std::vector<std::string> all_structures() {
  std::vector<std::string> lines = structure_switches({"cch", "mesh-classes"});
  lines.push_back("hna.levels 3");
  return lines;
}

std::vector<std::string> with(std::vector<std::string> lines, std::initializer_list<std::string> more) {
  lines.insert(lines.end(), more);
  return lines;
}

std::string write(const std::string& folder, const std::string& name, const std::string& text) {
  const std::string path = folder + "/" + name;
  STRATA_CHECK(write_file_atomic(path, text).ok());
  return path;
}

// Two floors, the upper one on a ramp.
std::string level_text() {
  std::string text;
  int count = 0;
  const auto floor = [&](float x0, float y0, float x1, float y1, float z0, float z1) {
    text +=
        fmt::format("v {} {} {}\nv {} {} {}\nv {} {} {}\nv {} {} {}\n", x0, z0, y0, x0, z0, y1, x1, z1, y1, x1, z1, y0);
    text += fmt::format("f {} {} {} {}\n", count * 4 + 1, count * 4 + 2, count * 4 + 3, count * 4 + 4);
    ++count;
  };
  floor(0, 0, 20, 12, 0, 0);
  floor(20, 4, 28, 8, 0, 2);
  floor(28, 0, 40, 12, 2, 2);
  return text;
}

std::string scenario_text() {
  return "version 1\n0\trunning-example.map\t40\t40\t2\t14\t36\t15\t80.69848480\n"
         "1\trunning-example.map\t40\t40\t5\t5\t30\t8\t29.48528137\n";
}

std::string lesson_text() {
  return "lesson screen 1\ntitle \"Why A* stops\"\nstep \"What f promises\"\nsetup map.scene running-example\n"
         "setup step.to 400\n"
         "text \"h is glossary(admissible): a path over cell(9,9) costs *at least* f. value(playback.open) are "
         "open.\"\n"
         "ask choice \"What does a path through a cell with f = 80 cost?\" \"80 or more\" choices \"80 or more\" "
         "\"exactly 80\" \"80 or less, as the heuristic may be larger than what is left to the goal\"\n"
         "hint \"g is paid already.\"\nbecause \"f is a lower bound.\"\n"
         "step \"A wall\"\nbuild \"Close the room.\"\ncheck planners.astar.expanded < 830 \"It is not closed.\"\n"
         "because \"Nothing behind the wall is reached.\"\nreveal paint.rectangle 11 14 11 16 filled blocked\n";
}

// The dialogs of exports, questions and refusals, and a scenario with the widest numbers that its list has to show.
void add_wide_scenes(std::vector<ScreenScene>& scenes, const std::string& folder) {
  for (const char* window : {"figure", "animation"}) {
    scenes.push_back({fmt::format("window {}", window), {fmt::format("ui.show {} on", window)}, {}});
  }
  scenes.push_back({"question", {"paint.stroke brush blocked 0 round 5,5 9,9", "app.quit"}, {}});
  scenes.push_back({"refused file", {"!map.open /none/such.map"}, {}});
  const std::string nowhere = "/none/such/folder/with/a/long/name/that/goes/on/and/on/such.map";
  scenes.push_back({"refused in open", {"ui.show open on", "@open map.open " + nowhere}, {}});
  scenes.push_back({"refused in save_as", {"ui.show save_as on", "@save_as map.save_as " + nowhere}, {}});
  scenes.push_back({"refused in export", {"ui.show export on", "@export export.table " + nowhere}, {}});
  scenes.push_back({"refused in figure", {"ui.show figure on", "@figure export.figure " + nowhere + ".svg"}, {}});
  scenes.push_back({"refused in search", {"ui.show search on", "@search query.start 99999 0"}, {}});
  scenes.push_back({"refused in gallery", {"ui.show gallery on", "@gallery figure.open " + nowhere}, {}});
  scenes.push_back({"refused in lessons", {"ui.show lessons on", "@lessons lesson.open " + nowhere}, {}});
  scenes.push_back({"script question", {"!script.run " + source_path("tests/scripts/27-level.script")}, {}});
  std::string far = "version 1\n";
  for (int row = 0; row < 1200; ++row) {
    far += fmt::format("{}\tfar.map\t1024\t128\t{}\t{}\t{}\t{}\t{:.8f}\n", row / 10, row % 7, row % 9, 1023 - row % 5,
                       127 - row % 11, 1440.0 + row);
  }
  std::string wide_map = "type octile\nheight 128\nwidth 1024\nmap\n";
  for (int y = 0; y < 128; ++y) wide_map += std::string(1024, '.') + "\n";
  write(folder, "far.map", wide_map);
  const std::string far_file = write(folder, "far.map.scen", far);
  scenes.push_back({"scenario with large numbers",
                    {"planner.show astar off", "scenario.open " + far_file, "scenario.row 1187", "wait.ready"},
                    {"ui.place scenario", "ui.panel left on"},
                    true});
  // A dynamic scenario: 60 changes of a cell each, a query after every second one.
  std::string dynamic = "version 2\nheight 30\nwidth 40\ncost 1 octile\npatch d.patch\ncommands\n";
  for (int change = 0; change < 60; ++change) {
    dynamic += fmt::format("P {} 0 {} 10\nQ {} 0 0 39 0 39\n", change, change % 39, change);
  }
  write(folder, "d.patch", "type patch\npatches 1\npatch 0\nheight 2\nwidth 1\nmap\n@\n@\n");
  const std::string dynamic_file = write(folder, "d.scen", dynamic);
  scenes.push_back({"dynamic scenario",
                    {"scenario.open " + dynamic_file, "course.go 40", "course.run", "wait.ready"},
                    {"ui.place course", "ui.panel left on"},
                    true});
  scenes.push_back({"window course_save", {"map.new 30 20 force", "course.record on", "ui.show course_save on"}, {}});
  scenes.push_back({"window course_csv",
                    {"scenario.open " + dynamic_file, "course.run", "wait.ready", "ui.show course_csv on"},
                    {}});
}

// The dialog that asks how a map file is read, for each kind of file.
void add_open_scenes(std::vector<ScreenScene>& scenes, const std::string& folder) {
  std::string grey = "P2\n64 4 255\n";
  for (int i = 0; i < 256; ++i) grey += fmt::format("{} ", i);
  std::string table = "-1000000000.5";
  for (int i = 0; i < 40; ++i) table += fmt::format(",{}", i * 1000);
  const std::string layer =
      R"({"__identifier":"Collisions","__type":"IntGrid","__cWid":2,"__cHei":1,"__gridSize":8,"intGridCsv":[1,7]})";
  const std::string level =
      R"({"identifier":"A_level_with_a_long_name_that_goes_on","layerInstances":[)" + layer + "]}";
  const std::string tiled =
      R"({"type":"map","orientation":"orthogonal","width":1,"height":1,"tilewidth":8,"tileheight":8,)"
      R"("tilesets":[{"firstgid":1}],"layers":[{"type":"tilelayer","name":"walls","width":1,"height":1,"data":[1]},)"
      R"({"type":"tilelayer","name":"a layer with a long name that goes on and on","width":1,"height":1,"data":[1]}]})";
  (void)write(folder, "rooms.pgm", "P2 3 1 255 0 205 254\n");
  const std::pair<const char*, std::string> files[] = {
      {"shades.pgm", grey},
      {"costs.csv", table + "\n"},
      {"game.ldtk", R"({"jsonVersion":"1","defs":{},"levels":[)" + level + "," + level + "]}"},
      {"game.tmj", tiled},
      {"rooms.yaml", "image: rooms.pgm\nresolution: 1\norigin: [0, 0, 0]\n"},
      {"stations.map", "type octile\nheight 1\nwidth 5\nmap\n.EXYZ\n"}};
  for (const auto& [name, text] : files) {
    scenes.push_back(
        {fmt::format("options of {}", name), {format_command({"map.open_with", {write(folder, name, text)}})}, {}});
  }
}

// Planners of the user's own, and a lesson that needs one.
void add_own_planner_scenes(std::vector<ScreenScene>& scenes, const std::string& folder) {
  scenes.push_back({"planners of one's own",
                    {"^external.add mine \"python3 astar.py --weight 1.5 --a-long-option-of-mine=/home/user/planners\"",
                     "^external.add a-name-of-20-letters \"no-such-program-anywhere\"", "ui.show own_planners on"},
                    {},
                    true});
  const std::string needs = write(folder, "needs.lesson",
                                  "lesson needs 1\ntitle \"A planner of your own\"\nplanner a-name-of-20-letters\n"
                                  "step \"Yours\"\nsetup map.new 20 20\nsetup query.set 1 1 9 9\n"
                                  "build \"Add your planner. Its path must be legal.\"\n"
                                  "check external.a-name-of-20-letters.legal == true\nbecause \"It is.\"\n");
  scenes.push_back({"lesson of a planner", {"lesson.open " + needs}, {"ui.panel right on"}, true});
}

// Rows of the comparison: each number of levels has its own, and only one path is drawn.
void add_row_scenes(std::vector<ScreenScene>& scenes) {
  scenes.push_back({"levels apart", {"hna on", "planner.levels_apart on"}, {"ui.panel right on"}});
  scenes.push_back({"only one path", {"planner.path jps off", "planner.only on"}, {"ui.panel right on"}});
}

void add_construction_scenes(std::vector<ScreenScene>& scenes) {
  for (const char* built : {"hpa", "rooms", "haa", "hna"}) {
    const std::string begin = fmt::format("{}.construct", built);
    scenes.push_back(
        {fmt::format("construction of {}", built),
         with(all_structures(), {"rules.profile four", "wait.ready", begin, "step.to 300", "inspect 12 14"}),
         {fmt::format("ui.place tab.{}", built), "ui.panel left on", "ui.panel right on"},
         true});
    scenes.push_back({fmt::format("construction of {} that is predicted", built),
                      with(all_structures(), {"rules.profile four", "wait.ready", begin, "predict on"}),
                      {fmt::format("ui.place tab.{}", built), "ui.panel left on", "ui.panel right on"},
                      true});
  }
  scenes.push_back(
      {"contraction that is predicted",
       with(all_structures(), {"ch.order large", "wait.ready", "ch.contract", "predict on", "predict.answer 1 1"}),
       {"ui.place tab.ch", "ui.panel left on", "ui.panel right on"},
       true});
}

void add_decide_scene(std::vector<ScreenScene>& scenes, const std::string& scenario) {
  scenes.push_back({"decide",
                    {"ui.detail simple", "scenario.open " + scenario + " here", "decide.run", "wait.ready"},
                    {"ui.place decide", "ui.panel left on", "ui.chart decide"},
                    true});
  scenes.push_back({"decide query by query",
                    {"scenario.open " + scenario + " here", "decide.run", "wait.ready", "decide.choose jps"},
                    {"ui.chart decide-queries"},
                    true});
}

// Traces and plans of other programs, with faults of all lengths.
void add_trace_scenes(std::vector<ScreenScene>& scenes, const std::string& folder) {
  std::string trace = "version: 1.4.0\nevents:\n- {type: source, id: 1, x: 2, y: 14, g: 0, f: 400}\n";
  trace += "- {type: destination, id: 2, x: 36, y: 15}\n";
  for (int i = 0; i < 40; ++i) {
    trace += fmt::format("- {{type: generating, id: n{}, pId: x{}, x: {}, y: {}, g: {}, f: 3}}\n", i, i, i, i, 10 * i);
    trace += fmt::format("- {{type: a-type-of-its-own-{}, x: {}.5, y: 3}}\n", i % 7, i);
  }
  const std::string trace_file = write(folder, "someone-elses-search.trace.yaml", trace);
  std::string steps;
  for (int step = 0; step < 9; ++step) {
    steps += fmt::format("{}:", step);
    for (int agent = 0; agent < 30; ++agent) steps += fmt::format("({},{}),", agent * step, agent + step);
    steps += "\n";
  }
  const std::string plan_file = write(folder, "someone-elses-plan-for-many.plan", "soc=12\nmakespan=3\n" + steps);
  scenes.push_back({"nothing of other programs", {}, {"ui.place traces", "ui.panel left on"}});
  scenes.push_back({"trace of another program",
                    {"trace.open " + trace_file + " here", "step.to 9"},
                    {"ui.place traces", "ui.panel left on"}});
  scenes.push_back({"plan of another program",
                    {"plan.open " + plan_file + " here", "step.to 4"},
                    {"ui.place traces", "ui.panel left on"}});
}

// Each question with its settings and its answer, and the dialog that writes an answer.
void add_question_scenes(std::vector<ScreenScene>& scenes) {
  for (const char* question : {"nearest", "reach", "alternatives", "turns", "walls"}) {
    scenes.push_back({fmt::format("question {}", question),
                      {"ask.goals 5,5 30,8", fmt::format("ask.question {}", question)},
                      {"ui.place ask", "ui.panel left on"},
                      true});
  }
  scenes.push_back({"question stepped",
                    {"ask.goals 5,5 30,8", "ask.question nearest", "ask.step", "step.to 20"},
                    {"ui.place ask", "ui.panel left on"},
                    true});
  scenes.push_back({"window ask_csv", {"ask.question reach", "ui.show ask_csv on"}, {}});
}

void add_crowd_scenes(std::vector<ScreenScene>& scenes) {
  scenes.push_back({"crowd walks",
                    {"crowd.count 200", "crowd.spawn", "crowd.run on"},
                    {"ui.place crowd", "ui.panel left on"},
                    true});
  scenes.push_back(
      {"charts of a crowd", {"crowd.count 200", "crowd.spawn", "crowd.run on"}, {"ui.chart crowd-agents"}});
  scenes.push_back(
      {"walkers", {"crowd.on mesh", "walkers.spawn", "walkers.run on"}, {"ui.place crowd", "ui.panel left on"}, true});
}

// Links between cells of the map: both ways, one way, and one with a blocked end.
void add_link_scene(std::vector<ScreenScene>& scenes) {
  scenes.push_back({"links",
                    {"link.add 4,15 30,20 3", "link.add 30,4 6,25 12.5 one-way", "link.add 2,2 0,0 1",
                     "paint.line 0 0 0 0 blocked", "tool.select link"},
                    {"ui.place map", "ui.panel left on"},
                    true});
}

}  // namespace

std::vector<ScreenScene> all_scenes(const std::string& folder) {
  std::vector<ScreenScene> scenes;
  for (const char* place : {"map", "planners", "crowd", "learn"}) {
    scenes.push_back({fmt::format("place {}", place), {}, {fmt::format("ui.place {}", place), "ui.panel left on"}});
  }
  for (const PanelTab& tab : all_tabs()) {
    scenes.push_back({fmt::format("panel {}", std::string_view(tab.name).substr(4)),
                      all_structures(),
                      {fmt::format("ui.place {}", tab.name), "ui.panel left on"},
                      true});
  }
  const std::string level = write(folder, "floors.obj", level_text());
  for (const Planner& planner : planners()) {
    std::vector<std::string> lines = all_structures();
    if (planner.name == "rooms") lines.emplace_back("rules.profile four");
    if (planner.name == "hpa4") lines.insert(lines.end(), {"hpa.cluster_size 5", "hpa.levels 4"});
    if (planner.name == "detour") lines.push_back("map.open " + level);
    for (const std::string& line :
         {fmt::format("planner.show {} on", planner.name), fmt::format("planner.trace {}", planner.name),
          std::string("wait.ready"), std::string(planner.name == "detour" ? "step.last" : "step.to 40")}) {
      lines.push_back(line);
    }
    scenes.push_back({fmt::format("stepping {}", planner.name), lines, {}});
  }
  for (const char* window :
       {"open", "save_as", "save_workspace", "save_graph", "save_scen", "save_csv", "new", "generate", "letters",
        "search", "goto", "help", "glossary", "about", "export", "gallery"}) {
    scenes.push_back({fmt::format("window {}", window), {fmt::format("ui.show {} on", window)}, {}});
  }
  for (const FeatureChart* chart : charts()) {
    scenes.push_back({fmt::format("chart {}", chart->name), {}, {fmt::format("ui.chart {}", chart->name)}});
  }
  scenes.push_back({"figure of a paper", {"figure.open HPA-4a"}, {"ui.panel right on"}});
  scenes.push_back({"inspector", {"view.goto 20 20"}, {}});
  scenes.push_back({"flow field", {"layer flow-field on", "view.goto 20 20", "wait.ready"}, {}});
  scenes.push_back(
      {"weights",
       {"tool.select weight", "paint.rectangle 15 15 25 25 filled weight 3", "view.goto 20 20", "wait.ready"},
       {"ui.place map", "ui.panel left on"}});
  scenes.push_back({"right panel", {"step.to 40"}, {"ui.panel right on"}});
  add_construction_scenes(scenes);
  add_row_scenes(scenes);
  scenes.push_back({"prediction", {"predict on", "predict.answer 30 30"}, {"ui.panel right on"}, true});
  scenes.push_back({"search tree", {"step.to 40"}, {"ui.panel tree on"}});
  scenes.push_back({"level stack", {"planner.show hpa3 on", "planner.trace hpa3", "view.split 4"}, {}});
  scenes.push_back({"side by side", {"view.compare 2", "step.to 60"}, {}});
  scenes.push_back({"four searches", {"view.compare 4", "step.to 60"}, {}});
  scenes.push_back({"presentation", {"step.to 40", "ui.presentation on", "ui.legend on", "ui.code on"}, {}});
  scenes.push_back({"presentation of two", {"view.compare 2", "step.to 60", "ui.presentation on"}, {}});
  scenes.push_back({"first minute", {"ui.show first_run on"}, {}});
  scenes.push_back({"window own_planners", {"ui.show own_planners on"}, {}});
  add_question_scenes(scenes);
  add_link_scene(scenes);
  scenes.push_back({"window decide_report", {"ui.show decide_report on"}, {}});
  add_own_planner_scenes(scenes, folder);
  scenes.push_back({"list of lessons", {"ui.show lessons on"}, {}});
  const std::string choice = write(folder, "screen.lesson", lesson_text());
  scenes.push_back({"lesson", {"lesson.open " + choice, "lesson.answer 2"}, {"ui.panel right on"}, true});
  const std::string own = write(folder, "own.lesson",
                                "lesson own 1\ntitle \"A map of your own\"\nvariant seed student\nstep \"Count\"\n"
                                "setup map.generate random 20 20 $SEED\ntext \"This map is made from your name.\"\n"
                                "ask number \"How many cells are free?\" map.passable\nbecause \"So many.\"\n");
  scenes.push_back({"lesson of a student",
                    {"lesson.open " + own, "lesson.student \"Ada Lovelace of the second year\""},
                    {"ui.panel right on"},
                    true});
  scenes.push_back({"lesson that is recorded",
                    {"lesson.record.start", "lesson.record.step \"Around the room\""},
                    {"ui.panel right on"},
                    true});
  scenes.push_back({"run of show", {"show.open hierarchies-in-45-minutes", "show.next"}, {"ui.panel right on"}});
  scenes.push_back({"lesson that was recorded",
                    {"lesson.record.start", "lesson.record.ask", "lesson.record.stop"},
                    {"ui.panel right on"}});
  scenes.push_back({"lesson to build",
                    {"lesson.open " + choice, "lesson.tell", "lesson.next", "lesson.done"},
                    {"ui.panel right on"},
                    true});
  scenes.push_back(
      {"lesson in a presentation", {"lesson.open " + choice, "lesson.answer 2", "ui.presentation on"}, {}});
  scenes.push_back({"lesson at its end",
                    {"lesson.open " + choice, "lesson.tell", "lesson.next", "lesson.tell", "lesson.next"},
                    {"ui.panel right on"},
                    true});
  scenes.push_back({"level", {"map.open " + level, "wait.ready"}, {"ui.place level", "ui.panel left on"}, true});
  add_trace_scenes(scenes, folder);
  const std::string scenario = write(folder, "running-example.map.scen", scenario_text());
  scenes.push_back({"scenario",
                    {"scenario.open " + scenario + " here", "scenario.run", "wait.ready"},
                    {"ui.place scenario", "ui.panel left on"},
                    true});
  add_decide_scene(scenes, scenario);
  add_wide_scenes(scenes, folder);
  add_open_scenes(scenes, folder);
  add_crowd_scenes(scenes);
  scenes.push_back({"effort of many",
                    with(all_structures(), {"planner.show jps on", "planner.show alt on", "planner.show ch on",
                                            "planner.show labels on", "wait.ready"}),
                    {"ui.chart effort"}});
  return scenes;
}

LabOptions screen_options() {
  LabOptions options;
  options.fixed_clock = true;
  return options;
}

void run_line(Lab& lab, const std::string& line) {
  CAPTURE(line);
  if (line.starts_with('!')) {
    lab.run(line.substr(1));  // a dialog says why
    return;
  }
  if (line.starts_with('@')) {  // "@open map.open FILE": from a dialog
    const size_t blank = line.find(' ');
    lab.run(line.substr(blank + 1), line.substr(1, blank - 1));
    return;
  }
  if (line.starts_with('^')) {
    run_by_hand(lab, line.substr(1));
    return;
  }
  const Status status = lab.execute(line);
  if (!status) FAIL(status.error().message());
}

}  // namespace strata::test
