#include "core/world/refusal.hpp"

#include <fmt/format.h>

#include "core/base/byte_text.hpp"

namespace strata {
namespace {

std::string of_hierarchy(const World& world, const MapHierarchy& hierarchy, bool failed, bool cancelled) {
  const ChGraph graph = hierarchy.options()->graph;
  if (hierarchy.refused_nodes() > 0) {
    return fmt::format("its graph has {} nodes, {} at most: another graph has fewer", hierarchy.refused_nodes(),
                       kMaxChNodes);
  }
  if (failed) return fmt::format("the hierarchy does not fit into {}", bytes_text(Cch::kMaxBytes));
  if (cancelled) return "the build was cancelled: rebuild it";
  if (graph == ChGraph::kSectors && !world.has(Structure::kSectors)) return "waits for sectors: switch them on";
  return {};
}

}  // namespace

std::string refusal(const World& world, Structure structure) {
  if (!world.has(structure) || world.ready(structure)) return {};
  switch (structure) {
    case Structure::kTables:
      return world.map_tables().refused(world.moves()) ? world.map_tables().refusal() : std::string();
    case Structure::kLandmarks:
      if (world.landmarks_failed()) return "not enough memory for the landmarks: fewer of them, or rebuild";
      return world.landmarks_cancelled() ? "the landmarks were cancelled: rebuild them" : std::string();
    case Structure::kCh:
      return of_hierarchy(world, world.ch(), world.ch_failed(), world.ch_cancelled());
    case Structure::kCch:
      if (!world.cch_is_live()) return of_hierarchy(world, world.cch(), world.cch_failed(), world.cch_cancelled());
      if (!world.has(Structure::kSectors)) return "waits for sectors: switch them on";
      if (!world.live_cch().too_large()) return {};
      return fmt::format("the hierarchy does not fit into {}: larger sectors take less",
                         bytes_text(LiveCch::kMaxBytes));
    case Structure::kMoves:
    case Structure::kJumps:
    case Structure::kHpa:
    case Structure::kHaa:
    case Structure::kRooms:
    case Structure::kSectors:
      break;  // whatever is asked for comes
  }
  return {};
}

std::string kinds_refusal(const World& world) { return world.agent_kinds().refusal(); }

}  // namespace strata
