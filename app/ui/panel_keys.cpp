#include "app/ui/panel_keys.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string_view>

#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

constexpr const char* kMouse[][2] = {
    {"Wheel", "Zoom at the pointer"},
    {"Middle drag, Space+drag", "Pan"},
    {"Drag S or G", "Move start or goal; every planner searches again while you drag"},
    {"Click (arrow tool)", "Inspect the cell, or the arc of a hierarchy under the pointer"},
    {"Right click (arrow tool)", "Menu of the cell: start, goal, inspect, agents here"},
    {"Drag on the timeline", "Scrub through the search; a click on its legend goes to a phase"},
    {"Click on a line of code", "Set a breakpoint"},
    {"Drop files", "Open a file, or a map with its scenario or drawn graph; a script is run"},
    {"F10, Alt+letter", "Open a menu; arrow keys move, Enter chooses"},
    {"Esc", "Cancel; close the topmost dialog; from a panel back to the map; never quits"},
    {"PageDown, PageUp (presentation)", "Next step, step before, as presenters send them"},
    {"Drag (start and goal tool)", "From the start to the goal; right click: goal"},
    {"Drag (brush)", "Paint with the selected terrain"},
    {"Alt+drag (brush)", "Erase: paint ground, as the eraser does"},
    {"Shift+click (brush)", "A line from the last cell painted"},
    {"Ctrl+wheel (brush)", "Brush size"},
    {"Right click (paint tools)", "Take the terrain of the cell"},
    {"Drag (weight tool)", "Set, raise or lower what cells cost; Alt: back to the weight of the terrain"},
    {"Drag a landmark", "Move it; distances follow in the background"},
    {"Click (graph tool)", "A node; drag from node to node: an edge; drag a node elsewhere: move it"},
    {"Right click (graph tool)", "Remove the node or edge; so does the eraser"},
};
constexpr int kOtherKeys = 3;       // the last group of keys; the mouse is listed before it
constexpr size_t kMaxKeyless = 60;  // maximum number of commands without keys in the list

// Returns the place of a line in the list: stepping comes first, then views, then panels and places, then all else.
int group_of(std::string_view line) {
  constexpr std::string_view kPlaces[] = {"ui.panel", "ui.place", "ui.focus", "ui.presentation"};
  if (line.starts_with("step.")) return 0;
  if (line.starts_with("view.")) return 1;
  return std::ranges::any_of(kPlaces, [&](std::string_view begin) { return line.starts_with(begin); }) ? 2 : kOtherKeys;
}

std::vector<KeyChord> chords_of_line(const KeyTable& keys, const std::string& line) {
  std::vector<KeyChord> chords;
  for (const KeyBindingRow& row : key_rows(keys.changes())) {
    const auto chord = row.line == line ? parse_chord(row.keys) : std::nullopt;
    if (chord) chords.push_back(*chord);
  }
  return chords;
}

}  // namespace

void KeysDialog::take(Ui& ui, const KeyChord& chord) {
  const std::string keys = chord_text(chord);
  if (chord == KeyChord{key::kEscape, 0}) {
    waiting_ = false;
    said_.clear();
    return;
  }
  // This is a modifier, or a key without a name. The key that counts follows.
  if (keys.empty()) return;
  waiting_ = false;
  refused_ = false;
  if (chord == KeyChord{key::kBackspace, 0}) {
    if (!chosen_.keys.empty()) ui.run(format_command({"key.unbind", {chosen_.keys}}));
    said_ = fmt::format("{}: {}", chosen_.title, chosen_.keys.empty() ? "has no key" : chosen_.keys + " is taken away");
    return;
  }
  // The new key replaces the key of the row. The other keys of the command stay.
  std::vector<KeyChord> chords = chords_of_line(ui.keys(), chosen_.line);
  const auto old =
      std::find_if(chords.begin(), chords.end(), [&](const KeyChord& one) { return chord_text(one) == chosen_.keys; });
  if (old != chords.end()) {
    *old = chord;
  } else {
    chords.push_back(chord);
  }
  KeyBindingChanges changes = ui.keys().changes();
  const auto taken = bind_keys(changes, chords_text(chords), chosen_.line);
  refused_ = !taken.ok();
  if (refused_) {
    said_ = taken.error().message();
    return;
  }
  said_ = fmt::format("{}: {}", keys, chosen_.title);
  for (const UnboundKey& one : taken.value()) said_ += fmt::format("; taken from '{}'", one.title);
  ui.run(format_command({"key.bind", {chords_text(chords), chosen_.line}}));
}

void KeysDialog::draw_row(Ui& ui, const KeyBindingRow& row) {
  const bool asked = waiting_ && chosen_.line == row.line && chosen_.keys == row.keys;
  const char* text = asked ? "Press a key ..." : row.keys.empty() ? "none" : row.keys.c_str();
  ImGui::TableNextColumn();
  const ImVec4& color = asked ? theme().warn : row.keys.empty() ? theme().text_dim : theme().accent;
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::PushID((row.line + "\n" + row.keys).c_str());
  if (ImGui::Selectable(text, asked)) {
    waiting_ = true;
    chosen_ = row;
    said_.clear();
    // The key must go to the row, and not to the field for the filter.
    imgui::release_keyboard();
  }
  ImGui::PopID();
  ImGui::PopStyleColor();
  ui.mark("key.{}.{}", row.line, row.keys.empty() ? "none" : row.keys);
  ImGui::TableNextColumn();
  ImGui::PushTextWrapPos(0);
  draw_text(row.title);
  if (row.changed) {
    ImGui::SameLine(0, ui.px(6));
    draw_dim("(changed)");
  }
  ImGui::PopTextWrapPos();
}

void KeysDialog::draw_rows(Ui& ui) {
  const std::string words = lower(filter_.data());
  const int columns = ImGui::GetContentRegionAvail().x > ui.px(600) ? 4 : 2;
  if (!ImGui::BeginTable("keys", columns, ImGuiTableFlags_RowBg)) return;
  for (int i = 0; i < columns; ++i) {
    ImGui::TableSetupColumn("", i % 2 == 0 ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch,
                            i % 2 == 0 ? ui.px(118) : 1);
  }
  const auto wanted = [&](std::string_view keys, std::string_view title, std::string_view line) {
    return matches(lower(fmt::format("{} {} {}", keys, title, line)), words);
  };
  std::vector<KeyBindingRow> rows = key_rows(ui.keys().changes());
  std::ranges::stable_sort(rows, {}, [](const KeyBindingRow& row) { return group_of(row.line); });
  const auto others = std::ranges::find(rows, kOtherKeys, [](const KeyBindingRow& row) { return group_of(row.line); });
  const auto draw_wanted = [&](auto begin, auto end) {
    for (auto row = begin; row != end; ++row) {
      if (wanted(row->keys, row->title, row->line)) draw_row(ui, *row);
    }
  };
  draw_wanted(rows.begin(), others);
  for (const auto& line : kMouse) {
    if (!wanted(line[0], line[1], {})) continue;
    ImGui::TableNextColumn();
    ImGui::PushTextWrapPos(0);
    draw_text(line[0]);
    ImGui::TableNextColumn();
    draw_text(line[1]);
    ImGui::PopTextWrapPos();
  }
  draw_wanted(others, rows.end());
  // When words are typed, commands without keys are listed, too.
  size_t keyless = 0;
  for (const CommandSuggestion& offer : offers_) {
    if (words.empty() || !offer.complete || offer.lines.size() != 1 || keyless == kMaxKeyless) continue;
    const std::string& line = offer.lines.front();
    const bool there =
        std::any_of(rows.begin(), rows.end(), [&](const KeyBindingRow& row) { return row.line == line; });
    if (there || !wanted({}, offer.title, line)) continue;
    draw_row(ui, {{}, line, offer.title});
    ++keyless;
  }
  ImGui::EndTable();
}

// Draws what the last key has done, or what to do.
void KeysDialog::draw_outcome(Ui& ui) {
  ImGui::PushFont(ui.fonts().small);
  if (waiting_) {
    print_in(theme().warn, "Press the new key for '{}'. Backspace takes the key away, Esc leaves it.", chosen_.title);
    ui.mark("keys.waits");
  } else if (!said_.empty()) {
    text_colored_wrapped(refused_ ? theme().bad : theme().accent, said_);
    ui.mark(refused_ ? "keys.refused" : "keys.said");
  } else {
    text_colored_wrapped(theme().text_dim,
                         "A click on a key changes it. The search finds commands that have none, too.");
  }
  ImGui::PopFont();
}

void KeysDialog::draw_foot(Ui& ui, DialogFrame& frame) {
  const float buttons = ImGui::GetContentRegionMax().y - ImGui::GetFrameHeight();
  draw_outcome(ui);
  // The buttons stand at a fixed place, whatever the height of the text above.
  ImGui::SetCursorPosY(buttons);
  if (frame.button(ui, "Close", "help.close", !waiting_)) ui.run("ui.show help off");
  ImGui::SameLine();
  const DisabledScope disabled(ui, !ui.keys().changes().empty(), "no key has been changed");
  if (frame.button(ui, "Reset all", "keys.reset", false)) {
    waiting_ = refused_ = false;
    said_ = "All keys are the usual ones again";
    ui.run("key.reset");
  }
}

void KeysDialog::draw_list(Ui& ui, const Lab& lab, const MenuContext& context, bool appearing, float foot) {
  if (appearing) {
    filter_[0] = 0;
    waiting_ = refused_ = false;
    said_.clear();
    offers_ = command_suggestions(lab, context);
  }
  ImGui::SetNextItemWidth(ui.px(260));
  ImGui::InputTextWithHint("##filter", "Search keys and commands", filter_.data(), filter_.size());
  if (ImGui::IsItemActive()) waiting_ = false;
  ui.mark("help.filter");
  ImGui::BeginChild("keys", {0, -foot});
  draw_rows(ui);
  ImGui::EndChild();
}

void KeysDialog::draw(Ui& ui, const Lab& lab, const MenuContext& context, DialogFrame& frame) {
  draw_list(ui, lab, context, frame.appearing,
            ImGui::GetFrameHeightWithSpacing() + ImGui::GetTextLineHeightWithSpacing() * 1.7f);
  draw_foot(ui, frame);
}

void KeysDialog::draw_page(Ui& ui, const Lab& lab, const MenuContext& context, bool appearing) {
  draw_list(ui, lab, context, appearing, ImGui::GetTextLineHeightWithSpacing() * 2.2f);
  draw_outcome(ui);
}

}  // namespace strata
