// Purpose: Lab::Handlers has the functions that carry out the commands, by group. It is private to the lab.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"

namespace strata {

struct Lab::Handlers {
  struct Entry {
    std::string_view name;
    Status (*run)(Lab&, const Command&);
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

  static std::span<const Entry> file_commands();
  static std::span<const Entry> paint_commands();
  static std::span<const Entry> abstraction_commands();
  static std::span<const Entry> search_commands();
  static std::span<const Entry> playback_commands();
  static std::span<const Entry> view_commands();
  static std::span<const Entry> compare_commands();
  static std::span<const Entry> chart_commands();
  static std::span<const Entry> preference_commands();
  static std::array<std::span<const Entry>, 9> all() {
    return {file_commands(), paint_commands(),   abstraction_commands(), search_commands(),    playback_commands(),
            view_commands(), compare_commands(), chart_commands(),       preference_commands()};
  }

  static std::span<const LabSetting> rule_settings();

  static Status inspect(Lab& lab, const Command& command);
  // Splits the view into one, two or four panes. Layers that a split switches on are switched off when it ends.
  static void split(Lab& lab, int views);
  // Returns the names of all commands with a handler, with those of features, for the test that compares them with the
  // table.
  static std::vector<std::string_view> names();
};

}  // namespace strata
