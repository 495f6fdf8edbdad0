#include "core/crowd/crowd_jam_search.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/hash.hpp"
#include "core/grid/cell.hpp"

namespace strata {
namespace {

constexpr uint32_t kMaxRuns = 24;
constexpr uint16_t kFar = 0xfffe;

}  // namespace

JamSearch::JamSearch(int width, std::vector<std::vector<uint8_t>> moves, std::vector<JamAgent> agents, uint64_t seed,
                     uint64_t nodes)
    : width_(width),
      moves_(std::move(moves)),
      agents_(std::move(agents)),
      random_(seed * 2 + 1),
      nodes_of_first_(nodes) {
  cells_ = moves_.empty() ? 0 : moves_.front().size();
  const size_t count = agents_.size();
  distances_.resize(count);
  std::vector<uint16_t> at(count);
  for (uint16_t i = 0; i < count; ++i) {
    at[i] = agents_[i].at;
    if (agents_[i].target == kNone) continue;
    find_distances(i);
    // The agent cannot reach its target even alone.
    if (agents_[i].must && distance(i, at[i]) == kFar) state_ = State::kNone;
  }
  both_ways_ = std::all_of(agents_.begin(), agents_.end(), [](const JamAgent& one) { return one.must; });
  held_.assign(cells_, kNone);
  kept_.assign(cells_, kNone);
  cleared_.assign(cells_, kNone);
  next_.assign(count, kNone);
  order_of_.assign(count, 0);
  until_ = count * nodes_of_first_;
  add_node(0, std::move(at));
}

// --- Geometry -------------------------------------------------------------------------------------------------------

template <class Visit>
void JamSearch::square(uint16_t i, uint16_t at, Visit&& visit) const {
  for (int y = 0; y < agent(i).size; ++y) {
    for (int x = 0; x < agent(i).size; ++x) visit(static_cast<size_t>(at + y * width_ + x));
  }
}

bool JamSearch::overlap(uint16_t a, uint16_t at_a, uint16_t b, uint16_t at_b) const {
  const int ax = at_a % width_, ay = at_a / width_, bx = at_b % width_, by = at_b / width_;
  return ax < bx + agent(b).size && bx < ax + agent(a).size && ay < by + agent(b).size && by < ay + agent(a).size;
}

uint16_t JamSearch::neighbour(uint16_t at, int direction) const {
  const auto d = static_cast<size_t>(direction);
  return static_cast<uint16_t>(at + kDirY[d] * width_ + kDirX[d]);
}

uint16_t JamSearch::distance(uint16_t i, uint16_t at) const { return distances_[i].empty() ? 0 : distances_[i][at]; }

void JamSearch::find_distances(uint16_t i) {
  std::vector<uint16_t>& distances = distances_[i];
  const std::vector<uint8_t>& moves = moves_[agent(i).kind];
  distances.assign(cells_, kFar);
  distances[agent(i).target] = 0;
  std::vector<uint16_t> open{agent(i).target};
  for (size_t head = 0; head < open.size(); ++head) {
    const uint16_t at = open[head];
    // All moves are legal in both directions.
    for (int direction = 0; direction < kDirections; ++direction) {
      if ((moves[at] >> direction & 1) == 0) continue;
      const uint16_t to = neighbour(at, direction);
      if (distances[to] != kFar) continue;
      distances[to] = static_cast<uint16_t>(distances[at] + 1);
      open.push_back(to);
    }
  }
}

uint64_t JamSearch::random() {
  random_ ^= random_ << 13;
  random_ ^= random_ >> 7;
  random_ ^= random_ << 17;
  return random_;
}

// --- The search over the cells of all agents -----------------------------------------------------------------------

bool JamSearch::at_end(const Node& node) const {
  for (size_t i = 0; i < agents_.size(); ++i) {
    if (agents_[i].must && node.at[i] != agents_[i].target) return false;
  }
  return true;
}

uint64_t JamSearch::hash(std::span<const uint16_t> at) const {
  Fnv1a hash;
  for (const uint16_t cell : at) hash.add(cell);
  return hash.value();
}

void JamSearch::add_node(uint32_t parent, std::vector<uint16_t> at) {
  const size_t count = agents_.size();
  const auto number = static_cast<uint32_t>(nodes_.size());
  Node node;
  node.parent = parent;
  node.at = std::move(at);
  node.urgency.resize(count);
  node.order.resize(count);
  for (uint16_t i = 0; i < count; ++i) {
    const bool there = distance(i, node.at[i]) == 0;
    const float rest = static_cast<float>(distance(i, node.at[i])) / 4096.f;
    if (number == 0) {
      node.urgency[i] = runs_ == 0 ? rest : static_cast<float>(random() % 1024) / 1024.f;
    } else {
      // The urgency of an agent that is not at its target increases with every step.
      const float before = nodes_[parent].urgency[i];
      node.urgency[i] = there ? before - static_cast<float>(static_cast<int>(before)) : before + 1;
    }
  }
  std::iota(node.order.begin(), node.order.end(), uint16_t{0});
  std::stable_sort(node.order.begin(), node.order.end(),
                   [&](uint16_t a, uint16_t b) { return node.urgency[a] > node.urgency[b]; });
  node.constraints.emplace_back();
  known_.emplace(hash(node.at), number);
  nodes_.push_back(std::move(node));
  open_.push_back(number);
}

// Restarts in a different order, because a depth-first search in a wrong region rarely leaves it.
bool JamSearch::again() {
  if (++runs_ == kMaxRuns) {
    state_ = State::kGivenUp;
    return false;
  }
  until_ = decisions_ + agents_.size() * (nodes_of_first_ << (runs_ / 4));
  if (both_ways_) turn();
  std::vector<uint16_t> at(agents_.size());
  std::transform(agents_.begin(), agents_.end(), at.begin(), [](const JamAgent& one) { return one.at; });
  nodes_.clear();
  known_.clear();
  open_.clear();
  add_node(0, std::move(at));
  return true;
}

// Reverses the search. All moves are legal in both directions, so that a schedule from the targets to the current
// cells, reversed, is also a schedule. It is often easier to find.
void JamSearch::turn() {
  backwards_ = !backwards_;
  for (JamAgent& one : agents_) std::swap(one.at, one.target);
  if (distances_back_.empty()) {
    distances_back_.resize(agents_.size());
    std::swap(distances_, distances_back_);
    for (uint16_t i = 0; i < agents_.size(); ++i) find_distances(i);
    return;
  }
  std::swap(distances_, distances_back_);
}

JamSearch::State JamSearch::work(uint64_t decisions) {
  const uint64_t until = decisions_ + decisions;
  while (state_ == State::kSearching && decisions_ < until) {
    if (!step()) break;
  }
  return state_;
}

bool JamSearch::step() {
  if (open_.empty()) {
    state_ = State::kNone;
    return false;
  }
  const uint32_t number = open_.back();
  if (at_end(nodes_[number])) {
    end_ = number;
    state_ = State::kFound;
    return false;
  }
  if (decisions_ >= until_) return again();
  Node& node = nodes_[number];
  if (node.next == node.constraints.size()) {
    open_.pop_back();
    return true;
  }
  const auto parent = static_cast<uint32_t>(node.next++);
  const Constraint last = node.constraints[parent];
  if (last.depth < agents_.size()) {
    const uint16_t who = node.order[last.depth];
    std::array<uint16_t, 9> ways;
    size_t count = 0;
    ways[count++] = node.at[who];
    for (int direction = 0; direction < kDirections; ++direction) {
      if ((moves_[agent(who).kind][node.at[who]] >> direction & 1) != 0)
        ways[count++] = neighbour(node.at[who], direction);
    }
    for (size_t i = count; i > 1; --i) std::swap(ways[i - 1], ways[random() % i]);
    for (size_t i = 0; i < count; ++i) {
      node.constraints.push_back({parent, who, ways[i], static_cast<uint16_t>(last.depth + 1)});
    }
  }
  decisions_ += agents_.size();
  if (!successor(node, last)) return true;
  const auto [begin, end] = known_.equal_range(hash(next_));
  for (auto it = begin; it != end; ++it) {
    if (nodes_[it->second].at != next_) continue;
    open_.push_back(it->second);  // the node is expanded again
    return true;
  }
  add_node(number, next_);
  return true;
}

std::vector<std::vector<uint16_t>> JamSearch::schedule() const {
  std::vector<std::vector<uint16_t>> rows;
  if (state_ != State::kFound) return rows;
  for (uint32_t number = end_;; number = nodes_[number].parent) {
    rows.push_back(nodes_[number].at);
    if (number == 0) break;
  }
  if (!backwards_) std::reverse(rows.begin(), rows.end());
  return rows;
}

// --- One step of all agents ----------------------------------------------------------------------------------------

bool JamSearch::successor(const Node& node, const Constraint& last) {
  now_ = node.at;
  std::fill(held_.begin(), held_.end(), kNone);
  std::fill(kept_.begin(), kept_.end(), kNone);
  std::fill(cleared_.begin(), cleared_.end(), kNone);
  std::fill(next_.begin(), next_.end(), kNone);
  taken_.clear();
  calls_ = 0;
  for (uint16_t i = 0; i < now_.size(); ++i) square(i, now_[i], [&](size_t cell) { held_[cell] = i; });
  for (size_t i = 0; i < node.order.size(); ++i) order_of_[node.order[i]] = static_cast<uint16_t>(i);
  for (Constraint at = last; at.depth > 0; at = node.constraints[at.parent]) {
    if (!can_take(at.agent, at.to)) return false;
    take(at.agent, at.to);
  }
  for (const uint16_t i : node.order) {
    if (next_[i] == kNone && !decide(i)) return false;
  }
  return true;
}

// Returns whether no other agent enters these cells, and no agent exchanges its place with this one.
bool JamSearch::can_take(uint16_t i, uint16_t to) const {
  bool free = true;
  square(i, to, [&](size_t cell) {
    free &= kept_[cell] == kNone;
    const uint16_t other = held_[cell];
    if (other != kNone && other != i && next_[other] != kNone) free &= !overlap(other, next_[other], i, now_[i]);
  });
  return free;
}

void JamSearch::take(uint16_t i, uint16_t to) {
  next_[i] = to;
  taken_.push_back(i);
  square(i, to, [&](size_t cell) { kept_[cell] = i; });
}

void JamSearch::take_back(size_t mark) {
  while (taken_.size() > mark) {
    const uint16_t i = taken_.back();
    taken_.pop_back();
    square(i, next_[i], [&](size_t cell) { kept_[cell] = kNone; });
    next_[i] = kNone;
  }
}

// Decides the step of an agent and of the agents that it pushes (PIBT). Returns false if no candidate was possible.
bool JamSearch::decide(uint16_t i) {
  if (++calls_ > 32 * agents_.size() + 64) return false;
  MoveChoices ways;
  const size_t count = choices(i, ways);
  const uint16_t pulled = to_be_pulled(i, ways[0].to);
  if (pulled != kNone) std::reverse(ways.begin(), ways.begin() + static_cast<std::ptrdiff_t>(count));
  const size_t mark = taken_.size();
  for (size_t choice = 0; choice < count; ++choice) {
    const uint16_t to = ways[choice].to;
    if (!can_take(i, to)) continue;
    take(i, to);
    bool all = true;
    std::array<uint16_t, 64> asked;
    size_t many = 0;
    square(i, to, [&](size_t cell) {
      const uint16_t other = held_[cell];
      if (other == kNone || other == i) return;
      if (many < asked.size() && std::find(asked.begin(), asked.begin() + many, other) == asked.begin() + many) {
        asked[many++] = other;
      }
    });
    for (size_t k = 0; k < many && all; ++k) {
      const uint16_t other = asked[k];
      if (next_[other] == kNone && !decide(other)) {
        all = false;
      } else if (next_[other] == kNone || overlap(other, next_[other], i, now_[i])) {
        all = false;
      }
      if (all) continue;
      // The other agent stays; the decisions that led to its failed step are undone.
      take_back(mark);
      if (can_take(other, now_[other])) take(other, now_[other]);
    }
    if (!all) {
      if (choice == 0 && pulled == kNone) {
        square(i, to, [&](size_t cell) {
          if (cleared_[cell] == kNone) cleared_[cell] = i;
        });
      }
      continue;
    }
    if (choice == 0 && pulled != kNone && next_[pulled] == kNone && agent(pulled).size == agent(i).size &&
        to != now_[i] && can_take(pulled, now_[i])) {
      take(pulled, now_[i]);
    }
    return true;
  }
  return false;
}

// Sets `out` to the candidates, best first: cells not used by more urgent agents, then smaller distance to the
// target, then free cells.
size_t JamSearch::choices(uint16_t i, MoveChoices& out) {
  size_t count = 0;
  const auto put = [&](uint16_t to) {
    uint64_t in_way = 0;
    bool held = false;
    square(i, to, [&](size_t cell) {
      in_way += cleared_[cell] != kNone && cleared_[cell] != i && order_of_[cleared_[cell]] < order_of_[i];
      held |= held_[cell] != kNone && held_[cell] != i;
    });
    const bool rests = distances_[i].empty() && to != now_[i];
    out[count++] = {to, in_way << 48 | uint64_t{distance(i, to)} << 24 | uint64_t{rests} << 22 | uint64_t{held} << 20 |
                            (random() & 0xfffff)};
  };
  put(now_[i]);
  const uint8_t moves = moves_[agent(i).kind][now_[i]];
  for (int direction = 0; direction < kDirections; ++direction) {
    if ((moves >> direction & 1) != 0) put(neighbour(now_[i], direction));
  }
  std::sort(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(count),
            [](const MoveChoice& a, const MoveChoice& b) { return a.key < b.key; });
  return count;
}

// --- Two agents that have to pass each other -----------------------------------------------------------------------

// Returns the number of directions in which an agent that enters a cell from `back` can continue, and sets `on` to the
// last of these cells. A dead end with an agent at its target does not count.
int JamSearch::ways_on(uint16_t at, uint16_t back, uint16_t& on) const {
  const std::vector<uint8_t>& moves = moves_.front();
  int count = 0;
  for (int direction = 0; direction < kDirections; ++direction) {
    if ((moves[at] >> direction & 1) == 0) continue;
    const uint16_t to = neighbour(at, direction);
    if (to == back) continue;
    const uint16_t who = held_[to];
    const bool dead_end = (moves[to] & (moves[to] - 1)) == 0;
    if (dead_end && who != kNone && agent(who).target == to) continue;
    on = to;
    ++count;
  }
  return count;
}

// Returns whether the pusher, going forwards, and the puller, going backwards before it, reach no place where the
// puller could step aside, while each has to pass the other.
bool JamSearch::must_pass(uint16_t pusher, uint16_t puller, uint16_t pusher_at, uint16_t puller_at) const {
  for (size_t steps = 0; steps <= cells_ && distance(pusher, puller_at) < distance(pusher, pusher_at); ++steps) {
    uint16_t on = kNone;
    const int ways = ways_on(puller_at, pusher_at, on);
    if (ways >= 2) return false;
    if (ways == 0) break;
    pusher_at = puller_at;
    puller_at = on;
  }
  return distance(puller, pusher_at) < distance(puller, puller_at) &&
         (distance(pusher, pusher_at) == 0 || distance(pusher, puller_at) < distance(pusher, pusher_at));
}

// Returns whether the two agents, going backwards, reach a cell with two further exits.
bool JamSearch::can_pass(uint16_t pusher_at, uint16_t puller_at) const {
  const uint16_t start = pusher_at;
  for (size_t steps = 0; steps <= cells_ && puller_at != start; ++steps) {
    uint16_t on = kNone;
    const int ways = ways_on(puller_at, pusher_at, on);
    if (ways >= 2) return true;
    if (ways == 0) return false;
    pusher_at = puller_at;
    puller_at = on;
  }
  return false;
}

// Returns the agent that this agent pulls behind it, back to a junction; kNone if there is none. Only agents of
// one cell are pulled.
uint16_t JamSearch::to_be_pulled(uint16_t i, uint16_t best) const {
  if (agent(i).size != 1 || agent(i).kind != 0 || best == now_[i]) return kNone;
  const auto small = [&](uint16_t other) { return agent(other).size == 1 && agent(other).kind == 0; };
  const uint16_t ahead = held_[best];
  if (ahead != kNone && ahead != i && small(ahead) && next_[ahead] == kNone &&
      must_pass(i, ahead, now_[i], now_[ahead]) && can_pass(now_[ahead], now_[i])) {
    return ahead;
  }
  // An agent behind this one may have to pass it: then this agent goes on to a place where they can swap, and pulls the
  // other one behind it.
  for (int direction = 0; direction < kDirections; ++direction) {
    if ((moves_.front()[now_[i]] >> direction & 1) == 0) continue;
    const uint16_t beside = neighbour(now_[i], direction);
    const uint16_t other = held_[beside];
    if (other == kNone || other == i || !small(other) || beside == best) continue;
    if (must_pass(other, i, now_[i], best) && can_pass(best, now_[i])) return other;
  }
  return kNone;
}

size_t JamSearch::memory_bytes() const {
  size_t bytes = cells_ * (moves_.size() + 3 * sizeof(uint16_t));
  for (const auto& distances : distances_) bytes += distances.capacity() * sizeof(uint16_t);
  for (const Node& node : nodes_) {
    bytes += sizeof(Node) + node.at.capacity() * (2 * sizeof(uint16_t) + sizeof(float)) +
             node.constraints.capacity() * sizeof(Constraint);
  }
  return bytes + open_.capacity() * sizeof(uint32_t) + known_.size() * 32;
}

}  // namespace strata
