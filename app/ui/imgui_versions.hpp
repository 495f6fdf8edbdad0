// Purpose: This header hides the differences between versions of Dear ImGui (1.86 to 1.92), and the functions of its
//          internal header. No other file checks the version or includes imgui_internal.h.
// Differs: Versions before 1.87 see only the state of keys and pointer at the start of a frame. Later ones have a queue
//          of events, which is emptied in every frame (io.ConfigInputTrickleEventQueue is off), as InputQueue already
//          limits the events of a frame. An event left for the next frame would be late or lost, because this program
//          only draws a frame when there is a reason.
// Units: Positions and sizes in window pixels.
// Threads: The main thread.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct GLFWwindow;

namespace strata::imgui {

// Input. Call these after the backend has begun the frame, and before ImGui::NewFrame().

// Prepares the context for the functions below. Call it once, after the backends are set up.
void prepare_input();
// Prepares a context without backends, which gets no keys.
void prepare_without_window();
// These functions pass events on. Codes and bits of modifiers are those of GLFW.
void feed_key(GLFWwindow* window, int key, int scancode, bool down, bool repeat, int mods);
void feed_character(GLFWwindow* window, unsigned code_point);
void feed_wheel(GLFWwindow* window, float x, float y);
void feed_focus(GLFWwindow* window, bool focused);
void feed_entered(GLFWwindow* window, bool entered);
// Passes on which modifiers are held now, whatever the key events were.
void feed_modifiers(int mods);
// Feeds the pointer's position and the state of its buttons.
void feed_pointer(float x, float y, std::span<const bool> buttons);
// Passes on that the pointer is outside the window, or that another window has the focus.
void feed_no_pointer(std::span<const bool> buttons);
// The next press of this button that is passed on counts as the second press of a double click.
void next_press_is_double_click(int button);

// Fonts.

// Makes FreeType, with light hinting, rasterise the fonts that are added to the atlas later.
void use_freetype(ImFontAtlas& atlas);
// Tells the renderer that the fonts were replaced; `text` is the default font.
void fonts_replaced(ImFont* text);
// Returns the size for which the font was loaded.
float font_size(const ImFont* font);
// Adds a font whose bytes must stay valid until the program ends.
void add_font_data(ImFontAtlas& atlas, std::span<const std::byte> bytes, ImFontConfig config);

// MissingGlyphFinder finds the letters in the texts of a frame that no loaded font has.
// How: Since version 1.92 fonts note such letters themselves. Before, they are found in the drawn triangles: a missing
// letter is drawn by a copy of the replacement glyph, and each copy has slightly different texture coordinates. At
// first the 256 letters of a page share a copy; once a page has been seen, each of its letters has its own.
class MissingGlyphFinder {
 public:
  // Prepares fonts that were just loaded and passed to the renderer. Letters in `wanted` are already to be loaded, so
  // that they are not searched for.
  void watch(ImFontAtlas& atlas, const std::set<char32_t>& wanted);
  // Adds the letters that the finished frame lacks to `letters`. Returns true if the next frame will find more.
  bool find(const ImFontAtlas& atlas, const ImDrawData& data, std::set<char32_t>& letters);

 private:
  struct WatchedFont {
    ImFont* font;
    // Number of the font's glyphs. Copies of the replacement glyph follow them.
    int loaded;
    float u0, v0;  // texture coordinates of the replacement glyph
  };
  void add_copy(const WatchedFont& watched, unsigned page, unsigned copy) const;

  std::set<char32_t> wanted_;
  // Pages whose letters each have a copy of their own.
  std::set<unsigned> pages_;
  std::vector<WatchedFont> fonts_;
};

// Keyboard focus, which Dear ImGui calls navigation.

// Returns the focused item; 0: none.
ImGuiID focused_item();
// Presses the focused item in the next frame, as the Space key does. Does nothing if no item is focused, or if a key of
// this frame presses it already.
void press_focused_item();
// Takes the keyboard focus from a text field or slider.
void release_keyboard();
// Gives the focus to the first item of the current window, and shows it.
void focus_current_window();
// Hides Dear ImGui's own window switcher, which does not know the panels.
void hide_window_list();
// Returns the box around the focused item. Returns false if no item is focused, or if the box is hidden.
bool focus_ring(ImVec2& low, ImVec2& high);

// Items, popups and windows.

// Returns whether the last item is disabled.
bool last_item_disabled();
// The Tab key skips the items between these two calls. Before version 1.90 it stops only at text fields.
void begin_skipped_by_tab();
void end_skipped_by_tab();
// Returns the visible part of the current window.
void window_clip(ImVec2& low, ImVec2& high);
// Name and box of the window that contains the current one and lies in no other.
struct WindowBox {
  std::string_view name;
  ImVec2 low, high;
};
WindowBox outermost_window();
// Returns whether a number is being typed into the slider.
bool typing_into_slider(ImGuiID slider);
// Between these two calls, a double click on the slider begins the typing of a number, as Ctrl+click does. The slider
// is the next item and has this width. The first call returns whether Ctrl is held, which the second call needs.
bool begin_double_click_types(float width);
void end_double_click_types(bool ctrl_held);
// Returns the number of nested open menus and dialogs.
int open_popups();
void close_all_popups();
// From now on the current window is drawn above all others.
void bring_to_front();

// What PanelWindows needs to know about a window. It is valid until the next frame.
class WindowView {
 public:
  explicit WindowView(void* window) : window_(window) {}
  const char* name() const;
  // Returns whether the window is drawn in this frame and was drawn in the previous one.
  bool drawn() const;
  bool active() const;  // drawn in this frame
  float scroll() const;
  float scroll_max() const;
  void set_scroll(float y);
  // A number that Dear ImGui stores for a window under an id. For the id of a header it is 1 if the header is
  // open, otherwise 0.
  struct StorageEntry {
    ImGuiID id = 0;
    int value = 0;
  };
  int number_count() const;
  StorageEntry number(int index) const;
  void set_number(ImGuiID id, int value);
  void forget_numbers();

 private:
  void* window_;
};
int window_count();
WindowView window_at(int index);

// Returns whether the backend must upload textures before the frame can be drawn.
bool textures_are_due(const ImDrawData& data);

// What tests that read the screen need to know about a drawn frame. Call these functions after the frame has ended.

// A glyph of the loaded fonts, and the part of the font texture where it is.
struct GlyphImage {
  unsigned code = 0;
  ImVec2 uv0, uv1;
  // Offset of the glyph from the position of the pen, at the top of the line.
  ImVec2 offset;
  float height = 0, advance = 0, font_size = 0;
  // The width of a blank in the font.
  float blank = 0;
};
std::vector<GlyphImage> glyph_images();
// By how much the content of a window exceeds its visible part, and whether it has scroll bars.
struct WindowOverflow {
  std::string name;
  float width = 0, height = 0, hidden_right = 0, hidden_below = 0;
  bool bar_right = false, bar_below = false;
};
std::vector<WindowOverflow> window_contents();
// A table column whose content is wider than its visible part.
struct ClippedColumn {
  std::string window;  // name of the window with the table
  int column = 0;
  float width = 0, content = 0;
};
std::vector<ClippedColumn> cut_columns();
// A drawn table with rows; tables that only arrange buttons do not count.
struct TableBox {
  std::string window;  // name of the window with its cells
  ImVec2 low, high;
};
std::vector<TableBox> table_boxes();
// Whether the window with this name, or a window around it, has a vertical (`down`) or horizontal
// (`sideways`) scroll bar.
struct WindowScrolls {
  bool down = false, sideways = false;
};
WindowScrolls window_scrolls(const char* name);

}  // namespace strata::imgui
