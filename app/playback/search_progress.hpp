// Purpose: SearchProgress keeps searches in step that are shown side by side. It converts the cursor of a search to a
//          number, its place, that can be compared between searches, and back.
// How: A place is the number of expansions so far, the time so far, or the phase and the progress within it. If several
//      cursors of a search have the same place, the last one counts: a search at its twelfth expansion also shows what
//      that expansion has generated. At kBeginning no event has happened.
// Units: Places by expansions are counts. Places by time are microseconds; as single events are not measured, the time
//        of a search is spread evenly over its events. Places by phase are the number of the phase plus the share of
//        its events so far, 0..1.
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

enum class ProgressMeasure : uint8_t { kExpansions, kTime, kPhase };
inline constexpr int kPaces = 3;
std::string_view progress_by_name(ProgressMeasure by);  // "expansions", "time", "phase"

// Converts between cursor and place for one recorded search.
class SearchProgress {
 public:
  static constexpr double kBeginning = -1;

  // Reads the search of a playback in constant time. Call it again after each load; the playback must outlive its use.
  void read(const Playback& playback);
  // Returns the place of a cursor. `micros` is the measured time of the search, which ProgressMeasure::kTime needs; if
  // it is not above 0, each event counts as one microsecond.
  double place(size_t cursor, ProgressMeasure by, double micros) const;
  // Returns the last cursor whose place is not beyond `place`.
  size_t cursor(double place, ProgressMeasure by, double micros) const;
  double end(ProgressMeasure by, double micros) const { return place(events_, by, micros); }
  // These functions return the nearest place after, or before, `place`; nullopt: there is none.
  std::optional<double> next(double place, ProgressMeasure by, double micros) const;
  std::optional<double> previous(double place, ProgressMeasure by, double micros) const;

 private:
  // Several phases of one kind in a row, on different levels, count as one stage. The progress within it is the share
  // of the events of all of them.
  struct PhaseGroup {
    int number = 0;  // number of the phase
    size_t begin = 0, end = 0;
  };
  template <class Before>
  size_t first_not(Before before) const;

  size_t events_ = 0;
  const TraceOutline* outline_ = nullptr;
  // The stages, in ascending order of their numbers.
  std::vector<PhaseGroup> stages_;
};

}  // namespace strata
