#include "app/features/walkers/blocks_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/features/walkers/mesh_crowd_controller.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/workspace.hpp"
#include "core/world/planners.hpp"

namespace strata {
namespace {

// The chart shows at most this many agents: more bars could not be told apart.
constexpr size_t kMostBlocks = 40;
// While the walkers walk, the chart is updated after this many ticks.
constexpr uint32_t kTicksPerLook = 120;

// Returns the planner of HNA* on the highest level; null: HNA* is off or not ready.
const Planner* block_planner(const Lab& lab) {
  if (!lab.world().ready(StructureId::kHna)) return nullptr;
  const Planner* best = nullptr;
  for (const char* name : {"hna1", "hna2", "hna3"}) {
    const PlannerRow* row = lab.state().row(name);
    if (row != nullptr && row->allowed) best = row->planner;
  }
  return best;
}

uint64_t blocks_version(const Lab& lab) {
  const MeshCrowdState& crowd = mesh_crowd_controller(lab).state();
  const Planner* planner = block_planner(lab);
  uint64_t stamp = lab.state().world_version << 40 ^ lab.world().state(StructureId::kHna).version << 16;
  stamp = (stamp ^ crowd.agents) * 0x9e3779b97f4a7c15ull;
  return (stamp ^ crowd.ticks / kTicksPerLook << 8 ^ (planner != nullptr ? planner->name.back() : '0')) | 1;
}

void fill_blocks(const Lab& lab, ChartData& out) {
  const Planner* planner = block_planner(lab);
  std::vector<StartGoalGroup> groups;
  mesh_crowd_controller(lab).add_trips(groups);
  if (planner == nullptr || groups.empty() || groups.front().ways.empty()) {
    out.reason = planner == nullptr ? "HNA* is off or still being built." : "There are no walkers on the mesh.";
    out.remedy = planner == nullptr ? "Build HNA*" : "Add walkers";
    out.remedy_lines = planner == nullptr ? "hna on" : "crowd.on mesh\nwalkers.spawn 40";
    return;
  }
  struct PhaseSeries {
    const char *name, *title;
    Phase phase;
    Rgba color;
  };
  constexpr PhaseSeries kParts[] = {{"start", "connect the start", Phase::kInsertStart, palette::kGreen},
                                    {"goal", "connect the goal", Phase::kInsertGoal, palette::kOrange},
                                    {"search", "search, after the barrier", Phase::kMain, palette::kBlue}};
  out.about = fmt::format(
      "A block for each agent: nodes that it expands to connect its start and goal, at the same time, and then "
      "searches on level {}",
      planner->abstract_level);
  out.x = {.title = "block", .unit = ChartUnit::kNumber};
  out.y = {.title = "nodes expanded", .unit = ChartUnit::kCount};
  out.table.columns = {{.title = "block", .unit = ChartUnit::kNumber, .help = "block, one for each agent"}};
  for (const PhaseSeries& part : kParts) {
    out.series.push_back(
        {.name = part.name, .title = part.title, .color = part.color, .mark = ChartMark::kBars, .points = {}});
    out.table.columns.push_back({.title = part.name, .unit = ChartUnit::kNumber, .help = part.title});
  }
  out.table.columns.push_back({.title = "cost", .unit = ChartUnit::kCells, .help = "cost of the agent's path"});
  const auto workspace = std::make_unique<Workspace>();
  const double unit = any_angle_unit(lab.world(), *planner);
  PlanResult result;
  const auto& ways = groups.front().ways;
  const size_t blocks = std::min(ways.size(), kMostBlocks);
  if (blocks < ways.size()) out.warning = fmt::format("The first {} of {} agents are shown", blocks, ways.size());
  for (size_t block = 0; block < blocks; ++block) {
    const GridMap& map = lab.world().map();
    plan(lab.world(), *planner, {map.cell(ways[block].first), map.cell(ways[block].second)}, lab.state().plan_options(),
         *workspace, result);
    out.table.cells.push_back(static_cast<double>(block));
    double below = 0;
    for (size_t part = 0; part < std::size(kParts); ++part) {
      const auto nodes = static_cast<double>(result.stats.of(kParts[part].phase).expanded);
      if (nodes > 0) {
        out.series[part].points.push_back(
            {static_cast<double>(block), below + nodes, below, static_cast<int>(out.series[part].notes.size())});
        out.series[part].notes.push_back(fmt::format("{}: {:.0f} nodes", kParts[part].title, nodes));
      }
      below += nodes;
      out.table.cells.push_back(nodes);
    }
    out.table.cells.push_back(result.found() ? result.cost / unit : kNoValue);
  }
}

}  // namespace

const std::array<FeatureChart, 1> kBlockCharts = {
    {{"blocks", "Blocks of a batch", "blocks", blocks_version, fill_blocks}}};

}  // namespace strata
