// Purpose: MapHierarchy is the structure of a world with a contraction hierarchy over the graph of another structure.
// Background: It is built in a background thread whenever its graph has changed, and is out of date until then.
// Threads: As for Job; const calls may run together.
#pragma once

#include <cstdint>
#include <optional>

#include "core/ch/cell_ch.hpp"
#include "core/ch/graph_ch.hpp"
#include "core/world/background_structure.hpp"
#include "core/world/ch_graphs.hpp"

namespace strata {

// Returns a version of the graph, for hierarchies built on it.
uint64_t graph_version(const BuildInputs& inputs, ChGraph graph);
bool graph_ready(const BuildInputs& inputs, ChGraph graph);
// Returns a stamp, a text for comparison, of all that influences an answer through this graph, including the linking of
// start and goal, and refinement.
std::string graph_stamp(const BuildInputs& inputs, ChGraph graph);
// Returns the structure to which the graph belongs; empty if it belongs to none.
StructureSet structures_under(ChGraph graph);
// Returns the graph as the input of a contraction; nothing if it is not ready.
std::optional<ChInput> hierarchy_input(const BuildInputs& inputs, ChGraph graph);

struct HierarchyPart {  // the replaced hierarchies; new ones come from the job
  std::optional<CellCh> cells;
  std::optional<GraphCh> graph;
};

// What a job has built, or why it was refused.
struct BuiltHierarchy {
  std::optional<CellCh> cells;
  std::optional<GraphCh> graph;
  uint32_t refused_nodes = 0;
  size_t refused_bytes = 0;  // size of the labels that were refused
};

class MapHierarchy final : public BackgroundStructure<ChOptions, HierarchyPart, BuiltHierarchy> {
 public:
  static constexpr StructureId kId = StructureId::kCh;
  static constexpr std::string_view kName = "ch", kTitle = "Contraction hierarchy";
  static constexpr bool kAlways = false, kInBackground = true;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }
  static std::span<const SettingOf<Options>> settings();

  ~MapHierarchy() override { job_.abandon(); }  // the job cannot be interrupted, so it is not waited for

  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  // Marks the hierarchy out of date, unless the edit did not change the moves.
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  void cancel(const BuildInputs& inputs) override;  // no effect if no build is running or due
  void rebuild() override;
  // Returns whether the hierarchy is up to date with its graph.
  bool ready(const BuildInputs& inputs) const override;
  bool work_done(const BuildInputs&) const override { return true; }
  StructureState state(const BuildInputs& inputs) const override;
  size_t memory_bytes() const override;
  std::string stamp(const BuildInputs& inputs) const override;
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;
  std::string refusal(const BuildInputs& inputs) const override;

  StructureSet depends_on() const override;
  bool rebuilt_after_edits() const override { return true; }
  StructureHierarchy contracted() const override;

  // Return the hierarchy; null if there is none. cells() is set for hierarchies over cells or corners, which link start
  // and goal themselves.
  const CellCh* cells() const { return cells_ ? &*cells_ : nullptr; }
  const GraphCh* graph() const { return cells_ ? &cells_->graph() : graph_ ? &*graph_ : nullptr; }

 private:
  // Starts a job if the hierarchy is out of date and no job is running; cancels a job whose input is out of date.
  // Unless `at_once` is true, it reads a limited number of the transitions of HPA* per call.
  void start(const BuildInputs& inputs, bool at_once) override;
  bool is_current(const BuildInputs& inputs) const override {
    return options_ && job_key_ == graph_version(inputs, options_->graph);
  }
  void take(const BuildInputs& inputs, BuiltHierarchy built, double micros) override;
  bool gather(const BuildInputs& inputs, uint32_t most_nodes);
  void keep(const BuildInputs& inputs);
  void allow();
  void refuse(uint32_t nodes, size_t bytes);

  std::optional<ChOptions> built_with_;
  std::optional<CellCh> cells_;
  std::optional<GraphCh> graph_;
  uint64_t built_version_ = 0;  // version of the graph; that of a job, or of a build that was cancelled, is `job_key_`
  uint64_t version_ = 1;
  double micros_ = 0;
  uint32_t refused_nodes_ = 0;  // number of nodes of a graph that was refused because it has more than max_ch_nodes()
  size_t refused_bytes_ = 0;    // size of labels that were refused as too large
  bool anew_ = false;
  // The transitions read so far, as input of the next job.
  bool gathering_ = false;
  uint64_t gathering_version_ = 0;
  ChInput gathered_;
};

}  // namespace strata
