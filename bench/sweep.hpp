// Purpose: The `sweep` command sets one number to value after value, and measures with each what `queries` measures.
//          The desktop program sweeps the same settings (Analysis > Sweep), with equal figures.
// Errors: A setting or a value that is not there; and those of `queries`.
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
  std::string_view name;  // as of the desktop program: "expanded"
  std::vector<std::string_view> columns;
};
std::span<const SweptMeasure> swept_measures();

struct SweepOptions {
  std::string setting;
  std::vector<int> values = {};  // empty: a range
  std::optional<int> from, to, step;
  std::vector<std::string> measures = {};  // empty: all columns of `queries`
  QueryOptions queries;                    // also says where answers are kept, one for each value and map
};
// Rows are those of `queries`, with `setting` and `value` before them.
Result<Report> run_sweep(const SweepOptions& options);

}  // namespace strata::bench
