#include "app/lab/usual_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/layers.hpp"
#include "app/lab/query_controller.hpp"
#include "core/grid/terrain.hpp"
#include "core/world/added_planner.hpp"

namespace strata {
namespace {

// Each takes back every setting line with the same command. Settings that are one number or one word need none: see
// app/lab/lab_setting.hpp.
constexpr std::array<std::string_view, 15> kUsualLines = {
    "rules.capability ground,swamp",
    "tool.select select",
    "terrain.select blocked",
    "view.compare off",
    "view.split 1",
    "plan.interleave 0",
    "crowd.speed 6 12",
    "crowd.capability ground,swamp",
    "crowd.seed 1",
    "haa.capabilities ground,swamp",
    "heuristic.show bound",
    "level.set usual",
    "pay.against astar",
    "walkers.seed 1",
    "sweep.choose hpa.cluster_size 4 20 2",
};

}  // namespace

std::span<const std::string_view> usual_setting_lines() { return kUsualLines; }

namespace {

// Returns the line that takes a setting line back; empty: nothing does.
std::string line_back(const Command& set) {
  const std::string first = set.args.empty() ? std::string() : set.args[0];
  if (lab_setting_named(set.name) != nullptr) return set.name + " usual";
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
