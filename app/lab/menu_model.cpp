#include "app/lab/menu_model.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/open_options.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/recovery_controller.hpp"
#include "app/lab/undo_history.hpp"
#include "app/playback/playback.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <initializer_list>
#include <utility>

#include "app/base/icons.hpp"
#include "app/base/terrain_looks.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/file_kinds.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/preferences.hpp"
#include "app/lab/presentation.hpp"
#include "app/lab/session.hpp"
#include "app/lab/simple_view.hpp"
#include "core/grid/clearance.hpp"

namespace strata {
namespace {

std::vector<LayerGroup> make_groups() {
  using enum Layer;
  std::vector<LayerGroup> groups = {
      {"Search and path",
       "layers.search",
       StructureId::kMoves,
       "",
       {kSearch, kPath, kRawPath, kAbstractPath, kDrillDown, kTree}},
      {"Map and agent", "layers.map", StructureId::kMoves, "", {kGrid, kAgent, kClearance}},
  };
  for (const Feature* feature : features()) {
    if (feature->layers.empty()) continue;
    if (!feature->layer_group.empty()) {
      const std::string name = fmt::format("layers.{}", feature->layer_group);
      const auto group = std::ranges::find_if(groups, [&](const LayerGroup& one) { return one.name == name; });
      for (const FeatureLayer* layer : feature->layers) group->layers.push_back(*layer);
      continue;
    }
    // The groups of features that cannot be switched off stand before the group of the map.
    const auto map =
        std::find_if(groups.begin(), groups.end(), [](const LayerGroup& g) { return g.name == "layers.map"; });
    const bool always_on = feature->structure != StructureId::kMoves && is_always_kept(feature->structure);
    LayerGroup& group = *groups.insert(always_on ? map : groups.end(), LayerGroup());
    group = {.title = std::string(feature->title),
             .name = fmt::format("layers.{}", feature->name),
             .structure = always_on ? StructureId::kMoves : feature->structure,
             .tab = fmt::format("tab.{}", feature->tab.empty() ? feature->name : feature->tab),
             .layers = {}};
    for (const FeatureLayer* layer : feature->layers) group.layers.push_back(*layer);
    if (always_on) group.layers.push_back(Layer::kFlash);
  }
  return groups;
}

constexpr std::string_view kNoRecent = "no file has been opened before",
                           kNotCompared = "no two searches are compared: View > Views > Compare two searches",
                           kNoQuery = "start and goal are not set", kBlockedThere = "the agent cannot stand there",
                           kNothingStepped = "no search is stepped", kNoUndo = "there is no edit to undo",
                           kNoRedo = "no edit has been undone";

// Returns the process that builds what the stepped planner searches; null: it has none that can be stepped.
const SteppedProcess* construction_of_stepped(const LabState& state) {
  const auto home = [](const Feature& feature) { return feature.tab.empty() ? feature.name : feature.tab; };
  for (const Feature* builds : features()) {
    if (builds->process == nullptr || !offers_settings(state, *builds)) continue;
    for (const Feature* plans : features()) {
      if (home(*plans) != home(*builds)) continue;
      if (std::ranges::any_of(plans->planners, [&](const auto& one) { return one.planner == state.traced; })) {
        return builds->process;
      }
    }
  }
  return nullptr;
}

struct MenuBuilder {
  const Lab& lab;
  const MenuContext& context;
  MenuList list;
  const LabState& s = lab.state();

  void file();
  void edit();
  void view();
  void search();
  void map();
  void help();
  void add_of(const Feature& feature, MenuSection section) {
    if (feature.menu != nullptr) feature.menu(lab, context, list, section);
  }
  void add_of_features(MenuSection section) {
    for (const Feature* feature : features()) add_of(*feature, section);
  }
};

std::string stem(const std::string& path) { return std::filesystem::path(path).stem().string(); }

void MenuBuilder::file() {
  list.command("New map...", "menu.file.new", "ui.show new on");
  list.command("Open...", "menu.file.open", "ui.show open on");
  list.begin("Open recent", "menu.file.open_recent");
  const std::vector<FileKind> kinds = file_kinds(lab);
  for (size_t i = 0; i < s.recent_files.size(); ++i) {
    list.command(s.recent_files[i], fmt::format("menu.file.recent.{}", i + 1),
                 format_command(command_by_ending(kinds, s.recent_files[i])));
    list.entries.back().recent = true;
  }
  list.separator();
  list.command("Reopen last file", "menu.file.reopen", "map.reopen_last");
  list.unless(!s.recent_files.empty(), kNoRecent);
  list.command("Reload from disk", "menu.file.reload", "map.reload");
  list.unless(why_not_reloaded(lab).empty(), why_not_reloaded(lab));
  list.command("Recent files...", "menu.file.recents", "ui.show recent on");
  list.command("Forget recent files", "menu.file.forget", "recent.clear");
  list.separator();
  list.command("Restore unsaved work", "menu.file.restore", "recovery.restore");
  list.unless(lab.recovery().has_unsaved_copy(), "there is no unsaved work to restore");
  list.end();
  list.command("Open with other options...", "menu.file.open_with", "map.open_with");
  list.unless(why_not_open_with(lab).empty(), why_not_open_with(lab));
  list.begin("Stock files", "menu.file.stock");
  list.command("Running example", "menu.file.example", "map.scene running-example");
  for (const std::string& path : context.stock_maps) {
    // The menu already contains this map as the running example, with its start and goal.
    if (stem(path) == "running-example") continue;
    list.command(stem(path), "menu.file.map." + stem(path), format_command({"map.open", {path}}));
  }
  list.separator();
  add_of_features(MenuSection::kStock);
  list.end();
  list.separator();
  list.command("Save", "menu.file.save", "map.save");
  list.command("Save as...", "menu.file.save_as", "ui.show save_as on");
  add_of_features(MenuSection::kSave);
  list.begin("Export", "menu.file.export");
  list.command("Figure...", "menu.file.figure", "ui.show figure on");
  list.command("Film of the search...", "menu.file.animation", "ui.show animation on");
  list.command("Search trace or comparison table...", "menu.file.data", "ui.show export on");
  list.end();
  list.separator();
  list.command("Preferences...", "menu.file.preferences", "ui.show preferences on");
  list.command("Quit", "menu.file.quit", "app.quit");
}

void MenuBuilder::edit() {
  list.command(lab.undo_history().can_undo()
                   ? "Undo " + edit_title(lab.state().terrain_looks, lab.undo_history().undo_name())
                   : "Undo",
               "menu.edit.undo", "edit.undo");
  list.unless(lab.undo_history().can_undo(), kNoUndo);
  list.command(lab.undo_history().can_redo()
                   ? "Redo " + edit_title(lab.state().terrain_looks, lab.undo_history().redo_name())
                   : "Redo",
               "menu.edit.redo", "edit.redo");
  list.unless(lab.undo_history().can_redo(), kNoRedo);
  list.separator();
  add_of_features(MenuSection::kEdit);
  list.separator();
  list.command("Copy as script", "menu.edit.reproduction", "copy.reproduction");
  list.command("Search commands...", "menu.edit.commands", "ui.show search on");
}

void MenuBuilder::view() {
  list.command("Fit map", "menu.view.fit", "view.fit");
  list.begin("Zoom", "menu.view.zoom");
  list.command("100 %", "menu.view.full", "view.full");
  list.command("Zoom in", "menu.view.in", "view.zoom 1.25");
  list.command("Zoom out", "menu.view.out", "view.zoom 0.8");
  list.command("Zoom to the path", "menu.view.path", "view.zoom_to path");
  const PlannerRow* row = s.row(s.traced);
  list.unless(row != nullptr && row->solved && row->result.found(), "the stepped planner has found no path");
  list.command("Go to cell...", "menu.view.goto", "ui.show goto on");
  list.end();
  list.begin("Views", "menu.view.views");
  list.command("One view", "menu.view.split1", "view.split 1", true, s.view_count == 1);
  const bool compared = s.views_compare();
  list.command("Compare two searches", "menu.view.compare2", "view.compare 2 toggle", true,
               compared && s.view_count == 2);
  list.command("Compare four searches", "menu.view.compare4", "view.compare 4 toggle", true,
               compared && s.view_count == 4);
  list.command("Difference of the compared searches", "menu.view.difference", "view.difference toggle", true,
               s.difference);
  list.unless(compared, kNotCompared);
  list.command("Next divergence", "menu.view.divergence", "step.divergence");
  list.unless(compared, kNotCompared);
  list.command("Two linked views of levels", "menu.view.split2", "view.split 2", true, !compared && s.view_count == 2);
  list.command("Level stack: four linked views", "menu.view.split4", "view.split 4", true,
               !compared && s.view_count == 4);
  list.end();
  list.begin("Charts", "menu.view.charts");
  for (const FeatureChart* chart : charts()) {
    const bool open = s.chart.name == chart->name;
    list.command(std::string(chart->title), fmt::format("menu.view.chart.{}", chart->name),
                 fmt::format("ui.chart {}", open ? "off" : chart->name), true, open);
  }
  list.end();
  list.separator();
  list.begin("Panels", "menu.view.panels");
  list.command("Tool bar", "menu.view.tools", "ui.panel tools toggle", true, context.tools);
  list.command("Places", "menu.view.left", "ui.panel left toggle", true, context.left);
  list.command("Comparison and legend", "menu.view.right", "ui.panel right toggle", true, context.right);
  list.command("Timeline", "menu.view.bottom", "ui.panel bottom toggle", true, context.bottom);
  list.command("Steps", "menu.view.steps", "ui.panel steps toggle", true, context.bottom && context.steps);
  list.command("Search tree beside the map", "menu.view.tree", "ui.panel tree toggle", true, context.tree);
  list.command("Reset layout", "menu.view.reset", "ui.reset_layout");
  list.end();
  list.begin("Interface size", "menu.view.size");
  const bool own = has_own_scale(lab);
  list.choice("Automatic", "ui.scale auto", true, !own);
  for (const double size : {1.0, 1.25, 1.5, 2.0, 2.5, 3.0}) {
    list.choice(fmt::format("{:.0f} %", size * 100), fmt::format("ui.scale {:g}", size), true,
                own && s.ui_scale == size);
  }
  list.separator();
  list.command("Larger", "menu.view.larger", "ui.scale +0.25");
  list.unless(s.ui_scale < 3, "this is the largest size");
  list.command("Smaller", "menu.view.smaller", "ui.scale -0.25");
  list.unless(s.ui_scale > 1, "this is the smallest size");
  list.end();
  list.command("Light theme", "menu.view.theme", "ui.theme toggle", true, !context.dark);
  list.begin("Detail", "menu.view.detail");
  list.command("Simple: A*, JPS and HPA*", "menu.view.simple", "ui.detail simple", true, s.simple);
  list.command("Full: all planners and their settings", "menu.view.full_detail", "ui.detail full", true, !s.simple);
  list.end();
  list.command("Hints beside the pointer", "menu.view.hints", "ui.hints toggle", true, s.hints);
  list.separator();
  list.command("Presentation", "menu.view.presentation", "ui.presentation toggle", true, s.presentation);
  list.begin("Parts of a presentation", "menu.view.present");
  for (const PresentationPart& part : presentation_parts()) {
    list.command(std::string(part.title), fmt::format("menu.view.present.{}", part.name),
                 fmt::format("{} toggle", part.command), true, part.on(s));
    if (part.only_presenting) list.unless(s.presentation, "nothing is being presented");
  }
  list.end();
}

void MenuBuilder::search() {
  list.command("Random start and goal", "menu.search.random", "query.random");
  list.command("Swap start and goal", "menu.search.swap", "query.swap");
  list.unless(s.has_query, kNoQuery);
  list.command("Remove start and goal", "menu.search.clear", "query.clear");
  list.unless(s.has_query, kNoQuery);
  list.separator();
  list.begin("Step", "menu.search.step");
  for (const PlannerRow& row : s.rows) {
    if (!is_listed(s, *row.planner)) continue;
    list.choice(std::string(row.planner->title), fmt::format("planner.trace {}", row.planner->name), true,
                s.traced == row.planner->name);
    list.unless(row.within_reach, why_not_within_reach(row));
  }
  list.end();
  if (const SteppedProcess* process = construction_of_stepped(s); process != nullptr) {
    const bool stepped = lab.state().process == process;
    list.command("Construction of this planner", "menu.search.construction",
                 stepped ? process->end_line() : std::string(process->begin_line), true, stepped);
    const std::string_view why_not = stepped ? std::string_view() : process->why_not(lab);
    list.unless(why_not.empty(), why_not);
  }
  list.begin("Break when", "menu.search.stop");
  const Breakpoints& breakpoints = lab.playback().breakpoints();
  const auto condition = [&](const char* title, BreakCondition when, const std::string& cell = {}) {
    const bool on = breakpoints.at(when);
    list.command(title, fmt::format("menu.search.stop.{}", break_condition_name(when)),
                 fmt::format("step.condition {} {}{}", break_condition_name(when), on ? "off" : "on", on ? "" : cell),
                 true, on);
    list.unless(on || when != BreakCondition::kTouched || s.inspected.has_value(), "no cell is inspected");
  };
  condition("f increases", BreakCondition::kFGrows);
  condition("a node is reopened", BreakCondition::kReopened);
  condition("the level changes", BreakCondition::kLevelChanges);
  const Cell watched = s.inspected ? s.inspected->cell : s.query.goal;
  condition("the inspected cell is touched", BreakCondition::kTouched, fmt::format(" {} {}", watched.x, watched.y));
  list.end();
  list.separator();
  for (const Feature* feature : features()) {
    if (offers_settings(s, *feature)) add_of(*feature, MenuSection::kSearch);
  }
}

void MenuBuilder::map() {
  const World& world = lab.world();
  list.begin("Allowed moves", "menu.map.moves");
  static constexpr const char* kTitles[kProfiles] = {"octile: 8 neighbours, no corner cutting",
                                                     "paper: 8 neighbours, may pass one corner", "four: 4 neighbours"};
  for (int i = 0; i < kProfiles; ++i) {
    const auto profile = static_cast<Profile>(i);
    list.choice(kTitles[i], fmt::format("rules.profile {}", profile_info(profile).name), true,
                world.rules().profile == profile);
  }
  list.end();
  list.begin("Agent size", "menu.map.size");
  for (int size = 1; size <= kMaxAgentSize; ++size) {
    list.choice(fmt::format("{0} x {0} cells", size), fmt::format("agent.size {}", size), true,
                world.rules().agent_size == size);
  }
  list.end();
  list.separator();
  list.command("Terrains of the map...", "menu.map.terrains", "ui.show terrains on");
  list.command("Letters of the map...", "menu.map.letters", "ui.show letters on");
  list.command("Generate map...", "menu.map.generate", "ui.show generate on");
}

void MenuBuilder::help() {
  list.command("Lessons...", "menu.help.lessons", "ui.show lessons on");
  list.command("Record a lesson", "menu.help.record", "lesson.record.start");
  list.command("First minute", "menu.help.first_run", "ui.show first_run on");
  list.command("Figures of the papers...", "menu.help.figures", "ui.show gallery on");
  list.command("Runs of show", "menu.help.shows", "ui.place shows");
  list.command("Keys and mouse", "menu.help.keys", "ui.show help on");
  list.command("Glossary", "menu.help.glossary", "ui.show glossary on");
  list.command("About Strata", "menu.help.about", "ui.show about on");
}

// Returns whether the control, or a command that it runs, is hidden from a learner.
template <class Lines>
bool is_hidden(const Lab& lab, std::string_view name, const Lines& lines) {
  const HiddenNames& hidden = hidden_names(lab);
  if (!hidden.any()) return false;
  if (!name.empty() && hidden.hides(name)) return true;
  return std::ranges::any_of(lines,
                             [&](std::string_view line) { return hidden.hides(line.substr(0, line.find(' '))); });
}

struct BuiltInMenu {
  Menu menu;
  void (MenuBuilder::*fill)();
};
// The menus of features are inserted in front of the menu of the map.
constexpr std::array<BuiltInMenu, 6> kOwnMenus = {{{{"File", "menu.file"}, &MenuBuilder::file},
                                                   {{"Edit", "menu.edit"}, &MenuBuilder::edit},
                                                   {{"View", "menu.view"}, &MenuBuilder::view},
                                                   {{"Search", "menu.search"}, &MenuBuilder::search},
                                                   {{"Map", "menu.map"}, &MenuBuilder::map},
                                                   {{"Help", "menu.help"}, &MenuBuilder::help}}};

}  // namespace

std::span<const LayerGroup> layer_groups() {
  static std::vector<LayerGroup> groups;
  static uint64_t made_of = 0;
  // The call assigns the numbers of the layers.
  (void)layers();
  if (std::exchange(made_of, features_version()) != features_version()) groups = make_groups();
  return groups;
}

std::span<const Menu> menus() {
  static std::vector<Menu> all;
  static uint64_t made_of = 0;
  if (std::exchange(made_of, features_version()) == features_version()) return all;
  all.clear();
  for (const BuiltInMenu& own : kOwnMenus) {
    if (own.fill == &MenuBuilder::map) {
      for (const Feature* feature : features()) {
        if (*feature->own_menu.name != 0) all.push_back({feature->own_menu.title, feature->own_menu.name});
      }
    }
    all.push_back(own.menu);
  }
  return all;
}

std::vector<MenuEntry> menu_entries(const Lab& lab, const MenuContext& context, size_t menu) {
  const std::string_view name = menus()[menu].name;
  MenuBuilder builder{lab, context, {}};
  for (const BuiltInMenu& own : kOwnMenus) {
    if (own.menu.name == name) (builder.*own.fill)();
  }
  for (const Feature* feature : features()) {
    if (feature->own_menu.name == name) builder.add_of(*feature, MenuSection::kOwn);
  }
  std::erase_if(builder.list.entries, [&](const MenuEntry& entry) {
    return entry.kind == MenuEntry::Kind::kCommand && is_hidden(lab, entry.name, entry.lines);
  });
  return std::move(builder.list.entries);
}

std::vector<MenuEntry> cell_menu_entries(const Lab& lab, Cell cell) {
  MenuList list;
  MenuContext context;
  context.cell = cell;
  const std::string at = fmt::format("{} {}", cell.x, cell.y);
  const bool stands = lab.world().moves().contains(cell) && lab.world().moves().passable(cell);
  list.command("Start here", "cell.start", "query.start " + at);
  list.unless(stands, kBlockedThere);
  list.command("Goal here", "cell.goal", "query.goal " + at);
  list.unless(stands, kBlockedThere);
  list.command("Inspect", "cell.inspect", "inspect " + at);
  list.separator();
  for (const Feature* feature : features()) {
    if (feature->menu != nullptr) feature->menu(lab, context, list, MenuSection::kCell);
  }
  list.command("Take its terrain", "cell.terrain", "terrain.pick " + at);
  list.command("Remove start and goal", "cell.clear", "query.clear");
  list.unless(lab.state().has_query, kNoQuery);
  return std::move(list.entries);
}

std::string_view why_not_stepped(const Lab& lab) {
  if (!lab.playback().empty()) return {};
  return lab.state().has_query ? kNothingStepped : kNoQuery;
}

void toolbar_items(const Lab& lab, std::vector<ToolbarItem>& items) {
  const LabState& s = lab.state();
  constexpr std::string_view none;
  items = {
      {icon::kNew, "toolbar.new", "ui.show new on", "New map", "", false, none, false},
      {icon::kOpen, "toolbar.open", "ui.show open on", "Open map", "", false, none, false},
      {icon::kSave, "toolbar.save", "map.save", "Save map",
       "Over the open file; asks for a name if there is none, or if it is a stock map", false, none, false},
      {icon::kUndo, "toolbar.undo", "edit.undo", "Undo", "One stroke is one step", false,
       lab.undo_history().can_undo() ? none : kNoUndo, true, true},
      {icon::kRedo, "toolbar.redo", "edit.redo", "Redo", "", false, lab.undo_history().can_redo() ? none : kNoRedo,
       false, true},
      {icon::kSelect, "toolbar.select", "tool.select select", "Select and move",
       "Drag S and G, click a cell to inspect it", s.tool == Tool::kSelect, none, true, true},
      {icon::kFlag, "toolbar.ends", "tool.select ends", "Place start and goal",
       "Drag from the start to the goal; right click: goal", s.tool == Tool::kEnds, none, false, true},
      {icon::kBrush, "toolbar.brush", "tool.select brush", "Brush",
       "Drag to paint with the selected terrain; with Alt it erases; Shift+click draws a line from the last cell",
       s.tool == Tool::kBrush, none, false, true},
      {icon::kErase, "toolbar.erase", "tool.select erase", "Erase", "Paints ground; so does the brush with Alt held",
       s.tool == Tool::kErase, none, false, true},
      {icon::kLine, "toolbar.line", "tool.select line", "Line", "Drag from end to end", s.tool == Tool::kLine, none,
       false, true},
      {icon::kRectangle, "toolbar.rectangle", "tool.select rectangle", "Rectangle", "Drag from corner to corner",
       s.tool == Tool::kRectangle, none, false, true},
      {icon::kEllipse, "toolbar.ellipse", "tool.select ellipse", "Ellipse", "Drag from corner to corner",
       s.tool == Tool::kEllipse, none, false, true},
      {icon::kFill, "toolbar.fill", "tool.select fill", "Fill", "The connected area of one terrain",
       s.tool == Tool::kFill, none, false, true},
      {icon::kPick, "toolbar.pick", "tool.select pick", "Pick terrain",
       "Right click does it with every tool that paints", s.tool == Tool::kPick, none, false, true},
  };
  for (const Feature* feature : features()) {
    const FeatureTool* tool = feature->tool;
    if (tool == nullptr || *tool->bar_name == 0) continue;
    items.push_back(
        {tool->icon, tool->bar_name, tool->line, tool->title.data(), tool->hint, s.tool == *tool, none, false, true});
  }
  const ToolbarItem others[] = {
      {icon::kFit, "toolbar.fit", "view.fit", "Fit map", "", false, none, true},
      {icon::kGrid, "toolbar.grid", "layer grid toggle", "Grid", "", s.layer(Layer::kGrid).on, none, false},
      {icon::kSwap, "toolbar.swap", "query.swap", "Swap start and goal", "", false, s.has_query ? none : kNoQuery, true,
       true},
      {icon::kDice, "toolbar.random", "query.random", "Random start and goal", "", false, none, false, true},
      {icon::kSearch, "toolbar.search", "ui.show search toggle", "Search commands", "Everything the program can do",
       false, none, true},
      {icon::kHelp, "toolbar.help", "ui.show help toggle", "Keys and mouse", "", false, none, false},
  };
  items.insert(items.end(), std::begin(others), std::end(others));
  std::erase_if(items, [&](const ToolbarItem& item) {
    return is_hidden(lab, item.name, std::array{std::string_view(item.line)});
  });
}

std::array<ToolbarItem, 3> toolbar_panels(const MenuContext& context) {
  static constexpr const char* kShown = "Shown; click to hide";
  static constexpr const char* kHidden = "Hidden; click to show";
  const auto panel = [](const char* sign, const char* name, const char* line, const char* title, bool open) {
    return ToolbarItem{sign, name, line, title, open ? kShown : kHidden, open, {}, false};
  };
  return {panel(icon::kLayers, "toolbar.left", "ui.panel left toggle", "Places", context.left),
          panel(icon::kList, "toolbar.bottom", "ui.panel bottom toggle", "Timeline", context.bottom),
          panel(icon::kTable, "toolbar.right", "ui.panel right toggle", "Comparison and legend", context.right)};
}

}  // namespace strata
