// Purpose: A MeshCrowd simulates thousands of agents of different widths that walk over a navigation mesh at any angle:
//          their places, goals and status.
// Source: Rahmani, Pelechano 2020, section 5 (agents that follow abstract paths planned in batches). Agents part as in
//         Weiss, Litteneker, Jiang, Terzopoulos 2017, "Position-based multi-agent dynamics for real-time crowd
//         simulation": by corrections of positions; who goes first is decided as in Okumura et al. 2022.
// How: A tick plans paths in one batch for agents that are queued, oldest first and at most so many a tick. Each agent
//      then steers towards the first turn of its path through the next portals. Agents closer than their radii are
//      moved apart, and no step leaves the mesh. After an edit agents are planned again whose portals are gone, and
//      agents without a path.
// Differs: An agent that set out earlier moves aside less, and the other agent more. Agents that meet keep to the
//          right. Agents that overlap part over some ticks, not at once: in a crush they overlap a little.
// Units: Places, radii and paces (per tick) in 1/512 cell, see mesh_fine.hpp. A second has GridCrowd::kTicksPerSecond
//        ticks.
// Shapes: By agent, in the order in which agents were added. Agents touch only if they see each other over the mesh, so
//         that agents of different floors do not.
// Errors: A batch engine that fails is replaced by an engine on the processor; note() says so.
// Threads: A crowd is used by one thread. Ticks run in its own threads, with the same result for any number of them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
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

class MeshCrowd {
 public:
  static constexpr int32_t kMinRadius = kFineCell / 16, kMaxRadius = 4 * kFineCell;
  static constexpr int32_t kMaxPace = kFineCell / 2;  // in a tick

  explicit MeshCrowd(const MeshCrowdOptions& options);

  // Sets the engine that plans from now on. Without an engine the crowd makes one on the processor.
  void set_engine(std::unique_ptr<MeshBatchEngine> engine) { engine_ = std::move(engine); }
  const MeshBatchEngine* engine() const { return engine_.get(); }
  const std::string& note() const { return note_; }
  const MeshCrowdOptions& options() const { return options_; }
  void set_method(MeshBatchMethod method) { options_.method = method; }

  // Adds an agent. Returns false if there are too many agents, or if it cannot stand there.
  bool add(const MeshBatchMap& map, const MeshCrowdMember& member);
  // Adds agents like `member` at random places, with one random goal after another. Returns how many were added.
  uint32_t add_random(const MeshBatchMap& map, const MeshCrowdMember& member, uint32_t count);
  // Sends all agents to a goal, where they stay. Polygon kNoPolygon: each goes to random places again.
  void set_goal(const MeshBatchMap& map, const MeshEndpoint& goal);

  // Reacts to a change of the mesh since the last call. `first`: a new gesture began. A tick does this too.
  void mesh_changed(const MeshBatchMap& map, bool first);
  void tick(const MeshBatchMap& map);

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
  const MeshEndpoint& goal(uint32_t agent) const { return goal_[agent]; }
  int32_t radius(uint32_t agent) const { return radius_[agent]; }
  CrowdStatus status(uint32_t agent) const { return static_cast<CrowdStatus>(status_[agent]); }
  uint32_t waiting(uint32_t agent) const { return waiting_[agent]; }  // ticks since it last moved on
  uint32_t longest_wait() const;
  // Returns the portals ahead, in order.
  std::span<const PortalId> corridor(uint32_t agent) const {
    return {corridors_.data() + first_[agent], end_[agent] - first_[agent]};
  }
  // Fills `points` with the known turns of its path, from its place to its goal. Empty: it has no path.
  void way(const NavMesh& mesh, uint32_t agent, std::vector<HalfCellPoint>& points) const;
  // Returns the overlap of the two agents that overlap most, as a part of the sum of their radii: 0..1.
  double deepest_overlap() const;

 private:
  enum Reason : uint8_t { kUsual = 0, kOfWave = 1 };
  static constexpr size_t kAhead = 8;  // portals ahead that an agent uses to steer
  static constexpr size_t kSpare = 4;  // spare entries in front of a corridor, for an agent that is pushed out of it
  static constexpr uint32_t kPatience = 240;  // ticks without moving on after which an agent gets the lowest priority
  static constexpr uint32_t kStuck = 8;       // ticks without moving on after which its status is kWaiting

  bool present(uint32_t agent) const { return status(agent) != CrowdStatus::kWalledIn; }
  bool walks(uint32_t agent) const {
    return status(agent) == CrowdStatus::kWalking || status(agent) == CrowdStatus::kWaiting;
  }
  bool draw_goal(const MeshBatchMap& map, uint32_t agent);
  void want(uint32_t agent, Reason reason);
  void settle_place(const MeshBatchMap& map, uint32_t agent);
  void plan(const MeshBatchMap& map);
  void take_plan(const MeshBatchMap& map, uint32_t agent, PlanStatus status, std::span<const PortalId> portals);
  void compact();
  FixedPointPosition aim(const NavMesh& mesh, uint32_t agent) const;
  void sort_in();
  template <class Visit>
  void each_near(uint32_t agent, Visit&& visit) const;
  FixedPointPosition parted(const NavMesh& mesh, uint32_t agent, bool& at_home) const;
  void move(const NavMesh& mesh, uint32_t agent);
  bool follow(const NavMesh& mesh, uint32_t agent, PolygonId from);
  void arrive(const MeshBatchMap& map, uint32_t agent);
  void count_all();

  MeshCrowdOptions options_;
  MeshEndpoint common_goal_;
  uint32_t tick_ = 0;
  uint64_t version_ = 1, arrivals_ = 0;
  std::unique_ptr<MeshBatchEngine> engine_;
  std::string note_;

  // By agent.
  std::vector<FixedPointPosition> at_, before_, wanted_, parted_;
  std::vector<PolygonId> polygon_;
  std::vector<MeshEndpoint> goal_;
  std::vector<int32_t> radius_, pace_;
  std::vector<uint32_t> first_, end_;  // range of its corridor in `corridors_`
  std::vector<uint32_t> waiting_, began_, draws_;
  std::vector<uint8_t> status_, queued_, reason_, random_goal_, touches_home_, lost_;
  std::vector<uint8_t> spare_;  // free entries in front of its corridor
  std::vector<PortalId> corridors_, spare_corridors_;
  size_t corridors_used_ = 0;
  std::array<uint32_t, kCrowdStatuses> counts_{};
  int32_t most_radius_ = 0, most_pace_ = 0;

  // Agents by square of the plane, to find neighbours.
  FixedPointPosition squares_low_;
  int32_t square_ = 1, square_columns_ = 0, square_rows_ = 0;
  std::vector<uint32_t> square_ends_, sorted_;

  // The mesh as it was last seen.
  uint64_t mesh_seen_ = 0;
  std::vector<Portal> portals_seen_;
  std::vector<uint8_t> portal_changed_;
  MeshPointIndex places_;

  PlanQueue queue_;
  ReplanStats replan_stats_;
  GridCrowdTimes times_;
  MeshBatch batch_;
  BatchResult result_;
  std::vector<uint32_t> planned_;
  std::vector<std::vector<PortalId>> found_;
  std::vector<HostMeshSearch> searches_;

  Threads threads_;
  static constexpr size_t kGrain = 512;  // agents that a thread carries on at a time
};

}  // namespace strata
