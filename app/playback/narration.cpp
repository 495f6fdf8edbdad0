#include "app/playback/narration.hpp"

#include <fmt/format.h>

#include "app/playback/playback.hpp"

namespace strata {

NarratedEvent::NarratedEvent(const Playback& recording, const Narration& narration, size_t at, Cost unit)
    : playback(recording),
      words(recording, unit),
      index(at),
      event(*recording.event(at)),
      node(event.node == kNoNodeId ? "the goal" : words.node(event.level, event.node)),
      parent(event.parent == kNoNodeId ? "the start" : words.node(event.level, event.parent)),
      g(words.cost(event.g)),
      h(words.cost(event.h)),
      f(words.sum(event.g, event.h)),
      noun(narration.node_noun(event.level)) {}

size_t NarratedEvent::open() const { return playback.counts().open; }

bool NarratedEvent::at_goal() const { return words.is_goal(event.level, event.node); }

std::string_view search_words(Phase phase) {
  switch (phase) {
    case Phase::kInsertStart:
      return " while the start was linked";
    case Phase::kInsertGoal:
      return " while the goal was linked";
    case Phase::kRefine:
      return " while an edge was refined";
    case Phase::kForward:
      return " of the search from the start";
    case Phase::kBackward:
      return " of the search from the goal";
    default:
      return "";
  }
}

std::string Narration::node_noun(int level) const { return level > 0 ? fmt::format("L{} node", level) : "cell"; }

std::string_view Narration::never_reopens(const PlanOptions&, Profile) const {
  return "its bound on the rest of the way is consistent";
}

std::string Narration::tell(const NarratedEvent& e) const {
  switch (e.event.type) {
    case EventType::kSource:
      return source(e);
    case EventType::kDestination:
      return destination(e);
    case EventType::kGenerate:
      return place(e) + (e.event.parent == kNoNodeId ? first_node(e) : new_node(e));
    case EventType::kUpdate:
      return place(e) + updated(e);
    case EventType::kExpand:
      return place(e) + expanded(e);
    case EventType::kLink:
      return link(e);
    case EventType::kRefine:
      return refined(e);
    case EventType::kPathEdge:
      return path_edge(e);
    case EventType::kStraight:
      return straight(e);
    case EventType::kFound:
      return found(e);
    case EventType::kNoPath:
      return no_path(e);
    case EventType::kStall:
      return place(e) + stalled(e);
    case EventType::kMeet:
      return meeting(e);
    case EventType::kContract:
    case EventType::kWitness:
    case EventType::kAddArc:
      return contraction(e);
  }
  return {};
}

std::string Narration::expanded_out_of_turn(const EventWords&, const SearchEvent&) const { return {}; }

std::optional<std::string> Narration::generated_only(const Playback&, const EventWords&, size_t) const {
  return std::nullopt;
}

std::optional<std::string> Narration::end_of_search(const Playback&, const EventWords&, size_t, size_t) const {
  return std::nullopt;
}

std::string Narration::source(const NarratedEvent& e) const {
  return fmt::format("The search begins at the start, {}.", e.node);
}

std::string Narration::destination(const NarratedEvent& e) const {
  return fmt::format("The goal is {}: the search ends when it is taken from the open list.", e.node);
}

std::string Narration::place(const NarratedEvent& e) const {
  switch (e.event.phase) {
    case Phase::kInsertStart:
      return "Linking the start: ";
    case Phase::kInsertGoal:
      return "Linking the goal: ";
    case Phase::kRefine:
      return "Refining: ";
    case Phase::kForward:
      return "From the start: ";
    case Phase::kBackward:
      return "From the goal: ";
    default:
      return {};
  }
}

std::string Narration::first_node(const NarratedEvent& e) const { return first_node_by(e, true); }

std::string Narration::first_node_by(const NarratedEvent& e, bool tells_h) {
  if (e.event.g > 0) return fmt::format("{} is where the search begins; its link costs g = {}.", e.node, e.g);
  if (!tells_h) return fmt::format("{} is put into the open list with g = {}.", e.node, e.g);
  return fmt::format("{} is put into the open list: g = {}, and at least h = {} is left to go.", e.node, e.g, e.h);
}

std::string Narration::new_node(const NarratedEvent& e) const {
  return fmt::format("{} is new: {} by way of {}.", e.node, costs(e), e.parent);
}

std::string Narration::updated(const NarratedEvent& e) const { return updated_by(e, true); }

std::string Narration::updated_by(const NarratedEvent& e, bool tells_f) {
  const std::optional<size_t> index = event_before(e.playback, e.index);
  const SearchEvent* before = index ? e.playback.event(*index) : nullptr;
  if (before == nullptr) return fmt::format("{} gets g = {} by way of {}.", e.node, e.g, e.parent);
  std::string text = fmt::format("a shorter way to {} leads over {}: g falls from {} to {}", e.node, e.parent,
                                 e.words.cost(before->g), e.g);
  if (tells_f) text += fmt::format(", f to {}", e.f);
  if (before->type == EventType::kExpand) text += "; it was opened before and is put into the list again";
  return text + ".";
}

std::string Narration::expanded(const NarratedEvent& e) const {
  const bool over = e.at_goal() && e.event.phase == Phase::kMain;
  return expanded_because(e) + (over ? "; it is the goal, and the search is over." : ".");
}

std::string Narration::expanded_because(const NarratedEvent& e) const {
  const size_t open = e.open() + 1;
  if (open == 1) return fmt::format("{} is the only open {}: f {} = g {} + h {}", e.node, e.noun, e.f, e.g, e.h);
  return first_of_several(e, EventWords::count(open, e.noun));
}

std::string Narration::first_of_several(const NarratedEvent& e, const std::string& list) const {
  if (e.event.h == 0) return fmt::format("{} has the smallest g = {} of {}", e.node, e.g, list);
  return fmt::format("{} has the smallest f = {} of {}: g {} + h {}", e.node, e.f, list, e.g, e.h);
}

std::string Narration::link(const NarratedEvent& e) const {
  const auto level = static_cast<int>(e.event.level);
  if (e.at_goal()) {
    return fmt::format("{} and {} share a cluster of level {}: inside it they are {} apart.", e.parent, e.node, level,
                       e.g);
  }
  return fmt::format("Linked: {} reaches {}, a node of level {}, inside its cluster for {}.", e.parent, e.node, level,
                     e.g);
}

std::string Narration::refined(const NarratedEvent& e) {
  if (e.playback.outline().unpacks(e.index)) {
    return fmt::format("The way uses the shortcut {} - {} of cost {}: it is unpacked into what it stands for.",
                       e.parent, e.node, e.g);
  }
  return fmt::format(
      "The edge {} - {} of level {} and cost {} is refined: what lies under it is looked up or searched.", e.parent,
      e.node, static_cast<int>(e.event.level), e.g);
}

std::string Narration::abstract_edge(const NarratedEvent& e, std::string_view noun) {
  return fmt::format("The {} {} - {} of cost {} joins the path of level {}.", noun, e.parent, e.node, e.g,
                     static_cast<int>(e.event.level));
}

std::string Narration::path_edge(const NarratedEvent& e) const {
  if (e.event.level > 0) return abstract_edge(e, "edge");
  return fmt::format("The step from {} to {}, of cost {}, joins the path.", e.parent, e.node, e.g);
}

std::string Narration::straight(const NarratedEvent& e) const {
  return fmt::format("Nothing is in the way from {} to {}: a straight segment of cost {} replaces the path.", e.parent,
                     e.node, e.g);
}

std::string Narration::found(const NarratedEvent& e) const {
  return fmt::format("{} is reached: the path costs {}.", e.node, e.g);
}

std::string Narration::found_inside_one(const NarratedEvent& e, std::string_view area) {
  return fmt::format("Start and goal lie in one {}: the way goes straight to {} and costs {}.", area, e.node, e.g);
}

std::string Narration::no_path(const NarratedEvent& e) const {
  if (e.open() > 0) {
    return fmt::format("The search for {} is given up: costs have passed what can be counted.", e.node);
  }
  return fmt::format("Nothing is left to open: there is no path to {}.", e.node);
}

std::string Narration::stalled(const NarratedEvent& e) {
  if (e.event.parent == kNoNodeId) {
    return fmt::format("{} is skipped: the other side has closed it, and knows the shortest way on.", e.node);
  }
  return fmt::format("{} is stalled: its g = {} is no better than {} by way of the more important {}.", e.node, e.g,
                     e.h, e.parent);
}

std::string Narration::meeting(const NarratedEvent& e) const {
  return fmt::format("Both searches have reached {}: the best way so far costs {}.", e.node, e.g);
}

std::string Narration::contraction(const NarratedEvent&) const { return {}; }

std::string Narration::costs(const NarratedEvent& e) { return fmt::format("g = {}, h = {}, f = {}", e.g, e.h, e.f); }

std::string Narration::linked_source(const NarratedEvent& e) {
  return e.event.phase == Phase::kInsertStart
             ? fmt::format("The start is {}: first it is linked to the abstract graph around it.", e.node)
             : fmt::format("The start is {}, in the polygon of the goal.", e.node);
}

std::string Narration::linked_destination(const NarratedEvent& e) {
  return e.event.phase == Phase::kInsertGoal
             ? fmt::format("The goal is {}: it is linked to the abstract graph as well.", e.node)
             : fmt::format("The goal is {}, in the polygon of the start.", e.node);
}

}  // namespace strata
