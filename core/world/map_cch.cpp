#include "core/world/map_cch.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/base/byte_text.hpp"
#include "core/world/hierarchy_settings.hpp"

namespace strata {
namespace {

constexpr size_t kCchPiece = 200'000;  // units of about 5 ns between two checks of the clock

}  // namespace

StructureSet MapCch::depends_on() const { return options_ ? structures_under(options_->graph) : StructureSet(); }

StructureHierarchy MapCch::contracted() const {
  if (is_live()) return {.live = &live_};
  return {.graph = hierarchy_.graph()};
}

void MapCch::install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
                     Part& part) {
  if (wanted == options_) return;
  options_ = wanted;
  known_sectors_ = 0;
  if (!is_live()) part.live = std::exchange(live_, {});
  const bool in_background = wanted && !is_live();
  const auto own = in_background ? std::optional(ChOptions{wanted->graph, ChOrder::kCustomisable}) : std::nullopt;
  hierarchy_.install(own, inputs, rebuild_flags, part.hierarchy);
}

bool MapCch::map_changed(const BuildInputs& inputs, EditChanges& change) {
  (void)hierarchy_.map_changed(inputs, change);
  // If the hierarchy was already out of date before the edit, `work` rebuilds it when the sectors are ready.
  const bool was_true = known_sectors_ == change.sectors_version;
  if (!is_live() || inputs.sectors == nullptr || !inputs.sectors->ready() || !was_true) return false;
  const Stopwatch watch;
  const bool was_ready = live_.ready();
  const SectorCchUpdate update = live_.update(*inputs.sectors, change.sectors);
  touched_.clear();
  touched_.add("sectors", 0, update.sectors);
  touched_.add("recomputed", 0, update.arcs_recomputed);
  touched_.add("changed", 0, update.arcs_changed);
  known_sectors_ = inputs.sectors_version;
  ++live_version_;
  if (!was_ready) build_.spend(watch.micros());
  return true;
}

void MapCch::work(const BuildInputs& inputs, WorkBudget& budget) {
  if (!is_live() || inputs.sectors == nullptr || !inputs.sectors->ready()) return;
  const Sectors& sectors = *inputs.sectors;
  if (known_sectors_ != inputs.sectors_version) {
    // After a build of the sectors in slices all regions are new, and the hierarchy is rebuilt.
    const Stopwatch watch;
    live_.reset(sectors);
    known_sectors_ = inputs.sectors_version;
    build_.restart(watch.micros(), live_.pending());
    ++live_version_;
  }
  while (!live_.ready() && !live_.too_large() && budget.more()) {
    const Stopwatch watch;
    const bool done = live_.update_some(sectors, kCchPiece);
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

bool MapCch::ready(const BuildInputs& inputs) const {
  if (!is_live()) return hierarchy_.ready(inputs);
  return inputs.sectors != nullptr && inputs.sectors->ready() && live_.ready() &&
         known_sectors_ == inputs.sectors_version;
}

StructureState MapCch::state(const BuildInputs& inputs) const {
  StructureState state = hierarchy_.state(inputs);
  state.version += live_version_;
  if (!is_live()) return state;
  state.wanted = true;
  state.ready = ready(inputs);
  state.work_done = work_done(inputs);
  state.sliced = sliced(inputs);
  state.failed = live_.too_large();
  state.built_micros = build_.micros();
  const bool begun = known_sectors_ == inputs.sectors_version && !live_.too_large();
  state.progress = !begun ? 0 : state.ready ? 1 : build_.progress(live_.pending());
  return state;
}

std::string MapCch::stamp(const BuildInputs& inputs) const {
  if (!options_) return "none";
  const auto& [graph] = *options_;
  return fmt::format("cch {} {} ({})", static_cast<int>(graph), state(inputs).version, graph_stamp(inputs, graph));
}

std::string MapCch::refusal(const BuildInputs& inputs) const {
  if (!is_live()) return hierarchy_.refusal(inputs);
  if (inputs.sectors == nullptr) return "waits for sectors: switch them on";
  if (!live_.too_large()) return {};
  return fmt::format("the hierarchy does not fit into {}: larger sectors take less", bytes_text(SectorCch::kMaxBytes));
}

std::optional<std::string> MapCch::difference(const Structure& structure, const BuildInputs& inputs) const {
  const auto& fresh = static_cast<const MapCch&>(structure);
  if (!is_live()) return hierarchy_.difference(fresh.hierarchy_, inputs);
  std::vector<SectorCchArc> arcs, fresh_arcs;
  live_.append_arcs(*inputs.sectors, arcs);
  fresh.live_.append_arcs(*inputs.sectors, fresh_arcs);
  return difference_unless(arcs == fresh_arcs);
}

std::span<const SettingOf<MapCch::Options>> MapCch::settings() { return cch_settings(); }

}  // namespace strata
