#include "app/playback/trace_difference.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/base/palette.hpp"

namespace strata {

namespace {

// Returns whether two events concern the same node on the same level. Nodes that are no cells are the same if they lie
// at the same place.
bool same_node(const Playback& a, const SearchEvent& left, const Playback& b, const SearchEvent& right) {
  if (left.level != right.level) return false;
  if (a.places().are_cells() && b.places().are_cells()) return left.node == right.node;
  return a.place(left.level, left.node) == b.place(right.level, right.node);
}

bool same_event(const Playback& a, const SearchEvent& left, const Playback& b, const SearchEvent& right) {
  // Lines of pseudo-code and phases are not compared, as planners may have different ones for the same event.
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
    // Cells are counted in pieces for which 32-bit numbers are enough, as the compiler vectorises these.
    constexpr size_t kPiece = 1u << 16;
    for (size_t begin = low; begin <= high; begin += kPiece) {
      const size_t end = std::min<size_t>(begin + kPiece, size_t{high} + 1);
      uint32_t in_a = 0, in_b = 0, in_both = 0;
      for (size_t i = begin; i < end; ++i) {
        const uint32_t left = heat_was_expanded(a.cells[i]), right = heat_was_expanded(b.cells[i]);
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
    events_done_ = true;
  }
  const std::vector<uint32_t>&own = first.outline().expansions, &other = second.outline().expansions;
  for (; events_done_ && !done_ && events > 0; --events) {
    const auto part = [&] {
      const size_t moment = expansion_ < own.size() ? own[expansion_] + 1 : first.size();
      partings_.push_back(static_cast<uint32_t>(expansion_));
      moments_.push_back(static_cast<uint32_t>(moment));
    };
    if (expansion_ == std::min(own.size(), other.size())) {
      if (together_ && own.size() != other.size()) part();
      if (moments_.empty() && first_event_) {
        moments_.push_back(static_cast<uint32_t>(std::min(*first_event_ + 1, first.size())));
      }
      done_ = true;
      return;
    }
    const SearchEvent& left = *first.event(own[expansion_]);
    const bool same = same_node(first, left, second, *second.event(other[expansion_]));
    if (together_ && !same) part();
    together_ = same;
    ++expansion_;
  }
}

std::optional<size_t> TraceDifference::next_divergence(size_t cursor) const {
  const auto next = std::upper_bound(moments_.begin(), moments_.end(), cursor);
  return next == moments_.end() ? std::nullopt : std::optional<size_t>(*next);
}

std::optional<uint32_t> TraceDifference::parting_at(size_t moment) const {
  const auto at = std::lower_bound(moments_.begin(), moments_.end(), moment);
  const auto index = static_cast<size_t>(at - moments_.begin());
  if (at == moments_.end() || *at != moment || index >= partings_.size()) return std::nullopt;
  return partings_[index];
}

std::string divergence_text(const TraceDifference& difference, const NamedSearch& first, const NamedSearch& second,
                            size_t moment) {
  const std::optional<uint32_t> expansion = difference.parting_at(moment);
  if (!expansion) {
    return fmt::format("Both expand the same nodes in the same order. Their events differ from event {} on.",
                       difference.first_event().value_or(0) + 1);
  }
  const auto expands = [&](const NamedSearch& search) {
    const std::vector<uint32_t>& expansions = search.playback.outline().expansions;
    if (*expansion >= expansions.size()) return fmt::format("{} has ended", search.name);
    const SearchEvent& event = *search.playback.event(expansions[*expansion]);
    const std::string place = place_text(search.playback.place(event.level, event.node));
    if (event.level == 0) return fmt::format("{} expands {}", search.name, place);
    return fmt::format("{} expands {} on level {}", search.name, place, event.level);
  };
  const std::string both = fmt::format("{} and {}.", expands(first), expands(second));
  if (*expansion == 0) return fmt::format("They differ from the first expansion on: {}", both);
  if (*expansion != difference.partings().front()) return fmt::format("Expansion {}: {}", *expansion + 1, both);
  if (*expansion == 1) return fmt::format("Both expand the same node first. Then {}", both);
  return fmt::format("Both expand the same {} nodes first. Then {}", *expansion, both);
}

}  // namespace strata
