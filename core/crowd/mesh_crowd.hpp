// Purpose: Thousands of agents that walk over a navigation mesh at any angle, each as wide as it is: where they are,
//          where they go, and what has become of them.
// Source: Rahmani, Pelechano 2020, section 5 (agents that follow abstract paths planned in batches). Agents part as in
//         Weiss, Litteneker, Jiang, Terzopoulos 2017, "Position-based multi-agent dynamics for real-time crowd
//         simulation": by corrections of positions; who goes first is decided as in Okumura et al. 2022.
// How: A tick plans ways for the agents that wait for one, oldest first and at most so many a tick, in one batch. Each
//      agent then steers towards the first turn of its way through the next portals; where agents come closer than
//      their radii they are moved apart, and no step leaves the mesh. After an edit those are planned anew whose
//      portals have gone, and those that had no way.
// Differs: Who has been on its way for longer moves aside less, and the other more. Agents that meet keep to the right.
//          Agents that overlap are parted over some ticks, not at once: where many press they overlap a little.
// Units: Places, radii and paces (a tick) in 1/512 cell, see mesh_fine.hpp. GridCrowd::kTicksPerSecond ticks a second.
// Shapes: By agent, in the order in which they came. Agents of different floors do not touch: they do so only where
//         they see each other over the mesh.
// Errors: A batch engine that fails is replaced by that of the processor: note() says so.
// Threads: A crowd for itself. Ticks run in threads of their own, and give the same in any number of them.
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
  MeshEndpoint goal;  // polygon kNoPolygon: random ones, one after the other
  int32_t radius = kFineCell / 4;
  int32_t pace = 26;  // some 3 cells a second
};

class MeshCrowd {
 public:
  static constexpr int32_t kMinRadius = kFineCell / 16, kMaxRadius = 4 * kFineCell;
  static constexpr int32_t kMaxPace = kFineCell / 2;  // a tick

  explicit MeshCrowd(const MeshCrowdOptions& options);

  // Plans from now on. Without one it makes that of the processor.
  void set_engine(std::unique_ptr<MeshBatchEngine> engine) { engine_ = std::move(engine); }
  const MeshBatchEngine* engine() const { return engine_.get(); }
  const std::string& note() const { return note_; }
  const MeshCrowdOptions& options() const { return options_; }
  void set_method(MeshBatchMethod method) { options_.method = method; }

  // False if there are too many, or if it cannot stand there.
  bool add(const MeshBatchMap& map, const MeshCrowdMember& member);
  // At random places, as wide and as fast as `member`, with random goals one after the other. How many were added.
  uint32_t add_random(const MeshBatchMap& map, const MeshCrowdMember& member, uint32_t count);
  // All go there, and stay; polygon kNoPolygon: each to random places again.
  void set_goal(const MeshBatchMap& map, const MeshEndpoint& goal);

  // The mesh is another one than at the last call. `first`: a new gesture began. Part of a tick as well.
  void mesh_changed(const MeshBatchMap& map, bool first);
  void tick(const MeshBatchMap& map);

  uint32_t ticks() const { return tick_; }
  uint64_t version() const { return version_; }  // changes with everything that can be seen
  uint32_t count() const { return static_cast<uint32_t>(at_.size()); }
  uint32_t count(CrowdStatus status) const { return counts_[static_cast<size_t>(status)]; }
  uint32_t queued() const { return queue_.size(); }
  uint64_t arrivals() const { return arrivals_; }
  const GridCrowdTimes& times() const { return times_; }
  const ReplanStats& replan_stats() const { return replan_stats_; }
  size_t memory_bytes() const;

  FixedPointPlace place(uint32_t agent) const { return {at_[agent], polygon_[agent]}; }
  FixedPointPosition before(uint32_t agent) const { return before_[agent]; }  // where it was a tick ago
  const MeshEndpoint& goal(uint32_t agent) const { return goal_[agent]; }
  int32_t radius(uint32_t agent) const { return radius_[agent]; }
  CrowdStatus status(uint32_t agent) const { return static_cast<CrowdStatus>(status_[agent]); }
  uint32_t waiting(uint32_t agent) const { return waiting_[agent]; }  // ticks in a row without getting on
  uint32_t longest_wait() const;
  // The portals ahead, in order.
  std::span<const PortalId> corridor(uint32_t agent) const {
    return {corridors_.data() + first_[agent], end_[agent] - first_[agent]};
  }
  // Where it will turn, from where it is to its goal, as far as that is known. Empty: it has no way.
  void way(const NavMesh& mesh, uint32_t agent, std::vector<HalfCellPoint>& points) const;
  // How far the two that overlap most do so, against the sum of their radii: 0..1.
  double deepest_overlap() const;

 private:
  enum Reason : uint8_t { kUsual = 0, kOfWave = 1 };
  static constexpr size_t kAhead = 8;         // portals that an agent looks through
  static constexpr size_t kSpare = 4;         // places in front of a corridor, for who is pushed out of it
  static constexpr uint32_t kPatience = 240;  // ticks without getting on after which an agent goes last
  static constexpr uint32_t kStuck = 8;       // ticks without getting on after which it is said to wait

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
  std::vector<uint32_t> first_, end_;  // of its corridor in `corridors_`
  std::vector<uint32_t> waiting_, began_, draws_;
  std::vector<uint8_t> status_, queued_, reason_, random_goal_, touches_home_, lost_;
  std::vector<uint8_t> spare_;  // places in front of its corridor that are its own
  std::vector<PortalId> corridors_, spare_corridors_;
  size_t corridors_used_ = 0;
  std::array<uint32_t, kCrowdStatuses> counts_{};
  int32_t most_radius_ = 0, most_pace_ = 0;

  // Agents by square of the plane, for who is near whom.
  FixedPointPosition squares_low_;
  int32_t square_ = 1, square_columns_ = 0, square_rows_ = 0;
  std::vector<uint32_t> square_ends_, sorted_;

  // What was seen of the mesh last.
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
