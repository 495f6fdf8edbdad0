// The `edits` command: random brush strokes, timed, and compared with fresh builds.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include "bench/commands.hpp"
#include "core/base/rng.hpp"
#include "core/grid/shapes.hpp"
#include "core/io/movingai.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"

namespace strata::bench {
namespace {

using Clock = std::chrono::steady_clock;

// Times of one structure over all strokes.
struct Timing {
  std::string name;
  std::vector<double> micros;
  double rebuild_ms = 0;
  size_t mismatches = 0;
};

// A short drag of the brush. It draws where an agent can be and erases where none can, so that the map neither fills
// nor empties.
Edit random_stroke(const GridMap& map, const Rules& rules, int radius, Rng& rng) {
  constexpr char kDrawn[] = {'@', '@', '@', 'T', 'W', 'S'};
  const Cell from{rng.between(0, map.width() - 1), rng.between(0, map.height() - 1)};
  const int reach = radius + 2;
  const Cell to{from.x + rng.between(-reach, reach), from.y + rng.between(-reach, reach)};
  const Brush brush{radius, rng.percent(70) ? BrushShape::kRound : BrushShape::kSquare};
  const char drawn = kDrawn[rng.below(std::size(kDrawn))];
  const char letter = rules.capability.has(map.terrain(from)) ? drawn : '.';
  return brush_line(map, from, to, brush, letter);
}

// No step is cheaper than the difference of a field at its ends.
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

}  // namespace

Result<Report> run_edits(const EditOptions& options) {
  auto loaded = load_map(options.map);
  if (!loaded) return loaded.error();
  Report report{.command = "edits", .rows = {}, .failures = {}, .notes = {}};
  if (!options.hpa.valid()) {
    return error_at("edits", fmt::format("{} levels over clusters of {} with factor {}: the clusters of the top may be "
                                         "at most {} wide",
                                         options.hpa.levels, options.hpa.cluster_size, options.hpa.level_factor,
                                         HpaOptions::kMaxTopSide));
  }
  World world(std::move(loaded.value().map), options.rules, options.hpa);
  const HaaOptions haa_options{
      .cluster_size = options.haa_cluster, .max_size = options.haa_sizes, .capabilities = {options.rules.capability}};
  if (options.haa_sizes > 0) world.set<MapHaa>(haa_options);
  world.set<MapJumps>(options.jumps ? std::optional(JumpsOptions{}) : std::nullopt);
  world.set<MapRooms>(options.rooms ? std::optional(RoomsOptions{}) : std::nullopt);
  world.set<MapSectors>(options.sectors);
  if (options.landmarks > 0 && !world.set<MapLandmarks>(LandmarkOptions{.count = options.landmarks, .placed = {}})) {
    return error_at("edits", "so many landmarks take more memory than they may");
  }
  if (options.cch) world.set<MapCch>(CchOptions{});
  world.set<MapHierarchy>(options.ch);
  if (options.tables) {
    if (options.hpa.cluster_size > Tables::kMaxClusterSize) {
      return error_at("edits", fmt::format("tables are for clusters of at most {} cells", Tables::kMaxClusterSize));
    }
    // What is compared does not hang on the distances between all nodes, which come from the background.
    world.set<MapTables>(AgentTablesOptions{.tables = {.max_distance_bytes = 0}});
  }
  world.settle();
  for (int i = 0; i < kStructures; ++i) {
    const auto structure = static_cast<Structure>(i);
    if (const std::string why = refusal(world, structure); !why.empty()) {
      return error_at("edits", fmt::format("{}: {}", structure_name(structure), why));
    }
  }

  std::vector<Timing> structures;  // as the reports name them
  Timing all{.name = "all", .micros = {}};
  std::array<double, kStructures> build_micros{};
  for (int i = 0; i < kStructures; ++i) {
    const auto structure = static_cast<Structure>(i);
    if (world.has(structure)) build_micros[static_cast<size_t>(i)] = world.state(structure).built_micros;
  }
  bool background = false;
  size_t compared = 0, cells = 0, clusters = 0;
  Rng rng(options.seed);
  const auto timing_of = [&](std::string_view name) -> Timing& {
    for (Timing& timing : structures) {
      if (timing.name == name) return timing;
    }
    return structures.emplace_back(Timing{.name = std::string(name), .micros = {}});
  };
  const auto compare = [&](int stroke) {
    ++compared;
    // At once consistent: no step is cheaper than the difference of a field at its ends. In the end exact.
    const bool feasible =
        !world.has(Structure::kLandmarks) || is_feasible(world.get<MapLandmarks>().landmarks(), world.moves());
    world.finish_background();
    World fresh(world.map(), world.setup());
    fresh.settle();
    std::string differing;
    for_each_structure([&]<class K>(std::type_identity<K>) {
      constexpr Structure kStructure = kStructureOf<K>;
      if (!world.has(kStructure)) return;
      std::string why = refusal(world, kStructure);
      bool equal = world.ready(kStructure);
      if (equal) {
        const auto difference = world.get<K>().difference(fresh.get<K>(), world.ground());
        equal = !difference;
        if (difference) why = *difference;
      }
      if (kStructure == Structure::kLandmarks && !feasible) {
        equal = false;
        why = "at once";
      }
      timing_of(K::kName).mismatches += !equal;
      if (!equal) differing += fmt::format(" {}{}", K::kName, why.empty() ? why : " (" + why + ")");
    });
    if (differing.empty()) return;
    ++all.mismatches;
    report.failures.push_back(
        fmt::format("after stroke {} the update differs from a fresh build:{}", stroke, differing));
  };
  uint64_t ch_version = world.state(Structure::kCh).version;
  for (int stroke = 1; stroke <= options.strokes; ++stroke) {
    const Edit edit = random_stroke(world.map(), world.rules(), options.radius, rng);
    const auto start = Clock::now();
    const EditReport done = world.apply(edit, "Brush");
    while (!world.ready()) {
      background = true;
      world.work(1e3);
    }
    all.micros.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    for (const StructureReport& structure : done.structures)
      timing_of(structure_name(structure.structure)).micros.push_back(structure.micros);
    cells += done.changed_cells;
    if (const Touched* touched = done.touched(Structure::kHpa)) clusters += touched->parts_on(1);
    // Undo and redo now and then: what they leave behind is compared like the rest.
    if (stroke % 7 == 0) {
      (void)world.undo();
      if (stroke % 14 == 0) (void)world.redo();
    }
    while (!world.ready()) world.work(1e3);
    if (stroke % std::max(options.check_every, 1) == 0 || stroke == options.strokes) compare(stroke);
    world.work(1e3);  // takes over what comes in from the background, starts what it should do next
    if (world.state(Structure::kCh).version != ch_version) {  // a rebuild has come in; several strokes may share one
      ch_version = world.state(Structure::kCh).version;
      if (world.ready(Structure::kCh)) timing_of("ch").micros.push_back(world.state(Structure::kCh).built_micros);
    }
    if (stroke % 1000 == 0) std::fprintf(stderr, "%d strokes\n", stroke);
  }
  for (int i = 0; i < kStructures; ++i) {
    const auto structure = static_cast<Structure>(i);
    if (!world.has(structure)) continue;
    timing_of(structure_name(structure)).rebuild_ms = build_micros[static_cast<size_t>(i)] / 1000;
    if (structure != Structure::kLandmarks && structure != Structure::kCh)
      all.rebuild_ms += build_micros[static_cast<size_t>(i)] / 1000;
  }
  structures.push_back(std::move(all));
  for (Timing& timing : structures) {
    Row row;
    row["structure"] = timing.name;
    row["map"] = std::filesystem::path(options.map).filename().string();
    row["strokes"] = timing.micros.size();
    row["p50_us"] = rounded(percentile(timing.micros, 50));
    row["p99_us"] = rounded(percentile(timing.micros, 99));
    row["max_us"] = rounded(percentile(timing.micros, 100));
    row["rebuild_ms"] = rounded(timing.rebuild_ms);
    row["mismatches"] = timing.mismatches;
    row["mode"] = background || timing.name == "landmarks" || timing.name == "ch" ? "background" : "live";
    row["compared"] = compared;
    if (timing.name == "hpa") {
      row["levels"] = options.hpa.levels;
      row["cluster"] = options.hpa.cluster_size;
      row["cache"] = options.hpa.cache_paths;
    }
    if (timing.name == "haa") {
      row["sizes"] = options.haa_sizes;
      row["cluster"] = options.haa_cluster;
    }
    report.rows.push_back(std::move(row));
  }
  const auto strokes = static_cast<double>(std::max(options.strokes, 1));
  report.notes.push_back(fmt::format("{:.1f} cells and {:.1f} clusters a stroke; compared with a fresh build {} times",
                                     static_cast<double>(cells) / strokes, static_cast<double>(clusters) / strokes,
                                     compared));
  return report;
}

}  // namespace strata::bench
