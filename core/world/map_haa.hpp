// Purpose: MapHaa is the structure of a world with the HAA* graph and the moves of its agent classes.
// Background: The graph is built in slices, the moves in one step.
#pragma once

#include "core/grid/agent_grids.hpp"
#include "core/haa/haa.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

struct HaaPart {
  std::optional<AgentGrids> agents;
  std::optional<Haa> haa;
  double micros = 0;  // time of building the moves
};

class MapHaa final : public StructureWithOptions<HaaOptions, HaaPart, IncrementalStructure> {
 public:
  static constexpr StructureId kId = StructureId::kHaa;
  static constexpr std::string_view kName = "haa", kTitle = "HAA*";
  static constexpr bool kAlways = false, kInBackground = false;
  static constexpr size_t kLiveClusters = 256;  // limit of clusters that an edit updates at once
  StructureId id() const override { return kId; }
  static std::span<const SettingOf<Options>> settings();
  static Options usual(const Rules& rules) {
    return {.max_size = rules.agent_size, .capabilities = {rules.capability}};
  }

  const AgentGrids& agents() const { return agents_; }
  const Haa& haa() const { return haa_; }
  const ClusterGrid* areas() const override { return &haa_.clusters(); }

  void prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) const override;
  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  std::vector<ClusterGrid> grids(const BuildInputs& inputs) const override;  // by level
  size_t memory_bytes() const override { return agents_.memory_bytes() + haa_.memory_bytes(); }
  bool has_own_moves() const override { return true; }
  std::string stamp(const BuildInputs& inputs) const override;
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;

 private:
  bool built() const override { return haa_.ready(); }
  size_t pending() const override { return haa_.pending(); }
  bool update_piece(const BuildInputs& inputs) override;

  AgentGrids agents_;
  Haa haa_;
  HaaUpdate update_;
};

}  // namespace strata
