// Purpose: SettingsWatch looks at the settings file after each step of a random user: a step changes in it what it is
//          for, and nothing else. What a lesson, a card or a workspace does is for nothing in it.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "app/base/command.hpp"
#include "app/base/key_bindings.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/session.hpp"
#include "core/io/files.hpp"

namespace strata::test {

class SettingsWatch {
 public:
  explicit SettingsWatch(std::string path) : path_(std::move(path)) {}
  const std::string& path() const { return path_; }

  // Writes the settings of somebody who has set most of what there is.
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

  // What a command may change.
  enum class For { kNothing, kFiles, kAnything };
  static For purpose_of(std::string_view line) {
    const std::string_view name = line.substr(0, line.find(' '));
    const auto begins = [&](auto... words) { return (name.starts_with(words) || ...); };
    if (begins("key.", "preferences.", "recovery.copies", "recovery.seconds", "external.", "lab.threads", "ui.scale",
               "ui.detail", "ui.hints", "ui.tool_hints", "ui.planner_colours", "step.heat", "crowd.backend",
               "script.") ||
        line.starts_with("ui.show first_run")) {
      return For::kAnything;
    }
    const CommandInfo* info = command_named(name);
    const bool file = info != nullptr && info->group == "File";
    const bool opens = info != nullptr && (info->keeps & keeps::kOpens) != 0;
    return file || opens || begins("terrain.", "question.", "notice.") ? For::kFiles : For::kNothing;
  }

  // Notes what is in the file before a step.
  void look() { seen_ = read(); }
  // Returns what the step has changed and must not; empty: nothing.
  std::string after(For purpose, const Lab& lab) {
    nlohmann::json now = read(), before = std::exchange(seen_, now);
    if (lab.session().settings().keys != key_changes()) return "the keys of the program are not those of the settings";
    const bool grey = planner_style("jps").color == in_grey(planner_style("jps").color);
    if (grey != (lab.state().planner_colours == PlannerColours::kGrey)) return "the colours are not those of the lab";
    if (purpose == For::kAnything) return {};
    // Hints that were followed are done, whatever is under way.
    for (const char* by_itself : {"hints", "hints_done"}) {
      now.erase(by_itself);
      before.erase(by_itself);
    }
    if (purpose == For::kFiles) {
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
