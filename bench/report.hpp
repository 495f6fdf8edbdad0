// Purpose: What a command of the bench program found, and how it is printed.
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
  std::vector<std::string> notes;     // for people, below the table

  bool checks_held() const { return failures.empty(); }
};

// {"command", "commit", "compiler", "cpu", "rows", "failures"}
std::string to_json(const Report& report);
// Aligned columns; objects inside rows are left to the notes.
std::string to_table(const Report& report);

// Order statistics of times; `values` is sorted in place. Nearest rank; 0 for no values.
double percentile(std::vector<double>& values, double percent);
// Wall clock of a call: the median of the rounds.
double median_micros(int rounds, const std::function<void()>& call);
double mean(const std::vector<double>& values);
// To four significant digits, so that tables and JSON stay readable.
double rounded(double value);
// To six decimals: ratios close to 1.
double rounded_ratio(double value);

}  // namespace strata::bench
