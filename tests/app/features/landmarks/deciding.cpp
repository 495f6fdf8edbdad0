// The landmark that decides h at the inspected cell is the one whose lines are drawn.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "app/features/landmarks/landmarks.hpp"
#include "app/lab/lab.hpp"
#include "core/world/map_landmarks.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("lines lead from the deciding landmark to the inspected cell and to the goal, where landmarks decide h") {
  LabInView lab(900, 900);
  OverlayBuilder builder;
  run_settled(lab, {"view.fit", "landmarks.count 4", "landmarks on"});
  const GridMap& map = lab.world().map();
  size_t decided = 0, undecided = 0;
  for (int y = 2; y < 40; y += 4) {
    for (int x = 2; x < 40; x += 4) {
      if (!lab.world().moves().passable(Cell{x, y})) continue;
      run_settled(lab, fmt::format("inspect {} {}", x, y));
      const LandmarkInspection& seen = landmarks_controller(lab).inspected();
      std::vector<DrawLine> lines = only(lab, builder, kLandmarkLayer).lines;
      // The box around the inspected cell has its corners between cells.
      std::erase_if(lines, [](const DrawLine& line) { return line.x0 == std::floor(line.x0); });
      REQUIRE(seen.known);
      const Landmarks& landmarks = lab.world().get<MapLandmarks>().landmarks();
      const CellId goal = map.id(lab.state().query.goal), id = map.id({x, y});
      int64_t best = 0;
      for (int i = 0; i < landmarks.count(); ++i) {
        const auto difference = std::abs(int64_t{landmarks.distance(id, i)} - int64_t{landmarks.distance(goal, i)});
        best = std::max(best, difference);
      }
      CHECK(best == int64_t{seen.landmark_bound});
      if (seen.landmark_bound <= seen.distance_bound) {
        CHECK(lines.empty());
        ++undecided;
        continue;
      }
      REQUIRE(lines.size() == 4);
      const Cell landmark = map.cell(landmarks.cells()[static_cast<size_t>(seen.deciding)]);
      CHECK(std::abs(int64_t{landmarks.distance(id, seen.deciding)} -
                     int64_t{landmarks.distance(goal, seen.deciding)}) == best);
      for (const DrawLine& line : lines) {
        CHECK(static_cast<int>(line.x0) == landmark.x);
        CHECK(static_cast<int>(line.y0) == landmark.y);
      }
      CHECK(static_cast<int>(lines[1].x1) == x);
      CHECK(static_cast<int>(lines[1].y1) == y);
      CHECK(static_cast<int>(lines[3].x1) == lab.state().query.goal.x);
      CHECK(lines[3].dash > 0);
      ++decided;
    }
  }
  CHECK(decided > 5);
  CHECK(undecided > 5);
}
