// Purpose: ViewSearches gives every view a planner. It records the searches that views show side by side, and moves
//          them by one play head.
// How: The first view shows the search that is stepped (QueryController), which leads: the head stands where its cursor
//      stands. The others follow to the same place, which a SearchProgress computes. A search may go on after the
//      leading one has ended. Then the head moves on alone. The searches are recorded like the leading one, in the
//      thread of the solver.
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
#include "app/lab/solver.hpp"
#include "app/playback/search_progress.hpp"
#include "app/playback/trace_difference.hpp"
#include "core/base/parallel.hpp"

namespace strata {

class ViewSearches : public LabPart {
 public:
  explicit ViewSearches(Lab& lab);

  // Views show searches of planners of their own. While something other than a search is stepped, they do not.
  bool active() const;
  int count() const { return active() ? state_.view_count : 1; }
  // Of the view, or of all views where they show the same. The search that is shown may be the one before, see
  // `waiting`, or none, see `note`.
  const Planner& planner(int view) const;
  bool shows(const Planner& planner) const;  // some view beside the first does
  bool wants(const PlannerRow& row) const;   // its answer: the comparison shows it, or a view its path
  const RecordedSearch& recorded(int view) const;
  Playback& playback(int view);
  const Playback& playback(int view) const { return recorded(view).playback; }
  bool waiting(int view) const;
  bool up_to_date(int view) const;
  std::string note(int view) const;  // why there is nothing to step; empty: there is, or it is on its way
  Cost unit(int view) const;         // a straight step in its costs
  // What pictures of pixels are kept by, also when views change their planners: 0 is that of the search that leads.
  int slot(int view) const { return active() ? view : 0; }

  // Splits the view in two or four and gives each a planner; planners that views had before are kept.
  void compare(int views);
  void end();
  // A planner that another view has changes places with the one of this view.
  // Errors: an unknown planner, a view that is not there, a structure that does not fit into memory.
  Status choose(int view, std::string_view planner);
  // Another planner is stepped from now on: if another view has it, that view takes the one that was.
  void leader_changed(std::string_view before);
  // Views whose planners need the structure, which has been switched off, are given others.
  void structure_gone(StructureId structure);

  void forget();  // another map, or views are compared no more

  // The head.
  double head() const { return head_; }
  double end_place() const;          // where all searches have ended
  double place(int view) const;      // of the view's cursor
  double end_place(int view) const;  // where its search has ended
  bool ended() const;                // all of them stand at their ends, as new searches do
  bool beyond() const;               // the search that leads has ended, and others go on
  void go(double place);             // all go there
  void set_pace(ProgressBy by);
  void follow_lead();               // the head stands where the search that leads does
  bool step_beyond(int64_t steps);  // false: the search that leads is to be stepped
  void play();                      // from the start if all have ended
  void advance(double dt_seconds);

  // What the search of the view does differently from the one that leads. Long searches are compared over several
  // frames once somebody has asked; null: not all of them has been compared yet.
  const TraceDifference* compared(int view);
  // What is left to be compared is compared now.
  const TraceDifference& difference(int view);
  bool comparing() const { return comparing_; }
  DifferenceCounts counts(int view);

 private:
  friend class QueryController;  // which has the searches recorded beside its own

  // Recording: what is not up to date and can be goes into a task of the solver.
  void ask(SolveTask& task);
  void show_impossible();  // views whose planners cannot search show nothing
  bool wanted() const;     // some search is not up to date
  bool asked() const;      // and the solver has been asked for each of these
  bool takes(const Planner& planner) const;
  void take(const Planner& planner, RecordedSearch& recorded);  // leaves the one before
  void discard_pending_traces();                                // what the solver still records comes too late
  void notice_traces();                                         // other searches have been recorded: the head sees them

  struct Side {
    std::unique_ptr<RecordedSearch> recorded;
    std::string key;    // what the recorded search depends on
    std::string asked;  // the same of the one that the solver records; empty: none is asked for
  };
  struct Paced {
    SearchProgress pace;
    uint64_t of = 0;  // the playback's trace
  };
  struct Difference {
    TraceDifference difference;
    bool asked = false;  // and not whole yet
    uint64_t of_first = 0, of_second = 0;
    DifferenceCounts counts;
    uint64_t counted_first = 0, counted_second = 0;  // moments of both playbacks
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

  std::unique_ptr<Threads> threads_;  // made when they are needed first
  std::array<Side, kMaxViews - 1> sides_;
  mutable std::array<Paced, kMaxViews> paced_;
  std::array<Difference, kMaxViews> differences_;
  bool comparing_ = false;
  double head_ = SearchProgress::kBeginning;
  size_t lead_cursor_ = 0;                      // where the head last saw the search that leads
  uint64_t lead_trace_ = 0, other_traces_ = 0;  // that the head knows
  bool all_ended_ = true;                       // the head stands at the end, wherever that comes to be
};

}  // namespace strata
