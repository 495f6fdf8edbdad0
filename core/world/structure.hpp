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

class ClusterGrid;
class GraphCh;
class GridMap;
class SectorCch;
class WorkBudget;
struct EditChanges;
struct BuildInputs;
struct RebuildFlags;

// What a structure says of itself. All of it is known at once, however large the map.
struct StructureState {
  bool wanted = false;      // asked for; moves and HPA* always are
  bool ready = false;       // true for the map as it is
  bool work_done = true;    // nothing is left for `work` but to wait for the background or for another structure
  bool sliced = false;      // `work` builds it in slices, unless it waits for what does not come by itself
  bool building = false;    // a build in the background is under way
  bool cancelled = false;   // that was given up: there is another after the next edit, or when asked for
  bool failed = false;      // there was not enough memory for it
  double progress = 0;      // 0..1, of the build under way; 1: ready
  double built_micros = 0;  // what the last full build took
  uint64_t version = 0;     // changes with every change of what is there
};

// A part of a structure that an edit made it redo: a cluster, a sector, an area.
struct TouchedPart {
  static constexpr uint32_t kNoNumber = UINT32_MAX;
  int level = 1;                // 0: there are no levels
  int highest = 1;              // what is drawn of the levels up to this one may look different in `seen`
  uint32_t number = kNoNumber;  // its index on that level; kNoNumber: an area, another one with every edit
  Rect cells;
  Rect seen;  // with what of its surroundings hangs on it
};

struct TouchedCount {
  std::string_view key;  // "borders", "transitions", "inter_edges", "unchanged", "recomputed", ...
  int level = 1;
  size_t count = 0;
};

// What an edit made a structure redo.
struct Touched {
  std::vector<TouchedPart> parts;  // by level, ascending
  std::vector<TouchedCount> counts;
  Rect seen;  // where else anything drawn of it may look different

  // The memory stays.
  void clear() {
    parts.clear();
    counts.clear();
    seen = {};
  }
  // Of one level: all `cells(number)`.
  template <class Cells, class Seen>
  void add(int level, int highest, std::span<const uint32_t> numbers, Cells cells, Seen seen_around) {
    for (const uint32_t number : numbers) {
      const Rect own = cells(number);
      parts.push_back({level, highest, number, own, seen_around(own)});
    }
  }
  void add(std::string_view key, int level, size_t count) { counts.push_back({key, level, count}); }
  size_t parts_on(int level) const;
  size_t count(std::string_view key, int level = 1) const;
};

// What a structure calls the places that its paths have to pass.
struct WaypointNames {
  std::string_view node = "node";
  std::string_view border = "transition";
  friend bool operator==(const WaypointNames&, const WaypointNames&) = default;
};

// The graph that a structure has contracted; at most one of the two is there.
struct Contracted {
  const GraphCh* graph = nullptr;
  const SectorCch* live = nullptr;  // over sectors
  bool by_importance = false;       // ranks follow importance, and not the levels of a nested order
};

class Structure {
 public:
  Structure() = default;
  Structure(const Structure&) = delete;
  Structure& operator=(const Structure&) = delete;
  virtual ~Structure() = default;

  virtual StructureId id() const = 0;
  virtual bool wanted() const = 0;  // it has options
  virtual AnyOptions any_options() const = 0;
  // Whether a structure with these options may be kept of that map; `options` has a value.
  virtual bool fits(const GridMap& map, const AnyOptions& options) const;
  // Builds into `part` what is missing for these options from these inputs, but leaves everything as it is.
  virtual void prepare_any(const AnyOptions& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
                           AnyPart& part) const = 0;
  // Puts it in, which takes no time, and leaves what it replaced in `part`.
  virtual void install_any(const AnyOptions& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
                           AnyPart& part) = 0;
  // It was asked for with options that it has already.
  virtual void requested_again() {}

  // After an edit. What fits the live limits is done at once, the rest by `work`. False: it took no part in it.
  virtual bool map_changed(const BuildInputs& inputs, EditChanges& change) = 0;
  const Touched& touched() const { return touched_; }  // by the last edit that it took part in

  virtual void work(const BuildInputs& inputs, WorkBudget& budget);
  // Of builds in the background, for those that have any.
  virtual void poll(const BuildInputs& inputs);    // takes over what has come in, and starts what is due
  virtual void finish(const BuildInputs& inputs);  // waits for all that the background has to do for the map as it is
  virtual void cancel(const BuildInputs& inputs);
  virtual void rebuild() {}
  virtual bool has_results() const { return false; }  // a job has ended whose result `poll` will take over

  // The structures that it reads, with the options that it has; the moves, which all read, are left out.
  virtual StructureSet depends_on() const { return {}; }
  // After an edit the background builds it from nothing.
  virtual bool rebuilt_after_edits() const { return false; }
  // The areas whose borders its paths have to cross; null: there are none.
  virtual const ClusterGrid* areas() const { return nullptr; }
  virtual WaypointNames waypoint_names() const { return {}; }
  virtual Contracted contracted() const { return {}; }

  virtual bool ready(const BuildInputs& inputs) const = 0;
  virtual bool work_done(const BuildInputs& inputs) const = 0;
  virtual StructureState state(const BuildInputs& inputs) const = 0;
  virtual size_t memory_bytes() const = 0;
  // All that an answer which stands on it depends on, beside the map and its rules: for comparison only.
  virtual std::string stamp(const BuildInputs& inputs) const = 0;
  // Why it does not come, in words, where it is asked for and is not ready; empty: it comes.
  virtual std::string refusal(const BuildInputs& inputs) const;
  // By level, along which its parts can be drawn; empty: none can.
  virtual std::vector<ClusterGrid> grids(const BuildInputs& inputs) const;
  // For tests and experiments: where it is not what another one of its kind is that was built from the same map with
  // the same options; nothing: it is the same. Both are ready.
  virtual std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const = 0;

 protected:
  Touched touched_;
};

}  // namespace strata
