// Predicting a construction or a contraction: what is asked, how answers are judged, and that nothing of what comes
// next shows anywhere.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "app/features/predict/predict.hpp"
#include "app/features/predict/process_questions.hpp"
#include "app/lab/cell_explanations.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/playback.hpp"
#include "core/world/map_rooms.hpp"
#include "tests/app/features/predict/drawn_text.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

nlohmann::json predicted(Lab& lab) { return nlohmann::json::parse(dump_state(lab))["predict"]; }
void give_answer(Lab& lab, Cell cell) { run(lab, fmt::format("predict.answer {} {}", cell.x, cell.y)); }
const ProcessQuestions& questions_of(const Lab& lab) { return *asked_of_process(lab); }

// Steps through all questions: a wrong answer, if there is one, is refused and told nothing of the right one, then the
// solution is right.
size_t answer_all(Lab& lab, size_t most) {
  size_t asked = 0;
  for (; asked < most; ++asked) {
    const auto event = next_question(lab, questions_of(lab), lab.playback().cursor());
    if (!event) return asked;
    CHECK(*event == lab.playback().cursor());
    const StepSolution solution = questions_of(lab).solve(lab, *event);
    const nlohmann::json before = predicted(lab);
    CHECK(before["lines"].dump().find(questions_of(lab).ask(lab, *event)) != std::string::npos);
    const GridMap& map = lab.world().map();
    if (asked % 3 == 0) {
      // A cell that is wrong.
      for (CellId id = static_cast<CellId>(asked * 13 % map.cell_count());;
           id = static_cast<CellId>((id + 1) % map.cell_count())) {
        if (is_right(questions_of(lab).judge(lab, *event, map.cell(id)).kind)) continue;
        give_answer(lab, map.cell(id));
        break;
      }
      const nlohmann::json wrong = predicted(lab);
      CHECK(wrong["right"] == false);
      CHECK(wrong["tries"] == 1);
      CHECK(lab.playback().cursor() == *event);
      CHECK(wrong["lines"].dump().find(solution.text) == std::string::npos);
    }
    give_answer(lab, solution.cell);
    const nlohmann::json now = predicted(lab);
    CHECK(now["verdict"] == "taken");
    CHECK(lab.playback().cursor() > *event);
    if (lab.playback().at_end()) return asked + 1;
  }
  return asked;
}

}  // namespace

TEST_CASE("of the construction of HPA* the next entrance is asked, and every cell of the map is judged rightly") {
  Lab lab;
  run_settled(lab, {"map.generate cave 40 34 1", "hpa.cluster_size 6", "hpa.levels 2", "hpa.construct", "predict on"});
  CHECK(predicted(lab)["asks"] == true);
  const GridMap& map = lab.world().map();
  int asked = 0;
  for (; asked < 12; ++asked) {
    const auto next = next_question(lab, questions_of(lab), lab.playback().cursor());
    if (!next) break;
    const size_t event = *next;
    const SearchEvent& entrance = recorded_events(lab)[event];
    const Cell a = map.cell(entrance.parent), b = map.cell(entrance.node);
    std::set<std::string> kinds;
    for (CellId id = 0; id < map.cell_count(); ++id) {
      const Cell cell = map.cell(id);
      const bool own = cell.x >= a.x && cell.x <= b.x && cell.y >= a.y && cell.y <= b.y;
      const StepJudgement answer = questions_of(lab).judge(lab, event, cell);
      kinds.emplace(answer_kind_name(answer.kind));
      if (own) CHECK(answer.kind == AnswerKind::kExpanded);
      if (!is_right(answer.kind)) continue;
      const bool beside = std::max({a.x - cell.x, cell.x - b.x, 0}) + std::max({a.y - cell.y, cell.y - b.y, 0}) <= 1;
      CHECK(beside);
      CHECK(lab.world().moves().passable(id));
    }
    CHECK(kinds.contains("taken"));
    CHECK(kinds.contains("not-open"));
    give_answer(lab, a);
  }
  CHECK(asked >= 6);
}

TEST_CASE("the questions of constructions and of the contraction are answered one after the other") {
  const std::vector<std::vector<const char*>> scenes = {
      {"map.generate cave 24 20 1", "hpa.cluster_size 6", "hpa.levels 2", "hpa.construct"},
      {"map.generate rooms 60 50 3", "rules.profile four", "rooms on", "rooms.construct"},
      {"map.generate forest 22 20 3", "haa.sizes 2", "haa on", "haa.construct"},
      {"map.generate rooms 20 18 3", "ch.graph corners", "ch.order large", "ch on", "ch.contract"},
  };
  for (const auto& scene : scenes) {
    CAPTURE(std::string(scene.back()));
    Lab lab;
    for (const char* line : scene) {
      run_settled(lab, line);
    }
    run(lab, "predict on");
    CHECK(answer_all(lab, 20) >= 5);
    const nlohmann::json now = predicted(lab);
    CHECK(now["asked"].get<int>() >= 5);
    CHECK(now["hits"].get<int>() < now["asked"].get<int>());
    run(lab, "predict.next 2");
    answer_all(lab, 2);
    CHECK(predicted(lab)["left"] == 0);
    run_settled(lab, "predict off");
    CHECK_FALSE(lab.playback().future_hidden());
  }
}

TEST_CASE("an empty rectangle as large as the next room is right as well, and smaller ones say how large they are") {
  Lab lab;
  // Two rooms of 5 x 5 and one of 4 x 4.
  run_settled(lab,
              {"map.new 18 6", "paint.rectangle 5 0 6 5 filled blocked", "paint.rectangle 12 0 13 5 filled blocked",
               "paint.line 0 5 17 5 blocked", "paint.line 14 4 17 4 blocked", "rules.profile four", "rooms on"});
  run(lab, {"rooms.construct", "predict on"});
  const auto judged = [&](Cell cell) {
    return questions_of(lab).judge(lab, *next_question(lab, questions_of(lab), lab.playback().cursor()), cell);
  };
  CHECK(judged({2, 2}).kind == AnswerKind::kExpanded);
  CHECK(judged({9, 2}).kind == AnswerKind::kAllowed);
  CHECK(judged({15, 2}).kind == AnswerKind::kOpen);
  CHECK(judged({15, 2}).reason ==
        "(15,2) is free, but no empty rectangle with it has more than 2 interior cells: there is one with more.");
  CHECK(judged({5, 2}).kind == AnswerKind::kNotOpen);
  give_answer(lab, {2, 2});
  CHECK(judged({2, 2}).kind == AnswerKind::kClosed);
  CHECK(judged({9, 2}).kind == AnswerKind::kExpanded);
}

TEST_CASE("nothing is asked of the tables of HNA* or of a given order, and answers are refused with the reason") {
  Lab lab;
  for (const char* line : {"hna on", "hna.construct"}) {
    run_settled(lab, line);
  }
  run_settled(lab, "predict on");
  CHECK(predicted(lab)["asks"] == false);
  CHECK(predicted(lab)["lines"][0] == "Nothing is asked here: its steps come in the order of numbers. Step on.");
  const std::string before = dump_state(lab);
  CHECK(test::failure(lab, "predict.answer 3 3").find("nothing is asked about what is stepped") != std::string::npos);
  CHECK(test::failure(lab, "predict.next 5").find("nothing is asked about what is stepped") != std::string::npos);
  CHECK(dump_state(lab) == before);
  run_settled(lab, {"ch.order nested", "ch on"});
  run(lab, "ch.contract");
  // A construction that begins ends the prediction of another one.
  CHECK(predicted(lab)["on"] == false);
  run(lab, "predict on");
  CHECK(test::failure(lab, "predict.answer 3 3").find("nothing more is asked") != std::string::npos);
}

namespace {

// Two labs whose maps differ in one wall, of the same length and painted by one stroke in both.
struct TwoBuilds {
  Lab one, other;
  void both(const std::string& line) {
    for (Lab* lab : {&one, &other}) {
      run(*lab, line);
      lab->finish_updates();
    }
  }
  std::set<std::string> differences() {
    const nlohmann::json a = nlohmann::json::parse(dump_state(one)), b = nlohmann::json::parse(dump_state(other));
    std::set<std::string> paths;
    for (const auto& change : nlohmann::json::diff(a, b)) paths.insert(change["path"].get<std::string>());
    return paths;
  }
};

}  // namespace

TEST_CASE("with a hidden future two constructions that differ only later dump, draw and say the same") {
  struct ProcessCase {
    std::vector<const char*> lines;
    const char *construct, *layers;
    std::vector<const char*> own;  // paths of the dump that are of the structure
  };
  const ProcessCase kinds[] = {
      {{"hpa.levels 2"},
       "hpa.construct",
       "transitions inter-edges intra-edges entrances intra-costs entrance-widths",
       {"/hpa", "/meter/inter_edges", "/meter/transitions", "/stroke/vanished", "/stroke/lines"}},
      {{"rules.profile four", "rooms on"},
       "rooms.construct",
       "rooms pruned macro-edges",
       {"/rooms", "/meter/rooms", "/inspected/room"}},
      {{"haa.sizes 2", "haa on"},
       "haa.construct",
       "haa-inter haa-intra haa-entrances haa-dominated",
       {"/haa", "/meter/haa", "/inspected/haa"}},
      {{"hna.levels 2", "hna on"},
       "hna.construct",
       "mesh-groups mesh-inter-edges mesh-intra-edges mesh-reach",
       {"/hna", "/meter/hna", "/inspected/groups"}},
      {{"ch.graph hpa", "ch.order large", "ch on", "labels on"},
       "ch.contract",
       "ch labels",
       {"/ch", "/cch", "/labels", "/meter/cch"}},
  };
  for (const ProcessCase& kind : kinds) {
    CAPTURE(std::string(kind.construct));
    TwoBuilds labs;
    labs.both("map.new 40 40");
    labs.both("paint.rectangle 20 0 21 39 filled blocked");
    labs.both("paint.rectangle 4 10 9 14 filled blocked");
    labs.both("query.clear");
    for (const char* line : kind.lines) labs.both(line);
    run(labs.one, "paint.rectangle 28 30 32 31 filled blocked");
    run(labs.other, "paint.rectangle 28 30 29 34 filled blocked");
    labs.both("inspect 5 30");
    labs.both("layer all off");
    labs.both("layer search on");
    for (size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
      const std::string all = kind.layers;
      end = all.find(' ', begin);
      const std::string layer = all.substr(begin, end - begin);
      for (Lab* lab : {&labs.one, &labs.other}) (void)lab->execute("layer " + layer + " on");
    }
    const std::set<std::string> open = labs.differences();
    const auto is_own = [&](const std::string& path) {
      return std::ranges::any_of(kind.own, [&](const char* own) { return path.starts_with(own); });
    };
    CHECK(std::ranges::any_of(open, is_own));  // else nothing would be compared
    labs.both("predict.hide future");
    labs.both(kind.construct);
    const auto& a = recorded_events(labs.one);
    const auto& b = recorded_events(labs.other);
    REQUIRE(a != b);
    const auto same = static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
    CAPTURE(same);
    for (const size_t cursor : {size_t{0}, same / 2, same}) {
      labs.both(fmt::format("step.to {}", cursor));
      for (Lab* lab : {&labs.one, &labs.other}) lab->mutable_state().messages.clear();
      for (const std::string& path : labs.differences()) {
        CAPTURE(path);
        CHECK(open.contains(path));  // it is of the map, or of another structure
        CHECK_FALSE(is_own(path));
      }
      CHECK(explained_step(labs.one) == explained_step(labs.other));
      CellExplanations whys;
      for (const Cell cell : {Cell{5, 16}, Cell{9, 9}, Cell{20, 30}, Cell{38, 2}}) {
        if (std::string_view(kind.construct) == "hna.construct") continue;  // numbers of polygons are of the whole map
        CHECK(whys.why(explained_search(labs.one), cell) == CellExplanations().why(explained_search(labs.other), cell));
      }
      // The graph that is contracted is that of the map.
      if (std::string_view(kind.construct) != "ch.contract")
        CHECK(test::drawn_text(labs.one) == test::drawn_text(labs.other));
    }
    // At the end all is shown again.
    labs.both("step.last");
    CHECK(std::ranges::any_of(labs.differences(), is_own));
  }
}
