#include "bench/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "bench/query_settings.hpp"
#include "core/alt/landmarks.hpp"
#include "core/haa/haa_settings.hpp"
#include "core/hpa/hpa_settings.hpp"
#include "core/level/level_settings.hpp"
#include "core/sectors/sector_settings.hpp"
#include "core/world/mesh_settings.hpp"

namespace strata::bench {

std::string option_help(const Setting& setting, double usual) {
  const std::string of = setting.of.empty() ? "" : fmt::format("{}: ", setting.of);
  return fmt::format("{}{}: {}", of, setting.title, setting_help(setting, usual));
}

Result<double> read_option(const Setting& setting, const std::string& text, double usual) {
  // Changes such as "+1" and "toggle" are rejected, because an option has no earlier value.
  const bool changes = text == "toggle" || text.starts_with('+') || text.starts_with('-') || text.starts_with('x') ||
                       text.starts_with('/');
  if (changes || text == "usual") {
    return error_at("", fmt::format("'{}' is no value of {}", text, setting.title));
  }
  return read_setting(setting, text, usual, usual);
}

std::vector<std::string> graph_names() { return names_of<ChGraph>(static_cast<int>(ChGraph::kDrawn), ch_graph_name); }

void add_rules(CLI::App& command, Rules& rules) {
  command
      .add_option_function<std::string>(
          "--profile", [&rules](const std::string& name) { rules.profile = *profile_named(name); },
          "Allowed moves: octile, paper or four")
      ->check(CLI::IsMember(names_of<Profile>(kProfiles, [](Profile profile) { return profile_info(profile).name; })));
  command
      .add_option_function<std::string>(
          "--capability", [&rules](const std::string& names) { rules.capability = *Capability::from_string(names); },
          "Terrains the agent can enter, such as ground,swamp,water")
      ->check([](const std::string& names) {
        return Capability::from_string(names) ? std::string{}
                                              : "'" + names + "' is no list of ground, swamp, water, trees";
      });
}

void add_letters(CLI::App& command, LetterTerrains& letters) {
  command
      .add_option_function<std::vector<std::string>>(
          "--letter",
          [&letters](const std::vector<std::string>& words) {
            const auto given = LetterTerrains::from_words(words);
            if (!given) throw CLI::ValidationError("--letter", given.error().message());
            letters = given.value();
          },
          "What a letter of a map stands for, such as E=ground; may be repeated")
      ->allow_extra_args(false);
}

void add_map_links(CLI::App& command, std::vector<LinkText>& links) {
  command
      .add_option_function<std::vector<std::string>>(
          "--map-link",
          [&links](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) {
              const Result<LinkText> link = parse_link("link " + text, {0, 0, GridMap::kMaxSide, GridMap::kMaxSide});
              if (!link) throw CLI::ValidationError("--map-link", link.error().what);
              links.push_back(link.value());
            }
          },
          "A link between two cells, such as \"3,4 10,2 cost 2.5 one-way\"; may be repeated")
      ->allow_extra_args(false);
}

void add_size(CLI::App& command, Rules& rules) {
  command.add_option("--size", rules.agent_size, "Side of the agent in cells")
      ->check(CLI::Range(1, kMaxAgentSize))
      ->capture_default_str();
}

void add_hpa(CLI::App& command, HpaOptions& hpa) { add_settings(command, hpa_settings(), hpa); }

void add_sectors(CLI::App& command, SectorOptions& sectors) { add_settings(command, sector_settings(), sectors); }

void add_graph(CLI::App& command, const std::string& name, const std::vector<std::string>& known, ChGraph& graph,
               const std::string& what) {
  command
      .add_option_function<std::string>(
          name, [&graph](const std::string& chosen) { graph = *ch_graph_named(chosen); },
          what + " (default " + std::string(ch_graph_name(graph)) + ")")
      ->check(CLI::IsMember(known));
}

void add_ch(CLI::App& command, ChOptions& ch) {
  add_graph(command, "--ch-graph", graph_names(), ch.graph, "Contraction hierarchy: what it is built on");
  command
      .add_option_function<std::string>(
          "--ch-order", [&ch](const std::string& chosen) { ch.order = *ch_order_named(chosen); },
          "Contraction hierarchy: nested dissection, or priority with the paper's large or small coefficients "
          "(default nested)")
      ->check(CLI::IsMember(names_of<ChOrder>(static_cast<int>(ChOrder::kOwn), ch_order_name)));
}

void add_haa_cluster(CLI::App& command, int& cells) {
  const SettingOf<HaaOptions>& row = *setting_named(haa_settings(), "haa.cluster_size");
  command.add_option_function<std::string>(
      fmt::format("--{}", row.option),
      [&cells, &row](const std::string& text) {
        const Result<double> value = read_option(row, text, cells);
        if (!value) throw CLI::ValidationError(fmt::format("--{}", row.option), value.error().message());
        cells = static_cast<int>(value.value());
      },
      option_help(row, cells));
}

void add_navmesh(CLI::App& command, NavmeshOptions& navmesh) { add_settings(command, navmesh_settings(), navmesh); }

void add_heuristic_settings(CLI::App& command, QueryOptions& queries) {
  add_choice(command, "--heuristic", {kHeuristicNames.begin(), kHeuristicNames.end()}, queries.heuristic,
             "A*: heuristic");
  command
      .add_option_function<double>(
          "--weight",
          [&queries](double weight) {
            queries.weight = static_cast<uint16_t>(std::lround(weight * kWeightOne));
            if (std::abs(weight * kWeightOne - queries.weight) > 1e-6) {
              throw CLI::ValidationError("--weight", "two decimals are as fine as it gets");
            }
          },
          "A*: weight of the heuristic, such as 1.5 (default 1)")
      ->check(CLI::Range(1.0, static_cast<double>(kWeightLimit) / kWeightOne));
  add_choice(command, "--ties", {kTiesNames.begin(), kTiesNames.end()}, queries.ties,
             "A*: what goes first of nodes with the same f");
}

void add_level(CLI::App& command, LevelOptions& level) {
  const auto add = [&](std::string_view name, const std::string& what) {
    command
        .add_option_function<std::string>(
            fmt::format("--{}", name),
            [&level, name](const std::string& value) {
              if (const Status set = put_level_setting(level, name, value); !set) {
                throw CLI::ValidationError(fmt::format("--{}", name), set.error().message());
              }
            },
            what)
        ->group("Levels");
  };
  for (const LevelSetting& setting : level_settings()) {
    add(setting.name, fmt::format("{} (default {})", setting.help, level_setting_text(level, setting.name)));
  }
  add(kScaleSetting, fmt::format("{} (default {})", level_scale().help, level_setting_text(level, kScaleSetting)));
  for (const LevelChoiceSetting& choice : level_choices()) {
    if (choice.is_switch()) {
      command
          .add_flag_callback(
              fmt::format("--{}", choice.name), [&level, &choice] { choice.set(level, 1); }, std::string(choice.help))
          ->group("Levels");
    } else {
      add(choice.name, fmt::format("{} ({}; default {})", choice.help, fmt::join(choice.words, ", "),
                                   level_setting_text(level, choice.name)));
    }
  }
}

void add_hna(CLI::App& command, MapHnaOptions& hna) { add_settings(command, hna_settings(), hna); }

void add_rounds(CLI::App& command, int& rounds) {
  command.add_option("--rounds", rounds, "Timed rounds after the warm-up, of which the median counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
}

void add_scenario_options(CLI::App& command, QueryOptions& queries) {
  command.add_option("--map", queries.map, "Map file");
  add_letters(command, queries.letters);
  command.add_option("--scen", queries.scen, "Scenario file (default: the one beside the map)");
  command.add_option("--set", queries.set, "Folder: every .map with a .scen beside it");
  command.add_option("--planner,--planners", queries.planners, "Planners, separated by commas, or all")->delimiter(',');
  command.add_option("--every", queries.every, "Use the first and every Nth row after it")
      ->check(CLI::Range(1, kMaxCount));
}

void add_planner_settings(CLI::App& command, QueryOptions& queries) {
  add_choice(command, "--settings", {kChosenSettingsNames.begin(), kChosenSettingsNames.end()}, queries.settings,
             "HPA*, sectors, HNA* and landmarks: auto: options that suit each map, in place of those that are given");
  command.add_option("--smooth", queries.smooth, "HPA*: smooth paths (on or off)")->capture_default_str();
  add_sectors(command, queries.sectors);
  command.add_option("--segment", queries.segment, "Sectors: edges of the abstract path refined at once; 0: all")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  command.add_option("--landmarks", queries.landmarks, "A* with landmarks: how many")
      ->check(CLI::Range(1, kMaxLandmarks))
      ->capture_default_str();
  add_ch(command, queries.ch);
  add_graph(command, "--cch-graph", graph_names(), queries.cch.graph, "Customisable hierarchy: what it is built on");
  add_graph(command, "--labels-graph", graph_names(), queries.labels.graph, "Labels: what they are built on");
  add_navmesh(command, queries.navmesh);
  add_hna(command, queries.hna);
  add_choice(command, "--links", {kHnaLinksNames.begin(), kHnaLinksNames.end()}, queries.links,
             "HNA*: how start and goal are connected to their groups");
  command.add_flag("--from-centres", queries.from_centres,
                   "PCCP: count from the centroids of polygons, as in the paper");
  command.add_option("--interleave", queries.interleave, "Room pruning: seed that spreads paths over rooms; 0: off")
      ->capture_default_str();
  add_haa_cluster(command, queries.haa_cluster);
  add_hpa(command, queries.hpa);
  command
      .add_option_function<std::vector<std::string>>(
          "--with",
          [&queries](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) {
              if (const Status put = put_setting(queries, text); !put) {
                throw CLI::ValidationError("--with", put.error().message());
              }
            }
          },
          "NAME=VALUE: any setting by its name in the desktop program, such as hpa.threshold=8; may be repeated")
      ->allow_extra_args(false);
}

void add_query_options(CLI::App& command, QueryOptions& queries) {
  add_scenario_options(command, queries);
  add_rounds(command, queries.rounds);
  add_map_links(command, queries.map_links);
  command.add_option("--mesh", queries.mesh,
                     "Level (.obj, .gltf, .glb, .ply, .stl), whose mesh and map are searched with random pairs");
  add_level(command, queries.level);
  command.add_option("--pairs", queries.pairs, "Random solvable pairs a map instead of a scenario")
      ->check(CLI::Range(1, kMaxCount));
  command.add_option("--seed", queries.seed, "Seed of the random pairs")->capture_default_str();
  command
      .add_option_function<std::string>(
          "--check", [&queries](const std::string&) { queries.check_dijkstra = true; },
          "dijkstra: compare A* with Dijkstra on every row")
      ->check(CLI::IsMember({"dijkstra"}));
  add_choice(command, "--answer", {kAnswerNames.begin(), kAnswerNames.end()}, queries.answer,
             "How much of a path planners answer");
  command.add_flag("--partial", queries.partial,
                   "Also plan to the nearest place that can be reached, on queries without a path");
  command.add_flag("--amortise", queries.amortise,
                   "HPA*: also connect every goal once for several starts, and time that");
  command.add_flag("--automatic", queries.automatic,
                   "HPA*: also compare the automatic options of each map with the published ones, as columns of hpa1");
  command.add_option("--first", queries.first_moves, "HPA*: refine only until this many moves are known")
      ->check(CLI::Range(1, 1'000'000));
  command.add_option("--refine", queries.refine, "Sectors: off: abstract paths only")->capture_default_str();
  add_planner_settings(command, queries);
  add_heuristic_settings(command, queries);
  add_rules(command, queries.rules);
  add_size(command, queries.rules);
}

}  // namespace strata::bench
