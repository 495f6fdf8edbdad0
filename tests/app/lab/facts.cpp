// What is counted of structures is described once: the state, the panels and what is hidden follow these rows.
#include "app/lab/fact.hpp"

#include <doctest/doctest.h>

#include <cctype>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "app/lab/dump.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/map_rooms.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using test::run;

namespace {

std::vector<const Feature*> features_with_facts() {
  std::vector<const Feature*> found;
  for (const Feature* feature : features()) {
    if (!feature->facts.key.empty()) found.push_back(feature);
  }
  return found;
}

std::span<const Fact> facts_of_row(const Feature& feature, const FactRow& row) {
  return row.facts.empty() ? feature.facts.facts : row.facts;
}

// A lab with rows in the state that tell all facts there are.
struct FullLab {
  Lab lab;
  FullLab() {
    for (const char* line :
         {"map.generate cave 40 34 3", "hpa.levels 3", "haa.dominated on", "sectors.second 32", "hna.levels 2"}) {
      run(lab, line);
    }
    for (const std::string& line : test::structure_switches({"tables", "mesh-classes"})) run(lab, line);
    lab.finish_updates();
  }
};

}  // namespace

TEST_CASE("facts have keys of their own, and titles and helps that are parts of sentences") {
  std::set<std::string_view> tables;
  for (const Feature* feature : features_with_facts()) {
    CAPTURE(feature->name);
    CHECK(tables.insert(feature->facts.key).second);
    std::set<std::string_view> keys = {"on", "ready", "memory_bytes"};
    bool titled = true;
    size_t columns = 0;
    for (const Fact& fact : feature->facts.facts) {
      CAPTURE(fact.key);
      CHECK(keys.insert(fact.key).second);
      CHECK(fact.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos);
      CHECK((fact.value != nullptr));
      CHECK((fact.title == nullptr) == (fact.help == nullptr));
      CHECK((titled || fact.title == nullptr));  // draw_facts shows the first ones
      titled = fact.title != nullptr;
      if (!titled) continue;
      CHECK(++columns <= 8);  // for more there is no room
      const std::string title = fact.title, help = fact.help;
      CHECK(std::islower(static_cast<unsigned char>(title.front())) != 0);
      CHECK(std::isupper(static_cast<unsigned char>(help.front())) != 0);
      CHECK(title.find('.') == std::string::npos);
      CHECK(help.back() != '.');
    }
  }
  CHECK(tables.size() == 13);
}

TEST_CASE("the state tells every fact under its key, with the value of its row") {
  FullLab full;
  Lab& lab = full.lab;
  const nlohmann::json state = state_json(lab);
  size_t told = 0;
  for (const Feature* feature : features_with_facts()) {
    const FactTable& table = feature->facts;
    CAPTURE(table.key);
    REQUIRE(state.contains(std::string(table.key)));
    const nlohmann::json& own = state[std::string(table.key)];
    CHECK(own["ready"] == true);
    CHECK(own.contains("on") != is_always_kept(feature->structure));
    CHECK(own["memory_bytes"] == lab.state().memory[static_cast<size_t>(feature->structure)]);
    const FactRows& rows = facts_of(lab, feature->structure);
    CHECK(rows.empty() == (table.count == nullptr));
    for (const FactRow& row : rows) {
      CAPTURE(row.path);
      REQUIRE(row.counts.has_value());
      for (const Fact& fact : facts_of_row(*feature, row)) {
        CAPTURE(fact.key);
        CHECK(own.at(nlohmann::json::json_pointer(row.path + "/" + std::string(fact.key))) == fact.value(row.counts));
        ++told;
      }
    }
    for (const std::string_view key : table.rebuilt) {
      CHECK(state["meter"][std::string(table.key)].contains(std::string(key)));
    }
  }
  CHECK(told == 86);
  // The rows name the members that they mean.
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  CHECK(state["hpa"]["cache_bytes"] == hpa.cache_bytes());
  CHECK(state["hpa"]["nodes"] == hpa.node_count(1));
  CHECK(state["hpa"]["level"]["2"]["exact_nodes"] == hpa.node_count(2) - hpa.node_count(3));
  CHECK(state["hpa"]["level"]["3"]["exact_nodes"] == hpa.node_count(3));
  CHECK(state["hpa"]["level"]["1"]["clusters"] == hpa.clusters(1).count());
  CHECK(state["rooms"]["pruned"] == lab.world().get<MapRooms>().rooms().counts().pruned);
  CHECK(state["navmesh"]["portals"] == lab.world().get<MapNavmesh>().mesh().portal_count());
  CHECK(state["navmesh"]["polygons"] == lab.world().get<MapNavmesh>().mesh().polygon_count());
}

TEST_CASE("the facts of a structure go with it; some are told as zeros before") {
  Lab fresh;
  fresh.finish_updates();
  FullLab full;
  Lab& lab = full.lab;
  for (const Feature* feature : features_with_facts()) {
    if (!is_always_kept(feature->structure)) run(lab, std::string(structure_name(feature->structure)) + " off");
  }
  lab.finish_updates();
  const nlohmann::json before = state_json(fresh), after = state_json(lab);
  for (const Feature* feature : features_with_facts()) {
    if (is_always_kept(feature->structure)) continue;
    const FactTable& table = feature->facts;
    CAPTURE(table.key);
    const nlohmann::json &then = before[std::string(table.key)], &now = after[std::string(table.key)];
    CHECK(now["on"] == false);
    CHECK(now["memory_bytes"] == 0);
    for (const Fact& fact : table.facts) {
      CAPTURE(fact.key);
      const std::string key(fact.key);
      CHECK(now.contains(key) == (table.told == FactsTold::kAlways));
      CHECK(now.value(key, 0) == 0);
      CHECK(then.contains(key) == now.contains(key));
    }
  }
}

TEST_CASE("while a structure is hidden from a learner, the state tells none of its facts") {
  struct HiddenCase {
    std::vector<const char*> lines;
    const char* construct;
    std::set<std::string_view> hidden;
  };
  const HiddenCase cases[] = {
      {{}, "hpa.construct", {"hpa", "ch", "cch", "labels"}},
      {{"haa.dominated on", "haa on"}, "haa.construct", {"haa"}},
      {{"rules.profile four", "rooms on"}, "rooms.construct", {"rooms"}},
      {{"hna.levels 2", "hna on"}, "hna.construct", {"hna"}},
      {{"ch.graph hpa", "ch.order large", "ch on", "cch on", "labels on"}, "ch.contract", {"ch", "cch", "labels"}},
  };
  for (const HiddenCase& one : cases) {
    CAPTURE(std::string(one.construct));
    Lab lab;
    run(lab, "map.new 40 40");
    run(lab, "paint.rectangle 20 0 21 35 filled blocked");
    for (const char* line : one.lines) run(lab, line);
    lab.finish_updates();
    const auto tells = [&lab](const Feature& feature) {
      const nlohmann::json own = state_json(lab)[std::string(feature.facts.key)];
      bool any = own.contains("memory_bytes");
      for (const FactRow& row : facts_of(lab, feature.structure)) {
        for (const Fact& fact : facts_of_row(feature, row)) {
          any |= own.contains(nlohmann::json::json_pointer(row.path + "/" + std::string(fact.key)));
        }
      }
      return any;
    };
    run(lab, "predict.hide future");
    run(lab, one.construct);
    lab.finish_updates();
    run(lab, "step.to 0");
    for (const Feature* feature : features_with_facts()) {
      CAPTURE(feature->facts.key);
      CHECK(hides_structure(lab, feature->structure) == one.hidden.contains(feature->facts.key));
      // What a search of the query has done is hidden with its future.
      CHECK(tells(*feature) != (one.hidden.contains(feature->facts.key) || feature->facts.of_search));
    }
    run(lab, "step.last");
    lab.finish_updates();
    for (const Feature* feature : features_with_facts()) CHECK(tells(*feature));
  }
}
