// Purpose: run_sweep is the `sweep` command: it sets one setting to one value after another and runs `queries` for
//          each. The desktop program sweeps the same settings (Analysis > Sweep), with the same figures.
// Errors: An unknown setting or value; and the errors of `queries`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/commands.hpp"
#include "bench/query_settings.hpp"

namespace strata::bench {

struct SweptMeasure {
  std::string_view name;  // name in the desktop program: "expanded"
  std::vector<std::string_view> columns;
};
std::span<const SweptMeasure> swept_measures();

struct SweepOptions {
  std::string setting;
  std::vector<int> values = {};  // values of the setting; empty: a range of values is used
  std::optional<int> from, to, step;
  // Names of measures, whose columns the rows keep; empty: all columns of `queries`. Only "update" paints strokes.
  std::vector<std::string> measures = {};
  QueryOptions queries;  // includes the file in which results are kept, one for each value and map
};
// Returns the rows of `queries`, with the columns `setting` and `value` in front.
Result<Report> run_sweep(const SweepOptions& options);

}  // namespace strata::bench
