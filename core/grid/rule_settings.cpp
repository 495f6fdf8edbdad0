#include "core/grid/rule_settings.hpp"

#include <array>

#include "core/grid/clearance.hpp"

namespace strata {

std::span<const SettingOf<Rules>> rule_settings() {
  using namespace setting_rows;
  static constexpr auto kNames =
      words_of<Profile, kProfiles>([](Profile profile) { return profile_info(profile).name; });
  // clang-format off
  static constexpr std::array kRows = {
      choice<&Rules::profile>({.name = "rules.profile", .title = "Allowed moves", .option = "profile",
          .help = "Neighbours, their costs, and when a diagonal step is allowed", .words = kNames}),
      number<&Rules::agent_size>({.name = "agent.size", .title = "Agent size", .label = "Size", .word = "CELLS",
          .unit = "cells", .range = {1, kMaxAgentSize}, .option = "size",
          .help = "Side of the square that the agent covers; its position is its upper left cell"}),
  };
  // clang-format on
  return kRows;
}

}  // namespace strata
