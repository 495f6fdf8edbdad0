// Purpose: An AddedPlanner plans in place of the library: it is the planner of a row that a user has added, such as a
//          program of their own.
// Shapes: Its row is an AddedRow, of the family kAddedFamily; the functions of the row are not called.
// Errors: An answer that is of no use has the status kUnsupported, and `remark` says why.
// Threads: Calls may come from several threads at once. `plan` waits; at its interruption points it throws
//          SearchStopped.
#pragma once

#include <string>

#include "core/world/planners.hpp"

namespace strata {

class AddedPlanner {
 public:
  virtual ~AddedPlanner() = default;

  virtual void plan(const World& world, const Query& query, PlanResult& result, Trace* trace) = 0;
  virtual std::string stamp() const = 0;                     // see Planner::stamp
  virtual std::string lacks(const World& world) const = 0;   // see Planner::lacks
  virtual double prepare_micros() const = 0;                 // what its preparation took; below 0: not known
  virtual std::string remark(const Query& query) const = 0;  // what is wrong with its last answer to the query
  virtual double busy_seconds() const = 0;                   // for which it is at what it was asked last
};

extern const PlannerFamily kAddedFamily;
struct AddedRow : Planner {
  AddedPlanner* added = nullptr;
};

inline bool is_added(const Planner& planner) { return planner.family == &kAddedFamily; }
inline AddedPlanner* added_planner(const Planner& planner) {  // null: it is a planner of the library
  return is_added(planner) ? static_cast<const AddedRow&>(planner).added : nullptr;
}

// Returns the microseconds that an added planner itself took for the last answer of this thread; `otherwise` for
// planners of the library, or if it gave none.
double own_micros(const Planner& planner, double otherwise);
void note_own_micros(double micros);  // below 0: there is no answer

}  // namespace strata
