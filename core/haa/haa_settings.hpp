// Purpose: haa_settings lists the settings of HAA*, one row for each option.
// Source: Harabor, Botea 2008.
#pragma once

#include <span>

#include "core/base/setting.hpp"
#include "core/haa/haa.hpp"

namespace strata {

std::span<const SettingOf<HaaOptions>> haa_settings();

}  // namespace strata
