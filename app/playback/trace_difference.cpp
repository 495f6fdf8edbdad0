#include "app/playback/trace_difference.hpp"

#include <algorithm>

#include "app/base/palette.hpp"

namespace strata {

namespace {

// The same node of the same level. Nodes that are no cells are told apart by where they lie.
bool same_node(const Playback& a, const SearchEvent& left, const Playback& b, const SearchEvent& right) {
  if (left.level != right.level) return false;
  if (a.places().are_cells() && b.places().are_cells()) return left.node == right.node;
  return a.place(left.level, left.node) == b.place(right.level, right.node);
}

bool same_event(const Playback& a, const SearchEvent& left, const Playback& b, const SearchEvent& right) {
  // Lines of pseudo-code and phases are the planners' own ways to tell the same thing.
  if (left.type != right.type || left.g != right.g || left.h != right.h) return false;
  if ((left.node == kNoNodeId) != (right.node == kNoNodeId)) return false;
  return left.node == kNoNodeId || same_node(a, left, b, right);
}

// The expansion at or after this event; the number of events if there is none.
size_t expansion_from(const Playback& playback, size_t event) {
  while (event < playback.size() && playback.event(event)->type != EventType::kExpand) ++event;
  return event;
}

void list_abstract_expansions(const Playback& playback, std::vector<uint32_t>& events) {
  events.clear();
  for (size_t i = 0; i < playback.size() && playback.outline().top_level > 0; ++i) {
    const SearchEvent& event = *playback.event(i);
    if (event.type == EventType::kExpand && event.level > 0) events.push_back(static_cast<uint32_t>(i));
  }
}

}  // namespace

DifferenceCounts TraceDifference::counts(const Playback& first, const Playback& second) const {
  DifferenceCounts counts;
  const HeatMap& a = first.heat();
  const HeatMap& b = second.heat();
  if (a.width != b.width || a.height != b.height) return counts;
  const CellId low = std::min(first.outline().low_cell, second.outline().low_cell);
  const CellId high = std::max(first.outline().high_cell, second.outline().high_cell);
  if (low <= high && high < a.cells.size()) {
    // In pieces whose counts fit into 32 bits, which the compiler makes short work of.
    constexpr size_t kPiece = 1u << 16;
    for (size_t begin = low; begin <= high; begin += kPiece) {
      const size_t end = std::min<size_t>(begin + kPiece, size_t{high} + 1);
      uint32_t in_a = 0, in_b = 0, in_both = 0;
      for (size_t i = begin; i < end; ++i) {
        const uint32_t left = a.cells[i] >= kHeatFirst, right = b.cells[i] >= kHeatFirst;
        in_a += left;
        in_b += right;
        in_both += left & right;
      }
      counts.only_first += in_a - in_both;
      counts.only_second += in_b - in_both;
      counts.both += in_both;
    }
  }
  counts.abstract_first = first.before_cursor(abstract_[0]).size();
  counts.abstract_second = second.before_cursor(abstract_[1]).size();
  return counts;
}

void TraceDifference::read(const Playback& first, const Playback& second) {
  first_event_.reset();
  partings_.clear();
  moments_.clear();
  truncated_ = false;
  list_abstract_expansions(first, abstract_[0]);
  list_abstract_expansions(second, abstract_[1]);
  const size_t shared = std::min(first.size(), second.size());
  for (size_t i = 0; i < shared && !first_event_; ++i) {
    if (!same_event(first, *first.event(i), second, *second.event(i))) first_event_ = i;
  }
  if (!first_event_ && first.size() != second.size()) first_event_ = shared;
  if (first_event_) first_moment_ = std::min(*first_event_ + 1, first.size());
  bool together = true;
  size_t a = expansion_from(first, 0), b = expansion_from(second, 0);
  for (uint32_t number = 0; a < first.size() && b < second.size(); ++number) {
    const bool same = same_node(first, *first.event(a), second, *second.event(b));
    if (together && !same) {
      if (partings_.size() == kMostPartings) {
        truncated_ = true;
        return;
      }
      partings_.push_back(number);
      moments_.push_back(static_cast<uint32_t>(a + 1));
    }
    together = same;
    a = expansion_from(first, a + 1);
    b = expansion_from(second, b + 1);
  }
}

std::optional<size_t> TraceDifference::next_divergence(size_t cursor) const {
  std::optional<size_t> next;
  // The event that differs has happened when the cursor stands behind it.
  if (first_event_ && first_moment_ > cursor) next = first_moment_;
  const auto parting = std::upper_bound(moments_.begin(), moments_.end(), cursor);
  if (parting != moments_.end() && (!next || *parting < *next)) next = *parting;
  return next;
}

}  // namespace strata
