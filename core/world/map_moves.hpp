// Purpose: MapMoves holds the moves of agents under the rules of a world, and their clearances. All other structures
//          depend on it.
// Background: It is built at once, in nanoseconds a cell.
#pragma once

#include "core/grid/clusters.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

struct MovesOptions {
  bool clearance = false;  // keeps clearances even for agents of one cell
  friend bool operator==(const MovesOptions&, const MovesOptions&) = default;
};

struct MovesPart {
  std::optional<MoveGrid> moves;
  std::optional<Clearance> clearance;
  double micros = 0;  // time of the builds
};

class MapMoves final : public StructureWith<MovesOptions, MovesPart> {
 public:
  static constexpr StructureId kId = StructureId::kMoves;
  static constexpr std::string_view kName = "moves", kTitle = "Moves";
  static constexpr bool kAlways = true, kInBackground = false;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }

  const MoveGrid& moves() const { return moves_; }
  // Returns clearances for the agent's capability. Null unless the agent is larger than one cell or they were asked
  // for.
  const Clearance* clearance() const { return clearance_ ? &*clearance_ : nullptr; }
  uint64_t version() const { return version_; }  // changes with the moves

  // If the rules change, `inputs.moves` are the new moves from then on.
  void prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) const override;
  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  std::vector<ClusterGrid> grids(const BuildInputs& inputs) const override { return drawn_blocks(inputs); }
  bool ready(const BuildInputs&) const override { return true; }
  bool work_done(const BuildInputs&) const override { return true; }
  StructureState state(const BuildInputs&) const override {
    return {.wanted = true, .ready = true, .progress = 1, .built_micros = micros_, .version = version_};
  }
  size_t memory_bytes() const override { return moves_.memory_bytes() + (clearance_ ? clearance_->memory_bytes() : 0); }
  size_t memory_up_to(int) const override { return moves_.memory_bytes(); }  // clearances are drawn, not searched
  std::string stamp(const BuildInputs&) const override { return std::string(kName); }  // depends on map and rules alone
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;

 private:
  MoveGrid moves_;
  std::optional<Clearance> clearance_;
  double micros_ = 0;
  uint64_t version_ = 1;
};

}  // namespace strata
