// A frame in which nothing happens asks for no memory, whatever is on the screen.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "tests/asked_bytes.hpp"
#include "tests/lab_support.hpp"
#include "tests/screen/scenes.hpp"
#include "tests/screen/test_screen.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

struct RestingScene {
  std::string name;
  // The first lines are run before the first frame, the others after it.
  std::vector<std::string> lines, arranging;
};

const std::vector<RestingScene>& resting_scenes() {
  static const std::vector<std::string> all_panels = {"ui.panel left on", "ui.panel right on", "ui.panel steps on"};
  const auto panels = [](std::vector<std::string> first) {
    first.insert(first.end(), all_panels.begin(), all_panels.end());
    return first;
  };
  static const std::vector<RestingScene> all = {
      {"a first start", {}, {}},
      {"a search over cells", {}, panels({"ui.place planners", "step.to 60", "inspect 12 14"})},
      {"HPA*, level of the step",
       {"planner.show hpa2 on", "planner.trace hpa2", "layer all on"},
       panels({"ui.place tab.hpa", "step.to 60"})},
      {"HPA*, all levels", {"planner.show hpa3 on", "planner.trace hpa3", "view.level 1 all"}, panels({"step.to 90"})},
      {"HPA* refines", {"planner.show hpa2 on", "planner.trace hpa2"}, panels({"step.last", "step.back"})},
      {"HAA*", {"haa on", "planner.show haa-high on", "planner.trace haa-high"}, panels({"step.to 20"})},
      {"rooms",
       {"rules.profile four", "rooms on", "planner.show rooms on", "planner.trace rooms"},
       panels({"step.to 20"})},
      {"sectors", {"sectors on", "planner.show sectors on", "planner.trace sectors"}, panels({"step.to 20"})},
      {"landmarks", {"landmarks on", "planner.show alt on", "planner.trace alt"}, panels({"step.to 20"})},
      {"CH", {"ch on", "planner.show ch on", "planner.trace ch"}, panels({"ui.place tab.ch", "step.to 20"})},
      {"HNA*", {"hna on", "planner.show hna2 on", "planner.trace hna2"}, panels({"ui.place tab.hna", "step.to 20"})},
      {"a mesh", {"navmesh on", "planner.show polyanya on", "planner.trace polyanya"}, panels({"step.to 20"})},
      {"two searches", {"planner.show hpa2 on", "view.compare 2"}, panels({"step.to 60"})},
      {"the comparison of all", structure_switches({"cch", "mesh-classes"}), panels({"ui.place map"})},
      {"a table of Decide", {"decide.over random", "decide.queries 20"}, panels({"decide.run", "ui.chart decide"})},
      {"a still crowd", {"crowd.count 200", "crowd.spawn"}, panels({"ui.place crowd"})},
      {"a presentation", {}, {"step.to 40", "ui.presentation on", "ui.legend on", "ui.code on"}}};
  return all;
}

}  // namespace

TEST_CASE("A frame in which nothing happens asks for no memory") {
  for (const RestingScene& scene : resting_scenes()) {
    CAPTURE(scene.name);
    Lab lab(screen_options());
    TestScreen screen(lab, {1440, 900, 1}, true);
    for (const std::string& line : scene.lines) run_line(lab, line);
    lab.finish_updates();
    screen.frames(4);
    for (const std::string& line : scene.arranging) run_line(lab, line);
    lab.finish_updates();
    lab.mutable_state().messages.clear();
    screen.frames(4);
    screen.still_frames(40);
    const size_t before = asked_bytes();
    screen.still_frames(10);
    CHECK(asked_bytes() - before == 0);
  }
}
