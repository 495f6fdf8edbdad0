// The right panel's section of the grid crowd: its time per frame, the states of its agents, the replanning after an
// edit, and the followed agent.

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "app/base/icons.hpp"
#include "app/features/crowd/crowd.hpp"
#include "app/features/crowd/crowd_panel.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
void crowd_symbol(const CrowdStyle& style, float size) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 mid(at.x + size / 2, at.y + ImGui::GetTextLineHeight() / 2);
  agent_symbol(ImGui::GetWindowDrawList(), mid, size * 0.42f, style.shape, to_im(on_panel(style.color)));
  ImGui::Dummy({size, ImGui::GetTextLineHeight()});
}

namespace {

constexpr float kBudgetMs = 1000.0f / 60;

ImU32 plan_color() { return to_im(in_chart(palette::kPurple)); }
ImU32 step_color() { return to_im(in_chart(palette::kBlue)); }

// Draws the times of the last frames as bars, the newest on the right, and the time that a frame may take as a line.
void scope_picture(Ui& ui, const FrameTimesBuffer& scope, float width, float height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().field), ui.px(3));
  float longest = kBudgetMs * 1.15f;
  for (const FrameTimesBuffer::FrameTime& frame : scope.frames)
    longest = std::max(longest, frame.plan_ms + frame.step_ms);
  // A single long frame must not make all other bars tiny: its bar is cut off, and its time is written beside it.
  const float most = std::min(longest, kBudgetMs * 3);
  const float bar = width / static_cast<float>(FrameTimesBuffer::kFrames);
  for (size_t i = 0; i < scope.seen; ++i) {
    const size_t place = (scope.next + FrameTimesBuffer::kFrames - 1 - i) % FrameTimesBuffer::kFrames;
    const FrameTimesBuffer::FrameTime& frame = scope.frames[place];
    const float x = at.x + width - bar * static_cast<float>(i + 1);
    const float step = std::min(height * frame.step_ms / most, height);
    const float plan = std::min(height * frame.plan_ms / most, height - step);
    const float low = at.y + height;
    list->AddRectFilled({x, low - step}, {x + std::max(bar, 1.0f), low}, step_color());
    list->AddRectFilled({x, low - step - plan}, {x + std::max(bar, 1.0f), low - step}, plan_color());
  }
  const float line = at.y + height - height * kBudgetMs / most;
  list->AddLine({at.x, line}, {at.x + width, line}, to_u32(theme().warn), ui.px(1));
  const char* text = "16.7 ms";
  ImFont* font = ui.fonts().small;
  list->AddText(font, imgui::font_size(font), {at.x + ui.px(4), line + ui.px(1)}, to_u32(theme().warn), text);
  if (longest > most) {
    char cut[24];
    std::snprintf(cut, sizeof cut, "up to %.0f ms", longest);
    const ImVec2 extent = font->CalcTextSizeA(imgui::font_size(font), 1e9f, 0, cut);
    list->AddText(font, imgui::font_size(font), {at.x + width - extent.x - ui.px(4), at.y + ui.px(1)},
                  to_u32(theme().text_dim), cut);
  }
  ImGui::Dummy({width, height});
}

// If a cell can hold only one agent, draws the number of waiting agents, the longest wait, and the jams.
void draw_waits(Ui& ui, const CrowdState& crowd) {
  char number[24];
  const uint32_t waiting = crowd.counts[static_cast<size_t>(CrowdStatus::kWaiting)];
  format_count(waiting, number, sizeof number);
  if (waiting == 0) {
    text_dim("No agent waits for a cell");
  } else {
    print("{} waiting for a cell, the longest for {:.1f} s", counted(waiting, "agent"),
          crowd.longest_wait / static_cast<double>(GridCrowd::kTicksPerSecond));
  }
  ui.dump().mark("crowd.waiting");
  tooltip(ui, "One agent per cell: the agent that is on its way longest goes first, others make room for it", {});
  const CrowdJamCounts& jams = crowd.jams;
  if (jams.under_way + jams.solved > 0) {
    text_dim("Jams: %u now, %u solved", jams.under_way, jams.solved);
    ui.dump().mark("crowd.jams");
    tooltip(
        ui,
        "Agents that block one another stand still until a schedule for all of them is found, which they then follow "
        "step by step",
        {});
  }
  if (jams.unsolvable > 0) {
    print_in(theme().warn, "{} cannot reach a goal", counted(jams.unsolvable, "agent"));
    ui.dump().mark("crowd.hopeless");
    tooltip(ui, "All steps of the agents around them were tried: none of them can make room", {});
  }
}

void draw_crowd_scope(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  const CrowdState& crowd = grid_crowd_controller(lab).state();
  char text[96], number[24];
  ImGui::PushFont(ui.fonts().small);
  // With a fixed clock no durations are shown, so that runs are identical to the pixel.
  if (!s.fixed_clock) {
    scope_picture(ui, crowd.scope, ImGui::GetContentRegionAvail().x, ui.px(56));
    ui.dump().mark("crowd.scope");
    tooltip(ui, "Time that the crowd took in each of the last frames", {},
            "The line is the length of a frame at 60 frames per second.");
    swatch(plan_color(), ui.px(10));
    ImGui::SameLine(0, ui.px(4));
    text_dim("plan %.2f ms", crowd.scope.plan_ms);
    ImGui::SameLine(0, ui.px(12));
    swatch(step_color(), ui.px(10));
    ImGui::SameLine(0, ui.px(4));
    text_dim("move %.2f ms", crowd.scope.step_ms);
    ImGui::SameLine();
    right_aligned("per tick", theme().text_dim);
    if (crowd.scope.labels_due) {
      ImGui::TextColored(theme().warn, "Tables are being updated: planning waits");
    } else if (crowd.scope.label_ms > 0) {
      text_dim("last update of the tables %.1f ms", crowd.scope.label_ms);
    }
    if (crowd.scope.labels_due || crowd.scope.label_ms > 0) {
      ui.dump().mark("crowd.labels");
      tooltip(ui, "Time to bring the tables up to date after an edit",  // beside the frames
              {}, "This runs in the background; until then no agent gets a new path.");
    }
  }
  // Draws the number of agents by status, as a bar and as a table.
  uint32_t all = 0;
  for (const uint32_t count : crowd.counts) all += count;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = ui.px(9);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().field), ui.px(2));
  float from = 0;
  for (int i = 0; i < kCrowdStatuses && all > 0; ++i) {
    const float share = static_cast<float>(crowd.counts[static_cast<size_t>(i)]) / static_cast<float>(all);
    const Rgba color = on_panel(crowd_style(static_cast<CrowdStatus>(i)).color);
    list->AddRectFilled({at.x + width * from, at.y}, {at.x + width * (from + share), at.y + height}, to_im(color));
    from += share;
  }
  ImGui::Dummy({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(2), ui.px(1)});
  ImGui::PushFont(ui.fonts().table);
  // A narrow panel has one status per line.
  const int statuses = width < ui.px(300) ? 1 : 2;
  if (ImGui::BeginTable("statuses", 2 * statuses, ImGuiTableFlags_SizingStretchProp)) {
    for (int column = 0; column < statuses; ++column) {
      ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 3.4f);
      ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1.4f);
    }
    for (int i = 0; i < kCrowdStatuses; ++i) {
      const auto status = static_cast<CrowdStatus>(i);
      const uint32_t count = crowd.counts[static_cast<size_t>(i)];
      ImGui::TableNextColumn();
      crowd_symbol(crowd_style(status), ui.px(13));
      ImGui::SameLine(0, ui.px(4));
      const std::string_view title = crowd_status_title(status);
      text_dim("%.*s", static_cast<int>(title.size()), title.data());
      ImGui::TableNextColumn();
      format_count(count, number, sizeof number);
      right_aligned(count >= 100'000 ? Text("{:.0f}k", count / 1e3) : Text("{}", number),
                    count > 0 ? theme().text : theme().text_dim);
      const std::string_view name = crowd_status_name(status);
      std::snprintf(text, sizeof text, "crowd.status.%.*s", static_cast<int>(name.size()), name.data());
      ui.dump().mark(text);
    }
    ImGui::EndTable();
  }
  ImGui::PopFont();
  ImGui::PopStyleVar();
  const CrowdTotals& totals = crowd.totals;
  format_count(totals.arrivals, number, sizeof number);
  if (totals.arrivals > 0) {
    const double mean = static_cast<double>(totals.travel_ticks) / static_cast<double>(totals.arrivals);
    print_dim("{} after {:.1f} s on average; tick {}", counted(totals.arrivals, "arrival"),
              mean / GridCrowd::kTicksPerSecond, count_text(crowd.ticks));
  } else {
    print_dim("no arrivals yet; tick {}", count_text(crowd.ticks));
  }
  ui.dump().mark("crowd.arrivals");
  tooltip(ui, "Agents that reached a goal, and how long that took; a second is 60 ticks", {});
  if (crowd.settings.options.holding) draw_waits(ui, crowd);
  // Draws the statistics of the replanning after the last edit.
  const ReplanStats& replan_stats = crowd.replan_stats;
  if (replan_stats.edits > 0) {
    format_count(replan_stats.affected, number, sizeof number);
    if (replan_stats.pending > 0) {
      char left[24];
      format_count(replan_stats.pending, left, sizeof left);
      ImGui::TextColored(theme().warn, "Last edit: %s replanned, %s to go", number, left);
    } else if (s.fixed_clock || replan_stats.plan_ms <= 0) {
      ImGui::Text("Last edit: %s replanned", number);
    } else {
      ImGui::Text("Last edit: %s replanned in %.2f ms", number, replan_stats.plan_ms);
    }
    ui.dump().mark("crowd.wave");
    tooltip(ui, "Agents whose path led through a cluster that the edit has changed", {});
    if (replan_stats.cut_off + replan_stats.walled_in + replan_stats.turned > 0) {
      print_dim("{} without a path, {} walled in, {} turned back", count_text(replan_stats.cut_off),
                count_text(replan_stats.walled_in), count_text(replan_stats.turned));
      ui.dump().mark("crowd.wave.more");
    }
  }
  ImGui::PopFont();
}

void draw_followed(Ui& ui, const Lab& lab) {
  const CrowdState& state = grid_crowd_controller(lab).state();
  const GridCrowd* crowd = grid_crowd_controller(lab).crowd();
  if (crowd == nullptr || !state.followed) return;
  const FollowedAgent& seen = *state.followed;
  const uint32_t i = seen.agent;
  const GridMap& map = lab.world().map();
  const CrowdStyle style = crowd_style(seen.status);
  char text[64];
  ImGui::PushFont(ui.fonts().bold);
  ImGui::Text("Agent %u", i + 1);
  ImGui::PopFont();
  ui.dump().mark("followed");
  ImGui::SameLine(0, ui.px(8));
  crowd_symbol(style, ui.px(14));
  ImGui::SameLine(0, ui.px(5));
  const std::string_view title = crowd_status_title(seen.status);
  ImGui::TextColored(to_vec(on_panel(style.color)), "%.*s", static_cast<int>(title.size()), title.data());
  ui.dump().mark("followed.status");
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ui.px(46));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(3), 0});
  if (ImGui::SmallButton(ui.fonts().icons ? icon::kForward : ">")) ui.run("crowd.follow next");
  ui.dump().mark("followed.next");
  tooltip(ui, "Follows the next agent", ui.keys_of("crowd.follow next"));
  ImGui::SameLine(0, ui.px(4));
  if (ImGui::SmallButton(ui.fonts().icons ? icon::kClose : "x")) ui.run("crowd.follow none");
  ui.dump().mark("followed.close");
  tooltip(ui, "Stops following this agent", {});
  ImGui::PopStyleVar();
  ImGui::PushFont(ui.fonts().small);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(2), ui.px(1)});
  ImGui::PushFont(ui.fonts().table);
  const int figures = ImGui::GetContentRegionAvail().x < ui.px(300) ? 1 : 2;  // per line
  if (ImGui::BeginTable("followed", 2 * figures, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp)) {
    const auto figure = [&](const char* name, const char* mark, const char* help, const char* value) {
      ImGui::TableNextColumn();
      text_dim("%s", name);
      tooltip(ui, help, {});
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(value);
      ui.dump().mark(mark);
    };
    const Cell at = map.cell(crowd->cell(i));
    std::snprintf(text, sizeof text, "%d, %d", at.x, at.y);
    figure("cell", "followed.cell", "Cell of the agent", text);
    if (crowd->goal(i) == kNoCell) {
      std::snprintf(text, sizeof text, "none");
    } else {
      const Cell goal = map.cell(crowd->goal(i));
      std::snprintf(text, sizeof text, "%d, %d", goal.x, goal.y);
    }
    figure("goal", "followed.goal", "Cell that the agent goes to", text);
    const size_t ahead = seen.way.empty() ? 0 : seen.way.size() - 1;
    figure("path left", "followed.way", "Cells that the agent still has to enter", counted(ahead, "cell").c_str());
    figure("cost left", "followed.cost", "Cost of the rest of its path; a straight step costs 1",
           cost_text(seen.cost_left, cost_unit(lab.world())).c_str());
    std::snprintf(text, sizeof text, "%.1f cells/s", GridCrowd::cells_per_second(crowd->pace_of(i)));
    figure("speed", "followed.speed", "On terrain of weight 1, at 60 ticks a second", text);
    figure("walked", "followed.walked", "Cells that the agent has entered",
           counted(crowd->travelled(i), "cell").c_str());
    std::snprintf(text, sizeof text, "%.1f s", crowd->waited(i) / GridCrowd::kTicksPerSecond);
    figure("waited", "followed.waited", "For cells that other agents stood on", text);
    std::snprintf(text, sizeof text, "%u", crowd->replans(i));
    figure("replans", "followed.replans", "How often its path had to be planned again", text);
    ImGui::EndTable();
  }
  ImGui::PopFont();
  ImGui::PopStyleVar();
  if (crowd->unsolvable(i)) {
    ImGui::TextColored(theme().warn, "It cannot reach its goal");
    ui.dump().mark("followed.hopeless");
    tooltip(ui, "All steps of the agents around it were tried: none of them can make room", {});
  }
  if (!state.camera_follows && seen.status != CrowdStatus::kGone) {
    std::snprintf(text, sizeof text, "crowd.follow %u", i + 1);
    if (ImGui::SmallButton("Follow with the view")) ui.run(text);
    ui.dump().mark("followed.again");
  }
  ImGui::PopFont();
  ImGui::Separator();
}

}  // namespace

void draw_crowd_section(Ui& ui, const Lab& lab) {
  if (!grid_crowd_controller(lab).state().there || !section(ui, "Crowd", "section.crowd")) return;
  draw_followed(ui, lab);
  draw_crowd_scope(ui, lab);
  const FontScope small(ui.fonts().small);
  button(ui, "Agents by status", "crowd.window", "ui.chart crowd-agents",
         "Opens chart and table in a window over the map");
  ImGui::SameLine(0, ui.px(4));
  button(ui, "Frame times", "crowd.frames_window", "ui.chart crowd-frames",
         "Opens chart and table in a window over the map");
}

}  // namespace strata
