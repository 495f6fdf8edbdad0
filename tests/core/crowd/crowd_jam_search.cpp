// Schedules for a few agents, held against a search through all places that they can be in.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "core/crowd/crowd_jam_search.hpp"
#include "core/grid/cell.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// Random walls on a small grid; by kind of agent, of one cell and of two by two, where it can step.
struct RandomGrid {
  int width = 0, height = 0;
  std::vector<bool> ground;
  std::vector<std::vector<uint8_t>> moves;  // by size - 1

  RandomGrid(int w, int h, uint32_t percent, Rng& rng) : width(w), height(h) {
    for (int i = 0; i < w * h; ++i) ground.push_back(rng.below(100) >= percent);
    for (int size = 1; size <= 2; ++size) {
      std::vector<uint8_t>& legal = moves.emplace_back(ground.size(), uint8_t{0});
      for (int y = 0; y < h; ++y) {
        for (int x = 0; x < w; ++x) {
          for (size_t d = 0; d < kDirX.size(); ++d) {
            const int dx = kDirX[d], dy = kDirY[d];
            const bool free =
                fits(x, y, size) && fits(x + dx, y + dy, size) && fits(x + dx, y, size) && fits(x, y + dy, size);
            if (free) legal[static_cast<size_t>(y * w + x)] |= static_cast<uint8_t>(1u << d);
          }
        }
      }
    }
  }
  bool fits(int x, int y, int size) const {
    for (int j = y; j < y + size; ++j) {
      for (int i = x; i < x + size; ++i) {
        if (i < 0 || j < 0 || i >= width || j >= height || !ground[static_cast<size_t>(j * width + i)]) return false;
      }
    }
    return true;
  }
  bool overlap(int size_a, uint16_t a, int size_b, uint16_t b) const {
    const int ax = a % width, ay = a / width, bx = b % width, by = b / width;
    return ax < bx + size_b && bx < ax + size_a && ay < by + size_b && by < ay + size_a;
  }
  std::vector<uint16_t> ways(int size, uint16_t at) const {
    std::vector<uint16_t> to{at};
    for (size_t d = 0; d < kDirX.size(); ++d) {
      if ((moves[static_cast<size_t>(size - 1)][at] >> d & 1) != 0) {
        to.push_back(static_cast<uint16_t>(at + kDirY[d] * width + kDirX[d]));
      }
    }
    return to;
  }
  // Nobody is where another one is, and no two change places.
  bool legal(const std::vector<JamAgent>& agents, const std::vector<uint16_t>& from,
             const std::vector<uint16_t>& to) const {
    for (size_t a = 0; a < agents.size(); ++a) {
      const std::vector<uint16_t> own = ways(agents[a].size, from[a]);
      if (std::find(own.begin(), own.end(), to[a]) == own.end()) return false;
      for (size_t b = 0; b < a; ++b) {
        if (overlap(agents[a].size, to[a], agents[b].size, to[b])) return false;
        if (overlap(agents[a].size, to[a], agents[b].size, from[b]) &&
            overlap(agents[b].size, to[b], agents[a].size, from[a])) {
          return false;
        }
      }
    }
    return true;
  }
};

bool at_end(const std::vector<JamAgent>& agents, const std::vector<uint16_t>& at) {
  for (size_t i = 0; i < agents.size(); ++i) {
    if (agents[i].must && at[i] != agents[i].target) return false;
  }
  return true;
}

// Whether there is a schedule: breadth first through all that can be.
bool can_end(const RandomGrid& part, const std::vector<JamAgent>& agents) {
  std::vector<uint16_t> at;
  for (const JamAgent& one : agents) at.push_back(one.at);
  std::set<std::vector<uint16_t>> seen{at};
  std::vector<std::vector<uint16_t>> open{at};
  for (size_t head = 0; head < open.size(); ++head) {
    const std::vector<uint16_t> from = open[head];
    if (at_end(agents, from)) return true;
    std::vector<std::vector<uint16_t>> ways;
    for (size_t i = 0; i < agents.size(); ++i) ways.push_back(part.ways(agents[i].size, from[i]));
    std::vector<size_t> choice(agents.size(), 0);
    for (;;) {
      std::vector<uint16_t> to;
      for (size_t i = 0; i < agents.size(); ++i) to.push_back(ways[i][choice[i]]);
      if (part.legal(agents, from, to) && seen.insert(to).second) open.push_back(to);
      size_t i = 0;
      while (i < agents.size() && ++choice[i] == ways[i].size()) choice[i++] = 0;
      if (i == agents.size()) break;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("a schedule is found where there is one, each step of it is legal, and where there is none that is known") {
  Rng rng(11);
  int found = 0, none = 0, large = 0;
  for (int round = 0; round < rounds(400); ++round) {
    CAPTURE(round);
    const RandomGrid part(rng.between(3, 5), rng.between(2, 4), 15 + rng.below(35), rng);
    std::vector<JamAgent> agents;
    const uint32_t many = 2 + rng.below(2);
    std::vector<uint16_t> targets;
    for (uint32_t i = 0; i < many; ++i) {
      JamAgent one;
      one.size = rng.below(4) == 0 ? 2 : 1;
      one.kind = static_cast<uint8_t>(one.size - 1);
      std::vector<uint16_t> at, to;
      for (uint16_t cell = 0; cell < part.ground.size(); ++cell) {
        if (!part.fits(cell % part.width, cell / part.width, one.size)) continue;
        const auto clear = [&](auto&& where) {
          for (size_t k = 0; k < agents.size(); ++k) {
            const uint16_t other = where(agents[k]);
            if (other != JamAgent::kNowhere && part.overlap(one.size, cell, agents[k].size, other)) return false;
          }
          return true;
        };
        if (clear([](const JamAgent& a) { return a.at; })) at.push_back(cell);
        if (clear([](const JamAgent& a) { return a.target; })) to.push_back(cell);
      }
      if (at.empty() || to.empty()) break;
      one.at = at[rng.below(static_cast<uint32_t>(at.size()))];
      if (i == 0 || rng.below(4) != 0) {
        one.target = to[rng.below(static_cast<uint32_t>(to.size()))];
        one.must = i == 0 || rng.below(4) != 0;
      }
      agents.push_back(one);
    }
    if (agents.size() < many) continue;
    JamSearch search(part.width, part.moves, agents, static_cast<uint64_t>(round), 100000);
    while (search.work(1000) == JamSearch::State::kSearching) {
    }
    const bool can = can_end(part, agents);
    REQUIRE(search.state() == (can ? JamSearch::State::kFound : JamSearch::State::kNone));
    none += can ? 0 : 1;
    if (!can) {
      CHECK(search.schedule().empty());
      continue;
    }
    ++found;
    large += std::any_of(agents.begin(), agents.end(), [](const JamAgent& one) { return one.size == 2; });
    const auto rows = search.schedule();
    REQUIRE_FALSE(rows.empty());
    for (size_t i = 0; i < agents.size(); ++i) CHECK(rows.front()[i] == agents[i].at);
    CHECK(at_end(agents, rows.back()));
    for (size_t row = 1; row < rows.size(); ++row) REQUIRE(part.legal(agents, rows[row - 1], rows[row]));
  }
  CHECK(found > rounds(100));
  CHECK(none > rounds(20));
  CHECK(large > rounds(10));
}
