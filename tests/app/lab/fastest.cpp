// The planner "fastest" in the app: it asks the first planner that is ready, shows the search of that planner as its
// own would look, and says in the state whom it has asked and why.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "app/lab/cell_explanations.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/playback.hpp"
#include "core/search/pseudo_code.hpp"
#include "core/world/planners.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using test::run;
using test::run_settled;

TEST_CASE("fastest shows the search, the pseudo-code and the sentences of the planner that it has asked") {
  Lab lab;
  const auto check_asked = [&](const char* asked) {
    CAPTURE(asked);
    const Planner& planner = *planner_named(asked);
    CHECK(&lab.query().searched_planner() == &planner);
    CHECK(lab.query().pseudo_code().lines.data() == planner.pseudo_code->lines.data());
    CHECK(&stepped_narration(lab) == planner_appearance(lab.state(), asked).narration);
    CHECK_FALSE(lab.playback().empty());
    const nlohmann::json state = state_json(lab);
    CHECK(state["planners"]["fastest"]["asked"] == asked);
    CHECK(state["planners"]["fastest"]["why"].get<std::string>().starts_with("Asked " + std::string(planner.title)));
    CHECK_FALSE(state["planners"]["jps"].contains("asked"));
    const size_t events = lab.playback().size();
    run_settled(lab, std::string("planner.trace ") + asked);
    CHECK(lab.playback().size() == events);
    run_settled(lab, "planner.trace fastest");
  };
  run_settled(lab, {"planner.show fastest on", "planner.trace fastest", "step.to 20"});
  CHECK(lab.state().row("fastest")->shown);
  check_asked("jps");
  run_settled(lab, "labels on");
  check_asked("labels");
  run_settled(lab, {"labels off", "rules.profile four"});
  check_asked("astar");
  CHECK_FALSE(explained_step(lab).empty());
}

TEST_CASE("fastest is not compared until it is asked for, and switches no structure on") {
  Lab lab;
  lab.finish_updates();
  CHECK_FALSE(lab.state().row("fastest")->shown);
  run_settled(lab, "planner.show fastest on");
  CHECK(lab.state().row("fastest")->solved);
  CHECK(lab.state().row("fastest")->result.cost == lab.state().row("astar")->result.cost);
  for (const StructureId one : {StructureId::kLabels, StructureId::kCh}) CHECK_FALSE(lab.world().has(one));
}
