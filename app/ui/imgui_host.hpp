// Purpose: ImGuiHost runs Dear ImGui in the window: its set-up, its fonts and style for a scale, its input, and its
//          drawing. Dear ImGui sees only the state at the start of a frame. InputQueue gives it no more events than it
//          can tell apart.
// Threads: The main thread.
#pragma once

#include <set>
#include <vector>

#include "app/ui/fonts.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/window/frame_digest.hpp"
#include "app/window/input.hpp"

struct GLFWwindow;

namespace strata {

class ImGuiHost {
 public:
  // `window`, whose OpenGL context must be current, must outlive the host.
  ImGuiHost(GLFWwindow* window, float scale);
  ~ImGuiHost();
  ImGuiHost(const ImGuiHost&) = delete;
  ImGuiHost& operator=(const ImGuiHost&) = delete;

  void set_scale(float scale);  // 1 to 3; fonts and style, from the next frame on
  float scale() const { return scale_; }
  // Sets the size of the fonts for presentations, pixels, from the next frame on. Somewhat larger fonts are loaded, so
  // that a window can change its size without loading them again and again.
  void set_stage(float pixels);
  const Fonts& fonts() const { return fonts_; }

  // Begins a frame `dt` seconds after the last. Returns its input, valid until the next call.
  const std::vector<InputEvent>& begin_frame(InputQueue& input, float dt);
  // Ends the frame: the panels are ready to be drawn.
  void finish_frame();
  // Whether a later frame will have letters that the last one lacked.
  bool letters_due() const;
  // Adds what draw() would draw. Returns false if textures must be sent first, which draw() does.
  bool describe(FrameDigest& digest) const;
  // Draws the panels of the finished frame on top of what has been drawn.
  void draw();

 private:
  void apply_scale();
  void feed(const InputEvent& event);
  void note_press(const InputEvent& event);

  GLFWwindow* window_;
  Fonts fonts_;
  float scale_ = 1;
  float wanted_scale_;
  imgui::MissingLetters missing_;
  std::set<char32_t> letters_, wanted_letters_;  // that are loaded besides the usual ones, or are to be
  bool more_letters_ = false;                    // the next frame will tell of more
  float stage_ = 0, wanted_stage_ = 0;           // pixels; 0: nothing has been presented so far
  bool focused_ = true;
  bool entered_ = false;  // the pointer is over the window
  bool have_position_ = false;
  float x_ = 0, y_ = 0;
  bool down_[kPointerButtons] = {};
  struct Press {
    double seconds = -1e9;
    float x = 0, y = 0;
  };
  Press pressed_[kPointerButtons];  // the last press, unless it was the second of a double click
};

}  // namespace strata
