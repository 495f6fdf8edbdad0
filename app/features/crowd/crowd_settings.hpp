// Purpose: crowd_settings() is the table of settings of the grid crowd that are a number or a word.
#pragma once

#include <span>

#include "app/features/crowd/crowd_state.hpp"
#include "core/base/setting.hpp"

namespace strata {

std::span<const SettingOf<CrowdSettings>> crowd_settings();

}  // namespace strata
