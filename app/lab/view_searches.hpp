// Purpose: ViewSearches gives every view a planner. It records the searches that the views show side by side, and moves
//          all of them with one play head.
// How: The first view shows the stepped search (QueryController). It is the leading search: the play head follows its
//      cursor. The other searches go to the corresponding place, which SearchProgress computes, such as the same number
//      of expansions or the same time. When the leading search has ended, the head moves on alone until the others have
//      ended, too. The query thread records all of these searches.
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

  // Returns whether the views show searches of different planners. They do not while a process other than a
  // search is stepped.
  bool active() const;
  int count() const { return active() ? state_.view_count : 1; }
  // Returns the planner of the view; if the views do not compare planners, it is the stepped one. The recorded search
  // may still be the previous one (see `waiting`), or there may be none (see `note`).
  const Planner& planner(int view) const;
  // Returns the planner whose search the view has recorded: `planner`, or the one that it has asked.
  const Planner& searched(int view) const;
  // Returns the level that the view draws: kAllLevels, or a level. Where the user has chosen none (kStepLevel) and the
  // view shows a search or a construction over several levels, it is the level of the step: the lowest level of the
  // graph while cells are searched, and the highest one before the first step and after the last.
  int drawn_level(int view) const;
  // Returns the level whose size the title of the view says: the level that is drawn. A search over one level is drawn
  // as in a view of all levels, and of it this level is meant.
  int counted_level(int view) const;
  // Returns whether the view draws cells and what lies on them: the search over cells, and paths.
  bool draws_cells(int view) const;
  // Returns whether a view other than the first one shows the planner.
  bool shows(const Planner& planner) const;
  // Returns whether the answer of the planner is needed, for the comparison or for the path in a view.
  bool wants(const PlannerRow& row) const;
  const RecordedSearch& recorded(int view) const;
  Playback& playback(int view);
  const Playback& playback(int view) const { return recorded(view).playback; }
  bool waiting(int view) const;
  bool up_to_date(int view) const;
  // Returns why the view has nothing to step; empty: there is a recorded search, or it is being recorded.
  std::string note(int view) const;
  Cost unit(int view) const;  // cost of a straight step in the view's search
  // Returns which of the stored heat maps belongs to the view's search. It is 0, that of the leading search, for all
  // views that show the same search.
  int slot(int view) const { return active() ? view : 0; }

  // Splits the view into two or four panes and gives each a planner. Panes keep their previous planners where possible.
  void compare(int views);
  void end();
  // Gives the view a planner. If another view has this planner, the two views swap.
  // Errors: an unknown planner, a view that does not exist, a structure that does not fit into memory.
  Status choose(int view, std::string_view planner);
  // Called when another planner is stepped: if a view shows that planner already, the view gets the planner `before`.
  void leader_changed(std::string_view before);
  // Called when a structure was switched off: views whose planners need it get other planners.
  void structure_gone(StructureId structure);

  // Drops all recordings. Called when another map opens, or when the views no longer compare planners.
  void forget();

  // The next functions concern the play head, and the places of the searches.
  double head() const { return head_; }
  double end_place() const;          // the place where all searches have ended
  double place(int view) const;      // place of the cursor in the view's search
  double end_place(int view) const;  // the place where the view's search has ended
  // Returns whether all searches are at their ends. A search that is recorded then also goes to its end.
  bool ended() const;
  // Returns whether the leading search has ended, but not all others.
  bool beyond() const;
  void go(double place);  // moves all searches to a place
  void set_pace(ProgressMeasure by);
  // Moves the play head to the place of the leading search's cursor.
  void follow_lead();
  // Moves the play head by this number of steps while it is beyond the leading search. Returns false if the caller must
  // step the leading search instead.
  bool step_beyond(int64_t steps);
  void play();  // plays; starts again if all searches have ended
  void advance(double dt_seconds);

  // Returns how the view's search differs from the leading one. The first call begins the comparison, which takes
  // several frames if the searches are long; null until it is complete.
  const TraceDifference* compared(int view);
  // Returns how the view's search differs from the leading one. If the comparison is not complete,
  // completes it at once.
  const TraceDifference& difference(int view);
  bool comparing() const { return comparing_; }
  DifferenceCounts counts(int view);

 private:
  friend class QueryController;  // QueryController lets these searches be recorded together with its own

  // Adds to a task of the query thread the searches of the views that are out of date and can be recorded.
  void ask(QueryTask& task);
  // Clears the recordings of views whose planners cannot search now.
  void show_impossible();
  // Returns whether the search of some view is out of date.
  bool wanted() const;
  // Returns whether the query thread is already recording all searches that are out of date.
  bool asked() const;
  bool takes(const Planner& planner) const;
  // Shows the recording in the views of the planner; `recorded` gets the previous one.
  void take(const Planner& planner, RecordedSearch& recorded);
  // Drops searches that the query thread is still recording.
  void discard_pending_traces();
  // Moves newly recorded searches to the place of the play head.
  void notice_traces();

  struct ViewSearch {
    std::unique_ptr<RecordedSearch> recorded;
    std::string key;  // identifies the inputs of the recorded search
    // Identifies the inputs of the search that is being recorded; empty: none is being recorded.
    std::string asked;
  };
  struct CachedProgress {
    SearchProgress pace;
    // Version of the recording that `pace` was computed from.
    uint64_t of = 0;
  };
  struct CachedDifference {
    TraceDifference difference;
    // The comparison was asked for and is not complete yet.
    bool asked = false;
    uint64_t of_first = 0, of_second = 0;
    DifferenceCounts counts;
    // Versions of both playbacks when the differences were counted.
    uint64_t counted_first = 0, counted_second = 0;
  };

  ViewSearch& side(int view) { return sides_[static_cast<size_t>(view) - 1]; }
  const ViewSearch& side(int view) const { return sides_[static_cast<size_t>(view) - 1]; }
  std::string key(int view) const;
  const SearchProgress& pace(int view) const;
  double micros(int view) const;
  void load(int view);
  void show_none(int view);
  void move_others();
  CachedDifference& begun(int view);
  void compare_further();
  std::string_view proposal(int view) const;
  bool taken(std::string_view planner, int by_views_before) const;

  std::unique_ptr<Threads> threads_;  // made when first needed
  std::array<ViewSearch, kMaxViews - 1> sides_;
  mutable std::array<CachedProgress, kMaxViews> paced_;
  std::array<CachedDifference, kMaxViews> differences_;
  bool comparing_ = false;
  double head_ = SearchProgress::kBeginning;
  // The cursor of the leading search when the play head was updated last.
  size_t lead_cursor_ = 0;
  // Versions of the recordings when the play head was updated last.
  uint64_t lead_trace_ = 0, other_traces_ = 0;
  // All searches were at their ends, so that the play head goes along when the end moves.
  bool all_ended_ = true;
};

}  // namespace strata
