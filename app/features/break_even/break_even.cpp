#include "app/features/break_even/break_even.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/simple_view.hpp"
#include "core/base/count_of.hpp"
#include "core/base/hash.hpp"

namespace strata {
namespace {

using nlohmann::json;

Status show(Lab& lab, const Command&) {
  lab.mutable_state().tab_request.ask("tab.pay");
  return success();
}

std::span<const LabSetting> break_even_settings() {
  static constexpr std::array<std::string_view, 2> kScales = {"linear", "log"};
  static const std::vector<LabSetting> all =
      with_texts({{.row = {.name = "pay.scale",
                           .title = "Axis scale of the break-even chart",
                           .help = "Whether both axes are linear or logarithmic",
                           .words = kScales,
                           .kind = SettingKind::kChoice},
                   .usual = 1,
                   .value = [](const Lab& lab) { return break_even_controller(lab).logarithmic() ? 1.0 : 0.0; },
                   .set =
                       [](Lab& lab, double value) {
                         break_even_controller(lab).set_logarithmic(value != 0);
                         return success();
                       }}});
  return all;
}

Status set_against(Lab& lab, const Command& command) {
  return break_even_controller(lab).set_baseline(command.args[0]);
}

// clang-format off
constexpr std::array<FeatureCommand, 2> kCommands = {{
    {{"pay.show", "", "Break-even", CommandGroup::kSearch, 0, 0, "After how many queries a planner has made up for its preparation: opens the tab"}, show},
    {{"pay.against", "PLANNER", "Baseline of the break-even", CommandGroup::kSearch, 1, 1, "The planner whose total time the others are compared with", keeps::kSetting | keeps::kLast, 0, "astar"}, set_against},
}};
// clang-format on

void add_menu(const Lab&, const MenuContext&, MenuList& menu, MenuSection section) {
  if (section != MenuSection::kSearch) return;
  menu.command("Break-even", "menu.search.pay", std::vector<std::string>{"ui.panel left on", "pay.show"});
}

}  // namespace

const Feature kBreakEvenFeature = {
    .name = "pay",
    .title = "Break-even",
    .commands = kCommands,
    .settings = break_even_settings,
    .menu = add_menu,
    .charts = kBreakEvenCharts,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<BreakEvenController>(lab);
    },
};

BreakEvenController& break_even_controller(const Lab& lab) {
  return static_cast<BreakEvenController&>(lab.controller(kBreakEvenFeature));
}

const BreakEvenController::MeasuredPlanner* BreakEvenController::baseline() const {
  for (const MeasuredPlanner& line : lines_) {
    if (line.planner->name == against_) return &line;
  }
  return lines_.empty() ? nullptr : &lines_.front();
}

Status BreakEvenController::set_baseline(const std::string& planner) {
  if (state_.row(planner) == nullptr) return error_at("", fmt::format("there is no planner '{}'", planner));
  against_ = planner;
  say();
  return success();
}

void BreakEvenController::map_changed(const MapChange& change) {
  if (change.what == MapChange::Kind::kGesture) return;
  ++noted_;
  if (change.what == MapChange::Kind::kOther) return strokes_.clear();
  // The meter, which shows the costs of the last gesture, starts again with each gesture. So all edits of one gesture
  // are counted as one stroke.
  if (state_.meter.edits <= 1 || strokes_.empty()) {
    if (strokes_.size() == kMaxStrokes) strokes_.erase(strokes_.begin());
    strokes_.emplace_back();
  }
  strokes_.back().add(*change.report);
}

// Returns a number that changes with everything that the results depend on.
uint64_t BreakEvenController::stamp() const {
  uint64_t stamp = 2 * noted_ + (state_.simple ? 2 : 1);
  const auto mix = [&](uint64_t value) { stamp = mix_stamp(stamp, value); };
  for (const PlannerRow& row : state_.rows) {
    mix(row.shown && (row.solved || row.waiting) && row.result.found());
    mix(std::bit_cast<uint64_t>(row.micros));
  }
  for (int i = 0; i < kStructures; ++i) {
    const StructureState kept = world_->state(static_cast<StructureId>(i));
    mix(kept.wanted);
    mix(std::bit_cast<uint64_t>(kept.built_micros));
  }
  return stamp;
}

void BreakEvenController::read() {
  const uint64_t now = stamp();
  if (std::exchange(read_, now) == now || state_.fixed_clock) return;  // with a fixed clock no durations are shown
  lines_.clear();
  std::vector<PlannerTimes> times;
  for (const PlannerRow& row : state_.rows) {
    const bool answered = row.shown && (row.solved || row.waiting) && row.result.found() && row.micros > 0;
    if (!answered || !is_listed(state_, *row.planner) || plans_own_graph(*world_, *row.planner)) continue;
    MeasuredPlanner line{row.planner, {}};
    line.times.prepare = nanos_of_micros(prepare_micros(*world_, *row.planner));
    line.times.query = nanos_of_micros(row.micros);
    line.times.edit = nanos_of_micros(edit_micros(*world_, *row.planner, strokes_));
    lines_.push_back(line);
    times.push_back(line.times);
  }
  leaders_ = strata::leaders(times);
  say();
}

// Writes the results as text, such as "Least total time: A*; from 4 queries on: JPS; from 726 queries on:
// HPA* 1 level".
void BreakEvenController::say() {
  ++version_;
  leaders_text_.clear();
  pairs_.clear();
  edits_.clear();
  for (const BestPlannerRange& leader : leaders_) {
    const std::string_view title = state_.names.title(*lines_[leader.planner].planner);
    leaders_text_ += leaders_text_.empty()
                         ? fmt::format("Least total time: {}", title)
                         : fmt::format("; from {} on: {}", count_of(leader.from, "query", "queries"), title);
  }
  const MeasuredPlanner* other = baseline();
  for (const MeasuredPlanner& line : lines_) {
    if (&line == other) continue;
    const std::string_view title = state_.names.title(*line.planner);
    const BreakEven pays = break_even(line.times, other->times);
    pairs_.push_back({line.planner, pays, break_even_text(title, {}, pays)});
    if (line.times.edit < 0) continue;
    const BreakEven edits = break_even_per_edit(line.times, other->times);
    edits_.push_back({line.planner, edits,
                      fmt::format("{} ({} an edit)", per_edit_text(title, {}, edits),
                                  micros_text(state_, static_cast<double>(line.times.edit) / 1000))});
  }
}

// The dump contains no times, as they differ in every run.
void BreakEvenController::dump(json& out) const {
  out["pay"] = {{"scale", logarithmic_ ? "log" : "linear"}, {"against", against_}};
}

void BreakEvenController::setting_lines(std::vector<std::string>& lines) const {
  add_setting_lines(lab_, break_even_settings(), lines);
  if (against_ != "astar") lines.push_back(fmt::format("pay.against {}", against_));
}

}  // namespace strata
