#include "core/world/map_hna.hpp"

#include <fmt/format.h>

#include <utility>

namespace strata {
namespace {

constexpr size_t kHnaPiece = 500;     // steps between two looks at the clock
constexpr uint32_t kGathered = 4000;  // polygons, the same

}  // namespace

HnaOptions MapHna::hna_options(const Ground& ground) const {
  return {.levels = options_->levels, .group_size = options_->group_size, .costs = ground.mesh_costs};
}

void MapHna::install(const std::optional<Options>& wanted, const Ground& ground, Renewed&, Part& part) {
  const bool other = wanted != options_ || (options_ && hna_.levels() > 0 && hna_.options().costs != ground.mesh_costs);
  if (!other) return;
  options_ = wanted;
  ++version_;
  job_.abandon();
  part = std::exchange(hna_, {});
  next_ = {};
  has_next_ = cancelled_ = failed_ = false;
  followed_ = {};
}

bool MapHna::is_due(const Ground& ground) const {
  if (!options_ || cancelled_ || failed_ || !has_mesh(ground)) return false;
  if (has_next_ && next_followed_ == now(ground)) return false;
  return followed_ != now(ground) || wanted_anew_ || hna_.unbalanced();
}

// Follows what the mesh has gone through, if that is known.
void MapHna::catch_up(const Ground& ground) {
  if (!options_ || !has_mesh(ground) || followed_ == now(ground)) return;
  if (has_next_ && next_followed_ != now(ground)) {
    next_ = {};
    has_next_ = false;
  }
  const NavmeshChanges& changes = *ground.navmesh_changes;
  if (followed_ == Known{changes.generation, changes.since} && hna_.options() == hna_options(ground)) {
    hna_.follow(*ground.navmesh, changes.update);
    followed_ = now(ground);
    failed_ = false;
  }
}

bool MapHna::settle(const Ground& ground, size_t max_steps) {
  const bool was_ready = hna_.ready();
  bool done = true;
  if (followed_ == now(ground) && !hna_.ready()) done = hna_.settle(*ground.navmesh, update_, max_steps);
  if (done && has_next_ && next_followed_ == now(ground)) {
    done = next_.settle(*ground.navmesh, update_, max_steps);
    if (done) {
      std::swap(hna_, next_);
      followed_ = next_followed_;
      next_ = {};
      has_next_ = wanted_anew_ = false;
      build_.finish();
      ++version_;
    }
  }
  if (!was_ready && hna_.ready()) ++version_;
  return done;
}

bool MapHna::map_changed(const Ground& ground, Change& change) {
  if (!options_) return false;
  if (!change.moves.empty()) {
    ++version_;
    cancelled_ = failed_ = false;
  }
  update_.clear();
  touched_.clear();
  const bool was_ready = hna_.ready();
  catch_up(ground);
  if (!has_mesh(ground) || followed_ != now(ground)) return false;
  settle(ground, was_ready ? kLiveSteps : 0);
  const NavMesh& mesh = *ground.navmesh;
  for (int level = 1; level <= hna_.levels(); ++level) {
    const HnaUpdate::Level& told = update_.levels[static_cast<size_t>(level - 1)];
    const HnaLevel& groups = hna_.level(level);
    const auto cells_of = [&](uint32_t number) {
      Rect cells;
      if (!groups.has_group(number)) return cells;
      for (const PolygonId polygon : groups.group(number).polygons) {
        const LatticePoint low = mesh.low(polygon), high = mesh.high(polygon);
        cells.include(Rect{low.x / 2, low.y / 2, (high.x + 1) / 2, (high.y + 1) / 2});
      }
      return cells;
    };
    touched_.add(level, level, told.groups, cells_of, [](const Rect& cells) { return cells.grown(1); });
    touched_.add("entries", level, told.entries);
    touched_.add("dissolved", level, told.dissolved);
  }
  return true;
}

void MapHna::work(const Ground& ground, Slice& slice) {
  if (!options_ || !has_mesh(ground)) return;
  catch_up(ground);
  update_.clear();
  const auto under_way = [&] {
    return (followed_ == now(ground) && !hna_.ready()) || (has_next_ && next_followed_ == now(ground));
  };
  while (under_way() && slice.more()) {
    const Stopwatch watch;
    settle(ground, kHnaPiece);
    build_.spend(watch.micros());
  }
  while (gathers(ground) && slice.more()) gather(ground, kGathered);
}

// Whether what the job needs is still to be gathered.
bool MapHna::gathers(const Ground& ground) const {
  return !job_.running() && !ground.in_stroke && is_due(ground) && !(has_graph_ && graph_mesh_ == now(ground));
}

bool MapHna::gather(const Ground& ground, uint32_t polygons) {
  if (graph_mesh_ != now(ground)) {
    graph_ = {};
    graph_mesh_ = now(ground);
  }
  has_graph_ = grow_polygon_graph(*ground.navmesh, polygons, graph_);
  return has_graph_;
}

void MapHna::start(const Ground& ground) {
  if (job_.running() || ground.in_stroke || !is_due(ground) || gathers(ground)) return;
  job_mesh_ = now(ground);
  job_watch_ = {};
  has_graph_ = false;
  graph_mesh_ = {};
  job_.start([graph = std::exchange(graph_, {}), options = *options_](JobControl&) {
    return group_polygons(graph, options.levels, options.group_size);
  });
}

void MapHna::take(const Ground& ground, std::optional<Grouping> grouping) {
  if (job_.take_failure()) failed_ = cancelled_ = true;
  if (!grouping || !options_ || !has_mesh(ground) || job_mesh_ != now(ground)) return;
  next_.reset(hna_options(ground), std::move(*grouping));
  next_followed_ = now(ground);
  has_next_ = true;
  build_.restart(job_watch_.micros(), next_.pending());
}

void MapHna::poll(const Ground& ground) {
  catch_up(ground);
  take(ground, job_.poll());
  start(ground);
}

void MapHna::finish(const Ground& ground) {
  catch_up(ground);
  for (;;) {
    while (gathers(ground)) gather(ground, kGathered);
    start(ground);
    if (!job_.running()) break;
    take(ground, job_.wait());
    if (options_ && has_mesh(ground)) settle(ground, SIZE_MAX);
  }
  if (options_ && has_mesh(ground)) settle(ground, SIZE_MAX);
}

void MapHna::cancel(const Ground&) {
  if (!job_.running()) return;
  job_.cancel();
  cancelled_ = true;
}

void MapHna::rebuild() {
  cancelled_ = failed_ = false;
  wanted_anew_ = options_.has_value();
}

std::vector<ClusterGrid> MapHna::grids(const Ground& ground) const {
  if (!options_) return {};
  // A grid for each level.
  return std::vector<ClusterGrid>(static_cast<size_t>(std::max(1, options_->levels)), drawn_blocks(ground).front());
}

bool MapHna::ready(const Ground& ground) const {
  return options_ && has_mesh(ground) && hna_.ready() && followed_ == now(ground);
}

bool MapHna::settled(const Ground& ground) const {
  if (!options_ || !has_mesh(ground)) return true;  // it waits for the mesh
  if (followed_ == now(ground) && !hna_.ready()) return false;
  return !(has_next_ && next_followed_ == now(ground)) && !gathers(ground);
}

StructureState MapHna::state(const Ground& ground) const {
  if (!options_) return {.built_micros = build_.micros(), .version = version_};
  const bool there = ready(ground);
  const bool slices = !settled(ground);
  return {.wanted = true,
          .ready = there,
          .settled = !slices,
          .sliced = slices,
          .building = job_.running() && !job_.cancelled(),
          .cancelled = cancelled_,
          .failed = failed_,
          .progress = there    ? 1
                      : slices ? build_.progress(has_next_ ? next_.pending() : hna_.pending())
                               : 0,
          .built_micros = build_.micros(),
          .version = version_};
}

// Which groups there are depends on the edits, and of paths that cost the same another one may be found.
std::string MapHna::stamp(const Ground& ground) const {
  if (!options_) return "none";
  const auto& [levels, group_size] = *options_;
  return fmt::format("hna {} {} {} {}", levels, group_size, static_cast<int>(ground.mesh_costs), version_);
}

std::string MapHna::refusal(const Ground& ground) const {
  if (ground.navmesh == nullptr) return "waits for the navigation mesh: switch it on";
  if (ground.navmesh_given_up) return "waits for the mesh of the level, which was given up: rebuild that";
  if (failed_) return "not enough memory for the groups: larger tiles of the mesh take less, or rebuild";
  if (cancelled_) return "the grouping was cancelled: rebuild it";
  return {};
}

// Other groups than those of a fresh build, but true ones.
std::optional<std::string> MapHna::difference(const Structure&, const Ground& ground) const {
  return hna_.difference(*ground.navmesh);
}

}  // namespace strata
