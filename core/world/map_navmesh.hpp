// Purpose: MapNavmesh is the structure of a world with a navigation mesh: that of the map's cells, or of the level
//          that the map shows.
// Links: The links of the map are links of the mesh (core/navmesh/mesh_links.hpp). On a level they lead from topmost
//        ground to topmost ground, as the map shows it.
// Background: The mesh of cells is built tile by tile in slices. The mesh of a level is built by a job, and again after
//             an edit of cells in which the level has ground.
#pragma once

#include "core/grid/clusters.hpp"
#include "core/level/level.hpp"
#include "core/navmesh/grid_mesh.hpp"
#include "core/navmesh/mesh_space.hpp"
#include "core/world/background_structure.hpp"

namespace strata {

// The changes of a navigation mesh since one of its versions, for structures that depend on it.
struct NavmeshChanges {
  uint64_t generation = 0;  // changes when the mesh is built anew
  uint64_t since = 0;       // NavMesh::version() at the start of the list
  MeshUpdate update;
};

struct NavmeshOptions {
  GridMeshOptions mesh;
  MeshCosts costs = MeshCosts::kMidpoints;  // cost function of the mesh
  // Whether the mesh of the level is used, if the map shows a level; `mesh` is used otherwise.
  bool of_level = true;
  friend bool operator==(const NavmeshOptions&, const NavmeshOptions&) = default;
};

struct NavmeshPart {
  std::optional<GridMesh> tiles;
  std::optional<LevelMesh> level;
};

class MapNavmesh final : public BackgroundStructure<NavmeshOptions, NavmeshPart, Result<LevelMesh>> {
 public:
  static constexpr StructureId kId = StructureId::kNavmesh;
  static constexpr std::string_view kName = "navmesh", kTitle = "Navigation mesh";
  static constexpr bool kAlways = false, kInBackground = true;
  static constexpr size_t kLiveSteps = 4000;  // limit of the steps that an edit does at once
  // Limit of cells of a map with a single tile, because a tile is built in one slice. Larger maps have tiles
  // of the largest size.
  static constexpr uint32_t kMaxCellsOfTile = 1u << 20;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }
  static std::span<const SettingOf<Options>> settings();

  const NavMesh& mesh() const { return of_level_ ? level_.mesh() : tiles_.mesh(); }
  // Returns the middle of the cell and the polygon that contains it, on the topmost of several floors;
  // kNoPolygon if there is none.
  MeshEndpoint end_at(Cell cell) const { return of_level_ ? level_.end_at(cell) : tiles_.end_at(cell); }
  const GridMesh* tiles() const { return of_level_ ? nullptr : &tiles_; }        // null: the mesh is that of a level
  const LevelMesh* level_mesh() const { return of_level_ ? &level_ : nullptr; }  // null: the mesh is that of cells
  // Returns a number that identifies the present mesh of a level; it is unique over all worlds.
  uint64_t level_number() const { return level_number_; }
  uint64_t version() const { return version_; }
  // Returns the changes since a version of the mesh. The list stays until the next edit of a mesh that is ready.
  const NavmeshChanges& changes() const { return changes_; }

  void prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) const override;
  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  void work(const BuildInputs& inputs, WorkBudget& budget) override;
  std::vector<ClusterGrid> grids(const BuildInputs& inputs) const override;
  // Returns whether the mesh is up to date with the map.
  bool is_true() const { return of_level_ ? made_ == wanted_ : tiles_.ready(); }
  // Returns whether the build was cancelled; false again after the next request or edit.
  bool given_up() const { return cancelled_; }
  bool ready(const BuildInputs&) const override { return options_ && is_true(); }
  bool work_done(const BuildInputs&) const override { return !options_ || of_level_ || tiles_.ready(); }
  StructureState state(const BuildInputs& inputs) const override;
  size_t memory_bytes() const override {
    return tiles_.memory_bytes() + level_.memory_bytes() + blocked_.memory_bytes();
  }
  std::string stamp(const BuildInputs& inputs) const override;
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;
  std::string refusal(const BuildInputs& inputs) const override;

 private:
  // The cells that are blocked on the map although the level has ground in them.
  class BlockedCells {
   public:
    void reset(const GridMap& map);
    // Reads the cells inside the rectangle again. Returns whether any of them changed.
    bool look_at(const BuildInputs& inputs, const Rect& cells);
    std::vector<CellId> list() const;  // the blocked cells, ascending
    size_t memory_bytes() const { return is_blocked_.capacity() + in_row_.capacity() * sizeof(uint32_t); }

   private:
    int width_ = 0;
    std::vector<uint8_t> is_blocked_;  // by cell: whether it is blocked
    std::vector<uint32_t> in_row_;     // by row: number of blocked cells
  };

  static bool takes_level(const std::optional<Options>& options, const BuildInputs& inputs) {
    return options && options->of_level && inputs.level != nullptr;
  }
  static GridMeshOptions tile_options(const Options& options, const GridMap& map);
  bool update_some(const BuildInputs& inputs, size_t max_steps);
  void begin_changes();
  bool look_at_level(const BuildInputs& inputs, std::span<const Rect> cells);
  void put_links(const BuildInputs& inputs);
  void start(const BuildInputs& inputs, bool at_once) override;
  bool is_current(const BuildInputs&) const override { return job_key_ == wanted_; }
  void take(const BuildInputs& inputs, Result<LevelMesh> mesh, double micros) override;

  bool of_level_ = false;
  GridMesh tiles_;
  LevelMesh level_;
  uint64_t level_number_ = 0;
  BlockedCells blocked_;
  // State numbers of `blocked_`: the current state, and that for which the mesh was built. A job works on the state
  // `job_key_`.
  uint64_t wanted_ = 0, made_ = 0;
  double level_micros_ = 0;
  std::string fault_;  // why the mesh of the level could not be built; empty: memory ran out
  NavmeshChanges changes_;
  SlicedBuild build_;
  uint64_t version_ = 1;
};

}  // namespace strata
