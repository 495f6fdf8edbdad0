// Purpose: A recorded search at any moment: a cursor over a trace with the state of every node at the cursor, and the
//          picture of the searched cells.
// How: Moving forward notes for each event which event of the same node came before it, and the byte that it painted
// over;
//      moving back puts them back. A jump costs some nanoseconds for each event passed, and never more than half the
//      trace when it goes back, because early moments are replayed from the start.
// Units: The cursor counts events: at 0 nothing has happened, at N everything. Event i is the (i+1)th.
// Shapes: heat() is row-major, one byte a cell (palette.hpp says what it means).
// Threads: Not shared.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/search/pseudo_code.hpp"
#include "core/search/trace.hpp"

namespace strata {

enum class NodeState : uint8_t { kUnseen, kOpen, kExpanded, kStalled };
std::string_view node_state_name(NodeState state);

struct NodeAt {
  NodeState state = NodeState::kUnseen;
  Cost g = 0;
  Cost h = 0;
  CellId parent = kNoCell;
  uint8_t level = 0;
  size_t last_event = 0;  // index of its last event before the cursor
  Cost f() const { return g + h; }
};

struct AbstractNodeAt {
  CellId cell = kNoCell;
  NodeState state = NodeState::kOpen;
  uint8_t level = 1;
  uint8_t heat = 0;  // as in heat()
};

// A stretch of one phase on one level, for the timeline.
struct PhaseSpan {
  Phase phase = Phase::kMain;  // of a search from both ends too: its two directions alternate
  // Insertion: the level whose nodes are being linked. Search: the level searched, 0: cells. Refinement: the level
  // whose edges are being refined. Smoothing: 0.
  uint8_t level = 0;
  size_t begin = 0;  // events
  size_t end = 0;
  bool unpacking = false;  // refinement that opens shortcuts of a contraction hierarchy
};

// "insert S L1", "search L3", "search", "refine L2", "unpack", "smooth", "contract".
std::string span_title(const PhaseSpan& span);

// An edge of the path as far as the search knows it.
struct PathEdge {
  CellId from = kNoCell;
  CellId to = kNoCell;
  bool refined = false;   // the level below knows all of it; always false on level 0
  bool refining = false;  // the one at work
};

enum class HeatBy : uint8_t { kOrder, kCost };

class Playback {
 public:
  // Takes a recorded search of a map of this size; the cursor goes to the end. The trace must outlive the playback or
  // the next load.
  void load(const Trace* trace, int map_width, int map_height);
  void clear();
  // Takes the place of another one: its speed, breakpoints and versions go on here.
  void follow(const Playback& before);
  bool empty() const { return size() == 0; }

  size_t size() const { return trace_ == nullptr ? 0 : trace_->events().size(); }
  size_t cursor() const { return cursor_; }
  bool truncated() const { return trace_ != nullptr && trace_->truncated(); }
  bool at_end() const { return cursor_ == size(); }
  uint64_t version() const { return version_; }  // changes with the cursor and the trace
  uint64_t trace_version() const { return trace_version_; }

  // Moving. `jump` goes anywhere.
  void jump(size_t cursor);
  void step(int64_t events);
  // To just after the next (or previous) event that expands a node; false if there is none.
  bool next_expansion();
  bool previous_expansion();
  // To just after the next event that concerns the cell, at any level.
  bool next_event_of(CellId node);
  // To just after the next event that a line with a breakpoint belongs to; to the end if there is none.
  bool run_to_breakpoint();

  // Playing: `advance` moves on by the events due after dt seconds; stops at breakpoints and at the end.
  bool playing() const { return playing_; }
  void play();
  void pause() { playing_ = false; }
  double speed() const { return speed_; }  // events a second
  void set_speed(double events_per_second);
  void advance(double dt_seconds);

  // The pseudo-code whose lines the events name. Breakpoints are of one pseudo-code: another one has none.
  void set_code(const PseudoCode& code);
  void set_breakpoint(uint8_t line, bool on);
  bool breakpoint(uint8_t line) const { return line < 64 && (breakpoints_ >> line & 1) != 0; }

  // The moment at the cursor.
  const SearchEvent* event(size_t index) const { return index < size() ? &trace_->events()[index] : nullptr; }
  const SearchEvent* current() const { return cursor_ == 0 ? nullptr : event(cursor_ - 1); }
  int current_line() const { return current() == nullptr ? -1 : current()->line; }
  NodeAt node(uint8_t level, CellId node, bool backward = false) const;
  CellId meeting() const;  // where the best way known so far of a search from both ends crosses over; kNoCell: none is
  // Of a contraction: the events before the cursor that took a node out or added a shortcut.
  std::span<const uint32_t> contracted() const { return before_cursor(contracted_); }
  std::span<const uint32_t> added_arcs() const { return before_cursor(added_arcs_); }
  size_t open_count() const { return open_; }          // of the search under way
  size_t expanded_count() const { return expanded_; }  // of all searches so far
  size_t generated_count() const { return generated_; }
  // Cells from the node back to where its search began, the node first. Bounded by `limit`.
  void parent_chain(uint8_t level, CellId node, std::vector<CellId>& chain, size_t limit = 1 << 20,
                    bool backward = false) const;
  // Abstract nodes (level >= 1) that have been generated, in the order of their first event.
  void abstract_nodes(std::vector<AbstractNodeAt>& nodes) const;

  // The path of a level as far as it is known at the cursor, from the start on; lazily refined pieces follow each
  // other.
  void path_edges(int level, std::vector<PathEdge>& edges) const;

  // The whole trace.
  int top_level() const { return top_level_; }  // the highest level that occurs
  const std::vector<PhaseSpan>& phases() const { return spans_; }
  // End of the last event of the phase; 0 if it does not occur.
  size_t phase_end(Phase phase) const;
  // The same on one level, see PhaseSpan.
  size_t phase_end(Phase phase, int level) const;
  // The two directions of a search from both ends are one phase: kMain.
  static Phase joined(Phase phase);
  // The trace is of a search from both ends at once.
  bool two_way() const { return two_way_; }
  int two_way_level() const { return two_way_level_; }  // that it is searched on
  // The event opens a shortcut: what is below it is of the same level.
  bool unpacks(size_t index) const;
  // The trace is of the building of a contraction hierarchy.
  bool contracting() const { return contracting_; }
  size_t total_expanded() const { return total_expanded_; }
  Cost max_g() const { return max_g_; }
  // Indices of all events that concern the cell, at every level.
  std::vector<size_t> events_of(CellId node) const;

  // The picture of cells at level 0.
  HeatBy heat_by() const { return heat_by_; }
  void set_heat_by(HeatBy by);
  const std::vector<uint8_t>& heat() const { return heat_; }
  int heat_width() const { return width_; }
  int heat_height() const { return height_; }
  // Cells that changed since the last call; the whole map after a load of another size.
  Rect take_heat_dirty();
  const Rect& heat_dirty() const { return heat_dirty_; }
  size_t memory_bytes() const;

 private:
  // Last event + 1 of every node of one level, in pages that exist only where the search went.
  class NodeTable {
   public:
    static constexpr uint32_t kPageBits = 12;
    void reset(size_t nodes);
    void forget();
    void copy(const NodeTable& from);
    uint32_t get(uint32_t node) const {
      const uint32_t page = pages_[node >> kPageBits];
      return page == 0 ? 0 : pool_[page - 1][node & ((1u << kPageBits) - 1)];
    }
    uint32_t& at(uint32_t node) {
      uint32_t& page = pages_[node >> kPageBits];
      if (page == 0) page = add_page();
      return pool_[page - 1][node & ((1u << kPageBits) - 1)];
    }
    size_t memory_bytes() const { return pool_.size() * (4u << kPageBits) + pages_.capacity() * 4; }

   private:
    uint32_t add_page();
    std::vector<uint32_t> pages_;
    std::vector<std::unique_ptr<uint32_t[]>> pool_;
    uint32_t used_ = 0;
  };

  static bool concerns_node(EventType type) {
    return type == EventType::kGenerate || type == EventType::kUpdate || type == EventType::kExpand ||
           type == EventType::kStall;
  }
  static bool leaves_open(EventType type) { return type == EventType::kExpand || type == EventType::kStall; }
  // Nodes of the backward search have tables of their own. Searches from both ends know cells and one level.
  static size_t slot(uint8_t level, bool backward) { return backward ? kLevels + std::min<size_t>(level, 1) : level; }
  static size_t slot(const SearchEvent& event) { return slot(event.level, event.phase == Phase::kBackward); }
  std::span<const uint32_t> before_cursor(const std::vector<uint32_t>& events) const;
  void scan_two_ways();
  bool stops_at(size_t index) const;
  std::optional<size_t> next_stop(size_t begin, size_t end) const;
  static bool starts_search(const SearchEvent& event, const SearchEvent* before);
  void scan();
  void forward(size_t to);
  void backward(size_t to);
  void restart();
  int64_t search_of(size_t cursor) const;
  void count_open();
  bool was_open(size_t index) const;
  uint8_t heat_of(const SearchEvent& event, size_t order) const;
  void mark_cell(uint32_t node);
  void mark_rows(uint32_t low, uint32_t high);
  void replay_all();
  static constexpr int kLevels = 11;  // cells and up to ten abstract levels
  static constexpr int kTables = kLevels + 2;
  static constexpr size_t kKeyframes = 3;
  static constexpr size_t kKeyframeEvents = 400'000;  // shorter traces need none

  struct Keyframe {
    size_t cursor = 0;
    size_t open = 0, expanded = 0, generated = 0;
    std::array<NodeTable, kTables> tables;
    std::vector<uint8_t> heat;  // of the cells low_..high_
  };
  void keep(Keyframe& frame) const;
  void restore(const Keyframe& frame);

  const Trace* trace_ = nullptr;
  int width_ = 0;
  int height_ = 0;
  size_t cursor_ = 0;
  uint64_t version_ = 0;
  uint64_t trace_version_ = 0;
  size_t open_ = 0, expanded_ = 0, generated_ = 0;
  size_t total_expanded_ = 0;
  Cost max_g_ = 0;
  std::array<NodeTable, kTables> tables_;
  std::vector<uint32_t> before_;      // by event: last event + 1 of the same node before it
  std::vector<uint8_t> heat_before_;  // by event: the byte it painted over
  std::vector<PhaseSpan> spans_;
  struct LevelPath {
    std::vector<uint32_t> edges;    // events that add an edge of the level to the path, ascending
    std::vector<uint32_t> refines;  // events that begin to refine one; the i-th refines the i-th edge
  };
  std::array<LevelPath, kLevels> level_paths_;
  int top_level_ = 0;
  bool two_way_ = false;
  bool contracting_ = false;
  uint8_t two_way_level_ = 0;
  std::vector<uint32_t> unpacks_, meets_, contracted_, added_arcs_;  // events, ascending
  std::vector<size_t> searches_;                                     // events at which a search starts, ascending
  std::vector<CellId> abstract_;                                     // nodes of level >= 1 by first event
  std::vector<uint32_t> abstract_first_;
  bool collected_ = false;             // abstract_ is complete
  uint32_t low_ = kNoCell, high_ = 0;  // cells that the picture of this trace may cover
  std::vector<uint8_t> abstract_level_;
  std::vector<uint8_t> heat_;
  std::array<Keyframe, kKeyframes> keyframes_;
  size_t keyframe_count_ = 0;
  double heat_scale_ = 0;  // heat per expansion, or per unit of g
  HeatBy heat_by_ = HeatBy::kOrder;
  Rect heat_dirty_;
  bool playing_ = false;
  double speed_ = 60;
  double due_ = 0;
  const PseudoCode* code_ = nullptr;  // null: every line stands for itself
  uint64_t breakpoints_ = 0;
  CellId goal_ = kNoCell;  // of the trace
};

// "expand (12,7)  g 8.41  h 5.00  f 13.41  from (11,7)", "refine L2 (3,4) - (9,4)  cost 6.00": costs divided by `unit`.
// `unpacks`: see Playback::unpacks.
std::string event_text(const SearchEvent& event, int map_width, Cost unit, bool unpacks = false);

}  // namespace strata
