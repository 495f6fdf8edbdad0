// Purpose: PibtStepper decides the steps of the agents of a crowd with at most one agent per cell, by priority
//          inheritance with backtracking (PIBT), so that no agent waits for ever.
// Source: Okumura, Machida, Défago, Tamura 2022, "Priority inheritance with backtracking for iterative multi-agent path
//         finding" (PIBT); the swap at a junction is that of Okumura 2023, "Improving LaCAM for scalable eventually
//         optimal multi-agent pathfinding", section on PIBT.
// Differs: Agents do not step at the same time: an agent steps when its last step ends, at its own pace. An agent
//          pushed during a step is asked for the cells that it will cover; the agents that push it are delayed, and the
//          cells they will enter are reserved. Agents cover squares, so that a step may push several agents. An agent
//          first tries its path, then cells with a smaller exact cost to its goal. A pushed agent leaves the path of
//          the pushing agent, if it can. An agent enters a cell only after the previous agent has left it. A cycle of
//          agents rotates only if each covers one cell. If no agent ahead can move, as in a dead end or a corridor, the
//          two agents that face each other go back to a junction and swap (PibtSwap). An agent at its goal is not
//          pushed by agents with the same goal: they queue behind it. If all this fails, JamSearch finds a schedule for
//          all agents in a part of the map, which they follow step by step (Jam). An agent moves over a link where its
//          path leads over one, and pushes who stands at the other end; who makes way, swaps and jams take steps alone.
//          On a map with links it keeps to its path where only a bound of the distance is known.
// Ties: The agent that set out first, then the agent with the lowest number.
// Units, Shapes: As in core/crowd/crowd_step.hpp.
// Threads: Steps advance in the threads that are passed in; one thread decides about new steps. The result does not
//          depend on the number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/copied.hpp"
#include "core/base/parallel.hpp"
#include "core/crowd/crowd_jam_search.hpp"
#include "core/crowd/crowd_step.hpp"
#include "core/crowd/goal_distances.hpp"

namespace strata {

// The numbers of jams since the start of the simulation with one agent per cell.
struct CrowdJamCounts {
  uint32_t under_way = 0;  // jams in search, and jams whose agents follow a schedule
  uint32_t solved = 0;
  uint32_t unsolvable = 0;  // agents that no schedule leads to their goals
};

class PibtStepper {
 public:
  // Starts with the present positions. A cell with several agents belongs to the first one, until the others have left.
  PibtStepper(const CrowdView& crowd, size_t cells);

  // Returns whether the square of an agent of the kind at this cell is free: no agent stands in it or is
  // about to enter it.
  bool free(const CrowdKindView& kind, CellId at) const;
  void add(const CrowdView& crowd, uint32_t agent);
  GoalDistances& guide() { return guide_; }
  void tick(const CrowdView& crowd, Threads& threads);

  // After an edit: turns the agent back from its step, together with the agents about to enter the cells
  // that it was leaving.
  void turn_back(const CrowdView& crowd, uint32_t agent);
  // Marks the agent as walled in on its cell, during a step or not.
  void wall_in(const CrowdView& crowd, uint32_t agent);
  // Returns an agent that turned back with others to a cell that is now blocked. The caller must mark it as walled in.
  // Returns nothing if there is none.
  std::optional<uint32_t> take_walled_in();

  CrowdJamCounts jams() const;
  bool unsolvable(uint32_t agent) const { return agent < unsolvable_.size() && unsolvable_[agent] != 0; }
  size_t memory_bytes() const;

 private:
  static constexpr uint32_t kNobody = 0xffffffffu;

  // Two agents that face each other where neither can move aside. `first`, which has the higher priority, goes back to
  // a junction and aside; `second` follows it and leaves by another side. Then `first` returns to its path.
  struct PibtSwap {
    uint32_t first = kNobody, second = kNobody;
    std::vector<CellId> ways[2];  // paths of both agents from where they stood
    uint32_t places[2] = {};      // indices of both agents on these paths
    bool returns = false;         // `first` is returning to its path
    uint32_t until = 0;           // tick at which the swap is cancelled if neither agent makes progress
    uint32_t patience = 0;
  };

  // The agents in a part of the map that block each other. They stand until a schedule is found, then follow it
  // together step by step. Meanwhile no other agent enters the part.
  struct Jam {
    enum class Stage : uint8_t { kGathers, kSearches, kGoes };
    // The agents that must reach their targets: all, the first one and those at their goals, or only the first one.
    enum class JamTargets : uint8_t { kAll, kHome, kFirst };
    Stage stage = Stage::kGathers;
    bool stale = false;  // a change has made the jam invalid: it is cancelled
    bool whole = false;  // the part cannot grow, and every agent on it belongs to the jam
    JamTargets needs = JamTargets::kAll;
    uint32_t first = kNobody;  // the agent for which the jam was created
    std::vector<uint32_t> agents;
    std::vector<CellId> cells;    // cells of the part
    std::vector<CellId> targets;  // by agent; kNoCell: no target
    Cell corner;                  // upper left corner of the part's bounding box
    int width = 0, height = 0;
    CopiedPtr<JamSearch> search;
    std::vector<std::vector<uint16_t>> rows;
    size_t row = 0;
  };

  // A recursion frame of PIBT: an agent that is asked to leave the cell where it stands, or will stand after its step.
  struct PushFrame {
    uint32_t agent = kNobody;
    CellId at = kNoCell;
    bool steps = false;   // the agent is in the middle of a step
    bool soon = false;    // agents that this agent has asked are in the middle of a step
    bool asked = false;   // an agent that this agent has asked is still deciding
    bool partly = false;  // the agent's step does not free all cells that it is asked for
    uint8_t stage = 0;    // stage of the agent's candidates
    uint8_t tried = 0;    // tried directions, as a mask
    uint8_t count = 0, next = 0;
    CellId choices[8] = {};
    uint32_t square = 0;  // index of the next cell of the square to check
  };
  enum class PushAnswer : uint8_t { kNo, kSoon, kNow };
  // The decision about an agent in this tick.
  enum class PibtDecision : uint8_t { kNothing, kAsked, kStay, kSoon, kGo };
  enum class CellState : uint8_t { kFree, kTaken, kAsk };

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
  PibtDecision decision_of(uint32_t agent) const {
    return decided_at_[agent] == crowd_.tick ? decided_[agent] : PibtDecision::kNothing;
  }
  void decide(uint32_t agent, PibtDecision what) {
    decided_at_[agent] = crowd_.tick;
    decided_[agent] = what;
  }

  // Sets the current view of the crowd. Cached costs are dropped if the map has changed.
  void see(const CrowdView& crowd);
  // These functions end steps.
  void finish_steps();
  void enter(uint32_t agent);
  void settle_loose();
  // These functions start steps.
  void find_callers();
  void call(uint32_t agent);
  PushAnswer ask(uint32_t agent);
  bool keep_target(PushFrame& frame, CellId target);
  void give_up_target(const PushFrame& frame, CellId target);
  bool goes_to(uint32_t agent, CellId goal) const;
  CellState look(PushFrame& frame, CellId target, uint32_t& other);
  bool more_choices(PushFrame& frame);
  void choose_nearer(PushFrame& frame);
  void choose_any(PushFrame& frame);
  uint32_t on_way_of_caller(Cost left, CellId to);
  uint32_t ticks_left(uint32_t agent) const;
  void slow_down(uint32_t agent, uint32_t ticks);
  void begin(uint32_t agent, CellId next);
  void turn_ring();
  void note_waits();
  void note_wait(uint32_t agent);
  // These functions find and carry out swaps.
  void update_swaps();
  bool follow_ways(PibtSwap& pibt_swap);
  void end_swap(size_t place);
  void replan(uint32_t agent);
  CellId swap_cell(uint32_t agent);
  bool clear_junction(uint32_t agent);
  bool is_dead_end(uint32_t agent, CellId cell) const;
  void look_for_swap(uint32_t agent);
  bool find_swap(uint32_t agent, uint32_t other, PibtSwap& pibt_swap);
  // These functions find and carry out the schedules of jams.
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

  CrowdView crowd_;  // the view that `see` has set
  uint32_t era_ = 0;
  GoalDistances guide_;

  // By cell: the agent that stands there or is leaving; the agent about to enter; the agent for which it is
  // reserved in this tick.
  std::vector<uint32_t> held_, coming_, kept_;
  std::vector<CellId> kept_cells_;
  // The following arrays have one element per agent.
  std::vector<CrowdMove> move_;
  std::vector<CellId> wish_;  // the cell to which the agent wants to move, or one of the values below
  static constexpr CellId kNoWish = kNoCell, kPasses = kNoCell - 1, kLeaves = kNoCell - 2;
  std::vector<uint32_t> left_home_;  // tick in which an agent at its goal made way
  std::vector<PibtDecision> decided_;
  std::vector<uint32_t> decided_at_, asked_by_, caller_of_;
  std::vector<uint32_t> swap_of_;  // number of the agent's swap + 1; 0: none
  std::vector<uint32_t> next_try_;
  std::vector<uint8_t> tries_;
  // Cached directions with smaller cost to the goal, four bits each, for the cell where the agent stands, so that
  // waiting agents need not compute them again.
  std::vector<uint64_t> nearer_;
  std::vector<CellId> nearer_at_, nearer_goal_;

  std::vector<uint32_t> due_, stuck_, loose_;
  std::vector<std::pair<uint64_t, uint32_t>> callers_;
  std::vector<PushFrame> stack_;
  std::vector<uint32_t> ring_;
  std::vector<uint32_t> back_, walled_in_;
  // The state of the current caller, the agent whose push is decided.
  uint32_t caller_ = kNobody;
  bool others_in_way_ = false;  // earlier callers have decided about some agents in the way
  bool arrived_ahead_ = false;
  uint32_t searches_ = 0;  // number of searches for a junction in this tick
  std::vector<PibtSwap> swaps_;
  // The following members belong to the search for a junction; `seen_` and `from_` have one element per cell.
  std::vector<uint32_t> seen_;
  std::vector<CellId> from_, open_;
  uint32_t search_ = 0;
  std::vector<CopiedPtr<Jam>> jams_;
  uint32_t jams_solved_ = 0;
  uint64_t decisions_ = 0;          // limit of the decisions of each search in this tick
  std::vector<uint32_t> reserved_;  // by cell: number of the jam + 1
  // The following arrays have one element per agent, for the search of jams.
  std::vector<uint32_t> jam_;          // number of the agent's jam + 1; 0: none
  std::vector<CellId> goal_seen_;      // goal for which the next two members are valid
  std::vector<Cost> least_left_;       // smallest remaining cost for that goal
  std::vector<uint32_t> nearer_tick_;  // tick in which this cost last decreased
  std::vector<uint32_t> waited_then_;  // total waiting ticks of the agent at that time
  std::vector<uint32_t> jam_next_;     // tick before which no jam is searched for
  std::vector<uint8_t> jam_tries_, unsolvable_;
};

}  // namespace strata
