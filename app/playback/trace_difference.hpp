// Purpose: What two recorded searches of one query do differently: the cells that one of them has expanded and the
//          other has not, and the moments at which they part.
// How: Searches are held against each other expansion by expansion: the tenth node that one has expanded against the
//      tenth of the other. Cells are counted from the pictures of both playbacks, so what is counted is what is shown.
// Units: Moments are cursors of the first search's playback, see playback.hpp.
// Threads: Not shared.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/playback/playback.hpp"

namespace strata {

// Cells, at the cursors of both; and what was expanded above the cells, which no cell stands for.
struct DifferenceCounts {
  size_t only_first = 0, only_second = 0, both = 0;
  size_t abstract_first = 0,
         abstract_second = 0;  // expansions of abstract nodes
  friend bool operator==(const DifferenceCounts&, const DifferenceCounts&) = default;
};

class TraceDifference {
 public:
  // Takes two searches, which must stay until the next call.
  void read(const Playback& first, const Playback& second);
  bool same() const { return !first_event_ && partings_.empty(); }
  // The first event in which the traces differ; where one of them goes on after the other has ended, that is it.
  std::optional<size_t> first_event() const { return first_event_; }
  // Expansions, counted from 0, at which the two begin to expand different nodes after those that they share; the first
  // one may be the very first. They are bounded by kMostPartings, beyond which `truncated` is set.
  const std::vector<uint32_t>& partings() const { return partings_; }
  bool truncated() const { return truncated_; }
  // The first moment after the cursor at which they differ: of the first event, or of an expansion at which they part
  // again. Nothing: none follows.
  std::optional<size_t> next_divergence(size_t cursor) const;
  // Of the two searches that were read, at their cursors. Nothing is counted if their pictures are not of one size.
  DifferenceCounts counts(const Playback& first, const Playback& second) const;

  static constexpr size_t kMostPartings = 1u << 20;

 private:
  std::optional<size_t> first_event_;
  size_t first_moment_ = 0;                        // the cursor of the first playback behind it
  std::array<std::vector<uint32_t>, 2> abstract_;  // events that expand abstract nodes
  std::vector<uint32_t> partings_;
  std::vector<uint32_t> moments_;  // of the partings: cursors of the first playback just after the expansion
  bool truncated_ = false;
};

}  // namespace strata
