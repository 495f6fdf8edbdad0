// Purpose: TestScreen draws the interface of a lab frame by frame, as the program's main loop does, but without a
//          window and without a graphics card. What it draws is read back by drawn_text.hpp.
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
  bool down = false;  // the left button
};

// A named item of the screen, as it was drawn last.
struct ScreenItem {
  std::string name;
  float x = 0, y = 0, width = 0, height = 0;
};

std::vector<ScreenItem> items_of(const UiDump& dump, int width, int height);

// The context of Dear ImGui for a scale, with the fonts and the style of the program. Fonts are loaded once per scale.
class TestContext {
 public:
  explicit TestContext(const ScreenSize& size);
  ~TestContext();
  TestContext(const TestContext&) = delete;
  TestContext& operator=(const TestContext&) = delete;

  const Fonts& fonts() const;
  std::span<const imgui::GlyphImage> glyphs() const;
  // Begins a frame without keys, and without a pointer if `pointer` is null.
  void begin_frame(const ScreenPointer* pointer = nullptr) const;
  DrawnFrame end_frame() const;
  // Loads letters that the frame which has ended lacked. Returns true if the next frame will look otherwise.
  bool load_missing();

 private:
  struct Loaded;
  static Loaded& loaded(float scale);
  void load();

  ScreenSize size_;

  Loaded* loaded_;
  ImGuiContext* context_;
};

class TestScreen {
 public:
  // The lab must outlive the screen.
  TestScreen(Lab& lab, const ScreenSize& size);
  ~TestScreen();

  // Draws so many frames. `unfolded`: lists that fold are drawn open.
  void frames(int count, bool unfolded = false);
  // Draws what is at work in place of the panels, for so many frames. Returns whether it was stopped in the last.
  bool work_frames(int count, const ShownWork& work);
  std::vector<TextFault> faults() const;
  // Returns the faults of what opens over the panels: menus and tooltips.
  std::vector<TextFault> faults_of_popups() const;
  void point(const ScreenItem& item, bool down);  // without a frame
  // Points at the middle of the item, or presses it, and draws a few frames.
  void point_at(const ScreenItem& item);
  void press(const ScreenItem& item);
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
};

}  // namespace strata::test
