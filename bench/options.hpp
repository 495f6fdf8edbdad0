// Purpose: Options that several commands have on the command line, each with its bounds and its help.
// Threads: What they are given is kept by reference until the command line has been read.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "bench/commands.hpp"

namespace strata::bench {

// Of what is counted. CLI11 says both ends of a range where a number lies outside.
inline constexpr int kMaxCount = 1'000'000'000;

// The names of the first `count` values of an enumeration.
template <class Enum, class Name>
std::vector<std::string> names_of(int count, Name&& name) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.emplace_back(name(static_cast<Enum>(i)));
  return names;
}
// All that a map gives rise to: not the one that users draw.
std::vector<std::string> graph_names();

void add_rules(CLI::App& command, Rules& rules);
// What letters of maps stand for.
void add_letters(CLI::App& command, LetterTerrains& letters);
void add_size(CLI::App& command, Rules& rules);
void add_hpa(CLI::App& command, HpaOptions& hpa);
void add_sectors(CLI::App& command, SectorOptions& sectors);
// Names of the graphs that a kind of hierarchy can be built on.
void add_graph(CLI::App& command, const std::string& name, const std::vector<std::string>& known, ChGraph& graph,
               const std::string& what);
void add_ch(CLI::App& command, ChOptions& ch);
void add_haa_cluster(CLI::App& command, int& cells);
void add_navmesh(CLI::App& command, NavmeshOptions& navmesh);
// What guides A*, how much, and what goes first among equals.
void add_heuristic_settings(CLI::App& command, QueryOptions& queries);
// Every setting of levels by its own name.
void add_level(CLI::App& command, LevelOptions& level);
void add_hna(CLI::App& command, MapHnaOptions& hna, const std::string& what_levels);
void add_rounds(CLI::App& command, int& rounds);

// One of these names, which are those of an enumeration in its order.
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
