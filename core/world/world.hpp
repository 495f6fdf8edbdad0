// Purpose: World is the sole owner of a map and of everything that is built from it. It applies edits to the map,
//          updates all structures, answers queries, and refuses plans on structures that are out of date.
// Background: `work` builds in slices what an edit leaves to do, and takes over the results of jobs. Each structure
//             decides whether it is built in slices or by a job.
// Errors: A structure for which memory runs out is given up and freed: out_of_memory. It is tried again with the next
//         change of the setup. Only the map and its moves must have memory: without it the constructor, `change` and
//         edits throw std::bad_alloc, and nothing has changed.
// Threads: Const calls with different workspaces may run together; the others need the world for themselves.
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

// What an edit cost one structure, and what the structure rebuilt for it.
struct StructureReport {
  StructureId structure = StructureId::kMoves;
  double micros = 0;          // time spent on this edit
  double rebuild_micros = 0;  // time of the last full build
  Touched touched;
  std::vector<double> level_micros;  // of `micros`, what its levels took; empty: it has no levels
};

// What one edit changed, and what the structures rebuilt.
struct EditReport {
  uint64_t revision = 0;
  Rect dirty;  // cells whose letter changed
  uint64_t changed_cells = 0;
  bool moves_changed = false;               // the legal moves are others; letters may change without that
  double micros = 0;                        // all structures together
  std::vector<StructureReport> structures;  // structures that took part in the edit, in the order of their list
  const Touched* touched(StructureId structure) const;  // null: the structure took no part
};

class World {
 public:
  explicit World(GridMap map, const Rules& rules = {});
  World(GridMap map, const Rules& rules, const HpaOptions& hpa);
  // `level`: the level that the map shows, whose own map has the same size. Null: the map shows cells only.
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
  // Returns a structure of the list (structures.hpp), by number or by its class.
  const Structure& structure(StructureId structure) const { return *structures_[static_cast<size_t>(structure)]; }
  template <class K>
  const K& get() const {
    return static_cast<const K&>(structure(K::kId));
  }
  // Returns what structures read of the world, as it is now.
  BuildInputs inputs() const;

  StructureState state(StructureId structure) const;
  bool has(StructureId structure) const;    // whether the structure was asked for
  bool ready(StructureId structure) const;  // whether it is up to date with the map
  // Whether nothing is left for `work` except waiting for the background.
  bool ready() const;

  // These functions change the whole setup: `prepare` builds what is missing and may run beside other const calls;
  // `install` puts it in and returns what it replaced. Nothing else may change the world in between.
  WorldSetup setup() const;
  WorldParts prepare(const WorldSetup& setup) const;
  WorldParts install(const WorldSetup& setup, WorldParts parts);
  void change(const WorldSetup& setup);
  // Changes the options of one structure; without a value the structure is freed unless it is always kept. Returns
  // false if the structure would take more memory than it may, with nothing changed, or more than there is.
  bool set(StructureId structure, AnyOptions options);
  template <class K>
  bool set(const std::optional<typename K::Options>& options) {
    return set(K::kId, AnyOptions(options));
  }
  void set_drawn_graph(DrawnGraph graph);  // drops nodes outside of the map

  // Builds structures in slices, so that a large map never blocks a frame: call it until it returns true. Edits finish
  // small updates at once and leave the rest to `work`. It also takes over results from the background. `only`: does so
  // for these structures.
  bool work(double budget_ms, StructureSet only = StructureSet::all());
  // Finishes all work now, including the background's.
  void finish_updates(StructureSet only = StructureSet::all());
  // Waits for the background. Programs that must run the same every time need it.
  void finish_background(StructureSet only = StructureSet::all());
  // Cancels a structure's build in the background. The next build starts after the next edit or on request.
  void cancel(StructureId structure);
  void rebuild(StructureId structure);

  // Edits of the map. `name` is what the undo menu shows.
  void begin_stroke(std::string name) { history_.begin_stroke(std::move(name)); }
  void end_stroke() { history_.end_stroke(); }
  EditReport apply(const Edit& edit, const std::string& name = "Edit");
  std::optional<EditReport> undo();
  std::optional<EditReport> redo();
  // Undoes or redoes the next edit of an entry that has many, see History::next_part; there must be one.
  EditReport travel_part(bool back);
  // Hand the history over to another world, whose map has other sides, and change it besides edits.
  History take_history() { return std::exchange(history_, {}); }
  void set_history(History history) { history_ = std::move(history); }
  void mark_saved() { history_.mark_saved(); }

  // Whether a structure was asked for and given up, as there was not enough memory.
  friend bool out_of_memory(const World& world, StructureId structure) {
    return world.out_of_memory_.contains(structure);
  }

 private:
  EditReport apply_unrecorded(const Edit& edit, Edit* inverse);
  // Calls use(structure, inputs), unless the structure was given up. If memory runs out it is given up.
  template <class Use>
  void with_memory(Structure& structure, Use use);
  void give_up(StructureId structure, AnyOptions options);

  GridMap map_;
  std::shared_ptr<const Level> level_;
  History history_;
  OwnedStructures structures_ = make_structures();
  StructureSet out_of_memory_;
  std::array<AnyOptions, kStructures> given_up_;  // options of the structures that are out of memory
  std::unique_ptr<DrawnGraph> drawn_;
  uint64_t drawn_version_ = 1;
};

bool out_of_memory(const World& world, StructureId structure);
// Returns the progress of all builds in slices together, 0..1; every structure counts the same.
double progress(const World& world);
// Returns the structures of which a job has ended whose result `work` will take over.
StructureSet background_results(const World& world);
inline bool has_background_results(const World& world) { return !background_results(world).empty(); }
size_t memory_bytes(const World& world, StructureId structure);
size_t memory_bytes(const World& world);  // includes the map and its history

}  // namespace strata
