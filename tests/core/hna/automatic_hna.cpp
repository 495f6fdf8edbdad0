// Automatic options of HNA*.
#include "core/hna/automatic_hna.hpp"

#include <doctest/doctest.h>

#include <string>

#include "core/world/map_navmesh.hpp"
#include "core/world/world.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

AutomaticOptions<HnaOptions> choice(const GridMap& map) {
  World world(map);
  REQUIRE(world.set<MapNavmesh>(NavmeshOptions{}));
  world.finish_updates();
  const NavMesh& mesh = world.get<MapNavmesh>().mesh();
  CAPTURE(mesh.polygon_count());
  const auto chosen = automatic_hna_options(mesh), again = automatic_hna_options(mesh);
  CHECK(chosen.options == again.options);
  CHECK(chosen.reason == again.reason);
  CHECK(chosen.options.levels >= 1);
  CHECK(chosen.options.levels <= kMaxHnaLevels);
  CHECK(chosen.options.group_size >= HnaOptions::kMinSize);
  CHECK(chosen.options.group_size <= HnaOptions::kMaxSize);
  CHECK(chosen.reason.ends_with('.'));
  return chosen;
}

}  // namespace

TEST_CASE("automatic options of HNA* follow the number of polygons") {
  const HnaOptions published;
  CHECK(choice(GridMap(1, 1)).options == published);
  CHECK(choice(GridMap(1, 300)).options == published);
  CHECK(choice(GridMap(20, 20, '@')).options == published);
  const auto scattered = choice(test::random_map(60, 60, 30, 2));
  CHECK(scattered.options.levels == 1);
  CHECK(scattered.options != published);
}
