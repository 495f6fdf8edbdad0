#include "app/features/sweep/sweep.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/features/scenarios/scenarios.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/simple_view.hpp"
#include "core/base/hash.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/io/movingai.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

using nlohmann::json;

struct MeasureInfo {
  std::string_view name, title;
  ChartUnit unit;
  // Returns the value of this measure; a value below 0 means that there is none.
  double (*of)(const SweepMeasurements&);
};

constexpr std::array<MeasureInfo, kSweepMeasures> kMeasures = {{
    {"expanded", "nodes expanded", ChartUnit::kCount, [](const SweepMeasurements& f) { return f.expanded; }},
    {"time", "time", ChartUnit::kMicros, [](const SweepMeasurements& f) { return f.micros; }},
    {"above-optimal", "above optimal", ChartUnit::kPercent,
     [](const SweepMeasurements& f) { return f.ratio < 0 ? -1.0 : 100 * (f.ratio - 1); }},
    {"build", "preparation", ChartUnit::kMicros, [](const SweepMeasurements& f) { return f.build_micros; }},
    {"memory", "memory (bytes)", ChartUnit::kCount, [](const SweepMeasurements& f) { return f.memory_bytes; }},
    {"update", "update after an edit", ChartUnit::kMicros, [](const SweepMeasurements& f) { return f.update_micros; }},
}};

const MeasureInfo& info_of(SweepMeasure measure) { return kMeasures[static_cast<size_t>(measure)]; }

const WorldSetting* swept_named(std::string_view name) {
  const WorldSetting* setting = world_setting_named(name);
  return setting != nullptr && setting->swept() ? setting : nullptr;
}

std::vector<std::string_view> swept_names() {
  std::vector<std::string_view> names;
  for (const WorldSetting* one : swept_settings()) names.push_back(one->row.name);
  return names;
}

Status run_choose(Lab& lab, const Command& command) {
  const WorldSetting* setting = swept_named(command.args[0]);
  if (setting == nullptr) {
    return error_at("", fmt::format("'{}' cannot be swept; {} can", command.args[0], fmt::join(swept_names(), ", ")));
  }
  const SettingSweep& sweep = setting->row.sweep;
  const auto [low, high] = swept_range(setting->row);
  int range[3] = {sweep.from, sweep.to, sweep.step};
  for (size_t i = 1; i < command.args.size(); ++i) {
    const bool is_step = i == 3;
    STRATA_TRY(value, integer(command.args[i], is_step ? 1 : low, high, is_step ? "STEP" : i == 1 ? "FROM" : "TO"));
    range[i - 1] = value;
  }
  return sweep_controller(lab).choose_setting(command.args[0], range[0], range[1], range[2]);
}

constexpr auto kMeasureNames = setting_rows::words_of<SweepMeasure, kSweepMeasures>(
    [](SweepMeasure measure) { return kMeasures[static_cast<size_t>(measure)].name; });
constexpr std::array<std::string_view, 2> kOver = {"query", "scenario"};

std::span<const LabSetting> sweep_lab_settings() {
  static const std::vector<LabSetting> all =
      with_texts({{.row = {.name = "sweep.measure",
                           .title = "Measure of a sweep",
                           .help = "What the chart of a sweep shows over the values",
                           .words = kMeasureNames,
                           .kind = SettingKind::kChoice},
                   .value = [](const Lab& lab) { return static_cast<double>(sweep_controller(lab).measure()); },
                   .set =
                       [](Lab& lab, double value) {
                         sweep_controller(lab).set_measure(static_cast<SweepMeasure>(value));
                         return success();
                       }},
                  {.row = {.name = "sweep.over",
                           .title = "Queries of a sweep",
                           .help = "The current query, or up to 200 rows of the scenario, evenly spaced",
                           .words = kOver,
                           .kind = SettingKind::kChoice},
                   .value = [](const Lab& lab) { return sweep_controller(lab).over_scenario() ? 1.0 : 0.0; },
                   .set =
                       [](Lab& lab, double value) {
                         sweep_controller(lab).set_over_scenario(value != 0);
                         return success();
                       }}});
  return all;
}

Status run_sweep(Lab& lab, const Command&) { return sweep_controller(lab).begin(); }
Status run_cancel(Lab& lab, const Command&) { return sweep_controller(lab).cancel(); }

// Returns the usage of the command, with the names of all settings that can be swept.
std::string choose_usage() { return fmt::format("{} [FROM] [TO] [STEP]", fmt::join(swept_names(), "|")); }
const std::string kChooseUsage = choose_usage();

// clang-format off
const std::array<FeatureCommand, 3> kCommands = {{
    {{"sweep.choose", kChooseUsage, "Setting of a sweep", CommandGroup::kSearch, 1, 4, "The number that a sweep sets, from one value to another; weights are in hundredths", keeps::kSetting | keeps::kLast, 0, "hpa.cluster_size 4 20 2"}, run_choose},
    {{"sweep.run", "", "Run the sweep", CommandGroup::kScenario, 0, 0, "Builds a world for every value, in the background, and asks the planners of the comparison"}, run_sweep},
    {{"sweep.cancel", "", "Cancel the sweep", CommandGroup::kScenario, 0, 0, "Ends it; what an earlier sweep has measured stays"}, run_cancel},
}};
// clang-format on

// Returns a range that goes on beyond the best value: as far again as this value, or to the end of the setting.
// Nullopt: the value lies within the range that was measured, or at the end of the setting.
std::optional<SettingSweep> range_beyond(const Setting& setting, std::span<const SweepRow> rows, int best) {
  constexpr int kValues = 16;  // about so many values are measured
  const auto [low, high] = swept_range(setting);
  int from = rows.front().value, to = rows.back().value;
  const bool up = best == to && to < high, down = !up && best == from && from > low;
  if (!up && !down) return std::nullopt;
  if (up) to = std::min(high, std::max(2 * to, to + 1));
  if (down) from = std::max(low, from / 2);
  const int step = (to - from + kValues - 1) / kValues, length = (to - from) / step * step;
  return up ? SettingSweep{to - length, to, step} : SettingSweep{from, from + length, step};
}

std::string no_rows_reason(const SweepController& sweep) {
  if (sweep.running()) return fmt::format("The sweep is under way: {:.0f} %.", 100 * sweep.progress());
  const std::string why = sweep.why_not();
  return why.empty() ? "No sweep has been run yet." : fmt::format("No sweep can be run now: {}.", why);
}

// Fills what the charts of a sweep have in common. Returns false if there is nothing to show, and says why.
bool begin_chart(const SweepController& sweep, std::string_view measure, ChartData& out) {
  if (sweep.rows().empty()) {
    out.reason = no_rows_reason(sweep);
    if (!sweep.running() && sweep.why_not().empty()) {
      out.remedy = "Run the sweep";
      out.remedy_lines = "sweep.run";
    }
    return false;
  }
  const SweepTask& task = sweep.measured();
  const size_t queries = task.queries.size();
  out.about = fmt::format("{} over {}, mean of {} {}", measure, full_title(task.setting->row), queries,
                          queries == 1 ? "query" : "queries");
  out.about.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(out.about.front())));
  out.x = {.title = full_title(task.setting->row), .unit = ChartUnit::kNumber};
  out.table.columns = {{.title = "value", .unit = ChartUnit::kNumber, .help = full_title(task.setting->row)}};
  if (sweep.outdated()) out.warning = "Map or query have changed since: run the sweep again.";
  return true;
}

// The planner that is stepped, or else the first that was measured, as an index.
size_t stepped_planner(const Lab& lab) {
  const std::vector<const Planner*>& all = sweep_controller(lab).measured().planners;
  const auto stepped = std::ranges::find(all, lab.state().traced, &Planner::name);
  return stepped == all.end() ? 0 : static_cast<size_t>(stepped - all.begin());
}

// Expansions of one planner in two parts, as in figure 8 of HPA*: connecting start and goal, and the search itself.
void fill_phases(const Lab& lab, ChartData& out) {
  const SweepController& sweep = sweep_controller(lab);
  if (!begin_chart(sweep, "nodes expanded without refinement", out)) return;
  const size_t index = stepped_planner(lab);
  const Planner& planner = *sweep.measured().planners[index];
  out.about += fmt::format(", {}", lab.state().names.brief(planner));
  out.y = {.title = "nodes expanded", .unit = ChartUnit::kCount};
  struct Part {
    std::string_view name, title;
    Rgba color;
    float dash;
    double (*of)(const SweepMeasurements&);
  };
  const Part parts[] = {
      {"sum", "both", palette::kBlack, 0, [](const SweepMeasurements& f) { return f.connecting + f.searching; }},
      {"connecting", "connecting start and goal", palette::kVermilion, 6,
       [](const SweepMeasurements& f) { return f.connecting; }},
      {"searching", "search of the graph", palette::kBlue, 2, [](const SweepMeasurements& f) { return f.searching; }}};
  for (const Part& part : parts) {
    ChartSeries& series = out.series.emplace_back(ChartSeries{.name = std::string(part.name),
                                                              .title = std::string(part.title),
                                                              .color = part.color,
                                                              .dash = part.dash,
                                                              .mark = ChartMark::kLine,
                                                              .points = {}});
    out.table.columns.push_back(
        {.title = series.title, .unit = ChartUnit::kCount, .help = series.title, .series = series.name});
  }
  for (const SweepRow& row : sweep.rows()) {
    const bool solved = index < row.planners.size() && row.planners[index].solved > 0;
    out.table.cells.push_back(row.value);
    for (size_t i = 0; i < std::size(parts); ++i) {
      const double value = solved ? parts[i].of(row.planners[index]) : kNoValue;
      out.table.cells.push_back(value);
      if (solved) out.series[i].points.push_back({static_cast<double>(row.value), value, 0, -1});
    }
  }
  const ChartPoint* least = nullptr;
  for (const ChartPoint& point : out.series.front().points) {
    if (least == nullptr || point.y < least->y) least = &point;
  }
  if (least == nullptr) return;
  const Setting& setting = sweep.measured().setting->row;
  out.limits.push_back(
      {least->y, fmt::format("least at {}", setting_text(setting, swept_value(setting, static_cast<int>(least->x))))});
}

void fill_sweep(const Lab& lab, ChartData& out) {
  const SweepController& sweep = sweep_controller(lab);
  const MeasureInfo& measure = info_of(sweep.measure());
  if (!begin_chart(sweep, measure.title, out)) return;
  const SweepTask& task = sweep.measured();
  out.y = {.title = std::string(measure.title), .unit = measure.unit};
  for (size_t i = 0; i < task.planners.size(); ++i) {
    const Planner& planner = *task.planners[i];
    const PlannerStyle style = planner_style(lab.state(), planner.name);
    ChartSeries series{.name = std::string(planner.name),
                       .title = std::string(lab.state().names.brief(planner)),
                       .color = style.color,
                       .dash = style.dash,
                       .mark = ChartMark::kLine,
                       .points = {}};
    for (const SweepRow& row : sweep.rows()) {
      if (i >= row.planners.size()) continue;
      const double value = measure.of(row.planners[i]);
      if (value >= 0) series.points.push_back({static_cast<double>(row.value), value, 0, -1});
    }
    out.table.columns.push_back(
        {.title = series.title, .unit = measure.unit, .help = series.title, .series = series.name});
    out.series.push_back(std::move(series));
  }
  for (const SweepRow& row : sweep.rows()) {
    out.table.cells.push_back(row.value);
    for (size_t i = 0; i < task.planners.size(); ++i) {
      const double value = i < row.planners.size() ? measure.of(row.planners[i]) : -1;
      out.table.cells.push_back(value < 0 ? kNoValue : value);
    }
  }
  if (const auto best = best_swept(lab)) {
    out.limits.push_back(
        {best->figure, fmt::format("{}: least at {}{}", lab.state().names.brief(*best->planner),
                                   setting_text(task.setting->row, swept_value(task.setting->row, best->value)),
                                   best->beyond ? ", the edge of the range" : "")});
  }
  for (size_t i = 0; i < task.planners.size() && out.warning.empty(); ++i) {
    for (const SweepRow& row : sweep.rows()) {
      if (i >= row.planners.size() || row.planners[i].refused.empty()) continue;
      out.warning =
          fmt::format("{} at {}: {}", lab.state().names.brief(*task.planners[i]), row.value, row.planners[i].refused);
      break;
    }
  }
}

// The best value is that of the stepped planner; of equal values it is the present one.
uint64_t sweep_chart_version(const Lab& lab) {
  const auto best = best_swept(lab);
  const uint64_t stamp = mix_stamp(sweep_controller(lab).version(), best ? static_cast<uint64_t>(best->value) + 1 : 0);
  return mix_stamp(stamp, stepped_planner(lab));
}

constexpr std::array<FeatureChart, 2> kSweepCharts = {
    {{"sweep", "Sweep of a setting", "sweep", sweep_chart_version, fill_sweep},
     {"sweep-phases", "Sweep: connecting and search", "sweep-phases", sweep_chart_version, fill_phases}}};

void add_sweep_menu(const Lab&, const MenuContext&, MenuList& menu, MenuSection section) {
  if (section != MenuSection::kSearch) return;
  menu.command("Sweep a setting...", "menu.search.sweep",
               std::vector<std::string>{"ui.panel left on", "ui.place sweep"});
}

}  // namespace

const Feature kSweepFeature = {
    .name = "sweep",
    .title = "Sweep",
    .commands = kCommands,
    .settings = sweep_lab_settings,
    .menu = add_sweep_menu,
    .charts = kSweepCharts,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<SweepController>(lab);
    },
};

SweepController& sweep_controller(const Lab& lab) {
  return static_cast<SweepController&>(lab.controller(kSweepFeature));
}

std::optional<BestSweptValue> best_swept(const Lab& lab) {
  const SweepController& sweep = sweep_controller(lab);
  const std::vector<const Planner*>& all = sweep.measured().planners;
  const size_t index = stepped_planner(lab);
  std::optional<BestSweptValue> best;
  const std::span<const SweepRow> rows = sweep.rows();
  const auto is_edge = [&](int value) { return value == rows.front().value || value == rows.back().value; };
  const auto is_preferred = [&](int value) {
    if (is_edge(value) != is_edge(best->value)) return is_edge(best->value);
    return sweep.present_value(*sweep.measured().setting) == value;
  };
  for (const SweepRow& row : rows) {
    if (index >= row.planners.size()) continue;
    const double figure = info_of(sweep.measure()).of(row.planners[index]);
    if (figure < 0 || (best && figure > best->figure)) continue;
    if (!best || figure < best->figure || is_preferred(row.value)) best = {all[index], row.value, figure};
  }
  if (best) best->beyond = range_beyond(sweep.measured().setting->row, rows, best->value);
  return best;
}

std::string_view sweep_measure_name(SweepMeasure measure) { return info_of(measure).name; }
std::string_view sweep_measure_title(SweepMeasure measure) { return info_of(measure).title; }

Status SweepController::choose_setting(const std::string& name, int from, int to, int step) {
  if (to < from) return error_at("", fmt::format("the last value, {}, is below the first, {}", to, from));
  if (static_cast<size_t>((to - from) / step) >= kMostValues) {
    return error_at("", fmt::format("{} values are too many: {} at most", (to - from) / step + 1, kMostValues));
  }
  setting_ = swept_named(name);
  from_ = from, to_ = to, step_ = step;
  ++version_;
  return success();
}

void SweepController::set_measure(SweepMeasure measure) {
  measure_ = measure;
  ++version_;
}

void SweepController::set_over_scenario(bool on) {
  over_scenario_ = on;
  ++version_;
}

// Returns the planners of the comparison that the setting concerns: those that search its structure or one built from
// it; a setting of the rules or of all searches concerns every planner. Planners over a drawn graph are left out, as
// the user has chosen its costs.
std::vector<const Planner*> SweepController::planners() const {
  std::vector<const Planner*> all;
  for (const PlannerRow& row : state_.rows) {
    if (!row.shown || !is_listed(state_, *row.planner) || plans_own_graph(*world_, *row.planner)) continue;
    const bool concerned =
        setting_->structure == StructureId::kMoves || depends_on(*world_, *row.planner).contains(setting_->structure);
    if (concerned) all.push_back(row.planner);
  }
  return all;
}

std::vector<PlanQuery> SweepController::queries() const {
  std::vector<PlanQuery> all;
  if (!over_scenario_) {
    if (state_.has_query) all.push_back(state_.query);
    return all;
  }
  const auto rows = scenarios_controller(lab_).rows();
  const size_t every = std::max<size_t>((rows.size() + kMostQueries - 1) / kMostQueries, 1);
  for (size_t i = 0; i < rows.size(); i += every) {
    const PlanQuery query{{rows[i].start_x, rows[i].start_y}, {rows[i].goal_x, rows[i].goal_y}};
    if (world_->map().contains(query.start) && world_->map().contains(query.goal)) all.push_back(query);
  }
  return all;
}

int SweepController::present_value(const WorldSetting& setting) const {
  return static_cast<int>(
      std::lround(setting.get(world_->setup(), state_.plan_options()) / swept_value(setting.row, 1)));
}

std::vector<int> SweepController::values() const {
  std::vector<int> all;
  const int present = present_value(*setting_);
  if (present < from_) all.push_back(present);
  for (int value = from_; value <= to_; value += step_) all.push_back(value);
  if (present > to_) all.push_back(present);
  return all;
}

std::string SweepController::reason_against() const {
  if (running()) return "a sweep is under way";
  if (future_hidden(lab_)) return "the future of the search is hidden";
  if (setting_->structure != StructureId::kMoves && !world_->has(setting_->structure)) {
    return fmt::format("{} is a setting of what is off: switch it on", full_title(setting_->row));
  }
  if (planners().empty()) {
    return fmt::format("no planner of the comparison depends on {}: compare one that does", full_title(setting_->row));
  }
  if (over_scenario_) return queries().empty() ? "no scenario is open" : "";
  return state_.has_query ? "" : "there is no start and goal";
}

// While the future of the stepped search is hidden, results for the same query would reveal it.
std::span<const SweepRow> SweepController::rows() const {
  return future_hidden(lab_) ? std::span<const SweepRow>() : std::span<const SweepRow>(rows_);
}

uint64_t SweepController::needs_stamp() const {
  uint64_t stamp = 1 + static_cast<uint64_t>(running());
  const auto mix = [&](uint64_t value) { stamp = mix_stamp(stamp, value); };
  mix(static_cast<uint64_t>(setting_ - world_settings().data()));
  mix(over_scenario_);
  mix(state_.has_query);
  mix(state_.simple);
  mix(future_hidden(lab_));
  mix(world_->has(setting_->structure));
  mix(scenarios_controller(lab_).rows().size());
  for (const PlannerRow& row : state_.rows) mix(row.shown);
  return stamp;
}

void SweepController::tick(double) {
  read();
  const uint64_t stamp = needs_stamp();
  if (std::exchange(why_not_of_, stamp) == stamp) return;
  why_not_ = reason_against();
  ++version_;
}

void SweepController::note_change() {
  if (rows_.empty() || outdated_) return;
  outdated_ = true;
  ++version_;
}

Status SweepController::begin() {
  if (const std::string why = reason_against(); !why.empty()) return error_at("", why);
  SweepTask task;
  task.setting = setting_;
  task.values = values();
  task.planners = planners();
  task.queries = queries();
  task.setup = world_->setup();
  task.options = state_.plan_options();
  under_way_ = task;
  task.map = world_->map();
  task.level = world_->level();
  task.drawn = std::make_shared<const DrawnGraph>(world_->drawn_graph());
  job_.start([task = std::move(task)](JobControl& control) { return measure_sweep(task, control); });
  ++version_;
  return success();
}

Status SweepController::cancel() {
  if (!running()) return error_at("", "no sweep is under way");
  job_.stop();
  ++version_;
  return success();
}

void SweepController::read() {
  if (!job_.running()) return;
  if (auto rows = job_.poll()) return take(std::move(*rows));
  ++version_;  // the progress has changed
}

void SweepController::finish_updates() {
  if (auto rows = job_.wait()) take(std::move(*rows));
  tick(0);
}

void SweepController::take(std::vector<SweepRow> rows) {
  rows_ = std::move(rows);
  measured_ = under_way_;
  outdated_ = false;
  ++version_;
}

// Any change of the map ends a running sweep. The results of an earlier sweep stay, unless another map opens.
void SweepController::map_changed(const MapChange& change) {
  if (change.what == MapChange::Kind::kGesture) return;
  if (running()) job_.stop();
  if (change.what == MapChange::Kind::kOther) rows_.clear();
  note_change();
  ++version_;
}

std::any SweepController::content() const {
  if (rows_.empty()) return {};
  return SceneState{measured_, rows_, outdated_};
}

void SweepController::take_content(const std::any& content) {
  const auto& own = std::any_cast<const SceneState&>(content);
  measured_ = own.measured;
  rows_ = own.rows;
  outdated_ = own.outdated;
  ++version_;
}

void SweepController::dump(json& out) const {
  out["sweep"] = {{"setting", setting_->row.name},
                  {"from", from_},
                  {"to", to_},
                  {"step", step_},
                  {"measure", sweep_measure_name(measure_)},
                  {"over", over_scenario_ ? "scenario" : "query"},
                  {"running", running()},
                  {"values", rows().size()},
                  {"phases", json::array()}};
  const size_t index = stepped_planner(lab_);
  for (const SweepRow& row : rows()) {
    if (index >= row.planners.size() || row.planners[index].solved == 0) continue;
    const SweepMeasurements& of = row.planners[index];
    out["sweep"]["phases"].push_back({{"value", row.value},
                                      {"connecting", of.connecting},
                                      {"searching", of.searching},
                                      {"sum", of.connecting + of.searching}});
  }
}

void SweepController::setting_lines(std::vector<std::string>& lines) const {
  const WorldSetting& usual = *swept_settings().front();
  const SettingSweep& range = usual.row.sweep;
  if (setting_ != &usual || from_ != range.from || to_ != range.to || step_ != range.step) {
    lines.push_back(fmt::format("sweep.choose {} {} {} {}", setting_->row.name, from_, to_, step_));
  }
  add_setting_lines(lab_, sweep_lab_settings(), lines);
}

}  // namespace strata
