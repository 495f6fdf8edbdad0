// How DecideController begins and ends a measurement of the planners, and the sentences about its results.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/features/decide/decide.hpp"
#include "app/features/decide/decide_code.hpp"
#include "app/features/decide/decide_report.hpp"
#include "app/features/scenarios/scenarios.hpp"
#include "app/figure/figure_chart.hpp"
#include "app/lab/charts.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/simple_view.hpp"
#include "app/lab/user_exports.hpp"
#include "core/base/count_of.hpp"
#include "core/base/hash.hpp"
#include "core/base/work_count.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/io/files.hpp"
#include "core/world/added_planner.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/plan_settings.hpp"

namespace strata {
namespace {

using nlohmann::json;

constexpr std::string_view kNoUsableRow = "no row of the scenario is a query of this map: use random queries";

json known_json(double value) { return is_figure(value) ? json(value) : json(nullptr); }

std::string own_file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

// Returns whether both setups have the same rules, and the same options for the structures in `used`. Numbers of levels
// do not count, as measuring adapts them to the planners.
bool same_options(WorldSetup a, WorldSetup b, const std::vector<StructureSet>& used) {
  if (!(a.rules == b.rules && a.letters == b.letters)) return false;
  for (WorldSetup* setup : {&a, &b}) {
    if (auto& hpa = setup->get<MapHpa>()) hpa->levels = 1;
    if (auto& hna = setup->get<MapHna>()) hna->levels = 1;
  }
  return std::ranges::all_of(kAllStructures, [&](StructureId id) {
    const bool is_used = std::ranges::any_of(used, [&](StructureSet one) { return one.contains(id); });
    return !is_used || a.of(id) == b.of(id);
  });
}

}  // namespace

DecideController& decide_controller(const Lab& lab) {
  return static_cast<DecideController&>(lab.controller(kDecideFeature));
}

void DecideController::set_settings(const DecideSettings& settings) {
  settings_ = settings;
  picked_.reset();
  say();
}

DecideRule DecideController::rule() const {
  return {static_cast<double>(settings_.rate), decide_bound(settings_.bound), settings_.any_angle,
          world_->level() != nullptr && !settings_.any_angle};
}

const DecideResults& DecideController::results() const {
  static const DecideResults kNothing;
  return future_hidden(lab_) ? kNothing : results_;
}

std::span<const DecideVerdict> DecideController::verdicts() const {
  return results().rows.empty() ? std::span<const DecideVerdict>() : std::span<const DecideVerdict>(verdicts_);
}

std::string DecideController::progress_text() const {
  const int at = under_way_.at == nullptr ? DecideTask::kBuilding : under_way_.at->load(std::memory_order_relaxed);
  const std::string what = at == DecideTask::kBuilding   ? "Structures are built"
                           : at == DecideTask::kPainting ? "Updates after strokes are measured"
                                                         : under_way_.titles[static_cast<size_t>(at)] + " is measured";
  return fmt::format("{}: {:.0f} %", what, 100 * progress());
}

std::string DecideController::fit_note() const {
  const bool same = fitted_.world == unfitted_.world && fitted_.revision == unfitted_.revision &&
                    fitted_.asked == unfitted_.asked && fitted_.world == measured_.world;
  if (!same || !(unfitted_.query <= fitted_.query)) return {};
  return fmt::format("Fitting HPA* to this map did not make it faster: {} a query with {}, {} with {}.",
                     decide_text(ChartUnit::kMicros, fitted_.query), fitted_.options,
                     decide_text(ChartUnit::kMicros, unfitted_.query), unfitted_.options);
}

DecideRefusal DecideController::refusal() const {
  const std::string random = kRandomQueries, random_lines(kMeasureByRandom);
  if (running()) return {progress_text() + ".", {}, {}};
  if (future_hidden(lab_)) {
    if (search_held(lab_)) return {"The lesson hides what the search does next: planners are measured later.", {}, {}};
    const bool by_lesson = hidden_names(lab_).hides("future");
    return {"The planners cannot be measured while the future of the search is hidden.",
            by_lesson ? "Go to the end of the search" : "End the prediction", by_lesson ? "step.last" : "predict off"};
  }
  if (planners().empty()) {
    if (settings_.built) {
      return {"No planner whose structures are switched on can answer on this map.", "Measure all planners",
              "decide.planners all"};
    }
    return {"No planner can answer on this map under the present rules.", "Use the default rules",
            "rules.profile usual\nrules.capability usual"};
  }
  if (!why_not_.empty()) return {"No row of the scenario is a query of this map.", random, random_lines};
  if (!results().rows.empty()) return {"No query that was to be measured has a path.", random, random_lines};
  constexpr const char* kWhat =
      "Which planner is the best for this map? All of them are measured on a copy of it, by queries and by random "
      "strokes of the brush; the open map stays as it is.";
  if (has_scenario()) return {kWhat, "Measure by the scenario", std::string(kMeasureByScenario)};
  return {kWhat, random, random_lines};
}

std::optional<size_t> DecideController::stepped() const {
  const std::vector<DecideRow>& rows = results().rows;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].planner->name == state_.traced) return i;
  }
  return std::nullopt;
}

std::optional<size_t> DecideController::choice(DecideCriterion what) const {
  return decide_choice(results().rows, what, rule());
}

std::optional<size_t> DecideController::copied() const {
  if (results().rows.empty()) return std::nullopt;
  return picked_ ? picked_ : choice(default_criterion());
}

// --- What is measured --------------------------------------------------------------------------------------------

// Returns whether structures that are off are built for the measurement, too. On a large map that would take too long.
bool DecideController::measures_all() const {
  return !settings_.built && !lab_.large_map_task().is_large(world_->map().cell_count());
}

// Returns the planners to measure. Planners that the user has added are left out, as the library does not have them,
// and so are planners over a drawn graph, whose costs the user has chosen.
std::vector<const Planner*> DecideController::planners() const {
  std::vector<const Planner*> all;
  for (const PlannerRow& row : state_.rows) {
    const Planner& planner = *row.planner;
    if (is_added(planner) || !is_listed(state_, planner) || plans_own_graph(*world_, planner)) continue;
    if (measures_all() ? supports(*world_, planner) : available(*world_, planner)) all.push_back(&planner);
  }
  return all;
}

std::vector<PlanQuery> DecideController::scenario_queries(size_t& usable) const {
  const ScenariosController& scenario = scenarios_controller(lab_);
  const auto rows = scenario.rows();
  count_work(rows.size());
  std::vector<PlanQuery> all;
  for (const uint32_t row : scenario.order().rows) {
    if (can_be_asked(scenario.problem(row))) all.push_back(query_of(rows[row]));
  }
  usable = all.size();
  const auto most = static_cast<size_t>(settings_.queries);
  if (all.size() <= most) return all;
  std::vector<PlanQuery> some;
  for (size_t i = 0; i < most; ++i) some.push_back(all[i * all.size() / most]);
  return some;
}

WorldSetup DecideController::offered_setup() const {
  WorldSetup setup = world_->setup(), chosen(setup.rules);
  for (const auto& [feature, controller] : lab_.controllers()) controller->choose(chosen, ChosenFor::kOpenMap);
  for (const StructureId id : kAllStructures) {
    if (setup.of(id).has_value()) continue;
    setup.of(id) = chosen.of(id).has_value() ? chosen.of(id) : default_options(id, setup.rules);
  }
  return setup;
}

std::string DecideController::reason_against() const {
  if (running()) return "the planners are being measured";
  if (future_hidden(lab_)) return "the future of the search is hidden";
  if (planners().empty()) return "no planner can answer on this map";
  const ScenariosController& scenario = scenarios_controller(lab_);
  const bool measures_rows = !settings_.random && has_scenario();
  if (measures_rows && scenario.problems().unusable >= scenario.rows().size()) return std::string(kNoUsableRow);
  return "";
}

uint64_t DecideController::needs_stamp() const {
  uint64_t stamp = 1 + static_cast<uint64_t>(running());
  const auto mix = [&](uint64_t value) { stamp = mix_stamp(stamp, value); };
  mix(state_.simple);
  mix(future_hidden(lab_));
  mix(settings_.built);
  mix(settings_.random);
  mix(scenarios_controller(lab_).rows().size());
  mix(scenarios_controller(lab_).problems().unusable);
  mix(state_.rows.size());
  mix(lab_.state().rules_version);
  mix(lab_.state().world_version);
  return stamp;
}

uint64_t DecideController::options_stamp() const {
  uint64_t stamp = 1;
  for (const SettingOf<PlanOptions>& row : plan_settings()) {
    stamp = mix_stamp(stamp, static_cast<uint64_t>(std::llround(row.get(state_.plan_options()) * 1000)));
  }
  return stamp;
}

bool DecideController::has_scenario() const { return !scenarios_controller(lab_).rows().empty(); }

uint64_t DecideController::queries_stamp() const {
  const auto rows = scenarios_controller(lab_).rows();
  if (settings_.random || rows.empty()) return mix_stamp(1, static_cast<uint64_t>(settings_.queries));
  uint64_t stamp = 2;
  for (const ScenarioRow& row : rows) {
    for (const int at : {row.start_x, row.start_y, row.goal_x, row.goal_y}) {
      stamp = mix_stamp(stamp, static_cast<uint64_t>(at));
    }
  }
  return stamp;
}

bool DecideController::is_outdated() const {
  if (results_.rows.empty()) return false;
  if (measured_.world != lab_.state().world_version || measured_.revision != world_->map().revision() ||
      measured_.options != options_stamp() || measured_.asked != queries_stamp()) {
    return true;
  }
  return !same_options(measured_.setup, offered_setup(), results_.structures);
}

// --- The run -----------------------------------------------------------------------------------------------------

Status DecideController::begin() {
  if (const std::string why = reason_against(); !why.empty()) return error_at("", why);
  DecideTask task;
  task.setup = world_->setup();
  task.offered = offered_setup();
  task.raises_levels = measures_all();
  task.planners = planners();
  task.options = state_.plan_options();
  task.options.keep_raw_path = false;
  // Partial paths are not wanted: a query without a path is counted as one without a path.
  task.options.partial = false;
  task.radius = settings_.radius;
  task.strokes = settings_.strokes;
  task.timed = !state_.fixed_clock;
  under_way_ = {.setup = task.offered,
                .options = options_stamp(),
                .asked = queries_stamp(),
                .world = lab_.state().world_version,
                .revision = world_->map().revision(),
                .titles = {},
                .briefs = {},
                .queries = {},
                .radius = settings_.radius,
                .plan = task.options,
                .at = std::make_shared<std::atomic<int>>(DecideTask::kBuilding)};
  task.at = under_way_.at;
  for (const Planner* planner : task.planners) {
    under_way_.titles.emplace_back(state_.names.title(*planner));
    under_way_.briefs.emplace_back(state_.names.brief(*planner));
  }
  const ScenariosController& scenario = scenarios_controller(lab_);
  if (!settings_.random && has_scenario()) {
    size_t usable = 0;
    task.queries = scenario_queries(usable);
    if (task.queries.empty()) return error_at("", std::string(kNoUsableRow));
    const std::string file = scenario.path().empty() ? std::string("the scenario") : own_file_name(scenario.path());
    under_way_.queries = task.queries.size() == usable
                             ? fmt::format("{} of {}", count_of(usable, "row"), file)
                             : fmt::format("{} of {} rows of {}, evenly spaced", task.queries.size(), usable, file);
  } else {
    task.random_queries = static_cast<size_t>(settings_.queries);
    under_way_.queries =
        fmt::format("{} (seed {})", count_of(task.random_queries, "random query", "random queries"), task.seed);
  }
  task.map = world_->map();
  task.level = world_->level();
  task.drawn = std::make_shared<const DrawnGraph>(world_->drawn_graph());
  job_.start(
      [task = std::move(task)](JobControl& control) mutable { return measure_decide(std::move(task), control); });
  ++version_;
  return success();
}

Status DecideController::cancel() {
  if (!running()) return error_at("", "no planners are being measured");
  job_.abandon();
  ++version_;
  return success();
}

void DecideController::read() {
  if (!job_.running()) return;
  if (auto results = job_.poll()) return take(std::move(*results));
  if (!job_.running() && job_.take_failure()) {
    lab_.say(MessageKind::kError,
             "Memory ran out while the planners were measured: measure those that are built alone");
  }
  // The progress has changed.
  ++version_;
}

void DecideController::take(DecideResults results) {
  results_ = std::move(results);
  measured_ = under_way_;
  picked_.reset();
  // The names of HPA* say what was measured, as its options decide how good it is; in the table the size of its
  // clusters has to do.
  for (size_t i = 0; i < results_.rows.size() && !results_.hpa.empty(); ++i) {
    if (results_.rows[i].planner->needs != StructureId::kHpa) continue;
    measured_.titles[i] += ", " + results_.hpa;
    measured_.briefs[i] += ", " + results_.hpa.substr(0, results_.hpa.find(','));
  }
  note_hpa_time();
  outdated_ = is_outdated();
  say();
  if (results_.queries == 0) {
    lab_.say(MessageKind::kWarning, "No query that was to be measured has a path");
  } else {
    const auto measured =
        static_cast<size_t>(std::ranges::count_if(results_.rows, [](const auto& row) { return row.answers(); }));
    lab_.say(MessageKind::kInfo, fmt::format("{} measured by {}", count_of(measured, "planner"),
                                             count_of(results_.queries, "query", "queries")));
  }
}

void DecideController::note_hpa_time() {
  HpaTime time{
      .options = results_.hpa, .world = measured_.world, .revision = measured_.revision, .asked = measured_.asked};
  for (const DecideRow& row : results_.rows) {
    if (row.planner->needs == StructureId::kHpa && is_figure(row.query) && !(time.query <= row.query))
      time.query = row.query;
  }
  (results_.hpa_fits ? fitted_ : unfitted_) = std::move(time);
}

// Writes the sentences about the results.
void DecideController::say() {
  ++version_;
  sentence_.clear();
  method_.clear();
  about_.clear();
  verdicts_.clear();
  if (results_.rows.empty()) return;
  verdicts_ = decide_verdicts(results_.rows, measured_.titles, rule(), results_.timed);
  sentence_ = decide_sentence(results_.rows, measured_.titles, rule(), results_.timed);
  method_ = measured_.queries;
  if (results_.without_path > 0) method_ += fmt::format(", {} of them without a path left out", results_.without_path);
  if (!results_.timed) {
    method_ += ". No times are taken under a fixed clock.";
  } else {
    method_ += fmt::format(
        ". Times: medians of {} warmed runs in turns. Updates: medians of {} with radius {} on a "
        "copy of the map.",
        results_.rounds, count_of(results_.strokes, "stroke"), measured_.radius);
  }
  std::string refused;
  for (size_t i = 0; i < results_.rows.size(); ++i) {
    const std::string& why = results_.rows[i].refused;
    if (!why.empty()) refused += fmt::format("{}{} ({})", refused.empty() ? "" : ", ", measured_.titles[i], why);
  }
  if (!refused.empty()) method_ += fmt::format(" Not measured: {}.", refused);
  about_ = fmt::format("{} {}", decide_scope(results_.rows, rule()), method_);
}

void DecideController::forget() {
  results_ = {};
  picked_.reset();
  outdated_ = false;
  say();
}

void DecideController::tick(double) {
  read();
  if (!results_.rows.empty()) {
    uint64_t stamp = mix_stamp(options_stamp(), lab_.state().rules_version);
    stamp = mix_stamp(stamp, world_->map().revision());
    stamp = mix_stamp(stamp, scenarios_controller(lab_).version());
    stamp = mix_stamp(stamp, static_cast<uint64_t>(settings_.queries) * 2 + (settings_.random ? 1 : 0));
    if (std::exchange(outdated_of_, stamp) != stamp && std::exchange(outdated_, is_outdated()) != outdated_) ++version_;
  }
  const uint64_t stamp = needs_stamp();
  if (std::exchange(why_not_of_, stamp) == stamp) return;
  why_not_ = reason_against();
  ++version_;
}

void DecideController::finish_updates() {
  if (auto results = job_.wait()) take(std::move(*results));
  tick(0);
}

// A running measurement belongs to the map that it began with, so that an edit ends it.
void DecideController::map_changed(const MapChange& change) {
  if (change.what == MapChange::Kind::kGesture) return;
  if (running()) {
    job_.abandon();
    lab_.say(MessageKind::kWarning, "The planners are no longer measured: the map has changed");
  }
  if (change.what == MapChange::Kind::kOther) return forget();
  if (!results_.rows.empty()) outdated_ = true;
  ++version_;
}

// --- Choosing, copying and reporting the results -----------------------------------------------------------------

Result<const Planner*> DecideController::planner_of(const std::string& word) const {
  const bool is_number = !word.empty() && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
  const std::vector<DecideRow>& rows = results().rows;
  if (is_number) {
    const size_t row = word.size() < 6 ? std::stoul(word) : 0;
    if (row >= 1 && row <= rows.size()) return rows[row - 1].planner;
    return error_at("", rows.empty() ? std::string("nothing has been measured yet")
                                     : fmt::format("there are rows 1 to {}, not {}", rows.size(), word));
  }
  if (const PlannerRow* row = state_.row(word)) return row->planner;
  return error_at("", fmt::format("there is no planner '{}'", word));
}

Status DecideController::choose(const std::string& planner) {
  STRATA_TRY(found, planner_of(planner));
  const std::string name(found->name);
  const std::vector<DecideRow>& rows = results().rows;
  const auto row = std::ranges::find(rows, found, &DecideRow::planner);
  if (row != rows.end()) picked_ = static_cast<size_t>(row - rows.begin());
  if (!state_.row(name)->shown) {
    if (Status shown = lab_.execute(fmt::format("planner.show {} on", name)); !shown) return shown;
  }
  return lab_.execute(fmt::format("planner.trace {}", name));
}

Result<std::string> DecideController::code(const std::string& planner) const {
  const Planner* chosen = nullptr;
  if (!planner.empty()) {
    STRATA_TRY(found, planner_of(planner));
    chosen = found;
  } else if (const auto row = copied()) {
    chosen = results_.rows[*row].planner;
  } else {
    return error_at("", "no planner is chosen yet: name one, or measure them");
  }
  DecideCodeInput input{.planner = chosen,
                        .map = state_.map_path,
                        .is_level = world_->level() != nullptr,
                        .query = state_.has_query ? state_.query : PlanQuery{},
                        .setup = offered_setup(),
                        .structures = depends_on(*world_, *chosen),
                        .options = state_.plan_options()};
  for (size_t i = 0; i < results_.structures.size(); ++i) {
    if (results_.rows[i].planner != chosen) continue;
    // The verdicts hold for the settings that were measured, which the user may have changed since.
    input.setup = measured_.setup;
    input.options = measured_.plan;
    input.structures = results_.structures[i];
  }
  input.options.keep_raw_path = false;
  return decide_code(input);
}

Status DecideController::copy(const std::string& planner) {
  const Result<std::string> text = code(planner);
  if (!text) return text.error();
  if (!lab_.host().set_clipboard) return error_at("", "there is no clipboard without a window");
  lab_.host().set_clipboard(text.value());
  const Planner& used = planner.empty() ? *results_.rows[*copied()].planner : *planner_of(planner).value();
  lab_.say(MessageKind::kInfo,
           fmt::format("The program that uses {} is on the clipboard as C++", state_.names.title(used)));
  return success();
}

Status DecideController::write_report(const std::string& path) {
  if (Status refused = lab_.session().refuse_stock(path); !refused) return refused;
  if (running()) return error_at(path, "the planners are still being measured: wait for the results, or cancel it");
  if (results().rows.empty()) return error_at(path, "nothing has been measured yet");
  const bool is_pdf = path.ends_with(".pdf");
  if (!is_pdf && !path.ends_with(".html")) return error_at(path, "the name of a report ends in .html or .pdf");
  ChartReader chart;
  chart.follow(lab_, kDecideCharts[0]);
  DecideReport report{.map = fmt::format("{}, {} x {} cells",
                                         state_.map_path.empty() ? "an untitled map" : own_file_name(state_.map_path),
                                         world_->map().width(), world_->map().height()),
                      .sentence = sentence_,
                      .rule = decide_rule_text(rule()),
                      .method = {},
                      .table = &chart.data().table,
                      .order = {}};
  const auto order = chart.order(sort_of(state_, kDecideCharts[0]));
  report.order.assign(order.begin(), order.end());
  report.method.emplace_back("Measured", method_);
  if (!results_.hpa.empty()) {
    report.method.emplace_back("HPA*", results_.hpa + (results_.hpa_fits ? "" : "; these are not fitted to the map"));
  }
  if (outdated_)
    report.method.emplace_back("Out of date", "The map, its rules, a setting or the queries have changed since.");
  for (const LabSetting& setting : decide_lab_settings()) {
    report.method.emplace_back(setting.row.title, setting_words(setting.row, setting.value(lab_)));
  }
  const ChartFigure figure{kDecideCharts[0].title, {}, &chart.data(), chart.version(), {}};
  if (!chart.data().series.empty()) report.chart = &figure;
  const Result<std::string> page = is_pdf ? decide_report_pdf(report) : decide_report_html(report);
  if (!page) return error_at(path, page.error().what);
  if (Status written = write_file_atomic(path, page.value()); !written) return written;
  note_export(lab_, path);
  lab_.say(MessageKind::kInfo, "report written to " + path);
  return success();
}

void DecideController::dump(json& out) const {
  json& own = out["decide"];
  for (const LabSetting& setting : decide_lab_settings()) {
    own[std::string(setting.row.name.substr(setting.row.name.find('.') + 1))] =
        setting_text(setting.row, setting.value(lab_));
  }
  const DecideResults& shown = results();
  own["running"] = running();
  own["outdated"] = outdated_;
  own["measured"] = {{"queries", shown.queries},
                     {"without_path", shown.without_path},
                     {"random", shown.random},
                     {"strokes", shown.strokes}};
  own["sentence"] = shown.rows.empty() ? std::string() : sentence_;
  for (int i = 0; i < kDecideCriteria; ++i) {
    const auto row = choice(static_cast<DecideCriterion>(i));
    own["choice"][kDecideUses[static_cast<size_t>(i)]] = row ? json(shown.rows[*row].planner->name) : json(nullptr);
  }
  own["rows"] = json::object();
  for (const DecideRow& row : shown.rows) {
    own["rows"][std::string(row.planner->name)] = {{"refused", row.refused},
                                                   {"asked", row.asked},
                                                   {"found", row.found},
                                                   {"expanded", known_json(row.expanded)},
                                                   {"above_mean", known_json(row.above_mean)},
                                                   {"above_worst", known_json(row.above_worst)},
                                                   {"memory_bytes", known_json(row.memory)},
                                                   {"query_micros", known_json(row.query)},
                                                   {"spread_micros", known_json(row.spread)},
                                                   {"build_micros", known_json(row.build)},
                                                   {"update_micros", known_json(row.update)},
                                                   {"first_answer_micros", known_json(row.first_answer)},
                                                   {"takes_part", takes_part(row, rule())}};
  }
}

void DecideController::setting_lines(std::vector<std::string>& lines) const {
  add_setting_lines(lab_, decide_lab_settings(), lines);
}

}  // namespace strata
