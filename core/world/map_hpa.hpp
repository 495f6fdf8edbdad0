// Purpose: MapHpa is the structure of a world with the graph of HPA*. Every world has it, as other
//          structures depend on it.
// Background: It is built in slices.
#pragma once

#include "core/hpa/hpa.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

// Returns the options as text, for comparison. Different options have different texts.
std::string options_text(const HpaOptions& options);

class MapHpa final : public StructureWithOptions<HpaOptions, std::optional<Hpa>, IncrementalStructure> {
 public:
  static constexpr StructureId kId = StructureId::kHpa;
  static constexpr std::string_view kName = "hpa", kTitle = "HPA*";
  static constexpr bool kAlways = true, kInBackground = false;
  static constexpr size_t kLiveClusters = 512;  // limit of clusters that an edit updates at once
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }
  static std::span<const SettingOf<Options>> settings();

  const Hpa& hpa() const { return hpa_; }
  const ClusterGrid* areas() const override { return &hpa_.clusters(); }
  uint64_t version() const { return version_; }  // changes with the moves and the options

  void prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) const override;
  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  std::vector<ClusterGrid> grids(const BuildInputs& inputs) const override;  // by level
  size_t memory_bytes() const override { return hpa_.memory_bytes(); }
  size_t memory_up_to(int level) const override { return hpa_.memory_bytes(level); }
  double built_micros_up_to(const BuildInputs&, int level) const override {
    return build_.micros() * level_times_.share(level);
  }
  std::span<const double> edit_micros_by_level() const override { return update_.micros; }
  std::string stamp(const BuildInputs& inputs) const override;
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;

 private:
  bool built() const override { return hpa_.ready(); }
  size_t pending() const override { return hpa_.pending(); }
  bool update_piece(const BuildInputs& inputs) override;

  void tell(const BuildInputs& inputs, const EditChanges& change);

  Hpa hpa_;
  HpaUpdate update_, piece_;  // what the last edit did; what one slice of a build did
  TimesByLevel level_times_;
};

// Returns a stamp, a text for comparison, of all that influences an answer through this HPA* graph.
std::string hpa_stamp(const Hpa& hpa);

}  // namespace strata
