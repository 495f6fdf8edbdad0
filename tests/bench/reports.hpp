// Purpose: These helpers of the tests of the bench program take the reports of its commands and check their rows.
#pragma once

#include <doctest/doctest.h>

#include <utility>

#include "bench/report.hpp"
#include "tests/must.hpp"

namespace strata::test {

// Returns the report of a command that must succeed, and whose checks must hold.
inline bench::Report held_report(Result<bench::Report> result) {
  bench::Report report = must(std::move(result));
  for (const std::string& failure : report.failures) FAIL_CHECK(failure);
  return report;
}

// Checks that the row has these values.
inline void check_values(const bench::ReportRow& row, const bench::ReportRow& wanted) {
  for (const auto& [key, value] : wanted.items()) {
    CAPTURE(key);
    CHECK(row.at(key) == value);
  }
}

}  // namespace strata::test
