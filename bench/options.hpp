// Purpose: These functions add options that several commands share to the command line, each with its bounds and its
//          help.
// Threads: References that are passed in must live until the command line has been read.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "bench/commands.hpp"

namespace strata::bench {

// The bound of all counts. CLI11 prints both ends of a range if a number is outside.
inline constexpr int kMaxCount = 1'000'000'000;

// Returns the names of the first `count` values of an enumeration.
template <class Enum, class Name>
std::vector<std::string> names_of(int count, Name&& name) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.emplace_back(name(static_cast<Enum>(i)));
  return names;
}
// Returns the names of all graphs that come from a map, which leaves out the drawn graph.
std::vector<std::string> graph_names();

void add_rules(CLI::App& command, Rules& rules);
// Adds the options that say which terrain each letter of a map file stands for.
void add_letters(CLI::App& command, LetterTerrains& letters);
void add_size(CLI::App& command, Rules& rules);
void add_hpa(CLI::App& command, HpaOptions& hpa);
void add_sectors(CLI::App& command, SectorOptions& sectors);
// `known`: names of the graphs that this kind of hierarchy can be built on.
void add_graph(CLI::App& command, const std::string& name, const std::vector<std::string>& known, ChGraph& graph,
               const std::string& what);
void add_ch(CLI::App& command, ChOptions& ch);
void add_haa_cluster(CLI::App& command, int& cells);
void add_navmesh(CLI::App& command, NavmeshOptions& navmesh);
// Adds the heuristic of A*, its weight, and the order of equal nodes.
void add_heuristic_settings(CLI::App& command, QueryOptions& queries);
// Adds every setting of levels by its own name.
void add_level(CLI::App& command, LevelOptions& level);
void add_hna(CLI::App& command, MapHnaOptions& hna, const std::string& what_levels);
void add_rounds(CLI::App& command, int& rounds);

// Adds a choice among names, which are those of an enumeration in its order.
template <class Enum>
void add_choice(CLI::App& command, const std::string& name, const std::vector<std::string>& names, Enum& value,
                const std::string& what) {
  command
      .add_option_function<std::string>(
          name,
          [&value, names](const std::string& chosen) {
            value = static_cast<Enum>(std::find(names.begin(), names.end(), chosen) - names.begin());
          },
          fmt::format("{}: {} (default {})", what, fmt::join(names, ", "), names[static_cast<size_t>(value)]))
      ->check(CLI::IsMember(names));
}

}  // namespace strata::bench
