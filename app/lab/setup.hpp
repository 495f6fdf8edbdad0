// Purpose: A Setup is all settings of a lab as a value: what differs from a fresh lab. A scene (app/lab/scene.hpp)
//          contains one, and opening the scene gives it to another lab.
// Errors: change_settings returns the first setting that the lab refuses, with the reason. All others are set.
// Threads: The lab's thread.
#pragma once

#include <utility>
#include <vector>

#include "app/base/command.hpp"
#include "core/base/result.hpp"

namespace strata {

class Lab;
struct LabSetting;

struct Setup {
  // The settings that are rows (app/lab/lab_setting.hpp), with their values.
  std::vector<std::pair<const LabSetting*, double>> rows;
  // All others, as the commands that set them: structures, planners, views, layers, terrains, breakpoints.
  std::vector<Command> commands;

  void add(const Command& command);
  // The order does not matter.
  friend bool operator==(const Setup& a, const Setup& b);
};

// Returns the present settings of the lab.
Setup setup_of(const Lab& lab);
// Gives the lab these settings and no others. The log contains the changes.
Status change_settings(Lab& lab, const Setup& wanted);
// Gives the lab the settings of a fresh lab.
inline void reset_settings(Lab& lab) { (void)change_settings(lab, {}); }

}  // namespace strata
