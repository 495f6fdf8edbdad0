// The tab of the grid crowd, and the symbols and legends of its layers.

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <string_view>

#include "app/base/icons.hpp"
#include "app/features/crowd/crowd.hpp"
#include "app/features/crowd/crowd_panel.hpp"
#include "app/features/haa/haa.hpp"
#include "app/features/walkers/walkers_panel.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/left_panel.hpp"
#include "app/ui/structure_cost.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/byte_text.hpp"

namespace strata {
namespace {

constexpr ControlSegment kTasks[] = {{"wander", static_cast<int>(CrowdTask::kWander)},
                                     {"goal marker", static_cast<int>(CrowdTask::kGoal)},
                                     {"exits", static_cast<int>(CrowdTask::kEvacuate)},
                                     {"own goal", static_cast<int>(CrowdTask::kOwn)}};
constexpr ControlSegment kMethods[] = {{"tables", static_cast<int>(CrowdMethod::kTables)},
                                       {"HPA*", static_cast<int>(CrowdMethod::kHpa)},
                                       {"A*", static_cast<int>(CrowdMethod::kAstar)},
                                       {"flow", static_cast<int>(CrowdMethod::kFlow)}};
constexpr ControlSegment kBackends[] = {{"auto", static_cast<int>(CrowdBackend::kAuto)},
                                        {"CUDA", static_cast<int>(CrowdBackend::kCuda)},
                                        {"CPU", static_cast<int>(CrowdBackend::kCpu)}};
constexpr ControlSegment kHeats[] = {{"visits", static_cast<int>(CrowdHeat::kVisits)},
                                     {"now", static_cast<int>(CrowdHeat::kNow)},
                                     {"waits", static_cast<int>(CrowdHeat::kWaits)}};
constexpr ControlSegment kGrounds[] = {{"cells", 0}, {"mesh", 1}};
constexpr ControlSegment kColours[] = {{"status", 0}, {"group", 1}};

void run_word(Ui& ui, const char* command, std::string_view word) {
  char line[64];
  std::snprintf(line, sizeof line, "%s %.*s", command, static_cast<int>(word.size()), word.data());
  ui.run(line);
}

// Draws the buttons that run, step and clear the crowd, and its speed.
void draw_crowd_run(Ui& ui, const Lab& lab) {
  const CrowdState& crowd = grid_crowd_controller(lab).state();
  char line[64];
  const float gap = ui.px(4);
  const float small = ui.px(32);
  const float wide = ImGui::GetContentRegionAvail().x - 2 * (small + gap);
  if (crowd.running) ImGui::PushStyleColor(ImGuiCol_Button, theme().accent_soft);
  std::snprintf(line, sizeof line, "%s%s###crowd.run",
                ui.fonts().icons ? (crowd.running ? icon::kPause : icon::kPlay) : "",
                !crowd.there    ? "  Start"
                : crowd.running ? "  Pause"
                                : "  Run");
  const bool clicked = ImGui::Button(line, {wide, 0});
  if (clicked && !crowd.there) {
    ui.run("crowd.spawn");
    ui.run("crowd.run on");
  } else if (clicked) {
    ui.run("crowd.run toggle");
  }
  if (crowd.running) ImGui::PopStyleColor();
  ui.dump().mark("crowd.run");
  tooltip(ui, crowd.there ? "Runs or pauses the crowd" : "Adds agents and lets them walk",
          ui.keys_of("crowd.run toggle"));
  {
    const DisabledScope disabled(ui, crowd.there, "there are no agents yet: press Start to add some");
    ImGui::SameLine(0, gap);
    if (ImGui::Button(ui.fonts().icons ? icon::kForward : ">", {small, 0})) ui.run("crowd.step");
    describe(ui, "crowd.step", "Advances the crowd by one tick, a sixtieth of a second", ui.keys_of("crowd.step"));
    ImGui::SameLine(0, gap);
    if (ImGui::Button(ui.fonts().icons ? icon::kErase : "x", {small, 0})) ui.run("crowd.clear");
    describe(ui, "crowd.clear", "Removes all agents");
  }
  draw_setting(ui, lab, "crowd.rate", "crowd.rate");
  if (crowd.slow) {
    ImGui::PushFont(ui.fonts().small);
    text_colored_wrapped(theme().warn, "The crowd is slower than this: a frame has no time for so many ticks.");
    ImGui::PopFont();
  }
  if (!crowd.note.empty()) {
    ImGui::PushFont(ui.fonts().small);
    if (!lab.world().has(StructureId::kTables) && crowd.there) {
      remedy(ui, "Agents stand still: their next-hop tables are off.", "Switch on", "crowd.fix.tables", "tables on");
    } else {
      text_colored_wrapped(theme().text_dim, crowd.note.c_str());
      ui.dump().mark("crowd.note");
      if (crowd.note == kOnCpu) tooltip(ui, grid_crowd_controller(lab).why_no_cuda(), {});
    }
    ImGui::PopFont();
    ImGui::Dummy({0, ui.px(2)});
  }
}

// Draws the choice of the terrains that new agents may enter. It offers common capabilities, and those of the
// world and of HAA*.
void draw_crowd_capability(Ui& ui, const Lab& lab) {
  const Capability chosen = grid_crowd_controller(lab).state().settings.agent.capability;
  std::array<Capability, 12> offered;
  size_t count = 0;
  const auto offer = [&](Capability capability) {
    const auto end = offered.begin() + static_cast<std::ptrdiff_t>(count);
    if (count < offered.size() && std::find(offered.begin(), end, capability) == end) offered[count++] = capability;
  };
  offer(Capability::walker());
  offer(lab.world().rules().capability);
  offer(Capability(0b0101));
  offer(Capability(0b1011));
  offer(Capability(0b1111));
  for (const Capability capability : haa_controller(lab).options().capabilities) offer(capability);
  offer(chosen);
  setting_row(ui, "Terrains");
  char mark[64];
  if (begin_combo("##capability", chosen.to_string())) {
    for (size_t i = 0; i < count; ++i) {
      const std::string text = offered[i].to_string();
      if (ImGui::Selectable(text.c_str(), offered[i] == chosen)) run_word(ui, "crowd.capability", text);
      std::snprintf(mark, sizeof mark, "crowd.capability.%s", text.c_str());
      ui.dump().mark(mark);
    }
    ImGui::EndCombo();
  }
  ui.dump().mark("crowd.capability");
  tooltip(ui, "Terrains that new agents can enter", {});
}

void draw_crowd_agents(Ui& ui, const Lab& lab) {
  const CrowdState& crowd = grid_crowd_controller(lab).state();
  const CrowdSettings& settings = crowd.settings;
  char line[96], label[64];
  draw_setting(ui, lab, "crowd.count", "crowd.count", "Double-click to type a number.");
  const float gap = ui.px(4);
  const float width = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3;
  std::snprintf(label, sizeof label, "Add###add");
  if (ImGui::Button(label, {width, 0})) ui.run("crowd.spawn");
  ui.dump().mark("crowd.spawn");
  tooltip(ui, Text("Adds {} at random places", counted(static_cast<size_t>(settings.count), "agent")), {});
  ImGui::SameLine(0, gap);
  const bool brush = lab.state().tool == kCrowdTool;
  if (brush) ImGui::PushStyleColor(ImGuiCol_Button, theme().accent_soft);
  if (ImGui::Button("Brush", {width, 0})) ui.run(brush ? "tool.select select" : "tool.select crowd");
  if (brush) ImGui::PopStyleColor();
  ui.dump().mark("crowd.brush");
  tooltip(ui, "Places agents by a brush", ui.keys_of("tool.select crowd"),
          "Drag over the map; a right click makes a cell an exit.");
  ImGui::SameLine(0, gap);
  button(ui, ".scen", "crowd.scenario", "crowd.scenario", "Adds one agent for every row of the map's scenario",
         {.width = width,
          .why_not = lab.state().map_path.empty() ? "the map has no file" : "",
          .hint = "The file with the name of the map and the ending .scen, in the same folder."});
  if (brush) {
    draw_setting(ui, lab, "crowd.density", "crowd.density");
    draw_brush_size(ui, lab, "crowd.radius");
  }
  setting_row(ui, "Goals");
  if (const auto task =
          segments(ui, "crowd.goals", kTasks, static_cast<int>(settings.task), "Where the agents go",
                   "wander: to random cells, for ever. goal marker: to G, which can be dragged. exits: to the "
                   "nearest exit, where they leave. own goal: each to its own.")) {
    run_word(ui, "crowd.goals", crowd_task_name(static_cast<CrowdTask>(*task)));
  }
  if (settings.task == CrowdTask::kEvacuate) {
    ImGui::PushFont(ui.fonts().small);
    if (crowd.exits.empty()) {
      text_colored_wrapped(theme().warn, "There is no exit yet: right click with the brush makes one.");
    } else {
      print_dim("{}; right click with the brush", counted(crowd.exits.size(), "exit"));
    }
    ui.dump().mark("crowd.exits");
    ImGui::PopFont();
    const float part = (ImGui::GetContentRegionAvail().x - gap) / 2;
    const Cell goal = lab.state().query.goal;
    button(ui, "Exit at G", "crowd.exit", Text("crowd.exit {} {}", goal.x, goal.y),
           "Makes the cell of the goal marker an exit, or removes the exit there",
           {.width = part, .why_not = lab.state().has_query ? "" : "start and goal are not set"});
    ImGui::SameLine(0, gap);
    button(ui, "Remove exits", "crowd.exits.clear", "crowd.exits.clear", "Removes all exits",
           {.width = part, .why_not = crowd.exits.empty() ? "there is no exit" : ""});
  }
  setting_row(ui, "Speed in cells/s");
  // The negative width makes the field leave room at its right end.
  ImGui::SetNextItemWidth(-ImGui::GetStyle().ItemInnerSpacing.x);
  auto slow = static_cast<float>(settings.slowest), fast = static_cast<float>(settings.fastest);
  if (ImGui::DragFloatRange2("##speed", &slow, &fast, 0.2f, 0.5f, 60, "%.1f", "%.1f", ImGuiSliderFlags_AlwaysClamp)) {
    std::snprintf(line, sizeof line, "crowd.speed %.1f %.1f", slow, fast);
    ui.run(line);
  }
  ui.dump().mark("crowd.speed");
  tooltip(ui, "Slowest and fastest speed of new agents, in cells per second", {},
          "Each agent has a speed of its own between them; terrain with a weight slows it down. Double-click to type.");
  draw_setting(ui, lab, "crowd.size", "crowd.size", "Next-hop tables are built for every size.");
  draw_crowd_capability(ui, lab);
  int seed = static_cast<int>(std::min<uint64_t>(settings.options.seed, 2'000'000'000));
  setting_row(ui, "Seed");
  if (ImGui::InputInt("##seed", &seed) && seed >= 0) {
    std::snprintf(line, sizeof line, "crowd.seed %d", seed);
    ui.run(line);
  }
  ui.dump().mark("crowd.seed");
  tooltip(ui, "Start of the random numbers: the same seed and commands repeat the same run", {},
          crowd.there ? "Takes effect on the next crowd: remove the agents first" : "");
  draw_setting(ui, lab, "crowd.holding", "crowd.holding");
}

void draw_backend(Ui& ui, const CrowdSettings& settings, const char* name) {
  if (const auto backend =
          segments(ui, name, kBackends, static_cast<int>(settings.backend), "Device that plans the paths",
                   "auto: a CUDA device if there is one, else the processor.")) {
    run_word(ui, "crowd.backend", crowd_backend_name(static_cast<CrowdBackend>(*backend)));
  }
}

// Draws the choice of the device that answers batches of queries, with the reason if CUDA is not available.
void draw_preferences(Ui& ui, Lab& lab) {
  GridCrowdController& controller = grid_crowd_controller(lab);
  setting_row(ui, "Device");
  draw_backend(ui, controller.state().settings, "preferences.device");
  const std::string& found = controller.look_for_device();
  note(ui, found.empty() ? std::string_view("Looking for a CUDA device ...") : std::string_view(found));
  ui.mark("preferences.device.found");
  note(ui,
       "Where batches of agents are planned. auto: a CUDA device if there is one, else the threads of the "
       "processor, with the same paths.");
}

void draw_crowd_planning(Ui& ui, const Lab& lab) {
  const CrowdState& crowd = grid_crowd_controller(lab).state();
  const CrowdSettings& settings = crowd.settings;
  switch_box(
      ui, "Next-hop tables", "tables.on", "tables", lab.world().has(StructureId::kTables),
      "Stores the next step to every node of a cluster: agents walk by these tables, and the planner Next-hop tables "
      "reads them");
  if (lab.world().has(StructureId::kTables)) draw_structure_state(ui, lab, StructureId::kTables);
  setting_row(ui, "Method");
  if (const auto method =
          segments(ui, "crowd.method", kMethods, static_cast<int>(settings.options.method), "How paths are planned",
                   "tables: looked up. HPA*: a search of the abstract graph for every agent. A*: a "
                   "search of all cells for every agent, the baseline. flow: agents with a common goal follow one flow "
                   "field; for other goals it is A*.")) {
    run_word(ui, "crowd.method", crowd_method_name(static_cast<CrowdMethod>(*method)));
  }
  setting_row(ui, "Device");
  draw_backend(ui, settings, "crowd.backend");
  draw_setting(ui, lab, "crowd.plans", "crowd.plans", "The others wait for the next ticks, the oldest first.");
  if (crowd.there) {
    ImGui::PushFont(ui.fonts().small);
    text_dim("%s, %s", crowd.device.c_str(), bytes_text(crowd.memory).c_str());
    ui.dump().mark("crowd.device");
    tooltip(ui, "Device that plans the paths, and memory of the crowd", {});
    ImGui::PopFont();
  }
}

void draw_tab(Ui& ui, Lab& lab) {
  const bool on_mesh = grid_crowd_controller(lab).state().settings.on_mesh;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  // Painting stays possible while the place Crowd is open: what the brush paints is shown here, too.
  if (paints_terrain(lab.state().tool)) draw_brush(ui, lab);
  setting_row(ui, "Ground");
  if (const auto ground = segments(ui, "crowd.on", kGrounds, on_mesh ? 1 : 0, "Ground that the crowd moves on",
                                   "cells: agents step from cell to cell. mesh: walkers with a radius walk over the "
                                   "navigation mesh, at any angle. Both crowds may be on the map at once.")) {
    run_word(ui, "crowd.on", kGrounds[*ground].label);
  }
  if (on_mesh) {
    ImGui::PopStyleVar();
    draw_mesh_crowd(ui, lab);
    return;
  }
  draw_crowd_run(ui, lab);
  if (section(ui, "Agents", "section.crowd.agents")) draw_crowd_agents(ui, lab);
  if (section(ui, "Planning", "section.crowd.planning", grid_crowd_controller(lab).state().there))
    draw_crowd_planning(ui, lab);
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(4), ui.px(2)});
  const CrowdSettings& settings = grid_crowd_controller(lab).state().settings;
  setting_row(ui, "Colours");
  if (const auto by =
          segments(ui, "crowd.colour", kColours, settings.by_group ? 1 : 0, "What the colours of agents mean",
                   "status: what an agent does now. group: agents that were added together.")) {
    ui.run(*by == 1 ? "crowd.colour group" : "crowd.colour status");
  }
  setting_row(ui, "Heat map");
  if (const auto heat = segments(ui, "crowd.heat", kHeats, static_cast<int>(settings.heat), "What the heat map shows",
                                 "visits: how often agents entered a cell. now: how many are there. waits: how long "
                                 "agents have waited there.")) {
    run_word(ui, "crowd.heat", crowd_heat_name(static_cast<CrowdHeat>(*heat)));
  }
  ImGui::PopStyleVar();
}

bool symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
  const auto& [list, at, w, low, high, mid] = place;
  if (layer == kCrowdLayer) {
    const ImVec2 before = ImGui::GetCursorScreenPos();
    const float y = at.y - ImGui::GetTextLineHeight() / 2;
    ImGui::SetCursorScreenPos({low.x - ui.px(2), y});
    crowd_symbol(crowd_style(CrowdStatus::kWalking), ui.px(12));
    ImGui::SetCursorScreenPos({low.x + ui.px(9), y});
    crowd_symbol(crowd_style(CrowdStatus::kWaiting), ui.px(11));
    ImGui::SetCursorScreenPos(before);
    return true;
  }
  if (layer == kTrailLayer) {
    for (int i = 0; i < 3; ++i) {
      const float x = low.x + ui.px(5) * static_cast<float>(i);
      list->AddLine({x, at.y + ui.px(3) - ui.px(2) * static_cast<float>(i)},
                    {x + ui.px(5), at.y + ui.px(1) - ui.px(2) * static_cast<float>(i)},
                    to_im(faded(on_panel(palette::kPurple), 0.4 + 0.3 * i)), ui.px(2));
    }
    list->AddCircleFilled({high.x - ui.px(1), at.y - ui.px(4)}, ui.px(3), to_im(on_panel(palette::kBlue)));
  } else if (layer == kFlowLayer) {
    list->AddLine({low.x, at.y}, {high.x, at.y}, to_u32(theme().text), ui.px(1.6f));
    list->AddLine({high.x, at.y}, {high.x - ui.px(5), at.y - ui.px(4)}, to_u32(theme().text), ui.px(1.6f));
    list->AddLine({high.x, at.y}, {high.x - ui.px(5), at.y + ui.px(4)}, to_u32(theme().text), ui.px(1.6f));
  } else if (layer == kJamLayer) {
    list->AddCircle(mid, ui.px(5.5f), to_im(palette::kOrange), 0, ui.px(2));
  } else if (layer == kCrowdHeatLayer) {
    list->AddRectFilledMultiColor(low, high, to_im(field_color(0)), to_im(field_color(1)), to_im(field_color(1)),
                                  to_im(field_color(0)));
  } else {
    return false;
  }
  return true;
}

bool legend(Ui& ui, const Lab& lab, Layer layer) {
  if (layer != kCrowdHeatLayer) return false;
  const CrowdState& crowd = grid_crowd_controller(lab).state();
  ImGui::PushFont(ui.fonts().small);
  ImGui::Indent(ui.px(26));
  char most[24];
  format_count(crowd.heat_most, most, sizeof most);
  field_bar(ui, "1", most);
  ui.dump().mark("legend.crowd-heat");
  tooltip(ui, "Values from dark to light, on a logarithmic scale", {});
  const std::string_view title = crowd_heat_title(crowd.settings.heat);
  text_dim("%.*s", static_cast<int>(title.size()), title.data());
  ImGui::Unindent(ui.px(26));
  ImGui::PopFont();
  return true;
}

}  // namespace

FeaturePanel crowd_panel() {
  return {
      .feature = "crowd",
      .tab = {"Crowd", "tab.crowd", "Thousands of agents that walk over the map", LeftPanelSection::kCrowd, draw_tab},
      .symbol = symbol,
      .legend = legend,
      .section = draw_crowd_section,
      .preferences = draw_preferences};
}

}  // namespace strata
