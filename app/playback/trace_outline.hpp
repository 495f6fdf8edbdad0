// Purpose: A TraceOutline summarises a recorded search, independent of the cursor: its phases, the searches that it
//          consists of, and its paths by level.
// Shapes: Lists of numbers are ascending indices of events.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/search/pseudo_code.hpp"

namespace strata {

class Trace;

// Successive events of one phase on one level, as the timeline shows them.
struct PhaseSpan {
  // The phase. In a bidirectional search both directions, which take turns, form one span.
  Phase phase = Phase::kMain;
  // The level that the phase deals with. Insertion: the level whose nodes are connected. Search: the level that is
  // searched, 0: cells. Refinement: the level whose edges are refined. Smoothing: 0.
  uint8_t level = 0;
  size_t begin = 0;  // range of events
  size_t end = 0;
  // The span is a refinement that unpacks shortcuts of a contraction hierarchy.
  bool unpacking = false;
  // The line of the pseudo-code that belongs to its first event.
  uint8_t line = 0;
};

// Returns the title of a span: "connect S L1", "search L3", "search", "refine L2", "unpack", "smooth", "contract"; or
// the algorithm's own term, such as "pull taut".
std::string span_title(const PhaseSpan& span, const PseudoCode& code = {});

struct TraceOutline {
  static constexpr int kLevels = 11;  // cells, and up to ten abstract levels

  struct LevelPath {
    // The events that add an edge of this level to the path.
    std::vector<uint32_t> edges;
    // The events that begin to refine an edge; the i-th one belongs to the i-th edge.
    std::vector<uint32_t> refines;
  };

  // Reads the outline of a recording; null: a recording without events.
  void read(const Trace* trace, const NodePlaces& places);

  // Returns the index after the last event of the phase, on any level or on this one (see PhaseSpan); 0: the
  // phase does not occur.
  size_t phase_end(Phase phase) const;
  size_t phase_end(Phase phase, int level) const;
  // Returns whether the event replaces a shortcut by edges of the same level.
  bool unpacks(size_t index) const;
  // Returns the position in `searches` of the search that the cursor is in; -1: it is before the first one.
  int64_t search_of(size_t cursor) const;

  // Returns kMain for both directions of a bidirectional search, and any other phase unchanged.
  static Phase joined(Phase phase) {
    return phase == Phase::kForward || phase == Phase::kBackward ? Phase::kMain : phase;
  }
  static bool concerns_node(EventType type) {
    return type == EventType::kGenerate || type == EventType::kUpdate || type == EventType::kExpand ||
           type == EventType::kStall;
  }
  // Returns whether a search begins with the event: it is the first event, a source, an edge to refine, an event of
  // another joined() phase than the one before it, or a node that is generated without a parent right after a link
  // or an expansion.
  static bool starts_search(const SearchEvent& event, const SearchEvent* before) {
    return before == nullptr || joined(event.phase) != joined(before->phase) || event.type == EventType::kRefine ||
           event.type == EventType::kSource ||
           ((before->type == EventType::kLink || before->type == EventType::kExpand) &&
            event.type == EventType::kGenerate && event.parent == kNoNodeId);
  }

  // The recording has reached its maximum size and was cut off.
  bool truncated = false;
  bool two_way = false;  // the search is bidirectional
  // The recording is of the contraction of a graph.
  bool contracting = false;
  // The level on which a bidirectional search takes place.
  int two_way_level = 0;
  int top_level = 0;  // the highest level that occurs
  Cost max_g = 0;     // the largest g of all expanded nodes
  NodeId goal = kNoNodeId;
  // The smallest and the largest cell among the nodes of level 0; kNoCell and 0: there are none.
  CellId low_cell = kNoCell, high_cell = 0;
  std::vector<PhaseSpan> phases;
  std::vector<uint32_t> expansions;           // events that expand a node
  std::vector<uint32_t> abstract_expansions;  // events that expand an abstract node
  // The events with which a search begins.
  std::vector<uint32_t> searches;
  // The events that unpack a shortcut; and those that find a better node at which both sides meet.
  std::vector<uint32_t> unpackings, meetings;
  // The events that contract a node; and those that add a shortcut.
  std::vector<uint32_t> contracted, added_arcs;
  std::array<LevelPath, kLevels> paths;

 private:
  void read_two_ways(const std::vector<SearchEvent>& events);
  void read_phases(const std::vector<SearchEvent>& events, const NodePlaces& places);
  void clear();
};

}  // namespace strata
