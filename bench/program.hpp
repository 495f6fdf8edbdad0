// Purpose: This header holds the code that strata-bench, strata-bench-mpi, strata-papers and strata-grade share: their
//          folder, their version, and the printing of a report.
// Exit codes: 0: ran and every check held; 1: a check failed; 2: unusable arguments or input.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

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
  // Starts the messages to the other processes; empty: the program works in one process.
  std::function<std::unique_ptr<RankMessages>()> messages = {};
  // Measures tables of the papers, with the arguments of `main`; empty: the program kPapersProgram is started instead.
  std::function<int(int, char**)> papers = {};
  std::vector<std::string> arguments = {};  // those that it was started with, for its report
};
// Returns the arguments of `main` without the name of the program.
std::vector<std::string> arguments_of(int argc, char** argv);
// Returns the name, the version and the commit, as `--version` prints them.
std::string version_text(const BenchProgram& program);

// A CommandRun runs the chosen command. Parsing the command line sets it.
using CommandRun = std::function<Result<Report>()>;

// Returns the folder of this program, which contains the other programs, too.
std::string own_folder();

// The format and the file of a report: --json, --csv, --write FILE.
struct ReportOutput {
  bool json = false, csv = false;
  std::string file;  // file of the report; empty: standard output
};
// Checks that a report can be written to the file: its folder exists. Succeeds for an empty name.
Status can_be_written(const std::string& file);
void add_report_output(CLI::App& app, ReportOutput& output);
// Runs the command and writes its report. Returns the exit code. If the report cannot be written to its
// file, it is printed.
int report_on(const CommandRun& run, const ReportOutput& output, const BenchProgram& program);

}  // namespace strata::bench
