// Messages that a click or a key causes: what happened and what to do, without the names of commands.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "app/base/key_bindings.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/user_errors.hpp"
#include "app/lab/user_exports.hpp"
#include "core/base/count_of.hpp"
#include "core/base/result.hpp"
#include "core/io/files.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// Whether the text names a command of two words with a dot between, as scripts write it.
bool names_command(const std::string& text, std::string& which) {
  for (const CommandInfo& info : commands()) {
    if (info.name.find('.') == info.name.npos) continue;
    for (size_t at = text.find(info.name); at != text.npos; at = text.find(info.name, at + 1)) {
      const size_t end = at + info.name.size();
      const bool begins = at == 0 || text[at - 1] == ' ' || text[at - 1] == '\'';
      const bool ends = end == text.size() || text[end] == ' ' || text[end] == ':' || text[end] == '\'';
      if (!begins || !ends) continue;
      which = info.name;
      return true;
    }
  }
  return false;
}

// Runs the line as a click does. Returns how many messages it caused; none of them may name a command.
size_t check_line(Lab& lab, const std::string& line) {
  CAPTURE(line);
  LabState& s = lab.mutable_state();
  s.messages.clear();
  s.dialogs.clear();
  s.question.reset();
  s.windows.clear();
  lab.run(line);
  lab.tick(1.0 / 60);
  std::vector<std::string> texts;
  for (const Message& message : s.messages) texts.push_back(message.text);
  for (const Dialog& dialog : s.dialogs) texts.push_back(dialog.text);
  for (const std::string& text : texts) {
    CAPTURE(text);
    std::string which;
    const bool named = names_command(text, which);
    CAPTURE(which);
    CHECK_FALSE(named);
  }
  return texts.size();
}

}  // namespace

TEST_CASE("no message that a key, a menu or the tool bar causes names a command") {
  for (const bool empty : {false, true}) {
    Lab lab({.fixed_clock = true});
    if (empty) run(lab, "query.clear");
    lab.finish_updates();
    size_t messages = 0;
    std::vector<std::string> lines;
    for (const KeyBinding& binding : lab.keys().bindings()) lines.emplace_back(binding.line);
    for (size_t menu = 0; menu < menus().size(); ++menu) {
      for (const MenuEntry& entry : menu_entries(lab, {}, menu)) {
        lines.insert(lines.end(), entry.lines.begin(), entry.lines.end());
      }
    }
    std::vector<ToolbarItem> items;
    toolbar_items(lab, items);
    for (const ToolbarItem& item : items) lines.push_back(item.line);
    for (const std::string& line : lines) messages += check_line(lab, line);
    CHECK(messages > 10);
  }
}

TEST_CASE("no message about wrong arguments begins with the name of the command") {
  Lab lab({.fixed_clock = true});
  lab.finish_updates();
  size_t said = 0;
  for (const CommandInfo& info : commands()) {
    if (info.group == CommandGroup::kScript) continue;  // a person gives none of these
    for (const int count : {0, info.min_args}) {
      std::string line(info.name);
      for (int i = 0; i < count; ++i) line += " /none/such";
      CAPTURE(line);
      lab.mutable_state().messages.clear();
      lab.mutable_state().dialogs.clear();
      lab.run(line);
      for (const Message& message : lab.state().messages) {
        ++said;
        CHECK_FALSE(message.text.starts_with(std::string(info.name) + ":"));
      }
      for (const Dialog& dialog : lab.state().dialogs) {
        ++said;
        CHECK_FALSE(dialog.text.starts_with(std::string(info.name) + ":"));
      }
    }
  }
  CHECK(said > 100);
}

TEST_CASE("the key that runs the crowd says what to do when there are no agents; a script names the command") {
  Lab lab;
  lab.run("crowd.run toggle");
  REQUIRE(!lab.state().messages.empty());
  CHECK(lab.state().messages.back().text == "There are no agents yet: press Start in the place Crowd to add some");
  CHECK(test::failure(lab, "crowd.run toggle") ==
        "crowd.run: there are no agents yet: press Start in the place Crowd to add some");
  CHECK(error_text(error_at("arena.map:2", "expected rows")) == "arena.map:2: expected rows");
}

TEST_CASE("exports are proposed where the last one went, else where the user keeps files, never beside the map") {
  const test::TempFolder folder;
  std::filesystem::create_directories(folder.file("data"));
  std::filesystem::create_directories(folder.file("mine"));
  const std::string map = folder.file("data") + "/arena.map";
  REQUIRE(write_file_atomic(map, "type octile\nheight 2\nwidth 3\nmap\n...\n...\n").ok());
  Lab lab;
  // A map without a file has a title.
  CHECK(std::filesystem::path(proposed_export(lab, ".gif")).filename().string().starts_with("running-example"));
  run_settled(lab, "map.generate rooms 30 20 5");
  const std::string title = lab.state().map_title;
  CHECK(title.find(' ') != std::string::npos);
  CHECK(std::filesystem::path(proposed_export(lab, ".gif")).filename().string().starts_with("rooms-30-x-20-seed-5"));
  run_settled(lab, test::open_line(map));
  for (const char* ending : {".csv", ".svg", ".gif", ".trace.json"}) {
    const std::filesystem::path first = proposed_export(lab, ending);
    CHECK(first.filename().string().starts_with("arena"));
    CHECK(first.filename().string().ends_with(ending));
    CHECK(first.parent_path() != folder.file("data"));
    CHECK_FALSE(std::filesystem::exists(first));
  }
  run(lab, test::open_line(folder.file("mine") + "/table.csv", "export.table"));
  CHECK(proposed_export(lab, ".csv") == folder.file("mine") + "/arena.csv");
  CHECK(proposed_export(lab, ".svg", "effort") == folder.file("mine") + "/arena-effort.svg");
  run(lab, test::open_line(folder.file("mine") + "/arena.csv", "export.table"));
  CHECK(proposed_export(lab, ".csv") == folder.file("mine") + "/arena-2.csv");
}

TEST_CASE("the folder of the last export is proposed in the next run, too, unless it is gone") {
  const test::TempFolder folder;
  std::filesystem::create_directories(folder.file("mine"));
  LabOptions options{.settings_path = folder.file("settings.json")};
  {
    Lab lab(options);
    run(lab, test::open_line(folder.file("mine") + "/table.csv", "export.table"));
  }
  {
    const Lab next(options);
    CHECK(std::filesystem::path(proposed_export(next, ".svg")).parent_path() == folder.file("mine"));
  }
  std::filesystem::remove_all(folder.file("mine"));
  const Lab last(options);
  CHECK(std::filesystem::path(proposed_export(last, ".svg")).parent_path() != folder.file("mine"));
}

TEST_CASE("one thing is told as one, more as many") {
  CHECK(count_of(1, "cell") == "1 cell");
  CHECK(count_of(0, "cell") == "0 cells");
  CHECK(count_of(2, "query", "queries") == "2 queries");
  CHECK(count_of(1, "query", "queries") == "1 query");
  Lab lab;
  run_settled(lab,
              {"map.new 9 9 force", "query.set 4 4 0 0", "brush.radius 0", "paint.rectangle 3 3 5 5 outline blocked"});
  CHECK(lab.state().query_note.find("the start's area has 1 cell, ") != std::string::npos);
}
