// Purpose: This header adds columns to the rows of `queries` that depend on the planner's structure, besides time and
//          memory. Each family of structures has a file with its columns, columns_*.cpp.
#pragma once

#include <algorithm>

#include "bench/query_structures.hpp"
#include "bench/report.hpp"

namespace strata::bench {

struct MeasureContext {
  const BuiltGraphs& graphs;
  const Planner& planner;
  const QueryOptions& options;
  QueryTally& tally;

  const World& world() const { return graphs.world; }
};

struct RowContext {
  const Planner& planner;
  const QueryOptions& options;
  const QueryTally& tally;
  ReportRow& row;

  size_t maps() const { return std::max<size_t>(tally.maps, 1); }
};

// The columns of a structure. Planners that need only the moves have none.
struct StructureColumns {
  StructureId structure;
  void (*measure)(const MeasureContext&) = nullptr;
  void (*tell)(const RowContext&) = nullptr;
  // Help of the flag by which `edits` updates the structure, too; null: `edits` has options of its own for it, or none.
  const char* edits_help = nullptr;
};
// Returns the columns of a structure; the functions are null if it has none.
StructureColumns columns_of(StructureId structure);

// Adds the figures of regions, also for hierarchies over sectors.
void tell_regions(const RowContext& of);
// Returns the graph that a planner over a contraction hierarchy or hub labels uses.
ChGraph graph_of(const Planner& planner, const QueryOptions& options);

}  // namespace strata::bench
