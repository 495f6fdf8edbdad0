// Purpose: Small building blocks that the panels share.
// Units: Sizes in window pixels unless said.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

#include "app/palette.hpp"
#include "app/panels.hpp"

namespace strata {

// "Brush (B)"; `hint` goes on a second line.
void tooltip(Gui& gui, std::string_view title, std::string_view keys, std::string_view hint = {});
// An icon button that runs a command line; `on` draws it as selected. The name is for the UI dump.
bool icon_button(Gui& gui, const char* icon, const char* name, std::string_view line, std::string_view title,
                 bool on = false, bool enabled = true, std::string_view hint = {});
// The same look for what is no command but a matter of the window's layout; true when clicked.
bool toggle_button(Gui& gui, const char* icon, const char* name, std::string_view title, bool on);
// A menu entry that runs a command line, with its shortcut.
void menu_command(Gui& gui, const char* label, const char* name, std::string_view line, bool enabled = true,
                  bool checked = false);
// A collapsible section title across the panel.
bool section(Gui& gui, const char* title, const char* name, bool open_by_default = true);
void text_dim(const char* format, ...) IM_FMTARGS(1);
void text_colored_wrapped(const ImVec4& color, const char* text);
ImU32 to_im(Rgba color);
ImVec4 to_vec(Rgba color);
// A swatch of the size of a line of text at the cursor; the item before the label.
void swatch(ImU32 color, float width);
// A short piece of line in the style of a planner's path.
void line_swatch(Rgba color, float thickness, float dash, float width);
// "1234567" as "1 234 567".
void format_count(uint64_t value, char* out, size_t size);

}  // namespace strata
