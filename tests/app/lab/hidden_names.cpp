// Names of what is hidden from a learner.
#include "app/lab/hidden_names.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/state_value.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("what is hidden is named, is in the dump, and is shown again one by one or at once") {
  Lab lab;
  const auto hidden = [&] { return nlohmann::json::parse(dump_state(lab))["hidden"]; };
  CHECK(hidden() == nlohmann::json::array());
  run(lab, "predict.hide path open-order search map.new toolbar.brush");
  CHECK(hidden() == nlohmann::json({"map.new", "open-order", "path", "search", "toolbar.brush"}));
  CHECK(hidden_names(lab).hides("path"));
  CHECK_FALSE(hidden_names(lab).hides("log"));
  const std::string before = dump_state(lab);
  CHECK(test::failure(lab, "predict.hide log kitchen").find("nothing is called 'kitchen'") != std::string::npos);
  CHECK(test::failure(lab, "predict.show path log").find("'log' is not hidden") != std::string::npos);
  CHECK(dump_state(lab) == before);
  run(lab, "predict.show path map.new");
  CHECK(hidden() == nlohmann::json({"open-order", "search", "toolbar.brush"}));
  run(lab, "predict.show all");
  CHECK(hidden() == nlohmann::json::array());
}

TEST_CASE("the sizes of structures, and how much an edit has updated, are in the state unless they are hidden") {
  Lab lab;
  for (const char* line : {"sectors on", "haa on", "hna on", "navmesh on", "paint.line 5 5 8 5 blocked"})
    run(lab, line);
  lab.finish_updates();
  const char* keys[] = {"hpa.nodes",        "hpa.level.1.nodes",  "hpa.memory_bytes",
                        "haa.high.nodes",   "haa.memory_bytes",   "sectors.level.1.regions",
                        "navmesh.polygons", "hna.level.1.groups", "sectors.memory_bytes",
                        "meter.clusters"};
  const nlohmann::json shown = state_json(lab);
  run(lab, "predict.hide counts");
  const nlohmann::json hidden = state_json(lab);
  run(lab, "predict.show counts");
  const nlohmann::json again = state_json(lab);
  for (const char* key : keys) {
    CAPTURE(std::string(key));
    CHECK(state_value(shown, key));
    CHECK_FALSE(state_value(hidden, key));
    CHECK(state_value(again, key) == state_value(shown, key));
  }
  // What was chosen is no secret.
  CHECK(state_value(hidden, "hpa.cluster_size") == state_value(shown, "hpa.cluster_size"));
}

TEST_CASE("while a future is hidden no planner is put beside the search, and nothing is switched on for one") {
  Lab lab;
  run_settled(lab, {"predict.hide future", "step.to 5"});
  const std::string before = dump_state(lab);
  CHECK_FALSE(lab.world().has(StructureId::kCch));
  CHECK(test::failure(lab, "view.beside cch").find("while its future is hidden") != std::string::npos);
  CHECK_FALSE(lab.world().has(StructureId::kCch));
  lab.finish_updates();
  CHECK(dump_state(lab) == before);
}

TEST_CASE("no layer and no command is called like another thing that can be hidden") {
  std::set<std::string_view> names;
  const auto add = [&](std::string_view name) {
    CAPTURE(name);
    CHECK(names.insert(name).second);
    CHECK(can_hide(name));
  };
  for (const std::string_view name : kHiddenThings) add(name);
  for (const Layer layer : layers()) {
    if (layer_name(layer) != "path") add(layer_name(layer));  // it is a part of what "path" hides
  }
  for (const CommandInfo& info : commands()) {
    if (info.name.find('.') != std::string_view::npos) add(info.name);  // "haa" is a command and its layers' name
  }
}
