// Purpose: What the programs strata-bench and strata-papers have in common: where they lie, and how a report leaves
//          them.
// Exit codes: 0: ran and every check held; 1: a check failed; 2: unusable arguments or input.
#pragma once

#include <functional>
#include <string>

#include "bench/report.hpp"

namespace strata::bench {

inline constexpr int kUnusable = 2;

// What the command line asked for; set while it is read.
using Run = std::function<Result<Report>()>;

// The folder of this program: others lie beside it.
std::string own_folder();

// Runs what was asked for and prints its report. The exit code.
int report_on(const Run& run, bool json);

}  // namespace strata::bench
