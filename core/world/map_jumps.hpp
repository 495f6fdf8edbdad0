// Purpose: MapJumps is the structure of a world with the jump map of jump point search.
// Background: It is built in one step, in nanoseconds per cell.
#pragma once

#include "core/search/jump_map.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

struct JumpsOptions {
  friend bool operator==(const JumpsOptions&, const JumpsOptions&) = default;
};

struct JumpsPart {
  std::optional<JumpMap> jumps;
  double micros = 0;  // time of the last full build
};

class MapJumps final : public StructureWithOptions<JumpsOptions, JumpsPart> {
 public:
  static constexpr StructureId kId = StructureId::kJumps;
  static constexpr std::string_view kName = "jps", kTitle = "Jump map";
  static constexpr bool kAlways = false, kInBackground = false;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }

  const JumpMap& jumps() const { return jumps_; }

  void prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) const override;
  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  bool ready(const BuildInputs&) const override { return options_.has_value(); }
  bool work_done(const BuildInputs&) const override { return true; }
  StructureState state(const BuildInputs& inputs) const override;
  size_t memory_bytes() const override { return jumps_.memory_bytes(); }
  // The stamp needs no version, because the structure depends only on map and rules.
  std::string stamp(const BuildInputs&) const override { return std::string(options_ ? kName : "none"); }
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;

 private:
  JumpMap jumps_;
  double micros_ = 0;
  uint64_t version_ = 1;
};

}  // namespace strata
