#include "app/features/crowd/agent_history.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/lab/command_log.hpp"
#include "app/lab/saved_content.hpp"
#include "core/base/number_text.hpp"
#include "core/world/world.hpp"

namespace strata {

void AgentHistory::lose(std::string_view what, uint32_t ticks) {
  if (ticks > 0 && lost_.empty()) lost_ = what;
}

AgentHistory::RestoreResult AgentHistory::write(const World& world, const CrowdLogInput& crowd,
                                                SavedContent& content) const {
  std::vector<std::string>& lines = content.agents;
  std::vector<std::string> present = crowd.settings;
  const bool far = crowd.cost > kMostWalked;
  RestoreResult restored{.any = false, .walks = lost_.empty() && !far, .numbered = !renumbered_};
  if (far)
    content.missing.push_back(fmt::format("the {} stand where they began, as they have walked too far", crowd.agents));
  if (!lost_.empty()) {
    content.missing.push_back(
        fmt::format("the {} stand where they began, as {} while they walked", crowd.agents, lost_));
  }
  uint32_t walked = 0, steps = 0;
  const auto walk_to = [&](uint32_t tick) {
    if (restored.walks && restored.any && tick > walked) {
      lines.push_back(fmt::format("{} {}", crowd.step, tick - walked));
      steps += tick - walked;
    }
    walked = tick;
  };
  bool room = true;
  for (const LoggedCommand& entry : entries_) {
    std::string line = entry.line;
    if (!entry.file.empty()) {
      const std::string below = path_below(entry.file, content.folder);
      if (below.empty()) {
        content.missing.push_back(
            fmt::format("the {} of {}, which lies outside of the folder, are not in it", crowd.agents, entry.file));
        restored.numbered = false;
        continue;
      }
      line = format_command({line, {below}});
    }
    if (entry.has_room && !entry.has_room(world)) {
      room = restored.numbered = false;
      continue;
    }
    walk_to(entry.ticks);
    if (!entry.adds && steps == 0) continue;  // only agents that walk are changed, see note_changed()
    restored.any |= entry.adds;
    restored.numbered &= entry.rules == world.rules();
    add_changed_lines(lines, present, entry.before);
    lines.push_back(std::move(line));
    present = entry.after;
  }
  if (!room) {
    content.missing.push_back(
        fmt::format("the {} that were added where there is no room for them any more are not in it", crowd.agents));
  }
  walk_to(crowd.ticks);
  add_changed_lines(lines, present, crowd.settings);
  return restored;
}

void log_ticks(CommandLog& log, std::string_view step, uint64_t ticks) {
  const std::string command = fmt::format("{} ", step);
  if (!log.lines().empty() && log.lines().back().starts_with(command)) {
    ticks += parse_number<uint64_t>(std::string_view(log.lines().back()).substr(command.size())).value_or(0);
    log.pop();
  }
  log.add(fmt::format("{}{}", command, ticks));
}

}  // namespace strata
