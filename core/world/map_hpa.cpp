#include "core/world/map_hpa.hpp"
#include "core/hpa/hpa_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace strata {
namespace {

constexpr size_t kHpaPiece = 64;  // clusters between two checks of the clock

}  // namespace

std::string options_text(const HpaOptions& options) {
  const auto& [cluster_size, threshold, spacing, cache, levels, factor] = options;
  return fmt::format("{} {} {} {} {} {}", cluster_size, threshold, spacing, cache, levels, factor);
}

std::string hpa_stamp(const Hpa& hpa) { return "hpa " + options_text(hpa.options()); }

void MapHpa::prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
                     Part& part) const {
  const Options options = wanted.value_or(usual(*inputs.rules));
  if (rebuild_flags.rules || options_ != options) part.emplace().reset(*inputs.moves, options);
}

void MapHpa::install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
                     Part& part) {
  options_ = wanted.value_or(usual(*inputs.rules));
  rebuild_flags.hpa = part.has_value();
  if (!part) return;
  update_ = {};
  touched_.clear();
  std::swap(hpa_, *part);
  build_.restart(0, hpa_.pending());
  level_times_.restart();
  ++version_;
}

bool MapHpa::map_changed(const BuildInputs& inputs, EditChanges& change) {
  const Stopwatch watch;
  const MoveGrid& moves = *inputs.moves;
  const bool was_ready = hpa_.ready();
  hpa_.mark_dirty(moves, {});
  for (const Rect& piece : change.moves) hpa_.mark_dirty(moves, piece);
  // An edit is completed at once if the graph was ready and the edit touched few clusters.
  update_.clear();
  const bool done = hpa_.update_some(moves, update_, was_ready ? kLiveClusters : 0);
  level_times_.add(update_.micros);
  if (!done) build_.spend(watch.micros());
  if (!change.moves.empty()) ++version_;
  tell(inputs, change);
  return true;
}

void MapHpa::tell(const BuildInputs& inputs, const EditChanges& change) {
  touched_.clear();
  // Entrances may have changed their length without moving a transition. The moves of a large agent change within its
  // size to the left and above.
  const int reach = inputs.rules->agent_size;
  const Rect& dirty = change.dirty;
  touched_.seen = {dirty.x0 - reach, dirty.y0 - reach, dirty.x1 + 1, dirty.y1 + 1};
  const auto alone = [](const Rect& cells) { return cells; };
  const ClusterGrid& clusters = hpa_.clusters();
  touched_.add(
      1, hpa_.levels(), update_.clusters, [&](uint32_t number) { return clusters.rect(number); }, alone);
  touched_.add("borders", 1, update_.borders);
  touched_.add("transitions", 1, update_.transitions);
  touched_.add("inter_edges", 1, update_.inter_edges);
  touched_.add("intra_edges", 1, update_.intra_edges);
  for (int level = 2; level <= hpa_.levels() && static_cast<size_t>(level) - 2 < update_.upper.size(); ++level) {
    const HpaLevelUpdate& upper = update_.upper[static_cast<size_t>(level) - 2];
    const ClusterGrid& larger = hpa_.clusters(level);
    touched_.add(
        level, level, upper.clusters, [&](uint32_t number) { return larger.rect(number); }, alone);
    touched_.add("unchanged", level, upper.unchanged);
    touched_.add("intra_edges", level, upper.intra_edges);
  }
}

std::vector<ClusterGrid> MapHpa::grids(const BuildInputs&) const {
  std::vector<ClusterGrid> grids;
  for (int level = 1; level <= hpa_.levels(); ++level) grids.push_back(hpa_.clusters(level));
  return grids;
}

bool MapHpa::update_piece(const BuildInputs& inputs) {
  piece_.clear();
  const bool done = hpa_.update_some(*inputs.moves, piece_, kHpaPiece);
  level_times_.add(piece_.micros);
  if (done) level_times_.finish();
  return done;
}

std::string MapHpa::stamp(const BuildInputs&) const { return hpa_stamp(hpa_); }

std::optional<std::string> MapHpa::difference(const Structure& structure, const BuildInputs&) const {
  const auto& fresh = static_cast<const MapHpa&>(structure);
  if (hpa_ == fresh.hpa_) return std::nullopt;
  for (int level = 1; level <= hpa_.levels() && level <= fresh.hpa_.levels(); ++level) {
    if (!std::ranges::equal(hpa_.nodes(level), fresh.hpa_.nodes(level)) ||
        hpa_.inter_edges(level) != fresh.hpa_.inter_edges(level) ||
        hpa_.intra_edges(level) != fresh.hpa_.intra_edges(level)) {
      return fmt::format("level {}", level);
    }
  }
  return "other";
}

std::span<const SettingOf<MapHpa::Options>> MapHpa::settings() { return hpa_settings(); }

}  // namespace strata
