// Purpose: Structure is the interface of everything that a world builds from its map. The world goes through its
//          structures without knowing their classes.
// Shapes: A structure owns what it has built, its options, and the build in progress. It reads the rest from the
//         BuildInputs that it is given. `wanted` and `ready` differ: until a wanted structure is ready plans on it are
//         refused as stale.
// Threads: `prepare` and all other const calls may run together; the rest needs the world for itself.
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

// The state of a structure. Reading it takes constant time, however large the map.
struct StructureState {
  bool wanted = false;     // asked for; moves and HPA* always are
  bool ready = false;      // up to date with the map
  bool work_done = true;   // nothing is left for `work` except waiting for the background or another structure
  bool sliced = false;     // `work` builds it in slices, and is not blocked by a structure that does not come by itself
  bool building = false;   // a build in the background is under way
  bool cancelled = false;  // the build was cancelled; the next one starts after an edit or a request
  bool failed = false;     // there was not enough memory for it
  double progress = 0;     // 0..1, of the build under way; 1: ready
  double built_micros = 0;  // time of the last full build
  uint64_t version = 0;     // changes with every change of the results
};

// A part of a structure that an edit rebuilt: a cluster, a sector, an area.
struct TouchedPart {
  static constexpr uint32_t kNoNumber = UINT32_MAX;
  int level = 1;                // 0: the structure has no levels
  int highest = 1;              // up to this level, drawings of the structure may differ inside `seen`
  uint32_t number = kNoNumber;  // its index on that level; kNoNumber: an area that is a different one with every edit
  Rect cells;
  Rect seen;  // with the surroundings that depend on it
};

struct TouchedCount {
  std::string_view key;  // "borders", "transitions", "inter_edges", "unchanged", "recomputed", ...
  int level = 1;
  size_t count = 0;
};

// What an edit made a structure rebuild.
struct Touched {
  std::vector<TouchedPart> parts;  // by level, ascending
  std::vector<TouchedCount> counts;
  Rect seen;  // other cells in which its drawing may differ

  // Keeps the memory.
  void clear() {
    parts.clear();
    counts.clear();
    seen = {};
  }
  // Adds the parts of one level; `cells(number)` gives the cells of each.
  template <class Cells, class Seen>
  void add(int level, int highest, std::span<const uint32_t> numbers, Cells cells, Seen seen_around) {
    for (const uint32_t number : numbers) {
      const Rect own = cells(number);
      parts.push_back({level, highest, number, own, seen_around(own)});
    }
  }
  void add(std::string_view key, int level, size_t count) { counts.push_back({key, level, count}); }
  bool any() const;  // whether anything was rebuilt
  size_t parts_on(int level) const;
  size_t count(std::string_view key, int level = 1) const;
};

// What a structure calls the places that its paths have to pass.
struct WaypointNames {
  std::string_view node = "node";
  std::string_view border = "transition";
  friend bool operator==(const WaypointNames&, const WaypointNames&) = default;
};

// The graph that a structure has contracted; at most one of the pointers is set.
struct Contracted {
  const GraphCh* graph = nullptr;
  const SectorCch* live = nullptr;  // the live hierarchy over sectors
  bool by_importance = false;       // ranks follow importance, and not the levels of a nested order
};

// Returns the share, 0..1, that the levels up to this one have of the times of all levels; 1 if there are no times.
double share_of_levels(std::span<const double> micros, int up_to_level);

class Structure {
 public:
  Structure() = default;
  Structure(const Structure&) = delete;
  Structure& operator=(const Structure&) = delete;
  virtual ~Structure() = default;

  virtual StructureId id() const = 0;
  virtual bool wanted() const = 0;  // whether it has options
  virtual AnyOptions any_options() const = 0;
  // Whether a structure with these options may be kept for that map; `options` has a value.
  virtual bool fits(const GridMap& map, const AnyOptions& options) const;
  // Builds into `part` what these options need from these inputs, and changes nothing else.
  virtual void prepare_any(const AnyOptions& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
                           AnyPart& part) const = 0;
  // Installs `part`, which takes no time, and leaves what it replaced in `part`.
  virtual void install_any(const AnyOptions& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
                           AnyPart& part) = 0;
  // Called if a world is asked for options that the structure has already.
  virtual void requested_again() {}

  // Updates the structure after an edit: at once within the live limits, the rest by `work`. Returns false if the
  // structure took no part in the edit.
  virtual bool map_changed(const BuildInputs& inputs, EditChanges& change) = 0;
  const Touched& touched() const { return touched_; }  // by the last edit that it took part in

  virtual void work(const BuildInputs& inputs, WorkBudget& budget);
  // The next functions serve builds in the background, for structures that have such builds.
  virtual void poll(const BuildInputs& inputs);    // takes over results, and starts builds that are due
  virtual void finish(const BuildInputs& inputs);  // waits for all builds in the background for the map as it is
  virtual void cancel(const BuildInputs& inputs);
  virtual void rebuild() {}
  virtual bool has_results() const { return false; }  // a job has ended, and `poll` will take over its result

  // Returns the structures that it reads under its options. The moves, which all read, are left out.
  virtual StructureSet depends_on() const { return {}; }
  // Whether the background builds it from nothing after an edit.
  virtual bool rebuilt_after_edits() const { return false; }
  // Returns the areas whose borders its paths have to cross. Null: there are none.
  virtual const ClusterGrid* areas() const { return nullptr; }
  virtual WaypointNames waypoint_names() const { return {}; }
  virtual Contracted contracted() const { return {}; }

  virtual bool ready(const BuildInputs& inputs) const = 0;
  virtual bool work_done(const BuildInputs& inputs) const = 0;
  virtual StructureState state(const BuildInputs& inputs) const = 0;
  virtual size_t memory_bytes() const = 0;
  // The next functions say what a planner on one of its levels is charged: memory and the last full build. Levels above
  // that one do not count, nor does what no planner reads.
  virtual size_t memory_up_to(int level) const;
  virtual double built_micros_up_to(const BuildInputs& inputs, int level) const;
  // Returns the times that its levels took in the last edit, by level - 1. Empty: it has no levels.
  virtual std::span<const double> edit_micros_by_level() const { return {}; }
  // Whether it searches moves of its own in place of the world's.
  virtual bool has_own_moves() const { return false; }
  // Returns a stamp of what an answer depends on through it, besides the map and its rules. For comparison only.
  virtual std::string stamp(const BuildInputs& inputs) const = 0;
  // Returns in words why a structure that is asked for does not become ready. Empty: it does.
  virtual std::string refusal(const BuildInputs& inputs) const;
  // Returns grids by level along which its parts can be drawn. Empty: none can.
  virtual std::vector<ClusterGrid> grids(const BuildInputs& inputs) const;
  // For tests and experiments: returns how it differs from a fresh structure of its kind, built from the same map with
  // the same options. Nothing: they are the same. Both are ready.
  virtual std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const = 0;

 protected:
  Touched touched_;
};

}  // namespace strata
