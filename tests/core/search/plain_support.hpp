// Purpose: These helpers of the tests of plain searches provide settings of every kind, and check answers.
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

inline constexpr int kFewer = kSanitized ? 2 : 1;  // divisor of the number of cases under a sanitizer

struct GridTestMap {
  GridMap map;
  MoveGrid grid;

  GridTestMap(GridMap of, const Rules& rules) : map(std::move(of)) {
    auto clearance = built<Clearance>(map, rules.capability);
    grid.build(map, rules, &clearance);
  }
};

// A map that is edited, with its moves for agents of any size.
struct EditedMap {
  GridMap map;
  Clearance clearance;
  MoveGrid grid;

  EditedMap(GridMap of, const Rules& rules) : map(std::move(of)) {
    clearance.build(map, rules.capability);
    grid.build(map, rules, &clearance);
  }
  Rect edit(const Edit& change) {
    Rect dirty = map.apply(change).dirty;
    dirty.include(clearance.update(map, dirty));
    return grid.update(map, dirty, &clearance);
  }
};

// Calls visit(setting, query, optimum) for random queries on maps with walls, rooms and terrain, under all rules and
// for agents of several sizes; the optimum is kInfinite if there is no path. Returns the number of queries.
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
        const GridTestMap setting(m % 2 == 0 ? random_map(width, height, 25u / static_cast<uint32_t>(size), seed)
                                             : random_rooms(width + 10, height, 6 + size, seed),
                                  rules);
        Rng rng(seed + 100);
        for (int i = 0; i < 4; ++i) {
          const Cell start = random_cell(setting.map, rng);
          const std::vector<Cost> optimum = plain_dijkstra(setting.map, rules, start);
          for (int j = 0; j < 12; ++j) {
            const PlanQuery query{start, random_cell(setting.map, rng)};
            visit(setting, query, optimum[setting.map.id(query.goal)]);
            ++queries;
          }
        }
      }
    }
  }
  return queries;
}

// Returns why the status is wrong; empty: it is right.
inline std::string status_fault(const GridTestMap& setting, const PlanQuery& query, const PlanResult& result,
                                Cost optimum) {
  PlanStatus expected = optimum == kInfinite ? PlanStatus::kNoPath : PlanStatus::kFound;
  if (!can_stand(setting.map, setting.grid.rules(), query.goal)) expected = PlanStatus::kGoalBlocked;
  if (!can_stand(setting.map, setting.grid.rules(), query.start)) expected = PlanStatus::kStartBlocked;
  return result.status == expected ? "" : std::string(status_text(result.status));
}

// Returns what is wrong with an answer over cells: it must be legal, of the reported cost, and not below the optimum.
inline std::string answer_fault(const GridTestMap& setting, const PlanQuery& query, const PlanResult& result,
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

// Returns the lines of the pseudo-code that the events of a trace have, as a bit set.
inline uint64_t lines_reached(const GridTestMap& setting, const PseudoCode& code, const Trace& trace,
                              const PlanQuery& query) {
  uint64_t reached = 0;
  for (size_t i = 0; i < trace.events().size(); ++i) {
    reached |= code.lines_of(trace.events()[i], i == 0, trace.places(setting.map.width()), setting.map.id(query.goal));
  }
  return reached;
}

// Returns the bit set of all lines of the code.
inline uint64_t all_lines(const PseudoCode& code) { return (uint64_t{1} << code.lines.size()) - 1; }

}  // namespace strata::test
