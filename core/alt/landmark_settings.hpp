// Purpose: landmark_settings lists the settings of landmarks, one row for each member of LandmarkOptions.
// Source: Goldberg, Harrelson 2005 (ALT); Sturtevant, Geisberger 2010.
#pragma once

#include <span>

#include "core/alt/landmarks.hpp"
#include "core/base/setting.hpp"

namespace strata {

std::span<const SettingOf<LandmarkOptions>> landmark_settings();

}  // namespace strata
