// The left panel's tab of crowds, and what the inspector says of the agent that is followed.

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <string_view>

#include "app/base/icons.hpp"
#include "app/lab/lab_parts.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/theme.hpp"

namespace strata {
namespace {

constexpr Segment kTasks[] = {{"wander", static_cast<int>(CrowdTask::kWander)},
                              {"goal", static_cast<int>(CrowdTask::kGoal)},
                              {"exits", static_cast<int>(CrowdTask::kEvacuate)},
                              {"own", static_cast<int>(CrowdTask::kOwn)}};
constexpr Segment kMethods[] = {{"tables", static_cast<int>(BatchMethod::kTables)},
                                {"HPA*", static_cast<int>(BatchMethod::kHpa)},
                                {"A*", static_cast<int>(BatchMethod::kAstar)}};
constexpr Segment kBackends[] = {{"auto", static_cast<int>(CrowdBackend::kAuto)},
                                 {"CUDA", static_cast<int>(CrowdBackend::kCuda)},
                                 {"CPU", static_cast<int>(CrowdBackend::kCpu)}};
constexpr Segment kHeats[] = {{"visits", static_cast<int>(CrowdHeat::kVisits)},
                              {"now", static_cast<int>(CrowdHeat::kNow)},
                              {"waits", static_cast<int>(CrowdHeat::kWaits)}};
constexpr Segment kColours[] = {{"status", 0}, {"group", 1}};

void run_word(Gui& gui, const char* command, std::string_view word) {
  char line[64];
  std::snprintf(line, sizeof line, "%s %.*s", command, static_cast<int>(word.size()), word.data());
  gui.run(line);
}

}  // namespace

void Gui::draw_crowd_tab() {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(3)});
  draw_crowd_run();
  if (section(*this, "Agents", "section.crowd.agents")) draw_crowd_agents();
  if (section(*this, "Planning", "section.crowd.planning", state().crowd.there)) draw_crowd_planning();
  ImGui::PopStyleVar();
  ImGui::Dummy({0, px(2)});
  draw_legend_rows({Layer::kCrowd, Layer::kTrails, Layer::kCrowdHeat, Layer::kFlow, Layer::kJams});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(4), px(2)});
  const CrowdSettings& settings = state().crowd.settings;
  setting_row(*this, "Colours");
  if (const auto by = segments(*this, "crowd.colour", kColours, settings.by_group ? 1 : 0, "What colours tell",
                               "status: what an agent does. group: who started together.")) {
    run(*by == 1 ? "crowd.colour group" : "crowd.colour status");
  }
  setting_row(*this, "Heat map");
  if (const auto heat =
          segments(*this, "crowd.heat", kHeats, static_cast<int>(settings.heat), "What the heat map shows",
                   "visits: how often agents came to a cell. now: how many are there. waits: how long "
                   "agents have waited there.")) {
    run_word(*this, "crowd.heat", crowd_heat_name(static_cast<CrowdHeat>(*heat)));
  }
  ImGui::PopStyleVar();
}

// Run, step, how fast.
void Gui::draw_crowd_run() {
  const CrowdState& crowd = state().crowd;
  char line[64];
  const float gap = px(4);
  const float small = px(32);
  const float wide = ImGui::GetContentRegionAvail().x - 2 * (small + gap);
  if (crowd.running) ImGui::PushStyleColor(ImGuiCol_Button, theme().accent_soft);
  std::snprintf(line, sizeof line, "%s%s###crowd.run",
                fonts_->icons ? (crowd.running ? icon::kPause : icon::kPlay) : "", crowd.running ? "  Pause" : "  Run");
  ImGui::BeginDisabled(!crowd.there);
  if (ImGui::Button(line, {wide, 0})) run("crowd.run toggle");
  if (crowd.running) ImGui::PopStyleColor();
  dump_.mark("crowd.run");
  tooltip(*this, crowd.there ? "Run or pause the crowd" : "Add agents first", shortcut_of("crowd.run toggle"));
  ImGui::SameLine(0, gap);
  if (ImGui::Button(fonts_->icons ? icon::kForward : ">", {small, 0})) run("crowd.step");
  dump_.mark("crowd.step");
  tooltip(*this, "One tick", shortcut_of("crowd.step"));
  ImGui::SameLine(0, gap);
  if (ImGui::Button(fonts_->icons ? icon::kErase : "x", {small, 0})) run("crowd.clear");
  dump_.mark("crowd.clear");
  tooltip(*this, "Remove all agents", {});
  ImGui::EndDisabled();
  slider("Ticks/s", "crowd.rate", "crowd.rate", static_cast<int>(crowd.settings.rate), 1, 600, "%d",
         "Ticks in a second", "60 is the nominal speed; fewer are slow motion, more are time lapse", true);
  if (crowd.slow) {
    ImGui::PushFont(fonts_->small);
    text_colored_wrapped(theme().warn, "Slower than that: a frame has no time for so many ticks.");
    ImGui::PopFont();
  }
  if (!crowd.note.empty()) {
    ImGui::PushFont(fonts_->small);
    if (!lab_.world().has(Structure::kTables) && crowd.there) {
      draw_remedy("Agents walk by tables, which are off.", "Switch on", "crowd.fix.tables", "tables on");
    } else {
      text_colored_wrapped(theme().text_dim, crowd.note.c_str());
      dump_.mark("crowd.note");
    }
    ImGui::PopFont();
    ImGui::Dummy({0, px(2)});
  }
}

void Gui::draw_crowd_agents() {
  const LabState& s = state();
  const CrowdSettings& settings = s.crowd.settings;
  char line[96], label[64];
  slider("Count", "crowd.count", "crowd.count", settings.count, 1, 1'000'000, "%d", "Agents that are added at once",
         "Ctrl+click to type a number, up to 1000000", true);
  const float gap = px(4);
  const float width = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3;
  char count[24];
  format_count(static_cast<uint64_t>(settings.count), count, sizeof count);
  std::snprintf(label, sizeof label, "Add###add");
  if (ImGui::Button(label, {width, 0})) run("crowd.spawn");
  dump_.mark("crowd.spawn");
  std::snprintf(label, sizeof label, "Add %s agents at random places", count);
  tooltip(*this, label, {});
  ImGui::SameLine(0, gap);
  const bool brush = s.tool == Tool::kCrowd;
  if (brush) ImGui::PushStyleColor(ImGuiCol_Button, theme().accent_soft);
  if (ImGui::Button("Brush", {width, 0})) run(brush ? "tool.select select" : "tool.select crowd");
  if (brush) ImGui::PopStyleColor();
  dump_.mark("crowd.brush");
  tooltip(*this, "Place agents by brush", shortcut_of("tool.select crowd"),
          "Drag over the map; right click makes a cell an exit");
  ImGui::SameLine(0, gap);
  ImGui::BeginDisabled(s.map_path.empty());
  if (ImGui::Button(".scen", {width, 0})) run("crowd.scenario");
  ImGui::EndDisabled();
  dump_.mark("crowd.scenario");
  tooltip(*this, "One agent for every row of the map's scenario", {},
          s.map_path.empty() ? "The map has no file" : "MAP.map.scen beside the map's file");
  if (brush) {
    slider("Density", "crowd.density", "crowd.density", settings.density, 1, 400, "%d %%",
           "Agents per 100 cells of a stroke", "");
    slider("Radius", "crowd.radius", "brush.radius", s.brush.radius, 0, 20, "%d cells", "Brush size", "0 is one cell");
  }
  setting_row(*this, "They go");
  if (const auto task =
          segments(*this, "crowd.goals", kTasks, static_cast<int>(settings.task), "Where all agents go",
                   "wander: to random cells, for ever. goal: to the goal marker G, which can be dragged. exits: to the "
                   "nearest exit, where they leave. own: each to its own goal.")) {
    run_word(*this, "crowd.goals", crowd_task_name(static_cast<CrowdTask>(*task)));
  }
  if (settings.task == CrowdTask::kEvacuate) {
    ImGui::PushFont(fonts_->small);
    if (s.crowd.exits.empty()) {
      text_colored_wrapped(theme().warn, "There is no exit yet: right click with the brush makes one.");
    } else {
      text_dim("%zu exit%s; right click with the brush", s.crowd.exits.size(), s.crowd.exits.size() == 1 ? "" : "s");
    }
    dump_.mark("crowd.exits");
    ImGui::PopFont();
    const float part = (ImGui::GetContentRegionAvail().x - gap) / 2;
    ImGui::BeginDisabled(!s.has_query);
    if (ImGui::Button("Exit at G", {part, 0})) {
      std::snprintf(line, sizeof line, "crowd.exit %d %d", s.query.goal.x, s.query.goal.y);
      run(line);
    }
    ImGui::EndDisabled();
    dump_.mark("crowd.exit");
    tooltip(*this, "An exit where the goal marker is; the same again takes it away", {});
    ImGui::SameLine(0, gap);
    ImGui::BeginDisabled(s.crowd.exits.empty());
    if (ImGui::Button("No exits", {part, 0})) run("crowd.exits.clear");
    ImGui::EndDisabled();
    dump_.mark("crowd.exits.clear");
  }
  setting_row(*this, "Cells/s");
  auto slow = static_cast<float>(settings.slowest), fast = static_cast<float>(settings.fastest);
  if (ImGui::DragFloatRange2("##speed", &slow, &fast, 0.2f, 0.5f, 60, "%.1f", "%.1f", ImGuiSliderFlags_AlwaysClamp)) {
    std::snprintf(line, sizeof line, "crowd.speed %.1f %.1f", slow, fast);
    run(line);
  }
  dump_.mark("crowd.speed");
  tooltip(*this, "Speed: slowest and fastest, in cells per second. Drag, or Ctrl+click to type", {},
          "Each agent has a speed of its own between them; heavy terrain slows all of them down");
  slider("Size", "crowd.size", "crowd.size", settings.agent.size, 1, kMaxAgentSize, "%d x %d cells",
         "Side of new agents", "Tables are built for every kind of agents");
  draw_crowd_capability();
  int seed = static_cast<int>(std::min<uint64_t>(settings.options.seed, 2'000'000'000));
  setting_row(*this, "Seed");
  if (ImGui::InputInt("##seed", &seed) && seed >= 0) {
    std::snprintf(line, sizeof line, "crowd.seed %d", seed);
    run(line);
  }
  dump_.mark("crowd.seed");
  tooltip(*this, "Of all that is random: the same seed and commands repeat the same run", {},
          s.crowd.there ? "Takes effect on the next crowd: remove the agents first" : "");
  switch_box("One agent per cell", "crowd.holding", "crowd.holding", settings.options.holding,
             "Agents wait for cells that others hold, and make room after a while");
}

// Of the terrains that the world's agents are known to enter.
void Gui::draw_crowd_capability() {
  const LabState& s = state();
  const Capability chosen = s.crowd.settings.agent.capability;
  std::array<Capability, 12> offered;
  size_t count = 0;
  const auto offer = [&](Capability capability) {
    const auto end = offered.begin() + static_cast<std::ptrdiff_t>(count);
    if (count < offered.size() && std::find(offered.begin(), end, capability) == end) offered[count++] = capability;
  };
  offer(Capability::walker());
  offer(lab_.world().rules().capability);
  offer(Capability(0b0101));
  offer(Capability(0b1011));
  offer(Capability(0b1111));
  for (const Capability capability : s.haa_options.capabilities) offer(capability);
  offer(chosen);
  setting_row(*this, "Enters");
  char mark[64];
  if (ImGui::BeginCombo("##capability", chosen.to_string().c_str())) {
    for (size_t i = 0; i < count; ++i) {
      const std::string text = offered[i].to_string();
      if (ImGui::Selectable(text.c_str(), offered[i] == chosen)) run_word(*this, "crowd.capability", text);
      std::snprintf(mark, sizeof mark, "crowd.capability.%s", text.c_str());
      dump_.mark(mark);
    }
    ImGui::EndCombo();
  }
  dump_.mark("crowd.capability");
  tooltip(*this, "Terrains that new agents enter", {});
}

void Gui::draw_crowd_planning() {
  const LabState& s = state();
  const CrowdSettings& settings = s.crowd.settings;
  switch_box("Tables over HPA*", "tables.on", "tables", lab_.world().has(Structure::kTables),
             "Ways inside clusters and between all their nodes; agents walk by them, and the planner Tables looks up");
  if (lab_.world().has(Structure::kTables)) draw_structure_cost(Structure::kTables);
  setting_row(*this, "Method");
  if (const auto method =
          segments(*this, "crowd.method", kMethods, static_cast<int>(settings.options.method), "How ways are planned",
                   "tables: looked up. HPA*: a search of the abstract graph for every agent. A*: a "
                   "search of all cells for every agent, the baseline.")) {
    run_word(*this, "crowd.method", batch_method_name(static_cast<BatchMethod>(*method)));
  }
  setting_row(*this, "Where");
  if (const auto backend = segments(*this, "crowd.backend", kBackends, static_cast<int>(settings.backend),
                                    "Where ways are planned", "auto: on a CUDA device if there is one")) {
    run_word(*this, "crowd.backend", crowd_backend_name(static_cast<CrowdBackend>(*backend)));
  }
  slider("Plans/tick", "crowd.plans", "crowd.plans", static_cast<int>(settings.options.plans_per_tick), 1, 100'000,
         "%d", "Agents that are planned in a tick at most",
         "Others wait for the next tick, the oldest first. Searches count as several, the more the larger the map",
         true);
  if (s.crowd.there) {
    ImGui::PushFont(fonts_->small);
    text_dim("%s, %s", s.crowd.device.c_str(), bytes_text(s.crowd.memory).c_str());
    dump_.mark("crowd.device");
    tooltip(*this, "What plans the ways, and what the crowd takes of memory", {});
    ImGui::PopFont();
  }
}

// --- The agent that is followed ------------------------------------------------------------------------------------

void Gui::draw_followed() {
  const LabState& s = state();
  const Crowd* crowd = lab_.crowd().crowd();
  if (crowd == nullptr || !s.crowd.followed) return;
  const FollowedAgent& seen = *s.crowd.followed;
  const uint32_t i = seen.agent;
  const GridMap& map = lab_.world().map();
  const CrowdStyle style = crowd_style(seen.status);
  char text[64];
  ImGui::PushFont(fonts_->bold);
  ImGui::Text("Agent %u", i + 1);
  ImGui::PopFont();
  dump_.mark("followed");
  ImGui::SameLine(0, px(8));
  crowd_sign(*this, style, px(14));
  ImGui::SameLine(0, px(5));
  const std::string_view title = crowd_status_title(seen.status);
  ImGui::TextColored(to_vec(on_panel(style.color)), "%.*s", static_cast<int>(title.size()), title.data());
  dump_.mark("followed.status");
  ImGui::SameLine(ImGui::GetContentRegionMax().x - px(46));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(3), 0});
  if (ImGui::SmallButton(fonts_->icons ? icon::kForward : ">")) run("crowd.follow next");
  dump_.mark("followed.next");
  tooltip(*this, "Follow the next agent", shortcut_of("crowd.follow next"));
  ImGui::SameLine(0, px(4));
  if (ImGui::SmallButton(fonts_->icons ? icon::kClose : "x")) run("crowd.follow none");
  dump_.mark("followed.close");
  tooltip(*this, "Do not follow it any more", {});
  ImGui::PopStyleVar();
  ImGui::PushFont(fonts_->small);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {px(2), px(1)});
  if (ImGui::BeginTable("followed", 4, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp)) {
    const auto figure = [&](const char* name, const char* mark, const char* help, const char* value) {
      ImGui::TableNextColumn();
      text_dim("%s", name);
      tooltip(*this, help, {});
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(value);
      dump_.mark(mark);
    };
    const Cell at = map.cell(crowd->cell(i));
    std::snprintf(text, sizeof text, "%d, %d", at.x, at.y);
    figure("cell", "followed.cell", "Where it is", text);
    if (crowd->goal(i) == kNoCell) {
      std::snprintf(text, sizeof text, "none");
    } else {
      const Cell goal = map.cell(crowd->goal(i));
      std::snprintf(text, sizeof text, "%d, %d", goal.x, goal.y);
    }
    figure("goal", "followed.goal", "Where it goes", text);
    std::snprintf(text, sizeof text, "%zu cells", seen.way.empty() ? 0 : seen.way.size() - 1);
    figure("way left", "followed.way", "Cells ahead of it", text);
    figure("cost left", "followed.cost", "In straight steps", cost_text(seen.cost_left, lab_.cost_unit()).c_str());
    std::snprintf(text, sizeof text, "%.1f cells/s", Crowd::cells_per_second(crowd->pace_of(i)));
    figure("speed", "followed.speed", "On terrain of weight 1, at 60 ticks a second", text);
    std::snprintf(text, sizeof text, "%u cells", crowd->travelled(i));
    figure("walked", "followed.walked", "Cells that it has entered", text);
    std::snprintf(text, sizeof text, "%.1f s", crowd->waited(i) / Crowd::kTicksPerSecond);
    figure("waited", "followed.waited", "For cells that others held", text);
    std::snprintf(text, sizeof text, "%u", crowd->replans(i));
    figure("replans", "followed.replans", "How often its way had to be planned anew", text);
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  if (!s.crowd.camera_follows && seen.status != CrowdStatus::kGone) {
    std::snprintf(text, sizeof text, "crowd.follow %u", i + 1);
    if (ImGui::SmallButton("Go along with it again")) run(text);
    dump_.mark("followed.again");
  }
  ImGui::PopFont();
  ImGui::Separator();
}

}  // namespace strata
