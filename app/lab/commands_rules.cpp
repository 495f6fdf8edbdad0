// The rules of movement, the agent, and the abstractions made for them.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/lab/lab_handlers.hpp"
#include "app/lab/lab_parts.hpp"

namespace strata {

namespace {
constexpr int kMaxLevels = 4;  // of the app: more is of no use on maps that a person looks at
}

struct Lab::Handlers::AbstractionCommands {
  static Status set_rules(Lab& lab, const Rules& rules) {
    if (rules == lab.world_->rules()) return success();
    WorldSetup setup = lab.world_->setup();
    setup.rules = rules;
    setup.get<MapJumps>() = lab.query().wants_jumps(rules) ? std::optional(JumpsOptions{}) : std::nullopt;
    const HaaOptions before = lab.state_.haa_options;
    lab.structures().include_agent({rules.agent_size, rules.capability});
    const bool haa = lab.world_->has(Structure::kHaa);
    std::optional<HaaOptions>& known = setup.get<MapHaa>();
    if (haa)
      known = lab.structures().haa_fits(lab.world_->map()) ? std::optional(lab.state_.haa_options) : std::nullopt;
    const bool haa_stays = known.has_value() == haa;
    // What HAA* knows changes with the rules, not before: the work may be cancelled.
    const HaaOptions after = std::exchange(lab.state_.haa_options, before);
    return lab.large_work().change_setup(std::move(setup), "Applying the rules of movement", [&lab, haa_stays, after] {
      lab.state_.haa_options = after;
      if (!haa_stays) lab.structures().show_structure(Structure::kHaa, false);
      lab.query().rules_changed();
    });
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
    if (options == lab.world_->get<MapHpa>().hpa().options()) return success();
    if (!options.valid()) {
      return error_at("", fmt::format("clusters of level {} would be {} cells wide, {} at most", options.levels,
                                      options.side(options.levels), HpaOptions::kMaxTopSide));
    }
    WorldSetup setup = lab.world_->setup();
    setup.get<MapHpa>() = options;
    return lab.large_work().change_setup(std::move(setup), "Cutting the clusters anew",
                                         [&lab] { lab.query().rules_changed(); });
  }
  static Status hpa_cluster_size(Lab& lab, const Command& command) {
    STRATA_TRY(size, integer(command.args[0], 2, 64, "CELLS"));
    HpaOptions options = lab.world_->get<MapHpa>().hpa().options();
    options.cluster_size = size;
    return set_hpa(lab, options);
  }
  static Status hpa_levels(Lab& lab, const Command& command) {
    HpaOptions options = lab.world_->get<MapHpa>().hpa().options();
    STRATA_TRY(levels, changed_number(command.args[0], options.levels, 1, kMaxLevels, "LEVELS"));
    if (levels != static_cast<int>(levels)) return error_at("", "LEVELS is a whole number");
    options.levels = static_cast<int>(levels);
    if (Status set = set_hpa(lab, options); !set) return set;
    for (PlannerRow& row : lab.state_.rows) {
      if (&row == lab.state_.hpa_row(options.levels)) row.shown = true;
    }
    return success();
  }
  static Status hpa_factor(Lab& lab, const Command& command) {
    STRATA_TRY(factor, integer(command.args[0], 2, 4, "N"));
    HpaOptions options = lab.world_->get<MapHpa>().hpa().options();
    options.level_factor = factor;
    return set_hpa(lab, options);
  }
  static Status hpa_threshold(Lab& lab, const Command& command) {
    STRATA_TRY(width, integer(command.args[0], 1, 1000, "WIDTH"));
    HpaOptions options = lab.world_->get<MapHpa>().hpa().options();
    options.entrance_threshold = width;
    return set_hpa(lab, options);
  }
  static Status hpa_spacing(Lab& lab, const Command& command) {
    STRATA_TRY(cells, integer(command.args[0], 0, 64, "CELLS"));
    HpaOptions options = lab.world_->get<MapHpa>().hpa().options();
    options.transition_spacing = cells;
    return set_hpa(lab, options);
  }
  static Status hpa_cache(Lab& lab, const Command& command) {
    HpaOptions options = lab.world_->get<MapHpa>().hpa().options();
    STRATA_TRY(on, on_off(command.args[0], options.cache_paths));
    options.cache_paths = on;
    return set_hpa(lab, options);
  }

  static Status agent_size(Lab& lab, const Command& command) {
    Rules rules = lab.world_->rules();
    STRATA_TRY(size, changed_number(command.args[0], rules.agent_size, 1, kMaxAgentSize, "CELLS"));
    if (size != static_cast<int>(size)) return error_at("", "CELLS is a whole number");
    rules.agent_size = static_cast<int>(size);
    return set_rules(lab, rules);
  }
  static Status haa(Lab& lab, const Command& command) {
    STRATA_TRY(on, on_off(command.args[0], lab.world_->has(Structure::kHaa)));
    lab.structures().apply_haa(on);
    return success();
  }
  static Status set_haa(Lab& lab, const HaaOptions& options) {
    lab.state_.haa_options = options;
    lab.structures().apply_haa(lab.world_->has(Structure::kHaa));
    return success();
  }
  static Status haa_sizes(Lab& lab, const Command& command) {
    HaaOptions options = lab.state_.haa_options;
    STRATA_TRY(size, changed_number(command.args[0], options.max_size, 1, kMaxAgentSize, "N"));
    if (size != static_cast<int>(size)) return error_at("", "N is a whole number");
    options.max_size = static_cast<int>(size);
    return set_haa(lab, options);
  }
  static Status haa_capabilities(Lab& lab, const Command& command) {
    HaaOptions options = lab.state_.haa_options;
    options.capabilities.clear();
    std::string_view rest = command.args[0];
    while (!rest.empty()) {
      const size_t end = std::min(rest.find(';'), rest.size());
      const std::string_view word = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      const auto capability = Capability::from_string(word);
      if (!capability) return error_at("", fmt::format("'{}' is no list of ground, swamp, water, trees", word));
      const auto same = std::find(options.capabilities.begin(), options.capabilities.end(), *capability);
      if (same == options.capabilities.end()) options.capabilities.push_back(*capability);
    }
    if (options.capabilities.empty()) return error_at("", "at least one list of terrains is needed");
    return set_haa(lab, options);
  }
  static Status haa_cluster_size(Lab& lab, const Command& command) {
    HaaOptions options = lab.state_.haa_options;
    STRATA_TRY(size, integer(command.args[0], Haa::kMinClusterSize, Haa::kMaxClusterSize, "CELLS"));
    options.cluster_size = size;
    return set_haa(lab, options);
  }
  static Status haa_published(Lab& lab, const Command& command) {
    HaaOptions options = lab.state_.haa_options;
    STRATA_TRY(on, on_off(command.args[0], options.as_published));
    options.as_published = on;
    return set_haa(lab, options);
  }
  static Status haa_dominated(Lab& lab, const Command& command) {
    HaaOptions options = lab.state_.haa_options;
    STRATA_TRY(on, on_off(command.args[0], options.keep_dominated));
    options.keep_dominated = on;
    if (!on) lab.state_.layer(Layer::kHaaDominated).on = false;  // there is nothing to show any more
    return set_haa(lab, options);
  }
};

auto Lab::Handlers::abstraction_commands() -> std::span<const Entry> {
  static constexpr Entry kEntries[] = {
      {"rules.profile", AbstractionCommands::rules_profile},
      {"rules.capability", AbstractionCommands::rules_capability},
      {"terrain.weight", AbstractionCommands::terrain_weight},
      {"agent.size", AbstractionCommands::agent_size},
      {"agent.capability", AbstractionCommands::rules_capability},
      {"hpa.levels", AbstractionCommands::hpa_levels},
      {"hpa.factor", AbstractionCommands::hpa_factor},
      {"hpa.cluster_size", AbstractionCommands::hpa_cluster_size},
      {"hpa.threshold", AbstractionCommands::hpa_threshold},
      {"hpa.spacing", AbstractionCommands::hpa_spacing},
      {"hpa.cache", AbstractionCommands::hpa_cache},
      {"haa", AbstractionCommands::haa},
      {"haa.sizes", AbstractionCommands::haa_sizes},
      {"haa.capabilities", AbstractionCommands::haa_capabilities},
      {"haa.cluster_size", AbstractionCommands::haa_cluster_size},
      {"haa.published", AbstractionCommands::haa_published},
      {"haa.dominated", AbstractionCommands::haa_dominated},
  };
  return kEntries;
}

}  // namespace strata
