// Purpose: What every structure that a world keeps can do. The world folds over the list of them (structures.hpp), so
//          that it names none of them.
// Shapes: A structure owns what it built, its options, and what is under way; it reads the rest from the Ground that it
//         is given. Being asked for and being there are two things: until it is ready plans are refused as stale.
// Threads: `prepare` and all other const calls may run together; the rest needs the world for itself.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/stopwatch.hpp"
#include "core/world/ground.hpp"

namespace strata {

// What a structure says of itself. All of it is known at once, however large the map.
struct KeptState {
  bool wanted = false;      // asked for; moves and HPA* always are
  bool ready = false;       // true for the map as it is
  bool settled = true;      // nothing is left for `work` but to wait for the background or for another structure
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
  size_t parts_on(int level) const {
    return static_cast<size_t>(
        std::count_if(parts.begin(), parts.end(), [&](const TouchedPart& part) { return part.level == level; }));
  }
  size_t count(std::string_view key, int level = 1) const {
    for (const TouchedCount& one : counts) {
      if (one.key == key && one.level == level) return one.count;
    }
    return 0;
  }
};

// Nothing, or what differs.
inline std::optional<std::string> difference_unless(bool same, std::string what = "other") {
  return same ? std::nullopt : std::optional(std::move(what));
}

// What is drawn of a structure without a grid of its own is best cut into blocks of so many cells a side.
inline constexpr int kDrawnBlock = 64;
inline std::vector<ClusterGrid> drawn_blocks(const Ground& ground) {
  return {ClusterGrid(ground.map->width(), ground.map->height(), kDrawnBlock)};
}

// The budget of one round of work. However small it is, something gets done.
class Slice {
 public:
  explicit Slice(double budget_ms) : budget_micros_(budget_ms * 1000) {}
  // True if there is time for one more piece of work.
  bool more() {
    if (!begun_) return begun_ = true;
    return watch_.micros() < budget_micros_;
  }

 private:
  double budget_micros_;
  bool begun_ = false;
  Stopwatch watch_;
};

// How far a build in slices has come, and what the last full one took.
class SlicedBuild {
 public:
  // A full build begins, with so much left to do.
  void restart(double micros, size_t pending) {
    spent_ = micros;
    all_ = pending;
    full_ = true;
  }
  void spend(double micros) { spent_ += micros; }
  void finish() {
    if (full_) micros_ = spent_;
    full_ = false;
  }
  double micros() const { return micros_; }
  double progress(size_t pending) const {
    const auto left = static_cast<double>(pending);
    return 1 - left / std::max({1.0, left, static_cast<double>(all_)});
  }

 private:
  double micros_ = 0;  // of the last full build
  double spent_ = 0;   // of the build under way
  size_t all_ = 0;     // what was pending when it began
  bool full_ = false;  // a full build is under way
};

// Works off what is left of `built`, so much between two looks at the clock.
template <class Update, class Built, class Input>
void work_off(Built& built, const Input& input, size_t piece, SlicedBuild& build, Slice& slice) {
  Update ignored;
  while (!built.ready() && slice.more()) {
    const Stopwatch watch;
    const bool done = built.settle(input, ignored, piece);
    build.spend(watch.micros());
    if (done) build.finish();
  }
}

// What `K` stands for is known by the place that it has in the list.
template <class K>
concept Kept = requires(K kept, const K known, Ground& ground, const Ground& stable, Renewed& renewed, Change& change,
                        Slice& slice, const std::optional<typename K::Options>& options, typename K::Part& part) {
  { K::kName } -> std::convertible_to<std::string_view>;   // stable key
  { K::kTitle } -> std::convertible_to<std::string_view>;  // for people
  { K::kAlways } -> std::convertible_to<bool>;             // it is kept whether it is asked for or not
  { K::usual(*stable.rules) } -> std::same_as<typename K::Options>;
  { known.options() } -> std::same_as<const std::optional<typename K::Options>&>;  // nothing: it is not kept
  // Builds into `part` what is missing for these options on this ground, but leaves everything as it is.
  known.prepare(options, ground, renewed, part);
  // Puts it in, which takes no time, and leaves what it replaced in `part`.
  kept.install(options, stable, renewed, part);
  // After an edit. What fits the live limits is done at once, the rest by `work`. False: it took no part in it.
  { kept.map_changed(stable, change) } -> std::same_as<bool>;
  { known.touched() } -> std::same_as<const Touched&>;  // by the last edit that it took part in
  kept.work(stable, slice);
  { known.ready(stable) } -> std::same_as<bool>;
  { known.settled(stable) } -> std::same_as<bool>;
  { known.state(stable) } -> std::same_as<KeptState>;
  { known.memory_bytes() } -> std::same_as<size_t>;
  // All that an answer which stands on it depends on, beside the map and its rules: for comparison only.
  { known.stamp(stable) } -> std::same_as<std::string>;
  // For tests and experiments: where it is not what another one is that was built from the same map with the same
  // options; nothing: it is the same. Both are ready.
  { known.difference(known, stable) } -> std::same_as<std::optional<std::string>>;
};

// Those whose parts can be drawn, by level along these grids.
template <class K>
concept KeptInParts = Kept<K> && requires(const K known, const Ground& ground) {
  { known.grids(ground) } -> std::same_as<std::vector<ClusterGrid>>;  // empty: it is not kept
};

// Those with builds in the background beside that.
template <class K>
concept KeptByJobs = Kept<K> && requires(K kept, const K known, const Ground& ground) {
  kept.poll(ground);    // takes over what has come in, and starts what is due
  kept.finish(ground);  // waits for all that the background has to do for the map as it is
  kept.cancel(ground);
  kept.rebuild();
  { known.news() } -> std::same_as<bool>;  // a job has ended whose result `work` will take over
};

}  // namespace strata
