// Purpose: hpa_settings lists the settings of HPA*, one row for each option.
// Source: Botea, Mueller, Schaeffer 2004.
#pragma once

#include <span>

#include "core/base/setting.hpp"
#include "core/hpa/hpa_options.hpp"

namespace strata {

std::span<const SettingOf<HpaOptions>> hpa_settings();

}  // namespace strata
