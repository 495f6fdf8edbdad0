// The command search (every command and shortcut, by words) and the list of keys.

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>

#include "app/panels.hpp"
#include "app/theme.hpp"
#include "app/widgets.hpp"

namespace strata {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

// All words of the search text occur.
bool matches(const std::string& haystack, std::string_view words) {
  size_t begin = 0;
  while (begin < words.size()) {
    const size_t end = std::min(words.find(' ', begin), words.size());
    if (end > begin && haystack.find(words.substr(begin, end - begin)) == haystack.npos) return false;
    begin = end + 1;
  }
  return true;
}

// What the list offers: first whole command lines with their keys, then commands that still need arguments.
struct Offer {
  std::string line;  // to run, or to complete
  std::string title;
  std::string keys;
  std::string help;
  bool complete = true;
};

const std::vector<Offer>& offers() {
  static const std::vector<Offer> all = [] {
    std::vector<Offer> list;
    const auto has_line = [&list](std::string_view line) {
      return std::any_of(list.begin(), list.end(), [line](const Offer& offer) { return offer.line == line; });
    };
    for (const Shortcut& shortcut : shortcuts()) {
      if (has_line(shortcut.line)) continue;
      const std::string_view name = shortcut.line.substr(0, shortcut.line.find(' '));
      const CommandInfo* info = command_named(name);
      list.push_back({std::string(shortcut.line), std::string(shortcut.title), std::string(shortcut.keys),
                      info ? std::string(info->help) : "", true});
    }
    for (const char* window : {"new", "generate", "export", "about"}) {
      const std::string line = std::string("ui.show ") + window + " on";
      if (!has_line(line)) list.push_back({line, std::string("Open window: ") + window, "", "", true});
    }
    for (const CommandInfo& info : commands()) {
      if (info.min_args == 0) {
        if (!has_line(info.name)) {
          list.push_back({std::string(info.name), std::string(info.title), "", std::string(info.help), true});
        }
      } else {
        list.push_back({std::string(info.name), std::string(info.title) + "  " + std::string(info.usage), "",
                        std::string(info.help), false});
      }
    }
    return list;
  }();
  return all;
}

}  // namespace

void Gui::draw_command_search() {
  if (modal_appearing_) {
    search_text_[0] = 0;
    search_selected_ = 0;
  }
  ImGui::SetNextItemWidth(-1);
  if (modal_appearing_ || !ImGui::IsAnyItemActive()) ImGui::SetKeyboardFocusHere();
  ImGui::InputTextWithHint("##search", "Words, or a whole command such as: query.start 3 7", search_text_.data(),
                           search_text_.size());
  dump_.mark("search.text");
  const std::string typed = search_text_.data();
  const std::string words = lower(typed);
  // A whole command with arguments runs as typed.
  const auto parsed = parse_command(typed);
  const bool runnable = parsed.ok() && !parsed.value().name.empty() && check_command(parsed.value()).ok();
  search_hits_.clear();
  const auto& all = offers();
  const std::string first_word = words.substr(0, words.find(' '));
  for (size_t i = 0; i < all.size(); ++i) {
    const Offer& offer = all[i];
    const std::string text = lower(offer.title + " " + offer.line + " " + offer.help);
    if (matches(text, words) || (!offer.complete && offer.line == first_word)) {
      search_hits_.push_back(static_cast<int>(i));
    }
  }
  // Titles that begin with the words come first.
  std::stable_sort(search_hits_.begin(), search_hits_.end(), [&](int a, int b) {
    const auto rank = [&](int i) {
      const std::string title = lower(all[static_cast<size_t>(i)].title);
      return title.starts_with(words) ? 0 : (title.find(words) != title.npos ? 1 : 2);
    };
    return rank(a) < rank(b);
  });
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
  int chosen = enter_pressed_ && !modal_appearing_ && count > 0 ? search_selected_ : -1;
  ImGui::BeginChild("hits", {0, -ImGui::GetTextLineHeightWithSpacing()}, false, ImGuiWindowFlags_NoNav);
  char name[40];
  for (int i = 0; i < count; ++i) {
    ImGui::PushID(i);
    const bool as_typed = i < extra;
    const Offer* offer = as_typed ? nullptr : &all[static_cast<size_t>(search_hits_[static_cast<size_t>(i - extra)])];
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
      const char* right = offer->keys.empty() ? offer->line.c_str() : offer->keys.c_str();
      ImGui::PushFont(fonts_->small);
      const float width = ImGui::CalcTextSize(right).x;
      if (offer->line.size() < 24 || !offer->keys.empty()) {
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
  text_dim("%d commands. Up and Down choose, Enter runs, Esc closes.", count);
  ImGui::PopFont();
  if (chosen < 0) return;
  if (chosen < extra) {
    run("ui.show search off");
    run(typed);
    return;
  }
  const Offer& offer = all[static_cast<size_t>(search_hits_[static_cast<size_t>(chosen - extra)])];
  if (offer.complete) {
    run("ui.show search off");
    run(offer.line);
  } else {
    // The name goes into the line; the arguments follow.
    std::snprintf(search_text_.data(), search_text_.size(), "%s ", offer.line.c_str());
    search_selected_ = 0;
  }
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
