// Purpose: The settings of HPA*, one row each.
// Source: Botea, Mueller, Schaeffer 2004.
#pragma once

#include <span>

#include "core/base/setting.hpp"
#include "core/hpa/hpa_options.hpp"

namespace strata {

std::span<const SettingOf<HpaOptions>> hpa_settings();

}  // namespace strata
