#include "app/ui/panel_search.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/keys.hpp"

namespace strata {
namespace {

// Puts the caret behind what was completed.
int caret_to_end(ImGuiInputTextCallbackData* data) {
  bool& wanted = *static_cast<bool*>(data->UserData);
  if (!wanted) return 0;
  wanted = false;
  data->CursorPos = data->SelectionStart = data->SelectionEnd = data->BufTextLen;
  return 0;
}

}  // namespace

void CommandSearch::move(Ui& ui, int count, bool& scroll) {
  for (const int key : ui.keys_pressed()) {
    if (key == key::kDown) ++selected_, scroll = true;
    if (key == key::kUp) --selected_, scroll = true;
    if (key == key::kPageDown) selected_ += 8, scroll = true;
    if (key == key::kPageUp) selected_ -= 8, scroll = true;
  }
  selected_ = std::clamp(selected_, 0, std::max(count - 1, 0));
}

int CommandSearch::draw_hits(Ui& ui, const std::string& typed, int count, bool runnable, bool scroll) {
  const int extra = runnable ? 1 : 0;
  int clicked = -1;
  ImGui::BeginChild("hits", {0, -ImGui::GetTextLineHeightWithSpacing()}, false, ImGuiWindowFlags_NoNav);
  char name[40];
  for (int i = 0; i < count; ++i) {
    ImGui::PushID(i);
    const bool as_typed = i < extra;
    const Offer* offer = as_typed ? nullptr : &offers_[hits_[static_cast<size_t>(i - extra)]];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    if (ImGui::Selectable("##hit", i == selected_)) clicked = i;
    std::snprintf(name, sizeof name, "search.hit.%d", i);
    ui.dump().mark(name);
    if (scroll && i == selected_) ImGui::SetScrollHereY();
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (as_typed) {
      list->AddText({at.x + ui.px(4), at.y}, to_u32(theme().accent), ("Run: " + typed).c_str());
    } else {
      list->PushClipRect(at, {at.x + room - ui.px(110), at.y + ImGui::GetTextLineHeight() + ui.px(4)}, true);
      list->AddText({at.x + ui.px(4), at.y}, to_u32(offer->complete ? theme().text : theme().text_dim),
                    offer->title.c_str());
      list->PopClipRect();
      const char* right = offer->keys.empty() ? offer->lines.front().c_str() : offer->keys.c_str();
      ImGui::PushFont(ui.fonts().small);
      const float width = ImGui::CalcTextSize(right).x;
      if (offer->lines.front().size() < 24 || !offer->keys.empty()) {
        list->AddText({at.x + room - width - ui.px(6), at.y + ui.px(1)},
                      to_u32(offer->keys.empty() ? theme().text_dim : theme().accent), right);
      }
      ImGui::PopFont();
      if (ImGui::IsItemHovered() && !offer->help.empty()) ImGui::SetTooltip("%s", offer->help.c_str());
    }
    ImGui::PopID();
  }
  ImGui::EndChild();
  return clicked;
}

void CommandSearch::draw(Ui& ui, const Lab& lab, const MenuContext& context, const DialogFrame& frame) {
  if (frame.appearing) {
    text_[0] = 0;
    selected_ = 0;
    reason_.clear();
    offers_ = command_offers(lab, context);
  }
  ImGui::SetNextItemWidth(-1);
  if (frame.appearing || !ImGui::IsAnyItemActive()) ImGui::SetKeyboardFocusHere();
  ImGui::InputTextWithHint("##search", "Words, or a whole command such as: query.start 3 7", text_.data(), text_.size(),
                           ImGuiInputTextFlags_CallbackAlways, caret_to_end, &caret_to_end_);
  ui.dump().mark("search.text");
  const std::string typed = text_.data();
  if (typed != reason_for_) reason_.clear();
  // A whole command with arguments runs as typed.
  const bool runnable = is_runnable(typed);
  hits_ = find_offers(offers_, typed);
  const int extra = runnable ? 1 : 0;
  const int count = static_cast<int>(hits_.size()) + extra;
  bool scroll = false;
  move(ui, count, scroll);
  const bool entered = ui.enter_pressed() && !frame.appearing;
  int chosen = entered && count > 0 ? selected_ : -1;
  const int clicked = draw_hits(ui, typed, count, runnable, scroll);
  if (clicked >= 0) chosen = clicked;
  ImGui::PushFont(ui.fonts().small);
  if (reason_.empty()) {
    text_dim("%d commands. Up and Down choose, Enter runs, Esc closes.", count);
  } else {
    ImGui::TextColored(theme().warn, "%s", reason_.c_str());
    ui.dump().mark("search.reason");
  }
  ImGui::PopFont();
  if (chosen >= 0) choose(ui, chosen, runnable, typed);
  if (entered && count == 0) {
    reason_ = search_reason(typed, nullptr);
    reason_for_ = typed;
  }
}

void CommandSearch::choose(Ui& ui, int chosen, bool runnable, const std::string& typed) {
  if (runnable && chosen == 0) {
    ui.run("ui.show search off");
    ui.run(typed);
    return;
  }
  const Offer& offer = offers_[hits_[static_cast<size_t>(chosen - (runnable ? 1 : 0))]];
  if (offer.complete) {
    ui.run("ui.show search off");
    for (const std::string& line : offer.lines) ui.run(line);
    return;
  }
  // The name goes into the line, unless it is there already; the arguments follow.
  const std::string& name = offer.lines.front();
  if (!typed.starts_with(name + " ")) {
    std::snprintf(text_.data(), text_.size(), "%s ", name.c_str());
    selected_ = 0;
  }
  caret_to_end_ = true;
  reason_for_ = text_.data();
  reason_ = search_reason(reason_for_, &offer);
}

void HelpDialog::draw(Ui& ui, DialogFrame& frame) {
  ImGui::SetNextItemWidth(ui.px(260));
  if (frame.appearing) filter_[0] = 0;
  ImGui::InputTextWithHint("##filter", "Filter", filter_.data(), filter_.size());
  ui.dump().mark("help.filter");
  const std::string words = lower(filter_.data());
  ImGui::BeginChild("keys", {0, -ImGui::GetFrameHeightWithSpacing() - ui.px(4)});
  static constexpr const char* kMouse[][2] = {
      {"Wheel", "Zoom at the pointer"},
      {"Middle drag, Space+drag", "Pan"},
      {"Drag S or G", "Move start or goal; every planner searches anew while you drag"},
      {"Drag a landmark", "Move it; distances follow in the background"},
      {"Click (arrow tool)", "Inspect the cell, or the arc of a hierarchy under the pointer"},
      {"Click (graph tool)", "A node; drag from node to node: an edge; drag a node elsewhere: move it"},
      {"Right click (graph tool)", "Remove the node or edge; so does the eraser"},
      {"Drag (brush)", "Paint with the selected terrain"},
      {"Alt+drag (brush)", "Erase: paint ground, as the eraser does"},
      {"Shift+click (brush)", "A line from the last cell painted"},
      {"Ctrl+wheel (brush)", "Brush size"},
      {"Right click", "Take the terrain of the cell"},
      {"Drag on the timeline", "Scrub through the search; a click on its legend goes to a phase"},
      {"F10, Alt+letter", "Open a menu; arrow keys move, Enter chooses"},
      {"Click on a line of code", "Set a breakpoint"},
      {"Drop a file", "Open it"},
      {"Esc", "Cancel; close the topmost dialog; never quits"},
  };
  const int columns = ImGui::GetContentRegionAvail().x > ui.px(600) ? 4 : 2;
  if (ImGui::BeginTable("keys", columns, ImGuiTableFlags_RowBg)) {
    for (int i = 0; i < columns; ++i) {
      ImGui::TableSetupColumn("", i % 2 == 0 ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch);
    }
    const auto entry = [&](std::string_view keys, std::string_view title) {
      if (!matches(lower(std::string(keys) + " " + std::string(title)), words)) return;
      ImGui::TableNextColumn();
      ImGui::PushStyleColor(ImGuiCol_Text, theme().accent);
      ImGui::TextUnformatted(keys.data(), keys.data() + keys.size());
      ImGui::PopStyleColor();
      ImGui::TableNextColumn();
      ImGui::PushTextWrapPos(0);
      ImGui::TextUnformatted(title.data(), title.data() + title.size());
      ImGui::PopTextWrapPos();
    };
    for (const auto& line : kMouse) entry(line[0], line[1]);
    for (const Shortcut& shortcut : shortcuts()) entry(shortcut.keys, shortcut.title);
    ImGui::EndTable();
  }
  ImGui::EndChild();
  if (frame.button(ui, "Close", "help.close", true)) ui.run("ui.show help off");
}

}  // namespace strata
