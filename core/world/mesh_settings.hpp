// Purpose: This header lists the settings of the navigation mesh and of HNA*, one row for each option.
// Source: Rahmani, Pelechano 2020, section 3.
#pragma once

#include <span>

#include "core/base/setting.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_navmesh.hpp"

namespace strata {

std::span<const SettingOf<MapHnaOptions>> hna_settings();
std::span<const SettingOf<NavmeshOptions>> navmesh_settings();

}  // namespace strata
