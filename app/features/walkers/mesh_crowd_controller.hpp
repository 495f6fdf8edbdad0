// Purpose: MeshCrowdController runs the mesh crowd in the lab: its walkers, its clock, and its updates after edits.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/features/crowd/agent_history.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/log_contributor.hpp"
#include "app/lab/map_input_handler.hpp"
#include "app/lab/scene_state_provider.hpp"
#include "core/crowd/mesh_crowd.hpp"
#include "core/world/map_mesh_classes.hpp"

namespace strata {

struct MeshCrowdSettings {
  int count = 500;       // walkers per spawn
  double radius = 0.25;  // cells
  double speed = 3;      // cells per nominal second
  // All walkers go to the goal marker; false: each goes on from one random place to another.
  bool to_goal = false;
  MeshBatchMethod method = MeshBatchMethod::kPccp;
  uint64_t seed = 1;
};

// The fading line from a walker's position before an edit to the position that the edit moved it to, in cells.
struct MovedWalkerLine {
  float from_x = 0, from_y = 0, to_x = 0, to_y = 0;
  float age = 0;  // seconds
};
inline constexpr float kMovedSeconds = 2;  // lifetime of the line

// When an edit covers a walker, the walker is moved aside at once. MovedWalkerAnimation is the animation that draws
// it moving there.
struct MovedWalkerAnimation {
  FixedPointPosition by;             // offset from the old to the new position
  float behind_x = 0, behind_y = 0;  // offset from the new position to where it was drawn, in cells
  float age = 0;                     // seconds
  // The last tick before the walker was moved aside.
  uint32_t tick = 0;
};
inline constexpr float kGlideSeconds = 0.4f;

struct MeshCrowdState {
  MeshCrowdSettings settings;
  bool there = false;
  bool running = false;
  // A frame has not enough time for all the ticks that are due.
  bool slow = false;
  uint32_t agents = 0, ticks = 0, queued = 0, longest_wait = 0;
  uint64_t arrivals = 0;
  std::array<uint32_t, kCrowdStatuses> counts{};
  ReplanStats replan_stats;
  // Milliseconds of planning and of moving per tick, as moving averages.
  double plan_ms = 0, step_ms = 0;
  size_t memory = 0;
  uint64_t moved_aside = 0;  // how often edits have moved walkers aside
  // Says why the walkers stand still; empty: they walk.
  std::string note;
  std::optional<uint32_t> followed;
  // Fraction of a tick, 0..1, that has passed since the last tick.
  float ahead = 0;
};

class MeshCrowdController : public FeatureController,
                            public MapInputHandler,
                            public LogContributor,
                            public SceneStateProvider {
 public:
  explicit MeshCrowdController(Lab& lab) : FeatureController(lab) {}

  const MeshCrowd* crowd() const { return crowd_.get(); }  // null while there are no walkers
  MeshCrowdState& state() { return own_; }
  const MeshCrowdState& state() const { return own_; }
  // Returns where the walker is drawn, in cells. It is a position between those of two ticks, or in the animation after
  // an edit has moved the walker aside.
  std::pair<float, float> spot(uint32_t agent) const;
  FixedPointPosition step_of(uint32_t agent) const;  // displacement of the agent in the last tick
  Result<uint32_t> spawn(uint32_t count);
  void clear();
  void run(uint32_t ticks, double budget_ms);
  // Sends all walkers to the goal in the settings.
  void send();
  void choose_method();
  // Restarts the clock of the crowd.
  void start_over();
  bool can_walk() const;
  std::span<const MovedWalkerLine> traces() const { return traces_; }  // oldest first
  // Returns the meshes of the walkers, by increasing radius.
  std::span<const std::unique_ptr<MeshClass>> classes() const;
  // Returns the mesh that the walker moves on; null: it has none now.
  const NavMesh* mesh_of(uint32_t agent) const;
  // Adds a walker at the centre of a cell.
  Status add_at(Cell cell);
  void read();

  void leave_map() override;
  void tick(double dt_seconds) override;
  void finish_updates() override;
  Activity activity() const override { return own_.running || !traces_.empty() ? Activity::kEndless : Activity::kIdle; }
  void query_changed() override;
  void choose(WorldSetup& setup, ChosenFor map) const override;
  void map_changes(const MapChange& change) override;
  void map_changed(const MapChange& change) override;
  void add_trips(std::vector<StartGoalGroup>& groups) const override;
  bool click(const PointerEvent& event, Cell cell) override;
  void before_command(const CommandInfo& /*command*/) override { tell(); }
  void before_log_line() override;
  void unlogged_lines(std::vector<std::string>& lines) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;
  void content_lines(SavedContent& content) const override;
  std::any content() const override;
  void take_content(const std::any& content) override;
  void dump(nlohmann::json& all) const override;

 private:
  CrowdMeshes grounds() const;
  MapMeshClassesOptions options_for(std::vector<MeshRadius> radii) const;
  Status ensure_class();
  void take_back(const WorldSetup& before, bool shown);
  void begin_crowd();
  MeshCrowdMember member() const;
  void tell();
  static std::pair<float, float> behind(const MovedWalkerAnimation& glide);
  void note_moved();
  void say_moved();
  void say_refused();
  // Returns the goal on the mesh of each class of walkers.
  std::vector<MeshEndpoint> goals() const;
  bool anybody_fits_at_goal() const;

  // Notes, for a workspace file, the command that has added walkers: one at the cell, or some at random places.
  void note_added(std::string line, std::optional<Cell> at = {});
  // Notes that an event has changed walkers in a way that a workspace file cannot reproduce. `what` names the event.
  void note_lost(std::string_view what) { history_.lose(what, ticks()); }
  uint32_t ticks() const { return crowd_ ? crowd_->ticks() : 0; }
  // Returns the settings that walkers depend on, as command lines.
  std::vector<std::string> walker_lines() const;

  struct SceneState {
    std::shared_ptr<const MeshCrowd> crowd;  // this copy of the crowd never ticks
    std::optional<std::pair<Cell, size_t>> crowd_goal;
    std::optional<uint32_t> followed;
    AgentHistory history;
    uint32_t unlogged = 0;
  };

  MeshCrowdState own_;
  AgentHistory history_;
  std::unique_ptr<MeshCrowd> crowd_;
  // The goal to which the crowd was sent last, and the number of mesh classes that existed then.
  struct CrowdGoal {
    Cell cell;
    size_t classes = 0;
    friend bool operator==(const CrowdGoal&, const CrowdGoal&) = default;
  };
  std::optional<CrowdGoal> crowd_goal_;
  bool new_stroke_ = true;
  std::vector<MovedWalkerLine> traces_;
  std::unordered_map<uint32_t, MovedWalkerAnimation> glides_;  // by walker
  // Number of walkers moved aside that no message to the user has counted yet.
  uint64_t unsaid_ = 0;
  // The number of ticks that are due. Between frames it is a fraction below one.
  double time_ = 0;
  // Number of ticks since the command log was last told of ticks.
  uint32_t unlogged_ = 0;
};

MeshCrowdController& mesh_crowd_controller(const Lab& lab);

}  // namespace strata
