// Levels as they are written elsewhere: faces with notches.
#include <doctest/doctest.h>

#include <string>

#include "core/level/level_mesh.hpp"
#include "tests/core/level/level_setting.hpp"

namespace strata::test {
namespace {

LevelMesh level_of(const std::string& text, const LevelOptions& options = {}) {
  const auto parsed = parse_obj(text, "level");
  REQUIRE(parsed.ok());
  const auto built = build_level_mesh(parsed.value(), options);
  const std::string refused = built.ok() ? "" : built.error().message();
  INFO(refused);
  REQUIRE(built.ok());
  return built.value();
}

}  // namespace

TEST_CASE("a level whose floor is one face with a notch has the cells of the same floor in triangles") {
  const std::string corners = "v 0 0 0\nv 0 0 24\nv 30 0 24\nv 30 0 0\nv 20 0 0\nv 20 0 16\nv 9 0 16\nv 9 0 0\n";
  const LevelMesh triangles = level_of(corners + "f 1 2 7\nf 1 7 8\nf 2 3 7\nf 3 6 7\nf 3 4 5\nf 3 5 6\n");
  const auto free_cells = [](const LevelMesh& level) {
    size_t free = 0;
    for (CellId id = 0; id < level.map().cell_count(); ++id) free += level.map().letter(id) == '.';
    return free;
  };
  CHECK(free_cells(triangles) > 1000);
  for (const char* face : {"f 1 2 3 4 5 6 7 8\n", "f 6 7 8 1 2 3 4 5\n"}) {
    const LevelMesh one = level_of(corners + face);
    CHECK(free_cells(one) == free_cells(triangles));
    CHECK(one.map() == triangles.map());
    CHECK(one.notes().empty());
  }
  // A floor with a hole in it, at the end of a bridge.
  const LevelMesh holed = level_of(
      "v 0 0 0\nv 0 0 20\nv 20 0 20\nv 20 0 0\nv 8 0 8\nv 12 0 8\nv 12 0 12\nv 8 0 12\nf 1 2 3 4 1 5 6 7 8 5\n");
  CHECK(holed.map().letter(holed.map().id({33, 33})) == '@');
  CHECK(holed.map().letter(holed.map().id({15, 33})) == '.');
  CHECK(holed.notes().empty());
}

}  // namespace strata::test
