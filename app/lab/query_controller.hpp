// Purpose: QueryController has the query and its answers: which planners answer it, and the recorded search that is
//          stepped. All answers come from the query thread. On a small map a frame waits for them, for a
//          bounded time.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/lab/lab_part.hpp"

namespace strata {

class QueryThread;
class Trace;
struct GraphCounts;
struct Process;
struct PseudoCode;
struct RecordedSearch;
struct Workspace;

class QueryController : public LabPart {
 public:
  explicit QueryController(Lab& lab);
  ~QueryController();

  // The next functions concern the recording that is stepped.
  RecordedSearch& recorded() { return *recorded_; }
  const RecordedSearch& recorded() const { return *recorded_; }
  const Planner* traced_planner() const;
  const Process* process() const { return process_; }  // stepped in place of a search; null: a search is stepped
  // Returns the pseudo-code of what is stepped: of the planner, or of the process.
  const PseudoCode& pseudo_code() const;
  void set_stepped(std::string_view planner, const Process* process);
  std::string trace_key() const { return search_key(*traced_planner()); }
  const std::string& recorded_key() const { return trace_key_; }
  void note_recorded(std::string key);
  void forget_recorded();
  void record_again() { trace_key_.clear(); }
  void discard_pending_trace();  // discards the search that the query thread still records
  void record_trace();

  // Return a straight step in the costs of the stepped recording, and of a planner's answer: drawn graphs have their
  // own.
  Cost trace_unit() const;
  Cost row_unit(const Planner& planner) const;

  // The next functions concern the answers.
  uint64_t plan_version() const { return plan_version_; }    // changes when a planner's answer changed
  uint64_t rules_version() const { return rules_version_; }  // changes when rules or abstraction options changed
  void query_changed();
  void rules_changed();
  void rows_changed() { ++plan_version_; }
  void rules_replaced() { ++rules_version_; }
  void solve_soon() { solve_due_ = true; }
  void trace_soon() { trace_due_ = true; }
  void work_due();  // does the work that is due and possible now
  // On small maps the answers are there afterwards and, with `with_times`, the times on show are medians.
  void solve_now(bool with_times = false);
  void take_answers();
  void explain();  // writes the note on why there is no path, and on where the partial path ends

  // The next functions concern planners and what they need.
  bool usually_shown(const Planner& planner) const;
  bool wants_jumps(const Rules& rules) const;  // whether some row needs the jump map
  void follow_needs();
  bool ready_for(const Planner& planner) const;
  std::string building_note(const Planner& planner) const;
  std::string unavailable(const Planner& planner) const;  // why the planner cannot answer; empty: it can

  // The next functions concern the counts of structures.
  void count_soon() { count_due_ = true; }
  // Counts, unless the counts are up to date: in the query thread when that is idle, or, with `now`, at once.
  void count_graph(bool now);

  // Whether a gesture is under way whose effect on the query is shown live.
  bool live() const { return state_.dragging != DraggedMarker::kNone || state_.painting; }
  QueryThread& thread() { return *thread_; }
  Workspace& workspace() { return *workspace_; }

 private:
  friend class ViewSearches;  // its searches are recorded like the stepped search

  // Returns the key of what the planner's recorded search depends on; "none" if there is none.
  std::string search_key(const Planner& planner) const;
  bool over_drawn(const Planner& planner) const;  // the planner answers queries on the drawn graph, not on the map
  bool may_solve() const;
  void solve();
  void take_counts(const GraphCounts& counts);
  std::string answer_key(const Planner& planner) const;  // key of what the planner's answer depends on
  size_t charged_memory(const Planner& planner) const;   // 0: not counted yet
  bool can_solve(PlannerRow& row);                       // if false, the row says why
  void take_result(PlannerRow& row);
  std::string answer_note(const PlannerRow& row) const;  // the note on the row's result
  bool wants_optimum() const;
  bool astar_is_optimal() const;  // whether it is, with the chosen heuristic and weight
  void rate(const PlanResult* optimum);
  void ask_for_answers();
  void wait_for_answers(double limit_ms);
  void show_no_recorded();
  void take_recorded(const Planner& planner, std::unique_ptr<RecordedSearch> recorded);
  void judge_row(PlannerRow& row);
  void explain_missing_path();
  std::string partial_note() const;  // where the partial path ends; empty: there is none
  void compare();
  std::string unconnected_note() const;

  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<RecordedSearch> recorded_;  // never null
  std::unique_ptr<QueryThread> thread_;
  uint64_t plan_version_ = 1;
  uint64_t rules_version_ = 1;
  bool solve_due_ = false;
  bool trace_due_ = false;
  bool count_due_ = false;
  const Process* process_ = nullptr;
  std::string trace_key_;        // key of what the recorded search depends on
  std::string asked_trace_key_;  // the same key for the search that the query thread records
  std::array<size_t, 2>
      areas_{};  // sizes of the areas of start and goal, if the query thread found no path between them
  std::optional<PlanResult> optimum_;  // A*'s answer, if its row has none; from the query thread
  double solved_at_ = -1e9;            // time of the last solving, by the lab's clock
  double waited_seconds_ = 0;          // time spent waiting for the last answers
  uint64_t counted_stamp_ = 0;         // stamp of the counts in the state
  uint64_t counting_stamp_ = 0;        // stamp of the counts under way
};

// Returns start and goal drawn at random; nothing if the map has no two places for them.
std::optional<Query> random_query_on(const World& world, uint64_t seed);
// Returns a straight step in the costs of the planner's recorded search.
Cost search_unit(const Lab& lab, const Planner& planner);

}  // namespace strata
