#include "app/lab/preferences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/key_bindings.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/playback/playback.hpp"

namespace strata {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, kPreferencesPages> kPages = {
    {{"look", "Look"}, {"colours", "Colours"}, {"keys", "Keys"}, {"saving", "Saving"}, {"computing", "Computing"}}};

std::string on_or_off(bool on) { return on ? "on" : "off"; }

}  // namespace

std::string_view preferences_page_name(PreferencesPage page) { return kPages[static_cast<size_t>(page)].first; }
std::string_view preferences_page_title(PreferencesPage page) { return kPages[static_cast<size_t>(page)].second; }
std::optional<PreferencesPage> preferences_page_named(std::string_view name) {
  for (size_t i = 0; i < kPages.size(); ++i) {
    if (kPages[i].first == name) return static_cast<PreferencesPage>(i);
  }
  return std::nullopt;
}

std::vector<Preference> preferences(const Lab& lab) {
  using enum PreferencesPage;
  std::vector<Preference> all = {
      {"ui.theme", kLook, [](const Lab& l) { return std::string(l.state().dark ? "dark" : "light"); }, "dark", true},
      {"ui.scale", kLook,
       [](const Lab& l) { return has_own_scale(l) ? fmt::format("{:g}", l.state().ui_scale) : std::string("auto"); },
       "auto", true},
      {"ui.tool_hints", kLook, [](const Lab& l) { return on_or_off(l.state().tool_hints); }, "on"},
      {"ui.planner_colours", kColours,
       [](const Lab& l) { return std::string(planner_colours_name(l.state().planner_colours)); }, "usual"},
      {"recovery.copies", kSaving, [](const Lab& l) { return on_or_off(l.state().copies); }, "on"},
      {"recovery.seconds", kSaving, [](const Lab& l) { return fmt::format("{:g}", l.state().copy_seconds); },
       fmt::format("{:g}", lab.options().recovery_seconds)},
      {"lab.threads", kComputing, [](const Lab& l) { return std::to_string(l.state().threads); }, "0"}};
  for (const LabSetting* setting : lab_settings()) {
    const auto page = preferences_page_named(setting->page);
    if (!page) continue;
    all.push_back({setting->row.name, *page,
                   [setting](const Lab& l) { return setting_text(setting->row, setting->value(l)); },
                   setting_text(setting->row, setting->usual)});
  }
  return all;
}

std::string begin_with_preferences(Lab& lab) {
  std::string problem;
  const auto kept = lab.settings().preferences;
  for (const auto& [command, words] : kept) {
    // A setting without a dot in its name belongs to a list of a feature and is no command.
    if (command.find('.') == command.npos) continue;
    const std::vector<Preference> all = preferences(lab);
    const bool known = std::ranges::any_of(all, [&](const Preference& one) { return one.command == command; });
    const Status set =
        known ? lab.execute(Command{command, {words}}) : Status(error_at(command, "is no preference of the program"));
    if (set) continue;
    problem += fmt::format("{}{}; the usual value is used", problem.empty() ? "" : ". ", set.error().message());
  }
  return problem;
}

bool has_own_scale(const Lab& lab) { return lab.settings().preferences.contains("ui.scale"); }

void follow_system_scale(Lab& lab, double scale) {
  if (!has_own_scale(lab)) lab.mutable_state().ui_scale = std::clamp(scale, 1.0, 3.0);
}

void keep_preference(Lab& lab, std::string_view command) {
  if (lab.scripts().foreign()) return;
  // Most commands set no preference. The list of names is stored, so that this is found out quickly.
  static uint64_t made_of = 0;
  static std::vector<std::string_view> names;
  if (std::exchange(made_of, features_version()) != features_version()) {
    names.clear();
    for (const Preference& one : preferences(lab)) {
      if (!one.kept_apart) names.push_back(one.command);
    }
  }
  if (std::ranges::find(names, command) == names.end()) return;
  std::map<std::string, std::string>& kept = lab.settings().preferences;
  const std::map<std::string, std::string> before = kept;
  for (const Preference& one : preferences(lab)) {
    if (one.command != command) continue;
    const std::string value = one.value(lab);
    if (value == one.usual) {
      kept.erase(std::string(command));
    } else {
      kept[std::string(command)] = value;
    }
  }
  if (kept != before) lab.session().save_settings();
}

std::vector<Command> changed_preferences(const Lab& lab, const std::map<std::string, std::string>& before) {
  const auto& now = lab.settings().preferences;
  const auto word = [](const std::map<std::string, std::string>& of, const Preference& one) {
    const auto own = of.find(std::string(one.command));
    return own != of.end() ? own->second : one.usual;
  };
  std::vector<Command> changed;
  for (const Preference& one : preferences(lab)) {
    if (one.kept_apart || word(now, one) == word(before, one)) continue;
    changed.push_back({std::string(one.command), {word(now, one)}});
  }
  return changed;
}

bool is_usual(const Lab& lab, PreferencesPage page) {
  if (page == PreferencesPage::kKeys) return lab.keys().changes().empty();
  return std::ranges::all_of(preferences(lab), [&](const Preference& preference) {
    return preference.page != page || preference.value(lab) == preference.usual;
  });
}

nlohmann::json preferences_json(const Lab& lab) {
  nlohmann::json out = {{"page", preferences_page_name(lab.state().preferences_page)},
                        {"changed_keys", lab.keys().changes().size()}};
  // The dump contains a name with a dot as a nested object, so that `assert` finds the value.
  for (const Preference& preference : preferences(lab)) {
    const size_t dot = preference.command.find('.');
    const std::string group(preference.command.substr(0, dot)), name(preference.command.substr(dot + 1));
    out[group][name] = preference.value(lab);
  }
  return out;
}

}  // namespace strata
