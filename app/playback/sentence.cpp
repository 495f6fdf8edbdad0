#include "app/playback/sentence.hpp"

#include <fmt/format.h>

#include "app/playback/event_words.hpp"
#include "app/playback/search_kind.hpp"
#include "core/hna/hna_code.hpp"
#include "core/search/plain_code.hpp"
#include "core/tables/tables_code.hpp"

namespace strata {

namespace {

using Kind = SearchKind;

// The event at the cursor with what sentences say of it.
class Teller {
 public:
  Teller(const Playback& playback, const PseudoCode& code, Cost unit)
      : playback_(playback),
        code_(code),
        words_(playback, unit),
        kind_(search_kind(code)),
        index_(playback.cursor() - 1),
        event_(*playback.current()),
        node_(event_.node == kNoNodeId ? "the goal" : words_.node(event_.level, event_.node)),
        parent_(event_.parent == kNoNodeId ? "the start" : words_.node(event_.level, event_.parent)),
        g_(words_.cost(event_.g)),
        h_(words_.cost(event_.h)),
        f_(words_.sum(event_.g, event_.h)),
        noun_(node_noun(kind_, event_.level)) {}

  std::string tell() const {
    switch (event_.type) {
      case EventType::kSource:
        return source();
      case EventType::kDestination:
        return destination();
      case EventType::kGenerate:
        return place() + (event_.parent == kNoNodeId ? first_node() : new_node());
      case EventType::kUpdate:
        return place() + shorter_way();
      case EventType::kExpand:
        return place() + taken();
      case EventType::kLink:
        return link();
      case EventType::kRefine:
        return refine();
      case EventType::kPathEdge:
        return path_edge();
      case EventType::kStraight:
        return straight();
      case EventType::kFound:
        return found();
      case EventType::kNoPath:
        return no_path();
      case EventType::kStall:
        return place() + stall();
      case EventType::kMeet:
        if (kind_ == Kind::kLabels) {
          return fmt::format("Both sides have {} in their labels, and over it the way costs {}: it is the hub so far.",
                             node_, g_);
        }
        return fmt::format("Both searches have reached {}: the best way so far costs {}.", node_, g_);
      case EventType::kContract:
        return fmt::format("{} has the smallest priority, {}: it is taken out of the graph and gets rank {}.", node_,
                           event_.h, event_.g);
      case EventType::kWitness:
        return witness();
      case EventType::kAddArc:
        return fmt::format("A shortcut {} - {} of cost {} stands for the way over {} from now on.", parent_, node_, g_,
                           contracted());
    }
    return {};
  }

 private:
  std::string source() const {
    switch (kind_) {
      case Kind::kHpa:
      case Kind::kHaa:
      case Kind::kHna:
        return event_.phase == Phase::kInsertStart
                   ? fmt::format("The start is {}: first it is linked to the abstract graph around it.", node_)
                   : fmt::format("The start is {}, in the polygon of the goal.", node_);
      case Kind::kTables:
        return fmt::format("The start is {}: its costs to the nodes of its cluster are looked up.", node_);
      case Kind::kSectors:
        return fmt::format("The start is {}: the search begins with the region around it.", node_);
      case Kind::kLabels:
        return fmt::format("The start is {}: what its way to nodes of the hierarchy costs comes first.", node_);
      case Kind::kCh:
      case Kind::kCch:
      case Kind::kBidirectional:
        return fmt::format("The forward search begins at the start, {}.", node_);
      default:
        return fmt::format("The search begins at the start, {}.", node_);
    }
  }

  std::string destination() const {
    switch (kind_) {
      case Kind::kHpa:
      case Kind::kHaa:
      case Kind::kHna:
        return event_.phase == Phase::kInsertGoal
                   ? fmt::format("The goal is {}: it is linked to the abstract graph as well.", node_)
                   : fmt::format("The goal is {}, in the polygon of the start.", node_);
      case Kind::kTables:
        return fmt::format("The goal is {}: the costs from the nodes of its cluster are looked up.", node_);
      case Kind::kSectors:
        return fmt::format("The goal is {}: the search ends with the region around it.", node_);
      case Kind::kLabels:
        return fmt::format("The goal is {}: it is linked to nodes of the hierarchy as well.", node_);
      case Kind::kCh:
      case Kind::kCch:
      case Kind::kBidirectional:
        return fmt::format("The backward search begins at the goal, {}.", node_);
      default:
        return fmt::format("The goal is {}: the search ends when it is taken from the open list.", node_);
    }
  }

  // In which of the algorithm's searches it happens.
  std::string place() const {
    switch (event_.phase) {
      case Phase::kInsertStart:
        if (kind_ == Kind::kHna && event_.line == hna_code::kDirect) return "Inside the group of both ends: ";
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

  std::string first_node() const {
    if (kind_ == Kind::kLabels) {
      return fmt::format("{} is a node whose label will be read; to get there costs g = {}.", node_, g_);
    }
    if (event_.g > 0) return fmt::format("{} is where the search begins; its link costs g = {}.", node_, g_);
    if (kind_ == Kind::kDijkstra || kind_ == Kind::kBreadth || kind_ == Kind::kCch) {
      return fmt::format("{} is put into the open list with g = {}.", node_, g_);
    }
    return fmt::format("{} is put into the open list: g = {}, and at least h = {} is left to go.", node_, g_, h_);
  }

  std::string new_node() const {
    const std::string costs = fmt::format("g = {}, h = {}, f = {}", g_, h_, f_);
    const bool at_goal = words_.is_goal(event_.level, event_.node);
    switch (kind_) {
      case Kind::kDijkstra:
        return fmt::format("{} is new: g = {} by way of {}.", node_, g_, parent_);
      case Kind::kBreadth:
        return fmt::format("{} has not been seen: it waits behind {}, reached from {} with g = {}.", node_,
                           EventWords::count(open() > 0 ? open() - 1 : 0, "cell"), parent_, g_);
      case Kind::kGreedy:
        return fmt::format("{} is new: h = {} says when it is taken; it was reached from {}.", node_, h_, parent_);
      case Kind::kTheta:
        if (event_.line == theta_code::kSeen) {
          return fmt::format("{} is seen from {}: the straight line makes {}.", node_, parent_, costs);
        }
        return fmt::format("{} is new: a step from {} makes {}.", node_, parent_, costs);
      case Kind::kJumps:
        return fmt::format("the jump from {} ends at {}{}: {}.", parent_, node_,
                           at_goal ? ", the goal" : ", a new jump point", costs);
      case Kind::kRooms:
        return fmt::format("{} is a new way out, straight from {}: {}.", node_, parent_, costs);
      case Kind::kSectors:
        if (event_.level == 0) break;
        return fmt::format("the {} of {} is new, next to that of {}: {}.", noun_, node_, parent_, costs);
      case Kind::kCh:
        return fmt::format("an arc from {} leads up to {}, which is new: {}.", parent_, node_, costs);
      case Kind::kCch:
        return fmt::format("an arc from {} leads up to {}, which is new: g = {}.", parent_, node_, g_);
      case Kind::kLabels:
        return fmt::format("the label names the ancestor {}: g = {}, up over {}.", node_, g_, parent_);
      case Kind::kTables:
        return fmt::format("out over {} the way costs {}, {} to it and {} from there by its label{}.", node_, f_, g_,
                           h_, event_.line == tables_code::kBetter ? ": less than any before" : "");
      case Kind::kMesh:
      case Kind::kHna:
        return fmt::format("the {} at {} is new, across a {} from {}: {}.", noun_, node_,
                           event_.level > 0 ? "group" : "polygon", parent_, costs);
      case Kind::kPolyanya:
        if (at_goal) return fmt::format("the goal comes into sight, {}: f = {}.", node_, f_);
        return fmt::format("a new interval, {}: {}.", node_, costs);
      case Kind::kDetour:
        return fmt::format("the polygon at {} is new, next to that at {}: {}.", node_, parent_, costs);
      default:
        break;
    }
    return fmt::format("{} is new: {} by way of {}.", node_, costs, parent_);
  }

  std::string shorter_way() const {
    const std::optional<size_t> index = event_before(playback_, index_);
    const SearchEvent* before = index ? playback_.event(*index) : nullptr;
    if (before == nullptr) return fmt::format("{} gets g = {} by way of {}.", node_, g_, parent_);
    if (kind_ == Kind::kLabels) {
      return fmt::format("by this label the ancestor {} costs less, up over {}: g falls from {} to {}.", node_, parent_,
                         words_.cost(before->g), g_);
    }
    std::string text = fmt::format("a shorter way to {} leads over {}: g falls from {} to {}", node_, parent_,
                                   words_.cost(before->g), g_);
    if (kind_ != Kind::kDijkstra && kind_ != Kind::kCch) text += fmt::format(", f to {}", f_);
    if (before->type == EventType::kExpand) text += "; it was opened before and is put into the list again";
    return text + ".";
  }

  std::string taken() const {
    const size_t open = this->open() + 1;
    const std::string list = EventWords::count(open, noun_);
    const std::string costs = fmt::format("g {} + h {}", g_, h_);
    std::string text;
    if (kind_ == Kind::kTables) {
      return fmt::format("the cheapest way leaves over {}: {} in all.", node_, f_);
    }
    if (kind_ == Kind::kLabels) {
      return fmt::format("the label of {} is read: its ancestors, and what the way up to each of them costs.", node_);
    }
    if (kind_ == Kind::kCch) {
      text = fmt::format("{} is the least important node left on the way up: with g = {} its arcs are followed", node_,
                         g_);
    } else if (open == 1) {
      text = fmt::format("{} is the only open {}: f {} = {}", node_, noun_, f_, costs);
    } else if (kind_ == Kind::kBreadth) {
      text = fmt::format("{} has waited the longest of {}: g {}", node_, list, g_);
    } else if (kind_ == Kind::kGreedy) {
      text = fmt::format("{} has the smallest h = {} of {}; its g = {} does not count", node_, h_, list, g_);
    } else if (event_.h == 0) {
      text = fmt::format("{} has the smallest g = {} of {}", node_, g_, list);
    } else {
      text = fmt::format("{} has the smallest f = {} of {}: {}", node_, f_, list, costs);
    }
    const bool over = words_.is_goal(event_.level, event_.node) && event_.phase == Phase::kMain;
    return text + (over ? "; it is the goal, and the search is over." : ".");
  }

  std::string link() const {
    const bool both_ends = words_.is_goal(event_.level, event_.node);
    switch (kind_) {
      case Kind::kRooms:
        return fmt::format("{} lies inside a room: straight across it reaches {} on its side for {}.", parent_, node_,
                           g_);
      case Kind::kHna:
        return fmt::format("Linked: {} reaches the inter-edge at {} inside its group for {}.", parent_, node_, g_);
      case Kind::kCh:
      case Kind::kCch:
      case Kind::kLabels:
        return fmt::format("Linked: {} reaches {}, a node of the graph, for {}.", parent_, node_, g_);
      case Kind::kTables:
        if (event_.line == tables_code::kLocal) break;
        return fmt::format("The table says that {} and {} are {} apart inside their cluster.", parent_, node_, g_);
      default:
        break;
    }
    if (both_ends) {
      return fmt::format("{} and {} share a cluster of level {}: inside it they are {} apart.", parent_, node_,
                         static_cast<int>(event_.level), g_);
    }
    return fmt::format("Linked: {} reaches {}, a node of level {}, inside its cluster for {}.", parent_, node_,
                       static_cast<int>(event_.level), g_);
  }

  std::string refine() const {
    if (playback_.outline().unpacks(index_)) {
      return fmt::format("The way uses the shortcut {} - {} of cost {}: it is unpacked into what it stands for.",
                         parent_, node_, g_);
    }
    return fmt::format(
        "The edge {} - {} of level {} and cost {} is refined: what lies under it is looked up or searched.", parent_,
        node_, static_cast<int>(event_.level), g_);
  }

  std::string path_edge() const {
    if (kind_ == Kind::kPolyanya) {
      return fmt::format("The way goes through {}; its root is {} farther than the one before.", node_, g_);
    }
    if (event_.level > 0) {
      const char* what = kind_ == Kind::kHna ? "subpath" : "edge";
      return fmt::format("The {} {} - {} of cost {} joins the path of level {}.", what, parent_, node_, g_,
                         static_cast<int>(event_.level));
    }
    switch (kind_) {
      case Kind::kMesh:
      case Kind::kHna:
        return fmt::format("The corridor goes on from {} to {}, {} farther.", parent_, node_, g_);
      case Kind::kDetour:
        return fmt::format("The corridor goes on from the polygon at {} to {}, {} farther.", parent_, node_, g_);
      case Kind::kJumps:
        return fmt::format("The jump from {} to {}, of cost {}, is on the path.", parent_, node_, g_);
      case Kind::kCh:
      case Kind::kCch:
      case Kind::kLabels:
        return fmt::format("The edge {} - {} of cost {} joins the path.", parent_, node_, g_);
      default:
        return fmt::format("The step from {} to {}, of cost {}, joins the path.", parent_, node_, g_);
    }
  }

  std::string straight() const {
    const bool taut = kind_ == Kind::kMesh || kind_ == Kind::kHna || kind_ == Kind::kDetour;
    if (taut) return fmt::format("Pulled taut, the way runs straight from {} to {}: {} long.", parent_, node_, g_);
    return fmt::format("Nothing is in the way from {} to {}: a straight segment of cost {} replaces the path.", parent_,
                       node_, g_);
  }

  std::string found() const {
    if (event_.phase == Phase::kMain && code_.lines.size() > event_.line &&
        code_.lines[event_.line].starts_with("start and goal in one")) {
      return fmt::format("Start and goal lie in one {}: the way goes straight to {} and costs {}.",
                         kind_ == Kind::kRooms ? "room" : "polygon", node_, g_);
    }
    if (kind_ == Kind::kTheta && event_.line == theta_code::kStraight) {
      return fmt::format("Start and goal see each other: the way is the straight line to {}, {} long.", node_, g_);
    }
    return fmt::format("{} is reached: the path costs {}.", node_, g_);
  }

  std::string no_path() const {
    switch (kind_) {
      case Kind::kLabels:
        return fmt::format("No ancestor is in labels of both sides: there is no path to {}.", node_);
      case Kind::kCh:
      case Kind::kCch:
        return fmt::format("The two searches never met: there is no path to {}.", node_);
      case Kind::kBidirectional:
        return fmt::format("One side has nothing left to open, and the two never met: there is no path to {}.", node_);
      case Kind::kTables:
        return fmt::format("No node of the start's cluster has a way to the goal: there is no path to {}.", node_);
      default:
        break;
    }
    if (open() > 0) return fmt::format("The search for {} is given up: costs have passed what can be counted.", node_);
    return fmt::format("Nothing is left to open: there is no path to {}.", node_);
  }

  std::string stall() const {
    if (event_.parent == kNoNodeId) {
      return fmt::format("{} is skipped: the other side has closed it, and knows the shortest way on.", node_);
    }
    return fmt::format("{} is stalled: its g = {} is no better than {} by way of the more important {}.", node_, g_, h_,
                       parent_);
  }

  std::string witness() const {
    if (event_.g == kInfinite) {
      return fmt::format("Without {} no way from {} to {} costs {} or less: a shortcut is needed.", contracted(),
                         parent_, node_, h_);
    }
    return fmt::format("A way from {} to {} without {} costs {}, no more than the {} over it: no shortcut is needed.",
                       parent_, node_, contracted(), g_, h_);
  }
  // The node that is being taken out.
  std::string contracted() const {
    const auto before = playback_.before_cursor(playback_.outline().contracted);
    if (before.empty()) return "it";
    const SearchEvent& event = *playback_.event(before.back());
    return words_.node(event.level, event.node);
  }

  size_t open() const { return playback_.counts().open; }

  const Playback& playback_;
  const PseudoCode& code_;
  EventWords words_;
  Kind kind_;
  size_t index_;
  const SearchEvent& event_;
  std::string node_, parent_, g_, h_, f_, noun_;
};

}  // namespace

std::string sentence(const Playback& playback, const PseudoCode& code, Cost unit) {
  if (playback.empty()) return "No search is recorded.";
  if (playback.current() == nullptr) {
    return playback.outline().contracting ? "The contraction is about to begin." : "The search is about to begin.";
  }
  std::string text = Teller(playback, code, unit).tell();
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace strata
