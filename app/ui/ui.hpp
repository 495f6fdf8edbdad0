// Purpose: Ui is the context that every panel and widget uses: fonts, scale, UI dump, keys of the frame, and the queue
//          of commands. A panel never changes the lab directly: it queues command lines, which run between two frames.
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

class KeyTable;

// A text that is formatted into a fixed buffer, so that a panel that draws it in every frame allocates no memory.
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
  // These functions return the keys that run a command line, or two related ones, for tooltips and menus, see KeyTable.
  std::string_view keys_of(std::string_view line) const;
  std::string keys_of_pair(std::string_view first, std::string_view second) const;
  const KeyTable& keys() const { return *keys_; }  // the lab's key bindings
  float px(float ui_pixels) const { return ui_pixels * scale_; }
  UiDump& dump() { return dump_; }
  // Gives the last item a name in the UI dump. A name with format arguments is formatted only while the dump is on.
  void mark(std::string_view name) { dump_.mark(name); }
  template <class First, class... Rest>
  void mark(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest) {
    if (dump_.enabled()) dump_.mark(Text(format, std::forward<First>(first), std::forward<Rest>(rest)...));
  }

  // Returns why the items drawn now are disabled; empty: they are enabled. DisabledScope sets it.
  std::string_view why_not() const { return why_not_; }
  void set_why_not(std::string_view why_not) {
    why_not_ = why_not;
    dump_.set_why_not(why_not);
  }

  // Puts a command line into the queue. It runs between two frames.
  void run(std::string line) { queue_.push_back({std::move(line), {}, false}); }
  // Puts a command line of a dialog into the queue. The dialog closes if the command succeeds, and shows the
  // error if it fails.
  void run_for(std::string_view window, std::string line) {
    queue_.push_back({std::move(line), std::string(window), false});
  }
  // The same, but the dialog stays open if the command succeeds, too.
  void run_in(std::string_view window, std::string line) {
    queue_.push_back({std::move(line), std::string(window), true});
  }
  template <class First, class... Rest>
  void run(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest) {
    run(fmt::format(format, std::forward<First>(first), std::forward<Rest>(rest)...));
  }

  // These functions return the keys that were pressed in this frame, for dialogs. The names of keys are in key::.
  const std::vector<int>& keys_pressed() const { return pressed_; }
  bool enter_pressed() const { return enter_pressed_; }

  // Opens a tab of the left panel in the next frame. `name` is its name in the UI dump.
  void show_tab(std::string_view name) { tab_ = name; }
  std::string_view tab() const { return tab_; }

  // Returns an object of type Memory that is stored between frames. The first call creates it.
  template <class Memory>
  Memory& kept() {
    std::any& place = kept_[std::type_index(typeid(Memory))];
    if (!place.has_value()) place.emplace<Memory>();
    return *std::any_cast<Memory>(&place);
  }

  // --- The following functions are for the code that draws all panels.

  void set_fonts(const Fonts& fonts) { fonts_ = &fonts; }
  void set_keys(const KeyTable& keys) { keys_ = &keys; }
  void set_scale(float scale) { scale_ = scale; }
  void begin_input();
  void press(int key);
  bool idle() const { return queue_.empty(); }
  // A command line in the queue, and the dialog that has given it.
  struct QueuedCommand {
    // Name of the dialog; it may be empty.
    std::string line, window;
    bool stays = false;  // the dialog stays open after the command
  };
  void take_queue(std::vector<QueuedCommand>& lines) { queue_.swap(lines); }

 private:
  const Fonts* fonts_ = nullptr;
  const KeyTable* keys_ = nullptr;
  float scale_ = 1;
  UiDump dump_;
  std::vector<QueuedCommand> queue_;
  std::vector<int> pressed_;
  bool enter_pressed_ = false;
  std::string_view tab_, why_not_;
  std::map<std::type_index, std::any> kept_;
};

}  // namespace strata
