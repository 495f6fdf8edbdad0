// What a world does between edits: builds in slices, landmarks and hierarchies in threads of their own, and what they
// bring.
#include <algorithm>
#include <utility>

#include "core/base/stopwatch.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

constexpr size_t kLiveCchSlice = 200'000;  // units of about 5 ns between two looks at the clock

}  // namespace

bool World::set_landmark_options(const std::optional<LandmarkOptions>& options) {
  if (options && !Landmarks::fits(moves().cell_count(), *options)) return false;
  landmark_options_ = options;
  landmarks_cancelled_ = false;
  if (!options) {
    landmark_job_.cancel();
    give_back(std::exchange(landmarks_, {}));
    ++landmarks_version_;
  }
  return true;
}

void World::cancel_landmarks() {
  landmark_job_.cancel();
  landmarks_cancelled_ = true;
}

void World::rebuild_landmarks() {
  landmarks_cancelled_ = false;
  rebuild_wanted_ = true;
}

// Starts the job that makes the landmarks what they should be, if anything is amiss and no job is under way.
void World::start_landmarks() {
  if (!landmark_options_ || landmark_job_.running() || landmarks_cancelled_ || history_.in_stroke()) return;
  const bool same_options = landmarks_.options() == *landmark_options_;
  const bool anew = std::exchange(rebuild_wanted_, false);
  if (landmarks_.ready() && landmarks_.exact() && same_options && !anew) return;
  missed_by_landmarks_.clear();
  landmarks_failed_ = false;
  // Where only some landmarks have moved, the others keep their fields; on a very large map it would take too long to
  // put a field among the others.
  std::vector<std::pair<int, CellId>> moved;
  const std::vector<CellId>& placed = landmark_options_->placed;
  if (!anew && landmarks_.ready() && landmarks_.exact() && placed.size() == static_cast<size_t>(landmarks_.count()) &&
      moves().cell_count() <= kMovableFields) {
    for (int i = 0; i < landmarks_.count(); ++i) {
      const CellId cell = placed[static_cast<size_t>(i)];
      if (cell != landmarks_.cells()[static_cast<size_t>(i)]) moved.emplace_back(i, cell);
    }
    if (moved.empty()) {  // they lie where they were asked for already
      landmarks_.keep_placed(*landmark_options_);
      return;
    }
  }
  landmark_job_.start([grid = moves(), options = *landmark_options_, moved = std::move(moved)](JobControl& control) {
    const Stopwatch watch;
    BuiltLandmarks built;
    built.options = options;
    if (moved.empty()) {
      built.landmarks.build(grid, options, &control);
    } else {
      control.set_total(moved.size());
      for (const auto& [landmark, cell] : moved) {
        built.moved.emplace_back(landmark, Landmarks::make_field(grid, cell, &control));
        control.set_done(built.moved.size());
      }
    }
    built.micros = watch.micros();
    if (control.cancelled()) built = {};  // given back here, not where nobody may wait
    return built;
  });
}

void World::take_landmarks(BuiltLandmarks built) {
  if (built.moved.empty()) {
    std::swap(landmarks_, built.landmarks);
    landmarks_.take_scratch(built.landmarks);
    progress_of(Structure::kLandmarks).build_micros = built.micros;
  }
  for (const auto& [landmark, field] : built.moved) landmarks_.move_landmark(landmark, field);
  if (!built.moved.empty()) landmarks_.keep_placed(built.options);
  // The fields are those of the copy; now for what has been painted since.
  landmarks_.update(moves(), missed_by_landmarks_);
  missed_by_landmarks_.clear();
  ++landmarks_version_;
  give_back(std::move(built.landmarks));
}

// Giving back hundreds of megabytes takes longer than a frame.
void World::give_back(Landmarks fields) {
  if (fields.memory_bytes() < kLargeFields) return;
  disposal_job_.stop();
  disposal_job_.start([old = std::move(fields)](JobControl&) mutable {
    old.clear();
    return true;
  });
}

void World::finish_background() {
  kept<MapSectors>().finish(ground());
  for (;;) {
    start_landmarks();
    if (!landmark_job_.running()) break;
    if (auto built = landmark_job_.wait()) take_landmarks(std::move(*built));
    if (landmark_job_.take_failure()) landmarks_failed_ = landmarks_cancelled_ = true;
  }
  kept<MapTables>().finish(ground());
  const HierarchySources sources = hierarchy_sources();
  for (MapHierarchy* hierarchy : {&ch_, &cch_}) {
    do {
      hierarchy->start(sources, history_.in_stroke(), UINT32_MAX);
    } while (hierarchy->wait(sources));
  }
}

bool World::background_news() const {
  return landmark_job_.finished() || get<MapSectors>().news() || ch_.finished() || cch_.finished() ||
         get<MapTables>().news();
}

HierarchySources World::hierarchy_sources() const {
  return {.moves = moves(),
          .hpa = hpa(),
          .sectors = has(Structure::kSectors) ? &sectors() : nullptr,
          .drawn = drawn_,
          .moves_version = get<MapMoves>().version(),
          .hpa_version = get<MapHpa>().version(),
          .sectors_version = get<MapSectors>().version(),
          .drawn_version = drawn_version_};
}

void World::set_cch_options(const std::optional<CchOptions>& options) {
  if (options == cch_options_) return;
  cch_options_ = options;
  live_cch_sectors_ = 0;
  if (!cch_is_live()) live_cch_ = {};
  if (options && !cch_is_live()) {
    cch_.set_options(ChOptions{options->graph, ChOrder::kCustomisable});
  } else {
    cch_.set_options(std::nullopt);
  }
}

void World::rebuild_cch() {
  cch_.rebuild();
  live_cch_sectors_ = 0;
}

// Begins anew; `work` goes on with it.
void World::reset_live_cch() {
  const Stopwatch watch;
  live_cch_.reset(sectors());
  live_cch_sectors_ = get<MapSectors>().version();
  progress_of(Structure::kCch).restart(watch.micros(), live_cch_.pending());
  ++live_cch_version_;
}

void World::set_drawn_graph(DrawnGraph graph) {
  // Nothing can lie outside of the map.
  for (uint32_t node = graph.node_count(); node-- > 0;) {
    if (!map_.contains(graph.nodes()[node])) graph.remove_node(node);
  }
  if (graph == drawn_) return;
  drawn_ = std::move(graph);
  ++drawn_version_;
}

bool World::work(double budget_ms) {
  Slice slice(budget_ms);
  for_each_structure([&]<class K>(std::type_identity<K>) { kept<K>().work(ground(), slice); });
  if (cch_is_live() && ready(Structure::kSectors)) {
    Progress& progress = progress_of(Structure::kCch);
    // Regions that came in slices are other ones than those it knows.
    if (live_cch_sectors_ != get<MapSectors>().version()) reset_live_cch();
    while (!live_cch_.ready() && !live_cch_.too_large() && slice.more()) {
      const Stopwatch watch;
      const bool done = live_cch_.settle(sectors(), kLiveCchSlice);
      progress.slices_micros += watch.micros();
      if (!done) continue;
      progress.finish();
      ++live_cch_version_;
    }
  }
  if (auto built = landmark_job_.poll()) take_landmarks(std::move(*built));
  if (landmark_job_.take_failure()) landmarks_failed_ = landmarks_cancelled_ = true;  // until somebody asks again
  start_landmarks();
  (void)disposal_job_.poll();
  const HierarchySources sources = hierarchy_sources();
  for (MapHierarchy* hierarchy : {&ch_, &cch_}) {
    hierarchy->poll(sources);
    hierarchy->start(sources, history_.in_stroke());
  }
  return ready();
}

}  // namespace strata
