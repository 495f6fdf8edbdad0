// Purpose: AddedPlanner is the interface of planners that a user adds to the table of planners, such
//          as external programs.
// Shapes: The row of an added planner is an AddedPlannerRow of the family kAddedFamily; the function pointers of
//         the row are not used.
// Errors: An unusable answer has the status kUnsupported, and `remark` returns the reason.
// Threads: Several threads may call at once. `plan` waits for the answer and throws SearchStopped at
//          its interruption points.
#pragma once

#include <string>

#include "core/world/planners.hpp"

namespace strata {

class AddedPlanner {
 public:
  virtual ~AddedPlanner() = default;

  virtual void plan(const World& world, const PlanQuery& query, PlanResult& result, Trace* trace) = 0;
  virtual std::string stamp() const = 0;                         // as Planner::stamp
  virtual std::string lacks(const World& world) const = 0;       // as Planner::lacks
  virtual double prepare_micros() const = 0;                     // time of the planner's preparation; below 0: unknown
  virtual std::string remark(const PlanQuery& query) const = 0;  // the fault of the planner's last answer to the query
  virtual double busy_seconds() const = 0;  // how long the planner has been working on its last request
};

extern const PlannerFamily kAddedFamily;
struct AddedPlannerRow : Planner {
  AddedPlanner* added = nullptr;
};

inline bool is_added(const Planner& planner) { return planner.family == &kAddedFamily; }
inline AddedPlanner* added_planner(const Planner& planner) {  // null for a planner of the library
  return is_added(planner) ? static_cast<const AddedPlannerRow&>(planner).added : nullptr;
}

// Returns the microseconds that an added planner needed for the last answer of this thread; `otherwise` for planners of
// the library, or if the planner did not report the time.
double own_micros(const Planner& planner, double otherwise);
void note_own_micros(double micros);  // sets the result of own_micros; below 0: there is no answer

}  // namespace strata
