#include "core/world/map_labels.hpp"

#include <algorithm>

namespace strata {

void MapLabels::install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
                        Part& part) {
  options_ = wanted;
  std::optional<ChOptions> own;
  if (wanted) own = ChOptions{wanted->graph, ChOrder::kCustomisable, std::max<size_t>(wanted->max_bytes, 1)};
  hierarchy_.install(own, inputs, rebuild_flags, part);
}

}  // namespace strata
