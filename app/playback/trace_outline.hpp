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
  Phase phase = Phase::kMain;  // of a search from both ends too: its two directions alternate
  // Insertion: the level whose nodes are being linked. Search: the level searched, 0: cells. Refinement: the level
  // whose edges are being refined. Smoothing: 0.
  uint8_t level = 0;
  size_t begin = 0;  // events
  size_t end = 0;
  bool unpacking = false;  // refinement that opens shortcuts of a contraction hierarchy
  uint8_t line = 0;        // of the pseudo-code, at which it begins
};

// "insert S L1", "search L3", "search", "refine L2", "unpack", "smooth", "contract"; or the algorithm's own word for
// it, such as "pull taut".
std::string span_title(const PhaseSpan& span, const PseudoCode& code = {});

struct TraceOutline {
  static constexpr int kLevels = 11;  // cells and up to ten abstract levels

  struct LevelPath {
    std::vector<uint32_t> edges;    // that add an edge of the level to the path
    std::vector<uint32_t> refines;  // that begin to refine one; the i-th refines the i-th edge
  };

  // Null: a trace without events.
  void read(const Trace* trace, const NodePlaces& places);

  // End of the last event of the phase, of all levels or of one (see PhaseSpan); 0 if it does not occur.
  size_t phase_end(Phase phase) const;
  size_t phase_end(Phase phase, int level) const;
  // The event opens a shortcut: what is below it is of the same level.
  bool unpacks(size_t index) const;
  // Which of `searches` is under way at a cursor; -1 before the first.
  int64_t search_of(size_t cursor) const;

  // The two directions of a search from both ends are one phase: kMain.
  static Phase joined(Phase phase) {
    return phase == Phase::kForward || phase == Phase::kBackward ? Phase::kMain : phase;
  }
  static bool concerns_node(EventType type) {
    return type == EventType::kGenerate || type == EventType::kUpdate || type == EventType::kExpand ||
           type == EventType::kStall;
  }
  // A search begins with its source, with every edge to refine, where the phase changes, when the links of one level
  // are done and those of the next are searched, and where a node without a parent comes after one was opened.
  static bool starts_search(const SearchEvent& event, const SearchEvent* before) {
    return before == nullptr || joined(event.phase) != joined(before->phase) || event.type == EventType::kRefine ||
           event.type == EventType::kSource || (before->type == EventType::kLink && event.type != EventType::kLink) ||
           (before->type == EventType::kExpand && event.type == EventType::kGenerate && event.parent == kNoNodeId);
  }

  bool truncated = false;    // the recording was cut off
  bool two_way = false;      // a search from both ends at once
  bool contracting = false;  // the building of a contraction hierarchy
  int two_way_level = 0;     // that a search from both ends is on
  int top_level = 0;         // the highest level that occurs
  Cost max_g = 0;            // of what was expanded
  NodeId goal = kNoNodeId;
  // Cells from the first to the last that are nodes of level 0; none: kNoCell and 0.
  CellId low_cell = kNoCell, high_cell = 0;
  std::vector<PhaseSpan> phases;
  std::vector<uint32_t> expansions;              // that expand a node
  std::vector<uint32_t> abstract_expansions;     // those of them above the cells
  std::vector<uint32_t> searches;                // at which a search starts
  std::vector<uint32_t> unpackings, meetings;    // that open a shortcut; at which a better way from both ends was found
  std::vector<uint32_t> contracted, added_arcs;  // of a contraction: that took a node out, that added a shortcut
  std::array<LevelPath, kLevels> paths;

 private:
  void read_two_ways(const std::vector<SearchEvent>& events);
  void read_phases(const std::vector<SearchEvent>& events, const NodePlaces& places);
  void clear();
};

}  // namespace strata
