// Purpose: This header adds the columns of a planner's structure to the rows of `queries`: figures of its own, besides
//          time and memory, which all have. Each family of structures has a file for them, columns_*.cpp.
#pragma once

#include <algorithm>

#include "bench/query_structures.hpp"
#include "bench/report.hpp"

namespace strata::bench {

struct MeasureContext {
  const BuiltGraphs& graphs;
  const Planner& planner;
  const QueryOptions& options;
  Tally& tally;

  const World& world() const { return graphs.world; }
};

struct RowContext {
  const Planner& planner;
  const QueryOptions& options;
  const Tally& tally;
  Row& row;

  size_t maps() const { return std::max<size_t>(tally.maps, 1); }
};

// Planners over the moves alone have no columns of their own.
struct StructureColumns {
  StructureId structure;
  void (*measure)(const MeasureContext&) = nullptr;
  void (*tell)(const RowContext&) = nullptr;
};
// Returns the columns of a structure; without functions if it has none.
StructureColumns columns_of(StructureId structure);

// Adds the figures of regions, which hierarchies over sectors search too.
void tell_regions(const RowContext& of);
// Returns the graph of a planner over a contraction hierarchy or labels.
ChGraph graph_of(const Planner& planner, const QueryOptions& options);

}  // namespace strata::bench
