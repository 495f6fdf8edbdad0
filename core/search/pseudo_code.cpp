#include "core/search/pseudo_code.hpp"

namespace strata {
namespace {

uint64_t bit(uint8_t line) { return line < 64 ? uint64_t{1} << line : 0; }

bool passed(EventFilter by, const SearchEvent& event, bool first, const NodePlaces& places, NodeId goal) {
  if (by == EventFilter::kAny) return true;
  if (by == EventFilter::kFirst) return first;
  if (by == EventFilter::kStart) return event.parent == kNoNodeId;
  if (event.parent == kNoNodeId) return false;
  if (by == EventFilter::kNext) return true;
  if (by == EventFilter::kGoal) return event.node == goal;
  const NodePlace at = places.at(event.level, event.node), from = places.at(event.level, event.parent);
  return (by == EventFilter::kStraight) == (at.x == from.x || at.y == from.y);
}

}  // namespace

uint64_t PseudoCode::lines_of(const SearchEvent& event, bool first, const NodePlaces& places, NodeId goal) const {
  uint64_t all = bit(event.line);
  for (const ExecutedLines& pass : passes) {
    if (pass.event_line == event.line && passed(pass.by, event, first, places, goal)) all |= pass.passed;
  }
  return all;
}

std::string_view PseudoCode::phase_word(Phase phase, uint8_t line) const {
  std::string_view found;
  for (const PhaseTerm& own : phases) {
    if (own.phase == phase && (own.line == line || (own.line == kAnyLine && found.empty()))) found = own.word;
  }
  return found;
}

std::string_view PseudoCode::event_word(EventType type, uint8_t line) const {
  std::string_view found;
  for (const EventTerm& own : events) {
    if (own.type == type && (own.line == line || (own.line == kAnyLine && found.empty()))) found = own.word;
  }
  return found;
}

uint64_t PseudoCode::lines_of(uint8_t event_line) const {
  uint64_t all = bit(event_line);
  for (const ExecutedLines& pass : passes) {
    if (pass.event_line == event_line) all |= pass.passed;
  }
  return all;
}

}  // namespace strata
