// Purpose: MainLoop is the program around the lab: window, frames, scripts, requests from outside, the end.
// Threads: The main thread.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/draw/overlay.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/script.hpp"
#include "app/program/main_options.hpp"
#include "app/ui/gui.hpp"
#include "app/ui/imgui_host.hpp"
#include "app/window/renderer.hpp"
#include "app/window/window.hpp"

namespace strata {

struct ShownWork;

class MainLoop {
 public:
  explicit MainLoop(const MainOptions& options);

  // Runs until the user quits. Returns the program's exit status: 0, 1 (a script failed), 2 (no display, unusable
  // input).
  int run();
  // Returns the signal that ended the program, after its unsaved work was kept; 0 if no signal did.
  static int ended_by();

 private:
  using Clock = std::chrono::steady_clock;
  // Times of one frame, in milliseconds.
  struct Times {
    double cpu = 0;      // everything except OpenGL calls
    double with_gl = 0;  // until the OpenGL calls have returned
  };

  Status start();
  // Lays a frame out and takes over what changed; draw_frame() draws it.
  Times prepare_frame(double dt, bool take_input);
  void draw_frame();
  Times frame(double dt, bool take_input);  // both
  // Draws and presents the prepared frame. Returns false if it would look like the last one, and was left out.
  bool show_frame();
  uint64_t digest_of_frame() const;  // 0: it must be drawn
  void check_same_picture();         // ends the program if the frame that is left out looks otherwise
  // Shows what is at work between its slices. Returns false if the user stops it, or a signal ends the program.
  bool show_long_work(const ShownWork& work);
  void draw_due();       // draws the state as it is, with a finished layout, for a screenshot
  bool busy() const;     // whether frames must follow each other
  bool pending() const;  // whether work is left; features whose work never ends do not count
  void when_idle();
  void look_for_request();
  Status dump_ui(const std::string& path, std::string_view token = {});
  int finish();
  int finish_by_signal();
  int bench();

  MainOptions options_;
  Clock::time_point started_ = Clock::now();
  std::unique_ptr<Window> window_;
  std::unique_ptr<ImGuiHost> imgui_;
  std::unique_ptr<Lab> lab_;
  std::unique_ptr<Renderer> renderer_;
  std::unique_ptr<Gui> gui_;
  OverlayBuilder overlay_builder_;
  std::span<const Overlay* const> overlays_;  // overlays of the last frame
  std::optional<ScriptRunner> script_;
  bool script_opened_ = false;  // the script was opened as a file: its fault is told in a dialog
  // Whether Dear ImGui is within a frame: before anything is laid out in it, it may be given up for others.
  enum class InFrame : uint8_t { kNo, kBegun, kLaidOut } in_frame_ = InFrame::kNo;
  Clock::time_point work_shown_{};           // when long work was shown last
  std::vector<InputEvent> events_;           // input of the frame
  std::vector<ViewRect> view_rects_;         // of the prepared frame
  uint64_t shown_digest_ = 0;                // of the frame that is on the screen
  std::vector<unsigned char> shown_pixels_;  // its picture, where frames are checked
  uint64_t frames_drawn_ = 0;
  int quiet_frames_ = 0;
  std::string shown_title_;
  bool shown_unsaved_ = false;
  bool was_idle_ = false;
  bool script_failed_ = false;
  std::string request_token_;
  std::string request_picture_;
  double open_ms_ = 0;
  double first_frame_ms_ = 0;
};

}  // namespace strata
