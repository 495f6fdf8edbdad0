// Purpose: These functions add options that several commands share to the command line, each with its range and help.
// Threads: References passed to these functions must stay valid until the command line has been parsed.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "bench/commands.hpp"
#include "core/base/setting.hpp"

namespace strata::bench {

// Upper limit of all counts. CLI11 prints both ends of a range if a number is outside.
inline constexpr int kMaxCount = 1'000'000'000;

// Returns the names of the first `count` values of an enumeration.
template <class Enum, class Name>
std::vector<std::string> names_of(int count, Name&& name) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.emplace_back(name(static_cast<Enum>(i)));
  return names;
}
// Returns the names of all graphs that come from a map, that is, all except the drawn graph.
std::vector<std::string> graph_names();

// Returns the help of a setting's option, with its values and its default.
std::string option_help(const Setting& setting, double usual);
// Parses the value of a setting's option. Only complete values are accepted, no changes such as +1.
Result<double> read_option(const Setting& setting, const std::string& text, double usual);

// Adds an option for every setting that has an option in strata-bench; `only`, unless empty, restricts them by name.
template <class Options>
void add_settings(CLI::App& command, std::span<const SettingOf<Options>> rows, Options& options,
                  const std::vector<std::string_view>& only = {}) {
  for (const SettingOf<Options>& row : rows) {
    if (row.option.empty() || (!only.empty() && std::ranges::find(only, row.option) == only.end())) continue;
    const double usual = row.get(options);
    const std::string name = fmt::format("--{}", row.option), help = option_help(row, usual);
    if (row.kind == SettingKind::kSwitch) {
      command.add_option_function<bool>(
          name, [&options, put = row.put](const bool& on) { put(options, on); }, help);
      continue;
    }
    command.add_option_function<std::string>(
        name,
        [&options, own = &row, usual, name](const std::string& text) {
          const Result<double> value = read_option(*own, text, usual);
          if (!value) throw CLI::ValidationError(name, value.error().message());
          own->put(options, value.value());
        },
        help);
  }
}
void add_rules(CLI::App& command, Rules& rules);
// Adds the options that give letters of map files a terrain.
void add_letters(CLI::App& command, LetterTerrains& letters);
// Adds the option that joins cells of the map by links.
void add_map_links(CLI::App& command, std::vector<LinkText>& links);
void add_size(CLI::App& command, Rules& rules);
void add_hpa(CLI::App& command, HpaOptions& hpa);
void add_sectors(CLI::App& command, SectorOptions& sectors);
// Adds an option for the graph of a hierarchy. `known` holds the names of the graphs on which this kind of
// hierarchy can be built.
void add_graph(CLI::App& command, const std::string& name, const std::vector<std::string>& known, ChGraph& graph,
               const std::string& what);
void add_ch(CLI::App& command, ChOptions& ch);
void add_haa_cluster(CLI::App& command, int& cells);
void add_navmesh(CLI::App& command, NavmeshOptions& navmesh);
// Adds the options of A*: heuristic, its weight, and tie-breaking.
void add_heuristic_settings(CLI::App& command, QueryOptions& queries);
// Adds an option for every setting of levels.
void add_level(CLI::App& command, LevelOptions& level);
void add_hna(CLI::App& command, MapHnaOptions& hna);
void add_rounds(CLI::App& command, int& rounds);
// Adds the options that choose maps, scenarios and planners.
void add_scenario_options(CLI::App& command, QueryOptions& queries);
// Adds the settings of planners and of their structures.
void add_planner_settings(CLI::App& command, QueryOptions& queries);
// Adds the options that choose queries, planners and their structures, those above included.
void add_query_options(CLI::App& command, QueryOptions& queries);

// Adds an option with one of `names` as its value; they are the names of an enumeration, in its order.
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
