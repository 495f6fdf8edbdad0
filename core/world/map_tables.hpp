// Purpose: MapTables holds the next-hop tables of a world over level 1 of its HPA*, for agents under its rules and for
//          further kinds of agents.
// Background: They are built in slices, and updated with every edit. The labels of all nodes come from jobs. Until then
//             plans search the nodes, at equal cost.
#pragma once

#include <vector>

#include "core/world/kind_tables.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

struct AgentTablesOptions {
  TablesOptions tables = {};
  std::vector<Agent> kinds = {};  // that have tables of their own, beside the one that the rules name
  friend bool operator==(const AgentTablesOptions&, const AgentTablesOptions&) = default;
};

struct AgentTablesPart {  // what is replaced; new ones are built by `work`
  KindTables::Old own;
  AgentKinds kinds;
};

class MapTables final : public StructureWith<AgentTablesOptions, AgentTablesPart> {
 public:
  static constexpr StructureId kId = StructureId::kTables;
  static constexpr std::string_view kName = "tables", kTitle = "Tables";
  static constexpr bool kAlways = false, kInBackground = true;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }

  StructureSet stands_on() const override { return {StructureId::kHpa}; }

  // For agents after the rules.
  const KindTables& own() const { return own_; }
  const Tables& tables() const { return own_.tables(); }
  // Null while they are not true.
  const TableLabels* labels() const { return own_.labels(); }
  // The further kinds.
  const AgentKinds& kinds() const { return kinds_; }

  void install(const std::optional<Options>& wanted, const Ground& ground, Renewed& renewed, Part& part) override;
  bool map_changed(const Ground& ground, Change& change) override;
  void work(const Ground& ground, Slice& slice) override;
  void poll(const Ground& ground) override;
  void finish(const Ground& ground) override;
  bool news() const override { return own_.finished() || kinds_.finished(); }
  bool ready(const Ground& ground) const override { return own_.ready(*ground.moves) && kinds_.ready(); }
  // Those that would be too large are not built.
  bool settled(const Ground& ground) const override {
    return !options_ || ((own_.ready(*ground.moves) || own_.refused(*ground.moves)) && kinds_.ready());
  }
  StructureState state(const Ground& ground) const override;
  size_t memory_bytes() const override { return own_.memory_bytes() + kinds_.memory_bytes(); }
  std::string stamp(const Ground& ground) const override;
  std::optional<std::string> difference(const Structure& fresh, const Ground& ground) const override;
  std::string refusal(const Ground& ground) const override;

 private:
  KindTables own_;
  AgentKinds kinds_;
  TablesUpdate update_;
  SlicedBuild build_;
};

}  // namespace strata
