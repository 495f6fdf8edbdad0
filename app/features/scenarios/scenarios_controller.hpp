// Purpose: The scenario that is open: its rows and their file, the row that is the query, and the run over all rows.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "app/features/scenarios/scenario_results.hpp"
#include "app/lab/document.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/log_contributor.hpp"
#include "app/lab/world_reader.hpp"

namespace strata {

class ScenariosController : public FeatureController, public Document, public WorldReader, public LogContributor {
 public:
  explicit ScenariosController(Lab& lab) : FeatureController(lab) {}
  ~ScenariosController() override { run_.stop(); }

  // The rows.
  std::span<const ScenarioRow> rows() const { return rows_; }
  const ScenarioOrder& order() const { return order_; }
  RowProblem problem(size_t row) const { return problems_[row]; }
  const ProblemCounts& problems() const { return problem_counts_; }
  std::string problem_text(size_t row) const;
  double found(size_t row) const;         // length found by the stepped planner; kNoFigure: unknown
  std::optional<size_t> current() const;  // the row that is the query now
  // Opens the file, with its map or, with `here`, on the open map. Rows count from 0.
  Status open_row(const std::string& path, size_t row, bool here = false);
  Status choose_row(size_t row);
  Status step_row(int by);  // in the order of the list
  Status add_query();       // adds the query as the last row
  Status save_as(const std::string& path);

  // The run.
  Status run();
  Status cancel();
  const ScenarioResults& results() const;                          // none while the future of a search is hidden
  bool results_hold() const { return results_hold_; }              // for the current map, rules and options
  std::span<const ScenarioMeans> means() const { return means_; }  // by bucket
  const ScenarioMeans& all_means() const { return all_means_; }
  uint64_t results_version() const { return followed_answers_ + (version_ << 32); }  // of rows, means and answers
  Status write_csv(const std::string& path) const;

  std::string_view kind() const override { return "scen"; }
  std::string_view open_command() const override { return "scenario.open"; }
  std::string_view name() const override { return "the scenario"; }
  Status open(const std::string& path) override { return open_row(path, 0); }
  Result<std::string> map_of(const std::string& path) const override;
  std::string beside(const std::string& map) const override;
  const std::string& path() const override { return path_; }
  bool save_needs_name() const override;
  bool unsaved() const override { return unsaved_; }
  bool empty() const override { return rows_.empty(); }
  Status save() override { return save_as(default_path()); }
  uint64_t version() const override { return version_; }
  std::string text() const override { return rows_.empty() ? std::string() : format_scenario({rows_, faults_}); }
  std::string_view parts() const override { return "rows"; }
  Result<Rect> read_copy(const std::string& path) override;
  Result<Rect> read_copy_text(std::string_view text, const std::string& name) override;
  void leave_copy() override { copy_ = {}; }
  void take_copy(const std::string& path, bool confirmed) override;

 private:
  friend uint64_t times_opened(const ScenariosController& controller);

  // Overrides that the lab calls, also those of a controller that reads the world.
  bool reading() const override { return run_.running(); }
  void finish_reading() override;
  void end_reading() override;
  void pause_reading() override { run_.pause(); }
  void resume_reading() override { run_.resume(); }

  WorldReader* reader() override { return this; }
  Document* document() override { return this; }
  Activity activity() const override { return run_.running() ? Activity::kWorks : Activity::kRests; }
  void tick(double dt_seconds) override;
  void finish_updates() override;
  void map_changes(const MapChange& change) override;
  void map_changed(const MapChange& change) override;
  void query_changed() override;
  void add_trips(std::vector<TripGroup>& groups) const override;
  LogContributor* log_contributor() override { return this; }
  void rewrite_for_log(Command& command) const override;
  void content_lines(SavedContent& content) const override;
  void dump(nlohmann::json& out) const override;

  void rows_changed();
  Result<Rect> keep_copy(Result<Scenario> loaded);
  void forget_rows();  // no scenario is open any more
  void take_file(Scenario scenario, const std::string& file, size_t row);
  void add_row(ScenarioRow row);
  std::string default_path() const;  // the scenario's file, or else a free name beside the map
  std::string run_key(std::span<const Planner* const> planners) const;
  Status choose_planners(ScenarioTask& task) const;
  void collect();
  void stop_run(const char* why);
  void follow();  // brings problems and means up to date with the map, the rules and the answers
  bool can_wait() const;
  RowProblem judge(size_t row) const;

  std::vector<ScenarioRow> rows_;
  std::vector<ScenarioRow> saved_;     // rows in the file
  std::vector<ScenarioFault> faults_;  // rows of the file that cannot be read: saving leaves them in it
  Scenario copy_;                      // rows in a recovery copy
  ScenarioOrder order_;
  std::string path_;
  bool unconfirmed_ = false;  // a recovery copy has named the file
  std::string map_;
  bool unsaved_ = false;
  uint64_t version_ = 1;
  size_t chosen_ = 0;  // the row that was the query last

  std::vector<RowProblem> problems_;
  ProblemCounts problem_counts_;
  uint64_t opened_ = 0;  // how often a file was opened
  // State that follow() has followed last: rows, world, map, rules, plan, planner; and the answers.
  using Grounds = std::tuple<uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, const Planner*>;
  Grounds grounds() const;
  Grounds followed_;
  uint64_t followed_answers_ = 0;
  double since_followed_ = 0;  // in seconds

  ScenarioRun run_;
  ScenarioResults results_;
  bool results_hold_ = true;
  std::vector<ScenarioProgress> news_;
  std::vector<ScenarioMeans> means_;
  ScenarioMeans all_means_;
  uint64_t means_version_ = 0;  // version of the results
};

// Returns how often a file was opened: each time its tab is shown.
uint64_t times_opened(const ScenariosController& controller);

}  // namespace strata
