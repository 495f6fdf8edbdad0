// Whatever a menu or the tool bar can do is found by the command search, which also says why Enter does nothing.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "app/base/key_bindings.hpp"
#include "app/lab/command_search.hpp"
#include "app/lab/menu_model.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using namespace strata::test;

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
        const Command command = must(parse_command(line));
        CHECK(check_command(command).ok());
      }
      CHECK(finds(offers, entry.title, entry.lines));
    }
    CHECK(depth == 0);
  }
  CHECK(entries > 70);
  std::vector<ToolbarItem> items;
  toolbar_items(lab, items);
  for (const ToolbarItem& item : items) {
    CAPTURE(item.title);
    CHECK(finds(offers, item.title, {item.line}));
  }
  for (const ToolbarItem& item : toolbar_panels(context())) CHECK(finds(offers, item.title, {item.line}));
  for (const KeyBinding& binding : default_key_bindings()) {
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
    run_settled(lab, line);
    check_all(lab);
  }
}

TEST_CASE("an entry of a menu that cannot be used now says why, and so does its line in the command search") {
  Lab lab;
  for (const char* line : {"query.clear", "map.new 12 12 ground", "map.scene running-example"}) {
    run_settled(lab, line);
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
  std::vector<std::pair<LayoutChange, std::vector<std::string>>> arranged;
  LabHost host;
  host.arrange = [&](LayoutChange change, const std::vector<std::string>& words) {
    arranged.emplace_back(change, words);
    return success();
  };
  lab.set_host(host);
  run(lab, "ui.theme light");
  REQUIRE(arranged.size() == 1);
  CHECK(arranged[0].first == LayoutChange::kTheme);
  CHECK(arranged[0].second == std::vector<std::string>{"light"});
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
  // Behind ">" stands a command line: what is not a whole one leads to the command whose arguments are missing.
  CHECK_FALSE(typed_line("query.start 3").has_value());
  CHECK(typed_line("> query.start 3") == "query.start 3");
  CHECK(typed_line(">") == "");
  const std::vector<CommandSuggestion> names = command_line_suggestions();
  CHECK(names.size() == commands().size());
  for (const char* typed : {"query.start", "query.start ", "query.start 3", "query.start 1 2 more 3"}) {
    CHECK_FALSE(is_runnable(typed));
    CHECK(offers[find_suggestions(offers, typed).front()].lines == std::vector<std::string>{"query.start"});
    CHECK(names[find_suggestions(names, typed).front()].title.starts_with("query.start X Y"));
  }
  CHECK(names[find_suggestions(names, "hpa.lev").front()].lines == std::vector<std::string>{"hpa.levels"});
  // A command that is being typed comes before others that only mention its words.
  CHECK(offers[find_suggestions(offers, "layer grid").front()].lines == std::vector<std::string>{"layer grid toggle"});
  CHECK(offers[find_suggestions(offers, "query.start").front()].lines == std::vector<std::string>{"query.start"});
  for (const char* typed : {"query.start 3 7", "edit.undo", "layer grid on"}) CHECK(is_runnable(typed));
}

TEST_CASE("no title that the command search offers is the raw name of a command") {
  Lab lab;
  lab.finish_updates();
  for (const CommandSuggestion& offer : command_suggestions(lab, context())) {
    CAPTURE(offer.title);
    const std::string name = offer.lines.front().substr(0, offer.lines.front().find(' '));
    if (name.find('.') != std::string::npos) CHECK(offer.title.find(name) == std::string::npos);
  }
}

TEST_CASE("each menu has at most 12 entries, and each of its lists of choices, too") {
  // Lists of files, planners and charts are as long as there are such things.
  static constexpr std::string_view kOfThings[] = {"menu.file.open_recent", "menu.file.stock", "menu.search.step",
                                                   "menu.view.charts"};
  for (const char* line : {"", "planner.trace hpa2", "ui.detail simple", "query.clear"}) {
    Lab lab;
    lab.finish_updates();
    if (line[0] != 0) run(lab, line);
    for (size_t menu = 0; menu < menus().size(); ++menu) {
      std::vector<size_t> counts = {0};  // of the menu and of the submenus around the entry
      std::vector<std::string> names = {menus()[menu].name};
      size_t all = 0;
      const auto close = [&] {
        CAPTURE(names.back());
        if (std::ranges::find(kOfThings, names.back()) == std::end(kOfThings)) CHECK(counts.back() <= 12);
      };
      for (const MenuEntry& entry : menu_entries(lab, context(), menu)) {
        if (entry.kind == MenuEntry::Kind::kCommand || entry.kind == MenuEntry::Kind::kBegin) ++counts.back();
        if (entry.kind == MenuEntry::Kind::kCommand) ++all;
        if (entry.kind == MenuEntry::Kind::kBegin) {
          counts.push_back(0);
          names.push_back(entry.name);
        } else if (entry.kind == MenuEntry::Kind::kEnd) {
          close();
          counts.pop_back();
          names.pop_back();
        }
      }
      REQUIRE(counts.size() == 1);
      close();
      if (line[0] == 0) MESSAGE(menus()[menu].title << ": " << counts[0] << " entries, " << all << " with submenus");
    }
  }
}

TEST_CASE("what the menus gave up is found by the command search") {
  Lab lab;
  lab.finish_updates();
  const std::vector<CommandSuggestion> offers = command_suggestions(lab, context());
  for (const char* line :
       {"ui.show own_planners on", "tool.select brush", "tool.select area", "step.toggle", "step.next_expansion",
        "step.previous_expansion", "step.run", "plan.smooth off", "plan.heuristic manhattan", "plan.ties fifo",
        "query.partial on", "step.heat cost", "hpa.cache on", "hpa.options published", "haa.graph high"}) {
    CAPTURE(line);
    CHECK(std::ranges::any_of(offers, [&](const auto& offer) { return offer.lines.front() == line; }));
  }
  for (const std::string& line : test::structure_switches({"labels", "mesh-classes"})) {
    CAPTURE(line);
    CHECK(std::ranges::any_of(offers, [&](const auto& offer) { return offer.lines.front() == line; }));
  }
  for (const char* name :
       {"plan.weight",  "hpa.cluster_size", "hpa.levels",    "hpa.factor",      "hna.levels",      "hna.mu",
        "sectors.size", "sectors.second",   "navmesh.tile",  "landmarks.count", "trace.step",      "trace.close",
        "plan.step",    "plan.close",       "hpa.construct", "haa.construct",   "rooms.construct", "hna.construct",
        "ch.contract",  "walkers.spawn",    "walkers.run",   "ask.step"}) {
    CAPTURE(name);
    CHECK(std::ranges::any_of(offers, [&](const auto& offer) { return offer.lines.front() == name; }));
  }
}

TEST_CASE("the command search finds what people call by another name, among the first ten") {
  Lab lab;
  lab.finish_updates();
  const std::vector<CommandSuggestion> offers = command_suggestions(lab, context());
  struct TypedSearch {
    const char* words;
    const char* command;  // one of the lines of the offer begins with it
  };
  static constexpr TypedSearch kTyped[] = {{"optimal", "xray.show"},
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
  for (const TypedSearch& typed : kTyped) {
    CAPTURE(typed.words);
    std::vector<size_t> hits = find_suggestions(offers, typed.words);
    hits.resize(std::min<size_t>(hits.size(), 10));
    CHECK(std::ranges::any_of(hits, [&](size_t hit) {
      return std::ranges::any_of(offers[hit].lines,
                                 [&](const std::string& line) { return line.starts_with(typed.command); });
    }));
  }
}
