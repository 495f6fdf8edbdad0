// Purpose: ScenariosController keeps the open scenario: its rows and their file, the row that is the present query, and
//          the run over all rows.
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
#include "app/lab/scene_state_provider.hpp"
#include "app/lab/world_reader.hpp"

namespace strata {

class ScenariosController : public FeatureController,
                            public Document,
                            public WorldReader,
                            public LogContributor,
                            public SceneStateProvider {
 public:
  explicit ScenariosController(Lab& lab) : FeatureController(lab) {}
  ~ScenariosController() override { run_.stop(); }

  // The next functions concern the rows of the scenario.
  std::span<const ScenarioRow> rows() const { return rows_; }
  const ScenarioOrder& order() const { return order_; }
  RowProblem problem(size_t row) const { return problems_[row]; }
  const ProblemCounts& problems() const { return problem_counts_; }
  std::string problem_text(size_t row) const;
  // Returns the length of the stepped planner's path for the row; kNoValue: it is not known.
  double found(size_t row) const;
  size_t chosen() const { return chosen_; }  // the selected row
  // Returns the row that is the present query; nullopt: none is.
  std::optional<size_t> current() const;
  // Opens a scenario file and selects a row, counted from 0. `here`: the scenario is put on the open map; otherwise the
  // map that the file names is opened, too.
  Status open_row(const std::string& path, size_t row, bool here = false);
  // Shows rows that belong to another document, such as a phase of a dynamic scenario: they are not saved here. `of` is
  // the name that the rows have for the open map. Without rows it closes what is open.
  void show_rows(std::vector<ScenarioRow> rows, std::string of);
  bool borrowed() const { return borrowed_; }      // the rows were given to show_rows()
  const std::string& map() const { return map_; }  // the name that rows have for the open map
  Status choose_row(size_t row);
  // Selects the row that lies `by` places after the present one in the list; before it if `by` is negative.
  Status step_row(int by);
  Status add_query();  // appends the present query as a row
  Status save_as(const std::string& path);

  // The next functions concern a run, in which planners answer all rows.
  Status run();
  Status cancel();
  const ScenarioResults& results() const;  // empty while the future of a search is hidden
  // Returns whether the results belong to the present map, rules and options.
  bool results_hold() const { return results_hold_; }
  std::span<const ScenarioMeans> means() const { return means_; }  // index: bucket
  const ScenarioMeans& all_means() const { return all_means_; }
  // Returns a number that changes with the rows, the means and the answers.
  uint64_t results_version() const { return followed_answers_ + (version_ << 32); }
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
  bool empty() const override { return rows_.empty() || borrowed_; }
  Status save() override { return save_as(default_path()); }
  uint64_t version() const override { return version_; }
  std::string text() const override { return empty() ? std::string() : format_scenario({rows_, faults_}); }
  std::string_view parts() const override { return "rows"; }
  Result<Rect> read_copy(std::string_view text, const std::string& name) override;
  void leave_copy() override { copy_ = {}; }
  void take_copy(const std::string& path, bool confirmed) override;

 private:
  // Overrides of FeatureController and of WorldReader.
  bool reading() const override { return run_.running(); }
  void finish_reading() override;
  void end_reading() override;
  void pause_reading(bool paused) override { paused ? run_.pause() : run_.resume(); }

  Activity activity() const override { return run_.running() ? Activity::kWorks : Activity::kIdle; }
  void tick(double dt_seconds) override;
  void finish_updates() override;
  void map_changes(const MapChange& change) override;
  void map_changed(const MapChange& change) override;
  void query_changed() override;
  void add_trips(std::vector<StartGoalGroup>& groups) const override;
  void content_lines(SavedContent& content) const override;
  std::any content() const override;
  void take_content(const std::any& content) override;
  void dump(nlohmann::json& out) const override;

  void rows_changed();
  void forget_rows();  // closes the scenario
  void take_file(Scenario scenario, const std::string& file, size_t row);
  void add_row(ScenarioRow row);
  std::string default_path() const;  // the scenario's file, else an unused name beside the map
  std::string run_key(std::span<const Planner* const> planners) const;
  Status choose_planners(ScenarioTask& task) const;
  void collect();
  void stop_run(const char* why);
  // Updates problems and means after a change of the map, the rules or the answers.
  void follow();
  bool can_wait() const;
  RowProblem judge(size_t row) const;

  struct SceneState {
    std::vector<ScenarioRow> rows, saved;
    std::vector<ScenarioFault> faults;
    ScenarioOrder order;
    std::string path, map;
    bool unconfirmed = false, results_hold = true;
    size_t chosen = 0;
    ScenarioResults results;
    std::vector<ScenarioMeans> means;
    ScenarioMeans all_means;
  };

  std::vector<ScenarioRow> rows_;
  // The rows as they are in the file.
  std::vector<ScenarioRow> saved_;
  // Rows of the file that could not be read. They are written back when the scenario is saved.
  std::vector<ScenarioFault> faults_;
  // The rows that were read from a recovery copy and are not in use yet.
  Scenario copy_;
  ScenarioOrder order_;
  std::string path_;
  // The file name comes from a recovery copy, and the user has not confirmed it yet.
  bool unconfirmed_ = false;
  std::string map_;
  bool unsaved_ = false, borrowed_ = false;
  uint64_t version_ = 1;
  // The row that was the query last.
  size_t chosen_ = 0;

  std::vector<RowProblem> problems_;
  ProblemCounts problem_counts_;
  // The versions of rows, world, map, rules and answers, and the stepped planner: what follow() depends on.
  using InputVersions = std::tuple<uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, const Planner*>;
  InputVersions grounds() const;
  InputVersions followed_;
  uint64_t followed_answers_ = 0;
  double since_followed_ = 0;  // seconds since the last follow()

  ScenarioRun run_;
  ScenarioResults results_;
  bool results_hold_ = true;
  std::vector<ScenarioProgress> news_;
  std::vector<ScenarioMeans> means_;
  ScenarioMeans all_means_;
  // Version of the results from which the means were computed.
  uint64_t means_version_ = 0;
};

}  // namespace strata
