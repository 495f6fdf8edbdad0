// Purpose: Window is the operating system's window with an OpenGL 3.3 core context, and its input.
// Errors: No display, no OpenGL 3.3.
// Threads: The main thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/window/input.hpp"
#include "core/base/result.hpp"

struct GLFWwindow;

namespace strata {

struct WindowOptions {
  // The size that is wanted; the window begins no larger than the work area of the screen.
  int width = 1440;
  int height = 900;
  bool scaled = true;  // the size is that at scale 1: on a screen of high density the window has more pixels
  bool vsync = true;
};

class Window {
 public:
  static Result<std::unique_ptr<Window>> create(const WindowOptions& options);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  // Fetches events; waits at most `seconds` for the first event.
  void fetch_events(double seconds);
  // Takes the window's size and the time.
  void begin_frame();
  // Clear the picture before map and panels are drawn, and show it on the screen afterwards.
  void clear(float r, float g, float b);
  void present();
  void finish_drawing();  // waits for the driver
  // Sleeps until the time of the frame is over: without this, the program would spin with a driver that ignores the
  // swap interval.
  void pace(double frames_per_second);

  void set_title(const std::string& title);
  void set_clipboard(const std::string& text);
  std::string clipboard() const;  // empty: it holds no text

  int width() const { return width_; }  // framebuffer pixels
  int height() const { return height_; }
  double content_scale() const;  // that the system wants on the screen where the window is
  std::string driver() const;    // name of the OpenGL renderer
  InputQueue& input() { return input_; }
  GLFWwindow* handle() const { return window_; }

  // Returns the picture drawn so far in this frame: RGB, from the lowest row up.
  std::vector<unsigned char> pixels() const;
  // Writes the picture drawn so far in this frame as a PNG file.
  Status save_png(const std::string& path) const;

 private:
  Window() = default;

  GLFWwindow* window_ = nullptr;
  InputQueue input_;
  std::string title_;
  double frame_began_ = 0;
  int width_ = 0;
  int height_ = 0;
};

}  // namespace strata
