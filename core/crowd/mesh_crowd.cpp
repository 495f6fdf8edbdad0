// The agents of a crowd on a mesh, their goals, and how they react to an edit. Ticks are in
// core/crowd/mesh_crowd_tick.cpp, plans in core/crowd/mesh_crowd_plan.cpp.
#include "core/crowd/mesh_crowd.hpp"

#include <algorithm>
#include <cmath>

#include "core/crowd/mesh_crowd_parts.hpp"
#include "core/navmesh/funnel.hpp"

namespace strata {

MeshCrowd::MeshCrowd(const MeshCrowdOptions& options) : options_(options), threads_(options.threads) {}

bool MeshCrowd::add(const MeshBatchMap& map, const MeshCrowdMember& member) {
  if (map.mesh == nullptr || count() >= options_.max_agents) return false;
  if (!map.mesh->has_polygon(member.at.polygon) || !holds(*map.mesh, member.at.polygon, member.at.at)) return false;
  const uint32_t agent = count();
  at_.push_back(member.at.at);
  before_.push_back(member.at.at);
  wanted_.push_back(member.at.at);
  parted_.push_back(member.at.at);
  polygon_.push_back(member.at.polygon);
  goal_.push_back(member.goal);
  radius_.push_back(std::clamp(member.radius, kMinRadius, kMaxRadius));
  pace_.push_back(std::clamp(member.pace, 1, kMaxPace));
  for (auto* column : {&first_, &end_, &waiting_, &draws_}) column->push_back(0);
  began_.push_back(tick_);
  for (auto* column : {&queued_, &reason_, &touches_home_, &lost_, &spare_}) column->push_back(0);
  status_.push_back(static_cast<uint8_t>(CrowdStatus::kPlanning));
  random_goal_.push_back(member.goal.polygon == kNoPolygon ? 1 : 0);
  most_radius_ = std::max(most_radius_, radius_.back());
  most_pace_ = std::max(most_pace_, pace_.back());
  if (mesh_seen_ == 0) mesh_changed(map, true);
  if (common_goal_.polygon != kNoPolygon) {
    goal_[agent] = common_goal_;
  } else if (random_goal_[agent] != 0 && !draw_goal(map, agent)) {
    status_[agent] = static_cast<uint8_t>(CrowdStatus::kBlockedEnd);
  }
  if (status(agent) == CrowdStatus::kPlanning) want(agent, kUsual);
  ++counts_[status_[agent]];
  ++version_;
  return true;
}

uint32_t MeshCrowd::add_random(const MeshBatchMap& map, const MeshCrowdMember& member, uint32_t wanted) {
  if (map.mesh == nullptr) return 0;
  if (!places_.is_current_for(*map.mesh)) places_.build(*map.mesh);
  if (places_.empty()) return 0;
  uint32_t added = 0;
  for (; added < wanted; ++added) {
    const MeshEndpoint at = places_.drawn(*map.mesh, crowd_random(options_.seed, count(), 0xffffffffu));
    MeshCrowdMember each = member;
    each.at = {fine(at.at), at.polygon};
    each.goal.polygon = kNoPolygon;
    if (!add(map, each)) break;
  }
  return added;
}

void MeshCrowd::set_goal(const MeshBatchMap& map, const MeshEndpoint& goal) {
  if (mesh_seen_ != 0) mesh_changed(map, false);
  common_goal_ = goal;
  for (uint32_t agent = 0; agent < count(); ++agent) {
    if (goal.polygon != kNoPolygon) {
      goal_[agent] = goal;
    } else {
      random_goal_[agent] = 1;
      // An agent that is walled in gets its goal when it can walk again.
      if (!present(agent) || !draw_goal(map, agent)) continue;
    }
    began_[agent] = tick_;
    waiting_[agent] = 0;
    if (present(agent)) want(agent, kUsual);
  }
  count_all();
}

// Draws a random goal in the part of the mesh in which the agent, which is not walled in, stands. Returns false if no
// try found a goal.
bool MeshCrowd::draw_goal(const MeshBatchMap& map, uint32_t agent) {
  if (!places_.is_current_for(*map.mesh)) places_.build(*map.mesh);
  if (places_.empty()) return false;
  const bool packed = map.pack != nullptr && map.pack->is_current_for(*map.mesh);
  for (int tries = 0; tries < 64; ++tries) {
    const MeshEndpoint drawn = places_.drawn(*map.mesh, crowd_random(options_.seed, agent, draws_[agent]++));
    if (packed) {
      const MeshViewPolygon* polygons = map.pack->view().polygons;
      if (polygons[drawn.polygon].area != polygons[polygon_[agent]].area) continue;
    }
    goal_[agent] = drawn;
    return true;
  }
  return false;
}

void MeshCrowd::want(uint32_t agent, Reason reason) {
  status_[agent] = static_cast<uint8_t>(CrowdStatus::kPlanning);
  first_[agent] = end_[agent];
  if (reason == kOfWave && reason_[agent] != kOfWave) {
    ++replan_stats_.affected;
    ++replan_stats_.pending;
  }
  reason_[agent] = std::max(reason_[agent], static_cast<uint8_t>(reason));
  if (queued_[agent] != 0) return;
  queued_[agent] = 1;
  queue_.push(agent);
}

// Finds the polygons of the agent and of its goal after a change of the mesh.
void MeshCrowd::settle_place(const MeshBatchMap& map, uint32_t agent) {
  const NavMesh& mesh = *map.mesh;
  if (!mesh.has_polygon(polygon_[agent]) || !holds(mesh, polygon_[agent], at_[agent])) {
    polygon_[agent] = places_.polygon_at(mesh, at_[agent]);
  }
  MeshEndpoint& goal = goal_[agent];
  if (!mesh.has_polygon(goal.polygon) || !mesh.contains(goal.polygon, goal.at)) {
    goal.polygon = places_.polygon_at(mesh, fine(goal.at));
  }
}

void MeshCrowd::mesh_changed(const MeshBatchMap& map, bool first) {
  const NavMesh& mesh = *map.mesh;
  if (mesh_seen_ == mesh.version()) return;
  const bool was_seen = mesh_seen_ != 0;
  mesh_seen_ = mesh.version();
  places_.build(mesh);
  portal_changed_.assign(std::max<size_t>(portals_seen_.size(), mesh.portal_slots()), 1);
  for (PortalId id = 0; id < mesh.portal_slots() && id < portals_seen_.size(); ++id) {
    const Portal &now = mesh.portal(id), &then = portals_seen_[id];
    portal_changed_[id] = !(now.a == then.a && now.b == then.b && now.polygons == then.polygons);
  }
  portals_seen_.resize(mesh.portal_slots());
  for (PortalId id = 0; id < mesh.portal_slots(); ++id) portals_seen_[id] = mesh.portal(id);
  if (!was_seen) return;
  if (first) {
    replan_stats_ = {};
    std::fill(reason_.begin(), reason_.end(), kUsual);
  }
  ++replan_stats_.edits;
  if (common_goal_.polygon != kNoPolygon) {
    const PolygonId now = places_.polygon_at(mesh, fine(common_goal_.at));
    if (now != kNoPolygon) common_goal_.polygon = now;
  }
  lost_.assign(count(), 0);
  each_agent(threads_, count(), kGrain, [&](uint32_t agent) {
    const PolygonId before = polygon_[agent];
    settle_place(map, agent);
    const bool walked_in = !present(agent);
    if (polygon_[agent] == kNoPolygon) {
      lost_[agent] = kWalledOff;
    } else if (goal_[agent].polygon == kNoPolygon) {
      lost_[agent] = kGoalGone;
    } else if (walked_in || status(agent) == CrowdStatus::kCutOff || status(agent) == CrowdStatus::kBlockedEnd) {
      lost_[agent] = kTriesAgain;
    } else if (walks(agent)) {
      const std::span<const PortalId> way = corridor(agent);
      const bool gone = std::any_of(way.begin(), way.end(), [&](PortalId id) { return portal_changed_[id] != 0; });
      if (gone || polygon_[agent] != before) lost_[agent] = kHasLostItsWay;
    }
  });
  for (uint32_t agent = 0; agent < count(); ++agent) {
    switch (lost_[agent]) {
      case kWalledOff:
        status_[agent] = static_cast<uint8_t>(CrowdStatus::kWalledIn);
        first_[agent] = end_[agent];
        waiting_[agent] = 0;
        break;
      case kGoalGone:
        if (random_goal_[agent] != 0 && common_goal_.polygon == kNoPolygon && draw_goal(map, agent)) {
          want(agent, kOfWave);
          break;
        }
        status_[agent] = static_cast<uint8_t>(CrowdStatus::kBlockedEnd);
        first_[agent] = end_[agent];
        waiting_[agent] = 0;
        break;
      case kTriesAgain:
        if (!present(agent) && random_goal_[agent] != 0 && common_goal_.polygon == kNoPolygon) draw_goal(map, agent);
        [[fallthrough]];
      case kHasLostItsWay:
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
  if (!walks(agent) || mesh_seen_ != mesh.version()) return;
  const std::span<const PortalId> portals = corridor(agent);
  std::vector<PolygonId> polygons = {polygon_[agent]};
  for (const PortalId id : portals) polygons.push_back(mesh.portal(id).across(polygons.back()));
  pull_path(mesh, coarse(at_[agent]), goal_[agent].at, polygons, portals, points);
}

double MeshCrowd::deepest_overlap() const {
  double deepest = 0;
  for (uint32_t agent = 0; agent < count() && agent < sorted_.size(); ++agent) {
    if (!present(agent)) continue;
    each_near(agent, [&](uint32_t other) {
      const FixedPointPosition apart = at_[agent] - at_[other];
      const double wanted = radius_[agent] + radius_[other];
      const double is = std::sqrt(static_cast<double>(dot(apart, apart)));
      if (is < wanted) deepest = std::max(deepest, 1 - is / wanted);
    });
  }
  return deepest;
}

size_t MeshCrowd::memory_bytes() const {
  const size_t an_agent = 4 * sizeof(FixedPointPosition) + sizeof(PolygonId) + sizeof(MeshEndpoint) +
                          2 * sizeof(int32_t) + 6 * sizeof(uint32_t) + 7 * sizeof(uint8_t);
  return at_.capacity() * an_agent + (corridors_.capacity() + spare_corridors_.capacity()) * sizeof(PortalId) +
         square_ends_.capacity() * sizeof(uint32_t) + portals_seen_.capacity() * sizeof(Portal) +
         portal_changed_.capacity() + places_.memory_bytes() + queue_.memory_bytes();
}

}  // namespace strata
