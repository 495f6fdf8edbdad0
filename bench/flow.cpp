#include "bench/flow.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "bench/input_files.hpp"
#include "bench/painted_map.hpp"
#include "core/base/rng.hpp"
#include "core/base/stopwatch.hpp"
#include "core/grid/random_stroke.hpp"
#include "core/search/flow_field.hpp"

namespace strata::bench {
namespace {

constexpr int kDrawsOfStroke = 1000;

class FlowBenchmark {
 public:
  FlowBenchmark(GridMap map, const FlowOptions& options)
      : map_(std::move(map), options.rules), options_(options), rng_(options.seed) {}

  Status run() {
    for (int i = 0; i < options_.fields; ++i) {
      if (map_.moves().passable_count() == 0)
        return error_at(options_.map, "there is no cell on which an agent can stand");
      const CellId goal = random_stand();
      FlowField field;
      const Stopwatch watch;
      field.build(map_.moves(), std::span(&goal, 1));
      builds_.push_back(watch.micros() / 1000);
      follow(field);
      for (int stroke = 0; stroke < options_.strokes; ++stroke) {
        const Rect changed = paint();
        if (changed.empty()) break;
        update(field, changed);
      }
      bytes_ = std::max(bytes_, field.memory_bytes());
    }
    return success();
  }

  Report report() {
    Report report{.command = "flow", .rows = {}, .failures = std::move(failures_), .notes = {}};
    ReportRow row;
    row["map"] = std::filesystem::path(options_.map).filename().string();
    row["cells"] = map_.moves().cell_count();
    row["fields"] = builds_.size();
    row["agents"] = options_.agents;
    row["build_ms"] = rounded(mean(builds_));
    row["step_ns"] = rounded(steps_ == 0 ? 0 : follow_micros_ * 1000 / static_cast<double>(steps_));
    row["agents_arrived"] = arrived_;
    row["field_bytes"] = bytes_;
    row["bytes_per_agent"] = rounded(1 + static_cast<double>(bytes_) / options_.agents);
    row["strokes"] = updates_.size();
    row["update_p50_us"] = rounded(percentile(updates_, 50));
    row["update_p99_us"] = rounded(percentile(updates_, 99));
    row["fresh_p50_us"] = rounded(percentile(fresh_, 50));
    row["mean_raised"] = rounded(mean(raised_));
    row["mean_lowered"] = rounded(mean(lowered_));
    row["mean_turned"] = rounded(mean(turned_));
    row["begun_again"] = begun_again_;
    row["mismatches"] = mismatches_;
    report.rows.push_back(std::move(row));
    return report;
  }

 private:
  CellId random_stand() {
    const MoveGrid& moves = map_.moves();
    for (int i = 0; i < 100'000; ++i) {
      const CellId cell = rng_.below(moves.cell_count());
      if (moves.passable(cell)) return cell;
    }
    for (CellId cell = 0;; ++cell) {
      if (moves.passable(cell)) return cell;
    }
  }

  // Lets agents walk to the goal, one after the other.
  void follow(const FlowField& field) {
    const MoveGrid& moves = map_.moves();
    std::vector<CellId> starts;
    for (int i = 0; i < options_.agents; ++i) starts.push_back(random_stand());
    const Stopwatch watch;
    for (const CellId start : starts) {
      Cost walked = 0;
      CellId at = start;
      for (uint8_t direction = field.direction(at); direction < kDirections; direction = field.direction(at)) {
        walked += moves.step_cost(at, direction);
        at = moves.neighbour(at, direction);
        ++steps_;
      }
      const bool reaches = field.cost(start) != kInfinite;
      arrived_ += reaches;
      if (reaches && (field.direction(at) != FlowField::kAtGoal || walked != field.cost(start))) {
        failures_.push_back(
            fmt::format("an agent from cell {} walks {} instead of {}", start, walked, field.cost(start)));
      }
    }
    follow_micros_ += watch.micros();
  }

  // Paints a stroke that changes moves. Returns what changed; empty: none was found.
  Rect paint() {
    for (int i = 0; i < kDrawsOfStroke; ++i) {
      const Rect changed = map_.paint(random_stroke(map_.map(), options_.rules, options_.radius, rng_));
      if (!changed.empty()) return changed;
    }
    return {};
  }

  void update(FlowField& field, const Rect& changed) {
    const MoveGrid& moves = map_.moves();
    const Stopwatch watch;
    field.map_changed(moves, changed);
    field.work(moves);
    updates_.push_back(watch.micros());
    const FlowFieldUpdate& done = field.last_update();
    begun_again_ += done.fresh;
    raised_.push_back(static_cast<double>(done.raised));
    lowered_.push_back(static_cast<double>(done.lowered));
    turned_.push_back(static_cast<double>(done.turned));
    FlowField fresh;
    const Stopwatch fresh_watch;
    fresh.build(moves, field.goals());
    fresh_.push_back(fresh_watch.micros());
    for (CellId cell = 0; cell < moves.cell_count(); ++cell) {
      if (field.cost(cell) == fresh.cost(cell) && field.direction(cell) == fresh.direction(cell)) continue;
      ++mismatches_;
      failures_.push_back(fmt::format("after stroke {}: cell {} costs {} instead of {}", updates_.size(), cell,
                                      field.cost(cell), fresh.cost(cell)));
      break;
    }
  }

  PaintedMap map_;
  const FlowOptions& options_;
  Rng rng_;
  std::vector<double> builds_, updates_, fresh_, raised_, lowered_, turned_;
  double follow_micros_ = 0;
  uint64_t steps_ = 0;
  size_t arrived_ = 0, begun_again_ = 0, mismatches_ = 0, bytes_ = 0;
  std::vector<std::string> failures_;
};

}  // namespace

Result<Report> run_flow(const FlowOptions& options) {
  Report read;  // notes on the file
  Result<GridMap> map = load_cells(options.map, options.letters, read);
  if (!map) return map.error();
  FlowBenchmark benchmark(std::move(map.value()), options);
  if (const Status done = benchmark.run(); !done) return done.error();
  Report report = benchmark.report();
  report.notes = std::move(read.notes);
  return report;
}

}  // namespace strata::bench
