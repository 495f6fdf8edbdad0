// Purpose: SettingsWatch checks the settings file after each step of a random user: a step may only change what it is
//          meant to change. Commands of a lesson, a card or a workspace may change nothing.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "app/base/command.hpp"
#include "app/base/settings.hpp"
#include "core/io/files.hpp"

namespace strata::test {

class SettingsWatch {
 public:
  explicit SettingsWatch(std::string path) : path_(std::move(path)) {}
  const std::string& path() const { return path_; }

  // Writes settings in which nearly everything differs from the defaults.
  void begin() {
    Settings settings;
    settings.first_run_closed = true;
    settings.hints = false;
    settings.keys = {{"view.fit", "Ctrl+J"}};
    settings.preferences = {{"crowd.backend", "cpu"},
                            {"lab.threads", "3"},
                            {"step.heat", "cost"},
                            {"ui.planner_colours", "grey"},
                            {"ui.tool_hints", "off"}};
    for (int i = 0; i < static_cast<int>(Settings::kMaxRecent); ++i) {
      settings.recent_files.push_back(fmt::format("/of/the/user/{}.map", i));
      settings.opened_at.push_back(1'700'000'000 + i);
    }
    settings.letters = {{"/of/the/user/10.map", {"E=ground"}}};
    settings.terrains = {{"/of/the/user/11.map", {"swamp name lava"}}};
    CHECK(save_settings(settings, path_).ok());
    seen_ = read();
  }

  // The part of the settings that a command may change.
  enum class MayChange { kNothing, kFiles, kAnything };
  static MayChange purpose_of(std::string_view line) {
    const std::string_view name = line.substr(0, line.find(' '));
    const auto begins = [&](auto... words) { return (name.starts_with(words) || ...); };
    if (begins("key.", "preferences.", "recovery.copies", "recovery.seconds", "external.", "lab.threads", "ui.scale",
               "ui.detail", "ui.hints", "ui.tool_hints", "ui.planner_colours", "step.heat", "crowd.backend", "script.",
               "export.figure", "export.animation") ||
        line.starts_with("ui.show first_run")) {
      return MayChange::kAnything;
    }
    const CommandInfo* info = command_named(name);
    const bool file = info != nullptr && info->group == CommandGroup::kFile;
    const bool opens = info != nullptr && (info->keeps & keeps::kOpens) != 0;
    return file || opens || begins("terrain.", "question.", "notice.") ? MayChange::kFiles : MayChange::kNothing;
  }

  // Stores the content of the file before a step.
  void look() { seen_ = read(); }
  // Returns the forbidden changes of the step; empty: none.
  std::string after(MayChange purpose) {
    nlohmann::json now = read(), before = std::exchange(seen_, now);
    if (purpose == MayChange::kAnything) return {};
    // What is written is noted with its folder, like a file that is opened.
    for (nlohmann::json* one : {&now, &before}) {
      if (one->contains("preferences")) (*one)["preferences"].erase("export-folder");
    }
    // Hints may be done after any step.
    for (const char* by_itself : {"hints", "hints_done"}) {
      now.erase(by_itself);
      before.erase(by_itself);
    }
    if (purpose == MayChange::kFiles) {
      for (const char* of_files : {"recent_files", "opened_at", "letters", "terrains"}) {
        now.erase(of_files);
        before.erase(of_files);
      }
    }
    return now == before ? std::string() : "the settings have changed: " + nlohmann::json::diff(before, now).dump();
  }

 private:
  nlohmann::json read() const {
    const Result<std::string> text = read_file(path_);
    return text ? nlohmann::json::parse(text.value(), nullptr, false) : nlohmann::json();
  }

  std::string path_;
  nlohmann::json seen_;
};

}  // namespace strata::test
