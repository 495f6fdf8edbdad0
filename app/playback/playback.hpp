// Purpose: A Playback shows a recorded search at any position. It has a cursor into the list of events, the state of
//          every node at the cursor, and the heat map of the cells at the cursor.
// How: For each event passed, a forward move stores the previous event of the same node and the byte of the heat map
//      that the event overwrote; a backward move restores them. A jump costs some nanoseconds per event. A jump back
//      never passes more than half the trace, as early moments are replayed from the start.
// Units: The cursor is the number of events that have happened: 0 at the start, N at the end.
// Shapes: heat() is row-major, one byte a cell (palette.hpp defines its values). Nodes are ids of the trace,
//         which also has their places (core/search/node_places.hpp); per-node data is indexed by cell, or by the
//         trace's own numbering.
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

#include "app/playback/breakpoints.hpp"
#include "app/playback/trace_outline.hpp"
#include "core/search/trace.hpp"

namespace strata {

enum class NodeState : uint8_t { kUnseen, kOpen, kExpanded, kStalled };
std::string_view node_state_name(NodeState state);

struct NodeAtCursor {
  NodeState state = NodeState::kUnseen;
  Cost g = 0;
  Cost h = 0;
  NodeId parent = kNoNodeId;  // the parent is a node of the same level
  uint8_t level = 0;
  // Index of the last event of the node before the cursor.
  size_t last_event = 0;
  Cost f() const { return g + h; }
};

struct AbstractNodeAtCursor {
  NodeId node = kNoNodeId;
  NodeState state = NodeState::kOpen;
  uint8_t level = 1;
  // The state of the node as a value of the heat map.
  uint8_t heat = 0;
};

// An edge of the path that the search has found so far.
struct PathEdge {
  NodeId from = kNoNodeId;
  NodeId to = kNoNodeId;
  // The path that replaces this edge on the next lower level is completely known. On level 0 there is none: false.
  bool refined = false;
  // The path that replaces this edge is being searched.
  bool refining = false;
};

enum class HeatMapQuantity : uint8_t { kOrder, kCost };

// The heat map of the cells that are nodes of level 0.
struct HeatMap {
  HeatMapQuantity by = HeatMapQuantity::kOrder;
  int width = 0, height = 0;
  std::vector<uint8_t> cells;
};

// Counts of nodes in all searches up to the cursor. Only `open` counts the present search alone, with both sides of a
// bidirectional search.
struct SearchCounts {
  size_t open = 0, expanded = 0, generated = 0;
  size_t open_backward = 0;  // the part of `open` that belongs to the backward search
  size_t open_on(bool backward) const { return backward ? open_backward : open - open_backward; }
  friend bool operator==(const SearchCounts&, const SearchCounts&) = default;
};

// Computes how many events playback must go on by, and whether it is playing. Speeds are in events a second.
class PlayClock {
 public:
  // The usual speed, in events a second, is kSlowest; for a recording that would then last longer than kLongest
  // seconds, it is the speed at which the recording lasts kLongest seconds. The user may choose any other speed.
  static constexpr double kSlowest = 20, kLongest = 30;

  bool playing() const { return playing_; }
  void begin();
  void pause() { playing_ = false; }
  double speed() const { return chosen_ > 0 ? chosen_ : usual_; }
  double usual() const { return usual_; }
  double chosen() const { return chosen_; }  // 0: none, the usual speed is used
  void set_speed(double events_per_second);
  // Derives the usual speed for a recording of this many events.
  void suit(size_t events) { usual_ = std::max(kSlowest, static_cast<double>(events) / kLongest); }
  // Returns by how many events playback goes on after dt seconds.
  size_t pass(double dt_seconds);

 private:
  bool playing_ = false;
  double usual_ = kSlowest;
  double chosen_ = 0;
  double due_ = 0;
};

class Playback {
 public:
  // Loads a recorded search on a map of this size, and moves the cursor to its end. The trace must live
  // until the next load.
  void load(const Trace* trace, int map_width, int map_height);
  // Returns whether nothing is recorded.
  bool empty() const { return size() == 0 && !future_hidden_; }

  size_t size() const { return trace_ == nullptr ? 0 : trace_->events().size(); }
  size_t cursor() const { return cursor_; }
  bool at_end() const { return cursor_ == size() && !future_hidden_; }
  // Returns a number that changes with the cursor and with the recording.
  uint64_t version() const { return version_; }
  uint64_t trace_version() const { return trace_version_; }

  // Returns whether the events after the cursor are hidden, see hide_future().
  bool future_hidden() const { return future_hidden_; }

  // The following functions move the cursor. `jump` moves it to any position.
  void jump(size_t cursor);
  void step(int64_t events);
  // These functions move the cursor to just after the next, or previous, event that expands a node. They return false
  // if there is none.
  bool next_expansion();
  bool previous_expansion();
  // Moves the cursor to just after the next event of a node in the cell, on any level. Returns false if there is none.
  bool next_event_of(CellId cell);
  // Moves the cursor to just after the next event at which a breakpoint or condition stops playback; if there is
  // none, to the end.
  bool run_to_breakpoint();

  // play() begins to play, from the beginning if the cursor is at the end. advance() moves the cursor by the events of
  // dt seconds; it stops at breakpoints and at the end.
  void play();
  void advance(double dt_seconds);
  PlayClock& clock() { return clock_; }
  const PlayClock& clock() const { return clock_; }
  Breakpoints& breakpoints() { return breakpoints_; }
  const Breakpoints& breakpoints() const { return breakpoints_; }

  // The following functions read the state at the cursor.
  const SearchEvent* event(size_t index) const { return index < size() ? &trace_->events()[index] : nullptr; }
  const SearchEvent* current() const { return cursor_ == 0 ? nullptr : event(cursor_ - 1); }
  // Returns what breakpoints and lists need to know of the recording besides its events.
  BreakContext context() const;
  // Returns the places of all nodes, also of those without events.
  const NodePlaces& places() const { return places_; }
  NodePlace place(int level, NodeId node) const { return places_.at(static_cast<size_t>(level), node); }
  NodeAtCursor node(uint8_t level, NodeId node, bool backward = false) const;
  // Returns the node in the cell. If there are several, it is the one that the search has seen first.
  NodeAtCursor node_in(uint8_t level, CellId cell, bool backward = false) const;
  // Returns the value that a node has in the heat map, even if the node is no cell; see heat().
  uint8_t heat_of(const NodeAtCursor& node) const;
  // Returns the meeting node of the best path that a bidirectional search has found so far; kNoNodeId if there is none.
  NodeId meeting() const;
  const SearchCounts& counts() const { return counts_; }
  // Returns those of the ascending `events`, a list of the outline, that are before the cursor.
  std::span<const uint32_t> before_cursor(const std::vector<uint32_t>& events) const;
  // Collects the nodes on the way from this node to the root of its search, from parent to parent; at
  // most `limit` nodes.
  void parent_chain(uint8_t level, NodeId node, std::vector<NodeId>& chain, size_t limit = 1 << 20,
                    bool backward = false) const;
  // Collects the abstract nodes (level >= 1) that have been generated, in the order of their first events.
  void abstract_nodes(std::vector<AbstractNodeAtCursor>& nodes) const;

  // Collects the edges of a level's path that are known at the cursor, beginning at the start. If the path is refined
  // piece by piece, the pieces follow each other.
  void path_edges(int level, std::vector<PathEdge>& edges) const;

  // Returns the outline of the whole recording.
  const TraceOutline& outline() const { return outline_; }
  // Returns the indices of all events of nodes in the cell, on every level.
  std::vector<size_t> events_of(CellId cell) const;

  const HeatMap& heat() const { return heat_; }
  void set_heat_by(HeatMapQuantity by);
  // Returns the cells whose values have changed since the last call; if a map of another size was loaded, all cells.
  Rect take_heat_dirty();
  size_t memory_bytes() const;

 private:
  friend void hide_future(Playback& playback, bool on);
  friend void hold_at(Playback& playback, std::optional<size_t> event);
  friend bool held(const Playback& playback);
  friend const Trace* shown_trace(const Playback& playback);
  friend struct RecordedSearch;  // RecordedSearch replaces one search by another (app/lab/query_thread.hpp)
  // Takes over speed, breakpoints and versions from the playback that this one replaces.
  void follow(const Playback& before);
  // The trace has moved in memory and is otherwise the same: updates the pointer to it.
  void trace_moved(const Trace& to);

  // For each node of a level, the index of its last event plus 1. Memory is used only for the parts of the level that
  // the search has visited.
  class NodeTable {
   public:
    static constexpr uint32_t kPageBits = 12;
    void reset(size_t nodes);
    void forget();
    void copy(const NodeTable& from);
    uint32_t get(uint32_t index) const {
      if (index >> kPageBits >= pages_.size()) return 0;
      const uint32_t page = pages_[index >> kPageBits];
      return page == 0 ? 0 : pool_[page - 1][index & ((1u << kPageBits) - 1)];
    }
    uint32_t& at(uint32_t index) {
      uint32_t& page = pages_[index >> kPageBits];
      if (page == 0) page = add_page();
      return pool_[page - 1][index & ((1u << kPageBits) - 1)];
    }
    size_t memory_bytes() const { return pool_.size() * (4u << kPageBits) + pages_.capacity() * 4; }

   private:
    uint32_t add_page();
    std::vector<uint32_t> pages_;
    std::vector<std::unique_ptr<uint32_t[]>> pool_;
    uint32_t used_ = 0;
  };

  static bool leaves_open(EventType type) { return type == EventType::kExpand || type == EventType::kStall; }
  // Nodes of the backward side of a bidirectional search have tables of their own. Such searches use the cells and
  // one abstract level.
  static size_t slot(uint8_t level, bool backward) { return backward ? kLevels + std::min<size_t>(level, 1) : level; }
  static size_t slot(const SearchEvent& event) { return slot(event.level, event.phase == Phase::kBackward); }
  // Where the state of an event's node is stored: its index in the table, and its cell in the heat map
  // (kNoCell: it has none).
  struct StateLocation {
    uint32_t index;
    CellId cell;
  };
  StateLocation spot_of(const SearchEvent& event) const {
    const uint32_t index = places_.index(event.level, event.node);
    return {index, event.level == 0 ? places_.at_index(0, index).cell : kNoCell};
  }
  size_t node_count(size_t slot) const;
  uint8_t heat_at(const SearchEvent& event, uint32_t last) const;
  void read(const Trace* trace, int map_width, int map_height);
  // The following functions are those that hide the future, see playback_future.cpp.
  void set_hiding(bool on);
  // Returns the complete recording, with the events that are hidden.
  const Trace* recording() const { return whole_ != nullptr ? whole_ : trace_; }
  size_t recorded_events() const { return recording() == nullptr ? 0 : recording()->events().size(); }
  void show_until(size_t end);
  std::optional<size_t> hidden_stop(size_t end) const;
  std::optional<size_t> next_stop(size_t end) const;
  void forward(size_t to);
  void backward(size_t to);
  void restart();
  void count_open();
  void enter_open(const SearchEvent& event);
  void leave_open(const SearchEvent& event);
  bool was_open(size_t index) const;
  bool opens(size_t index) const;
  uint8_t heat_of(const SearchEvent& event, size_t order) const;
  void mark_cell(CellId cell);
  void mark_picture();
  void mark_rows(uint32_t low, uint32_t high);
  void replay_all();
  static constexpr int kLevels = TraceOutline::kLevels;
  static constexpr int kTables = kLevels + 2;
  static constexpr size_t kKeyframes = 3;
  // A recording with fewer events than this has no keyframes, as it is replayed fast enough.
  static constexpr size_t kKeyframeEvents = 400'000;

  struct Keyframe {
    size_t cursor = 0;
    SearchCounts counts;
    std::array<NodeTable, kTables> tables;
    // The heat map of the cells from the outline's first to its last cell.
    std::vector<uint8_t> heat;
  };
  void keep(Keyframe& frame) const;
  void restore(const Keyframe& frame);

  // The events that are visible.
  const Trace* trace_ = nullptr;
  // The complete recording while the future is hidden; null: `trace_` is complete.
  const Trace* whole_ = nullptr;
  // A copy of the events before the cursor, which `trace_` points to while the future is hidden.
  std::unique_ptr<Trace> known_;
  bool hiding_ = false;
  bool future_hidden_ = false;
  std::optional<size_t> hold_;
  NodePlaces places_{0};
  TraceOutline outline_;
  size_t cursor_ = 0;
  uint64_t version_ = 0;
  uint64_t trace_version_ = 0;
  SearchCounts counts_;
  std::array<NodeTable, kTables> tables_;
  // For each event, the index of the previous event of the same node plus 1; 0: there is none.
  std::vector<uint32_t> before_;
  // For each event, the value in the heat map that it has replaced.
  std::vector<uint8_t> heat_before_;
  // The abstract nodes (level >= 1), in the order of their first events.
  std::vector<NodeId> abstract_;
  std::vector<uint32_t> abstract_first_;
  std::vector<uint8_t> abstract_level_;
  bool collected_ = false;  // abstract_ is up to date
  HeatMap heat_;
  // By how much the value in the heat map rises per expansion, or per unit of g.
  double heat_scale_ = 0;
  Rect heat_dirty_;
  std::array<Keyframe, kKeyframes> keyframes_;
  size_t keyframe_count_ = 0;
  PlayClock clock_;
  Breakpoints breakpoints_;
};

// Hides the events after the cursor. The playback then behaves like that of a recording which ends at the cursor, but
// functions that move the cursor still reach later events. Each such move costs some nanoseconds per event before the
// cursor. A recording that is loaded later starts at its beginning.
void hide_future(Playback& playback, bool on);

// No function moves the cursor beyond this event until hold_at(playback, nullopt). So a learner who is asked what the
// search does next cannot look.
void hold_at(Playback& playback, std::optional<size_t> event);
// Returns whether the cursor is where hold_at() keeps it from going on.
bool held(const Playback& playback);
// Returns the events that are visible; null: there are none.
const Trace* shown_trace(const Playback& playback);

// Returns the line of the pseudo-code that belongs to the event at the cursor; -1: there is none.
inline int current_line(const Playback& playback) {
  return playback.current() == nullptr ? -1 : playback.current()->line;
}
// Returns the previous event of the same node, level and direction, in any search of the recording. Nullopt: there is
// none, or the event does not change the state of a single node.
std::optional<size_t> event_before(const Playback& playback, size_t index);
// Returns the first event of the recording at which these breakpoints stop playback; nullopt: they never do.
std::optional<size_t> first_stop(const Playback& playback, const Breakpoints& at);

// Returns a place in words: "(12,7)"; for a node that is not a cell "(12.3,7.5)".
std::string place_text(const NodePlace& place);
// Returns an event in words: "expand (12,7) g 8.41 h 5.00 f 13.41 from (11,7)", "refine L2 (3,4) - (9,4) cost 6.00".
// Costs are divided by `unit`. A node of Polyanya is written as its interval and root: "expand (3.0,4.0)-(3.0,7.0) seen
// from (1.5,2.5) g 4.12 h 8.00 f 12.12", where g is the cost of the path to the root. `unpacks`: see
// TraceOutline::unpacks. `code` may give other words for events.
std::string event_text(const SearchEvent& event, const NodePlaces& places, Cost unit, bool unpacks = false,
                       const PseudoCode& code = {});

}  // namespace strata
