// This file decides the step of a called agent, and of the agents that it pushes: priority inheritance
// with backtracking (PIBT).
#include <algorithm>
#include <array>

#include "core/crowd/pibt.hpp"

namespace strata {
namespace {

constexpr uint32_t kArrivalPatience = 6;  // ticks of waiting behind an agent at its goal; up to 15 are added

// A few directions in ascending order of their keys.
class SortedDirections {
 public:
  void put(uint64_t key) {
    size_t i = count_++;
    for (; i > 0 && keys_[i - 1] > key; --i) keys_[i] = keys_[i - 1];
    keys_[i] = key;
  }
  size_t count() const { return count_; }
  uint8_t direction(size_t i) const { return static_cast<uint8_t>(keys_[i] & 15); }

 private:
  std::array<uint64_t, kDirections> keys_{};
  size_t count_ = 0;
};

}  // namespace

void PibtStepper::call(uint32_t agent) {
  if (decision_of(agent) != PibtDecision::kNothing) return;
  caller_ = agent;
  others_in_way_ = arrived_ahead_ = false;
  ring_.clear();
  if (wish_[agent] == kPasses && clear_junction(agent)) return;
  const PushAnswer answer = ask(agent);
  if (answer == PushAnswer::kNow) {
    if (!ring_.empty()) turn_ring();
    return;
  }
  if (answer == PushAnswer::kSoon || wish_[agent] == kPasses) return;
  if (!arrived_ahead_) {
    if (!others_in_way_) look_for_swap(agent);
    return;
  }
  // The agent ahead is at the same goal: this agent counts as arrived, too.
  const uint32_t more = static_cast<uint32_t>(crowd_random(crowd_.seed, agent, crowd_.entered[agent]) >> 60);
  if (crowd_.waiting[agent] >= kArrivalPatience + more) crowd_arrive(crowd_, kind(agent), agent);
}

// Decides the steps of the agent and of the agents that it pushes, depth first, each at most once per tick.
PibtStepper::PushAnswer PibtStepper::ask(uint32_t agent) {
  const auto put = [&](uint32_t asked) {
    decide(asked, PibtDecision::kAsked);
    caller_of_[asked] = caller_;
    PushFrame& frame = stack_.emplace_back();
    frame.agent = asked;
    frame.steps = !stands(asked);
    frame.at = crowd_.next[asked];
  };
  stack_.clear();
  asked_by_[agent] = kNobody;
  put(agent);
  PushAnswer answer = PushAnswer::kNo;
  while (!stack_.empty()) {
    PushFrame& frame = stack_.back();
    const auto target = [&] { return frame.choices[frame.next]; };
    const auto try_next = [&] {
      give_up_target(frame, target());
      frame.square = 0;
      ++frame.next;
    };
    if (frame.asked) {
      frame.asked = false;
      if (answer == PushAnswer::kNo) {
        try_next();
      } else {
        frame.soon |= answer == PushAnswer::kSoon;
      }
    }
    for (;;) {
      if (frame.next == frame.count) {
        if (more_choices(frame)) continue;
        decide(frame.agent, PibtDecision::kStay);
        answer = PushAnswer::kNo;
        stack_.pop_back();
        break;
      }
      if (frame.square == 0 && !keep_target(frame, target())) {
        ++frame.next;
        continue;
      }
      uint32_t other = kNobody;
      const CellState cells = look(frame, target(), other);
      if (cells == CellState::kTaken) {
        try_next();
        continue;
      }
      if (cells == CellState::kAsk) {
        asked_by_[other] = frame.agent;
        frame.asked = true;
        put(other);
        break;
      }
      const bool goes = !frame.steps && !frame.soon;
      answer = goes && !frame.partly ? PushAnswer::kNow : PushAnswer::kSoon;
      decide(frame.agent, answer == PushAnswer::kNow ? PibtDecision::kGo : PibtDecision::kSoon);
      if (goes) begin(frame.agent, target());
      stack_.pop_back();
      break;
    }
  }
  return answer;
}

// Reserves a target cell, so that no other agent gets it in this tick. Returns false if it is reserved for
// another agent. A large agent may need several steps to leave a cell: then it may step over cells reserved for
// the pushing agent.
bool PibtStepper::keep_target(PushFrame& frame, CellId target) {
  bool free = true;
  frame.partly = false;
  each_of(frame.agent, target, [&](CellId at) {
    if (!reserved_.empty() && reserved_[at] != 0) {
      free = false;  // agents of a jam are led over the cell
      others_in_way_ = true;
    }
    const uint32_t other = kept_[at];
    if (other == kNobody || other == frame.agent) return;
    if (kind(frame.agent).size > 1 && stack_.size() > 1 && other == asked_by_[frame.agent]) {
      frame.partly = true;
      return;
    }
    free = false;
    others_in_way_ |= caller_of_[other] != caller_;
  });
  if (!free) return false;
  each_of(frame.agent, target, [&](CellId at) {
    if (kept_[at] != kNobody) return;
    kept_cells_.push_back(at);
    kept_[at] = frame.agent;
  });
  return true;
}

void PibtStepper::give_up_target(const PushFrame& frame, CellId target) {
  each_of(frame.agent, target, [&](CellId at) {
    if (kept_[at] == frame.agent) kept_[at] = kNobody;
  });
}

// Returns whether the agent goes to this goal and stays there.
bool PibtStepper::goes_to(uint32_t agent, CellId goal) const {
  return crowd_.goal[agent] == goal && crowd_.task[agent] != static_cast<uint8_t>(CrowdTask::kWander);
}

// Checks the rest of the square: whether the agent can have it, or which agent it has to push.
PibtStepper::CellState PibtStepper::look(PushFrame& frame, CellId target, uint32_t& other) {
  const uint32_t agent = frame.agent;
  const auto size = static_cast<uint32_t>(kind(agent).size);
  const auto width = static_cast<CellId>(kind(agent).tables.width);
  const auto taken_by = [&](uint32_t who) {
    others_in_way_ |= caller_of_[who] != caller_ || decided_at_[who] != crowd_.tick;
    return CellState::kTaken;
  };
  const auto soon = [&](uint32_t who) { return decision_of(who) == PibtDecision::kSoon && asked_by_[who] == agent; };
  for (; frame.square < size * size; ++frame.square) {
    const CellId at = target + frame.square / size * width + frame.square % size;
    if (covers(agent, frame.at, at)) continue;
    const uint32_t comes = coming_[at];
    if (comes != kNobody && comes != agent && !soon(comes)) {
      const bool cannot = crowd_.back[comes] != 0 || kind(comes).tables.moves == nullptr;
      if (decision_of(comes) != PibtDecision::kNothing || cannot) return taken_by(comes);
      other = comes;
      return CellState::kAsk;
    }
    const uint32_t holds = held_[at];
    if (holds == kNobody || holds == agent || holds == comes || soon(holds)) continue;
    if (!stands(holds)) {
      // The other agent is leaving, but two agents must not exchange their places.
      const bool swaps = !frame.steps && overlap(holds, crowd_.next[holds], agent, crowd_.cell[agent]);
      if (crowd_.back[holds] != 0 || swaps) return taken_by(holds);
      continue;
    }
    if (decision_of(holds) == PibtDecision::kAsked) {
      // The agent there has pushed this agent, directly or indirectly. If it is the caller and no agent between the two
      // can fail, it will certainly leave its cell: the agents form a cycle.
      const auto small = [&](const PushFrame& f) { return !f.steps && !f.soon && kind(f.agent).size == 1; };
      const bool ring = holds == caller_ && stack_.size() > 2 && std::all_of(stack_.begin(), stack_.end(), small);
      if (!ring) return CellState::kTaken;
      ring_.clear();
      for (const PushFrame& f : stack_) ring_.push_back(f.agent);
      continue;
    }
    if (decision_of(holds) != PibtDecision::kNothing) return taken_by(holds);
    if (status(holds) == CrowdStatus::kWalledIn || kind(holds).tables.moves == nullptr) return CellState::kTaken;
    // An agent at its goal stays if the pushing agent, or the caller, has the same goal.
    const bool arrived = status(holds) == CrowdStatus::kArrived;
    const bool goes_there = goes_to(agent, crowd_.goal[holds]) || goes_to(caller_, crowd_.goal[holds]);
    if (arrived && goes_there) {
      arrived_ahead_ |= stack_.size() == 1;
      return CellState::kTaken;
    }
    other = holds;
    return CellState::kAsk;
  }
  return CellState::kFree;
}

// --- Where an agent goes --------------------------------------------------------------------------------------------

// Adds the next candidates: first the agent's path, then cells nearer to its goal. A pushed agent then
// tries all other cells.
bool PibtStepper::more_choices(PushFrame& frame) {
  frame.next = frame.count = 0;
  frame.square = 0;
  const uint32_t agent = frame.agent;
  const bool passes = swap_of_[agent] != 0;
  // Agents that make way for a swap do not choose cells nearer to their own goals.
  const bool cleared = agent != caller_ && swap_of_[caller_] != 0;
  switch (frame.stage++) {
    case 0: {
      if (cleared) return true;
      if (frame.steps) return true;
      const CellId next = passes ? swap_cell(agent) : wish_[agent];
      if (next >= kLeaves) return true;
      frame.choices[frame.count++] = next;
      const uint32_t direction = direction_to(agent, frame.at, next);
      if (direction < kDirections) frame.tried = static_cast<uint8_t>(1u << direction);
      return true;
    }
    case 1:
      if (!passes && !cleared) choose_nearer(frame);
      return true;
    case 2:
      if (agent == caller_) return false;
      choose_any(frame);
      return true;
    default:
      return false;
  }
}

// Sorts cells by step cost plus remaining cost, if that is less than waiting for the duration of a step.
void PibtStepper::choose_nearer(PushFrame& frame) {
  const uint32_t agent = frame.agent;
  const CrowdStatus now = status(agent);
  const CrowdKindView& of = kind(agent);
  if ((now != CrowdStatus::kWalking && now != CrowdStatus::kWaiting) || !of.ready) return;
  const CellId goal = crowd_.goal[agent];
  // On a map with links a bound of the distance leads away from the path to a link: the agent waits.
  if (of.link_count > 0 && !guide_.exact(crowd_.kind[agent], goal)) return;
  constexpr uint64_t kEnd = 15;
  if (nearer_at_[agent] != frame.at || nearer_goal_[agent] != goal) {
    const size_t number = crowd_.kind[agent];
    const Cost own = guide_.left(number, frame.at, goal);
    const auto turn = static_cast<uint32_t>(crowd_random(crowd_.seed, agent, crowd_.entered[agent]) >> 61);
    SortedDirections order;
    for (uint32_t direction = 0; direction < kDirections && own < kNoWay; ++direction) {
      if ((of.tables.moves[frame.at] >> direction & 1) == 0) continue;
      const auto way = static_cast<int>(direction);
      const Cost cost = of.tables.step_cost(frame.at, way);
      const Cost left = cost + guide_.left(number, of.tables.neighbour(frame.at, way), goal);
      if (left >= own + of.tables.least_straight) continue;
      order.put(uint64_t{left} << 8 | (direction + turn) % 8 << 4 | direction);
    }
    uint64_t packed = ~uint64_t{0};
    for (size_t i = order.count(); i-- > 0;) packed = packed << 4 | order.direction(i);
    nearer_[agent] = packed;
    nearer_at_[agent] = frame.at;
    nearer_goal_[agent] = goal;
  }
  for (uint64_t packed = nearer_[agent]; (packed & 15) != kEnd; packed >>= 4) {
    const auto direction = static_cast<uint8_t>(packed & 15);
    if ((frame.tried >> direction & 1) != 0) continue;
    frame.choices[frame.count++] = of.tables.neighbour(frame.at, direction);
    frame.tried = static_cast<uint8_t>(frame.tried | 1u << direction);
  }
}

// Sorts cells: first those off the caller's path, then free cells, then cells near the agent's own goal.
void PibtStepper::choose_any(PushFrame& frame) {
  const uint32_t agent = frame.agent;
  const CrowdKindView& of = kind(agent);
  const size_t number = crowd_.kind[agent];
  const Cost callers =
      swap_of_[caller_] != 0 ? kNoWay : guide_.left(crowd_.kind[caller_], frame.at, crowd_.goal[caller_]);
  const auto turn = static_cast<uint32_t>(crowd_random(crowd_.seed, agent, crowd_.entered[agent]) >> 61);
  SortedDirections order;
  for (uint32_t direction = 0; direction < kDirections; ++direction) {
    if ((of.tables.moves[frame.at] >> direction & 1) == 0 || (frame.tried >> direction & 1) != 0) continue;
    const auto way = static_cast<int>(direction);
    const CellId to = of.tables.neighbour(frame.at, way);
    bool occupied = false, partly = false;
    each_of(agent, to, [&](CellId at) {
      const auto other = [&](uint32_t who) { return who != kNobody && who != agent; };
      occupied |= other(held_[at]) || other(coming_[at]);
      partly |= other(kept_[at]) && kept_[at] == asked_by_[agent];
    });
    const Cost left = guide_.left(number, to, crowd_.goal[agent]);
    const uint64_t cost = left >= kNoWay ? 0 : of.tables.step_cost(frame.at, way) + left;
    const uint64_t in_way = on_way_of_caller(callers, to);
    order.put(uint64_t{partly} << 63 | in_way << 61 | uint64_t{occupied} << 60 | cost << 8 |
              (direction + turn) % 8 << 4 | direction);
  }
  for (size_t i = 0; i < order.count(); ++i) {
    frame.choices[frame.count++] = of.tables.neighbour(frame.at, order.direction(i));
  }
}

// Returns 0 if the cell is not on the caller's path, 1 if it is, 2 if it is worse than other cells on it. `left` is the
// caller's remaining cost from the cell of the pushed agent.
uint32_t PibtStepper::on_way_of_caller(Cost left, CellId to) {
  if (swap_of_[caller_] == 0) {
    return left < kNoWay && guide_.left(crowd_.kind[caller_], to, crowd_.goal[caller_]) < left;
  }
  // The two cells where the agents of a swap stand side by side are avoided, too.
  const PibtSwap& pibt_swap = swaps_[swap_of_[caller_] - 1];
  if (to == pibt_swap.ways[0].back() || to == pibt_swap.ways[1].back()) return is_dead_end(caller_, to) ? 2 : 1;
  const size_t side = pibt_swap.first == caller_ ? 0 : 1;
  const std::vector<CellId>& way = pibt_swap.ways[side];
  constexpr size_t kAhead = 16;
  const auto begin = way.begin() + pibt_swap.places[side];
  const auto end = way.begin() + static_cast<std::ptrdiff_t>(std::min(way.size(), pibt_swap.places[side] + kAhead));
  return std::find(begin, end, to) != end ? 1 : 0;
}

// --- Steps that begin -----------------------------------------------------------------------------------------------

uint32_t PibtStepper::ticks_left(uint32_t agent) const {
  const uint32_t pace = std::max(crowd_pace(crowd_, kind(agent), agent), 1u);
  const uint32_t left = crowd_.step[agent] - std::min(crowd_.progress[agent], crowd_.step[agent]);
  return (left + pace - 1) / pace;
}

// Extends the step to at least `ticks` ticks.
void PibtStepper::slow_down(uint32_t agent, uint32_t ticks) {
  if (ticks <= ticks_left(agent)) return;
  const uint64_t length = crowd_.progress[agent] + uint64_t{ticks} * crowd_pace(crowd_, kind(agent), agent);
  crowd_.step[agent] = static_cast<uint32_t>(std::min<uint64_t>(length, CrowdView::kLongestStep));
}

void PibtStepper::begin(uint32_t agent, CellId next) {
  const CrowdStatus before = status(agent);
  crowd_begin_step(crowd_, kind(agent), agent, next);
  if (before == CrowdStatus::kArrived) {
    left_home_[agent] = crowd_.tick;
    if (crowd_.path_length[agent] == 0) {
      crowd_request_path(crowd_, agent);
    } else {
      crowd_.place[agent] = std::min(crowd_.place[agent], crowd_.path_length[agent] - 1);
    }
  } else if (before != CrowdStatus::kWalking && before != CrowdStatus::kWaiting) {
    crowd_.status[agent] = static_cast<uint8_t>(before);
  }
  uint32_t ticks = 0;
  each_of(agent, crowd_.next[agent], [&](CellId at) {
    coming_[at] = agent;
    const uint32_t leaves = held_[at];
    if (leaves != kNobody && leaves != agent && !stands(leaves)) ticks = std::max(ticks, ticks_left(leaves));
  });
  slow_down(agent, ticks);
}

// Makes all steps of a cycle end at the same time.
void PibtStepper::turn_ring() {
  uint32_t ticks = 0;
  for (const uint32_t agent : ring_) ticks = std::max(ticks, ticks_left(agent));
  for (const uint32_t agent : ring_) slow_down(agent, ticks);
}

}  // namespace strata
