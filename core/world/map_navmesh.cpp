#include "core/world/map_navmesh.hpp"
#include "core/base/sort_unique.hpp"
#include "core/navmesh/mesh_links.hpp"
#include "core/world/mesh_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace strata {
namespace {

constexpr size_t kNavmeshPiece = 500;  // steps between two checks of the clock

uint64_t next_level_number() {
  static std::atomic<uint64_t> last = 0;
  return ++last;
}

}  // namespace

// --- Cells that are blocked on a level -----------------------------------------------------------------------------

void MapNavmesh::BlockedCells::reset(const GridMap& map) {
  width_ = map.width();
  is_blocked_.assign(map.cell_count(), 0);
  in_row_.assign(static_cast<size_t>(map.height()), 0);
}

bool MapNavmesh::BlockedCells::look_at(const BuildInputs& inputs, const Rect& cells) {
  const GridMap& level = inputs.level->map();
  const Capability capability = inputs.rules->capability;
  bool changed = false;
  for (int y = cells.y0; y < cells.y1; ++y) {
    CellId id = inputs.map->id({cells.x0, y});
    for (int x = cells.x0; x < cells.x1; ++x, ++id) {
      const uint8_t blocked = level.letter(id) == '.' && !capability.has(inputs.map->terrain(id));
      if (is_blocked_[id] == blocked) continue;
      is_blocked_[id] = blocked;
      in_row_[static_cast<size_t>(y)] += blocked != 0 ? 1u : ~0u;
      changed = true;
    }
  }
  return changed;
}

std::vector<CellId> MapNavmesh::BlockedCells::list() const {
  std::vector<CellId> cells;
  for (size_t y = 0; y < in_row_.size(); ++y) {
    if (in_row_[y] == 0) continue;
    const auto first = static_cast<CellId>(y) * static_cast<CellId>(width_);
    for (CellId id = first; id < first + static_cast<CellId>(width_); ++id) {
      if (is_blocked_[id] != 0) cells.push_back(id);
    }
  }
  return cells;
}

// --- Options -------------------------------------------------------------------------------------------------------

GridMeshOptions MapNavmesh::tile_options(const Options& options, const GridMap& map) {
  GridMeshOptions own = options.mesh;
  const bool is_long = std::max(map.width(), map.height()) > GridMeshOptions::kMaxSideOfTile;
  const bool is_large = map.cell_count() > kMaxCellsOfTile || (is_long && !own.radius.is_point());
  if (own.tile_size == 0 && is_large) own.tile_size = GridMeshOptions::kMaxTile;
  return own;
}

void MapNavmesh::prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
                         Part& part) const {
  if (!wanted) return;
  if (takes_level(wanted, inputs)) {
    if (!options_ || !of_level_ || wanted->mesh.radius != options_->mesh.radius) part.level = inputs.level->mesh();
  } else if (rebuild_flags.rules || !options_ || of_level_ || wanted->mesh != options_->mesh) {
    part.tiles.emplace().reset(*inputs.moves, tile_options(*wanted, *inputs.map));
  }
}

void MapNavmesh::install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
                         Part& part) {
  const bool other = part.tiles || part.level || (!wanted && options_);
  if (rebuild_flags.rules || other || wanted != options_) ++version_;
  if (other) {
    // The old mesh is replaced, whether it is that of cells or of a level.
    job_.abandon();
    allow();
    of_level_ = part.level.has_value();
    GridMesh tiles = std::exchange(tiles_, part.tiles ? std::move(*part.tiles) : GridMesh());
    LevelMesh level = std::exchange(level_, part.level ? std::move(*part.level) : LevelMesh());
    part.tiles = std::move(tiles);
    part.level = std::move(level);
    if (!of_level_) build_.restart(0, tiles_.pending());
    level_number_ = next_level_number();
    blocked_ = {};
    made_ = 0;
    wanted_ = of_level_ && !wanted->mesh.radius.is_point() ? 1 : 0;  // the level's mesh is for its own agent only
    ++changes_.generation;
    changes_.since = mesh().version();
    changes_.update.clear();
  }
  options_ = wanted;
  if (!of_level_ || !(other || rebuild_flags.rules)) return;
  if (other) blocked_.reset(*inputs.map);
  const Rect all = inputs.map->bounds();
  look_at_level(inputs, {&all, 1});
  put_links(inputs);
}

// --- Edits ---------------------------------------------------------------------------------------------------------

// Does one round of work on the tiles. Returns true when no work is left.
bool MapNavmesh::update_some(const BuildInputs& inputs, size_t max_steps) {
  const bool done = tiles_.update_some(*inputs.moves, changes_.update, max_steps);
  if (done) ++version_;
  return done;
}

// Starts a new list of changes. While the mesh is out of date the list continues, because no reader
// can have followed it.
void MapNavmesh::begin_changes() {
  if (!is_true()) return;
  changes_.since = mesh().version();
  changes_.update.clear();
}

// Reads the cells again. Returns whether the mesh has to be rebuilt.
bool MapNavmesh::look_at_level(const BuildInputs& inputs, std::span<const Rect> cells) {
  bool changed = false;
  for (const Rect& piece : cells) changed = blocked_.look_at(inputs, piece) || changed;
  if (!changed) return false;
  begin_changes();
  ++wanted_;
  ++version_;
  allow();
  return true;
}

// Puts the links of the map on the mesh of the level.
void MapNavmesh::put_links(const BuildInputs& inputs) {
  std::vector<MeshLink> links = mesh_links_of(*inputs.moves, mesh(), [this](Cell cell) { return end_at(cell); });
  if (links.empty() && mesh().links().empty()) return;
  begin_changes();
  level_.set_links(std::move(links));
  ++version_;
}

bool MapNavmesh::map_changed(const BuildInputs& inputs, EditChanges& change) {
  if (!change.moves.empty()) ++version_;
  if (!options_) return false;
  if (of_level_) {
    allow_after_edit(false);
    look_at_level(inputs, change.letters);
    put_links(inputs);
    return false;  // the job rebuilds the mesh
  }
  const Stopwatch watch;
  const bool was_ready = tiles_.ready();
  begin_changes();
  tiles_.mark_dirty(*inputs.moves, {});
  for (const Rect& piece : change.moves) tiles_.mark_dirty(*inputs.moves, piece);
  const size_t known = changes_.update.added.size();
  const size_t tiles_before = changes_.update.tiles;
  if (!update_some(inputs, was_ready ? kLiveSteps : 0)) build_.spend(watch.micros());
  touched_.clear();
  // The tiles with new polygons.
  std::vector<uint32_t> tiles;
  const MeshUpdate& update = changes_.update;
  for (size_t i = known; i < update.added.size(); ++i) {
    if (mesh().has_polygon(update.added[i])) tiles.push_back(tiles_.tile_of(update.added[i]));
  }
  sort_unique(tiles);
  touched_.add(
      0, 1, tiles, [&](uint32_t tile) { return tiles_.tile_cells(tile); },
      [](const Rect& cells) { return cells.grown(1); });
  touched_.add("tiles", 0, update.tiles - tiles_before);
  touched_.add("polygons", 0, update.added.size() - known);
  return true;
}

void MapNavmesh::work(const BuildInputs& inputs, WorkBudget& budget) {
  if (!options_ || of_level_) return;
  while (!tiles_.ready() && budget.more()) {
    const Stopwatch watch;
    const bool done = update_some(inputs, kNavmeshPiece);
    build_.spend(watch.micros());
    if (done) build_.finish();
  }
}

// --- The background ------------------------------------------------------------------------------------------------

// Starts a job that builds the mesh of the level. While the user paints, meshes are built one after the other, each for
// the map at the start of its job.
void MapNavmesh::start(const BuildInputs& inputs, bool /*at_once*/) {
  if (!options_ || !of_level_ || is_true() || job_.running() || cancelled_) return;
  fault_.clear();
  start_job(wanted_, [level = inputs.level->shared_from_this(), blocked = blocked_.list(),
                      radius = options_->mesh.radius](JobControl& control) {
    const auto cells = radius.is_point() ? std::nullopt : std::optional(radius.cells());
    return level->mesh_without(blocked, control, cells);
  });
}

void MapNavmesh::take(const BuildInputs& inputs, Result<LevelMesh> mesh, double micros) {
  if (!mesh) {
    if (!is_current(inputs)) return;  // the map has changed since then
    fault_ = mesh.error().message();
    failed_ = cancelled_ = true;
    return;
  }
  level_.become(std::move(mesh.value()), changes_.update);
  put_links(inputs);
  level_micros_ = micros;
  made_ = job_key_;
  level_number_ = next_level_number();
  ++version_;
}

// --- State --------------------------------------------------------------------------------------------------------

std::vector<ClusterGrid> MapNavmesh::grids(const BuildInputs& inputs) const {
  if (!options_) return {};
  return drawn_blocks(inputs);
}

StructureState MapNavmesh::state(const BuildInputs& inputs) const {
  const double built =
      of_level_ ? (level_micros_ > 0 ? level_micros_ : level_.times().total_ms() * 1000) : build_.micros();
  if (!options_) return {.built_micros = built, .version = version_};
  const bool there = ready(inputs);
  StructureState state = job_state(there, built, version_);
  if (!of_level_) {
    state.work_done = there;
    state.sliced = true;
    if (!there) state.progress = build_.progress(tiles_.pending());
  }
  return state;
}

std::string MapNavmesh::stamp(const BuildInputs& inputs) const {
  if (!options_) return "none";
  const auto& [mesh, costs, of_level] = *options_;
  if (takes_level(options_, inputs)) return fmt::format("navmesh level {} {}", level_number_, static_cast<int>(costs));
  const auto& [source, tile_size, radius] = mesh;
  return fmt::format("navmesh {} {} {} {}", static_cast<int>(source), tile_size, radius.eighths(),
                     static_cast<int>(costs));
}

std::optional<std::string> MapNavmesh::difference(const Structure& structure, const BuildInputs&) const {
  const auto& fresh = static_cast<const MapNavmesh&>(structure);
  if (of_level_ != fresh.of_level_) return "a mesh of something else";
  return of_level_ ? level_.difference(fresh.level_) : tiles_.difference(fresh.tiles_);
}

std::string MapNavmesh::refusal(const BuildInputs&) const {
  if (failed_) return fault_.empty() ? "there is not enough memory for the mesh of the level" : fault_;
  return cancelled_ ? "the mesh of the level was cancelled: rebuild it" : std::string();
}

std::span<const SettingOf<MapNavmesh::Options>> MapNavmesh::settings() { return navmesh_settings(); }

}  // namespace strata
