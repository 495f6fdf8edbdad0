#include "app/lab/planner_face.hpp"

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_desk.hpp"
#include "app/playback/narration.hpp"
#include "core/world/planners.hpp"

namespace strata {

namespace {
// Of it nothing is known but its events.
class StrangeNarration : public Narration {
 public:
  std::string_view never_reopens(const PlanOptions&, Profile) const override { return ""; }
};
const StrangeNarration kUnknown;
const PlannerFace kStrange = {.planner = "", .style = {rgba(0x808080), 3.0f, 15}, .narration = &kUnknown};
}  // namespace

const PlannerFace& planner_face(std::string_view planner) {
  for (const Feature* feature : features()) {
    for (const PlannerFace& face : feature->planners) {
      if (face.planner == planner) return face;
    }
  }
  return kStrange;
}

PlannerStyle planner_style(std::string_view planner) { return planner_face(planner).style; }

const Narration& stepped_narration(const Lab& lab) {
  const Process* process = lab.query().process();
  return process != nullptr ? *process->narration : *planner_face(lab.query().traced_planner()->name).narration;
}

}  // namespace strata
