// Purpose: This header is the one place for differences between versions of Dear ImGui (1.86 to 1.92), and for
//          functions that only its internal header has. No other file asks for the version or includes
//          imgui_internal.h.
// Differs: Versions before 1.87 see only the state of keys and pointer at the start of a frame. Later ones take a queue
//          of events, which is emptied in every frame (io.ConfigInputTrickleEventQueue is off): InputQueue already
//          gives a frame no more events than can be told apart. This program draws a frame only when there is a
//          reason, so an event left for the next frame would come late or never.
// Units: Positions and sizes in window pixels.
// Threads: The main thread.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <vector>

struct GLFWwindow;

namespace strata::imgui {

// Input. The backend must have begun the frame; ImGui::NewFrame() must not have been called yet.

// Prepares the context for the functions below; call it once, after the backends are set up.
void prepare_input();
// The same for a context without backends, which sees no key.
void prepare_without_window();
// Feed events. Codes and modifier bits are those of GLFW.
void feed_key(GLFWwindow* window, int key, int scancode, bool down, bool repeat, int mods);
void feed_character(GLFWwindow* window, unsigned code_point);
void feed_wheel(GLFWwindow* window, float x, float y);
void feed_focus(GLFWwindow* window, bool focused);
void feed_entered(GLFWwindow* window, bool entered);
// Feeds the modifiers that are held now, whatever keys have gone down and up in the meantime.
void feed_modifiers(int mods);
// Feeds the position of the pointer and which of its buttons are down.
void feed_pointer(float x, float y, std::span<const bool> buttons);
// Feeds that the pointer is outside, or that another window has the focus.
void feed_no_pointer(std::span<const bool> buttons);
// Makes the next press of this button that is fed the second press of a double click.
void next_press_is_double_click(int button);

// Fonts.

// Makes FreeType draw the fonts that are added to the atlas from now on, lightly hinted.
void use_freetype(ImFontAtlas& atlas);
// Passes fonts that have been replaced to the renderer; `text` is the default font.
void fonts_replaced(ImFont* text);
// Returns the size for which the font was loaded.
float font_size(const ImFont* font);
// Adds a font whose bytes stay where they are until the program ends.
void add_font_data(ImFontAtlas& atlas, std::span<const std::byte> bytes, ImFontConfig config);

// MissingLetters says which letters the texts of a frame have that no font of the atlas has.
// How: Since version 1.92 the fonts note such letters themselves. Before, they are found in what is drawn: every letter
//      that is not loaded is drawn by a copy of the replacement, and each copy has slightly other coordinates in the
//      texture. At first all letters of a page (256 of them) share a copy; once a page has been seen, each of its
//      letters has its own.
class MissingLetters {
 public:
  // Prepares fonts that have just been loaded and passed to the renderer. The letters in `wanted` are not looked for
  // again.
  void watch(ImFontAtlas& atlas, const std::set<char32_t>& wanted);
  // Adds the missing letters of the finished frame to `letters`. Returns true if the next frame will tell more.
  bool find(const ImFontAtlas& atlas, const ImDrawData& data, std::set<char32_t>& letters);

 private:
  struct Watched {
    ImFont* font;
    int loaded;    // number of its glyphs; copies of the replacement follow
    float u0, v0;  // of the replacement
  };
  void add_copy(const Watched& watched, unsigned page, unsigned copy) const;

  std::set<char32_t> wanted_;
  std::set<unsigned> pages_;  // whose letters have copies of their own
  std::vector<Watched> fonts_;
};

// Focus of the keyboard, which Dear ImGui calls navigation.

// Returns the item that has the keyboard; 0 if there is none.
ImGuiID focused_item();
// Presses that item as Space does, in the next frame. Does nothing if there is no item, or if this frame's key presses
// the item already.
void press_focused_item();
// Takes the keyboard away from the text field or slider that has it.
void release_keyboard();
// Gives the keyboard to the first item of the current window, and shows where it is.
void focus_current_window();
// Hides Dear ImGui's own list of windows, which does not know the panels.
void hide_window_list();
// Returns the rectangle around the item that has the keyboard. Returns false if there is none, or if its frame is
// hidden.
bool focus_ring(ImVec2& low, ImVec2& high);

// Items, popups and windows.

// Whether the last item is disabled.
bool last_item_disabled();
// Makes Tab skip the items between the two calls. Before version 1.90 Tab stops only at text fields.
void begin_skipped_by_tab();
void end_skipped_by_tab();
// Returns the visible part of the current window.
void window_clip(ImVec2& low, ImVec2& high);
// Whether a number is being typed into the slider.
bool typing_into_slider(ImGuiID slider);
// Make a double click on the slider between the two calls type a number, as Ctrl+click does. The slider is the next
// item, of this width. The first call returns whether Ctrl is held, for the second call.
bool begin_double_click_types(float width);
void end_double_click_types(bool ctrl_held);
// Returns how many menus and dialogs are open within one another.
int open_popups();
void close_all_popups();
// Draws the current window in front of all other windows from now on.
void bring_to_front();

// A window as PanelWindows keeps it. Valid until the next frame.
class WindowView {
 public:
  explicit WindowView(void* window) : window_(window) {}
  const char* name() const;
  bool drawn() const;   // in this frame and in the frame before
  bool active() const;  // in this frame
  float scroll() const;
  float scroll_max() const;
  void set_scroll(float y);
  // A number that Dear ImGui keeps for the window: by the id of a header, 1 if the header is open, else 0.
  struct Number {
    ImGuiID id = 0;
    int value = 0;
  };
  int number_count() const;
  Number number(int index) const;
  void set_number(ImGuiID id, int value);
  void forget_numbers();

 private:
  void* window_;
};
int window_count();
WindowView window_at(int index);

// Whether the backend must still send textures before the frame can be drawn.
bool textures_are_due(const ImDrawData& data);

// What has been drawn, for tests that read the screen. The frame must have ended.

// A glyph of the fonts that are loaded, by its part of the font texture.
struct GlyphImage {
  unsigned code = 0;
  ImVec2 uv0, uv1;
  ImVec2 offset;  // from the pen at the top of the line to the glyph
  float height = 0, advance = 0, font_size = 0;
  float blank = 0;  // advance of a blank in its font
};
std::vector<GlyphImage> glyph_images();
// How far the content of a window exceeds what is visible of it, and whether scroll bars show that.
struct WindowContent {
  std::string name;
  float width = 0, height = 0, hidden_right = 0, hidden_below = 0;
  bool bar_right = false, bar_below = false;
};
std::vector<WindowContent> window_contents();
// A column of a table whose content is wider than what is visible of it.
struct CutColumn {
  std::string window;  // name of the window that holds the table
  int column = 0;
  float width = 0, content = 0;
};
std::vector<CutColumn> cut_columns();
// A table of rows that has been drawn; others only arrange buttons.
struct TableBox {
  std::string window;  // name of the window that its cells are drawn in
  ImVec2 low, high;
};
std::vector<TableBox> table_boxes();
// Whether the window of that name, or one around it, has a scroll bar at its right, or below.
struct WindowScrolls {
  bool down = false, sideways = false;
};
WindowScrolls window_scrolls(const char* name);

}  // namespace strata::imgui
