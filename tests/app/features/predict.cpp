// Predicting a search: answers, tries and score; and nothing of the future shows anywhere.
#include "app/features/predict/predict.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "app/lab/cell_explanations.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/lab/user_errors.hpp"
#include "app/lab/user_exports.hpp"
#include "app/playback/playback.hpp"
#include "core/io/files.hpp"
#include "core/search/plan_options.hpp"
#include "tests/app/features/predict/drawn_text.hpp"
#include "tests/overlay_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

nlohmann::json predict_of(Lab& lab) { return nlohmann::json::parse(dump_state(lab))["predict"]; }

NextExpansion asked_next(const Lab& lab) {
  const auto next = allowed_next(lab.trace(), lab.playback().cursor(),
                                 stepped_narration(lab).expansion_order(lab.state().plan_options().ties));
  REQUIRE(next);
  return *next;
}

Cell cell_of_node(const Lab& lab, NodeId node) { return lab.world().map().cell(node); }

void answer(Lab& lab, Cell cell) { run(lab, fmt::format("predict.answer {} {}", cell.x, cell.y)); }

// Adds the paths of all values in which two dumps differ.
std::set<std::string> differences(const nlohmann::json& a, const nlohmann::json& b) {
  std::set<std::string> paths;
  for (const auto& change : nlohmann::json::diff(a, b)) paths.insert(change["path"].get<std::string>());
  return paths;
}

constexpr const char* kPaintsWall = "paint.line 33 8 33 22 blocked";

std::string exported(Lab& lab, const std::string& command, const std::string& path) {
  run(lab, command);
  std::string text = must(read_file(path));
  // The commands that the figure was made by stand in it, with the one that paints the wall.
  std::string svg = text;
  if (const size_t wall = svg.find(kPaintsWall); wall != std::string::npos) {
    svg.erase(wall, std::string_view(kPaintsWall).size() + 1);
  }
  // All walls are one shape and one hatching, which begin the figure; this wall is a part of both. Cairo writes them in
  // the second way from 1.18 on.
  for (const char* walls : {"<path style=\" stroke:none", "<path style=\"fill:none", "<path fill-rule=\"nonzero\"",
                            "<path fill=\"none\""}) {
    const size_t begin = svg.find(walls);
    if (begin != std::string::npos) svg.erase(begin, svg.find('\n', begin) - begin);
  }
  const size_t number = svg.find("id=\"surface");  // Cairo counts its surfaces
  if (number != std::string::npos) svg.erase(number, svg.find('>', number) - number);
  return svg;
}

// The first lines in which two texts differ; empty: they are equal.
std::string first_difference(const std::string& a, const std::string& b) {
  const auto first = test::lines_of(a), second = test::lines_of(b);
  for (size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
    const std::string one = i < first.size() ? first[i] : "nothing", other = i < second.size() ? second[i] : "nothing";
    if (one != other) return one + "\n" + other;
  }
  return {};
}

constexpr size_t kShownEvents = 150;

// Two labs whose searches are the same up to an event: the map of one has a wall that the search has not reached then.
struct TwoFutures {
  TwoFutures() {
    for (Lab* lab : {&open, &walled}) {
      for (const char* line : {"hpa.levels 1", "layer all off", "layer search on", "layer tree on", "layer path on",
                               "layer abstract-path on", "layer raw-path on", "layer drill-down on", "layer grid on"})
        run(*lab, line);
    }
    run(walled, kPaintsWall);
  }
  void both(const std::string& line) {
    for (Lab* lab : {&open, &walled}) run(*lab, line);
    finish();
  }
  void finish() {
    for (Lab* lab : {&open, &walled}) lab->finish_updates();
  }
  std::set<std::string> dump_differences() {
    nlohmann::json a = nlohmann::json::parse(dump_state(open)), b = nlohmann::json::parse(dump_state(walled));
    for (nlohmann::json* one : {&a, &b}) one->erase("messages");
    return differences(a, b);
  }
  bool same_beginning() {
    const auto& a = open.trace().events();
    const auto& b = walled.trace().events();
    return a.size() > kShownEvents && b.size() > kShownEvents && a != b &&
           std::equal(a.begin(), a.begin() + kShownEvents, b.begin());
  }
  Lab open, walled;
};

constexpr const char* kSearches[] = {"astar", "dijkstra", "bfs", "best-first", "theta"};

}  // namespace

TEST_CASE("a click on the map answers; two tries, then the answer is told, and the score counts first tries") {
  Lab lab;
  lab.finish_updates();
  run(lab, "predict on");
  CHECK(lab.playback().future_hidden());
  CHECK(predict_of(lab)["asks"] == true);
  // The start is the only open node; the cursor stands just before its expansion.
  CHECK(asked_next(lab).event == lab.playback().cursor());
  const Cell start = lab.state().query.start;
  const auto click = [&](Cell cell) {
    lab.gestures().pointer(test::at(lab, test::kPress, cell));
    lab.gestures().pointer(test::at(lab, test::kRelease, cell));
  };
  click(start);
  CHECK(predict_of(lab)["verdict"] == "taken");
  CHECK(predict_of(lab)["hits"] == 1);
  CHECK(lab.state().query.start == start);
  CHECK_FALSE(lab.state().inspected);
  const NextExpansion next = asked_next(lab);
  CHECK(next.event == lab.playback().cursor());
  const Cell right = cell_of_node(lab, next.taken.node);
  // The start is closed by now: wrong, but the right node is not told yet.
  answer(lab, start);
  nlohmann::json now = predict_of(lab);
  CHECK(now["verdict"] == "closed");
  CHECK(now["tries"] == 1);
  CHECK(now["asked"] == 1);
  CHECK(now.dump().find(fmt::format("({},{})", right.x, right.y)) == std::string::npos);
  answer(lab, {39, 39});
  now = predict_of(lab);
  CHECK(now["verdict"] == "not-open");
  CHECK(now["asked"] == 2);
  CHECK(now["hits"] == 1);
  CHECK(now["lines"][0].get<std::string>().find(fmt::format("({},{}) is expanded", right.x, right.y)) !=
        std::string::npos);
  // The second try is right, but it does not count.
  answer(lab, start);
  answer(lab, cell_of_node(lab, asked_next(lab).taken.node));
  now = predict_of(lab);
  CHECK(now["verdict"] == "taken");
  CHECK(now["asked"] == 3);
  CHECK(now["hits"] == 1);
  // A question that was answered before does not count again.
  run(lab, "step.first");
  answer(lab, start);
  CHECK(predict_of(lab)["asked"] == 3);
  lab.gestures().cancel();
  CHECK(predict_of(lab)["on"] == false);
  CHECK_FALSE(lab.playback().future_hidden());
  CHECK(lab.state().row("astar")->solved);
}

TEST_CASE("another node with the same key is right as well") {
  Lab lab;
  lab.finish_updates();
  run(lab, "predict on");
  for (int i = 0; i < 400; ++i) {
    const NextExpansion next = asked_next(lab);
    if (next.allowed.size() == 1) {
      answer(lab, cell_of_node(lab, next.taken.node));
      continue;
    }
    const Cell also = cell_of_node(lab, next.allowed.back().node);
    answer(lab, also);
    const nlohmann::json now = predict_of(lab);
    CHECK(now["verdict"] == "allowed");
    CHECK(now["hits"] == now["asked"]);
    CHECK(now["lines"][0].get<std::string>().starts_with("Also right: "));
    return;
  }
  FAIL("no two nodes had the same f");
}

TEST_CASE("a round asks so many questions and ends with its score; refused commands change nothing") {
  Lab lab;
  lab.finish_updates();
  run(lab, "predict.next 3");
  for (int i = 0; i < 3; ++i) answer(lab, cell_of_node(lab, asked_next(lab).taken.node));
  const nlohmann::json now = predict_of(lab);
  CHECK(now["left"] == 0);
  CHECK(now["hits"] == 3);
  CHECK(now["asks"] == false);
  CHECK(now["lines"].back() == "3 of 3 right at the first try");
  const std::string before = dump_state(lab);
  CHECK(test::failure(lab, "predict.answer 3 3").find("the round is over") != std::string::npos);
  CHECK_FALSE(lab.execute("predict.answer 99 3").ok());
  CHECK_FALSE(lab.execute("predict.next 0").ok());
  CHECK_FALSE(lab.execute("view.compare 2").ok());
  CHECK_FALSE(lab.execute("step.phase smooth").ok());
  CHECK(dump_state(lab) == before);
  run(lab, "predict off");
  CHECK(test::failure(lab, "predict.answer 3 3").find("nothing is asked") != std::string::npos);
}

TEST_CASE("every planner's search can be predicted to its end, and its answers are there then") {
  Lab lab;
  run_settled(lab, {"sectors on", "landmarks on", "navmesh on", "ch on", "labels on", "mesh-labels on"});
  for (const Planner& planner : planners()) {
    if (!lab.state().row(planner.name)->allowed) continue;
    CAPTURE(std::string(planner.name));
    run(lab, "predict off");
    run_settled(lab, fmt::format("planner.trace {}", planner.name));
    run(lab, "predict on");
    REQUIRE_FALSE(lab.state().row(planner.name)->solved);
    for (int i = 0; i < 4; ++i) {
      const auto next = allowed_next(lab.trace(), lab.playback().cursor(),
                                     stepped_narration(lab).expansion_order(lab.state().plan_options().ties));
      if (!next) break;
      const NodePlace at = lab.trace().places(40).at(static_cast<size_t>(next->level), next->taken.node);
      answer(lab, {static_cast<int>(at.x), static_cast<int>(at.y)});
      CHECK(predict_of(lab)["right"] == true);
    }
    run_settled(lab, "step.last");
    CHECK(lab.playback().at_end());
    CHECK(lab.state().row(lab.state().traced)->solved == lab.state().row(lab.state().traced)->shown);
    run(lab, "step.first");
    CHECK(predict_of(lab)["on"] == true);
    CHECK_FALSE(lab.state().row("astar")->solved);
  }
}

TEST_CASE("with a hidden future nothing in the dump, the sentences, the drawing or the exports tells how it goes on") {
  const test::TempFolder folder;
  TwoFutures labs;
  labs.both("xray.show on");
  labs.both("inspect 29 15");
  labs.both("query.clear");
  const std::set<std::string> of_the_map = labs.dump_differences();
  labs.both("query.set 2 14 36 15");
  for (const char* planner : kSearches) {
    CAPTURE(planner);
    labs.both("predict off");
    labs.both(fmt::format("planner.show {} on", planner));
    labs.both(fmt::format("planner.trace {}", planner));
    labs.both(fmt::format("step.to {}", kShownEvents));
    REQUIRE(labs.same_beginning());
    std::set<std::string> differ = labs.dump_differences();
    CHECK(differ.size() > of_the_map.size());  // else nothing would be compared
    labs.both("predict.hide future");
    for (const char* chart : {"off", "effort", "break-even"}) {
      labs.both(fmt::format("ui.chart {}", chart));
      for (const std::string& path : labs.dump_differences()) {
        CAPTURE(path);
        CHECK(of_the_map.contains(path));
      }
    }
    labs.both("ui.chart off");
    CHECK(explained_step(labs.open) == explained_step(labs.walled));
    CellExplanations whys;
    for (const Cell cell : {Cell{5, 14}, Cell{12, 14}, Cell{29, 15}, Cell{36, 15}, Cell{20, 30}}) {
      CHECK(whys.why(explained_search(labs.open), cell) == CellExplanations().why(explained_search(labs.walled), cell));
    }
    CHECK(first_difference(test::drawn_text(labs.open), test::drawn_text(labs.walled)) == "");
    for (const char* what : {"figure.svg ground none legend off", "path.trace.json"}) {
      const std::string name = std::string(what).substr(0, std::string(what).find(' '));
      const std::string rest = std::string(what).substr(name.size());
      const std::string command = (name[0] == 'f' ? "export.figure " : "export.trace ") + folder.file(name) + rest;
      const std::string one = exported(labs.open, command, folder.file(name));
      CHECK(first_difference(one, exported(labs.walled, command, folder.file(name))) == "");
    }
    run(labs.open, "export.table " + folder.file("a.csv"));
    run(labs.walled, "export.table " + folder.file("b.csv"));
    CHECK(read_file(folder.file("a.csv")).value() == read_file(folder.file("b.csv")).value());
    // Both labs look the same while the question is open, and after an answer.
    labs.both("predict.show future");
    labs.both("predict on");
    for (int i = 0; i < 5; ++i) {
      const Cell right = cell_of_node(labs.open, asked_next(labs.open).taken.node);
      labs.both(fmt::format("predict.answer {} {}", right.x, right.y));
      labs.both("predict.answer 0 0");
    }
    for (const std::string& path : labs.dump_differences()) {
      CAPTURE(path);
      CHECK(of_the_map.contains(path));
    }
    CHECK(first_difference(test::drawn_text(labs.open), test::drawn_text(labs.walled)) == "");
  }
}

TEST_CASE("a brush stroke and a scenario tell nothing of the path while the future is hidden") {
  Lab lab;
  lab.finish_updates();
  run_settled(lab, {"step.to 60", "paint.line 30 30 32 30 blocked"});
  run(lab, "predict on");
  nlohmann::json dump = nlohmann::json::parse(dump_state(lab));
  CHECK(dump["stroke"]["costs"].empty());
  run_settled(lab, "paint.line 20 30 22 30 blocked");
  dump = nlohmann::json::parse(dump_state(lab));
  CHECK(dump["stroke"]["costs"].empty());
  CHECK(dump["playback"]["events"] == dump["playback"]["cursor"]);
  CHECK(dump["planners"]["astar"].contains("cost") == false);
}

TEST_CASE("hidden layers and paths are not drawn, and come back") {
  Lab lab;
  lab.finish_updates();
  OverlayBuilder builder;
  const auto lines = [&] { return test::drawn(test::draw(builder, lab)).lines.size(); };
  run(lab, {"layer all off", "layer path on"});
  const size_t with_path = lines();
  run(lab, "predict.hide path");
  CHECK(lines() < with_path);
  run(lab, "predict.show path");
  CHECK(lines() == with_path);
  run(lab, "layer grid on");
  const size_t with_grid = lines();
  run(lab, "predict.hide grid");
  CHECK(lines() < with_grid);
  CHECK(lab.state().layer(Layer::kGrid).on);
}

TEST_CASE(
    "with a hidden future two searches of any planner that differ only later dump, draw, say and export the same") {
  const test::TempFolder folder;
  TwoFutures labs;
  const std::vector<std::string> structures = {"sectors on", "landmarks on", "ch on",         "cch on",
                                               "labels on",  "navmesh on",   "hna on",        "tables on",
                                               "haa on",     "hna.levels 3", "mesh-labels on"};
  for (const std::string& line : structures) labs.both(line);
  labs.both("xray.show on");
  labs.both("sweep.choose plan.weight 100 150 50");
  labs.both("sweep.run");
  size_t compared = 0, partly = 0;
  for (const Planner& planner : planners()) {
    CAPTURE(std::string(planner.name));
    if (planner.levels_only) continue;  // needs a level
    labs.both(planner.name == "rooms" ? "rules.profile four" : "rules.profile octile");
    labs.both(fmt::format("planner.show {} on", planner.name));
    labs.both(fmt::format("planner.trace {}", planner.name));
    labs.both("query.clear");
    const std::set<std::string> of_the_map = labs.dump_differences();
    labs.both("query.set 2 14 36 15");
    const auto& one = labs.open.trace().events();
    const auto& other = labs.walled.trace().events();
    if (one.empty() || other.empty() || one == other) continue;
    const auto parts = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
    const auto shown = std::min<size_t>(static_cast<size_t>(parts.first - one.begin()), kShownEvents);
    // To the same event, by a way that says nothing: from the beginning.
    labs.both("step.first");
    labs.both("predict.hide future");
    labs.both(fmt::format("step.to {}", shown));
    if (labs.open.playback().at_end() || labs.walled.playback().at_end()) {
      labs.both("predict.show future");
      continue;
    }
    for (Lab* lab : {&labs.open, &labs.walled}) lab->mutable_state().messages.clear();
    for (const char* chart : {"off", "effort", "break-even", "sweep", "hpa-levels"}) {
      if (std::string_view(chart) != "off" && chart_named(chart) == nullptr) continue;
      labs.both(fmt::format("ui.chart {}", chart));
      for (const std::string& path : labs.dump_differences()) {
        CAPTURE(path);
        // Links of start and goal end where the map says: at the wall, in rooms and regions that it bounds.
        if (path.starts_with("/links/")) continue;
        CHECK(of_the_map.contains(path));
      }
      for (Lab* lab : {&labs.open, &labs.walled}) {
        if (std::string_view(chart) == "sweep")
          CHECK(test::failure(*lab, "sweep.run").find("hidden") != std::string::npos);
      }
    }
    labs.both("ui.chart off");
    CHECK(explained_step(labs.open) == explained_step(labs.walled));
    const auto said = [](const Lab& lab) {
      std::string all;
      for (const Message& message : lab.state().messages) all += message.text + "\n";
      return all;
    };
    for (const char* name : {"a.csv", "a.trace.json"}) {
      const std::string line =
          (std::string_view(name) == "a.csv" ? "export.table " : "export.trace ") + folder.file(name);
      // Nodes of graphs are numbered after the whole map, of which the wall is a part: of these the trace says more.
      const bool cells = labs.open.trace().places(40).are_cells();
      if (std::string_view(name) == "a.trace.json" && !cells) continue;
      CHECK(first_difference(exported(labs.open, line, folder.file(name)),
                             exported(labs.walled, line, folder.file(name))) == "");
    }
    CHECK(said(labs.open) == said(labs.walled));
    CHECK(labs.open.state().map_title == labs.walled.state().map_title);
    CHECK(proposed_export(labs.open, ".svg") == proposed_export(labs.walled, ".svg"));
    labs.both("predict.show future");
    ++compared;
    partly += shown > 10;
  }
  CHECK(compared > 12);
  CHECK(partly > 4);
}

TEST_CASE("a recording that was cut off does not say how long a hidden search is") {
  Lab lab;
  run(lab, "predict.hide future");
  CHECK(cut_off_text("A*", 5000, false) == "The recorded search of A* was cut off after 5000 events");
  CHECK(cut_off_text("A*", 5000, true) == "The recorded search of A* is too long to be kept whole");
}
