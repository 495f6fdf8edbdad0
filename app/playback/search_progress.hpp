// Purpose: A SearchProgress moves searches side by side together. It converts the cursor of one search to a place that
//          all searches understand, and back.
// How: A place is the number of nodes expanded so far, the time that has passed, or the phase and how far it has got.
//      Of all the moments of a search at the same place the last one counts: a search that has expanded twelve nodes
//      also shows what the twelfth one led to. At the place kBeginning no event has happened.
// Units: Places by expansions are counts; by time they are microseconds, over which the events of a search are spread
//        evenly, as single events are not measured; by phase they are the number of the phase plus the part of its
//        events that has passed, 0..1.
// Threads: Not shared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace strata {

class Playback;
struct TraceOutline;

enum class ProgressBy : uint8_t { kExpansions, kTime, kPhase };
inline constexpr int kPaces = 3;
std::string_view progress_by_name(ProgressBy by);  // "expansions", "time", "phase"

// The progress of one recorded search.
class SearchProgress {
 public:
  static constexpr double kBeginning = -1;

  // Takes the search that the playback holds. It must be read again after each load, and the playback must outlive its
  // use. The time that this takes does not depend on the length of the search.
  void read(const Playback& playback);
  // Returns the place of a cursor. `micros` is the time of the search, for ProgressBy::kTime; at or below 0 each event
  // counts as one microsecond.
  double place(size_t cursor, ProgressBy by, double micros) const;
  // Returns the last cursor whose place is at most this place.
  size_t cursor(double place, ProgressBy by, double micros) const;
  double end(ProgressBy by, double micros) const { return place(events_, by, micros); }
  // Return the least place beyond this place, and the greatest place before it; nullopt if there is none.
  std::optional<double> next(double place, ProgressBy by, double micros) const;
  std::optional<double> previous(double place, ProgressBy by, double micros) const;

 private:
  // Phases of one kind that follow each other on several levels are one stage, whose events are counted through.
  struct Stage {
    int number = 0;  // number of the phase
    size_t begin = 0, end = 0;
  };
  template <class Before>
  size_t first_not(Before before) const;

  size_t events_ = 0;
  const TraceOutline* outline_ = nullptr;
  std::vector<Stage> stages_;  // their numbers ascend
};

}  // namespace strata
