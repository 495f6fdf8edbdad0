// Purpose: Lab::Handlers holds the functions that execute the commands, by group. It is private to the lab.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"

namespace strata {

struct Lab::Handlers {
  struct HandlerEntry {
    std::string_view name;
    Status (*run)(Lab&, const Command&);
    CommandHooks hooks = {};
  };
  struct FileCommands;
  struct PaintCommands;
  struct AbstractionCommands;
  struct SearchCommands;
  struct PlaybackCommands;
  struct ViewCommands;
  struct CompareCommands;
  struct ChartCommands;
  struct PreferenceCommands;

  static std::span<const HandlerEntry> file_commands();
  static std::span<const HandlerEntry> paint_commands();
  static std::span<const HandlerEntry> abstraction_commands();
  static std::span<const HandlerEntry> search_commands();
  static std::span<const HandlerEntry> playback_commands();
  static std::span<const HandlerEntry> view_commands();
  static std::span<const HandlerEntry> compare_commands();
  static std::span<const HandlerEntry> chart_commands();
  static std::span<const HandlerEntry> preference_commands();
  static std::array<std::span<const HandlerEntry>, 9> all() {
    return {file_commands(), paint_commands(),   abstraction_commands(), search_commands(),    playback_commands(),
            view_commands(), compare_commands(), chart_commands(),       preference_commands()};
  }

  static std::span<const LabSetting> rule_settings();

  static Status inspect(Lab& lab, const Command& command);
  // Splits the view into one, two or four panes. Layers that an earlier split has switched on are switched off again
  // when the split ends.
  static void split(Lab& lab, int views);
  // Returns the names of all commands that can be executed, those of features included. A test compares them with the
  // table of commands.
  static std::vector<std::string_view> names();
};

}  // namespace strata
