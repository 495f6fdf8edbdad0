// Whatever a menu or the tool bar can do is found by the command search, which also says why Enter does nothing.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "app/lab/command_search.hpp"
#include "app/lab/menu_model.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using test::run;

namespace {

const std::vector<std::string> kMaps = {"/maps/arena.map", "/maps/running-example.map"};
const std::vector<std::string> kGraphs = {"/graphs/line.graph"};
const std::vector<std::string> kLevels = {"/levels/courtyard.obj"};

MenuContext context() { return {.stock_maps = kMaps, .stock_graphs = kGraphs, .stock_levels = kLevels}; }

// The first offers that the words find.
bool finds(const std::vector<CommandSuggestion>& offers, const std::string& words,
           const std::vector<std::string>& lines) {
  const std::vector<size_t> hits = find_suggestions(offers, words);
  return std::any_of(hits.begin(), hits.end(), [&](size_t hit) { return offers[hit].lines == lines; });
}

void check_all(Lab& lab) {
  const std::vector<CommandSuggestion> offers = command_suggestions(lab, context());
  size_t entries = 0;
  for (size_t menu = 0; menu < menus().size(); ++menu) {
    int depth = 0;
    std::set<std::string> names;
    for (const MenuEntry& entry : menu_entries(lab, context(), menu)) {
      depth += entry.kind == MenuEntry::Kind::kBegin ? 1 : entry.kind == MenuEntry::Kind::kEnd ? -1 : 0;
      REQUIRE(depth >= 0);
      if (entry.kind != MenuEntry::Kind::kCommand) continue;
      ++entries;
      CAPTURE(entry.title);
      CHECK(names.insert(entry.name).second);
      REQUIRE(!entry.lines.empty());
      for (const std::string& line : entry.lines) {
        CAPTURE(line);
        const Result<Command> command = parse_command(line);
        REQUIRE(command.ok());
        CHECK(check_command(command.value()).ok());
      }
      CHECK(finds(offers, entry.title, entry.lines));
    }
    CHECK(depth == 0);
  }
  CHECK(entries > 120);
  std::vector<ToolbarItem> items;
  toolbar_items(lab, items);
  for (const ToolbarItem& item : items) {
    CAPTURE(item.title);
    CHECK(finds(offers, item.title, {item.line}));
  }
  for (const ToolbarItem& item : toolbar_panels(context())) CHECK(finds(offers, item.title, {item.line}));
  for (const KeyBinding& binding : key_bindings()) {
    CAPTURE(binding.title);
    CHECK(finds(offers, std::string(binding.title), {std::string(binding.line)}));
  }
  for (const CommandInfo& info : commands()) {
    CAPTURE(info.name);
    CHECK(finds(offers, std::string(info.name), {std::string(info.name)}));
  }
}

}  // namespace

TEST_CASE("every entry of the menus and the tool bar is found by its title in the command search") {
  Lab lab;
  lab.finish_updates();
  check_all(lab);
  // Entries that follow the state.
  for (const char* line : {"paint.fill 1 1 swamp", "edit.undo", "plan.smooth off", "hpa.cache on", "step.heat cost",
                           "query.clear", "crowd.count 77", "ch.contract on", "ui.scale 2"}) {
    run(lab, line);
    lab.finish_updates();
    check_all(lab);
  }
}

TEST_CASE("an entry of a menu that cannot be used now says why, and so does its line in the command search") {
  Lab lab;
  for (const char* line : {"query.clear", "map.new 12 12 ground", "map.scene running-example"}) {
    run(lab, line);
    lab.finish_updates();
    CAPTURE(line);
    const std::vector<CommandSuggestion> offers = command_suggestions(lab, context());
    for (size_t menu = 0; menu < menus().size(); ++menu) {
      for (const MenuEntry& entry : menu_entries(lab, context(), menu)) {
        CAPTURE(entry.title);
        CHECK(entry.enabled == entry.why_not.empty());
        if (entry.enabled || entry.lines.empty()) continue;
        const auto offer = std::ranges::find(offers, entry.lines, &CommandSuggestion::lines);
        REQUIRE(offer != offers.end());
        CHECK(offer->why_not == entry.why_not);
      }
    }
  }
}

TEST_CASE("theme, panels and layout are commands: the search finds them, and without a window they say so") {
  Lab lab;
  const std::vector<CommandSuggestion> offers = command_suggestions(lab, context());
  CHECK(finds(offers, "light theme", {"ui.theme toggle"}));
  CHECK(finds(offers, "theme", {"ui.theme"}));
  CHECK(finds(offers, "reset layout", {"ui.reset_layout"}));
  CHECK(finds(offers, "150 %", {"ui.scale 1.5"}));
  CHECK(finds(offers, "interface size 150", {"ui.scale 1.5"}));
  for (const char* line : {"ui.theme light", "ui.panel left off", "ui.focus next", "ui.reset_layout"}) {
    CHECK(test::failure(lab, line).find("no window") != std::string::npos);
  }
  std::vector<std::string> arranged;
  LabHost host;
  host.arrange = [&](const Command& command) {
    arranged.push_back(format_command(command));
    return success();
  };
  lab.set_host(host);
  run(lab, "ui.theme light");
  CHECK(arranged == std::vector<std::string>{"ui.theme light"});
}

TEST_CASE("nothing is listed twice: the running example is one entry") {
  Lab lab;
  size_t examples = 0;
  std::set<std::string> titles;
  std::string menu;
  for (const MenuEntry& entry : menu_entries(lab, context(), 0)) {
    if (entry.kind == MenuEntry::Kind::kBegin) menu = entry.title;
    if (entry.kind != MenuEntry::Kind::kCommand) continue;
    std::string title = lower(entry.title);
    std::replace(title.begin(), title.end(), ' ', '-');
    CAPTURE(title);
    CHECK(titles.insert(title).second);
    examples += title == "running-example" ? 1 : 0;
  }
  CHECK(examples == 1);
}

TEST_CASE("where Enter does nothing the command search says why") {
  Lab lab;
  const std::vector<CommandSuggestion> offers = command_suggestions(lab, context());
  for (const char* typed : {"xyzzy", "xyzzy \"1"}) {
    CHECK_FALSE(is_runnable(typed));
    CHECK(find_suggestions(offers, typed).empty());
  }
  CHECK(search_reason("xyzzy") == "Nothing matches 'xyzzy'");
  CHECK(search_reason("xyzzy \"1").find("never closed") != std::string::npos);
  // What is not a whole command leads to the one whose arguments are missing.
  for (const char* typed : {"query.start", "query.start ", "query.start 3", "query.start 1 2 more 3"}) {
    CHECK_FALSE(is_runnable(typed));
    CHECK(offers[find_suggestions(offers, typed).front()].lines == std::vector<std::string>{"query.start"});
  }
  CHECK(offers[find_suggestions(offers, "hpa.lev").front()].lines == std::vector<std::string>{"hpa.levels"});
  // A command that is being typed comes before others that only mention its words.
  CHECK(offers[find_suggestions(offers, "layer grid").front()].lines == std::vector<std::string>{"layer grid toggle"});
  CHECK(offers[find_suggestions(offers, "query.start").front()].lines == std::vector<std::string>{"query.start"});
  for (const char* typed : {"query.start 3 7", "edit.undo", "layer grid on"}) CHECK(is_runnable(typed));
}

TEST_CASE("the command search finds what people call by another name, among the first ten") {
  Lab lab;
  lab.finish_updates();
  const std::vector<CommandSuggestion> offers = command_suggestions(lab, context());
  struct Typed {
    const char* words;
    const char* command;  // one of the lines of the offer begins with it
  };
  static constexpr Typed kTyped[] = {{"optimal", "xray.show"},
                                     {"why longer", "xray.show"},
                                     {"suboptimal", "xray.show"},
                                     {"error", "xray.show"},
                                     {"above optimal", "xray.show"},
                                     {"agents", "crowd."},
                                     {"units", "crowd.spawn"},
                                     {"brush", "tool.select brush"},
                                     {"wall", "tool.select brush"},
                                     {"eraser", "tool.select erase"},
                                     {"does it pay", "pay.show"},
                                     {"preprocessing", "pay.show"},
                                     {"benchmark", "scenario."},
                                     {"diagonal", "rules.profile"},
                                     {"dark mode", "ui.theme"},
                                     {"settings", "ui.show preferences"},
                                     {"shortcuts", "ui.show help"},
                                     {"csv", "export.table"},
                                     {"gif", "ui.show animation"},
                                     {"tutorial", "ui.show"},
                                     {"side by side", "view.compare"},
                                     {"font size", "ui.scale"},
                                     {"fullscreen", "ui.presentation"},
                                     {"restart", "step.first"},
                                     {"animate", "step."},
                                     {"string pulling", "plan.smooth"},
                                     {"abstraction", "hpa."},
                                     {"manhattan", "plan.heuristic"},
                                     {"exit", "app.quit"},
                                     {"load", "ui.show open"},
                                     {"algorithm", "planner."},
                                     {"gpu", "crowd.backend"}};
  for (const Typed& typed : kTyped) {
    CAPTURE(typed.words);
    std::vector<size_t> hits = find_suggestions(offers, typed.words);
    hits.resize(std::min<size_t>(hits.size(), 10));
    CHECK(std::ranges::any_of(hits, [&](size_t hit) {
      return std::ranges::any_of(offers[hit].lines,
                                 [&](const std::string& line) { return line.starts_with(typed.command); });
    }));
  }
}
