// Purpose: This header lists all settings of a world and of its queries, so that programs such as sweeps can set
//          each of them by name.
// Errors: A value outside the range of a setting is not rejected: see Setting::range.
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
  StructureId structure = StructureId::kMoves;  // structure to which the option belongs; kMoves: option of queries
  std::function<void(WorldSetup&, PlanOptions&, double)> set;
  std::function<bool(const WorldSetup&)> valid;  // whether the structure can be built; null: always
  // Returns the value of the setting; if the structure is off, that of its default options.
  std::function<double(const WorldSetup&, const PlanOptions&)> get = {};
  bool swept() const { return row.swept(); }
};
std::span<const WorldSetting> world_settings();
const WorldSetting* world_setting_named(std::string_view name);  // null: there is none
// Returns the settings that can be swept.
std::span<const WorldSetting* const> swept_settings();
// A sweep measures updates by so many random strokes of a brush with this radius.
inline constexpr int kSweepStrokes = 5, kSweepRadius = 3;

}  // namespace strata
