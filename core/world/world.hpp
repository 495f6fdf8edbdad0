// Purpose: World is the sole owner of a map and of everything that is built from it. It applies edits to the map and
//          updates all structures, it answers queries, and it refuses plans on what is stale.
// Background: `work` builds in slices what an edit leaves to do, and takes over the results of jobs. Each structure
//             says which of the two builds it.
// Threads: Const calls with different workspaces may run together; the others need the world for themselves.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/grid/grid_map.hpp"
#include "core/grid/history.hpp"
#include "core/world/structure.hpp"
#include "core/world/world_setup.hpp"

namespace strata {

class DrawnGraph;
class Level;
struct BuildInputs;
struct HpaOptions;

// What an edit cost one structure, and what it made it redo.
struct StructureReport {
  StructureId structure = StructureId::kMoves;
  double micros = 0;          // spent on this edit
  double rebuild_micros = 0;  // what the last full build took
  Touched touched;
};

// What one edit changed and what was redone.
struct EditReport {
  uint64_t revision = 0;
  Rect dirty;  // cells whose letter changed
  uint64_t changed_cells = 0;
  double micros = 0;                                    // all structures together
  std::vector<StructureReport> structures;              // that took part in it, in the order of their list
  const Touched* touched(StructureId structure) const;  // null: it took no part
};

class World {
 public:
  explicit World(GridMap map, const Rules& rules = {});
  World(GridMap map, const Rules& rules, const HpaOptions& hpa);
  // `level`: what the map shows, whose map is as large; null: nothing but cells.
  World(GridMap map, const WorldSetup& setup, std::shared_ptr<const Level> level = nullptr);
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  ~World();

  const GridMap& map() const { return map_; }
  const std::shared_ptr<const Level>& level() const { return level_; }  // null: the map shows none
  const MoveGrid& moves() const;
  const Rules& rules() const { return moves().rules(); }
  const DrawnGraph& drawn_graph() const { return *drawn_; }
  const History& history() const { return history_; }
  // One of all structures (structures.hpp), and by its class.
  const Structure& structure(StructureId structure) const { return *structures_[static_cast<size_t>(structure)]; }
  template <class K>
  const K& get() const {
    return static_cast<const K&>(structure(K::kId));
  }
  // What structures read of it, as it is now.
  BuildInputs inputs() const;

  StructureState state(StructureId structure) const;
  bool has(StructureId structure) const;    // it was asked for
  bool ready(StructureId structure) const;  // it is true for the map as it is
  // Nothing is left for `work` but to wait for the background.
  bool ready() const;

  // What is kept, changed as a whole: `prepare` builds what is missing and may run beside other const calls, `install`
  // puts it in and hands back what it replaced. Nothing else may change the world in between.
  WorldSetup setup() const;
  WorldParts prepare(const WorldSetup& setup) const;
  WorldParts install(const WorldSetup& setup, WorldParts parts);
  void change(const WorldSetup& setup);
  // One part of it; nothing: it is given up, if it need not always be there. False, with nothing changed, if it would
  // take more memory than it may.
  bool set(StructureId structure, AnyOptions options);
  template <class K>
  bool set(const std::optional<typename K::Options>& options) {
    return set(K::kId, AnyOptions(options));
  }
  void set_drawn_graph(DrawnGraph graph);  // without the nodes that lie outside of the map

  // Structures are built in slices, so that a large map never blocks a frame: call until it returns true. Edits finish
  // at once what is pending if it is little, and leave the rest to `work`. What comes in from the background is taken
  // over here too.
  bool work(double budget_ms);
  // Everything, now, the background's work included.
  void finish_updates();
  // Waits for the background, for programs that must run the same every time.
  void finish_background();
  // Of what is built in the background: the build under way is given up, and there is another after the next edit, or
  // when it is asked for.
  void cancel(StructureId structure);
  void rebuild(StructureId structure);

  // Edits. `name` is what the undo menu shows.
  void begin_stroke(std::string name) { history_.begin_stroke(std::move(name)); }
  void end_stroke() { history_.end_stroke(); }
  EditReport apply(const Edit& edit, const std::string& name = "Edit");
  std::optional<EditReport> undo();
  std::optional<EditReport> redo();
  void mark_saved() { history_.mark_saved(); }

 private:
  EditReport apply_unrecorded(const Edit& edit, Edit* inverse);

  GridMap map_;
  std::shared_ptr<const Level> level_;
  History history_;
  OwnedStructures structures_ = make_structures();
  std::unique_ptr<DrawnGraph> drawn_;
  uint64_t drawn_version_ = 1;
};

// Of all builds in slices together, 0..1; every structure counts the same.
double progress(const World& world);
// A job has ended whose result `work` will take over.
bool has_background_results(const World& world);
size_t memory_bytes(const World& world, StructureId structure);
size_t memory_bytes(const World& world);  // with the map and its history

}  // namespace strata
