#include "app/playback/trace_nodes.hpp"

#include <algorithm>

namespace strata {

void TraceNodes::read(const Playback& playback) {
  if (read_ == &playback && version_ == playback.trace_version()) return;
  read_ = &playback;
  version_ = playback.trace_version();
  last_.clear();
  events_by_node_.clear();
  std::vector<bool> overtaken(playback.size());
  for (size_t i = 0; i < playback.size(); ++i) {
    if (const std::optional<size_t> before = event_before(playback, i)) overtaken[*before] = true;
  }
  for (size_t i = 0; i < playback.size(); ++i) {
    const SearchEvent& event = *playback.event(i);
    if (event.node == kNoNodeId) continue;
    if (!TraceOutline::concerns_node(event.type)) {
      events_by_node_.emplace_back(packed(event.type, event.level, event.node), static_cast<uint32_t>(i));
    } else if (!overtaken[i]) {
      last_.emplace_back(packed({event.level, event.phase == Phase::kBackward, event.node}), static_cast<uint32_t>(i));
    }
  }
  std::sort(last_.begin(), last_.end());
  std::sort(events_by_node_.begin(), events_by_node_.end());
}

bool TraceNodes::has(const NodeKey& key) const {
  const auto at = std::lower_bound(last_.begin(), last_.end(), NodeAndEvent{packed(key), 0});
  return at != last_.end() && at->first == packed(key);
}

void TraceNodes::events_of(const Playback& playback, const NodeKey& key, std::vector<size_t>& events) const {
  events.clear();
  const auto at = std::lower_bound(last_.begin(), last_.end(), NodeAndEvent{packed(key), 0});
  if (at == last_.end() || at->first != packed(key)) return;
  for (std::optional<size_t> i = at->second; i; i = event_before(playback, *i)) events.push_back(*i);
  std::reverse(events.begin(), events.end());
}

void TraceNodes::nodes_in(const Playback& playback, CellId cell, std::vector<NodeKey>& keys) const {
  keys.clear();
  for (int level = playback.outline().top_level; level >= 0; --level) {
    for (const bool backward : {false, true}) {
      if (backward && !playback.outline().two_way) continue;
      const auto add = [&](NodeId node) {
        const NodeKey key{static_cast<uint8_t>(level), backward, node};
        if (has(key)) keys.push_back(key);
      };
      if (playback.places().are_cells()) {
        add(cell);
        continue;
      }
      for (const uint32_t index : playback.places().in_cell(static_cast<size_t>(level), cell)) {
        add(playback.places().level(static_cast<size_t>(level)).nodes[index]);
      }
    }
  }
}

TraceNodes::EventsInCell TraceNodes::events_in_cell(const Playback& playback, CellId cell, EventType type) const {
  EventsInCell told{playback.size(), 0};
  const auto look_up = [&](int level, NodeId node) {
    const uint64_t key = packed(type, static_cast<uint8_t>(level), node);
    for (auto at = std::lower_bound(events_by_node_.begin(), events_by_node_.end(), NodeAndEvent{key, 0});
         at != events_by_node_.end() && at->first == key; ++at) {
      told.first = std::min<size_t>(told.first, at->second);
      ++told.count;
    }
  };
  for (int level = 0; level <= playback.outline().top_level; ++level) {
    if (playback.places().are_cells()) {
      look_up(level, cell);
      continue;
    }
    for (const uint32_t index : playback.places().in_cell(static_cast<size_t>(level), cell)) {
      look_up(level, playback.places().level(static_cast<size_t>(level)).nodes[index]);
    }
  }
  return told;
}

}  // namespace strata
