// How a workspace file stores the agents: the commands that have added them, the number of ticks that they have walked,
// and the changes of settings between these commands.
#include <fmt/format.h>

#include <utility>

#include "app/features/crowd/crowd.hpp"
#include "app/lab/agents_first.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/saved_content.hpp"

namespace strata {
namespace {

// Returns the settings that agents depend on, as command lines.
std::vector<std::string> agent_lines(const CrowdSettings& s) {
  return {fmt::format("crowd.speed {} {}", s.slowest, s.fastest),
          fmt::format("crowd.size {}", s.agent.size),
          fmt::format("crowd.capability {}", s.agent.capability.to_string()),
          fmt::format("crowd.goals {}", crowd_task_name(s.task)),
          fmt::format("crowd.seed {}", s.options.seed),
          fmt::format("crowd.holding {}", s.options.holding ? "on" : "off"),
          fmt::format("crowd.method {}", crowd_method_name(s.options.method)),
          fmt::format("crowd.plans {}", s.options.plans_per_tick)};
}

}  // namespace

void GridCrowdController::note_added(const CrowdSettings& settings, std::string line, std::string file) {
  history_.add(
      {world_->rules(), agent_lines(settings), agent_lines(own_.settings), std::move(line), std::move(file), ticks()});
  put_agents_first(lab_);
}

void GridCrowdController::note_changed(const CrowdSettings& settings, std::string line) {
  if (ticks() == 0) return;
  history_.add(
      {world_->rules(), agent_lines(settings), agent_lines(own_.settings), std::move(line), {}, ticks(), false});
}

void GridCrowdController::content_lines(SavedContent& content) const {
  std::vector<std::string>& lines = content.agents;
  for (const CellId exit : own_.exits) {
    const Cell cell = world_->map().cell(exit);
    lines.push_back(fmt::format("crowd.exit {} {}", cell.x, cell.y));
  }
  const uint64_t agents = crowd_ ? crowd_->count() : 0;
  const AgentHistory::RestoreResult restored =
      history_.write(*world_,
                     {.agents = "agents",
                      .step = "crowd.step",
                      .settings = agent_lines(own_.settings),
                      .ticks = ticks(),
                      .cost = ticks() * agents * (own_.settings.options.holding ? kWaitingCosts : 1)},
                     content);
  if (!restored.any) return;
  if (own_.settings.on_mesh) lines.emplace_back("crowd.on mesh");
  if (!state_.layer(kCrowdLayer).on) lines.emplace_back("layer crowd off");
  if (own_.followed && restored.numbered) {
    // The camera must not move: it would go to the start of the followed agent instead of its position.
    const bool goes_along = own_.camera_follows && (restored.walks || ticks() == 0);
    lines.push_back(fmt::format("crowd.follow {}{}", own_.followed->agent + 1, goes_along ? "" : " here"));
  }
}

// The content is stored only between strokes, so that no stroke that places agents is under way.
std::any GridCrowdController::content() const {
  SceneState content;
  if (crowd_) content.crowd = crowd_->copy();
  content.kinds = crowd_kinds_;
  content.rules = crowd_rules_;
  content.exits = own_.exits;
  if (own_.followed) content.followed = own_.followed->agent;
  content.camera_follows = own_.camera_follows;
  content.history = history_;
  content.kind_is_new = kind_is_new_;
  content.unlogged = crowd_unlogged_;
  content.strokes = crowd_strokes_;
  return content;
}

void GridCrowdController::take_content(const std::any& content) {
  const auto& own = std::any_cast<const SceneState&>(content);
  own_.exits = own.exits;
  if (own.crowd == nullptr) return;
  crowd_kinds_ = own.kinds;
  // The agents begin with complete tables. The world has been opened with tables for their kinds.
  lab_.finish_updates();
  crowd_ = own.crowd->copy();
  crowd_rules_ = own.rules;
  crowd_time_ = 0;
  crowd_strokes_ = own.strokes;
  crowd_unlogged_ = own.unlogged;
  kind_is_new_ = own.kind_is_new;
  crowd_edits_ = false;
  choose_engine();
  if (own.followed) follow(own.followed, own.camera_follows);
  history_ = own.history;
  ++own_.version;
  read();
}

}  // namespace strata
