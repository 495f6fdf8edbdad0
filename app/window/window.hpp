// Purpose: The operating system's window with an OpenGL 3.3 core context and Dear ImGui set up in it.
// Errors: No display, no OpenGL 3.3.
// Threads: The main thread.
#pragma once

#include <memory>
#include <string>

#include "app/window/fonts.hpp"
#include "app/window/input.hpp"
#include "core/base/result.hpp"

struct GLFWwindow;

namespace strata {

struct WindowOptions {
  int width = 1440;
  int height = 900;
  float scale = 1;
  bool vsync = true;
};

class Window {
 public:
  static Result<std::unique_ptr<Window>> create(const WindowOptions& options);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  // Fetches events; waits for the first at most `seconds`.
  void fetch_events(double seconds);
  // Begins an ImGui frame with `dt` seconds gone by. Returns the input of the frame.
  const std::vector<InputEvent>& begin_frame(float dt);
  // Clears, so that the map can be drawn; then the panels go on top and the picture on the screen.
  void clear(float r, float g, float b);
  void draw_panels();
  void present();
  void finish_drawing();  // waits for the driver
  // A driver that ignores the swap interval would spin: sleeps for the rest of a 60th of a second.
  void pace();

  void set_scale(float scale);  // fonts and style, from the next frame on
  float scale() const { return scale_; }
  void set_title(const std::string& title);
  void set_clipboard(const std::string& text);

  int width() const { return width_; }  // framebuffer pixels
  int height() const { return height_; }
  std::string driver() const;  // the OpenGL renderer's name
  const Fonts& fonts() const { return fonts_; }
  InputQueue& input() { return input_; }

  // RGB rows, top first, of the picture drawn so far in this frame.
  Status save_png(const std::string& path) const;

 private:
  Window() = default;
  void apply_scale();

  GLFWwindow* window_ = nullptr;
  InputQueue input_;
  Fonts fonts_;
  std::string title_;
  float scale_ = 1;
  float wanted_scale_ = 1;
  double frame_began_ = 0;
  int width_ = 0;
  int height_ = 0;
};

}  // namespace strata
