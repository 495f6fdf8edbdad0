// Purpose: These classes measure planners that are programs of their own, beside those of the project, for `queries`.
// Shapes: The rows have the columns of the other planners; what a program does not say is null. Besides: `failed`,
//         queries without a usable answer, `fault`, the first thing that was wrong, and `says_name`.
#pragma once

#include <string>
#include <vector>

#include "bench/query_set.hpp"
#include "external/external_planner.hpp"

namespace strata::bench {

class ExternalMeasurements {
 public:
  static Result<ExternalMeasurements> from_texts(const QueryOptions& options);

  // Asks every program for every query of a map, and adds its rows. A program that fails is started again, a few times.
  // Returns what add_to_totals takes.
  Row measure(const MoveGrid& moves, const QuerySet& set, const std::string& map, Report& report) const;
  void add_to_totals(const Row& measured);  // throws Row::exception if it is malformed
  void append_totals(Report& report) const;

 private:
  struct OneProgram {
    size_t queries = 0, invalid = 0, solved = 0, optimal = 0, illegal = 0, lost = 0, failed = 0, maps = 0;
    uint64_t expanded = 0;
    double prepared_ms = 0;
    std::vector<double> micros, ratios;
    std::string fault, said_name;
    void add(const OneProgram& other);
  };
  static Row row_of(const std::string& name, const std::string& map, OneProgram tally);
  template <class T, class Visit>
  static void each_field(T& one, Visit&& visit);
  static OneProgram measure_program(const ExternalProgram& program, const MoveGrid& moves, const QuerySet& set,
                                    const std::string& map, Report& report);

  std::vector<ExternalProgram> programs_;
  std::vector<OneProgram> totals_;
};

}  // namespace strata::bench
