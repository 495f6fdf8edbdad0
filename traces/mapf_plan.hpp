// Purpose: A MapfPlan says where each agent of a plan for many agents stands at each time step. It is read from the
// files
//          of other programs.
// Format: Two formats are read.
//         Text, as pypibt, LaCAM and mapf-IR write it: a line a time step, "3:(4,5),(6,7),", a pair (x,y) for each
//         agent; before it optional lines "key=value" (agents, map_file, soc, makespan, starts, goals) and "solution=".
//         JSON of the League of Robot Runners: `start` rows [row, column, "E"|"S"|"W"|"N"], `actualPaths` (or else
//         `plannerPaths`) strings "F,R,C,W,T", `makespan`, `sumOfCost`, `teamSize`.
// Units: Cells with (0,0) at the top left; time steps from 0.
// Errors: "FILE:LINE: reason".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/grid/cell.hpp"
#include "traces/document_reader.hpp"

namespace strata {

// A place of an agent, on the map or not.
struct PlanCell {
  int16_t x = 0, y = 0;
  Cell cell() const { return {x, y}; }
  friend bool operator==(const PlanCell&, const PlanCell&) = default;
};

struct MapfPlan {
  enum class Format : uint8_t { kText, kRobotRunners };
  Format format = Format::kText;
  uint32_t agents = 0;
  uint32_t steps = 0;                   // time steps, that of the starts among them; at least 1
  std::vector<PlanCell> places;         // time step * agents + agent
  std::vector<uint8_t> headings;        // likewise: 0 east, 1 south, 2 west, 3 north; empty: agents have none
  std::vector<PlanCell> starts, goals;  // as the file claims; empty: it does not
  std::string map;                      // the file that it names; empty: none
  std::optional<double> claimed_costs, claimed_makespan;
  size_t claimed_errors = 0;  // errors that the file itself lists
  PlanCell at(uint32_t step, uint32_t agent) const { return places[size_t{step} * agents + agent]; }
};

// Reads JSON if the name ends in .json, and text otherwise.
Result<MapfPlan> parse_mapf_plan(std::string_view text, const std::string& name, const ReadLimits& limits = {});
Result<MapfPlan> load_mapf_plan(const std::string& path, const ReadLimits& limits = {});
// Writes the plan as text; what the file claims is written as well.
std::string format_mapf_plan(const MapfPlan& plan);

// For parse_mapf_plan: the two formats.
Result<MapfPlan> parse_text_plan(std::string_view text, const std::string& name, const ReadLimits& limits);
Result<MapfPlan> parse_robot_runners(std::string_view text, const std::string& name, const ReadLimits& limits);
// Whether the JSON text begins as a plan of the League of Robot Runners does, and not as a search trace.
bool begins_as_robot_runners(std::string_view text);

}  // namespace strata
