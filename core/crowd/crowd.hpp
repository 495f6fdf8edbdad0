// Purpose: A GridCrowd simulates thousands of agents on a map: their cells, goals and status.
// How: A tick plans paths in one batch for agents that are queued, oldest first and at most so many a tick. Then it
//      advances every agent (core/crowd/crowd_step.hpp). After an edit it plans again for agents whose path leads
//      through a cluster in which something has changed for them, and for agents without a path.
// Units: Ticks. A nominal second has kTicksPerSecond ticks, however fast they are played.
// Shapes: By agent, in the order in which agents were added. An agent that is gone keeps its number.
// Errors: A batch engine that fails is replaced by an engine on the processor; note() says so.
// Threads: A crowd is used by one thread. Ticks run in its own threads, with the same result for any number of them.
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
#include "core/crowd/crowd_holding.hpp"
#include "core/crowd/crowd_parts.hpp"

namespace strata {

class CrowdEngine;

std::string_view crowd_status_name(CrowdStatus status);   // "planning", "walking", "waiting", "arrived", ...
std::string_view crowd_status_title(CrowdStatus status);  // for display
std::string_view crowd_task_name(CrowdTask task);         // "goal", "evacuate", "wander", "own"
std::optional<CrowdTask> crowd_task_named(std::string_view name);

struct GridCrowdOptions {
  uint64_t seed = 1;
  bool holding = false;  // one agent per cell: see core/crowd/crowd_holding.hpp
  BatchMethod method = BatchMethod::kTables;
  uint32_t plans_per_tick = 4000;  // by tables; a search on a large map counts as several plans
  int threads = 0;                 // 0: as many as the processor has
  uint32_t max_agents = 1u << 24;  // including agents that are gone
};

struct GridCrowdMember {
  CellId at = kNoCell;
  CellId goal = kNoCell;  // its own goal; kNoCell: a random goal
  Agent agent;
  CrowdTask task = CrowdTask::kOwn;
  uint32_t pace = 0;  // see crowd_step.hpp and GridCrowd::pace
  uint8_t group = 0;  // colour group
};

class GridCrowd : public CrowdAgents {
 public:
  static constexpr double kTicksPerSecond = 60;
  static constexpr size_t kMaxKinds = BatchMap::kMaxKinds;
  static constexpr uint8_t kGroups = 6, kAnyGroup = 255;  // colour groups; kAnyGroup: agents get the groups in turn
  static constexpr double kMaxCellsPerSecond = kTicksPerSecond;  // at most one cell in a tick
  static uint32_t pace(double cells_per_second);
  static double cells_per_second(uint32_t pace);

  GridCrowd(int width, int height, const GridCrowdOptions& options);
  ~GridCrowd() override;
  GridCrowd(const GridCrowd&) = delete;
  GridCrowd& operator=(const GridCrowd&) = delete;

  // Sets the engine that plans from now on. Without an engine the crowd makes one on the processor.
  void set_engine(std::unique_ptr<BatchEngine> engine);
  const BatchEngine* engine() const { return engine_.get(); }
  const std::string& note() const { return note_; }  // why the wanted engine is not used; empty: it is
  void set_note(std::string note) { note_ = std::move(note); }

  // Adds an agent. Returns false if there are too many agents or kinds, if it cannot stand there, or if the place is
  // taken.
  bool add(const BatchMap& map, const GridCrowdMember& member);
  // Adds up to `count` agents at random places, with paces from `member.pace` to `fastest`; `at` and `goal` of `member`
  // are ignored. Returns the number of agents that were added.
  uint32_t add_random(const BatchMap& map, GridCrowdMember member, uint32_t fastest, uint32_t count);
  // Gives all agents a task. Agents still on the map are planned to the goals of the task.
  void set_task(CrowdTask task);
  void set_goal(CellId goal);                 // for kGoal
  void set_exits(std::vector<CellId> exits);  // for kEvacuate
  void set_paces(uint32_t slowest, uint32_t fastest);
  void set_holding(bool holding);
  void set_method(BatchMethod method);
  void set_plans_per_tick(uint32_t plans) { options_.plans_per_tick = plans; }
  const GridCrowdOptions& options() const { return options_; }
  CellId goal() const { return goal_; }
  const std::vector<CellId>& exits() const { return exits_; }

  // Notes that the map has changed inside the cells. `first`: a new gesture began.
  void map_changed(const BatchMap& map, const Rect& cells, bool first);
  // Plans all agents again, as profile, weights or clusters have changed.
  void rules_changed(const BatchMap& map);
  // Lets agents react to changes of the map. A tick does this too; between ticks it updates what is displayed.
  void replan_affected(const BatchMap& map);
  void tick(const BatchMap& map);
  // Copies all state from the device that simulates the agents, if one does. Call it before a change of the map: if the
  // device failed between the change and the next tick, its last ticks would be simulated again on the changed map.
  void sync_to_host();

  uint32_t ticks() const { return tick_; }
  uint64_t version() const { return version_; }  // changes with everything that is visible
  const CrowdTotals& totals() const { return totals_; }
  const GridCrowdTimes& times() const { return times_; }
  const ReplanStats& replan_stats() const { return replan_stats_; }
  // With one agent per cell: jams, parts of the map in which agents block each other and are led out together.
  CrowdJams jams() const { return holding_ ? holding_->jams() : CrowdJams{}; }
  // Whether no schedule leads the agent to its goal, given where the other agents stand.
  bool unsolvable(uint32_t agent) const { return holding_ && holding_->unsolvable(agent); }
  uint32_t queued() const { return queue_.size(); }
  size_t memory_bytes() const;

  // State of one agent, besides that of CrowdAgents.
  using CrowdAgents::goal;
  const Agent& agent(uint32_t agent) const { return kinds_[kind_[agent]].agent; }
  // Fills `cells` with the cells ahead, first the cell that the agent stands on or walks to. Returns their cost;
  // kInfinite: there is no path now.
  Cost way(const BatchMap& map, uint32_t agent, std::vector<CellId>& cells) const;
  // Returns the rest of its abstract path.
  std::span<const CellId> path_left(uint32_t agent) const;

  void forget_statistics();

 private:
  // The known state of the map for a kind of agents, to see what an edit changes for it.
  struct Kind {
    Agent agent;
    bool known = false;
    bool missed = false;  // its tables were missing for a while
    std::vector<uint8_t> moves, weights;
    int side = 0;  // side of the clusters of its paths; 0: none were planned yet
    // Changes since the agents last reacted.
    std::vector<uint8_t> touched;  // by block of `side`
    bool any_touched = false;
    bool opened = false;
  };
  // Why an agent is planned, as bits.
  enum Reason : uint8_t { kNewGoal = 0, kAgain = 1, kOfWave = 2, kHadWay = 4 };

  static CrowdKindView kind_view(const BatchMap& map, const Agent& agent, BatchMethod method, uint32_t straight,
                                 int width, int height);
  int kind_number(const Agent& agent);
  bool place(size_t kind, const GridCrowdMember& member);
  void bind(const BatchMap& map);
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
  std::vector<CrowdPatch> own_patches() const;
  void ask_for(std::span<const uint32_t> agents);
  void replan_changed_map(const BatchMap& map);
  void take_wanting();
  void queue_one(uint32_t agent, bool lost_way);
  void fall_back(const Error& error);
  void queue_wanting();
  void plan(const BatchMap& map);
  size_t plans_allowed() const;
  void choose_exits(const BatchMap& map);
  Status run_engine(const BatchMap& map, const BatchOptions& options, BatchResult& result);
  void take_plan(uint32_t agent, PlanStatus status, std::span<const CellId> path);
  void compact();
  void clear_away();
  void touch_all(Kind& kind);
  void count_all();
  size_t block_of(const Kind& kind, CellId cell) const;

  int width_ = 0, height_ = 0;
  GridCrowdOptions options_;
  CellId goal_ = kNoCell;
  std::vector<CellId> exits_;
  uint32_t tick_ = 0;
  uint64_t version_ = 1;
  uint64_t added_ = 0;
  std::unique_ptr<BatchEngine> engine_;
  CrowdEngine* away_engine_ = nullptr;  // `engine_`, if it can also simulate the agents
  std::string note_;

  // By agent, besides the columns of CrowdAgents.
  std::vector<CellId> own_goal_;
  std::vector<uint32_t> path_offset_, path_length_, place_, draws_, began_;
  std::vector<uint8_t> kind_, queued_, reason_, failed_;
  std::vector<uint8_t> random_goal_;  // its own goal was chosen at random: a new random goal may replace it
  std::vector<CellId> path_, spare_path_;
  size_t path_used_ = 0;  // cells of `path_` in use
  // By kind.
  std::vector<Kind> kinds_;
  std::vector<CrowdKindView> kind_views_;
  std::vector<Agent> step_kinds_;
  std::unique_ptr<PibtStepper> holding_;  // one agent per cell
  // State while a device simulates the agents (crowd_away.cpp).
  bool on_device_ = false;
  bool paths_anew_ = true;  // paths were replaced since the device got them
  std::unique_ptr<CrowdCheckpoint> checkpoint_;
  std::vector<uint32_t> asked_, wanting_;
  std::vector<CrowdRow> rows_;
  std::vector<uint64_t> map_seen_;
  CrowdTotals totals_;
  GridCrowdTimes times_;
  ReplanStats replan_stats_;
  uint32_t era_ = 0;  // counts the changes of the map that agents have reacted to
  bool changes_ = false;

  PlanQueue queue_;
  // Scratch of planning.
  AgentBatch batch_, exit_batch_;
  BatchResult result_, exit_result_;
  std::vector<uint32_t> planned_, later_, to_exits_;

  Threads threads_;
  static constexpr size_t kGrain = 2048;  // agents that a thread carries on at a time
};

}  // namespace strata
