#include "app/ui/imgui_host.hpp"

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "app/ui/imgui_versions.hpp"
#include "app/ui/theme.hpp"

namespace strata {

ImGuiHost::ImGuiHost(GLFWwindow* window, float scale) : window_(window), wanted_scale_(scale) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  // The program stores the layout itself; ImGui must not write a file of its own.
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.ConfigInputTextCursorBlink = false;
  // The usual time of desktops. It also suits slow frames.
  io.MouseDoubleClickTime = 0.5f;
  ImGui_ImplGlfw_InitForOpenGL(window_, false);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  imgui::prepare_input();
  apply_scale();
}

ImGuiHost::~ImGuiHost() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void ImGuiHost::apply_scale() {
  scale_ = wanted_scale_;
  stage_ = wanted_stage_;
  FrameDigest::note_upload();
  letters_ = wanted_letters_;
  fonts_ = load_fonts(scale_, stage_, letters_);
  apply_theme_style(scale_);
  imgui::fonts_replaced(fonts_.text);
  missing_.watch(*ImGui::GetIO().Fonts, letters_);
}

void ImGuiHost::set_scale(float scale) { wanted_scale_ = std::clamp(scale, 1.0f, 3.0f); }

void ImGuiHost::set_stage(float pixels) {
  static constexpr float kStep = 8, kMost = 128;
  wanted_stage_ = std::min(std::ceil(pixels / kStep) * kStep, kMost);
}

// Detects double clicks by the time between two presses. ImGui compares the times of frames, and misses double clicks
// if frames are slow.
void ImGuiHost::note_press(const InputEvent& event) {
  ImGuiIO& io = ImGui::GetIO();
  LastPress& last = pressed_[event.code];
  const float dx = event.x - last.x, dy = event.y - last.y;
  const bool near = dx * dx + dy * dy <= io.MouseDoubleClickMaxDist * io.MouseDoubleClickMaxDist;
  const bool second = near && event.seconds - last.seconds < io.MouseDoubleClickTime;
  if (second) imgui::next_press_is_double_click(event.code);
  last = second ? LastPress{} : LastPress{event.seconds, event.x, event.y};
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
      imgui::feed_wheel(window_, event.x, event.y);
      break;
    case InputKind::kKey:
      imgui::feed_key(window_, event.code, event.scancode, event.down, event.repeat, event.mods);
      break;
    case InputKind::kChar:
      imgui::feed_character(window_, static_cast<unsigned>(event.code));
      break;
    case InputKind::kFocus:
      focused_ = event.down;
      imgui::feed_focus(window_, event.down);
      break;
    case InputKind::kEnter:
      entered_ = event.down;
      imgui::feed_entered(window_, event.down);
      break;
  }
  imgui::feed_modifiers(event.mods);
}

const std::vector<InputEvent>& ImGuiHost::begin_frame(InputQueue& input, float dt) {
  // Letters are loaded only once all letters that a frame needs are known.
  const bool new_letters = !more_letters_ && wanted_letters_ != letters_;
  if (wanted_scale_ != scale_ || wanted_stage_ != stage_ || new_letters) apply_scale();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGuiIO& io = ImGui::GetIO();
  io.DeltaTime = std::max(dt, 1e-4f);
  // All sizes are in pixels of the framebuffer, even if the window system has larger units.
  io.DisplaySize = {io.DisplaySize.x * io.DisplayFramebufferScale.x, io.DisplaySize.y * io.DisplayFramebufferScale.y};
  io.DisplayFramebufferScale = {1, 1};
  const std::vector<InputEvent>& events = input.begin_frame(io.WantTextInput);
  for (const InputEvent& event : events) feed(event);
  if (have_position_ && (focused_ || entered_)) {
    imgui::feed_pointer(x_, y_, down_);
  } else {
    imgui::feed_no_pointer(down_);
  }
  ImGui::NewFrame();
  return events;
}

void ImGuiHost::finish_frame() {
  ImGui::Render();
  more_letters_ = missing_.find(*ImGui::GetIO().Fonts, *ImGui::GetDrawData(), wanted_letters_);
  // If so many letters are needed that they would take too much memory, they are not loaded.
  static constexpr size_t kMostLetters = 6000;
  if (wanted_letters_.size() > kMostLetters) wanted_letters_ = letters_;
}

bool ImGuiHost::letters_due() const { return more_letters_ || wanted_letters_ != letters_; }

bool ImGuiHost::describe(FrameDigest& digest) const {
  const ImDrawData& data = *ImGui::GetDrawData();
  if (imgui::textures_are_due(data)) return false;
  digest.add(data.DisplaySize.x, data.DisplaySize.y, data.CmdListsCount);
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    digest.add_bytes(list.VtxBuffer.Data, static_cast<size_t>(list.VtxBuffer.size_in_bytes()));
    digest.add_bytes(list.IdxBuffer.Data, static_cast<size_t>(list.IdxBuffer.size_in_bytes()));
    for (const ImDrawCmd& command : list.CmdBuffer) {
      digest.add(command.ClipRect.x, command.ClipRect.y, command.ClipRect.z, command.ClipRect.w, command.VtxOffset,
                 command.IdxOffset, command.ElemCount);
      const auto texture = command.GetTexID();
      digest.add_bytes(&texture, sizeof texture);
    }
  }
  return true;
}

void ImGuiHost::draw() { ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData()); }

}  // namespace strata
