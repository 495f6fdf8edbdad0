// Commands for the rules of movement, the agent and the abstractions.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_handlers.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/map_terrains.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "core/grid/rule_settings.hpp"
#include "core/world/map_jumps.hpp"

namespace strata {

struct Lab::Handlers::AbstractionCommands {
  static Status set_rules(Lab& lab, const Rules& rules) {
    if (rules == lab.world_->rules()) return success();
    const bool weighs = rules.weights != lab.world_->rules().weights;
    WorldSetup setup = lab.world_->setup();
    setup.rules = rules;
    setup.get<MapJumps>() = lab.query().wants_jumps(rules) ? std::optional(JumpsOptions{}) : std::nullopt;
    std::vector<std::function<void()>> then;
    for (const auto& [feature, controller] : lab.controllers()) then.push_back(controller->follow_rules(rules, setup));
    return lab.large_map_task().change_setup(std::move(setup), "Applying the rules of movement",
                                             [&lab, weighs, then = std::move(then)] {
                                               for (const auto& follow : then) {
                                                 if (follow) follow();
                                               }
                                               if (weighs && !lab.state().map_path.empty()) {
                                                 lab.session().letters().terrains().remember(lab.state().map_path);
                                                 lab.session().save_settings();
                                               }
                                             });
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

  static Status terrain_name(Lab& lab, const Command& command) {
    STRATA_TRY(terrain, terrain_word(command.args[0]));
    return lab.session().letters().terrains().rename(terrain, command.args[1]);
  }
  static Status terrain_colour(Lab& lab, const Command& command) {
    STRATA_TRY(terrain, terrain_word(command.args[0]));
    return lab.session().letters().terrains().recolour(terrain, command.args[1]);
  }
};

auto Lab::Handlers::abstraction_commands() -> std::span<const HandlerEntry> {
  static constexpr HandlerEntry kEntries[] = {
      {"rules.capability", AbstractionCommands::rules_capability},
      {"terrain.weight", AbstractionCommands::terrain_weight},
      {"terrain.name", AbstractionCommands::terrain_name},
      {"terrain.colour", AbstractionCommands::terrain_colour},
      {"agent.capability", AbstractionCommands::rules_capability},
  };
  return kEntries;
}

std::span<const LabSetting> Lab::Handlers::rule_settings() {
  static const std::vector<LabSetting> all = [] {
    std::vector<LabSetting> made = settings_of(
        strata::rule_settings(), {}, +[](const Lab& lab) -> const Rules& { return lab.world().rules(); },
        +[](Lab& lab, const Setting&, const Rules& rules) { return AbstractionCommands::set_rules(lab, rules); });
    // A larger size of the agent may have changed structures, which a smaller size does not undo. So the log must
    // contain both commands.
    setting_in(made, "agent.size").leaves = [](const Lab&, const Command& earlier, const Command& later) {
      return std::atoi(earlier.args[0].c_str()) > std::atoi(later.args[0].c_str());
    };
    for (LabSetting& setting : made) setting.does = does::kRules;
    return with_texts(std::move(made));
  }();
  return all;
}

}  // namespace strata
