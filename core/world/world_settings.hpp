// Purpose: The settings of a world and of its queries in one list, so that programs that build worlds, such as sweeps,
//          set any of them by its name.
// Errors: A value outside of the setting's range is taken as it is: see Setting::range.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "core/base/setting.hpp"
#include "core/search/plan.hpp"
#include "core/world/world_setup.hpp"

namespace strata {

struct WorldSetting {
  Setting row;
  StructureId structure = StructureId::kMoves;  // whose options they are; kMoves: those of queries
  std::function<void(WorldSetup&, PlanOptions&, double)> set;
  std::function<bool(const WorldSetup&)> valid;  // whether the structure can be built; null: always
  bool swept() const { return row.swept(); }
};
std::span<const WorldSetting> world_settings();
const WorldSetting* world_setting_named(std::string_view name);  // null: there is none
// Returns those that can be swept.
std::span<const WorldSetting* const> swept_settings();

}  // namespace strata
