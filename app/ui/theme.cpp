#include "app/ui/theme.hpp"

namespace strata {
namespace {

ImVec4 rgb(unsigned value, float alpha = 1.0f) {
  return ImVec4(static_cast<float>((value >> 16) & 255) / 255.0f, static_cast<float>((value >> 8) & 255) / 255.0f,
                static_cast<float>(value & 255) / 255.0f, alpha);
}

Theme dark_theme() {
  Theme t;
  t.dark = true;
  t.background = rgb(0x14171c);
  t.panel = rgb(0x1b1f26);
  t.panel_title = rgb(0x22272f);
  t.border = rgb(0x323945);
  t.text = rgb(0xe6e9ee);
  t.text_dim = rgb(0xabb5c3);
  t.accent = rgb(0x6cc0f0);
  t.accent_soft = rgb(0x1c6fb0, 0.40f);
  t.good = rgb(0x3ccfa5);
  t.bad = rgb(0xff9a7a);
  t.warn = rgb(0xf0b429);
  t.hover = rgb(0x323a47);
  t.field = rgb(0x11141a);
  t.map_background = rgb(0x0e1014);
  return t;
}

Theme light_theme() {
  Theme t;
  t.dark = false;
  t.background = rgb(0xdfe3e8);
  t.panel = rgb(0xf5f6f8);
  t.panel_title = rgb(0xe7eaee);
  t.border = rgb(0xc3cad3);
  t.text = rgb(0x1c232c);
  t.text_dim = rgb(0x4a5563);
  t.accent = rgb(0x005a8f);
  t.accent_soft = rgb(0x0072b2, 0.18f);
  t.good = rgb(0x005f46);
  t.bad = rgb(0xa32c1c);
  t.warn = rgb(0x724c00);
  t.hover = rgb(0xd5dbe3);
  t.field = rgb(0xe4e8ee);
  t.map_background = rgb(0xb9c0c9);
  return t;
}

Theme current = dark_theme();

void apply_colors(ImGuiStyle& style) {
  ImVec4* c = style.Colors;
  const Theme& t = current;
  const ImVec4 none(0, 0, 0, 0);
  c[ImGuiCol_Text] = t.text;
  c[ImGuiCol_TextDisabled] = t.text_dim;
  c[ImGuiCol_WindowBg] = t.panel;
  c[ImGuiCol_ChildBg] = none;
  c[ImGuiCol_PopupBg] = t.dark ? rgb(0x20252d) : rgb(0xffffff);
  c[ImGuiCol_Border] = t.border;
  c[ImGuiCol_BorderShadow] = none;
  c[ImGuiCol_FrameBg] = t.field;
  c[ImGuiCol_FrameBgHovered] = t.hover;
  c[ImGuiCol_FrameBgActive] = t.hover;
  c[ImGuiCol_TitleBg] = t.panel_title;
  c[ImGuiCol_TitleBgActive] = t.panel_title;
  c[ImGuiCol_TitleBgCollapsed] = t.panel_title;
  c[ImGuiCol_MenuBarBg] = t.panel_title;
  c[ImGuiCol_ScrollbarBg] = none;
  c[ImGuiCol_ScrollbarGrab] = t.border;
  c[ImGuiCol_ScrollbarGrabHovered] = t.text_dim;
  c[ImGuiCol_ScrollbarGrabActive] = t.accent;
  c[ImGuiCol_CheckMark] = t.accent;
  // The grab of a slider is translucent. SliderFrame draws the value beside it.
  c[ImGuiCol_SliderGrab] = ImVec4(t.accent.x, t.accent.y, t.accent.z, 0.55f);
  c[ImGuiCol_SliderGrabActive] = ImVec4(t.accent.x, t.accent.y, t.accent.z, 0.75f);
  c[ImGuiCol_Button] = t.dark ? rgb(0x2a303a) : rgb(0xe2e6eb);
  c[ImGuiCol_ButtonHovered] = t.hover;
  c[ImGuiCol_ButtonActive] = t.accent_soft;
  c[ImGuiCol_Header] = t.accent_soft;
  c[ImGuiCol_HeaderHovered] = t.hover;
  c[ImGuiCol_HeaderActive] = t.accent_soft;
  c[ImGuiCol_Separator] = t.border;
  c[ImGuiCol_SeparatorHovered] = t.accent;
  c[ImGuiCol_SeparatorActive] = t.accent;
  c[ImGuiCol_ResizeGrip] = none;
  c[ImGuiCol_Tab] = t.panel_title;
  c[ImGuiCol_TabHovered] = t.hover;
  c[ImGuiCol_TabActive] = t.accent_soft;
  c[ImGuiCol_TabUnfocused] = t.panel_title;
  c[ImGuiCol_TabUnfocusedActive] = t.panel;
  c[ImGuiCol_TableHeaderBg] = t.panel_title;
  c[ImGuiCol_TableBorderStrong] = t.border;
  c[ImGuiCol_TableBorderLight] = t.dark ? rgb(0x2a303a) : rgb(0xdde2e8);
  c[ImGuiCol_TableRowBg] = none;
  c[ImGuiCol_TableRowBgAlt] = ImVec4(t.text.x, t.text.y, t.text.z, 0.025f);
  c[ImGuiCol_TextSelectedBg] = t.accent_soft;
  c[ImGuiCol_NavHighlight] = t.accent;
  c[ImGuiCol_PlotHistogram] = t.accent;
  c[ImGuiCol_ModalWindowDimBg] = ImVec4(0, 0, 0, 0.5f);
}

}  // namespace

const Theme& theme() { return current; }

void set_theme(bool dark) {
  if (dark == current.dark) return;
  current = dark ? dark_theme() : light_theme();
  apply_colors(ImGui::GetStyle());
}

void apply_theme_style(float scale) {
  ImGuiStyle style;
  style.WindowPadding = {10, 8};
  style.WindowMinSize = {4, 4};
  style.FramePadding = {8, 4};
  style.CellPadding = {6, 2};
  style.ItemSpacing = {8, 5};
  style.ItemInnerSpacing = {6, 4};
  style.IndentSpacing = 14;
  style.ScrollbarSize = 11;
  style.GrabMinSize = 10;
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 0;
  style.PopupBorderSize = 1;
  style.FrameBorderSize = 0;
  style.WindowRounding = 0;
  style.ChildRounding = 4;
  style.FrameRounding = 4;
  style.PopupRounding = 6;
  style.ScrollbarRounding = 6;
  style.GrabRounding = 4;
  style.TabRounding = 4;
  style.WindowTitleAlign = {0.0f, 0.5f};
  style.WindowMenuButtonPosition = ImGuiDir_None;
  style.DisplaySafeAreaPadding = {0, 0};
  style.ScaleAllSizes(scale);
  apply_colors(style);
  ImGui::GetStyle() = style;
}

ImU32 to_u32(const ImVec4& color, float alpha) {
  return ImGui::ColorConvertFloat4ToU32({color.x, color.y, color.z, color.w * alpha});
}

}  // namespace strata
