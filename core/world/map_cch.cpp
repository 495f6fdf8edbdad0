#include "core/world/map_cch.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/base/byte_text.hpp"

namespace strata {
namespace {

constexpr size_t kCchPiece = 200'000;  // units of about 5 ns between two looks at the clock

}  // namespace

StructureSet MapCch::stands_on() const { return options_ ? structures_under(options_->graph) : StructureSet(); }

Contracted MapCch::contracted() const {
  if (is_live()) return {.live = &live_};
  return {.graph = hierarchy_.graph()};
}

void MapCch::install(const std::optional<Options>& wanted, const Ground& ground, Renewed& renewed, Part& part) {
  if (wanted == options_) return;
  options_ = wanted;
  known_sectors_ = 0;
  if (!is_live()) part.live = std::exchange(live_, {});
  const bool in_background = wanted && !is_live();
  const auto own = in_background ? std::optional(ChOptions{wanted->graph, ChOrder::kCustomisable}) : std::nullopt;
  hierarchy_.install(own, ground, renewed, part.hierarchy);
}

bool MapCch::map_changed(const Ground& ground, Change& change) {
  (void)hierarchy_.map_changed(ground, change);
  // Otherwise `work` begins anew when the sectors are ready.
  const bool was_true = known_sectors_ == change.sectors_version;
  if (!is_live() || ground.sectors == nullptr || !ground.sectors->ready() || !was_true) return false;
  const Stopwatch watch;
  const bool was_ready = live_.ready();
  const LiveCchUpdate update = live_.update(*ground.sectors, change.sectors);
  touched_.clear();
  touched_.add("sectors", 0, update.sectors);
  touched_.add("recomputed", 0, update.arcs_recomputed);
  touched_.add("changed", 0, update.arcs_changed);
  known_sectors_ = ground.sectors_version;
  ++live_version_;
  if (!was_ready) build_.spend(watch.micros());
  return true;
}

void MapCch::work(const Ground& ground, Slice& slice) {
  if (!is_live() || ground.sectors == nullptr || !ground.sectors->ready()) return;
  const Sectors& sectors = *ground.sectors;
  if (known_sectors_ != ground.sectors_version) {
    // Regions that came in slices are other ones than those it knows: it begins anew.
    const Stopwatch watch;
    live_.reset(sectors);
    known_sectors_ = ground.sectors_version;
    build_.restart(watch.micros(), live_.pending());
    ++live_version_;
  }
  while (!live_.ready() && !live_.too_large() && slice.more()) {
    const Stopwatch watch;
    const bool done = live_.settle(sectors, kCchPiece);
    build_.spend(watch.micros());
    if (!done) continue;
    build_.finish();
    ++live_version_;
  }
}

void MapCch::rebuild() {
  hierarchy_.rebuild();
  known_sectors_ = 0;
}

bool MapCch::ready(const Ground& ground) const {
  if (!is_live()) return hierarchy_.ready(ground);
  return ground.sectors != nullptr && ground.sectors->ready() && live_.ready() &&
         known_sectors_ == ground.sectors_version;
}

StructureState MapCch::state(const Ground& ground) const {
  StructureState state = hierarchy_.state(ground);
  state.version += live_version_;
  if (!is_live()) return state;
  state.wanted = true;
  state.ready = ready(ground);
  state.settled = settled(ground);
  state.sliced = sliced(ground);
  state.failed = live_.too_large();
  state.built_micros = build_.micros();
  const bool begun = known_sectors_ == ground.sectors_version && !live_.too_large();
  state.progress = !begun ? 0 : state.ready ? 1 : build_.progress(live_.pending());
  return state;
}

std::string MapCch::stamp(const Ground& ground) const {
  if (!options_) return "none";
  const auto& [graph] = *options_;
  return fmt::format("cch {} {} ({})", static_cast<int>(graph), state(ground).version, graph_stamp(ground, graph));
}

std::string MapCch::refusal(const Ground& ground) const {
  if (!is_live()) return hierarchy_.refusal(ground);
  if (ground.sectors == nullptr) return "waits for sectors: switch them on";
  if (!live_.too_large()) return {};
  return fmt::format("the hierarchy does not fit into {}: larger sectors take less", bytes_text(LiveCch::kMaxBytes));
}

std::optional<std::string> MapCch::difference(const Structure& structure, const Ground& ground) const {
  const auto& fresh = static_cast<const MapCch&>(structure);
  if (!is_live()) return hierarchy_.difference(fresh.hierarchy_, ground);
  std::vector<LiveCchArc> arcs, fresh_arcs;
  live_.append_arcs(*ground.sectors, arcs);
  fresh.live_.append_arcs(*ground.sectors, fresh_arcs);
  return difference_unless(arcs == fresh_arcs);
}

}  // namespace strata
