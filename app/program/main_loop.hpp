// Purpose: MainLoop runs the program with its window: frames, scripts, requests from other programs, and the end.
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

struct LongWorkStatus;

class MainLoop {
 public:
  explicit MainLoop(const MainOptions& options);

  // Runs until the user quits. Returns the exit status: 0, 1 (a script has failed), or 2 (no display,
  // or invalid input).
  int run();
  // Returns the signal that has ended the program, after unsaved work was copied; 0: none has.
  static int ended_by();

 private:
  using Clock = std::chrono::steady_clock;
  // Times of one frame, in milliseconds.
  struct FrameTimes {
    // Time of everything except calls of OpenGL.
    double cpu = 0;
    // Time with the calls of OpenGL.
    double with_gl = 0;
  };

  Status start();
  // Computes the layout of a frame and applies its input; draw_frame() then draws it.
  FrameTimes prepare_frame(double dt, bool take_input);
  void draw_frame();
  // Returns the scale of lines and markers on the map.
  float marks_scale() const;
  FrameTimes frame(double dt, bool take_input);  // prepares and draws a frame
  // Draws and presents the prepared frame. Returns false if it was skipped, as it would equal the previous frame.
  bool show_frame();
  // Returns a hash of everything that the frame depends on; 0: the frame must be drawn.
  uint64_t digest_of_frame() const;
  // Ends the program if a frame that was to be skipped would differ from the previous one.
  void check_same_picture();
  // Draws long work between two of its slices. Returns false if the user stops the work, or a signal ends the program.
  bool show_long_work(const LongWorkStatus& work);
  // Draws the present state with a complete layout, for a screenshot.
  void draw_due();
  // Returns whether the next frame must follow without a pause.
  bool busy() const;
  // Returns whether work is left to do. Work of features that never ends does not count.
  bool pending() const;
  void when_idle();
  void look_for_request();
  Status dump_ui(const std::string& path, std::string_view token = {});
  int finish();
  // Saves where the window is for the next run.
  void keep_window() const;
  // Waits until a recovery copy has all unsaved work, unless the user has discarded that work.
  void keep_work();
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
  bool tiles_due_ = false;                    // the next frames build tiles that are in sight
  std::optional<ScriptRunner> script_;
  // The script was opened like a file, so that its error is shown in a dialog.
  bool script_opened_ = false;
  // How far the frame of Dear ImGui has got. A frame that was begun but has no layout yet may be dropped.
  enum class ImGuiFrameState : uint8_t { kNo, kBegun, kLaidOut } in_frame_ = ImGuiFrameState::kNo;
  Clock::time_point work_shown_{};           // time when long work was last displayed
  std::vector<InputEvent> events_;           // input of the frame
  std::vector<ViewRect> view_rects_;         // views of the prepared frame
  uint64_t shown_digest_ = 0;                // digest of the frame on the screen
  std::vector<unsigned char> shown_pixels_;  // pixels of that frame, if skipped frames are checked
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
