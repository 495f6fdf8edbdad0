// Purpose: This header has what the programs strata-bench and strata-papers share: their folder, and the printing of a
//          report.
// Exit codes: 0: ran and every check held; 1: a check failed; 2: unusable arguments or input.
#pragma once

#include <functional>
#include <string>

#include "bench/report.hpp"

namespace CLI {
class App;
}

namespace strata::bench {

inline constexpr int kUnusable = 2;

// Runs the command; set while the command line is read.
using Run = std::function<Result<Report>()>;

// Returns the folder of this program, in which the other programs lie.
std::string own_folder();

// How a report is written, and where to: --json, --csv, --write FILE.
struct ReportOutput {
  bool json = false, csv = false;
  std::string file;  // empty: it is printed
};
void add_report_output(CLI::App& app, ReportOutput& output);
// Runs the command and writes its report. Returns the exit code.
int report_on(const Run& run, const ReportOutput& output);

}  // namespace strata::bench
