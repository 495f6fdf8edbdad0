// Purpose: The settings of landmarks, one row each.
// Source: Goldberg, Harrelson 2005 (ALT); Sturtevant, Geisberger 2010.
#pragma once

#include <span>

#include "core/alt/landmarks.hpp"
#include "core/base/setting.hpp"

namespace strata {

std::span<const SettingOf<LandmarkOptions>> landmark_settings();

}  // namespace strata
