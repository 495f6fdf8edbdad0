// Purpose: MapTables is the structure of a world with the next-hop tables over level 1 of its HPA* graph, for the agent
//          of its rules and for further kinds of agents.
// Background: They are built in slices, and updated with every edit. Jobs compute the labels of all nodes; until then
//             plans search the nodes, with the same costs.
#pragma once

#include <vector>

#include "core/world/agent_kind_tables.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

struct AgentTablesOptions {
  TablesOptions tables = {};
  std::vector<Agent> kinds = {};  // further agents with tables of their own, besides the agent of the rules
  friend bool operator==(const AgentTablesOptions&, const AgentTablesOptions&) = default;
};

struct AgentTablesPart {  // the replaced tables; `work` builds the new ones
  AgentKindTables::ReplacedTables own;
  AgentKinds kinds;
};

class MapTables final : public StructureWithOptions<AgentTablesOptions, AgentTablesPart> {
 public:
  static constexpr StructureId kId = StructureId::kTables;
  static constexpr std::string_view kName = "tables", kTitle = "Tables";
  static constexpr bool kAlways = false, kInBackground = true;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }

  StructureSet depends_on() const override { return {StructureId::kHpa}; }

  // Returns the tables for the agent of the rules.
  const AgentKindTables& own() const { return own_; }
  const Tables& tables() const { return own_.tables(); }
  // Returns null while the labels are out of date.
  const TableLabels* labels() const { return own_.labels(); }
  // Returns the tables for the further kinds of agents.
  const AgentKinds& kinds() const { return kinds_; }

  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  void work(const BuildInputs& inputs, WorkBudget& budget) override;
  void poll(const BuildInputs& inputs) override;
  void finish(const BuildInputs& inputs) override;
  bool has_results() const override { return own_.finished() || kinds_.finished(); }
  bool ready(const BuildInputs& inputs) const override { return own_.ready(*inputs.moves) && kinds_.ready(); }
  // Returns whether no work is left. Tables that are refused as too large count as done.
  bool work_done(const BuildInputs& inputs) const override {
    return !options_ || ((own_.ready(*inputs.moves) || own_.refused(*inputs.moves)) && kinds_.ready());
  }
  StructureState state(const BuildInputs& inputs) const override;
  size_t memory_bytes() const override { return own_.memory_bytes() + kinds_.memory_bytes(); }
  // Returns the memory of the tables and labels for the agent of the rules, because the planner reads no others.
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
