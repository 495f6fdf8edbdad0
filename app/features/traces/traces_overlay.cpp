// The open plan or trace on the map: agents of a plan at the time step, and errors.
#include <algorithm>
#include <array>

#include "app/draw/overlay_tools.hpp"
#include "app/features/traces/traces.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "app/playback/playback.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr MarkWithoutLayer kTraceFaultMark{"error in the trace", LegendSymbolShape::kRing, palette::kVermilion};
const DrawListTag kTraceFaultPart{kTraceFaultMark}, kPlanAgentPart{kOpenedPlanLayer};

constexpr size_t kMaxMarkedFaults = 2000;  // maximum number of marked errors of a trace
constexpr uint32_t kNoHeading = 8;
constexpr std::array<Rgba, 5> kAgentColors = {palette::kBlue, palette::kGreen, palette::kOrange, palette::kPurple,
                                              palette::kSky};

// Returns the direction of a step, numbered as for drawing agents; kNoHeading: the agent waits, or jumps
// to a distant cell.
uint32_t heading_of(PlanCell from, PlanCell to) {
  for (uint32_t i = 0; i < kDirX.size(); ++i) {
    if (from.x + kDirX[i] == to.x && from.y + kDirY[i] == to.y) return i;
  }
  return kNoHeading;
}

void build_agents_of_plan(const OpenedPlan& opened, uint32_t step, const GridMap& map, const Rect& visible,
                          DrawList& out) {
  const MapfPlan& plan = opened.plan;
  const auto& findings = opened.report.findings;
  const auto first = std::ranges::lower_bound(findings, step, {}, &PlanFinding::step);
  const auto last = std::ranges::upper_bound(findings, step, {}, &PlanFinding::step);
  const auto mark = [&](uint32_t agent, float grow) {
    const PlanCell at = plan.at(step, agent);
    out.markers.push_back(
        {middle(at.x), middle(at.y), 8 * grow, 0.62f * grow, MarkerShape::kRing, palette::kVermilion});
  };
  std::vector<uint32_t> faulty;
  for (auto finding = first; finding != last; ++finding) {
    faulty.push_back(finding->agent);
    mark(finding->agent, 1);
    if (finding->other == kNoPlanAgent) continue;
    faulty.push_back(finding->other);
    mark(finding->other, 1.25f);
    const PlanCell a = plan.at(step, finding->agent), b = plan.at(step, finding->other);
    out.lines.push_back({middle(a.x), middle(a.y), middle(b.x), middle(b.y), 3, 0, palette::kVermilion});
  }
  std::ranges::sort(faulty);
  const Rect near = visible.grown(1);
  for (uint32_t agent = 0; agent < plan.agents; ++agent) {
    const PlanCell at = plan.at(step, agent);
    if (!near.contains(at.cell())) continue;
    // If the file gives no heading for an agent, the agent faces the cell that it goes to next.
    uint32_t heading = kNoHeading;
    if (!plan.headings.empty()) {
      // The directions for the headings in the file: east, south, west, north.
      constexpr std::array<uint32_t, 4> kOfFile = {2, 4, 6, 0};
      heading = kOfFile[plan.headings[size_t{step} * plan.agents + agent]];
    } else if (step + 1 < plan.steps) {
      heading = heading_of(at, plan.at(step + 1, agent));
    }
    const bool wrong = std::ranges::binary_search(faulty, agent) || !map.contains(at.cell());
    const Rgba color = wrong ? palette::kVermilion : kAgentColors[agent % kAgentColors.size()];
    const uint32_t shape = heading == kNoHeading ? 3 : 0;
    out.agents.push_back({middle(at.x), middle(at.y), shape | heading << 4 | 1u << 8, color});
  }
}

void paint_plan(Painter& painter, const Lab& lab, const TracesController& controller) {
  const LayerState& layer = painter.layer(kOpenedPlanLayer);
  if (controller.plan() == nullptr || !controller.steps_plan() || !layer.on || !painter.shows(0)) return;
  DrawInputHash stamp;
  stamp << controller.version() << controller.plan_step() << painter.visible() << lab.state().world_version;
  if (painter.renew(kPlanAgentPart, stamp.value())) {
    build_agents_of_plan(*controller.plan(), controller.plan_step(), lab.world().map(), painter.visible(),
                         painter.list(kPlanAgentPart));
  }
  painter.show(kPlanAgentPart, layer.opacity);
}

// Marks the errors of the trace up to the cursor.
void paint_trace_faults(Painter& painter, const Lab& lab, const TracesController& controller) {
  const OpenedTrace* opened = controller.trace();
  if (opened == nullptr || !controller.steps_trace() || opened->report.findings.empty() || !painter.shows(0)) return;
  const size_t cursor = lab.playback().cursor();
  const auto& findings = opened->report.findings;
  const auto past = std::ranges::lower_bound(findings, cursor, {}, &TraceFinding::event);
  const auto count = static_cast<size_t>(past - findings.begin());
  DrawInputHash stamp;
  stamp << controller.version() << count << lab.state().world_version;
  if (painter.renew(kTraceFaultPart, stamp.value())) {
    DrawList& out = painter.list(kTraceFaultPart);
    for (size_t i = count - std::min(count, kMaxMarkedFaults); i < count; ++i) {
      const TraceEvent& event = opened->trace.events[findings[i].event];
      if (!event.placed()) continue;
      const Cell at = SearchTrace::cell(event);
      out.markers.push_back({middle(at.x), middle(at.y), 6, 0.45f, MarkerShape::kRing, palette::kVermilion});
    }
  }
  painter.show(kTraceFaultPart, 1);
}

void paint_traces(Painter& painter, const Lab& lab) {
  const TracesController& controller = traces_controller(lab);
  paint_plan(painter, lab, controller);
  paint_trace_faults(painter, lab, controller);
}

}  // namespace

const std::array<PaintStep, 1> kTracesPaint = {{{depth::kAgents - 50, paint_traces}}};

}  // namespace strata
