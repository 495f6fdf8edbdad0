// Purpose: These functions draw the building blocks of panels: texts, buttons, tables, settings, sliders and tooltips.
//          They also enter the items with their names into the UI dump.
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
#include "app/base/terrain_looks.hpp"
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

// --- Scopes: the destructor undoes the call of the constructor.

template <void (*kEnd)()>
struct ImGuiScope {
  ImGuiScope() = default;
  ImGuiScope(const ImGuiScope&) = delete;
  ImGuiScope& operator=(const ImGuiScope&) = delete;
  ~ImGuiScope() { kEnd(); }
};
inline void pop_color() { ImGui::PopStyleColor(); }
inline void pop_style() { ImGui::PopStyleVar(); }
struct FontScope : ImGuiScope<ImGui::PopFont> {
  explicit FontScope(ImFont* font) { ImGui::PushFont(font); }
};
struct IdScope : ImGuiScope<ImGui::PopID> {
  explicit IdScope(const char* id) { ImGui::PushID(id); }
  explicit IdScope(int id) { ImGui::PushID(id); }
};
struct ColorScope : ImGuiScope<pop_color> {
  ColorScope(ImGuiCol what, const ImVec4& color) { ImGui::PushStyleColor(what, color); }
};
struct StyleScope : ImGuiScope<pop_style> {
  StyleScope(ImGuiStyleVar what, const ImVec2& size) { ImGui::PushStyleVar(what, size); }
  StyleScope(ImGuiStyleVar what, float size) { ImGui::PushStyleVar(what, size); }
};
// While an object of this class lives, items are disabled for the given reason; an empty reason changes nothing. The
// tooltips of the items show the reason; if no item has a tooltip, the last one gets one. All disabled items are drawn
// in such a scope (tests/disabled.py), so that each has a reason. The text must outlive the scope.
class DisabledScope {
 public:
  DisabledScope(Ui& ui, std::string_view why_not);
  DisabledScope(Ui& ui, bool possible, std::string_view why_not)
      : DisabledScope(ui, possible ? std::string_view() : why_not) {}
  // This constructor is deleted, as the text of a temporary string would end before the scope does.
  template <std::same_as<std::string> S>
  DisabledScope(Ui& ui, bool possible, S&& why_not) = delete;
  ~DisabledScope();
  DisabledScope(const DisabledScope&) = delete;
  DisabledScope& operator=(const DisabledScope&) = delete;

 private:
  Ui& ui_;
  bool disabled_;
};
// While an object of this class lives, text is small, and indented below the title of a layer.
class LegendScope {
 public:
  explicit LegendScope(const Ui& ui) : small_(ui.fonts().small), indent_(ui.px(26)) { ImGui::Indent(indent_); }
  ~LegendScope() { ImGui::Unindent(indent_); }

 private:
  FontScope small_;
  float indent_;
};

// Begins a window without decoration that fills the box. Flags in `extra` are removed from the default ones (for
// example ImGuiWindowFlags_NoScrollbar, so that it scrolls); only NoScrollWithMouse and NoMouseInputs are added
// instead. Returns false if the box is empty; then ImGui::End() must not be called.
bool begin_panel(const char* name, const Box& box, ImGuiWindowFlags extra = 0);
// Draws the tooltip of an enabled item whose command cannot be given now: its title, and the reason.
void tooltip_why_not(Ui& ui, std::string_view title, std::string_view why);
// Draws a tooltip such as "Brush (B)", with `hint` on a second line. If the item is disabled, the reason stands in
// place of the hint.
void tooltip(Ui& ui, std::string_view title, std::string_view keys, std::string_view hint = {});
// Draws a button with an icon that runs a command line. `on`: it is drawn as selected. `why_not`: the reason why it is
// disabled; empty: it is enabled. `name` is its name in the UI dump.
bool icon_button(Ui& ui, const char* icon, const char* name, std::string_view line, std::string_view title,
                 bool on = false, std::string_view why_not = {}, std::string_view hint = {});
// A button with text that runs a command line.
inline constexpr float kRestOfLine = -1e-30f;
struct ButtonLook {
  // Width of the button; 0: that of its text.
  float width = 0;
  bool on = false;
  // Says why the button is disabled, in its tooltip; empty: it is enabled.
  std::string_view why_not{};
  // The keys and the hint in its tooltip.
  std::string_view keys{}, hint{};
};
bool button(Ui& ui, const char* label, std::string_view name, std::string_view line, std::string_view help,
            const ButtonLook& look = {});
// Draws a button at the right end of the present line.
bool button_at_end(Ui& ui, const char* label, std::string_view name, std::string_view line, std::string_view help);
// Draws a menu entry with its shortcut that runs a command line.
void menu_command(Ui& ui, const char* label, const char* name, std::string_view line, std::string_view why_not = {},
                  bool checked = false);
// Draws a check box with an outline, as an empty box would be invisible on a light panel.
bool check_box(Ui& ui, const char* label, bool* on);
bool radio_button(Ui& ui, const char* label, bool on);
// Draws a collapsible section title across the panel. Returns whether the section is open.
bool section(Ui& ui, const char* title, const char* name, bool open_by_default = true);
void text_dim(const char* format, ...) IM_FMTARGS(1);
void text_colored_wrapped(const ImVec4& color, std::string_view text);
// Returns the height of wrapped text in the current font at this width.
float wrapped_height(std::string_view text, float width);
// Draws wrapped text in the small font, dim unless a colour is given.
void note(const Ui& ui, std::string_view text);
void note(const Ui& ui, const ImVec4& color, std::string_view text);
// The following functions draw parts of a line of text: plain, dim, coloured, bold.
float text_width(std::string_view text);
// Returns the text; if it does not fit into this width, it is cut off and ends with "...".
Text shortened(std::string_view text, float room);
// These functions return the size of a text, and draw it, in the size for which the font was loaded.
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
// Draws a dim title followed by a text, such as "room 7, 3 x 4 cells".
template <class... Args>
void print_pair(const Ui& ui, const char* title, fmt::format_string<Args...> format, Args&&... args) {
  draw_dim(title);
  ImGui::SameLine(0, ui.px(5));
  draw_text(Text(format, std::forward<Args>(args)...));
}
// Draws the first of the texts that fits into the rest of the line, dim. If none fits, begins a new line.
void draw_as_fits(std::initializer_list<std::string_view> texts);
// Draws text into the next cell of a table.
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
// Draws a text at the right end of the present line.
void print_at_end(const ImVec4& color, std::string_view text);
// Returns the name of a file without its folders; "no file yet" for an empty path.
std::string_view file_title(std::string_view path);
// Returns the count with its noun: "1 edge", "3 edges".
std::string counted(size_t count, std::string_view noun);
// Gives the last item its name in the UI dump and its tooltip.
void describe(Ui& ui, std::string_view name, std::string_view title, std::string_view keys = {},
              std::string_view hint = {});
ImU32 to_im(Rgba color);
ImVec4 to_vec(Rgba color);
// Returns the colour that data on the map have, but opaque, and light enough to be legible on panels.
Rgba on_panel(Rgba color);
// Returns the colour of a series of a chart: that of data on panels, but dark enough or light enough to be seen in the
// plot and in the legend.
Rgba in_chart(Rgba color);
// Draws a small filled rectangle of the colour, as high as a line of text, in front of a text.
void swatch(ImU32 color, float width);
// Draws a short line in the style of a planner's path.
void line_swatch(Rgba color, float thickness, float dash, float width);
// Adds a short line in the style of a path to the drawing. It begins at `from`, its left end.
void add_line_swatch(ImDrawList* list, ImVec2 from, float width, Rgba color, float thickness, float dash);
// Draws a sample of a terrain with its colour and pattern, as on the map. It is one and a half times as wide as high.
void terrain_swatch(Ui& ui, const TerrainLooks& looks, Terrain terrain, float size);
// Draws the colours of heat maps as a bar over the width of the panel, with texts at both ends.
void heat_bar(Ui& ui, const char* from, const char* to);
// Draws the colours of the heat map of a heuristic as a bar over the width of the panel, with texts at both ends.
void field_bar(Ui& ui, const char* from, const char* to);
// Draws the dim text to the left of a setting.
void setting_label(const char* text);
// Draws the text to the left of a setting. The next item gets the rest of the line, aligned with other settings; if the
// text is long, it gets the next line.
void setting_row(Ui& ui, const char* label);
// An entry of a drop-down list. `entry(i)` is called for each entry while the list is open.
struct ComboEntry {
  std::string_view title;
  bool chosen = false;
  // The command line that the entry runs; and its name in the UI dump, empty: it has none.
  std::string line{}, name{};
  std::string_view help{};
  std::string_view why_not{};  // why the entry is disabled; empty: it is not
};
void draw_combo_entry(Ui& ui, const ComboEntry& entry);
// Begins a drop-down list like ImGui::BeginCombo. A preview that is too long is cut off.
bool begin_combo(const char* id, std::string_view preview, ImGuiComboFlags flags = ImGuiComboFlags_None);
template <class Entry>
void combo(Ui& ui, const char* id, std::string_view preview, size_t count, Entry&& entry,
           ImGuiComboFlags flags = ImGuiComboFlags_None) {
  if (!begin_combo(id, preview, flags)) return;
  for (size_t i = 0; i < count; ++i) draw_combo_entry(ui, entry(i));
  ImGui::EndCombo();
}
// These functions draw right-aligned cells of a table. A number that does not fit is abbreviated, such as "142k".
void right_aligned(std::string_view text, const ImVec4& color);
void number_cell(size_t value);
// Draws a dim, right-aligned title; '\n' begins a new row. It stands at the bottom of a space of `rows` rows.
void title_lines(std::string_view title, size_t rows = 1);
// Draws title_lines() with a tooltip into the next column.
void title_cell(Ui& ui, const char* title, const char* help, size_t rows = 1);
// A small table of numbers with titles. `named`: the first column is for names, which the caller draws.
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
  // Ends the table before the destructor does, so that it can get a name in the UI dump.
  void end();

 private:
  FontScope font_;
  StyleScope padding_;
  bool named_, open_;
};
// A table with at most `most` visible rows; it scrolls.
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
// A list of rows in a box with at most `most` visible rows.
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
// Calls row(i) for each row that is visible. `height` is the height of a row; -1: that of the first row,
// which is measured.
template <class Row>
void rows_in_sight(size_t count, float height, Row&& row) {
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(std::min<size_t>(count, 1u << 30)), height);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) row(static_cast<size_t>(i));
  }
}
// One choice of a setting: its text, the value for the command, and why it is disabled.
struct ControlSegment {
  constexpr ControlSegment() = default;
  template <class Value>
  constexpr ControlSegment(const char* text, Value number, std::string_view why = {})
      : label(text), value(static_cast<int>(number)), why_not(why) {}

  const char* label = "";
  int value = 0;
  std::string_view why_not{};  // why the choice is disabled; empty: it is not
};
class ControlSegments : public std::span<const ControlSegment> {
 public:
  using std::span<const ControlSegment>::span;
  ControlSegments(std::span<const ControlSegment> list) : span(list) {}
  // Such an object may be used only as an argument of a call, as it refers to the list.
  ControlSegments(std::initializer_list<ControlSegment> list) : span(list.begin(), list.size()) {}
};
// Draws the choices as buttons side by side over the rest of the line, of which one is selected. Returns the value that
// was clicked. The names in the UI dump begin with `name`: "sectors.size" gives "sectors.size.8".
std::optional<int> segments(Ui& ui, const char* name, const ControlSegments& choices, int chosen,
                            std::string_view title, std::string_view hint);
// Draws the row of a setting: its text, and a button for each choice. A click runs `command` with the
// value of the choice.
void choice_row(Ui& ui, const char* label, const char* name, std::string_view command, const ControlSegments& choices,
                int chosen, std::string_view title, std::string_view hint);
template <class Choice, class Word>
void choice_row(Ui& ui, const char* label, const char* name, std::string_view command, const ControlSegments& choices,
                Choice chosen, Word&& word, std::string_view title, std::string_view hint) {
  setting_row(ui, label);
  if (const auto picked = segments(ui, name, choices, static_cast<int>(chosen), title, hint)) {
    ui.run("{} {}", command, word(static_cast<Choice>(*picked)));
  }
}
// Draws a slider below the buttons of a choice_row, for values that no button has. `text` is the value as it is shown.
// Returns the value to which the slider was dragged.
std::optional<int> number_below(Ui& ui, const char* name, int value, int low, int high, const char* title,
                                const char* help, std::string_view text);
// A frame around a slider, which draws the value beside the grab of the slider: to the right, or to the left if
// there is no room there. (The value that ImGui would draw crosses the grab.) A slider that would be too short
// beside its text is drawn below it. A double click begins the typing of a number, as Ctrl+click does; the slider
// then shows the typed text.
class SliderFrame {
 public:
  static constexpr const char* kSlider = "##slider";

  // How to use it: draw the slider with the name kSlider, then call `drawn`, then `end`. In the UI dump the
  // value is "NAME.value" and the grab is "NAME.grab". `value_width` is the width of the longest value.
  // `room_after` is left free in the line for other items. A slider with more `steps` than pixels beside its
  // text gets the whole line below it.
  SliderFrame(Ui& ui, const char* label, const char* name, float value_width, float room_after = 0, int steps = 0);
  void drawn();
  void end(Ui& ui, std::string_view value) const;

 private:
  const char* name_;
  bool typing_ = false, ctrl_held_ = false, grab_drawn_ = false;
  // Index of the first vertex with which the slider is drawn.
  int first_vertex_ = 0;
  ImVec2 bar_low_, bar_high_;
  float grab_low_ = 0, grab_high_ = 0;
};
// Draws a check box that runs a command with "on" or "off".
void switch_box(Ui& ui, const char* label, const char* name, const char* command, bool on, const char* help);
// Draws the slider of a setting that is a number.
void draw_slider(Ui& ui, const Setting& row, double value, const char* name, std::string_view title,
                 std::string_view hint);
// Draws the row of a setting: a slider or check box that runs the command of the setting. While the slider is dragged
// it runs again and again, so that what depends on the setting is rebuilt live. `name` is its name in the UI dump.
// `more` is one more sentence of the hint.
void draw_setting(Ui& ui, const Lab& lab, std::string_view command, const char* name, std::string_view more = {});
// Draws the check box of a structure; its name in the UI dump is its command. While the structure is off,
// `about` describes it.
void structure_switch(Ui& ui, const char* label, const char* command, bool on, const char* help, const char* about);
// Runs command lines that are separated by line breaks.
void run_lines(Ui& ui, std::string_view lines);
// Draws why something is not possible, with a button that makes it possible. `lines` are the commands that the button
// runs, one per line.
void remedy(Ui& ui, const char* why, const char* button, const char* name, std::string_view lines);
// Draws the same where not all cells have the same weight; the button gives it to all terrains, and takes the weights
// of single cells away.
void equal_weights_remedy(Ui& ui, const World& world, const char* why, const char* name);
// inspect() inspects the cell. cell_link() draws a cell as a link; a click inspects it.
void inspect(Ui& ui, Cell cell);
void cell_link(Ui& ui, Cell cell, const char* after_id);
void cell_link(Ui& ui, Cell cell, size_t after_id);
// These functions draw a header that opens the part below it. They return whether it is open.
bool fold(const char* title, bool open_by_default = false);
bool fold(Ui& ui, const char* title, std::string_view name, bool open_by_default = false);
// Draws the progress of background work, with its percentage.
void progress_bar(const char* label, double progress, float width, float height);
// Draws the progress of work in the row of a setting, with room for a button that cancels the work.
void progress_row(Ui& ui, const char* label, double progress, std::string_view name);
// This function is that of app/base/count_text.hpp.
std::string count_text(uint64_t value);
// Writes the text of count_text(value) into a buffer.
void format_count(uint64_t value, char* out, size_t size);

}  // namespace strata
