#include "core/world/added_planner.hpp"

namespace strata {

namespace {
thread_local double last_own_micros = -1;
}  // namespace

const PlannerFamily kAddedFamily{.name = "own"};

double own_micros(const Planner& planner, double otherwise) {
  return is_added(planner) && last_own_micros >= 0 ? last_own_micros : otherwise;
}

void note_own_micros(double micros) { last_own_micros = micros; }

}  // namespace strata
