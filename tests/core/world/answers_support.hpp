// Purpose: These helpers of the test of all answers have the steps of a map from the rules alone, and count answers.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/search/turns.hpp"
#include "core/search/workspace.hpp"
#include "core/world/planners.hpp"
#include "core/world/world.hpp"
#include "tests/links_support.hpp"

namespace strata::test {

inline constexpr uint32_t kOverLink = 8;  // stands for the direction of a step over a link

struct PlainStep {
  CellId to;
  Cost cost;
  uint32_t direction;
};

// The steps and links from every cell, from the rules alone.
struct PlainMap {
  const GridMap& map;
  const Rules rules;
  std::vector<std::vector<PlainStep>> steps;
  std::set<int> weights;  // of all cells where the agent can stand

  PlainMap(const GridMap& of, const Rules& under) : map(of), rules(under), steps(of.cell_count()) {
    for (CellId id = 0; id < map.cell_count(); ++id) {
      const Cell c = map.cell(id);
      if (!stands(c)) continue;
      weights.insert(highest_weight(map, rules, c));
      for (int d = 0; d < kDirections; ++d) {
        const Cell to{c.x + kDirX[static_cast<size_t>(d)], c.y + kDirY[static_cast<size_t>(d)]};
        if (!step_is_legal(map, rules, c, d)) continue;
        steps[id].push_back({map.id(to), plain_step(map, rules, c, d), static_cast<uint32_t>(d)});
      }
    }
    if (map.links() == nullptr) return;
    for (const MapLink& link : map.links()->all()) {
      if (!stands(map.cell(link.from)) || !stands(map.cell(link.to))) continue;
      steps[link.from].push_back({link.to, plain_link_cost(rules, link.length), kOverLink});
    }
  }
  bool stands(Cell at) const { return map.contains(at) && can_stand(map, rules, at); }
  bool stands(CellId id) const { return stands(map.cell(id)); }

  // Returns the costs of all cells from one, with cost_of(from, step) for a step.
  template <class CostOf>
  std::vector<Cost> distances(Cell from, CostOf cost_of) const {
    if (!stands(from)) return std::vector<Cost>(map.cell_count(), kInfinite);
    return plain_search(map.cell_count(), map.id(from), kInfinite, [&](CellId id, auto&& visit) {
      for (const PlainStep& step : steps[id]) visit(step.to, cost_of(id, step));
    });
  }
  std::vector<Cost> distances(Cell from) const {
    return distances(from, [](CellId, const PlainStep& step) { return step.cost; });
  }
  // Returns the cost of the cheapest step between two cells; kInfinite if there is none.
  template <class CostOf>
  Cost step(CellId from, CellId to, CostOf cost_of) const {
    Cost least = kInfinite;
    for (const PlainStep& step : steps[from]) {
      if (step.to == to) least = std::min(least, cost_of(from, step));
    }
    return least;
  }
  Cost step(CellId from, CellId to) const {
    return step(from, to, [](CellId, const PlainStep& step) { return step.cost; });
  }
  // Returns what is wrong with a path that should have this cost, if each step costs cost_of(from, step).
  template <class CostOf>
  std::string fault(const std::vector<CellId>& path, Cell from, Cell to, Cost cost, CostOf cost_of) const {
    if (path.empty() || path.front() != map.id(from) || path.back() != map.id(to)) return "the path has other ends";
    uint64_t sum = 0;
    for (size_t i = 1; i < path.size(); ++i) sum += step(path[i - 1], path[i], cost_of);
    if (sum >= kInfinite) return "the path has an illegal step";
    return sum == cost ? "" : fmt::format("the path costs {}, the answer says {}", sum, cost);
  }
  std::string fault(const std::vector<CellId>& path, Cell from, Cell to, Cost cost) const {
    return fault(path, from, to, cost, [](CellId, const PlainStep& step) { return step.cost; });
  }
  // Returns the status of a query whose optimum is known.
  PlanStatus status(Cell start, Cell goal, Cost optimum) const {
    if (!stands(start)) return PlanStatus::kStartBlocked;
    if (!stands(goal)) return PlanStatus::kGoalBlocked;
    return optimum == kInfinite ? PlanStatus::kNoPath : PlanStatus::kFound;
  }
};

// Returns what is wrong with the answers by turning points and by cost alone, if `cells` is the answer by cells, whose
// path has been checked: the turning points must lead over the same cells. With `trace` the searches are recorded.
inline std::string short_answers_fault(const World& world, const Planner& planner, const PlanQuery& query,
                                       PlanOptions options, const PlanResult& cells, Workspace& workspace,
                                       Trace* trace) {
  PlanResult result;
  for (const Answer answer : {Answer::kTurns, Answer::kCost}) {
    const std::string_view name = kAnswerNames[static_cast<size_t>(answer)];
    options.answer = answer;
    plan(world, planner, query, options, workspace, result, trace);
    if (result.status != cells.status || result.cost != cells.cost || result.raw_cost != cells.raw_cost) {
      return fmt::format("asked for {}, {} at cost {}", name, status_text(result.status), result.cost);
    }
    if (!(result.stats == cells.stats)) return fmt::format("asked for {}, it has other counts", name);
    if (!result.path.empty()) return fmt::format("asked for {}, it has cells", name);
    if (answer == Answer::kCost) {
      const bool bare = result.turns.empty() && result.points.empty() && result.links_at.empty() &&
                        result.raw_path.empty() && result.abstract_path.empty();
      return bare ? "" : "asked for its cost, it has more";
    }
    if (result.points != cells.points || result.abstract_path != cells.abstract_path) return "turns of another path";
    if (planner.any_angle) continue;
    if (!std::ranges::equal(walk_cells(result.turns, result.links_at, world.moves().width()), cells.path)) {
      return "the turning points lead over other cells";
    }
    std::vector<CellId> turns;
    std::vector<uint32_t> links_at;
    turns_of(world.moves(), cells.path, turns, links_at);
    if (turns != result.turns || links_at != result.links_at) return "not the turning points of its cells";
  }
  return {};
}

enum class Outcome { kExact, kAbove, kNoPath, kBlocked, kRefused, kGaveUp, kBeingBuilt };
inline constexpr std::array<std::string_view, 7> kOutcomes = {"exact",   "above",   "no path",    "blocked",
                                                              "refused", "gave up", "being built"};

// What a planner or a question has answered in all rounds.
struct Answers {
  std::array<size_t, kOutcomes.size()> outcomes{};
  double longest = 1;  // largest cost, in optima
  std::map<std::string, size_t> refusals;
  size_t of(Outcome outcome) const { return outcomes[static_cast<size_t>(outcome)]; }
};

struct Tally {
  size_t queries = 0, edits = 0, undone = 0, fresh = 0, traced = 0, faults = 0;
  std::map<std::string_view, Answers> planners, questions;

  static void print(std::string_view title, const std::map<std::string_view, Answers>& all) {
    std::string table = fmt::format("{:<14}", title);
    for (const std::string_view name : kOutcomes) table += fmt::format(" {:>11}", name);
    table += "     longest\n";
    for (const auto& [name, answers] : all) {
      table += fmt::format("{:<14}", name);
      for (const size_t count : answers.outcomes) table += fmt::format(" {:>11}", count);
      table += fmt::format(" {:>10.2f}x\n", answers.longest);
      for (const auto& [why, count] : answers.refusals) table += fmt::format("{:>15}{:>8} x {}\n", "", count, why);
    }
    std::fputs(table.c_str(), stdout);
  }
  void print() const {
    fmt::print("{} queries over {} edits ({} undone or done again), {} fresh worlds, {} searches recorded, {} faults\n",
               queries, edits, undone, fresh, traced, faults);
    print("planner", planners);
    print("question", questions);
  }
};

}  // namespace strata::test
