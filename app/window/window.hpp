// Purpose: Window is a window of the operating system with an OpenGL 3.3 core context and its input.
// Errors: No display, no OpenGL 3.3.
// Threads: The main thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/window/input.hpp"
#include "app/window/window_place.hpp"
#include "core/base/result.hpp"

struct GLFWwindow;

namespace strata {

struct WindowOptions {
  // The size that the window shall have. It is never larger than the work area of the screen.
  int width = 1440;
  int height = 900;
  // The size is that at scale 1: on a high-density screen the window has more pixels.
  bool scaled = true;
  // Where the window was at the end of the last run. It is used in place of the size, if a screen is still there.
  std::optional<WindowPlace> place;
  bool vsync = true;
};

class Window {
 public:
  static Result<std::unique_ptr<Window>> create(const WindowOptions& options);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  // Waits for events, at most `seconds` for the first one, and collects them.
  void fetch_events(double seconds);
  // Updates the window's size and the time.
  void begin_frame();
  // clear() clears the frame before map and panels are drawn; present() shows it afterwards.
  void clear(float r, float g, float b);
  void present();
  // Waits until the driver has finished drawing.
  void finish_drawing();
  // Sleeps until the time of the frame is over. If the driver ignores the swap interval, the program would otherwise
  // draw frames all the time.
  void pace(double frames_per_second);

  void set_title(const std::string& title);
  void set_clipboard(const std::string& text);
  // Returns the text on the clipboard; empty: there is no text.
  std::string clipboard() const;

  int width() const { return width_; }  // framebuffer pixels
  int height() const { return height_; }
  // Returns where the window is; nullopt: it is minimised, so that it is nowhere. A maximised window is where it was
  // before.
  std::optional<WindowPlace> place() const;
  // Returns the scale that the system wants on the screen of the window.
  double content_scale() const;
  std::string driver() const;  // name of the OpenGL renderer
  InputQueue& input() { return input_; }
  GLFWwindow* handle() const { return window_; }

  // Returns the pixels drawn so far in this frame: RGB, bottom row first.
  std::vector<unsigned char> pixels() const;
  // Writes the pixels drawn so far in this frame to a PNG file.
  Status save_png(const std::string& path) const;

 private:
  Window() = default;

  GLFWwindow* window_ = nullptr;
  InputQueue input_;
  // Where the window was before it was maximised.
  WindowPlace restored_;
  std::string title_;
  double frame_began_ = 0;
  int width_ = 0;
  int height_ = 0;
};

}  // namespace strata
