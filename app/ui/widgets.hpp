// Purpose: These functions are small building blocks that the panels share.
// Units: Sizes in window pixels unless said.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/base/palette.hpp"
#include "app/ui/panel_layout.hpp"
#include "app/ui/ui.hpp"
#include "core/grid/cell.hpp"
#include "core/grid/move_grid.hpp"
#include "core/world/planners.hpp"

namespace strata {

// A window without decoration that fills the box. `extra`: flags that it does without, such as
// ImGuiWindowFlags_NoScrollbar to let it scroll. False: the box is empty, no ImGui::End() is due.
bool begin_panel(const char* name, const Box& box, ImGuiWindowFlags extra = 0);
// "Brush (B)"; `hint` goes on a second line.
void tooltip(Ui& ui, std::string_view title, std::string_view keys, std::string_view hint = {});
// An icon button that runs a command line; `on` draws it as selected. The name is for the UI dump.
bool icon_button(Ui& ui, const char* icon, const char* name, std::string_view line, std::string_view title,
                 bool on = false, bool enabled = true, std::string_view hint = {});
// A menu entry that runs a command line, with its shortcut.
void menu_command(Ui& ui, const char* label, const char* name, std::string_view line, bool enabled = true,
                  bool checked = false);
// With an outline: on a light panel the empty box would not be seen.
bool check_box(Ui& ui, const char* label, bool* on);
bool radio_button(Ui& ui, const char* label, bool on);
// A collapsible section title across the panel.
bool section(Ui& ui, const char* title, const char* name, bool open_by_default = true);
void text_dim(const char* format, ...) IM_FMTARGS(1);
void text_colored_wrapped(const ImVec4& color, const char* text);
ImU32 to_im(Rgba color);
ImVec4 to_vec(Rgba color);
// A data colour of the map, opaque and light enough to be read on the panels.
Rgba on_panel(Rgba color);
// A swatch of the size of a line of text at the cursor; the item before the label.
void swatch(ImU32 color, float width);
// A short piece of line in the style of a planner's path.
void line_swatch(Rgba color, float thickness, float dash, float width);
// A terrain's colour with its pattern, as on the map; 1.5 times as wide as high.
void terrain_swatch(Ui& ui, Terrain terrain, float size);
// The ramp of the heat maps across the panel, with what its ends mean.
void heat_bar(Ui& ui, const char* from, const char* to);
// The ramp of the heuristic's picture, the same way.
void field_bar(Ui& ui, const char* from, const char* to);
// The dim label of a setting, to the left of it.
void setting_label(const char* text);
// The same with the item that follows taking the rest of the line, below those of other settings.
void setting_row(Ui& ui, const char* label);
// Cells of tables of figures: aligned to the right; a number beyond what fits as "142k".
void right_aligned(const char* text, const ImVec4& color);
void number_cell(size_t value);
// A dim title with its explanation; takes the next column.
void title_cell(Ui& ui, const char* title, const char* help);
// What one choice of a setting is called, and the value that goes into its command.
struct Segment {
  const char* label;
  int value;
  bool enabled = true;
};
// Buttons side by side over the rest of the line, one of them chosen. The value that was clicked. `name` is for the UI
// dump: "sectors.size" has "sectors.size.8".
std::optional<int> segments(Ui& ui, const char* name, std::span<const Segment> choices, int chosen,
                            std::string_view title, std::string_view hint);
// Around a slider that shows no value itself, as it would stand across the grab: in a narrow panel the value stands on
// the slider, which would have no way to go beside it, and elsewhere in its own column. While a value is typed there is
// only that.
class SliderFrame {
 public:
  static constexpr const char* kSlider = "##slider";

  // The slider, by this name, is drawn next, then `drawn` is called, and `end` after all that is said of it.
  SliderFrame(Ui& ui, const char* label, const char* name, float value_width);
  void drawn() const;
  void end(const Ui& ui, const char* value) const;

 private:
  float value_width_;
  bool narrow_, typing_ = false;
};
// A slider whose value goes into a command; dragging runs it again and again, which rebuilds live. The value stands
// beside it: across the grab it would be hard to read.
void slider(Ui& ui, const char* label, const char* name, const char* command, int value, int low, int high,
            const char* format, const char* title, const char* help, bool logarithmic = false);
// A check box that runs a command with "on" or "off".
void switch_box(Ui& ui, const char* label, const char* name, const char* command, bool on, const char* help);
// Why something is not possible, and a button that runs the commands by which it becomes so, one a line.
void remedy(Ui& ui, const char* why, const char* button, const char* name, std::string_view lines);
// The commands by which all terrains weigh the same, one a line.
std::string even_weights(const Rules& rules);
// Inspects the cell; a link to another cell that does.
void inspect(Ui& ui, Cell cell);
void cell_link(Ui& ui, Cell cell, const char* after_id);
// A line that opens what follows.
bool fold(const char* title, bool open_by_default = false);
// "1234567" as "1 234 567".
void format_count(uint64_t value, char* out, size_t size);
std::string count_text(uint64_t value);

}  // namespace strata
