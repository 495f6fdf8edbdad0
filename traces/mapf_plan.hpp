// Purpose: A MapfPlan holds the position of each agent at each time step of a multi-agent path finding (MAPF) plan. It
//          is read from files of other programs.
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

// The position of an agent, which may be off the map.
struct PlanCell {
  int16_t x = 0, y = 0;
  Cell cell() const { return {x, y}; }
  friend bool operator==(const PlanCell&, const PlanCell&) = default;
};

struct MapfPlan {
  enum class Format : uint8_t { kText, kRobotRunners };
  Format format = Format::kText;
  uint32_t agents = 0;
  uint32_t steps = 0;            // number of time steps, including that of the starts; at least 1
  std::vector<PlanCell> places;  // index: time step * agents + agent
  // The headings, indexed as `places`: 0 east, 1 south, 2 west, 3 north. Empty if agents have no heading.
  std::vector<uint8_t> headings;
  std::vector<PlanCell> starts, goals;  // as claimed in the file; empty: not given
  std::string map;                      // map file named in the file; empty: none
  std::optional<double> claimed_costs, claimed_makespan;
  size_t claimed_errors = 0;  // errors listed in the file itself
  PlanCell at(uint32_t step, uint32_t agent) const { return places[size_t{step} * agents + agent]; }
};

// Parses JSON if the name ends in .json, else the text format.
Result<MapfPlan> parse_mapf_plan(std::string_view text, const std::string& name, const ReadLimits& limits = {});
Result<MapfPlan> load_mapf_plan(const std::string& path, const ReadLimits& limits = {});
// Writes the plan in the text format, including the claims of the file.
std::string format_mapf_plan(const MapfPlan& plan);

// The parsers of the two formats, for parse_mapf_plan.
Result<MapfPlan> parse_text_plan(std::string_view text, const std::string& name, const ReadLimits& limits);
Result<MapfPlan> parse_robot_runners(std::string_view text, const std::string& name, const ReadLimits& limits);
// Returns whether the JSON text begins like a plan of the League of Robot Runners, not like a search trace.
bool begins_as_robot_runners(std::string_view text);

}  // namespace strata
