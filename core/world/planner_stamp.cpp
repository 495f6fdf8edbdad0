// Options are taken apart by structured bindings: one more field does not compile until it has its place here.
#include "core/world/planner_stamp.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace strata {
namespace {

std::string of(const Rules& rules) {
  const auto& [profile, capability, weights, agent_size] = rules;
  return fmt::format("{} {} {} {}", static_cast<int>(profile), capability.bits(), fmt::join(weights, ","), agent_size);
}

std::string of(const PlanOptions& options) {
  const auto& [smooth, keep_raw_path, levels, first_moves, segment, refine, stall, potentials, interleave] = options;
  return fmt::format("{} {} {} {} {} {} {} {} {}", smooth, keep_raw_path, levels, first_moves, segment, refine, stall,
                     potentials, interleave);
}

std::string of(const LandmarkOptions& options) {
  const auto& [count, placed] = options;
  return fmt::format("{} {}", count, fmt::join(placed, ","));
}

std::string of(const ChOptions& options) {
  const auto& [graph, order] = options;
  return fmt::format("{} {}", static_cast<int>(graph), static_cast<int>(order));
}

// What a hierarchy was built on, which also links a query's ends and refines its ways.
std::string below(const World& world, ChGraph graph) {
  switch (graph) {
    case ChGraph::kHpa:
      return structure_stamp(world, Structure::kHpa);
    case ChGraph::kSectors:
      return structure_stamp(world, Structure::kSectors);
    case ChGraph::kDrawn:
      return fmt::format("drawn {}", world.hierarchy_sources().drawn_version);
    case ChGraph::kCorners:
    case ChGraph::kCells:
      break;
  }
  return "cells";
}

}  // namespace

std::string structure_stamp(const World& world, Structure structure) {
  if (!world.has(structure)) return "none";
  switch (structure) {
    case Structure::kMoves:
    case Structure::kJumps:
    case Structure::kRooms:
      return std::string(structure_name(structure));  // by map and rules alone
    case Structure::kHpa:
      return world.get<MapHpa>().stamp(world.ground());
    case Structure::kHaa:
      return world.get<MapHaa>().stamp(world.ground());
    case Structure::kSectors:
      return world.get<MapSectors>().stamp(world.ground());
    case Structure::kLandmarks:
      return fmt::format("landmarks {} {}", of(*world.landmark_options()), world.landmarks_version());
    case Structure::kCh:
      return fmt::format("ch {} {} ({})", of(*world.ch_options()), world.ch_version(),
                         below(world, world.ch_options()->graph));
    case Structure::kCch: {
      const auto& [graph] = *world.cch_options();
      return fmt::format("cch {} {} ({})", static_cast<int>(graph), world.cch_version(), below(world, graph));
    }
    case Structure::kTables:
      return world.get<MapTables>().stamp(world.ground());
  }
  return {};
}

std::string planner_stamp(const World& world, const Planner& planner, const Query& query, const PlanOptions& options) {
  const auto& [start, goal] = query;
  return fmt::format("{} | {} | {} | {},{} {},{} | {} | {}", planner.name, world.map().revision(), of(world.rules()),
                     start.x, start.y, goal.x, goal.y, of(options), structure_stamp(world, planner.needs));
}

}  // namespace strata
