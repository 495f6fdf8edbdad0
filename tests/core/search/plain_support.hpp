// Purpose: What the tests of the plain searches share: settings of every kind, and what is wrong with an answer.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/search/path.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

namespace strata::test {

inline constexpr int kFewer = kSanitized ? 2 : 1;  // as many times fewer cases where each takes that much longer

struct GridSetting {
  GridMap map;
  MoveGrid grid;

  GridSetting(GridMap of, const Rules& rules) : map(std::move(of)) {
    Clearance clearance;
    clearance.build(map, rules.capability);
    grid.build(map, rules, &clearance);
  }
};

// Random queries over maps of walls, rooms and terrain, under all rules and for agents of several sizes:
// visit(setting, query, optimum), kInfinite where there is no way. Returns how many.
template <class Visit>
size_t for_random_queries(int maps, Visit&& visit) {
  size_t queries = 0;
  for (const Rules& each : all_rules()) {
    for (int size = 1; size <= 3; ++size) {
      Rules rules = each;
      rules.agent_size = size;
      for (int m = 0; m < maps; ++m) {
        const auto seed = static_cast<uint64_t>(m * 3 + size);
        const int width = 8 + 5 * (m % 5), height = 30 - 3 * (m % 4);
        const GridSetting setting(m % 2 == 0 ? random_map(width, height, 25u / static_cast<uint32_t>(size), seed)
                                             : random_rooms(width + 10, height, 6 + size, seed),
                                  rules);
        Rng rng(seed + 100);
        for (int i = 0; i < 4; ++i) {
          const Cell start = random_cell(setting.map, rng);
          const std::vector<Cost> optimum = plain_dijkstra(setting.map, rules, start);
          for (int j = 0; j < 12; ++j) {
            const Query query{start, random_cell(setting.map, rng)};
            visit(setting, query, optimum[setting.map.id(query.goal)]);
            ++queries;
          }
        }
      }
    }
  }
  return queries;
}

// Why the status is wrong; empty: it is right.
inline std::string status_fault(const GridSetting& setting, const Query& query, const PlanResult& result,
                                Cost optimum) {
  PlanStatus expected = optimum == kInfinite ? PlanStatus::kNoPath : PlanStatus::kFound;
  if (!can_stand(setting.map, setting.grid.rules(), query.goal)) expected = PlanStatus::kGoalBlocked;
  if (!can_stand(setting.map, setting.grid.rules(), query.start)) expected = PlanStatus::kStartBlocked;
  return result.status == expected ? "" : std::string(status_text(result.status));
}

// The same of a whole answer over cells: legal, of the cost that it says, no cheaper than the optimum.
inline std::string answer_fault(const GridSetting& setting, const Query& query, const PlanResult& result,
                                Cost optimum) {
  if (const std::string fault = status_fault(setting, query, result, optimum); !fault.empty()) return fault;
  if (!result.found()) return result.path.empty() ? "" : "a path where there is none";
  if (result.cost < optimum) return "cheaper than the optimum";
  if (result.raw_cost != result.cost) return "it has not been smoothed";
  return path_fault(setting.grid, result.path, query.start, query.goal, result.cost).value_or("");
}

inline bool same_answer(const PlanResult& a, const PlanResult& b) {
  return a.status == b.status && a.cost == b.cost && a.path == b.path && a.points == b.points && a.stats == b.stats;
}

// The lines of pseudo-code that the events of a trace belong to, one bit each.
inline uint64_t lines_reached(const GridSetting& setting, const PseudoCode& code, const Trace& trace,
                              const Query& query) {
  uint64_t reached = 0;
  for (size_t i = 0; i < trace.events().size(); ++i) {
    reached |= code.lines_of(trace.events()[i], i == 0, trace.places(setting.map.width()), setting.map.id(query.goal));
  }
  return reached;
}

// Of all lines of the code.
inline uint64_t all_lines(const PseudoCode& code) { return (uint64_t{1} << code.lines.size()) - 1; }

}  // namespace strata::test
