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
  NodeId parent = kNoNodeId;  // of the same level
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

// An edge of the path as far as the search knows it.
struct PathEdge {
  NodeId from = kNoNodeId;
  NodeId to = kNoNodeId;
  bool refined = false;   // the level below knows all of it; always false on level 0
  bool refining = false;  // the one at work
};

enum class HeatBy : uint8_t { kOrder, kCost };

// The picture of nodes of level 0 that are cells.
struct HeatMap {
  HeatBy by = HeatBy::kOrder;
  int width = 0, height = 0;
  std::vector<uint8_t> cells;
};

// Of all searches so far, but what is open: of the one under way.
struct SearchCounts {
  size_t open = 0, expanded = 0, generated = 0;
  friend bool operator==(const SearchCounts&, const SearchCounts&) = default;
};

// How fast events pass, and whether they do.
class PlayClock {
 public:
  bool playing() const { return playing_; }
  void begin();
  void pause() { playing_ = false; }
  double speed() const { return speed_; }  // events a second
  void set_speed(double events_per_second);
  // The events that are due after dt seconds.
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
  bool empty() const { return size() == 0; }

  size_t size() const { return trace_ == nullptr ? 0 : trace_->events().size(); }
  size_t cursor() const { return cursor_; }
  bool at_end() const { return cursor_ == size(); }
  uint64_t version() const { return version_; }  // changes with the cursor and the trace
  uint64_t trace_version() const { return trace_version_; }

  // Moving. `jump` goes anywhere.
  void jump(size_t cursor);
  void step(int64_t events);
  // To just after the next (or previous) event that expands a node; false if there is none.
  bool next_expansion();
  bool previous_expansion();
  // To just after the next event of a node that lies in the cell, at any level.
  bool next_event_of(CellId cell);
  // To just after the next event that a line with a breakpoint belongs to, or on which a condition holds; to the end if
  // there is none.
  bool run_to_breakpoint();

  // Playing: from the start if the cursor is at the end. `advance` moves on by the events due after dt seconds; it
  // stops at breakpoints and at the end.
  void play();
  void advance(double dt_seconds);
  PlayClock& clock() { return clock_; }
  const PlayClock& clock() const { return clock_; }
  Breakpoints& breakpoints() { return breakpoints_; }
  const Breakpoints& breakpoints() const { return breakpoints_; }

  // The moment at the cursor.
  const SearchEvent* event(size_t index) const { return index < size() ? &trace_->events()[index] : nullptr; }
  const SearchEvent* current() const { return cursor_ == 0 ? nullptr : event(cursor_ - 1); }
  // What breakpoints and lists ask of the trace beside its events.
  BreakContext context() const;
  // Where nodes lie, whether anything has happened to them or not.
  const NodePlaces& places() const { return places_; }
  NodePlace place(int level, NodeId node) const { return places_.at(static_cast<size_t>(level), node); }
  NodeAt node(uint8_t level, NodeId node, bool backward = false) const;
  // The node that lies in the cell; of several the first one that has been seen.
  NodeAt node_in(uint8_t level, CellId cell, bool backward = false) const;
  // What the picture shows of a node, whether it is a cell or not; see heat().
  uint8_t heat_of(const NodeAt& node) const;
  // Where the best way known so far of a search from both ends crosses over; kNoNodeId: none is.
  NodeId meeting() const;
  const SearchCounts& counts() const { return counts_; }
  // Those of a list of the outline that lie before the cursor.
  std::span<const uint32_t> before_cursor(const std::vector<uint32_t>& events) const;
  // Nodes from this one back to where its search began. Bounded by `limit`.
  void parent_chain(uint8_t level, NodeId node, std::vector<NodeId>& chain, size_t limit = 1 << 20,
                    bool backward = false) const;
  // Abstract nodes (level >= 1) that have been generated, in the order of their first event.
  void abstract_nodes(std::vector<AbstractNodeAt>& nodes) const;

  // The path of a level as far as it is known at the cursor, from the start on; lazily refined pieces follow each
  // other.
  void path_edges(int level, std::vector<PathEdge>& edges) const;

  const TraceOutline& outline() const { return outline_; }  // the whole trace
  // Indices of all events of nodes that lie in the cell, at every level.
  std::vector<size_t> events_of(CellId cell) const;

  const HeatMap& heat() const { return heat_; }
  void set_heat_by(HeatBy by);
  // Cells that changed since the last call; the whole map after a load of another size.
  Rect take_heat_dirty();
  size_t memory_bytes() const;

 private:
  friend struct RecordedSearch;  // app/lab/solver.hpp, where one search takes the place of another
  // Takes the place of another one: its speed, breakpoints and versions go on here.
  void follow(const Playback& before);
  // The trace is the same as before, at another address.
  void trace_moved(const Trace& to);

  // Last event + 1 of every node of one level by its index, in pages that exist only where the search went.
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
  // Nodes of the backward search have tables of their own. Searches from both ends know cells and one level.
  static size_t slot(uint8_t level, bool backward) { return backward ? kLevels + std::min<size_t>(level, 1) : level; }
  static size_t slot(const SearchEvent& event) { return slot(event.level, event.phase == Phase::kBackward); }
  // What is kept of the event's node: its index, and the cell that it paints; kNoCell: none.
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
  std::optional<size_t> next_stop(size_t end) const;
  void forward(size_t to);
  void backward(size_t to);
  void restart();
  void count_open();
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
  static constexpr size_t kKeyframeEvents = 400'000;  // shorter traces need none

  struct Keyframe {
    size_t cursor = 0;
    SearchCounts counts;
    std::array<NodeTable, kTables> tables;
    std::vector<uint8_t> heat;  // of the cells from the first to the last of the outline
  };
  void keep(Keyframe& frame) const;
  void restore(const Keyframe& frame);

  const Trace* trace_ = nullptr;
  NodePlaces places_{0};
  TraceOutline outline_;
  size_t cursor_ = 0;
  uint64_t version_ = 0;
  uint64_t trace_version_ = 0;
  SearchCounts counts_;
  std::array<NodeTable, kTables> tables_;
  std::vector<uint32_t> before_;      // by event: last event + 1 of the same node before it
  std::vector<uint8_t> heat_before_;  // by event: the byte it painted over
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

// Of the event at the cursor; -1: there is none.
inline int current_line(const Playback& playback) {
  return playback.current() == nullptr ? -1 : playback.current()->line;
}
// The event before this one of the same node, level and direction, whichever search it belongs to; nothing: this is the
// first one, or it puts no node anywhere.
std::optional<size_t> event_before(const Playback& playback, size_t index);
// Where breakpoints would stop first, from the beginning of the trace.
std::optional<size_t> first_stop(const Playback& playback, const Breakpoints& at);

// "(12,7)"; of a node that is no cell "(12.3,7.5)".
std::string place_text(const NodePlace& place);
// "expand (12,7)  g 8.41  h 5.00  f 13.41  from (11,7)", "refine L2 (3,4) - (9,4)  cost 6.00": costs divided by `unit`.
// A node that is a cone: "expand (3.0,4.0)-(3.0,7.0) seen from (1.5,2.5)  g 4.12  h 8.00  f 12.12"; g is the way to its
// root. `unpacks`: see TraceOutline::unpacks. `code` may have words of its own for the events.
std::string event_text(const SearchEvent& event, const NodePlaces& places, Cost unit, bool unpacks = false,
                       const PseudoCode& code = {});

}  // namespace strata
