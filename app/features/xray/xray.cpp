#include "app/features/xray/xray.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/presented_text.hpp"
#include "app/lab/process_recording.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/workspace.hpp"
#include "core/world/map_hpa.hpp"

namespace strata {
namespace {

using nlohmann::json;

// During a drag, paths on maps with more cells than this are not examined: copying the moves would delay the drag.
constexpr uint32_t kLiveCells = 1u << 18;

std::span<const LabSetting> xray_lab_settings() {
  static const std::vector<LabSetting> all = with_texts(
      {{.row = {.name = "xray.show",
                .title = "X-ray of the path",
                .help = "Shows why the stepped path is above optimal: what each of its parts costs more than "
                        "it had to",
                .kind = SettingKind::kSwitch},
        .value = [](const Lab& lab) { return xray_controller(lab).on() ? 1.0 : 0.0; },
        .set =
            [](Lab& lab, double value) {
              if (value != 0) take_map(lab, xray_controller(lab));
              xray_controller(lab).switch_on(value != 0);
              return success();
            }}});
  return all;
}

Status try_remedy(Lab& lab, const Command& command) {
  if (command.args[0] == "off") {
    xray_controller(lab).drop_trial();
    return success();
  }
  return xray_controller(lab).begin_remedy_trial(command.args[0]);
}

// xray.try is a command of the view: it changes nothing that a replay would have to repeat.
// clang-format off
constexpr std::array<FeatureCommand, 1> kCommands = {{
    {{"xray.try", "here|transitions|smaller|clusters|quality|centres|segment|off", "Try a remedy", CommandGroup::kView, 1, 1, "Says what the path would cost with more transitions, smaller clusters or better centres; nothing is changed"}, try_remedy},
}};
// clang-format on

void add_menu(const Lab& lab, const MenuContext&, MenuList& menu, MenuSection section) {
  if (section != MenuSection::kSearch) return;
  const bool on = xray_controller(lab).on();
  std::vector<std::string> lines = {"xray.show off"};
  if (!on) {
    lines = {"ui.panel left on", "xray.show on"};
    if (!xray_drawn_at_cursor(lab) && !future_hidden(lab)) lines.emplace_back("step.last");
  }
  menu.command("X-ray of the path", "menu.search.xray", lines, true, on);
}

// Adds what the X-ray on the map says, in words. It says nothing while the map does not show it.
void present(const Lab& lab, PresentedPart part, PresentedText& out) {
  const XrayController& controller = xray_controller(lab);
  if (part != PresentedPart::kXray || !controller.on() || !controller.current() || future_hidden(lab)) return;
  if (hidden_names(lab).hides("path") || !xray_drawn_at_cursor(lab)) return;
  using Kind = PresentedLine::Kind;
  const PathXray& found = *controller.found();
  const Cost unit = cost_unit(lab.world());
  Cost detour = 0, confined = 0;
  for (const XrayPart& one : found.parts) {
    detour += one.detour;
    confined += one.confined;
  }
  out.add(Kind::kTitle, fmt::format("X-ray: {}", controller.planner()->title));
  if (found.cost > found.optimum) {
    const double over = 100.0 * (found.cost - found.optimum) / found.optimum;
    out.add(Kind::kText, fmt::format("The path costs {}: {:.2f} % above the optimum, {}.", cost_text(found.cost, unit),
                                     over, cost_text(found.optimum, unit)));
  } else {
    out.add(Kind::kText, fmt::format("The path costs {}, the optimum.", cost_text(found.cost, unit)));
  }
  out.add(found.cost > found.optimum ? Kind::kWarn : Kind::kGood, controller.blame() + ".");
  out.add(Kind::kDim,
          fmt::format("Optimal path {}; detours over nodes +{}; kept inside clusters +{}; saved by smoothing "
                      "{}; final path {}",
                      cost_text(found.optimum, unit), cost_text(detour, unit), cost_text(confined, unit),
                      cost_text(found.smoothed(), unit), cost_text(found.cost, unit)));
}

}  // namespace

const Feature kXrayFeature = {
    .name = "xray",
    .title = "X-ray",
    .commands = kCommands,
    .settings = xray_lab_settings,
    .paint = kXrayPaint,
    .labels = kXrayLabels,
    .menu = add_menu,
    .present = present,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<XrayController>(lab);
    },
};

XrayController& xray_controller(const Lab& lab) { return static_cast<XrayController&>(lab.controller(kXrayFeature)); }

void XrayController::switch_on(bool on) {
  on_ = on;
  ++version_;
  if (on) {
    state_.tab_request.ask("tab.xray");
    return;
  }
  job_.cancel();
  drop_trial();
  planner_ = nullptr;
  found_.reset();
  found_cells_ = {};
  offers_.clear();
  blame_.clear();
  moves_.reset();
}

// Returns the row whose path is examined: that of the stepped search if this is possible, else the first row of the
// comparison for which it is.
const PlannerRow* XrayController::row_to_look_at() const {
  const auto fits = [&](const PlannerRow& row) {
    return row.shown && row.solved && row.result.found() && row.result.complete && can_xray(*world_, *row.planner);
  };
  const PlannerRow* stepped = state_.row(state_.traced);
  if (stepped != nullptr && fits(*stepped)) return stepped;
  for (const PlannerRow& row : state_.rows) {
    if (fits(row)) return &row;
  }
  return nullptr;
}

// If the planner's answer has changed, cancels the job and drops the result of the change that was tried.
void XrayController::follow() {
  const PlannerRow* row = row_to_look_at();
  const Planner* planner = row != nullptr ? row->planner : nullptr;
  if (planner == planner_ && (row == nullptr || row->key == key_)) return;
  planner_ = planner;
  if (row != nullptr) key_ = row->key;
  if (job_.running() && (job_planner_ != planner_ || job_key_ != key_)) job_.cancel();
  if (!current()) drop_trial();
  ++version_;
}

std::shared_ptr<const MoveGrid> XrayController::moves_now() {
  const std::array<uint64_t, 3> stamp = {lab_.state().world_version, world_->moves().built_for(),
                                         lab_.state().rules_version};
  if (moves_ == nullptr || std::exchange(moves_stamp_, stamp) != stamp) {
    moves_ = std::make_shared<const MoveGrid>(world_->moves());
  }
  moves_stamp_ = stamp;
  return moves_;
}

void XrayController::start() {
  if (planner_ == nullptr || current() || job_.running() || failed_key_ == key_) return;
  if (lab_.query().live() && world_->map().cell_count() > kLiveCells) return;
  const PlannerRow* row = state_.row(planner_->name);
  std::optional<XrayPath> path = xray_path_of(*world_, *planner_, row->result);
  if (!path) return;
  job_planner_ = planner_;
  job_key_ = key_;
  job_cells_ = path->cells;
  job_.start([moves = moves_now(), path = std::move(*path)](JobControl& control) {
    Workspace workspace;
    return xray(*moves, path, workspace, &control);
  });
}

void XrayController::take(std::optional<XrayResult> found) {
  if (job_.take_failure() || (found && !*found)) failed_key_ = job_key_;
  // The answer has changed since the job was started.
  if (!found || !*found || job_planner_ != planner_ || job_key_ != key_) return;
  found_ = std::move(*found);
  found_planner_ = job_planner_;
  found_key_ = job_key_;
  found_cells_ = std::move(job_cells_);
  blame_ = blame_text(world_->moves(), *found_, cost_unit(lab_.world()));
  offers_ = xray_remedies(lab_.world(), *planner_, state_.plan_options(), *found_);
  ++version_;
}

Status XrayController::begin_remedy_trial(std::string_view name) {
  if (!on_) return error_at("", "the X-ray is off: switch it on first");
  follow();
  if (!current()) return error_at("", "the path is not taken apart yet");
  const auto offer = std::ranges::find_if(offers_, [&](const XrayRemedy& one) { return one.name == name; });
  if (offer == offers_.end()) return error_at("", fmt::format("'{}' would change nothing on this path", name));
  drop_trial();
  trial_name_ = name;
  const PlanQuery query = state_.query;
  if (offer->local) {
    // The change is tried with the options of HPA* for which it was offered. With other present options it would
    // mean something else.
    trial_job_.start([moves = moves_now(), options = *offer->setup->get<MapHpa>(), change = *offer->local, query,
                      smooth = offer->options.smooth](JobControl& control) -> TrialResult {
      const auto before = try_locally(*moves, options, {}, query, smooth, &control);
      const auto after = try_locally(*moves, options, change, query, smooth, &control);
      if (!before || !after) return std::nullopt;
      return XrayTrialPair{*before, *after};
    });
  } else {
    const PlannerRow* row = state_.row(planner_->name);
    const XrayTrial before{PlanStatus::kFound, row->result.raw_cost, row->result.cost, 0};
    trial_job_.start([map = world_->map(), offer = *offer, query, before](JobControl& control) -> TrialResult {
      const auto after = try_setup(map, *offer.setup, *offer.planner, query, offer.options, &control);
      if (!after) return std::nullopt;
      return XrayTrialPair{before, *after};
    });
  }
  ++version_;
  return success();
}

// Abandons the running trial of a change. Its job ends by itself, as it owns all its inputs.
void XrayController::drop_trial() {
  trial_job_.abandon();
  trial_name_.clear();
  gain_.reset();
  trial_failed_ = false;
  ++version_;
}

void XrayController::take_trial(std::optional<TrialResult> tried) {
  if (trial_job_.take_failure()) trial_failed_ = true;
  if (!tried || !*tried || trial_name_.empty()) return;
  gain_ = **tried;
  ++version_;
}

void XrayController::leave_map() {
  if (!on_) return;
  switch_on(false);
  // The line that ends it stays in the log, even if the command that has ended it is replaced there later.
  lab_.log().add("xray.show off");
  lab_.say(MessageKind::kInfo, "The X-ray is left: \"X-ray of the path\" in the menu Search shows it again");
}

// Another map begins without the X-ray of a path on the map before.
void XrayController::map_changed(const MapChange& change) {
  if (on_ && change.what == MapChange::Kind::kOther && !change.resized) switch_on(false);
}

void XrayController::tick(double) {
  if (on_) follow();
  take(job_.poll());
  take_trial(trial_job_.poll());
  if (!on_) return;
  start();
  if (state_.fixed_clock) finish_updates();
}

void XrayController::finish_updates() {
  if (!on_) return;
  follow();
  take(job_.wait());
  start();
  take(job_.wait());
  take_trial(trial_job_.wait());
}

void XrayController::dump(json& out) const {
  json& own = out["xray"];
  const bool known = current() && !future_hidden(lab_);
  own = {{"on", on_}, {"current", known}};
  if (!on_ || !known) return;
  const auto cell_json = [&](CellId id) {
    const Cell cell = world_->map().cell(id);
    return json::array({cell.x, cell.y});
  };
  own["planner"] = planner_->name;
  own["optimum"] = found_->optimum;
  own["raw_cost"] = found_->raw_cost;
  own["cost"] = found_->cost;
  own["lost"] = found_->lost();
  own["smoothed"] = found_->smoothed();
  own["parts"] = found_->parts.size();
  own["blame"] = blame_;
  uint64_t sum = 0;
  for (const XrayPart& part : found_->parts) sum += part.loss();
  own["sum"] = sum;
  if (const auto worst = found_->worst()) {
    const XrayPart& part = found_->parts[*worst];
    own["worst"] = {{"from", cell_json(part.from)},
                    {"to", cell_json(part.to)},
                    {"detour", part.detour},
                    {"confined", part.confined}};
  }
  own["offers"] = json::object();
  for (const XrayRemedy& offer : offers_) own["offers"][std::string(offer.name)] = offer.apply;
  if (trial_name_.empty()) return;
  // The state dump shows the trial, but no command of a replay repeats it, as it changes nothing.
  json& trial = own["trial"];
  trial = {{"name", trial_name_}, {"done", gain_.has_value()}};
  if (!gain_) return;
  trial["before"] = gain_->before.cost;
  trial["found"] = gain_->after.found();
  trial["after"] = gain_->after.cost;
}

void XrayController::late_setting_lines(std::vector<std::string>& lines) const {
  add_setting_lines(lab_, xray_lab_settings(), lines);
}

}  // namespace strata
