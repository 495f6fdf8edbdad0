#include "bench/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

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

}  // namespace strata::bench
