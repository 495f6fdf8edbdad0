#include "core/world/map_landmarks.hpp"
#include "core/alt/landmark_settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace strata {
namespace {

constexpr size_t kMaxMissed = 4096;            // limit of changed areas while the job runs
constexpr uint32_t kMovableFields = 1u << 21;  // limit of cells for moving single landmarks
constexpr size_t kLargeFields = size_t{16} << 20;

std::string options_text(const LandmarkOptions& options) {
  const auto& [count, placed] = options;
  return fmt::format("{} {}", count, fmt::join(placed, ","));
}

}  // namespace

bool MapLandmarks::fits(const GridMap& map, const AnyOptions& options) const {
  return Landmarks::fits(map.cell_count(), *options.as<Options>());
}

void MapLandmarks::install(const std::optional<Options>& wanted, const BuildInputs&, RebuildFlags& rebuild_flags,
                           Part&) {
  const bool other = wanted != options_;
  if (rebuild_flags.rules || (other && !wanted)) {
    // Distances under other rules are useless.
    job_.cancel();
    give_back(std::exchange(landmarks_, {}));
    ++version_;
  }
  if (rebuild_flags.rules || other) cancelled_ = false;
  options_ = wanted;
}

void MapLandmarks::cancel(const BuildInputs&) {
  job_.cancel();
  cancelled_ = true;
}

void MapLandmarks::rebuild() {
  cancelled_ = false;
  anew_ = true;
}

bool MapLandmarks::map_changed(const BuildInputs& inputs, EditChanges& change) {
  if (!options_) return false;
  if (!change.moves.empty()) ++version_;
  if (!change.moves.empty() || !failed_) cancelled_ = false;
  if (job_.running()) {
    missed_.insert(missed_.end(), change.moves.begin(), change.moves.end());
    // After so many edits the job's landmarks would be set aside, so that its result is useless.
    if (missed_.size() > kMaxMissed) job_.cancel();
  }
  const LandmarkUpdate update = landmarks_.update(*inputs.moves, change.moves);
  touched_.clear();
  touched_.add("lowered", 0, update.lowered);
  touched_.add("set_aside", 0, static_cast<size_t>(update.set_aside));
  return true;
}

void MapLandmarks::poll(const BuildInputs& inputs) {
  BackgroundStructure::poll(inputs);
  (void)disposal_.poll();
}

// Starts a job if the landmarks are missing, inexact or have other options, and no job is running.
void MapLandmarks::start(const BuildInputs& inputs, bool /*at_once*/) {
  if (!options_ || job_.running() || cancelled_ || inputs.in_stroke) return;
  const bool same_options = landmarks_.options() == *options_;
  const bool anew = std::exchange(anew_, false);
  if (landmarks_.ready() && landmarks_.exact() && same_options && !anew) return;
  missed_.clear();
  failed_ = false;
  // If only some landmarks have moved, the others keep their fields. On very large maps inserting a field between
  // others would take too long.
  const MoveGrid& moves = *inputs.moves;
  std::vector<std::pair<int, CellId>> moved;
  const std::vector<CellId>& placed = options_->placed;
  if (!anew && landmarks_.ready() && landmarks_.exact() && placed.size() == static_cast<size_t>(landmarks_.count()) &&
      moves.cell_count() <= kMovableFields) {
    for (int i = 0; i < landmarks_.count(); ++i) {
      const CellId cell = placed[static_cast<size_t>(i)];
      if (cell != landmarks_.cells()[static_cast<size_t>(i)]) moved.emplace_back(i, cell);
    }
    if (moved.empty()) {  // all landmarks are already at the requested cells
      landmarks_.keep_placed(*options_);
      return;
    }
  }
  start_job(*options_, [grid = moves, options = *options_, moved = std::move(moved)](JobControl& control) {
    BuiltLandmarks built;
    if (moved.empty()) {
      built.landmarks.build(grid, options, &control);
    } else {
      control.set_total(moved.size());
      for (const auto& [landmark, cell] : moved) {
        built.moved.emplace_back(landmark, Landmarks::make_field(grid, cell, &control));
        control.set_done(built.moved.size());
      }
    }
    return built;
  });
}

void MapLandmarks::take(const BuildInputs& inputs, BuiltLandmarks built, double micros) {
  if (built.moved.empty()) {
    std::swap(landmarks_, built.landmarks);
    landmarks_.take_scratch(built.landmarks);
    micros_ = micros;
  }
  for (const auto& [landmark, field] : built.moved) landmarks_.move_landmark(landmark, field);
  if (!built.moved.empty()) landmarks_.keep_placed(job_key_);
  // The fields belong to the job's copy of the moves: later edits are applied to them.
  landmarks_.update(*inputs.moves, missed_);
  missed_.clear();
  ++version_;
  give_back(std::move(built.landmarks));
}

// Frees fields in a job, because freeing hundreds of megabytes takes longer than a frame.
void MapLandmarks::give_back(Landmarks fields) {
  if (fields.memory_bytes() < kLargeFields) return;
  disposal_.stop();
  disposal_.start([old = std::move(fields)](JobControl&) mutable {
    old.clear();
    return true;
  });
}

StructureState MapLandmarks::state(const BuildInputs&) const {
  StructureState state = job_state(landmarks_.ready(), micros_, version_);
  state.building = job_.running();
  if (state.building) state.progress = job_.progress();
  return state;
}

std::string MapLandmarks::stamp(const BuildInputs&) const {
  return options_ ? fmt::format("landmarks {} {}", options_text(*options_), version_) : "none";
}

std::string MapLandmarks::refusal(const BuildInputs&) const {
  if (failed_) return "not enough memory for the landmarks: fewer of them, or rebuild";
  return cancelled_ ? "the landmarks were cancelled: rebuild them" : std::string();
}

std::optional<std::string> MapLandmarks::difference(const Structure& structure, const BuildInputs& inputs) const {
  const auto& fresh = static_cast<const MapLandmarks&>(structure);
  const Landmarks &own = landmarks_, &other = fresh.landmarks_;
  if (!std::ranges::equal(own.cells(), other.cells())) {
    return fmt::format("they lie on {}, not on {}", fmt::join(own.cells(), ","), fmt::join(other.cells(), ","));
  }
  // Rows may have space for unused landmarks.
  for (int i = 0; i < own.count(); ++i) {
    if (own.in_use(i) != other.in_use(i)) return fmt::format("landmark {} is in use, or is not", i + 1);
    for (CellId cell = 0; cell < inputs.moves->cell_count(); ++cell) {
      if (own.distance(cell, i) != other.distance(cell, i)) return fmt::format("other distances of landmark {}", i + 1);
    }
  }
  return std::nullopt;
}

std::span<const SettingOf<MapLandmarks::Options>> MapLandmarks::settings() { return landmark_settings(); }

}  // namespace strata
