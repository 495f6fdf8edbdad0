// Purpose: MapLabels holds the hub labels of a world over the cells, the corners, or the graph of another structure.
//          They give shortest paths by look-up.
// Background: They are built in a thread of their own whenever the graph below them has changed, as MapHierarchy does
//             it, over the same graphs. Until then they are out of date.
#pragma once

#include "core/world/map_hierarchy.hpp"

namespace strata {

class MapLabels final : public StructureWith<LabelsOptions, HierarchyPart> {
 public:
  static constexpr StructureId kId = StructureId::kLabels;
  static constexpr std::string_view kName = "labels", kTitle = "Labels";
  static constexpr bool kAlways = false, kInBackground = true;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }

  const MapHierarchy& hierarchy() const { return hierarchy_; }  // with the labels
  StructureSet stands_on() const override { return hierarchy_.stands_on(); }
  bool rebuilt_after_edits() const override { return true; }
  Contracted contracted() const override { return {.graph = hierarchy_.graph()}; }

  void install(const std::optional<Options>& wanted, const Ground& ground, Renewed& renewed, Part& part) override;
  bool map_changed(const Ground& ground, Change& change) override { return hierarchy_.map_changed(ground, change); }
  void poll(const Ground& ground) override { hierarchy_.poll(ground); }
  void finish(const Ground& ground) override { hierarchy_.finish(ground); }
  void cancel(const Ground& ground) override { hierarchy_.cancel(ground); }
  void rebuild() override { hierarchy_.rebuild(); }
  bool news() const override { return hierarchy_.news(); }
  bool ready(const Ground& ground) const override { return hierarchy_.ready(ground); }
  bool settled(const Ground& ground) const override { return hierarchy_.settled(ground); }
  StructureState state(const Ground& ground) const override { return hierarchy_.state(ground); }
  size_t memory_bytes() const override { return hierarchy_.memory_bytes(); }
  std::string stamp(const Ground& ground) const override {
    return options_ ? "labels over " + hierarchy_.stamp(ground) : hierarchy_.stamp(ground);
  }
  std::optional<std::string> difference(const Structure& fresh, const Ground& ground) const override {
    return hierarchy_.difference(static_cast<const MapLabels&>(fresh).hierarchy_, ground);
  }
  std::string refusal(const Ground& ground) const override { return hierarchy_.refusal(ground); }

 private:
  MapHierarchy hierarchy_;
};

}  // namespace strata
