// Structured bindings name every option, so that a new option does not compile until it is added here.
#include "core/world/planner_stamp.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/search/plan_options.hpp"
#include "core/world/added_planner.hpp"
#include "core/world/build_inputs.hpp"

namespace strata {
namespace {

std::string of(const Rules& rules) {
  const auto& [profile, capability, weights, agent_size] = rules;
  return fmt::format("{} {} {} {}", static_cast<int>(profile), capability.bits(), fmt::join(weights, ","), agent_size);
}

}  // namespace

std::string options_stamp(const PlanOptions& options) {
  const auto& [smooth, keep_raw_path, levels, first_moves, segment, refine, stall, potentials, mesh_links, from_centres,
               interleave, heuristic, weight, ties, ida_expansions, partial, answer] = options;
  return fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", smooth, keep_raw_path, levels, first_moves,
                     segment, refine, stall, potentials, mesh_links, from_centres, interleave,
                     static_cast<int>(heuristic), weight, static_cast<int>(ties), ida_expansions, partial,
                     static_cast<int>(answer));
}

std::string structure_stamp(const World& world, StructureId structure) {
  return world.structure(structure).stamp(world.inputs());
}

std::string planner_stamp(const World& world, const Planner& planner, const PlanQuery& query,
                          const PlanOptions& options) {
  const auto& [start, goal, mesh_goal] = query;
  const AddedPlanner* own = added_planner(planner);
  return fmt::format("{} | {} | {} | {},{} {},{} | {} | {}", planner.name, world.map().revision(), of(world.rules()),
                     start.x, start.y, goal.x, goal.y, kAnswerNames[static_cast<size_t>(options.answer)],
                     own != nullptr ? own->stamp() : planner.stamp(world, options));
}

}  // namespace strata
