#include "core/world/map_sectors.hpp"
#include "core/sectors/sector_settings.hpp"

#include <fmt/format.h>

#include <utility>

namespace strata {
namespace {

constexpr size_t kSectorsPiece = 256;  // sectors between two checks of the clock

}  // namespace

std::string options_text(const SectorOptions& options) {
  const auto& [sector_size, second_size, improve_centres, landmarks] = options;
  return fmt::format("{} {} {} {}", sector_size, second_size, improve_centres, landmarks);
}

// Returns a stamp with the version of the landmarks, because they come from a job.
std::string sectors_stamp(const BuildInputs& inputs) {
  if (inputs.sectors == nullptr) return "none";
  return fmt::format("sectors {} {}", options_text(inputs.sectors->options()), inputs.sector_landmarks_version);
}

void MapSectors::prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
                         Part& part) const {
  if (wanted && (rebuild_flags.rules || wanted != options_)) part.emplace().reset(*inputs.moves, *wanted);
}

void MapSectors::install(const std::optional<Options>& wanted, const BuildInputs&, RebuildFlags& rebuild_flags,
                         Part& part) {
  if (rebuild_flags.rules || part || wanted.has_value() != options_.has_value()) ++version_;
  if (part) {
    std::swap(sectors_, *part);
    build_.restart(0, sectors_.pending());
  } else if (!wanted && options_) {
    part = std::exchange(sectors_, {});
  }
  options_ = wanted;
}

bool MapSectors::map_changed(const BuildInputs& inputs, EditChanges& change) {
  change.sectors_version = version_;
  if (!change.moves.empty()) ++version_;
  if (!options_) return false;
  const Stopwatch watch;
  const MoveGrid& moves = *inputs.moves;
  const bool was_ready = sectors_.ready();
  sectors_.mark_dirty(moves, {});
  for (const Rect& piece : change.moves) sectors_.mark_dirty(moves, piece);
  update_.clear();
  if (!sectors_.update_some(moves, update_, was_ready ? kLiveSectors : 0)) build_.spend(watch.micros());
  change.sectors = update_.sectors;
  touched_.clear();
  for (int level = 1; level <= sectors_.levels(); ++level) {
    // Edges lead to the eight adjacent sectors. If centres are improved, the centres of those sectors may move, too.
    const ClusterGrid& grid = sectors_.sectors(level);
    const int around = (options_->improve_centres ? 2 : 1) * grid.cluster_size();
    touched_.add(
        level, level, level == 1 ? update_.sectors : update_.upper, [&](uint32_t number) { return grid.rect(number); },
        [&](const Rect& cells) { return cells.grown(around); });
  }
  return true;
}

std::vector<ClusterGrid> MapSectors::grids(const BuildInputs&) const {
  std::vector<ClusterGrid> grids;
  for (int level = 1; options_ && level <= sectors_.levels(); ++level) grids.push_back(sectors_.sectors(level));
  return grids;
}

bool MapSectors::update_piece(const BuildInputs& inputs) {
  SectorsUpdate ignored;
  return sectors_.update_some(*inputs.moves, ignored, kSectorsPiece);
}

// Returns whether landmarks are missing and will be placed. Without them paths are the same.
bool MapSectors::waits_for_landmarks(const BuildInputs& inputs) const {
  return options_ && !inputs.in_stroke && sectors_.landmarks_due() && !(cancelled_ && is_current(inputs));
}

void MapSectors::start(const BuildInputs& inputs, bool /*at_once*/) {
  if (job_.running() || !waits_for_landmarks(inputs)) return;
  start_job(version_, [graph = sectors_.graph(sectors_.levels()), count = sectors_.options().landmarks](JobControl&) {
    GraphLandmarks landmarks;
    landmarks.build(graph, count);
    return landmarks;
  });
}

void MapSectors::take(const BuildInputs& inputs, GraphLandmarks landmarks, double /*micros*/) {
  if (!is_current(inputs) || !sectors_.landmarks_due()) return;
  sectors_.set_landmarks(std::move(landmarks));
  ++landmarks_version_;
}

StructureState MapSectors::state(const BuildInputs& inputs) const {
  StructureState state = IncrementalStructure::state(inputs);
  state.version += landmarks_version_;
  state.building = (job_.running() && !job_.cancelled()) || waits_for_landmarks(inputs);
  return state;
}

std::string MapSectors::stamp(const BuildInputs& inputs) const { return sectors_stamp(inputs); }

std::optional<std::string> MapSectors::difference(const Structure& structure, const BuildInputs&) const {
  const auto& fresh = static_cast<const MapSectors&>(structure);
  return difference_unless(sectors_ == fresh.sectors_);
}

std::span<const SettingOf<MapSectors::Options>> MapSectors::settings() { return sector_settings(); }

}  // namespace strata
