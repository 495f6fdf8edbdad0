// Purpose: PibtStepper decides which agents of a crowd may step where in a tick, with one agent per cell, so that none
//          waits for ever.
// Source: Okumura, Machida, Défago, Tamura 2022, "Priority inheritance with backtracking for iterative multi-agent path
//         finding" (PIBT); the turn at a junction after the swap of Okumura 2023, "Improving LaCAM for scalable
//         eventually optimal multi-agent pathfinding", section on PIBT.
// Differs: An agent steps when its last step ends, at its own pace, and not together with all others. An agent that is
//          asked to make room during a step is asked for the cells that it will cover: the agents that ask it are then
//          delayed, and the cells that they are to enter are reserved for them. Agents cover squares, so that several
//          may be asked for one step. An agent first tries its path, then cells nearer to its goal by exact costs. An
//          agent that has to make room leaves the path of the agent that it makes room for, if it can. An agent enters
//          a cell that another is leaving no sooner than the other has left. A ring turns as a whole only if all its
//          agents cover one cell. If no agent ahead can make room, as in a dead end or a corridor, the two that face
//          each other go back to a junction and pass there (PibtSwap). An agent that has arrived is not asked to leave
//          by agents with the same goal: they arrive behind it. If all this fails, a search over all agents of a part
//          of the map finds a schedule for them, which they follow step by step (Jam).
// Ties: The agent that set out first, then the lowest number.
// Units, Shapes: As in core/crowd/crowd_step.hpp.
// Threads: Steps advance in the threads that are passed in; one thread decides which agent enters which cell. The
//          result is the same for any number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/crowd/crowd_guide.hpp"
#include "core/crowd/crowd_jam_search.hpp"
#include "core/crowd/crowd_step.hpp"

namespace strata {

// Counts of jams since holding began.
struct CrowdJams {
  uint32_t under_way = 0;  // jams that are searched, or whose agents follow a schedule
  uint32_t solved = 0;
  uint32_t unsolvable = 0;  // agents that no schedule can lead to their goals
};

class PibtStepper {
 public:
  // Starts with the agents where they are. A cell that several share belongs to the first, until the others have left.
  PibtStepper(const CrowdView& crowd, size_t cells);

  // Whether no agent stands in the square of an agent of the kind at this cell, or is about to enter it.
  bool free(const CrowdKindView& kind, CellId at) const;
  void add(const CrowdView& crowd, uint32_t agent);
  GoalDistances& guide() { return guide_; }
  void tick(const CrowdView& crowd, Threads& threads);

  // After an edit: turns the agent back from its step, and with it the agents about to enter the cells that it was
  // leaving.
  void turn_back(const CrowdView& crowd, uint32_t agent);
  // Walls in the agent on its cell, during a step or not.
  void wall_in(const CrowdView& crowd, uint32_t agent);
  // Returns an agent that had to turn back with others to a cell that is blocked now. The caller walls it in.
  std::optional<uint32_t> take_walled_in();

  uint32_t pibt_swaps() const { return static_cast<uint32_t>(swaps_.size()); }  // current swaps
  CrowdJams jams() const;
  bool unsolvable(uint32_t agent) const { return agent < unsolvable_.size() && unsolvable_[agent] != 0; }
  size_t memory_bytes() const;

 private:
  static constexpr uint32_t kNobody = 0xffffffffu;

  // Two agents that face each other where neither can make room. `first`, which has the higher priority, goes back to a
  // junction and aside. `second` follows it and goes on to another side. Then `first` takes its path again.
  struct PibtSwap {
    uint32_t first = kNobody, second = kNobody;
    std::vector<CellId> ways[2];  // paths of both, from where they stood
    uint32_t places[2] = {};      // their positions on these paths
    bool returns = false;         // `first` is on its way back
    uint32_t until = 0;           // tick at which the swap is cancelled if neither has moved on
    uint32_t patience = 0;
  };

  // Agents of a part of the map that block each other. They stand until a schedule is found and then follow it
  // together, step by step. No other agent enters the part meanwhile.
  struct Jam {
    enum class Stage : uint8_t { kGathers, kSearches, kGoes };
    // Which agents have to reach their targets: all; the first and those that were at home; or the first alone.
    enum class Needs : uint8_t { kAll, kHome, kFirst };
    Stage stage = Stage::kGathers;
    bool stale = false;  // something has changed: the jam is cancelled
    bool whole = false;  // nothing outside of the part could help
    Needs needs = Needs::kAll;
    uint32_t first = kNobody;  // the agent for which the jam was begun
    std::vector<uint32_t> agents;
    std::vector<CellId> cells;    // cells of the part
    std::vector<CellId> targets;  // by agent; kNoCell: none
    Cell corner;                  // upper left corner of the part's bounding box
    int width = 0, height = 0;
    std::unique_ptr<JamSearch> search;
    std::vector<std::vector<uint16_t>> rows;
    size_t row = 0;
  };

  // One agent that is asked to leave the cell where it stands, or will stand after its step.
  struct Frame {
    uint32_t agent = kNobody;
    CellId at = kNoCell;
    bool steps = false;   // it is in the middle of a step
    bool soon = false;    // some agents that it has asked are in the middle of a step
    bool asked = false;   // an agent that it has asked is still deciding
    bool partly = false;  // its step does not leave all cells that it is asked for
    uint8_t stage = 0;    // stage of its choices
    uint8_t tried = 0;    // directions, as bits
    uint8_t count = 0, next = 0;
    uint8_t choices[8] = {};
    uint32_t square = 0;  // index of the next cell of the square to be checked
  };
  enum class Answer : uint8_t { kNo, kSoon, kNow };
  // The decision about an agent in this tick.
  enum class PibtDecision : uint8_t { kNothing, kAsked, kStay, kSoon, kGo };
  enum class Cells : uint8_t { kFree, kTaken, kAsk };

  const CrowdKindView& kind(uint32_t agent) const { return crowd_.kinds[crowd_.kind[agent]]; }
  bool stands(uint32_t agent) const { return crowd_.next[agent] == crowd_.cell[agent]; }
  CrowdStatus status(uint32_t agent) const { return static_cast<CrowdStatus>(crowd_.status[agent]); }
  template <class Visit>
  void each_of(uint32_t agent, CellId at, Visit&& visit) const {
    crowd_square(kind(agent), at, visit);
  }
  bool covers(uint32_t agent, CellId at, CellId cell) const;
  bool overlap(uint32_t a, CellId at_a, uint32_t b, CellId at_b) const;
  uint32_t direction_to(uint32_t agent, CellId from, CellId to) const;
  uint64_t rank(uint32_t agent) const;
  PibtDecision told(uint32_t agent) const {
    return told_at_[agent] == crowd_.tick ? told_[agent] : PibtDecision::kNothing;
  }
  void tell(uint32_t agent, PibtDecision what) {
    told_at_[agent] = crowd_.tick;
    told_[agent] = what;
  }

  // Sets the view of the crowd. Cached costs are dropped if the ground has changed.
  void see(const CrowdView& crowd);
  // Steps that end:
  void finish_steps();
  void enter(uint32_t agent);
  void settle_loose();
  // Steps that begin:
  void find_callers();
  void call(uint32_t agent);
  Answer ask(uint32_t agent);
  bool keep_target(Frame& frame, CellId target);
  void give_up_target(const Frame& frame, CellId target);
  bool goes_to(uint32_t agent, CellId goal) const;
  Cells look(Frame& frame, CellId target, uint32_t& other);
  bool more_choices(Frame& frame);
  void choose_nearer(Frame& frame);
  void choose_any(Frame& frame);
  uint32_t on_way_of_caller(Cost left, CellId to);
  uint32_t ticks_left(uint32_t agent) const;
  void slow_down(uint32_t agent, uint32_t ticks);
  void begin(uint32_t agent, uint32_t direction);
  void turn_ring();
  void note_waits();
  void note_wait(uint32_t agent);
  // Swaps:
  void update_swaps();
  bool follow_ways(PibtSwap& pibt_swap);
  void end_swap(size_t place);
  void replan(uint32_t agent);
  uint32_t swap_direction(uint32_t agent);
  bool clear_junction(uint32_t agent);
  bool is_dead_end(uint32_t agent, CellId cell) const;
  void look_for_swap(uint32_t agent);
  bool find_swap(uint32_t agent, uint32_t other, PibtSwap& pibt_swap);
  // Jams:
  void update_jams();
  void look_for_jams();
  bool is_progressing(uint32_t agent);
  void note_progress(uint32_t agent);
  uint32_t ticks_without_progress(uint32_t agent) const;
  bool queues(uint32_t agent) const;
  uint32_t jam_patience(uint32_t agent) const;
  void postpone_search(uint32_t agent);
  bool is_ground(CellId cell) const;
  bool begin_jam(uint32_t agent);
  bool gather(Jam& jam, uint32_t radius);
  CellId target_in(const Jam& jam, uint32_t agent, const std::vector<CellId>& taken);
  bool begin_search(Jam& jam);
  bool go_on(Jam& jam);
  bool next_row(Jam& jam);
  void end_jam(size_t place, bool solved);

  CrowdView crowd_;  // of the current tick or call
  uint32_t era_ = 0;
  GoalDistances guide_;

  // By cell: the agent that stands there or is leaving, the agent about to enter, the agent that it is reserved for in
  // this tick.
  std::vector<uint32_t> held_, coming_, kept_;
  std::vector<CellId> kept_cells_;
  // By agent.
  std::vector<CrowdMove> move_;
  std::vector<uint8_t> wish_;  // a direction, or one of these:
  static constexpr uint8_t kNoWish = 15, kPasses = 14, kLeaves = 13;
  std::vector<uint32_t> left_home_;  // tick in which an agent that had arrived made room
  std::vector<PibtDecision> told_;
  std::vector<uint32_t> told_at_, asked_by_, caller_of_;
  std::vector<uint32_t> swap_of_;  // number of its swap + 1; 0: it is in none
  std::vector<uint32_t> next_try_;
  std::vector<uint8_t> tries_;
  // Cached choices nearer to the goal, four bits each, for the cell where it stands. Waiting agents need not compute
  // them again.
  std::vector<uint64_t> nearer_;
  std::vector<CellId> nearer_at_, nearer_goal_;

  std::vector<uint32_t> due_, stuck_, loose_;
  std::vector<std::pair<uint64_t, uint32_t>> callers_;
  std::vector<Frame> stack_;
  std::vector<uint32_t> ring_;
  std::vector<uint32_t> back_, walled_in_;
  // State of the current caller.
  uint32_t caller_ = kNobody;
  bool others_in_way_ = false;  // earlier callers have decided about some agents in the way
  bool arrived_ahead_ = false;
  uint32_t searches_ = 0;  // searches for a junction in this tick
  std::vector<PibtSwap> swaps_;
  // Search for a junction, by cell.
  std::vector<uint32_t> seen_;
  std::vector<CellId> from_, open_;
  uint32_t search_ = 0;
  std::vector<std::unique_ptr<Jam>> jams_;
  uint32_t jams_solved_ = 0;
  uint64_t decisions_ = 0;          // decisions that each search may make in this tick
  std::vector<uint32_t> reserved_;  // by cell: the jam's number + 1
  // By agent.
  std::vector<uint32_t> jam_;          // its number + 1; 0: it is in none
  std::vector<CellId> goal_seen_;      // the goal that the next two members belong to
  std::vector<Cost> least_left_;       // the least remaining cost since then
  std::vector<uint32_t> nearer_tick_;  // tick in which that cost last fell
  std::vector<uint32_t> waited_then_;  // ticks that it had waited in all at that time
  std::vector<uint32_t> jam_next_;     // tick before which no jam is looked for
  std::vector<uint8_t> jam_tries_, unsolvable_;
};

}  // namespace strata
