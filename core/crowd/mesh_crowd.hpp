// Purpose: A MeshCrowd simulates thousands of agents of different widths that walk over a navigation mesh at any angle:
//          their places, goals and status.
// Source: Rahmani, Pelechano 2020, section 5 (agents that follow abstract paths planned in batches). Agents part as in
//         Weiss, Litteneker, Jiang, Terzopoulos 2017, "Position-based multi-agent dynamics for real-time crowd
//         simulation": by corrections of positions; who goes first is decided as in Okumura et al. 2022.
// How: A tick plans paths in one batch for agents that are queued, oldest first and at most so many a tick. Each agent
//      then steers towards the first turn of its path through the next portals. Agents closer than their radii are
//      moved apart, and no step leaves the mesh. After an edit agents are planned again whose portals are gone, and
//      agents without a path. Agents of different radii walk on different meshes, each shrunk by a radius, as in
//      Recast: an agent has the mesh of the narrowest class that it fits into. An agent that a new wall comes too
//      close to is moved aside at once, which moved_aside() tells.
// Differs: An agent that set out earlier moves aside less, and the other agent more. Agents that meet keep to the
//          right. Agents that overlap part over some ticks, not at once: in a crush they overlap a little. An agent
//          that has not moved on for 20 seconds walks through the others, until it touches nobody.
// Units: Places, radii and paces (per tick) in 1/512 cell, see mesh_fine.hpp. A second has GridCrowd::kTicksPerSecond
//        ticks.
// Shapes: By agent, in the order in which agents were added. Polygons, portals and goals of an agent are those of its
//         mesh. A place is a point and the height of the ground there: after an edit agents and goals are on the floor
//         that they were on. Agents touch only if they see each other over the mesh, so that agents of different floors
//         do not.
// Errors: A batch engine that fails is replaced by an engine on the processor; note() says so.
// Threads: A crowd is used by one thread. Ticks run in its own threads, with the same result for any number of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/batch/mesh_batch.hpp"
#include "core/batch/mesh_work.hpp"
#include "core/crowd/crowd_parts.hpp"
#include "core/crowd/mesh_places.hpp"

namespace strata {

struct MeshCrowdOptions {
  uint64_t seed = 1;
  MeshBatchMethod method = MeshBatchMethod::kTables;
  uint32_t plans_per_tick = 2000;
  int threads = 0;  // 0: as many as the processor has
  uint32_t max_agents = 1u << 22;
};

struct MeshCrowdMember {
  FixedPointPlace at;
  MeshEndpoint goal;  // polygon kNoPolygon: one random goal after another
  int32_t radius = kFineCell / 4;
  int32_t pace = 26;  // about 3 cells a second
};

// A mesh that a crowd walks on.
struct MeshCrowdGround {
  MeshBatchMap map;
  int32_t widest = 0;                    // radius of the widest agents that walk on it
  int32_t kept = 0;                      // distance from walls that it keeps by itself
  const MeshHeights* heights = nullptr;  // null: it has no floors above one another
  bool refused = false;                  // planners refuse it: agents stand still
};

// An agent that a change of its mesh has moved, as it stood where the mesh does not reach any more.
struct MovedAside {
  uint32_t agent = 0;
  FixedPointPosition from, to;
};

// The meshes of a crowd, those for narrow agents first.
class MeshCrowdGrounds {
 public:
  // `classes` are ordered by `widest`, and no two are equal there.
  explicit MeshCrowdGrounds(std::span<const MeshBatchClass> classes);
  // One mesh for all agents, which keep away from walls where they have room.
  MeshCrowdGrounds(const MeshBatchMap& only)  // NOLINT: meant to be implicit
      : grounds_{{only, INT32_MAX, 0, nullptr, false}} {}

  std::span<const MeshCrowdGround> all() const { return grounds_; }
  // Returns the mesh for agents of that radius. Null: they are too wide for every mesh.
  const MeshCrowdGround* of(int32_t radius) const;

 private:
  std::vector<MeshCrowdGround> grounds_;
};

class MeshCrowd {
 public:
  static constexpr int32_t kMinRadius = kFineCell / 16, kMaxRadius = 4 * kFineCell;
  static constexpr int32_t kMaxPace = kFineCell / 2;  // in a tick

  explicit MeshCrowd(const MeshCrowdOptions& options);

  // Sets how engines are made, of which every mesh has its own. Otherwise the crowd makes them on the processor.
  using MakeEngine = std::function<Result<std::unique_ptr<MeshBatchEngine>>()>;
  void set_engines(MakeEngine make) { make_engine_ = std::move(make); }
  // Returns the engine that has planned first. Null: nothing was planned yet.
  const MeshBatchEngine* engine() const;
  size_t engine_bytes() const;  // memory of all engines
  const std::string& note() const { return note_; }
  const MeshCrowdOptions& options() const { return options_; }
  void set_method(MeshBatchMethod method) { options_.method = method; }

  // Adds an agent; `member.at` and `member.goal` are on the mesh of its radius. Returns false if there are too many
  // agents, if it is too wide for every mesh, or if it cannot stand there.
  bool add(const MeshCrowdGrounds& grounds, const MeshCrowdMember& member);
  // Adds agents like `member` at random places, with one random goal after another. Returns how many were added: where
  // no random goal was found that can be reached nobody is, and nowhere_to_go() counts these.
  uint32_t add_random(const MeshCrowdGrounds& grounds, const MeshCrowdMember& member, uint32_t count);
  uint32_t nowhere_to_go() const { return nowhere_to_go_; }
  // Sends all agents to a goal, where they stay; `goals` has an end for every mesh, in their order. Agents of a mesh
  // whose end has polygon kNoPolygon cannot stand there. Without ends each agent goes to random places again.
  void set_goal(const MeshCrowdGrounds& grounds, std::span<const MeshEndpoint> goals);

  // Reacts to changes of the meshes since the last call. `first`: a new gesture began. A tick does this too.
  void mesh_changed(const MeshCrowdGrounds& grounds, bool first);
  // The agents that the last change of the meshes has moved aside, and how many all changes have moved.
  std::span<const MovedAside> moved_aside() const { return moved_aside_; }
  uint64_t times_moved_aside() const { return times_moved_aside_; }
  // Agents whose mesh is missing or refused stand still.
  void tick(const MeshCrowdGrounds& grounds);

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
  FixedPointPosition before(uint32_t agent) const { return before_[agent]; }  // its place one tick ago
  float height(uint32_t agent) const { return height_[agent]; }  // of its place; 0 on a mesh without heights
  const MeshEndpoint& goal(uint32_t agent) const { return goal_[agent]; }
  FixedPointPosition goal_at(uint32_t agent) const { return goal_at_[agent]; }
  // Returns the number that the agent's mesh has among the meshes that agents of this crowd have walked on.
  size_t ground(uint32_t agent) const { return ground_[agent]; }
  size_t ground_count() const { return grounds_.size(); }
  int32_t widest(size_t ground) const { return grounds_[ground].widest; }  // MeshCrowdGround::widest
  int32_t radius(uint32_t agent) const { return radius_[agent]; }
  CrowdStatus status(uint32_t agent) const { return static_cast<CrowdStatus>(status_[agent]); }
  uint32_t waiting(uint32_t agent) const { return waiting_[agent]; }  // ticks since it last moved on
  uint32_t longest_wait() const;
  // Returns the portals ahead, in order.
  std::span<const PortalId> corridor(uint32_t agent) const {
    return {corridors_.data() + first_[agent], end_[agent] - first_[agent]};
  }
  // Fills `points` with the known turns of its path, from its place to its goal. Empty: it has no path. `mesh` is that
  // of the agent.
  void way(const NavMesh& mesh, uint32_t agent, std::vector<HalfCellPoint>& points) const;
  // Returns the overlap of the two agents that overlap most, as a part of the sum of their radii: 0..1.
  double deepest_overlap() const;

 private:
  enum Reason : uint8_t { kUsual = 0, kOfWave = 1 };
  enum Touches : uint8_t { kTouchesNobody = 0, kTouchesAgent = 1, kTouchesHome = 2 };  // bits; home: one at its goal
  static constexpr size_t kAhead = 8;  // portals ahead that an agent uses to steer
  static constexpr size_t kSpare = 4;  // spare entries in front of a corridor, for an agent that is pushed out of it
  static constexpr uint32_t kPatience = 240;  // ticks without moving on after which an agent gets the lowest priority
  static constexpr uint32_t kStuck = 8;       // ticks without moving on after which its status is kWaiting
  static constexpr uint32_t kJammed = 1200;   // ticks without moving on after which it walks through the others

  // What the crowd knows of a mesh, besides what it is given with every call.
  struct Ground {
    int32_t widest = 0, kept = 0;
    MeshBatchMap map;                      // during a call
    const MeshHeights* heights = nullptr;  // during a call
    bool refused = false;                  // during a call
    MeshEndpoint common_goal;
    float common_goal_height = 0;
    // The mesh as it was last seen.
    uint64_t seen = 0;
    std::vector<Portal> portals_seen;
    std::vector<uint8_t> portal_changed;
    MeshPointIndex places;
    std::unique_ptr<MeshBatchEngine> engine;
    std::vector<uint32_t> planned;  // agents of the batch
    MeshBatch batch;
  };
  void bind(const MeshCrowdGrounds& grounds);
  size_t ground_for(const MeshCrowdGround& given);
  Ground& ground_of(uint32_t agent) { return grounds_[ground_[agent]]; }
  const Ground& ground_of(uint32_t agent) const { return grounds_[ground_[agent]]; }
  const NavMesh& mesh_of(uint32_t agent) const { return *ground_of(agent).map.mesh; }
  // Whether the agent stands on its mesh.
  bool present(uint32_t agent) const {
    return status(agent) != CrowdStatus::kWalledIn && ground_of(agent).map.mesh != nullptr;
  }
  // Distance that the agent keeps from the walls of its mesh.
  int32_t off_walls(uint32_t agent) const { return std::max(radius_[agent] - ground_of(agent).kept, 0); }
  void set_goal_of(uint32_t agent, const MeshEndpoint& goal);
  // Whether the place is the point on the floor of that height.
  bool is_at(uint32_t agent, const FixedPointPlace& place, FixedPointPosition point, float height) const;
  void look_at(Ground& ground);
  bool walks(uint32_t agent) const {
    return status(agent) == CrowdStatus::kWalking || status(agent) == CrowdStatus::kWaiting;
  }
  // Draws a goal that can be reached from the polygon; `draws` counts the tries. Nothing: no try found one.
  std::optional<MeshEndpoint> drawn_goal(Ground& ground, PolygonId from, uint32_t agent, uint32_t& draws) const;
  bool draw_goal(uint32_t agent);
  void want(uint32_t agent, Reason reason);
  void stand_at(uint32_t agent, const FixedPointPlace& place);
  void settle_place(uint32_t agent);
  bool sees(uint32_t agent, uint32_t other) const;
  void plan();
  void plan_on(Ground& ground);
  void take_plan(uint32_t agent, PlanStatus status, std::span<const PortalId> portals);
  void compact();
  FixedPointPosition aim(uint32_t agent) const;
  void sort_in();
  template <class Visit>
  void each_near(uint32_t agent, Visit&& visit) const;
  FixedPointPosition parted(uint32_t agent, uint8_t& touches) const;
  void move(uint32_t agent);
  bool follow(uint32_t agent, PolygonId from);
  void arrive(uint32_t agent);
  void count_all();

  MeshCrowdOptions options_;
  bool has_common_goal_ = false;
  uint32_t tick_ = 0;
  uint32_t nowhere_to_go_ = 0;
  uint64_t version_ = 1, arrivals_ = 0;
  MakeEngine make_engine_;
  std::string note_;
  std::vector<Ground> grounds_;  // in the order in which agents came to them

  // By agent.
  std::vector<FixedPointPosition> at_, before_, wanted_, parted_, goal_at_;
  std::vector<FixedPointPosition> waits_at_;  // where it stood when it last moved on
  std::vector<float> height_, goal_height_;
  std::vector<PolygonId> polygon_;
  std::vector<MeshEndpoint> goal_;
  std::vector<int32_t> radius_, pace_;
  std::vector<uint32_t> first_, end_;  // range of its corridor in `corridors_`
  std::vector<uint32_t> waiting_, began_, draws_;
  std::vector<uint8_t> status_, queued_, reason_, random_goal_, touches_, lost_;
  std::vector<uint8_t> squeezes_;  // it is in a jam, and walks through the others until it touches nobody
  std::vector<uint8_t> spare_;     // free entries in front of its corridor
  std::vector<uint8_t> ground_;    // number of its mesh
  std::vector<PortalId> corridors_, spare_corridors_;
  size_t corridors_used_ = 0;
  std::array<uint32_t, kCrowdStatuses> counts_{};
  int32_t most_radius_ = 0, most_pace_ = 0;

  // Agents by square of the plane, to find neighbours.
  FixedPointPosition squares_low_;
  int32_t square_ = 1, square_columns_ = 0, square_rows_ = 0;
  std::vector<uint32_t> square_ends_, sorted_;

  PlanQueue queue_;
  ReplanStats replan_stats_;
  std::vector<MovedAside> moved_aside_;
  uint64_t times_moved_aside_ = 0;
  GridCrowdTimes times_;
  BatchResult result_;
  std::vector<uint32_t> left_;  // agents that stay queued
  std::vector<std::vector<PortalId>> found_;
  std::vector<HostMeshSearch> searches_;

  Threads threads_;
  static constexpr size_t kGrain = 512;  // agents that a thread carries on at a time
};

}  // namespace strata
