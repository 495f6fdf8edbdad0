#include "bench/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "core/alt/landmarks.hpp"
#include "core/haa/haa.hpp"
#include "core/hpa/hpa.hpp"
#include "core/level/level_settings.hpp"

namespace strata::bench {

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

void add_size(CLI::App& command, Rules& rules) {
  command.add_option("--size", rules.agent_size, "Side of the agent in cells")
      ->check(CLI::Range(1, kMaxAgentSize))
      ->capture_default_str();
}

void add_hpa(CLI::App& command, HpaOptions& hpa) {
  command.add_option("--cluster", hpa.cluster_size, "HPA*: side of a cluster")
      ->check(CLI::Range(Hpa::kMinClusterSize, Hpa::kMaxClusterSize))
      ->capture_default_str();
  command.add_option("--threshold", hpa.entrance_threshold, "HPA*: width from which an entrance has two transitions")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command
      .add_option("--spacing", hpa.transition_spacing,
                  "HPA*: most cells between transitions of a wide entrance; 0: two")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  command.add_option("--cache", hpa.cache_paths, "HPA*: store the paths under edges (on or off)")
      ->capture_default_str();
  command.add_option("--factor", hpa.level_factor, "HPA*: a cluster is this many clusters of the level below wide")
      ->check(CLI::Range(HpaOptions::kMinFactor, HpaOptions::kMaxFactor))
      ->capture_default_str();
}

void add_sectors(CLI::App& command, SectorOptions& sectors) {
  command.add_option("--sector", sectors.sector_size, "Sectors: side of a sector")
      ->check(CLI::Range(SectorOptions::kMinSize, SectorOptions::kMaxSize))
      ->capture_default_str();
  command.add_option("--second", sectors.second_size, "Sectors: side of the sectors of a second level; 0: none")
      ->check(CLI::Range(0, SectorOptions::kMaxSecondSize))
      ->capture_default_str();
  command.add_option("--improve", sectors.improve_centres, "Sectors: improve region centres (on or off)")
      ->capture_default_str();
  command.add_option("--sector-landmarks", sectors.landmarks, "Sectors: landmarks that guide the abstract search")
      ->check(CLI::Range(0, kMaxLandmarks))
      ->capture_default_str();
}

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
  command.add_option("--haa-cluster", cells, "HAA*: side of a cluster")
      ->check(CLI::Range(Haa::kMinClusterSize, Haa::kMaxClusterSize))
      ->capture_default_str();
}

void add_navmesh(CLI::App& command, NavmeshOptions& navmesh) {
  command.add_option("--tile", navmesh.mesh.tile_size, "Navigation mesh: side of a tile in cells; 0: one for all")
      ->check(CLI::Range(0, 0) | CLI::Range(GridMeshOptions::kMinTile, GridMeshOptions::kMaxTile))
      ->capture_default_str();
  command
      .add_option_function<double>(
          "--mesh-radius", [&navmesh](const double& cells) { navmesh.mesh.radius = MeshRadius::for_agents(cells); },
          "Navigation mesh: radius of the agent in cells, rounded up to an eighth; 0: a point (default)")
      ->check(CLI::Range(0.0, 4.0));
  command
      .add_option_function<std::string>(
          "--mesh-source",
          [&navmesh](const std::string& chosen) {
            navmesh.of_level = chosen == kLevelSource;
            for (int i = 0; i < kMeshSources; ++i) {
              const auto source = static_cast<MeshSource>(i);
              if (chosen == mesh_source_name(source)) navmesh.mesh.source = source;
            }
          },
          "Navigation mesh: what its polygons are made of: triangles (default) or rectangles of the cells; of a level "
          "(--mesh) that of the level (default there)")
      ->check(CLI::IsMember(std::vector<std::string>{"triangles", "rectangles", std::string(kLevelSource)}));
  add_choice(command, "--mesh-costs", {kMeshCostsNames.begin(), kMeshCostsNames.end()}, navmesh.costs,
             "Navigation mesh: costs between middles of portals, or, as in the paper, between centroids of polygons");
}

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
  for (const LevelChoice& choice : level_choices()) {
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

void add_hna(CLI::App& command, MapHnaOptions& hna, const std::string& what_levels) {
  command.add_option("--mu", hna.group_size, "HNA*: polygons in a group, and groups in one of the next level")
      ->check(CLI::Range(HnaOptions::kMinSize, HnaOptions::kMaxSize))
      ->capture_default_str();
  command.add_option("--mesh-levels", hna.levels, what_levels)
      ->check(CLI::Range(1, kMaxHnaLevels))
      ->capture_default_str();
}

void add_rounds(CLI::App& command, int& rounds) {
  command.add_option("--rounds", rounds, "Timed rounds after the warm-up, of which the median counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
}

}  // namespace strata::bench
