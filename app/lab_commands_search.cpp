// The query, the rules of movement, the abstraction and the planners.
#include <fmt/format.h>

#include <utility>

#include "app/command_arguments.hpp"
#include "app/lab_handlers.hpp"

namespace strata {

struct Lab::Handlers::SearchCommands {
  static Status query_end(Lab& lab, const Command& command, bool start) {
    STRATA_TRY(cell, cell_inside(lab.world_->map(), command.args));
    if (!lab.state_.has_query) lab.state_.query = {cell, cell};
    lab.state_.has_query = true;
    (start ? lab.state_.query.start : lab.state_.query.goal) = cell;
    lab.query_changed();
    return success();
  }
  static Status query_start(Lab& lab, const Command& command) { return query_end(lab, command, true); }
  static Status query_goal(Lab& lab, const Command& command) { return query_end(lab, command, false); }
  static Status query_swap(Lab& lab, const Command& command) {
    if (!lab.state_.has_query) return error_at(command.name, "there is no start and goal");
    std::swap(lab.state_.query.start, lab.state_.query.goal);
    lab.query_changed();
    return success();
  }
  static Status query_random(Lab& lab, const Command& command) {
    // Without a seed each press gives other ends.
    uint64_t seed = lab.plan_version_;
    if (!command.args.empty()) {
      STRATA_TRY(given, large_integer(command.args[0], "SEED"));
      seed = given;
    }
    const auto query = suggested_query(lab.world_->map(), seed);
    if (!query) return error_at(command.name, "no two passable cells are connected");
    lab.state_.query = *query;
    lab.state_.has_query = true;
    lab.query_changed();
    return success();
  }
  static Status query_clear(Lab& lab, const Command&) {
    lab.state_.has_query = false;
    lab.query_changed();
    return success();
  }
  static Status set_rules(Lab& lab, const Rules& rules) {
    if (rules == lab.world_->rules()) return success();
    lab.world_->set_rules(rules);
    lab.rules_changed();
    return success();
  }
  static Status rules_profile(Lab& lab, const Command& command) {
    const auto profile = profile_named(command.args[0]);
    if (!profile) return error_at("", "unknown profile '" + command.args[0] + "': octile, paper or four");
    Rules rules = lab.world_->rules();
    rules.profile = *profile;
    return set_rules(lab, rules);
  }
  static Status rules_capability(Lab& lab, const Command& command) {
    const auto capability = Capability::from_string(command.args[0]);
    if (!capability) return error_at("", "'" + command.args[0] + "' is no list of ground, swamp, water, trees");
    Rules rules = lab.world_->rules();
    rules.capability = *capability;
    return set_rules(lab, rules);
  }
  static Status terrain_weight(Lab& lab, const Command& command) {
    STRATA_TRY(terrain, terrain_word(command.args[0]));
    if (terrain == Terrain::kOut) return error_at("", "blocked cells have no weight");
    STRATA_TRY(weight, integer(command.args[1], 1, kMaxTerrainWeight, "WEIGHT"));
    Rules rules = lab.world_->rules();
    rules.weights[static_cast<size_t>(terrain)] = static_cast<uint8_t>(weight);
    return set_rules(lab, rules);
  }
  static Status set_hpa(Lab& lab, const HpaOptions& options) {
    if (options == lab.world_->hpa().options()) return success();
    lab.world_->set_hpa_options(options);
    lab.rules_changed();
    return success();
  }
  static Status hpa_cluster_size(Lab& lab, const Command& command) {
    STRATA_TRY(size, integer(command.args[0], 2, 64, "CELLS"));
    HpaOptions options = lab.world_->hpa().options();
    options.cluster_size = size;
    return set_hpa(lab, options);
  }
  static Status hpa_threshold(Lab& lab, const Command& command) {
    STRATA_TRY(width, integer(command.args[0], 1, 1000, "WIDTH"));
    HpaOptions options = lab.world_->hpa().options();
    options.entrance_threshold = width;
    return set_hpa(lab, options);
  }
  static Status hpa_spacing(Lab& lab, const Command& command) {
    STRATA_TRY(cells, integer(command.args[0], 0, 64, "CELLS"));
    HpaOptions options = lab.world_->hpa().options();
    options.transition_spacing = cells;
    return set_hpa(lab, options);
  }
  static Status hpa_cache(Lab& lab, const Command& command) {
    HpaOptions options = lab.world_->hpa().options();
    STRATA_TRY(on, on_off(command.args[0], options.cache_paths));
    options.cache_paths = on;
    return set_hpa(lab, options);
  }
  static Status plan_smooth(Lab& lab, const Command& command) {
    STRATA_TRY(on, on_off(command.args[0], lab.state_.plan_options.smooth));
    lab.state_.plan_options.smooth = on;
    lab.query_changed();
    return success();
  }
  static Result<PlannerRow*> row_named(Lab& lab, const std::string& name) {
    for (PlannerRow& row : lab.state_.rows) {
      if (row.planner->name == name) return &row;
    }
    std::string known;
    for (const Planner& planner : planners()) known += (known.empty() ? "" : ", ") + std::string(planner.name);
    return error_at("", fmt::format("unknown planner '{}': {}", name, known));
  }
  static Status planner_show(Lab& lab, const Command& command) {
    STRATA_TRY(row, row_named(lab, command.args[0]));
    STRATA_TRY(on, on_off(command.args[1], row->shown));
    row->shown = on;
    lab.query_changed();
    return success();
  }
  static Status planner_trace(Lab& lab, const Command& command) {
    STRATA_TRY(row, row_named(lab, command.args[0]));
    if (lab.state_.traced == row->planner->name) return success();
    lab.state_.traced = row->planner->name;
    for (uint8_t line = 0; line < 64; ++line) lab.playback_.set_breakpoint(line, false);  // of other pseudo-code
    lab.trace_due_ = true;
    ++lab.plan_version_;
    return success();
  }
  static Status inspect_clear(Lab& lab, const Command&) {
    lab.state_.inspected.reset();
    return success();
  }
};

Status Lab::Handlers::inspect(Lab& lab, const Command& command) {
  STRATA_TRY(cell, cell_inside(lab.world_->map(), command.args));
  lab.state_.inspected = Inspection{cell, {}, 0};
  lab.refresh_inspection();
  return success();
}

auto Lab::Handlers::search_commands() -> std::span<const Entry> {
  static constexpr Entry kEntries[] = {
      {"query.start", SearchCommands::query_start},
      {"query.goal", SearchCommands::query_goal},
      {"query.swap", SearchCommands::query_swap},
      {"query.random", SearchCommands::query_random},
      {"query.clear", SearchCommands::query_clear},
      {"rules.profile", SearchCommands::rules_profile},
      {"rules.capability", SearchCommands::rules_capability},
      {"terrain.weight", SearchCommands::terrain_weight},
      {"hpa.cluster_size", SearchCommands::hpa_cluster_size},
      {"hpa.threshold", SearchCommands::hpa_threshold},
      {"hpa.spacing", SearchCommands::hpa_spacing},
      {"hpa.cache", SearchCommands::hpa_cache},
      {"plan.smooth", SearchCommands::plan_smooth},
      {"planner.show", SearchCommands::planner_show},
      {"planner.trace", SearchCommands::planner_trace},
      {"inspect", Handlers::inspect},
      {"inspect.clear", SearchCommands::inspect_clear},
  };
  return kEntries;
}

}  // namespace strata
