#include "app/ui/panel_search.hpp"

#include <imgui.h>

#include <algorithm>

#include "app/base/key_chords.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
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
  for (int i = 0; i < count; ++i) {
    const IdScope id(i);
    const bool as_typed = i < extra;
    const CommandSuggestion* offer = as_typed ? nullptr : &offers()[hits_[static_cast<size_t>(i - extra)]];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    if (ImGui::Selectable("##hit", i == selected_)) clicked = i;
    ui.mark("search.hit.{}", i);
    if (scroll && i == selected_) ImGui::SetScrollHereY();
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (as_typed) {
      list->AddText({at.x + ui.px(4), at.y}, to_u32(theme().accent), ("Run: " + typed).c_str());
    } else {
      list->PushClipRect(at, {at.x + room - ui.px(110), at.y + ImGui::GetTextLineHeight() + ui.px(4)}, true);
      list->AddText({at.x + ui.px(4), at.y},
                    to_u32(offer->complete && offer->why_not.empty() ? theme().text : theme().text_dim),
                    offer->title.c_str());
      list->PopClipRect();
      // If the command cannot be given now, the reason stands in place of its keys.
      if (!offer->why_not.empty()) {
        const float title = text_width(offer->title);
        add_text(list, ui.fonts().small, {at.x + title + ui.px(16), at.y + ui.px(1)}, to_u32(theme().warn),
                 Text("not now: {}", offer->why_not));
        if (ImGui::IsItemHovered()) tooltip_why_not(ui, offer->title, offer->why_not);
        continue;
      }
      ImGui::PushFont(ui.fonts().small);
      list->AddText({at.x + room - text_width(offer->keys) - ui.px(6), at.y + ui.px(1)}, to_u32(theme().accent),
                    offer->keys.c_str());
      ImGui::PopFont();
      if (ImGui::IsItemHovered() && !offer->help.empty()) ImGui::SetTooltip("%s", offer->help.c_str());
    }
  }
  ImGui::EndChild();
  return clicked;
}

void CommandSearch::draw(Ui& ui, const Lab& lab, const MenuContext& context, DialogFrame& frame) {
  if (frame.fresh) {
    text_[0] = 0;
    selected_ = 0;
    reason_.clear();
    by_title_ = command_suggestions(lab, context);
    by_name_ = command_line_suggestions();
  }
  if (form_.open()) {
    form_.draw(ui, frame);
    return;
  }
  ImGui::SetNextItemWidth(-1);
  if (frame.appearing || !ImGui::IsAnyItemActive()) ImGui::SetKeyboardFocusHere();
  ImGui::InputTextWithHint("##search", "Words; behind > a command line, such as >query.start 3 7", text_.data(),
                           text_.size());
  ui.mark("search.text");
  frame.draw_problem(ui);
  const std::optional<std::string> line = typed_line(text_.data());
  by_names_ = line.has_value();
  const std::string typed = line.value_or(text_.data());
  if (typed != reason_for_) reason_.clear();
  // If the typed text is a complete command line, Enter runs it as it is.
  const bool runnable = by_names_ && is_runnable(typed);
  hits_ = find_suggestions(offers(), typed);
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
    print_dim("{}. Up and Down choose, Enter runs, Esc closes.", counted(static_cast<size_t>(count), "command"));
  } else {
    draw_text(theme().warn, reason_);
    ui.mark("search.reason");
  }
  ImGui::PopFont();
  if (chosen >= 0) choose(ui, chosen, runnable, typed);
  if (entered && count == 0) {
    reason_ = search_reason(typed);
    reason_for_ = typed;
  }
}

void CommandSearch::choose(Ui& ui, int chosen, bool runnable, const std::string& typed) {
  if (runnable && chosen == 0) {
    ui.run_for("search", typed);
    return;
  }
  const CommandSuggestion& offer = offers()[hits_[static_cast<size_t>(chosen - (runnable ? 1 : 0))]];
  if (offer.complete) {
    for (size_t i = 0; i + 1 < offer.lines.size(); ++i) ui.run(offer.lines[i]);
    ui.run_for("search", offer.lines.back());
    return;
  }
  // A form asks for the arguments of the command. It begins with those that were typed.
  const CommandInfo* info = command_named(offer.lines.front());
  const Result<Command> command = parse_command(typed);
  if (info == nullptr) return;
  const bool named = command.ok() && command.value().name == info->name;
  form_.begin(*info, named ? command.value().args : std::vector<std::string>{});
}

}  // namespace strata
