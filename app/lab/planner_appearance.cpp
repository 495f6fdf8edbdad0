#include "app/lab/planner_appearance.hpp"

#include <algorithm>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/narration.hpp"
#include "core/search/build_events.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/planners.hpp"

namespace strata {

namespace {
// Sentences for a planner of which nothing is known except its events.
class UnknownPlannerNarration : public Narration {
 public:
  std::string_view never_reopens(const PlanOptions&, Profile) const override { return ""; }
};
const UnknownPlannerNarration kUnknown;
const PlannerAppearance kStrange = {.planner = "",
                                    .counts = "nodes, as the program tells them",
                                    .style = {rgba(0x808080), 3.0f, 15},
                                    .narration = &kUnknown};

Rgba shade(Rgba color, double towards_white) {  // `towards_white` below 0: towards black
  const auto part = [&](int shift) {
    const double c = static_cast<double>(color >> shift & 255);
    const double mixed = towards_white >= 0 ? c + (255 - c) * towards_white : c * (1 + towards_white);
    return static_cast<uint32_t>(mixed) << shift;
  };
  return part(0) | part(8) | part(16) | (color & 0xff000000u);
}
}  // namespace

const PlannerAppearance& planner_appearance(const LabState& state, std::string_view planner) {
  for (const Feature* feature : features()) {
    for (const PlannerAppearance& appearance : feature->planners) {
      if (appearance.planner == planner) return appearance;
    }
  }
  const auto own = std::ranges::find(state.added_appearances, planner, &PlannerAppearance::planner);
  return own != state.added_appearances.end() ? *own : kStrange;
}

void add_appearance(LabState& state, const PlannerAppearance& appearance) {
  const auto own = std::ranges::find(state.added_appearances, appearance.planner, &PlannerAppearance::planner);
  if (own != state.added_appearances.end()) {
    *own = appearance;
  } else {
    state.added_appearances.push_back(appearance);
  }
}

std::string_view planner_colours_name(PlannerColours colours) {
  return colours == PlannerColours::kUsual ? "usual" : "grey";
}

PlannerStyle planner_style(const LabState& state, std::string_view planner) {
  PlannerStyle style = planner_appearance(state, planner).style;
  if (state.planner_colours == PlannerColours::kGrey) style.color = in_grey(style.color);
  return style;
}

Rgba phase_color(Phase phase) {
  if (build_event::is_build(phase)) return shade(palette::kBlue, 0.45);
  switch (phase) {
    case Phase::kInsertStart:
      return shade(palette::kStart, 0.35);
    case Phase::kInsertGoal:
      return shade(palette::kGoal, 0.2);
    case Phase::kMain:
    case Phase::kForward:
      return palette::kSky;
    case Phase::kBackward:
      return palette::kYellow;
    case Phase::kContract:
      return shade(palette::kBlue, 0.45);
    case Phase::kRefine:
      return shade(palette::kOrange, 0.35);
    case Phase::kSmooth:
      break;
  }
  return palette::kPurple;
}

const Narration& stepped_narration(const Lab& lab) {
  const SteppedProcess* process = lab.state().process;
  return process != nullptr ? *process->narration
                            : *planner_appearance(lab.state(), lab.query().searched_planner().name).narration;
}

}  // namespace strata
