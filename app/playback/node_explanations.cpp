#include "app/playback/node_explanations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/playback/event_words.hpp"
#include "app/playback/narration.hpp"

namespace strata {

namespace {

bool takes_node_out(EventType type) { return type == EventType::kExpand || type == EventType::kStall; }

}  // namespace

void NodeExplanations::begin(const Playback& playback, const Narration& narration, const ExpansionOrder& order,
                             Cost unit) {
  if (playback_ != &playback || !(order_ == order)) kept_[0] = kept_[1] = {};
  playback_ = &playback;
  narration_ = &narration;
  order_ = order;
  unit_ = unit;
  nodes_.read(playback);
}

size_t NodeExplanations::past(const std::vector<size_t>& events) const {
  return static_cast<size_t>(std::lower_bound(events.begin(), events.end(), playback_->cursor()) - events.begin());
}

bool NodeExplanations::is_over(size_t event) const {
  const size_t end = search_end(*playback_, event);
  // The search may go on after the events that are visible.
  if (playback_->future_hidden() && end == playback_->size()) return false;
  if (playback_->cursor() >= end) return true;
  // The search has ended if the remaining events only report its result.
  for (size_t i = playback_->cursor(); i < end; ++i) {
    if (TraceOutline::concerns_node(playback_->event(i)->type)) return false;
  }
  return true;
}

const OpenList& NodeExplanations::list_at(size_t moment, bool backward) {
  CachedOpenList& kept = kept_[backward];
  if (kept.version != playback_->trace_version() || kept.moment != moment) {
    kept.version = playback_->trace_version();
    kept.moment = moment;
    kept.list = open_list(*playback_, moment, order_, SIZE_MAX, backward);
  }
  return kept.list;
}

NodeOutcome NodeExplanations::fate(const NodeKey& key) {
  nodes_.events_of(*playback_, key, events_);
  if (events_.empty()) return NodeOutcome::kNoNode;
  const size_t count = past(events_);
  if (count == 0) return NodeOutcome::kNotYet;
  const EventType type = playback_->event(events_[count - 1])->type;
  if (type == EventType::kStall) return NodeOutcome::kSkipped;
  if (type == EventType::kExpand) return NodeOutcome::kExpanded;
  return is_over(events_[count - 1]) ? NodeOutcome::kLeftOpen : NodeOutcome::kOpen;
}

std::string NodeExplanations::why(const NodeKey& key, bool rivals) {
  const NodeOutcome what = fate(key);
  if (what == NodeOutcome::kNoNode) return {};
  const EventFormatter words(*playback_, unit_);
  const std::vector<size_t> events = events_;
  const size_t count = past(events);
  const size_t event = count == 0 ? events[0] : events[count - 1];
  const SearchEvent& last = *playback_->event(event);
  std::string text;
  switch (what) {
    case NodeOutcome::kNotYet: {
      const std::string over =
          last.parent == kNoNodeId ? std::string() : " from " + words.node(last.level, last.parent);
      text = fmt::format("not reached yet: event {}{} {}{}", event + 1, search_words(last.phase),
                         narration_->first_event_does(), over);
      break;
    }
    case NodeOutcome::kExpanded:
      text = why_taken(key, event, rivals);
      break;
    case NodeOutcome::kSkipped:
      text = fmt::format("passed over by event {}{}: {}", event + 1, search_words(last.phase),
                         narration_->stalled_because(words, last));
      break;
    case NodeOutcome::kOpen:
      text = why_open(key, event);
      break;
    case NodeOutcome::kLeftOpen:
      text = why_left(key, event);
      break;
    case NodeOutcome::kNoNode:
      break;
  }
  return text + later(std::vector<size_t>(events.begin() + static_cast<std::ptrdiff_t>(count), events.end())) + ".";
}

// Returns a clause on what later events do with the node.
std::string NodeExplanations::later(const std::vector<size_t>& events) const {
  const auto taken =
      std::find_if(events.begin(), events.end(), [&](size_t i) { return takes_node_out(playback_->event(i)->type); });
  if (taken == events.end()) return {};
  const bool stalls = playback_->event(*taken)->type == EventType::kStall;
  return fmt::format("; event {} {} it", *taken + 1, stalls ? "passes over" : "expands");
}

bool NodeExplanations::by_distance(size_t index) const {
  static const NarratedSearch kUnknown;
  return narration_->by_distance(NarratedEvent(*playback_, *narration_, index, unit_, kUnknown));
}

std::string NodeExplanations::turn_words(size_t index) const {
  const EventFormatter words(*playback_, unit_);
  const SearchEvent& event = *playback_->event(index);
  if (by_distance(index)) return fmt::format("g = {}", words.cost(event.g));
  return fmt::format("f = {} (g {} + h {})", words.sum(event.g, event.h), words.cost(event.g), words.cost(event.h));
}

std::string NodeExplanations::by_rule(size_t index, const OpenNode& own, const OpenNode& other) const {
  const EventFormatter words(*playback_, unit_);
  const SearchEvent& event = *playback_->event(index);
  const ExpansionOrder order = order_in(event, order_);
  const bool distance = by_distance(index);
  switch (order.by) {
    case ExpansionOrder::OrderKey::kTurn:
      return "it came later";
    case ExpansionOrder::OrderKey::kRank:
      return "it is more important";
    case ExpansionOrder::OrderKey::kH:
      if (own.h != other.h) return fmt::format("h = {}", words.cost(other.h));
      break;
    case ExpansionOrder::OrderKey::kFRank:
      if (own.f() == other.f()) return "the same f, but it is less important";
      [[fallthrough]];
    case ExpansionOrder::OrderKey::kOnly:
    case ExpansionOrder::OrderKey::kF:
      if (own.f() != other.f()) {
        return distance ? fmt::format("g = {}", words.cost(other.g))
                        : fmt::format("f = {}", words.sum(other.g, other.h));
      }
      break;
  }
  std::string equal = order.by == ExpansionOrder::OrderKey::kH ? "the same h" : distance ? "the same g" : "the same f";
  if (order.ties == TieBreaking::kFifo) return equal + ", but it came later";
  if (own.g != other.g) {
    return fmt::format("{}, but a {} g = {}", equal, order.ties == TieBreaking::kLargeG ? "smaller" : "larger",
                       words.cost(other.g));
  }
  if (!distance) equal += " and the same g";
  // Cells are numbered row by row. The numbers of other nodes are not shown.
  return equal + (event.level == 0 && playback_->places().are_cells()
                      ? ", but it lies later on the map, row by row"
                      : ", but its node has the larger number in the graph");
}

std::string NodeExplanations::why_taken(const NodeKey& key, size_t event, bool rivals) {
  const EventFormatter words(*playback_, unit_);
  const SearchEvent& taken = *playback_->event(event);
  std::string text = fmt::format("expanded by event {}{}", event + 1, search_words(taken.phase));
  const std::string out_of_turn = narration_->expanded_out_of_turn(words, taken);
  if (!out_of_turn.empty()) return text + out_of_turn;
  const ExpansionOrder::OrderKey by = order_in(taken, order_).by;
  if (by == ExpansionOrder::OrderKey::kRank) {
    text += fmt::format(" with g = {}: it was the next more important ancestor", words.cost(taken.g));
  } else if (by == ExpansionOrder::OrderKey::kTurn) {
    text += ": no open cell had waited longer";
  } else if (by == ExpansionOrder::OrderKey::kH) {
    text += fmt::format(": no open cell had a smaller h than its {}", words.cost(taken.h));
  } else {
    text += fmt::format(": no open {} had a smaller {}", narration_->open_noun(taken.level),
                        by_distance(event) ? fmt::format("g than its {}", words.cost(taken.g))
                                           : fmt::format("f than its {} (g {} + h {})", words.sum(taken.g, taken.h),
                                                         words.cost(taken.g), words.cost(taken.h)));
  }
  if (!rivals) return text;
  const OpenList list = open_list(*playback_, event, order_, 2, key.backward);
  if (list.total == 1) return text + "; it was the only open one";
  const size_t own = list.place_of(key.node);
  if (own != 0 || list.nodes.size() < 2) return text;
  const OpenNode& second = list.nodes[1];
  return text + fmt::format("; second of {} was {}: {}", list.total, words.node(list.level, second.node),
                            by_rule(event, list.nodes[0], second));
}

std::string NodeExplanations::why_open(const NodeKey& key, size_t event) {
  const EventFormatter words(*playback_, unit_);
  const SearchEvent& put = *playback_->event(event);
  if (const auto only = narration_->generated_only(*playback_, words, event)) return *only;
  std::string text =
      fmt::format("open since event {}{} with {}", event + 1, search_words(put.phase), turn_words(event));
  // The position of the node in the open list would reveal which node is expanded next.
  if (playback_->future_hidden()) return text;
  const OpenList& list = list_at(playback_->cursor(), key.backward);
  const size_t place = list.place_of(key.node);
  if (place >= list.nodes.size()) return text;
  if (place == 0) return text + fmt::format(": of {} it is the next to be expanded", list.total);
  const OpenNode& first = list.nodes[0];
  return text + fmt::format(": {} of {} go first, {} before all: {}", place, list.total,
                            words.node(list.level, first.node),
                            first.f() == list.nodes[place].f() ? std::string("by the rule for equals")
                            : by_distance(event)               ? fmt::format("g = {}", words.cost(first.g))
                                                               : fmt::format("f = {}", words.sum(first.g, first.h)));
}

std::string NodeExplanations::why_left(const NodeKey&, size_t event) {
  const EventFormatter words(*playback_, unit_);
  const SearchEvent& put = *playback_->event(event);
  if (const auto only = narration_->generated_only(*playback_, words, event)) return *only;
  return fmt::format("put into the open list by event {}{} with {}, but never expanded: {}", event + 1,
                     search_words(put.phase), turn_words(event), end_of_search(event));
}

std::string NodeExplanations::end_of_search(size_t index) {
  const EventFormatter words(*playback_, unit_);
  const size_t end = search_end(*playback_, index);
  const SearchEvent& own = *playback_->event(index);
  if (own.phase == Phase::kForward || own.phase == Phase::kBackward) {
    const auto met = playback_->outline().meetings;
    if (met.empty()) return "the search ended without the two sides meeting";
    return fmt::format("no open node could lead to a cheaper path{} than the best one, which costs {}",
                       narration_->graph(own.level), words.cost(playback_->event(met.back())->g));
  }
  if (const auto own_end = narration_->end_of_search(*playback_, words, index, end)) return *own_end;
  for (size_t i = end; i-- > index;) {
    const SearchEvent& event = *playback_->event(i);
    if (event.type != EventType::kExpand) continue;
    const std::string node = words.node(event.level, event.node);
    const bool main = event.phase == Phase::kMain;
    if (main && playback_->outline().truncated && end == playback_->size()) return "the recording ends before that";
    if (main) {
      return fmt::format("{}{} was expanded before it, by event {} with f = {}, and ended the search",
                         words.is_goal(event.level, event.node) ? "the goal " : "", node, i + 1,
                         words.sum(event.g, event.h));
    }
    return fmt::format("the search had found what it was for when event {} expanded {}", i + 1, node);
  }
  return "the search ended before";
}

}  // namespace strata
