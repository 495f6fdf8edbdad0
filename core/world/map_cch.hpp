// Purpose: MapCch is the structure of a world with the customisable contraction hierarchy.
// Background: Over sectors it is updated with every edit, and its first build runs in slices. Over other graphs it is
//             built in a background thread, like MapHierarchy.
#pragma once

#include "core/ch/sector_cch.hpp"
#include "core/world/map_hierarchy.hpp"

namespace strata {

struct CchPart {  // the replaced hierarchies
  SectorCch live;
  HierarchyPart hierarchy;
};

class MapCch final : public StructureWithOptions<CchOptions, CchPart> {
 public:
  static constexpr StructureId kId = StructureId::kCch;
  static constexpr std::string_view kName = "cch", kTitle = "Customisable CH";
  static constexpr bool kAlways = false, kInBackground = true;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }
  static std::span<const SettingOf<Options>> settings();

  bool is_live() const { return options_ && options_->graph == ChGraph::kSectors; }
  const SectorCch& live() const { return live_; }
  const MapHierarchy& hierarchy() const { return hierarchy_; }  // used unless is_live()
  StructureSet depends_on() const override;
  bool rebuilt_after_edits() const override { return !is_live(); }
  StructureHierarchy contracted() const override;

  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  void work(const BuildInputs& inputs, WorkBudget& budget) override;
  void poll(const BuildInputs& inputs) override { hierarchy_.poll(inputs); }
  void finish(const BuildInputs& inputs) override { hierarchy_.finish(inputs); }
  void cancel(const BuildInputs& inputs) override { hierarchy_.cancel(inputs); }
  void rebuild() override;
  bool has_results() const override { return hierarchy_.has_results(); }
  bool ready(const BuildInputs& inputs) const override;
  bool work_done(const BuildInputs& inputs) const override { return !sliced(inputs) || ready(inputs); }
  StructureState state(const BuildInputs& inputs) const override;
  size_t memory_bytes() const override { return is_live() ? live_.memory_bytes() : hierarchy_.memory_bytes(); }
  std::string stamp(const BuildInputs& inputs) const override;
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;
  std::string refusal(const BuildInputs& inputs) const override;

 private:
  // Returns whether `work` can build the hierarchy in slices: it is over sectors, not too large, and
  // sectors are switched on.
  bool sliced(const BuildInputs& inputs) const { return is_live() && !live_.too_large() && inputs.sectors != nullptr; }

  MapHierarchy hierarchy_;
  SectorCch live_;
  SlicedBuild build_;
  uint64_t live_version_ = 0;   // version of the weights of `live_`
  uint64_t known_sectors_ = 0;  // BuildInputs::sectors_version for which the hierarchy was built
};

}  // namespace strata
