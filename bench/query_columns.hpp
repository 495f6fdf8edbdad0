// Purpose: What the rows of `queries` say of a planner because of the structure that it searches: what that takes up,
//          and columns of its own. Each family of structures has a file for it, columns_*.cpp.
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
  void add(StructureId structure) const {
    tally.build_ms += world().state(structure).built_micros / 1000;
    tally.memory_bytes += memory_bytes(world(), structure);
  }
};

struct RowContext {
  const Planner& planner;
  const QueryOptions& options;
  const Tally& tally;
  Row& row;

  size_t maps() const { return std::max<size_t>(tally.maps, 1); }
};

// Planners over the moves alone have nothing to add; those of HAA* have moves of their own.
struct StructureColumns {
  StructureId structure;
  void (*measure)(const MeasureContext&) = [](const MeasureContext& of) { of.add(of.planner.needs); };
  void (*tell)(const RowContext&) = nullptr;
};
// Those of a structure that is in no list: it is measured, and rows say nothing of it.
StructureColumns columns_of(StructureId structure);

// Of regions, which hierarchies over sectors search too.
void tell_regions(const RowContext& of);
// The graph of a planner over a contraction hierarchy, or over labels.
ChGraph graph_of(const Planner& planner, const QueryOptions& options);

}  // namespace strata::bench
