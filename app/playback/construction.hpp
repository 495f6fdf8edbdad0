// Purpose: This header adds to playback what recordings of constructions need: it recognises them, lists the events
//          that build something apart from those of searches, describes them in sentences, and explains what a
//          construction has done in a cell.
// Units: Texts count events from 1, as lists of events do.
// Threads: The functions have no state.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/terrain_looks.hpp"
#include "app/playback/narration.hpp"
#include "app/playback/trace_outline.hpp"
#include "core/grid/cell.hpp"

namespace strata {

class Playback;
class World;

// Returns whether the recording is of a construction other than the contraction of a hierarchy.
inline bool is_construction(const TraceOutline& outline) { return !outline.contracting && !outline.contracted.empty(); }
// Returns whether the recording is of a construction (a contraction or another one), not of a query.
inline bool is_process(const TraceOutline& outline) { return !outline.contracted.empty() || outline.contracting; }
// Returns the events before the cursor that belong to the construction itself, and not to searches that it has made.
std::span<const uint32_t> built_before_cursor(const Playback& playback);
// Returns the last event of type `type` before the event `e`; null if there is none.
const SearchEvent* built_before(const NarratedEvent& e, EventType type);

// What the sentences about a cell need while a construction is stepped. A narration uses it to find out what the events
// before the cursor have done with the cell (ConstructionNarration::tell_cell).
struct ConstructionCell {
  ConstructionCell(const World& in, const TerrainLooks& shown, const Playback& recording, Cell at, Cost unit);

  const World& world;
  const TerrainLooks& looks;  // names and colours of the map's terrains
  const Playback& playback;
  Cell cell;
  CellId id;
  EventFormatter words;
  // The events before the cursor that belong to no search.
  std::span<const uint32_t> built;

  const SearchEvent& event(uint32_t index) const { return *playback.event(index); }
  // These functions return the two nodes of an event in words, and the cells between them if both are cells.
  std::string node(const SearchEvent& event) const { return words.node(event.level, event.node); }
  std::string parent(const SearchEvent& event) const { return words.node(event.level, event.parent); }
  Rect between(const SearchEvent& event) const;
  // Returns whether the cell is one of the two nodes of the event.
  bool ends(const SearchEvent& event) const { return event.node == id || event.parent == id; }

  // If the agent cannot stand in the cell, adds a line that says why nothing is built there, and returns true.
  bool tell_blocked(std::vector<std::string>& lines) const;
  // Adds a line that says what the search at the cursor has done with the cell.
  void tell_search(std::vector<std::string>& lines) const;
};

// Counts the edges that end in a cell, for sentences such as "3 macro edges end here so far, the last one
// added by event 12."
struct ConstructionEdgeCount {
  size_t count = 0;
  // Index of the last of these events.
  uint32_t last = 0;
  void add(uint32_t event) {
    ++count;
    last = event;
  }
  void tell(std::string_view what, std::string_view of, std::vector<std::string>& lines) const;
};

// Sentences for a construction whose searches have no heuristic. A derived class describes the other events
// in `contraction`.
class ConstructionNarration : public Narration {
 public:
  std::string_view algorithm() const override { return "Dijkstra"; }
  bool by_distance(const NarratedEvent&) const override { return true; }
  std::string_view never_reopens(const PlanOptions& options, Profile profile) const override;
  // Adds sentences, one per line, on what the construction has done with the cell so far; none if it has
  // not dealt with it.
  virtual void tell_cell(const ConstructionCell& at, std::vector<std::string>& lines) const = 0;

 protected:
  std::string first_node(const NarratedEvent& e) const override;
  std::string expanded_because(const NarratedEvent& e, const std::string& subject) const override;
};

}  // namespace strata
