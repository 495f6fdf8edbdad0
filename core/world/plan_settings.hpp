// Purpose: The settings of single queries, one row each: what a planner is asked for, whatever was built.
#pragma once

#include <span>

#include "core/base/setting.hpp"
#include "core/search/plan.hpp"

namespace strata {

std::span<const SettingOf<PlanOptions>> plan_settings();

}  // namespace strata
