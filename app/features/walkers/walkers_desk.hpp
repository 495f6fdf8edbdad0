// Purpose: The crowd on the mesh in the lab: its walkers, its clock, and the edits that it is told of.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/lab/feature.hpp"
#include "app/lab/log_contributor.hpp"
#include "app/lab/map_input_handler.hpp"
#include "core/crowd/mesh_crowd.hpp"
#include "core/world/map_mesh_classes.hpp"

namespace strata {

struct MeshCrowdSettings {
  int count = 500;       // walkers per spawn
  double radius = 0.25;  // cells
  double speed = 3;      // cells per nominal second
  bool to_goal = false;  // all walkers go to the goal marker; otherwise each goes to random places, for ever
  MeshBatchMethod method = MeshBatchMethod::kPccp;
  uint64_t seed = 1;
};

// The line from where a walker was to where an edit has moved it, in cells. It fades.
struct MovedTrace {
  float from_x = 0, from_y = 0, to_x = 0, to_y = 0;
  float age = 0;  // seconds
};
inline constexpr float kMovedSeconds = 2;  // after which it is gone

// How a walker that was moved aside is drawn until it has glided to its new place. It stands there already.
struct MovedGlide {
  FixedPointPosition by;             // from the old place to the new one
  float behind_x = 0, behind_y = 0;  // from the new place to where it was drawn, in cells
  float age = 0;                     // seconds
  uint32_t tick = 0;                 // the crowd's last tick before it was moved
};
inline constexpr float kGlideSeconds = 0.4f;

struct MeshCrowdState {
  MeshCrowdSettings settings;
  bool there = false;
  bool running = false;
  bool slow = false;  // fewer ticks than wanted fit into a frame
  uint32_t agents = 0, ticks = 0, queued = 0, longest_wait = 0;
  uint64_t arrivals = 0;
  std::array<uint32_t, kCrowdStatuses> counts{};
  ReplanStats replan_stats;
  double plan_ms = 0, step_ms = 0;  // of a tick, smoothed
  size_t memory = 0;
  uint64_t moved_aside = 0;  // times that an edit has moved a walker aside
  std::string note;          // why the walkers do not walk; empty: they do
  std::optional<uint32_t> followed;
  float ahead = 0;  // part of a tick since the last one
};

class MeshCrowdController : public FeatureController, public MapInputHandler, public LogContributor {
 public:
  explicit MeshCrowdController(Lab& lab) : FeatureController(lab) {}

  const MeshCrowd* crowd() const { return crowd_.get(); }  // null while there are no walkers
  MeshCrowdState& state() { return own_; }
  const MeshCrowdState& state() const { return own_; }
  // Where the walker is drawn, in cells: between its places of two ticks, or gliding after it was moved aside.
  std::pair<float, float> spot(uint32_t agent) const;
  FixedPointPosition step_of(uint32_t agent) const;  // what it has walked in the last tick
  Result<uint32_t> spawn(uint32_t count);
  void clear();
  void run(uint32_t ticks, double budget_ms);
  void send();  // tells the crowd the goal that the settings ask for
  void choose_method();
  void start_over();  // resets the clock
  bool can_walk() const;
  std::span<const MovedTrace> traces() const { return traces_; }  // the newest last
  // Returns the meshes of the walkers, those of narrow ones first.
  std::span<const std::unique_ptr<MeshClass>> classes() const;
  const NavMesh* mesh_of(uint32_t agent) const;  // null: it has none now
  // Adds a walker in the middle of a cell.
  Status add_at(Cell cell);
  void read();

  void tick(double dt_seconds) override;
  void finish_updates() override;
  Activity activity() const override { return own_.running || !traces_.empty() ? Activity::kGoesOn : Activity::kRests; }
  void query_changed() override;
  void choose(WorldSetup& setup, bool other_map) const override;
  void map_changes(const MapChange& change) override;
  void map_changed(const MapChange& change) override;
  void add_trips(std::vector<TripGroup>& groups) const override;
  MapInputHandler* pointer() override { return this; }
  LogContributor* log_contributor() override { return this; }
  bool click(const PointerEvent& event, Cell cell) override;
  void before_command(const CommandInfo& /*command*/) override { tell(); }
  void rewrite_for_log(Command& command) const override;
  void before_log_line() override;
  void unlogged_lines(std::vector<std::string>& lines) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;
  void content_lines(SavedContent& content) const override;
  void dump(nlohmann::json& all) const override;

 private:
  MeshCrowdGrounds grounds() const;
  MapMeshClassesOptions options_for(std::vector<MeshRadius> radii) const;
  Status ensure_class();
  void take_back(const WorldSetup& before, bool shown);
  void begin_crowd();
  MeshCrowdMember member() const;
  void tell();
  static std::pair<float, float> behind(const MovedGlide& glide);
  void note_moved();
  void say_moved();
  void say_refused();
  std::vector<MeshEndpoint> goals() const;  // by class
  bool anybody_fits_at_goal() const;

  // Notes that the line has added walkers.
  void note_added(std::string line);
  // Notes that something has happened while the walkers walked which a workspace does not hold.
  void note_lost(std::string_view what);
  std::vector<std::string> walker_lines() const;  // the settings that walkers depend on

  // What has added walkers: the command, the settings that it found, and how many ticks the crowd had walked.
  struct Addition {
    std::vector<std::string> settings;
    std::string line;
    uint32_t ticks = 0;
  };

  MeshCrowdState own_;
  std::vector<Addition> additions_;
  std::string lost_;  // what has happened while the walkers walked that a workspace does not hold; empty: nothing
  std::unique_ptr<MeshCrowd> crowd_;
  // The goal that the crowd was told, for so many meshes.
  struct GoalTold {
    Cell cell;
    size_t classes = 0;
    friend bool operator==(const GoalTold&, const GoalTold&) = default;
  };
  std::optional<GoalTold> goal_told_;
  bool new_stroke_ = true;
  std::vector<MovedTrace> traces_;
  std::unordered_map<uint32_t, MovedGlide> glides_;  // by walker
  uint64_t unsaid_ = 0;                              // moves aside that no message has told yet
  double time_ = 0;                                  // ticks that are due, less than one between frames
  uint32_t unlogged_ = 0;                            // ticks since the last line of the log
};

MeshCrowdController& mesh_crowd_controller(const Lab& lab);

}  // namespace strata
