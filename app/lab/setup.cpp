#include "app/lab/setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ranges>
#include <string>

#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/layers.hpp"
#include "app/lab/query_controller.hpp"
#include "core/world/added_planner.hpp"

namespace strata {
namespace {

bool is_in(const auto& list, const auto& one) { return std::ranges::find(list, one) != list.end(); }

// Returns the command that resets what a command has set. Without a name: another command resets it as well.
Command way_back(const Command& set) {
  const CommandInfo& info = *command_named(set.name);
  if (!info.way_back.empty()) return parse_command(info.way_back).value();
  const std::string first = set.args.empty() ? std::string() : set.args[0];
  if (auto* const own = hooks_of(set.name).way_back) return own(set);
  if ((info.keeps & keeps::kLastOfFirst) != 0 && !info.usual.empty()) return {set.name, {first, "usual"}};
  if (!info.usual.empty()) return {set.name, {"usual"}};
  // The setting is a switch. If the command has several switches, the arguments before it select one.
  const auto word = std::ranges::find_if(set.args, [](const std::string& one) { return one == "on" || one == "off"; });
  if (word == set.args.end()) return {};
  Command back{set.name, {set.args.begin(), word}};
  back.args.emplace_back(*word == "on" ? "off" : "on");
  return back;
}

}  // namespace

void Setup::add(const Command& command) {
  const LabSetting* setting = lab_setting_named(command.name);
  if (setting != nullptr && command.args[0] != "usual") {
    const Result<double> value = read_setting(setting->row, command.args[0], setting->usual, setting->usual);
    if (value) return void(rows.emplace_back(setting, value.value()));
  }
  commands.push_back(command);
}

bool operator==(const Setup& a, const Setup& b) {
  return std::ranges::is_permutation(a.rows, b.rows) && std::ranges::is_permutation(a.commands, b.commands);
}

Setup setup_of(const Lab& lab) {
  Setup setup;
  for (const std::string& line : lab.log().setting_lines()) {
    if (const Result<Command> command = parse_command(line)) setup.add(command.value());
  }
  return setup;
}

Status change_settings(Lab& lab, const Setup& wanted) {
  const auto apply = [&lab](const Command& written) {
    const Command command = with_usual(written);
    Status done = apply_setting(lab, command);
    if (done) lab.log().note(command);
    return done;
  };
  // No command of a setup can name a planner that the user has added, so that stepping such a planner is reset here.
  if (is_added(*lab.state().traced_planner())) (void)apply({"planner.trace", {"usual"}});
  // One setting may prevent another, or change it: they are set in rounds until no difference is left.
  constexpr int kMostRounds = 6;
  Status refused = success();
  std::optional<Setup> before;
  for (int round = 0; round < kMostRounds; ++round) {
    Setup now = setup_of(lab);
    if (now == wanted) return success();
    if (now == before) break;
    before = now;
    std::vector<Command> backs;
    for (const Command& command : now.commands | std::views::reverse) {
      const Command back = is_in(wanted.commands, command) ? Command() : way_back(command);
      if (!back.name.empty() && !is_in(backs, back)) backs.push_back(back);
    }
    for (const auto& [setting, value] : now.rows | std::views::reverse) {
      // A setting that gets a wanted value afterwards need not be reset.
      if (is_in(wanted.rows | std::views::keys, setting)) continue;
      const std::string name(setting->row.name);
      // The lab also stores which source is used on maps without a level.
      if (name == "navmesh.source") backs.push_back({name, {"triangles"}});
      backs.push_back({name, {"usual"}});
    }
    for (const Command& back : backs) (void)apply(back);
    now = setup_of(lab);
    refused = success();
    const auto give = [&](const Command& command) {
      if (Status fine = apply(command); !fine && refused) {
        refused = error_at(format_command(command), fine.error().message());
      }
      now = setup_of(lab);
    };
    for (const auto& one : wanted.rows) {
      const Setting& row = one.first->row;
      if (!is_in(now.rows, one)) give({std::string(row.name), {setting_text(row, one.second)}});
    }
    for (const Command& command : wanted.commands) {
      if (!is_in(now.commands, command)) give(command);
    }
  }
  return refused;
}

}  // namespace strata
