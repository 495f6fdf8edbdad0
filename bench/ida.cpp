#include "bench/ida.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "bench/input_files.hpp"
#include "core/base/stopwatch.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"
#include "core/search/random_pairs.hpp"
#include "core/search/workspace.hpp"

namespace strata::bench {
namespace {

// Solves the same pairs with IDA* and A*, and adds a row and the failures to the report.
class DeepeningBenchmark {
 public:
  DeepeningBenchmark(const MoveGrid& grid, const IdaOptions& options, Report& report)
      : grid_(grid), options_(options), report_(report) {}

  void measure(const std::vector<std::vector<CellId>>& paths, int moves) {
    solved_ = refused_ = mismatches_ = 0;
    iterations_.clear();
    expanded_.clear();
    astar_expanded_.clear();
    micros_.clear();
    astar_micros_.clear();
    for (const std::vector<CellId>& path : paths) {
      const size_t last = std::min(path.size() - 1, static_cast<size_t>(moves));
      solve({grid_.cell(path.front()), grid_.cell(path[last])});
    }
    report_.rows.push_back(row(moves, paths.size()));
  }

 private:
  void solve(const PlanQuery& query) {
    const Stopwatch watch;
    const IdaStarRun run = plan_ida_star(grid_, query, options_.most, workspace_, result_);
    const double micros = watch.micros();
    if (run.out_of_most) {
      if (refused_++ == 0) report_.notes.push_back(ida_star_refusal(grid_, run));
      return;
    }
    const Stopwatch astar_watch;
    plan_on_grid(grid_, GridHeuristic::kDistance, query, workspace_, astar_);
    astar_micros_.push_back(astar_watch.micros());
    micros_.push_back(micros);
    ++solved_;
    iterations_.push_back(static_cast<double>(run.iterations));
    expanded_.push_back(static_cast<double>(result_.stats.total().expanded));
    astar_expanded_.push_back(static_cast<double>(astar_.stats.total().expanded));
    std::optional<std::string> fault = path_fault(grid_, result_.path, query.start, query.goal, result_.cost);
    if (!fault && result_.cost != astar_.cost) fault = fmt::format("cost {} instead of {}", result_.cost, astar_.cost);
    if (!fault) return;
    ++mismatches_;
    report_.failures.push_back(
        fmt::format("from ({},{}) to ({},{}): {}", query.start.x, query.start.y, query.goal.x, query.goal.y, *fault));
  }

  ReportRow row(int moves, size_t pairs) {
    ReportRow row;
    row["map"] = std::filesystem::path(options_.map).filename().string();
    row["moves"] = moves;
    row["pairs"] = pairs;
    row["solved"] = solved_;
    row["refused_pairs"] = refused_;
    const auto put = [&](const char* name, double value) {
      row[name] = solved_ == 0 ? ReportRow() : ReportRow(rounded(value));
    };
    put("mean_iterations", mean(iterations_));
    put("mean_expanded", mean(expanded_));
    put("mean_astar_expanded", mean(astar_expanded_));
    put("mean_us", mean(micros_));
    put("p50_us", percentile(micros_, 50));
    put("mean_astar_us", mean(astar_micros_));
    put("p50_astar_us", percentile(astar_micros_, 50));
    row["mismatches"] = mismatches_;
    return row;
  }

  const MoveGrid& grid_;
  const IdaOptions& options_;
  Report& report_;
  Workspace workspace_;
  PlanResult result_, astar_;
  size_t solved_ = 0, refused_ = 0, mismatches_ = 0;
  std::vector<double> iterations_, expanded_, astar_expanded_, micros_, astar_micros_;
};

}  // namespace

Result<Report> run_ida(const IdaOptions& options) {
  Report report{.command = "ida", .rows = {}, .failures = {}, .notes = {}};
  const Result<GridMap> map = load_cells(options.map, options.letters, report);
  if (!map) return map.error();
  Clearance clearance;
  if (options.rules.agent_size > 1) clearance.build(map.value(), options.rules.capability);
  MoveGrid grid;
  grid.build(map.value(), options.rules, options.rules.agent_size > 1 ? &clearance : nullptr);
  // The goals lie on shortest paths between random cells.
  Workspace workspace;
  PlanResult result;
  std::vector<std::vector<CellId>> paths;
  for (const PlanQuery& query : random_pairs(grid, static_cast<size_t>(options.pairs), options.seed)) {
    plan_on_grid(grid, GridHeuristic::kDistance, query, workspace, result);
    if (result.found()) paths.push_back(result.path);
  }
  if (paths.empty()) return error_at(options.map, "no two cells are connected");
  DeepeningBenchmark benchmark(grid, options, report);
  for (const int moves : options.moves) benchmark.measure(paths, moves);
  return report;
}

}  // namespace strata::bench
