// Purpose: Labels of a world over the cells, the corners, or the graph of another structure: shortest ways by reading.
// Background: Built in a thread of its own whenever what they stand on has changed, as MapHierarchy is, whose targets
//             are theirs; until then they are out of date.
#pragma once

#include "core/world/map_hierarchy.hpp"

namespace strata {

class MapLabels {
 public:
  static constexpr std::string_view kName = "labels", kTitle = "Labels";
  static constexpr bool kAlways = false;
  using Options = LabelsOptions;
  using Part = MapHierarchy::Part;  // what is replaced
  static Options usual(const Rules&) { return {}; }

  const std::optional<Options>& options() const { return options_; }
  const MapHierarchy& hierarchy() const { return hierarchy_; }  // with the labels

  void prepare(const std::optional<Options>&, Ground&, Renewed&, Part&) const {}
  void install(const std::optional<Options>& wanted, const Ground& ground, Renewed& renewed, Part& part);
  bool map_changed(const Ground& ground, Change& change) { return hierarchy_.map_changed(ground, change); }
  const Touched& touched() const { return hierarchy_.touched(); }
  void work(const Ground& ground, Slice& slice) { hierarchy_.work(ground, slice); }
  void poll(const Ground& ground) { hierarchy_.poll(ground); }
  void finish(const Ground& ground) { hierarchy_.finish(ground); }
  void cancel(const Ground& ground) { hierarchy_.cancel(ground); }
  void rebuild() { hierarchy_.rebuild(); }
  bool news() const { return hierarchy_.news(); }
  bool ready(const Ground& ground) const { return hierarchy_.ready(ground); }
  bool settled(const Ground& ground) const { return hierarchy_.settled(ground); }
  KeptState state(const Ground& ground) const { return hierarchy_.state(ground); }
  size_t memory_bytes() const { return hierarchy_.memory_bytes(); }
  std::string stamp(const Ground& ground) const {
    return options_ ? "labels over " + hierarchy_.stamp(ground) : hierarchy_.stamp(ground);
  }
  std::optional<std::string> difference(const MapLabels& fresh, const Ground& ground) const {
    return hierarchy_.difference(fresh.hierarchy_, ground);
  }
  std::string refusal(const Ground& ground) const { return hierarchy_.refusal(ground); }

 private:
  std::optional<Options> options_;
  MapHierarchy hierarchy_;
};

}  // namespace strata
