#include "app/features/sweep/sweep_work.hpp"

#include <algorithm>
#include <chrono>

#include "core/alt/landmarks.hpp"
#include "core/base/rng.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/grid/random_stroke.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/added_planner.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/planner_costs.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

double middle_of(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The queries of the sweep, with the costs that A* has found.
struct QueriesWithOptimum {
  const std::vector<PlanQuery>& queries;
  std::vector<Cost> optimum;
};

// Lets the planner answer all queries once. `solved_queries` receives the indices of those for which it
// has found a path.
SweepMeasurements measure_planner(const World& world, const Planner& planner, const PlanOptions& options,
                                  const QueriesWithOptimum& known, Workspace& workspace, const JobControl& control,
                                  std::vector<size_t>& solved_queries) {
  SweepMeasurements figures;
  figures.refused = why_not(world, planner);
  if (!figures.refused.empty()) return figures;
  figures.build_micros = prepare_micros(world, planner);
  figures.memory_bytes = static_cast<double>(memory_bytes(world, planner));
  PlanResult result;
  double expanded = 0, connecting = 0, searching = 0, ratios = 0;
  size_t compared = 0;
  for (size_t i = 0; i < known.queries.size() && !control.cancelled(); ++i) {
    plan(world, planner, known.queries[i], options, workspace, result);
    if (!result.found()) continue;
    ++figures.solved;
    solved_queries.push_back(i);
    expanded += static_cast<double>(result.stats.total().expanded);
    connecting += static_cast<double>(result.stats.of(Phase::kInsertStart).expanded +
                                      result.stats.of(Phase::kInsertGoal).expanded);
    searching += static_cast<double>(result.stats.of(Phase::kMain).expanded);
    if (known.optimum[i] != 0 && known.optimum[i] != kInfinite) {
      ratios += static_cast<double>(result.cost) / static_cast<double>(known.optimum[i]);
      ++compared;
    }
  }
  if (figures.solved == 0) return figures;
  const auto solved = static_cast<double>(figures.solved);
  figures.expanded = expanded / solved;
  figures.connecting = connecting / solved;
  figures.searching = searching / solved;
  // The path of an any-angle planner is shorter than the optimal path from cell to cell, so that the two
  // are not compared.
  if (compared > 0 && !planner.any_angle) figures.ratio = ratios / static_cast<double>(compared);
  return figures;
}

// Measures the times of the queries in rounds, in each of which every planner runs once. The time of a query is the
// median over the rounds; that of a planner is the mean over the queries that it has solved. `solved` has these queries
// for each planner.
void time_planners(const World& world, const SweepTask& task, const PlanOptions& options,
                   const std::vector<std::vector<size_t>>& solved, Workspace& workspace, const JobControl& control,
                   std::vector<SweepMeasurements>& figures) {
  using Clock = std::chrono::steady_clock;
  const auto rounds = static_cast<size_t>(std::max(task.rounds, 1));
  // Index: planner, then solved query, then round.
  std::vector<std::vector<std::vector<double>>> times(solved.size());
  PlanResult result;
  for (size_t round = 0; round < rounds; ++round) {
    for (size_t planner = 0; planner < solved.size(); ++planner) {
      times[planner].resize(solved[planner].size());
      for (size_t i = 0; i < solved[planner].size(); ++i) {
        if (control.cancelled()) return;
        const auto start = Clock::now();
        plan(world, *task.planners[planner], task.queries[solved[planner][i]], options, workspace, result);
        const double micros = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
        times[planner][i].push_back(own_micros(*task.planners[planner], micros));
      }
    }
  }
  for (size_t planner = 0; planner < solved.size(); ++planner) {
    if (times[planner].empty()) continue;
    double sum = 0;
    for (std::vector<double>& of_query : times[planner]) sum += middle_of(of_query);
    figures[planner].micros = sum / static_cast<double>(times[planner].size());
  }
}

// Measures the updates of the planners by random strokes on the map of the world, which is a copy of the open one.
void paint_strokes(World& copy, const SweepTask& task, const JobControl& control,
                   std::vector<SweepMeasurements>& figures) {
  Rng rng(1);
  std::vector<EditCosts> costs;
  for (int stroke = 0; stroke < task.strokes && !control.cancelled(); ++stroke) {
    costs.emplace_back().add(copy.apply(random_stroke(copy.map(), copy.rules(), task.radius, rng), "Brush"));
    copy.finish_updates();
  }
  for (size_t i = 0; i < figures.size(); ++i) {
    if (figures[i].refused.empty()) figures[i].update_micros = edit_micros(copy, *task.planners[i], costs);
  }
}

}  // namespace

std::vector<SweepRow> measure_sweep(const SweepTask& task, JobControl& control) {
  std::vector<SweepRow> rows;
  control.set_total(task.values.size() * std::max<size_t>(task.planners.size(), 1));
  QueriesWithOptimum known{task.queries, {}};
  Workspace workspace;
  for (const int value : task.values) {
    if (control.cancelled()) return rows;
    WorldSetup setup = task.setup;
    PlanOptions options = task.options;
    task.setting->set(setup, options, swept_value(task.setting->row, value));
    SweepRow& row = rows.emplace_back();
    row.value = value;
    if (task.setting->valid && !task.setting->valid(setup)) {
      for (size_t i = 0; i < task.planners.size(); ++i) {
        row.planners.push_back({.refused = "the levels above would be too wide"});
      }
      continue;
    }
    World world(task.map, setup, task.level);
    if (task.drawn != nullptr) world.set_drawn_graph(*task.drawn);
    world.finish_updates();
    if (known.optimum.empty()) {
      PlanResult best;
      for (const PlanQuery& query : task.queries) {
        plan_on_grid(world.moves(), GridHeuristic::kDistance, query, workspace, best);
        known.optimum.push_back(best.found() ? best.cost : kInfinite);
      }
    }
    std::vector<std::vector<size_t>> solved(task.planners.size());
    for (size_t i = 0; i < task.planners.size(); ++i) {
      row.planners.push_back(measure_planner(world, *task.planners[i], options, known, workspace, control, solved[i]));
      if (control.cancelled()) return rows;
      control.set_done((rows.size() - 1) * task.planners.size() + i);
    }
    time_planners(world, task, options, solved, workspace, control, row.planners);
    if (control.cancelled()) return rows;
    paint_strokes(world, task, control, row.planners);
    control.set_done(rows.size() * task.planners.size());
  }
  return rows;
}

}  // namespace strata
