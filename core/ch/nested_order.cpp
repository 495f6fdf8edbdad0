#include "core/ch/nested_order.hpp"

#include <metis.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <numeric>

#include "core/base/check.hpp"
#include "core/base/metis_lock.hpp"
#include "core/ch/elimination.hpp"

namespace strata {
namespace {

constexpr size_t kMaxBytes = size_t{1} << 29;  // limit of the arcs of the elimination

// Sorts the nodes of each supernode (Elimination::group_end) by node number, which adds no arc. So neighbours become
// consecutive, and nodes below a separator see contiguous runs of it.
void straighten(const CsrGraph& graph, std::vector<uint32_t>& order) {
  Elimination elimination;
  elimination.set_limit(kMaxBytes);
  elimination.build(graph, order);
  if (elimination.too_large()) return;  // the hierarchy will be refused in any case
  const uint32_t count = graph.node_count();
  for (uint32_t begin = 0; begin < count;) {
    const uint32_t end = elimination.group_end(begin);
    std::sort(order.begin() + begin, order.begin() + end);
    begin = end;
  }
}

}  // namespace

std::vector<uint32_t> nested_order(const CsrGraph& graph) {
  const uint32_t count = graph.node_count();
  if (count > kMaxMetisNodes) throw TooManyNodesError(count, kMaxMetisNodes);
  std::vector<uint32_t> order(count);
  if (graph.edge_count() == 0) {
    std::iota(order.begin(), order.end(), 0u);
    return order;
  }
  // METIS does not accept loops and parallel edges.
  std::vector<idx_t> first(1, 0), targets;
  first.reserve(count + 1);
  targets.reserve(graph.targets.size());
  std::vector<uint32_t> seen(count, count);
  for (uint32_t node = 0; node < count; ++node) {
    seen[node] = node;
    for (const uint32_t target : graph.targets_of(node)) {
      if (seen[target] == node) continue;
      seen[target] = node;
      targets.push_back(static_cast<idx_t>(target));
    }
    first.push_back(static_cast<idx_t>(targets.size()));
  }
  std::vector<idx_t> permutation(count), inverse(count);
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;
  options[METIS_OPTION_NUMBERING] = 0;
  idx_t nodes = static_cast<idx_t>(count);
  const std::lock_guard lock(metis_lock());
  const int status =
      METIS_NodeND(&nodes, first.data(), targets.data(), nullptr, options, permutation.data(), inverse.data());
  if (status == METIS_ERROR_MEMORY) throw std::bad_alloc();
  STRATA_CHECK(status == METIS_OK);
  for (uint32_t rank = 0; rank < count; ++rank) order[rank] = static_cast<uint32_t>(permutation[rank]);
  straighten(graph, order);
  return order;
}

}  // namespace strata
