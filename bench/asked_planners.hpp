// Purpose: These functions count which planners "fastest" has asked, and write their shares into a column.
// FastestOfBuilt
//          is that planner in runs that build all structures beforehand.
#pragma once

#include <string>
#include <vector>

#include "core/world/fastest_choice.hpp"
#include "core/world/planners.hpp"

namespace strata {
struct PlanOptions;
}

namespace strata::bench {

// The number of queries by FastestCandidate; empty: none was counted.
using AskedPlanners = std::vector<size_t>;

void count_asked(AskedPlanners& counts, const Planner& asked);
void add_asked(AskedPlanners& counts, const AskedPlanners& other);
// Returns the shares, the largest first: "labels 97 %, jps 3 %".
std::string asked_text(const AskedPlanners& counts);

// Asks the fastest of the planners whose structures are built, and learns which one that is. The world must not change.
class FastestOfBuilt {
 public:
  explicit FastestOfBuilt(const World& world);
  // Returns the time in microseconds, with that of the choice.
  double plan(const PlanQuery& query, const PlanOptions& options, Workspace& workspace, PlanResult& result,
              AskedPlanners& counts);

 private:
  const World& world_;
  FastestChoice choice_;
  ByCandidate<bool> ready_;
};

}  // namespace strata::bench
