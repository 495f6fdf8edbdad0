// Purpose: MapLabels is the structure of a world with hub labels over the cells, the corners of obstacles, or the graph
//          of another structure. They give shortest paths by look-up.
// Background: They are built in a background thread whenever their graph has changed, and are out of date until then.
//             They use a MapHierarchy over the same graph.
#pragma once

#include "core/world/map_hierarchy.hpp"

namespace strata {

class MapLabels final : public StructureWithOptions<LabelsOptions, HierarchyPart> {
 public:
  static constexpr StructureId kId = StructureId::kLabels;
  static constexpr std::string_view kName = "labels", kTitle = "Hub labels";
  static constexpr bool kAlways = false, kInBackground = true;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }
  static std::span<const SettingOf<Options>> settings();

  const MapHierarchy& hierarchy() const { return hierarchy_; }  // the hierarchy, which contains the labels
  StructureSet depends_on() const override { return hierarchy_.depends_on(); }
  bool rebuilt_after_edits() const override { return true; }
  StructureHierarchy contracted() const override { return {.graph = hierarchy_.graph()}; }

  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override {
    return hierarchy_.map_changed(inputs, change);
  }
  void poll(const BuildInputs& inputs) override { hierarchy_.poll(inputs); }
  void finish(const BuildInputs& inputs) override { hierarchy_.finish(inputs); }
  void cancel(const BuildInputs& inputs) override { hierarchy_.cancel(inputs); }
  void rebuild() override { hierarchy_.rebuild(); }
  bool has_results() const override { return hierarchy_.has_results(); }
  bool ready(const BuildInputs& inputs) const override { return hierarchy_.ready(inputs); }
  bool work_done(const BuildInputs& inputs) const override { return hierarchy_.work_done(inputs); }
  StructureState state(const BuildInputs& inputs) const override { return hierarchy_.state(inputs); }
  size_t memory_bytes() const override { return hierarchy_.memory_bytes(); }
  std::string stamp(const BuildInputs& inputs) const override {
    return options_ ? "labels over " + hierarchy_.stamp(inputs) : hierarchy_.stamp(inputs);
  }
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override {
    return hierarchy_.difference(static_cast<const MapLabels&>(fresh).hierarchy_, inputs);
  }
  std::string refusal(const BuildInputs& inputs) const override { return hierarchy_.refusal(inputs); }

 private:
  MapHierarchy hierarchy_;
};

}  // namespace strata
