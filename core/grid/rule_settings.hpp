// Purpose: rule_settings lists the settings of the movement rules that are one number or one word, one row each.
#pragma once

#include <span>

#include "core/base/setting.hpp"
#include "core/grid/move_grid.hpp"

namespace strata {

std::span<const SettingOf<Rules>> rule_settings();

}  // namespace strata
