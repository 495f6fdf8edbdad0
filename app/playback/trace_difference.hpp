// Purpose: A TraceDifference says what two recorded searches of one query do differently: which cells one of them has
//          expanded and the other has not, and at which moments they part.
// How: Searches are compared expansion by expansion: the tenth node that one has expanded with the tenth of the other.
//      Cells are counted from the pictures of both playbacks, so that the counts are those of what is shown.
// Units: Moments are cursors of the first search's playback, see playback.hpp.
// Threads: Not shared.
#pragma once

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

// Of two searches at their cursors. Nothing is counted if their pictures are not of one size.
DifferenceCounts count_difference(const Playback& first, const Playback& second);

class TraceDifference {
 public:
  // Takes two searches, of which nothing is known until `go_on` has gone through them.
  void begin();
  // Compares as many events more of the two searches, which must be those of the last call since `begin`, or all that
  // are left.
  void go_on(const Playback& first, const Playback& second, size_t events = SIZE_MAX);
  bool done() const { return done_; }
  // All at once.
  void read(const Playback& first, const Playback& second) {
    begin();
    go_on(first, second);
  }

  // Once it is done.
  bool same() const { return !first_event_ && partings_.empty(); }
  // The first event in which the traces differ; where one of them goes on after the other has ended, that is it.
  std::optional<size_t> first_event() const { return first_event_; }
  // Expansions, counted from 0, at which the two begin to expand different nodes after those that they share; the first
  // one may be the very first.
  const std::vector<uint32_t>& partings() const { return partings_; }
  // The first moment after the cursor at which they differ: of the first event, or of an expansion at which they part
  // again. Nothing: none follows.
  std::optional<size_t> next_divergence(size_t cursor) const;

 private:
  // How far it has come: events of which all before were the same, until that is decided; then expansions.
  size_t event_ = 0, expansion_ = 0;
  bool events_done_ = false, done_ = false;
  bool together_ = true;  // the expansion before was the same

  std::optional<size_t> first_event_;
  size_t first_moment_ = 0;  // the cursor of the first playback behind it
  std::vector<uint32_t> partings_;
  std::vector<uint32_t> moments_;  // of the partings: cursors of the first playback just after the expansion
};

}  // namespace strata
