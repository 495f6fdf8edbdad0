// Purpose: ViewSearches gives every view a planner. It records the searches that views show side by side, and moves
//          them by one play head.
// How: The first view shows the search that is stepped (QueryController), which leads: the head stands where its cursor
//      stands. The others follow to the same place, which a SearchProgress computes. A search may go on after the
//      leading one has ended. Then the head moves on alone. The searches are recorded like the leading one, in the
//      thread of the query thread.
// Units: Views are counted from 0. Places are those of app/playback/search_progress.hpp.
// Threads: As for Lab.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/lab_part.hpp"
#include "app/lab/lab_state.hpp"
#include "app/lab/query_thread.hpp"
#include "app/playback/search_progress.hpp"
#include "app/playback/trace_difference.hpp"
#include "core/base/parallel.hpp"

namespace strata {

class ViewSearches : public LabPart {
 public:
  explicit ViewSearches(Lab& lab);

  // Whether views show the searches of different planners. While something other than a search is stepped, they do not.
  bool active() const;
  int count() const { return active() ? state_.view_count : 1; }
  // Returns the planner of the view, or of all views if they show the same. The search on show may be the search
  // before, see `waiting`, or none, see `note`.
  const Planner& planner(int view) const;
  bool shows(const Planner& planner) const;  // whether a view other than the first shows the planner
  bool wants(const PlannerRow& row) const;   // its answer is needed: the comparison shows it, or a view its path
  const RecordedSearch& recorded(int view) const;
  Playback& playback(int view);
  const Playback& playback(int view) const { return recorded(view).playback; }
  bool waiting(int view) const;
  bool up_to_date(int view) const;
  std::string note(int view) const;  // why there is nothing to step; empty: there is a search, or it is being recorded
  Cost unit(int view) const;         // a straight step in the view's costs
  // Returns the key by which pictures are kept when views change their planners: 0 is the leading search.
  int slot(int view) const { return active() ? view : 0; }

  // Splits the view in two or four and gives each pane a planner; panes keep their earlier planners where possible.
  void compare(int views);
  void end();
  // Gives the view a planner. If another view has that planner, the two views swap planners.
  // Errors: an unknown planner, a view that does not exist, a structure that does not fit into memory.
  Status choose(int view, std::string_view planner);
  // Follows a change of the stepped planner: if another view has the new planner, that view takes the old planner.
  void leader_changed(std::string_view before);
  // Gives views whose planners need the structure other planners, as it has been switched off.
  void structure_gone(StructureId structure);

  void forget();  // another map is open, or views no longer compare

  // The head.
  double head() const { return head_; }
  double end_place() const;          // place at which all searches have ended
  double place(int view) const;      // place of the view's cursor
  double end_place(int view) const;  // place at which the view's search has ended
  bool ended() const;                // all searches are at their ends, as new searches are
  bool beyond() const;               // the leading search has ended, and others go on
  void go(double place);             // moves all searches to the place
  void set_pace(ProgressBy by);
  void follow_lead();               // moves the head to the place of the leading search
  bool step_beyond(int64_t steps);  // false: the leading search must be stepped instead
  void play();                      // plays from the start if all searches have ended
  void advance(double dt_seconds);

  // Returns how the search of the view differs from the leading search. Long searches are compared over several frames
  // once this has been called; null until the comparison is complete.
  const TraceDifference* compared(int view);
  // Returns the same difference, and completes the comparison at once.
  const TraceDifference& difference(int view);
  bool comparing() const { return comparing_; }
  DifferenceCounts counts(int view);

 private:
  friend class QueryController;  // it has the searches recorded beside its own

  // Recording: adds the searches that are out of date, and that can be recorded, to a task of the query thread.
  void ask(QueryTask& task);
  void show_impossible();  // views whose planners cannot search show nothing
  bool wanted() const;     // some search is out of date
  bool asked() const;      // the query thread has been asked for each of these searches
  bool takes(const Planner& planner) const;
  void take(const Planner& planner, RecordedSearch& recorded);  // swaps it for the recording before
  void discard_pending_traces();                                // discards searches that the query thread still records
  void notice_traces();                                         // moves newly recorded searches to the head

  struct Side {
    std::unique_ptr<RecordedSearch> recorded;
    std::string key;    // key of what the recorded search depends on
    std::string asked;  // the same key for the search that the query thread records; empty: none is asked for
  };
  struct Paced {
    SearchProgress pace;
    uint64_t of = 0;  // version of the playback's trace
  };
  struct Difference {
    TraceDifference difference;
    bool asked = false;  // asked for and not complete yet
    uint64_t of_first = 0, of_second = 0;
    DifferenceCounts counts;
    uint64_t counted_first = 0, counted_second = 0;  // versions of both playbacks
  };

  Side& side(int view) { return sides_[static_cast<size_t>(view) - 1]; }
  const Side& side(int view) const { return sides_[static_cast<size_t>(view) - 1]; }
  std::string key(int view) const;
  const SearchProgress& pace(int view) const;
  double micros(int view) const;
  void load(int view);
  void show_none(int view);
  void move_others();
  Difference& begun(int view);
  void compare_further();
  std::string_view proposal(int view) const;
  bool taken(std::string_view planner, int by_views_before) const;

  std::unique_ptr<Threads> threads_;  // made when first needed
  std::array<Side, kMaxViews - 1> sides_;
  mutable std::array<Paced, kMaxViews> paced_;
  std::array<Difference, kMaxViews> differences_;
  bool comparing_ = false;
  double head_ = SearchProgress::kBeginning;
  size_t lead_cursor_ = 0;                      // cursor of the leading search that the head saw last
  uint64_t lead_trace_ = 0, other_traces_ = 0;  // traces that the head knows
  bool all_ended_ = true;                       // the head is at the end, wherever the end will be
};

}  // namespace strata
