#include "app/playback/construction.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/base/agent_text.hpp"
#include "app/playback/open_list.hpp"
#include "app/playback/playback.hpp"
#include "core/search/build_events.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/world.hpp"

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
  return fmt::format("Dijkstra begins at {}, with g = {}, to find its distances to the other nodes.", e.node, e.g);
}

// The searches of constructions may expand any node whose cost cannot decrease any more (core/search/sweep_queue.hpp).
std::string ConstructionNarration::expanded_because(const NarratedEvent& e, const std::string& subject) const {
  const OpenList list = open_list(e.playback, e.index, {}, 1);
  if (list.total <= 1) return fmt::format("{} is the only open {}: g = {}", subject, e.open_noun, e.g);
  const std::string open = EventFormatter::count(list.total, e.open_noun);
  const Cost least = list.nodes[0].g;
  if (least >= e.event.g) return fmt::format("{} has the smallest g = {} of {}", subject, e.g, open);
  return fmt::format("{} is expanded: its g = {} is final, as the smallest g of {}, {}, is less than a step below it",
                     subject, e.g, open, e.words.cost(least));
}

ConstructionCell::ConstructionCell(const World& in, const TerrainLooks& shown, const Playback& recording, Cell at,
                                   Cost unit)
    : world(in),
      looks(shown),
      playback(recording),
      cell(at),
      id(in.map().id(at)),
      words(recording, unit),
      built(built_before_cursor(recording)) {}

Rect ConstructionCell::between(const SearchEvent& event) const {
  const Cell a = world.map().cell(event.parent), b = world.map().cell(event.node);
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x) + 1, std::max(a.y, b.y) + 1};
}

bool ConstructionCell::tell_blocked(std::vector<std::string>& lines) const {
  if (world.moves().passable(id)) return false;
  const std::string why = fit_text(looks, world.map(), world.rules().capability, world.rules().agent_size, cell);
  lines.push_back(why.empty() ? std::string("Nothing is built here: the agent cannot stand here.")
                              : fmt::format("Nothing is built here, as the agent cannot stand here: {}.", why));
  return true;
}

void ConstructionCell::tell_search(std::vector<std::string>& lines) const {
  const SearchEvent* own = nullptr;
  size_t index = 0;
  for (size_t i = playback.cursor(); i-- > 0;) {
    const SearchEvent& event = *playback.event(i);
    if (event.phase != build_event::kSearch) return;
    if (own == nullptr && playback.places().lies_in(event.level, event.node, id)) {
      own = &event;
      index = i + 1;
    }
    if (event.type != EventType::kGenerate || event.parent != kNoNodeId) continue;
    if (own == nullptr) return;
    const std::string root = node(event), g = words.cost(own->g);
    if (own == &event) {
      lines.push_back(fmt::format("The Dijkstra at this step began here, by event {}.", index));
    } else if (own->type == EventType::kExpand) {
      lines.push_back(fmt::format("The Dijkstra from {} expanded it by event {}, with g = {}.", root, index, g));
    } else {
      lines.push_back(
          fmt::format("The Dijkstra from {} reached it by event {}, with g = {}: it is open.", root, index, g));
    }
    return;
  }
}

void ConstructionEdgeCount::tell(std::string_view what, std::string_view of, std::vector<std::string>& lines) const {
  if (count == 0) return;
  lines.push_back(
      count == 1 ? fmt::format("1 {}{} ends here so far, added by event {}.", what, of, last + 1)
                 : fmt::format("{} {}s{} end here so far, the last one added by event {}.", count, what, of, last + 1));
}

}  // namespace strata
