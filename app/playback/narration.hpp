// Purpose: A Narration says in words what happens in the recorded search of an algorithm: what its nodes are called, in
//          which order it expands them, and the sentences of its events. The class itself describes A* over cells. An
//          algorithm that differs has a class of its own beside its feature (app/features/*/*_narration.cpp).
// Units: Costs are divided by a straight step of the recorded search.
// Threads: Without state: one object serves all.
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

// The order in which nodes are expanded: which node of the open list is first.
struct ExpansionOrder {
  enum class By : uint8_t {
    kF,      // the smallest g + h
    kH,      // the smallest h
    kTurn,   // the node that has been in the open list longest
    kFRank,  // the smallest g + h; among equals the most important node, by a rank that no event holds
    kRank,   // the least important node
  };
  By by = By::kF;
  TieBreaking ties = TieBreaking::kLargeG;  // the rule among nodes with equal f
  friend bool operator==(const ExpansionOrder&, const ExpansionOrder&) = default;
};

// What a search over cells adds to g as a lower bound when it explains that a path over a cell cannot be cheaper.
enum class RestBound : uint8_t { kUnknown, kNothing, kDistance };

// What sentences may look up beside the events of a recording.
struct NarratedSearch {
  const World* world = nullptr;          // as it was when the search was recorded; null: it has changed since
  const PlanOptions* options = nullptr;  // of the recorded search; null: not known
  std::optional<Cost> optimum = {};      // cost of the cheapest path, if it is known
};

// An event of a recording with the texts from which sentences are made.
struct NarratedEvent {
  NarratedEvent(const Playback& playback, const Narration& narration, size_t index, Cost unit,
                const NarratedSearch& about);

  size_t open() const;        // nodes in the open list at the cursor, of the event's side
  size_t open_other() const;  // of the other side of a bidirectional search
  bool at_goal() const;       // whether the event's node is the goal
  // Whether the event's node is what its search looks for: the goal, or the end of the edge that is refined.
  bool at_end() const;
  // Whether the event's search of an end's surroundings has no heuristic.
  bool without_heuristic() const;
  // Returns the first event of the search that the event belongs to.
  const SearchEvent& root() const;
  // Returns the event after the event; null if it is the last.
  const SearchEvent* next() const;

  const Playback& playback;
  const NarratedSearch& about;
  EventWords words;
  size_t index;
  const SearchEvent& event;
  std::string node, parent;  // "(12,7)"
  std::string g, h, f;
  std::string noun;  // what a node on the event's level is called
};

class Narration {
 public:
  virtual ~Narration() = default;

  // Returns the name of the search that ends when the goal is expanded.
  virtual std::string_view algorithm() const { return "A*"; }
  // Whether no path of the searched graph is cheaper once the goal has been expanded.
  virtual bool proves_optimum(const NarratedEvent& /*e*/) const { return true; }
  // Returns the name of what is added to g: "h", or "w·h" if it is weighted.
  virtual std::string_view heuristic_name(const NarratedSearch& /*about*/) const { return "h"; }
  // Whether a search orders its nodes by g alone.
  virtual bool by_distance(const NarratedEvent& e) const { return e.without_heuristic(); }
  // Returns what a node of a level is called: "cell", "jump point", "L2 node", "region", "portal".
  virtual std::string node_noun(int level) const;
  // Whether the search goes from cell to neighbouring cell, so that parents lead back to the start.
  virtual bool searches_cells() const { return false; }
  virtual RestBound rest_bound() const { return RestBound::kUnknown; }
  // Returns the order of expansion. `astar` is the tie-breaking chosen for A*; other algorithms have their own.
  virtual ExpansionOrder expansion_order(TieBreaking /*astar*/) const { return {}; }
  // Returns why no node is expanded twice; empty if nodes may be expanded again.
  virtual std::string_view never_reopens(const PlanOptions& options, Profile profile) const;

  // Returns the sentence of an event. It may begin with a small letter.
  std::string tell(const NarratedEvent& e) const;

  // The next functions explain why a node is in its state.
  // This one returns what the node's first event does: "puts it into the open list".
  virtual std::string_view first_event_does() const { return "puts it into the open list"; }
  // Returns why a stalled node, or one that was skipped or dropped, was not expanded: "the other side had closed it".
  virtual std::string stalled_because(const EventWords& words, const SearchEvent& event) const;
  // Returns what to add about a node that was expanded out of turn, not from the open list: ": with g = 3.00 its label
  // was read".
  virtual std::string expanded_out_of_turn(const EventWords& words, const SearchEvent& event) const;
  // Returns why a node that event `index` generated was not expanded; nullopt: it is or was in the open list.
  virtual std::optional<std::string> generated_only(const Playback& playback, const EventWords& words,
                                                    size_t index) const;
  // Returns the sentence that says how a search ended; its events are those from `index` to `end`. nullopt: the general
  // sentence is used.
  virtual std::optional<std::string> end_of_search(const Playback& playback, const EventWords& words, size_t index,
                                                   size_t end) const;

 protected:
  virtual std::string source(const NarratedEvent& e) const;
  virtual std::string destination(const NarratedEvent& e) const;
  // Returns in which of the algorithm's searches the event happens: "Refining: ".
  virtual std::string place(const NarratedEvent& e) const;
  virtual std::string first_node(const NarratedEvent& e) const;  // generated without a parent
  virtual std::string new_node(const NarratedEvent& e) const;    // generated with a parent
  virtual std::string updated(const NarratedEvent& e) const;     // a smaller g was found
  virtual std::string expanded(const NarratedEvent& e) const;
  // Returns why the node is expanded, without the full stop. `subject`: "(3,4)", "the goal (3,4)".
  virtual std::string expanded_because(const NarratedEvent& e, const std::string& subject) const;
  // Returns what follows once the goal is expanded, from the punctuation mark on.
  virtual std::string search_ends(const NarratedEvent& e) const;
  // Returns what to add about a node that is expanded: which of its edges the search skips. Begins with a blank.
  virtual std::string expanded_also(const NarratedEvent& /*e*/) const { return {}; }
  virtual std::string link(const NarratedEvent& e) const;
  virtual std::string refined(const NarratedEvent& e) const;
  virtual std::string path_edge(const NarratedEvent& e) const;
  virtual std::string straight(const NarratedEvent& e) const;
  virtual std::string found(const NarratedEvent& e) const;
  virtual std::string no_path(const NarratedEvent& e) const;
  virtual std::string meeting(const NarratedEvent& e) const;
  virtual std::string contraction(const NarratedEvent& e) const;  // a node is contracted
  virtual std::string stalled(const NarratedEvent& e) const;
  // Returns where the search that links an end runs: " inside cluster 4".
  virtual std::string linking_area(const NarratedEvent& /*e*/) const { return {}; }

  // Returns "g = 1.00, h = 2.00, f = 3.00".
  std::string costs(const NarratedEvent& e) const;
  // Returns "27 open cells", before the event's node is expanded; on one side of a bidirectional search "the 9 cells
  // open on the goal side (12 on the other)".
  static std::string open_before(const NarratedEvent& e);
  // Returns the sentence for an edge of an abstract level that joins the path.
  static std::string abstract_edge(const NarratedEvent& e, std::string_view noun);
  static std::string found_inside_one(const NarratedEvent& e, std::string_view area);
  // Return the sentences for start and goal where they are linked to an abstract graph.
  static std::string linked_source(const NarratedEvent& e);
  static std::string linked_destination(const NarratedEvent& e);
};

// Narration of a search over an abstract graph to which start and goal are linked first.
class AbstractNarration : public Narration {
 protected:
  std::string source(const NarratedEvent& e) const override { return linked_source(e); }
  std::string destination(const NarratedEvent& e) const override { return linked_destination(e); }
};

// Returns in which of several searches a node's event happens: " while the start was linked".
std::string_view search_words(Phase phase);

}  // namespace strata
