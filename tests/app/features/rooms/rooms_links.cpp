// The temporary edges of start and goal in rooms.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <set>

#include "app/features/ends_of_query/ends_of_query.hpp"
#include "app/features/rooms/rooms.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "core/world/map_rooms.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

using ProjectionLine = std::array<float, 4>;

// The dashed lines of the layer, in the colour of one end.
std::set<ProjectionLine> dashed_projections(Lab& lab, OverlayBuilder& builder, bool of_goal) {
  std::set<ProjectionLine> lines;
  for (const DrawLine& line : only(lab, builder, kEndLinkLayer).lines) {
    const Rgba color = of_goal ? palette::kGoal : palette::kStart;
    if (line.dash != 0 && (line.color & 0xffffffu) == (color & 0xffffffu)) {
      lines.insert({line.x0, line.y0, line.x1, line.y1});
    }
  }
  return lines;
}

ProjectionLine projection(Cell from, Cell to) {
  return {static_cast<float>(from.x) + 0.5f, static_cast<float>(from.y) + 0.5f, static_cast<float>(to.x) + 0.5f,
          static_cast<float>(to.y) + 0.5f};
}

}  // namespace

TEST_CASE("links of rooms are the four projections of start and goal, and there is none within one room") {
  LabInView lab(900, 900);
  OverlayBuilder builder;
  run_settled(lab, {"map.new 40 20", "rules.profile four", "paint.rectangle 18 0 18 19 filled blocked",
                    "paint.rectangle 18 9 18 9 filled ground", "view.fit", "rooms on", "query.start 5 6",
                    "query.goal 30 12", "planner.trace rooms"});
  const Rooms& rooms = lab.world().get<MapRooms>().rooms();
  const GridMap& map = lab.world().map();
  for (const size_t cursor : {size_t{1}, lab.playback().size() / 2, lab.playback().size()}) {
    run(lab, fmt::format("step.to {}", cursor));
    for (const bool of_goal : {false, true}) {
      const Cell end = of_goal ? lab.state().query.goal : lab.state().query.start;
      const int64_t room = rooms.room_of(map.id(end));
      REQUIRE(room >= 0);
      REQUIRE(rooms.pruned(map.id(end)));
      const Rect& box = rooms.room(static_cast<uint32_t>(room)).cells;
      const std::set<ProjectionLine> expected = {projection(end, {end.x, box.y0}), projection(end, {box.x1 - 1, end.y}),
                                                 projection(end, {end.x, box.y1 - 1}),
                                                 projection(end, {box.x0, end.y})};
      CHECK(dashed_projections(lab, builder, of_goal) == expected);
    }
  }
  run_settled(lab, "query.goal 12 15");
  CHECK(dashed_projections(lab, builder, false).empty());
  CHECK(dashed_projections(lab, builder, true).empty());
}
