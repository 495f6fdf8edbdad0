// Purpose: The settings of planners and structures that the commands about queries have, by the names that they have in
//          the desktop program: for `sweep`, for `--with NAME=VALUE`, and for the list of `settings`.
// Errors: A name that is none, or a value outside of the setting's range.
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
// Returns those that can be swept.
std::span<const QuerySetting* const> swept_settings();

// Sets what "NAME=VALUE" says.
Status put_setting(QueryOptions& options, const std::string& text);
// Returns a row for each setting: what it is called, what it takes, and where else it is offered.
Report list_settings();

}  // namespace strata::bench
