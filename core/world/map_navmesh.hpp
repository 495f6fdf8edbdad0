// Purpose: MapNavmesh is the navigation mesh of a world. It covers the cells of the map or, where the map shows a
//          level, it is made from the level.
// Background: The mesh of the cells is made tile by tile in slices. The mesh of a level is made by a job, and made
//             again after an edit of cells in which the level has ground.
#pragma once

#include "core/base/job.hpp"
#include "core/grid/clusters.hpp"
#include "core/level/level.hpp"
#include "core/navmesh/grid_mesh.hpp"
#include "core/navmesh/mesh_space.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

// The changes of a navigation mesh since one of its versions, for structures built on top of it.
struct NavmeshChanges {
  uint64_t generation = 0;  // changes when another mesh is begun from nothing
  uint64_t since = 0;       // NavMesh::version() at the start of the list
  MeshUpdate update;
};

struct NavmeshOptions {
  GridMeshOptions mesh;
  MeshCosts costs = MeshCosts::kMidpoints;  // measure of costs on the mesh
  // Whether the map of a level uses the level's own mesh, and not `mesh`. Other maps have no level.
  bool of_level = true;
  friend bool operator==(const NavmeshOptions&, const NavmeshOptions&) = default;
};

struct NavmeshPart {
  std::optional<GridMesh> tiles;
  std::optional<LevelMesh> level;
};

class MapNavmesh final : public StructureWith<NavmeshOptions, NavmeshPart> {
 public:
  static constexpr StructureId kId = StructureId::kNavmesh;
  static constexpr std::string_view kName = "navmesh", kTitle = "Navigation mesh";
  static constexpr bool kAlways = false, kInBackground = true;
  static constexpr size_t kLiveSteps = 4000;  // steps that an edit takes at once
  // Maps with more cells are cut into the largest tiles: one tile could not be built in slices.
  static constexpr uint32_t kMaxCellsOfTile = 1u << 20;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }
  static std::span<const SettingOf<Options>> settings();

  const NavMesh& mesh() const { return of_level_ ? level_.mesh() : tiles_.mesh(); }
  // Returns the middle of the cell and the polygon that holds it, the topmost of several floors. kNoPolygon: none does.
  MeshEndpoint end_at(Cell cell) const { return of_level_ ? level_.end_at(cell) : tiles_.end_at(cell); }
  const GridMesh* tiles() const { return of_level_ ? nullptr : &tiles_; }        // null: the mesh is a level's
  const LevelMesh* level_mesh() const { return of_level_ ? &level_ : nullptr; }  // null: the mesh is made of cells
  // Returns a number that identifies the mesh of a level as it is. It is unique over all worlds.
  uint64_t level_number() const { return level_number_; }
  uint64_t version() const { return version_; }
  // Returns the changes since a version of the mesh. The list is kept until the next edit of a mesh that is ready.
  const NavmeshChanges& changes() const { return changes_; }

  void prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) const override;
  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  void work(const BuildInputs& inputs, WorkBudget& budget) override;
  void poll(const BuildInputs& inputs) override;
  void finish(const BuildInputs& inputs) override;
  void cancel(const BuildInputs& inputs) override;
  void rebuild() override;
  bool has_results() const override { return job_.finished(); }
  std::vector<ClusterGrid> grids(const BuildInputs& inputs) const override;
  // Whether the mesh is up to date with the map.
  bool is_true() const { return of_level_ ? made_ == wanted_ : tiles_.ready(); }
  bool given_up() const { return cancelled_; }  // until the next request or edit
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
  // Cells in which the level has ground and the agent must not stand.
  class BlockedCells {
   public:
    void reset(const GridMap& map);
    // Reads the cells inside the rectangle again. Returns true if some changed.
    bool look_at(const BuildInputs& inputs, const Rect& cells);
    std::vector<CellId> list() const;  // ascending
    size_t memory_bytes() const { return is_blocked_.capacity() + in_row_.capacity() * sizeof(uint32_t); }

   private:
    int width_ = 0;
    std::vector<uint8_t> is_blocked_;  // by cell
    std::vector<uint32_t> in_row_;     // number of blocked cells by row
  };
  struct Made {
    Result<LevelMesh> mesh;
    uint64_t number = 0;
    double micros = 0;
  };

  static bool takes_level(const std::optional<Options>& options, const BuildInputs& inputs) {
    return options && options->of_level && inputs.level != nullptr;
  }
  static GridMeshOptions tile_options(const Options& options, const GridMap& map);
  bool update_some(const BuildInputs& inputs, size_t max_steps);
  void begin_changes();
  bool look_at_level(const BuildInputs& inputs, std::span<const Rect> cells);
  void start(const BuildInputs& inputs);
  void take(std::optional<Made> made);

  bool of_level_ = false;
  GridMesh tiles_;
  LevelMesh level_;
  uint64_t level_number_ = 0;
  BlockedCells blocked_;
  // Numbers of states of `blocked_`: the current state, and the state that the mesh was made for.
  uint64_t wanted_ = 0, made_ = 0;
  Job<Made> job_;
  uint64_t job_number_ = 0;  // of the state that the job works on
  double level_micros_ = 0;
  std::string fault_;  // why the mesh of the level could not be made
  bool cancelled_ = false;
  NavmeshChanges changes_;
  SlicedBuild build_;
  uint64_t version_ = 1;
};

}  // namespace strata
