#include "core/ch/nested_order.hpp"

#include <metis.h>

#include <new>
#include <numeric>

#include "core/base/check.hpp"

namespace strata {

std::vector<uint32_t> nested_order(const CsrGraph& graph) {
  const uint32_t count = graph.node_count();
  std::vector<uint32_t> order(count);
  if (graph.edge_count() == 0) {
    std::iota(order.begin(), order.end(), 0u);
    return order;
  }
  std::vector<idx_t> first(graph.first.begin(), graph.first.end());
  std::vector<idx_t> targets(graph.targets.begin(), graph.targets.end());
  std::vector<idx_t> permutation(count), inverse(count);
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;
  options[METIS_OPTION_NUMBERING] = 0;
  idx_t nodes = static_cast<idx_t>(count);
  const int status =
      METIS_NodeND(&nodes, first.data(), targets.data(), nullptr, options, permutation.data(), inverse.data());
  if (status == METIS_ERROR_MEMORY) throw std::bad_alloc();
  STRATA_CHECK(status == METIS_OK);
  for (uint32_t rank = 0; rank < count; ++rank) order[rank] = static_cast<uint32_t>(permutation[rank]);
  return order;
}

}  // namespace strata
