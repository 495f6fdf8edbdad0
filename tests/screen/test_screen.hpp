// Purpose: TestScreen draws the interface of a lab frame by frame, as the main loop does, but without a window or
//          graphics card. drawn_text.hpp reads the result.
// Threads: The main thread; one screen at a time.
#pragma once

#include <imgui.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/draw/overlay.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/long_work.hpp"
#include "app/ui/gui.hpp"
#include "tests/screen/drawn_text.hpp"

namespace strata::test {

struct ScreenSize {
  int width = 1280, height = 800;
  float scale = 1;
};

// The pointer, in pixels of the window.
struct ScreenPointer {
  float x = 0, y = 0;
  bool down = false;  // the left button is pressed
};

// A named item of the screen, as it was drawn in the last frame.
struct ScreenItem {
  std::string name;
  float x = 0, y = 0, width = 0, height = 0;
};

std::vector<ScreenItem> items_of(const UiDump& dump, int width, int height);

// A context of Dear ImGui for a scale, with the program's fonts and style. Fonts are loaded once per scale.
class TestContext {
 public:
  explicit TestContext(const ScreenSize& size);
  ~TestContext();
  TestContext(const TestContext&) = delete;
  TestContext& operator=(const TestContext&) = delete;

  const Fonts& fonts() const;
  std::span<const imgui::GlyphImage> glyphs() const;
  // Begins a frame without keys. `pointer` null: the pointer is outside.
  void begin_frame(const ScreenPointer* pointer = nullptr) const;
  DrawnFrame end_frame() const;
  // Loads letters that were missing in the last frame. Returns true if the next frame will look different.
  bool load_missing();

 private:
  struct LoadedFonts;
  static LoadedFonts& loaded(float scale);
  void load();

  ScreenSize size_;

  LoadedFonts* loaded_;
  ImGuiContext* context_;
};

class TestScreen {
 public:
  // The lab must outlive the screen. All panels are open, unless it is a first start.
  TestScreen(Lab& lab, const ScreenSize& size, bool first_start = false);
  ~TestScreen();

  // Draws frames. `unfolded`: collapsible lists are open.
  void frames(int count, bool unfolded = false);
  // Draws frames as a program without scripts does, which notes no names of items. Nothing is read of them.
  void still_frames(int count);
  // Draws frames with long work in place of the panels. Returns whether the work was stopped in the last one.
  bool work_frames(int count, const LongWorkStatus& work);
  std::vector<TextFault> faults() const;
  // Returns the faults of menus and tooltips above the panels.
  std::vector<TextFault> faults_of_popups() const;
  void point(const ScreenItem& item, bool down);  // does not draw a frame
  // Moves the pointer to the middle of the item, or presses it, and draws a few frames.
  void point_at(const ScreenItem& item);
  void press(const ScreenItem& item);
  // Presses a key (key_chords.hpp) and draws a few frames.
  void press_key(int key);
  std::vector<ScreenItem> items() const;
  const DrawnFrame& drawn() const { return drawn_; }
  Gui& gui() { return *gui_; }

 private:
  void frame(bool unfolded);

  Lab& lab_;
  ScreenSize size_;
  TestContext context_;
  std::unique_ptr<Gui> gui_;
  OverlayBuilder builder_;
  std::span<const Overlay* const> overlays_;
  DrawnFrame drawn_;
  std::optional<ScreenPointer> pointer_;
  std::vector<InputEvent> keys_;  // for the next frame
};

}  // namespace strata::test
