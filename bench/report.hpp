// Purpose: A Report holds the results of a command of the bench program. These functions print it.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace strata::bench {

using ReportRow = nlohmann::ordered_json;

struct Report {
  std::string command;
  std::vector<ReportRow> rows;
  std::vector<std::string> failures;             // failed checks; the exit code is then 1
  std::vector<std::string> notes;                // printed below the table
  std::map<std::string, std::string> maps = {};  // by name of the file: hash of its cells, as `input_hash` writes it

  bool checks_held() const { return failures.empty(); }
};

// Returns a text with the processor, the compiler and the commit.
std::string machine_text();
// Returns one JSON object: {"command", "commit", "compiler", "cpu", "rows", "failures", "arguments", "date", "host",
// "threads", "build", "maps"}: what was asked for, when (UTC) and where, the number of hardware threads, how the
// program was built, and the hashes of the maps.
// @param arguments  those of the command line, without the name of the program
std::string to_json(const Report& report, std::span<const std::string> arguments = {});
// Returns comma-separated values: a line of column names, then one for each row. Objects inside rows, and
// notes, are omitted.
std::string to_csv(const Report& report);
// Returns a table with aligned columns. Objects inside rows are omitted.
std::string to_table(const Report& report);

// Returns a percentile by nearest rank; 0 for no values. Sorts `values` in place.
double percentile(std::vector<double>& values, double percent);
// Calls `call` in each round and returns the median of its wall-clock times.
double median_micros(int rounds, const std::function<void()>& call);
double mean(const std::vector<double>& values);
// Rounds to four significant digits, for readable tables and JSON.
double rounded(double value);
// Rounds ratios near 1 to six decimals.
double rounded_ratio(double value);

}  // namespace strata::bench
