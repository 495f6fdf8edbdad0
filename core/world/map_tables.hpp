// Purpose: The tables of a world over level 1 of its HPA*: for agents after its rules, and for further kinds of agents.
// Background: Built in slices, true again with every edit; the labels of all nodes come from jobs, and until then plans
//             search the nodes, at equal cost.
#pragma once

#include <vector>

#include "core/world/kept.hpp"
#include "core/world/kind_tables.hpp"

namespace strata {

struct AgentTablesOptions {
  TablesOptions tables = {};
  std::vector<Agent> kinds = {};  // that have tables of their own, beside the one that the rules name
  friend bool operator==(const AgentTablesOptions&, const AgentTablesOptions&) = default;
};

class MapTables {
 public:
  static constexpr std::string_view kName = "tables", kTitle = "Tables";
  static constexpr bool kAlways = false;
  using Options = AgentTablesOptions;
  struct Part {  // what is replaced; new ones are built by `work`
    KindTables::Old own;
    AgentKinds kinds;
  };
  static Options usual(const Rules&) { return {}; }

  const std::optional<Options>& options() const { return options_; }
  // For agents after the rules.
  const KindTables& own() const { return own_; }
  const Tables& tables() const { return own_.tables(); }
  // Null while they are not true.
  const TableLabels* labels() const { return own_.labels(); }
  // The further kinds.
  const AgentKinds& kinds() const { return kinds_; }

  void prepare(const std::optional<Options>&, Ground&, Renewed&, Part&) const {}
  void install(const std::optional<Options>& wanted, const Ground& ground, Renewed& renewed, Part& part);
  bool map_changed(const Ground& ground, Change& change);
  const Touched& touched() const { return touched_; }
  void work(const Ground& ground, Slice& slice);
  void poll(const Ground& ground);
  void finish(const Ground& ground);
  void cancel(const Ground&) {}  // no build in the background that plans would wait for
  void rebuild() {}
  bool news() const { return own_.finished() || kinds_.finished(); }
  bool ready(const Ground& ground) const { return own_.ready(*ground.moves) && kinds_.ready(); }
  // Those that would be too large are not built.
  bool settled(const Ground& ground) const {
    return !options_ || ((own_.ready(*ground.moves) || own_.refused(*ground.moves)) && kinds_.ready());
  }
  KeptState state(const Ground& ground) const;
  size_t memory_bytes() const { return own_.memory_bytes() + kinds_.memory_bytes(); }
  std::string stamp(const Ground& ground) const;
  std::optional<std::string> difference(const MapTables& fresh, const Ground& ground) const;
  std::string refusal(const Ground& ground) const;

 private:
  std::optional<Options> options_;
  KindTables own_;
  AgentKinds kinds_;
  TablesUpdate update_;
  Touched touched_;
  SlicedBuild build_;
};

}  // namespace strata
