// What a workspace keeps of the agents: what has added them, how far they have walked, and what was changed meanwhile.
#include <fmt/format.h>

#include <utility>

#include "app/features/crowd/crowd.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/saved_content.hpp"

namespace strata {
namespace {

// Returns the settings that agents depend on, each as a line.
std::vector<std::string> agent_lines(const CrowdSettings& s) {
  return {fmt::format("crowd.speed {} {}", s.slowest, s.fastest),
          fmt::format("crowd.size {}", s.agent.size),
          fmt::format("crowd.capability {}", s.agent.capability.to_string()),
          fmt::format("crowd.goals {}", crowd_task_name(s.task)),
          fmt::format("crowd.seed {}", s.options.seed),
          fmt::format("crowd.holding {}", s.options.holding ? "on" : "off"),
          fmt::format("crowd.method {}", batch_method_name(s.options.method)),
          fmt::format("crowd.plans {}", s.options.plans_per_tick)};
}

}  // namespace

void GridCrowdController::note_added(const CrowdSettings& settings, std::string line, std::string file) {
  additions_.push_back({agent_lines(settings), agent_lines(own_.settings), std::move(line), std::move(file),
                        crowd_ ? crowd_->ticks() : 0});
}

void GridCrowdController::note_changed(const CrowdSettings& settings, std::string line) {
  if (crowd_ && crowd_->ticks() > 0) note_added(settings, std::move(line));
}

void GridCrowdController::note_lost(std::string_view what) {
  if (crowd_ && crowd_->ticks() > 0 && lost_.empty()) lost_ = what;
}

// The agents come and walk as they did, tick by tick, where nothing but what stands in these lines has happened since.
// Otherwise they stand where they began. Between the lines that add them the settings are those of that moment, so that
// the same agents come.
void GridCrowdController::content_lines(SavedContent& content) const {
  std::vector<std::string>& lines = content.agents;
  const std::vector<std::string> wanted = agent_lines(own_.settings);
  std::vector<std::string> present = wanted;
  for (const CellId exit : own_.exits) {
    const Cell cell = world_->map().cell(exit);
    lines.push_back(fmt::format("crowd.exit {} {}", cell.x, cell.y));
  }
  const uint64_t ticks = crowd_ ? crowd_->ticks() : 0;
  const uint64_t costs = own_.settings.options.holding ? kWaitingCosts : 1;
  const bool far = crowd_ && ticks * crowd_->count() * costs > kMostWalked;
  const bool walks = lost_.empty() && !far;
  if (far) content.missing.emplace_back("the agents stand where they began, as they have walked too far");
  if (!lost_.empty()) {
    content.missing.push_back(fmt::format("the agents stand where they began, as {} while they walked", lost_));
  }
  uint64_t walked = 0;
  const auto walk_to = [&](uint64_t tick) {
    if (walks && tick > walked) lines.push_back(fmt::format("crowd.step {}", tick - walked));
    walked = tick;
  };
  for (const Addition& addition : additions_) {
    std::string line = addition.line;
    if (!addition.file.empty()) {
      const std::string below = path_below(addition.file, content.folder);
      if (below.empty()) {
        content.missing.push_back(
            fmt::format("the agents of {}, which lies outside of the folder, are not in it", addition.file));
        continue;
      }
      line = format_command({line, {below}});
    }
    walk_to(addition.ticks);
    add_changed_lines(lines, present, addition.before);
    lines.push_back(std::move(line));
    present = addition.after;
  }
  walk_to(ticks);
  add_changed_lines(lines, present, wanted);
  if (!additions_.empty() && own_.settings.on_mesh) lines.emplace_back("crowd.on mesh");
  if (!additions_.empty() && !state_.layer(kCrowdLayer).on) lines.emplace_back("layer crowd off");
  if (own_.followed) lines.push_back(fmt::format("crowd.follow {}", own_.followed->agent + 1));
}

}  // namespace strata
