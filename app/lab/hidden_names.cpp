#include "app/lab/hidden_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/predicted_process.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/playback.hpp"

namespace strata {

namespace {

Status run_hide(Lab& lab, const Command& command) { return hidden_names(lab).hide(command.args); }

Status run_show(Lab& lab, const Command& command) {
  if (command.args.size() == 1 && command.args[0] == "all") {
    hidden_names(lab).show_all();
    return success();
  }
  return hidden_names(lab).show(command.args);
}

const FeatureCommand kHideCommands[] = {
    {{"predict.hide", "WHAT...", "Hide from a learner", CommandGroup::kSearch, 1, -1,
      "Hides path, future, table, counts, inspector, open-order, log, layers and controls by their names",
      keeps::kSetting, does::kPredicts | does::kMovesCursor, "", "predict.show all"},
     run_hide},
    {{"predict.show", "WHAT...", "Show to a learner", CommandGroup::kSearch, 1, -1,
      "Shows again what was hidden by these names; all shows everything", keeps::kSetting, does::kPredicts},
     run_show}};

// Returns whether the name is that of a control in the UI dump, such as "toolbar.brush".
bool is_control_name(std::string_view name) {
  const size_t dot = name.find('.');
  return dot != std::string_view::npos && dot > 0 && dot + 1 < name.size() &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
         });
}

}  // namespace

const Feature kHiddenFeature = {.name = "hidden",
                                .title = "What is hidden",
                                .commands = kHideCommands,
                                .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
                                  return std::make_unique<HiddenNames>(lab);
                                }};

HiddenNames& hidden_names(const Lab& lab) { return static_cast<HiddenNames&>(lab.controller(kHiddenFeature)); }

bool future_hidden(const Lab& lab) {
  if (!hidden_names(lab).hides_future()) return false;
  const QueryController& query = lab.query();
  if (!lab.state().has_query && lab.state().process == nullptr) return false;
  if (lab.playback().empty() || !lab.playback().at_end()) return true;
  return lab.state().process == nullptr &&
         // The recording that has ended belongs to an earlier query, so that the present one is still hidden.
         !query.is_current(*lab.state().traced_planner(), query.recorded_key());
}

void hold_search(Lab& lab, bool on) {
  const bool holds = on && hidden_names(lab).hides("future");
  hold_at(lab.playback(), holds ? std::optional(lab.playback().cursor()) : std::nullopt);
}

bool search_held(const Lab& lab) { return held(lab.playback()); }

bool hides_structure(const Lab& lab, StructureId structure) {
  const PredictedProcess* process = predicted_process(lab);
  return process != nullptr && std::ranges::find(process->builds(), structure) != process->builds().end() &&
         future_hidden(lab);
}

bool hides_feature(const Lab& lab, const Feature& feature) {
  return hides_structure(lab, feature.structure) || (!feature.tab.empty() && hides_feature(lab, feature.tab));
}

bool hides_feature(const Lab& lab, std::string_view name) {
  if (lab.state().process == nullptr) return false;
  const auto own = std::ranges::find_if(features(), [&](const Feature* feature) { return feature->name == name; });
  return own != features().end() && hides_feature(lab, **own);
}

// Returns whether the counts of all structures are hidden, or those of the feature that has the facts.
static bool hides_facts(const Lab& lab, const Feature& feature) {
  const HiddenNames& hidden = hidden_names(lab);
  if (hidden.hides("counts")) return true;
  const auto named = [&](const Feature* one) { return one->name == feature.tab; };
  const auto tab = std::ranges::find_if(features(), named);
  return (!feature.facts.key.empty() && hidden.hides(counts_name(feature.facts.key))) ||
         (tab != features().end() && *tab != &feature && hides_facts(lab, **tab));
}

bool hides_counts(const Lab& lab, StructureId structure) {
  const auto has_facts = [&](const Feature* one) { return one->structure == structure && !one->facts.key.empty(); };
  const auto own = std::ranges::find_if(features(), has_facts);
  const bool hidden = own == features().end() ? hidden_names(lab).hides("counts") : hides_facts(lab, **own);
  return hidden || hides_structure(lab, structure);
}

bool hides_counts(const Lab& lab, const Feature& feature) {
  return hides_facts(lab, feature) || hides_feature(lab, feature);
}

bool hides_counts(const Lab& lab, std::string_view feature) {
  const auto named = [&](const Feature* one) { return one->name == feature; };
  const auto own = std::ranges::find_if(features(), named);
  return own == features().end() ? hidden_names(lab).hides("counts") : hides_counts(lab, **own);
}

std::string counts_name(std::string_view facts) { return fmt::format("counts.{}", facts); }

bool has_counts(std::string_view facts) {
  return !facts.empty() && std::ranges::any_of(features(), [&](const Feature* one) { return one->facts.key == facts; });
}

bool is_cut_by_options(std::string_view layer) { return layer == "clusters" || layer == "haa-clusters"; }

const PredictedProcess* predicted_process(const Lab& lab) {
  const SteppedProcess* stepped = lab.state().process;
  if (stepped == nullptr) return nullptr;
  for (const auto& [feature, controller] : lab.controllers()) {
    const auto* own = dynamic_cast<const PredictedProcess*>(controller.get());
    if (own != nullptr && &own->predicted() == stepped) return own;
  }
  return nullptr;
}

bool can_hide(std::string_view name) {
  if (std::find(std::begin(kHiddenThings), std::end(kHiddenThings), name) != std::end(kHiddenThings)) return true;
  constexpr std::string_view kCounts = "counts.";
  if (name.starts_with(kCounts) && has_counts(name.substr(kCounts.size()))) return true;
  return layer_named(name).has_value() || command_named(name) != nullptr || is_control_name(name);
}

Status HiddenNames::hide(std::span<const std::string> names) {
  for (const std::string& name : names) {
    if (can_hide(name)) continue;
    return error_at("",
                    fmt::format("nothing is called '{}': path, future, table, counts, counts.hpa and those of other "
                                "structures, inspector, open-order, log, a layer, a command or a control can be hidden",
                                name));
  }
  names_.insert(names.begin(), names.end());
  ++version_;
  follow();
  return success();
}

Status HiddenNames::show(std::span<const std::string> names) {
  for (const std::string& name : names) {
    if (!hides(name)) return error_at("", fmt::format("'{}' is not hidden", name));
  }
  for (const std::string& name : names) names_.erase(name);
  ++version_;
  follow();
  return success();
}

void HiddenNames::show_all() {
  names_.clear();
  ++version_;
  follow();
}

void HiddenNames::set_predicting(bool on) {
  predicting_ = on;
  follow();
}

void HiddenNames::follow() {
  if (hides_future() && state_.views_compare()) (void)lab_.execute("view.compare off");
  hide_future(lab_.playback(), hides_future());
  if (std::exchange(hid_, future_hidden(lab_)) == hid_) return;
  lab_.query().solve_soon();
  lab_.query().work_due();
}

void HiddenNames::tick(double) { follow(); }

void HiddenNames::finish_answers() {
  follow();
  lab_.query().solve_now();
}

void HiddenNames::dump(nlohmann::json& out) const { out["hidden"] = names_; }

void HiddenNames::late_setting_lines(std::vector<std::string>& lines) const {
  if (!any()) return;
  std::string line = "predict.hide";
  for (const std::string& name : names_) line += " " + name;
  lines.push_back(std::move(line));
}

}  // namespace strata
