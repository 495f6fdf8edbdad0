// Purpose: The settings of the crowd on cells that are one number or one word, one row each.
#pragma once

#include <span>

#include "app/features/crowd/crowd_state.hpp"
#include "core/base/setting.hpp"

namespace strata {

std::span<const SettingOf<CrowdSettings>> crowd_settings();

}  // namespace strata
