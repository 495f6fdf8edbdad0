#include "app/playback/open_list.hpp"

#include <algorithm>
#include <unordered_map>

namespace strata {

namespace {

bool takes_out(EventType type) { return type == EventType::kExpand || type == EventType::kStall; }
bool of_side(const SearchEvent& event, bool backward) { return (event.phase == Phase::kBackward) == backward; }

// Returns the next event before `end` that takes the first node out of the open list, on the list's level and side;
// null: there is none. In a search with one direction only expansions count: nodes that are dropped from the list need
// not be the first.
const SearchEvent* next_taken(const Playback& playback, size_t moment, size_t end, const OpenList& list) {
  for (size_t i = moment; i < end; ++i) {
    const SearchEvent& event = *playback.event(i);
    const bool first = event.type == EventType::kExpand || (takes_out(event.type) && playback.outline().two_way);
    if (first && of_side(event, list.backward) && event.level == list.level) return &event;
  }
  return nullptr;
}

// Sorts nodes by rank. The rank stands in no event, so that the order in which the recording takes them out of the list
// is used instead.
void sort_by_turn_taken(const Playback& playback, size_t moment, size_t end, OpenList& list) {
  std::unordered_map<NodeId, size_t> taken;
  for (size_t i = moment; i < end; ++i) {
    const SearchEvent& event = *playback.event(i);
    if (takes_out(event.type) && of_side(event, list.backward)) taken.try_emplace(event.node, i);
  }
  const auto turn = [&](const OpenNode& node) {
    const auto at = taken.find(node.node);
    return at == taken.end() ? playback.size() + node.event : at->second;
  };
  std::sort(list.nodes.begin(), list.nodes.end(),
            [&](const OpenNode& a, const OpenNode& b) { return turn(a) < turn(b); });
}

// Several nodes may have the same key as the first one. This function moves the one that is expanded next to the front:
// unless nodes are cells, the algorithm decides by ids that the recording does not have. A node that is expanded
// because it is the only new one goes to the front whatever its key.
void settle_first(const SearchEvent* taken, const ExpansionOrder& order, OpenList& list) {
  if (taken == nullptr) return;
  const auto at =
      std::find_if(list.nodes.begin(), list.nodes.end(), [&](const OpenNode& n) { return n.node == taken->node; });
  if (at == list.nodes.end()) return;
  OpenNode first = list.nodes.front(), own = *at;
  first.node = own.node = 0;
  const bool only = order_in(*taken, order).by == ExpansionOrder::OrderKey::kOnly;
  if (only || !goes_before(first, own, order)) std::rotate(list.nodes.begin(), at, at + 1);
}

}  // namespace

ExpansionOrder order_in(const SearchEvent& event, const ExpansionOrder& order) {
  if (event.type == EventType::kExpand && event.line == order.only_line) {
    return {ExpansionOrder::OrderKey::kOnly, order.ties, order.only_line};
  }
  const bool ranked = order.by == ExpansionOrder::OrderKey::kFRank || order.by == ExpansionOrder::OrderKey::kRank;
  return ranked && TraceOutline::joined(event.phase) == event.phase ? ExpansionOrder{} : order;
}

bool enters_open_list(EventType type) { return type == EventType::kGenerate || type == EventType::kUpdate; }

size_t OpenList::place_of(NodeId node) const {
  return static_cast<size_t>(
      std::find_if(nodes.begin(), nodes.end(), [&](const OpenNode& own) { return own.node == node; }) - nodes.begin());
}

bool goes_before(const OpenNode& a, const OpenNode& b, const ExpansionOrder& order) {
  if (order.by == ExpansionOrder::OrderKey::kTurn) return a.event < b.event;
  const uint64_t key_a = order.by == ExpansionOrder::OrderKey::kH ? a.h : a.f();
  const uint64_t key_b = order.by == ExpansionOrder::OrderKey::kH ? b.h : b.f();
  if (key_a != key_b) return key_a < key_b;
  if (order.by == ExpansionOrder::OrderKey::kFRank) return a.node < b.node;
  if (order.ties == TieBreaking::kFifo) return a.event < b.event;
  if (a.g != b.g) return (order.ties == TieBreaking::kLargeG) == (a.g > b.g);
  return a.node < b.node;
}

EventRange events_of_search(const Playback& playback, size_t moment) {
  const int64_t search = playback.outline().search_of(moment);
  return {search < 0 ? 0 : playback.outline().searches[static_cast<size_t>(search)], moment};
}

size_t search_end(const Playback& playback, size_t index) {
  const std::vector<uint32_t>& searches = playback.outline().searches;
  const auto next = std::upper_bound(searches.begin(), searches.end(), index);
  return next == searches.end() ? playback.size() : *next;
}

OpenList open_list(const Playback& playback, size_t moment, const ExpansionOrder& of, size_t limit, bool backward) {
  OpenList list;
  list.backward = backward;
  moment = std::min(moment, playback.size());
  if (moment == 0) return list;
  const ExpansionOrder order = order_in(*playback.event(moment - 1), of);
  const EventRange range = events_of_search(playback, moment);
  // If a node has several events, only the last one counts.
  std::vector<bool> overtaken(range.end - range.begin);
  for (size_t i = range.begin; i < range.end; ++i) {
    const std::optional<size_t> before = event_before(playback, i);
    if (before && *before >= range.begin) overtaken[*before - range.begin] = true;
  }
  for (size_t i = range.begin; i < range.end; ++i) {
    const SearchEvent& event = *playback.event(i);
    if (!enters_open_list(event.type) || overtaken[i - range.begin] || !of_side(event, backward)) continue;
    list.level = event.level;
    list.nodes.push_back({event.node, event.parent, event.g, event.h, i});
  }
  const size_t end = search_end(playback, moment - 1);
  const SearchEvent* next = next_taken(playback, moment, end, list);
  list.total = list.nodes.size();
  list.truncated = list.total > limit;
  if (order.by == ExpansionOrder::OrderKey::kRank) {
    sort_by_turn_taken(playback, moment, end, list);
  } else {
    const auto before = [&](const OpenNode& a, const OpenNode& b) { return goes_before(a, b, order); };
    const size_t sorted = std::min(list.total, std::max<size_t>(limit, 1));
    std::partial_sort(list.nodes.begin(), list.nodes.begin() + static_cast<std::ptrdiff_t>(sorted), list.nodes.end(),
                      before);
    settle_first(next, order, list);
  }
  if (list.truncated) list.nodes.resize(limit);
  return list;
}

}  // namespace strata
