// Purpose: A TraceOutline describes a recorded search as a whole, at whatever moment: its phases, the searches that it
//          consists of, and its paths by level.
// Shapes: Lists of numbers are indices of events of the trace, ascending.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/search/pseudo_code.hpp"

namespace strata {

class Trace;

// A stretch of one phase on one level, for the timeline.
struct PhaseSpan {
  Phase phase = Phase::kMain;  // both directions of a bidirectional search are one span: they alternate
  // Insertion: the level whose nodes are being linked. Search: the level searched, 0: cells. Refinement: the level
  // whose edges are being refined. Smoothing: 0.
  uint8_t level = 0;
  size_t begin = 0;  // events
  size_t end = 0;
  bool unpacking = false;  // a refinement that unpacks shortcuts of a contraction hierarchy
  uint8_t line = 0;        // line of the pseudo-code at which the span begins
};

// Returns the title of a span: "connect S L1", "search L3", "search", "refine L2", "unpack", "smooth", "contract"; or
// the algorithm's own word for it, such as "pull taut".
std::string span_title(const PhaseSpan& span, const PseudoCode& code = {});

struct TraceOutline {
  static constexpr int kLevels = 11;  // cells and up to ten abstract levels

  struct LevelPath {
    std::vector<uint32_t> edges;    // events that add an edge of the level to the path
    std::vector<uint32_t> refines;  // events that begin to refine an edge; the i-th refines the i-th edge
  };

  // Reads a trace; null stands for a trace without events.
  void read(const Trace* trace, const NodePlaces& places);

  // Returns one past the last event of the phase, of all levels or of one level (see PhaseSpan); 0 if the phase does
  // not occur.
  size_t phase_end(Phase phase) const;
  size_t phase_end(Phase phase, int level) const;
  // Whether the event unpacks a shortcut: the edges below it are of the same level.
  bool unpacks(size_t index) const;
  // Returns which of `searches` is under way at a cursor; -1 before the first.
  int64_t search_of(size_t cursor) const;

  // Returns the phase, with both directions of a bidirectional search as one phase, kMain.
  static Phase joined(Phase phase) {
    return phase == Phase::kForward || phase == Phase::kBackward ? Phase::kMain : phase;
  }
  static bool concerns_node(EventType type) {
    return type == EventType::kGenerate || type == EventType::kUpdate || type == EventType::kExpand ||
           type == EventType::kStall;
  }
  // Whether the event begins a search. It does if it is the first event, a source or an edge to refine; if its phase
  // differs from that before it (joined phases count as one); and if it generates a node without a parent right after
  // a link or an expansion.
  static bool starts_search(const SearchEvent& event, const SearchEvent* before) {
    return before == nullptr || joined(event.phase) != joined(before->phase) || event.type == EventType::kRefine ||
           event.type == EventType::kSource ||
           ((before->type == EventType::kLink || before->type == EventType::kExpand) &&
            event.type == EventType::kGenerate && event.parent == kNoNodeId);
  }

  bool truncated = false;    // the recording was cut off
  bool two_way = false;      // a bidirectional search
  bool contracting = false;  // the construction of a contraction hierarchy
  int two_way_level = 0;     // the level of a bidirectional search
  int top_level = 0;         // the highest level that occurs
  Cost max_g = 0;            // the largest g of an expanded node
  NodeId goal = kNoNodeId;
  // The first and the last cell that are nodes of level 0; kNoCell and 0 if there are none.
  CellId low_cell = kNoCell, high_cell = 0;
  std::vector<PhaseSpan> phases;
  std::vector<uint32_t> expansions;              // events that expand a node
  std::vector<uint32_t> abstract_expansions;     // expansions above the cells
  std::vector<uint32_t> searches;                // events at which a search begins
  std::vector<uint32_t> unpackings, meetings;    // events that unpack a shortcut; that find a better meeting node
  std::vector<uint32_t> contracted, added_arcs;  // events of a contraction that contract a node; that add a shortcut
  std::array<LevelPath, kLevels> paths;

 private:
  void read_two_ways(const std::vector<SearchEvent>& events);
  void read_phases(const std::vector<SearchEvent>& events, const NodePlaces& places);
  void clear();
};

}  // namespace strata
