// This file holds swaps: two agents that face each other where neither can move aside go back to a junction and
// exchange places there.
#include <algorithm>
#include <bit>

#include "core/crowd/pibt.hpp"

namespace strata {
namespace {

constexpr uint32_t kPassingPatience = 24;  // ticks of waiting before a junction is searched for
constexpr uint32_t kSearches = 4;          // searches per tick
constexpr uint32_t kTryAgain = 64;         // ticks until the next attempt after a search without a junction
constexpr size_t kPassingCells = 4096;     // largest number of cells of a search
constexpr size_t kMaxChoices = 16;         // number of different choices of junction and sides that attempts go through
constexpr uint32_t kStandstill = 60;       // ticks, plus those of eight steps, after which a swap is cancelled

}  // namespace

void PibtStepper::update_swaps() {
  for (size_t i = swaps_.size(); i-- > 0;) {
    PibtSwap& pibt_swap = swaps_[i];
    const auto waits = [&](uint32_t agent) { return agent == kNobody || stands(agent); };
    const bool over = !follow_ways(pibt_swap);
    if (over || (crowd_.tick >= pibt_swap.until && waits(pibt_swap.first) && waits(pibt_swap.second))) end_swap(i);
  }
}

// Updates the positions of both agents on their paths. Returns false if the swap has ended.
bool PibtStepper::follow_ways(PibtSwap& pibt_swap) {
  bool both = true;
  for (const size_t side : {0, 1}) {
    const uint32_t agent = side == 0 ? pibt_swap.first : pibt_swap.second;
    if (agent == kNobody) continue;
    if (status(agent) == CrowdStatus::kGone || status(agent) == CrowdStatus::kWalledIn) return false;
    // On a map with too many links for its tables the agent stands still.
    if (kind(agent).has_tables && !kind(agent).ready && kind(agent).link_count > 0) return false;
    const std::vector<CellId>& way = pibt_swap.ways[side];
    uint32_t& place = pibt_swap.places[side];
    if (place + 1 < way.size() && crowd_.cell[agent] == way[place + 1]) {
      ++place;
      pibt_swap.until = crowd_.tick + pibt_swap.patience;
    }
    if (crowd_.cell[agent] != way[place]) return false;  // the agent had to make way for another agent
    both &= place + 1 == way.size() && stands(agent);
  }
  if (!both) return true;
  if (pibt_swap.returns) return false;
  // The agents have passed each other.
  pibt_swap.returns = true;
  swap_of_[pibt_swap.second] = 0;
  replan(pibt_swap.second);
  pibt_swap.second = kNobody;
  std::reverse(pibt_swap.ways[0].begin(), pibt_swap.ways[0].end());
  pibt_swap.ways[0].push_back(pibt_swap.ways[1].front());
  pibt_swap.places[0] = 0;
  pibt_swap.until = crowd_.tick + pibt_swap.patience;
  return true;
}

void PibtStepper::end_swap(size_t place) {
  for (const uint32_t agent : {swaps_[place].first, swaps_[place].second}) {
    if (agent == kNobody) continue;
    swap_of_[agent] = 0;
    replan(agent);
  }
  if (place + 1 != swaps_.size()) {
    swaps_[place] = std::move(swaps_.back());
    for (const uint32_t agent : {swaps_[place].first, swaps_[place].second}) {
      if (agent != kNobody) swap_of_[agent] = static_cast<uint32_t>(place + 1);
    }
  }
  swaps_.pop_back();
}

void PibtStepper::replan(uint32_t agent) {
  const CrowdStatus now = status(agent);
  if (now != CrowdStatus::kWalking && now != CrowdStatus::kWaiting) return;
  crowd_.status[agent] = static_cast<uint8_t>(CrowdStatus::kPlanning);  // a current step is finished first
  ++crowd_.totals->wanting;
}

// Returns the next cell of a standing agent; kNoCell if it waits there until the other agent has passed.
CellId PibtStepper::swap_cell(uint32_t agent) {
  PibtSwap& pibt_swap = swaps_[swap_of_[agent] - 1];
  const size_t side = pibt_swap.first == agent ? 0 : 1;
  const uint32_t place = pibt_swap.places[side];
  if (place + 1 == pibt_swap.ways[side].size()) return kNoCell;
  const CellId next = pibt_swap.ways[side][place + 1];
  if (direction_to(agent, pibt_swap.ways[side][place], next) != kMoveNone) return next;
  pibt_swap.until = 0;  // the map has changed
  return kNoCell;
}

bool PibtStepper::is_dead_end(uint32_t agent, CellId cell) const {
  return std::popcount(kind(agent).tables.moves[cell]) < 2;
}

// The first agent of a swap waits before the junction until its sides are free, because an agent there may have to
// leave over the junction. Returns whether it waits.
bool PibtStepper::clear_junction(uint32_t agent) {
  const PibtSwap& pibt_swap = swaps_[swap_of_[agent] - 1];
  if (pibt_swap.first != agent || pibt_swap.returns || pibt_swap.places[0] + 3 != pibt_swap.ways[0].size())
    return false;
  if (kind(agent).tables.moves == nullptr) return false;
  uint32_t in_way = kNobody;
  for (const size_t side : {0, 1}) {
    each_of(side == 0 ? pibt_swap.first : pibt_swap.second, pibt_swap.ways[side].back(), [&](CellId at) {
      const uint32_t who = held_[at];
      if (in_way == kNobody && who != kNobody && who != pibt_swap.first && who != pibt_swap.second) in_way = who;
    });
  }
  if (in_way == kNobody) return false;
  decide(agent, PibtDecision::kStay);
  caller_of_[agent] = agent;
  if (stands(in_way) && decision_of(in_way) == PibtDecision::kNothing) ask(in_way);
  return true;
}

void PibtStepper::look_for_swap(uint32_t agent) {
  if (crowd_.waiting[agent] < kPassingPatience || crowd_.tick < next_try_[agent] || searches_ == kSearches) return;
  uint32_t other = kNobody;
  each_of(agent, wish_[agent], [&](CellId at) {
    const uint32_t who = held_[at];
    if (other != kNobody || who == kNobody || who == agent) return;
    if (stands(who) && decision_of(who) == PibtDecision::kStay && caller_of_[who] == agent && swap_of_[who] == 0)
      other = who;
  });
  if (other == kNobody || status(other) == CrowdStatus::kWalledIn) return;
  ++searches_;
  PibtSwap pibt_swap;
  if (!find_swap(agent, other, pibt_swap)) {
    next_try_[agent] = crowd_.tick + kTryAgain;
    return;
  }
  ++tries_[agent];
  const uint32_t pace = std::max(std::min(crowd_.pace[agent], crowd_.pace[other]), 1u);
  pibt_swap.patience = kStandstill + 8 * (65536 / pace + 1);
  pibt_swap.until = crowd_.tick + pibt_swap.patience;
  swaps_.push_back(std::move(pibt_swap));
  swap_of_[agent] = swap_of_[other] = static_cast<uint32_t>(swaps_.size());
}

// Finds the next junction behind the agent with a side for the agent and another for `other`, which follows it. Later
// attempts choose other junctions or sides.
bool PibtStepper::find_swap(uint32_t agent, uint32_t other, PibtSwap& pibt_swap) {
  const TablesView &grid = kind(agent).tables, &others = kind(other).tables;
  if (seen_.empty()) {
    seen_.assign(held_.size(), 0);
    from_.assign(held_.size(), kNoCell);
  }
  ++search_;
  const CellId start = crowd_.cell[agent], facing = crowd_.cell[other];
  if (direction_to(other, facing, start) == kMoveNone) return false;
  struct SwapPlace {
    CellId junction, aside, on;
  };
  std::vector<SwapPlace> choices;
  std::vector<CellId> sides, trunk;
  const auto may_move = [](const TablesView& of, CellId at, uint32_t direction) {
    return (of.moves[at] >> direction & 1) != 0;
  };
  // Sets `way` to the path from the place where the agents face each other to a cell, both included.
  const auto way_to = [&](CellId cell, std::vector<CellId>& way) {
    way.clear();
    for (; cell != kNoCell; cell = from_[cell]) way.push_back(cell);
    way.push_back(facing);
    std::reverse(way.begin(), way.end());
  };
  // Returns whether an agent stands there that can only leave over the junction.
  const auto closed = [&](CellId side) { return is_dead_end(agent, side) && held_[side] != kNobody; };
  open_.assign(1, start);
  seen_[start] = search_;
  from_[start] = kNoCell;
  for (size_t head = 0; head < open_.size() && head < kPassingCells && choices.size() < kMaxChoices; ++head) {
    const CellId junction = open_[head];
    sides.clear();
    trunk.clear();
    // A cell with only one further exit is no junction.
    if (std::popcount(grid.moves[junction]) > 2) way_to(junction, trunk);
    const auto on_trunk = [&](CellId cell) { return std::find(trunk.begin(), trunk.end(), cell) != trunk.end(); };
    for (uint32_t direction = 0; direction < kDirections; ++direction) {
      if (!may_move(grid, junction, direction)) continue;
      const CellId to = grid.neighbour(junction, static_cast<int>(direction));
      if (!trunk.empty() && !on_trunk(to)) sides.push_back(to);
      if (seen_[to] == search_ || overlap(agent, to, other, facing)) continue;
      seen_[to] = search_;
      from_[to] = junction;
      open_.push_back(to);
    }
    if (trunk.empty() || sides.size() < 2) continue;
    // The narrowest side is tried first: there the agent blocks the fewest others.
    std::stable_sort(sides.begin(), sides.end(),
                     [&](CellId a, CellId b) { return std::popcount(grid.moves[a]) < std::popcount(grid.moves[b]); });
    for (const CellId aside : sides) {
      const bool clear =
          std::none_of(trunk.begin(), trunk.end(), [&](CellId cell) { return overlap(agent, aside, other, cell); });
      if (!clear || (junction == start && closed(aside))) continue;
      for (const CellId on : sides) {
        if (on == aside || overlap(agent, aside, other, on) || (junction == start && closed(on))) continue;
        if (direction_to(other, junction, on) != kMoveNone) choices.push_back({junction, aside, on});
      }
    }
  }
  if (choices.empty()) return false;
  const SwapPlace& choice = choices[tries_[agent] % choices.size()];
  way_to(choice.junction, pibt_swap.ways[1]);
  for (size_t i = 0; i + 1 < pibt_swap.ways[1].size(); ++i) {
    if (others.moves == nullptr || direction_to(other, pibt_swap.ways[1][i], pibt_swap.ways[1][i + 1]) == kMoveNone)
      return false;
  }
  pibt_swap.ways[0].assign(pibt_swap.ways[1].begin() + 1, pibt_swap.ways[1].end());
  pibt_swap.ways[0].push_back(choice.aside);
  pibt_swap.ways[1].push_back(choice.on);
  pibt_swap.first = agent;
  pibt_swap.second = other;
  return true;
}

}  // namespace strata
