// Purpose: SavedContent collects what a file holds of the lab beside the map and the settings, as commands: the agents
//          of crowds, the row of a scenario.
// Threads: As for Lab.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace strata {

struct SavedContent {
  std::string folder;                     // the file's folder: lines name files relative to it
  std::vector<std::string> lines = {};    // carried out in this order, once map and settings are there
  std::vector<std::string> agents = {};   // after these and the query: what adds agents and lets them walk
  std::vector<std::string> missing = {};  // what no line can say, and why: "the agents of a.scen: it lies elsewhere"
};

// Agents walk again, tick by tick, when a file is opened, but not longer than so many ticks of one agent. Agents that
// wait for cells cost ten times as much.
inline constexpr uint64_t kMostWalked = 20'000'000, kWaitingCosts = 10;

// Returns the path of the file relative to the folder; empty if it does not lie in the folder.
std::string path_below(const std::string& file, const std::string& folder);

// Adds the lines of `wanted` that `present` does not have. Both list the same settings in the same order.
void add_changed_lines(std::vector<std::string>& lines, const std::vector<std::string>& present,
                       const std::vector<std::string>& wanted);

}  // namespace strata
