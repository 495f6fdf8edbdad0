// Purpose: A Narration describes the recorded search of an algorithm in sentences: how its nodes are called, in which
//          order it expands them, and a sentence for each event. The class itself describes A* over cells. An algorithm
//          that differs has a derived class beside its feature (app/features/*/*_narration.cpp).
// Units: Costs are divided by the cost of a straight step of the recorded search.
// Threads: A Narration has no state: one object serves all threads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/playback/event_words.hpp"
#include "core/grid/cost.hpp"
#include "core/search/heuristic.hpp"
#include "core/search/observer.hpp"

namespace strata {

class Narration;
class Playback;
class World;
struct PlanOptions;
struct PseudoCode;

// Which node of the open list is expanded first.
struct ExpansionOrder {
  enum class OrderKey : uint8_t {
    // The node with the smallest g + h.
    kF,
    // The node with the smallest h.
    kH,
    kTurn,  // the node that entered the open list first
    // The node with the smallest g + h; of equal ones the most important node, whose rank stands in no event.
    kFRank,
    kRank,  // the least important node
    kOnly,  // the only node that the previous expansion has generated
  };
  static constexpr uint8_t kNoLine = 255;
  OrderKey by = OrderKey::kF;
  TieBreaking ties = TieBreaking::kLargeG;  // the rule for nodes with equal f
  uint8_t only_line = kNoLine;              // expansions of this line of the pseudo-code go by kOnly
  friend bool operator==(const ExpansionOrder&, const ExpansionOrder&) = default;
};

// The lower bound on the remaining cost that the explanations of a search over cells may use. They add it to g to say
// that a path over a cell cannot be cheaper. kNotOfCells: the search does not move between neighbouring cells, so that
// parents do not lead back to the start cell by cell.
enum class RemainingCostBound : uint8_t { kNotOfCells, kUnknown, kNothing, kDistance };

// What sentences may use besides the events of a recording.
struct NarratedSearch {
  const World* world = nullptr;          // the world of the recording; null: it has changed since
  const PlanOptions* options = nullptr;  // options of the recorded search; null: unknown
  std::optional<Cost> optimum = {};      // cost of the cheapest path, if known
};

// An event of a recording, with the words that its sentence needs.
struct NarratedEvent {
  NarratedEvent(const Playback& playback, const Narration& narration, size_t index, Cost unit,
                const NarratedSearch& about);

  // Number of nodes in the open list at the cursor; in a bidirectional search, on the side of the event.
  size_t open() const;
  // Number of open nodes on the other side of a bidirectional search.
  size_t open_other() const;
  bool at_goal() const;  // whether the event's node is the goal
  // Returns whether a link joins node and parent, cells that are not beside each other.
  bool is_over_link() const;
  // Returns whether the node is the target of its search: the goal, or the end of the edge that is refined.
  bool at_end() const;
  // Returns whether the event belongs to a search without a heuristic that connects start or goal to an abstract graph.
  bool without_heuristic() const;
  // Returns the first event of the search that the event belongs to.
  const SearchEvent& root() const;
  // Returns the next event of the recording; null if this is the last one.
  const SearchEvent* next() const;
  // Returns whether a phase of the recording begins with the event that has not occurred before, on any level.
  bool begins_phase() const;
  // Returns whether the event is the result of the search: the path, or that there is none.
  bool is_result() const { return event.type == EventType::kFound || event.type == EventType::kNoPath; }

  const Playback& playback;
  const NarratedSearch& about;
  EventFormatter words;
  size_t index;
  const SearchEvent& event;
  std::string node, parent;  // "(12,7)"
  std::string g, h, f;
  // The nouns for nodes of the event's level, and for what is in the open list.
  std::string noun, open_noun;
};

class Narration {
 public:
  virtual ~Narration() = default;

  // Returns what the sentence at the end of the search calls the algorithm.
  virtual std::string_view algorithm() const { return "A*"; }
  // Returns whether expanding the goal proves that there is no cheaper path in the searched graph.
  virtual bool proves_optimum(const NarratedEvent& /*e*/) const { return true; }
  // Returns the term that the sentences add to g: "h", or "w·h" if it is weighted.
  virtual std::string_view heuristic_name(const NarratedSearch& /*about*/) const { return "h"; }
  // Returns whether the search of the event orders its nodes by g alone.
  virtual bool by_distance(const NarratedEvent& e) const { return e.without_heuristic(); }
  // Returns the noun for nodes of a level: "cell", "jump point", "L2 node", "region", "portal".
  virtual std::string node_noun(int level) const;
  // Returns the noun for what is in the open list: start and goal as well as nodes.
  virtual std::string open_noun(int level) const { return node_noun(level); }
  // Returns over which graph the search of a level finds cheapest paths, as a phrase: " in the abstract graph". Empty:
  // over the map itself.
  virtual std::string_view graph(int /*level*/) const { return {}; }
  virtual RemainingCostBound rest_bound() const { return RemainingCostBound::kNotOfCells; }
  // Returns the pseudo-code of the search that the planner uses in this world, where it has several; null: it has one.
  virtual const PseudoCode* code(const World& /*world*/) const { return nullptr; }
  // Returns the order in which the algorithm expands nodes. `astar` is the tie-breaking that the user has chosen for
  // A*; other algorithms may have one of their own.
  virtual ExpansionOrder expansion_order(TieBreaking /*astar*/) const { return {}; }
  // Returns why no node is expanded twice; empty if nodes may be expanded again.
  virtual std::string_view never_reopens(const PlanOptions& options, Profile profile) const;

  // Returns the sentence about an event. It may begin with a lower-case letter. Before that of the first event of a
  // phase stands purpose().
  std::string tell(const NarratedEvent& e) const;
  // Returns a sentence on what the phase that begins with the event does, and why: "Now ..., because ...". Empty: the
  // sentences about its events say enough.
  virtual std::string_view purpose(const NarratedEvent& /*e*/) const { return {}; }

  // The following functions explain the state of a node.
  // Returns what the first event of a node does, as a predicate: "puts it into the open list".
  virtual std::string_view first_event_does() const { return "puts it into the open list"; }
  // Returns why a node that was stalled, skipped or dropped was not expanded: "the other side had closed it".
  virtual std::string stalled_because(const EventFormatter& words, const SearchEvent& event) const;
  // Returns what to add for a node that was expanded without being taken from the open list: ": with g = 3.00 its
  // label was read".
  virtual std::string expanded_out_of_turn(const EventFormatter& words, const SearchEvent& event) const;
  // Returns why the node generated by event `index` was not expanded; nullopt: the node is or was in the open list, and
  // needs no reason.
  virtual std::optional<std::string> generated_only(const Playback& playback, const EventFormatter& words,
                                                    size_t index) const;
  // Returns a sentence on how the search that consists of the events from `index` to `end` has ended; nullopt: the
  // sentence that suits all searches is used.
  virtual std::optional<std::string> end_of_search(const Playback& playback, const EventFormatter& words, size_t index,
                                                   size_t end) const;

 protected:
  // Returns the sentence about an event without purpose(). It calls the following functions, each of which has the
  // sentences about one type of events; a class that differs in an event of another type overrides it.
  virtual std::string sentence(const NarratedEvent& e) const;
  virtual std::string source(const NarratedEvent& e) const;
  virtual std::string destination(const NarratedEvent& e) const;
  // Returns which of the algorithm's searches the event belongs to, as the beginning of a sentence: "Refining: ".
  virtual std::string place(const NarratedEvent& e) const;
  // Returns the sentence for a node that is generated without a parent.
  virtual std::string first_node(const NarratedEvent& e) const;
  // Returns the sentence for a node that is generated with a parent.
  virtual std::string new_node(const NarratedEvent& e) const;
  virtual std::string expanded(const NarratedEvent& e) const;
  // Returns why the node is expanded, without the full stop. `subject` is what the sentence calls the node: "(3,4)",
  // "the goal (3,4)".
  virtual std::string expanded_because(const NarratedEvent& e, const std::string& subject) const;
  // Returns the end of the sentence for the expansion of the goal. It begins with a punctuation mark.
  virtual std::string search_ends(const NarratedEvent& e) const;
  virtual std::string link(const NarratedEvent& e) const;
  virtual std::string path_edge(const NarratedEvent& e) const;
  virtual std::string found(const NarratedEvent& e) const;
  virtual std::string no_path(const NarratedEvent& e) const;
  virtual std::string contraction(const NarratedEvent& e) const;  // sentence of the contraction of a node
  // Returns where the search that connects start or goal takes place, as a phrase: " inside cluster 4".
  virtual std::string linking_area(const NarratedEvent& /*e*/) const { return {}; }
  // Returns whether the search came from the parent to the node over a link, or whether the path does.
  virtual bool over_link(const NarratedEvent& e) const { return e.is_over_link(); }

  // Returns the costs of the event: "g = 1.00, h = 2.00, f = 3.00".
  std::string costs(const NarratedEvent& e) const;
  // Returns the size of the open list before the expansion: "27 open cells"; for a side of a bidirectional search "the
  // 9 cells open on the goal side (12 on the other)".
  static std::string open_before(const NarratedEvent& e);
  // Returns the sentence for an abstract edge that becomes part of the path.
  static std::string abstract_edge(const NarratedEvent& e, std::string_view noun);
  static std::string found_inside_one(const NarratedEvent& e, std::string_view area);
  // These functions return the sentences for start and goal when they are connected to an abstract graph.
  static std::string linked_source(const NarratedEvent& e);
  static std::string linked_destination(const NarratedEvent& e);

 private:
  // Returns the sentence for a node for which a smaller g was found.
  std::string updated(const NarratedEvent& e) const;
  static std::string refined(const NarratedEvent& e);
  static std::string stalled(const NarratedEvent& e);
};

// Sentences for a search over an abstract graph, to which start and goal were connected before.
class AbstractNarration : public Narration {
 public:
  std::string_view graph(int) const override { return " in the abstract graph"; }

 protected:
  std::string_view purpose(const NarratedEvent& e) const override;
  std::string source(const NarratedEvent& e) const override { return linked_source(e); }
  std::string destination(const NarratedEvent& e) const override { return linked_destination(e); }
};

// Returns during which search of the planner an event has happened, as a phrase: " while the start was connected".
std::string_view search_words(Phase phase);

}  // namespace strata
