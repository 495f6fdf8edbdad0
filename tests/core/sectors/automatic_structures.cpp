// Automatic options of sectors and landmarks.
#include <doctest/doctest.h>

#include <string>

#include "core/alt/automatic_landmarks.hpp"
#include "core/sectors/automatic_sectors.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

void check_choices(const MoveGrid& moves) {
  CAPTURE(moves.width());
  CAPTURE(moves.height());
  const auto sectors = automatic_sector_options(moves);
  const auto landmarks = automatic_landmark_options(moves);
  CHECK(sectors.options.valid());
  CHECK(landmarks.options.count >= 1);
  CHECK(landmarks.options.count <= kMaxLandmarks);
  CHECK(landmarks.options.placed.empty());
  CHECK(sectors.options == automatic_sector_options(moves).options);
  CHECK(landmarks.options == automatic_landmark_options(moves).options);
  CHECK(sectors.reason.find("Sectors of " + std::to_string(sectors.options.sector_size)) == 0);
  CHECK(sectors.reason.ends_with('.'));
  CHECK(landmarks.reason.find(std::to_string(landmarks.options.count) + " landmarks") == 0);
  CHECK(landmarks.reason.ends_with('.'));
}

}  // namespace

TEST_CASE("automatic options of sectors and landmarks are valid on maps of any shape") {
  check_choices(MoveGrid());
  Rng rng(7);
  for (int i = 0; i < 40; ++i) {
    const int width = rng.between(1, i % 3 == 0 ? 400 : 90), height = rng.between(1, i % 3 == 1 ? 400 : 90);
    check_choices(test::moves_on(test::random_map(width, height, rng.below(101), rng.below(1000))));
  }
  for (const auto& [width, height] : {std::pair(1, 1), {1, 3000}, {3000, 1}, {89, 91}, {90, 90}, {600, 600}}) {
    check_choices(test::moves_on(GridMap(width, height)));
    check_choices(test::moves_on(GridMap(width, height, '@')));  // all blocked
  }
}

TEST_CASE("automatic options of sectors follow the size of the map and the width of its entrances") {
  const auto options = [](const GridMap& map) { return automatic_sector_options(test::moves_on(map)).options; };
  const SectorOptions published;
  CHECK(options(test::random_map(80, 80, 30, 1)) == published);
  CHECK(options(GridMap(300, 300)) == published);  // wide open
  const SectorOptions narrow = options(test::random_map(300, 300, 30, 1));
  CHECK(narrow.sector_size < published.sector_size);
  CHECK(narrow.landmarks > 0);
}

TEST_CASE("automatic numbers of landmarks grow with the map") {
  const auto count = [](const GridMap& map) { return automatic_landmark_options(test::moves_on(map)).options.count; };
  const int published = LandmarkOptions{}.count;
  CHECK(count(GridMap(100, 100)) < published);
  CHECK(count(GridMap(300, 300)) == published);
  CHECK(count(GridMap(600, 600)) > published);
  CHECK(count(GridMap(600, 600, '@')) == published);
}
