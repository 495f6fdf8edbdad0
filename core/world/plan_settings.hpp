// Purpose: This header lists the settings of single queries (PlanOptions), one row each; they require no rebuild.
#pragma once

#include <span>

#include "core/base/setting.hpp"
#include "core/search/plan.hpp"

namespace strata {

std::span<const SettingOf<PlanOptions>> plan_settings();

}  // namespace strata
