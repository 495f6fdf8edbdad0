#include "app/playback/trace_difference.hpp"

#include <algorithm>

#include "app/base/palette.hpp"

namespace strata {

namespace {

// Whether two events are about the same node of the same level. Nodes that are not cells are compared by their places.
bool same_node(const Playback& a, const SearchEvent& left, const Playback& b, const SearchEvent& right) {
  if (left.level != right.level) return false;
  if (a.places().are_cells() && b.places().are_cells()) return left.node == right.node;
  return a.place(left.level, left.node) == b.place(right.level, right.node);
}

bool same_event(const Playback& a, const SearchEvent& left, const Playback& b, const SearchEvent& right) {
  // Lines of pseudo-code and phases are not compared: planners may use different ones for the same event.
  if (left.type != right.type || left.g != right.g || left.h != right.h) return false;
  if ((left.node == kNoNodeId) != (right.node == kNoNodeId)) return false;
  return left.node == kNoNodeId || same_node(a, left, b, right);
}

}  // namespace

DifferenceCounts count_difference(const Playback& first, const Playback& second) {
  DifferenceCounts counts;
  const HeatMap& a = first.heat();
  const HeatMap& b = second.heat();
  if (a.width != b.width || a.height != b.height) return counts;
  const CellId low = std::min(first.outline().low_cell, second.outline().low_cell);
  const CellId high = std::max(first.outline().high_cell, second.outline().high_cell);
  if (low <= high && high < a.cells.size()) {
    // Pieces are small enough for 32-bit counts, which the compiler vectorises.
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
  counts.abstract_first = first.before_cursor(first.outline().abstract_expansions).size();
  counts.abstract_second = second.before_cursor(second.outline().abstract_expansions).size();
  return counts;
}

void TraceDifference::begin() {
  event_ = expansion_ = 0;
  events_done_ = done_ = false;
  together_ = true;
  first_event_.reset();
  partings_.clear();
  moments_.clear();
}

void TraceDifference::go_on(const Playback& first, const Playback& second, size_t events) {
  const size_t shared = std::min(first.size(), second.size());
  for (; !events_done_ && events > 0; --events) {
    if (event_ == shared) {
      if (first.size() != second.size()) first_event_ = shared;
    } else if (same_event(first, *first.event(event_), second, *second.event(event_))) {
      ++event_;
      continue;
    } else {
      first_event_ = event_;
    }
    if (first_event_) first_moment_ = std::min(*first_event_ + 1, first.size());
    events_done_ = true;
  }
  const std::vector<uint32_t>&own = first.outline().expansions, &other = second.outline().expansions;
  for (; events_done_ && !done_ && events > 0; --events) {
    if (expansion_ == std::min(own.size(), other.size())) {
      done_ = true;
      return;
    }
    const size_t event = own[expansion_];
    const bool same = same_node(first, *first.event(event), second, *second.event(other[expansion_]));
    if (together_ && !same) {
      partings_.push_back(static_cast<uint32_t>(expansion_));
      moments_.push_back(static_cast<uint32_t>(event + 1));
    }
    together_ = same;
    ++expansion_;
  }
}

std::optional<size_t> TraceDifference::next_divergence(size_t cursor) const {
  std::optional<size_t> next;
  // The differing event has happened when the cursor stands behind it.
  if (first_event_ && first_moment_ > cursor) next = first_moment_;
  const auto parting = std::upper_bound(moments_.begin(), moments_.end(), cursor);
  if (parting != moments_.end() && (!next || *parting < *next)) next = *parting;
  return next;
}

}  // namespace strata
