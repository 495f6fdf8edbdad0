// Purpose: MapMoves is the structure of a world with the legal moves of agents under its rules, and their clearances.
//          All other structures depend on it.
// Background: It is built in one step, in nanoseconds per cell.
#pragma once

#include "core/grid/clusters.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

struct MovesOptions {
  bool clearance = false;  // compute clearances even for agents of one cell
  friend bool operator==(const MovesOptions&, const MovesOptions&) = default;
};

struct MovesPart {
  std::optional<MoveGrid> moves;
  std::optional<Clearance> clearance;
  double micros = 0;  // time of the full builds
};

class MapMoves final : public StructureWithOptions<MovesOptions, MovesPart> {
 public:
  static constexpr StructureId kId = StructureId::kMoves;
  static constexpr std::string_view kName = "moves", kTitle = "Moves";
  static constexpr bool kAlways = true, kInBackground = false;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }

  const MoveGrid& moves() const { return moves_; }
  // Returns the clearances for the agent's capability. Null unless the agent is larger than one cell or the
  // options ask for them.
  const Clearance* clearance() const { return clearance_ ? &*clearance_ : nullptr; }
  uint64_t version() const { return version_; }  // changes with the moves

  // Builds new moves into `part` if the rules have changed, and sets `inputs.moves` to them.
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
  // Returns the memory of the moves. Clearances do not count, as no search reads them.
  size_t memory_up_to(int) const override { return moves_.memory_bytes(); }
  std::string stamp(const BuildInputs&) const override { return std::string(kName); }  // depends only on map and rules
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;

 private:
  MoveGrid moves_;
  std::optional<Clearance> clearance_;
  double micros_ = 0;
  uint64_t version_ = 1;
};

}  // namespace strata
