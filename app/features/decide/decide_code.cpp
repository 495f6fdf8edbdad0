#include "app/features/decide/decide_code.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "core/search/heuristic.hpp"
#include "core/world/added_planner.hpp"
#include "core/world/world_settings.hpp"

namespace strata {
namespace {

constexpr std::array<std::string_view, kProfiles> kProfileWords = {"kOctile", "kPaper", "kFour"};
constexpr std::array<std::string_view, 4> kTerrainWords = {"kGround", "kSwamp", "kWater", "kTrees"};
constexpr std::array<std::string_view, 5> kHeuristicWords = {"kOctile", "kEuclid", "kManhattan", "kChebyshev", "kZero"};
constexpr std::array<std::string_view, 3> kTiesWords = {"kLargeG", "kSmallG", "kFifo"};

// Returns the lines that set those rules of movement that differ from the defaults of the library.
std::string rules_lines(const Rules& rules) {
  const Rules usual;
  std::string lines;
  if (rules.profile != usual.profile) {
    lines += fmt::format("  rules.profile = strata::Profile::{};\n", kProfileWords[static_cast<size_t>(rules.profile)]);
  }
  if (rules.agent_size != usual.agent_size) lines += fmt::format("  rules.agent_size = {};\n", rules.agent_size);
  if (rules.capability != usual.capability) {
    lines += "  rules.capability = strata::Capability()";
    for (size_t i = 0; i < kTerrainWords.size(); ++i) {
      if (rules.capability.has(static_cast<Terrain>(i)))
        lines += fmt::format(".with(strata::Terrain::{})", kTerrainWords[i]);
    }
    lines += ";\n";
  }
  if (rules.weights != usual.weights) {
    lines += fmt::format("  rules.weights = {{{}, {}, {}, {}}};  // ground, swamp, water, trees\n", rules.weights[0],
                         rules.weights[1], rules.weights[2], rules.weights[3]);
  }
  return lines.empty() ? lines : "  strata::Rules rules;\n" + lines;
}

// Returns the lines that set those options of queries that differ from the defaults.
std::string query_lines(const PlanOptions& options) {
  const PlanOptions usual;
  std::string lines;
  const auto add = [&](std::string_view member, auto value, auto usually, std::string text) {
    if (value != usually) lines += fmt::format("  options.{} = {};\n", member, text);
  };
  const auto flag = [](bool on) { return std::string(on ? "true" : "false"); };
  const auto number = [](auto value) { return fmt::format("{}", value); };
  add("smooth", options.smooth, usual.smooth, flag(options.smooth));
  add("first_moves", options.first_moves, usual.first_moves, number(options.first_moves));
  add("segment", options.segment, usual.segment, number(options.segment));
  add("stall", options.stall, usual.stall, flag(options.stall));
  add("potentials", options.potentials, usual.potentials, flag(options.potentials));
  add("mesh_links", options.mesh_links, usual.mesh_links, number(int{options.mesh_links}));
  add("from_centres", options.from_centres, usual.from_centres, flag(options.from_centres));
  add("interleave", options.interleave, usual.interleave, number(options.interleave));
  add("heuristic", options.heuristic, usual.heuristic,
      fmt::format("strata::Heuristic::{}", kHeuristicWords[static_cast<size_t>(options.heuristic)]));
  add("weight", options.weight, usual.weight, number(options.weight));
  add("ties", options.ties, usual.ties,
      fmt::format("strata::TieBreaking::{}", kTiesWords[static_cast<size_t>(options.ties)]));
  add("partial", options.partial, usual.partial, flag(options.partial));
  return lines.empty() ? lines : "  strata::PlanOptions options;\n" + lines;
}

// Returns whether core/strata.hpp sets this option itself: it gives a hierarchy as many levels as its planner needs.
bool is_raised(const Planner& planner, const WorldSetting& setting) {
  const bool levels = setting.row.name == "hpa.levels" || setting.row.name == "hna.levels";
  return levels && planner.highest_level == nullptr;
}

// Returns the lines that set the options of the structures. If possible they are in an order in which the options are
// valid after every line. `rest` receives comments on options that no setting can express.
std::string structure_lines(const DecideCodeInput& input, std::string& rest) {
  WorldSetup now(input.setup.rules);
  PlanOptions of_queries;
  std::vector<const WorldSetting*> left;
  for (const StructureId id : kAllStructures) {
    if (input.structures.contains(id) && !now.of(id).has_value()) now.of(id) = default_options(id, now.rules);
  }
  for (const WorldSetting& setting : world_settings()) {
    if (setting.structure == StructureId::kMoves || !input.structures.contains(setting.structure)) continue;
    const double wanted = setting.get(input.setup, of_queries);
    if (setting.get(now, of_queries) == wanted) continue;
    if (is_raised(*input.planner, setting)) {
      setting.set(now, of_queries, wanted);
    } else {
      left.push_back(&setting);
    }
  }
  std::string lines;
  while (!left.empty()) {
    size_t next = 0;
    for (size_t i = 0; i < left.size() && left[i]->valid; ++i) {
      WorldSetup after = now;
      left[i]->set(after, of_queries, left[i]->get(input.setup, of_queries));
      if (!left[i]->valid(after)) continue;
      next = i;
      break;
    }
    const WorldSetting& setting = *left[next];
    const double value = setting.get(input.setup, of_queries);
    setting.set(now, of_queries, value);
    const bool word = setting.row.kind == SettingKind::kChoice || setting.row.kind == SettingKind::kSwitch;
    lines += fmt::format("  {}set = finder.set({}, {:.10g});{}\n", lines.empty() ? "strata::Status " : "if (set) ",
                         cpp_literal(setting.row.name), value,
                         word ? fmt::format("  // {}", setting_text(setting.row, value)) : std::string());
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(next));
  }
  for (const StructureId id : kAllStructures) {
    if (!input.structures.contains(id) || now.of(id) == input.setup.of(id)) continue;
    rest +=
        fmt::format("// {}: it has options that no setting has; they are the usual ones here.\n", structure_title(id));
  }
  return lines;
}

}  // namespace

std::string cpp_literal(std::string_view text) {
  std::string literal = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '?') {  // two question marks may begin a trigraph
      literal += '\\';
      literal += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      literal += fmt::format("\\{:03o}", byte);
    } else {
      literal += c;
    }
  }
  return literal + '"';
}

Result<std::string> decide_code(const DecideCodeInput& input) {
  const Planner& planner = *input.planner;
  if (is_added(planner)) return error_at("", "a planner of your own is not part of the library");
  if (input.is_level || planner.levels_only) {
    return error_at("", "the library opens maps of cells by one line, not levels: see core/level/level.hpp");
  }
  std::string rest;
  const std::string rules = rules_lines(input.setup.rules), queries = query_lines(input.options);
  const std::string structures = structure_lines(input, rest);
  if (input.setup.letters && input.setup.letters->any_given())
    rest += "// The letters of the map have terrains of their own, which this does not say.\n";
  const std::string map = input.map.empty() ? std::string("arena.map") : input.map;
  const std::string_view opened = rules.empty() ? std::string_view() : std::string_view(", rules");
  const std::string_view asked = queries.empty() ? std::string_view() : std::string_view(", options");
  std::string code = fmt::format(
      "// Plans with {}. Link strata_core.\n"
      "//   PROGRAM [MAP]\n"
      "{}#include <cstdio>\n"
      "\n"
      "#include \"core/strata.hpp\"\n"
      "\n"
      "constexpr const char* kMap = {};\n"
      "\n"
      "int main(int argc, char** argv) {{\n"
      "{}"
      "  auto opened = strata::Pathfinder::open(argc > 1 ? argv[1] : kMap{});\n"
      "  if (!opened) return std::fprintf(stderr, \"%s\\n\", opened.error().message().c_str()), 2;\n"
      "  strata::Pathfinder& finder = opened.value();\n",
      planner.title, rest, cpp_literal(map), rules, opened);
  if (!structures.empty()) {
    code += structures;
    code += "  if (!set) return std::fprintf(stderr, \"%s\\n\", set.error().message().c_str()), 2;\n";
  }
  code += fmt::format(
      "\n{}"
      "  const auto path = finder.find({{{}, {}}}, {{{}, {}}}, {}{});\n"
      "  if (!path) return std::fprintf(stderr, \"%s\\n\", path.error().message().c_str()), 2;\n"
      "  if (!path.value().found()) return std::printf(\"%s\\n\", path.value().why.c_str()), 1;\n"
      "  std::printf(\"length %.2f, %llu nodes expanded\\n\", path.value().length,\n"
      "              static_cast<unsigned long long>(path.value().stats.total().expanded));\n"
      "}}\n",
      queries, input.query.start.x, input.query.start.y, input.query.goal.x, input.query.goal.y,
      cpp_literal(planner.name), asked);
  return code;
}

}  // namespace strata
