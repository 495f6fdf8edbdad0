// Purpose: A GridCrowd simulates thousands of agents on a grid map: their cells, goals and status.
// How: A tick plans paths in one batch for queued agents, oldest first and a limited number per tick. Then it advances
//      every agent (core/crowd/crowd_step.hpp). After an edit it replans the agents whose path crosses a cluster with a
//      change for their kind, and the agents without a path. With the method `flow`, agents with common goals follow a
//      flow field instead of paths (core/crowd/crowd_flow.hpp): an edit updates the field, and they go on. Over the
//      links of the map (core/grid/map_links.hpp) agents walk in the time that steps of their cost take; a link that
//      changes counts as a change at both of its ends. While the map has more links than HPA* takes, agents that are
//      planned by tables or HPA* end their step and stand still.
// Units: Ticks. A second of simulated time has kTicksPerSecond ticks, at any speed of playback.
// Shapes: Arrays are by agent, in the order in which agents were added. A removed agent keeps its number.
// Errors: If a batch engine fails, an engine on the processor replaces it, and note() says so.
// Threads: One thread uses a crowd. Ticks run in threads of the crowd; the result does not depend on their number.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/batch/batch.hpp"
#include "core/crowd/crowd_agents.hpp"
#include "core/crowd/crowd_flow.hpp"
#include "core/crowd/crowd_parts.hpp"
#include "core/crowd/pibt.hpp"

namespace strata {

class CrowdEngine;

// How the agents of a crowd are planned. The first ones are methods of batches, with the same numbers.
enum class CrowdMethod : uint8_t { kTables, kHpa, kAstar, kFlow };
inline constexpr int kCrowdMethods = 4;
static_assert(static_cast<int>(CrowdMethod::kAstar) == static_cast<int>(BatchMethod::kAstar));
std::string_view crowd_method_name(CrowdMethod method);  // "tables", "hpa", "astar", "flow"
std::optional<CrowdMethod> crowd_method_named(std::string_view name);
// Returns the method of the batches that a crowd plans: with `flow`, agents without a field are planned by A*.
constexpr BatchMethod batch_method(CrowdMethod method) {
  return method == CrowdMethod::kFlow ? BatchMethod::kAstar : static_cast<BatchMethod>(method);
}
// Returns whether agents are planned over the abstract graph, which needs tables.
constexpr bool needs_tables(CrowdMethod method) { return batch_method(method) != BatchMethod::kAstar; }

std::string_view crowd_status_name(CrowdStatus status);   // "planning", "walking", "waiting", "arrived", ...
std::string_view crowd_status_title(CrowdStatus status);  // for display
std::string_view crowd_task_name(CrowdTask task);         // "goal", "evacuate", "wander", "own"
std::optional<CrowdTask> crowd_task_named(std::string_view name);

struct GridCrowdOptions {
  uint64_t seed = 1;
  bool holding = false;  // at most one agent stands on a cell (core/crowd/pibt.hpp)
  CrowdMethod method = CrowdMethod::kTables;
  uint32_t plans_per_tick = 4000;  // planned by tables; a search on a large map counts as several plans
  int threads = 0;                 // 0: the number of hardware threads
  uint32_t max_agents = 1u << 24;  // including agents that have left
};

struct GridCrowdMember {
  CellId at = kNoCell;
  CellId goal = kNoCell;  // own goal; kNoCell: a random goal
  Agent agent;
  CrowdTask task = CrowdTask::kOwn;
  uint32_t pace = 0;  // pace in the units of crowd_step.hpp, see GridCrowd::pace
  uint8_t group = 0;  // colour group
};

class GridCrowd : public CrowdAgents {
 public:
  static constexpr double kTicksPerSecond = 60;
  static constexpr size_t kMaxKinds = BatchMap::kMaxKinds;
  static constexpr uint8_t kGroups = 6, kAnyGroup = 255;  // colour groups; kAnyGroup: new agents get the groups in turn
  static constexpr double kMaxCellsPerSecond = kTicksPerSecond;  // an agent enters at most one cell in a tick
  static uint32_t pace(double cells_per_second);
  static double cells_per_second(uint32_t pace);

  GridCrowd(int width, int height, const GridCrowdOptions& options);
  ~GridCrowd() override;
  GridCrowd& operator=(const GridCrowd&) = delete;
  // Returns a crowd of the same agents that continues in the same way on an equal map. It has no engine.
  std::unique_ptr<GridCrowd> copy();

  // Sets the engine that plans from now on. Without an engine the crowd creates one on the processor.
  void set_engine(std::unique_ptr<BatchEngine> engine);
  const BatchEngine* engine() const { return engine_.get(); }
  // Returns why agents stand still if the map has too many links, else why the engine that was set is not used; else it
  // is empty.
  std::string_view note() const;
  void set_note(std::string note) { note_ = std::move(note); }

  // Adds an agent. Returns false if there are too many agents or kinds, if the agent cannot stand there, or if another
  // agent stands there.
  bool add(const BatchMap& map, const GridCrowdMember& member);
  // Adds up to `count` agents at random places, with random paces from `member.pace` to `fastest`; `member.at` and
  // `member.goal` are ignored. Returns the number of added agents.
  uint32_t add_random(const BatchMap& map, GridCrowdMember member, uint32_t fastest, uint32_t count);
  // Gives all agents a task. Agents on the map are planned to the goals of the task.
  void set_task(CrowdTask task);
  void set_goal(CellId goal);                 // sets the goal of CrowdTask::kGoal
  void set_exits(std::vector<CellId> exits);  // sets the exits of CrowdTask::kEvacuate
  void set_paces(uint32_t slowest, uint32_t fastest);
  void set_holding(bool holding);
  void set_method(CrowdMethod method);
  void set_plans_per_tick(uint32_t plans) { options_.plans_per_tick = plans; }
  const GridCrowdOptions& options() const { return options_; }
  CellId goal() const { return goal_; }
  const std::vector<CellId>& exits() const { return exits_; }

  // Reports a change of the map inside `cells`. `first` says that the change begins a new gesture.
  void map_changed(const BatchMap& map, const Rect& cells, bool first);
  // Replans all agents after a change of the profile, the weights or the clusters.
  void rules_changed(const BatchMap& map);
  // Lets agents react to changes of the map: affected agents turn back or are queued for a new plan. Every tick does
  // this, too; a call between ticks updates the display.
  void replan_affected(const BatchMap& map);
  void tick(const BatchMap& map);
  // Downloads the state from the device that simulates the agents, if any. It must be called before a change
  // of the map: if the device failed between the change and the next tick, its last ticks would be replayed
  // on the changed map.
  void sync_to_host();

  uint32_t ticks() const { return tick_; }
  uint64_t version() const { return version_; }  // changes with everything that is visible
  const CrowdTotals& totals() const { return totals_; }
  const GridCrowdTimes& times() const { return times_; }
  const ReplanStats& replan_stats() const { return replan_stats_; }
  // Returns the counts of jams: groups of agents that block each other and are resolved together. Only with
  // one agent per cell.
  CrowdJamCounts jams() const { return holding_ ? holding_->jams() : CrowdJamCounts{}; }
  // Returns whether no schedule leads the agent to its goal, given the positions of the other agents.
  bool unsolvable(uint32_t agent) const { return holding_ && holding_->unsolvable(agent); }
  uint32_t queued() const { return queue_.size(); }
  size_t memory_bytes() const;

  // The functions below return the state of one agent, besides that in CrowdAgents.
  using CrowdAgents::goal;
  const Agent& agent(uint32_t agent) const { return kinds_[kind_[agent]].agent; }
  // Sets `cells` to the remaining cells of the agent's path, beginning with the cell that it stands on or steps to.
  // Returns their cost; kInfinite if there is no path at present.
  Cost way(const BatchMap& map, uint32_t agent, std::vector<CellId>& cells) const;
  // Returns the part of the agent's abstract path that it has not walked yet. Empty if it follows a flow field.
  std::span<const CellId> path_left(uint32_t agent) const;
  const CrowdFlow& flow() const { return flow_; }

  void forget_statistics();

 private:
  // The last known state of the map for a kind of agents, from which the effects of an edit are found.
  struct AgentKindState {
    Agent agent;
    bool known = false;
    bool missed = false;  // the tables of the kind were missing for some time, so that changes may have been overlooked
    std::vector<uint8_t> moves, weights;
    std::shared_ptr<const MapLinks> links_of;  // the links of the map from which `links` was made
    std::vector<CrowdLink> links;
    int side = 0;  // side of the clusters of the agents' paths; 0: no path was planned yet
    // Changes since the agents last reacted to changes.
    std::vector<uint8_t> touched;  // by block of `side` x `side` cells
    bool any_touched = false;
    bool opened = false;
  };
  GridCrowd(const GridCrowd&);

  // Bits that say why an agent is planned. kOfWave: an edit made its plan invalid; kHadWay: it had a path before.
  enum ReplanReason : uint8_t { kNewGoal = 0, kAgain = 1, kOfWave = 2, kHadWay = 4 };

  static CrowdKindView kind_view(const BatchMap& map, const Agent& agent, CrowdMethod method, uint32_t straight,
                                 int width, int height);
  int kind_number(const Agent& agent);
  bool place(size_t kind, const GridCrowdMember& member);
  void bind(const BatchMap& map);
  void take_links(AgentKindState& kind, const MoveGrid& moves);
  CrowdView view();
  void want(uint32_t agent, uint8_t reason);
  void retarget(uint32_t agent);
  void wall_in(uint32_t agent);
  void turn_back_if_blocked(uint32_t agent);
  bool replan_changed_path(uint32_t agent);
  void name_kinds();
  bool step_by_engine(const BatchMap& map);
  void download(uint8_t parts) const override;
  void fetch(uint8_t parts);
  void replay_ticks();
  std::vector<AgentPlanPatch> own_patches() const;
  void ask_for(std::span<const uint32_t> agents);
  void replan_changed_map(const BatchMap& map);
  void take_wanting();
  void queue_one(uint32_t agent, bool lost_way);
  void fall_back(const Error& error);
  void queue_wanting();
  void plan(const BatchMap& map);
  size_t plans_allowed() const;
  // What is to be done with an agent that waits for a plan: nothing more, wait for its field, or a search.
  enum class FlowPlan : uint8_t { kDone, kWaits, kSearch };
  FlowPlan plan_by_flow(const BatchMap& map, uint32_t agent);
  bool shares_goal(uint32_t agent);
  uint32_t flows_in_use() const;
  void work_on_flow(const BatchMap& map);
  void choose_exits(const BatchMap& map);
  Status run_engine(const BatchMap& map, const BatchOptions& options, BatchResult& result);
  void take_plan(uint32_t agent, PlanStatus status, std::span<const CellId> path);
  void compact();
  void clear_away();
  void touch(AgentKindState& kind, CellId cell);
  void touch_all(AgentKindState& kind);
  void count_all();
  size_t block_of(const AgentKindState& kind, CellId cell) const;

  int width_ = 0, height_ = 0;
  GridCrowdOptions options_;
  CellId goal_ = kNoCell;
  std::vector<CellId> exits_;
  uint32_t tick_ = 0;
  uint64_t version_ = 1;
  uint64_t added_ = 0;
  NotCopied<std::unique_ptr<BatchEngine>> engine_;
  CrowdEngine* away_engine_ = nullptr;  // `engine_` if it can also simulate the agents, else null
  std::string note_;
  bool too_many_links_ = false;  // for the tables of some kind of agents, in the last view of the map

  // The following arrays have one element per agent, in addition to the columns of CrowdAgents.
  std::vector<CellId> own_goal_;
  std::vector<uint32_t> path_offset_, path_length_, place_, draws_, began_;
  std::vector<uint8_t> kind_, queued_, reason_, failed_;
  std::vector<uint8_t> random_goal_;  // its own goal was drawn at random and may be replaced by another random goal
  std::vector<CellId> path_, spare_path_;
  size_t path_used_ = 0;  // number of cells of `path_` in use
  CrowdFlow flow_;
  std::vector<CellId> flow_goals_;      // scratch: the goals of the agent that is planned
  std::vector<uint64_t> shared_goals_;  // kind << 32 | own goal, of those with enough agents; ascending
  bool shared_goals_due_ = false;       // agents were added or have another own goal
  bool flow_full_ = false;              // in this tick: there was no room for another field
  // The following arrays have one element per kind of agents.
  std::vector<AgentKindState> kinds_;
  std::vector<CrowdKindView> kind_views_;
  std::vector<Agent> step_kinds_;
  CopiedPtr<PibtStepper> holding_;  // null if several agents may stand on a cell
  // The following members hold the state while a device simulates the agents (crowd_device_state.cpp).
  bool on_device_ = false;
  bool paths_anew_ = true;  // paths were replaced since the last upload to the device
  NotCopied<std::unique_ptr<CrowdCheckpoint>> checkpoint_;
  std::vector<uint32_t> asked_, wanting_;
  std::vector<AgentPlanRow> rows_;
  std::vector<uint64_t> map_seen_;
  CrowdTotals totals_;
  GridCrowdTimes times_;
  ReplanStats replan_stats_;
  uint32_t era_ = 0;  // number of changes of the map that agents have reacted to
  bool changes_ = false;

  PlanQueue queue_;
  // The following members are scratch memory of planning.
  AgentBatch batch_, exit_batch_;
  BatchResult result_, exit_result_;
  std::vector<uint32_t> planned_, later_, to_exits_;

  Threads threads_;
  static constexpr size_t kGrain = 2048;  // agents per work item of a thread
};

}  // namespace strata
