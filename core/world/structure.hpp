// Purpose: Structure is the interface of everything that a world builds from its map. The world uses its structures
//          only through this interface.
// Shapes: A structure owns its results, its options, and the build in progress. Everything else comes from BuildInputs.
//         A structure may be `wanted` but not `ready`: until it is ready, plans on it return kStale.
// Threads: `prepare` and all other const calls may run together; the rest needs exclusive access to the world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grid/cell.hpp"
#include "core/world/any_options.hpp"
#include "core/world/structure_id.hpp"

namespace strata {

template <class Options>
struct SettingOf;

class ClusterGrid;
class GraphCh;
class GridMap;
class SectorCch;
class WorkBudget;
struct EditChanges;
struct BuildInputs;
struct RebuildFlags;

// The state of a structure. It is computed in constant time for any size of the map.
struct StructureState {
  bool wanted = false;      // switched on; moves and HPA* always are
  bool ready = false;       // up to date with the map
  bool work_done = true;    // `work` has nothing to do except wait for the background or another structure
  bool sliced = false;      // `work` builds it in slices, and no other structure that will not become ready blocks it
  bool building = false;    // a build is running in the background, or begins with the next round of work
  bool cancelled = false;   // the build was cancelled; the next one starts after an edit or a request
  bool failed = false;      // memory ran out
  double progress = 0;      // progress of the current build, 0..1; 1: ready
  double built_micros = 0;  // time of the last full build
  uint64_t version = 0;     // changes with every change of the results
};

// A part of a structure that an edit rebuilt: a cluster, a sector, an area.
struct RebuiltPart {
  static constexpr uint32_t kNoNumber = UINT32_MAX;
  int level = 1;                // 0: the structure has no levels
  int highest = 1;              // highest level whose drawing may differ inside `seen`
  uint32_t number = kNoNumber;  // index of the part on the level; kNoNumber: an area without a permanent index
  Rect cells;
  Rect seen;  // cells of the part, and the surroundings that depend on it
};

struct RebuiltCount {
  std::string_view key;  // "borders", "transitions", "inter_edges", "unchanged", "recomputed", ...
  int level = 1;
  size_t count = 0;
};

// The parts of a structure that an edit rebuilt.
struct RebuiltParts {
  std::vector<RebuiltPart> parts;  // ascending by level
  std::vector<RebuiltCount> counts;
  Rect seen;  // other cells where the structure's drawing may differ

  // Clears the values and keeps the allocated memory.
  void clear() {
    parts.clear();
    counts.clear();
    seen = {};
  }
  // Adds the parts of one level; cells(number) returns the cells of a part.
  template <class Cells, class Seen>
  void add(int level, int highest, std::span<const uint32_t> numbers, Cells cells, Seen seen_around) {
    for (const uint32_t number : numbers) {
      const Rect own = cells(number);
      parts.push_back({level, highest, number, own, seen_around(own)});
    }
  }
  void add(std::string_view key, int level, size_t count) { counts.push_back({key, level, count}); }
  bool any() const;  // returns whether anything was rebuilt
  size_t parts_on(int level) const;
  size_t count(std::string_view key, int level = 1) const;
};

// The structure's names of the places that its paths must pass.
struct WaypointNames {
  std::string_view node = "node";
  std::string_view border = "transition";
  friend bool operator==(const WaypointNames&, const WaypointNames&) = default;
};

// The contraction hierarchy of a structure; at most one of the pointers is set.
struct StructureHierarchy {
  const GraphCh* graph = nullptr;
  const SectorCch* live = nullptr;  // the CCH over sectors, updated in place
  bool by_importance = false;       // ranks follow importance, not the levels of nested dissection
};

// Returns the share, 0..1, of the levels up to this one in the times of all levels; 1 if there are no times.
double share_of_levels(std::span<const double> micros, int up_to_level);

class Structure {
 public:
  Structure() = default;
  Structure(const Structure&) = delete;
  Structure& operator=(const Structure&) = delete;
  virtual ~Structure() = default;

  virtual StructureId id() const = 0;
  virtual bool wanted() const = 0;  // returns whether the structure has options
  virtual AnyOptions any_options() const = 0;
  // Returns whether a structure with these options is small enough for that map; `options` has a value.
  virtual bool fits(const GridMap& map, const AnyOptions& options) const;
  // Builds into `part` what these options need from these inputs, and changes nothing else.
  virtual void prepare_any(const AnyOptions& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
                           AnyStructurePart& part) const = 0;
  // Installs `part` in constant time, and puts what it replaced into `part`.
  virtual void install_any(const AnyOptions& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
                           AnyStructurePart& part) = 0;
  // This function is called if a world is asked for options that the structure already has.
  virtual void requested_again() {}

  // Updates the structure after an edit: at once within the live limits, the rest by `work`. Returns false if the edit
  // does not concern the structure.
  virtual bool map_changed(const BuildInputs& inputs, EditChanges& change) = 0;
  const RebuiltParts& touched() const { return touched_; }  // effect of the last edit that concerned the structure

  virtual void work(const BuildInputs& inputs, WorkBudget& budget);
  // The functions below are for structures that are built in the background.
  virtual void poll(const BuildInputs& inputs);    // takes over results, and starts builds that are due
  virtual void finish(const BuildInputs& inputs);  // waits for all background builds for the present map
  virtual void cancel(const BuildInputs& inputs);
  virtual void rebuild() {}
  virtual bool has_results() const { return false; }  // whether a job has ended whose result `poll` will take over

  // Returns the structures that this one reads under its options, without the moves, which all structures read.
  virtual StructureSet depends_on() const { return {}; }
  // Returns whether a background build replaces this structure after every edit.
  virtual bool rebuilt_after_edits() const { return false; }
  // Returns the areas whose borders the paths over this structure must cross; null if there are none.
  virtual const ClusterGrid* areas() const { return nullptr; }
  virtual WaypointNames waypoint_names() const { return {}; }
  virtual StructureHierarchy contracted() const { return {}; }

  virtual bool ready(const BuildInputs& inputs) const = 0;
  virtual bool work_done(const BuildInputs& inputs) const = 0;
  virtual StructureState state(const BuildInputs& inputs) const = 0;
  virtual size_t memory_bytes() const = 0;
  // The functions below return the costs of a planner that searches one level: memory, and time of the last full build.
  // Higher levels, and data that no planner reads, do not count.
  virtual size_t memory_up_to(int level) const;
  virtual double built_micros_up_to(const BuildInputs& inputs, int level) const;
  // Returns the times of its levels in the last edit, by level - 1; empty if it has no levels.
  virtual std::span<const double> edit_micros_by_level() const { return {}; }
  // Returns whether it searches moves of its own instead of the world's.
  virtual bool has_own_moves() const { return false; }
  // Returns a stamp of everything in it that influences an answer, besides the map and its rules. It is
  // only for comparison.
  virtual std::string stamp(const BuildInputs& inputs) const = 0;
  // Returns why a structure that is switched on does not become ready, in words; empty if it does.
  virtual std::string refusal(const BuildInputs& inputs) const;
  // Returns grids by level along which its parts can be drawn; empty if there are none.
  virtual std::vector<ClusterGrid> grids(const BuildInputs& inputs) const;
  // For tests and experiments: returns the difference from a fresh structure of the same map and options, in words;
  // nothing if they are equal. Both must be ready.
  virtual std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const = 0;

 protected:
  RebuiltParts touched_;
};

}  // namespace strata
