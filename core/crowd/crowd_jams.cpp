// This file resolves jams: agents that make no progress towards their goals follow a common schedule inside
// a part of the map.
#include <algorithm>
#include <utility>

#include "core/crowd/pibt.hpp"

namespace strata {
namespace {

constexpr uint32_t kJamPatience = 1200;  // ticks without progress before a jam; the ticks of a heavy step are added
constexpr uint32_t kPutOff = 128;        // ticks until the next attempt after a failed jam, doubled at each attempt
constexpr uint32_t kLookedAt = 1024;     // agents checked per tick
constexpr uint32_t kEvery = 64;          // smallest number of ticks between two checks of an agent
constexpr size_t kMaxJams = 4;           // jams at the same time
constexpr size_t kJamCells = 2048;       // largest number of cells of a part
constexpr size_t kMaxAgents = 120;       // largest number of agents in a part
constexpr uint32_t kFirstRadius = 5;     // radius of a part, doubled at each attempt
constexpr uint8_t kMaxTries = 6;
constexpr uint64_t kFirstNodes = 100;  // node limit of a search, doubled at each attempt
constexpr uint64_t kDecisions = 4096;  // decisions of all searches per tick
constexpr uint32_t kInQueue = 64;      // largest number of agents checked in a queue

}  // namespace

CrowdJamCounts PibtStepper::jams() const {
  CrowdJamCounts all;
  all.under_way = static_cast<uint32_t>(jams_.size());
  all.solved = jams_solved_;
  for (const uint8_t one : unsolvable_) all.unsolvable += one;
  return all;
}

void PibtStepper::update_jams() {
  const auto searching =
      std::count_if(jams_.begin(), jams_.end(), [](const auto& jam) { return jam->stage == Jam::Stage::kSearches; });
  decisions_ = kDecisions / static_cast<uint64_t>(std::max<std::ptrdiff_t>(searching, 1));
  for (size_t i = jams_.size(); i-- > 0;) {
    Jam& jam = *jams_[i];
    for (const uint32_t agent : jam.agents) {
      jam.stale |= status(agent) == CrowdStatus::kGone || status(agent) == CrowdStatus::kWalledIn;
    }
    if (jam.stale || !go_on(jam)) end_jam(i, !jam.stale && jam.stage == Jam::Stage::kGoes);
  }
  for (const auto& jam : jams_) {
    for (const uint32_t agent : jam->agents) {
      decide(agent, PibtDecision::kStay);
      caller_of_[agent] = agent;
    }
  }
  look_for_jams();
}

// --- Agents that are stuck -----------------------------------------------------------------------------------------

// A step over terrain takes up to sixteen times as long as one of weight 1, a step over a cell with a larger weight of
// its own takes longer, and so does the way over a link.
uint32_t PibtStepper::jam_patience(uint32_t agent) const {
  uint32_t weight = 16;
  const uint8_t* weights = kind(agent).tables.weights;
  for (const CellId cell : {crowd_.cell[agent], crowd_.next[agent]}) {
    if (weights != nullptr && cell != kNoCell) weight = std::max<uint32_t>(weight, weights[cell]);
  }
  if (kind(agent).link_count > 0 && !stands(agent)) {
    weight = std::max(weight, crowd_.step[agent] / (256 * kind(agent).tables.straight));
  }
  return kJamPatience + weight * (65536 / std::max(crowd_.pace[agent], 1u) + 1);
}

void PibtStepper::look_for_jams() {
  const uint32_t slices = std::max(kEvery, crowd_.count / kLookedAt + 1);
  for (uint32_t i = crowd_.tick % slices; i < crowd_.count; i += slices) {
    const CrowdStatus now = status(i);
    if (now != CrowdStatus::kWalking && now != CrowdStatus::kWaiting) {
      unsolvable_[i] = 0;
      continue;
    }
    if (jam_[i] != 0 || !kind(i).ready) continue;
    if (is_progressing(i) || crowd_.tick < jam_next_[i] || jams_.size() == kMaxJams || queues(i)) continue;
    if (!begin_jam(i)) postpone_search(i);
  }
}

void PibtStepper::note_progress(uint32_t agent) {
  nearer_tick_[agent] = crowd_.tick;
  waited_then_[agent] = crowd_.waited[agent];
}

// Returns the number of ticks without progress. Without labels only a lower bound of the remaining cost is
// known, which may not decrease along the path. Then three times the waiting ticks are used, as such an agent
// also walks back and forth.
uint32_t PibtStepper::ticks_without_progress(uint32_t agent) const {
  if (guide_.exact(crowd_.kind[agent], crowd_.goal[agent])) return crowd_.tick - nearer_tick_[agent];
  return 3 * (crowd_.waited[agent] - waited_then_[agent]);
}

// Returns whether the agent makes progress or did so lately.
bool PibtStepper::is_progressing(uint32_t agent) {
  const CellId goal = crowd_.goal[agent];
  const size_t number = crowd_.kind[agent];
  const Cost left = guide_.exact(number, goal) ? guide_.left(number, crowd_.cell[agent], goal) : kNoWay;
  if (goal_seen_[agent] != goal || left < least_left_[agent]) {
    jam_tries_[agent] = unsolvable_[agent] = 0;
    goal_seen_[agent] = goal;
    least_left_[agent] = left;
    note_progress(agent);
  }
  return ticks_without_progress(agent) < jam_patience(agent);
}

// Returns whether the agent is queued behind agents that make progress, or can itself proceed. After a long time it
// returns false, because the agent might walk back and forth.
bool PibtStepper::queues(uint32_t agent) const {
  if (ticks_without_progress(agent) >= 4 * jam_patience(agent)) return false;
  uint32_t at = agent;
  for (uint32_t hops = 0; hops < kInQueue; ++hops) {
    const CrowdKindView& of = kind(at);
    if (!of.ready) return false;
    const CellId next = crowd_wanted_cell(crowd_, of, at);
    if (next == kNoCell || next == crowd_.cell[at]) return false;
    uint32_t other = kNobody;
    bool reserved = false;
    each_of(at, next, [&](CellId cell) {
      for (const uint32_t who : {held_[cell], coming_[cell]}) {
        if (other == kNobody && who != kNobody && who != at) other = who;
      }
      reserved |= !reserved_.empty() && reserved_[cell] != 0;
    });
    if (reserved) return true;
    if (other == kNobody) return true;
    if (other == agent) return false;
    const CrowdStatus now = status(other);
    if (now == CrowdStatus::kPlanning) return true;
    if (now != CrowdStatus::kWalking && now != CrowdStatus::kWaiting) return false;
    const bool moves = guide_.exact(crowd_.kind[other], crowd_.goal[other])
                           ? ticks_without_progress(other) < jam_patience(other) / 2
                           : crowd_.waiting[other] < kEvery;
    if (moves) return true;
    at = other;
  }
  return false;
}

void PibtStepper::postpone_search(uint32_t agent) {
  jam_next_[agent] = crowd_.tick + (kPutOff << std::min<uint32_t>(jam_tries_[agent], 5));
  if (jam_tries_[agent] < kMaxTries) ++jam_tries_[agent];
}

// --- The part of the map and its agents ----------------------------------------------------------------------------

// Returns whether an agent of some kind can cover the cell.
bool PibtStepper::is_ground(CellId cell) const {
  const size_t kinds = guide_.kinds();
  for (size_t k = 0; k < kinds; ++k) {
    const CrowdKindView& of = crowd_.kinds[k];
    if (of.tables.weights == nullptr) continue;
    const Cell at = of.tables.cell(cell);
    for (int y = 0; y < of.size && y <= at.y; ++y) {
      for (int x = 0; x < of.size && x <= at.x; ++x) {
        if (of.tables.weights[of.tables.id({at.x - x, at.y - y})] != 0) return true;
      }
    }
  }
  return false;
}

bool PibtStepper::begin_jam(uint32_t agent) {
  auto jam = std::make_unique<Jam>();
  jam->first = agent;
  if (!gather(*jam, kFirstRadius << jam_tries_[agent])) return false;
  // Sorts the agents: the first agent of the jam, then the others by rank.
  std::vector<uint32_t>& agents = jam->agents;
  std::sort(agents.begin(), agents.end(), [&](uint32_t a, uint32_t b) {
    if ((a == agent) != (b == agent)) return a == agent;
    return rank(a) < rank(b);
  });
  const auto number = static_cast<uint32_t>(jams_.size() + 1);
  if (reserved_.empty()) reserved_.assign(held_.size(), 0);
  for (const CellId cell : jam->cells) reserved_[cell] = number;
  for (const uint32_t one : agents) {
    if (swap_of_[one] != 0) end_swap(swap_of_[one] - 1);
    jam_[one] = number;
    decide(one, PibtDecision::kStay);
    caller_of_[one] = one;
  }
  jams_.push_back(std::move(jam));
  return true;
}

// Collects cells around the first agent, and all agents that stand alone on them. Returns false if a
// search is pointless.
bool PibtStepper::gather(Jam& jam, uint32_t radius) {
  const TablesView& grid = kind(jam.first).tables;
  std::vector<CellId>& cells = jam.cells;
  if (seen_.empty()) {
    seen_.assign(held_.size(), 0);
    from_.assign(held_.size(), kNoCell);
  }
  const uint32_t inside = ++search_;
  size_t met = 0;  // number of agents whose upper left cell was seen
  const auto see_cell = [&](CellId cell) {
    if (seen_[cell] == inside) return;
    seen_[cell] = inside;
    if (!is_ground(cell) || (!reserved_.empty() && reserved_[cell] != 0)) return;
    cells.push_back(cell);
    const uint32_t who = held_[cell];
    met += who != kNobody && crowd_.cell[who] == cell;
  };
  each_of(jam.first, crowd_.cell[jam.first], see_cell);
  jam.whole = kind(jam.first).link_count == 0;  // a schedule could also lead over links
  size_t begin = 0;
  for (uint32_t ring = 0; begin < cells.size(); ++ring) {
    const size_t end = cells.size();
    if (ring == radius || end > kJamCells) {
      jam.whole = false;
      break;
    }
    for (; begin < end; ++begin) {
      const Cell at = grid.cell(cells[begin]);
      for (size_t d = 0; d < kDirX.size(); ++d) {
        const Cell to{at.x + kDirX[d], at.y + kDirY[d]};
        if (to.x >= 0 && to.y >= 0 && to.x < grid.width && to.y < grid.height) see_cell(grid.id(to));
      }
    }
    // In a dense crowd the part is only as large as a search can handle.
    if (met > kMaxAgents && ring > 0) {
      cells.resize(end);
      jam.whole = false;
      break;
    }
  }
  // From here on seen_ marks the part. Agents that are not completely inside it are obstacles, and so are
  // agents that cannot move.
  const uint32_t part = ++search_;
  for (const CellId cell : cells) seen_[cell] = part;
  const auto lies_inside = [&](uint32_t agent, CellId at) {
    bool all = true;
    each_of(agent, at, [&](CellId cell) { all &= seen_[cell] == part; });
    return all;
  };
  const auto takes_part = [&](uint32_t agent) {
    const CrowdStatus now = status(agent);
    if (jam_[agent] != 0 || now == CrowdStatus::kGone || now == CrowdStatus::kWalledIn) return false;
    if (kind(agent).tables.moves == nullptr || kind(agent).size > 8) return false;
    if (std::find(loose_.begin(), loose_.end(), agent) != loose_.end()) return false;
    return lies_inside(agent, crowd_.cell[agent]) && lies_inside(agent, crowd_.next[agent]);
  };
  std::vector<uint32_t>& agents = jam.agents;
  for (bool again = true; again;) {
    again = false;
    agents.clear();
    for (const CellId cell : cells) {
      for (const uint32_t who : {held_[cell], coming_[cell]}) {
        if (who == kNobody || seen_[cell] != part) continue;
        if (takes_part(who)) {
          if (std::find(agents.begin(), agents.end(), who) == agents.end()) agents.push_back(who);
          continue;
        }
        jam.whole = false;
        for (const CellId corner : {crowd_.cell[who], crowd_.next[who]}) {
          each_of(who, corner, [&](CellId at) {
            again |= seen_[at] == part;
            seen_[at] = 0;
          });
        }
      }
    }
  }
  std::erase_if(cells, [&](CellId cell) { return seen_[cell] != part; });
  if (agents.size() > kMaxAgents || agents.size() < 2) return false;
  if (std::find(agents.begin(), agents.end(), jam.first) == agents.end()) return false;
  Cell low{grid.width, grid.height}, high{0, 0};
  for (const CellId cell : cells) {
    const Cell at = grid.cell(cell);
    low = {std::min(low.x, at.x), std::min(low.y, at.y)};
    high = {std::max(high.x, at.x), std::max(high.y, at.y)};
  }
  jam.corner = low;
  jam.width = high.x - low.x + 1;
  jam.height = high.y - low.y + 1;
  return jam.width * jam.height < 0xffff;
}

// Returns the free place in the part that is nearest to the agent's goal; kNoCell if none is better
// than its present cell.
CellId PibtStepper::target_in(const Jam& jam, uint32_t agent, const std::vector<CellId>& taken) {
  const CrowdStatus now = status(agent);
  const CellId goal = crowd_.goal[agent];
  const size_t number = crowd_.kind[agent];
  const CrowdKindView& of = kind(agent);
  const uint32_t own = reserved_[crowd_.cell[agent]];
  const auto fits = [&](CellId at) {
    if (at == kNoCell || of.tables.weights[at] == 0) return false;
    bool inside = true;
    each_of(agent, at, [&](CellId cell) { inside &= reserved_[cell] == own; });
    for (size_t i = 0; i < taken.size() && inside; ++i) {
      inside = taken[i] == kNoCell || !overlap(agent, at, jam.agents[i], taken[i]);
    }
    return inside;
  };
  const bool under_way = now == CrowdStatus::kWalking || now == CrowdStatus::kWaiting;
  if (!under_way && now != CrowdStatus::kArrived) return kNoCell;
  if (fits(goal)) return goal;
  if (!under_way) return kNoCell;
  CellId best = kNoCell;
  if (!guide_.exact(number, goal)) {
    for (uint32_t i = crowd_.place[agent]; i < crowd_.path_length[agent]; ++i) {
      const CellId at = crowd_.path[crowd_.path_offset[agent] + i];
      if (fits(at)) best = at;
    }
    return best;
  }
  Cost least = guide_.left(number, crowd_.cell[agent], goal);
  for (const CellId at : jam.cells) {
    if (of.tables.weights[at] == 0) continue;
    const Cost left = guide_.left(number, at, goal);
    if (left < least && fits(at)) {
      least = left;
      best = at;
    }
  }
  return best;
}

// --- The schedule --------------------------------------------------------------------------------------------------

bool PibtStepper::begin_search(Jam& jam) {
  const auto all_of = [&](auto&& holds) { return std::all_of(jam.agents.begin(), jam.agents.end(), holds); };
  if (!all_of([&](uint32_t agent) { return kind(agent).tables.moves != nullptr; })) return false;
  const TablesView& grid = kind(jam.first).tables;
  if (jam.targets.empty()) {
    for (const uint32_t agent : jam.agents) jam.targets.push_back(target_in(jam, agent, jam.targets));
  }
  if (jam.targets.front() == kNoCell) return false;
  const auto local = [&](CellId cell) {
    const Cell at = grid.cell(cell);
    return static_cast<uint16_t>((at.y - jam.corner.y) * jam.width + at.x - jam.corner.x);
  };
  std::vector<uint8_t> numbers;  // numbers of the kinds, first those of one cell
  std::vector<JamAgent> agents;
  const auto number_of = [&](uint32_t agent) {
    const uint8_t own = crowd_.kind[agent];
    const auto at = std::find(numbers.begin(), numbers.end(), own);
    if (at != numbers.end()) return static_cast<uint8_t>(at - numbers.begin());
    numbers.push_back(own);
    return static_cast<uint8_t>(numbers.size() - 1);
  };
  for (const bool small : {true, false}) {
    for (const uint32_t agent : jam.agents) {
      if ((kind(agent).size == 1) == small) number_of(agent);
    }
  }
  for (size_t i = 0; i < jam.agents.size(); ++i) {
    const uint32_t agent = jam.agents[i];
    JamAgent& one = agents.emplace_back();
    one.at = local(crowd_.cell[agent]);
    one.size = static_cast<uint8_t>(kind(agent).size);
    one.kind = number_of(agent);
    if (jam.targets[i] == kNoCell) continue;
    one.target = local(jam.targets[i]);
    one.must =
        i == 0 || jam.needs == Jam::JamTargets::kAll || (jam.needs == Jam::JamTargets::kHome && one.at == one.target);
  }
  const uint32_t own = jam_[jam.first];
  const auto lies_inside = [&](const CrowdKindView& of, CellId at) {
    bool inside = true;
    crowd_square(of, at, [&](CellId cell) { inside &= reserved_[cell] == own; });
    return inside;
  };
  std::vector<std::vector<uint8_t>> moves;
  for (const uint8_t number : numbers) {
    const CrowdKindView& of = crowd_.kinds[number];
    std::vector<uint8_t>& legal = moves.emplace_back(static_cast<size_t>(jam.width * jam.height), uint8_t{0});
    for (const CellId cell : jam.cells) {
      if (of.tables.weights[cell] == 0 || !lies_inside(of, cell)) continue;
      for (uint32_t direction = 0; direction < kDirections; ++direction) {
        if ((of.tables.moves[cell] >> direction & 1) == 0) continue;
        if (lies_inside(of, of.tables.neighbour(cell, static_cast<int>(direction)))) {
          legal[local(cell)] = static_cast<uint8_t>(legal[local(cell)] | 1u << direction);
        }
      }
    }
  }
  const uint64_t seed = crowd_random(crowd_.seed, jam.first, crowd_.tick);
  jam.search = std::make_unique<JamSearch>(jam.width, std::move(moves), std::move(agents), seed,
                                           kFirstNodes << jam_tries_[jam.first]);
  jam.stage = Jam::Stage::kSearches;
  return true;
}

// Advances a jam. Returns false if the jam has ended.
bool PibtStepper::go_on(Jam& jam) {
  const bool all_stand =
      std::all_of(jam.agents.begin(), jam.agents.end(), [&](uint32_t agent) { return stands(agent); });
  switch (jam.stage) {
    case Jam::Stage::kGathers:
      return !all_stand || begin_search(jam);
    case Jam::Stage::kSearches:
      switch (jam.search->work(decisions_)) {
        case JamSearch::State::kSearching:
          return true;
        case JamSearch::State::kFound:
          jam.rows = jam.search->schedule();
          jam.search = nullptr;
          jam.stage = Jam::Stage::kGoes;
          return true;
        case JamSearch::State::kNone:
          if (jam.needs == Jam::JamTargets::kFirst && jam.whole) unsolvable_[jam.first] = 1;
          [[fallthrough]];
        case JamSearch::State::kGivenUp:
          if (jam.needs == Jam::JamTargets::kFirst) return false;
          jam.needs = static_cast<Jam::JamTargets>(static_cast<uint8_t>(jam.needs) + 1);
          return begin_search(jam);
      }
      return false;
    case Jam::Stage::kGoes:
      return !all_stand || next_row(jam);
  }
  return false;
}

// Starts the next step of the schedule for all agents; the steps end at the same time. Returns false if
// the jam has ended.
bool PibtStepper::next_row(Jam& jam) {
  const TablesView& grid = kind(jam.first).tables;
  const auto cell_of = [&](uint16_t local) {
    return grid.id({jam.corner.x + local % jam.width, jam.corner.y + local / jam.width});
  };
  const std::vector<uint16_t>& row = jam.rows[jam.row];
  for (size_t i = 0; i < jam.agents.size(); ++i) {
    if (crowd_.cell[jam.agents[i]] != cell_of(row[i])) {
      jam.stale = true;
      return false;
    }
  }
  if (jam.row + 1 == jam.rows.size()) return false;
  const std::vector<uint16_t>& next = jam.rows[++jam.row];
  std::vector<std::pair<uint32_t, CellId>> steps;
  for (size_t i = 0; i < jam.agents.size(); ++i) {
    const uint32_t agent = jam.agents[i];
    if (next[i] == row[i]) continue;
    const CellId to = cell_of(next[i]);
    bool free = direction_to(agent, crowd_.cell[agent], to) != kMoveNone;
    each_of(agent, to, [&](CellId cell) {
      for (const uint32_t who : {held_[cell], coming_[cell]}) free &= who == kNobody || jam_[who] == jam_[agent];
    });
    if (!free) {
      jam.stale = true;
      return false;
    }
    steps.emplace_back(agent, to);
  }
  uint32_t ticks = 0;
  for (const auto& [agent, to] : steps) begin(agent, to);
  for (const auto& [agent, to] : steps) ticks = std::max(ticks, ticks_left(agent));
  for (const auto& [agent, to] : steps) slow_down(agent, ticks);
  return true;
}

void PibtStepper::end_jam(size_t place, bool solved) {
  const std::unique_ptr<Jam> jam = std::move(jams_[place]);
  for (const CellId cell : jam->cells) reserved_[cell] = 0;
  for (const uint32_t agent : jam->agents) {
    jam_[agent] = 0;
    if (jam->row > 0) replan(agent);
    if (!solved) continue;
    note_progress(agent);
    unsolvable_[agent] = 0;
  }
  if (solved) {
    ++jams_solved_;
    // If the agent still makes no progress, the next attempt takes in a larger radius.
    if (jam_tries_[jam->first] < kMaxTries) ++jam_tries_[jam->first];
  } else if (!jam->stale) {
    postpone_search(jam->first);
  }
  if (place + 1 != jams_.size()) {
    jams_[place] = std::move(jams_.back());
    const auto number = static_cast<uint32_t>(place + 1);
    for (const CellId cell : jams_[place]->cells) reserved_[cell] = number;
    for (const uint32_t agent : jams_[place]->agents) jam_[agent] = number;
  }
  jams_.pop_back();
}

}  // namespace strata
