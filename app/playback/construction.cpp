#include "app/playback/construction.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/playback/playback.hpp"

namespace strata {

std::span<const uint32_t> built_before_cursor(const Playback& playback) {
  if (!is_construction(playback.outline())) return {};
  return playback.before_cursor(playback.outline().contracted);
}

const SearchEvent* built_before(const NarratedEvent& e, EventType type) {
  const std::vector<uint32_t>& built = e.playback.outline().contracted;
  for (auto at = std::lower_bound(built.begin(), built.end(), static_cast<uint32_t>(e.index)); at != built.begin();) {
    if (const SearchEvent& before = *e.playback.event(*--at); before.type == type) return &before;
  }
  return nullptr;
}

std::string_view ConstructionNarration::never_reopens(const PlanOptions&, Profile) const {
  return "a cell leaves the open list with its final g";
}

std::string ConstructionNarration::first_node(const NarratedEvent& e) const {
  return fmt::format("Dijkstra begins at {}, with g = {}.", e.node, e.g);
}

// The searches of constructions may take any node whose cost is final (core/search/sweep_queue.hpp).
std::string ConstructionNarration::expanded_because(const NarratedEvent& e, const std::string& subject) const {
  return fmt::format("{} is expanded: no path to it that goes over another open {} is cheaper than its g = {}", subject,
                     e.noun, e.g);
}

}  // namespace strata
