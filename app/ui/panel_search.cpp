// The command search (every command and shortcut, by words) and the list of keys.

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/theme.hpp"

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

void Gui::draw_command_search() {
  if (modal_appearing_) {
    search_text_[0] = 0;
    search_selected_ = 0;
    search_reason_.clear();
    offers_ = command_offers(lab_, menu_context());
  }
  ImGui::SetNextItemWidth(-1);
  if (modal_appearing_ || !ImGui::IsAnyItemActive()) ImGui::SetKeyboardFocusHere();
  ImGui::InputTextWithHint("##search", "Words, or a whole command such as: query.start 3 7", search_text_.data(),
                           search_text_.size(), ImGuiInputTextFlags_CallbackAlways, caret_to_end, &caret_to_end_);
  dump_.mark("search.text");
  const std::string typed = search_text_.data();
  if (typed != search_reason_for_) search_reason_.clear();
  // A whole command with arguments runs as typed.
  const bool runnable = is_runnable(typed);
  search_hits_ = find_offers(offers_, typed);
  const int extra = runnable ? 1 : 0;
  const int count = static_cast<int>(search_hits_.size()) + extra;
  bool scroll = false;
  for (const int key : keys_) {
    if (key == GLFW_KEY_DOWN) ++search_selected_, scroll = true;
    if (key == GLFW_KEY_UP) --search_selected_, scroll = true;
    if (key == GLFW_KEY_PAGE_DOWN) search_selected_ += 8, scroll = true;
    if (key == GLFW_KEY_PAGE_UP) search_selected_ -= 8, scroll = true;
  }
  search_selected_ = std::clamp(search_selected_, 0, std::max(count - 1, 0));
  const bool entered = enter_pressed_ && !modal_appearing_;
  int chosen = entered && count > 0 ? search_selected_ : -1;
  ImGui::BeginChild("hits", {0, -ImGui::GetTextLineHeightWithSpacing()}, false, ImGuiWindowFlags_NoNav);
  char name[40];
  for (int i = 0; i < count; ++i) {
    ImGui::PushID(i);
    const bool as_typed = i < extra;
    const Offer* offer = as_typed ? nullptr : &offers_[search_hits_[static_cast<size_t>(i - extra)]];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    if (ImGui::Selectable("##hit", i == search_selected_)) chosen = i;
    std::snprintf(name, sizeof name, "search.hit.%d", i);
    dump_.mark(name);
    if (scroll && i == search_selected_) ImGui::SetScrollHereY();
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (as_typed) {
      list->AddText({at.x + px(4), at.y}, to_u32(theme().accent), ("Run: " + typed).c_str());
    } else {
      list->PushClipRect(at, {at.x + room - px(110), at.y + ImGui::GetTextLineHeight() + px(4)}, true);
      list->AddText({at.x + px(4), at.y}, to_u32(offer->complete ? theme().text : theme().text_dim),
                    offer->title.c_str());
      list->PopClipRect();
      const char* right = offer->keys.empty() ? offer->lines.front().c_str() : offer->keys.c_str();
      ImGui::PushFont(fonts_->small);
      const float width = ImGui::CalcTextSize(right).x;
      if (offer->lines.front().size() < 24 || !offer->keys.empty()) {
        list->AddText({at.x + room - width - px(6), at.y + px(1)},
                      to_u32(offer->keys.empty() ? theme().text_dim : theme().accent), right);
      }
      ImGui::PopFont();
      if (ImGui::IsItemHovered() && !offer->help.empty()) ImGui::SetTooltip("%s", offer->help.c_str());
    }
    ImGui::PopID();
  }
  ImGui::EndChild();
  ImGui::PushFont(fonts_->small);
  if (search_reason_.empty()) {
    text_dim("%d commands. Up and Down choose, Enter runs, Esc closes.", count);
  } else {
    ImGui::TextColored(theme().warn, "%s", search_reason_.c_str());
    dump_.mark("search.reason");
  }
  ImGui::PopFont();
  if (chosen >= 0) choose_offer(chosen, runnable, typed);
  if (entered && count == 0) {
    search_reason_ = search_reason(typed, nullptr);
    search_reason_for_ = typed;
  }
}

void Gui::choose_offer(int chosen, bool runnable, const std::string& typed) {
  if (runnable && chosen == 0) {
    run("ui.show search off");
    run(typed);
    return;
  }
  const Offer& offer = offers_[search_hits_[static_cast<size_t>(chosen - (runnable ? 1 : 0))]];
  if (offer.complete) {
    run("ui.show search off");
    for (const std::string& line : offer.lines) run(line);
    return;
  }
  // The name goes into the line, unless it is there already; the arguments follow.
  const std::string& name = offer.lines.front();
  if (!typed.starts_with(name + " ")) {
    std::snprintf(search_text_.data(), search_text_.size(), "%s ", name.c_str());
    search_selected_ = 0;
  }
  caret_to_end_ = true;
  search_reason_for_ = search_text_.data();
  search_reason_ = search_reason(search_reason_for_, &offer);
}

void Gui::draw_help() {
  ImGui::SetNextItemWidth(px(260));
  if (modal_appearing_) help_filter_[0] = 0;
  ImGui::InputTextWithHint("##filter", "Filter", help_filter_.data(), help_filter_.size());
  dump_.mark("help.filter");
  const std::string words = lower(help_filter_.data());
  ImGui::BeginChild("keys", {0, -ImGui::GetFrameHeightWithSpacing() - px(4)});
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
  const int columns = ImGui::GetContentRegionAvail().x > px(600) ? 4 : 2;
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
  if (modal_button("Close", "help.close", true)) run("ui.show help off");
}

}  // namespace strata
