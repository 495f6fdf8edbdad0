// Purpose: Ui is what every panel and widget needs of the interface: fonts, scale, the dump, the keyboard of the frame,
//          and the queue of commands. A panel never changes the lab by itself: it queues command lines, which run
//          between two frames.
// Units: Sizes are in UI pixels (scale 1) and window pixels. px() converts UI pixels to window pixels.
// Threads: The main thread.
#pragma once

#include <fmt/format.h>

#include <any>
#include <map>
#include <string>
#include <string_view>
#include <typeindex>
#include <utility>
#include <vector>

#include "app/ui/fonts.hpp"
#include "app/ui/ui_dump.hpp"

namespace strata {

// A text that is formatted in place, so that a panel which draws it in every frame allocates no memory.
class Text {
 public:
  template <class... Args>
  explicit Text(fmt::format_string<Args...> format, Args&&... args) {
    put(format, fmt::make_format_args(args...));
  }
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    buffer_.resize(buffer_.size() - 1);
    put(format, fmt::make_format_args(args...));
  }
  operator const char*() const { return buffer_.data(); }
  operator std::string_view() const { return view(); }
  std::string_view view() const { return {buffer_.data(), buffer_.size() - 1}; }

 private:
  void put(fmt::string_view format, fmt::format_args args);

  fmt::basic_memory_buffer<char, 192> buffer_;
};

class Ui {
 public:
  const Fonts& fonts() const { return *fonts_; }
  float scale() const { return scale_; }
  float px(float ui_pixels) const { return ui_pixels * scale_; }
  UiDump& dump() { return dump_; }
  // Names the last item in the UI dump. A name with values in it is formatted only if the dump is on.
  void mark(std::string_view name) { dump_.mark(name); }
  template <class First, class... Rest>
  void mark(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest) {
    if (dump_.enabled()) dump_.mark(Text(format, std::forward<First>(first), std::forward<Rest>(rest)...));
  }

  // Returns why the items that are drawn now cannot be used; empty: they can. DisabledScope sets it.
  std::string_view why_not() const { return why_not_; }
  void set_why_not(std::string_view why_not) {
    why_not_ = why_not;
    dump_.set_why_not(why_not);
  }

  // Queues a command line, which runs between two frames.
  void run(std::string line) { queue_.push_back({std::move(line), {}}); }
  // Queues a command of a dialog, which closes once it is carried out, and shows the error if it fails.
  void run_for(std::string_view window, std::string line) { queue_.push_back({std::move(line), std::string(window)}); }
  template <class First, class... Rest>
  void run(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest) {
    run(fmt::format(format, std::forward<First>(first), std::forward<Rest>(rest)...));
  }

  // Return the keys of this frame, for dialogs; key:: names them.
  const std::vector<int>& keys_pressed() const { return keys_; }
  bool enter_pressed() const { return enter_pressed_; }

  // Shows a tab of the left panel from the next frame on, by its name in the UI dump.
  void show_tab(std::string_view name) { tab_ = name; }
  std::string_view tab() const { return tab_; }

  // Returns what a panel keeps from frame to frame, by its type; it is made at the first call.
  template <class Memory>
  Memory& kept() {
    std::any& place = kept_[std::type_index(typeid(Memory))];
    if (!place.has_value()) place.emplace<Memory>();
    return *std::any_cast<Memory>(&place);
  }

  // --- For the interface around the panels.

  void set_fonts(const Fonts& fonts) { fonts_ = &fonts; }
  void set_scale(float scale) { scale_ = scale; }
  void begin_input();
  void press(int key);
  bool idle() const { return queue_.empty(); }
  // Swaps the queue for `lines`, which must be empty.
  struct Queued {
    std::string line, window;  // the window may be empty
  };
  void take_queue(std::vector<Queued>& lines) { queue_.swap(lines); }

 private:
  const Fonts* fonts_ = nullptr;
  float scale_ = 1;
  UiDump dump_;
  std::vector<Queued> queue_;
  std::vector<int> keys_;
  bool enter_pressed_ = false;
  std::string_view tab_, why_not_;
  std::map<std::type_index, std::any> kept_;
};

}  // namespace strata
