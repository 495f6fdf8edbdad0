#include "core/world/map_labels.hpp"
#include "core/world/hierarchy_settings.hpp"

#include <algorithm>

namespace strata {

void MapLabels::install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
                        Part& part) {
  options_ = wanted;
  std::optional<ChOptions> own;
  if (wanted) {
    own = ChOptions{wanted->graph, ChOrder::kCustomisable, std::max<size_t>(wanted->max_bytes, 1),
                    wanted->full_label_bytes};
  }
  hierarchy_.install(own, inputs, rebuild_flags, part);
}

std::span<const SettingOf<MapLabels::Options>> MapLabels::settings() { return labels_settings(); }

}  // namespace strata
