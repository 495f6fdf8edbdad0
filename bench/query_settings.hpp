// Purpose: This header lists the settings of planners and structures in query commands, by their names in the desktop
//          program. `sweep`, `--with NAME=VALUE` and `settings` use the list.
// Errors: An unknown name, or a value outside the range of the setting.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "bench/commands.hpp"
#include "bench/report.hpp"
#include "core/base/setting.hpp"

namespace strata::bench {

struct QuerySetting {
  Setting row;
  double usual = 0;
  std::function<void(QueryOptions& options, double value)> set;
};
std::span<const QuerySetting> query_settings();
const QuerySetting* query_setting_named(std::string_view name);  // null: there is none
// Returns the settings that can be swept.
std::span<const QuerySetting* const> swept_settings();

// Sets the setting given as "NAME=VALUE".
Status put_setting(QueryOptions& options, const std::string& text);
// Returns a report with a row for each setting: its name, its values, and its other names.
Report list_settings();

}  // namespace strata::bench
