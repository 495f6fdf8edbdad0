// Purpose: MapTables holds the next-hop tables of a world over level 1 of its HPA*, for agents under its rules and for
//          further kinds of agents.
// Background: They are built in slices, and updated with every edit. The labels of all nodes come from jobs. Until then
//             plans search the nodes, at equal cost.
#pragma once

#include <vector>

#include "core/world/agent_kind_tables.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

struct AgentTablesOptions {
  TablesOptions tables = {};
  std::vector<Agent> kinds = {};  // agents that have their own tables, besides the rules' agent
  friend bool operator==(const AgentTablesOptions&, const AgentTablesOptions&) = default;
};

struct AgentTablesPart {  // the replaced tables; `work` builds new ones
  AgentKindTables::Old own;
  AgentKinds kinds;
};

class MapTables final : public StructureWith<AgentTablesOptions, AgentTablesPart> {
 public:
  static constexpr StructureId kId = StructureId::kTables;
  static constexpr std::string_view kName = "tables", kTitle = "Tables";
  static constexpr bool kAlways = false, kInBackground = true;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }

  StructureSet depends_on() const override { return {StructureId::kHpa}; }

  // Tables for the agent of the rules.
  const AgentKindTables& own() const { return own_; }
  const Tables& tables() const { return own_.tables(); }
  // Returns null while the labels are out of date.
  const TableLabels* labels() const { return own_.labels(); }
  // Tables for the further kinds of agents.
  const AgentKinds& kinds() const { return kinds_; }

  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  void work(const BuildInputs& inputs, WorkBudget& budget) override;
  void poll(const BuildInputs& inputs) override;
  void finish(const BuildInputs& inputs) override;
  bool has_results() const override { return own_.finished() || kinds_.finished(); }
  bool ready(const BuildInputs& inputs) const override { return own_.ready(*inputs.moves) && kinds_.ready(); }
  // Tables that would be too large are not built.
  bool work_done(const BuildInputs& inputs) const override {
    return !options_ || ((own_.ready(*inputs.moves) || own_.refused(*inputs.moves)) && kinds_.ready());
  }
  StructureState state(const BuildInputs& inputs) const override;
  size_t memory_bytes() const override { return own_.memory_bytes() + kinds_.memory_bytes(); }
  // Tables and labels for the agent of the rules: the planner reads no others.
  size_t memory_up_to(int) const override {
    return tables().memory_bytes() + (labels() != nullptr ? labels()->memory_bytes() : 0);
  }
  double built_micros_up_to(const BuildInputs&, int) const override { return build_.micros() + own_.labels_micros(); }
  std::string stamp(const BuildInputs& inputs) const override;
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;
  std::string refusal(const BuildInputs& inputs) const override;

 private:
  AgentKindTables own_;
  AgentKinds kinds_;
  TablesUpdate update_;
  SlicedBuild build_;
};

}  // namespace strata
