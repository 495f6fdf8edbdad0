#include "app/lab/usual_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/layers.hpp"
#include "app/lab/query_controller.hpp"
#include "core/grid/terrain.hpp"
#include "core/world/added_planner.hpp"

namespace strata {
namespace {

// Each takes back every setting line with the same command.
constexpr std::array<std::string_view, 84> kUsualLines = {
    "rules.profile octile",
    "rules.capability ground,swamp",
    "agent.size 1",
    "query.partial off",
    "plan.smooth on",
    "plan.first_moves 0",
    "plan.heuristic octile",
    "plan.weight 1",
    "plan.ties large-g",
    "plan.stall on",
    "plan.potentials on",
    "plan.segment 2",
    "plan.interleave 0",
    "rooms.search exits",
    "tool.select select",
    "terrain.select blocked",
    "paint.form filled",
    "brush.radius 1",
    "brush.shape round",
    "step.heat order",
    "step.speed 60",
    "view.difference off",
    "view.pace expansions",
    "view.compare off",
    "view.split 1",
    "ch.graph corners",
    "ch.order nested",
    "cch.graph sectors",
    "ch.importance colour",
    "ch.top 100",
    "crowd.count 1000",
    "crowd.density 25",
    "crowd.speed 6 12",
    "crowd.size 1",
    "crowd.capability ground,swamp",
    "crowd.goals wander",
    "crowd.backend auto",
    "crowd.rate 60",
    "crowd.seed 1",
    "crowd.holding off",
    "crowd.method tables",
    "crowd.plans 4000",
    "crowd.heat visits",
    "crowd.on cells",
    "crowd.colour status",
    "haa.cluster_size 10",
    "haa.sizes 2",
    "haa.capabilities ground,swamp",
    "haa.published off",
    "haa.dominated off",
    "hna.levels 2",
    "hna.mu 10",
    "hna.links dijkstra",
    "hna.centres off",
    "hpa.levels 3",
    "hpa.factor 2",
    "hpa.cluster_size usual",
    "hpa.threshold 6",
    "hpa.spacing 0",
    "hpa.cache off",
    "labels.graph corners",
    "labels.levels 6",
    "landmarks.count 10",
    "heuristic.show bound",
    "level.set usual",
    "navmesh.tile 32",
    "pay.scale log",
    "pay.against astar",
    "sectors.size 16",
    "sectors.second 0",
    "sectors.landmarks 0",
    "navmesh.source level",
    "navmesh.costs middles",
    "navmesh.radius 0",
    "walkers.count 500",
    "walkers.radius 0.25",
    "walkers.speed 3",
    "walkers.goal random",
    "walkers.method pccp",
    "walkers.seed 1",
    "haa.graph planner",
    "sweep.choose hpa.cluster_size 4 20 2",
    "sweep.measure expanded",
    "sweep.over query",
};

}  // namespace

std::span<const std::string_view> usual_setting_lines() { return kUsualLines; }

namespace {

// Returns the line that takes a setting line back; empty: nothing does.
std::string line_back(const Command& set) {
  const std::string first = set.args.empty() ? std::string() : set.args[0];
  if (set.name == "layer") return fmt::format("layer {} {}", first, set.args[1] == "on" ? "off" : "on");
  if (set.name == "layer.opacity") {
    const auto layer = layer_named(first);
    return layer ? fmt::format("layer.opacity {} {:.0f}", first, 100 * default_opacity(*layer)) : std::string();
  }
  if (set.name == "layer.pin") return "layer.reset";
  if (set.name == "predict.hide") return "predict.show all";
  if (set.name == "view.level" || set.name == "view.planner") return {};  // they go with the split
  if (set.name == "planner.show") return fmt::format("planner.show {} {}", first, set.args[1] == "on" ? "off" : "on");
  if (set.name == "landmarks.place") return "landmarks.count 10";
  if (set.name == "planner.trace") return "planner.trace astar";
  if (set.name == "terrain.weight") return fmt::format("terrain.weight {} 1", first);
  if (set.name == "step.breakpoint") return fmt::format("step.breakpoint {} off", first);
  if (set.name == "step.condition") return fmt::format("step.condition {} off", first);
  for (const std::string_view usual : kUsualLines) {
    if (usual.starts_with(set.name + " ")) return std::string(usual);
  }
  if (set.args.size() == 1 && (first == "on" || first == "off")) return set.name + (first == "on" ? " off" : " on");
  return {};
}

}  // namespace

void reset_settings(Lab& lab) {
  // Setting lines do not name planners that the user has added.
  if (is_added(*lab.query().traced_planner())) (void)lab.execute("planner.trace astar");
  // One setting may stand in the way of another: after a few rounds none does.
  std::vector<std::string> before;
  for (int round = 0; round < 6; ++round) {
    std::vector<std::string> lines = lab.log().setting_lines();
    if (lines.empty() || lines == before) return;
    std::vector<std::string> done;
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
      const Result<Command> set = parse_command(*line);
      const std::string back = set ? line_back(set.value()) : std::string();
      // The source of the mesh, and whether it is that of a level, are set by one command.
      if (set && set.value().name == "navmesh.source") (void)lab.execute("navmesh.source triangles");
      if (back.empty() || std::ranges::find(done, back) != done.end()) continue;
      done.push_back(back);
      (void)lab.execute(back);
    }
    before = std::move(lines);
  }
}

}  // namespace strata
