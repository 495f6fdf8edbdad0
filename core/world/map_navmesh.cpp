#include "core/world/map_navmesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace strata {
namespace {

constexpr size_t kPiece = 500;  // steps between two looks at the clock

}  // namespace

void MapNavmesh::prepare(const std::optional<Options>& wanted, Ground& ground, Renewed& renewed, Part& part) const {
  if (!wanted) return;
  if (renewed.rules || !options_ || wanted->mesh != options_->mesh) part.emplace().reset(*ground.moves, wanted->mesh);
}

void MapNavmesh::install(const std::optional<Options>& wanted, const Ground&, Renewed& renewed, Part& part) {
  if (renewed.rules || part || wanted != options_) ++version_;
  if (part) {
    std::swap(mesh_, *part);
    build_.restart(0, mesh_.pending());
  } else if (!wanted && options_) {
    part = std::exchange(mesh_, {});
  }
  if (part) {
    ++changes_.generation;
    changes_.since = mesh_.mesh().version();
    changes_.update.clear();
  }
  options_ = wanted;
}

// One more round of work on it.
bool MapNavmesh::settle(const Ground& ground, size_t max_steps) {
  const bool done = mesh_.settle(*ground.moves, changes_.update, max_steps);
  if (done) ++version_;
  return done;
}

bool MapNavmesh::map_changed(const Ground& ground, Change& change) {
  if (!change.moves.empty()) ++version_;
  if (!options_) return false;
  const Stopwatch watch;
  const bool was_ready = mesh_.ready();
  if (was_ready) {
    changes_.since = mesh_.mesh().version();
    changes_.update.clear();
  }
  mesh_.mark_dirty(*ground.moves, {});
  for (const Rect& piece : change.moves) mesh_.mark_dirty(*ground.moves, piece);
  const size_t known = changes_.update.added.size();
  const size_t tiles_before = changes_.update.tiles;
  if (!settle(ground, was_ready ? kLiveSteps : 0)) build_.spend(watch.micros());
  touched_.clear();
  // The tiles that new polygons lie in.
  std::vector<uint32_t> tiles;
  const MeshUpdate& update = changes_.update;
  for (size_t i = known; i < update.added.size(); ++i) {
    if (mesh_.mesh().has_polygon(update.added[i])) tiles.push_back(mesh_.tile_of(update.added[i]));
  }
  std::sort(tiles.begin(), tiles.end());
  tiles.erase(std::unique(tiles.begin(), tiles.end()), tiles.end());
  touched_.add(
      0, 1, tiles, [&](uint32_t tile) { return mesh_.tile_cells(tile); },
      [](const Rect& cells) { return cells.grown(1); });
  touched_.add("tiles", 0, update.tiles - tiles_before);
  touched_.add("polygons", 0, update.added.size() - known);
  return true;
}

std::vector<ClusterGrid> MapNavmesh::grids(const Ground& ground) const {
  if (!options_) return {};
  return drawn_blocks(ground);
}

void MapNavmesh::work(const Ground& ground, Slice& slice) {
  if (!options_) return;
  while (!mesh_.ready() && slice.more()) {
    const Stopwatch watch;
    const bool done = settle(ground, kPiece);
    build_.spend(watch.micros());
    if (done) build_.finish();
  }
}

KeptState MapNavmesh::state(const Ground& ground) const {
  if (!options_) return {.built_micros = build_.micros(), .version = version_};
  const bool there = ready(ground);
  return {.wanted = true,
          .ready = there,
          .settled = there,
          .sliced = true,
          .progress = there ? 1 : build_.progress(mesh_.pending()),
          .built_micros = build_.micros(),
          .version = version_};
}

std::string MapNavmesh::stamp(const Ground&) const {
  if (!options_) return "none";
  const auto& [mesh, costs] = *options_;
  const auto& [source, tile_size] = mesh;
  return fmt::format("navmesh {} {} {}", static_cast<int>(source), tile_size, static_cast<int>(costs));
}

std::optional<std::string> MapNavmesh::difference(const MapNavmesh& fresh, const Ground&) const {
  return mesh_.difference(fresh.mesh_);
}

}  // namespace strata
