// Purpose: A Report holds the results of a command of the bench program. These functions print it.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace strata::bench {

using Row = nlohmann::ordered_json;

struct Report {
  std::string command;
  std::vector<Row> rows;
  std::vector<std::string> failures;  // checks that did not hold; any makes the program exit with 1
  std::vector<std::string> notes;     // for the reader, below the table

  bool checks_held() const { return failures.empty(); }
};

// Returns the processor, the compiler and the commit, as text.
std::string machine_text();
// Returns one object: {"command", "commit", "compiler", "cpu", "rows", "failures"}.
std::string to_json(const Report& report);
// Returns a line of column names, then one for each row, with values separated by commas. Objects inside rows are left
// out, and so are notes.
std::string to_csv(const Report& report);
// Returns aligned columns. Objects inside rows are left to the notes.
std::string to_table(const Report& report);

// Returns a percentile of times by nearest rank, or 0 for no values. Sorts `values` in place.
double percentile(std::vector<double>& values, double percent);
// Returns the median over the rounds of the call's wall-clock time.
double median_micros(int rounds, const std::function<void()>& call);
double mean(const std::vector<double>& values);
// Rounds to four significant digits, so that tables and JSON stay readable.
double rounded(double value);
// Rounds ratios, which are close to 1, to six decimals.
double rounded_ratio(double value);

}  // namespace strata::bench
