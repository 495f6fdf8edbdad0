// A planner for every view: what commands lead to, that all follow one head, and that it stays true while the map, the
// query and the planners change, here and in a thread.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "app/base/key_bindings.hpp"
#include "app/base/palette.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "core/base/rng.hpp"
#include "core/search/plan_options.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

LabOptions solving(bool in_thread) { return {.wait_cells = in_thread ? 0 : UINT32_MAX}; }

std::vector<std::string> planners_of(const Lab& lab) {
  std::vector<std::string> names;
  for (int view = 0; view < lab.view_searches().count(); ++view) {
    names.emplace_back(lab.view_searches().planner(view).name);
  }
  return names;
}

// Every view holds the search of its planner on the map as it is, and stands where the head is.
void check_views(Lab& lab) {
  ViewSearches& searches = lab.view_searches();
  const double head = searches.head();
  for (int view = 0; view < searches.count(); ++view) {
    const Planner& planner = searches.planner(view);
    CAPTURE(planner.name);
    const Playback& playback = searches.playback(view);
    Trace trace;
    const bool possible =
        lab.state().has_query && unavailable(lab.world(), planner).empty() && lab.world().ready(planner.needs);
    if (possible) {
      Workspace workspace;
      PlanResult result;
      plan(lab.world(), planner, lab.state().query, lab.state().plan_options(), workspace, result, &trace);
    }
    CHECK(searches.recorded(view).trace.events() == trace.events());
    REQUIRE(playback.size() == trace.events().size());
    CHECK(searches.note(view).empty() == !trace.events().empty());
    if (trace.events().empty()) continue;
    // The last moment at that place; the one that leads may stand anywhere in it.
    const double micros = 0;
    SearchProgress pace;
    pace.read(playback);
    if (lab.state().pace == ProgressMeasure::kTime) continue;  // by what was measured
    const size_t there = pace.cursor(head, lab.state().pace, micros);
    if (view == 0) {
      CHECK(playback.cursor() <= there);
      CHECK(pace.place(playback.cursor(), lab.state().pace, micros) == pace.place(there, lab.state().pace, micros));
    } else {
      CHECK(playback.cursor() == there);
    }
  }
}

}  // namespace

TEST_CASE("F3 on a fresh start shows A* beside HPA*, and again one view") {
  for (const bool in_thread : {false, true}) {
    Lab lab(solving(in_thread));
    lab.finish_updates();
    CHECK_FALSE(lab.view_searches().active());
    const auto keys = lab.keys().bindings();
    const auto f3 = std::ranges::find(keys, "F3", &KeyBinding::keys);
    REQUIRE(f3 != keys.end());
    const std::string line(f3->line);
    run_settled(lab, line);
    REQUIRE(lab.view_searches().active());
    REQUIRE(planners_of(lab).size() == 2);
    CHECK(planners_of(lab)[0] == "astar");
    CHECK(std::string(lab.view_searches().planner(1).family->name) == "HPA*");
    CHECK(lab.view_searches().playback(1).at_end());
    check_views(lab);
    run(lab, line);
    CHECK(lab.state().view_count == 1);
    CHECK_FALSE(lab.view_searches().active());
  }
}

TEST_CASE("one head moves all searches, beyond the end of the one that leads, and back") {
  for (const bool in_thread : {false, true}) {
    Lab lab(solving(in_thread));
    run_settled(lab, {"map.generate forest 60 50 3", "planner.trace hpa1", "view.compare 2", "view.planner 2 astar"});
    ViewSearches& searches = lab.view_searches();
    REQUIRE(searches.end_place(1) > searches.end_place(0));  // A* expands more
    for (const char* pace : {"expansions", "time", "phase"}) {
      CAPTURE(pace);
      run(lab, fmt::format("view.pace {}", pace));
      run(lab, "step.first");
      CHECK(searches.head() == SearchProgress::kBeginning);
      CHECK(searches.playback(1).cursor() == 0);
      double last = searches.head();
      for (int i = 0; i < 30; ++i) {
        run(lab, "step.forward");
        CHECK(searches.head() >= last);
        last = searches.head();
        check_views(lab);
      }
      run(lab, "step.last");
      CHECK(searches.playback(0).at_end());
      CHECK(searches.playback(1).at_end());
      // Playing goes on until all have ended.
      run(lab, {"step.first", "step.speed 100000", "step.play"});
      for (int i = 0; i < 10'000 && lab.playback().clock().playing(); ++i) lab.tick(0.01);
      CHECK_FALSE(lab.playback().clock().playing());
      CHECK(searches.playback(0).at_end());
      CHECK(searches.playback(1).at_end());
    }
    run(lab, {"view.pace expansions", fmt::format("step.to {}", searches.playback(0).size()).c_str()});
    REQUIRE(searches.playback(0).at_end());
    CHECK_FALSE(searches.beyond());
    CHECK(searches.playback(1).counts().expanded == searches.playback(0).counts().expanded);
    run(lab, {"step.forward", "step.forward 2"});
    CHECK(searches.beyond());
    CHECK(searches.playback(1).counts().expanded == searches.playback(0).counts().expanded + 3);
    const double there = searches.head();
    run(lab, "step.back");
    CHECK(searches.head() == there - 1);
    // The reproduction knows where it stands.
    Lab again(solving(in_thread));
    std::string text = lab.log().reproduction();
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = text.find('\n', begin);
      const std::string line = text.substr(begin, end - begin);
      if (!line.empty() && line[0] != '#') run(again, line);
      begin = end + 1;
    }
    again.finish_updates();
    CHECK(again.view_searches().head() == searches.head());
    CHECK(planners_of(again) == planners_of(lab));
    run(lab, "step.back 2");
    CHECK_FALSE(searches.beyond());
    CHECK(searches.playback(0).at_end());
    run(lab, "step.back");
    CHECK_FALSE(searches.playback(0).at_end());
  }
}

TEST_CASE("views change places when one is given what another has") {
  Lab lab;
  run_settled(lab, {"map.generate city 60 50 3", "view.compare 4"});
  std::vector<std::string> names = planners_of(lab);
  REQUIRE(names.size() == 4);
  std::vector<std::string> sorted = names;
  std::sort(sorted.begin(), sorted.end());
  CHECK(std::unique(sorted.begin(), sorted.end()) == sorted.end());
  run(lab, "view.planner 3 " + names[1]);
  CHECK(planners_of(lab) == std::vector<std::string>{names[0], names[2], names[1], names[3]});
  run(lab, "planner.trace " + names[3]);
  CHECK(planners_of(lab) == std::vector<std::string>{names[3], names[2], names[1], names[0]});
  run(lab, "view.planner 2 " + names[3]);
  CHECK(planners_of(lab) == std::vector<std::string>{names[2], names[3], names[1], names[0]});
  run(lab, "view.planner 1 " + names[0]);
  CHECK(planners_of(lab) == std::vector<std::string>{names[0], names[3], names[1], names[2]});
  lab.finish_updates();
  check_views(lab);
  CHECK(failure(lab, "view.planner 2 nobody").find("unknown planner 'nobody'") != std::string::npos);
  CHECK(failure(lab, "view.planner 5 astar").find("VIEW") != std::string::npos);
  run(lab, "view.compare 2");
  CHECK(failure(lab, "view.planner 3 astar").find("there is no view 3") != std::string::npos);
  run(lab, "view.compare off");
  CHECK(failure(lab, "view.planner 2 astar").find("compare two or four searches first") != std::string::npos);
  CHECK(failure(lab, "step.divergence").find("compare two or four searches first") != std::string::npos);
  CHECK(failure(lab, "view.difference on").find("compare two or four searches first") != std::string::npos);
  CHECK(failure(lab, "view.compare 3").find("two or four") != std::string::npos);
}

TEST_CASE("a click in the comparison puts a planner beside the one that is stepped, and brings what it needs") {
  Lab lab;
  run_settled(lab, {"map.generate rooms 60 50 3", "view.beside sectors"});
  CHECK(planners_of(lab) == std::vector<std::string>{"astar", "sectors"});
  CHECK(lab.world().has(StructureId::kSectors));
  check_views(lab);
  run_settled(lab, "view.beside dijkstra");
  CHECK(planners_of(lab) == std::vector<std::string>{"astar", "dijkstra"});
  check_views(lab);
  CHECK(failure(lab, "view.beside astar").find("is the search that is stepped") != std::string::npos);
}

TEST_CASE("the end of a split leaves the layers as they were") {
  for (const char* split : {"view.split 2", "view.split 4", "view.compare 2", "view.compare 4"}) {
    for (const char* change : {"", "view.split 4", "view.compare 2", "layer inter-edges off", "layer clusters on"}) {
      CAPTURE(split);
      CAPTURE(change);
      Lab lab, plain;
      run(lab, split);
      if (*change != 0) run(lab, change);
      if (*change == 'l') run(plain, change);
      run(lab, "view.split 1");
      for (const Layer layer : layers()) {
        CAPTURE(layer_name(layer));
        CHECK(lab.state().layer(layer).on == plain.state().layer(layer).on);
      }
    }
  }
}

TEST_CASE("a view of a planner shows its search and its path alone, in layers that are of interest to it") {
  Lab lab;
  run_settled(lab, {"map.generate rooms 60 50 3", "layer clusters on", "view.compare 2"});
  lab.gestures().set_view_size(500, 500);
  run(lab, "view.fit");
  OverlayBuilder builder;
  const auto views = test::draw_views(builder, lab);
  REQUIRE(views.size() == 2);
  CHECK(views[0]->heat.slot == 0);
  CHECK(views[1]->heat.slot == 1);
  CHECK(views[0]->heat.cells == lab.view_searches().playback(0).heat().cells.data());
  CHECK(views[1]->heat.cells == lab.view_searches().playback(1).heat().cells.data());
  // Borders of clusters: HPA*'s view has them, A*'s does not.
  CHECK(views[1]->batches.size() > views[0]->batches.size());
  run(lab, "view.difference on");
  const auto differ = test::draw_views(builder, lab);
  CHECK_FALSE(differ[0]->heat.difference);
  CHECK(differ[1]->heat.difference);
}

TEST_CASE("whatever is done in between, every view shows its planner's search and all stand at one place") {
  const int steps = 160;
  for (const bool in_thread : {false, true}) {
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      CAPTURE(in_thread);
      CAPTURE(seed);
      Lab lab(solving(in_thread));
      Rng rng(seed);
      run(lab, {"map.generate city 40 36 3", "view.compare 4"});
      const auto any = [&] {
        return lab.state().rows[rng.below(static_cast<uint32_t>(lab.state().rows.size()))].planner->name;
      };
      for (int i = 0; i < steps; ++i) {
        std::string line;
        switch (rng.below(14)) {
          case 0:
            line = fmt::format("view.compare {}", 2 << rng.below(2));
            break;
          case 1:
            line = fmt::format("view.planner {} {}", rng.between(1, 4), any());
            break;
          case 2:
            line = fmt::format("planner.trace {}", any());
            break;
          case 3:
            line = fmt::format("view.beside {}", any());
            break;
          case 4:
            line = fmt::format("step.head {}", rng.below(300));
            break;
          case 5:
            line = fmt::format("step.divergence {}", rng.between(2, 4));
            break;
          case 6:
            line = "step.forward 5";
            break;
          case 7:
            line = "step.back 3";
            break;
          case 8:
            line = fmt::format("query.start {} {}", rng.below(40), rng.below(36));
            break;
          case 9:
            line = fmt::format("paint.rectangle {} {} {} {} filled blocked", rng.below(40), rng.below(36),
                               rng.below(40), rng.below(36));
            break;
          case 10:
            line = "edit.undo";
            break;
          case 11:
            line = fmt::format("view.pace {}", progress_by_name(static_cast<ProgressMeasure>(rng.below(kPaces))));
            break;
          case 12:
            line = rng.percent(50) ? "step.last" : "step.next_expansion";
            break;
          default:
            line = rng.percent(20) ? "map.generate city 36 40 5" : "plan.smooth toggle";
            break;
        }
        CAPTURE(line);
        (void)lab.execute(line);
        if (rng.percent(40)) lab.tick(0.02);
        if (!rng.percent(30)) continue;
        lab.finish_updates();
        if (!lab.view_searches().active()) continue;
        check_views(lab);
      }
    }
  }
}

TEST_CASE("numbers of a view are those of the planner's answer") {
  Lab lab;
  run_settled(lab, {"map.generate forest 60 50 3", "view.compare 4"});
  const auto state = nlohmann::json::parse(dump_state(lab));
  for (const auto& view : state["view"]["searches"]["views"]) {
    const auto& row = state["planners"][view["planner"].get<std::string>()];
    CAPTURE(view["planner"].get<std::string>());
    CHECK(view["expanded"] == row["expanded"]);
    CHECK(view["generated"] == row["generated"]);
  }
}

TEST_CASE("the difference of A* and HPA* counts each cell that a search has expanded, and says where they part") {
  // HPA* generates cells while refining that it has expanded while linking start and goal.
  Lab lab;
  run_settled(lab, {"map.scene running-example", "hpa.cluster_size 10", "view.compare 2", "view.planner 2 hpa1",
                    "view.difference on"});
  run(lab, "step.head 340");
  const auto expanded = [&](int view) {
    std::set<CellId> cells;
    const RecordedSearch& recorded = lab.view_searches().recorded(view);
    for (size_t i = 0; i < recorded.playback.cursor(); ++i) {
      const SearchEvent& event = recorded.trace.events()[i];
      if (event.type == EventType::kExpand && event.level == 0) cells.insert(event.node);
    }
    return cells;
  };
  const std::set<CellId> first = expanded(0), second = expanded(1);
  size_t both = 0;
  for (const CellId cell : first) both += second.contains(cell);
  const DifferenceCounts counts = lab.view_searches().counts(1);
  CHECK(counts.only_first == first.size() - both);
  CHECK(counts.both == both);
  CHECK(counts.only_second == second.size() - both);
  CHECK(counts.only_first == 242);
  CHECK(counts.both == 98);
  CHECK(counts.only_second == 172);
  // The picture of the difference colours the same sets.
  size_t coloured = 0;
  for (const uint8_t heat : lab.view_searches().playback(1).heat().cells) {
    coloured += (difference_palette()[256 + heat] >> 24) != 0;
  }
  CHECK(coloured == second.size());

  run(lab, {"step.first", "step.divergence"});
  const size_t same = lab.view_searches().difference(1).partings().front();
  const auto place = [&](int view) {
    const Playback& playback = lab.view_searches().playback(view);
    const SearchEvent& event = *playback.event(playback.outline().expansions[same]);
    return place_text(playback.place(event.level, event.node));
  };
  CHECK(lab.playback().counts().expanded == same + 1);
  CHECK(place(0) != place(1));
  REQUIRE(same == 1);  // the start
  CHECK(lab.state().messages.back().text ==
        fmt::format("Both expand the same node first. Then A* expands {} and HPA* 1 level expands {}.", place(0),
                    place(1)));
}

TEST_CASE("the next divergence is behind the present step; after the last one a message leads to the first") {
  Lab lab;
  run_settled(lab, {"view.compare 2", "view.planner 2 hpa1", "step.first"});
  const size_t count = lab.view_searches().difference(1).partings().size();
  REQUIRE(count > 0);
  size_t before = lab.playback().cursor();
  for (size_t i = 0; i < count; ++i) {
    lab.run("step.divergence");
    CHECK(lab.playback().cursor() > before);
    before = lab.playback().cursor();
  }
  for (const char* there : {"step.to 100000", "step.last"}) {
    lab.run(there);
    const size_t end = lab.playback().cursor();
    for (int press = 0; press < 2; ++press) {
      lab.run("step.divergence");
      CHECK(lab.playback().cursor() == end);
      CHECK(lab.state().messages.back().text == "No later divergence; Home, then F7 goes to the first one");
    }
  }
}

TEST_CASE("a view whose search was asked for, and is impossible before it comes, says so") {
  Lab lab({.wait_cells = 0});
  run_settled(lab, {"map.generate random 200 200 3", "view.compare 2", "view.planner 2 dijkstra", "query.clear"});
  run(lab, "query.set 5 5 190 190");
  lab.tick(0);
  run_settled(lab, "query.clear");
  CHECK_FALSE(lab.view_searches().waiting(1));
  CHECK(lab.view_searches().note(1) == "no start and goal");
}

TEST_CASE("a key that concerns two searches puts two side by side first, where only one is shown") {
  Lab lab;
  lab.finish_updates();
  lab.run("view.difference toggle");
  CHECK(lab.state().views_compare());
  CHECK(lab.state().view_count == 2);
  CHECK(lab.state().difference);
  CHECK(lab.state().messages.back().text.ends_with(" are compared; F3 goes back to one view"));
  run(lab, "view.compare off");
  lab.run("view.difference off");
  CHECK_FALSE(lab.state().views_compare());
  lab.run("step.divergence");
  CHECK(lab.state().views_compare());
  CHECK(lab.state().messages.back().text.find(" expand") != std::string::npos);
  // A search whose future is hidden is not compared; the message says why.
  run(lab, "view.compare off");
  run(lab, "predict on");
  lab.run("step.divergence");
  CHECK_FALSE(lab.state().views_compare());
}
