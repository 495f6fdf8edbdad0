#include "bench/query_columns.hpp"
#include "core/ch/graph_ch.hpp"
#include "core/world/hierarchy_view.hpp"

namespace strata::bench {

ChGraph graph_of(const Planner& planner, const QueryOptions& options) {
  if (planner.needs == StructureId::kLabels) return options.labels.graph;
  return planner.needs == StructureId::kCh ? options.ch.graph : options.cch.graph;
}

namespace {

void measure_hierarchy(const MeasureContext& of) {
  const HierarchyCounts counts = hierarchy_counts(of.world(), of.planner.needs);
  const GraphCh* built = of.world().structure(of.planner.needs).contracted().graph;
  const ChBuildTimes times = built != nullptr ? built->times() : ChBuildTimes{};
  of.tally.add_to("nodes", static_cast<double>(counts.nodes));
  of.tally.add_to("arcs", static_cast<double>(counts.arcs));
  of.tally.add_to("shortcuts", static_cast<double>(counts.shortcuts));
  of.tally.add_to("order_ms", times.order_ms);
  of.tally.add_to("topology_ms", times.topology_ms);
  of.tally.add_to("customise_ms", times.customise_ms);
  of.tally.add_to("prune_ms", times.prune_ms);
  if (built == nullptr || !built->labelled()) return;
  of.tally.add_to("labels_ms", times.labels_ms);
  of.tally.add_to("label_height", static_cast<double>(built->labels().height()));
  // Of the stored labels: on large graphs not all nodes have one.
  of.tally.add_to("label_entries", static_cast<double>(built->labels().entry_count()));
}

void tell_hierarchy(const RowContext& of) {
  if (by_regions(of.planner, of.options)) tell_regions(of);
  of.row["graph"] = ch_graph_name(graph_of(of.planner, of.options));
  of.row["order"] = ch_order_name(of.planner.needs == StructureId::kCh ? of.options.ch.order : ChOrder::kCustomisable);
}

}  // namespace

extern const StructureColumns kCchColumns;
const StructureColumns kCchColumns = {
    .structure = StructureId::kCch, .measure = measure_hierarchy, .tell = tell_hierarchy};
extern const StructureColumns kChColumns;
const StructureColumns kChColumns = {
    .structure = StructureId::kCh, .measure = measure_hierarchy, .tell = tell_hierarchy};
extern const StructureColumns kLabelsColumns;
const StructureColumns kLabelsColumns = {
    .structure = StructureId::kLabels, .measure = measure_hierarchy, .tell = tell_hierarchy};

}  // namespace strata::bench
