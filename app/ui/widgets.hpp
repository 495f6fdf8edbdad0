// Purpose: These functions are small building blocks that the panels share.
// Units: Sizes in window pixels unless said.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <concepts>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "app/base/palette.hpp"
#include "app/ui/panel_layout.hpp"
#include "app/ui/ui.hpp"
#include "core/grid/cell.hpp"
#include "core/grid/move_grid.hpp"
#include "core/world/planners.hpp"

// Formats cells in texts and commands: "12,7".
template <>
struct fmt::formatter<strata::Cell> {
  constexpr auto parse(format_parse_context& context) const { return context.begin(); }
  template <class Context>
  auto format(const strata::Cell& cell, Context& context) const {
    return fmt::format_to(context.out(), "{},{}", cell.x, cell.y);
  }
};

namespace strata {

class Lab;
struct Setting;

// --- Scopes: each pops at the end of its block what it has pushed.

template <void (*kEnd)()>
struct Scope {
  Scope() = default;
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
  ~Scope() { kEnd(); }
};
inline void pop_color() { ImGui::PopStyleColor(); }
inline void pop_style() { ImGui::PopStyleVar(); }
struct FontScope : Scope<ImGui::PopFont> {
  explicit FontScope(ImFont* font) { ImGui::PushFont(font); }
};
struct IdScope : Scope<ImGui::PopID> {
  explicit IdScope(const char* id) { ImGui::PushID(id); }
  explicit IdScope(int id) { ImGui::PushID(id); }
};
struct ColorScope : Scope<pop_color> {
  ColorScope(ImGuiCol what, const ImVec4& color) { ImGui::PushStyleColor(what, color); }
};
struct StyleScope : Scope<pop_style> {
  StyleScope(ImGuiStyleVar what, const ImVec2& size) { ImGui::PushStyleVar(what, size); }
  StyleScope(ImGuiStyleVar what, float size) { ImGui::PushStyleVar(what, size); }
};
// Scope of items that cannot be used now, for the reason that is given; an empty reason changes nothing. The tooltips
// of the items say the reason; if the scope has drawn no tooltip, it draws one for its last item. Nothing else disables
// items (tests/disabled.py), so none is disabled without a reason. The text must outlive the scope.
class DisabledScope {
 public:
  DisabledScope(Ui& ui, std::string_view why_not);
  DisabledScope(Ui& ui, bool possible, std::string_view why_not)
      : DisabledScope(ui, possible ? std::string_view() : why_not) {}
  // The reason has to live as long as the scope.
  template <std::same_as<std::string> S>
  DisabledScope(Ui& ui, bool possible, S&& why_not) = delete;
  ~DisabledScope();
  DisabledScope(const DisabledScope&) = delete;
  DisabledScope& operator=(const DisabledScope&) = delete;

 private:
  Ui& ui_;
  bool disabled_;
};
// Scope of small text, indented below the title of a layer.
class LegendScope {
 public:
  explicit LegendScope(const Ui& ui) : small_(ui.fonts().small), indent_(ui.px(26)) { ImGui::Indent(indent_); }
  ~LegendScope() { ImGui::Unindent(indent_); }

 private:
  FontScope small_;
  float indent_;
};

// Begins a window without decoration that fills the box. `extra` are flags to leave out, such as
// ImGuiWindowFlags_NoScrollbar to let it scroll, or ImGuiWindowFlags_NoMouseInputs to add. Returns false if the box is
// empty; ImGui::End() must not be called then.
bool begin_panel(const char* name, const Box& box, ImGuiWindowFlags extra = 0);
// Draws the tooltip of an item whose command cannot be given now, though the item can be used: what it is, and why not.
void tooltip_why_not(Ui& ui, std::string_view title, std::string_view why);
// Draws a tooltip, such as "Brush (B)"; `hint` goes on a second line. Of a disabled item it says why it is disabled
// instead of the hint.
void tooltip(Ui& ui, std::string_view title, std::string_view keys, std::string_view hint = {});
// Draws an icon button that runs a command line; `on` draws it as selected, and a reason `why_not` disables it. `name`
// is for the UI dump.
bool icon_button(Ui& ui, const char* icon, const char* name, std::string_view line, std::string_view title,
                 bool on = false, std::string_view why_not = {}, std::string_view hint = {});
// A button with a text that runs a command line.
inline constexpr float kRestOfLine = -1e-30f;
struct ButtonLook {
  float width = 0;  // 0: as wide as its text needs
  bool on = false;
  std::string_view why_not{};       // why it cannot be used now: it is disabled, and its tooltip says so
  std::string_view keys{}, hint{};  // keys and hint of its tooltip
};
bool button(Ui& ui, const char* label, std::string_view name, std::string_view line, std::string_view help,
            const ButtonLook& look = {});
// Draws such a button in the same line, at the right end of the panel.
bool button_at_end(Ui& ui, const char* label, std::string_view name, std::string_view line, std::string_view help);
// Draws a menu entry that runs a command line, with its shortcut.
void menu_command(Ui& ui, const char* label, const char* name, std::string_view line, std::string_view why_not = {},
                  bool checked = false);
// Draws a box with an outline: on a light panel an empty box would be invisible.
bool check_box(Ui& ui, const char* label, bool* on);
bool radio_button(Ui& ui, const char* label, bool on);
// Draws a collapsible section title across the panel. Returns whether the section is open.
bool section(Ui& ui, const char* title, const char* name, bool open_by_default = true);
void text_dim(const char* format, ...) IM_FMTARGS(1);
void text_colored_wrapped(const ImVec4& color, std::string_view text);
// Returns the height that such text has in the current font at this width.
float wrapped_height(std::string_view text, float width);
// Draws wrapped text in small letters, dim unless a colour is given.
void note(const Ui& ui, std::string_view text);
void note(const Ui& ui, const ImVec4& color, std::string_view text);
// The next functions draw a line of text from its parts: plain, dim, coloured, bold.
float text_width(std::string_view text);
// Returns the text for a line of this width: what does not fit is left out behind "...".
Text shortened(std::string_view text, float room);
// Return the size of a text, and draw it, in a font at the size at which that was loaded.
ImVec2 text_size(ImFont* font, std::string_view text, float wrap = 0);
void add_text(ImDrawList* list, ImFont* font, ImVec2 at, ImU32 color, std::string_view text, float wrap = 0);
void mark_box(Ui& ui, std::string_view name, const Box& box);
void draw_text(std::string_view text);
void draw_text(const ImVec4& color, std::string_view text);
void draw_dim(std::string_view text);
template <class... Args>
void print(fmt::format_string<Args...> format, Args&&... args) {
  draw_text(Text(format, std::forward<Args>(args)...));
}
template <class... Args>
void print_in(const ImVec4& color, fmt::format_string<Args...> format, Args&&... args) {
  draw_text(color, Text(format, std::forward<Args>(args)...));
}
template <class... Args>
void print_dim(fmt::format_string<Args...> format, Args&&... args) {
  draw_dim(Text(format, std::forward<Args>(args)...));
}
template <class... Args>
void print_bold(const Ui& ui, fmt::format_string<Args...> format, Args&&... args) {
  const FontScope bold(ui.fonts().bold);
  draw_text(Text(format, std::forward<Args>(args)...));
}
// Draws "L2" in the colour of the level.
void level_title(const Ui& ui, int level, Rgba color);
// Draws "room 7, 3 x 4 cells": a dim title and its text.
template <class... Args>
void print_pair(const Ui& ui, const char* title, fmt::format_string<Args...> format, Args&&... args) {
  draw_dim(title);
  ImGui::SameLine(0, ui.px(5));
  draw_text(Text(format, std::forward<Args>(args)...));
}
// Draws, dim, the first text that fits the rest of the line; begins a new line if none fits.
void draw_as_fits(std::initializer_list<std::string_view> texts);
// Draws in the next cell of a table.
template <class... Args>
void print_cell(fmt::format_string<Args...> format, Args&&... args) {
  ImGui::TableNextColumn();
  draw_text(Text(format, std::forward<Args>(args)...));
}
template <class... Args>
void print_dim_cell(fmt::format_string<Args...> format, Args&&... args) {
  ImGui::TableNextColumn();
  draw_dim(Text(format, std::forward<Args>(args)...));
}
// Draws a text in the same line, at the right end of the panel.
void print_at_end(const ImVec4& color, std::string_view text);
// Returns the name of a file without its folders; "no file yet" for an empty path.
std::string_view file_title(std::string_view path);
// Returns "1 edge", "3 edges".
std::string counted(size_t count, std::string_view noun);
// Gives the last item its name in the UI dump and its tooltip.
void describe(Ui& ui, std::string_view name, std::string_view title, std::string_view keys = {},
              std::string_view hint = {});
ImU32 to_im(Rgba color);
ImVec4 to_vec(Rgba color);
// Returns a data colour of the map, opaque and light enough to be read on the panels.
Rgba on_panel(Rgba color);
// Draws a swatch of the height of a line of text at the cursor; it stands before a label.
void swatch(ImU32 color, float width);
// Draws a short line in the style of a planner's path.
void line_swatch(Rgba color, float thickness, float dash, float width);
// Adds the line of a swatch to the list, from its left end.
void add_line_swatch(ImDrawList* list, ImVec2 from, float width, Rgba color, float thickness, float dash);
// Draws a terrain's colour with its pattern, as on the map; 1.5 times as wide as high.
void terrain_swatch(Ui& ui, Terrain terrain, float size);
// Draws the ramp of the heat maps across the panel, with what its ends mean.
void heat_bar(Ui& ui, const char* from, const char* to);
// Draws the ramp of the heuristic's picture in the same way.
void field_bar(Ui& ui, const char* from, const char* to);
// Draws the dim label of a setting, to the left of the setting.
void setting_label(const char* text);
// Draws the label too, and makes the next item take the rest of the line, aligned with other settings, or the next line
// below a long label.
void setting_row(Ui& ui, const char* label);
// An entry of a list that opens. `entry(i)` is called while the list is open.
struct ComboEntry {
  std::string_view title;
  bool chosen = false;
  std::string line{}, name{};  // the command, and the name in the UI dump; empty: none
  std::string_view help{};
  std::string_view why_not{};  // as in ButtonLook
};
void draw_combo_entry(Ui& ui, const ComboEntry& entry);
// Begins a list that opens, as ImGui::BeginCombo; a preview that is too long is shortened.
bool begin_combo(const char* id, std::string_view preview, ImGuiComboFlags flags = ImGuiComboFlags_None);
template <class Entry>
void combo(Ui& ui, const char* id, std::string_view preview, size_t count, Entry&& entry,
           ImGuiComboFlags flags = ImGuiComboFlags_None) {
  if (!begin_combo(id, preview, flags)) return;
  for (size_t i = 0; i < count; ++i) draw_combo_entry(ui, entry(i));
  ImGui::EndCombo();
}
// Draw cells of tables of figures, aligned to the right; a number that does not fit is drawn as "142k".
void right_aligned(std::string_view text, const ImVec4& color);
void number_cell(size_t value);
// Draws a dim title, aligned to the right; a line break begins another row. It stands at the foot of so many rows.
void title_lines(std::string_view title, size_t rows = 1);
// Draws such a title with its explanation; takes the next column.
void title_cell(Ui& ui, const char* title, const char* help, size_t rows = 1);
// A small table of numbers below titles. With `named`, its rows begin with a column that the caller fills.
struct CountColumn {
  const char* title;
  const char* help;
};
class CountTable {
 public:
  CountTable(Ui& ui, const char* id, bool named, std::span<const CountColumn> columns);
  CountTable(Ui& ui, const char* id, bool named, std::initializer_list<CountColumn> columns)
      : CountTable(ui, id, named, std::span(columns.begin(), columns.size())) {}
  ~CountTable();
  CountTable(const CountTable&) = delete;
  CountTable& operator=(const CountTable&) = delete;
  explicit operator bool() const { return open_; }

  void row() const;
  void numbers(std::initializer_list<size_t> values) const;
  void end();  // ends the table before the end of the block, so that it can be named

 private:
  FontScope font_;
  StyleScope padding_;
  bool named_, open_;
};
// A table of which at most `most` rows are visible; the others scroll.
class ListTable {
 public:
  ListTable(const Ui& ui, bool open, const char* id, int columns, size_t rows, size_t most = 6);
  ~ListTable();
  ListTable(const ListTable&) = delete;
  ListTable& operator=(const ListTable&) = delete;
  explicit operator bool() const { return open_; }

 private:
  FontScope font_;
  bool open_;
};
// A list of rows in a box of its own, of which at most `most` are visible.
class RowList {
 public:
  RowList(const Ui& ui, const char* id, int rows, int most);
  ~RowList();
  RowList(const RowList&) = delete;
  RowList& operator=(const RowList&) = delete;
  float height() const { return height_; }  // height of a row

 private:
  StyleScope padding_, spacing_;
  ColorScope ground_;
  float height_;
};
// Calls row(i) for the visible rows. `height` is that of a row; -1: all rows are as high as the first.
template <class Row>
void rows_in_sight(size_t count, float height, Row&& row) {
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(std::min<size_t>(count, 1u << 30)), height);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) row(static_cast<size_t>(i));
  }
}
// One choice of a setting: its label, the value that goes into its command, and why it cannot be chosen now.
struct Segment {
  constexpr Segment() = default;
  template <class Value>
  constexpr Segment(const char* text, Value number, std::string_view why = {})
      : label(text), value(static_cast<int>(number)), why_not(why) {}

  const char* label = "";
  int value = 0;
  std::string_view why_not{};  // as in ButtonLook
};
class Segments : public std::span<const Segment> {
 public:
  using std::span<const Segment>::span;
  Segments(std::span<const Segment> list) : span(list) {}
  Segments(std::initializer_list<Segment> list) : span(list.begin(), list.size()) {}  // for a call
};
// Draws buttons side by side over the rest of the line, one of them chosen. Returns the value that was clicked. `name`
// is for the UI dump: "sectors.size" has "sectors.size.8".
std::optional<int> segments(Ui& ui, const char* name, const Segments& choices, int chosen, std::string_view title,
                            std::string_view hint);
// Draws a row of a setting: its label, and segments whose choice goes into a command, as a number or by its word.
void choice_row(Ui& ui, const char* label, const char* name, std::string_view command, const Segments& choices,
                int chosen, std::string_view title, std::string_view hint);
template <class Choice, class Word>
void choice_row(Ui& ui, const char* label, const char* name, std::string_view command, const Segments& choices,
                Choice chosen, Word&& word, std::string_view title, std::string_view hint) {
  setting_row(ui, label);
  if (const auto picked = segments(ui, name, choices, static_cast<int>(chosen), title, hint)) {
    ui.run("{} {}", command, word(static_cast<Choice>(*picked)));
  }
}
// Draws, below such a row, a slider for numbers that its segments do not offer, and `text`, which is its value. Returns
// the number that it was dragged to.
std::optional<int> number_below(Ui& ui, const char* name, int value, int low, int high, const char* title,
                                const char* help, std::string_view text);
// Frame around a slider that shows no value itself, as the value would stand across the grab. The value stands in the
// bar beside the grab: at its right, or at its left where there is no room. A slider that would be too short beside its
// label stands below it. A double click types a number, as Ctrl+click does; while a number is typed, the slider shows
// what is typed.
class SliderFrame {
 public:
  static constexpr const char* kSlider = "##slider";

  // Call order: draw the slider with the name kSlider, then call `drawn`, and at last `end`. In the UI dump the value
  // is "NAME.value", the grab "NAME.grab". `value_width` is that of the longest value. `room_after` is kept free for
  // other items in the line of the slider. A slider of more `steps` than it has pixels beside its label gets the whole
  // line below it.
  SliderFrame(Ui& ui, const char* label, const char* name, float value_width, float room_after = 0, int steps = 0);
  void drawn();
  void end(Ui& ui, std::string_view value) const;

 private:
  const char* name_;
  bool typing_ = false, ctrl_held_ = false, grab_drawn_ = false;
  int first_vertex_ = 0;  // of what the slider draws
  ImVec2 bar_low_, bar_high_;
  float grab_low_ = 0, grab_high_ = 0;
};
// Draws a check box that runs a command with "on" or "off".
void switch_box(Ui& ui, const char* label, const char* name, const char* command, bool on, const char* help);
// Draws the slider of a setting that is a number.
void draw_slider(Ui& ui, const Setting& row, double value, const char* name, std::string_view title,
                 std::string_view hint);
// Draws the row of a setting: its slider, or its check box, which run its command; dragging runs it again and again,
// which rebuilds live. In the UI dump it is `name`. `more`
// is a further sentence of its hint.
void draw_setting(Ui& ui, const Lab& lab, std::string_view command, const char* name, std::string_view more = {});
// Draws the check box of a structure, whose command is its name; while the structure is off, `about` says what it is.
void structure_switch(Ui& ui, const char* label, const char* command, bool on, const char* help, const char* about);
// Draws why something is not possible, and a button that runs the commands that make it possible, one per line.
void remedy(Ui& ui, const char* why, const char* button, const char* name, std::string_view lines);
// Returns the commands that give all terrains the same weight, one per line.
std::string even_weights(const Rules& rules);
// Inspect the cell; the links inspect another cell.
void inspect(Ui& ui, Cell cell);
void cell_link(Ui& ui, Cell cell, const char* after_id);
void cell_link(Ui& ui, Cell cell, size_t after_id);
// Draw a line that opens the part below it. They return whether it is open.
bool fold(const char* title, bool open_by_default = false);
bool fold(Ui& ui, const char* title, std::string_view name, bool open_by_default = false);
// Draws the progress of work in the background, with its percentage.
void progress_bar(const char* label, double progress, float width, float height);
// Draws progress in a row of a setting, with room for a button that cancels the work.
void progress_row(Ui& ui, const char* label, double progress, std::string_view name);
// Draws progress in the status bar, with a button that cancels the work.
void progress_in_status(Ui& ui, const char* label, double progress, const char* name, const char* cancel,
                        const char* help, std::string_view hint = {});
std::string count_text(uint64_t value);  // app/base/count_text.hpp
// Writes what count_text returns.
void format_count(uint64_t value, char* out, size_t size);

}  // namespace strata
