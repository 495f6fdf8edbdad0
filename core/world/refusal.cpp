#include "core/world/refusal.hpp"

#include <fmt/format.h>

#include <cctype>

#include "core/world/added_planner.hpp"
#include "core/world/build_inputs.hpp"
#include "core/world/map_tables.hpp"

namespace strata {
namespace {

// Returns the title of a structure as used inside a sentence: "sectors", "HPA*".
std::string named_inside(StructureId structure) {
  std::string title(structure_title(structure));
  const bool is_word = title.size() > 1 && std::islower(static_cast<unsigned char>(title[1])) != 0;
  if (is_word) title[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(title[0])));
  return title;
}

// Returns why an agent cannot stand at the start or goal of a query; `end` is "start" or "goal".
std::string end_fault(const World& world, std::string_view end, Cell cell) {
  const GridMap& map = world.map();
  const std::string place = fmt::format("{} ({},{})", end, cell.x, cell.y);
  if (!map.contains(cell)) return fmt::format("{} is off the map", place);
  const Rules& rules = world.rules();
  const std::optional<Obstacle> obstacle = limiting_obstacle(map, rules.capability, rules.agent_size, cell);
  if (!obstacle) return fmt::format("{} is blocked", place);
  if (obstacle->cell == cell) {
    if (obstacle->terrain == Terrain::kOut) return fmt::format("{} is blocked", place);
    return fmt::format("{} is {}, which the agent cannot enter", place, terrain_info(obstacle->terrain).name);
  }
  return fmt::format("{} is too narrow for an agent of size {}: {} at ({},{})", place, rules.agent_size,
                     obstacle->outside ? "the map ends" : terrain_info(obstacle->terrain).name, obstacle->cell.x,
                     obstacle->cell.y);
}

}  // namespace

std::string refusal(const World& world, StructureId structure) {
  if (out_of_memory(world, structure)) return std::string(kMemoryRanOut);
  const Structure& kept = world.structure(structure);
  const BuildInputs inputs = world.inputs();
  if (!kept.wanted() || kept.ready(inputs)) return {};
  if (std::string own = kept.refusal(inputs); !own.empty()) return own;
  for (const StructureId below : kAllStructures) {
    if (!kept.depends_on().contains(below) || world.ready(below)) continue;
    if (std::string why = refusal(world, below); !why.empty()) {
      return fmt::format("waits for {}: {}", named_inside(below), why);
    }
    if (!world.has(below)) {
      const std::string name = named_inside(below);
      return fmt::format("waits for {}: switch {} on", name, name.ends_with('s') ? "them" : "it");
    }
  }
  return {};
}

std::string kinds_refusal(const World& world) { return world.get<MapTables>().kinds().refusal(); }

std::string why_not(const World& world, const Planner& planner) {
  if (!is_added(planner) && out_of_memory(world, planner.needs)) return refusal(world, planner.needs);
  std::string why = unavailable(world, planner);
  return why.empty() ? refusal(world, planner.needs) : why;
}

std::string waiting_for(const World& world, const Planner& planner) {
  if (world.ready(planner.needs)) return {};
  for (const StructureId below : kAllStructures) {
    if (!world.structure(planner.needs).depends_on().contains(below) || world.ready(below)) continue;
    return fmt::format("waits for {}: {:.0f} %", named_inside(below), world.state(below).progress * 100);
  }
  return fmt::format("building {:.0f} %", world.state(planner.needs).progress * 100);
}

std::string answer_text(const World& world, const Planner& planner, const PlanQuery& query, PlanStatus status) {
  std::string why;
  const bool own_graph = plans_own_graph(world, planner);
  switch (status) {
    case PlanStatus::kStartBlocked:
      why = own_graph ? "start is no node of the drawn graph" : end_fault(world, "start", query.start);
      break;
    case PlanStatus::kGoalBlocked:
      why = own_graph ? "goal is no node of the drawn graph" : end_fault(world, "goal", query.goal);
      break;
    case PlanStatus::kStale:
      why = waiting_for(world, planner);
      break;
    case PlanStatus::kUnsupported:
    case PlanStatus::kRefused:
    case PlanStatus::kNoSuchAgent:
      why = why_not(world, planner);
      break;
    default:
      break;
  }
  return why.empty() ? std::string(status_text(status)) : why;
}

}  // namespace strata
