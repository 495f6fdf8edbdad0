#include "app/base/agent_text.hpp"

#include <fmt/format.h>

namespace strata {

namespace {

// Returns the distance between two cells in words: "2 cells right, 1 below"; empty if they are the same cell.
std::string offset_text(Cell from, Cell to) {
  const int dx = to.x - from.x;
  const int dy = to.y - from.y;
  std::string text;
  if (dx > 0) text = fmt::format("{} {} right", dx, dx == 1 ? "cell" : "cells");
  if (dy > 0) {
    text += text.empty() ? fmt::format("{} {} below", dy, dy == 1 ? "cell" : "cells") : fmt::format(", {} below", dy);
  }
  return text;
}

}  // namespace

std::string obstacle_text(const TerrainLooks& looks, const Obstacle& obstacle, Cell at) {
  const std::string offset = offset_text(at, obstacle.cell);
  if (obstacle.outside) return offset.empty() ? std::string("outside the map") : "the map ends " + offset;
  const std::string_view name = obstacle.terrain == Terrain::kOut ? "a wall" : terrain_title(looks, obstacle.terrain);
  const std::string where = fmt::format("{} at ({},{})", name, obstacle.cell.x, obstacle.cell.y);
  return offset.empty() ? where : where + ", " + offset;
}

std::string fit_text(const TerrainLooks& looks, const GridMap& map, Capability capability, int agent_size, Cell at) {
  const std::optional<Obstacle> obstacle = limiting_obstacle(map, capability, agent_size, at);
  if (!obstacle) return {};
  if (agent_size > 1) return fmt::format("size {} does not fit: {}", agent_size, obstacle_text(looks, *obstacle, at));
  if (obstacle->outside) return "outside the map";
  if (obstacle->terrain == Terrain::kOut) return "a wall";
  return fmt::format("the agent cannot enter {}", terrain_title(looks, obstacle->terrain));
}

std::string capability_initials(Capability capability) {
  static constexpr char kInitials[] = {'G', 'S', 'W', 'T'};
  std::string text;
  for (int i = 0; i < 4; ++i) {
    if (capability.has(static_cast<Terrain>(i))) text += kInitials[i];
  }
  return text;
}

}  // namespace strata
