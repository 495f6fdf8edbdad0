// This file holds the `ask` command: questions about a map, timed and checked.
#include "bench/ask.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "bench/input_files.hpp"
#include "core/base/rng.hpp"
#include "core/search/contours.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"
#include "core/search/random_pairs.hpp"
#include "core/search/reach.hpp"
#include "core/search/several_goals.hpp"
#include "core/search/workspace.hpp"

namespace strata::bench {
namespace {

// The fault of an answer; empty: it is right.
using AnswerFault = std::string;

// Asks the questions about one map.
class Asker {
 public:
  Asker(const GridMap& map, const AskOptions& options, Report& report)
      : options_(options), report_(report), queries_() {
    clearance_.build(map, options.rules.capability);
    grid_.build(map, options.rules, &clearance_);
    queries_ = random_pairs(grid_, static_cast<size_t>(options.pairs), options.seed);
    Rng rng(options.seed);
    std::vector<CellId> standing;
    for (CellId cell = 0; cell < grid_.cell_count(); ++cell) {
      if (grid_.passable(cell)) standing.push_back(cell);
    }
    for (size_t i = 0; i < queries_.size() * static_cast<size_t>(options.goals); ++i) {
      goals_.push_back(grid_.cell(standing[rng.below(static_cast<uint32_t>(standing.size()))]));
    }
    for (const PlanQuery& query : queries_) {
      plan_on_grid(grid_, GridHeuristic::kDistance, query, workspace_, astar_.emplace_back());
    }
  }

  bool has_queries() const { return !queries_.empty(); }
  void ask(std::string_view question) {
    row_ = {};
    row_["question"] = question;
    if (question == "nearest") nearest();
    if (question == "costs") costs();
    if (question == "reach") reach();
    if (question == "contours") contours();
    if (question == "alternatives") alternatives();
    if (question == "turns") turns();
    if (question == "walls") walls();
    report_.rows.push_back(std::move(row_));
  }

 private:
  // What an answer says of itself.
  struct Answered {
    PlanStatus status = PlanStatus::kNoPath;
    uint64_t expanded = 0;
    AnswerFault fault;
  };

  // Times call(i) for every query, and fills the columns that all questions have. look(i) looks at the answer.
  void measure(const std::function<void(size_t)>& call, const std::function<Answered(size_t)>& look) {
    std::vector<double> micros, expanded;
    size_t found = 0, wrong = 0;
    for (size_t i = 0; i < queries_.size(); ++i) {
      call(i);  // warms up the memory
      micros.push_back(median_micros(options_.rounds, [&] { call(i); }));
      const Answered answered = look(i);
      found += answered.status == PlanStatus::kFound;
      expanded.push_back(static_cast<double>(answered.expanded));
      if (answered.fault.empty()) continue;
      const PlanQuery& query = queries_[i];
      if (wrong++ == 0) {
        report_.failures.push_back(fmt::format("{} from ({},{}) to ({},{}): {}", row_["question"].get<std::string>(),
                                               query.start.x, query.start.y, query.goal.x, query.goal.y,
                                               answered.fault));
      }
    }
    row_["queries"] = queries_.size();
    row_["found"] = found;
    row_["wrong"] = wrong;
    row_["mean_us"] = rounded(mean(micros));
    row_["p50_us"] = rounded(percentile(micros, 50));
    row_["p99_us"] = rounded(percentile(micros, 99));
    row_["mean_expanded"] = rounded(mean(expanded));
  }
  // Adds a column with the mean of values over the queries.
  void add_mean(const char* column, const std::vector<double>& values) { row_[column] = rounded(mean(values)); }

  std::span<const Cell> goals_of(size_t i) const {
    const auto count = static_cast<size_t>(options_.goals);
    return std::span(goals_).subspan(i * count, count);
  }
  Cost units(double steps) const {
    return static_cast<Cost>(std::min(std::round(steps * grid_.base(0)), kInfinite - 1.0));
  }
  AnswerFault path_fault_of(size_t i, const PlanResult& result) const {
    if (!result.found()) return std::string(status_text(result.status));
    return path_fault(grid_, result.path, queries_[i].start, queries_[i].goal, result.cost).value_or("");
  }
  static double percent_above(Cost cost, Cost least) { return least == 0 ? 0 : 100.0 * cost / least - 100; }

  void nearest() {
    uint32_t goal = kNoGoal;
    GoalCosts all;
    measure([&](size_t i) { goal = plan_to_nearest(grid_, queries_[i].start, goals_of(i), workspace_, result_); },
            [&](size_t i) {
              costs_to_goals(grid_, queries_[i].start, goals_of(i), workspace_, all);
              const auto least = std::ranges::min_element(all.costs);
              const uint32_t first = *least == kInfinite ? kNoGoal : static_cast<uint32_t>(least - all.costs.begin());
              Answered answered{result_.status, result_.stats.total().expanded, ""};
              if (goal != first || (goal != kNoGoal && result_.cost != *least)) answered.fault = "not the nearest goal";
              return answered;
            });
    row_["goals"] = options_.goals;
  }

  void costs() {
    GoalCosts all;
    measure([&](size_t i) { costs_to_goals(grid_, queries_[i].start, goals_of(i), workspace_, all); },
            [&](size_t i) {
              Answered answered{all.status, all.stats.expanded, ""};
              for (size_t g = 0; g < all.costs.size(); ++g) {
                plan_on_grid(grid_, GridHeuristic::kDistance, {queries_[i].start, goals_of(i)[g]}, workspace_, result_);
                if (result_.cost != all.costs[g])
                  answered.fault = fmt::format("the cost to goal {} is not that of A*", g);
              }
              return answered;
            });
    row_["goals"] = options_.goals;
  }

  void reach() {
    Reach found;
    std::vector<double> cells;
    const Cost limit = units(options_.limit);
    measure([&](size_t i) { reach_within(grid_, queries_[i].start, limit, workspace_, found); },
            [&](size_t i) {
              cells.push_back(static_cast<double>(found.cells.size()));
              Answered answered{found.status, found.stats.expanded, ""};
              plan_on_grid(grid_, GridHeuristic::kDistance, {queries_[i].start, grid_.cell(found.cells.back())},
                           workspace_, result_);
              if (result_.cost != found.costs.back()) answered.fault = "the cost of the last cell is not that of A*";
              const bool contains_goal =
                  std::ranges::find(found.cells, grid_.id(queries_[i].goal)) != found.cells.end();
              if (contains_goal != (astar_[i].cost <= limit))
                answered.fault = "the goal is on the wrong side of the limit";
              return answered;
            });
    row_["limit"] = options_.limit;
    add_mean("mean_cells", cells);
  }

  // Returns how many pairs of adjacent cells the levels part, a pair once for each level.
  size_t crossed_sides(const std::vector<Cost>& costs, const std::vector<Cost>& levels) const {
    size_t crossed = 0;
    for (CellId cell = 0; cell < grid_.cell_count(); ++cell) {
      for (const int d : {2, 4}) {
        const Cell other{grid_.cell(cell).x + kDirX[static_cast<size_t>(d)],
                         grid_.cell(cell).y + kDirY[static_cast<size_t>(d)]};
        if (!grid_.contains(other)) continue;
        const auto [least, most] = std::minmax(costs[cell], costs[grid_.id(other)]);
        if (most == kInfinite) continue;
        crossed +=
            static_cast<size_t>(std::ranges::lower_bound(levels, most) - std::ranges::lower_bound(levels, least));
      }
    }
    return crossed;
  }

  void contours() {
    Reach found;
    std::vector<Cost> costs, levels;
    std::vector<ContourLine> lines;
    std::vector<double> counts, points;
    for (double at = options_.step; at <= options_.limit; at += options_.step) levels.push_back(units(at));
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    measure(
        [&](size_t i) {
          const Cost limit = levels.empty() ? 0 : contour_limit(grid_, levels.back());
          reach_within(grid_, queries_[i].start, limit, workspace_, found);
          costs_of_cells(grid_, found, costs);
          contour_lines(grid_, costs, levels, lines);
        },
        [&](size_t) {
          size_t sum = 0, ends = 0;
          for (const ContourLine& line : lines) {
            sum += line.points.size();
            ends += line.closed ? 0 : 2;
          }
          counts.push_back(static_cast<double>(lines.size()));
          points.push_back(static_cast<double>(sum));
          Answered answered{found.status, found.stats.expanded, ""};
          if (sum - ends != crossed_sides(costs, levels)) answered.fault = "the lines miss a pair of cells";
          return answered;
        });
    row_["limit"] = options_.limit;
    row_["step"] = options_.step;
    add_mean("mean_lines", counts);
    add_mean("mean_points", points);
  }

  void alternatives() {
    AlternativePaths found;
    const AlternativeOptions& options = options_.alternatives;
    std::vector<double> paths, longer, shared, tried;
    size_t truncated = 0;
    const auto look = [&](size_t i) {
      Answered answered{found.status, found.stats.total().expanded, ""};
      paths.push_back(static_cast<double>(found.paths.size()));
      tried.push_back(static_cast<double>(found.tried));
      truncated += found.truncated;
      const Cost least = astar_[i].cost;
      if (found.paths.empty() || found.paths[0].cost != least) answered.fault = "the first path is not optimal";
      for (size_t p = 0; p < found.paths.size(); ++p) {
        const AlternativePath& path = found.paths[p];
        const auto fault = path_fault(grid_, path.path, queries_[i].start, queries_[i].goal, path.cost);
        if (fault) answered.fault = *fault;
        if (p == 0) continue;
        longer.push_back(percent_above(path.cost, least));
        shared.push_back(100.0 * path.shared / least);
        if (longer.back() > options.longer) answered.fault = "an alternative is too long";
        if (shared.back() > options.sharing) answered.fault = "an alternative shares too much";
      }
      return answered;
    };
    measure([&](size_t i) { plan_alternatives(grid_, options, queries_[i], workspace_, found); }, look);
    row_["paths"] = options.paths;
    add_mean("mean_paths", paths);
    add_mean("mean_longer_percent", longer);
    add_mean("mean_shared_percent", shared);
    add_mean("mean_tried", tried);
    row_["truncated"] = truncated;
  }

  void turns() {
    uint32_t turns = 0;
    std::vector<double> own, of_astar, longer;
    const TurnOptions& options = options_.turns;
    const auto sum = [&](uint64_t cost, uint32_t count) {
      return cost + uint64_t{count} * cost_of_turn(grid_, options);
    };
    const auto look = [&](size_t i) {
      const PlanResult& astar = astar_[i];
      const uint32_t before = count_turns(grid_, astar.path);
      own.push_back(turns);
      of_astar.push_back(before);
      longer.push_back(percent_above(result_.cost, astar.cost));
      Answered answered{result_.status, result_.stats.total().expanded, path_fault_of(i, result_)};
      const bool worse = options.order == TurnOrder::kSum      ? sum(result_.cost, turns) > sum(astar.cost, before)
                         : options.order == TurnOrder::kFewest ? turns > before
                                                               : result_.cost != astar.cost || turns > before;
      if (worse) answered.fault = "the path of A* is better";
      return answered;
    };
    measure([&](size_t i) { turns = plan_few_turns(grid_, options, queries_[i], workspace_, result_); }, look);
    row_["turn_order"] = kTurnOrderNames[static_cast<size_t>(options.order)];
    if (options.order == TurnOrder::kSum) row_["turn_weight"] = options.weight;
    add_mean("mean_turns", own);
    add_mean("mean_turns_astar", of_astar);
    add_mean("mean_longer_percent", longer);
  }

  // Returns the mean distance of the cells of a path from walls, up to the margin.
  double mean_distance(std::span<const CellId> path) const {
    double sum = 0;
    for (const CellId cell : path) {
      sum += free_rings(clearance_, options_.rules.agent_size, grid_.cell(cell), options_.walls.margin);
    }
    return path.empty() ? 0 : sum / static_cast<double>(path.size());
  }

  void walls() {
    Cost cost = kInfinite;
    std::vector<double> own, of_astar, longer;
    const auto look = [&](size_t i) {
      const PlanResult& astar = astar_[i];
      own.push_back(mean_distance(result_.path));
      of_astar.push_back(mean_distance(astar.path));
      longer.push_back(percent_above(result_.cost, astar.cost));
      Answered answered{result_.status, result_.stats.total().expanded, path_fault_of(i, result_)};
      if (cost != off_walls_cost(grid_, clearance_, options_.walls, result_.path)) answered.fault = "a wrong cost";
      if (cost > off_walls_cost(grid_, clearance_, options_.walls, astar.path)) {
        answered.fault = "the path of A* is better";
      }
      return answered;
    };
    measure(
        [&](size_t i) { cost = plan_off_walls(grid_, clearance_, options_.walls, queries_[i], workspace_, result_); },
        look);
    row_["margin"] = options_.walls.margin;
    row_["wall_weight"] = options_.walls.weight;
    add_mean("mean_distance", own);
    add_mean("mean_distance_astar", of_astar);
    add_mean("mean_longer_percent", longer);
  }

  const AskOptions& options_;
  Report& report_;
  MoveGrid grid_;
  Clearance clearance_;
  std::vector<PlanQuery> queries_;
  std::vector<Cell> goals_;        // the goals of all queries, one query after the other
  std::vector<PlanResult> astar_;  // the path of A* by query
  Workspace workspace_;
  PlanResult result_;
  ReportRow row_;
};

}  // namespace

Result<Report> run_ask(const AskOptions& options) {
  Report report{.command = "ask", .rows = {}, .failures = {}, .notes = {}};
  Result<GridMap> map = load_cells(options.map, options.letters, report);
  if (!map) return map.error();
  if (const Status added = add_links(map.value(), options.map_links); !added) return added.error();
  for (const std::string& question : options.questions) {
    if (std::ranges::find(kQuestions, question) == kQuestions.end()) {
      return error_at(question, fmt::format("no question has this name; they are {}", fmt::join(kQuestions, ", ")));
    }
  }
  constexpr int kMaxLines = 10'000;
  if (options.limit / options.step > kMaxLines) {
    return error_at("ask", fmt::format("--step {} gives more than {} lines up to --limit {}", options.step, kMaxLines,
                                       options.limit));
  }
  Asker asker(map.value(), options, report);
  if (!asker.has_queries()) return error_at(options.map, "no two cells are connected for this agent");
  for (const std::string_view question : kQuestions) {
    const bool asked = std::ranges::find(options.questions, question) != options.questions.end();
    if (asked || options.questions.empty()) asker.ask(question);
  }
  return report;
}

}  // namespace strata::bench
