// Purpose: This header has what recordings of constructions add to the playback: how to tell one, the events that its
//          searches lead to, and the narration that they share.
// Threads: Without state.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/playback/narration.hpp"
#include "app/playback/trace_outline.hpp"

namespace strata {

class Playback;

// Whether the recording is of a construction other than a contraction.
inline bool is_construction(const TraceOutline& outline) { return !outline.contracting && !outline.contracted.empty(); }
// Whether the recording is of a contraction or of another construction, not of a query.
inline bool is_process(const TraceOutline& outline) { return !outline.contracted.empty() || outline.contracting; }
// Returns the events of a construction that are not of its searches, before the cursor.
std::span<const uint32_t> built_before_cursor(const Playback& playback);
// Returns the last event of this type before the event; null if there is none.
const SearchEvent* built_before(const NarratedEvent& e, EventType type);

// Narration of the construction of a structure, whose searches have no heuristic. A class that derives from it tells
// the other events in `contraction`.
class ConstructionNarration : public Narration {
 public:
  std::string_view algorithm() const override { return "Dijkstra"; }
  bool by_distance(const NarratedEvent&) const override { return true; }
  std::string_view never_reopens(const PlanOptions& options, Profile profile) const override;

 protected:
  std::string first_node(const NarratedEvent& e) const override;
  std::string expanded_because(const NarratedEvent& e, const std::string& subject) const override;
};

}  // namespace strata
