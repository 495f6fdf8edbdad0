// Purpose: sector_settings lists the settings of sectors, one row for each option.
// Source: Sturtevant, Geisberger 2010.
#pragma once

#include <span>

#include "core/base/setting.hpp"
#include "core/sectors/sectors.hpp"

namespace strata {

std::span<const SettingOf<SectorOptions>> sector_settings();

}  // namespace strata
