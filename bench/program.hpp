// Purpose: This header has what strata-bench, strata-bench-mpi, strata-papers and strata-grade share: their folder,
//          their version, and the printing of a report.
// Exit codes: 0: ran and every check held; 1: a check failed; 2: unusable arguments or input.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "bench/report.hpp"

namespace CLI {
class App;
}

namespace strata::bench {

class RankMessages;

inline constexpr int kUnusable = 2;
inline constexpr std::string_view kPapersProgram = "strata-papers";

struct BenchProgram {
  std::string name;
  // Begins to send texts to the other processes. None: the program works in one process.
  std::function<std::unique_ptr<RankMessages>()> messages = {};
  // Measures tables of the papers, with arguments as main has them. None: kPapersProgram is started.
  std::function<int(int, char**)> papers = {};
};
// Returns the name, the version and the commit; what `--version` prints.
std::string version_text(const BenchProgram& program);

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
// Runs the command and writes its report. Returns the exit code. A report that cannot be written to its file is
// printed.
int report_on(const Run& run, const ReportOutput& output, const BenchProgram& program);

}  // namespace strata::bench
