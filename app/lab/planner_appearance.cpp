#include "app/lab/planner_appearance.hpp"
#include "app/lab/added_appearance.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <string>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/narration.hpp"
#include "core/search/build_events.hpp"
#include "core/world/planners.hpp"

namespace strata {

namespace {
// Narration for an unknown planner, of which only the events are known.
class UnknownPlannerNarration : public Narration {
 public:
  std::string_view never_reopens(const PlanOptions&, Profile) const override { return ""; }
};
const UnknownPlannerNarration kUnknown;
const PlannerAppearance kStrange = {.planner = "",
                                    .counts = "nodes, as the program tells them",
                                    .style = {rgba(0x808080), 3.0f, 15},
                                    .narration = &kUnknown};

// Of planners that users have added, by name. References to them stay.
std::map<std::string, PlannerAppearance, std::less<>>& added_appearances() {
  static std::map<std::string, PlannerAppearance, std::less<>> added;
  return added;
}

PlannerColours colours_now = PlannerColours::kUsual;

Rgba shade(Rgba color, double towards_white) {  // below 0: towards black
  const auto part = [&](int shift) {
    const double c = static_cast<double>(color >> shift & 255);
    const double mixed = towards_white >= 0 ? c + (255 - c) * towards_white : c * (1 + towards_white);
    return static_cast<uint32_t>(mixed) << shift;
  };
  return part(0) | part(8) | part(16) | (color & 0xff000000u);
}
}  // namespace

const PlannerAppearance& planner_appearance(std::string_view planner) {
  for (const Feature* feature : features()) {
    for (const PlannerAppearance& appearance : feature->planners) {
      if (appearance.planner == planner) return appearance;
    }
  }
  const auto& added = added_appearances();
  const auto own = added.find(planner);
  return own != added.end() ? own->second : kStrange;
}

void set_added_appearance(const PlannerAppearance& appearance) {
  added_appearances()[std::string(appearance.planner)] = appearance;
}

std::string_view planner_colours_name(PlannerColours colours) {
  return colours == PlannerColours::kUsual ? "usual" : "grey";
}

void set_planner_colours(PlannerColours colours) { colours_now = colours; }

PlannerStyle planner_style(std::string_view planner) {
  PlannerStyle style = planner_appearance(planner).style;
  if (colours_now == PlannerColours::kGrey) style.color = in_grey(style.color);
  return style;
}

Rgba phase_color(Phase phase) {
  if (build_event::is_build(phase)) return shade(palette::kBlue, 0.45);
  switch (phase) {
    case Phase::kInsertStart:
      return palette::kGreen;
    case Phase::kInsertGoal:
      return palette::kVermilion;
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
  const Process* process = lab.query().process();
  return process != nullptr ? *process->narration : *planner_appearance(lab.query().traced_planner()->name).narration;
}

}  // namespace strata
