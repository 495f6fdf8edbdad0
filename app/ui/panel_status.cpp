#include "app/ui/panel_status.hpp"
#include "app/base/terrain_looks.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/base/icons.hpp"
#include "app/base/key_bindings.hpp"
#include "app/lab/charts.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/first_run.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/panel_notices.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/world/map_moves.hpp"

namespace strata {
namespace {

// Returns the text about the map, with more or fewer words: with `words` 0 it is empty.
Text map_text(const Lab& lab, int words) {
  const GridMap& map = lab.world().map();
  const double zoom = lab.state().camera.zoom / Camera::kFullZoom * 100;
  Text text("");
  if (words >= 1) text.add("{}x{}", map.width(), map.height());
  if (words >= 2) text.add("   {:.{}f} %", zoom, zoom < 10 ? 1 : 0);
  return text;
}

// Returns the text about the cell under the pointer; empty if there is none.
Text hover_text(const Lab& lab) {
  Text text("");
  const LabState& s = lab.state();
  const World& world = lab.world();
  const GridMap& map = world.map();
  if (!s.hover || !map.contains(*s.hover)) return text;
  const Cell cell = *s.hover;
  text.add("({},{})  {} '{}'", cell.x, cell.y, terrain_title(s.terrain_looks, map.terrain(cell)), map.letter(cell));
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.hovered != nullptr && !hides_feature(lab, panel.feature)) panel.hovered(lab, cell, text);
  }
  const Clearance* clearance = world.get<MapMoves>().clearance();
  // The inspector has it, too: where it is hidden, so is this.
  if (clearance != nullptr && !hidden_names(lab).hides("inspector"))
    text.add("  clearance {}", clearance->at(map.id(cell)));
  if (world.rules().agent_size > 1 && !world.moves().passable(map.id(cell))) {
    text.add("  size {} does not fit", world.rules().agent_size);
  }
  return text;
}

// Draws a text with its sign. If it does not fit to the left of `limit`, it is cut off, and its tooltip has the whole
// text.
void draw_message(Ui& ui, MessageKind kind, std::string_view text, const char* name, float limit) {
  const ImVec4& color = kind == MessageKind::kError     ? theme().bad
                        : kind == MessageKind::kWarning ? theme().warn
                                                        : theme().text;
  if (ui.fonts().icons) {
    draw_text(color, kind == MessageKind::kInfo ? icon::kInfo : icon::kWarning);
    ImGui::SameLine(0, ui.px(6));
  }
  draw_text(color, shortened(text, limit - ImGui::GetCursorScreenPos().x));
  describe(ui, name, text);
}

// Returns why there is no path, or how to choose start and goal where there are none.
Text query_text(const Ui& ui, const LabState& s) {
  if (s.has_query) return Text("{}", s.query_note);
  const std::string_view keys = ui.keys_of("query.random");
  return keys.empty() ? Text("No start and goal.")
                      : Text("No start and goal: {} chooses two cells that can reach each other.", keys);
}

// The hint about the selected tool, in a long and a short version. It is made again when the tool or the
// keys have changed.
struct ToolHint {
  uint64_t keys = 0;
  Tool tool = Tool::kSelect;
  std::string text, shorter;
};

const ToolHint& hint_of(Ui& ui, Tool tool) {
  ToolHint& kept = ui.kept<ToolHint>();
  if (kept.keys == ui.keys().version() && kept.tool == tool && !kept.text.empty()) return kept;
  kept.keys = ui.keys().version();
  kept.tool = tool;
  const std::string_view undo = ui.keys_of("edit.undo"), help = ui.keys_of("ui.show help toggle");
  kept.text = "Drag on the map to draw, with Alt to erase; right click picks a terrain";
  if (!undo.empty()) kept.text += fmt::format("; {} takes a stroke back", undo);
  kept.shorter = "Drag on the map to draw";
  if (tool == Tool::kSelect) {
    const std::string keys = help.empty() ? "" : fmt::format("; {} for keys", help);
    kept.text = "Drag S or G to search again; click a cell to inspect it; wheel zooms, middle drag pans" + keys;
    kept.shorter = "Drag S or G" + keys;
  }
  if (tool == Tool::kEnds) {
    kept.text = "Drag from the start to the goal; a click places the start, a right click the goal";
    kept.shorter = "Drag from start to goal";
  }
  if (const FeatureTool* own = feature_tool(tool)) {
    kept.text = own->status_hint;
    kept.shorter = own->short_hint;
  }
  return kept;
}

// Draws the hint about the tool: the short version if the long one would reach beyond `limit`.
void draw_hint(Ui& ui, Tool tool, float x, float limit) {
  const ToolHint& hint = hint_of(ui, tool);
  draw_dim((x + text_width(hint.text) > limit ? hint.shorter : hint.text).c_str());
}

// Returns what one can do on a page that is open in place of the map, in a long and a short version; empty: there is no
// such page.
std::pair<std::string_view, std::string_view> page_hint(const Lab& lab) {
  const FeatureChart* chart = chart_named(lab.state().chart.name);
  if (chart == nullptr || !chart->page) return {};
  static constexpr std::string_view kShort = "Escape shows the map again";
  const ChartReader* page = lab.charts().open();
  if (page == nullptr || page->data().table.rows() == 0) return {kShort, kShort};
  return {"Click a row to see its queries; click a title to sort; Escape shows the map again", kShort};
}

// Returns the width that the work in the background needs in the status bar.
float background_width(Ui& ui, const Lab& lab) {
  float width = lab.state().building ? ui.px(170) : 0;
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.work == nullptr) continue;
    if (const std::optional<StatusBarWork> work = panel.work(lab)) width += ui.px(work->width);
  }
  return width;
}

void draw_work(Ui& ui, const StatusBarWork& work) {
  if (work.progress) {
    progress_bar(Text("{} {:.0f} %", work.text, *work.progress * 100), *work.progress, ui.px(140),
                 ImGui::GetTextLineHeight() + ui.px(2));
    ui.mark(work.name);
  } else {
    draw_text(work.warns ? theme().warn : theme().accent, work.text);
    describe(ui, work.name, work.help);
  }
  ImGui::SameLine(0, ui.px(4));
  const IdScope id(work.name);
  if (ImGui::SmallButton(work.button)) ui.run(work.line);
  const Text name("{}.{}", work.name, work.button);
  work.progress ? describe(ui, name, work.help, {}, work.hint) : ui.mark(name.view());
  ImGui::SameLine(0, ui.px(12));
}

// Draws the work in the background, with buttons that cancel it or finish it at once.
void draw_background(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  if (s.building) {
    progress_bar(Text("building {:.0f} %", s.build_progress * 100), s.build_progress, ui.px(155),
                 ImGui::GetTextLineHeight() + ui.px(2));
    ui.mark("status.build");
    ImGui::SameLine(0, ui.px(12));
  }
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(5), 0});
  for (int place = kFirstPlace; place <= kLastPlace; ++place) {
    for (const FeaturePanel& panel : feature_panels()) {
      if (panel.place != place || panel.work == nullptr) continue;
      if (const std::optional<StatusBarWork> work = panel.work(lab)) draw_work(ui, *work);
    }
  }
}

// Draws what concerns the user now, up to `limit`: the cell under the pointer, and the last message; without one, why
// there is no path, or what one can do.
void draw_left_part(Ui& ui, const Lab& lab, float limit) {
  const LabState& s = lab.state();
  const float start = ImGui::GetCursorScreenPos().x;
  const Text cell = hover_text(lab);
  const bool hovered = !cell.view().empty();
  if (hovered) {
    draw_text(cell);
    ui.mark("status.cell");
    ImGui::SameLine(0, ui.px(18));
  }
  const auto [of_page, shorter] = page_hint(lab);
  if (!s.messages.empty()) {
    const Message& message = s.messages.back();
    return draw_message(ui, message.kind, message.text, "status.message", limit);
  }
  if (of_page.empty() && (!s.query_note.empty() || !s.has_query)) {
    const Text text = query_text(ui, s);
    const bool asks = !s.has_query;
    // Another tool than that which selects has a hint of its own. A card or a lesson without a search needs no start
    // and goal.
    if (!asks || (s.tool == Tool::kSelect && !open_text(lab))) {
      return draw_message(ui, asks ? MessageKind::kInfo : MessageKind::kWarning, text, "status.query", limit);
    }
  }
  if (hovered || !s.tool_hints) return;
  // In a lesson or a prediction a click may mean something else than the hint says.
  const bool told = s.tool == Tool::kSelect && is_guided(lab);
  if (!of_page.empty()) {
    draw_dim(start + text_width(of_page) > limit ? shorter : of_page);
  } else if (!told) {
    draw_hint(ui, s.tool, start, limit);
  }
}

}  // namespace

void draw_status(Ui& ui, const Lab& lab, const Box& box) {
  ImGui::SetCursorPosY((box.height - ImGui::GetTextLineHeight()) / 2);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  // The right part is measured first, to know how much room is left for the text.
  int words = 2;
  float map_width = 0, background = 0, notice = 0, limit = 0;
  {
    const FontScope small(ui.fonts().small);
    background = background_width(ui, lab);
    for (;; --words) {
      map_width = text_width(map_text(lab, words));
      limit = box.width - map_width - background - ui.px(28);
      if (words == 0 || limit >= ui.px(220)) break;
    }
    notice = notice_width(ui, lab, std::max(limit - ui.px(220), limit / 2));
    limit -= notice;
  }
  ImGui::PushClipRect(start, {limit, start.y + box.height}, true);
  draw_left_part(ui, lab, limit);
  ImGui::PopClipRect();
  const FontScope small(ui.fonts().small);
  const float map_left = box.width - map_width - ui.px(10), notice_left = map_left - notice;
  ImGui::SetCursorScreenPos({notice_left - background, start.y + ui.px(1)});
  draw_background(ui, lab);
  // Work that begins or ends does not move the buttons of the notice.
  ImGui::SetCursorScreenPos({notice_left, start.y + ui.px(1)});
  draw_notice(ui, lab, notice);
  if (words == 0) return;
  ImGui::SetCursorScreenPos({map_left, start.y + ui.px(1)});
  draw_dim(map_text(lab, words));
  ui.mark("status.map");
}

}  // namespace strata
