#include "app/program/main_loop.hpp"
#include "app/lab/added_planner_wait.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/map_thumbnails.hpp"
#include "app/lab/preferences.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/recovery_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>
#include <vector>

#include "app/base/key_chords.hpp"
#include "app/base/settings.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/file_kinds.hpp"
#include "app/lab/first_run.hpp"
#include "app/lab/fitted_options.hpp"
#include "app/program/lab_start.hpp"
#include "app/program/main_allocations.hpp"
#include "app/ui/presentation_layout.hpp"
#include "app/ui/saved_window_place.hpp"
#include "app/ui/theme.hpp"
#include "core/base/build_info.hpp"
#include "core/base/stop_signals.hpp"
#include "core/io/files.hpp"
#include "core/io/printable.hpp"

namespace strata {
namespace {

// Returns whether the camera is where a new lab has it: nobody has fitted it yet, and no card or lesson has set it.
bool is_untouched(const Camera& camera) {
  const Camera fresh;
  return camera.center_x == fresh.center_x && camera.center_y == fresh.center_y && camera.zoom == fresh.zoom;
}

constexpr double kFixedFrame = 1.0 / 60;
constexpr int kMaxDueFrames = 64;
// A frame builds tiles that come in sight for 3 to 8 ms.
constexpr size_t kTileWorkPerFrame = 100'000;
// After input, this many further frames are drawn: Dear ImGui needs a frame or two for the layout of a new window.
constexpr int kQuietFrames = 3;

double ms_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

// The signal that ends the program; 0: none. Unsaved work is in a recovery copy.
std::atomic<int> stop_signal = 0;

// The program has noticed the signal and will end after a little work.
std::atomic<bool> stops_by_itself = false;

// Stores the signal. A second Ctrl+C ends the program at once; other signals may come twice when a terminal or session
// ends. Work that does not check for signals delays the end by a few seconds.
void note_stop(int signal) {
  const int before = stop_signal.exchange(signal);
  if (before == SIGINT && signal == SIGINT) end_by_signal(signal);
  if (before != 0) return;
  std::thread([signal] {
    std::this_thread::sleep_for(std::chrono::seconds(8));
    if (stops_by_itself) return;
    std::fprintf(stderr, "strata: ended at work; the copy of unsaved work on the disk is some seconds old at most\n");
    end_by_signal(signal);
  }).detach();
}

ClearColor around_map() {
  const ImVec4& color = theme().map_background;
  return {color.x, color.y, color.z};
}

std::string layout_path() {
  const std::string settings = default_settings_path();
  if (settings.empty()) return {};
  return (std::filesystem::path(settings).parent_path() / "layout.json").string();
}

}  // namespace

MainLoop::MainLoop(const MainOptions& options) : options_(options) {}

Status MainLoop::start() {
  // A run that is controlled by a program, timed or repeatable must not depend on earlier runs.
  const bool fresh = options_.fresh || options_.bench_frames > 0;
  lab_ = std::make_unique<Lab>(lab_options_of(options_, fresh));
  Lab& lab = *lab_;
  if (options_.scale > 0) {
    if (Status s = lab.execute("ui.scale " + std::to_string(options_.scale)); !s) return s;
  }
  WindowOptions window_options;
  window_options.width = options_.width;
  window_options.height = options_.height;
  window_options.scaled = !options_.sized;
  if (!fresh && !options_.sized) window_options.place = load_window(layout_path());
  window_options.vsync = options_.bench_frames == 0 && !options_.fixed_clock;
  auto window = Window::create(window_options);
  if (!window) return window.error();
  window_ = std::move(window.value());
  follow_system_scale(lab, window_->content_scale());
  imgui_ = std::make_unique<ImGuiHost>(window_->handle(), static_cast<float>(lab.state().ui_scale));
  auto renderer = Renderer::create(options_.max_texture);
  if (!renderer) return renderer.error();
  renderer_ = std::move(renderer.value());
  GuiOptions gui_options;
  if (!fresh) gui_options.layout_path = layout_path();
  gui_options.maps_folder = assets_folder("maps");
  gui_options.graphs_folder = assets_folder("graphs");
  gui_options.levels_folder = assets_folder("levels");
  gui_ = std::make_unique<Gui>(lab, gui_options);
  if (options_.light) gui_->set_dark(false);
  gui_->dump().set_enabled(!options_.dump_ui.empty() || !options_.control.empty() || !options_.script.empty());
  if (!imgui_->fonts().warning.empty()) lab.say(MessageKind::kWarning, imgui_->fonts().warning);

  LabHost host;
  host.screenshot = [this](const std::string& path) -> Status {
    draw_due();
    return window_->save_png(path);
  };
  host.dump_ui = [this](const std::string& path) -> Status {
    draw_due();
    return dump_ui(path);
  };
  host.get_clipboard = [this] { return window_->clipboard(); };
  host.set_clipboard = [this](const std::string& text) { window_->set_clipboard(text); };
  host.run_script = [this](ScriptRunner&& script) -> Status {
    if (script_ && !script_->done()) return error_at("script.run", "a script is running: it can run no other");
    script_ = std::move(script);
    script_->set_interrupted([] { return stop_signal != 0; });
    script_opened_ = true;
    return success();
  };
  host.arrange = [this](LayoutChange change, const std::vector<std::string>& words) {
    return gui_->change_layout(change, words);
  };
  host.limit_threads = limit_work;
  lab.set_host(host);
  long_work(lab).set_host([this](const LongWorkStatus& work) { return show_long_work(work); });

  if (options_.greets()) {
    greet(lab);
    begin_to_fit_maps(lab);
  }
  if (Status s = set_reading(lab, options_); !s) return s;
  if (!options_.map.empty()) {
    const auto begin = Clock::now();
    // If the kind of the file is not known, map.open reports that in a dialog.
    const Result<Command> opens = command_to_open(lab, std::vector{options_.map});
    const FileContent content = content_of(file_kinds(lab), options_.map);
    if (content == FileContent::kLesson || content == FileContent::kFigure || content == FileContent::kShow) {
      // No frame was drawn yet, so that the views get the size that the window will have.
      lab.gestures().set_view_size(options_.width, options_.height);
      lab.finish_updates();
    }
    lab.run(format_command({opens ? opens.value().name : "map.open", {options_.map}}));
    open_ms_ = ms_since(begin);
  }
  if (Status s = add_own_planners(lab, options_); !s) return s;
  if (Status s = open_figure_of(lab, options_); !s) return s;
  if (!options_.lesson.empty() || !options_.show.empty()) {
    // No frame was drawn yet, so that the views get the size of the window.
    lab.gestures().set_view_size(window_->width(), window_->height());
    lab.finish_updates();
    if (Status s = open_lesson_or_show_of(lab, options_); !s) return s;
  }
  if (Status s = switch_layers_on(lab, options_); !s) return s;
  if (options_.script.empty()) return success();
  auto script = script_of(options_);
  if (!script) return script.error();
  script_ = std::move(script.value());
  script_opened_ = false;
  if (script_) script_->set_interrupted([] { return stop_signal != 0; });
  return success();
}

MainLoop::FrameTimes MainLoop::prepare_frame(double dt, bool take_input) {
  FrameTimes times;
  const auto begin = Clock::now();
  Lab& lab = *lab_;
  window_->begin_frame();
  follow_system_scale(lab, window_->content_scale());
  imgui_->set_scale(static_cast<float>(lab.state().ui_scale));
  if (lab.state().presentation) imgui_->set_stage(presentation_text(static_cast<float>(window_->height())));
  // The events are copied, as long work may begin other frames.
  events_ = imgui_->begin_frame(window_->input(), static_cast<float>(dt));
  const auto width = static_cast<float>(window_->width());
  const auto height = static_cast<float>(window_->height());
  gui_->arrange_panels(imgui_->scale(), width, height);
  const Box box = gui_->pane_box(0);
  // If the view shows the whole map, it does so again after its size has changed.
  Camera fitted = lab.state().camera;
  fitted.fit(lab.world().map().width(), lab.world().map().height());
  const bool was_fitted = fitted == lab.state().camera || is_untouched(lab.state().camera);
  const auto view_width = static_cast<int>(box.width);
  const auto view_height = static_cast<int>(box.height);
  if (view_width != lab.state().camera.view_width || view_height != lab.state().camera.view_height) {
    lab.gestures().set_view_size(view_width, view_height);
    if (was_fitted) lab.mutable_state().camera.fit(lab.world().map().width(), lab.world().map().height());
  }
  in_frame_ = ImGuiFrameState::kBegun;
  if (take_input) {
    gui_->handle_input(events_, window_->input().take_dropped_files());
    if (window_->input().take_close_request()) gui_->run("app.quit");
    lab.tick(dt);
    // Long work was shown meanwhile, which has ended the frame, so that another one begins.
    if (in_frame_ == ImGuiFrameState::kNo) (void)imgui_->begin_frame(window_->input(), 0);
  }
  in_frame_ = ImGuiFrameState::kLaidOut;
  gui_->draw(imgui_->fonts(), imgui_->scale(), width, height, overlays_);
  // Frames of scripts and pictures are complete.
  const bool complete = !take_input || (script_ && !script_->done());
  const DrawnViews& drawn = overlay_builder_.build_views(lab, complete ? SIZE_MAX : kTileWorkPerFrame);
  tiles_due_ = drawn.tiles_due;
  note_drawn(lab.mutable_state(), drawn.layers, drawn.view_notes, drawn.entries, drawn.truncated);
  overlays_ = drawn.overlays;
  times.cpu = ms_since(begin);
  const auto gl_begin = Clock::now();
  renderer_->update(lab, overlays_);
  view_rects_.clear();
  const auto panes = std::min(overlays_.size(), static_cast<size_t>(gui_->pane_count()));
  for (size_t i = 0; i < panes; ++i) {
    const Box& pane = gui_->pane_box(static_cast<int>(i));
    view_rects_.push_back({static_cast<int>(pane.x), static_cast<int>(pane.y), view_width, view_height});
  }
  imgui_->finish_frame();
  in_frame_ = ImGuiFrameState::kNo;
  times.with_gl = times.cpu + ms_since(gl_begin);
  return times;
}

float MainLoop::marks_scale() const {
  const float scale = imgui_->scale();
  return lab_->state().presentation ? presentation_marks(static_cast<float>(window_->height()), scale) : scale;
}

void MainLoop::draw_frame() {
  const ImVec4& background = theme().background;
  window_->clear(background.x, background.y, background.z);
  for (size_t i = 0; i < view_rects_.size(); ++i) {
    renderer_->draw(*lab_, *overlays_[i], view_rects_[i], window_->height(), marks_scale(), around_map());
  }
  imgui_->draw();
  ++frames_drawn_;
}

MainLoop::FrameTimes MainLoop::frame(double dt, bool take_input) {
  FrameTimes times = prepare_frame(dt, take_input);
  const auto begin = Clock::now();
  draw_frame();
  times.with_gl += ms_since(begin);
  return times;
}

uint64_t MainLoop::digest_of_frame() const {
  FrameDigest digest;
  digest.add(window_->width(), window_->height());
  const ImVec4& background = theme().background;
  digest.add(background.x, background.y, background.z);
  for (size_t i = 0; i < view_rects_.size(); ++i) {
    renderer_->describe(*lab_, *overlays_[i], view_rects_[i], window_->height(), marks_scale(), around_map(), digest);
  }
  return imgui_->describe(digest) ? digest.value() : 0;
}

bool MainLoop::show_frame() {
  const uint64_t digest = digest_of_frame();
  if (digest != 0 && digest == shown_digest_) {
    if (options_.check_frames) check_same_picture();
    return false;
  }
  draw_frame();
  if (options_.check_frames) shown_pixels_ = window_->pixels();
  window_->present();
  shown_digest_ = digest;
  return true;
}

void MainLoop::check_same_picture() {
  draw_frame();
  if (window_->pixels() == shown_pixels_) return;
  std::fprintf(stderr, "strata: frame %llu was to be left out, and looks otherwise than the one on the screen\n",
               static_cast<unsigned long long>(lab_->state().frame));
  std::abort();
}

// Map and panels are not drawn here: the command at work may have left them in an intermediate state.
bool MainLoop::show_long_work(const LongWorkStatus& work) {
  constexpr double kShownAfter = 0.3, kBetweenFrames = 0.1;
  if (stop_signal != 0) return false;
  // A reproducible run must not have frames that depend on how long something takes.
  if (options_.fixed_clock || options_.bench_frames > 0) return true;
  if (work.seconds < kShownAfter || in_frame_ == ImGuiFrameState::kLaidOut) return true;
  const auto now = Clock::now();
  if (std::chrono::duration<double>(now - work_shown_).count() < kBetweenFrames) return true;
  work_shown_ = now;
  if (in_frame_ == ImGuiFrameState::kBegun) imgui_->finish_frame();
  in_frame_ = ImGuiFrameState::kNo;
  window_->fetch_events(0);
  window_->begin_frame();
  const auto& events = imgui_->begin_frame(window_->input(), static_cast<float>(kBetweenFrames));
  bool stops = std::ranges::any_of(events, [](const InputEvent& event) {
    return event.kind == InputKind::kKey && event.down && event.code == key::kEscape;
  });
  const auto width = static_cast<float>(window_->width()), height = static_cast<float>(window_->height());
  if (window_->input().take_close_request()) {
    // The program quits once the work has ended.
    gui_->run("app.quit");
    stops = true;
  }
  stops |= gui_->draw_long_work(imgui_->fonts(), width, height, work);
  imgui_->finish_frame();
  const ImVec4& background = theme().background;
  window_->clear(background.x, background.y, background.z);
  imgui_->draw();
  window_->present();
  shown_digest_ = 0;
  if (gui_->dump().enabled() && !options_.control.empty()) (void)dump_ui(options_.control + "/work.json");
  return !stops || !work.can_stop;
}

void MainLoop::draw_due() {
  const auto due = [this] { return renderer_->pending() || imgui_->letters_due(); };
  for (int i = 0; i < kQuietFrames || (due() && i < kMaxDueFrames); ++i) frame(0, false);
}

Status MainLoop::dump_ui(const std::string& path, std::string_view token) {
  return write_file_atomic(path, gui_->dump().to_json(lab_->state().frame, window_->width(), window_->height(),
                                                      lab_->state().camera, token));
}

bool MainLoop::busy() const {
  // Times that are still measured must be shown.
  return pending() || lab_->query().thread().busy() || std::ranges::any_of(lab_->controllers(), [](const auto& own) {
           return own.second->activity() == Activity::kEndless;
         });
}

bool MainLoop::pending() const {
  const LabState& s = lab_->state();
  const bool at_work =
      std::ranges::any_of(lab_->controllers(), [](const auto& feature) { return feature.second->at_work(); });
  return !window_->input().empty() || !gui_->idle() || (script_ && !script_->done()) || s.building ||
         imgui_->letters_due() || (s.solving && !added_planner_timed_out(*lab_)) || renderer_->pending() ||
         tiles_due_ || s.large.on || at_work || lab_->session().pictures().working() ||
         lab_->view_searches().comparing() || lab_->playback().clock().playing() ||
         (!s.flashes.empty() && (request_token_.empty() || !request_picture_.empty()));
}

void MainLoop::look_for_request() {
  if (options_.control.empty() || !request_token_.empty()) return;
  const std::string path = options_.control + "/request";
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return;
  const auto text = read_file(path, 1 << 16);
  if (!text) return;
  const std::string& content = text.value();
  const size_t end = content.find('\n');
  // The other program is still writing the file.
  if (end == content.npos) return;
  request_token_ = content.substr(0, end);
  request_picture_ = content.substr(end + 1);
  while (!request_picture_.empty() && request_picture_.back() == '\n') request_picture_.pop_back();
  std::filesystem::remove(path, ignored);
  // Input that was sent before the request is handled first.
  quiet_frames_ = 0;
  was_idle_ = false;
}

void MainLoop::when_idle() {
  if (was_idle_) return;
  was_idle_ = true;
  if (options_.announce) {
    std::printf("idle at frame %llu, %llu drawn\n", static_cast<unsigned long long>(lab_->state().frame),
                static_cast<unsigned long long>(frames_drawn_));
    std::fflush(stdout);
  }
  if (request_token_.empty()) return;
  const std::string token = std::exchange(request_token_, {});
  Status status = write_file_atomic(options_.control + "/state.json", dump_state(*lab_));
  if (status && !request_picture_.empty()) {
    draw_due();
    status = window_->save_png(request_picture_);
  }
  // This file is written last. When the other program finds its token, all other files are complete.
  if (status) status = dump_ui(options_.control + "/ui.json", token);
  if (!status) std::fprintf(stderr, "strata: %s\n", printable(status.error().message()).c_str());
}

int MainLoop::run() {
  if (options_.bench_frames == 0) take_stop_signals(note_stop);
  if (Status status = start(); !status) {
    if (stop_signal != 0) return finish_by_signal();
    std::fprintf(stderr, "strata: %s\n", printable(status.error().message()).c_str());
    return 2;
  }
  if (options_.bench_frames > 0) return bench();
  auto last = Clock::now();
  int frames = 0;
  while (!lab_->state().quit && stop_signal == 0) {
    look_for_request();
    const bool rest = !options_.fixed_clock && options_.frames == 0 && quiet_frames_ > kQuietFrames && !busy();
    const bool talking = !lab_->state().messages.empty();
    window_->fetch_events(rest ? (!options_.control.empty() ? 0.01 : (talking ? 0.1 : 0.25)) : 0);
    const auto now = Clock::now();
    const double dt =
        options_.fixed_clock ? kFixedFrame : std::min(std::chrono::duration<double>(now - last).count(), 0.25);
    last = now;
    const bool exposed = window_->input().take_exposed();
    if (exposed) shown_digest_ = 0;
    if (rest && window_->input().empty() && !talking && request_token_.empty() && !exposed) {
      // A tick shows messages about recovery copies.
      lab_->tick(dt);
      continue;
    }
    bool active = gui_->run_queued();
    if (script_ && !script_->done()) {
      active = true;
      const Status status = script_->step(*lab_);
      if (!status && script_opened_) {
        lab_->mutable_state().dialogs.push_back({"Run script", status.error().message()});
      } else if (!status) {
        std::fprintf(stderr, "strata: %s\n", printable(status.error().message()).c_str());
        script_failed_ = true;
        break;
      }
    }
    active |= !window_->input().empty();
    prepare_frame(dt, true);
    show_frame();
    gui_->keep_layout();
    const LabState& s = lab_->state();
    if (s.map_title != shown_title_ || s.unsaved != shown_unsaved_) {
      shown_title_ = s.map_title;
      shown_unsaved_ = s.unsaved;
      window_->set_title((s.unsaved ? "* " : "") + s.map_title + " - Strata");
    }
    if (!options_.fixed_clock) window_->pace(options_.frame_rate);
    quiet_frames_ = active || pending() ? 0 : quiet_frames_ + 1;
    if (quiet_frames_ == 0) was_idle_ = false;
    if (quiet_frames_ >= kQuietFrames) when_idle();
    ++frames;
    if (options_.frames > 0 && frames >= options_.frames && !pending()) break;
  }
  if (stop_signal != 0) return finish_by_signal();
  return finish();
}

void MainLoop::keep_window() const {
  // A size that was asked for is for this run alone.
  if (window_ == nullptr || options_.fresh || options_.sized) return;
  const std::string path = layout_path();
  const std::optional<WindowPlace> place = window_->place();
  if (path.empty() || !place || place == load_window(path)) return;
  if (Status kept = save_window(*place, path); !kept) {
    std::fprintf(stderr, "strata: the place of the window is not kept: %s\n",
                 printable(kept.error().message()).c_str());
  }
}

void MainLoop::keep_work() {
  if (Status kept = lab_->recovery().keep_last(); !kept) {
    std::fprintf(stderr, "strata: the unsaved work is lost: %s\n", printable(kept.error().message()).c_str());
  }
}

int MainLoop::finish_by_signal() {
  stops_by_itself = true;
  keep_window();
  keep_work();
  return 128 + stop_signal;
}

int MainLoop::ended_by() { return stop_signal; }

int MainLoop::finish() {
  keep_window();
  // A script that failed, or the last of a number of frames, ends the program without a question.
  keep_work();
  Status status = success();
  if (!options_.screenshot.empty()) {
    draw_due();
    status = window_->save_png(options_.screenshot);
  }
  if (status && !options_.dump_ui.empty()) {
    draw_due();
    status = dump_ui(options_.dump_ui);
  }
  if (status && !options_.dump_state.empty()) status = write_file_atomic(options_.dump_state, dump_state(*lab_));
  if (!status) {
    std::fprintf(stderr, "strata: %s\n", printable(status.error().message()).c_str());
    return 2;
  }
  return script_failed_ ? 1 : 0;
}

int MainLoop::bench() {
  if (!lab_->state().dialogs.empty()) {
    std::fprintf(stderr, "strata: %s\n", printable(lab_->state().dialogs.front().text).c_str());
    return 2;
  }
  frame(kFixedFrame, true);
  window_->present();
  window_->finish_drawing();
  first_frame_ms_ = ms_since(started_);
  // Before the benchmark, a script prepares the state that it measures.
  while (script_ && !script_->done()) {
    if (Status status = script_->step(*lab_); !status) {
      std::fprintf(stderr, "strata: %s\n", printable(status.error().message()).c_str());
      return 1;
    }
    frame(kFixedFrame, true);
    window_->present();
  }
  gui_->dump().set_enabled(false);
  lab_->finish_updates();
  draw_due();
  for (int i = 0; i < 30; ++i) {
    frame(kFixedFrame, true);
    window_->present();
  }
  std::vector<double> cpu, with_gl;
  const auto count = static_cast<size_t>(options_.bench_frames);
  cpu.reserve(count);
  with_gl.reserve(count);
  const uint64_t allocations_before = allocation_count();
  for (size_t i = 0; i < count; ++i) {
    const FrameTimes times = frame(kFixedFrame, true);
    cpu.push_back(times.cpu);
    with_gl.push_back(times.with_gl);
    window_->present();
    // Otherwise the time that a software driver still needs for this frame would count for the next one.
    window_->finish_drawing();
  }
  const double per_frame =
      static_cast<double>(allocation_count() - allocations_before) / static_cast<double>(std::max<size_t>(count, 1));
  const auto percentile = [](std::vector<double> values, double p) {
    std::sort(values.begin(), values.end());
    const auto at = static_cast<size_t>(std::ceil(p * static_cast<double>(values.size()))) - 1;
    return values[std::min(at, values.size() - 1)];
  };
  nlohmann::ordered_json json;
  json["map"] = lab_->state().map_title;
  json["cells"] = lab_->world().map().cell_count();
  json["frames"] = count;
  json["p50_ms"] = percentile(cpu, 0.5);
  json["p99_ms"] = percentile(cpu, 0.99);
  json["gl_p50_ms"] = percentile(with_gl, 0.5);
  json["gl_p99_ms"] = percentile(with_gl, 0.99);
  json["first_frame_ms"] = first_frame_ms_;
  json["open_ms"] = open_ms_;
  json["allocations_per_frame"] = per_frame;
  json["width"] = window_->width();
  json["height"] = window_->height();
  json["renderer"] = window_->driver();
  std::printf("%s\n", json.dump().c_str());
  return 0;
}

}  // namespace strata
