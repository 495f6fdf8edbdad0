// Purpose: QueryController has the query, the planners' answers to it, and the recorded search that is stepped. All
//          answers come from the query thread. On a small map a frame waits for them, for a limited time.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/answer_inputs.hpp"
#include "app/lab/lab_part.hpp"

namespace strata {

class QueryThread;
class Trace;
struct GraphCounts;
struct SteppedProcess;
struct PseudoCode;
struct RecordedSearch;
struct Workspace;

class QueryController : public LabPart {
 public:
  explicit QueryController(Lab& lab);
  ~QueryController();

  // The following functions concern the stepped recording.
  RecordedSearch& recorded() { return *recorded_; }
  const RecordedSearch& recorded() const { return *recorded_; }
  // Returns the planner whose search is recorded: the stepped one, or the one that it has asked.
  const Planner& searched_planner() const;
  // Returns the pseudo-code of the planner or process that is stepped.
  const PseudoCode& pseudo_code() const;
  void set_stepped(std::string_view planner, const SteppedProcess* process);
  std::string trace_key() const { return search_key(*state_.traced_planner()); }
  const std::string& recorded_key() const { return trace_key_; }
  // Returns whether the key of a recording is that of the planner's search at present. Frames ask this, so that the
  // present key is put together only after one of the inputs has changed.
  bool is_current(const Planner& planner, std::string_view key) const;
  void note_recorded(std::string key);
  void forget_recorded();
  // Drops a search that the query thread is still recording.
  void discard_pending_trace();
  void record_trace();

  // These functions return the cost of a straight step in the stepped recording, and in the answer of a planner. The
  // costs of a drawn graph have a unit of their own.
  Cost trace_unit() const;
  Cost row_unit(const Planner& planner) const;

  // The next functions concern the answers.
  uint64_t plan_version() const { return plan_version_; }  // changes when a planner's answer changed
  // Does what has become due because one of the AnswerInputs has changed since the last call. The lab calls it after
  // each command and in each tick.
  void follow();
  // Must be called whenever the world is given out for changes, as its setup may be another one afterwards.
  void world_handed_out() { world_changed_ = true; }
  // Asks all planners again, as something outside of the lab has changed.
  void ask_again();
  void rows_changed() { ++plan_version_; }
  void solve_soon() { solve_due_ = true; }
  void trace_soon() { trace_due_ = true; }
  // Does all work that is due, as far as it is possible now.
  void work_due();
  // Asks the planners. On small maps all answers have arrived when the function returns; with `with_times`, so have the
  // displayed times, which are medians of several runs.
  void solve_now(bool with_times = false);
  void take_answers();
  // Writes the notes that say why there is no path, and where a partial path ends.
  void explain();

  // The following functions concern planners and the structures that they need.
  bool usually_shown(const Planner& planner) const;
  // Returns whether some row needs the map of jump points.
  bool wants_jumps(const Rules& rules) const;
  // Returns whether the layer of clearances or a feature needs the clearances.
  bool wants_clearance() const;
  std::string building_note(const Planner& planner) const;

  // The following functions concern the sizes of structures.
  void count_soon() { count_due_ = true; }
  // If the counted sizes are out of date, counts again: in the query thread when it has nothing else to do, or
  // at once if `now`.
  void count_graph(bool now);

  // Returns whether a gesture is under way that answers follow live.
  bool live() const { return state_.dragging != DraggedMarker::kNone || state_.painting; }
  QueryThread& thread() { return *thread_; }
  Workspace& workspace() { return *workspace_; }

 private:
  // ViewSearches records the searches of the views like the stepped search.
  friend class ViewSearches;

  void follow_needs();

  // Returns a key of everything that the recorded search of the planner depends on; "none": it has no search to record.
  std::string search_key(const Planner& planner) const;
  bool may_solve() const;
  void solve();
  void take_counts(const GraphCounts& counts);
  std::string answer_key(const Planner& planner) const;  // identifies the inputs of the planner's answer
  // Returns the number of bytes charged to the planner; 0: they are not counted yet.
  size_t charged_memory(const Planner& planner) const;
  // Returns whether the planner can answer now. If not, the note of the row says why.
  bool can_solve(PlannerRow& row);
  void take_result(PlannerRow& row);
  std::string answer_note(const PlannerRow& row) const;  // the note on the row's answer
  bool wants_optimum() const;
  // Returns whether A* is optimal with the chosen heuristic and weight.
  bool astar_is_optimal() const;
  void rate(const PlanResult* optimum);
  void ask_for_answers();
  void wait_for_answers(double limit_ms);
  void take_missing_times();
  void show_no_recorded();
  void take_recorded(const Planner& planner, std::unique_ptr<RecordedSearch> recorded);
  void judge_row(PlannerRow& row);
  void explain_missing_path();
  // Returns a sentence that says where the partial path ends; empty: there is none.
  std::string partial_note() const;
  void compare();
  std::string unconnected_note() const;

  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<RecordedSearch> recorded_;  // never null
  std::unique_ptr<QueryThread> thread_;
  uint64_t plan_version_ = 1;
  // The values that answers depend on, as of the last follow().
  AnswerInputs inputs_;
  bool world_changed_ = true;
  bool solve_due_ = false;
  bool trace_due_ = false;
  bool count_due_ = false;
  std::string trace_key_;        // identifies the inputs of the recorded search
  std::string asked_trace_key_;  // identifies the inputs of the search that the query thread is recording
  // If no path connects start and goal: the number of cells that can be reached from start, and from goal.
  std::array<size_t, 2> areas_{};
  // The answer of A*, computed by the query thread if the row of A* has none.
  std::optional<PlanResult> optimum_;
  // The time at which the planners were asked last, in seconds of the lab's clock.
  double solved_at_ = -1e9;
  // How long frames have waited for the answers of that time, in seconds.
  double waited_seconds_ = 0;
  // Stamp of the world for which the sizes in the state were counted.
  uint64_t counted_stamp_ = 0;
  // Stamp of the world for which sizes are being counted at present.
  uint64_t counting_stamp_ = 0;
  uint64_t inputs_version_ = 1;  // changes when follow() finds that inputs_ have changed
  // The key of a planner's search, and the inputs for which it was put together.
  struct PlannerKey {
    const Planner* planner = nullptr;
    uint64_t inputs = 0;
    std::string key;
  };
  mutable std::vector<PlannerKey> keys_;
};

// Returns a random start and goal; nullopt if the map has fewer than two cells for them.
std::optional<PlanQuery> random_query_on(const World& world, uint64_t seed);
// Returns the cost of a straight step in the planner's recorded search.
Cost search_unit(const Lab& lab, const Planner& planner);

}  // namespace strata
