// Charts of the crowd: the number of agents by status, and the crowd's time per frame.
#include <fmt/format.h>

#include "app/features/crowd/crowd.hpp"
#include "app/features/crowd/grid_crowd_controller.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/lab.hpp"
#include "core/base/count_of.hpp"

namespace strata {
namespace {

constexpr double kFrameMillis = 1000.0 / 60;  // time of a frame at 60 frames per second

bool has_agents(const Lab& lab, ChartData& out) {
  if (grid_crowd_controller(lab).state().there) return true;
  out.reason = "There is no crowd yet.";
  out.remedy = "Add agents and let them walk";
  out.remedy_lines = "crowd.spawn\ncrowd.run on";
  return false;
}

void fill_statuses(const Lab& lab, ChartData& out) {
  if (!has_agents(lab, out)) return;
  const CrowdState& crowd = grid_crowd_controller(lab).state();
  out.about = fmt::format("{} after {}, {}", count_of(crowd.agents, "agent"), count_of(crowd.ticks, "tick"),
                          count_of(crowd.totals.arrivals, "arrival"));
  out.x = {.title = "status", .unit = ChartUnit::kName};
  out.y = {.title = "agents", .unit = ChartUnit::kCount};
  for (int i = 0; i < kCrowdStatuses; ++i) out.x.names.emplace_back(crowd_status_title(static_cast<CrowdStatus>(i)));
  out.table.columns = {{.title = "status", .unit = ChartUnit::kName, .names = out.x.names},
                       {.title = "agents", .unit = ChartUnit::kNumber}};
  for (int i = 0; i < kCrowdStatuses; ++i) {
    const auto status = static_cast<CrowdStatus>(i);
    const double agents = crowd.counts[static_cast<size_t>(i)];
    out.series.push_back({.name = std::string(crowd_status_name(status)),
                          .title = std::string(crowd_status_title(status)),
                          .color = crowd_style(status).color,
                          .mark = ChartMark::kBars,
                          .points = {{static_cast<double>(i), agents, 0, -1}}});
    out.table.cells.insert(out.table.cells.end(), {static_cast<double>(i), agents});
  }
}

void fill_frames(const Lab& lab, ChartData& out) {
  if (!has_agents(lab, out)) return;
  const FrameTimesBuffer& scope = grid_crowd_controller(lab).state().scope;
  if (lab.state().fixed_clock) {
    out.reason = "With a fixed clock no durations are shown.";
    return;
  }
  if (scope.seen == 0) {
    out.reason = "The crowd has not walked yet.";
    out.remedy = "Let it walk";
    out.remedy_lines = "crowd.run on";
    return;
  }
  out.about = fmt::format("What the crowd took of each of the last {} frames", scope.seen);
  out.x = {.title = "frame, counted from the last one", .unit = ChartUnit::kNumber};
  out.y = {.title = "time", .unit = ChartUnit::kMillis};
  out.limits = {{kFrameMillis, "60 frames a second"}};
  ChartSeries step{.name = "step", .title = "step", .color = palette::kBlue, .mark = ChartMark::kBars, .points = {}};
  ChartSeries plan{.name = "plan", .title = "plan", .color = palette::kPurple, .mark = ChartMark::kBars, .points = {}};
  out.table.columns = {{.title = "frame", .unit = ChartUnit::kNumber},
                       {.title = "plan", .unit = ChartUnit::kMillis, .help = "planning"},
                       {.title = "step", .unit = ChartUnit::kMillis, .help = "walking"},
                       {.title = "ticks", .unit = ChartUnit::kNumber}};
  for (size_t i = scope.seen; i-- > 0;) {
    const FrameTimesBuffer::FrameTime& frame =
        scope.frames[(scope.next + FrameTimesBuffer::kFrames - 1 - i) % FrameTimesBuffer::kFrames];
    const double x = -static_cast<double>(i), walked = frame.step_ms, planned = frame.plan_ms;
    step.points.push_back({x, walked, 0, -1});
    plan.points.push_back({x, walked + planned, walked, -1});
    out.table.cells.insert(out.table.cells.end(), {x, planned, walked, static_cast<double>(frame.ticks)});
  }
  out.series = {std::move(step), std::move(plan)};
}

uint64_t statuses_version(const Lab& lab) {
  const CrowdState& crowd = grid_crowd_controller(lab).state();
  uint64_t stamp = crowd.there + 2 * crowd.ticks;
  for (const uint32_t count : crowd.counts) stamp = stamp * 1000003 + count;
  return stamp * 1000003 + crowd.totals.arrivals;
}

uint64_t frames_version(const Lab& lab) {
  const CrowdState& crowd = grid_crowd_controller(lab).state();
  return ((crowd.ticks * 1000003ull + crowd.scope.seen) * 1000003ull + crowd.scope.next) * 2 + crowd.there;
}

}  // namespace

const std::array<FeatureChart, 2> kCrowdCharts = {
    {{"crowd-agents", "Crowd: agents by status", "crowd-agents", statuses_version, fill_statuses},
     {"crowd-frames", "Crowd: frame times", "crowd-frames", frames_version, fill_frames}}};

}  // namespace strata
