// Purpose: MapHierarchy is the contraction hierarchy of a world over the graph of a structure.
// Background: It is built in a thread of its own whenever the graph below it has changed. Until the build is done it is
//             out of date.
// Threads: As for Job; const calls may run together.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/job.hpp"
#include "core/ch/cell_ch.hpp"
#include "core/ch/graph_ch.hpp"
#include "core/world/ch_graphs.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

// Returns a number that changes with the graph, for hierarchies over it.
uint64_t graph_version(const BuildInputs& inputs, ChGraph graph);
bool graph_ready(const BuildInputs& inputs, ChGraph graph);
// Returns a stamp of what an answer depends on through this graph, including the linking of a query's ends and
// refinement.
std::string graph_stamp(const BuildInputs& inputs, ChGraph graph);
// Returns the structure whose graph it is. Empty: it is no structure's graph.
StructureSet structures_under(ChGraph graph);
// Returns the graph as input for contraction; nothing if it is not ready.
std::optional<ChInput> hierarchy_input(const BuildInputs& inputs, ChGraph graph);

struct HierarchyPart {  // the replaced hierarchies; new ones come from the job
  std::optional<CellCh> cells;
  std::optional<GraphCh> graph;
};

class MapHierarchy final : public StructureWith<ChOptions, HierarchyPart> {
 public:
  static constexpr StructureId kId = StructureId::kCh;
  static constexpr std::string_view kName = "ch", kTitle = "Contraction hierarchy";
  static constexpr bool kAlways = false, kInBackground = true;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }
  static std::span<const SettingOf<Options>> settings();

  ~MapHierarchy() override { job_.abandon(); }  // nobody waits for a job that cannot be interrupted

  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  // Makes the hierarchy out of date, unless the moves are the same and only the map's revision changed.
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  void poll(const BuildInputs& inputs) override;
  void finish(const BuildInputs& inputs) override;
  void cancel(const BuildInputs& inputs) override;  // does nothing if no build is running or due
  void rebuild() override;
  bool has_results() const override { return job_.finished(); }
  // Whether the hierarchy is up to date with its graph.
  bool ready(const BuildInputs& inputs) const override;
  bool work_done(const BuildInputs&) const override { return true; }
  StructureState state(const BuildInputs& inputs) const override;
  size_t memory_bytes() const override;
  std::string stamp(const BuildInputs& inputs) const override;
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;
  std::string refusal(const BuildInputs& inputs) const override;

  StructureSet depends_on() const override;
  bool rebuilt_after_edits() const override { return true; }
  Contracted contracted() const override;

  // Null: there is no hierarchy. `cells` serves hierarchies over cells and corners, which link a query's ends
  // themselves.
  const CellCh* cells() const { return cells_ ? &*cells_ : nullptr; }
  const GraphCh* graph() const { return cells_ ? &cells_->graph() : graph_ ? &*graph_ : nullptr; }

 private:
  struct Built {
    std::optional<CellCh> cells;
    std::optional<GraphCh> graph;
    double micros = 0;
    uint32_t refused_nodes = 0;
    size_t refused_bytes = 0;  // bytes of refused labels
  };
  // Starts a job if the hierarchy is out of date and no job is running; cancels a job that is out of date. Reads at
  // most `most_nodes` transitions of HPA* a call.
  void start(const BuildInputs& inputs, uint32_t most_nodes);
  bool gather(const BuildInputs& inputs, uint32_t most_nodes);
  void keep(const BuildInputs& inputs);
  template <class Build>
  static Built timed(Build build, JobControl& control);
  void allow();
  void fail(uint64_t version, uint32_t refused_nodes, size_t refused_bytes = 0);
  void take(Built built);
  void collect(std::optional<Built> built, const BuildInputs& inputs);

  std::optional<ChOptions> built_with_, job_options_;
  std::optional<CellCh> cells_;
  std::optional<GraphCh> graph_;
  uint64_t built_version_ = 0, job_version_ = 0, cancelled_version_ = 0;
  uint64_t version_ = 1;
  double micros_ = 0;
  uint32_t refused_nodes_ = 0;  // nodes of a refused graph: more than kMaxChNodes, and not built for so many
  size_t refused_bytes_ = 0;    // bytes of labels that were refused as too large
  bool cancelled_ = false, failed_ = false;  // until the next request or change
  bool anew_ = false;
  // Transitions read so far, for the next job.
  bool gathering_ = false;
  uint64_t gathering_version_ = 0;
  ChInput gathered_;
  Job<Built> job_;
};

}  // namespace strata
