#include "app/lab/planner_appearance.hpp"

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/narration.hpp"
#include "core/world/planners.hpp"

namespace strata {

namespace {
// Narration for an unknown planner, of which only the events are known.
class UnknownPlannerNarration : public Narration {
 public:
  std::string_view never_reopens(const PlanOptions&, Profile) const override { return ""; }
};
const UnknownPlannerNarration kUnknown;
const PlannerAppearance kStrange = {.planner = "", .style = {rgba(0x808080), 3.0f, 15}, .narration = &kUnknown};
}  // namespace

const PlannerAppearance& planner_appearance(std::string_view planner) {
  for (const Feature* feature : features()) {
    for (const PlannerAppearance& appearance : feature->planners) {
      if (appearance.planner == planner) return appearance;
    }
  }
  return kStrange;
}

PlannerStyle planner_style(std::string_view planner) { return planner_appearance(planner).style; }

const Narration& stepped_narration(const Lab& lab) {
  const Process* process = lab.query().process();
  return process != nullptr ? *process->narration : *planner_appearance(lab.query().traced_planner()->name).narration;
}

}  // namespace strata
