// Purpose: A TraceDifference says what two recorded searches of one query do differently: which cells one of them has
//          expanded and the other has not, and at which moments they part.
// How: Searches are compared expansion by expansion: the tenth node of one search with the tenth of the other.
//      Cells are counted from the pictures of both playbacks, so that the counts are those of what is shown. A cell
//      counts as expanded from its first expansion on, even if a later search of the same planner only generates it.
// Units: Moments are cursors of the first search's playback, see playback.hpp.
// Threads: Not shared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/playback/playback.hpp"

namespace strata {

// Counts of the cells that have been expanded before the cursors of both searches, each cell once, and of expansions
// above the cells, which have no cell.
struct DifferenceCounts {
  size_t only_first = 0, only_second = 0, both = 0;
  size_t abstract_first = 0, abstract_second = 0;  // expansions of abstract nodes; a node may be expanded repeatedly
  friend bool operator==(const DifferenceCounts&, const DifferenceCounts&) = default;
};

// Compares two searches at their cursors. All counts are 0 if their pictures differ in size.
DifferenceCounts count_difference(const Playback& first, const Playback& second);

class TraceDifference {
 public:
  // Begins with two new searches; `go_on` reads them.
  void begin();
  // Compares as many more events of the two searches, or all that are left. Both must be the same as in the calls since
  // `begin`.
  void go_on(const Playback& first, const Playback& second, size_t events = SIZE_MAX);
  bool done() const { return done_; }
  // Compares all events at once.
  void read(const Playback& first, const Playback& second) {
    begin();
    go_on(first, second);
  }

  // The next functions are valid once done() is true.
  bool same() const { return !first_event_ && partings_.empty(); }
  // Returns the first event in which the traces differ. If one trace is a prefix of the other, it is the first event
  // beyond the prefix.
  std::optional<size_t> first_event() const { return first_event_; }
  // Returns the expansions, counted from 0, at which the two searches begin to expand different nodes after shared
  // ones; the first may be expansion 0. The last may be the expansion at which only one search goes on.
  const std::vector<uint32_t>& partings() const { return partings_; }
  // Returns the first moment after the cursor at which the searches part. Searches that expand the same nodes in the
  // same order part at the first event in which they differ. Returns nullopt if no such moment follows.
  std::optional<size_t> next_divergence(size_t cursor) const;
  // Returns the expansion at which the searches part at this moment; nullopt if they only differ in other events.
  std::optional<uint32_t> parting_at(size_t moment) const;

 private:
  // How far the comparison has come: first events, all of them equal so far, until a difference is found; then
  // expansions.
  size_t event_ = 0, expansion_ = 0;
  bool events_done_ = false, done_ = false;
  bool together_ = true;  // the expansion before was of the same node

  std::optional<size_t> first_event_;
  std::vector<uint32_t> partings_;
  std::vector<uint32_t> moments_;  // cursors of the first playback just after each parting
};

// A search of the pair and the name by which texts speak of it.
struct NamedSearch {
  const Playback& playback;
  std::string_view name;
};
// Returns a moment at which the searches part in words: "Both expand the same 2 nodes first. Then A* expands (5,14) and
// HPA* expands (4,13)." `moment` comes from next_divergence.
std::string divergence_text(const TraceDifference& difference, const NamedSearch& first, const NamedSearch& second,
                            size_t moment);

}  // namespace strata
