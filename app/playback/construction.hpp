// Purpose: This header has what recordings of constructions add to the playback: how to tell one, the events that its
//          searches lead to, the narration that they share, and what a construction has done with a cell.
// Units: Events are counted from 1 in sentences, as lists show them.
// Threads: Without state.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/playback/narration.hpp"
#include "app/playback/trace_outline.hpp"
#include "core/grid/cell.hpp"

namespace strata {

class Playback;
class World;

// Whether the recording is of a construction other than a contraction.
inline bool is_construction(const TraceOutline& outline) { return !outline.contracting && !outline.contracted.empty(); }
// Whether the recording is of a contraction or of another construction, not of a query.
inline bool is_process(const TraceOutline& outline) { return !outline.contracted.empty() || outline.contracting; }
// Returns the events of a construction that are not of its searches, before the cursor.
std::span<const uint32_t> built_before_cursor(const Playback& playback);
// Returns the last event of this type before the event; null if there is none.
const SearchEvent* built_before(const NarratedEvent& e, EventType type);

// A cell of the map while a construction is stepped. A narration looks up here what the events before the cursor have
// done with it (ConstructionNarration::tell_cell).
struct BuiltCell {
  BuiltCell(const World& in, const Playback& recording, Cell at, Cost unit);

  const World& world;
  const Playback& playback;
  Cell cell;
  CellId id;
  EventWords words;
  std::span<const uint32_t> built;  // events before the cursor that are not of searches

  const SearchEvent& event(uint32_t index) const { return *playback.event(index); }
  // Return the nodes of an event in words, and the cells between them, where nodes are cells.
  std::string node(const SearchEvent& event) const { return words.node(event.level, event.node); }
  std::string parent(const SearchEvent& event) const { return words.node(event.level, event.parent); }
  Rect between(const SearchEvent& event) const;
  // Whether the cell is one of the two nodes of an event.
  bool ends(const SearchEvent& event) const { return event.node == id || event.parent == id; }

  // Adds why nothing is built in the cell, if the agent cannot stand there. Returns whether it did.
  bool tell_blocked(std::vector<std::string>& lines) const;
  // Adds what the search at the cursor has done with the cell.
  void tell_search(std::vector<std::string>& lines) const;
};

// Counts things that end in a cell, and says so: "3 macro edges end here so far, the last one added by event 12."
struct BuiltCount {
  size_t count = 0;
  uint32_t last = 0;  // event
  void add(uint32_t event) {
    ++count;
    last = event;
  }
  void tell(std::string_view what, std::string_view of, std::vector<std::string>& lines) const;
};

// Narration of the construction of a structure, whose searches have no heuristic. A class that derives from it tells
// the other events in `contraction`.
class ConstructionNarration : public Narration {
 public:
  std::string_view algorithm() const override { return "Dijkstra"; }
  bool by_distance(const NarratedEvent&) const override { return true; }
  std::string_view never_reopens(const PlanOptions& options, Profile profile) const override;
  // Adds what the construction has done with a cell so far, a sentence a line; nothing if it has not looked at it.
  virtual void tell_cell(const BuiltCell& at, std::vector<std::string>& lines) const = 0;

 protected:
  std::string first_node(const NarratedEvent& e) const override;
  std::string expanded_because(const NarratedEvent& e, const std::string& subject) const override;
};

}  // namespace strata
