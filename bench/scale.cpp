#include "bench/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "bench/chosen_settings.hpp"
#include "bench/input_files.hpp"
#include "bench/program.hpp"
#include "bench/query_run.hpp"
#include "bench/query_structures.hpp"
#include "bench/ranks.hpp"
#include "core/base/rng.hpp"
#include "core/base/stopwatch.hpp"
#include "core/grid/map_links.hpp"
#include "core/grid/random_stroke.hpp"
#include "core/io/files.hpp"
#include "core/search/path.hpp"
#include "core/search/random_pairs.hpp"
#include "core/search/workspace.hpp"
#include "core/world/planner_costs.hpp"
#include "core/world/refusal.hpp"

namespace strata::bench {
namespace {

// The measures whose growth is reported: the column, and the column of its growth.
constexpr std::pair<const char*, const char*> kGrowths[] = {{"mean_us", "mean_growth"},
                                                            {"mean_expanded", "expanded_growth"},
                                                            {"build_ms", "build_growth"},
                                                            {"memory_bytes", "memory_growth"},
                                                            {"update_p50_us", "update_growth"}};

// The measurements of one planner on one map.
struct ScaleTally {
  std::vector<double> micros;   // by query, median over the rounds
  std::vector<double> updates;  // by stroke, in microseconds
  double expanded = 0;
  size_t lost = 0, illegal = 0, later = 0;  // `later`: strokes after which the planner waited for a structure
  std::vector<Cost> costs;                  // by query; kInfinite: no path
  std::string refused;                      // why the planner does not plan on this map; empty if it does
};

// The planners on one map.
class ScaleRun {
 public:
  ScaleRun(GridMap map, const std::vector<const Planner*>& chosen, const ScaleOptions& options)
      : options_(options),
        settings_(options.queries),
        chosen_(chosen),
        world_(std::make_unique<World>(std::move(map), options.queries.rules, hpa_for(chosen, options.queries))),
        tallies_(chosen.size()) {}

  void run(Report& report) {
    std::vector<std::string> reasons;
    fit_to_map(*world_, chosen_, settings_, reasons);
    for (const std::string& reason : reasons) {
      report.notes.push_back(fmt::format("{}: {}", world_->map().width(), reason));
    }
    const std::vector<StructureId> too_large = switch_on(*world_, chosen_, settings_);
    world_->finish_updates();
    for (size_t i = 0; i < chosen_.size(); ++i) {
      const bool off = std::ranges::find(too_large, chosen_[i]->needs) != too_large.end();
      tallies_[i].refused = off ? "its structure would take too much memory" : why_not(*world_, *chosen_[i]);
      note_costs(i);
    }
    plan_all();
    compare(report);
    paint();
    for (size_t i = 0; i < chosen_.size(); ++i) report.rows.push_back(row_of(i));
  }

 private:
  // Notes what the structures of a planner cost before they are edited.
  void note_costs(size_t i) {
    if (!tallies_[i].refused.empty()) return;
    build_ms_[i] = prepare_micros(*world_, *chosen_[i]) / 1000;
    memory_[i] = strata::memory_bytes(*world_, *chosen_[i]);
  }

  void plan_all() {
    queries_ = random_pairs(world_->moves(), static_cast<size_t>(options_.pairs), options_.queries.seed);
    const PlanOptions settings = plan_options_of(settings_);
    PlanResult result;
    for (size_t i = 0; i < chosen_.size(); ++i) {
      if (!tallies_[i].refused.empty()) continue;
      for (const PlanQuery& query : queries_) {
        const double micros = median_micros(
            options_.queries.rounds, [&] { chosen_[i]->plan(*world_, query, settings, workspace_, result, nullptr); });
        take(*chosen_[i], query, micros, result, tallies_[i]);
      }
    }
  }

  void take(const Planner& planner, const PlanQuery& query, double micros, const PlanResult& result,
            ScaleTally& tally) {
    tally.micros.push_back(micros);
    tally.expanded += static_cast<double>(result.stats.total().expanded);
    tally.costs.push_back(result.found() ? result.cost : kInfinite);
    if (!result.found()) {
      ++tally.lost;  // all pairs have a path
      return;
    }
    const std::optional<std::string> fault =
        planner.any_angle ? any_angle_fault(*world_, planner, query, result)
                          : path_fault(world_->moves(), result.path, query.start, query.goal, result.cost);
    tally.illegal += fault.has_value();
  }

  // Compares the costs of planners over cells that find optimal paths. No planner over cells finds cheaper ones.
  void compare(Report& report) const {
    size_t dearer = 0, cheaper = 0;
    std::vector<Cost> optimum(queries_.size(), kInfinite);
    const auto over_cells = [&](size_t i) { return !chosen_[i]->any_angle && !plans_own_graph(*world_, *chosen_[i]); };
    for (size_t i = 0; i < chosen_.size(); ++i) {
      if (!over_cells(i) || !finds_optimum(*world_, *chosen_[i])) continue;
      for (size_t q = 0; q < tallies_[i].costs.size(); ++q) {
        if (optimum[q] != kInfinite) dearer += tallies_[i].costs[q] != optimum[q];
        optimum[q] = std::min(optimum[q], tallies_[i].costs[q]);
      }
    }
    for (size_t i = 0; i < chosen_.size(); ++i) {
      for (size_t q = 0; over_cells(i) && q < tallies_[i].costs.size(); ++q) {
        cheaper += optimum[q] != kInfinite && tallies_[i].costs[q] < optimum[q];
      }
      const size_t wrong = tallies_[i].lost + tallies_[i].illegal;
      if (wrong == 0) continue;
      report.failures.push_back(fmt::format("{}: {} of {} paths are missing or not legal on the map of {}",
                                            chosen_[i]->name, wrong, queries_.size(), world_->map().width()));
    }
    if (dearer + cheaper == 0) return;
    report.failures.push_back(fmt::format("{} paths do not have the cost of an optimal one on the map of {}",
                                          dearer + cheaper, world_->map().width()));
  }

  void paint() {
    Rng rng(options_.queries.seed);
    for (int stroke = 0; stroke < options_.strokes; ++stroke) {
      const Edit edit = random_stroke(world_->map(), world_->rules(), options_.radius, rng);
      std::vector<EditCosts> costs(1);
      costs.front().add(world_->apply(edit));
      for (size_t i = 0; i < chosen_.size(); ++i) {
        if (!tallies_[i].refused.empty()) continue;
        tallies_[i].updates.push_back(std::max(edit_micros(*world_, *chosen_[i], costs), 0.0));
        bool waits = false;
        for_charged(*world_, *chosen_[i], [&](StructureId id, int) { waits = waits || !world_->ready(id); });
        tallies_[i].later += waits;
      }
      while (!world_->ready()) world_->work(1e3);
    }
  }

  ReportRow row_of(size_t i) {
    ScaleTally& tally = tallies_[i];
    const double cells = static_cast<double>(world_->map().cell_count());
    ReportRow row;
    row["map"] = options_.map.empty() ? std::string(scene_kind_name(options_.kind))
                                      : std::filesystem::path(options_.map).filename().string();
    row["side"] = world_->map().width();
    row["planner"] = std::string(chosen_[i]->name);
    const bool measured = tally.refused.empty();
    const auto put = [&](const char* key, double value, bool known = true) {
      row[key] = measured && known ? ReportRow(rounded(value)) : ReportRow(nullptr);
    };
    const bool planned = !tally.micros.empty();
    row["queries"] = tally.micros.size();
    put("mean_us", mean(tally.micros), planned);
    put("p50_us", percentile(tally.micros, 50), planned);
    put("p99_us", percentile(tally.micros, 99), planned);
    put("max_us", percentile(tally.micros, 100), planned);
    put("mean_expanded", tally.expanded / static_cast<double>(std::max<size_t>(tally.micros.size(), 1)), planned);
    put("build_ms", build_ms_[i]);
    put("memory_bytes", static_cast<double>(memory_[i]));
    put("bytes_per_cell", static_cast<double>(memory_[i]) / cells);
    row["strokes"] = tally.updates.size();
    put("update_p50_us", percentile(tally.updates, 50), !tally.updates.empty());
    put("update_p99_us", percentile(tally.updates, 99), !tally.updates.empty());
    row["updated_later"] = tally.later;
    if (!measured) row["refused"] = tally.refused;
    return row;
  }

  const ScaleOptions& options_;
  QueryOptions settings_;  // those of options_, fitted to the map if that is asked for
  const std::vector<const Planner*>& chosen_;
  std::unique_ptr<World> world_;
  std::vector<ScaleTally> tallies_;
  std::vector<PlanQuery> queries_;
  std::map<size_t, double> build_ms_;
  std::map<size_t, size_t> memory_;
  Workspace workspace_;
};

// Adds to every row by which factor its measures grow when the side doubles, compared with the next smaller map:
//   factor = (value / value before) ^ (1 / log2(side / side before))
void append_growth(std::vector<ReportRow>& rows) {
  std::map<std::string, ReportRow> before;  // by planner
  for (ReportRow& row : rows) {
    const std::string planner = row["planner"];
    const auto smaller = before.find(planner);
    for (const auto& [measure, growth] : kGrowths) {
      row[growth] = nullptr;
      if (smaller == before.end() || row[measure].is_null() || smaller->second[measure].is_null()) continue;
      const double from = smaller->second[measure], to = row[measure];
      const double doublings = std::log2(row["side"].get<double>() / smaller->second["side"].get<double>());
      if (from > 0 && to > 0) row[growth] = rounded(std::pow(to / from, 1 / doublings));
    }
    before[planner] = row;
  }
}

Status check_sizes(const std::vector<int>& sizes) {
  constexpr int kLeast = 8;
  if (sizes.empty()) return error_at("--sizes", "is empty");
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < kLeast || sizes[i] > GridMap::kMaxSide) {
      return error_at("--sizes", fmt::format("{} is not in {} to {}", sizes[i], kLeast, GridMap::kMaxSide));
    }
    if (i > 0 && sizes[i] <= sizes[i - 1]) return error_at("--sizes", "each size must be larger than the one before");
  }
  return success();
}

}  // namespace

GridMap tiled_map(const GridMap& tile, int side) {
  std::vector<char> letters;
  std::vector<uint8_t> weights;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const Cell cell{x % tile.width(), y % tile.height()};
      letters.push_back(tile.letter(cell));
      if (tile.has_weights()) weights.push_back(static_cast<uint8_t>(tile.weight(cell)));
    }
  }
  GridMap map(side, side, std::move(letters), tile.letter_terrains());
  map.set_weights(std::move(weights));
  return map;
}

Result<Report> run_scale(const ScaleOptions& options) {
  const auto chosen = chosen_planners(options.queries);
  if (!chosen) return chosen.error();
  if (const HpaOptions hpa = hpa_for(chosen.value(), options.queries); !hpa.valid()) return too_wide("scale", hpa);
  if (const Status valid = check_sizes(options.sizes); !valid) return valid.error();
  if (const Status writable = can_be_written(options.plot); !writable) return writable.error();
  Report report{.command = "scale", .rows = {}, .failures = {}, .notes = {}};
  std::optional<GridMap> tile;
  if (!options.map.empty()) {
    Result<GridMap> read = load_cells(options.map, options.queries.letters, report);
    if (!read) return read.error();
    tile = std::move(read.value());
    if (const auto links = tile->links(); links != nullptr) {
      report.notes.push_back(fmt::format("the {} links of {} are left out", links->size(), options.map));
    }
  }
  if (!ranks().is_first()) return report;  // one process measures all sizes, one after the other
  for (const int side : options.sizes) {
    std::fprintf(stderr, "%d x %d\n", side, side);
    const Status done = in_memory([&]() -> Status {
      GridMap map = tile ? tiled_map(*tile, side) : generate({options.kind, side, side, options.queries.seed, 0});
      ScaleRun(std::move(map), chosen.value(), options).run(report);
      return success();
    });
    if (!done) report.failures.push_back(fmt::format("{}: {}", side, done.error().message()));
  }
  append_growth(report.rows);
  if (!options.plot.empty()) {
    if (const Status written = write_file_atomic(options.plot, scale_plot(report.rows)); !written) {
      report.failures.push_back(written.error().message());
    }
  }
  return report;
}

}  // namespace strata::bench
