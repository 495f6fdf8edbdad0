#include "app/ui/widgets.hpp"
#include "app/ui/tooltip_scopes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <utility>

#include "app/lab/menu_model.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/panel_glossary.hpp"
#include "app/ui/theme.hpp"
#include "core/base/check.hpp"
#include "core/base/count_of.hpp"

namespace strata {

namespace {

// An item that begins farther to the right than this stands beside a text, in UI pixels.
constexpr float kBesideLabel = 40;
// The width at which tooltips are wrapped, in UI pixels.
constexpr float kTooltipWidth = 320;

// A tooltip was drawn since the last DisabledScope began.
bool tooltip_drawn = false;
// Where tooltips begin, see TooltipBesideScope; below 0: at the pointer.
float tooltips_x = -1;

// Sets the place of the next tooltip beside the panel of the last item, or above its row. Its size is not known yet:
// the point of the tooltip that lies at a coordinate has the same share of its size as the coordinate has of the
// window, so that it is whole in the window.
void place_beside_panel(const Ui& ui) {
  const imgui::WindowBox panel = imgui::outermost_window();
  const ImVec2 item = ImGui::GetItemRectMin(), item_end = ImGui::GetItemRectMax();
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float gap = ui.px(4), width = ui.px(kTooltipWidth + 24);
  const float y = std::clamp(item.y, 0.0f, window.y), share_y = y / std::max(window.y, 1.0f);
  if (panel.name == "##left" && panel.high.x + gap + width <= window.x) {
    ImGui::SetNextWindowPos({panel.high.x + gap, y}, ImGuiCond_Always, {0, share_y});
  } else if ((panel.name == "##right" || panel.name == "##beside") && panel.low.x - gap - width >= 0) {
    ImGui::SetNextWindowPos({panel.low.x - gap, y}, ImGuiCond_Always, {1, share_y});
  } else if (panel.name == "##bottom" || panel.name == "##caption") {
    // In a presentation the sentence stands above the row.
    const float top = panel.name == "##bottom" ? item.y : panel.low.y;
    const float x = std::clamp(std::clamp(ImGui::GetIO().MousePos.x, item.x, item_end.x), 0.0f, window.x);
    ImGui::SetNextWindowPos({x, top - gap}, ImGuiCond_Always, {x / std::max(window.x, 1.0f), 1});
  }
}

size_t line_count(std::string_view text) { return 1 + static_cast<size_t>(std::count(text.begin(), text.end(), '\n')); }

}  // namespace

void begin_tooltip(const Ui& ui) {
  if (tooltips_x >= 0) {
    // A tooltip that is as wide as it can be is whole in the window.
    const float last = ImGui::GetIO().DisplaySize.x - ui.px(kTooltipWidth + 24);
    ImGui::SetNextWindowPos({std::max(std::min(tooltips_x, last), 0.0f), ImGui::GetItemRectMin().y});
  } else {
    place_beside_panel(ui);
  }
  ImGui::BeginTooltip();
}

TooltipBesideScope::TooltipBesideScope(float x) { tooltips_x = x; }
TooltipBesideScope::~TooltipBesideScope() { tooltips_x = -1; }

void tooltip_why_not(Ui& ui, std::string_view title, std::string_view why) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  begin_tooltip(ui);
  ImGui::PushTextWrapPos(ui.px(kTooltipWidth));
  if (!title.empty()) draw_text(title);
  draw_text(theme().warn, Text("Not now: {}.", why));
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

DisabledScope::DisabledScope(Ui& ui, std::string_view why_not) : ui_(ui), disabled_(!why_not.empty()) {
  if (!disabled_) return;
  STRATA_CHECK(ui.why_not().empty());
  ui.set_why_not(why_not);
  ImGui::BeginDisabled();
  tooltip_drawn = false;
}

DisabledScope::~DisabledScope() {
  if (!disabled_) return;
  if (!tooltip_drawn) tooltip(ui_, {}, {});
  ImGui::EndDisabled();
  ui_.set_why_not({});
}

void tooltip(Ui& ui, std::string_view title, std::string_view keys, std::string_view hint) {
  tooltip_drawn = true;
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  // The item may be pale, as it is disabled, but its tooltip must not be.
  const StyleScope opaque(ImGuiStyleVar_Alpha, 1.0f);
  if (!ui.why_not().empty()) return tooltip_why_not(ui, title, ui.why_not());
  begin_tooltip(ui);
  ImGui::PushTextWrapPos(ui.px(kTooltipWidth));
  draw_text(title);
  if (!keys.empty()) {
    // Keys at the end of a full line would be wrapped letter by letter.
    const float width = text_width(title) + ImGui::GetStyle().ItemSpacing.x + text_width(keys);
    if (width <= ui.px(kTooltipWidth)) ImGui::SameLine();
    draw_text(theme().accent, keys);
  }
  if (!hint.empty()) draw_dim(hint);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

namespace {

constexpr ImGuiWindowFlags kPanelFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                         ImGuiWindowFlags_NoNav;

// Draws a line below a button that is selected.
void underline(const Ui& ui, float inset) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImGui::GetWindowDrawList()->AddRectFilled({low.x + ui.px(inset), high.y - ui.px(2)}, {high.x - ui.px(inset), high.y},
                                            to_u32(theme().accent), ui.px(1));
}

}  // namespace

bool begin_panel(const char* name, const Box& box, ImGuiWindowFlags extra) {
  if (box.empty()) return false;
  ImGui::SetNextWindowPos({box.x, box.y});
  ImGui::SetNextWindowSize({box.width, box.height});
  ImGui::Begin(name, nullptr,
               (kPanelFlags & ~extra) | (extra & (ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoMouseInputs |
                                                  ImGuiWindowFlags_AlwaysVerticalScrollbar)));
  return true;
}

bool icon_button(Ui& ui, const char* icon, const char* name, std::string_view line, std::string_view title, bool on,
                 std::string_view why_not, std::string_view hint) {
  const float size = ui.px(28);
  // If the icon font is missing, the button shows the first letters of its title.
  const Text symbol("{}", ui.fonts().icons ? icon : title.substr(0, 3));
  const IdScope id(name);
  const DisabledScope disabled(ui, why_not);
  bool clicked = false;
  {
    const ColorScope ground(ImGuiCol_Button, on ? theme().accent_soft : ImVec4(0, 0, 0, 0));
    const ColorScope ink(ImGuiCol_Text, !on ? theme().text : theme().dark ? ImVec4(1, 1, 1, 1) : theme().accent);
    const StyleScope padding(ImGuiStyleVar_FramePadding, ImVec2(0, ImGui::GetStyle().FramePadding.y));
    clicked = ImGui::Button(symbol, {size, size});
  }
  if (on) underline(ui, 5);
  describe(ui, name, title, ui.keys_of(line), hint);
  if (clicked) ui.run(std::string(line));
  return clicked;
}

bool button(Ui& ui, const char* label, std::string_view name, std::string_view line, std::string_view help,
            const ButtonLook& look) {
  const DisabledScope disabled(ui, look.why_not);
  if (look.on) ImGui::PushStyleColor(ImGuiCol_Button, theme().accent_soft);
  const bool clicked = ImGui::Button(label, {look.width, 0});
  if (look.on) ImGui::PopStyleColor();
  ui.mark(name);
  if (!help.empty()) tooltip(ui, help, look.keys, look.hint);
  if (clicked && !line.empty()) ui.run(std::string(line));
  return clicked;
}

namespace {

// Moves to the right end of the line; if an item of this width would overlap others, to that of the next line.
void at_end_of_line(float width) {
  ImGui::SameLine();
  const float x = ImGui::GetContentRegionMax().x - width;
  if (ImGui::GetCursorPosX() > x + ImGui::GetStyle().ItemSpacing.x) ImGui::NewLine();
  ImGui::SetCursorPosX(x);
}

}  // namespace

bool button_at_end(Ui& ui, const char* label, std::string_view name, std::string_view line, std::string_view help) {
  at_end_of_line(ImGui::CalcTextSize(label).x + ui.px(12));
  return button(ui, label, name, line, help);
}

void menu_command(Ui& ui, const char* label, const char* name, std::string_view line, std::string_view why_not,
                  bool checked) {
  const std::string_view keys = ui.keys_of(line);
  const DisabledScope disabled(ui, why_not);
  if (ImGui::MenuItem(label, Text("{}", keys), checked)) ui.run(std::string(line));
  ui.mark(name);
}

namespace {

// Returns the text of a check box, cut off at the end of the line.
Text label_in_line(std::string_view label) {
  if (label.starts_with("##")) return Text("{}", label);
  const float box = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x;
  return shortened(label, ImGui::GetContentRegionAvail().x - box);
}

}  // namespace

bool check_box(Ui& ui, const char* label, bool* on) {
  const StyleScope edge(ImGuiStyleVar_FrameBorderSize, ui.px(1));
  const ColorScope outline(ImGuiCol_Border, theme().text_dim);
  const IdScope id(label);
  return ImGui::Checkbox(label_in_line(label), on);
}

bool radio_button(Ui& ui, const char* label, bool on) {
  const StyleScope edge(ImGuiStyleVar_FrameBorderSize, ui.px(1));
  const ColorScope outline(ImGuiCol_Border, theme().text_dim);
  const IdScope id(label);
  return ImGui::RadioButton(label_in_line(label), on);
}

bool section(Ui& ui, const char* title, const char* name, bool open_by_default) {
  const FontScope bold(ui.fonts().bold);
  const ColorScope ground(ImGuiCol_Header, theme().panel_title);
  const StyleScope padding(ImGuiStyleVar_FramePadding, ImVec2(ui.px(6), ui.px(4)));
  const bool open =
      ImGui::CollapsingHeader(title, open_by_default ? ImGuiTreeNodeFlags_DefaultOpen : ImGuiTreeNodeFlags_None);
  ui.mark(name);
  explain_label(title);
  return open;
}

void text_dim(const char* format, ...) {
  va_list args;
  va_start(args, format);
  ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
  ImGui::TextV(format, args);
  ImGui::PopStyleColor();
  va_end(args);
}

float text_width(std::string_view text) { return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x; }

Text shortened(std::string_view text, float room) {
  if (text_width(text) <= room) return Text("{}", text);
  const char* end = nullptr;
  ImGui::GetFont()->CalcTextSizeA(ImGui::GetFontSize(), std::max(room - text_width("..."), 1.0f), 0, text.data(),
                                  text.data() + text.size(), &end);
  std::string_view rest = text.substr(0, static_cast<size_t>(end - text.data()));
  while (rest.ends_with(' ')) rest.remove_suffix(1);
  return Text("{}...", rest);
}

ImVec2 text_size(ImFont* font, std::string_view text, float wrap) {
  return font->CalcTextSizeA(imgui::font_size(font), 1e9f, wrap, text.data(), text.data() + text.size());
}

void add_text(ImDrawList* list, ImFont* font, ImVec2 at, ImU32 color, std::string_view text, float wrap) {
  list->AddText(font, imgui::font_size(font), at, color, text.data(), text.data() + text.size(), wrap);
}

void mark_box(Ui& ui, std::string_view name, const Box& box) {
  ui.dump().mark(name, box.x, box.y, box.x + box.width, box.y + box.height);
}

void draw_text(std::string_view text) { ImGui::TextUnformatted(text.data(), text.data() + text.size()); }

void draw_text(const ImVec4& color, std::string_view text) {
  const ColorScope colored(ImGuiCol_Text, color);
  draw_text(text);
}

void draw_dim(std::string_view text) {
  // A text that is longer than this is not looked up as a term.
  static constexpr size_t kLabel = 40;
  draw_text(theme().text_dim, text);
  if (text.size() <= kLabel) explain_label(text);
}

void level_title(const Ui& ui, int level, Rgba color) {
  const FontScope bold(ui.fonts().bold);
  print_in(to_vec(on_panel(color)), "L{}", level);
}

void draw_as_fits(std::initializer_list<std::string_view> texts) {
  const float room = ImGui::GetContentRegionAvail().x;
  for (const std::string_view text : texts) {
    if (text_width(text) <= room) return draw_dim(text);
  }
  ImGui::NewLine();
}

void print_at_end(const ImVec4& color, std::string_view text) {
  at_end_of_line(text_width(text));
  draw_text(color, text);
}

std::string counted(size_t count, std::string_view noun) { return count_of(count, noun); }

std::string_view file_title(std::string_view path) {
  return path.empty() ? "no file yet" : path.substr(path.rfind('/') + 1);
}

void describe(Ui& ui, std::string_view name, std::string_view title, std::string_view keys, std::string_view hint) {
  ui.mark(name);
  tooltip(ui, title, keys, hint);
}

void note(const Ui& ui, std::string_view text) { note(ui, theme().text_dim, text); }

void note(const Ui& ui, const ImVec4& color, std::string_view text) {
  const FontScope small(ui.fonts().small);
  text_colored_wrapped(color, text);
}

namespace {

// Wraps a text at words, and calls line(begin, end) for each line. Dear ImGui would also break within "15.6".
template <class Line>
void for_wrapped_lines(std::string_view all, float room, Line&& line) {
  const char* text = all.data();
  const char* const last = text + all.size();
  while (text != last) {
    // The end of the part that fits into the line.
    const char* end = text;
    for (const char* at = text; at != last;) {
      while (at != last && *at != ' ' && *at != '\n') ++at;
      if (end != text && ImGui::CalcTextSize(text, at).x > room) break;
      end = at;
      if (at == last || *at == '\n') break;
      while (at != last && *at == ' ') ++at;
    }
    line(text, end);
    text = end;
    while (text != last && *text == ' ') ++text;
    if (text != last && *text == '\n') ++text;
  }
}

}  // namespace

float wrapped_height(std::string_view text, float width) {
  float height = 0;
  for_wrapped_lines(text, std::max(width, 1.0f),
                    [&](const char*, const char*) { height += ImGui::GetTextLineHeight(); });
  return height;
}

void text_colored_wrapped(const ImVec4& color, std::string_view all) {
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
  ImGui::BeginGroup();
  for_wrapped_lines(all, std::max(ImGui::GetContentRegionAvail().x, 1.0f),
                    [](const char* begin, const char* end) { ImGui::TextUnformatted(begin, end); });
  ImGui::EndGroup();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

void right_aligned(std::string_view text, const ImVec4& color) {
  const float spare = ImGui::GetContentRegionAvail().x - text_width(text);
  if (spare > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + spare);
  draw_text(color, text);
}

void number_cell(size_t value) {
  const auto number = static_cast<double>(value);
  const float room = ImGui::GetContentRegionAvail().x;
  const std::string text = count_text(value);
  right_aligned(value >= 100'000'000                                               ? Text("{:.0f}M", number / 1e6)
                : value >= 100'000 || (value >= 10'000 && text_width(text) > room) ? Text("{:.0f}k", number / 1e3)
                                                                                   : Text("{}", text),
                theme().text);
}

void title_lines(std::string_view title, size_t rows) {
  const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
  ImGui::BeginGroup();
  for (size_t own = line_count(title); own < rows; ++own) ImGui::Dummy({0, ImGui::GetTextLineHeight()});
  while (!title.empty()) {
    const size_t end = std::min(title.find('\n'), title.size());
    right_aligned(title.substr(0, end), theme().text_dim);
    title.remove_prefix(std::min(end + 1, title.size()));
  }
  ImGui::EndGroup();
}

void title_cell(Ui& ui, const char* title, const char* help, size_t rows) {
  ImGui::TableNextColumn();
  title_lines(title, rows);
  tooltip(ui, help, {});
}

CountTable::CountTable(Ui& ui, const char* id, bool named, std::span<const CountColumn> columns)
    : font_(ui.fonts().table),
      padding_(ImGuiStyleVar_CellPadding, {ui.px(1), ui.px(1)}),
      named_(named),
      open_(ImGui::BeginTable(id, static_cast<int>(columns.size()) + (named ? 1 : 0), ImGuiTableFlags_RowBg)) {
  if (!open_) return;
  if (named) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
  // Columns with wider titles get more of the width.
  for (const CountColumn& column : columns) {
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, text_width(column.title) + ui.px(2));
  }
  ImGui::TableNextRow();
  if (named) ImGui::TableNextColumn();
  size_t rows = 1;
  for (const CountColumn& column : columns) rows = std::max(rows, line_count(column.title));
  for (const CountColumn& column : columns) title_cell(ui, column.title, column.help, rows);
}

CountTable::~CountTable() { end(); }

void CountTable::end() {
  if (std::exchange(open_, false)) ImGui::EndTable();
}

void CountTable::row() const {
  ImGui::TableNextRow();
  if (named_) ImGui::TableNextColumn();
}

void CountTable::numbers(std::initializer_list<size_t> values) const {
  for (const size_t value : values) {
    ImGui::TableNextColumn();
    number_cell(value);
  }
}

ListTable::ListTable(const Ui& ui, bool open, const char* id, int columns, size_t rows, size_t most)
    : font_(ui.fonts().table),
      open_(open &&
            ImGui::BeginTable(
                id, columns, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_ScrollY,
                {0, static_cast<float>(std::min(rows, most)) * ImGui::GetTextLineHeightWithSpacing() + ui.px(2)})) {}

ListTable::~ListTable() {
  if (open_) ImGui::EndTable();
}

RowList::RowList(const Ui& ui, const char* id, int rows, int most)
    : padding_(ImGuiStyleVar_FramePadding, ImVec2(ui.px(4), ui.px(1))),
      spacing_(ImGuiStyleVar_ItemSpacing, ImVec2(ui.px(6), ui.px(2))),
      ground_(ImGuiCol_ChildBg, theme().field),
      height_(ImGui::GetFrameHeight()) {
  ImGui::BeginChild(id, {0, static_cast<float>(std::clamp(rows, 1, most)) * (height_ + ui.px(2)) + ui.px(4)});
  ImGui::SetCursorPosY(ui.px(2));
}

RowList::~RowList() { ImGui::EndChild(); }

bool begin_combo(const char* id, std::string_view preview, ImGuiComboFlags flags) {
  const float room = ImGui::CalcItemWidth() - ImGui::GetFrameHeight() - ImGui::GetStyle().FramePadding.x;
  return ImGui::BeginCombo(id, shortened(preview, room), flags);
}

void draw_combo_entry(Ui& ui, const ComboEntry& entry) {
  const DisabledScope disabled(ui, entry.why_not);
  if (ImGui::Selectable(std::string(entry.title).c_str(), entry.chosen)) ui.run(entry.line);
  if (!entry.name.empty()) ui.mark(entry.name);
  if (!entry.help.empty()) tooltip(ui, entry.help, {});
}

std::optional<int> segments(Ui& ui, const char* name, const ControlSegments& choices, int chosen,
                            std::string_view title, std::string_view hint) {
  std::optional<int> clicked;
  const float gap = ui.px(2);
  const auto count = static_cast<float>(choices.size());
  const float height = ImGui::GetFrameHeight();
  ImGui::PushFont(ui.fonts().small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  // Each button has the width of its text and an equal part of the width that is left.
  float texts = 0;
  for (const ControlSegment& choice : choices) texts += ImGui::CalcTextSize(choice.label).x;
  // If there is too little room beside the text of the setting, the buttons get a line of their own.
  const bool beside = ImGui::GetCursorPosX() > ImGui::GetCursorStartPos().x + ui.px(kBesideLabel);
  if (beside && texts + (gap + ui.px(4)) * count > ImGui::GetContentRegionAvail().x) ImGui::NewLine();
  const float spare = std::max((ImGui::GetContentRegionAvail().x - texts - gap * (count - 1)) / count, 0.0f);
  ImGui::PushID(name);
  for (size_t i = 0; i < choices.size(); ++i) {
    const ControlSegment& choice = choices[i];
    const bool on = choice.value == chosen;
    if (i > 0) ImGui::SameLine(0, gap);
    ImGui::PushStyleColor(ImGuiCol_Button, on ? theme().accent_soft : theme().field);
    ImGui::PushStyleColor(ImGuiCol_Text, on ? (theme().dark ? ImVec4(1, 1, 1, 1) : theme().accent) : theme().text);
    const DisabledScope disabled(ui, choice.why_not);
    ImGui::PushID(static_cast<int>(i));
    const float width = std::max(std::floor(ImGui::CalcTextSize(choice.label).x + spare), ui.px(12));
    if (ImGui::Button(choice.label, {width, height}) && !on) clicked = choice.value;
    ImGui::PopID();
    ui.mark("{}.{}", name, choice.label);
    ImGui::PopStyleColor(2);
    ImGui::PopFont();
    tooltip(ui, title, {}, hint);
    ImGui::PushFont(ui.fonts().small);
    if (on) underline(ui, 3);
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::PopID();
  return clicked;
}

void switch_box(Ui& ui, const char* label, const char* name, const char* command, bool on, const char* help) {
  bool wanted = on;
  if (check_box(ui, label, &wanted)) ui.run("{} {}", command, wanted ? "on" : "off");
  describe(ui, name, help);
}

void structure_switch(Ui& ui, const char* label, const char* command, bool on, const char* help, const char* about) {
  switch_box(ui, label, Text("{}.on", command), command, on, help);
  if (!on) note(ui, about);
}

void run_lines(Ui& ui, std::string_view lines) {
  while (!lines.empty()) {
    const size_t end = std::min(lines.find('\n'), lines.size());
    ui.run(std::string(lines.substr(0, end)));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

void remedy(Ui& ui, const char* why, const char* button, const char* name, std::string_view lines) {
  // The text is wrapped beside the button; if there is too little room for that, it stands above it.
  const float width = ImGui::CalcTextSize(button).x + ui.px(16);
  const ImVec2 at = ImGui::GetCursorPos();
  const float room = ImGui::GetContentRegionMax().x;
  ImGui::PushFont(ui.fonts().small);
  ImGui::PushStyleColor(ImGuiCol_Text, theme().warn);
  const bool beside = room - width - ui.px(8) - at.x >= ui.px(110);
  ImGui::PushTextWrapPos(beside ? room - width - ui.px(8) : room);
  ImGui::TextUnformatted(why);
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::PopFont();
  const ImVec2 after = ImGui::GetCursorPos();
  if (beside) ImGui::SetCursorPos({room - width, at.y});
  if (ImGui::Button(button, {width, 0})) run_lines(ui, lines);
  describe(ui, name, "Changes the rules of movement so that it becomes possible");
  ImGui::SetCursorPos({after.x, std::max(after.y, ImGui::GetCursorPos().y) + ui.px(2)});
}

void equal_weights_remedy(Ui& ui, const World& world, const char* why, const char* name) {
  if (world.moves().uniform()) return;
  const GridMap& map = world.map();
  std::string lines;
  if (map.has_weights()) {
    lines = fmt::format("paint.rectangle 0 0 {} {} filled weight 0\n", map.width() - 1, map.height() - 1);
  }
  for (int i = 0; i + 1 < kTerrains; ++i) {
    if (world.rules().weights[static_cast<size_t>(i)] == 1) continue;
    lines += fmt::format("terrain.weight {} 1\n", terrain_info(static_cast<Terrain>(i)).name);
  }
  if (!lines.empty()) lines.pop_back();
  remedy(ui, why, "Make equal", name, lines);
}

void inspect(Ui& ui, Cell cell) { ui.run("inspect {} {}", cell.x, cell.y); }

void cell_link(Ui& ui, Cell cell, const char* after_id) {
  if (ImGui::Selectable(Text("{}##{}", cell, after_id))) inspect(ui, cell);
}

void cell_link(Ui& ui, Cell cell, size_t after_id) {
  if (ImGui::Selectable(Text("{}##{}", cell, after_id))) inspect(ui, cell);
}

bool fold(const char* title, bool open_by_default) {
  return ImGui::TreeNodeEx(title, ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth |
                                      (open_by_default ? ImGuiTreeNodeFlags_DefaultOpen : ImGuiTreeNodeFlags_None));
}

bool fold(Ui& ui, const char* title, std::string_view name, bool open_by_default) {
  const bool open = fold(title, open_by_default);
  ui.mark(name);
  return open;
}

void progress_bar(const char* label, double progress, float width, float height) {
  ImGui::ProgressBar(static_cast<float>(progress), {width, height}, label);
}

void progress_row(Ui& ui, const char* label, double progress, std::string_view name) {
  const float cancel = ImGui::CalcTextSize("Cancel").x + ui.px(20);
  progress_bar(label, progress, std::max(ImGui::GetContentRegionAvail().x - cancel, ui.px(30)),
               ImGui::GetFrameHeight());
  ui.mark(name);
}

void format_count(uint64_t value, char* out, size_t size) {
  const std::string text = count_text(value);
  out[text.copy(out, size - 1)] = 0;
}

}  // namespace strata
