#include "app/ui/imgui_host.hpp"

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <limits>

#include "app/base/key_chords.hpp"
#include "app/ui/theme.hpp"

namespace strata {

ImGuiHost::ImGuiHost(GLFWwindow* window, float scale) : window_(window), wanted_scale_(scale) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // the layout is ours: no hidden state between runs
  io.LogFilename = nullptr;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.ConfigInputTextCursorBlink = false;
  io.MouseDoubleClickTime = 0.5f;  // as desktops have it; slow frames count too
  ImGui_ImplGlfw_InitForOpenGL(window_, false);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  apply_scale();
}

ImGuiHost::~ImGuiHost() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void ImGuiHost::apply_scale() {
  scale_ = wanted_scale_;
  fonts_ = load_fonts(scale_);
  apply_theme_style(scale_);
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

void ImGuiHost::set_scale(float scale) { wanted_scale_ = std::clamp(scale, 1.0f, 3.0f); }

// Two presses are a double click by the time between them, not by that between the frames that show them: ImGui, which
// counts by frames, would miss it where frames are slow.
void ImGuiHost::note_press(const InputEvent& event) {
  ImGuiIO& io = ImGui::GetIO();
  Press& last = pressed_[event.code];
  const float dx = event.x - last.x, dy = event.y - last.y;
  const bool near = dx * dx + dy * dy <= io.MouseDoubleClickMaxDist * io.MouseDoubleClickMaxDist;
  const bool second = near && event.seconds - last.seconds < io.MouseDoubleClickTime;
  if (second) io.MouseClickedTime[event.code] = ImGui::GetTime();
  last = second ? Press{} : Press{event.seconds, event.x, event.y};
}

void ImGuiHost::feed(const InputEvent& event) {
  switch (event.kind) {
    case InputKind::kMove:
      x_ = event.x;
      y_ = event.y;
      have_position_ = true;
      break;
    case InputKind::kButton:
      x_ = event.x;
      y_ = event.y;
      have_position_ = true;
      down_[event.code] = event.down;
      if (event.down) note_press(event);
      break;
    case InputKind::kWheel:
      ImGui_ImplGlfw_ScrollCallback(window_, event.x, event.y);
      break;
    case InputKind::kKey:
      ImGui_ImplGlfw_KeyCallback(
          window_, event.code, event.scancode,
          event.repeat ? key_action::kRepeat : (event.down ? key_action::kPress : key_action::kRelease), event.mods);
      break;
    case InputKind::kChar:
      ImGui_ImplGlfw_CharCallback(window_, static_cast<unsigned>(event.code));
      break;
    case InputKind::kFocus:
      focused_ = event.down;
      ImGui_ImplGlfw_WindowFocusCallback(window_, event.down);
      break;
    case InputKind::kEnter:
      ImGui_ImplGlfw_CursorEnterCallback(window_, event.down);
      break;
  }
  // Not by the keys that are down, as the backend has it: those that went down elsewhere are unknown, and a short chord
  // may be over by now.
  ImGuiIO& io = ImGui::GetIO();
  io.KeyCtrl = (event.mods & modifier::kControl) != 0;
  io.KeyShift = (event.mods & modifier::kShift) != 0;
  io.KeyAlt = (event.mods & modifier::kAlt) != 0;
  io.KeySuper = (event.mods & modifier::kSuper) != 0;
}

const std::vector<InputEvent>& ImGuiHost::begin_frame(InputQueue& input, float dt) {
  if (wanted_scale_ != scale_) apply_scale();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGuiIO& io = ImGui::GetIO();
  io.DeltaTime = std::max(dt, 1e-4f);
  const std::vector<InputEvent>& events = input.begin_frame(io.WantTextInput);
  for (const InputEvent& event : events) feed(event);
  if (have_position_ && focused_) io.MousePos = {x_, y_};
  if (!have_position_) io.MousePos = {-std::numeric_limits<float>::max(), -std::numeric_limits<float>::max()};
  for (int i = 0; i < kPointerButtons; ++i) io.MouseDown[i] = down_[i];
  ImGui::NewFrame();
  return events;
}

void ImGuiHost::draw() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace strata
