// The menu bar and the tool bar.

#include <imgui.h>

#include <cstdio>
#include <filesystem>
#include <initializer_list>

#include "app/icons.hpp"
#include "app/panels.hpp"
#include "app/theme.hpp"
#include "app/widgets.hpp"

namespace strata {
namespace {

void mode_item(Gui& gui, const char* label, const char* name, bool open, PanelMode& mode) {
  if (ImGui::MenuItem(label, nullptr, open)) mode = open ? PanelMode::kClosed : PanelMode::kOpen;
  gui.dump().mark(name);
}

}  // namespace

void Gui::draw_menu() {
  step_menu();
  menu_open_ = {};
  if (!ImGui::BeginMainMenuBar()) return;
  const LabState& s = state();
  const auto menu = [this](const char* label, const char* name) {
    if (menu_wanted_ == name) {
      ImGui::OpenPopup(label);  // by key
      menu_wanted_.clear();
    }
    const bool open = ImGui::BeginMenu(label);
    if (open) menu_open_ = name;
    dump_.mark(name);
    return open;
  };
  if (menu("File", "menu.file")) {
    menu_command(*this, "New map...", "menu.file.new", "ui.show new on");
    menu_command(*this, "Open...", "menu.file.open", "ui.show open on");
    if (ImGui::BeginMenu("Open recent", !s.recent_files.empty())) {
      for (size_t i = 0; i < s.recent_files.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::MenuItem(s.recent_files[i].c_str())) run(format_command({"map.open", {s.recent_files[i]}}));
        ImGui::PopID();
      }
      ImGui::Separator();
      menu_command(*this, "Forget recent files", "menu.file.forget", "recent.clear");
      ImGui::EndMenu();
    }
    menu_command(*this, "Reopen last file", "menu.file.reopen", "map.reopen_last", !s.recent_files.empty());
    menu_command(*this, "Reload from disk", "menu.file.reload", "map.reload", !s.map_path.empty());
    ImGui::Separator();
    if (ImGui::BeginMenu("Stock maps")) {
      menu_command(*this, "Running example", "menu.file.example", "map.scene running-example");
      for (const std::string& path : stock_maps_) {
        const std::string name = std::filesystem::path(path).stem().string();
        if (ImGui::MenuItem(name.c_str())) run(format_command({"map.open", {path}}));
      }
      ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Stock graphs", !stock_graphs_.empty())) {
      for (const std::string& path : stock_graphs_) {
        const std::string name = std::filesystem::path(path).stem().string();
        if (ImGui::MenuItem(name.c_str())) {
          run(format_command({"graph.open", {path}}));
          // They are there to be contracted in the order that they come with.
          for (const char* command : {"ch.graph drawn", "ch.order own", "ch on", "planner.trace ch"}) run(command);
        }
        dump_.mark("menu.file.graph." + name);
      }
      ImGui::EndMenu();
    }
    dump_.mark("menu.file.graphs");
    menu_command(*this, "Generate map...", "menu.file.generate", "ui.show generate on");
    ImGui::Separator();
    menu_command(*this, "Save", "menu.file.save", "map.save");
    menu_command(*this, "Save as...", "menu.file.save_as", "ui.show save_as on");
    menu_command(*this, "Save graph...", "menu.file.save_graph", "graph.save",
                 !s.drawn.empty() || !s.graph_path.empty());
    menu_command(*this, "Export...", "menu.file.export", "ui.show export on");
    if (lab_.has_unsaved_copy()) {
      menu_command(*this, "Restore unsaved work", "menu.file.restore", "recovery.restore");
    }
    ImGui::Separator();
    menu_command(*this, "Quit", "menu.file.quit", "app.quit");
    ImGui::EndMenu();
  }
  if (menu("Edit", "menu.edit")) {
    char label[96];
    std::snprintf(label, sizeof label, "Undo %s", lab_.can_undo() ? lab_.undo_name().c_str() : "");
    menu_command(*this, label, "menu.edit.undo", "edit.undo", lab_.can_undo());
    std::snprintf(label, sizeof label, "Redo %s", lab_.can_redo() ? lab_.redo_name().c_str() : "");
    menu_command(*this, label, "menu.edit.redo", "edit.redo", lab_.can_redo());
    ImGui::Separator();
    for (int i = 0; i < kTools; ++i) {
      const auto tool = static_cast<Tool>(i);
      const std::string_view title = tool_title(tool);
      char line[48], name[48];
      std::snprintf(line, sizeof line, "tool.select %.*s", static_cast<int>(tool_name(tool).size()),
                    tool_name(tool).data());
      std::snprintf(name, sizeof name, "menu.edit.%.*s", static_cast<int>(tool_name(tool).size()),
                    tool_name(tool).data());
      std::snprintf(label, sizeof label, "%.*s", static_cast<int>(title.size()), title.data());
      menu_command(*this, label, name, line, true, s.tool == tool);
    }
    ImGui::Separator();
    menu_command(*this, "Copy reproduction", "menu.edit.reproduction", "copy.reproduction");
    menu_command(*this, "Search commands...", "menu.edit.commands", "ui.show search on");
    ImGui::EndMenu();
  }
  if (menu("View", "menu.view")) {
    menu_command(*this, "Fit map", "menu.view.fit", "view.fit");
    menu_command(*this, "100 %", "menu.view.full", "view.full");
    menu_command(*this, "Zoom in", "menu.view.in", "view.zoom 1.25");
    menu_command(*this, "Zoom out", "menu.view.out", "view.zoom 0.8");
    menu_command(*this, "Go to cell...", "menu.view.goto", "ui.show goto on");
    ImGui::Separator();
    menu_command(*this, "One view", "menu.view.split1", "view.split 1", true, s.view_count == 1);
    menu_command(*this, "Two linked views", "menu.view.split2", "view.split 2", true, s.view_count == 2);
    menu_command(*this, "Level stack: four linked views", "menu.view.split4", "view.split 4", true, s.view_count == 4);
    ImGui::Separator();
    if (ImGui::BeginMenu("Layers")) {
      for (const LayerGroup& group : layer_groups()) {
        if (!ImGui::BeginMenu(group.title)) continue;
        for (const Layer layer : group.layers) {
          char label[48], line[64], name[64];
          std::snprintf(label, sizeof label, "%.*s", static_cast<int>(layer_title(layer).size()),
                        layer_title(layer).data());
          std::snprintf(line, sizeof line, "layer %.*s toggle", static_cast<int>(layer_name(layer).size()),
                        layer_name(layer).data());
          std::snprintf(name, sizeof name, "menu.view.layer.%.*s", static_cast<int>(layer_name(layer).size()),
                        layer_name(layer).data());
          menu_command(*this, label, name, line, true, s.layer(layer).on);
        }
        ImGui::EndMenu();
      }
      ImGui::EndMenu();
    }
    ImGui::Separator();
    mode_item(*this, "Tools and layers", "menu.view.left", !boxes_.left.empty(), layout_.left_mode);
    mode_item(*this, "Results", "menu.view.right", !boxes_.right.empty(), layout_.right_mode);
    mode_item(*this, "Timeline and events", "menu.view.bottom", !boxes_.bottom.empty(), layout_.bottom_mode);
    if (ImGui::MenuItem("Reset layout")) {
      const bool dark = layout_.dark;
      layout_ = PanelLayout{};
      layout_.dark = dark;
    }
    dump_.mark("menu.view.reset");
    ImGui::Separator();
    if (ImGui::BeginMenu("Interface size")) {
      for (const double size : {1.0, 1.25, 1.5, 2.0, 2.5, 3.0}) {
        char label[16], line[32];
        std::snprintf(label, sizeof label, "%.0f %%", size * 100);
        std::snprintf(line, sizeof line, "ui.scale %g", size);
        menu_command(*this, label, line, line, true, s.ui_scale == size);
      }
      ImGui::Separator();
      menu_command(*this, "Larger", "menu.view.larger", "ui.scale +0.25", s.ui_scale < 3);
      menu_command(*this, "Smaller", "menu.view.smaller", "ui.scale -0.25", s.ui_scale > 1);
      ImGui::EndMenu();
    }
    if (ImGui::MenuItem("Light theme", nullptr, !layout_.dark)) {
      layout_.dark = !layout_.dark;
      set_theme(layout_.dark);
    }
    dump_.mark("menu.view.theme");
    menu_command(*this, "Presentation", "menu.view.presentation", "ui.presentation toggle", true, s.presentation);
    ImGui::EndMenu();
  }
  if (menu("Search", "menu.search")) {
    menu_command(*this, "Random start and goal", "menu.search.random", "query.random");
    menu_command(*this, "Swap start and goal", "menu.search.swap", "query.swap", s.has_query);
    menu_command(*this, "Remove start and goal", "menu.search.clear", "query.clear", s.has_query);
    ImGui::Separator();
    if (ImGui::BeginMenu("Step")) {
      for (const PlannerRow& row : s.rows) {
        char label[48], line[64];
        std::snprintf(label, sizeof label, "%.*s", static_cast<int>(row.planner->title.size()),
                      row.planner->title.data());
        std::snprintf(line, sizeof line, "planner.trace %.*s", static_cast<int>(row.planner->name.size()),
                      row.planner->name.data());
        menu_command(*this, label, line, line, row.allowed, s.traced == row.planner->name);
      }
      ImGui::EndMenu();
    }
    menu_command(*this, "Step through the contraction", "menu.search.contract",
                 s.contracting ? "ch.contract off" : "ch.contract", true, s.contracting);
    menu_command(*this, lab_.playback().playing() ? "Pause" : "Play", "menu.search.play", "step.toggle",
                 !lab_.playback().empty());
    menu_command(*this, "Next expansion", "menu.search.next", "step.next_expansion", !lab_.playback().empty());
    menu_command(*this, "Previous expansion", "menu.search.previous", "step.previous_expansion",
                 !lab_.playback().empty());
    menu_command(*this, "Run to breakpoint", "menu.search.run", "step.run", !lab_.playback().empty());
    ImGui::Separator();
    const bool smooth = s.plan_options.smooth;
    menu_command(*this, "Smooth paths", "menu.search.smooth", smooth ? "plan.smooth off" : "plan.smooth on", true,
                 smooth);
    const bool cache = lab_.world().hpa().options().cache_paths;
    menu_command(*this, "Store paths inside clusters", "menu.search.cache", cache ? "hpa.cache off" : "hpa.cache on",
                 true, cache);
    const bool by_cost = lab_.playback().heat_by() == HeatBy::kCost;
    menu_command(*this, "Colour searched cells by cost", "menu.search.heat",
                 by_cost ? "step.heat order" : "step.heat cost", true, by_cost);
    ImGui::EndMenu();
  }
  if (menu("Crowd", "menu.crowd")) {
    const bool there = s.crowd.there;
    char label[48];
    std::snprintf(label, sizeof label, "Add %d agents", s.crowd.settings.count);
    menu_command(*this, label, "menu.crowd.spawn", "crowd.spawn");
    menu_command(*this, "Place agents by brush", "menu.crowd.brush", "tool.select crowd", true, s.tool == Tool::kCrowd);
    menu_command(*this, "Add agents of scenario", "menu.crowd.scenario", "crowd.scenario", !s.map_path.empty());
    menu_command(*this, "Remove all agents", "menu.crowd.clear", "crowd.clear", there);
    ImGui::Separator();
    menu_command(*this, s.crowd.running ? "Pause" : "Run", "menu.crowd.run", "crowd.run toggle", there);
    menu_command(*this, "One tick", "menu.crowd.step", "crowd.step", there);
    menu_command(*this, "Follow the next agent", "menu.crowd.follow", "crowd.follow next", there);
    menu_command(*this, "Do not follow", "menu.crowd.unfollow", "crowd.follow none", s.crowd.followed.has_value());
    ImGui::Separator();
    for (const CrowdTask task : {CrowdTask::kWander, CrowdTask::kGoal, CrowdTask::kEvacuate, CrowdTask::kOwn}) {
      static constexpr const char* kTitles[] = {"All to the goal marker", "All out over the exits",
                                                "All wander for ever", "Each to its own goal"};
      char line[48];
      std::snprintf(line, sizeof line, "crowd.goals %.*s", static_cast<int>(crowd_task_name(task).size()),
                    crowd_task_name(task).data());
      menu_command(*this, kTitles[static_cast<size_t>(task)], line, line, true, s.crowd.settings.task == task);
    }
    ImGui::Separator();
    menu_command(*this, "One agent per cell", "menu.crowd.holding", "crowd.holding toggle", true,
                 s.crowd.settings.options.holding);
    menu_command(*this, "Forget statistics", "menu.crowd.forget", "crowd.forget", there);
    menu_command(*this, "Tables over HPA*", "menu.crowd.tables", "tables toggle", true,
                 lab_.world().has(Structure::kTables));
    ImGui::EndMenu();
  }
  if (menu("Map", "menu.map")) {
    if (ImGui::BeginMenu("Movement profile")) {
      for (int i = 0; i < kProfiles; ++i) {
        const auto profile = static_cast<Profile>(i);
        const std::string_view name = profile_info(profile).name;
        static constexpr const char* kTitles[] = {"octile: 8 neighbours, no corner cutting",
                                                  "paper: 8 neighbours, may pass one corner", "four: 4 neighbours"};
        char line[48];
        std::snprintf(line, sizeof line, "rules.profile %.*s", static_cast<int>(name.size()), name.data());
        menu_command(*this, kTitles[i], line, line, true, lab_.world().rules().profile == profile);
      }
      ImGui::EndMenu();
    }
    const World& world = lab_.world();
    // Values other than 0 must be above `above`, and below `below` if that is not 0.
    const auto choices = [this](const char* title, const char* format, const char* command, int chosen,
                                std::initializer_list<int> values, int above = 0, int below = 0) {
      if (!ImGui::BeginMenu(title)) return;
      for (const int value : values) {
        char label[32], line[48];
        std::snprintf(label, sizeof label, value == 0 ? "none" : format, value, value);
        std::snprintf(line, sizeof line, "%s %d", command, value);
        const bool possible = value == 0 || (value > above && (below == 0 || value < below));
        menu_command(*this, label, line, line, possible, value == chosen);
      }
      ImGui::EndMenu();
    };
    choices("Agent size", "%d x %d cells", "agent.size", world.rules().agent_size, {1, 2, 3, 4, 5, 6, 7, 8});
    ImGui::Separator();
    choices("HPA* cluster size", "%d x %d cells", "hpa.cluster_size", world.hpa().options().cluster_size,
            {5, 8, 10, 12, 15, 16, 20, 32});
    choices("HPA* levels", "%d", "hpa.levels", world.hpa().options().levels, {1, 2, 3, 4});
    choices("Level factor", "%d x %d clusters", "hpa.factor", world.hpa().options().level_factor, {2, 3, 4});
    menu_command(*this, "HAA*: graph for several agents", "menu.map.haa", "haa toggle", true, world.has_haa());
    menu_command(*this, "HAA* as published", "menu.map.published", "haa.published toggle", world.has_haa(),
                 s.haa_options.as_published);
    ImGui::Separator();
    menu_command(*this, "Rooms: empty rectangles, pruned", "menu.map.rooms", "rooms toggle", true,
                 world.has(Structure::kRooms));
    menu_command(*this, "Sectors: graph of regions", "menu.map.sectors", "sectors toggle", true,
                 world.has(Structure::kSectors));
    choices("Sector size", "%d x %d cells", "sectors.size", s.sector_options.sector_size, {4, 8, 16, 32, 64}, 0,
            s.sector_options.second_size);
    choices("Second level of sectors", "%d x %d cells", "sectors.second", s.sector_options.second_size,
            {0, 16, 24, 32, 64, 128}, s.sector_options.sector_size);
    menu_command(*this, "Landmarks: a better estimate", "menu.map.landmarks", "landmarks toggle", true,
                 world.has(Structure::kLandmarks));
    menu_command(*this, "Contraction hierarchy", "menu.map.ch", "ch toggle", true, world.has(Structure::kCh));
    menu_command(*this, "Customisable hierarchy", "menu.map.cch", "cch toggle", true, world.has(Structure::kCch));
    choices("Number of landmarks", "%d", "landmarks.count", s.landmark_options.lanes(), {1, 2, 5, 10, 20, 40});
    ImGui::Separator();
    menu_command(*this, "Generate map...", "menu.map.generate", "ui.show generate on");
    menu_command(*this, "New map...", "menu.map.new", "ui.show new on");
    ImGui::EndMenu();
  }
  if (menu("Help", "menu.help")) {
    menu_command(*this, "Keys and mouse", "menu.help.keys", "ui.show help on");
    menu_command(*this, "About Strata", "menu.help.about", "ui.show about on");
    ImGui::EndMenu();
  }
  // The open map, at the right.
  char title[320];
  std::snprintf(title, sizeof title, "%s%s", s.unsaved ? "\xe2\x97\x8f " : "", s.map_title.c_str());
  const float title_width = ImGui::CalcTextSize(title).x;
  const float at = width_ - title_width - px(14);
  if (at > ImGui::GetCursorPosX() + px(16)) {
    ImGui::SetCursorPosX(at);
    if (s.unsaved) {
      ImGui::TextColored(theme().warn, "%s", title);
    } else {
      text_dim("%s", title);
    }
    dump_.mark("menu.title");
    tooltip(*this, s.map_path.empty() ? std::string_view("Not saved to a file yet") : std::string_view(s.map_path), {},
            s.unsaved ? "There are unsaved changes" : "");
  }
  ImGui::EndMainMenuBar();
}

void Gui::draw_toolbar() {
  const LabState& s = state();
  struct Item {
    const char* icon;
    const char* name;
    const char* line;
    const char* title;
    const char* hint;
    bool on;
    bool enabled;
    bool gap_before;
  };
  const bool has_trace = !lab_.playback().empty();
  const Item items[] = {
      {icon::kNew, "toolbar.new", "ui.show new on", "New map", "", false, true, false},
      {icon::kOpen, "toolbar.open", "ui.show open on", "Open map", "", false, true, false},
      {icon::kSave, "toolbar.save", "map.save", "Save map",
       "Over the open file; asks for a name if there is none, or if it is a stock map", false, true, false},
      {icon::kUndo, "toolbar.undo", "edit.undo", "Undo", "One stroke is one step", false, lab_.can_undo(), true},
      {icon::kRedo, "toolbar.redo", "edit.redo", "Redo", "", false, lab_.can_redo(), false},
      {icon::kSelect, "toolbar.select", "tool.select select", "Select and move",
       "Drag S and G, click a cell to inspect it", s.tool == Tool::kSelect, true, true},
      {icon::kBrush, "toolbar.brush", "tool.select brush", "Brush",
       "Drag to paint; Shift+click draws a line from the last cell", s.tool == Tool::kBrush, true, false},
      {icon::kErase, "toolbar.erase", "tool.select erase", "Erase", "Paints ground", s.tool == Tool::kErase, true,
       false},
      {icon::kLine, "toolbar.line", "tool.select line", "Line", "Drag from end to end", s.tool == Tool::kLine, true,
       false},
      {icon::kRectangle, "toolbar.rectangle", "tool.select rectangle", "Rectangle", "Drag from corner to corner",
       s.tool == Tool::kRectangle, true, false},
      {icon::kFill, "toolbar.fill", "tool.select fill", "Fill", "The connected area of one terrain",
       s.tool == Tool::kFill, true, false},
      {icon::kPick, "toolbar.pick", "tool.select pick", "Pick terrain", "Right click does it with every tool",
       s.tool == Tool::kPick, true, false},
      {icon::kGraph, "toolbar.graph", "tool.select graph", "Draw a graph",
       "Click for a node, drag from node to node for an edge, drag a node to move it, right click removes",
       s.tool == Tool::kGraph, true, false},
      {icon::kCrowd, "toolbar.crowd", "tool.select crowd", "Place agents",
       "Drag over the map; right click makes a cell an exit", s.tool == Tool::kCrowd, true, false},
      {icon::kFit, "toolbar.fit", "view.fit", "Fit map", "", false, true, true},
      {icon::kGrid, "toolbar.grid", "layer grid toggle", "Grid", "", s.layer(Layer::kGrid).on, true, false},
      {icon::kOneView, "toolbar.split1", "view.split 1", "One view", "", s.view_count == 1, true, true},
      {icon::kTwoViews, "toolbar.split2", "view.split 2", "Two linked views", "Cells beside an abstract level",
       s.view_count == 2, true, false},
      {icon::kFourViews, "toolbar.split4", "view.split 4", "Four linked views",
       "The level stack: cells and levels 1 to 3 with one camera and one cursor", s.view_count == 4, true, false},
      {icon::kSwap, "toolbar.swap", "query.swap", "Swap start and goal", "", false, s.has_query, true},
      {icon::kDice, "toolbar.random", "query.random", "Random start and goal", "", false, true, false},
      {icon::kBack, "toolbar.back", "step.back", "Step back", "", false, has_trace, true},
      {lab_.playback().playing() ? icon::kPause : icon::kPlay, "toolbar.play", "step.toggle", "Play or pause", "",
       lab_.playback().playing(), has_trace, false},
      {icon::kForward, "toolbar.forward", "step.forward", "Step forward", "", false, has_trace, false},
      {icon::kSearch, "toolbar.search", "ui.show search toggle", "Search commands", "Everything the program can do",
       false, true, true},
      {icon::kHelp, "toolbar.help", "ui.show help toggle", "Keys and mouse", "", false, true, false},
  };
  const float step = px(28) + px(2);
  const float gap = px(12);
  const float limit = width_ - px(8) - step;  // room for the overflow button
  float x = ImGui::GetCursorPosX();
  const float y = ImGui::GetCursorPosY();
  size_t shown = 0;
  for (const Item& item : items) {
    const float at = x + (item.gap_before ? gap : 0);
    const bool last = shown + 1 == std::size(items);
    if (at + step > limit + (last ? step : 0)) break;
    if (item.gap_before) {
      const ImVec2 origin = ImGui::GetWindowPos();
      ImGui::GetWindowDrawList()->AddLine({origin.x + x + gap * 0.4f, origin.y + px(9)},
                                          {origin.x + x + gap * 0.4f, origin.y + px(29)}, to_u32(theme().border));
    }
    ImGui::SetCursorPos({at, y});
    icon_button(*this, item.icon, item.name, item.line, item.title, item.on, item.enabled, item.hint);
    x = at + step;
    ++shown;
  }
  if (shown == std::size(items)) {
    // Panels on and off, at the right end.
    const float at = width_ - px(8) - 3 * step;
    if (at < x + gap) return;
    const auto panel = [&](int slot, const char* sign, const char* name, const char* title, bool open,
                           PanelMode& mode) {
      ImGui::SetCursorPos({at + step * static_cast<float>(slot), y});
      if (toggle_button(*this, sign, name, title, open)) mode = open ? PanelMode::kClosed : PanelMode::kOpen;
    };
    panel(0, icon::kLayers, "toolbar.left", "Tools and layers", !boxes_.left.empty(), layout_.left_mode);
    panel(1, icon::kList, "toolbar.bottom", "Timeline and events", !boxes_.bottom.empty(), layout_.bottom_mode);
    panel(2, icon::kTable, "toolbar.right", "Results", !boxes_.right.empty(), layout_.right_mode);
    return;
  }
  ImGui::SetCursorPos({x + px(2), y});
  if (ImGui::Button("...", {px(28), px(28)})) ImGui::OpenPopup("overflow");
  dump_.mark("toolbar.more");
  tooltip(*this, "More tools", {});
  if (ImGui::BeginPopup("overflow")) {
    for (size_t i = shown; i < std::size(items); ++i) {
      const Item& item = items[i];
      char name[64];
      std::snprintf(name, sizeof name, "%s", item.name);
      menu_command(*this, item.title, name, item.line, item.enabled, item.on);
    }
    ImGui::Separator();
    mode_item(*this, "Tools and layers", "toolbar.left", !boxes_.left.empty(), layout_.left_mode);
    mode_item(*this, "Timeline and events", "toolbar.bottom", !boxes_.bottom.empty(), layout_.bottom_mode);
    mode_item(*this, "Results", "toolbar.right", !boxes_.right.empty(), layout_.right_mode);
    ImGui::EndPopup();
  }
}

}  // namespace strata
