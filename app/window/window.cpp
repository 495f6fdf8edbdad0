#include "app/window/window.hpp"

#include "app/window/gl.hpp"
// After GL.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <stb_image_write.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "app/window/theme.hpp"
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
  window->window_ = glfwCreateWindow(options.width, options.height, "Strata", nullptr, nullptr);
  if (!window->window_) {
    return error_at("display", "no window with OpenGL 3.3 can be opened: " + glfw_reason());
  }
  glfwSetWindowSizeLimits(window->window_, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(window->window_);
  if (!gladLoadGL(reinterpret_cast<GLADloadfunc>(glfwGetProcAddress))) {
    return error_at("display", "the OpenGL driver offers no version 3.3");
  }
  glfwSwapInterval(options.vsync ? 1 : 0);
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // the layout is ours: no hidden state between runs
  io.LogFilename = nullptr;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.ConfigInputTextCursorBlink = false;
  io.MouseDoubleClickTime = 0.5f;  // as desktops have it; slow frames count too
  ImGui_ImplGlfw_InitForOpenGL(window->window_, false);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  window->input_.attach(window->window_);
  window->wanted_scale_ = options.scale;
  window->apply_scale();
  glfwGetFramebufferSize(window->window_, &window->width_, &window->height_);
  return window;
}

Window::~Window() {
  if (ImGui::GetCurrentContext()) {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
  }
  if (window_) glfwDestroyWindow(window_);
  glfwTerminate();
}

void Window::apply_scale() {
  scale_ = wanted_scale_;
  fonts_ = load_fonts(scale_);
  apply_theme_style(scale_);
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

void Window::set_scale(float scale) { wanted_scale_ = std::clamp(scale, 1.0f, 3.0f); }

void Window::set_title(const std::string& title) {
  if (title == title_) return;
  title_ = title;
  glfwSetWindowTitle(window_, title.c_str());
}

void Window::set_clipboard(const std::string& text) { glfwSetClipboardString(window_, text.c_str()); }

void Window::fetch_events(double seconds) {
  if (seconds > 0 && input_.empty()) {
    glfwWaitEventsTimeout(seconds);
  } else {
    glfwPollEvents();
  }
}

const std::vector<InputEvent>& Window::begin_frame(float dt) {
  frame_began_ = glfwGetTime();
  if (wanted_scale_ != scale_) apply_scale();
  glfwGetFramebufferSize(window_, &width_, &height_);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::GetIO().DeltaTime = std::max(dt, 1e-4f);
  const auto& events = input_.begin_frame();
  ImGui::NewFrame();
  return events;
}

void Window::clear(float r, float g, float b) {
  glViewport(0, 0, width_, height_);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(r, g, b, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

void Window::draw_panels() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void Window::present() { glfwSwapBuffers(window_); }

void Window::finish_drawing() { glFinish(); }

void Window::pace() {
  const double rest = frame_began_ + 1.0 / 65 - glfwGetTime();
  if (rest > 0.001) std::this_thread::sleep_for(std::chrono::duration<double>(rest));
}

std::string Window::driver() const {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return name != nullptr ? name : "unknown";
}

Status Window::save_png(const std::string& path) const {
  const size_t row = static_cast<size_t>(width_) * 3;
  std::vector<unsigned char> pixels(row * static_cast<size_t>(height_));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width_, height_, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
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
