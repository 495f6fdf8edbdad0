#include "app/playback/next_expansion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace strata {

namespace {

using OrderKey = ExpansionOrder::OrderKey;

bool on_goal_side(const SearchEvent& event) { return event.phase == Phase::kBackward; }

// Returns the first event of the search to which event `index` belongs.
size_t search_begin(const std::vector<SearchEvent>& events, size_t index) {
  while (index > 0 && !TraceOutline::starts_search(events[index], &events[index - 1])) --index;
  return index;
}

// Calls `tell`, in order, with each event that comes before `next` in its search and concerns a node of the
// same level and side.
template <class Tell>
void each_event(const Trace& trace, const NextExpansion& next, Tell tell) {
  const std::vector<SearchEvent>& events = trace.events();
  for (size_t i = search_begin(events, next.event); i < next.event; ++i) {
    const SearchEvent& event = events[i];
    if (!TraceOutline::concerns_node(event.type) || on_goal_side(event) != next.backward) continue;
    if (event.level == next.level) tell(event, i);
  }
}

OpenNode node_of(const SearchEvent& event, size_t index) { return {event.node, event.parent, event.g, event.h, index}; }

// Returns the number by which open nodes are ordered. If it is equal, tie-breaking decides.
uint64_t key_of(const OpenNode& node, OrderKey by) {
  return by == OrderKey::kTurn ? node.event : by == OrderKey::kH ? node.h : node.f();
}

// Judges the node by `last`, its last event; null: it has none.
ExpansionAnswer judge(const NextExpansion& next, NodeId node, const SearchEvent* last, size_t index) {
  if (last == nullptr) return {};
  ExpansionAnswer answer{AnswerKind::kOpen, node_of(*last, index)};
  if (last->type == EventType::kExpand) answer.kind = AnswerKind::kClosed;
  if (last->type == EventType::kStall) answer.kind = AnswerKind::kDropped;
  for (const OpenNode& allowed : next.allowed) {
    if (allowed.node != node) continue;
    answer.kind = node == next.taken.node ? AnswerKind::kExpanded : AnswerKind::kAllowed;
    answer.node = allowed;
  }
  return answer;
}

std::string cost_words(uint64_t value, Cost unit) {
  return fmt::format("{:.2f}", static_cast<double>(value) / static_cast<double>(unit));
}

// Returns in words what the order of a node depends on: "f = 13.41 (g 9.00 + h 4.41)".
std::string key_words(const OpenNode& node, const AnswerTextInputs& words) {
  if (words.order.by == OrderKey::kTurn) return fmt::format("turn, since event {},", node.event + 1);
  if (words.order.by == OrderKey::kH) {
    return fmt::format("h = {} (g {}, f {})", cost_words(node.h, words.unit), cost_words(node.g, words.unit),
                       cost_words(node.f(), words.unit));
  }
  return fmt::format("f = {} (g {} + h {})", cost_words(node.f(), words.unit), cost_words(node.g, words.unit),
                     cost_words(node.h, words.unit));
}

std::string node_words(const NextExpansion& next, NodeId node, const AnswerTextInputs& words) {
  return place_text(words.places.at(static_cast<size_t>(next.level), node));
}

std::string_view key_name(OrderKey by) { return by == OrderKey::kH ? "h" : "f"; }

// Returns why tie-breaking prefers the expanded node to `other`, which has an equal key: "the larger g", "it
// has waited longer".
std::string_view tie_words(const NextExpansion& next, const OpenNode& other, const AnswerTextInputs& words) {
  const bool ranked = words.order.by == OrderKey::kFRank || words.order.by == OrderKey::kRank;
  if (ranked) return "it is the more important node";
  if (words.order.ties == TieBreaking::kFifo) return "it has been open longer";
  if (next.taken.g == other.g) return "g is equal as well, and the algorithm has to take one";
  return next.taken.g > other.g ? "its g is larger" : "its g is smaller";
}

}  // namespace

std::string_view answer_kind_name(AnswerKind kind) {
  static constexpr std::array<std::string_view, 6> kNames = {"taken",  "allowed", "open",
                                                             "closed", "passed",  "not-open"};
  return kNames[static_cast<size_t>(kind)];
}

std::optional<NextExpansion> allowed_next(const Trace& trace, size_t cursor, const ExpansionOrder& of) {
  const std::vector<SearchEvent>& events = trace.events();
  NextExpansion next;
  next.event = std::min(cursor, events.size());
  while (next.event < events.size() && events[next.event].type != EventType::kExpand) ++next.event;
  if (next.event == events.size()) return std::nullopt;
  const SearchEvent& taken = events[next.event];
  const ExpansionOrder order = order_in(taken, of);
  next.level = taken.level;
  next.backward = on_goal_side(taken);
  next.taken = node_of(taken, next.event);
  std::unordered_map<NodeId, OpenNode> open;
  each_event(trace, next, [&](const SearchEvent& event, size_t i) {
    if (enters_open_list(event.type)) {
      open[event.node] = node_of(event, i);
    } else {
      open.erase(event.node);
    }
  });
  // Some searches expand nodes that were never in the open list.
  const auto own = open.find(taken.node);
  if (own != open.end()) next.taken = own->second;
  open[taken.node] = next.taken;
  next.open = open.size();
  next.allowed.push_back(next.taken);
  if (order.by == OrderKey::kRank || order.by == OrderKey::kOnly) return next;
  uint64_t least = UINT64_MAX;
  for (const auto& [node, one] : open) least = std::min(least, key_of(one, order.by));
  for (const auto& [node, one] : open) {
    if (node != taken.node && key_of(one, order.by) == least) next.allowed.push_back(one);
  }
  std::sort(next.allowed.begin() + 1, next.allowed.end(),
            [&](const OpenNode& a, const OpenNode& b) { return goes_before(a, b, order); });
  return next;
}

ExpansionAnswer judge_answer(const Trace& trace, const NextExpansion& next, NodeId node) {
  const SearchEvent* last = nullptr;
  size_t index = 0;
  each_event(trace, next, [&](const SearchEvent& event, size_t i) {
    if (event.node != node) return;
    last = &event;
    index = i;
  });
  if (last == nullptr && node == next.taken.node) return {AnswerKind::kExpanded, next.taken};
  return judge(next, node, last, index);
}

ExpansionAnswer judge_answer(const Trace& trace, const NodePlaces& places, const NextExpansion& next, CellId cell) {
  if (places.are_cells()) return judge_answer(trace, next, cell);
  const auto level = static_cast<size_t>(next.level);
  ExpansionAnswer best;
  for (const uint32_t index : places.in_cell(level, cell)) {
    const ExpansionAnswer answer = judge_answer(trace, next, places.level(level).nodes[index]);
    if (answer.kind < best.kind) best = answer;
  }
  return best;
}

std::string answer_reason(const NextExpansion& next, const ExpansionAnswer& answer, const AnswerTextInputs& words) {
  const std::string node = answer.node.node == kNoNodeId ? words.where : node_words(next, answer.node.node, words);
  switch (answer.kind) {
    case AnswerKind::kExpanded:
      return right_answer(next, words);
    case AnswerKind::kAllowed:
      return fmt::format("Also right: {} has {} as well. The tie-breaking takes {}, {}: {}.", node,
                         key_words(answer.node, words), node_words(next, next.taken.node, words),
                         key_words(next.taken, words), tie_words(next, answer.node, words));
    case AnswerKind::kOpen:
      if (words.order.by == OrderKey::kTurn)
        return fmt::format("{} is open, but other nodes have waited longer.", node);
      if (words.order.by == OrderKey::kOnly) {
        return fmt::format("{} is open, but the last expansion has generated a single node, which is expanded at once.",
                           node);
      }
      if (words.order.by == OrderKey::kRank) return fmt::format("{} is open, but it is not its turn.", node);
      return fmt::format("{} is open, but its {} is not the smallest.", node, key_words(answer.node, words));
    case AnswerKind::kClosed:
      return fmt::format("{} is already closed: it has been expanded.", node);
    case AnswerKind::kDropped:
      return fmt::format("{} is not in the open list any more: event {} has passed over it.", node,
                         answer.node.event + 1);
    case AnswerKind::kNotOpen:
      break;
  }
  return fmt::format("{} is not in the open list: no node that was expanded leads there yet.", node);
}

std::string right_answer(const NextExpansion& next, const AnswerTextInputs& words) {
  const std::string node = node_words(next, next.taken.node, words);
  const std::string of =
      next.open == 1 ? std::string("it is the only open node")
                     : fmt::format("of {} open nodes none has a smaller {}", next.open, key_name(words.order.by));
  if (words.order.by == OrderKey::kTurn) {
    return fmt::format("{} is expanded: {}.", node,
                       next.open == 1 ? of : fmt::format("none of {} open nodes has waited longer", next.open));
  }
  if (words.order.by == OrderKey::kOnly) {
    return fmt::format("{} is expanded at once: it is the only node that the last expansion has generated.", node);
  }
  if (words.order.by == OrderKey::kRank) {
    return fmt::format("{} is expanded with g = {}: it is the next more important ancestor.", node,
                       cost_words(next.taken.g, words.unit));
  }
  std::string text = fmt::format("{} is expanded with {}: {}.", node, key_words(next.taken, words), of);
  if (next.allowed.size() < 2) return text;
  return text + fmt::format(" {} other node{} {} the same {}: {} goes first by the tie-breaking.",
                            next.allowed.size() - 1, next.allowed.size() == 2 ? "" : "s",
                            next.allowed.size() == 2 ? "has" : "have", key_name(words.order.by), node);
}

}  // namespace strata
