#include "app/features/plain/jump_narration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "app/lab/cell_explanations.hpp"
#include "app/lab/cell_without_node.hpp"
#include "app/playback/playback.hpp"
#include "core/grid/map_links.hpp"
#include "core/search/jps_code.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

// Returns the forced neighbour of a jump point: any path to it that avoids the jump point is longer. The last step of a
// jump is straight, so that this neighbour lies behind the corner of an obstacle beside the jump point.
std::string forced_neighbour(const NarratedEvent& e) {
  if (e.about.world == nullptr) return {};
  const MoveGrid& grid = e.about.world->moves();
  const Cell at = grid.cell(e.event.node);
  const Cell step = last_step(grid.cell(e.event.parent), at);
  for (const int side : {-1, 1}) {
    const Cell beside{step.x != 0 ? 0 : side, step.x != 0 ? side : 0};
    const Cell neighbour{at.x + beside.x, at.y + beside.y};
    const Cell corner{neighbour.x - step.x, neighbour.y - step.y};
    if (!grid.contains(neighbour) || !grid.passable(grid.id(neighbour))) continue;
    if (grid.contains(corner) && grid.passable(grid.id(corner))) continue;
    return fmt::format(" with the forced neighbour {}, as {} is blocked", cell_text(neighbour), cell_text(corner));
  }
  return {};
}

// Returns whether links begin at the node.
bool has_links(const NarratedEvent& e) {
  if (e.about.world == nullptr) return false;
  const MapLinks* links = e.about.world->map().links().get();
  return links != nullptr && !links->from(static_cast<CellId>(e.event.node)).empty();
}

// Returns whether the event generates or updates the end of a link. All jump point searches have the same line for it.
bool follows_link(const SearchEvent& event) { return event.line == jps_code::kLink; }

// Returns where a jump turns; its end if it does not. A jump moves diagonally first, then straight.
Cell turn_of_jump(Cell from, Cell to) {
  const int dx = to.x - from.x, dy = to.y - from.y;
  const int slanted = std::min(std::abs(dx), std::abs(dy));
  if (slanted == 0 || std::abs(dx) == std::abs(dy)) return to;
  return {from.x + (dx > 0 ? slanted : -slanted), from.y + (dy > 0 ? slanted : -slanted)};
}

// Returns whether a jump passes the cell.
bool jump_passes(Cell from, Cell to, Cell cell) {
  const int dx = to.x - from.x, dy = to.y - from.y;
  const int step_x = (dx > 0) - (dx < 0), step_y = (dy > 0) - (dy < 0);
  const int slanted = std::min(std::abs(dx), std::abs(dy)), steps = std::max(std::abs(dx), std::abs(dy));
  for (int i = 1; i < steps; ++i) {
    const int across = std::abs(dx) > std::abs(dy) ? i : std::min(i, slanted);
    const int down = std::abs(dy) > std::abs(dx) ? i : std::min(i, slanted);
    if (cell.x == from.x + across * step_x && cell.y == from.y + down * step_y) return true;
  }
  return false;
}

}  // namespace

Cell last_step(Cell from, Cell to) {
  const int dx = to.x - from.x, dy = to.y - from.y;
  const bool across = std::abs(dx) >= std::abs(dy), down = std::abs(dy) >= std::abs(dx);
  return {across ? (dx > 0) - (dx < 0) : 0, down ? (dy > 0) - (dy < 0) : 0};
}

std::string JumpNarration::end_of_jump(const NarratedEvent& e) {
  if (e.at_goal()) return "the goal";
  return has_links(e) ? "a cell from which a link leads" : "a jump point" + forced_neighbour(e);
}

bool JumpNarration::over_link(const NarratedEvent& e) const {
  if (e.event.type != EventType::kPathEdge) return follows_link(e.event);
  if (e.about.world == nullptr || !e.about.world->map().links()) return false;
  const MoveGrid& grid = e.about.world->moves();
  const auto from = static_cast<CellId>(e.event.parent), to = static_cast<CellId>(e.event.node);
  const uint32_t length = grid.links()->length(from, to);
  return length != 0 && e.event.g == grid.link_cost({from, to, length});
}

std::string JumpNarration::new_node(const NarratedEvent& e) const {
  if (over_link(e)) return Narration::new_node(e);
  std::string jump = fmt::format("the jump from {} ends at", e.parent);
  if (e.about.world != nullptr) {
    const GridMap& map = e.about.world->map();
    const Cell to = map.cell(e.event.node), turn = turn_of_jump(map.cell(e.event.parent), to);
    if (turn != to) {
      jump = fmt::format("the jump from {} goes diagonally to {}, where it turns without a node, then straight to",
                         e.parent, cell_text(turn));
    }
  }
  return fmt::format("{} {}, {}: {}.", jump, e.node, end_of_jump(e), costs(e));
}

std::string JumpNarration::path_edge(const NarratedEvent& e) const {
  if (e.event.level > 0 || over_link(e)) return Narration::path_edge(e);
  return fmt::format("The jump from {} to {}, of cost {}, is on the path.", e.parent, e.node, e.g);
}

std::string why_no_jump_point(const CellWithoutNode& at) {
  const ExplainedSearch& search = at.search;
  const GridMap& map = search.world.map();
  for (size_t i = 0; i < search.playback.size(); ++i) {
    const SearchEvent& event = *search.playback.event(i);
    if (event.parent == kNoNodeId || (event.type != EventType::kGenerate && event.type != EventType::kUpdate)) continue;
    if (follows_link(event)) continue;
    const Cell from = map.cell(event.parent), to = map.cell(event.node);
    if (!jump_passes(from, to, at.cell)) continue;
    const std::string jump = fmt::format("the jump from {} to {} of event {}", cell_text(from), cell_text(to), i + 1);
    if (turn_of_jump(from, to) == at.cell) {
      return fmt::format("Passed: {} turns here, from diagonal to straight, and has no node at its turn.", jump);
    }
    return fmt::format("Pruned: {} passed over it, as no shortest path need turn here.", jump);
  }
  return fmt::format(
      "Pruned or not reached: no jump ended here before {}; jumps end only where a shortest path may have "
      "to turn, where a link begins, and at the goal.",
      at.ended());
}

}  // namespace strata
