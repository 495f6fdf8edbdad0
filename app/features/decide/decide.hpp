// Purpose: DecideController answers which planner is the best for the open map: on a copy of the map it measures every
//          planner that can answer there, by queries and by brush strokes, and chooses one. decide_work.hpp has the
//          measurements, decide_rows.hpp the rule by which it chooses.
// Shapes: Results belong to the map and its rules. They are not stored in a scene (app/lab/scene.hpp), and are dropped
//         when another map opens.
// Threads: As for FeatureController; the copy of the map is used in a thread of its own.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/features/decide/decide_work.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/feature.hpp"

namespace strata {

struct FeaturePanel;
struct PanelDialog;
struct DecideSettings;
class Ui;

extern const Feature kDecideFeature;
// The page with the totals by the number of queries, and the same page with the queries of the stepped planner.
extern const std::array<FeatureChart, 2> kDecideCharts;
FeaturePanel decide_panel();
PanelDialog decide_report_dialog();
void draw_decide_page(Ui& ui, Lab& lab);  // draws the head of the page, see FeaturePanel::page
// Draws the row of the setting `bound`; `name` is its name in the UI dump.
void draw_decide_bound(Ui& ui, const DecideSettings& settings, const char* name);

// The words that a user may type for the settings `bound`, `random` and `built`.
inline constexpr std::array<std::string_view, 6> kDecideBounds = {"optimal", "1", "2", "5", "10", "any"};
inline constexpr std::array<std::string_view, 2> kDecideOver = {"scenario", "random"};
inline constexpr std::array<std::string_view, 2> kDecidePlanners = {"all", "built"};

struct DecideSettings {
  // Number of queries between two edits of the map, on which the choice for an edited map depends.
  int rate = 100;
  // Index into kDecideBounds of how far paths may be above optimal.
  int bound = 3;
  bool any_angle = false;
  // Random queries are measured even if a scenario is open; false: the rows of the scenario.
  bool random = false;
  // Maximum number of queries to measure.
  int queries = 200;
  // Only planners are measured whose structures the open map already has.
  bool built = false;
  int radius = 3, strokes = 30;
  friend bool operator==(const DecideSettings&, const DecideSettings&) = default;
};
std::span<const LabSetting> decide_lab_settings();
// Returns the bound for an index into kDecideBounds: a number of percent, or kAnyBound.
double decide_bound(int choice);

inline constexpr std::string_view kDecideOutdated =
    "Out of date: the map, its rules, a setting or the queries have changed since.";

// Says why there are no results, as a sentence. `remedy` is the text of a button that does what is needed by running
// `lines`, one command per line; both are empty if nothing can be done.
struct DecideRefusal {
  std::string why, remedy, lines;
};

class DecideController : public FeatureController {
 public:
  explicit DecideController(Lab& lab) : FeatureController(lab) {}

  const DecideSettings& settings() const { return settings_; }
  void set_settings(const DecideSettings& settings);
  DecideRule rule() const;

  bool running() const { return job_.running(); }
  double progress() const { return job_.progress(); }
  // Returns what is being measured, with the progress: "JPS is measured: 45 %".
  std::string progress_text() const;
  // Says that options of HPA* which fit the map were measured, too, and were no faster; empty: that is not known.
  std::string fit_note() const;
  // Returns the results of the last run. They have no rows if nothing was measured, or if the future of a search is
  // hidden from a learner.
  const DecideResults& results() const;
  const std::string& sentence() const { return sentence_; }
  // Returns the choices in words; none while the future of a search is hidden.
  std::span<const DecideVerdict> verdicts() const;
  // Returns among how many planners the choices were made, and which queries were measured, in sentences.
  const std::string& about() const { return about_; }
  DecideRefusal refusal() const;
  // Returns a sentence that says which queries were measured: "200 of 812 rows of arena.scen, ...".
  const std::string& method() const { return method_; }
  // Returns the short name of the planner in this row.
  std::string_view brief(size_t row) const { return measured_.briefs[row]; }
  bool has_scenario() const;  // a scenario with rows is open
  // Returns whether the map, its rules, a setting or the queries have changed since the planners were measured.
  bool outdated() const { return outdated_; }
  // Returns a number that changes whenever results, texts or progress change.
  uint64_t version() const { return version_; }
  // Returns why the planners could not be measured at the last tick; empty: they could.
  const std::string& why_not() const { return why_not_; }
  // Returns the row whose planner the lab steps at present; nullopt: that planner has no row.
  std::optional<size_t> stepped() const;
  std::optional<size_t> choice(DecideCriterion what) const;

  Status begin();
  Status cancel();
  // Compares and steps a planner, which is given by its name or by the number of its row, from 1.
  Status choose(const std::string& planner);
  // Returns the row of the planner that choose() was given last, or else of the one that is chosen for the present
  // number of queries between two edits; nullopt: there is none.
  std::optional<size_t> copied() const;
  // Returns a C++ program that plans with the planner, given as for choose(): with the settings that it was measured
  // with, or else with the present ones. If `planner` is empty, it is that of copied().
  Result<std::string> code(const std::string& planner) const;
  Status copy(const std::string& planner);
  Status write_report(const std::string& path);

  void tick(double) override;
  void finish_updates() override;
  Activity activity() const override { return job_.running() ? Activity::kWorks : Activity::kIdle; }
  void map_changed(const MapChange& change) override;
  void dump(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;

 private:
  std::vector<const Planner*> planners() const;
  // Returns the rows of the scenario to measure. `usable` becomes the number of rows that are queries of this map.
  std::vector<PlanQuery> scenario_queries(size_t& usable) const;
  bool measures_all() const;
  // Returns the setup of the world with options for all structures: those of structures that are off are the ones they
  // would get when switched on.
  WorldSetup offered_setup() const;
  std::string reason_against() const;
  uint64_t needs_stamp() const;
  // Returns what a copied program is chosen for if no planner was named.
  DecideCriterion default_criterion() const {
    return results_.timed ? DecideCriterion::kRate : DecideCriterion::kMemory;
  }
  uint64_t options_stamp() const;
  uint64_t queries_stamp() const;  // of the queries that a run would measure now
  bool is_outdated() const;
  Result<const Planner*> planner_of(const std::string& word) const;
  void read();
  void take(DecideResults results);
  void note_hpa_time();
  void say();
  void forget();

  // The inputs of a run at its beginning, and the names of its planners.
  struct RunInputs {
    WorldSetup setup;
    uint64_t options = 0, asked = 0, world = 0, revision = 0;  // asked: stamp of the queries
    // Full and short names of the planners, by row.
    std::vector<std::string> titles, briefs;
    std::string queries;  // "200 of 812 rows of arena.scen"
    int radius = 0;
    PlanOptions plan{};
    std::shared_ptr<std::atomic<int>> at{};
  };
  // The time of a query of the fastest HPA* of a run, with its options and the inputs of the run.
  struct HpaTime {
    std::string options;
    double query = kNoValue;
    uint64_t world = 0, revision = 0, asked = 0;
  };
  DecideSettings settings_;
  RunInputs under_way_, measured_;
  DecideResults results_;
  HpaTime fitted_, unfitted_;     // of the last runs with options that fit the map, and with others
  std::optional<size_t> picked_;  // row of the last choose(), until results or settings change
  std::string sentence_, method_, about_;
  std::vector<DecideVerdict> verdicts_;
  Job<DecideResults> job_;
  bool outdated_ = false;
  // The stamp of the inputs for which `outdated_` was computed.
  uint64_t outdated_of_ = 0;
  std::string why_not_;
  uint64_t why_not_of_ = 0;
  uint64_t version_ = 1;
};

DecideController& decide_controller(const Lab& lab);

}  // namespace strata
