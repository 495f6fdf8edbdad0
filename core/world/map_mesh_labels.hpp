// Purpose: MapMeshLabels is the structure of a world with hub labels over the corners of walls, by which shortest
//          any-angle paths are looked up (core/anyangle/mesh_labels.hpp).
// Background: A job builds them on a copy of the moves, again after every edit that changes these. Until it has ended,
//             Polyanya answers on the navigation mesh, which is updated with the edits.
// Shapes: Paths are those of points between the middles of cells. They need a mesh of the map's cells, for agents
//         without a radius.
#pragma once

#include <memory>
#include <optional>

#include "core/anyangle/mesh_labels.hpp"
#include "core/world/background_structure.hpp"

namespace strata {

struct MeshLabelsPart {
  std::shared_ptr<const MeshLabels> labels;  // the replaced labels
};

// What a job has built.
struct BuiltMeshLabels {
  std::shared_ptr<const MeshLabels> labels;  // null: they do not fit into their budget
  uint64_t built_for = 0;                    // revision of the map; 0: not built
  size_t bytes = 0;
};

// A job is identified by the revision of the map on which it works and its options.
struct MeshLabelsKey {
  uint64_t moves_version = 0;
  MeshLabelsOptions options;
  friend bool operator==(const MeshLabelsKey&, const MeshLabelsKey&) = default;
};

class MapMeshLabels final
    : public BackgroundStructure<MeshLabelsOptions, MeshLabelsPart, BuiltMeshLabels, MeshLabelsKey> {
 public:
  static constexpr StructureId kId = StructureId::kMeshLabels;
  static constexpr std::string_view kName = "mesh-labels", kTitle = "Any-angle labels";
  static constexpr bool kAlways = false, kInBackground = true;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }
  static std::span<const SettingOf<Options>> settings();

  // Returns the labels that were built last; null if there are none, or if they do not fit into their budget.
  const MeshLabels* labels() const { return labels_.get(); }
  StructureSet depends_on() const override { return {StructureId::kNavmesh}; }
  bool rebuilt_after_edits() const override { return true; }

  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  // A build that waits for its turn is cancelled, too.
  void cancel(const BuildInputs& inputs) override;
  void rebuild() override;
  bool ready(const BuildInputs& inputs) const override;
  bool work_done(const BuildInputs&) const override { return true; }
  StructureState state(const BuildInputs& inputs) const override;
  size_t memory_bytes() const override { return labels_ ? labels_->memory_bytes() : 0; }
  std::string stamp(const BuildInputs& inputs) const override;
  std::string refusal(const BuildInputs& inputs) const override;
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;

 private:
  MeshLabelsKey key(const BuildInputs& inputs) const { return {inputs.moves_version, *options_}; }
  // Returns whether a build for the present map has ended, with labels or without.
  bool is_built(const BuildInputs& inputs) const { return options_ && built_with_ == key(inputs); }
  void start(const BuildInputs& inputs, bool at_once) override;
  bool is_current(const BuildInputs& inputs) const override { return options_ && job_key_ == key(inputs); }
  void take(const BuildInputs& inputs, BuiltMeshLabels built, double micros) override;

  std::shared_ptr<const MeshLabels> labels_;
  std::optional<MeshLabelsKey> built_with_;  // nothing: not built
  size_t needed_bytes_ = 0;                  // what the last labels took
  double micros_ = 0;                        // time of the last build
  uint64_t version_ = 1;
};

}  // namespace strata
