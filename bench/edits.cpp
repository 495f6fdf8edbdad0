// This file holds the `edits` command: random brush strokes, timed, with comparisons to fresh builds.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>

#include "bench/commands.hpp"
#include "bench/input_files.hpp"
#include "core/base/rng.hpp"
#include "core/grid/random_stroke.hpp"
#include "core/search/random_pairs.hpp"
#include "core/world/map_cch.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/map_labels.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/map_repairs.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/map_tables.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"

namespace strata::bench {
namespace {

using Clock = std::chrono::steady_clock;

// The times of one structure over all strokes.
struct StructureTimes {
  std::string name;
  std::vector<double> micros;
  double rebuild_ms = 0;
  size_t mismatches = 0;
};

// Returns whether every step costs at least the difference of each landmark's distances at its ends.
bool is_feasible(const Landmarks& landmarks, const MoveGrid& grid) {
  for (CellId cell = 0; cell < grid.cell_count(); ++cell) {
    for (int d = 0; d < kDirections; ++d) {
      if ((grid.moves(cell) >> d & 1) == 0) continue;
      const Cost step = grid.step_cost(cell, d);
      for (int i = 0; i < landmarks.count(); ++i) {
        if (!landmarks.in_use(i)) continue;
        if (landmarks.distance(grid.neighbour(cell, d), i) > landmarks.distance(cell, i) + step) return false;
      }
    }
  }
  return true;
}

HaaOptions haa_options(const EditOptions& options) {
  return {
      .cluster_size = options.haa_cluster, .max_size = options.haa_sizes, .capabilities = {options.rules.capability}};
}

// A structure that is not measured, with the reason.
struct RefusedStructure {
  StructureId structure;
  std::string why;
};

// Returns a world with the map and all structures that the options name, built. Refused structures are switched off;
// the others are measured.
Result<std::unique_ptr<World>> prepared_world(GridMap map, const EditOptions& options,
                                              std::vector<RefusedStructure>& refused) {
  if (!options.hpa.valid()) return too_wide("edits", options.hpa);
  auto world = std::make_unique<World>(std::move(map), options.rules, options.hpa);
  if (options.haa_sizes > 0) world->set<MapHaa>(haa_options(options));
  for (const StructureId id : options.also) world->set(id, default_options(id, options.rules));
  if (world->has(StructureId::kRepairs)) {  // the costs of one query are kept
    const std::vector<PlanQuery> pairs = random_pairs(world->moves(), 1, options.seed);
    if (!pairs.empty()) world->set<MapRepairs>(RepairsOptions{pairs.front()});
  }
  world->set<MapSectors>(options.sectors);
  if (options.landmarks > 0 && !world->set<MapLandmarks>(LandmarkOptions{.count = options.landmarks, .placed = {}})) {
    refused.push_back({StructureId::kLandmarks, "so many landmarks take more memory than they may"});
  }
  if (options.cch) world->set<MapCch>(CchOptions{});
  world->set<MapHierarchy>(options.ch);
  world->set<MapLabels>(options.labels);
  world->set<MapNavmesh>(options.navmesh);
  world->set<MapHna>(options.hna);
  if (options.tables) {
    // The comparison does not depend on labels, which are built in the background.
    TablesOptions tables;
    if (!options.table_labels) tables.max_label_bytes = 0;
    world->set<MapTables>(AgentTablesOptions{.tables = tables});
  }
  world->finish_updates();
  // Another structure may wait for one that was switched off, so the check is repeated.
  for (size_t known = refused.size() + 1; known != refused.size();) {
    known = refused.size();
    for (const StructureId structure : kAllStructures) {
      const std::string why = refusal(*world, structure);
      if (why.empty()) continue;
      if (is_always_kept(structure)) return error_at("edits", fmt::format("{}: {}", structure_name(structure), why));
      refused.push_back({structure, why});
      world->set(structure, AnyOptions());
    }
    world->finish_updates();
  }
  return world;
}

// Paints strokes on a world, and collects the times by structure and the comparisons with fresh builds.
class StrokeBenchmark {
 public:
  StrokeBenchmark(World& world, const EditOptions& options) : world_(world), options_(options), rng_(options.seed) {
    for (size_t i = 0; i < kRebuilt.size(); ++i) rebuilt_version_[i] = world.state(kRebuilt[i]).version;
    for (int i = 0; i < kStructures; ++i) {
      const auto structure = static_cast<StructureId>(i);
      if (world.has(structure)) build_micros_[static_cast<size_t>(i)] = world.state(structure).built_micros;
    }
    if (world.has(StructureId::kTables)) graph_version_ = world.get<MapTables>().tables().graph_version();
  }

  // Paints all strokes.
  void run() {
    for (int stroke = 1; stroke <= options_.strokes; ++stroke) {
      paint(stroke);
      if (stroke % 1000 == 0) std::fprintf(stderr, "%d strokes\n", stroke);
    }
  }

  Report report() {
    Report report{.command = "edits", .rows = {}, .failures = std::move(failures_), .notes = {}};
    for (int i = 0; i < kStructures; ++i) {
      const auto structure = static_cast<StructureId>(i);
      if (!world_.has(structure)) continue;
      const double rebuild_ms = build_micros_[static_cast<size_t>(i)] / 1000;
      timing_of(structure_name(structure)).rebuild_ms = rebuild_ms;
      if (!in_background(structure_name(structure))) all_.rebuild_ms += rebuild_ms;
    }
    for (StructureTimes& timing : timings_) report.rows.push_back(row_of(timing));
    report.rows.push_back(row_of(all_));
    const auto strokes = static_cast<double>(std::max(options_.strokes, 1));
    report.notes.push_back(
        fmt::format("{:.1f} cells and {:.1f} clusters a stroke; compared with a fresh build {} times",
                    static_cast<double>(cells_) / strokes, static_cast<double>(clusters_) / strokes, compared_));
    if (world_.has(StructureId::kHna)) {
      report.notes.push_back(fmt::format("groups of polygons were rebuilt {} times, between strokes", regrouped_));
    }
    return report;
  }

 private:
  // Structures that are rebuilt in the background after every stroke.
  static constexpr std::array kRebuilt = {StructureId::kCh, StructureId::kLabels, StructureId::kMeshLabels};
  static bool in_background(std::string_view name) {
    return name == MapLandmarks::kName || name == kTableLabels ||
           std::any_of(kRebuilt.begin(), kRebuilt.end(), [&](StructureId s) { return structure_name(s) == name; });
  }
  static constexpr std::string_view kTableLabels = "tables' labels";

  StructureTimes& timing_of(std::string_view name) {
    for (StructureTimes& timing : timings_) {
      if (timing.name == name) return timing;
    }
    return timings_.emplace_back(StructureTimes{.name = std::string(name), .micros = {}});
  }

  void paint(int stroke) {
    const Edit edit = random_stroke(world_.map(), world_.rules(), options_.radius, rng_);
    const auto start = Clock::now();
    const EditReport done = world_.apply(edit, "Brush");
    while (!world_.ready()) {
      background_ = true;
      world_.work(1e3);
    }
    all_.micros.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    for (const StructureReport& structure : done.structures)
      timing_of(structure_name(structure.structure)).micros.push_back(structure.micros);
    cells_ += done.changed_cells;
    if (const RebuiltParts* touched = done.touched(StructureId::kHpa)) clusters_ += touched->parts_on(1);
    // Some strokes are undone, and half of these redone; the result is compared in the same way.
    if (stroke % 7 == 0) {
      (void)world_.undo();
      if (stroke % 14 == 0) (void)world_.redo();
    }
    while (!world_.ready()) world_.work(1e3);
    if (stroke % std::max(options_.check_every, 1) == 0 || stroke == options_.strokes) compare(stroke);
    world_.work(1e3);  // takes over the results of jobs, and starts the next jobs
    wait_for_groups();
    for (size_t i = 0; i < kRebuilt.size(); ++i) {
      const StructureState state = world_.state(kRebuilt[i]);
      if (state.version == rebuilt_version_[i]) continue;  // no new result; several strokes may share a rebuild
      rebuilt_version_[i] = state.version;
      if (state.ready) timing_of(structure_name(kRebuilt[i])).micros.push_back(state.built_micros);
    }
    if (world_.has(StructureId::kTables) && options_.table_labels) wait_for_labels();
  }

  // Waits while groups of polygons that have grown too large are rebuilt, as if users paused between strokes. Neither
  // the grouping nor its installation is timed.
  void wait_for_groups() {
    const auto grouping = [&] { return world_.state(StructureId::kHna).building; };
    regrouped_ += grouping();
    while (grouping() || !world_.ready()) {
      if (grouping()) std::this_thread::sleep_for(std::chrono::microseconds(100));
      world_.work(1e3);
    }
  }

  void wait_for_labels() {
    const AgentKindTables& own = world_.get<MapTables>().own();
    if (own.tables().graph_version() == graph_version_) return;  // no path between nodes has changed
    graph_version_ = own.tables().graph_version();
    while (own.labels() == nullptr && !own.labels_failed()) {
      std::this_thread::sleep_for(std::chrono::microseconds(100));
      world_.work(1e3);
    }
    timing_of(kTableLabels).micros.push_back(own.labels_micros());
  }

  // Compares all updated structures with fresh builds.
  void compare(int stroke) {
    ++compared_;
    // Right after the edit landmarks are feasible: every step costs at least the difference of their distances.
    // Later they are exact.
    const bool feasible =
        !world_.has(StructureId::kLandmarks) || is_feasible(world_.get<MapLandmarks>().landmarks(), world_.moves());
    world_.finish_background();
    World fresh(world_.map(), world_.setup());
    fresh.finish_updates();
    std::string differing;
    for (const StructureId id : kAllStructures) {
      if (!world_.has(id)) continue;
      std::string refused = refusal(world_, id);
      if (!refused.empty() && refused == refusal(fresh, id)) continue;  // the map has become too large for it
      std::optional<std::string> difference = std::move(refused);
      if (world_.ready(id)) difference = world_.structure(id).difference(fresh.structure(id), world_.inputs());
      if (id == StructureId::kLandmarks && !feasible) difference = "at once";
      timing_of(structure_name(id)).mismatches += difference.has_value();
      if (difference) differing += fmt::format(" {} ({})", structure_name(id), *difference);
    }
    if (differing.empty()) return;
    ++all_.mismatches;
    failures_.push_back(fmt::format("after stroke {} the update differs from a fresh build:{}", stroke, differing));
  }

  ReportRow row_of(StructureTimes& timing) const {
    ReportRow row;
    row["structure"] = timing.name;
    row["map"] = std::filesystem::path(options_.map).filename().string();
    row["strokes"] = timing.micros.size();
    row["p50_us"] = rounded(percentile(timing.micros, 50));
    row["p99_us"] = rounded(percentile(timing.micros, 99));
    row["max_us"] = rounded(percentile(timing.micros, 100));
    row["rebuild_ms"] = rounded(timing.rebuild_ms);
    row["mismatches"] = timing.mismatches;
    row["mode"] = background_ || in_background(timing.name) ? "background" : "live";
    row["compared"] = compared_;
    if (timing.name == "hpa") {
      row["levels"] = options_.hpa.levels;
      row["cluster"] = options_.hpa.cluster_size;
      row["cache"] = options_.hpa.cache_paths;
    }
    if (timing.name == "haa") {
      row["sizes"] = options_.haa_sizes;
      row["cluster"] = options_.haa_cluster;
    }
    if (timing.name == MapNavmesh::kName) {
      row["tile"] = options_.navmesh->mesh.tile_size;
      row["mesh_source"] = mesh_source_name(options_.navmesh->mesh.source);
      row["mesh_costs"] = mesh_costs_name(options_.navmesh->costs);
    }
    if (timing.name == MapHna::kName) {
      row["levels"] = options_.hna->levels;
      row["mu"] = options_.hna->group_size;
    }
    return row;
  }

  World& world_;
  const EditOptions& options_;
  Rng rng_;
  std::array<uint64_t, kRebuilt.size()> rebuilt_version_{};
  uint64_t graph_version_ = 0;  // version of the tables after the last wait for labels
  std::array<double, kStructures> build_micros_{};
  std::vector<StructureTimes> timings_;  // in the order of the report
  StructureTimes all_{.name = "all", .micros = {}};
  std::vector<std::string> failures_;
  bool background_ = false;
  size_t compared_ = 0, cells_ = 0, clusters_ = 0, regrouped_ = 0;
};

}  // namespace

Result<Report> run_edits(const EditOptions& options) {
  Report read;  // notes on the file
  Result<GridMap> map = load_cells(options.map, options.letters, read);
  if (!map) return map.error();
  std::vector<RefusedStructure> refused;
  const auto world = prepared_world(std::move(map.value()), options, refused);
  if (!world) return world.error();
  StrokeBenchmark strokes(*world.value(), options);
  strokes.run();
  Report report = strokes.report();
  for (const RefusedStructure& one : refused) {
    ReportRow row;
    row["structure"] = structure_name(one.structure);
    row["map"] = std::filesystem::path(options.map).filename().string();
    for (const char* key : {"strokes", "p50_us", "p99_us", "max_us", "rebuild_ms", "mismatches", "mode", "compared"}) {
      row[key] = nullptr;
    }
    row["refused"] = one.why;
    report.rows.push_back(std::move(row));
    report.failures.push_back(fmt::format("{}: {}", structure_name(one.structure), one.why));
  }
  report.notes.insert(report.notes.begin(), read.notes.begin(), read.notes.end());
  return report;
}

}  // namespace strata::bench
