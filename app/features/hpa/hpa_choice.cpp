// All options of HPA* at once: those that suit the map, also for each map that the user opens, and those of the paper.
#include <fmt/format.h>

#include <any>
#include <optional>
#include <string>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/features/hpa/hpa.hpp"
#include "app/lab/fitted_options.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/planner_levels.hpp"
#include "app/lab/query_controller.hpp"
#include "core/base/count_of.hpp"
#include "core/hpa/automatic_options.hpp"

namespace strata {
namespace {

// Compares HPA* on this number of levels in place of its other numbers, if HPA* is compared at all. While each number
// of levels has a row of its own, only those that HPA* does not have are left out.
void compare_levels(Lab& lab, int levels) {
  LabState& state = lab.mutable_state();
  PlannerRow* top = nullptr;
  for (PlannerRow& row : state.rows) {
    if (row.planner->needs == StructureId::kHpa && row.planner->abstract_level == levels) top = &row;
  }
  if (top == nullptr) return;
  bool compared = false;
  for (PlannerRow& row : state.rows) {
    if (!differ_in_levels(*row.planner, *top->planner)) continue;
    compared |= row.shown;
    if (state.levels_apart && row.planner->abstract_level < levels) continue;
    row.shown = false;
    if (state.traced == row.planner->name) {
      lab.query().set_stepped(top->planner->name, lab.state().process);
      lab.query().trace_soon();
    }
  }
  if (compared) top->shown = true;
}

// Notes that the world has options that were chosen all at once.
void take_chosen(Lab& lab, const AutomaticHpaOptions& chosen) {
  hpa_controller(lab).choose_cluster_size(chosen.options.cluster_size);
  hpa_controller(lab).fitted().note(chosen);
  compare_levels(lab, chosen.options.levels);
}

// Returns which options a map was given that the user has opened, and what takes them back.
std::string fitted_text(const HpaOptions& options) {
  return fmt::format("HPA* is fitted to this map: clusters of {}, {}{}. Compare > HPA* > As published takes it back",
                     options.cluster_size, count_of(static_cast<uint64_t>(options.levels), "level"),
                     options.cache_paths ? ", stored paths" : "");
}

}  // namespace

Status choose_hpa_options(Lab& lab, const Command& command) {
  STRATA_TRY(automatic, automatic_or("published", command.args[0]));
  AutomaticHpaOptions chosen{.options = {},
                             .reason = "As published: clusters of 10 cells on one level, without stored paths."};
  if (automatic) chosen = automatic_options(lab.world().moves());
  const bool own = is_users_choice(lab);
  return set_hpa_options(lab, chosen.options, [&lab, chosen, automatic, own] {
    take_chosen(lab, chosen);
    if (own) hpa_controller(lab).fitting().choose(automatic);
    lab.say(MessageKind::kInfo, chosen.reason);
  });
}

Status set_hpa_options(Lab& lab, const HpaOptions& options, std::function<void()> then) {
  if (options == hpa_controller(lab).options()) {
    then();
    return success();
  }
  if (!options.valid()) {
    return error_at("", fmt::format("clusters of level {} would be {} cells wide, {} at most", options.levels,
                                    options.side(options.levels), HpaOptions::kMaxTopSide));
  }
  WorldSetup setup = lab.world().setup();
  setup.get<MapHpa>() = options;
  return lab.large_map_task().change_setup(std::move(setup), "Cutting the clusters again", std::move(then));
}

void HpaController::map_changed(const MapChange& change) {
  fitted_.map_changed(change);
  if (change.what != MapChange::Kind::kOther || change.resized || !change.example) return;
  // The example has got clusters of its own.
  fitted_.keep_options();
  if (chosen_cluster_size_ != options().cluster_size) chosen_cluster_size_.reset();
}

// Gives the map that the user has opened the options that suit it, as if he had asked for them.
void HpaController::tick(double /*dt_seconds*/) {
  if (!fitted_.take_due()) return;
  const AutomaticHpaOptions chosen = automatic_options(world_->moves());
  if (chosen.options != options()) {
    WorldSetup setup = world_->setup();
    setup.get<MapHpa>() = chosen.options;
    lab_.large_map_task().change_setup_now(setup);
    // A warning about the map stays in sight.
    const bool warned = !state_.messages.empty() && state_.messages.back().kind != MessageKind::kInfo;
    if (!warned) lab_.say(MessageKind::kInfo, fitted_text(chosen.options));
  }
  take_chosen(lab_, chosen);
  fitted_.note_fitted_map(chosen);
}

// The choices that the options of the world do not tell.
struct HpaController::SceneState {
  std::optional<int> chosen_cluster_size;
  AutomaticHpaOptions chosen;  // without a reason: the options were set one by one
};

std::any HpaController::content() const { return SceneState{chosen_cluster_size_, fitted_.content(options())}; }

void HpaController::take_content(const std::any& content) {
  const auto& own = std::any_cast<const SceneState&>(content);
  chosen_cluster_size_ = own.chosen_cluster_size;
  fitted_.note(own.chosen);
}

}  // namespace strata
