#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "core/base/rng.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/map_rooms.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/scenes.hpp"
#include "tests/app/lab/random_commands.hpp"
#include "tests/draw_support.hpp"
#include "tests/overlay_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

void random_gesture(Rng& rng, Lab& lab) {
  PointerEvent event;
  event.x = rng.between(-20, 520);
  event.y = rng.between(-20, 420);
  event.button = rng.percent(80) ? 0 : rng.between(1, 2);
  event.shift = rng.percent(20);
  event.space = rng.percent(10);
  event.kind = PointerEvent::Kind::kPress;
  lab.gestures().pointer(event);
  const uint32_t moves = rng.below(6);
  event.kind = PointerEvent::Kind::kMove;
  for (uint32_t i = 0; i < moves; ++i) {
    event.x += rng.between(-60, 60);
    event.y += rng.between(-60, 60);
    lab.gestures().pointer(event);
    if (rng.percent(50)) lab.tick(1.0 / 60);
  }
  if (rng.percent(5)) {
    lab.gestures().cancel();
    return;
  }
  event.kind = PointerEvent::Kind::kRelease;
  lab.gestures().pointer(event);
}

// Structures that edits have changed equal fresh builds; rooms are as good as those of one.
void check_structures(const World& world) {
  if (world.has(StructureId::kSectors)) {
    Sectors sectors;
    sectors.build(world.moves(), world.get<MapSectors>().sectors().options());
    CHECK(sectors == world.get<MapSectors>().sectors());
  }
  if (world.has(StructureId::kRooms)) {
    const auto fault = world.get<MapRooms>().rooms().fault(world.moves());
    CHECK_MESSAGE(!fault.has_value(), fault.value_or(""));
  }
  if (world.has(StructureId::kLandmarks) && world.get<MapLandmarks>().landmarks().ready() &&
      world.get<MapLandmarks>().landmarks().exact()) {
    const Landmarks& landmarks = world.get<MapLandmarks>().landmarks();
    size_t wrong = 0;
    for (int i = 0; i < landmarks.count(); ++i) {
      const auto field = Landmarks::make_field(world.moves(), landmarks.cells()[static_cast<size_t>(i)]);
      wrong += !landmarks.in_use(i);
      for (CellId cell = 0; cell < world.moves().cell_count(); ++cell) {
        wrong += landmarks.distance(cell, i) != std::min(field.distance[cell], DistanceRows::kFar);
      }
    }
    CHECK(wrong == 0);
  }
}

void check_everything(Lab& lab) {
  lab.finish_updates();
  World fresh(lab.world().map(), lab.world().rules(), lab.world().get<MapHpa>().hpa().options());
  fresh.finish_updates();
  CHECK(fresh.get<MapHpa>().hpa() == lab.world().get<MapHpa>().hpa());
  if (lab.world().has(StructureId::kHaa)) {
    World other(lab.world().map(), lab.world().rules(), lab.world().get<MapHpa>().hpa().options());
    other.set<MapHaa>(lab.world().get<MapHaa>().options());
    other.finish_updates();
    CHECK(other.get<MapHaa>().haa() == lab.world().get<MapHaa>().haa());
  }
  CHECK(fresh.moves() == lab.world().moves());
  check_structures(lab.world());
  const LabState& state = lab.state();
  for (const PlannerRow& row : state.rows) {
    if (!row.solved || !row.result.found()) continue;
    if (plans_own_graph(lab.world(), *row.planner)) {
      CHECK(row.result.abstract_path.size() > 0);  // over a drawn graph
      continue;
    }
    const auto fault = test::row_fault(lab.world(), state.query, row);
    CHECK_MESSAGE(!fault.has_value(), fault.value_or(""));
    if (!row.planner->any_angle) CHECK(row.percent_over >= 0);
    if (test::finds_optimum_here(lab, *row.planner)) CHECK(row.percent_over == 0);
  }
}

}  // namespace

TEST_CASE("whatever a person does in whatever order, everything stays true and can be undone") {
  const char* set = std::getenv("STRATA_RANDOM_ROUNDS");
  const int rounds = set != nullptr ? std::atoi(set) : test::rounds(4);
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 1);
    LabInView lab(500, 400);
    OverlayBuilder builder;
    const SceneKind kind = static_cast<SceneKind>(rng.below(kSceneKinds));
    REQUIRE(lab.execute(fmt::format("map.generate {} {} {} {}", scene_kind_name(kind), rng.between(8, 70),
                                    rng.between(8, 70), round))
                .ok());
    const auto first = lab.world().map().letters();
    const std::string before(first.begin(), first.end());
    for (int i = 0; i < 120; ++i) {
      if (rng.percent(30)) {
        random_gesture(rng, lab);
      } else {
        (void)lab.execute(random_line(rng, lab));
      }
      if (rng.percent(60)) lab.tick(1.0 / 60);
      if (rng.percent(60)) test::draw_views(builder, lab);
      if (i % 20 == 19) check_everything(lab);
    }
    (void)lab.execute("lesson.close");  // the map of before comes back
    while (lab.execute("edit.undo").ok()) continue;
    const auto last = lab.world().map().letters();
    CHECK(std::string(last.begin(), last.end()) == before);
    CHECK_FALSE(lab.state().unsaved);
    check_everything(lab);
  }
}
