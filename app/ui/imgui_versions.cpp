#include "app/ui/imgui_versions.hpp"

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui_freetype.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/key_chords.hpp"

namespace strata::imgui {
namespace {

constexpr float kNowhere = -std::numeric_limits<float>::max();

void set_position(float x, float y) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddMousePosEvent(x, y);
#else
  ImGui::GetIO().MousePos = {x, y};
#endif
}

void set_buttons(std::span<const bool> buttons) {
  ImGuiIO& io = ImGui::GetIO();
  for (size_t i = 0; i < buttons.size(); ++i) {
#if IMGUI_VERSION_NUM >= 18700
    // If nothing has changed, no event is added.
    io.AddMouseButtonEvent(static_cast<int>(i), buttons[i]);
#else
    io.MouseDown[i] = buttons[i];
#endif
  }
}

ImGuiWindow& internal(void* window) { return *static_cast<ImGuiWindow*>(window); }

bool focus_is_shown(const ImGuiContext& context) {
#if IMGUI_VERSION_NUM >= 19140
  return context.NavCursorVisible;
#else
  return !context.NavDisableHighlight;
#endif
}

}  // namespace

void prepare_input() {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().ConfigInputTrickleEventQueue = false;
#endif
}

void prepare_without_window() {
  prepare_input();
#if IMGUI_VERSION_NUM < 18700
  for (int key = 0; key < ImGuiKey_COUNT; ++key) ImGui::GetIO().KeyMap[key] = key;
#endif
}

void feed_key(GLFWwindow* window, int key, int scancode, bool down, bool repeat, int mods) {
  ImGui_ImplGlfw_KeyCallback(window, key, scancode,
                             repeat ? key_action::kRepeat : (down ? key_action::kPress : key_action::kRelease), mods);
}

void feed_character(GLFWwindow* window, unsigned code_point) { ImGui_ImplGlfw_CharCallback(window, code_point); }

void feed_wheel(GLFWwindow* window, float x, float y) {
  ImGui_ImplGlfw_ScrollCallback(window, static_cast<double>(x), static_cast<double>(y));
}

void feed_focus(GLFWwindow* window, bool focused) { ImGui_ImplGlfw_WindowFocusCallback(window, focused ? 1 : 0); }

void feed_entered(GLFWwindow* window, bool entered) { ImGui_ImplGlfw_CursorEnterCallback(window, entered ? 1 : 0); }

// The modifiers are not computed from the keys that are down, as ImGui's own backend does: keys that were pressed in
// another window are not known, and a short chord may have ended by now.
void feed_modifiers(int mods) {
  ImGuiIO& io = ImGui::GetIO();
  const bool ctrl = (mods & modifier::kControl) != 0, shift = (mods & modifier::kShift) != 0,
             alt = (mods & modifier::kAlt) != 0, super = (mods & modifier::kSuper) != 0;
#if IMGUI_VERSION_NUM >= 18900
  io.AddKeyEvent(ImGuiMod_Ctrl, ctrl);
  io.AddKeyEvent(ImGuiMod_Shift, shift);
  io.AddKeyEvent(ImGuiMod_Alt, alt);
  io.AddKeyEvent(ImGuiMod_Super, super);
#elif IMGUI_VERSION_NUM >= 18700
  io.AddKeyEvent(ImGuiKey_ModCtrl, ctrl);
  io.AddKeyEvent(ImGuiKey_ModShift, shift);
  io.AddKeyEvent(ImGuiKey_ModAlt, alt);
  io.AddKeyEvent(ImGuiKey_ModSuper, super);
#else
  io.KeyCtrl = ctrl;
  io.KeyShift = shift;
  io.KeyAlt = alt;
  io.KeySuper = super;
#endif
}

void feed_pointer(float x, float y, std::span<const bool> buttons) {
  set_position(x, y);
  set_buttons(buttons);
}

void feed_no_pointer(std::span<const bool> buttons) {
  set_position(kNowhere, kNowhere);
  set_buttons(buttons);
}

void next_press_is_double_click(int button) { ImGui::GetIO().MouseClickedTime[button] = ImGui::GetTime(); }

void use_freetype(ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM >= 19200
  atlas.SetFontLoader(ImGuiFreeType::GetFontLoader());
  atlas.FontLoaderFlags = ImGuiFreeTypeLoaderFlags_LightHinting;
#else
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
#endif
}

void fonts_replaced([[maybe_unused]] ImFont* text) {
#if IMGUI_VERSION_NUM >= 19200
  // Glyphs are rasterised when they are drawn for the first time.
  ImGui::GetStyle().FontSizeBase = font_size(text);
#else
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

float font_size(const ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
  return font->LegacySize;
#else
  return font->FontSize;
#endif
}

void add_font_data(ImFontAtlas& atlas, std::span<const std::byte> bytes, ImFontConfig config) {
  config.FontData = const_cast<std::byte*>(bytes.data());
  config.FontDataSize = static_cast<int>(bytes.size());
  // Otherwise the bytes would be copied.
  config.FontDataOwnedByAtlas = true;
  atlas.AddFont(&config);
#if IMGUI_VERSION_NUM >= 19200
  atlas.Sources.back().FontDataOwnedByAtlas = false;
#else
  atlas.ConfigData.back().FontDataOwnedByAtlas = false;
#endif
}

namespace {

// Returns whether the letter must be searched for. Icons and surrogates are not searched for.
bool is_looked_for(unsigned code) { return code >= 0xa0 && !(code >= 0xd800 && code < 0xf900) && code < 0xfff0; }

}  // namespace

#if IMGUI_VERSION_NUM >= 19200

void MissingGlyphFinder::watch(ImFontAtlas&, const std::set<char32_t>& wanted) { wanted_ = wanted; }

bool MissingGlyphFinder::find(const ImFontAtlas& atlas, const ImDrawData&, std::set<char32_t>& letters) {
  // This value marks a letter that a font lacks. It is defined in imgui_draw.cpp, but in no header.
  constexpr ImU16 kNotFound = 0xfffe;
  auto& pool = atlas.Builder->BakedPool;
  for (int i = 0; i < pool.Size; ++i) {
    const ImVector<ImU16>& lookup = pool[i].IndexLookup;
    for (int code = 0; code < lookup.Size; ++code) {
      const auto letter = static_cast<char32_t>(code);
      const bool missing = lookup[code] == kNotFound && is_looked_for(static_cast<unsigned>(code));
      if (missing && !wanted_.contains(letter)) letters.insert(letter);
    }
  }
  return false;
}

#else

namespace {

constexpr unsigned kPage = 256, kLetters = 0x10000;
// Two copies of the replacement glyph differ by this much in their texture coordinates. It is far less than a pixel,
// but more than rounding errors.
constexpr float kStep = 1.0f / (1 << 23);

}  // namespace

// Adds a copy of the replacement glyph. Copy 0 of a page stands for all letters of the page, copy 1 for its first
// letter, and so on.
void MissingGlyphFinder::add_copy(const WatchedFont& watched, unsigned page, unsigned copy) const {
  ImFont& font = *watched.font;
  const auto fallback = static_cast<int>(font.FallbackGlyph - font.Glyphs.Data);
  ImFontGlyph glyph = *font.FallbackGlyph;
  glyph.U0 += kStep * static_cast<float>(copy);
  glyph.V0 += kStep * static_cast<float>(page + 1);
  const int index = font.Glyphs.Size;
  bool used = false;
  const unsigned first = page * kPage + (copy == 0 ? 0 : copy - 1), end = copy == 0 ? first + kPage : first + 1;
  for (unsigned code = first; code < end; ++code) {
    auto& at = font.IndexLookup[static_cast<int>(code)];
    const bool loaded = at != static_cast<ImWchar>(-1) && static_cast<int>(at) < watched.loaded;
    if (loaded || !is_looked_for(code) || wanted_.contains(static_cast<char32_t>(code))) continue;
    at = static_cast<ImWchar>(index);
    font.IndexAdvanceX[static_cast<int>(code)] = glyph.AdvanceX;
    used = true;
  }
  if (!used) return;
  font.Glyphs.push_back(glyph);
  font.FallbackGlyph = &font.Glyphs[fallback];
}

void MissingGlyphFinder::watch(ImFontAtlas& atlas, const std::set<char32_t>& wanted) {
  wanted_ = wanted;
  pages_.clear();
  fonts_.clear();
  if (!atlas.IsBuilt()) atlas.Build();
  for (ImFont* font : atlas.Fonts) {
    if (font->FallbackGlyph == nullptr) continue;
    const WatchedFont watched{font, font->Glyphs.Size, font->FallbackGlyph->U0, font->FallbackGlyph->V0};
    font->GrowIndex(static_cast<int>(kLetters));
    for (unsigned page = 0; page < kLetters / kPage; ++page) add_copy(watched, page, 0);
    fonts_.push_back(watched);
  }
}

bool MissingGlyphFinder::find(const ImFontAtlas&, const ImDrawData& data, std::set<char32_t>& letters) {
  std::set<unsigned> pages;
  static constexpr float kRange = kStep * static_cast<float>(kPage + 1);
  for (int i = 0; i < data.CmdListsCount; ++i) {
    for (const ImDrawVert& vertex : data.CmdLists[i]->VtxBuffer) {
      for (const WatchedFont& watched : fonts_) {
        const float u = vertex.uv.x - watched.u0, v = vertex.uv.y - watched.v0;
        if (v <= 0 || v > kRange || u < 0 || u > kRange) continue;
        const auto page = static_cast<unsigned>(std::lround(v / kStep)) - 1;
        const auto copy = static_cast<unsigned>(std::lround(u / kStep));
        if (page >= kPage || copy > kPage) continue;
        if (copy == 0) {
          if (!pages_.contains(page)) pages.insert(page);
        } else if (const unsigned code = page * kPage + copy - 1; !wanted_.contains(code)) {
          letters.insert(code);
        }
      }
    }
  }
  for (const unsigned page : pages) {
    pages_.insert(page);
    for (const WatchedFont& watched : fonts_) {
      for (unsigned copy = 1; copy <= kPage; ++copy) add_copy(watched, page, copy);
    }
  }
  return !pages.empty();
}

#endif

ImGuiID focused_item() { return ImGui::GetCurrentContext()->NavId; }

void press_focused_item() {
  const ImGuiID item = focused_item();
  // Since version 1.87 the Enter key itself presses the focused item if the focus is visible.
  if (item == 0 || ImGui::GetCurrentContext()->NavActivateId == item) return;
#if IMGUI_VERSION_NUM >= 18980
  ImGui::ActivateItemByID(item);
#else
  ImGui::ActivateItem(item);
#endif
}

void release_keyboard() { ImGui::ClearActiveID(); }

void focus_current_window() {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  ImGui::ClearActiveID();
  ImGui::SetWindowFocus();
  ImGui::NavInitWindow(ImGui::GetCurrentWindow(), true);
#if IMGUI_VERSION_NUM >= 19140
  context.NavCursorVisible = true;
  context.NavHighlightItemUnderNav = true;
#else
  context.NavDisableHighlight = false;
  context.NavDisableMouseHover = true;
#endif
}

void hide_window_list() { ImGui::GetCurrentContext()->NavWindowingTarget = nullptr; }

bool focus_ring(ImVec2& low, ImVec2& high) {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  if (context.NavWindow == nullptr || context.NavId == 0 || !focus_is_shown(context)) return false;
  const ImRect item = ImGui::WindowRectRelToAbs(context.NavWindow, context.NavWindow->NavRectRel[context.NavLayer]);
  low = item.Min;
  high = item.Max;
  return true;
}

bool last_item_disabled() { return (ImGui::GetCurrentContext()->CurrentItemFlags & ImGuiItemFlags_Disabled) != 0; }

void begin_skipped_by_tab() { ImGui::PushItemFlag(ImGuiItemFlags_NoTabStop, true); }

void end_skipped_by_tab() { ImGui::PopItemFlag(); }

void window_clip(ImVec2& low, ImVec2& high) {
  const ImRect& clip = ImGui::GetCurrentWindow()->ClipRect;
  low = clip.Min;
  high = clip.Max;
}

WindowBox outermost_window() {
  const ImGuiWindow& window = *ImGui::GetCurrentWindow()->RootWindow;
  return {window.Name, window.Pos, {window.Pos.x + window.Size.x, window.Pos.y + window.Size.y}};
}

bool typing_into_slider(ImGuiID slider) { return ImGui::TempInputIsActive(slider); }

// A slider begins to type a number after a click with Ctrl, and has no option to do so after a double click. So Ctrl
// counts as held while the slider is drawn.
bool begin_double_click_types(float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGuiIO& io = ImGui::GetIO();
  const bool ctrl_held = io.KeyCtrl;
  if (ImGui::IsMouseDoubleClicked(0) &&
      ImGui::IsMouseHoveringRect(at, {at.x + width, at.y + ImGui::GetFrameHeight()})) {
    io.KeyCtrl = true;
  }
  return ctrl_held;
}

void end_double_click_types(bool ctrl_held) { ImGui::GetIO().KeyCtrl = ctrl_held; }

int open_popups() { return ImGui::GetCurrentContext()->OpenPopupStack.Size; }

void close_all_popups() {
  if (open_popups() > 0) ImGui::ClosePopupToLevel(0, true);
}

void bring_to_front() { ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow()); }

const char* WindowView::name() const { return internal(window_).Name; }
bool WindowView::active() const { return internal(window_).Active; }
bool WindowView::drawn() const { return internal(window_).WasActive && internal(window_).Active; }
float WindowView::scroll() const { return internal(window_).Scroll.y; }
float WindowView::scroll_max() const { return internal(window_).ScrollMax.y; }
void WindowView::set_scroll(float y) { ImGui::SetScrollY(&internal(window_), y); }
int WindowView::number_count() const { return internal(window_).StateStorage.Data.Size; }
WindowView::StorageEntry WindowView::number(int index) const {
  const auto& pair = internal(window_).StateStorage.Data[index];
  return {pair.key, pair.val_i};
}
void WindowView::set_number(ImGuiID id, int value) { internal(window_).StateStorage.SetInt(id, value); }
void WindowView::forget_numbers() { internal(window_).StateStorage.Clear(); }

int window_count() { return ImGui::GetCurrentContext()->Windows.Size; }
WindowView window_at(int index) { return WindowView(ImGui::GetCurrentContext()->Windows[index]); }

bool textures_are_due([[maybe_unused]] const ImDrawData& data) {
#if IMGUI_VERSION_NUM >= 19200
  if (data.Textures == nullptr) return false;
  for (const ImTextureData* texture : *data.Textures) {
    if (texture->Status != ImTextureStatus_OK) return true;
  }
#endif
  return false;
}

std::vector<GlyphImage> glyph_images() {
  std::vector<GlyphImage> images;
  const auto add = [&](const ImVector<ImFontGlyph>& glyphs, float size) {
    float blank = size / 4;
    for (const ImFontGlyph& glyph : glyphs) {
      if (glyph.Codepoint == ' ') blank = glyph.AdvanceX;
    }
    for (const ImFontGlyph& glyph : glyphs) {
      if (!glyph.Visible) continue;
      images.push_back({static_cast<unsigned>(glyph.Codepoint), ImVec2(glyph.U0, glyph.V0), ImVec2(glyph.U1, glyph.V1),
                        ImVec2(glyph.X0, glyph.Y0), glyph.Y1 - glyph.Y0, glyph.AdvanceX, size, blank});
    }
  };
#if IMGUI_VERSION_NUM >= 19200
  auto& pool = ImGui::GetIO().Fonts->Builder->BakedPool;
  for (int i = 0; i < pool.Size; ++i) add(pool[i].Glyphs, pool[i].Size);
#else
  for (const ImFont* font : ImGui::GetIO().Fonts->Fonts) add(font->Glyphs, font->FontSize);
#endif
  return images;
}

std::vector<WindowOverflow> window_contents() {
  std::vector<WindowOverflow> contents;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    const ImVec2 inner = window->InnerRect.GetSize();
    if (!window->WasActive || window->Hidden || inner.x < 1 || inner.y < 1) continue;
    // A child that is scrolled out of sight is not filled: its content is that of an earlier frame.
    if (window->OuterRectClipped.GetWidth() < 1 || window->OuterRectClipped.GetHeight() < 1) continue;
    // The space behind the content need not be visible, so that it does not count.
    contents.push_back({window->Name, inner.x, inner.y, window->ScrollMax.x - window->WindowPadding.x,
                        window->ScrollMax.y - window->WindowPadding.y, window->ScrollbarY, window->ScrollbarX});
  }
  return contents;
}

std::vector<ClippedColumn> cut_columns() {
  std::vector<ClippedColumn> columns;
  ImGuiContext& context = *ImGui::GetCurrentContext();
  for (int i = 0; i < context.Tables.GetMapSize(); ++i) {
    ImGuiTable* table = context.Tables.TryGetMapData(i);
    if (table == nullptr || table->LastFrameActive != context.FrameCount || table->InnerWindow->ScrollbarX) continue;
    for (int k = 0; k < table->ColumnsCount; ++k) {
      const ImGuiTableColumn& column = table->Columns[k];
      const float content = std::max(column.ContentMaxXFrozen, column.ContentMaxXUnfrozen);
      if (content <= column.ClipRect.Max.x) continue;
      columns.push_back(
          {table->OuterWindow->Name, k, column.ClipRect.Max.x - column.WorkMinX, content - column.WorkMinX});
    }
  }
  return columns;
}

std::vector<TableBox> table_boxes() {
  std::vector<TableBox> boxes;
  ImGuiContext& context = *ImGui::GetCurrentContext();
  for (int i = 0; i < context.Tables.GetMapSize(); ++i) {
    const ImGuiTable* table = context.Tables.TryGetMapData(i);
    if (table == nullptr || table->LastFrameActive != context.FrameCount) continue;
    if ((table->Flags & ImGuiTableFlags_RowBg) == 0) continue;
    boxes.push_back({table->InnerWindow->Name, table->OuterRect.Min, table->OuterRect.Max});
  }
  return boxes;
}

WindowScrolls window_scrolls(const char* name) {
  WindowScrolls scrolls;
  for (const ImGuiWindow* window = ImGui::FindWindowByName(name); window != nullptr; window = window->ParentWindow) {
    scrolls.down = scrolls.down || window->ScrollbarY;
    scrolls.sideways = scrolls.sideways || window->ScrollbarX;
  }
  return scrolls;
}

}  // namespace strata::imgui
