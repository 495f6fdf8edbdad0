#include "app/ui/widgets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>

#include "app/lab/menu_model.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/theme.hpp"

namespace strata {

void tooltip(Ui& ui, std::string_view title, std::string_view keys, std::string_view hint) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ui.px(320));
  ImGui::TextUnformatted(title.data(), title.data() + title.size());
  if (!keys.empty()) {
    ImGui::SameLine();
    ImGui::PushStyleColor(ImGuiCol_Text, theme().accent);
    ImGui::TextUnformatted(keys.data(), keys.data() + keys.size());
    ImGui::PopStyleColor();
  }
  if (!hint.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
    ImGui::TextUnformatted(hint.data(), hint.data() + hint.size());
    ImGui::PopStyleColor();
  }
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

namespace {

constexpr ImGuiWindowFlags kPanelFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                         ImGuiWindowFlags_NoNav;

bool plain_icon_button(Ui& ui, const char* icon, const char* name, std::string_view title, bool on, bool enabled) {
  const float size = ui.px(28);
  if (!enabled) ImGui::BeginDisabled();
  ImGui::PushStyleColor(ImGuiCol_Button, on ? theme().accent_soft : ImVec4(0, 0, 0, 0));
  if (on) ImGui::PushStyleColor(ImGuiCol_Text, theme().dark ? ImVec4(1, 1, 1, 1) : theme().accent);
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, padding.y});
  // Without the icon font, the first letters of the title.
  char text[4] = {};
  if (!ui.fonts().icons) std::snprintf(text, sizeof text, "%.*s", 3, title.data());
  const bool clicked = ImGui::Button(ui.fonts().icons ? icon : text, {size, size});
  ImGui::PopStyleVar();
  if (on) ImGui::PopStyleColor();
  ImGui::PopStyleColor();
  if (!enabled) ImGui::EndDisabled();
  if (on) {
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddRectFilled({low.x + ui.px(5), high.y - ui.px(2)}, {high.x - ui.px(5), high.y},
                                              to_u32(theme().accent), ui.px(1));
  }
  ui.dump().mark(name);
  return clicked;
}

}  // namespace

bool begin_panel(const char* name, const Box& box, ImGuiWindowFlags extra) {
  if (box.empty()) return false;
  ImGui::SetNextWindowPos({box.x, box.y});
  ImGui::SetNextWindowSize({box.width, box.height});
  ImGui::Begin(name, nullptr, (kPanelFlags & ~extra) | (extra & ImGuiWindowFlags_NoScrollWithMouse));
  return true;
}

bool icon_button(Ui& ui, const char* icon, const char* name, std::string_view line, std::string_view title, bool on,
                 bool enabled, std::string_view hint) {
  ImGui::PushID(name);
  const bool clicked = plain_icon_button(ui, icon, name, title, on, enabled);
  tooltip(ui, title, bound_keys(line), hint);
  ImGui::PopID();
  if (clicked) ui.run(std::string(line));
  return clicked;
}

void menu_command(Ui& ui, const char* label, const char* name, std::string_view line, bool enabled, bool checked) {
  const std::string_view keys = bound_keys(line);
  char shortcut[32];
  std::snprintf(shortcut, sizeof shortcut, "%.*s", static_cast<int>(keys.size()), keys.data());
  if (ImGui::MenuItem(label, shortcut, checked, enabled)) ui.run(std::string(line));
  ui.dump().mark(name);
}

namespace {

template <class Draw>
bool outlined(Ui& ui, Draw draw) {
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, ui.px(1));
  ImGui::PushStyleColor(ImGuiCol_Border, theme().text_dim);
  const bool clicked = draw();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  return clicked;
}

}  // namespace

bool check_box(Ui& ui, const char* label, bool* on) {
  return outlined(ui, [&] { return ImGui::Checkbox(label, on); });
}

bool radio_button(Ui& ui, const char* label, bool on) {
  return outlined(ui, [&] { return ImGui::RadioButton(label, on); });
}

bool section(Ui& ui, const char* title, const char* name, bool open_by_default) {
  ImGui::PushFont(ui.fonts().bold);
  ImGui::PushStyleColor(ImGuiCol_Header, theme().panel_title);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(4)});
  const bool open =
      ImGui::CollapsingHeader(title, open_by_default ? ImGuiTreeNodeFlags_DefaultOpen : ImGuiTreeNodeFlags_None);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  ImGui::PopFont();
  ui.dump().mark(name);
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

// Dear ImGui would also break within "15.6".
void text_colored_wrapped(const ImVec4& color, const char* text) {
  const float room = std::max(ImGui::GetContentRegionAvail().x, 1.0f);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
  ImGui::BeginGroup();
  while (*text != 0) {
    const char* end = text;  // of what fits
    for (const char* at = text; *at != 0;) {
      while (*at != 0 && *at != ' ' && *at != '\n') ++at;
      if (end != text && ImGui::CalcTextSize(text, at).x > room) break;
      end = at;
      if (*at == '\n') break;
      while (*at == ' ') ++at;
    }
    ImGui::TextUnformatted(text, end);
    text = end;
    while (*text == ' ') ++text;
    if (*text == '\n') ++text;
  }
  ImGui::EndGroup();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

ImU32 to_im(Rgba color) { return color; }  // both are R, G, B, A in memory

ImVec4 to_vec(Rgba color) { return ImGui::ColorConvertU32ToFloat4(color); }

Rgba on_panel(Rgba color) {
  const uint32_t light = (color & 255) * 3 + (color >> 8 & 255) * 6 + (color >> 16 & 255);  // 0..2550
  if (!theme().dark || light > 1100) return color | 0xff000000u;
  if (light < 100) return rgba(0xd0d0d0);
  const auto lighter = [color](int shift) {
    const uint32_t c = color >> shift & 255;
    return (c + (255 - c) * 4 / 10) << shift;
  };
  return lighter(0) | lighter(8) | lighter(16) | 0xff000000u;
}

void swatch(ImU32 color, float width) {
  const float height = ImGui::GetTextLineHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float inset = height * 0.12f;
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + inset}, {at.x + width, at.y + height - inset}, color,
                                            height * 0.15f);
  ImGui::Dummy({width, height});
}

void line_swatch(Rgba color, float thickness, float dash, float width) {
  const float height = ImGui::GetTextLineHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float y = at.y + height * 0.5f;
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (dash <= 0) {
    list->AddLine({at.x, y}, {at.x + width, y}, color, thickness);
  } else {
    const float piece = width / 5;
    for (int i = 0; i < 5; i += 2) {
      list->AddLine({at.x + piece * static_cast<float>(i), y}, {at.x + piece * static_cast<float>(i + 1), y}, color,
                    thickness);
    }
  }
  ImGui::Dummy({width, height});
}

// A terrain's colour with its pattern, as on the map.
void terrain_swatch(Ui& ui, Terrain terrain, float size) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 end(at.x + size * 1.5f, at.y + size);
  list->AddRectFilled(at, end, to_im(terrain_color(terrain)), ui.px(2));
  list->PushClipRect(at, end, true);
  const ImU32 ink = IM_COL32(0, 0, 0, 90);
  const float w = ui.px(1);
  switch (terrain) {
    case Terrain::kOut:
      for (float x = -size; x < size * 1.5f; x += size * 0.4f) {
        list->AddLine({at.x + x, end.y}, {at.x + x + size, at.y}, IM_COL32(255, 255, 255, 60), w);
      }
      break;
    case Terrain::kWater:
      for (float y = size * 0.25f; y < size; y += size * 0.3f) {
        list->AddBezierCubic({at.x, at.y + y}, {at.x + size * 0.5f, at.y + y - size * 0.3f},
                             {at.x + size, at.y + y + size * 0.3f}, {end.x, at.y + y}, ink, w);
      }
      break;
    case Terrain::kTrees:
      for (float x = size * 0.35f; x < size * 1.5f; x += size * 0.75f) {
        list->AddTriangleFilled({at.x + x, at.y + size * 0.2f}, {at.x + x - size * 0.22f, at.y + size * 0.8f},
                                {at.x + x + size * 0.22f, at.y + size * 0.8f}, ink);
      }
      break;
    case Terrain::kSwamp:
      for (float y = size * 0.28f; y < size; y += size * 0.42f) {
        for (float x = size * 0.25f; x < size * 1.5f; x += size * 0.42f) {
          list->AddCircleFilled({at.x + x, at.y + y}, size * 0.07f, ink);
        }
      }
      break;
    case Terrain::kGround:
      break;
  }
  list->PopClipRect();
  list->AddRect(at, end, to_u32(theme().border), ui.px(2));
  ImGui::Dummy({size * 1.5f, size});
}

namespace {

constexpr int kRampPieces = 24;
using RampColors = std::array<Rgba, kRampPieces + 1>;  // where its pieces begin and end

// Made once for each ramp: a colour takes as long as a line of text.
RampColors ramp_colors(Rgba (*color)(double)) {
  RampColors colors;
  for (int i = 0; i <= kRampPieces; ++i) {
    colors[static_cast<size_t>(i)] = color(static_cast<float>(i) / kRampPieces);
  }
  return colors;
}

void ramp_bar(Ui& ui, const char* from, const char* to, const RampColors& colors) {
  const float width = ImGui::GetContentRegionAvail().x;
  const float text = ImGui::CalcTextSize(from).x + ImGui::CalcTextSize(to).x + ui.px(12);
  text_dim("%s", from);
  ImGui::SameLine(0, ui.px(6));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float bar = std::max(width - text, ui.px(20));
  const float height = ImGui::GetTextLineHeight();
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (size_t i = 0; i < kRampPieces; ++i) {
    const float a = static_cast<float>(i) / kRampPieces, b = static_cast<float>(i + 1) / kRampPieces;
    const ImU32 left = to_im(colors[i]), right = to_im(colors[i + 1]);
    list->AddRectFilledMultiColor({at.x + bar * a, at.y + height * 0.2f}, {at.x + bar * b, at.y + height * 0.85f}, left,
                                  right, right, left);
  }
  ImGui::Dummy({bar, height});
  ImGui::SameLine(0, ui.px(6));
  text_dim("%s", to);
}

}  // namespace

void heat_bar(Ui& ui, const char* from, const char* to) {
  static const RampColors colors = ramp_colors(heat_color);
  ramp_bar(ui, from, to, colors);
}
void field_bar(Ui& ui, const char* from, const char* to) {
  static const RampColors colors = ramp_colors(field_color);
  ramp_bar(ui, from, to, colors);
}

void setting_label(const char* text) {
  ImGui::AlignTextToFramePadding();
  text_dim("%s", text);
  ImGui::SameLine();
}

void setting_row(Ui& ui, const char* label) {
  const float x = ImGui::GetCursorPosX();
  setting_label(label);
  ImGui::SetCursorPosX(x + ui.px(78));
  ImGui::SetNextItemWidth(-1);
}

void right_aligned(const char* text, const ImVec4& color) {
  const float width = ImGui::CalcTextSize(text).x;
  const float room = ImGui::GetContentRegionAvail().x;
  if (room > width) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - width);
  ImGui::TextColored(color, "%s", text);
}

void number_cell(size_t value) {
  char text[24];
  if (value >= 100'000'000) {
    std::snprintf(text, sizeof text, "%.0fM", static_cast<double>(value) / 1e6);
  } else if (value >= 100'000) {
    std::snprintf(text, sizeof text, "%.0fk", static_cast<double>(value) / 1e3);
  } else {
    format_count(value, text, sizeof text);
  }
  right_aligned(text, theme().text);
}

void title_cell(Ui& ui, const char* title, const char* help) {
  ImGui::TableNextColumn();
  right_aligned(title, theme().text_dim);
  tooltip(ui, help, {});
}

std::optional<int> segments(Ui& ui, const char* name, std::span<const Segment> choices, int chosen,
                            std::string_view title, std::string_view hint) {
  std::optional<int> clicked;
  const float gap = ui.px(2);
  const auto count = static_cast<float>(choices.size());
  const float height = ImGui::GetFrameHeight();
  ImGui::PushFont(ui.fonts().small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  // As wide as their texts ask for, and what is left is shared out.
  float texts = 0;
  for (const Segment& choice : choices) texts += ImGui::CalcTextSize(choice.label).x;
  // Beside its label there may be too little room for all of them: then they get a line of their own.
  if (texts + (gap + ui.px(4)) * count > ImGui::GetContentRegionAvail().x) ImGui::NewLine();
  const float spare = std::max((ImGui::GetContentRegionAvail().x - texts - gap * (count - 1)) / count, 0.0f);
  ImGui::PushID(name);
  char mark[64];
  for (size_t i = 0; i < choices.size(); ++i) {
    const Segment& choice = choices[i];
    const bool on = choice.value == chosen;
    if (i > 0) ImGui::SameLine(0, gap);
    ImGui::PushStyleColor(ImGuiCol_Button, on ? theme().accent_soft : theme().field);
    ImGui::PushStyleColor(ImGuiCol_Text, on ? (theme().dark ? ImVec4(1, 1, 1, 1) : theme().accent) : theme().text);
    ImGui::BeginDisabled(!choice.enabled);
    ImGui::PushID(static_cast<int>(i));
    const float width = std::max(std::floor(ImGui::CalcTextSize(choice.label).x + spare), ui.px(12));
    if (ImGui::Button(choice.label, {width, height}) && !on) clicked = choice.value;
    ImGui::PopID();
    std::snprintf(mark, sizeof mark, "%s.%s", name, choice.label);
    ui.dump().mark(mark);
    ImGui::EndDisabled();
    ImGui::PopStyleColor(2);
    ImGui::PopFont();
    tooltip(ui, title, {}, hint);
    ImGui::PushFont(ui.fonts().small);
    if (!on) continue;
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddRectFilled({low.x + ui.px(3), high.y - ui.px(2)}, {high.x - ui.px(3), high.y},
                                              to_u32(theme().accent), ui.px(1));
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::PopID();
  return clicked;
}

SliderFrame::SliderFrame(Ui& ui, const char* label, const char* name, float value_width)
    : value_width_(value_width), narrow_(ImGui::GetContentRegionAvail().x < ui.px(205)) {
  setting_row(ui, label);
  if (!narrow_) ImGui::SetNextItemWidth(-value_width - ui.px(4));
  ImGui::PushID(name);
  typing_ = imgui::typing_into_slider(ImGui::GetID(kSlider));
  if (!typing_) ImGui::PushStyleColor(ImGuiCol_Text, 0);
}

void SliderFrame::drawn() const {
  if (!typing_) ImGui::PopStyleColor();
  ImGui::PopID();
}

void SliderFrame::end(const Ui& ui, const char* value) const {
  if (!narrow_) {
    ImGui::SameLine(ImGui::GetContentRegionMax().x - value_width_);
    ImGui::TextUnformatted(value);
  } else if (!typing_) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax(), size = ImGui::CalcTextSize(value);
    ImGui::GetWindowDrawList()->AddText({high.x - size.x - ui.px(6), low.y + (high.y - low.y - size.y) / 2},
                                        to_u32(theme().text), value);
  }
}

void slider(Ui& ui, const char* label, const char* name, const char* command, int value, int low, int high,
            const char* format, const char* title, const char* help, bool logarithmic) {
  const SliderFrame frame(ui, label, name, ui.px(70));
  const ImGuiSliderFlags flags =
      ImGuiSliderFlags_AlwaysClamp | (logarithmic ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None);
  int wanted = value;
  const bool changed = ImGui::SliderInt(SliderFrame::kSlider, &wanted, low, high, "%d", flags);
  frame.drawn();
  ui.dump().mark(name);
  if (changed && wanted != value) {
    char line[64];
    std::snprintf(line, sizeof line, "%s %d", command, wanted);
    ui.run(line);
  }
  tooltip(ui, title, {}, help);
  char text[32];
  const int length = std::snprintf(text, sizeof text, format, value, value);
  if (value == 1 && std::string_view(text).starts_with("1 cells")) text[length - 1] = 0;  // one cell
  frame.end(ui, text);
}

void switch_box(Ui& ui, const char* label, const char* name, const char* command, bool on, const char* help) {
  bool wanted = on;
  if (check_box(ui, label, &wanted)) {
    char line[64];
    std::snprintf(line, sizeof line, "%s %s", command, wanted ? "on" : "off");
    ui.run(line);
  }
  ui.dump().mark(name);
  tooltip(ui, help, {});
}

void remedy(Ui& ui, const char* why, const char* button, const char* name, std::string_view lines) {
  // The text wraps beside the button.
  const float width = ImGui::CalcTextSize(button).x + ui.px(16);
  const ImVec2 at = ImGui::GetCursorPos();
  const float room = ImGui::GetContentRegionMax().x;
  ImGui::PushFont(ui.fonts().small);
  ImGui::PushStyleColor(ImGuiCol_Text, theme().warn);
  ImGui::PushTextWrapPos(room - width - ui.px(8));
  ImGui::TextUnformatted(why);
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::PopFont();
  const ImVec2 after = ImGui::GetCursorPos();
  ImGui::SetCursorPos({room - width, at.y});
  if (ImGui::Button(button, {width, 0})) {
    while (!lines.empty()) {
      const size_t end = std::min(lines.find('\n'), lines.size());
      ui.run(std::string(lines.substr(0, end)));
      lines.remove_prefix(std::min(end + 1, lines.size()));
    }
  }
  ui.dump().mark(name);
  tooltip(ui, "Changes the rules of movement so that it becomes possible", {});
  ImGui::SetCursorPos({after.x, std::max(after.y, ImGui::GetCursorPos().y) + ui.px(2)});
}

std::string even_weights(const Rules& rules) {
  std::string lines;
  for (int i = 0; i + 1 < kTerrains; ++i) {
    if (rules.weights[static_cast<size_t>(i)] == 1) continue;
    lines += (lines.empty() ? "" : "\n") + std::string("terrain.weight ") +
             std::string(terrain_info(static_cast<Terrain>(i)).name) + " 1";
  }
  return lines;
}

void inspect(Ui& ui, Cell cell) {
  char line[40];
  std::snprintf(line, sizeof line, "inspect %d %d", cell.x, cell.y);
  ui.run(line);
}

void cell_link(Ui& ui, Cell cell, const char* after_id) {
  char text[48];
  std::snprintf(text, sizeof text, "%d,%d##%s", cell.x, cell.y, after_id);
  if (ImGui::Selectable(text)) inspect(ui, cell);
}

bool fold(const char* title, bool open_by_default) {
  return ImGui::TreeNodeEx(title, ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth |
                                      (open_by_default ? ImGuiTreeNodeFlags_DefaultOpen : ImGuiTreeNodeFlags_None));
}

void format_count(uint64_t value, char* out, size_t size) {
  char digits[24];
  const int n = std::snprintf(digits, sizeof digits, "%llu", static_cast<unsigned long long>(value));
  size_t at = 0;
  for (int i = 0; i < n && at + 4 < size; ++i) {
    if (i > 0 && (n - i) % 3 == 0) {  // a thin space that every font has: a blank
      out[at++] = ' ';
    }
    out[at++] = digits[i];
  }
  out[at] = 0;
}

std::string count_text(uint64_t value) {
  char text[32];
  format_count(value, text, sizeof text);
  return text;
}

}  // namespace strata
