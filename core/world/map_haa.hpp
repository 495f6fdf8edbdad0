// Purpose: HAA* of a world with the moves of all its kinds of agents.
// Background: Built in slices; the moves at once.
#pragma once

#include "core/grid/agent_grids.hpp"
#include "core/haa/haa.hpp"
#include "core/world/kept.hpp"

namespace strata {

class MapHaa {
 public:
  static constexpr std::string_view kName = "haa", kTitle = "HAA*";
  static constexpr bool kAlways = false;
  static constexpr size_t kLiveClusters = 256;  // that an edit finishes at once
  using Options = HaaOptions;  // the sizes and capabilities that it knows; profile and weights are those of the rules
  struct Part {
    std::optional<AgentGrids> agents;
    std::optional<Haa> haa;
    double micros = 0;  // what the moves took
  };
  static Options usual(const Rules& rules) {
    return {.max_size = rules.agent_size, .capabilities = {rules.capability}};
  }

  const std::optional<Options>& options() const { return options_; }
  const AgentGrids& agents() const { return agents_; }
  const Haa& haa() const { return haa_; }

  void prepare(const std::optional<Options>& wanted, Ground& ground, Renewed& renewed, Part& part) const;
  void install(const std::optional<Options>& wanted, const Ground& ground, Renewed& renewed, Part& part);
  bool map_changed(const Ground& ground, Change& change);
  const Touched& touched() const { return touched_; }
  std::vector<ClusterGrid> grids(const Ground& ground) const;  // by level, of its parts
  void work(const Ground& ground, Slice& slice);
  bool ready(const Ground&) const { return options_ && haa_.ready(); }
  bool settled(const Ground&) const { return !options_ || haa_.ready(); }
  KeptState state(const Ground& ground) const;
  size_t memory_bytes() const { return agents_.memory_bytes() + haa_.memory_bytes(); }
  std::string stamp(const Ground& ground) const;
  std::optional<std::string> difference(const MapHaa& fresh, const Ground& ground) const;

 private:
  std::optional<Options> options_;
  AgentGrids agents_;
  Haa haa_;
  HaaUpdate update_;
  Touched touched_;
  SlicedBuild build_;
  uint64_t version_ = 1;
};

}  // namespace strata
