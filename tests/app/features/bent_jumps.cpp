// A jump of jump point search may turn once: the cell where it turns is no node. The sentences and the glossary say so.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "app/base/glossary.hpp"
#include "app/lab/dump.hpp"
#include "app/playback/playback.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// The last cell of the diagonal part of a jump, which comes first.
Cell end_of_diagonal(Cell from, Cell to) {
  const int dx = to.x - from.x, dy = to.y - from.y, steps = std::min(std::abs(dx), std::abs(dy));
  return {from.x + (dx < 0 ? -steps : steps), from.y + (dy < 0 ? -steps : steps)};
}

}  // namespace

TEST_CASE("a bent jump has no node where it turns, though a straight jump from there finds its end") {
  Lab lab;
  run(lab, {"map.new 30 20", "brush.radius 0", "paint.line 10 0 10 8 blocked", "paint.line 18 6 18 19 blocked",
            "query.set 2 3 27 16", "planner.show jps on"});
  run_settled(lab, "planner.trace jps");
  REQUIRE_FALSE(lab.playback().empty());
  const GridMap& map = lab.world().map();
  size_t bent = 0;
  for (size_t i = 0; i < lab.playback().size(); ++i) {
    const SearchEvent event = *lab.playback().event(i);
    if (event.type != EventType::kGenerate || event.parent == kNoNodeId) continue;
    const Cell from = map.cell(event.parent), to = map.cell(event.node), turn = end_of_diagonal(from, to);
    if (turn == to || turn == from) continue;
    ++bent;
    // Harabor and Grastien 2011: the straight jump from the turn reaches the jump point, so that the turn is one, too.
    CHECK((turn.x == to.x || turn.y == to.y));
    const bool node = std::ranges::any_of(lab.trace().events(), [&](const SearchEvent& other) {
      return other.type == EventType::kGenerate && other.node == map.id(turn) && other.parent == event.parent;
    });
    CHECK_FALSE(node);
    run(lab, fmt::format("step.to {}", i + 1));
    const std::string said = state_json(lab)["playback"]["sentence"].get<std::string>();
    CHECK_MESSAGE(said.find(fmt::format("goes diagonally to ({},{}), where it turns without a node, then straight to",
                                        turn.x, turn.y)) != std::string::npos,
                  said);
  }
  CHECK(bent > 0);
  const GlossaryEntry* entry = glossary_of("jump point");
  REQUIRE(entry != nullptr);
  CHECK(std::string(entry->meaning).find("turns once from diagonal to straight without a node") != std::string::npos);
}
