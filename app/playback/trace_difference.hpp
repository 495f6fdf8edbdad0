// Purpose: A TraceDifference compares two recorded searches of one query: which cells only one of them has expanded,
//          and at which moments the searches diverge.
// How: Searches are compared expansion by expansion: the tenth of one search with the tenth of the other. Cells are
//      counted in the heat maps of both playbacks, so that the counts match the display. A cell counts as expanded from
//      its first expansion on, even if a later search of the planner only generates it.
// Units: Moments are cursors of the first search's playback.
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

// How many cells the searches have expanded before their cursors, each cell counted once; and how often they have
// expanded abstract nodes, which are no cells.
struct DifferenceCounts {
  size_t only_first = 0, only_second = 0, both = 0;
  // Numbers of expansions of abstract nodes; a node that is expanded twice counts twice.
  size_t abstract_first = 0, abstract_second = 0;
  friend bool operator==(const DifferenceCounts&, const DifferenceCounts&) = default;
};

// Compares two searches at their cursors. All counts are 0 if their maps differ in size.
DifferenceCounts count_difference(const Playback& first, const Playback& second);

class TraceDifference {
 public:
  // Begins the comparison of two other searches. go_on() then reads them.
  void begin();
  // Compares at most this number of further events of the two searches, which must not change after begin().
  void go_on(const Playback& first, const Playback& second, size_t events = SIZE_MAX);
  bool done() const { return done_; }
  // Compares all events at once.
  void read(const Playback& first, const Playback& second) {
    begin();
    go_on(first, second);
  }

  // The following functions are valid once done() returns true.
  bool same() const { return !first_event_ && partings_.empty(); }
  // Returns the index of the first event that is not the same in both recordings. If one recording is the beginning of
  // the other, it is the first event that only the longer one has.
  std::optional<size_t> first_event() const { return first_event_; }
  // Returns the expansions, counted from 0, at which the searches begin to expand different nodes after they
  // have expanded the same ones. Expansion 0 may be among them. The last one may be the expansion at which one
  // search has ended.
  const std::vector<uint32_t>& partings() const { return partings_; }
  // Returns the next moment after the cursor at which the searches diverge; nullopt: there is none. If both have the
  // same expansions, they diverge at the first event that differs.
  std::optional<size_t> next_divergence(size_t cursor) const;
  // Returns the expansion at which the searches diverge at this moment; nullopt: only other events differ.
  std::optional<uint32_t> parting_at(size_t moment) const;

 private:
  // How far the comparison has got: it goes over the events until a difference is found, then over the expansions.
  size_t event_ = 0, expansion_ = 0;
  bool events_done_ = false, done_ = false;
  // The previous expansion was of the same node in both searches.
  bool together_ = true;

  std::optional<size_t> first_event_;
  std::vector<uint32_t> partings_;
  // The cursors of the first playback that are just after a divergence.
  std::vector<uint32_t> moments_;
};

// One of the two searches, with the name that texts use for it.
struct NamedSearch {
  const Playback& playback;
  std::string_view name;
};
// Returns a divergence in words: "Both expand the same 2 nodes first. Then A* expands (5,14) and HPA* expands (4,13)."
// `moment` is a result of next_divergence.
std::string divergence_text(const TraceDifference& difference, const NamedSearch& first, const NamedSearch& second,
                            size_t moment);

}  // namespace strata
