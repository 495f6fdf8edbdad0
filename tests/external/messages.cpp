// The messages to external planners: letters of weights.
#include "external/messages.hpp"

#include <doctest/doctest.h>

#include <set>

#include "tests/support.hpp"

namespace strata::test {

TEST_CASE("messages: every weight of a cell has a letter of its own, and the map tells what the letters mean") {
  GridMap map(kMaxCellWeight + 1, 1);
  for (int weight = 1; weight <= kMaxCellWeight; ++weight) {
    map.apply({{weight_run(static_cast<CellId>(weight - 1), 1, weight)}});
  }
  map.apply({{{kMaxCellWeight, 1, '@'}}});
  const MapSnapshot snapshot = MapSnapshot::of(moves_on(map));
  CHECK(told_weights(snapshot).count() == 256);
  const std::string message = map_message(snapshot, 100);
  std::set<std::string> letters;
  for (int weight = 1; weight <= kMaxCellWeight; ++weight) {
    CAPTURE(weight);
    const CellId cell = static_cast<CellId>(weight - 1);
    const std::string edit = edit_message(snapshot, std::span(&cell, 1));
    const std::string begin = "{\"edit\":[[" + std::to_string(cell) + ",0,\"";
    REQUIRE(edit.starts_with(begin));
    const std::string letter = edit.substr(begin.size(), edit.size() - begin.size() - 4);
    CHECK(letters.insert(letter).second);
    CHECK(message.find("\"" + letter + "\":" + std::to_string(weight)) != std::string::npos);
  }
  // Of a map without weights of cells only the weights of its terrains are told.
  CHECK(told_weights(MapSnapshot::of(moves_on(GridMap(3, 3)))).count() == 1);
}

}  // namespace strata::test
