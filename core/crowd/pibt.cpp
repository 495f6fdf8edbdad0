// This file holds the cells that agents occupy and are about to enter, the end of steps, and the order of called
// agents. pibt_push.cpp and pibt_swap.cpp decide the steps of called agents.
#include "core/crowd/pibt.hpp"

#include <algorithm>

namespace strata {
namespace {

constexpr uint32_t kFewAgents = 4096;  // up to this number of agents one thread is faster
constexpr size_t kGrain = 2048;

template <class Visit>
void each_agent(Threads& threads, uint32_t count, Visit&& visit) {
  if (count < kFewAgents) {
    for (uint32_t i = 0; i < count; ++i) visit(i);
    return;
  }
  threads.for_pieces(0, count, kGrain, [&](size_t begin, size_t end, size_t) {
    for (size_t i = begin; i < end; ++i) visit(static_cast<uint32_t>(i));
  });
}

}  // namespace

PibtStepper::PibtStepper(const CrowdView& crowd, size_t cells)
    : era_(crowd.era), held_(cells, kNobody), coming_(cells, kNobody), kept_(cells, kNobody) {
  see(crowd);
  for (uint32_t i = 0; i < crowd.count; ++i) {
    if (status(i) == CrowdStatus::kGone) continue;
    bool all = true;
    each_of(i, crowd.cell[i], [&](CellId at) {
      if (held_[at] == kNobody) held_[at] = i;
      all &= held_[at] == i;
    });
    if (!all) loose_.push_back(i);
  }
  // A step in progress is always completed. If the agent in its target cell is not leaving, or another agent also
  // enters the cell, they share the cell.
  for (uint32_t i = 0; i < crowd.count; ++i) {
    if (status(i) == CrowdStatus::kGone || stands(i)) continue;
    each_of(i, crowd.next[i], [&](CellId at) {
      const bool stays = held_[at] != kNobody && held_[at] != i;
      if (!stays && coming_[at] == kNobody) coming_[at] = i;
    });
  }
}

void PibtStepper::see(const CrowdView& crowd) {
  crowd_ = crowd;
  const size_t count = crowd_.count;
  move_.resize(count, CrowdMove::kStands);
  wish_.resize(count, kNoWish);
  left_home_.resize(count, 0);
  decided_.resize(count, PibtDecision::kNothing);
  for (auto* column : {&decided_at_, &asked_by_, &caller_of_, &swap_of_, &next_try_}) column->resize(count, 0);
  tries_.resize(count, 0);
  nearer_.resize(count, 0);
  nearer_at_.resize(count, kNoCell);
  nearer_goal_.resize(count, kNoCell);
  goal_seen_.resize(count, kNoCell);
  least_left_.resize(count, kNoWay);
  for (auto* column : {&jam_, &nearer_tick_, &waited_then_, &jam_next_}) column->resize(count, 0);
  for (auto* column : {&jam_tries_, &unsolvable_}) column->resize(count, 0);
  if (std::exchange(era_, crowd.era) == crowd.era) return;
  std::fill(nearer_at_.begin(), nearer_at_.end(), kNoCell);
  std::fill(next_try_.begin(), next_try_.end(), 0u);
  std::fill(goal_seen_.begin(), goal_seen_.end(), kNoCell);
  std::fill(jam_next_.begin(), jam_next_.end(), 0u);
  for (auto* column : {&tries_, &jam_tries_, &unsolvable_}) std::fill(column->begin(), column->end(), uint8_t{0});
  for (const auto& jam : jams_) jam->stale = true;
}

bool PibtStepper::free(const CrowdKindView& kind, CellId at) const {
  bool free = true;
  crowd_square(kind, at, [&](CellId cell) { free &= held_[cell] == kNobody && coming_[cell] == kNobody; });
  return free;
}

void PibtStepper::add(const CrowdView& crowd, uint32_t agent) {
  see(crowd);
  each_of(agent, crowd.cell[agent], [&](CellId at) {
    held_[at] = agent;
    if (!reserved_.empty() && reserved_[at] != 0) jams_[reserved_[at] - 1]->stale = true;
  });
}

bool PibtStepper::covers(uint32_t agent, CellId at, CellId cell) const {
  const CrowdKindView& of = kind(agent);
  const Cell corner = of.tables.cell(at), c = of.tables.cell(cell);
  return c.x >= corner.x && c.x < corner.x + of.size && c.y >= corner.y && c.y < corner.y + of.size;
}

bool PibtStepper::overlap(uint32_t a, CellId at_a, uint32_t b, CellId at_b) const {
  const CrowdKindView &one = kind(a), &other = kind(b);
  const Cell p = one.tables.cell(at_a), q = other.tables.cell(at_b);
  return p.x < q.x + other.size && q.x < p.x + one.size && p.y < q.y + other.size && q.y < p.y + one.size;
}

uint32_t PibtStepper::direction_to(uint32_t agent, CellId from, CellId to) const {
  return kind(agent).tables.moves != nullptr ? crowd_direction(kind(agent), from, to) : kMoveNone;
}

// Returns the rank of an agent. Agents with lower ranks are called first.
uint64_t PibtStepper::rank(uint32_t agent) const {
  const uint32_t since = crowd_.began[agent] == CrowdView::kHome ? left_home_[agent] : crowd_.began[agent];
  return uint64_t{since} << 32 | uint64_t{agent} << 1;
}

void PibtStepper::tick(const CrowdView& crowd, Threads& threads) {
  see(crowd);
  each_agent(threads, crowd.count, [&](uint32_t i) {
    const bool still = status(i) == CrowdStatus::kGone || status(i) == CrowdStatus::kWalledIn;
    move_[i] = still ? CrowdMove::kStands : crowd_move(crowd_, kind(i), i);
  });
  finish_steps();
  settle_loose();
  update_swaps();
  update_jams();
  each_agent(threads, crowd.count, [&](uint32_t i) {
    wish_[i] = kNoWish;
    if (move_[i] != CrowdMove::kStands || status(i) == CrowdStatus::kGone || status(i) == CrowdStatus::kWalledIn)
      return;
    if (jam_[i] != 0) return;
    if (swap_of_[i] != 0) {
      wish_[i] = kPasses;
      return;
    }
    wish_[i] = crowd_decide(crowd_, kind(i), i);
    if (status(i) == CrowdStatus::kGone) wish_[i] = kLeaves;
  });
  find_callers();
  searches_ = 0;
  for (const auto& [order, agent] : callers_) call(agent);
  note_waits();
  for (const CellId cell : kept_cells_) kept_[cell] = kNobody;
  kept_cells_.clear();
}

// --- Steps that end -------------------------------------------------------------------------------------------------

void PibtStepper::finish_steps() {
  due_.clear();
  for (uint32_t i = 0; i < crowd_.count; ++i) {
    if (move_[i] == CrowdMove::kDue) due_.push_back(i);
    if (move_[i] != CrowdMove::kReturned) continue;
    each_of(i, crowd_.next[i], [&](CellId at) {
      if (coming_[at] == i) coming_[at] = kNobody;
    });
    crowd_.next[i] = crowd_.cell[i];
    crowd_.back[i] = 0;
    move_[i] = CrowdMove::kStands;
  }
  // No agent enters a cell before the previous agent has left it. Due agents that do not wait for a standing agent
  // enter their cells together, including cycles of agents.
  stuck_.clear();
  const auto hold_up = [&](uint32_t agent) {
    move_[agent] = CrowdMove::kUnderWay;
    crowd_.progress[agent] = crowd_.step[agent];
    stuck_.push_back(agent);
  };
  for (const uint32_t i : due_) {
    bool waits = false;
    each_of(i, crowd_.next[i], [&](CellId at) {
      const uint32_t other = held_[at];
      waits |= coming_[at] == i && other != kNobody && other != i && move_[other] != CrowdMove::kDue &&
               (stands(other) || move_[other] == CrowdMove::kUnderWay);
    });
    if (waits) hold_up(i);
  }
  while (!stuck_.empty()) {
    const uint32_t agent = stuck_.back();
    stuck_.pop_back();
    each_of(agent, crowd_.cell[agent], [&](CellId at) {
      const uint32_t follower = coming_[at];
      if (follower != kNobody && follower != agent && move_[follower] == CrowdMove::kDue) hold_up(follower);
    });
  }
  const auto goes_on = [&](uint32_t agent) { return move_[agent] == CrowdMove::kDue; };
  for (const uint32_t i : due_) {
    if (!goes_on(i)) continue;
    each_of(i, crowd_.cell[i], [&](CellId at) {
      if (held_[at] == i) held_[at] = kNobody;
    });
  }
  for (const uint32_t i : due_) {
    if (goes_on(i)) enter(i);
  }
}

void PibtStepper::enter(uint32_t agent) {
  bool all = true;
  each_of(agent, crowd_.next[agent], [&](CellId at) {
    const bool mine = coming_[at] == agent || (coming_[at] == kNobody && held_[at] == kNobody);
    if (mine) held_[at] = agent;
    if (coming_[at] == agent) coming_[at] = kNobody;
    all &= mine;
  });
  if (!all) loose_.push_back(agent);
  crowd_enter(crowd_, agent);
  move_[agent] = CrowdMove::kStands;
}

// Lets agents that shared a cell at the start occupy it alone once the others have left.
void PibtStepper::settle_loose() {
  std::erase_if(loose_, [&](uint32_t agent) {
    if (status(agent) == CrowdStatus::kGone || !stands(agent)) return true;
    bool alone = true;
    each_of(agent, crowd_.cell[agent],
            [&](CellId at) { alone &= held_[at] == agent || (held_[at] == kNobody && coming_[at] == kNobody); });
    if (alone) each_of(agent, crowd_.cell[agent], [&](CellId at) { held_[at] = agent; });
    return alone;
  });
}

void PibtStepper::turn_back(const CrowdView& crowd, uint32_t agent) {
  see(crowd);
  crowd_.back[agent] = 1;
  back_.assign(1, agent);
  while (!back_.empty()) {
    const uint32_t turned = back_.back();
    back_.pop_back();
    each_of(turned, crowd_.cell[turned], [&](CellId at) {
      const uint32_t follower = coming_[at];
      if (follower == kNobody || follower == turned || crowd_.back[follower] != 0) return;
      crowd_.back[follower] = 1;
      back_.push_back(follower);
      const uint8_t* weights = kind(follower).tables.weights;
      if (weights != nullptr && weights[crowd_.cell[follower]] == 0) walled_in_.push_back(follower);
    });
  }
}

void PibtStepper::wall_in(const CrowdView& crowd, uint32_t agent) {
  see(crowd);
  if (!stands(agent)) {
    each_of(agent, crowd.next[agent], [&](CellId at) {
      if (coming_[at] == agent) coming_[at] = kNobody;
    });
    turn_back(crowd, agent);
  }
  crowd_.back[agent] = 0;
  crowd_.next[agent] = crowd_.cell[agent];
  crowd_.progress[agent] = 0;
}

std::optional<uint32_t> PibtStepper::take_walled_in() {
  if (walled_in_.empty()) return std::nullopt;
  const uint32_t agent = walled_in_.back();
  walled_in_.pop_back();
  return agent;
}

// --- Who is called --------------------------------------------------------------------------------------------------

void PibtStepper::find_callers() {
  callers_.clear();
  for (uint32_t i = 0; i < crowd_.count; ++i) {
    if (wish_[i] == kNoWish) continue;
    if (wish_[i] == kLeaves) {
      each_of(i, crowd_.cell[i], [&](CellId at) {
        if (held_[at] == i) held_[at] = kNobody;
      });
      continue;
    }
    uint64_t order = rank(i);
    if (swap_of_[i] != 0) {
      const PibtSwap& pibt_swap = swaps_[swap_of_[i] - 1];
      if (pibt_swap.second == i) order = rank(pibt_swap.first) | 1;
    }
    callers_.emplace_back(order, i);
  }
  std::sort(callers_.begin(), callers_.end());
}

void PibtStepper::note_waits() {
  for (const auto& [order, agent] : callers_) note_wait(agent);
  for (const auto& jam : jams_) {
    for (const uint32_t agent : jam->agents) note_wait(agent);
  }
}

void PibtStepper::note_wait(uint32_t agent) {
  const CrowdStatus now = status(agent);
  if (!stands(agent) || (now != CrowdStatus::kWalking && now != CrowdStatus::kWaiting)) return;
  crowd_.status[agent] = static_cast<uint8_t>(CrowdStatus::kWaiting);
  crowd_.progress[agent] = 0;
  ++crowd_.waiting[agent];
  ++crowd_.waited[agent];
  ++crowd_.totals->waited;
  ++crowd_.waits[crowd_.cell[agent]];
}

size_t PibtStepper::memory_bytes() const {
  size_t bytes = guide_.memory_bytes();
  for (const auto* column :
       {&held_,      &coming_,      &kept_,        &kept_cells_,  &left_home_, &decided_at_, &asked_by_, &caller_of_,
        &swap_of_,   &next_try_,    &nearer_at_,   &nearer_goal_, &due_,       &stuck_,      &wish_,     &loose_,
        &ring_,      &back_,        &seen_,        &from_,        &open_,      &walled_in_,  &reserved_, &jam_,
        &goal_seen_, &nearer_tick_, &waited_then_, &jam_next_,    &least_left_}) {
    bytes += column->capacity() * sizeof(uint32_t);
  }
  for (const auto& jam : jams_) {
    bytes += sizeof(Jam) + (jam->agents.capacity() + jam->cells.capacity() + jam->targets.capacity()) * sizeof(CellId) +
             jam->rows.capacity() * (sizeof(jam->rows[0]) + jam->agents.size() * sizeof(uint16_t));
    if (jam->search) bytes += jam->search->memory_bytes();
  }
  for (const PibtSwap& pibt_swap : swaps_) {
    bytes += (pibt_swap.ways[0].capacity() + pibt_swap.ways[1].capacity()) * sizeof(CellId) + sizeof(PibtSwap);
  }
  return bytes + nearer_.capacity() * sizeof(uint64_t) + callers_.capacity() * sizeof(callers_[0]) +
         stack_.capacity() * sizeof(PushFrame) + move_.capacity() + decided_.capacity() + tries_.capacity();
}

}  // namespace strata
