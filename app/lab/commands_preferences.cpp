// Commands that set preferences.
#include <fmt/format.h>

#include <algorithm>

#include "app/base/command_arguments.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_handlers.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/preferences.hpp"
#include "app/lab/recovery_controller.hpp"

namespace strata {

struct Lab::Handlers::PreferenceCommands {
  static constexpr int kMostThreads = 1024;

  static Status tool_hints(Lab& lab, const Command& command) {
    STRATA_TRY(on, on_off(command.args[0], lab.state_.tool_hints));
    lab.state_.tool_hints = on;
    return success();
  }
  static Status planner_colours(Lab& lab, const Command& command) {
    const std::string& word = command.args[0];
    PlannerColours wanted = lab.state_.planner_colours;
    if (word == "toggle") {
      wanted = wanted == PlannerColours::kUsual ? PlannerColours::kGrey : PlannerColours::kUsual;
    } else if (word == planner_colours_name(PlannerColours::kUsual)) {
      wanted = PlannerColours::kUsual;
    } else if (word == planner_colours_name(PlannerColours::kGrey)) {
      wanted = PlannerColours::kGrey;
    } else {
      return error_at("", fmt::format("the colours are usual or grey, not '{}'", word));
    }
    lab.state_.planner_colours = wanted;
    return success();
  }
  static Status copies(Lab& lab, const Command& command) {
    STRATA_TRY(on, on_off(command.args[0], lab.state_.copies));
    lab.state_.copies = on;
    return success();
  }
  static Status copy_seconds(Lab& lab, const Command& command) {
    STRATA_TRY(seconds, number(command.args[0], 0.01, 600, "SECONDS"));
    lab.state_.copy_seconds = seconds;
    lab.recovery().recovery().set_seconds(seconds);
    return success();
  }
  static Status threads(Lab& lab, const Command& command) {
    STRATA_TRY(count, integer(command.args[0], 0, kMostThreads, "THREADS"));
    lab.state_.threads = count;
    if (lab.host_.limit_threads) lab.host_.limit_threads(count);
    return success();
  }
  static Result<PreferencesPage> page_word(const std::string& word) {
    if (const auto page = preferences_page_named(word)) return *page;
    return error_at("", fmt::format("no page is named '{}': look, colours, keys, saving or computing", word));
  }
  static Status show_page(Lab& lab, const Command& command) {
    STRATA_TRY(page, page_word(command.args[0]));
    lab.state_.preferences_page = page;
    return lab.execute("ui.show preferences on");
  }
  static Status reset(Lab& lab, const Command& command) {
    const bool all = command.args[0] == "all";
    PreferencesPage page = PreferencesPage::kKeys;
    if (!all) {
      STRATA_TRY(named, page_word(command.args[0]));
      page = named;
    }
    for (const Preference& one : preferences(lab)) {
      if (!all && one.page != page) continue;
      if (one.value(lab) == one.usual) continue;
      if (Status set = lab.execute(Command{std::string(one.command), {one.usual}}); !set) return set;
    }
    return page == PreferencesPage::kKeys && !is_usual(lab, page) ? lab.execute("key.reset") : success();
  }
};

auto Lab::Handlers::preference_commands() -> std::span<const HandlerEntry> {
  static constexpr HandlerEntry kEntries[] = {
      {"ui.tool_hints", PreferenceCommands::tool_hints}, {"ui.planner_colours", PreferenceCommands::planner_colours},
      {"ui.preferences", PreferenceCommands::show_page}, {"preferences.reset", PreferenceCommands::reset},
      {"recovery.copies", PreferenceCommands::copies},   {"recovery.seconds", PreferenceCommands::copy_seconds},
      {"lab.threads", PreferenceCommands::threads},
  };
  return kEntries;
}

}  // namespace strata
