// Purpose: ImGuiHost runs Dear ImGui in the window: its set-up, fonts and style for a scale, input, and drawing. Dear
//          ImGui sees only the state at the beginning of a frame, so that InputQueue passes only as many events to a
//          frame as it can distinguish.
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
  // `window` must outlive the host; its OpenGL context must be current.
  ImGuiHost(GLFWwindow* window, float scale);
  ~ImGuiHost();
  ImGuiHost(const ImGuiHost&) = delete;
  ImGuiHost& operator=(const ImGuiHost&) = delete;

  // Sets the scale, from 1 to 3. Fonts and style change in the next frame.
  void set_scale(float scale);
  float scale() const { return scale_; }
  // Sets the size of the font for presentations in pixels; it changes in the next frame. Slightly larger fonts are
  // loaded than needed, so that not every change of the window's size loads fonts again.
  void set_stage(float pixels);
  const Fonts& fonts() const { return fonts_; }

  // Begins a frame, `dt` seconds after the previous one. Returns the input events of the frame, which are valid
  // until the next call.
  const std::vector<InputEvent>& begin_frame(InputQueue& input, float dt);
  // Ends the layout of the frame. After that it can be drawn.
  void finish_frame();
  // Returns whether the last frame lacked letters that will be loaded for a later one.
  bool letters_due() const;
  // Adds to the digest everything that draw() would draw. Returns false if textures must be uploaded first,
  // which draw() does.
  bool describe(FrameDigest& digest) const;
  // Draws the panels of the finished frame over the present picture.
  void draw();

 private:
  void apply_scale();
  void feed(const InputEvent& event);
  void note_press(const InputEvent& event);

  GLFWwindow* window_;
  Fonts fonts_;
  float scale_ = 1;
  float wanted_scale_;
  imgui::MissingGlyphFinder missing_;
  // The letters that are loaded, and those to be loaded, besides the default ones.
  std::set<char32_t> letters_, wanted_letters_;
  // The next frame may lack further letters.
  bool more_letters_ = false;
  // Size of the font for presentations in pixels; 0: there was no presentation so far.
  float stage_ = 0, wanted_stage_ = 0;
  bool focused_ = true;
  bool entered_ = false;  // the pointer is over the window
  bool have_position_ = false;
  float x_ = 0, y_ = 0;
  bool down_[kPointerButtons] = {};
  struct LastPress {
    double seconds = -1e9;
    float x = 0, y = 0;
  };
  // The last press of each button, unless it was the second one of a double click.
  LastPress pressed_[kPointerButtons];
};

}  // namespace strata
