// Purpose: A MeshCrowd simulates thousands of agents with different radii that walk over a navigation mesh at any
//          angle: their positions, goals and status.
// Source: Rahmani, Pelechano 2020, section 5 (agents follow abstract paths planned in batches). Collisions are resolved
//         by corrections of positions, as in Weiss, Litteneker, Jiang, Terzopoulos 2017, "Position-based multi-agent
//         dynamics for real-time crowd simulation"; priorities are those of Okumura et al. 2022.
// How: A tick plans paths in one batch for queued agents, oldest first and a limited number per tick. Each agent then
//      steers to the first turn of its path through the next portals. Overlapping agents are moved apart, and no step
//      leaves the mesh. After an edit, agents are replanned whose portals were removed or that have no path. As in
//      Recast, there is a mesh for each class of radii, shrunk by that radius, and an agent uses the mesh of the
//      narrowest class that it fits into. An agent to which a new wall comes too close is moved aside at once;
//      moved_aside() lists it.
// Links: Planned by A*, agents follow the links of their mesh. An agent stands where a link begins for as long as it
//        would walk a path of the link's cost, lets others through meanwhile, and is then where the link ends. After an
//        edit of links, agents with links ahead are replanned. By the other methods agents stand still on a mesh with
//        links, and note() says so. Random goals are those that an agent can reach without links.
// Differs: Of two agents the one that set out later moves aside more. Agents that meet keep to the right. Overlapping
//          agents are moved apart over several ticks, so that in a crush they overlap a little. An agent that has made
//          no progress for 20 seconds walks through the others until it touches nobody.
// Units: Positions, radii and paces (per tick) are in 1/512 cell, see fixed_point.hpp. A second
//        has GridCrowd::kTicksPerSecond ticks.
// Shapes: Arrays are by agent, in the order in which agents were added. Polygons, portals and the goal of an agent
//         belong to its mesh. A place is a point with the height of the ground there, so that agents and goals stay on
//         their floor after an edit. Agents touch only if they see each other over the mesh, never across floors.
// Errors: If a batch engine fails, an engine on the processor replaces it, and note() says so.
// Threads: One thread uses a crowd. Ticks run in threads of the crowd; the result does not depend on their number.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/copied.hpp"
#include "core/base/parallel.hpp"
#include "core/batch/mesh_batch.hpp"
#include "core/batch/mesh_work.hpp"
#include "core/crowd/crowd_parts.hpp"
#include "core/crowd/mesh_point_index.hpp"

namespace strata {

struct MeshCrowdOptions {
  uint64_t seed = 1;
  MeshBatchMethod method = MeshBatchMethod::kTables;
  uint32_t plans_per_tick = 2000;
  int threads = 0;  // 0: the number of hardware threads
  uint32_t max_agents = 1u << 22;
};

struct MeshCrowdMember {
  FixedPointPlace at;
  MeshEndpoint goal;  // own goal; polygon kNoPolygon: one random goal after another
  int32_t radius = kFineCell / 4;
  int32_t pace = 26;  // distance per tick; 26 is about 3 cells a second
};

// A mesh on which agents of a crowd walk.
struct CrowdMesh {
  MeshBatchMap map;
  int32_t widest = 0;                    // largest radius of the agents that walk on the mesh
  int32_t kept = 0;                      // distance from walls that is already cut off the mesh
  const MeshHeights* heights = nullptr;  // null: no floors lie above one another
  bool refused = false;                  // the planners refuse the mesh: agents stand still
};

// An agent that a change of its mesh has moved, because its position was no longer on the mesh.
struct RelocatedAgent {
  uint32_t agent = 0;
  FixedPointPosition from, to;
};

// The meshes of a crowd, ordered by the radius of their agents.
class CrowdMeshes {
 public:
  // Takes the meshes of size classes, which are ordered by `widest`, without equal values.
  explicit CrowdMeshes(std::span<const MeshBatchClass> classes);
  // Makes a single mesh for agents of any radius, which keep their distance from walls where there is space.
  CrowdMeshes(const MeshBatchMap& only)  // NOLINT: meant to be implicit
      : grounds_{{only, INT32_MAX, 0, nullptr, false}} {}

  std::span<const CrowdMesh> all() const { return grounds_; }
  // Returns the mesh for agents of this radius; null if they are too wide for every mesh.
  const CrowdMesh* of(int32_t radius) const;

 private:
  std::vector<CrowdMesh> grounds_;
};

class MeshCrowd {
 public:
  static constexpr int32_t kMinRadius = kFineCell / 16, kMaxRadius = 4 * kFineCell;
  static constexpr int32_t kMaxPace = kFineCell / 2;  // half a cell per tick

  explicit MeshCrowd(const MeshCrowdOptions& options);
  // Returns a crowd of the same agents, with its own engines, for meshes of an equal map.
  friend std::unique_ptr<MeshCrowd> copy_of(const MeshCrowd& crowd);
  // Replaces the meshes. If they have the same polygons as before, the crowd continues as if nothing had changed;
  // agents whose polygons differ are replanned.
  void move_onto(const CrowdMeshes& grounds);

  // Sets the function that creates an engine for each mesh. By default engines run on the processor.
  using MakeEngine = std::function<Result<std::unique_ptr<MeshBatchEngine>>()>;
  void set_engines(MakeEngine make) { make_engine_ = std::move(make); }
  // Returns the engine that planned first; null if nothing was planned yet.
  const MeshBatchEngine* engine() const;
  size_t engine_bytes() const;  // memory of all engines
  // Returns why agents stand still on a mesh with links, else why an engine is not used; else it is empty.
  std::string_view note() const;
  const MeshCrowdOptions& options() const { return options_; }
  void set_method(MeshBatchMethod method) { options_.method = method; }

  // Adds an agent; `member.at` and `member.goal` are on the mesh of its radius. Returns false if there are too many
  // agents, if it is too wide for every mesh, or if it cannot stand there.
  bool add(const CrowdMeshes& grounds, const MeshCrowdMember& member);
  // Adds agents like `member` at random places, each with one random goal after another. Returns the number added: an
  // agent without a reachable random goal is not added, and nowhere_to_go() counts these.
  uint32_t add_random(const CrowdMeshes& grounds, const MeshCrowdMember& member, uint32_t count);
  uint32_t nowhere_to_go() const { return nowhere_to_go_; }
  // Sends all agents to a goal, where they stay; `goals` has the goal on each mesh, in the order of the meshes. If
  // it has polygon kNoPolygon, agents of that mesh cannot stand there. With empty `goals` each agent goes to
  // random places again.
  void set_goal(const CrowdMeshes& grounds, std::span<const MeshEndpoint> goals);

  // Reacts to changes of the meshes since the last call, as every tick does. `first` says that the change
  // begins a new gesture.
  void mesh_changed(const CrowdMeshes& grounds, bool first);
  // Return the agents that the last change of the meshes moved aside, and the number moved by all changes.
  std::span<const RelocatedAgent> moved_aside() const { return moved_aside_; }
  uint64_t times_moved_aside() const { return times_moved_aside_; }
  // Advances all agents by a tick. Agents whose mesh is missing or refused stand still.
  void tick(const CrowdMeshes& grounds);

  uint32_t ticks() const { return tick_; }
  uint64_t version() const { return version_; }  // changes with everything that is visible
  uint32_t count() const { return static_cast<uint32_t>(at_.size()); }
  uint32_t count(CrowdStatus status) const { return counts_[static_cast<size_t>(status)]; }
  uint32_t queued() const { return queue_.size(); }
  uint64_t arrivals() const { return arrivals_; }
  const GridCrowdTimes& times() const { return times_; }
  const ReplanStats& replan_stats() const { return replan_stats_; }
  size_t memory_bytes() const;

  FixedPointPlace place(uint32_t agent) const { return {at_[agent], polygon_[agent]}; }
  FixedPointPosition before(uint32_t agent) const { return before_[agent]; }  // the agent's position one tick ago
  // Returns the height at the agent's place; 0 on a mesh without heights.
  float height(uint32_t agent) const { return height_[agent]; }
  const MeshEndpoint& goal(uint32_t agent) const { return goal_[agent]; }
  FixedPointPosition goal_at(uint32_t agent) const { return goal_at_[agent]; }
  // Returns the number of the agent's mesh among the meshes on which agents of this crowd have walked.
  size_t ground(uint32_t agent) const { return ground_[agent]; }
  size_t ground_count() const { return grounds_.size(); }
  int32_t widest(size_t ground) const { return grounds_[ground].widest; }  // CrowdMesh::widest
  int32_t radius(uint32_t agent) const { return radius_[agent]; }
  CrowdStatus status(uint32_t agent) const { return static_cast<CrowdStatus>(status_[agent]); }
  uint32_t waiting(uint32_t agent) const { return waiting_[agent]; }  // ticks since the agent last made progress
  uint32_t longest_wait() const;
  // Returns the remaining portals and links of its path, in order (is_mesh_link).
  std::span<const uint32_t> corridor(uint32_t agent) const {
    return {corridors_.data() + first_[agent], end_[agent] - first_[agent]};
  }
  // Sets `points` to the known turns of its path, from its position to its goal; empty if it has no path. `mesh` is the
  // mesh of the agent.
  void way(const NavMesh& mesh, uint32_t agent, std::vector<HalfCellPoint>& points) const;
  // Returns the deepest overlap of two agents, as a fraction of the sum of their radii: 0..1.
  double deepest_overlap() const;

 private:
  enum ReplanReason : uint8_t { kUsual = 0, kOfWave = 1 };
  // Bits that say whom an agent touches; kTouchesHome: an agent at its goal.
  enum ContactBits : uint8_t { kTouchesNobody = 0, kTouchesAgent = 1, kTouchesHome = 2 };
  static constexpr size_t kAhead = 8;         // number of portals that an agent looks ahead for steering
  static constexpr size_t kSpare = 4;         // spare entries in front of a corridor, for an agent that is pushed back
  static constexpr uint32_t kPatience = 240;  // ticks without progress after which an agent gets the lowest priority
  static constexpr uint32_t kStuck = 8;       // ticks without progress after which an agent's status is kWaiting
  static constexpr uint32_t kJammed = 1200;   // ticks without progress after which an agent walks through the others

  // The state of the crowd for one mesh.
  struct MeshState {
    int32_t widest = 0, kept = 0;
    MeshBatchMap map;                      // set during a call
    const MeshHeights* heights = nullptr;  // set during a call
    bool refused = false;                  // set during a call
    bool has_links = false;                // set during a call
    MeshEndpoint common_goal;
    float common_goal_height = 0;
    // The version, the portals and the links that the mesh had at the last call, to find its changes.
    uint64_t seen = 0;
    std::vector<Portal> portals_seen;
    std::vector<uint8_t> portal_changed;
    std::vector<MeshLink> links_seen;
    bool links_changed = false;
    MeshPointIndex places;
    NotCopied<std::unique_ptr<MeshBatchEngine>> engine;
    std::vector<uint32_t> planned;  // agents of the current batch
    MeshBatch batch;
  };
  MeshCrowd(const MeshCrowd&) = default;
  void bind(const CrowdMeshes& grounds);
  size_t ground_for(const CrowdMesh& given);
  MeshState& ground_of(uint32_t agent) { return grounds_[ground_[agent]]; }
  const MeshState& ground_of(uint32_t agent) const { return grounds_[ground_[agent]]; }
  const NavMesh& mesh_of(uint32_t agent) const { return *ground_of(agent).map.mesh; }
  // Returns whether the mesh has links that the method does not follow.
  bool ignores_links(const MeshState& ground) const {
    return ground.has_links && !mesh_links_refusal({options_.method}).empty();
  }
  bool stands_still(const MeshState& ground) const { return ground.refused || ignores_links(ground); }
  // Returns the portals of its path up to the next link, at most kAhead + 1.
  std::span<const PortalId> portals_ahead(uint32_t agent) const {
    const std::span<const uint32_t> steps = corridor(agent), ahead = steps.first(std::min(steps.size(), kAhead + 1));
    return ahead.first(static_cast<size_t>(std::ranges::find_if(ahead, is_mesh_link) - ahead.begin()));
  }
  // Returns whether the agent stands on its mesh.
  bool present(uint32_t agent) const {
    return status(agent) != CrowdStatus::kWalledIn && ground_of(agent).map.mesh != nullptr;
  }
  // Returns the distance that the agent still has to keep from the walls of its mesh.
  int32_t off_walls(uint32_t agent) const { return std::max(radius_[agent] - ground_of(agent).kept, 0); }
  void set_goal_of(uint32_t agent, const MeshEndpoint& goal);
  // Returns whether the place is at this point, on the floor of this height.
  bool is_at(uint32_t agent, const FixedPointPlace& place, FixedPointPosition point, float height) const;
  void record_changes(MeshState& ground);
  bool walks(uint32_t agent) const {
    return status(agent) == CrowdStatus::kWalking || status(agent) == CrowdStatus::kWaiting;
  }
  // Draws a random goal that is reachable from the polygon; `draws` counts the tries. Returns nothing
  // if no try found one.
  std::optional<MeshEndpoint> drawn_goal(MeshState& ground, PolygonId from, uint32_t agent, uint32_t& draws) const;
  bool draw_goal(uint32_t agent);
  void want(uint32_t agent, ReplanReason reason);
  void stand_at(uint32_t agent, const FixedPointPlace& place);
  void settle_place(uint32_t agent);
  bool sees(uint32_t agent, uint32_t other) const;
  void plan();
  void plan_on(MeshState& ground);
  void take_plan(uint32_t agent, PlanStatus status, std::span<const uint32_t> steps);
  void compact();
  FixedPointPosition aim(uint32_t agent) const;
  void sort_in();
  template <class Visit>
  void each_near(uint32_t agent, Visit&& visit) const;
  FixedPointPosition parted(uint32_t agent, uint8_t& touches) const;
  void move(uint32_t agent);
  bool follow(uint32_t agent, PolygonId from);
  bool follow_link(uint32_t agent, int32_t near);
  void arrive(uint32_t agent);
  void count_all();

  MeshCrowdOptions options_;
  bool has_common_goal_ = false;
  uint32_t tick_ = 0;
  uint32_t nowhere_to_go_ = 0;
  uint64_t version_ = 1, arrivals_ = 0;
  MakeEngine make_engine_;
  std::string note_;
  std::vector<MeshState> grounds_;  // in the order in which agents first used them

  // The following arrays have one element per agent, except the steps in `corridors_`.
  std::vector<FixedPointPosition> at_, before_, wanted_, separated_, goal_at_;
  std::vector<FixedPointPosition> waits_at_;  // position of the agent when it last made progress
  std::vector<float> height_, goal_height_;
  std::vector<PolygonId> polygon_;
  std::vector<MeshEndpoint> goal_;
  std::vector<int32_t> radius_, pace_;
  std::vector<uint32_t> first_, end_;  // range of the agent's portals in `corridors_`
  std::vector<uint32_t> waiting_, began_, draws_;
  std::vector<uint32_t> on_link_;  // ticks for which the agent has stood where the next link of its path begins
  std::vector<uint8_t> status_, queued_, reason_, random_goal_, touches_, lost_;
  std::vector<uint8_t> ignores_others_;  // the agent is jammed and walks through the others until it touches nobody
  std::vector<uint8_t> spare_;           // number of free entries in front of the agent's corridor
  std::vector<uint8_t> ground_;          // number of the agent's mesh
  std::vector<uint32_t> corridors_, spare_corridors_;  // portals, and links as mesh_link_step
  size_t corridors_used_ = 0;
  std::array<uint32_t, kCrowdStatuses> counts_{};
  int32_t most_radius_ = 0, most_pace_ = 0;

  // The following members sort agents into squares of the plane, to find neighbours.
  FixedPointPosition squares_low_;
  int32_t square_ = 1, square_columns_ = 0, square_rows_ = 0;
  std::vector<uint32_t> square_ends_, sorted_;

  PlanQueue queue_;
  ReplanStats replan_stats_;
  std::vector<RelocatedAgent> moved_aside_;
  uint64_t times_moved_aside_ = 0;
  GridCrowdTimes times_;
  BatchResult result_;
  std::vector<uint32_t> left_;  // agents that stay queued
  std::vector<std::vector<uint32_t>> found_;
  std::vector<HostMeshSearch> searches_;

  Threads threads_;
  static constexpr size_t kGrain = 512;  // agents per work item of a thread
};

}  // namespace strata
