// Purpose: MapCch is the customisable contraction hierarchy of a world.
// Background: Over sectors it is updated with every edit, and its first build runs in slices. Over other graphs it is
//             built in a thread of its own, as MapHierarchy is.
#pragma once

#include "core/ch/live_cch.hpp"
#include "core/world/map_hierarchy.hpp"

namespace strata {

struct CchPart {  // what is replaced
  LiveCch live;
  HierarchyPart hierarchy;
};

class MapCch final : public StructureWith<CchOptions, CchPart> {
 public:
  static constexpr StructureId kId = StructureId::kCch;
  static constexpr std::string_view kName = "cch", kTitle = "Customisable CH";
  static constexpr bool kAlways = false, kInBackground = true;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }

  bool is_live() const { return options_ && options_->graph == ChGraph::kSectors; }
  const LiveCch& live() const { return live_; }
  const MapHierarchy& hierarchy() const { return hierarchy_; }  // where it is not live
  StructureSet stands_on() const override;
  bool rebuilt_after_edits() const override { return !is_live(); }
  Contracted contracted() const override;

  void install(const std::optional<Options>& wanted, const Ground& ground, Renewed& renewed, Part& part) override;
  bool map_changed(const Ground& ground, Change& change) override;
  void work(const Ground& ground, Slice& slice) override;
  void poll(const Ground& ground) override { hierarchy_.poll(ground); }
  void finish(const Ground& ground) override { hierarchy_.finish(ground); }
  void cancel(const Ground& ground) override { hierarchy_.cancel(ground); }
  void rebuild() override;
  bool news() const override { return hierarchy_.news(); }
  bool ready(const Ground& ground) const override;
  bool settled(const Ground& ground) const override { return !sliced(ground) || ready(ground); }
  StructureState state(const Ground& ground) const override;
  size_t memory_bytes() const override { return is_live() ? live_.memory_bytes() : hierarchy_.memory_bytes(); }
  std::string stamp(const Ground& ground) const override;
  std::optional<std::string> difference(const Structure& fresh, const Ground& ground) const override;
  std::string refusal(const Ground& ground) const override;

 private:
  // It is not waiting for what does not come by itself.
  bool sliced(const Ground& ground) const { return is_live() && !live_.too_large() && ground.sectors != nullptr; }

  MapHierarchy hierarchy_;
  LiveCch live_;
  SlicedBuild build_;
  uint64_t live_version_ = 0;   // of its weights
  uint64_t known_sectors_ = 0;  // Ground::sectors_version that it knows
};

}  // namespace strata
