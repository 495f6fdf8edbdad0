#include "bench/repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "bench/input_files.hpp"
#include "bench/painted_map.hpp"
#include "core/base/rng.hpp"
#include "core/base/stopwatch.hpp"
#include "core/grid/random_stroke.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/incremental_search.hpp"
#include "core/search/path.hpp"
#include "core/search/random_pairs.hpp"
#include "core/search/workspace.hpp"

namespace strata::bench {
namespace {

constexpr int kTriesForStroke = 1000;

// The figures of one planner over all strokes.
struct RepairTally {
  std::vector<double> first, expanded, astar_expanded, micros, astar_micros, changed, raised, lowered;
  size_t paths = 0, fresh = 0, less = 0, far = 0, far_less = 0, mismatches = 0, memory = 0;
};

// Returns whether more than `far` cells lie between a rectangle and every cell of the path.
bool is_far(const MoveGrid& moves, const Rect& rect, const std::vector<CellId>& path, int far) {
  const Rect near = rect.grown(far + 1);
  return std::ranges::none_of(path, [&](CellId cell) { return near.contains(moves.cell(cell)); });
}

// One planner with the query that it repairs.
template <class Planner>
class RepairedPath {
 public:
  RepairedPath(const PlanQuery& query, RepairTally& tally) : query_(query), tally_(tally) {}

  void update(const MoveGrid& moves, const Rect& changed) { planner_.update(moves, changed); }

  // Plans the first path.
  void begin(const MoveGrid& moves) {
    planner_.plan(moves, query_, result_);
    tally_.first.push_back(static_cast<double>(result_.stats.total().expanded));
  }

  // Plans after a stroke. Returns what is wrong with the answer; nothing if it is that of A*.
  std::optional<std::string> repair(const MoveGrid& moves, const Rect& changed, int far, Workspace& workspace) {
    const bool is_far_off = result_.found() && is_far(moves, changed, result_.path, far);
    const Stopwatch watch;
    planner_.plan(moves, query_, result_);
    tally_.micros.push_back(watch.micros());
    const Stopwatch astar_watch;
    plan_on_grid(moves, GridHeuristic::kDistance, query_, workspace, astar_);
    tally_.astar_micros.push_back(astar_watch.micros());
    count(is_far_off);
    if (result_.status != astar_.status) return std::string(status_text(result_.status));
    if (result_.cost != astar_.cost) return fmt::format("cost {} instead of {}", result_.cost, astar_.cost);
    if (!result_.found()) return std::nullopt;
    return path_fault(moves, result_.path, query_.start, query_.goal, result_.cost);
  }

  // Moves the start along the path; before the goal it begins again at `first`.
  void walk(const MoveGrid& moves, int steps, Cell first) {
    if (!result_.found()) return;
    const bool arrived = static_cast<size_t>(steps) + 1 >= result_.path.size();
    query_.start = arrived ? first : moves.cell(result_.path[static_cast<size_t>(steps)]);
  }

  const PlanQuery& query() const { return query_; }

 private:
  void count(bool is_far_off) {
    const uint64_t expanded = result_.stats.total().expanded, by_astar = astar_.stats.total().expanded;
    const RepairStats& repair = planner_.last_repair();
    tally_.expanded.push_back(static_cast<double>(expanded));
    tally_.astar_expanded.push_back(static_cast<double>(by_astar));
    tally_.changed.push_back(static_cast<double>(repair.changed));
    tally_.raised.push_back(static_cast<double>(repair.raised));
    tally_.lowered.push_back(static_cast<double>(repair.lowered));
    tally_.paths += astar_.found();
    tally_.fresh += repair.fresh;
    tally_.less += expanded < by_astar;
    tally_.far += is_far_off;
    tally_.far_less += is_far_off && expanded < by_astar;
    tally_.memory = std::max(tally_.memory, planner_.memory_bytes());
  }

  PlanQuery query_;
  RepairTally& tally_;
  Planner planner_;
  PlanResult result_, astar_;
};

class RepairBenchmark {
 public:
  RepairBenchmark(GridMap map, const RepairOptions& options)
      : map_(std::move(map), options.rules), options_(options), rng_(options.seed) {}

  Status run() {
    for (int pair = 0; pair < options_.pairs; ++pair) {
      const std::vector<PlanQuery> drawn = random_pairs(map_.moves(), 1, rng_.next());
      if (drawn.empty()) return error_at(options_.map, "no two cells are connected");
      repair_pair(drawn[0]);
    }
    return success();
  }

  Report report() {
    Report report{.command = "repair", .rows = {}, .failures = std::move(failures_), .notes = {}};
    report.rows.push_back(row_of("lpa-star", lpa_star_));
    report.rows.push_back(row_of("d-star-lite", d_star_lite_));
    return report;
  }

 private:
  void repair_pair(const PlanQuery& query) {
    RepairedPath<LpaStar> forward(query, lpa_star_);
    RepairedPath<DStarLite> backward(query, d_star_lite_);
    forward.begin(map_.moves());
    backward.begin(map_.moves());
    for (int stroke = 0; stroke < options_.strokes; ++stroke) {
      backward.walk(map_.moves(), options_.steps, query.start);
      const Rect changed = paint({query.start, query.goal, backward.query().start});
      if (changed.empty()) return;
      forward.update(map_.moves(), changed);
      backward.update(map_.moves(), changed);
      const auto check = [&](std::string_view name, RepairTally& tally, const std::optional<std::string>& fault) {
        if (!fault) return;
        ++tally.mismatches;
        failures_.push_back(fmt::format("{}: after stroke {} from ({},{}): {}", name, stroke + 1, query.start.x,
                                        query.start.y, *fault));
      };
      check("lpa-star", lpa_star_, forward.repair(map_.moves(), changed, options_.far, workspace_));
      check("d-star-lite", d_star_lite_, backward.repair(map_.moves(), changed, options_.far, workspace_));
    }
  }

  // Paints a stroke that changes moves, but touches none of the ends. Returns what changed; empty: none was found.
  Rect paint(std::initializer_list<Cell> ends) {
    const int size = options_.rules.agent_size;
    for (int i = 0; i < kTriesForStroke; ++i) {
      const Edit edit = random_stroke(map_.map(), options_.rules, options_.radius, rng_);
      const bool touched = std::ranges::any_of(ends, [&](Cell end) {
        return map_.touches(edit, {end.x, end.y, end.x + size, end.y + size});
      });
      if (touched) continue;
      if (const Rect changed = map_.paint(edit); !changed.empty()) return changed;
    }
    return {};
  }

  ReportRow row_of(std::string_view planner, RepairTally& tally) const {
    const auto percent = [](size_t part, size_t of) -> ReportRow {
      return of == 0 ? ReportRow() : ReportRow(rounded(100.0 * static_cast<double>(part) / static_cast<double>(of)));
    };
    ReportRow row;
    row["planner"] = planner;
    row["map"] = std::filesystem::path(options_.map).filename().string();
    row["pairs"] = tally.first.size();
    row["strokes"] = tally.expanded.size();
    row["paths"] = tally.paths;
    row["first_expanded"] = rounded(mean(tally.first));
    row["mean_expanded"] = rounded(mean(tally.expanded));
    row["mean_astar_expanded"] = rounded(mean(tally.astar_expanded));
    row["less_percent"] = percent(tally.less, tally.expanded.size());
    row["far_strokes"] = tally.far;
    row["far_less_percent"] = percent(tally.far_less, tally.far);
    row["mean_changed"] = rounded(mean(tally.changed));
    row["mean_raised"] = rounded(mean(tally.raised));
    row["mean_lowered"] = rounded(mean(tally.lowered));
    row["fresh"] = tally.fresh;
    row["mean_us"] = rounded(mean(tally.micros));
    row["p50_us"] = rounded(percentile(tally.micros, 50));
    row["p99_us"] = rounded(percentile(tally.micros, 99));
    row["mean_astar_us"] = rounded(mean(tally.astar_micros));
    row["p50_astar_us"] = rounded(percentile(tally.astar_micros, 50));
    row["p99_astar_us"] = rounded(percentile(tally.astar_micros, 99));
    row["memory_bytes"] = tally.memory;
    row["mismatches"] = tally.mismatches;
    return row;
  }

  PaintedMap map_;
  const RepairOptions& options_;
  Rng rng_;
  Workspace workspace_;
  RepairTally lpa_star_, d_star_lite_;
  std::vector<std::string> failures_;
};

}  // namespace

Result<Report> run_repair(const RepairOptions& options) {
  Report read;  // notes on the file
  Result<GridMap> map = load_cells(options.map, options.letters, read);
  if (!map) return map.error();
  RepairBenchmark benchmark(std::move(map.value()), options);
  if (const Status done = benchmark.run(); !done) return done.error();
  Report report = benchmark.report();
  report.notes = std::move(read.notes);
  return report;
}

}  // namespace strata::bench
