// Purpose: A Playback shows a recorded search at any moment. It is a cursor over a trace, with the state of every node
//          at the cursor and the picture of the searched cells.
// How: Moving forward notes for each event which event of the same node came before it, and the byte that it painted
//      over; moving back puts them back. A jump costs some nanoseconds for each event passed, and never more than half
//      the trace when it goes back, because early moments are replayed from the start.
// Units: The cursor counts events: at 0 nothing has happened, at N everything. Event i is the (i+1)th.
// Shapes: heat() is row-major, one byte a cell (palette.hpp says what it means). Nodes are ids of the trace, which says
//         where they lie (core/search/node_places.hpp); what is kept of each is indexed by cell, or by the trace's
//         count.
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

struct NodeAt {
  NodeState state = NodeState::kUnseen;
  Cost g = 0;
  Cost h = 0;
  NodeId parent = kNoNodeId;  // a node of the same level
  uint8_t level = 0;
  size_t last_event = 0;  // index of its last event before the cursor
  Cost f() const { return g + h; }
};

struct AbstractNodeAt {
  NodeId node = kNoNodeId;
  NodeState state = NodeState::kOpen;
  uint8_t level = 1;
  uint8_t heat = 0;  // as in heat()
};

// An edge of the path as far as the search has found it.
struct PathEdge {
  NodeId from = kNoNodeId;
  NodeId to = kNoNodeId;
  bool refined = false;   // the level below has the whole path under the edge; always false on level 0
  bool refining = false;  // the edge is being refined
};

enum class HeatBy : uint8_t { kOrder, kCost };

// The picture of nodes of level 0 that are cells.
struct HeatMap {
  HeatBy by = HeatBy::kOrder;
  int width = 0, height = 0;
  std::vector<uint8_t> cells;
};

// Counts over all searches so far; `open` counts only the search under way, with both sides of a bidirectional search.
struct SearchCounts {
  size_t open = 0, expanded = 0, generated = 0;
  size_t open_backward = 0;  // those of `open` that the search from the goal has opened
  size_t open_on(bool backward) const { return backward ? open_backward : open - open_backward; }
  friend bool operator==(const SearchCounts&, const SearchCounts&) = default;
};

// Decides how many events pass, and whether playing is on.
class PlayClock {
 public:
  bool playing() const { return playing_; }
  void begin();
  void pause() { playing_ = false; }
  double speed() const { return speed_; }  // events a second
  void set_speed(double events_per_second);
  // Returns the number of events that are due after dt seconds.
  size_t pass(double dt_seconds);

 private:
  bool playing_ = false;
  double speed_ = 60;
  double due_ = 0;
};

class Playback {
 public:
  // Takes a recorded search of a map of this size; the cursor goes to the end. The trace must outlive the playback or
  // the next load.
  void load(const Trace* trace, int map_width, int map_height);
  bool empty() const { return size() == 0 && !future_hidden_; }  // nothing is recorded

  size_t size() const { return trace_ == nullptr ? 0 : trace_->events().size(); }
  size_t cursor() const { return cursor_; }
  bool at_end() const { return cursor_ == size() && !future_hidden_; }
  uint64_t version() const { return version_; }  // changes with the cursor and the trace
  uint64_t trace_version() const { return trace_version_; }

  bool future_hidden() const { return future_hidden_; }  // events after the cursor are hidden, see hide_future()

  // The next functions move the cursor. `jump` goes anywhere.
  void jump(size_t cursor);
  void step(int64_t events);
  // Moves to just after the next (or previous) event that expands a node; returns false if there is none.
  bool next_expansion();
  bool previous_expansion();
  // Moves to just after the next event, at any level, of a node that lies in the cell; returns false if there is none.
  bool next_event_of(CellId cell);
  // Moves to just after the next event that breakpoints or conditions stop at; to the end if there is none.
  bool run_to_breakpoint();

  // Plays, from the start if the cursor is at the end. `advance` moves on by the events due after dt seconds; it stops
  // at breakpoints and at the end.
  void play();
  void advance(double dt_seconds);
  PlayClock& clock() { return clock_; }
  const PlayClock& clock() const { return clock_; }
  Breakpoints& breakpoints() { return breakpoints_; }
  const Breakpoints& breakpoints() const { return breakpoints_; }

  // The next functions read the moment at the cursor.
  const SearchEvent* event(size_t index) const { return index < size() ? &trace_->events()[index] : nullptr; }
  const SearchEvent* current() const { return cursor_ == 0 ? nullptr : event(cursor_ - 1); }
  // Returns what breakpoints and lists need of the trace besides its events.
  BreakContext context() const;
  // Returns where nodes lie, whether events concern them or not.
  const NodePlaces& places() const { return places_; }
  NodePlace place(int level, NodeId node) const { return places_.at(static_cast<size_t>(level), node); }
  NodeAt node(uint8_t level, NodeId node, bool backward = false) const;
  // Returns the node that lies in the cell; if there are several, the first that the search has seen.
  NodeAt node_in(uint8_t level, CellId cell, bool backward = false) const;
  // Returns the byte of the picture for a node, whether it is a cell or not; see heat().
  uint8_t heat_of(const NodeAt& node) const;
  // Returns the meeting node of the best path found so far by a bidirectional search; kNoNodeId if there is none.
  NodeId meeting() const;
  const SearchCounts& counts() const { return counts_; }
  // Returns those events of a list of the outline that lie before the cursor.
  std::span<const uint32_t> before_cursor(const std::vector<uint32_t>& events) const;
  // Returns the nodes from this node back to where its search began, at most `limit` of them.
  void parent_chain(uint8_t level, NodeId node, std::vector<NodeId>& chain, size_t limit = 1 << 20,
                    bool backward = false) const;
  // Returns the abstract nodes (level >= 1) that have been generated, in the order of their first event.
  void abstract_nodes(std::vector<AbstractNodeAt>& nodes) const;

  // Returns the path of a level as far as it is known at the cursor, from the start on. Lazily refined pieces follow
  // each other.
  void path_edges(int level, std::vector<PathEdge>& edges) const;

  const TraceOutline& outline() const { return outline_; }  // the whole trace
  // Returns the indices of all events of nodes that lie in the cell, at every level.
  std::vector<size_t> events_of(CellId cell) const;

  const HeatMap& heat() const { return heat_; }
  void set_heat_by(HeatBy by);
  // Returns the cells that changed since the last call; the whole map after a load of another size.
  Rect take_heat_dirty();
  size_t memory_bytes() const;

 private:
  friend void hide_future(Playback& playback, bool on);
  friend const Trace* shown_trace(const Playback& playback);
  friend struct RecordedSearch;  // app/lab/query_thread.hpp, where one search takes the place of another
  // Replaces another playback: takes over its speed, breakpoints and versions.
  void follow(const Playback& before);
  // Follows the trace, which is the same as before, to another address.
  void trace_moved(const Trace& to);

  // Maps each node of one level to the index + 1 of its last event, in pages that exist only where the search went.
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
  // Nodes of the backward search have tables of their own. Bidirectional searches use cells and one abstract level.
  static size_t slot(uint8_t level, bool backward) { return backward ? kLevels + std::min<size_t>(level, 1) : level; }
  static size_t slot(const SearchEvent& event) { return slot(event.level, event.phase == Phase::kBackward); }
  // Where an event's node is kept: its index, and the cell that it paints; kNoCell if it paints none.
  struct Spot {
    uint32_t index;
    CellId cell;
  };
  Spot spot_of(const SearchEvent& event) const {
    const uint32_t index = places_.index(event.level, event.node);
    return {index, event.level == 0 ? places_.at_index(0, index).cell : kNoCell};
  }
  size_t node_count(size_t slot) const;
  uint8_t heat_at(const SearchEvent& event, uint32_t last) const;
  void read(const Trace* trace, int map_width, int map_height);
  // The next functions are those of a hidden future, see playback_future.cpp.
  void set_hiding(bool on);
  const Trace* recording() const { return whole_ != nullptr ? whole_ : trace_; }  // with the events that are hidden
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
  static constexpr size_t kKeyframeEvents = 400'000;  // shorter traces have no keyframes

  struct Keyframe {
    size_t cursor = 0;
    SearchCounts counts;
    std::array<NodeTable, kTables> tables;
    std::vector<uint8_t> heat;  // bytes of the cells from the first to the last of the outline
  };
  void keep(Keyframe& frame) const;
  void restore(const Keyframe& frame);

  const Trace* trace_ = nullptr;  // the events that are shown
  const Trace* whole_ = nullptr;  // while the future is to be hidden: the recording; null: all of it is shown
  std::unique_ptr<Trace> known_;  // a copy of its events before the cursor
  bool hiding_ = false;
  bool future_hidden_ = false;
  NodePlaces places_{0};
  TraceOutline outline_;
  size_t cursor_ = 0;
  uint64_t version_ = 0;
  uint64_t trace_version_ = 0;
  SearchCounts counts_;
  std::array<NodeTable, kTables> tables_;
  std::vector<uint32_t> before_;      // by event: index + 1 of the event before it of the same node
  std::vector<uint8_t> heat_before_;  // by event: the byte that it painted over
  std::vector<NodeId> abstract_;      // nodes of level >= 1 by first event
  std::vector<uint32_t> abstract_first_;
  std::vector<uint8_t> abstract_level_;
  bool collected_ = false;  // abstract_ is complete
  HeatMap heat_;
  double heat_scale_ = 0;  // heat per expansion, or per unit of g
  Rect heat_dirty_;
  std::array<Keyframe, kKeyframes> keyframes_;
  size_t keyframe_count_ = 0;
  PlayClock clock_;
  Breakpoints breakpoints_;
};

// Hides the future from now on: the playback is that of a recording which ends at the cursor, and nothing that is read
// depends on later events. Functions that move the cursor still reach them. Hiding costs some nanoseconds per event
// before the cursor at each move. A newly loaded recording stands at its beginning.
void hide_future(Playback& playback, bool on);
// Returns the events that are shown; null: there are none.
const Trace* shown_trace(const Playback& playback);

// Returns the line of the event at the cursor; -1 if there is none.
inline int current_line(const Playback& playback) {
  return playback.current() == nullptr ? -1 : playback.current()->line;
}
// Returns the event before this event of the same node, level and direction, in whichever search; nullopt if this is
// the first, or if it is about no single node's state.
std::optional<size_t> event_before(const Playback& playback, size_t index);
// Returns where breakpoints would stop first, from the beginning of the trace.
std::optional<size_t> first_stop(const Playback& playback, const Breakpoints& at);

// Returns a place in words: "(12,7)"; for a node that is not a cell "(12.3,7.5)".
std::string place_text(const NodePlace& place);
// Returns an event in words: "expand (12,7)  g 8.41  h 5.00  f 13.41  from (11,7)", "refine L2 (3,4) - (9,4)  cost
// 6.00". Costs are divided by `unit`. A node that is a cone: "expand (3.0,4.0)-(3.0,7.0) seen from (1.5,2.5)  g 4.12  h
// 8.00  f 12.12"; its g is the cost of the path to its root. `unpacks`: see TraceOutline::unpacks. `code` may have
// words of its own for the events.
std::string event_text(const SearchEvent& event, const NodePlaces& places, Cost unit, bool unpacks = false,
                       const PseudoCode& code = {});

}  // namespace strata
