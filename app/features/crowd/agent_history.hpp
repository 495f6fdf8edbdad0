// Purpose: AgentHistory records the commands that have added and changed the agents of a crowd, and writes from them
//          the lines with which a workspace file adds the agents again.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/grid/move_grid.hpp"

namespace strata {

class CommandLog;
class World;
struct SavedContent;

class AgentHistory {
 public:
  struct LoggedCommand {
    Rules rules;
    std::vector<std::string> before, after;  // the settings of agents before and after the command, as command lines
    std::string line, file;                  // the command, and the scenario that it has read; empty: none
    uint32_t ticks = 0;                      // ticks of the crowd when the command was executed
    bool adds = true;                        // it has added agents; false: it has changed agents that walk
    // Returns whether the command can still add an agent to this world; empty: it always can.
    std::function<bool(const World&)> has_room = {};
  };

  void add(LoggedCommand entry) { entries_.push_back(std::move(entry)); }
  // Notes that an event has changed agents that walk in a way that no line reproduces. `what` names the event.
  void lose(std::string_view what, uint32_t ticks);
  // Notes that the map was painted: agents that are added by the same lines may get other numbers. So they may under
  // other rules.
  void renumber() { renumbered_ = !entries_.empty(); }
  void clear() { *this = {}; }

  // The crowd of which lines are written.
  struct CrowdLogInput {
    std::string_view agents, step;  // "agents" in sentences, and the command of a tick
    std::vector<std::string> settings;
    uint32_t ticks = 0;
    uint64_t cost = 0;  // of all ticks of all agents, see kMostWalked
  };
  struct RestoreResult {
    bool any = false;       // the lines add agents
    bool walks = false;     // the agents walk to where they are now; false: they stay where they are added
    bool numbered = false;  // the agents have the numbers that they have now
  };
  // If the entries describe everything that has happened, the lines add the agents and let them walk tick by tick to
  // where they are now; otherwise the agents stand at their starts. Before each line that adds agents, lines restore
  // the settings of that time, so that the same agents are added. Commands that cannot be executed any more are left
  // out, and `content` says so.
  RestoreResult write(const World& world, const CrowdLogInput& crowd, SavedContent& content) const;

 private:
  std::vector<LoggedCommand> entries_;
  std::string lost_;  // the first event that no line reproduces; empty: there was none
  bool renumbered_ = false;
};

// Adds ticks to the log as a line of the command `step`, or to the last line if that is one of the command.
void log_ticks(CommandLog& log, std::string_view step, uint64_t ticks);

}  // namespace strata
