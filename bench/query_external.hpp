// Purpose: These classes measure external planners for `queries`, beside the planners of the project.
// Shapes: Rows have the columns of other planners; values that the program does not report are null. Further columns
//         are `failed` (queries without a usable answer), `fault` (the first fault) and `says_name`.
#pragma once

#include <string>
#include <vector>

#include "bench/query_set.hpp"
#include "external/external_planner.hpp"

namespace strata::bench {

class ExternalMeasurements {
 public:
  static Result<ExternalMeasurements> from_texts(const QueryOptions& options);

  // Asks every external planner for every query of a map and adds its rows. A program that fails is restarted a few
  // times. Returns the input of add_to_totals.
  ReportRow measure(const MoveGrid& moves, const QuerySet& set, const std::string& map, Report& report) const;
  void add_to_totals(const ReportRow& measured);  // throws ReportRow::exception if `measured` is malformed
  void append_totals(Report& report) const;

 private:
  struct ExternalProgramTally {
    size_t queries = 0, invalid = 0, solved = 0, optimal = 0, illegal = 0, lost = 0, failed = 0, maps = 0;
    uint64_t expanded = 0;
    double prepared_ms = 0;
    std::vector<double> micros, ratios;
    std::string fault, said_name;
    void add(const ExternalProgramTally& other);
  };
  static ReportRow row_of(const std::string& name, const std::string& map, ExternalProgramTally tally);
  template <class T, class Visit>
  static void each_field(T& one, Visit&& visit);
  static ExternalProgramTally measure_program(const ExternalProgram& program, const MoveGrid& moves,
                                              const QuerySet& set, const std::string& map, Report& report);

  std::vector<ExternalProgram> programs_;
  std::vector<ExternalProgramTally> totals_;
};

}  // namespace strata::bench
