// What a change makes due is found by comparing the values that answers follow, whoever has changed them.
#include "app/lab/answer_inputs.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/world_setup.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

bool all_solved(const Lab& lab) {
  return std::ranges::all_of(lab.state().rows,
                             [](const PlannerRow& row) { return !row.shown || !row.allowed || row.solved; });
}

// Marks the answers as out of date behind the back of the lab, which asks again only where something is due.
void forget_answers(Lab& lab) {
  for (PlannerRow& row : lab.mutable_state().rows) row.solved = false;
}

}  // namespace

TEST_CASE("each value that differs makes its own work due, and nothing is due where none differs") {
  const AnswerInputs before{
      .world = 3, .setup = std::make_shared<const WorldSetup>(), .query = PlanQuery{{1, 2}, {3, 4}}};
  CHECK(due_between(before, before) == 0);
  const auto due = [&](auto&& change) {
    AnswerInputs now = before;
    change(now);
    return due_between(before, now);
  };
  CHECK(due([](AnswerInputs& now) { now.world = 4; }) == DueWork::kQuery);
  CHECK(due([](AnswerInputs& now) { now.revision = 1; }) == (DueWork::kOutdate | DueWork::kSolve));
  CHECK(due([](AnswerInputs& now) { now.setup = std::make_shared<const WorldSetup>(); }) ==
        (DueWork::kRedraw | DueWork::kQuery));
  CHECK(due([](AnswerInputs& now) { now.query.reset(); }) == DueWork::kQuery);
  CHECK(due([](AnswerInputs& now) { now.query->goal.x = 9; }) == DueWork::kQuery);
  CHECK(due([](AnswerInputs& now) { now.plan_options = 1; }) == DueWork::kQuery);
  CHECK(due([](AnswerInputs& now) { now.drawn_graph = 1; }) == DueWork::kQuery);
  CHECK(due([](AnswerInputs& now) { now.shown = 1; }) == DueWork::kQuery);
  CHECK(due([](AnswerInputs& now) { now.stepped = 1; }) == DueWork::kSolve);
  CHECK(due([](AnswerInputs& now) { now.terrain_looks = 1; }) == DueWork::kSolve);
  CHECK(due([](AnswerInputs& now) { now.results = 1; }) == (DueWork::kSolve | DueWork::kCount));
  CHECK(due([](AnswerInputs& now) { now.needs = 1; }) == DueWork::kNeeds);
  CHECK(due([](AnswerInputs& now) { now.gesture = true; }) == 0);
  // What was postponed during a gesture is done at its end.
  AnswerInputs during = before;
  during.gesture = true;
  CHECK(due_between(during, before) == DueWork::kSolve);
  // The setup comes with the map.
  CHECK(due([](AnswerInputs& now) {
          now.world = 4;
          now.setup = std::make_shared<const WorldSetup>();
        }) == DueWork::kQuery);
}

TEST_CASE("whoever changes a value, the planners are asked; at rest nobody is") {
  Lab lab;
  lab.finish_updates();
  for (int i = 0; i < 5; ++i) lab.tick(0.01);
  REQUIRE(all_solved(lab));
  const uint64_t answers = lab.query().plan_version();
  forget_answers(lab);
  for (int i = 0; i < 5; ++i) lab.tick(0.01);
  CHECK(lab.query().plan_version() == answers);
  CHECK_FALSE(all_solved(lab));

  const std::vector<std::pair<std::string, std::function<void()>>> changes = {
      {"the query",
       [&] {
         lab.mutable_state().query.goal = {3, 3};
       }},
      {"no query", [&] { lab.mutable_state().has_query = false; }},
      {"a query again", [&] { lab.mutable_state().has_query = true; }},
      {"the options of planning",
       [&] {
         PlanOptions options = lab.state().plan_options();
         options.weight = 150;
         lab.mutable_state().set_plan_options(options);
       }},
      {"the options of a structure",
       [&] {
         World& world = lab.session().change_world();
         HpaOptions options = *world.get<MapHpa>().options();
         options.cluster_size = 9;
         world.set<MapHpa>(options);
       }},
      {"the planners on show", [&] { lab.mutable_state().rows.front().shown ^= true; }},
  };
  for (const auto& [what, change] : changes) {
    CAPTURE(what);
    forget_answers(lab);
    const uint64_t before = lab.query().plan_version();
    change();
    lab.tick(0.01);
    lab.finish_updates();
    CHECK(lab.query().plan_version() != before);
    if (lab.state().has_query) CHECK(all_solved(lab));
  }
  // Settings that come to the same make nothing due.
  const uint64_t rules = lab.state().rules_version;
  run(lab, "hpa.cluster_size 9");
  (void)lab.session().change_world();
  lab.tick(0.01);
  CHECK(lab.state().rules_version == rules);
}

TEST_CASE("a recording is current exactly as long as its key is that of the search, whatever has changed") {
  Lab lab;
  const auto agrees = [&] {
    const QueryController& query = lab.query();
    const Planner& planner = *lab.state().traced_planner();
    for (const std::string& key : {query.trace_key(), query.recorded_key(), std::string("none")}) {
      CAPTURE(key);
      CHECK(query.is_current(planner, key) == (key == query.trace_key()));
    }
  };
  for (const char* line :
       {"planner.trace hpa1", "hpa.cluster_size 8", "query.goal 30 30", "plan.weight 1.5", "plan.weight 1",
        "planner.trace astar", "plan.weight 2", "paint.stroke brush blocked 1 round 20,20", "edit.undo",
        "rules.profile four", "sectors on", "planner.trace sectors", "sectors off", "query.clear",
        "map.generate rooms 60 60 3 force", "query.set 2 2 50 50", "planner.trace jps", "rules.profile octile"}) {
    CAPTURE(line);
    const std::string before = lab.query().trace_key();
    run(lab, line);
    CHECK(lab.query().is_current(*lab.state().traced_planner(), before) == (before == lab.query().trace_key()));
    agrees();
    lab.tick(0.01);
    agrees();
    lab.finish_updates();
    agrees();
  }
  // What changes behind the back of the lab counts at once, too.
  lab.mutable_state().query.goal = {3, 3};
  agrees();
  HpaOptions options = *lab.world().get<MapHpa>().options();
  options.cluster_size = 7;
  lab.session().change_world().set<MapHpa>(options);
  agrees();
}
