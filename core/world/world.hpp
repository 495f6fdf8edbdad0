// Purpose: World owns a map and everything that is built from it. It applies edits to the map, updates all structures,
//          answers queries, and refuses plans on structures that are out of date.
// Background: `work` does in slices the work that an edit leaves, and takes over the results of jobs. Each structure
//             decides whether it is built in slices or by a job.
// Errors: A structure for which memory runs out is freed and given up (out_of_memory), until the next change of the
//         setup. Only the map and its moves must fit into memory: otherwise the constructor, `change` and edits throw
//         std::bad_alloc, and nothing has changed.
// Threads: Const calls with different workspaces may run together; the others need exclusive access to the world.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
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

// The cost of one edit for one structure, and what the structure rebuilt.
struct StructureReport {
  StructureId structure = StructureId::kMoves;
  double micros = 0;          // time of this edit
  double rebuild_micros = 0;  // time of the last full build
  RebuiltParts touched;
  std::vector<double> level_micros;  // share of each level in `micros`; empty: the structure has no levels
};

// The changes of one edit, and the work of the structures.
struct EditReport {
  uint64_t revision = 0;
  Rect dirty;  // bounds of the cells whose letter, weight or links changed
  uint64_t changed_cells = 0;
  bool moves_changed = false;  // the legal moves, their costs or the links changed; letters can change without that
  double micros = 0;           // time of all structures together
  std::vector<StructureReport> structures;  // the structures that the edit concerned, in the order of StructureId
  const RebuiltParts* touched(StructureId structure) const;  // null: the edit did not concern the structure
};

class World {
 public:
  explicit World(GridMap map, const Rules& rules = {});
  World(GridMap map, const Rules& rules, const HpaOptions& hpa);
  // Makes a world. `level` is the level that the map shows, whose own map has the same size; null if the
  // map shows only cells.
  World(GridMap map, const WorldSetup& setup, std::shared_ptr<const Level> level = nullptr);
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  ~World();

  const GridMap& map() const { return map_; }
  const std::shared_ptr<const Level>& level() const { return level_; }  // null: the map shows no level
  const MoveGrid& moves() const;
  const Rules& rules() const { return moves().rules(); }
  const DrawnGraph& drawn_graph() const { return *drawn_; }
  const History& history() const { return history_; }
  // Returns a structure by its id or class.
  const Structure& structure(StructureId structure) const { return *structures_[static_cast<size_t>(structure)]; }
  template <class K>
  const K& get() const {
    return static_cast<const K&>(structure(K::kId));
  }
  // Returns the present inputs of structures.
  BuildInputs inputs() const;

  StructureState state(StructureId structure) const;
  bool has(StructureId structure) const;    // whether the structure is switched on
  bool ready(StructureId structure) const;  // whether the structure is up to date with the map
  // Returns whether `work` has nothing left to do in these structures except wait for the background.
  bool ready(StructureSet only = StructureSet::all()) const;

  // Change the whole setup in two steps: `prepare` builds what is missing and may run beside other const calls;
  // `install` installs it and returns what it replaced. The world must not change between the two.
  WorldSetup setup() const;
  WorldParts prepare(const WorldSetup& setup) const;
  WorldParts install(const WorldSetup& setup, WorldParts parts);
  void change(const WorldSetup& setup);
  // Changes the options of one structure; without a value the structure is freed, unless every world has it. Returns
  // false if the structure would exceed its memory limit (then nothing has changed), or if memory ran out.
  bool set(StructureId structure, AnyOptions options);
  template <class K>
  bool set(const std::optional<typename K::Options>& options) {
    return set(K::kId, AnyOptions(options));
  }
  void set_drawn_graph(DrawnGraph graph);  // drops nodes outside the map

  // Builds structures in slices, so that a large map never blocks a frame: call it until it returns true. Edits finish
  // small updates at once and leave the rest to `work`. It also takes over results from the background. `only`
  // restricts it, and what it returns, to these structures.
  bool work(double budget_ms, StructureSet only = StructureSet::all());
  // Finishes all work now, including that in the background.
  void finish_updates(StructureSet only = StructureSet::all());
  // Waits for the background. Programs with reproducible runs need it.
  void finish_background(StructureSet only = StructureSet::all());
  // Cancels a structure's build in the background. The next build starts after the next edit or on request.
  void cancel(StructureId structure);
  void rebuild(StructureId structure);

  // Edits of the map. `name` is shown in the undo menu.
  void begin_stroke(std::string name) { history_.begin_stroke(std::move(name)); }
  void end_stroke() { history_.end_stroke(); }
  EditReport apply(const Edit& edit, const std::string& name = "Edit");
  std::optional<EditReport> undo();
  std::optional<EditReport> redo();
  // Undoes or redoes the next edit of an entry with many edits, see History::next_part; there must be one.
  EditReport travel_part(bool back);
  // These functions change the history apart from edits: they take it out of one world, put it into another whose map
  // has another size, and mark the saved position.
  History take_history() { return std::exchange(history_, {}); }
  void set_history(History history) { history_ = std::move(history); }
  void mark_saved() { history_.mark_saved(); }

  // Returns whether a structure that was switched on was given up because memory ran out.
  friend bool out_of_memory(const World& world, StructureId structure) {
    return world.out_of_memory_.contains(structure);
  }

 private:
  EditReport apply_unrecorded(const Edit& edit, Edit* inverse);
  // Calls use(structure, inputs), unless the structure was given up. If memory runs out, the structure is given up.
  template <class Use>
  void with_memory(Structure& structure, Use use);
  void give_up(StructureId structure, AnyOptions options);

  friend uint64_t world_number(const World& world);
  static uint64_t next_number();

  GridMap map_;
  std::shared_ptr<const Level> level_;
  History history_;
  OwnedStructures structures_ = make_structures();
  StructureSet out_of_memory_;
  std::array<AnyOptions, kStructures> given_up_;  // options of the structures that were given up
  std::unique_ptr<DrawnGraph> drawn_;
  uint64_t drawn_version_ = 1;
  uint64_t number_ = next_number();
};

bool out_of_memory(const World& world, StructureId structure);
// Returns a number that no other world has. A move takes it along.
uint64_t world_number(const World& world);
// Returns whether World::finish_updates has nothing to do: neither in slices nor in the background.
bool is_finished(const World& world);
// Returns the average progress, 0..1, of all builds in slices.
double progress(const World& world);
// Returns the structures with an ended job whose result `work` will take over.
StructureSet background_results(const World& world);
inline bool has_background_results(const World& world) { return !background_results(world).empty(); }
size_t memory_bytes(const World& world, StructureId structure);
size_t memory_bytes(const World& world);  // includes the map and its history

}  // namespace strata
