#include "core/world/map_haa.hpp"
#include "core/haa/haa_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace strata {
namespace {

constexpr size_t kHaaPiece = 8;  // clusters between two checks of the clock

// Returns the options as text. The structured binding names every option, so that a new option does not compile
// until it is added here.
std::string options_text(const HaaOptions& options) {
  const auto& [cluster_size, max_size, capabilities, as_published, keep_dominated] = options;
  std::string text = fmt::format("{} {} {} {}", cluster_size, max_size, as_published, keep_dominated);
  for (const Capability capability : capabilities) text += fmt::format(" {}", capability.bits());
  return text;
}

}  // namespace

void MapHaa::prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
                     Part& part) const {
  if (!wanted || (!rebuild_flags.rules && wanted == options_)) return;
  const Stopwatch watch;
  part.agents.emplace().build(*inputs.map, *inputs.rules, wanted->max_size, wanted->capabilities);
  part.haa.emplace().reset(*part.agents, *wanted);
  part.micros = watch.micros();
}

void MapHaa::install(const std::optional<Options>& wanted, const BuildInputs&, RebuildFlags&, Part& part) {
  if (part.haa) {
    std::swap(agents_, *part.agents);
    std::swap(haa_, *part.haa);
    build_.restart(part.micros, haa_.pending());
    ++version_;
  } else if (!wanted && options_) {
    part.agents = std::exchange(agents_, {});
    part.haa = std::exchange(haa_, {});
    ++version_;
  }
  options_ = wanted;
}

bool MapHaa::map_changed(const BuildInputs& inputs, EditChanges& change) {
  if (!options_) return false;
  const Stopwatch watch;
  const bool was_ready = haa_.ready();
  // An edit may change the moves of other agents even if it changes no move of the rules' agent.
  std::vector<Rect> by_class(static_cast<size_t>(agents_.class_count()));
  for (const Rect& piece : change.letters) {
    std::fill(by_class.begin(), by_class.end(), Rect{});
    agents_.update(*inputs.map, piece, by_class);
    haa_.mark_dirty(agents_, by_class);
  }
  update_.clear();
  if (!haa_.update_some(agents_, update_, was_ready ? kLiveClusters : 0)) build_.spend(watch.micros());
  ++version_;
  touched_.clear();
  // The dominance of an edge may depend on the clusters around it.
  const ClusterGrid& clusters = haa_.clusters();
  const int around = 2 * clusters.cluster_size();
  touched_.add(
      1, 1, update_.clusters, [&](uint32_t number) { return clusters.rect(number); },
      [&](const Rect& cells) { return cells.grown(around); });
  touched_.add("borders", 1, update_.borders);
  touched_.add("inter_edges", 1, update_.inter_edges);
  touched_.add("intra_edges", 1, update_.intra_edges);
  return true;
}

std::vector<ClusterGrid> MapHaa::grids(const BuildInputs&) const {
  if (!options_) return {};
  return {haa_.clusters()};
}

bool MapHaa::update_piece(const BuildInputs&) {
  HaaUpdate ignored;
  return haa_.update_some(agents_, ignored, kHaaPiece);
}

std::string MapHaa::stamp(const BuildInputs&) const { return options_ ? "haa " + options_text(*options_) : "none"; }

std::optional<std::string> MapHaa::difference(const Structure& structure, const BuildInputs&) const {
  const auto& fresh = static_cast<const MapHaa&>(structure);
  return difference_unless(agents_ == fresh.agents_ && haa_ == fresh.haa_);
}

std::span<const SettingOf<MapHaa::Options>> MapHaa::settings() { return haa_settings(); }

}  // namespace strata
