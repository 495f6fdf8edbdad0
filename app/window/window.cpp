#include "app/window/window.hpp"

#include "app/window/gl.hpp"
// GLFW's header must come after that of OpenGL.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <stb_image_write.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/io/files.hpp"

namespace strata {
namespace {

std::string glfw_reason() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text ? text : "unknown reason";
}

void append_png(void* context, void* data, int size) {
  static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<size_t>(size));
}

// Returns the parts of the screens that the content of the window can take, first that of the primary screen.
std::vector<ScreenArea> screen_areas(GLFWwindow* window) {
  int left = 0, top = 0, right = 0, bottom = 0;
  glfwGetWindowFrameSize(window, &left, &top, &right, &bottom);
  std::vector<ScreenArea> areas;
  int count = 0;
  GLFWmonitor** const monitors = glfwGetMonitors(&count);
  for (int i = 0; i < count; ++i) {
    int x = 0, y = 0, width = 0, height = 0;
    glfwGetMonitorWorkarea(monitors[i], &x, &y, &width, &height);
    const ScreenArea area{x + left, y + top, width - left - right, height - top - bottom};
    if (area.width > 0 && area.height > 0) areas.push_back(area);
  }
  return areas;
}

WindowPlace place_of_window(GLFWwindow* window) {
  WindowPlace place;
  glfwGetWindowPos(window, &place.x, &place.y);
  glfwGetWindowSize(window, &place.width, &place.height);
  return place;
}

// Puts the window, which is still hidden, where it was in the last run. It is never larger than the work area of its
// screen; a window that would be is moved to the corner of the area.
void place_window(GLFWwindow* window, const std::optional<WindowPlace>& wanted) {
  const std::vector<ScreenArea> areas = screen_areas(window);
  if (areas.empty()) return;
  const std::optional<WindowPlace> there = wanted ? in_screens(*wanted, areas) : std::nullopt;
  if (there) {
    glfwSetWindowSize(window, there->width, there->height);
    glfwSetWindowPos(window, there->x, there->y);
    if (there->maximized) glfwMaximizeWindow(window);
    return;
  }
  const ScreenArea& area = areas.front();
  const WindowPlace now = place_of_window(window);
  if (now.width <= area.width && now.height <= area.height) return;
  glfwSetWindowSize(window, std::min(now.width, area.width), std::min(now.height, area.height));
  glfwSetWindowPos(window, area.x, area.y);
}

}  // namespace

Result<std::unique_ptr<Window>> Window::create(const WindowOptions& options) {
  if (!glfwInit()) return error_at("display", "no window can be opened: " + glfw_reason());
  std::unique_ptr<Window> window(new Window);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "strata");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "strata");
#ifdef GLFW_WAYLAND_APP_ID  // since GLFW 3.4
  glfwWindowHintString(GLFW_WAYLAND_APP_ID, "strata");
#endif
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, options.scaled && !options.place ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  const int width = options.place ? options.place->width : options.width;
  const int height = options.place ? options.place->height : options.height;
  window->window_ = glfwCreateWindow(width, height, "Strata", nullptr, nullptr);
  if (!window->window_) {
    return error_at("display", "no window with OpenGL 3.3 can be opened: " + glfw_reason());
  }
  window->restored_ = options.place.value_or(WindowPlace{0, 0, width, height});
  place_window(window->window_, options.place);
  glfwSetWindowSizeLimits(window->window_, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwShowWindow(window->window_);
  glfwMakeContextCurrent(window->window_);
  if (!gladLoadGL(reinterpret_cast<GLADloadfunc>(glfwGetProcAddress))) {
    return error_at("display", "the OpenGL driver offers no version 3.3");
  }
  glfwSwapInterval(options.vsync ? 1 : 0);
  window->input_.attach(window->window_);
  glfwGetFramebufferSize(window->window_, &window->width_, &window->height_);
  return window;
}

Window::~Window() {
  if (window_) glfwDestroyWindow(window_);
  glfwTerminate();
}

void Window::set_title(const std::string& title) {
  if (title == title_) return;
  title_ = title;
  glfwSetWindowTitle(window_, title.c_str());
}

std::string Window::clipboard() const {
  const char* text = glfwGetClipboardString(window_);
  return text != nullptr ? text : "";
}
void Window::set_clipboard(const std::string& text) { glfwSetClipboardString(window_, text.c_str()); }

void Window::fetch_events(double seconds) {
  if (seconds > 0 && input_.empty()) {
    glfwWaitEventsTimeout(seconds);
  } else {
    glfwPollEvents();
  }
}

void Window::begin_frame() {
  frame_began_ = glfwGetTime();
  glfwGetFramebufferSize(window_, &width_, &height_);
}

std::optional<WindowPlace> Window::place() const {
  if (glfwGetWindowAttrib(window_, GLFW_ICONIFIED) != 0) return std::nullopt;
  const bool maximized = glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) != 0;
  WindowPlace place = maximized ? restored_ : place_of_window(window_);
  place.maximized = maximized;
  return place;
}

double Window::content_scale() const {
  float across = 1, down = 1;
  glfwGetWindowContentScale(window_, &across, &down);
  return static_cast<double>(across);
}

void Window::clear(float r, float g, float b) {
  glViewport(0, 0, width_, height_);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(r, g, b, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

void Window::present() { glfwSwapBuffers(window_); }

void Window::finish_drawing() { glFinish(); }

void Window::pace(double frames_per_second) {
  const double rest = frame_began_ + 1.0 / frames_per_second - glfwGetTime();
  if (rest > 0.001) std::this_thread::sleep_for(std::chrono::duration<double>(rest));
}

std::string Window::driver() const {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return name != nullptr ? name : "unknown";
}

std::vector<unsigned char> Window::pixels() const {
  std::vector<unsigned char> pixels(static_cast<size_t>(width_) * 3 * static_cast<size_t>(height_));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width_, height_, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
  return pixels;
}

Status Window::save_png(const std::string& path) const {
  const size_t row = static_cast<size_t>(width_) * 3;
  const std::vector<unsigned char> pixels = this->pixels();
  std::vector<unsigned char> flipped(pixels.size());
  for (size_t y = 0; y < static_cast<size_t>(height_); ++y) {
    std::copy_n(pixels.begin() + static_cast<std::ptrdiff_t>((static_cast<size_t>(height_) - 1 - y) * row), row,
                flipped.begin() + static_cast<std::ptrdiff_t>(y * row));
  }
  std::string png;
  if (!stbi_write_png_to_func(append_png, &png, width_, height_, 3, flipped.data(), static_cast<int>(row))) {
    return error_at(path, "the picture cannot be compressed");
  }
  return write_file_atomic(path, png);
}

}  // namespace strata
