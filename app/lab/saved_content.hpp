// Purpose: SavedContent collects, as commands, what a workspace or a similar file contains of a lab besides map and
//          settings: the agents of crowds, the selected row of a scenario.
// Threads: As for Lab.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace strata {

struct SavedContent {
  // The folder in which the file will lie. Paths in the lines are relative to it.
  std::string folder;
  // These lines complete the map, which a .map file cannot hold alone. They are executed before all others.
  std::vector<std::string> map_lines = {};
  // These lines are executed in this order, once map and settings are set.
  std::vector<std::string> lines = {};
  // These lines are executed after `lines` and after the query is set. They add agents and let them walk.
  std::vector<std::string> agents = {};
  // What no line can restore, with the reason: "the agents of a.scen: it lies elsewhere".
  std::vector<std::string> missing = {};
};

// When a file is opened, its agents walk tick by tick to where they were. Opening allows this number of ticks times
// agents. A tick of agents that wait for cells to become free counts as kWaitingCosts ticks.
inline constexpr uint64_t kMostWalked = 20'000'000, kWaitingCosts = 10;

// Returns the path of the file relative to the folder; empty if the file is not in the folder.
std::string path_below(const std::string& file, const std::string& folder);

// Adds the lines of `wanted` that differ from those of `present`. Both list the same settings in the same order.
void add_changed_lines(std::vector<std::string>& lines, const std::vector<std::string>& present,
                       const std::vector<std::string>& wanted);

}  // namespace strata
