// Purpose: One agent per cell: which agent of a crowd may step where in a tick, so that none waits for ever.
// Source: Okumura, Machida, Défago, Tamura 2022, "Priority inheritance with backtracking for iterative multi-agent path
//         finding" (PIBT); the turn at a junction after the swap of Okumura 2023, "Improving LaCAM for scalable
//         eventually optimal multi-agent pathfinding", section on PIBT.
// Differs: Agents step when they come to the end of a step and not all at once, each at its own pace. Who is asked to
//          make room in the middle of a step is asked for where it will be: the chain of those asked then waits, and
//          what they are to enter is kept free for them. Agents cover squares, so that several may be asked for one
//          step. An agent's way is tried first, then cells that are nearer to the goal by exact costs; who has to give
//          way where it does not want to goes off the way of the agent that it makes room for, if it can. Who enters a
//          cell that another one is leaving comes there no sooner than that one is gone. A ring turns as a whole only
//          if all in it cover one cell. Where nobody in front can make room, as in a dead end or a corridor, the two
//          that face each other go back to a junction and pass there (PibtSwap). Who has arrived where others go too is
//          not asked to leave by them: they have arrived behind it. Where all this leads nowhere, a search over all
//          agents of a part of the map finds a schedule for them, which they follow step by step (Jam).
// Ties: The agent that has been on its way for longest, then the lowest.
// Units, Shapes: As in core/crowd/crowd_step.hpp.
// Threads: Steps are carried on in the threads that it is given; who enters what is decided in one. The same in any
//          number of threads.
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

// Jams since holding began.
struct CrowdJams {
  uint32_t under_way = 0;  // searched for, or led out of
  uint32_t solved = 0;
  uint32_t unsolvable = 0;  // agents of which it is known that no schedule leads them to their goals
};

class PibtStepper {
 public:
  // Agents stand and walk as they are: where several share a cell it is the first one's, until the others have left.
  PibtStepper(const CrowdView& crowd, size_t cells);

  // Nobody stands in the square of an agent of the kind there, nor is about to.
  bool free(const CrowdKindView& kind, CellId at) const;
  void add(const CrowdView& crowd, uint32_t agent);
  GoalDistances& guide() { return guide_; }
  void tick(const CrowdView& crowd, Threads& threads);

  // Of an edit: the agent takes its step back, and with it those who were about to come where it stood.
  void turn_back(const CrowdView& crowd, uint32_t agent);
  // The agent, in the middle of a step or not, is walled in on its cell.
  void wall_in(const CrowdView& crowd, uint32_t agent);
  // One that had to turn back with others, to a cell that is blocked by now: it is to be walled in.
  std::optional<uint32_t> take_walled_in();

  uint32_t pibt_swaps() const { return static_cast<uint32_t>(swaps_.size()); }  // under way
  CrowdJams jams() const;
  bool unsolvable(uint32_t agent) const { return agent < unsolvable_.size() && unsolvable_[agent] != 0; }
  size_t memory_bytes() const;

 private:
  static constexpr uint32_t kNobody = 0xffffffffu;

  // Two agents that face each other where neither can make room: `first`, which has the higher priority, goes back to
  // a junction and aside, the other one comes after it and goes on to another side; then the first one goes its way.
  struct PibtSwap {
    uint32_t first = kNobody, second = kNobody;
    std::vector<CellId> ways[2];  // of either, from where it stood
    uint32_t places[2] = {};      // how far they have come on them
    bool returns = false;         // the first one, on its way back
    uint32_t until = 0;           // tick: then it is given up, if neither has come on
    uint32_t patience = 0;
  };

  // Agents of a part of the map that are in each other's way for good: they stand until a schedule is found, and follow
  // it all at once, a step after the other. Nobody else enters the part meanwhile.
  struct Jam {
    enum class Stage : uint8_t { kGathers, kSearches, kGoes };
    // Who has to come to its target: everybody; the first one and who was there; or the first one alone.
    enum class Needs : uint8_t { kAll, kHome, kFirst };
    Stage stage = Stage::kGathers;
    bool stale = false;  // something has changed: it is given up
    bool whole = false;  // nothing beyond the part could help
    Needs needs = Needs::kAll;
    uint32_t first = kNobody;  // the one for whose sake it is
    std::vector<uint32_t> agents;
    std::vector<CellId> cells;    // of the part
    std::vector<CellId> targets;  // by agent; kNoCell: none
    Cell corner;                  // of the part's bounding box
    int width = 0, height = 0;
    std::unique_ptr<JamSearch> search;
    std::vector<std::vector<uint16_t>> rows;
    size_t row = 0;
  };

  // One agent that is asked to leave where it stands, or will stand when its step is over.
  struct Frame {
    uint32_t agent = kNobody;
    CellId at = kNoCell;
    bool steps = false;   // it is in the middle of a step
    bool soon = false;    // some of those it has asked are
    bool asked = false;   // one that it has asked is at work
    bool partly = false;  // its step does not leave all that it is asked for
    uint8_t stage = 0;    // of its choices
    uint8_t tried = 0;    // directions, as bits
    uint8_t count = 0, next = 0;
    uint8_t choices[8] = {};
    uint32_t square = 0;  // cell of the square that is looked at
  };
  enum class Answer : uint8_t { kNo, kSoon, kNow };
  // What an agent has been told in this tick.
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

  // What is seen from here on; what was remembered of the ground is dropped where that has changed.
  void see(const CrowdView& crowd);
  // Steps that end.
  void finish_steps();
  void enter(uint32_t agent);
  void settle_loose();
  // Steps that begin.
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
  // Passings.
  void update_swaps();
  bool follow_ways(PibtSwap& pibt_swap);
  void end_swap(size_t place);
  void replan(uint32_t agent);
  uint32_t swap_direction(uint32_t agent);
  bool clear_junction(uint32_t agent);
  bool is_dead_end(uint32_t agent, CellId cell) const;
  void look_for_swap(uint32_t agent);
  bool find_swap(uint32_t agent, uint32_t other, PibtSwap& pibt_swap);
  // Jams.
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

  CrowdView crowd_;  // of the tick, or the call
  uint32_t era_ = 0;
  GoalDistances guide_;

  // By cell: who stands there or is leaving, who is about to come, who is to have it in this tick.
  std::vector<uint32_t> held_, coming_, kept_;
  std::vector<CellId> kept_cells_;
  // By agent.
  std::vector<CrowdMove> move_;
  std::vector<uint8_t> wish_;  // a direction, or one of these:
  static constexpr uint8_t kNoWish = 15, kPasses = 14, kLeaves = 13;
  std::vector<uint32_t> left_home_;  // tick in which one that had arrived had to make room
  std::vector<PibtDecision> told_;
  std::vector<uint32_t> told_at_, asked_by_, caller_of_;
  std::vector<uint32_t> swap_of_;  // its number and 1; 0: in none
  std::vector<uint32_t> next_try_;
  std::vector<uint8_t> tries_;
  // Its choices nearer to the goal, four bits each, for where it stands; so that who waits need not look again.
  std::vector<uint64_t> nearer_;
  std::vector<CellId> nearer_at_, nearer_goal_;

  std::vector<uint32_t> due_, stuck_, loose_;
  std::vector<std::pair<uint64_t, uint32_t>> callers_;
  std::vector<Frame> stack_;
  std::vector<uint32_t> ring_;
  std::vector<uint32_t> back_, walled_in_;
  // Of the caller at work.
  uint32_t caller_ = kNobody;
  bool others_in_way_ = false;  // some who were told by those before it
  bool arrived_ahead_ = false;
  uint32_t searches_ = 0;  // for passings, in this tick
  std::vector<PibtSwap> swaps_;
  // Of the search for a junction, by cell.
  std::vector<uint32_t> seen_;
  std::vector<CellId> from_, open_;
  uint32_t search_ = 0;
  std::vector<std::unique_ptr<Jam>> jams_;
  uint32_t jams_solved_ = 0;
  uint64_t decisions_ = 0;          // that each search may take in this tick
  std::vector<uint32_t> reserved_;  // by cell: the jam's number and 1
  // By agent.
  std::vector<uint32_t> jam_;          // its number and 1; 0: in none
  std::vector<CellId> goal_seen_;      // of which the next two are
  std::vector<Cost> least_left_;       // that was left of its way since then
  std::vector<uint32_t> nearer_tick_;  // when that became less
  std::vector<uint32_t> waited_then_;  // ticks, of those that it has waited in all
  std::vector<uint32_t> jam_next_;     // tick before which none is looked for
  std::vector<uint8_t> jam_tries_, unsolvable_;
};

}  // namespace strata
