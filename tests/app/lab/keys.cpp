// Changed keys are kept with the settings and are there at the next start.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/base/key_bindings.hpp"
#include "app/base/settings.hpp"
#include "app/lab/command_search.hpp"
#include "core/io/files.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

LabOptions kept_at(const std::string& path) { return {.settings_path = path}; }

std::string last_message(const Lab& lab) {
  return lab.state().messages.empty() ? "" : lab.state().messages.back().text;
}

void write(const std::string& path, const std::string& text) { REQUIRE(write_file_atomic(path, text).ok()); }

}  // namespace

TEST_CASE("keys that were changed are kept, and are there again in the next lab") {
  const test::TempFolder folder;
  const std::string path = folder.file("settings.json");
  {
    Lab lab(kept_at(path));
    run(lab, "key.bind Ctrl+G edit.undo");
    CHECK(last_message(lab) == "Ctrl+G now runs edit.undo; Ctrl+G is taken from 'Grid'");
    run(lab, {"key.bind \"F9, Ctrl+J\" \"layer path off\"", "key.unbind Ctrl+R"});
    CHECK(last_message(lab) == "Ctrl+R does not run 'Random start and goal' any more");
    run(lab, "ui.scale 1.5");  // what is saved with it
  }
  const auto stored = nlohmann::json::parse(read_file(path, 1 << 20).value());
  CHECK(stored["keys"] == nlohmann::json{{"edit.undo", "Ctrl+G"},
                                         {"layer grid toggle", ""},
                                         {"layer path off", "F9, Ctrl+J"},
                                         {"query.random", ""}});
  {
    const Lab without;  // a lab without settings has the usual keys
    CHECK(without.keys().bound("edit.undo") == "Ctrl+Z");
  }
  Lab lab(kept_at(path));
  CHECK(lab.state().messages.empty());
  CHECK(lab.state().ui_scale == 1.5);
  CHECK(lab.keys().bound("edit.undo") == "Ctrl+G");
  CHECK(lab.keys().bound("layer path off") == "F9");
  CHECK(lab.keys().bound("layer grid toggle").empty());
  CHECK(lab.keys().bound("query.random").empty());
  run(lab, "key.reset");
  CHECK(lab.keys().bound("edit.undo") == "Ctrl+Z");
  CHECK(nlohmann::json::parse(read_file(path, 1 << 20).value())["keys"].empty());
}

TEST_CASE("the commands for keys say what is wrong, and nothing changes") {
  Lab lab;
  CHECK(failure(lab, "key.bind Foo edit.undo").find("unknown key 'Foo': a key is A to Z") != std::string::npos);
  CHECK(failure(lab, "key.bind F9 edit.unto").find("no such command") != std::string::npos);
  CHECK(failure(lab, "key.bind F9 query.start 3").find("expects X Y [more], got 1 argument") != std::string::npos);
  CHECK(failure(lab, "key.bind \"\" edit.undo").find("key.unbind") != std::string::npos);
  CHECK(failure(lab, "key.bind Esc edit.undo").find("Esc closes") != std::string::npos);
  CHECK(failure(lab, "key.unbind F9").find("nothing has the key F9") != std::string::npos);
  CHECK(lab.keys().changes().empty());
  // Every place that shows a key shows the changed one.
  run(lab, "key.bind Ctrl+J query.swap");
  const std::vector<CommandSuggestion> offers = command_suggestions(lab, {});
  const std::vector<size_t> hits = find_suggestions(offers, "swap start and goal");
  REQUIRE_FALSE(hits.empty());
  CHECK(offers[hits.front()].keys == "Ctrl+J");
}

TEST_CASE("a settings file with nonsense among its keys is told, and the rest of it holds") {
  const test::TempFolder folder;
  const std::string path = folder.file("settings.json");
  KeyBindingChanges changes;
  const auto warned = [&](const std::string& text) {
    write(path, text);
    const Lab lab(kept_at(path));
    changes = lab.keys().changes();
    return last_message(lab);
  };
  CHECK(warned(R"({"keys": {"edit.undo": "Foo", "query.swap": "F9"}, "ui_scale": 2})")
            .find("settings.json: keys: 'edit.undo' is left out: unknown key 'Foo'") != std::string::npos);
  CHECK(changes == KeyBindingChanges{{"query.swap", "F9"}});
  CHECK(warned(R"({"keys": [1, {"a": 2}]})").find("settings.json: keys is not an object") != std::string::npos);
  CHECK(changes.empty());
  CHECK(warned(R"({"keys": {"": "F9"}})").find("no command is named") != std::string::npos);
  CHECK(warned(R"({"keys": {"edit.undo": null}})").find("not a text") != std::string::npos);
  CHECK(warned("{{{").find("is not a JSON object") != std::string::npos);
  CHECK(changes.empty());
  CHECK(warned(R"({"keys": {}})").empty());
}
