// Purpose: MapJumpDistances is the structure of a world with the jump distances of JPS+.
// Background: They are computed in slices. An edit updates the affected distances at once, up to a limit.
#pragma once

#include "core/search/jump_distances.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

struct JumpDistancesOptions {
  friend bool operator==(const JumpDistancesOptions&, const JumpDistancesOptions&) = default;
};

class MapJumpDistances final
    : public StructureWithOptions<JumpDistancesOptions, std::optional<JumpDistances>, IncrementalStructure> {
 public:
  static constexpr StructureId kId = StructureId::kJumpDistances;
  static constexpr std::string_view kName = "jump-distances", kTitle = "Jump distances";
  static constexpr bool kAlways = false, kInBackground = false;
  static constexpr size_t kLiveDistances = 25'000;  // limit of the distances that an edit computes at once
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }

  const JumpDistances& distances() const { return distances_; }

  void prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) const override;
  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  size_t memory_bytes() const override { return distances_.memory_bytes(); }
  // The stamp needs no version, because the structure depends only on map and rules.
  std::string stamp(const BuildInputs&) const override { return std::string(options_ ? kName : "none"); }
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;

 private:
  bool built() const override { return distances_.ready(); }
  size_t pending() const override { return distances_.pending(); }
  bool update_piece(const BuildInputs& inputs) override;

  JumpDistances distances_;
  JumpDistancesUpdate update_;
};

}  // namespace strata
