// This file holds the agents of a crowd on a mesh, their goals, and their reaction to edits. Ticks are in
// core/crowd/mesh_crowd_tick.cpp, plans in core/crowd/mesh_crowd_plan.cpp.
#include "core/crowd/mesh_crowd.hpp"

#include <algorithm>
#include <cmath>

#include "core/crowd/mesh_crowd_parts.hpp"
#include "core/navmesh/mesh_search.hpp"

namespace strata {

MeshCrowd::MeshCrowd(const MeshCrowdOptions& options) : options_(options), threads_(options.threads) {}

std::unique_ptr<MeshCrowd> copy_of(const MeshCrowd& crowd) {
  std::unique_ptr<MeshCrowd> made(new MeshCrowd(crowd));
  made->make_engine_ = nullptr;
  return made;
}

void MeshCrowd::move_onto(const CrowdMeshes& grounds) {
  const ReplanStats before = replan_stats_;
  for (MeshState& ground : grounds_) ground.seen = 0;  // version numbers are valid for one mesh only
  mesh_changed(grounds, false);
  replan_stats_ = before;
}

CrowdMeshes::CrowdMeshes(std::span<const MeshBatchClass> classes) {
  const auto fixed = [](double cells) { return static_cast<int32_t>(std::lround(cells * kFineCell)); };
  for (const MeshBatchClass& one : classes) {
    grounds_.push_back({one.map, fixed(one.widest), fixed(one.kept), one.heights, one.refused});
  }
}

const CrowdMesh* CrowdMeshes::of(int32_t radius) const {
  const auto found =
      std::find_if(grounds_.begin(), grounds_.end(), [&](const auto& ground) { return ground.widest >= radius; });
  return found == grounds_.end() ? nullptr : &*found;
}

// Sets the meshes for the duration of a call. Meshes are identified by their radii.
void MeshCrowd::bind(const CrowdMeshes& grounds) {
  for (MeshState& own : grounds_) {
    const auto is_own = [&](const CrowdMesh& given) { return given.widest == own.widest; };
    const auto found = std::find_if(grounds.all().begin(), grounds.all().end(), is_own);
    own.map = found == grounds.all().end() ? MeshBatchMap{} : found->map;
    own.heights = found == grounds.all().end() ? nullptr : found->heights;
    own.refused = found != grounds.all().end() && found->refused;
    own.has_links = own.map.mesh != nullptr && !own.map.mesh->links().empty();
    if (found != grounds.all().end()) own.kept = found->kept;
  }
}

// Returns the number of a mesh, and adds the mesh if it is new.
size_t MeshCrowd::ground_for(const CrowdMesh& given) {
  const auto is_own = [&](const MeshState& own) { return given.widest == own.widest; };
  const auto found = std::find_if(grounds_.begin(), grounds_.end(), is_own);
  if (found != grounds_.end()) return static_cast<size_t>(found - grounds_.begin());
  MeshState& added = grounds_.emplace_back();
  added.widest = given.widest;
  added.kept = given.kept;
  added.map = given.map;
  added.heights = given.heights;
  added.refused = given.refused;
  added.has_links = !given.map.mesh->links().empty();
  record_changes(added);
  return grounds_.size() - 1;
}

void MeshCrowd::set_goal_of(uint32_t agent, const MeshEndpoint& goal) {
  goal_[agent] = goal;
  goal_at_[agent] = fine(mesh_of(agent), goal.at);
  const MeshHeights* const heights = ground_of(agent).heights;
  const bool known = heights != nullptr && mesh_of(agent).has_polygon(goal.polygon);
  goal_height_[agent] = known ? heights->ground_height(goal.polygon, goal.at) : 0;
}

bool MeshCrowd::is_at(uint32_t agent, const FixedPointPlace& place, FixedPointPosition point, float height) const {
  return place.at == point &&
         MeshFloor{ground_of(agent).heights, height}.distance(mesh_of(agent), place.polygon, point).has_value();
}

std::string_view MeshCrowd::note() const {
  const bool still = std::ranges::any_of(grounds_, [&](const MeshState& ground) { return ignores_links(ground); });
  if (!still) return note_;
  switch (options_.method) {
    case MeshBatchMethod::kHna:
      return "Agents stand still: planning by HNA* needs a map without links. A* follows them";
    case MeshBatchMethod::kPccp:
      return "Agents stand still: planning by PCCP needs a map without links. A* follows them";
    default:
      return "Agents stand still: planning by tables needs a map without links. A* follows them";
  }
}

const MeshBatchEngine* MeshCrowd::engine() const {
  for (const MeshState& ground : grounds_) {
    if (ground.engine != nullptr) return ground.engine.get();
  }
  return nullptr;
}

size_t MeshCrowd::engine_bytes() const {
  size_t bytes = 0;
  for (const MeshState& ground : grounds_) bytes += ground.engine != nullptr ? ground.engine->memory_bytes() : 0;
  return bytes;
}

bool MeshCrowd::add(const CrowdMeshes& grounds, const MeshCrowdMember& member) {
  const int32_t radius = std::clamp(member.radius, kMinRadius, kMaxRadius);
  const CrowdMesh* given = grounds.of(radius);
  if (given == nullptr || given->map.mesh == nullptr || count() >= options_.max_agents) return false;
  const NavMesh& mesh = *given->map.mesh;
  if (!mesh.has_polygon(member.at.polygon) || !holds(mesh, member.at.polygon, member.at.at)) return false;
  bind(grounds);
  const size_t ground = ground_for(*given);
  if (ground > UINT8_MAX) return false;
  const uint32_t agent = count();
  at_.push_back(member.at.at);
  before_.push_back(member.at.at);
  wanted_.push_back(member.at.at);
  separated_.push_back(member.at.at);
  waits_at_.push_back(member.at.at);
  polygon_.push_back(member.at.polygon);
  goal_.push_back({});
  goal_at_.push_back({});
  goal_height_.push_back(0);
  ground_.push_back(static_cast<uint8_t>(ground));
  const MeshHeights* const heights = grounds_[ground].heights;
  height_.push_back(heights != nullptr ? heights->ground_height(member.at.polygon, coarse(mesh, member.at.at)) : 0);
  set_goal_of(agent, member.goal);
  radius_.push_back(radius);
  pace_.push_back(std::clamp(member.pace, 1, kMaxPace));
  for (auto* column : {&first_, &end_, &waiting_, &draws_, &on_link_}) column->push_back(0);
  began_.push_back(tick_);
  for (auto* column : {&queued_, &reason_, &touches_, &ignores_others_, &lost_, &spare_}) column->push_back(0);
  status_.push_back(static_cast<uint8_t>(CrowdStatus::kPlanning));
  random_goal_.push_back(member.goal.polygon == kNoPolygon ? 1 : 0);
  most_radius_ = std::max(most_radius_, radius_.back());
  most_pace_ = std::max(most_pace_, pace_.back());
  if (has_common_goal_) set_goal_of(agent, grounds_[ground].common_goal);
  const bool has_goal = has_common_goal_ || random_goal_[agent] == 0 || draw_goal(agent);
  if (!has_goal || goal_[agent].polygon == kNoPolygon) status_[agent] = static_cast<uint8_t>(CrowdStatus::kBlockedEnd);
  if (status(agent) == CrowdStatus::kPlanning) want(agent, kUsual);
  ++counts_[status_[agent]];
  ++version_;
  return true;
}

uint32_t MeshCrowd::add_random(const CrowdMeshes& grounds, const MeshCrowdMember& member, uint32_t wanted) {
  const CrowdMesh* given = grounds.of(std::clamp(member.radius, kMinRadius, kMaxRadius));
  if (given == nullptr || given->map.mesh == nullptr) return 0;
  bind(grounds);
  const NavMesh& mesh = *given->map.mesh;
  const size_t ground = ground_for(*given);
  if (!grounds_[ground].places.is_current_for(mesh)) grounds_[ground].places.build(mesh);
  if (grounds_[ground].places.empty()) return 0;
  uint32_t added = 0;
  for (uint32_t tried = 0; tried < wanted; ++tried) {
    const uint64_t drawn = crowd_random(options_.seed, count() + nowhere_to_go_, 0xffffffffu);
    const MeshEndpoint at = grounds_[ground].places.drawn(mesh, drawn);
    uint32_t draws = 0;
    if (!has_common_goal_ && !drawn_goal(grounds_[ground], at.polygon, count(), draws)) {
      ++nowhere_to_go_;
      continue;
    }
    MeshCrowdMember each = member;
    each.at = {fine(mesh, at.at), at.polygon};
    each.goal.polygon = kNoPolygon;
    if (!add(grounds, each)) break;
    ++added;
  }
  return added;
}

void MeshCrowd::set_goal(const CrowdMeshes& grounds, std::span<const MeshEndpoint> goals) {
  mesh_changed(grounds, false);
  has_common_goal_ = !goals.empty();
  for (MeshState& own : grounds_) {
    own.common_goal = {};
    own.common_goal_height = 0;
    for (size_t i = 0; i < goals.size(); ++i) {
      if (grounds.all()[i].widest == own.widest) own.common_goal = goals[i];
    }
    if (own.heights == nullptr || own.map.mesh == nullptr || !own.map.mesh->has_polygon(own.common_goal.polygon))
      continue;
    own.common_goal_height = own.heights->ground_height(own.common_goal.polygon, own.common_goal.at);
  }
  for (uint32_t agent = 0; agent < count(); ++agent) {
    const MeshState& own = ground_of(agent);
    if (own.map.mesh == nullptr) continue;
    if (has_common_goal_) {
      set_goal_of(agent, own.common_goal);
      if (own.common_goal.polygon == kNoPolygon) {
        if (present(agent)) status_[agent] = static_cast<uint8_t>(CrowdStatus::kBlockedEnd);
        first_[agent] = end_[agent];
        continue;
      }
    } else {
      random_goal_[agent] = 1;
      // A walled-in agent gets its goal when it can walk again.
      if (!present(agent) || !draw_goal(agent)) continue;
    }
    began_[agent] = tick_;
    waiting_[agent] = 0;
    if (present(agent)) want(agent, kUsual);
  }
  count_all();
}

std::optional<MeshEndpoint> MeshCrowd::drawn_goal(MeshState& ground, PolygonId from, uint32_t agent,
                                                  uint32_t& draws) const {
  const MeshBatchMap& map = ground.map;
  if (!ground.places.is_current_for(*map.mesh)) ground.places.build(*map.mesh);
  if (ground.places.empty()) return {};
  const bool packed = map.pack != nullptr && map.pack->is_current_for(*map.mesh);
  for (int tries = 0; tries < 64; ++tries) {
    const MeshEndpoint drawn = ground.places.drawn(*map.mesh, crowd_random(options_.seed, agent, draws++));
    if (packed) {
      const MeshViewPolygon* polygons = map.pack->view().polygons;
      if (polygons[drawn.polygon].area != polygons[from].area) continue;
    }
    return drawn;
  }
  return {};
}

// Gives an agent that is not walled in a random goal in its connected component of the mesh. Returns false
// if none was found.
bool MeshCrowd::draw_goal(uint32_t agent) {
  const std::optional<MeshEndpoint> drawn = drawn_goal(ground_of(agent), polygon_[agent], agent, draws_[agent]);
  if (drawn) set_goal_of(agent, *drawn);
  return drawn.has_value();
}

void MeshCrowd::want(uint32_t agent, ReplanReason reason) {
  status_[agent] = static_cast<uint8_t>(CrowdStatus::kPlanning);
  first_[agent] = end_[agent];
  on_link_[agent] = 0;
  if (reason == kOfWave && reason_[agent] != kOfWave) {
    ++replan_stats_.affected;
    ++replan_stats_.pending;
  }
  reason_[agent] = std::max(reason_[agent], static_cast<uint8_t>(reason));
  if (queued_[agent] != 0) return;
  queued_[agent] = 1;
  queue_.push(agent);
}

void MeshCrowd::stand_at(uint32_t agent, const FixedPointPlace& place) {
  const MeshHeights* const heights = ground_of(agent).heights;
  if (heights != nullptr && at_[agent] != place.at) {
    height_[agent] = heights->ground_near(coarse(mesh_of(agent), place.at), height_[agent]);
  }
  at_[agent] = place.at;
  polygon_[agent] = place.polygon;
}

// Finds the polygons of the agent and of its goal again after a change of the mesh.
void MeshCrowd::settle_place(uint32_t agent) {
  const NavMesh& mesh = mesh_of(agent);
  const MeshState& own = ground_of(agent);
  const MeshPointIndex& places = own.places;
  // The polygon number may now belong to another polygon, on another floor.
  const auto holds_still = [&](PolygonId polygon, FixedPointPosition at, const MeshFloor& floor) {
    return mesh.has_polygon(polygon) && holds(mesh, polygon, at) && floor.distance(mesh, polygon, at);
  };
  const MeshFloor floor{own.heights, height_[agent]}, goal_floor{own.heights, goal_height_[agent]};
  if (!holds_still(polygon_[agent], at_[agent], floor)) {
    polygon_[agent] = places.polygon_at(mesh, at_[agent], floor);
    if (polygon_[agent] == kNoPolygon) {
      // A new wall is too close. A corner is at most sqrt(2) times as far away as the mesh's distance from it; beyond
      // another wall the mesh is at least twice as far.
      const FixedPointPlace beside = places.nearest(mesh, at_[agent], own.kept * 3 / 2, floor);
      polygon_[agent] = beside.polygon;
      if (beside.polygon != kNoPolygon) stand_at(agent, beside);
    }
  }
  MeshEndpoint& goal = goal_[agent];
  if (!holds_still(goal.polygon, goal_at_[agent], goal_floor)) {
    goal.polygon = places.polygon_at(mesh, goal_at_[agent], goal_floor);
  }
}

// Records the changes of a mesh since the last call.
void MeshCrowd::record_changes(MeshState& ground) {
  const NavMesh& mesh = *ground.map.mesh;
  ground.seen = mesh.version();
  ground.places.build(mesh);
  ground.portal_changed.assign(std::max<size_t>(ground.portals_seen.size(), mesh.portal_slots()), 1);
  for (PortalId id = 0; id < mesh.portal_slots() && id < ground.portals_seen.size(); ++id) {
    const Portal &now = mesh.portal(id), &then = ground.portals_seen[id];
    ground.portal_changed[id] = !(now.a == then.a && now.b == then.b && now.polygons == then.polygons);
  }
  ground.portals_seen.resize(mesh.portal_slots());
  for (PortalId id = 0; id < mesh.portal_slots(); ++id) ground.portals_seen[id] = mesh.portal(id);
  ground.links_changed = !std::ranges::equal(ground.links_seen, mesh.links());
  ground.links_seen.assign(mesh.links().begin(), mesh.links().end());
  if (!has_common_goal_) return;
  ground.common_goal.polygon =
      ground.places.polygon_at(mesh, fine(mesh, ground.common_goal.at), {ground.heights, ground.common_goal_height});
}

void MeshCrowd::mesh_changed(const CrowdMeshes& grounds, bool first) {
  bind(grounds);
  std::array<bool, UINT8_MAX + 1> changed{};
  bool any = false;
  for (size_t i = 0; i < grounds_.size(); ++i) {
    MeshState& ground = grounds_[i];
    if (ground.map.mesh == nullptr || ground.seen == ground.map.mesh->version()) continue;
    record_changes(ground);
    changed[i] = any = true;
  }
  if (!any) return;
  if (first) {
    replan_stats_ = {};
    std::fill(reason_.begin(), reason_.end(), kUsual);
  }
  ++replan_stats_.edits;
  moved_aside_.clear();
  lost_.assign(count(), 0);
  each_agent(threads_, count(), kGrain, [&](uint32_t agent) {
    if (!changed[ground_[agent]]) return;
    const PolygonId before = polygon_[agent], goal_before = goal_[agent].polygon;
    wanted_[agent] = at_[agent];  // used by the loop below; the next tick sets it again
    settle_place(agent);
    const bool walked_in = !present(agent);
    if (polygon_[agent] == kNoPolygon) {
      lost_[agent] = kWalledOff;
    } else if (goal_[agent].polygon == kNoPolygon) {
      lost_[agent] = kGoalGone;
    } else if (walked_in || status(agent) == CrowdStatus::kCutOff || status(agent) == CrowdStatus::kBlockedEnd) {
      lost_[agent] = kTriesAgain;
    } else if (walks(agent)) {
      const std::span<const uint32_t> way = corridor(agent);
      const MeshState& ground = ground_of(agent);
      const bool goal_moved = goal_[agent].polygon != goal_before;
      const bool gone = std::any_of(way.begin(), way.end(), [&](uint32_t step) {
        return is_mesh_link(step) ? ground.links_changed || goal_moved : ground.portal_changed[step] != 0;
      });
      if (gone || polygon_[agent] != before) lost_[agent] = kHasLostItsPath;
    }
  });
  for (uint32_t agent = 0; agent < count(); ++agent) {
    if (changed[ground_[agent]] && wanted_[agent] != at_[agent]) {
      moved_aside_.push_back({agent, wanted_[agent], at_[agent]});
      ++times_moved_aside_;
    }
    switch (lost_[agent]) {
      case kWalledOff:
        status_[agent] = static_cast<uint8_t>(CrowdStatus::kWalledIn);
        first_[agent] = end_[agent];
        waiting_[agent] = 0;
        break;
      case kGoalGone:
        if (random_goal_[agent] != 0 && !has_common_goal_ && draw_goal(agent)) {
          want(agent, kOfWave);
          break;
        }
        status_[agent] = static_cast<uint8_t>(CrowdStatus::kBlockedEnd);
        first_[agent] = end_[agent];
        waiting_[agent] = 0;
        break;
      case kTriesAgain:
        if (!present(agent) && random_goal_[agent] != 0 && !has_common_goal_) draw_goal(agent);
        [[fallthrough]];
      case kHasLostItsPath:
        want(agent, kOfWave);
        break;
      default:
        break;
    }
  }
  count_all();
  replan_stats_.walled_in = count(CrowdStatus::kWalledIn);
}

void MeshCrowd::count_all() {
  counts_ = count_statuses(status_);
  ++version_;
}

uint32_t MeshCrowd::longest_wait() const {
  uint32_t longest = 0;
  for (uint32_t agent = 0; agent < count(); ++agent) {
    if (walks(agent)) longest = std::max(longest, waiting_[agent]);
  }
  return longest;
}

void MeshCrowd::way(const NavMesh& mesh, uint32_t agent, std::vector<HalfCellPoint>& points) const {
  points.clear();
  if (!walks(agent) || ground_of(agent).seen != mesh.version()) return;
  MeshPath path;
  take_steps(mesh, polygon_[agent], corridor(agent), path);
  pull_taut(mesh, {{coarse(mesh, at_[agent]), polygon_[agent]}, goal_[agent]}, path);
  points = std::move(path.points);
}

double MeshCrowd::deepest_overlap() const {
  double deepest = 0;
  for (uint32_t agent = 0; agent < count() && agent < sorted_.size(); ++agent) {
    if (!present(agent)) continue;
    each_near(agent, [&](uint32_t other) {
      if (!sees(agent, other)) return;
      const FixedPointPosition apart = at_[agent] - at_[other];
      const double wanted = radius_[agent] + radius_[other];
      const double is = std::sqrt(static_cast<double>(dot(apart, apart)));
      if (is < wanted) deepest = std::max(deepest, 1 - is / wanted);
    });
  }
  return deepest;
}

size_t MeshCrowd::memory_bytes() const {
  size_t of_grounds = 0;
  for (const MeshState& ground : grounds_) {
    of_grounds += ground.portals_seen.capacity() * sizeof(Portal) + ground.portal_changed.capacity() +
                  ground.links_seen.capacity() * sizeof(MeshLink) + ground.places.memory_bytes();
  }
  const size_t an_agent = 6 * sizeof(FixedPointPosition) + 2 * sizeof(float) + sizeof(PolygonId) +
                          sizeof(MeshEndpoint) + 2 * sizeof(int32_t) + 7 * sizeof(uint32_t) + 9 * sizeof(uint8_t);
  return at_.capacity() * an_agent + (corridors_.capacity() + spare_corridors_.capacity()) * sizeof(PortalId) +
         square_ends_.capacity() * sizeof(uint32_t) + queue_.memory_bytes() + of_grounds;
}

}  // namespace strata
