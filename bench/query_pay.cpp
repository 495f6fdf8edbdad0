// This file computes the break-even of planners with preparation: the times of `queries`, and of strokes on request,
// compared by the functions that the app also uses.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "bench/commands.hpp"
#include "bench/input_files.hpp"
#include "bench/query_structures.hpp"
#include "core/base/rng.hpp"
#include "core/grid/shapes.hpp"
#include "core/world/planner_costs.hpp"

namespace strata::bench {
namespace {

constexpr int kTries = 10'000;  // tries to find a cell where an agent can stand

size_t refused_maps(const ReportRow& row) { return row.value("refused_maps", size_t{0}); }

// Returns the times in a planner's row of the report of `queries`. They are unknown for a planner that was refused, or
// that was refused more maps than others, because its times then belong to other maps.
PlannerTimes times_of(const ReportRow& row, size_t fewest_refused) {
  PlannerTimes times;
  if (!row["solved"].is_number() || row["solved"] == 0 || refused_maps(row) > fewest_refused) return times;
  times.prepare = nanos_of_micros(row["build_ms"].get<double>() * 1000);
  times.query = nanos_of_micros(row["mean_us"].get<double>());
  return times;
}

// Returns the time of a stroke for each planner's structures. Strokes are walls where an agent can stand; each
// is undone afterwards.
Result<std::map<std::string, int64_t>> time_strokes(const BreakEvenOptions& options,
                                                    const std::vector<TimedPlanner>& paid) {
  Report told;  // unused: `queries` has reported the notes
  Result<GridMap> map = load_cells(options.queries.map, options.queries.letters, told);
  if (!map) return map.error();
  std::vector<const Planner*> planners;
  WorldSetup setup(options.queries.rules);
  HpaOptions hpa = options.queries.hpa;
  hpa.levels = 1;
  for (const TimedPlanner& one : paid) {
    planners.push_back(planner_named(one.planner));
    hpa.levels = std::max(hpa.levels, hpa_levels(*planners.back()));
  }
  setup.get<MapHpa>() = hpa;
  World world(std::move(map.value()), setup);
  (void)switch_on(world, planners, options.queries);
  world.finish_updates();
  Rng rng(options.queries.seed);
  std::vector<EditCosts> strokes;
  for (int i = 0; i < options.strokes; ++i) {
    const GridMap& now = world.map();
    if (i % 2 == 0) {
      Cell at{rng.between(0, now.width() - 1), rng.between(0, now.height() - 1)};
      for (int tries = 0; tries < kTries && !world.moves().passable(at); ++tries) {
        at = {rng.between(0, now.width() - 1), rng.between(0, now.height() - 1)};
      }
      strokes.emplace_back().add(world.apply(brush_line(now, at, at, {options.radius, BrushShape::kRound}, '@')));
    } else if (const auto undone = world.undo()) {
      strokes.emplace_back().add(*undone);
    }
    world.finish_updates();  // finishes background work between strokes
  }
  std::map<std::string, int64_t> costs;
  for (const Planner* planner : planners) {
    costs[std::string(planner->name)] = nanos_of_micros(edit_micros(world, *planner, strokes));
  }
  return costs;
}

}  // namespace

void append_break_even(const std::string& map, const std::vector<TimedPlanner>& planners, Report& report) {
  const auto milliseconds = [](int64_t nanos) {
    return nanos < 0 ? ReportRow() : ReportRow(rounded(static_cast<double>(nanos) / 1e6));
  };
  const auto micros = [](int64_t nanos) {
    return nanos < 0 ? ReportRow() : ReportRow(rounded(static_cast<double>(nanos) / 1e3));
  };
  const auto count = [](const BreakEven& found) {
    const bool counted = found.when == BreakEvenKind::kAfter || found.when == BreakEvenKind::kUntil;
    return counted ? ReportRow(found.queries) : ReportRow();
  };
  for (const TimedPlanner& one : planners) {
    for (const TimedPlanner& other : planners) {
      if (one.planner == other.planner) continue;
      const BreakEven pays = break_even(one.times, other.times);
      const BreakEven edits = break_even_per_edit(one.times, other.times);
      ReportRow row;
      row["planner"] = one.planner;
      row["against"] = other.planner;
      row["map"] = map;
      row["prepare_ms"] = milliseconds(one.times.prepare);
      row["query_us"] = micros(one.times.query);
      row["edit_us"] = micros(one.times.edit);
      row["pays"] = break_even_kind_name(pays.when);
      row["queries"] = count(pays);
      row["with_edits"] = break_even_kind_name(edits.when);
      row["queries_per_edit"] = count(edits);
      report.rows.push_back(std::move(row));
    }
  }
  std::vector<PlannerTimes> times;
  for (const TimedPlanner& one : planners) times.push_back(one.times);
  std::string lead;
  for (const BestPlannerRange& leader : leaders(times)) {
    lead += fmt::format("{}{} from {} on", lead.empty() ? "" : ", ", planners[leader.planner].planner, leader.from);
  }
  if (!lead.empty()) report.notes.push_back(fmt::format("{}: least time in all, by queries: {}", map, lead));
}

Result<Report> run_break_even(const BreakEvenOptions& options) {
  if (options.strokes > 0 && options.queries.map.empty()) {
    return error_at("pay", "--strokes paints one map: give it with --map");
  }
  const auto asked = run_queries(options.queries);
  if (!asked) return asked.error();
  Report report{.command = "pay", .rows = {}, .failures = asked.value().failures, .notes = asked.value().notes};
  std::vector<std::string> maps;
  std::map<std::string, std::vector<TimedPlanner>> by_map;
  std::map<std::string, size_t> fewest_refused;
  for (const ReportRow& row : asked.value().rows) {
    const auto [fewest, first] = fewest_refused.try_emplace(row["map"], refused_maps(row));
    if (!first) fewest->second = std::min(fewest->second, refused_maps(row));
  }
  for (const ReportRow& row : asked.value().rows) {
    const std::string map = row["map"];
    if (std::find(maps.begin(), maps.end(), map) == maps.end()) maps.push_back(map);
    by_map[map].push_back({row["planner"], times_of(row, fewest_refused[map])});
  }
  if (maps.size() == 2) maps.pop_back();  // with one map, the row for all maps repeats it
  std::map<std::string, int64_t> edits;
  if (options.strokes > 0) {
    const auto timed = in_memory([&] { return time_strokes(options, by_map[maps.front()]); });
    if (timed) {
      edits = timed.value();
    } else {
      report.failures.push_back("strokes: " + timed.error().message());
    }
  }
  for (const std::string& map : maps) {
    for (TimedPlanner& one : by_map[map]) {
      if (edits.contains(one.planner)) one.times.edit = edits[one.planner];
    }
    append_break_even(map, by_map[map], report);
  }
  return report;
}

}  // namespace strata::bench
