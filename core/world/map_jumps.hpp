// Purpose: MapJumps is the jump map of a world, for jump point search.
// Background: It is built at once, in nanoseconds a cell.
#pragma once

#include "core/search/jump_map.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

struct JumpsOptions {
  friend bool operator==(const JumpsOptions&, const JumpsOptions&) = default;
};

struct JumpsPart {
  std::optional<JumpMap> jumps;
  double micros = 0;  // what it took
};

class MapJumps final : public StructureWith<JumpsOptions, JumpsPart> {
 public:
  static constexpr StructureId kId = StructureId::kJumps;
  static constexpr std::string_view kName = "jps", kTitle = "Jump map";
  static constexpr bool kAlways = false, kInBackground = false;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }

  const JumpMap& jumps() const { return jumps_; }

  void prepare(const std::optional<Options>& wanted, Ground& ground, Renewed& renewed, Part& part) const override;
  void install(const std::optional<Options>& wanted, const Ground& ground, Renewed& renewed, Part& part) override;
  bool map_changed(const Ground& ground, Change& change) override;
  bool ready(const Ground&) const override { return options_.has_value(); }
  bool settled(const Ground&) const override { return true; }
  StructureState state(const Ground& ground) const override;
  size_t memory_bytes() const override { return jumps_.memory_bytes(); }
  std::string stamp(const Ground&) const override {
    return std::string(options_ ? kName : "none");
  }  // by map and rules alone
  std::optional<std::string> difference(const Structure& fresh, const Ground& ground) const override;

 private:
  JumpMap jumps_;
  double micros_ = 0;
  uint64_t version_ = 1;
};

}  // namespace strata
