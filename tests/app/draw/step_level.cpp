// What is drawn while a search is stepped: the level of the step, and the marks of that search alone.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "app/features/hpa/hpa.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

void do_all(Lab& lab, std::initializer_list<std::string_view> lines) {
  for (const std::string_view line : lines) run_settled(lab, line);
}

size_t markers(Lab& lab, OverlayBuilder& builder) {
  size_t sum = 0;
  for (const DrawBatch& batch : test::draw(builder, lab).batches) sum += batch.list->markers.size();
  return sum;
}

size_t lines_of_color(Lab& lab, OverlayBuilder& builder, Rgba color) {
  size_t sum = 0;
  for (const DrawBatch& batch : test::draw(builder, lab).batches) {
    for (const DrawLine& line : batch.list->lines) sum += (line.color & 0xffffff) == (color & 0xffffff);
  }
  return sum;
}

}  // namespace

TEST_CASE("of a hierarchy the level of the step is drawn, with the cells, where no level is chosen") {
  LabInView lab(900, 900);
  OverlayBuilder builder;
  do_all(lab, {"hpa.levels 3", "hpa.cluster_size 5", "planner.show hpa3 on", "planner.trace hpa3", "view.fit",
               "layer all off", "layer transitions on", "layer.pin transitions on"});
  REQUIRE(lab.playback().outline().top_level == 3);
  CHECK(lab.state().views[0].level == kStepLevel);
  const size_t size = lab.playback().size();
  std::set<int> levels;
  for (size_t cursor = 0; cursor <= size; cursor += 1 + size / 40) {
    CAPTURE(cursor);
    do_all(lab, {fmt::format("step.to {}", cursor), "view.level 1 step"});
    const int level = lab.view_searches().drawn_level(0);
    const SearchEvent* event = lab.playback().at_end() ? nullptr : lab.playback().current();
    CHECK(level == (event == nullptr ? 3 : std::max<int>(event->level, 1)));
    levels.insert(level);
    const size_t drawn = markers(lab, builder);
    do_all(lab, {fmt::format("view.level 1 {}", level)});
    CHECK(markers(lab, builder) == drawn);
    do_all(lab, {"view.level 1 all"});
    CHECK(markers(lab, builder) >= drawn);
  }
  CHECK(levels.size() > 1);
  // The cells are a part of the view of the step's level; in a view of a chosen level they are not.
  do_all(lab, {"step.last", "layer search on", "view.level 1 step"});
  CHECK(test::draw(builder, lab).heat.on);
  do_all(lab, {"view.level 1 1"});
  CHECK_FALSE(test::draw(builder, lab).heat.on);
}

TEST_CASE("a search over one level or none is drawn as in a view of all levels") {
  LabInView lab(900, 900);
  do_all(lab, {"view.fit"});
  for (const char* planner : {"astar", "hpa1", "jps"}) {
    CAPTURE(planner);
    do_all(lab, {fmt::format("planner.trace {}", planner), "step.to 40"});
    CHECK(lab.view_searches().drawn_level(0) == kAllLevels);
    CHECK(lab.view_searches().counted_level(0) == (std::string_view(planner) == "hpa1" ? 1 : kAllLevels));
  }
}

TEST_CASE("the title of a view counts the level that is drawn") {
  Lab lab;
  do_all(lab, {"hpa.levels 3", "hpa.cluster_size 5", "planner.show hpa3 on", "planner.trace hpa3", "step.last"});
  CHECK(lab.view_searches().counted_level(0) == 3);
  do_all(lab, {"view.level 1 2"});
  CHECK(lab.view_searches().counted_level(0) == 2);
  do_all(lab, {"view.level 1 all"});
  CHECK(lab.view_searches().counted_level(0) == kAllLevels);
}

TEST_CASE("the choice of a level is in scripts unless it is the usual one") {
  Lab lab;
  const auto says = [&](std::string_view line) { return std::ranges::count(lab.log().view_lines(), line) > 0; };
  CHECK_FALSE(says("view.level 1 step"));
  do_all(lab, {"view.level 1 all"});
  CHECK(says("view.level 1 all"));
  do_all(lab, {"view.level 1 step"});
  CHECK_FALSE(says("view.level 1 step"));
  do_all(lab, {"view.split 2", "view.level 2 step"});
  CHECK(says("view.level 2 step"));
  CHECK_FALSE(lab.execute("view.level 1 stop"));
}

TEST_CASE("while a search is stepped the paths of the other planners are not drawn") {
  LabInView lab(900, 900);
  OverlayBuilder builder;
  do_all(lab, {"view.fit", "planner.show astar on", "planner.show hpa1 on", "planner.trace hpa1", "layer all off",
               "layer path on"});
  const Rgba other = planner_style(lab.state(), "astar").color;
  CHECK(lines_of_color(lab, builder, other) > 0);
  for (const char* step : {"step.first", "step.to 20", "step.phase search"}) {
    CAPTURE(step);
    do_all(lab, {step});
    CHECK(lines_of_color(lab, builder, other) == 0);
  }
  do_all(lab, {"step.last"});
  CHECK(lines_of_color(lab, builder, other) > 0);
}
