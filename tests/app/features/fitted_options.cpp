// Sectors, HNA* and landmarks get options that suit the map, or the usual ones, and say why.
#include "app/lab/fitted_options.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "app/features/hna/hna.hpp"
#include "app/features/landmarks/landmarks.hpp"
#include "app/features/sectors/sectors.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/script.hpp"
#include "core/alt/automatic_landmarks.hpp"
#include "core/hna/automatic_hna.hpp"
#include "core/sectors/automatic_sectors.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/map_navmesh.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

constexpr std::string_view kSmallRooms = "map.generate rooms 60 60 3 force",
                           kLargeCave = "map.generate cave 200 180 3 force";

// Gives the line as the user does, and draws frames until nothing is left to do.
void choose_by_hand(Lab& lab, std::string_view line) {
  lab.run(line);
  CHECK(lab.state().dialogs.empty());
  for (int frame = 0; frame < 2; ++frame) {
    lab.finish_updates();
    lab.tick(0.01);
  }
  lab.finish_updates();
}

MapHnaOptions hna_fitting(const Lab& lab) {
  const HnaOptions chosen = automatic_hna_options(lab.world().get<MapNavmesh>().mesh()).options;
  return {.levels = chosen.levels, .group_size = chosen.group_size};
}

void check_all_fitted(const Lab& lab) {
  const auto sectors = automatic_sector_options(lab.world().moves());
  CHECK(lab.world().get<MapSectors>().sectors().options() == sectors.options);
  CHECK(sectors_controller(lab).reason() == sectors.reason);
  const auto landmarks = automatic_landmark_options(lab.world().moves());
  CHECK(lab.world().get<MapLandmarks>().landmarks().options() == landmarks.options);
  CHECK(landmarks_controller(lab).reason() == landmarks.reason);
  CHECK(lab.world().get<MapHna>().options() == hna_fitting(lab));
  CHECK_FALSE(hna_controller(lab).reason().empty());
}

void check_all_usual(const Lab& lab) {
  CHECK(sectors_controller(lab).options() == SectorOptions{});
  CHECK(landmarks_controller(lab).options() == LandmarkOptions{});
  CHECK(hna_controller(lab).options() == MapHnaOptions{});
  CHECK(sectors_controller(lab).reason().empty());
  CHECK(landmarks_controller(lab).reason().empty());
  CHECK(hna_controller(lab).reason().empty());
}

}  // namespace

TEST_CASE("sectors, HNA* and landmarks get the options that suit the map by a command, and the usual ones by another") {
  Lab lab;
  run_settled(lab, {kLargeCave, "sectors on", "landmarks on", "hna on"});
  check_all_usual(lab);
  run_settled(lab, {"sectors.options automatic", "landmarks.options automatic", "hna.options automatic"});
  REQUIRE(automatic_sector_options(lab.world().moves()).options != SectorOptions{});
  REQUIRE(hna_fitting(lab) != MapHnaOptions{});
  check_all_fitted(lab);
  // A reproduction gives the commands again.
  Lab other;
  ScriptRunner script = must(ScriptRunner::from_text(lab.log().reproduction(), "again.script"));
  REQUIRE(run_script(other, script).ok());
  other.finish_updates();
  check_all_fitted(other);
  // An option that is set makes the others an own choice, too.
  run_settled(lab, "hna.mu 5");
  CHECK(hna_controller(lab).reason().empty());
  run_settled(lab, {"sectors.options usual", "landmarks.options usual", "hna.options usual"});
  check_all_usual(lab);
  CHECK(failure(lab, "sectors.options best").find("expected automatic or usual, not 'best'") != std::string::npos);
}

TEST_CASE("HNA* is not fitted to a map without a mesh") {
  Lab lab;
  CHECK(failure(lab, "hna.options automatic").find("navigation mesh, which is off") != std::string::npos);
  CHECK(hna_controller(lab).options() == MapHnaOptions{});
  run(lab, "hna.options usual");
}

TEST_CASE("maps that the user opens get fitting sectors, groups and landmarks once these are on; scripts never do") {
  const test::TempFolder folder;
  LabOptions kept{.settings_path = folder.file("settings.json")};
  {
    Lab lab(kept);
    begin_to_fit_maps(lab);
    choose_by_hand(lab, kLargeCave);
    check_all_usual(lab);
    for (const char* line : {"sectors on", "landmarks on", "hna on"}) choose_by_hand(lab, line);
    check_all_fitted(lab);
    choose_by_hand(lab, kSmallRooms);
    check_all_fitted(lab);
    // A figure has options of its own; after it those of the map are back.
    choose_by_hand(lab, "figure.open SG-4 force");
    CHECK(sectors_controller(lab).reason().empty());
    choose_by_hand(lab, "figure.leave force");
    check_all_fitted(lab);
    // A single option stays for the maps that come, until the program ends.
    choose_by_hand(lab, "sectors.size 9");
    choose_by_hand(lab, kLargeCave);
    CHECK(sectors_controller(lab).options().sector_size == 9);
    choose_by_hand(lab, "landmarks.options usual");
  }
  Lab lab(kept);
  begin_to_fit_maps(lab);
  for (const std::string_view line : {std::string_view("sectors on"), std::string_view("landmarks on"), kLargeCave}) {
    choose_by_hand(lab, line);
  }
  CHECK(sectors_controller(lab).options() == automatic_sector_options(lab.world().moves()).options);
  CHECK(landmarks_controller(lab).options() == LandmarkOptions{});
  run_settled(lab, kSmallRooms);
  CHECK(sectors_controller(lab).reason().empty());
}
