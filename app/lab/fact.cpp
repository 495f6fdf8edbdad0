#include "app/lab/fact.hpp"

#include <nlohmann/json.hpp>

#include "app/lab/feature.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"

namespace strata {

const FactRows& facts_of(const Lab& lab, StructureId structure) {
  return lab.state().facts[static_cast<size_t>(structure)];
}

void dump_facts(const Lab& lab, nlohmann::json& out) {
  for (const Feature* feature : features()) {
    const FactTable& table = feature->facts;
    if (table.key.empty()) continue;
    const StructureId structure = feature->structure;
    const bool ready = lab.world().ready(structure);
    nlohmann::json& own = out[std::string(table.key)];
    if (!is_always_kept(structure)) own["on"] = lab.world().has(structure);
    own["ready"] = ready;
    if (hides_counts(lab, structure) || (table.of_search && future_hidden(lab))) continue;
    own["memory_bytes"] = lab.state().memory[static_cast<size_t>(structure)];
    if (table.told == FactsTold::kAlways) {
      for (const Fact& fact : table.facts) own[std::string(fact.key)] = 0;
    }
    if (table.told == FactsTold::kReady && !ready) continue;
    for (const FactRow& row : facts_of(lab, structure)) {
      if (!row.counts.has_value()) continue;
      nlohmann::json& at = own[nlohmann::json::json_pointer(row.path)];
      for (const Fact& fact : row.facts.empty() ? table.facts : row.facts) {
        at[std::string(fact.key)] = fact.value(row.counts);
      }
    }
  }
}

}  // namespace strata
