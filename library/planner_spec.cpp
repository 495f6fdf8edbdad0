#include "strata/planner_spec.hpp"

#include <fmt/format.h>

#include "core/world/planners.hpp"

namespace strata {

PlannerSpec::PlannerSpec(std::string_view name) : name_(name), row_(planner_named(name)) {}

PlannerSpec& PlannerSpec::set(std::string_view setting, double value) & {
  settings_.emplace_back(setting, value);
  return *this;
}

PlannerSpec fastest() { return PlannerSpec("fastest"); }
PlannerSpec astar() { return PlannerSpec("astar"); }
PlannerSpec jps() { return PlannerSpec("jps"); }
PlannerSpec jps_plus() { return PlannerSpec("jps+"); }
PlannerSpec alt() { return PlannerSpec("alt"); }
PlannerSpec ch() { return PlannerSpec("ch"); }
PlannerSpec labels() { return PlannerSpec("labels"); }
PlannerSpec hpa(int levels) { return PlannerSpec(fmt::format("hpa{}", levels)); }
PlannerSpec sectors() { return PlannerSpec("sectors"); }
PlannerSpec next_hop_tables() { return PlannerSpec("tables"); }
PlannerSpec polyanya() { return PlannerSpec("polyanya"); }
PlannerSpec hna(int levels) { return PlannerSpec(fmt::format("hna{}", levels)); }
PlannerSpec pccp() { return PlannerSpec("pccp"); }

}  // namespace strata
