#include "core/search/pseudo_code.hpp"

#include <cstdlib>

namespace strata {
namespace {

uint64_t bit(uint8_t line) { return line < 64 ? uint64_t{1} << line : 0; }

bool passed(PassedBy by, const SearchEvent& event, bool first, int map_width, CellId goal) {
  if (by == PassedBy::kAny) return true;
  if (by == PassedBy::kFirst) return first;
  if (by == PassedBy::kStart) return event.parent == kNoCell;
  if (event.parent == kNoCell) return false;
  if (by == PassedBy::kNext) return true;
  if (by == PassedBy::kGoal) return event.node == goal;
  const auto width = static_cast<CellId>(map_width);
  const int dx = std::abs(static_cast<int>(event.node % width) - static_cast<int>(event.parent % width));
  const int dy = std::abs(static_cast<int>(event.node / width) - static_cast<int>(event.parent / width));
  return (by == PassedBy::kStraight) == (dx == 0 || dy == 0);
}

}  // namespace

uint64_t PseudoCode::lines_of(const SearchEvent& event, bool first, int map_width, CellId goal) const {
  uint64_t all = bit(event.line);
  for (const LinePass& pass : passes) {
    if (pass.event_line == event.line && passed(pass.by, event, first, map_width, goal)) all |= pass.passed;
  }
  return all;
}

uint64_t PseudoCode::lines_of(uint8_t event_line) const {
  uint64_t all = bit(event_line);
  for (const LinePass& pass : passes) {
    if (pass.event_line == event_line) all |= pass.passed;
  }
  return all;
}

}  // namespace strata
